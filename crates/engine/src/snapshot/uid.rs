//! UIDs: given once, never re-targeted, never reused.
//!
//! A UID is `{snapshot}_{counter}`: the number of the snapshot in which its element was first seen, and a running
//! number in it. An element keeps its UID while it lives, over any number of snapshots.
//!
//! A UID names one element of one document, or it is stale. A new document of the frame makes the UIDs of the old one
//! stale; so do a return from the back/forward cache and `clear_snapshot`. The map finds an element by document token
//! and node number. It also stores the role and name with which the element was last *shown*. If the element means
//! something else by now (a recycled row, a relabelled button), the action is refused as stale, with both meanings in
//! the error.
//!
//! The registry in the page holds elements weakly, so UIDs keep nothing of the page alive. Each walk of a document tells
//! which elements the browser has freed since the last one. Such an element cannot come back, so its UID becomes stale.
//! An element that only left the document keeps its UID.

use super::Meaning;
use crate::backend::FrameId;
use crate::page_script::Expected;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

/// A UID: `{snapshot}_{counter}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Uid {
    pub(crate) snapshot: u32,
    pub(crate) counter: u32,
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.snapshot, self.counter)
    }
}

impl FromStr for Uid {
    type Err = ();

    /// Only the canonical form parses: no signs, no leading zeros.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (snapshot, counter) = text.split_once('_').ok_or(())?;
        let number = |digits: &str| {
            let canonical = digits == "0" || !digits.starts_with('0');
            (canonical && digits.bytes().all(|b| b.is_ascii_digit()))
                .then(|| digits.parse().ok())
                .flatten()
                .ok_or(())
        };
        Ok(Self {
            snapshot: number(snapshot)?,
            counter: number(counter)?,
        })
    }
}

/// The element of a UID, and how it was last shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodeRef {
    pub(crate) uid: Uid,
    pub(crate) page: u32,
    pub(crate) frame: FrameId,
    /// The number of documents that the page's main frame had had when the node was seen.
    pub(crate) epoch: u64,
    pub(crate) node: Expected,
    /// Whether a person cannot see words of its name.
    pub(crate) unseen: bool,
}

impl NodeRef {
    /// The element as the snapshot showed it, quoted.
    pub(crate) fn describe(&self) -> String {
        let Expected { role, name, .. } = &self.node;
        let unseen = self.unseen;
        Meaning { role, name, unseen }.describe()
    }
}

#[derive(Debug)]
struct Document {
    page: u32,
    frame: FrameId,
    epoch: u64,
    /// The last time that a walk or a search saw it, see [`UidMap::now`].
    seen: u64,
    uids: FxHashMap<u32, Uid>,
}

#[derive(Debug)]
struct Entry {
    doc: Arc<str>,
    number: u32,
    role: Box<str>,
    name: Box<str>,
    unseen: bool,
}

/// The state of a UID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// It names this node, as far as the engine knows.
    Live(Box<NodeRef>),
    /// It was given out and is no longer valid.
    Stale,
    /// It was never given out.
    Unknown,
}

/// All UIDs of a session.
#[derive(Debug, Default)]
pub(crate) struct UidMap {
    /// How many UIDs each snapshot gave out; the first snapshot is number 1.
    given: Vec<u32>,
    /// The valid UIDs.
    entries: FxHashMap<Uid, Entry>,
    documents: HashMap<Arc<str>, Document>,
    clock: u64,
}

/// Frees memory of a table that has become much smaller.
fn shrink<K: Eq + Hash, V>(table: &mut FxHashMap<K, V>) {
    if table.len() * 4 < table.capacity() {
        table.shrink_to(table.len() * 2);
    }
}

/// Assigns UIDs to the nodes of one document.
pub(crate) struct Numbering<'a> {
    document: Option<(Arc<str>, &'a mut Document)>,
    snapshot: u32,
    given: Option<&'a mut u32>,
    entries: &'a mut FxHashMap<Uid, Entry>,
}

impl UidMap {
    /// Begins a snapshot and returns its number.
    pub(crate) fn begin_snapshot(&mut self) -> u32 {
        self.given.push(0);
        u32::try_from(self.given.len()).unwrap_or(u32::MAX)
    }

    /// Makes sure that there is a snapshot for UIDs to belong to. Elements located before the first snapshot belong
    /// to an empty one.
    pub(crate) fn begin_locating(&mut self) {
        if self.given.is_empty() {
            self.given.push(0);
        }
    }

    /// The UID of an element that an answer or an error shows to the caller.
    pub(crate) fn give(&mut self, doc: &str, id: u32, meaning: Meaning<'_>) -> Uid {
        let uid = self.numbering(doc).uid(id, meaning);
        self.shown(uid, meaning);
        uid
    }

    /// Whether a snapshot with this number was begun; always true for 0.
    pub(crate) fn has_begun(&self, snapshot: u32) -> bool {
        snapshot as usize <= self.given.len()
    }

    /// Records the frame of a document. The frame's earlier documents and their UIDs become stale.
    pub(crate) fn place_document(&mut self, doc: &str, page: u32, frame: &FrameId, epoch: u64) {
        self.clock += 1;
        if let Some(document) = self.documents.get_mut(doc)
            && document.page == page
            && document.epoch == epoch
            && document.frame == *frame
        {
            document.seen = self.clock;
            return;
        }
        let replaced: Vec<_> = self
            .documents
            .iter()
            .filter(|(token, document)| &***token == doc || (document.page == page && document.frame == *frame))
            .map(|(token, _)| Arc::clone(token))
            .collect();
        for token in replaced {
            self.forget_document(&token);
        }
        self.documents.insert(
            doc.into(),
            Document {
                page,
                frame: frame.clone(),
                epoch,
                seen: self.clock,
                uids: FxHashMap::default(),
            },
        );
    }

