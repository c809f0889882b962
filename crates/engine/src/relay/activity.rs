//! The log of actions that the extension shows to the user, and that `/connection-health` returns.

use super::link::Outgoing;
use super::{Relay, Shared, lock, message};
use serde::Serialize;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The number of finished actions to keep.
const LENGTH: usize = 100;

/// An action that begins or ends. It never contains values of fields, or keys.
#[derive(Debug, Clone)]
pub(crate) struct Activity<'a> {
    /// Its number, the same at its beginning and end.
    pub(crate) id: u64,
    /// Its name, for example `click`.
    pub(crate) action: &'static str,
    /// The element as it was shown; empty while it is unknown.
    pub(crate) target: &'a str,
    /// The page, by its protocol's id.
    pub(crate) page: &'a str,
    /// The outcome (`ok` or an error code) and the duration; `None` at the beginning.
    pub(crate) ended: Option<(&'static str, Duration)>,
    /// A thumbnail of the page afterwards, as a `data:` URL, if a screenshot was requested.
    pub(crate) thumbnail: Option<&'a str>,
}

/// A finished action, as it is reported.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ended {
    /// The time in milliseconds since the epoch.
    at: u64,
    action: &'static str,
    target: String,
    outcome: &'static str,
    duration_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail: Option<String>,
}

/// The finished actions, and the ones in progress.
#[derive(Debug, Default)]
pub(super) struct ActivityLog {
    under_way: HashSet<u64>,
    ended: VecDeque<Ended>,
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl ActivityLog {
    fn note(&mut self, activity: &Activity<'_>) {
        let Some((outcome, duration)) = activity.ended else {
            self.under_way.insert(activity.id);
            return;
        };
        self.under_way.remove(&activity.id);
        if self.ended.len() == LENGTH {
            self.ended.pop_back();
        }
        self.ended.push_front(Ended {
            at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, milliseconds),
            action: activity.action,
            target: activity.target.to_owned(),
            outcome,
            duration_ms: milliseconds(duration),
            thumbnail: activity.thumbnail.map(ToOwned::to_owned),
        });
    }

    pub(super) fn pending(&self) -> usize {
        self.under_way.len()
    }

    /// The finished actions, newest first.
    pub(super) fn recent(&self) -> Vec<Ended> {
        self.ended.iter().cloned().collect()
    }
}

/// The number of the next action.
pub(crate) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Relay {
    /// Logs an action and reports it to the extension.
    pub(crate) fn record(&self, activity: &Activity<'_>) {
        self.shared.record(activity);
    }
}

impl Shared {
    /// Logs an action and reports it to the extension.
    pub(super) fn record(&self, activity: &Activity<'_>) {
        lock(&self.activity).note(activity);
        if let Some(link) = self.links.borrow().last() {
            let ended = activity.ended.map(|(outcome, took)| (outcome, milliseconds(took)));
            link.send(Outgoing::Message(message::activity(activity, ended)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_began_is_pending_until_it_has_ended() {
        let mut log = ActivityLog::default();
        let mut click = Activity {
            id: 1,
            action: "click",
            target: "button \"Save\"",
            page: "P",
            ended: None,
            thumbnail: None,
        };
        log.note(&click);
        assert_eq!((log.pending(), log.recent().len()), (1, 0));
        click.ended = Some(("ok", Duration::from_millis(12)));
        log.note(&click);
        let recent = log.recent();
        assert_eq!((log.pending(), recent.len()), (0, 1));
        assert_eq!((recent[0].outcome, recent[0].duration_ms), ("ok", 12));
        for id in 2..300 {
            click.id = id;
            log.note(&click);
        }
        assert_eq!(log.recent().len(), LENGTH);
    }
}
