//! Reports of performance traces.

use super::Bytes;
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// A trace that was ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TraceReport {
    /// The page's number.
    pub page: u32,
    /// Whether the browser lost a part of it, because it became too large.
    pub lost: bool,
    /// How long it recorded, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The next part of a trace that was ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TracePart {
    /// JSON in UTF-8, which may be cut anywhere. Empty after the last part.
    pub data: Bytes,
}