    /// The current time, in documents that were seen.
    pub(crate) fn now(&self) -> u64 {
        self.clock
    }

    /// Makes the UIDs stale that belong to frames which the page no longer has. `frames` were the frames of the
    /// page at the time `then`. Documents that another call saw later are kept.
    pub(crate) fn keep_frames<'a>(&mut self, page: u32, frames: impl IntoIterator<Item = &'a FrameId>, then: u64) {
        let open: HashSet<&FrameId> = frames.into_iter().collect();
        let gone: Vec<_> = self
            .documents
            .iter()
            .filter(|(_, document)| document.page == page && document.seen <= then && !open.contains(&document.frame))
            .map(|(token, _)| Arc::clone(token))
            .collect();
        for token in gone {
            self.forget_document(&token);
        }
    }

    /// Makes the UIDs of elements stale that the browser has freed. `freed` are their numbers, ascending.
    pub(crate) fn forget_nodes(&mut self, doc: &str, freed: &[RangeInclusive<u32>]) {
        let Some(document) = self.documents.get_mut(doc) else {
            return;
        };
        let is_freed = |number: u32| {
            let after = freed.partition_point(|range| *range.start() <= number);
            after > 0 && freed[after - 1].contains(&number)
        };
        let count: u64 = freed
            .iter()
            .map(|range| u64::from(range.end().saturating_sub(*range.start())) + 1)
            .sum();
        if count < document.uids.len() as u64 {
            for number in freed.iter().cloned().flatten() {
                if let Some(uid) = document.uids.remove(&number) {
                    self.entries.remove(&uid);
                }
            }
        } else {
            for (_, uid) in document.uids.extract_if(|number, _| is_freed(*number)) {
                self.entries.remove(&uid);
            }
        }
        shrink(&mut document.uids);
        shrink(&mut self.entries);
    }

    /// The number of documents with UIDs, and the number of valid UIDs.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.documents.len(), self.entries.len())
    }

    /// Starts to assign UIDs to the nodes of a document.
    pub(crate) fn numbering(&mut self, doc: &str) -> Numbering<'_> {
        let token = self.documents.get_key_value(doc).map(|(token, _)| Arc::clone(token));
        Numbering {
            document: token.zip(self.documents.get_mut(doc)),
            snapshot: u32::try_from(self.given.len()).unwrap_or(u32::MAX),
            given: self.given.last_mut(),
            entries: &mut self.entries,
        }
    }

    /// Records that a node was shown as this.
    pub(crate) fn shown(&mut self, uid: Uid, Meaning { role, name, unseen }: Meaning<'_>) {
        if let Some(entry) = self.entries.get_mut(&uid) {
            if *entry.role != *role {
                entry.role = role.into();
            }
            if *entry.name != *name {
                entry.name = name.into();
            }
            entry.unseen = unseen;
        }
    }

    /// The state of a UID.
    pub(crate) fn look_up(&self, uid: Uid) -> Lookup {
        if let Some(entry) = self.entries.get(&uid)
            && let Some(document) = self.documents.get(&entry.doc)
        {
            return Lookup::Live(Box::new(NodeRef {
                uid,
                page: document.page,
                frame: document.frame.clone(),
                epoch: document.epoch,
                node: Expected {
                    doc: entry.doc.to_string(),
                    id: entry.number,
                    role: entry.role.to_string(),
                    name: entry.name.to_string(),
                    origins: Vec::new(),
                },
                unseen: entry.unseen,
            }));
        }
        let given = index(uid.snapshot).and_then(|index| self.given.get(index));
        if given.is_some_and(|given| uid.counter < *given) {
            Lookup::Stale
        } else {
            Lookup::Unknown
        }
    }

    fn forget_document(&mut self, token: &str) -> usize {
        let Some(document) = self.documents.remove(token) else {
            return 0;
        };
        for uid in document.uids.values() {
            self.entries.remove(uid);
        }
        shrink(&mut self.entries);
        document.uids.len()
    }

    /// Makes the UIDs of a page, or of all pages, stale. Returns their number.
    pub(crate) fn clear(&mut self, page: Option<u32>) -> usize {
        let gone: Vec<_> = self
            .documents
            .iter()
            .filter(|(_, document)| page.is_none_or(|page| page == document.page))
            .map(|(token, _)| Arc::clone(token))
            .collect();
        gone.iter().map(|token| self.forget_document(token)).sum()
    }
}

impl Numbering<'_> {
    /// The UID that a node already has.
    pub(crate) fn existing(&self, number: u32) -> Option<Uid> {
        let (_, document) = self.document.as_ref()?;
        document.uids.get(&number).copied()
    }

    /// The UID of a node: its existing one, or a new one of the current snapshot.
    pub(crate) fn uid(&mut self, number: u32, meaning: Meaning<'_>) -> Uid {
        self.existing(number).unwrap_or_else(|| self.give(number, meaning))
    }

    /// A new UID of the current snapshot for a node without one.
    pub(crate) fn give(&mut self, number: u32, Meaning { role, name, unseen }: Meaning<'_>) -> Uid {
        let counter = self.given.as_mut().map_or(0, |given| {
            **given += 1;
            **given - 1
        });
        let uid = Uid {
            snapshot: self.snapshot,
            counter,
        };
        if let Some((doc, document)) = &mut self.document {
            let entry = Entry {
                doc: Arc::clone(doc),
                number,
                role: role.into(),
                name: name.into(),
                unseen,
            };
            self.entries.insert(uid, entry);
            document.uids.insert(number, uid);
        }
        uid
    }
}

/// The index of a snapshot's UIDs.
fn index(snapshot: u32) -> Option<usize> {
    (snapshot as usize).checked_sub(1)
}

#[cfg(test)]
mod tests;
