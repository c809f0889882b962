//! The requests of a session's pages, recorded from events while the session is asked to. Backends write them; calls read them.
//!
//! The log belongs to the session and outlives the browser, so that the numbers of requests are never used again and what a
//! browser did before its end can still be read. It is bounded in count and bytes, whatever pages do: the oldest requests that
//! have ended make room. Bodies of answers stay in the browser, which has bounds of its own.

mod entry;
mod loads;
#[cfg(test)]
mod tests;

use super::monitor::lock;
use super::{Happening, PageId};
use crate::report::NetworkHeader;
pub(in crate::backend) use entry::{Begun, LONGEST_POST};
pub(crate) use entry::{BodyPlace, Entry};
pub(crate) use loads::Load;
use loads::Loads;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// How many requests are kept.
const MOST_ENTRIES: usize = 2_000;
/// How many bytes they may take, about.
const MOST_BYTES: usize = 16 << 20;
/// How many of the oldest requests are looked at for one that has ended.
const LOOKED_AT: usize = 64;
/// How many keys without a request may have headers.
const MOST_EARLY: usize = 64;

/// Addresses that are no traffic of a page: their content is in them, or they are the browser's own.
const UNRECORDED: [&str; 10] = [
    "data:",
    "about:",
    "chrome:",
    "chrome-error:",
    "chrome-untrusted:",
    "chrome-extension:",
    "devtools:",
    "moz-extension:",
    "resource:",
    "javascript:",
];

/// Whether requests to this address are recorded.
pub(in crate::backend) fn is_recorded(url: &str) -> bool {
    !UNRECORDED.iter().any(|scheme| url.starts_with(scheme))
}

/// The headers of the network, which the browser reports apart from a request, and before or after it.
#[derive(Debug)]
pub(in crate::backend) enum Extra {
    /// Those of a request.
    Sent(Vec<NetworkHeader>),
    /// Those of an answer, with its status.
    Received(Vec<NetworkHeader>, Option<u16>),
}

/// The requests with one key: one, or more with redirects.
#[derive(Debug, Default)]
struct Track {
    /// The numbers, and whether headers of the network come for them, as far as that is known.
    hops: Vec<(u64, Option<bool>)>,
    sent: usize,
    received: usize,
    /// What came before its request.
    early: VecDeque<Extra>,
}

#[derive(Debug, Default)]
struct Inner {
    entries: BTreeMap<u64, Entry>,
    last: u64,
    bytes: usize,
    forgotten: u64,
    tracks: HashMap<Arc<str>, Track>,
    loads: Loads,
    messages: bool,
    refused: Option<Arc<str>>,
    connected: bool,
}

impl Inner {
    fn change<R>(&mut self, number: u64, change: impl FnOnce(&mut Entry) -> R) -> Option<R> {
        let entry = self.entries.get_mut(&number)?;
        let before = entry.weight();
        let done = change(entry);
        self.bytes = (self.bytes + entry.weight()).saturating_sub(before);
        Some(done)
    }

    /// Forgets requests until the bounds hold.
    fn make_room(&mut self) {
        while self.entries.len() > MOST_ENTRIES || self.bytes > MOST_BYTES {
            let ended = self.entries.values().take(LOOKED_AT).find(|entry| entry.ended);
            let Some(number) = ended.or_else(|| self.entries.values().next()).map(|entry| entry.number) else {
                return;
            };
            self.remove(number);
            self.forgotten += 1;
        }
    }

    fn remove(&mut self, number: u64) {
        let Some(entry) = self.entries.remove(&number) else { return };
        self.bytes = self.bytes.saturating_sub(entry.weight());
        if let Some(track) = self.tracks.get_mut(&entry.place.key) {
            track.hops.retain(|(hop, _)| *hop != number);
            if track.hops.is_empty() {
                self.tracks.remove(&entry.place.key);
            }
        }
    }

    /// Gives headers of the network to the request that they belong to: the browser reports them in the order of the hops,
    /// and leaves out hops that the cache answered. False if there is no such request yet.
    fn place_extra(&mut self, key: &str, extra: Extra) -> Result<(), Extra> {
        let Some(track) = self.tracks.get_mut(key) else {
            return Err(extra);
        };
        let count = match extra {
            Extra::Sent(_) => &mut track.sent,
            Extra::Received(..) => &mut track.received,
        };
        let hop = track.hops.iter().filter(|(_, has)| *has != Some(false)).nth(*count);
        let Some((number, _)) = hop else { return Err(extra) };
        let number = *number;
        *count += 1;
        self.change(number, |entry| match extra {
            Extra::Sent(headers) => entry.set_request_headers(headers),
            Extra::Received(headers, status) => {
                entry.set_response_headers(headers);
                entry.status = status.or(entry.status);
            }
        });
        Ok(())
    }
}

