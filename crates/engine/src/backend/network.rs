//! Requests in flight, recorded from events while a caller waits for the page to become idle.
//!
//! Connections that stay open by design do not count: sockets, event streams, media, and long polls. A
//! request that has been open for a long time is treated as a long poll.

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// A request that is open for longer than this counts as a long poll.
const LONG_POLL: Duration = Duration::from_secs(3);

/// The number of open requests from which on long polls are forgotten.
const CROWDED: usize = 256;

/// The network activity of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Requests are open. None of them counts after this time.
    Busy(Duration),
    /// No request has been open for this time.
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
    /// The number of callers that watch. Requests are recorded only while it is above zero.
    watchers: u32,
    open: HashMap<String, Open>,
    quiet_since: Option<Instant>,
}

impl Requests {
    /// Starts or stops one watch. Returns `true` for the first start and the last stop, which turn recording
    /// on and off.
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

    /// Records the start of a request. A request with the same id (a redirect) replaces the earlier one.
    /// `document` is true for a request that loads a document.
    pub(super) fn began(&mut self, id: &str, document: bool, now: Instant) {
        if self.is_watched() {
            if self.open.len() >= CROWDED {
                self.forget_polls(now);
            }
            self.open.insert(id.to_owned(), Open { since: now, document });
        }
    }

    /// Forgets the requests that no longer count.
    fn forget_polls(&mut self, now: Instant) {
        let last = self
            .open
            .extract_if(|_, open| open.since + LONG_POLL <= now)
            .map(|(_, open)| open.since + LONG_POLL)
            .max();
        self.quiet_since = self.quiet_since.max(last);
    }

    /// Records the end of a request, or stops counting it.
    pub(super) fn ended(&mut self, id: &str, now: Instant) {
        if self.open.remove(id).is_some() && self.open.is_empty() {
            self.quiet_since = Some(now);
        }
    }

    /// Drops the requests of the previous document, whether or not their end was reported.
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
        // The time until the last request stopped counting was not quiet.
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
    fn requests_that_never_end_are_not_kept() {
        let start = Instant::now();
        let mut requests = Requests::default();
        requests.watch(true, start);
        for number in 0..10_000u32 {
            requests.began(&number.to_string(), false, start + number * 100 * MS);
        }
        assert!(requests.open.len() <= CROWDED, "{} are kept", requests.open.len());
        let last = start + 9_999 * 100 * MS;
        assert_eq!(requests.state(last), Network::Busy(LONG_POLL));
        assert_eq!(requests.state(last + LONG_POLL + MS), Network::Quiet(MS));
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
