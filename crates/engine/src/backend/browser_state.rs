//! The state of a browser that is available without I/O: its downloads and records, and its end.

use super::by_hand::HandLog;
use super::console::ConsoleLog;
use super::download_log::DownloadLog;
use super::monitor::lock;
use super::traffic::Traffic;
use std::sync::{Arc, Mutex, OnceLock};

/// The state of one browser.
#[derive(Debug, Default)]
pub struct BrowserState {
    /// Its downloads, including those of closed pages.
    pub downloads: DownloadLog,
    /// What its pages write to the console, if that is recorded.
    pub console: ConsoleLog,
    /// What the user does in its pages, while that is watched.
    pub(crate) hands: HandLog,
    /// Where the requests of its pages are recorded.
    pub(crate) traffic: OnceLock<Arc<Traffic>>,
    ended: Mutex<Option<String>>,
}

impl BrowserState {
    /// Marks the browser as gone. `why` is a clause for messages to users. The first reason is kept.
    pub fn set_ended(&self, why: impl Into<String>) {
        lock(&self.ended).get_or_insert(why.into());
        self.hands.end();
    }

    /// Why the browser is gone; `None` while it is not.
    pub fn ended(&self) -> Option<String> {
        lock(&self.ended).clone()
    }
}
