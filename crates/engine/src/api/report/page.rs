//! Reports about pages, and the side effects of calls.

use super::{ChangesReport, ConsoleErrors};
use crate::api::json::Millis;
use crate::backend::{DialogKind, Protocol};
use crate::error::LoadFailure;
use serde::Serialize;
use std::time::Duration;

/// A page of the session. Page numbers are never reused in a session.
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
    /// Whether calls that name no page use this one.
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
    /// Its kind.
    pub kind: DialogKind,
    /// Its text.
    pub message: String,
    /// The default answer of a prompt.
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
    /// The address that it shows or loads; empty if it is not known yet.
    pub url: String,
    /// Whether it has closed since.
    pub closed: bool,
}

/// A navigation that has begun and shows no document yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PendingNavigation {
    /// The address that is loading.
    pub url: String,
    /// Whether the whole page navigates. `false` for one of its frames.
    pub main_frame: bool,
}

/// How much a list leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Omitted {
    /// The number of entries that follow those in the list.
    pub count: usize,
    /// Whether there were even more, whose number is not known.
    pub more: bool,
}

/// A document that could not be loaded. The page shows the browser's error page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FailedLoad {
    /// The address.
    pub url: String,
    /// The cause.
    pub cause: LoadFailure,
}

/// A download that an action started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Download {
    /// The suggested file name.
    pub name: String,
    /// The file's path, once the download is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Whether it has ended. Without a `path`, it has failed.
    pub finished: bool,
}

/// A file chooser that a page opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FileChooserInfo {
    /// Whether it takes several files.
    pub multiple: bool,
}

/// The side effects of a call.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Effects {
    /// The new address, if the main frame shows another document or address now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigated_to: Option<String>,
    /// The document that could not be loaded, if the main frame shows the browser's error page now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_load: Option<FailedLoad>,
    /// Navigations that have begun and show no document yet. The page still shows the earlier one.
    pub navigating: Vec<PendingNavigation>,
    /// Pages that were opened, the first 20.
    pub opened: Vec<OpenedPage>,
    /// The opened pages that are not listed; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_more: Option<Omitted>,
    /// The dialog that is open now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogInfo>,
    /// The file chooser that the page opened. It was cancelled: an upload to the element that opens it answers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_chooser: Option<FileChooserInfo>,
    /// Whether a request of the page is under way, so that the page may change later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub requesting: bool,
    /// Downloads that started, the first 20.
    pub downloads: Vec<Download>,
    /// The downloads that are not listed; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downloads_more: Option<Omitted>,
    /// The errors that the page wrote to the console; absent if there are none, or if the session does not record them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub console_errors: Option<ConsoleErrors>,
    /// What the action changed on the page; absent unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangesReport>,
    /// Sentences about the session, for example that the browser was started again.
    pub notices: Vec<String>,
}

words! {
    /// How far a page has loaded.
    pub enum LoadState {
        /// The document is being parsed.
        Committed = "committed",
        /// `DOMContentLoaded` has fired.
        DomContentLoaded = "domcontentloaded",
        /// `load` has fired.
        Loaded = "load",
    }
}

words! {
    /// What a navigation led to.
    pub enum Arrival {
        /// The page shows the document.
        Arrived = "arrived",
        /// A dialog is open and the page still shows the earlier document.
        Blocked = "blocked",
        /// The address was a download. The page still shows the earlier document.
        Download = "download",
        /// The step in the history was one of a frame below the main one. The page shows the same document.
        Frame = "frame",
    }
}

/// The report of a navigation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NavigationReport {
    /// The page's number.
    pub page: u32,
    /// The page's current address.
    pub url: String,
    /// The page's current title.
    pub title: String,
    /// What the navigation led to.
    pub arrival: Arrival,
    /// How far the page had loaded when the call returned.
    pub load_state: LoadState,
    /// Whether the loading ended before the document was whole: its connection broke, or it was stopped. Told by Chromium alone.
    pub incomplete: bool,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

words! {
    /// The state of a download.
    pub enum DownloadState {
        /// The download is running.
        Running = "running",
        /// The file is complete.
        Finished = "finished",
        /// The download failed or was cancelled.
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
    /// Its state.
    pub state: DownloadState,
    /// The file's path, once the download is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its size in bytes, or the size received so far, if known.
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
    /// The browser's process, if the session launched it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Whether the session launched the browser without its sandbox, because that cannot work here.
    pub unsandboxed: bool,
}
