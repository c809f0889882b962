//! Options of pictures.

use crate::error::{EngineError, ErrorKind, Result};
use derive_setters::Setters;
use serde::Deserialize;

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
