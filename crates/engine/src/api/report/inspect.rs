//! Reports of scripts that look at a page from our own world.

use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// An element that a script named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InspectedElement {
    /// Its UID.
    pub uid: String,
    /// Role and name, quoted, as in `button "Save"`.
    pub target: String,
    /// Which of the report's frames it shows, if it is the owner of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<usize>,
}

/// What a script answered in one frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InspectedFrame {
    /// The document's address.
    pub url: String,
    /// What the script answered, as JSON; at most 4 million UTF-16 code units. Absent if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why there is no value. It may contain text of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The elements that the script named, at most 2,000.
    pub elements: Vec<InspectedElement>,
}

/// What a script found out in a page's frames.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InspectReport {
    /// The page's number.
    pub page: u32,
    /// The frames. The first one is the main frame, or that of the element.
    pub frames: Vec<InspectedFrame>,
    /// How many frames were not asked, because there are too many or the answers are too long.
    pub frames_left_out: usize,
    /// How long it took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
