//! The last snapshots of each page, for cursors and for changes since a snapshot.

use crate::error::{EngineError, ErrorKind, Result};
use crate::snapshot::Snapshot;
use crate::text::{quote, shorten};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// The maximum number of snapshots for each page.
const MOST: usize = 8;
/// The maximum size of a page's walks, without its last snapshot, in bytes.
const MOST_BYTES: usize = 32 << 20;

/// What a snapshot is kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It was shown as the page. Later snapshots are compared with it.
    Page,
    /// Only a part was walked, or only hits were shown. Only its cursors are used.
    Cursor,
}

#[derive(Debug, Default)]
pub(super) struct Kept {
    pages: HashMap<u32, VecDeque<(Use, Arc<Snapshot>)>>,
}

impl Kept {
    pub(super) fn insert(&mut self, usage: Use, snapshot: Arc<Snapshot>) {
        let list = self.pages.entry(snapshot.page).or_default();
        list.push_back((usage, snapshot));
        let mut bytes = 0;
        let fitting = list
            .iter()
            .rev()
            .take(MOST)
            .enumerate()
            .take_while(|(number, (_, snapshot))| {
                bytes += snapshot.bytes();
                *number == 0 || bytes <= MOST_BYTES
            })
            .count();
        list.drain(..list.len() - fitting);
    }

    /// A snapshot by its number.
    pub(super) fn at(&self, page: u32, id: u32) -> Option<Arc<Snapshot>> {
        self.find(page, |_, snapshot| snapshot.id == id)
    }

    /// The last snapshot that was shown as the page, or the one with this number.
    pub(super) fn shown(&self, page: u32, id: Option<u32>) -> Option<Arc<Snapshot>> {
        self.find(page, |usage, snapshot| {
            usage == Use::Page && id.is_none_or(|id| id == snapshot.id)
        })
    }

    /// The last snapshot of the whole page. The next walk is sent as the difference from it.
    pub(super) fn walked(&self, page: u32) -> Option<Arc<Snapshot>> {
        self.find(page, |_, snapshot| snapshot.is_whole())
    }

    /// The last snapshot for which `fits` is true.
    fn find(&self, page: u32, fits: impl Fn(Use, &Snapshot) -> bool) -> Option<Arc<Snapshot>> {
        let list = self.pages.get(&page)?;
        let found = list.iter().rev().find(|(usage, snapshot)| fits(*usage, snapshot));
        found.map(|(_, snapshot)| Arc::clone(snapshot))
    }

    /// The number of snapshots that are kept.
    pub(super) fn len(&self) -> usize {
        self.pages.values().map(VecDeque::len).sum()
    }

    pub(super) fn remove(&mut self, page: u32) {
        self.pages.remove(&page);
    }

    /// Forgets a snapshot that was not given to the caller, so that others can be kept in its place.
    pub(super) fn forget(&mut self, snapshot: &Snapshot) {
        if let Some(list) = self.pages.get_mut(&snapshot.page) {
            list.retain(|(_, kept)| kept.id != snapshot.id);
        }
    }

    pub(super) fn clear(&mut self) {
        self.pages.clear();
    }

    /// The snapshot and the position in it that a cursor (`3:240`) names.
    pub(super) fn at_cursor(&self, page: u32, cursor: &str) -> Result<(Arc<Snapshot>, usize)> {
        let shown = || quote(&shorten(cursor, 60));
        let parsed = cursor
            .split_once(':')
            .and_then(|(id, start)| Some((id.parse::<u32>().ok()?, start.parse::<usize>().ok()?)));
        let Some((id, start)) = parsed else {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("{} is not a cursor; one looks like \"3:240\"", shown()),
            ));
        };
        let snapshot = self.at(page, id).ok_or_else(|| {
            EngineError::new(
                ErrorKind::InvalidInput,
                format!("the snapshot of cursor {} is no longer kept", shown()),
            )
            .with_next_step(crate::error::NextStep::snapshot("read on with the cursor that it gives"))
        })?;
        Ok((snapshot, start))
    }
}
