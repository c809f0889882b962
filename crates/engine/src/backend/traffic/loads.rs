//! The loads of pages' documents, for the pages of an HTTP Archive.

use super::super::PageId;
use super::entry::cut;
use std::collections::VecDeque;
use std::time::SystemTime;

/// How many loads are kept.
const MOST: usize = 500;

/// A load of a page's document.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    pub(crate) number: u64,
    page: PageId,
    /// The address that was asked for.
    pub(crate) url: String,
    pub(crate) started: SystemTime,
    /// When the document had fired `DOMContentLoaded`, and `load`.
    pub(crate) content_loaded: Option<SystemTime>,
    pub(crate) loaded: Option<SystemTime>,
    /// Whether its document has taken the place of the one before.
    is_committed: bool,
    /// Whether nothing more comes of it: it became no document, or its browser is gone.
    is_past: bool,
}

/// The last loads, oldest first.
#[derive(Debug, Default)]
pub(super) struct Loads {
    list: VecDeque<Load>,
    last: u64,
}

impl Loads {
    fn current(&mut self, page: &PageId) -> Option<&mut Load> {
        self.list.iter_mut().rev().find(|load| load.page == *page && !load.is_past)
    }

    /// The number of the current load of a page. `begins` is the address of a document that begins to load.
    pub(super) fn of(&mut self, page: &PageId, begins: Option<&str>) -> u64 {
        if begins.is_none()
            && let Some(load) = self.current(page)
        {
            return load.number;
        }
        self.last += 1;
        self.list.push_back(Load {
            number: self.last,
            page: PageId::clone(page),
            url: cut(begins.unwrap_or_default(), 2 << 10),
            started: SystemTime::now(),
            content_loaded: None,
            loaded: None,
            is_committed: false,
            is_past: false,
        });
        if self.list.len() > MOST {
            self.list.pop_front();
        }
        self.last
    }

    /// The document of the current load has taken the place of the one before.
    pub(super) fn committed(&mut self, page: &PageId) {
        if let Some(load) = self.current(page) {
            load.is_committed = true;
        }
    }

    /// The current load became no document, such as a download.
    pub(super) fn aborted(&mut self, page: &PageId) {
        if let Some(load) = self.current(page).filter(|load| !load.is_committed) {
            load.is_past = true;
        }
    }

    /// The load whose document the page shows.
    fn shown(&mut self, page: &PageId) -> Option<&mut Load> {
        let of = |load: &&mut Load| load.page == *page && load.is_committed && !load.is_past;
        self.list.iter_mut().rev().find(of)
    }

    pub(super) fn content_loaded(&mut self, page: &PageId, at: SystemTime) {
        if let Some(load) = self.shown(page) {
            load.content_loaded.get_or_insert(at);
        }
    }

    pub(super) fn loaded(&mut self, page: &PageId, at: SystemTime) {
        if let Some(load) = self.shown(page) {
            load.loaded.get_or_insert(at);
        }
    }

    /// Another browser takes the place of the one before.
    pub(super) fn leave(&mut self) {
        for load in &mut self.list {
            load.is_past = true;
        }
    }

    pub(super) fn list(&self) -> Vec<Load> {
        self.list.iter().cloned().collect()
    }
}
