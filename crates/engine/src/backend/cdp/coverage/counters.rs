//! The sessions that count scripts, one for each isolate.

use crate::backend::cdp::tree::SessionId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The sessions that count scripts.
#[derive(Debug, Default)]
pub(super) struct Counters {
    /// That of each isolate.
    counting: HashMap<String, SessionId>,
    /// The isolate of each session.
    isolates: HashMap<SessionId, String>,
}

impl Counters {
    /// Notes the isolate of a session. Answers whether it is to count there.
    pub(super) fn join(&mut self, session: &SessionId, isolate: &str) -> bool {
        self.isolates.insert(Arc::clone(session), isolate.to_owned());
        match self.counting.entry(isolate.to_owned()) {
            Entry::Occupied(entry) => entry.get() == session,
            Entry::Vacant(entry) => {
                entry.insert(Arc::clone(session));
                true
            }
        }
    }

    /// The session counts for the isolate that it is in now. The browser has begun again there if it has changed.
    pub(super) fn moves(&mut self, session: &SessionId, isolate: &str) {
        self.leave(session);
        self.isolates.insert(Arc::clone(session), isolate.to_owned());
        self.counting.insert(isolate.to_owned(), Arc::clone(session));
    }

    /// A session is gone. Answers the one that has to count in its place.
    pub(super) fn leave(&mut self, session: &SessionId) -> Option<SessionId> {
        let isolate = self.isolates.remove(session)?;
        if self.counting.get(&isolate) != Some(session) {
            return None;
        }
        let next = self
            .isolates
            .iter()
            .find(|(_, of)| **of == isolate)
            .map(|(next, _)| Arc::clone(next));
        match &next {
            Some(next) => self.counting.insert(isolate, Arc::clone(next)),
            None => self.counting.remove(&isolate),
        };
        next
    }

    pub(super) fn counts(&self, session: &SessionId) -> bool {
        self.counting.values().any(|of| of == session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_session_counts_for_each_isolate_and_another_one_takes_its_place() {
        let [page, same, other, third]: [SessionId; 4] = ["page", "same", "other", "third"].map(SessionId::from);
        let mut counters = Counters::default();
        counters.moves(&page, "1");
        assert!(!counters.join(&same, "1"));
        assert!(counters.join(&other, "2"));
        assert!(!counters.join(&third, "2"));
        assert_eq!(counters.leave(&same), None);
        assert_eq!(counters.leave(&other), Some(Arc::clone(&third)));
        assert!(counters.counts(&third) && counters.counts(&page) && !counters.counts(&other));
        // The page goes to a process where a frame was.
        counters.moves(&page, "2");
        assert!(counters.counts(&page) && !counters.counts(&third));
        assert!(counters.join(&same, "1"));
        assert_eq!(counters.leave(&page), Some(third));
    }
}
