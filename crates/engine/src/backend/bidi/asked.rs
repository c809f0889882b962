//! Windows that a page may have asked for by a press with Shift. Firefox does not say who opened them.

use crate::backend::monitor::lock;
use crate::input::{InputEvent, Modifiers};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// After this time, the press has opened no window.
const LATEST: Duration = Duration::from_secs(3);

/// When a button was last pressed with Shift, unless a window has come since.
#[derive(Debug, Default)]
pub(super) struct Asked(Mutex<Option<Instant>>);

impl Asked {
    /// Notes the presses of one command, before which `held` were down.
    pub(super) fn note(&self, events: &[InputEvent], held: Modifiers) {
        let mut down = held;
        for event in events {
            match event {
                InputEvent::KeyDown { modifiers, .. } | InputEvent::KeyUp { modifiers, .. } => down = *modifiers,
                InputEvent::MouseDown { .. } => {
                    *lock(&self.0) = down.contains(Modifiers::SHIFT).then(Instant::now);
                }
                _ => {}
            }
        }
    }

    /// Whether a window that has come now may have been asked for.
    pub(super) fn is_open(&self) -> bool {
        lock(&self.0).is_some_and(|at| at.elapsed() < LATEST)
    }

    /// The window has come.
    pub(super) fn close(&self) {
        *lock(&self.0) = None;
    }
}
