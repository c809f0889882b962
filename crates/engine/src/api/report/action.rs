//! What actions, waits and scripts answer.

use super::{Changes, Effects};
use crate::api::json::{EpochMillis, Millis};
use crate::backend::Protocol;
use serde::Serialize;
use std::time::{Duration, SystemTime};

/// The answer to an action on an element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ActionReport {
    /// The element as the snapshot showed it, quoted: `button "Save"`.
    pub target: String,
    /// The protocol that carried the input.
    pub protocol: Protocol,
    /// Whether the page got trusted events. `false`: the value or event was set by script.
    pub trusted: bool,
    /// Whether the page changed, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// For checkboxes, radio buttons and switches: the state afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// For fields that hold another value than the one given: what they hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_now: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The answer to `fill_form`: one entry a field that was filled, in order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FormReport {
    /// A report for each field.
    pub fields: Vec<ActionReport>,
    /// What else happened, over all fields.
    pub effects: Effects,
}

/// The answer to a scroll.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScrollReport {
    /// What was scrolled or scrolled to, quoted: `the page`, `what holds option "Row 7"`.
    pub target: String,
    /// How far it moved, in CSS pixels; absent where an element was scrolled into view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<f64>,
    /// How much further it goes in this direction; absent as `moved` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining: Option<f64>,
    /// Whether the wheel did it. `false`: it was scrolled by script.
    pub trusted: bool,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The answer to a script.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EvaluateReport {
    /// What it gave, as JSON that the page made: valid, but not to be trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
    /// What it threw, in the page's words; absent where it gave something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The answer to a wait that was met.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WaitReport {
    /// How long it took, in milliseconds.
    #[serde(rename = "waitedMs", with = "Millis")]
    pub waited: Duration,
    /// The address now.
    pub url: String,
    /// What else happened.
    pub effects: Effects,
}

/// What an action changed on the page, compared with the snapshot that the caller saw last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChangesReport {
    /// Number of the snapshot that was taken after the action; absent where none could be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot_id: Option<u32>,
    /// The changed lines, or the whole page where that is shorter; why there is none, where the page
    /// could not be read. Text of the page in it is quoted.
    pub text: String,
    /// The changes in numbers; absent where the text is the whole page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Changes>,
}

/// An action that has ended. Values of fields and keys are not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RecentAction {
    /// When it ended, in milliseconds since the epoch.
    #[serde(serialize_with = "EpochMillis::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub at: SystemTime,
    /// Its name.
    pub action: &'static str,
    /// The element as it was shown, quoted; empty where none was found.
    pub target: String,
    /// The page's number; 0 for the tab that the user granted, where no page was numbered yet.
    pub page: u32,
    /// The protocol that carried it.
    #[serde(rename = "method")]
    pub protocol: Protocol,
    /// Whether the page got trusted events.
    pub trusted: bool,
    /// The code of the error; absent where it succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
    /// How long it took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
