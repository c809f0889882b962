//! Reports of comparisons.

use super::{Bytes, Effects};
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// The size of a compared picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedSize {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// An element in a changed box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChangedElement {
    /// Its UID.
    pub uid: String,
    /// The element, quoted: `button "Save"`.
    pub target: String,
}

/// A box around changed pixels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChangedBox {
    /// The left edge in the picture, in pixels.
    pub x: u32,
    /// The top edge.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// How many pixels in it differ.
    pub pixels: usize,
    /// The elements that are there now, the one that shows most of the box first; none for two given pictures.
    pub elements: Vec<ChangedElement>,
    /// How many elements are there besides.
    pub elements_left_out: usize,
}

/// What two pictures differ in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CompareReport {
    /// The earlier picture. Pictures of other sizes are compared from their upper left corners; what only one has is changed.
    pub before: ComparedSize,
    /// The later picture.
    pub after: ComparedSize,
    /// How many pixels were compared.
    pub compared_pixels: usize,
    /// How many of them differ, without anti-aliased edges.
    pub changed_pixels: usize,
    /// The share of the compared pixels that differ, 0 to 1.
    pub share: f64,
    /// Boxes around them, from the top to the bottom: the largest 30.
    pub boxes: Vec<ChangedBox>,
    /// How many boxes there are besides.
    pub boxes_left_out: usize,
    /// The later picture in pale grey, with the changes in red and the boxes numbered in their order, if it was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Bytes>,
    /// `image/png` or `image/jpeg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<&'static str>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
