//! The reports of actions, waits and scripts.

use super::{Changes, Effects};
use crate::api::json::{EpochMillis, Millis};
use crate::backend::{DialogKind, Protocol};
use serde::Serialize;
use std::time::{Duration, SystemTime};

/// The report of an action on an element.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ActionReport {
    /// The element as the snapshot showed it, quoted: `button "Save"`.
    pub target: String,
    /// For an action at a point: the UID of the element that the point hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// For a drag between points: the UID of the element at its end, as it was before the drag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_uid: Option<String>,
    /// The protocol that carried the input.
    pub protocol: Protocol,
    /// Whether the page got trusted events. `false` if script set the value or made the events.
    pub trusted: bool,
    /// Whether the page changed; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// For a click: how many clicks the element got. Fewer than asked for if the page replaced or covered the element
    /// after a press, which it got. Absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clicks: Option<u8>,
    /// For checkboxes, radio buttons and switches: the state when this is reported; absent if it is mixed, or not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// For `selectText`: the selected text, at most 200 characters; absent for a password.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<String>,
    /// The value of a field, if it differs from the given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_now: Option<String>,
    /// Whether that is another value, and not the given one in another form only, as with a mask; absent if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<bool>,
    /// For an answer to a dialog: the kind of that dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<DialogKind>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The report of `fillForm`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FormReport {
    /// One report for each field, in order.
    pub fields: Vec<ActionReport>,
    /// What else happened, over all fields.
    pub effects: Effects,
}

/// The report of a scroll.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScrollReport {
    /// What was scrolled or scrolled into view, quoted: `the page`, `what holds option "Row 7"`.
    pub target: String,
    /// How far it scrolled, in CSS pixels; absent if an element was scrolled into view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<f64>,
    /// How far it can still scroll in this direction; absent if `moved` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining: Option<f64>,
    /// What shows the text that was looked for, quoted: `option "Row 5000"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// Its UID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_uid: Option<String>,
    /// Whether the wheel scrolled it. `false` if script did.
    pub trusted: bool,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// How far a document is scrolled, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ScrollPosition {
    /// To the right; negative in documents that are written from right to left.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// The report of a turn of the wheel at a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WheelReport {
    /// The element under the pointer, quoted: `canvas "Map"`.
    pub target: String,
    /// Its UID.
    pub uid: String,
    /// How far the page and the areas around the element scrolled to the right, in CSS pixels. A page that handles the
    /// wheel itself, such as a map, may scroll nothing.
    pub moved_x: f64,
    /// How far they scrolled down.
    pub moved_y: f64,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The report of a script.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EvaluateReport {
    /// The returned value as JSON. The JSON is valid, but the page made it: do not trust it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
    /// What the script threw, in the page's words; absent if it returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// The report of a wait whose conditions hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WaitReport {
    /// How long it took, in milliseconds.
    #[serde(rename = "waitedMs", with = "Millis")]
    pub waited: Duration,
    /// The page's current address.
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
    /// The number of the snapshot that was taken after the action; absent if none could be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot_id: Option<u32>,
    /// The changed lines, or the whole page if that is shorter. If the page could not be read, the reason.
    /// Page text in it is quoted.
    pub text: String,
    /// The changes in numbers; absent if the text is the whole page.
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
    /// The element as the snapshot showed it, quoted; empty if none was found.
    pub target: String,
    /// The page's number; 0 for a tab that the user granted and that has no number yet.
    pub page: u32,
    /// The protocol that carried it.
    #[serde(rename = "method")]
    pub protocol: Protocol,
    /// Whether the page got trusted events.
    pub trusted: bool,
    /// The code of the error; absent if the action succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
    /// How long it took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
