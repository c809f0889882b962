//! The last actions: name, target, protocol, outcome and duration. Values of fields and keys are never
//! kept.

use super::running::RunningAction;
use super::{Session, lock};
use crate::deadline;
use crate::error::ErrorKind;
use crate::report::RecentAction;
use crate::text::shorten;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

/// How many actions are remembered.
const LENGTH: usize = 100;

/// The last actions, oldest first.
#[derive(Debug, Default)]
pub(super) struct Ring(VecDeque<RecentAction>);

impl Ring {
    fn push(&mut self, action: RecentAction) {
        if self.0.len() == LENGTH {
            self.0.pop_front();
        }
        self.0.push_back(action);
    }
}

/// The code of an action that is dropped before its end: its time is over, or the caller cancelled the call.
pub(super) fn cut_off() -> &'static str {
    let kind = if deadline::left().is_zero() {
        ErrorKind::Timeout
    } else {
        ErrorKind::Cancelled
    };
    kind.code()
}

/// Whether the action changes nothing in the page.
pub(super) fn only_reads(action: &str) -> bool {
    matches!(action, "screenshot" | "waitFor" | "resolveUid")
}

impl Session {
    /// The last actions, newest first, at most `limit` of the 100 that are kept.
    pub fn recent_actions(&self, limit: usize) -> Vec<RecentAction> {
        lock(&self.inner.recent).0.iter().rev().take(limit).cloned().collect()
    }

    /// Logs an action that has ended, and remembers it.
    pub(super) fn record(
        &self,
        running: &RunningAction,
        target: &str,
        trusted: bool,
        duration: Duration,
        error: Option<&'static str>,
    ) {
        running.recorded.store(true, Ordering::Relaxed);
        running.guard.end(target, error.unwrap_or("ok"), duration);
        self.remember(RecentAction {
            at: SystemTime::now(),
            action: running.name,
            target: shorten(target, 200),
            page: running.target.number,
            protocol: running.target.protocol,
            trusted,
            error,
            duration,
        });
    }

    /// Logs an action and keeps it among the last ones.
    pub(super) fn remember(&self, ended: RecentAction) {
        tracing::info!(
            action = ended.action,
            target = ended.target,
            method = ended.protocol.name(),
            trusted = ended.trusted,
            outcome = ended.error.unwrap_or("ok"),
            ms = ended.duration.as_millis(),
            "acted"
        );
        lock(&self.inner.recent).push(ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Protocol;

    #[test]
    fn the_oldest_action_makes_room() {
        let mut ring = Ring::default();
        for page in 0..LENGTH + 5 {
            ring.push(RecentAction {
                at: SystemTime::UNIX_EPOCH,
                action: "click",
                target: String::new(),
                page: u32::try_from(page).expect("small"),
                protocol: Protocol::Cdp,
                trusted: true,
                error: None,
                duration: Duration::ZERO,
            });
        }
        assert_eq!((ring.0.len(), ring.0.front().map(|action| action.page)), (LENGTH, Some(5)));
    }
}
