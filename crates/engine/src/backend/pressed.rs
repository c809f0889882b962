//! The buttons and keys that input has pressed and not released, and the releases that the browser has not
//! confirmed yet.

use super::monitor::Monitor;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Key, Modifiers, MouseButton, Point};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// How long the browser may take to confirm a release.
const LIMIT: Duration = Duration::from_secs(5);

/// The buttons and keys that are down.
#[derive(Debug, Default)]
pub(super) struct Pressed {
    buttons: Vec<MouseButton>,
    keys: Vec<Key>,
    at: Option<Point>,
}

impl Pressed {
    /// Notes the events of one command.
    pub(super) fn note(&mut self, events: &[InputEvent]) {
        for event in events {
            match event {
                InputEvent::MouseMove(at) | InputEvent::MouseGlide(at, _) => self.at = Some(*at),
                InputEvent::MouseDown { at, button, .. } => {
                    self.at = Some(*at);
                    self.buttons.retain(|held| held != button);
                    self.buttons.push(*button);
                }
                InputEvent::MouseUp { at, button, .. } => {
                    self.at = Some(*at);
                    self.buttons.retain(|held| held != button);
                }
                InputEvent::KeyDown { key, .. } => {
                    self.keys.retain(|held| held != key);
                    self.keys.push(key.clone());
                }
                InputEvent::KeyUp { key, .. } => self.keys.retain(|held| held != key),
                InputEvent::Wheel { .. } | InputEvent::Pause(_) | InputEvent::Pen(_) => {}
            }
        }
    }

    /// The key is down, and is not released with the others.
    pub(super) fn forget(&mut self, key: &Key) {
        self.keys.retain(|held| held != key);
    }

    /// The key is released with the others.
    pub(super) fn remember(&mut self, key: &Key) {
        self.forget(key);
        self.keys.push(key.clone());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.buttons.is_empty() && self.keys.is_empty()
    }

    /// The events that release everything, last pressed first.
    pub(super) fn releases(&self) -> Vec<InputEvent> {
        let at = self.at.unwrap_or(Point { x: 0.0, y: 0.0 });
        let keys = self.keys.iter().rev().map(|key| InputEvent::KeyUp {
            key: key.clone(),
            modifiers: Modifiers::default(),
        });
        let buttons = self.buttons.iter().rev().map(|button| InputEvent::MouseUp {
            at,
            button: *button,
            click_count: 1,
        });
        buttons.chain(keys).collect()
    }
}

/// The keys that stay down when an action ends, until the caller lets go of them.
#[derive(Debug, Default)]
pub(super) struct KeptKeys(Vec<Key>);

impl KeptKeys {
    pub(super) fn add(&mut self, key: &Key) {
        if !self.0.contains(key) {
            self.0.push(key.clone());
        }
    }

    pub(super) fn remove(&mut self, key: &Key) {
        self.0.retain(|kept| kept != key);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn list(&self) -> Vec<Key> {
        self.0.clone()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The modifiers among them.
    pub(super) fn modifiers(&self) -> Modifiers {
        self.0
            .iter()
            .fold(Modifiers::default(), |held, key| held.with(key.modifier()))
    }

    /// The events of an action while these keys are down: it neither presses nor releases them, and its other keys
    /// come with their modifiers.
    pub(super) fn adjust<'a>(&self, events: &'a [InputEvent]) -> Cow<'a, [InputEvent]> {
        if self.0.is_empty() {
            return Cow::Borrowed(events);
        }
        let held = self.modifiers();
        let adjusted = events.iter().filter_map(|event| match event {
            InputEvent::KeyDown { key, .. } | InputEvent::KeyUp { key, .. } if self.0.contains(key) => None,
            InputEvent::KeyDown { key, modifiers } => Some(InputEvent::KeyDown {
                key: key.clone(),
                modifiers: modifiers.with(held),
            }),
            InputEvent::KeyUp { key, modifiers } => Some(InputEvent::KeyUp {
                key: key.clone(),
                modifiers: modifiers.with(held),
            }),
            other => Some(other.clone()),
        });
        Cow::Owned(adjusted.collect())
    }
}

/// The releases that were sent and are not confirmed.
#[derive(Debug, Default, Clone)]
pub(super) struct Releases(Arc<Monitor<usize>>);

/// One release that was sent. Dropping it counts as its confirmation.
#[derive(Debug)]
pub(super) struct Release(Arc<Monitor<usize>>);

impl Releases {
    pub(super) fn begin(&self) -> Release {
        self.0.change(|count| *count += 1);
        Release(Arc::clone(&self.0))
    }

    /// Waits until the browser has confirmed every release.
    ///
    /// # Errors
    /// `DispatchFailed` after 5 s: the next input would come while something is still down.
    pub(super) async fn confirmed(&self) -> Result<()> {
        match self.0.wait(LIMIT, |count| (*count == 0).then_some(())).await {
            Some(()) => Ok(()),
            None => Err(EngineError::new(
                ErrorKind::DispatchFailed,
                format!(
                    "the browser has not confirmed within {} s that a button or key of an earlier action is released; nothing was done",
                    LIMIT.as_secs()
                ),
            )
            .with_next_step("wait until the page responds, then try again")),
        }
    }
}

impl Drop for Release {
    fn drop(&mut self) {
        self.0.change(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Chord;

    #[test]
    fn what_went_down_last_goes_up_first() {
        let key = |name| Chord::parse(name).expect("a key").key;
        let modifiers = Modifiers::default();
        let at = Point { x: 3.0, y: 4.0 };
        let (button, click_count) = (MouseButton::Left, 1);
        let mut pressed = Pressed::default();
        pressed.note(&[
            InputEvent::KeyDown {
                key: key("a"),
                modifiers,
            },
            InputEvent::KeyDown {
                key: key("b"),
                modifiers,
            },
            InputEvent::KeyUp {
                key: key("a"),
                modifiers,
            },
            InputEvent::MouseDown { at, button, click_count },
        ]);
        assert_eq!(
            pressed.releases(),
            [
                InputEvent::MouseUp { at, button, click_count },
                InputEvent::KeyUp {
                    key: key("b"),
                    modifiers
                },
            ]
        );
        pressed.note(&pressed.releases());
        assert!(pressed.is_empty());
    }

    #[test]
    fn an_action_leaves_kept_keys_down() {
        let (shift, w) = (
            Chord::parse("Shift").expect("a key").key,
            Chord::parse("w").expect("a key").key,
        );
        let mut kept = KeptKeys::default();
        let down = |key: &Key, modifiers| InputEvent::KeyDown {
            key: key.clone(),
            modifiers,
        };
        let up = |key: &Key, modifiers| InputEvent::KeyUp {
            key: key.clone(),
            modifiers,
        };
        let none = Modifiers::default();
        let events = [
            down(&shift, Modifiers::SHIFT),
            down(&w, Modifiers::SHIFT),
            up(&w, none),
            up(&shift, none),
        ];
        assert_eq!(*kept.adjust(&events), events);
        kept.add(&shift);
        assert_eq!(*kept.adjust(&events), [down(&w, Modifiers::SHIFT), up(&w, Modifiers::SHIFT)]);
        kept.remove(&shift);
        assert_eq!(*kept.adjust(&events), events);
    }

    #[tokio::test]
    async fn a_release_is_waited_for() {
        let releases = Releases::default();
        releases.confirmed().await.expect("nothing was sent");
        let release = releases.begin();
        let wait = releases.confirmed();
        tokio::pin!(wait);
        assert!(futures_util::poll!(&mut wait).is_pending());
        drop(release);
        wait.await.expect("confirmed");
    }
}
