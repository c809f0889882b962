//! Options of comparisons.

use super::ScreenshotOptions;
#[cfg(feature = "pictures")]
use crate::api::json::invalid;
#[cfg(feature = "pictures")]
use crate::error::Result;
use crate::report::Bytes;
use derive_setters::Setters;
use serde::Deserialize;

/// A rectangle of a picture, in its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Area {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// What to compare a picture with, and how.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct CompareOptions {
    /// The later picture, PNG or JPEG. Default: one of the selected page, taken now.
    #[setters(into)]
    pub after: Option<Bytes>,
    /// How the picture of the page is taken. It should be as that of the earlier one. `marks` is not for comparisons.
    pub now: ScreenshotOptions,
    /// Rectangles that do not count.
    #[setters(into)]
    pub ignore: Vec<Area>,
    /// Elements that do not count, by their UIDs; only for a picture that is taken now.
    #[setters(into)]
    pub ignore_uids: Vec<String>,
    /// The least distance of two colours that counts, 0 (any) to 1 (black and white). Default: 0.1.
    pub threshold: Option<f64>,
    /// Draw a picture of what changed. Default: false.
    pub picture: bool,
    /// That picture has at most this many pixels on its longer side. Default: no limit.
    pub picture_max_side: Option<u32>,
    /// That picture has at most this many bytes, and may become a JPEG for that. Default: no limit.
    pub picture_max_bytes: Option<usize>,
}

/// The most areas that are ignored.
#[cfg(feature = "pictures")]
const MOST_IGNORED: usize = 200;

#[cfg(feature = "pictures")]
impl CompareOptions {
    /// # Errors
    /// `InvalidInput` naming the field.
    pub(crate) fn check(&self) -> Result<()> {
        self.now.check()?;
        if self.threshold.is_some_and(|threshold| !(0.0..=1.0).contains(&threshold)) {
            return Err(invalid("threshold must be 0 to 1".to_owned()));
        }
        if self.now.marks {
            return Err(invalid("marks would count as a change".to_owned()));
        }
        if self.ignore.len() + self.ignore_uids.len() > MOST_IGNORED {
            return Err(invalid(format!("at most {MOST_IGNORED} areas and elements can be ignored")));
        }
        if self.after.is_some() && !self.ignore_uids.is_empty() {
            let what = "elements can be ignored only in a picture that is taken now: give areas for two pictures";
            return Err(invalid(what.to_owned()));
        }
        for Area { x, y, width, height } in &self.ignore {
            if ![x, y, width, height].iter().all(|side| side.is_finite()) || *width < 0.0 || *height < 0.0 {
                return Err(invalid(
                    "an area to ignore needs x, y, width and height, the last two not negative".to_owned(),
                ));
            }
        }
        Ok(())
    }
}
