//! What is being done and was done, for the user to see in the extension, and for `/connection-health`.

use super::link::Outgoing;
use super::{Relay, Shared, lock, message};
use serde::Serialize;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many actions are remembered.
const LENGTH: usize = 100;

/// An action that began, or ended. Values of fields and keys are never in it.
#[derive(Debug, Clone)]
pub(crate) struct Activity<'a> {
    /// Its number, the same at its beginning and its end.
    pub(crate) id: u64,
    /// Its name, as in `click`.
    pub(crate) action: &'static str,
    /// The element as it was shown; empty where it is not known yet.
    pub(crate) target: &'a str,
    /// The page, as its protocol names it.
    pub(crate) page: &'a str,
    /// How it ended and how long it took; `ok` or the code of its error.
    pub(crate) ended: Option<(&'static str, Duration)>,
    /// What the page looked like afterwards, small, as a `data:` address; where a picture was asked for.
    pub(crate) thumbnail: Option<&'a str>,
}

/// An action that has ended, as it is told.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ended {
    /// When, in milliseconds since the epoch.
    at: u64,
    action: &'static str,
    target: String,
    outcome: &'static str,
    duration_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail: Option<String>,
}

/// What was done, and what is under way.
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

    /// The last actions, newest first.
    pub(super) fn recent(&self) -> Vec<Ended> {
        self.ended.iter().cloned().collect()
    }
}

/// A number for the next action.
pub(crate) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Relay {
    /// Notes an action, and tells the extension of it.
    pub(crate) fn tell(&self, activity: &Activity<'_>) {
        self.shared.tell(activity);
    }
}

impl Shared {
    /// Notes an action, and tells the extension of it.
    pub(super) fn tell(&self, activity: &Activity<'_>) {
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
