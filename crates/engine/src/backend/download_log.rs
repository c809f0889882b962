//! The downloads of a browser, including those of closed pages. The log lasts as long as the browser.

use crate::backend::monitor::lock;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

/// The maximum number of downloads to keep. The oldest that have ended are dropped first.
pub(super) const LONGEST: usize = 500;

/// A download and its progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDownload {
    /// The protocol's id.
    pub id: String,
    /// The file name that the server or page suggested. Quote it before showing.
    pub name: String,
    /// The path of the file once it is complete.
    pub path: Option<String>,
    /// The number of bytes received, if the protocol reports it.
    pub received: Option<u64>,
    /// Whether the download has ended. If it has ended without a `path`, it failed.
    pub ended: bool,
}

/// All downloads of one browser. Backends write, the session reads.
#[derive(Debug, Default)]
pub struct DownloadLog {
    known: Mutex<VecDeque<KnownDownload>>,
}

impl DownloadLog {
    fn lock(&self) -> MutexGuard<'_, VecDeque<KnownDownload>> {
        lock(&self.known)
    }

    /// Records the start of a download.
    pub fn begin(&self, id: &str, name: &str) {
        let mut known = self.lock();
        if known.len() == LONGEST {
            let ended = known.iter().position(|download| download.ended);
            known.remove(ended.unwrap_or(0));
        }
        known.push_back(KnownDownload {
            id: id.to_owned(),
            name: name.to_owned(),
            path: None,
            received: None,
            ended: false,
        });
    }

    /// Records the number of bytes received.
    pub fn progress(&self, id: &str, received: u64) {
        self.change(id, |download| download.received = Some(received));
    }

    /// Records the end of a download, with or without a file.
    pub fn end(&self, id: &str, path: Option<&str>) {
        self.change(id, |download| {
            download.path = path.map(str::to_owned);
            download.ended = true;
        });
    }

    /// Changes the newest running download with this id. A protocol may reuse ids.
    fn change(&self, id: &str, change: impl FnOnce(&mut KnownDownload)) {
        let mut known = self.lock();
        if let Some(download) = known.iter_mut().rev().find(|known| known.id == id && !known.ended) {
            change(download);
        }
    }

    /// All downloads, oldest first.
    pub fn list(&self) -> Vec<KnownDownload> {
        self.lock().iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_that_is_under_way_outlives_those_that_ended() {
        let log = DownloadLog::default();
        log.begin("slow", "slow.iso");
        for number in 0..2 * LONGEST {
            log.begin(&number.to_string(), "quick");
            log.end(&number.to_string(), None);
        }
        assert_eq!((log.list().len(), log.list()[0].id.as_str()), (LONGEST, "slow"));
        for number in 0..2 * LONGEST {
            log.begin(&number.to_string(), "slow");
        }
        assert_eq!(log.list().len(), LONGEST);
    }

    #[test]
    fn an_id_that_comes_again_is_another_download() {
        let log = DownloadLog::default();
        log.begin("a", "one.txt");
        log.progress("a", 7);
        log.end("a", Some("/d/one.txt"));
        log.begin("a", "two.txt");
        log.end("a", None);
        log.end("unknown", None);
        let list = log.list();
        assert_eq!(list.len(), 2);
        assert_eq!((list[0].path.as_deref(), list[0].received), (Some("/d/one.txt"), Some(7)));
        assert!(list[1].ended && list[1].path.is_none());
    }

    #[test]
    fn only_the_newest_are_kept() {
        let log = DownloadLog::default();
        for number in 0..LONGEST + 3 {
            log.begin(&number.to_string(), "x");
        }
        assert_eq!((log.list().len(), log.list()[0].id.as_str()), (LONGEST, "3"));
    }
}
