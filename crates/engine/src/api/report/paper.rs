//! Reports of papers.

use super::{Bytes, Effects};
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// A printed page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PdfReport {
    /// The document, as `application/pdf`.
    pub data: Bytes,
    /// The page's number.
    pub page: u32,
    /// Width in millimetres of the paper that was wanted.
    pub width: f64,
    /// Height of that paper in millimetres.
    pub height: f64,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
