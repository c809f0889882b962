//! Pages, and what happens on them beside what was asked for.

use super::ChangesReport;
use crate::api::json::Millis;
use crate::backend::{DialogKind, Protocol};
use serde::Serialize;
use std::time::Duration;

/// A page of the session. `page` numbers are given once and never reused in a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PageInfo {
    /// The page's number.
    pub page: u32,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Whether calls that name no page go to this one.
    pub selected: bool,
    /// The dialog that is open in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogInfo>,
}

/// A JavaScript dialog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DialogInfo {
    /// Which of the four.
    pub kind: DialogKind,
    /// Its text.
    pub message: String,
    /// What a prompt offers as its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_text: Option<String>,
}

/// A page that an action opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OpenedPage {
    /// Its number.
    pub page: u32,
    /// Its address, if known yet.
    pub url: String,
}

/// A download that an action began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Download {
    /// The suggested file name.
    pub name: String,
    /// Where the file is, once it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Whether it has ended (with `path` absent: it failed).
    pub finished: bool,
}

/// What happened beside the thing that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Effects {
    /// The main frame shows another document or address now: its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigated_to: Option<String>,
    /// Pages that were opened.
    pub opened: Vec<OpenedPage>,
    /// The dialog that is open now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogInfo>,
    /// Downloads that began.
    pub downloads: Vec<Download>,
    /// What the action changed on the page, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangesReport>,
    /// Plain sentences of ours about the session, for example that the browser had to be started
    /// again.
    pub notices: Vec<String>,
}

words! {
    /// How far a page has loaded.
    pub enum LoadState {
        /// The document is there, still parsing.
        Committed = "committed",
        /// `DOMContentLoaded` has fired.
        DomContentLoaded = "domcontentloaded",
        /// `load` has fired.
        Loaded = "load",
    }
}

/// The answer to a navigation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NavigationReport {
    /// The page's number.
    pub page: u32,
    /// The address now.
    pub url: String,
    /// The title now.
    pub title: String,
    /// How far it had loaded when the call returned.
    pub load_state: LoadState,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

words! {
    /// How far a download has come.
    pub enum DownloadState {
        /// It goes on.
        Running = "running",
        /// The file is complete.
        Finished = "finished",
        /// It failed or was cancelled.
        Failed = "failed",
    }
}

/// A download of the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DownloadInfo {
    /// The suggested file name.
    pub name: String,
    /// How far it has come.
    pub state: DownloadState,
    /// Where the file is, once it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its size in bytes, or what has come of it; where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

/// What the session is connected to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BrowserInfo {
    /// Product and version.
    pub product: String,
    /// The protocol in use.
    pub protocol: Protocol,
    /// The browser's process, where we started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
}
