//! Requests in flight, kept from events while someone wants to know when a page is idle.
//!
//! What is held open by design does not count: sockets, event streams, media, and requests that have
//! been open for so long that they can only be waiting for the server to have news (long polls).

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// A request that is open for longer waits for news, or for what nobody should wait for.
const LONG_POLL: Duration = Duration::from_secs(3);

/// Whether a page waits for the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Requests are open; none of them counts any more after this time.
    Busy(Duration),
    /// None has been open for this time.
    Quiet(Duration),
}

#[derive(Debug)]
struct Open {
    since: Instant,
    document: bool,
}

/// The open requests of one page.
#[derive(Debug, Default)]
pub(super) struct Requests {
    /// How many calls watch; nothing is kept for none.
    watchers: u32,
    open: HashMap<String, Open>,
    quiet_since: Option<Instant>,
}

impl Requests {
    /// Begins or ends one watch. Whether events are wanted changes with the first and the last one:
    /// then `true`.
    pub(super) fn watch(&mut self, on: bool, now: Instant) -> bool {
        let before = self.watchers;
        self.watchers = if on { before + 1 } else { before.saturating_sub(1) };
        let changed = (before == 0) != (self.watchers == 0);
        if changed {
            self.open.clear();
            self.quiet_since = Some(now);
        }
        changed
    }

    pub(super) fn is_watched(&self) -> bool {
        self.watchers > 0
    }

    /// A request began; one with the same id (a redirect) begins anew. `document`: it is for a document.
    pub(super) fn began(&mut self, id: &str, document: bool, now: Instant) {
        if self.is_watched() {
            self.open.insert(id.to_owned(), Open { since: now, document });
        }
    }

    /// A request ended, or turned out to be one that does not count.
    pub(super) fn ended(&mut self, id: &str, now: Instant) {
        if self.open.remove(id).is_some() && self.open.is_empty() {
            self.quiet_since = Some(now);
        }
    }

    /// Another document is there: the old one's requests are gone, told or not.
    pub(super) fn left(&mut self, now: Instant) {
        let any = !self.open.is_empty();
        self.open.retain(|_, open| open.document);
        if any && self.open.is_empty() {
            self.quiet_since = Some(now);
        }
    }

    pub(super) fn state(&self, now: Instant) -> Network {
        let counted = self.open.values().map(|open| open.since + LONG_POLL).max();
        if let Some(end) = counted.filter(|end| *end > now) {
            return Network::Busy(end - now);
        }
        // That a request stopped to count does not make the time before quiet.
        let since = self.quiet_since.max(counted);
        Network::Quiet(since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn requests_count_until_they_end_or_have_been_open_for_long() {
        let start = Instant::now();
        let mut requests = Requests::default();
        requests.began("unwatched", false, start);
        assert!(requests.watch(true, start));
        assert_eq!(requests.state(start + 5 * MS), Network::Quiet(5 * MS));
        requests.began("a", false, start + 10 * MS);
        requests.began("poll", false, start + 10 * MS);
        assert_eq!(requests.state(start + 10 * MS), Network::Busy(LONG_POLL));
        requests.ended("a", start + 20 * MS);
        assert_eq!(requests.state(start + 10 * MS + LONG_POLL + 7 * MS), Network::Quiet(7 * MS));
        requests.ended("poll", start + 4_000 * MS);
        assert_eq!(requests.state(start + 4_001 * MS), Network::Quiet(MS));
    }

    #[test]
    fn another_document_ends_the_requests_of_the_one_before() {
        let start = Instant::now();
        let mut requests = Requests::default();
        requests.watch(true, start);
        requests.began("old", false, start);
        requests.began("document", true, start);
        requests.left(start + MS);
        assert!(matches!(requests.state(start + MS), Network::Busy(_)));
        requests.ended("document", start + 3 * MS);
        assert_eq!(requests.state(start + 3 * MS), Network::Quiet(Duration::ZERO));
    }

    #[test]
    fn only_the_first_and_the_last_watch_change_what_is_wanted() {
        let now = Instant::now();
        let mut requests = Requests::default();
        let changes: Vec<_> = [true, true, false, false, false]
            .into_iter()
            .map(|on| requests.watch(on, now))
            .collect();
        assert_eq!(changes, [true, false, false, true, false]);
    }
}
