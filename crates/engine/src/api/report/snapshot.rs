//! Reports of snapshots and searches.

use super::Effects;
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// The changes between two snapshots, counted in lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Changes {
    /// Number of the earlier snapshot.
    pub since: u32,
    /// New elements and texts. One line shows several where a snapshot does so, as the cells of a row.
    pub added: usize,
    /// Removed elements and texts.
    pub removed: usize,
    /// Elements and texts that have changed.
    pub changed: usize,
}

impl Changes {
    /// Whether there are no changes.
    pub fn none(&self) -> bool {
        self.added == 0 && self.removed == 0 && self.changed == 0
    }
}

/// The report of a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FindReport {
    /// Number of the snapshot that was searched.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The hits, each below its nearest named ancestor and marked with `*`.
    pub text: String,
    /// The number of all hits.
    pub total: usize,
    /// The number of hits in `text`.
    pub shown: usize,
    /// Pass this as `cursor` to continue; absent if nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// The number of frames that could not be read and were not searched.
    pub frames_left_out: usize,
    /// The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
    /// `framesLeftOut`: reading again does not help.
    pub origins_not_allowed: Vec<String>,
    /// What else happened.
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
    /// The tree. If it was cut, its last line says what was left out and how to get it.
    pub text: String,
    /// The number of changes, if `text` has only the changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// The number of lines of the whole tree, after `find`.
    pub total_lines: usize,
    /// The number of lines in `text`.
    pub shown_lines: usize,
    /// Pass this as `cursor` to continue; absent if nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// The number of frames that could not be read, because they navigated or crashed.
    pub frames_left_out: usize,
    /// The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
    /// `framesLeftOut`: reading again does not help.
    pub origins_not_allowed: Vec<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