/// The recorded requests of a session.
#[derive(Debug, Default)]
pub struct Traffic {
    inner: Mutex<Inner>,
}

impl Traffic {
    /// A browser was connected to that records into this log. `messages`: whether it reports those of `WebSockets` and event
    /// streams. What an earlier one left open has ended.
    pub(in crate::backend) fn connect(&self, messages: bool) {
        let mut inner = lock(&self.inner);
        inner.connected = true;
        inner.messages = messages;
        inner.tracks.clear();
        inner.loads.leave();
        let numbers: Vec<u64> = inner.entries.keys().copied().collect();
        for number in numbers {
            inner.change(number, |entry| {
                entry.is_past = true;
                if !entry.ended {
                    entry.ended = true;
                    entry.failure.get_or_insert_with(|| "the browser ended".to_owned());
                }
            });
        }
    }

    /// Notes why the connection does not record.
    pub(crate) fn refuse(&self, why: &str) {
        let mut inner = lock(&self.inner);
        inner.connected = true;
        inner.refused = Some(why.into());
    }

    /// Whether a browser was ever connected to.
    pub(crate) fn is_connected(&self) -> bool {
        lock(&self.inner).connected
    }

    /// Why the connection does not record; `None` if it does.
    pub(crate) fn refused(&self) -> Option<Arc<str>> {
        lock(&self.inner).refused.clone()
    }

    /// Whether messages of `WebSockets` and event streams are recorded.
    pub(crate) fn records_messages(&self) -> bool {
        lock(&self.inner).messages
    }

    /// Records the begin of a request. `fill` completes its entry.
    pub(in crate::backend) fn begin(&self, begun: Begun<'_>, fill: impl FnOnce(&mut Entry)) {
        if !is_recorded(begun.url) {
            return;
        }
        let mut guard = lock(&self.inner);
        let inner = &mut *guard;
        let key: Arc<str> = begun.key.into();
        let before = inner
            .tracks
            .get(&key)
            .and_then(|track| track.hops.last())
            .map(|(number, _)| *number);
        if let (Some(before), false) = (before, begun.redirected) {
            // Two sessions of the protocol may report the same request.
            if inner.entries.get(&before).is_some_and(|entry| entry.url == begun.url) {
                return;
            }
        }
        inner.last += 1;
        let number = inner.last;
        let is_main = begun.page.as_deref().is_some() && begun.page == begun.frame;
        let (page, is_redirected) = (begun.page.clone(), begun.redirected);
        let mut entry = Entry::new(number, begun);
        fill(&mut entry);
        if let Some(page) = page {
            let begins = is_main && !is_redirected && entry.kind == crate::report::RequestType::Document;
            entry.load = Some(inner.loads.of(&page, begins.then_some(&*entry.url)));
        }
        if is_redirected && let Some(before) = before {
            entry.redirected_from = Some(before);
            inner.change(before, |earlier| {
                earlier.redirected_to = Some(number);
                earlier.ended = true;
            });
        }
        inner.bytes += entry.weight();
        inner.entries.insert(number, entry);
        let track = inner.tracks.entry(Arc::clone(&key)).or_default();
        track.hops.push((number, None));
        let mut early = std::mem::take(&mut track.early);
        while let Some(extra) = early.pop_front() {
            if let Err(extra) = inner.place_extra(&key, extra) {
                early.push_front(extra);
                break;
            }
        }
        if let Some(track) = inner.tracks.get_mut(&key) {
            track.early = early;
        }
        inner.make_room();
    }

    /// Changes the newest request with a key.
    pub(in crate::backend) fn change(&self, key: &str, change: impl FnOnce(&mut Entry)) {
        let mut inner = lock(&self.inner);
        let hop = inner.tracks.get(key).and_then(|track| track.hops.last());
        if let Some((number, _)) = hop {
            let number = *number;
            inner.change(number, change);
            inner.make_room();
        }
    }

