//! Snapshots and what is found in them.

use super::Effects;
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// What has changed between two snapshots, counted in lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Changes {
    /// Number of the earlier snapshot.
    pub since: u32,
    /// Lines that were not there.
    pub added: usize,
    /// Lines that are gone.
    pub removed: usize,
    /// Lines of elements, or texts, that read otherwise.
    pub changed: usize,
}

impl Changes {
    /// Whether there are none.
    pub fn none(&self) -> bool {
        self.added == 0 && self.removed == 0 && self.changed == 0
    }
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FindReport {
    /// Number of the snapshot that was searched.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The hits, each below its nearest named ancestor; hits are marked with `*`.
    pub text: String,
    /// All hits there are.
    pub total: usize,
    /// Hits in `text`.
    pub shown: usize,
    /// Pass as `cursor` to go on; absent when nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Frames that could not be read, and so were not searched.
    pub frames_left_out: usize,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// A snapshot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SnapshotReport {
    /// Number of the snapshot in this session: the first part of the UIDs that are new in it.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The tree; if it was cut, its last line says what was left out and how to get it.
    pub text: String,
    /// What has changed, where that was asked for and the text says only that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// Lines of the whole tree (after `find`).
    pub total_lines: usize,
    /// Lines given.
    pub shown_lines: usize,
    /// Pass as `cursor` to go on; absent when nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Frames that could not be read (they navigated away or crashed meanwhile).
    pub frames_left_out: usize,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
