//! Reports of pictures, and their bytes.

use super::Effects;
use crate::options::PictureView;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64_STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;

/// A number on a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PictureMark {
    /// The number, from 1.
    pub number: u32,
    /// The node's UID.
    pub uid: String,
    /// The node, quoted: `button "Save"`.
    pub target: String,
}

/// Where an element is on a picture, in CSS pixels from its upper left corner.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LocatedElement {
    /// Its UID.
    pub uid: String,
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScreenshotReport {
    /// The encoded bytes.
    pub data: Bytes,
    /// `image/png` or `image/jpeg`.
    pub mime_type: &'static str,
    /// Width of the captured area in CSS pixels.
    pub width: f64,
    /// Height of the captured area in CSS pixels.
    pub height: f64,
    /// Output pixels for a CSS pixel.
    pub scale: f64,
    /// The address of the page's document.
    pub url: String,
    /// What it showed, for calls that act at its points.
    pub view: PictureView,
    /// Whether the area was cut to stay within the limits.
    pub cut: bool,
    /// The nodes of the numbers on the picture.
    pub marks: Vec<PictureMark>,
    /// Nodes that were not marked because there are too many.
    pub marks_left_out: usize,
    /// Where the elements of `locate` are. Those that are gone, not drawn or outside of the picture are left out.
    pub located: Vec<LocatedElement>,
    /// What else happened.
    pub effects: Effects,
}

/// Binary data in a report.
///
/// In JSON it is base64, or `{"$bytes": n}` where the n-th part is handed over beside the JSON.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bytes(Vec<u8>);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

thread_local! {
    /// The binary parts of the report that this thread is writing.
    static PARTS: RefCell<Option<Vec<Vec<u8>>>> = const { RefCell::new(None) };
}

#[derive(Serialize)]
struct Part {
    #[serde(rename = "$bytes")]
    number: usize,
}

impl Bytes {
    /// Runs `write`. Returns its result, and the binary parts that it left out of the JSON.
    pub(crate) fn apart<T>(write: impl FnOnce() -> T) -> (T, Vec<Vec<u8>>) {
        PARTS.set(Some(Vec::new()));
        let written = write();
        (written, PARTS.take().unwrap_or_default())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let number = PARTS.with_borrow_mut(|parts| {
            parts.as_mut().map(|parts| {
                parts.push(self.0.clone());
                parts.len() - 1
            })
        });
        if let Some(number) = number {
            return Part { number }.serialize(out);
        }
        out.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        BASE64_STANDARD
            .decode(text.as_bytes())
            .map(Self)
            .map_err(|_| serde::de::Error::custom("must be bytes, as base64"))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Bytes {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bytes".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "format": "bytes"})
    }
}
