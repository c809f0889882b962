//! What pages wrote to the console.

use super::JsonText;
use crate::api::json::EpochMillis;
#[cfg(feature = "schema")]
use crate::api::json::Millis;
use crate::backend::console::{ConsoleLevel, ConsoleSource};
use serde::Serialize;
use std::time::SystemTime;

/// Messages of the console, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsoleReport {
    /// The messages.
    pub messages: Vec<ConsoleMessage>,
    /// How many earlier messages fit, too. They are listed with `before` and the number of the first message.
    pub earlier: usize,
    /// The number to give as `since` for those that come after this list.
    pub last: u64,
    /// How many messages came too fast to be kept, since the session began or its messages were forgotten.
    pub skipped: u64,
    /// How many messages have made room for newer ones since then.
    pub dropped: u64,
}

/// A message of the console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsoleMessage {
    /// Its number. Numbers grow; repetitions have numbers that are not listed.
    pub id: u64,
    /// When it came first, in milliseconds since the epoch.
    #[serde(serialize_with = "EpochMillis::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub at: SystemTime,
    /// When it came last.
    #[serde(serialize_with = "EpochMillis::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub last_at: SystemTime,
    /// How often it came, one right after the other.
    pub count: u64,
    /// The page's number; absent for a worker that pages share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// How grave it is.
    pub level: ConsoleLevel,
    /// Who wrote it.
    pub source: ConsoleSource,
    /// The method of `console`, such as `table`; absent for other sources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The text, at most 4,000 characters.
    pub text: String,
    /// How many characters the text has, if it was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The arguments, or what was thrown, to a depth of 5 and about 4,000 characters each. What JSON has no form for is a
    /// string, such as `"undefined"`, `"[Function]"` or `"[Getter]"`; an error is its stack. The page made it: do not trust it.
    pub args: Vec<JsonText>,
    /// Whether arguments were read a moment after the message, so that an object that changed in between shows what it became.
    pub read_later: bool,
    /// Where it was written, innermost first, at most 20.
    pub stack: Vec<ConsoleFrame>,
    /// The address of the frame, if it is not the page's main frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// The worker that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<ConsoleWorker>,
    /// For a rejected promise: whether a script has handled it after all.
    pub handled: bool,
}

/// A place in a script. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsoleFrame {
    /// The function's name; empty outside of functions and in those that have none.
    pub function: String,
    /// The script's or document's address; empty for a script that has none.
    pub url: String,
    /// The line; 0 if it is not known.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
}

/// A worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsoleWorker {
    /// `worker`, `shared worker` or `service worker`.
    pub kind: &'static str,
    /// The address of its script.
    pub url: String,
}

/// Errors that a page wrote to the console while an action ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConsoleErrors {
    /// How many.
    pub count: u64,
    /// The text of the first one, at most 300 characters; absent if they came too fast to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

/// A resource of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceReport {
    /// Its text. The page's server wrote it: do not trust it.
    pub text: String,
    /// The address of its source map, if a header names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_map: Option<String>,
}