    /// Whether the browser has to be asked for the body of the newest request with a key. It is asked once.
    pub(in crate::backend) fn lacks_post(&self, key: &str) -> bool {
        let mut inner = lock(&self.inner);
        let hop = inner.tracks.get(key).and_then(|track| track.hops.last());
        let number = hop.map(|(number, _)| *number);
        number
            .and_then(|number| inner.entries.get_mut(&number))
            .is_some_and(Entry::asks_for_post)
    }

    /// Changes a request with a key: the one after this many redirects.
    pub(in crate::backend) fn change_hop(&self, key: &str, redirects: usize, change: impl FnOnce(&mut Entry)) {
        let mut inner = lock(&self.inner);
        let track = inner.tracks.get(key);
        // Of a chain whose begin was not recorded, the newest is meant.
        let hop = track.and_then(|track| track.hops.get(redirects).or(track.hops.last()));
        if let Some((number, _)) = hop {
            let number = *number;
            inner.change(number, change);
            inner.make_room();
        }
    }

    /// Notes whether headers of the network come for the newest request with a key.
    pub(in crate::backend) fn has_extra(&self, key: &str, has: bool) {
        if let Some(track) = lock(&self.inner).tracks.get_mut(key)
            && let Some((_, known)) = track.hops.last_mut()
        {
            *known = Some(has);
        }
    }

    /// Records headers of the network.
    pub(in crate::backend) fn extra(&self, key: &str, extra: Extra) {
        let mut inner = lock(&self.inner);
        if let Err(extra) = inner.place_extra(key, extra) {
            if !inner.tracks.contains_key(key) {
                let early = inner.tracks.values().filter(|track| track.hops.is_empty()).count();
                if early >= MOST_EARLY {
                    inner.tracks.retain(|_, track| !track.hops.is_empty());
                }
            }
            let track = inner.tracks.entry(key.into()).or_default();
            if track.early.len() < 8 {
                track.early.push_back(extra);
            }
        }
        inner.make_room();
    }

    /// Records the steps of a page's document.
    pub(in crate::backend) fn happened(&self, page: &PageId, happening: &Happening) {
        let at = SystemTime::now();
        match happening {
            Happening::Committed { main: true, .. } => lock(&self.inner).loads.committed(page),
            Happening::NavigationAborted { frame } if frame == page => lock(&self.inner).loads.aborted(page),
            Happening::DomContentLoaded => lock(&self.inner).loads.content_loaded(page, at),
            Happening::Loaded => lock(&self.inner).loads.loaded(page, at),
            _ => {}
        }
    }

    /// The request with a number.
    pub(crate) fn get(&self, number: u64) -> Option<Entry> {
        lock(&self.inner).entries.get(&number).cloned()
    }

    /// The newest requests that fit, newest first, at most `limit`; and how many fit.
    pub(crate) fn newest(&self, limit: usize, fits: impl Fn(&Entry) -> bool) -> (Vec<Entry>, usize) {
        let inner = lock(&self.inner);
        let fitting = inner.entries.values().rev().filter(|entry| fits(entry));
        let mut found = Vec::new();
        let mut count = 0;
        for entry in fitting {
            if found.len() < limit {
                found.push(entry.clone());
            }
            count += 1;
        }
        (found, count)
    }

    /// All requests, oldest first, and the loads of documents during which they began.
    pub(crate) fn all(&self) -> (Vec<Entry>, Vec<Load>) {
        let inner = lock(&self.inner);
        (inner.entries.values().cloned().collect(), inner.loads.list())
    }

    /// How many requests are kept, how many were forgotten, and the number of the newest.
    pub(crate) fn counts(&self) -> (usize, u64, u64) {
        let inner = lock(&self.inner);
        (inner.entries.len(), inner.forgotten, inner.last)
    }

    /// The number of the oldest request that is kept.
    pub(crate) fn oldest(&self) -> Option<u64> {
        lock(&self.inner).entries.keys().next().copied()
    }

    /// Forgets the requests up to this number.
    pub(crate) fn clear(&self, up_to: u64) {
        let mut inner = lock(&self.inner);
        let numbers: Vec<u64> = inner.entries.range(..=up_to).map(|(number, _)| *number).collect();
        for number in numbers {
            inner.remove(number);
        }
    }
}

/// Where the requests of a page are recorded.
#[derive(Debug)]
pub(in crate::backend) struct Recorder {
    pub(in crate::backend) log: Arc<Traffic>,
    pub(in crate::backend) page: PageId,
}
