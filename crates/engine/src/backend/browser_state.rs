//! The state of a browser that is available without I/O: its downloads and records, and its end.

use super::by_hand::HandLog;
use super::console::ConsoleLog;
use super::download_log::DownloadLog;
use super::monitor::lock;
use super::traffic::Traffic;
use std::sync::atomic::{AtomicBool, Ordering};
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
    front: Front,
}

/// Whether another page may have come to the front.
#[derive(Debug, Default)]
struct Front {
    by_page: AtomicBool,
    otherwise: AtomicBool,
}

impl BrowserState {
    /// Marks the browser as gone. `why` is a clause for messages to users. The first reason is kept.
    pub fn set_ended(&self, why: impl Into<String>) {
        lock(&self.ended).get_or_insert(why.into());
        self.hands.end();
    }

    /// Notes that another page may have come to the front. `by_page`: a page opened it, and not the user or the browser.
    pub(crate) fn front_changes(&self, by_page: bool) {
        let Front {
            by_page: page,
            otherwise,
        } = &self.front;
        let changed = if by_page { page } else { otherwise };
        changed.store(true, Ordering::Relaxed);
    }

    /// Whether another page may have come to the front since this was asked last. `any`: also one that no page opened.
    pub(crate) fn take_front_change(&self, any: bool) -> bool {
        let by_page = self.front.by_page.swap(false, Ordering::Relaxed);
        let otherwise = self.front.otherwise.swap(false, Ordering::Relaxed);
        by_page || any && otherwise
    }

    /// Why the browser is gone; `None` while it is not.
    pub fn ended(&self) -> Option<String> {
        lock(&self.ended).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_no_page_opened_counts_only_where_any_does() {
        for (by_page, any, expected) in [
            (true, false, true),
            (true, true, true),
            (false, true, true),
            (false, false, false),
        ] {
            let state = BrowserState::default();
            state.front_changes(by_page);
            assert_eq!(state.take_front_change(any), expected, "by_page {by_page}, any {any}");
            assert!(!state.take_front_change(true), "told once");
        }
    }
}
