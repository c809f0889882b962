//! Options of pictures.

use crate::error::{EngineError, ErrorKind, Result};
use derive_setters::Setters;
use serde::{Deserialize, Serialize};

/// What to take a picture of.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ScreenshotOptions {
    /// Only this element.
    #[setters(into)]
    pub uid: Option<String>,
    /// The whole document, not only the viewport. Default: false.
    pub full_page: bool,
    /// JPEG with this quality, 1 to 100, instead of PNG.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    pub jpeg_quality: Option<u8>,
    /// The longer side has at most this many pixels. A larger picture is scaled down, and a very long one
    /// is cut first. Default: no limit.
    pub max_side: Option<u32>,
    /// The encoded picture has at most this many bytes. A larger one is encoded again as JPEG, with
    /// decreasing quality. Default: no limit.
    pub max_bytes: Option<usize>,
    /// Draw numbered boxes around the visible interactive nodes. Default: false.
    pub marks: bool,
    /// Say where these elements are on the picture, by their UIDs, at most 20. Nothing is scrolled for that.
    #[setters(into)]
    pub locate: Vec<String>,
    /// For a record that is kept beside the calls: notices stay for the next call, and no call acts at points of this picture.
    /// Where the browser does not scale pictures, the limit on the sides is ignored, because scaling takes long. Default: false.
    pub aside: bool,
}

/// What a picture showed when it was taken. A call that acts at a point of the picture takes it unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PictureView {
    /// The page's number.
    pub page: u32,
    /// Identifies the document.
    pub document: String,
    /// Identifies the picture.
    pub picture: u64,
    /// Whether it shows the viewport, and not an element or the whole page.
    pub viewport: bool,
    /// The left edge of the picture in the viewport, in CSS pixels.
    pub left: f64,
    /// The top edge of the picture in the viewport.
    pub top: f64,
    /// How far the page was scrolled to the right.
    pub scroll_x: f64,
    /// How far the page was scrolled down.
    pub scroll_y: f64,
    /// The width of the viewport.
    pub width: f64,
    /// The height of the viewport.
    pub height: f64,
}

impl ScreenshotOptions {
    pub(crate) fn check(&self) -> Result<()> {
        match self.jpeg_quality {
            Some(quality) if !(1..=100).contains(&quality) => Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("jpegQuality must be 1 to 100; got {quality}"),
            )),
            _ => Ok(()),
        }
    }
}
