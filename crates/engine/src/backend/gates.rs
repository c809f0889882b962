//! The books of the gates that keep input of an action out of documents that it is not meant for.
//!
//! A backend closes the gates together with the call that prepares the action, so they cost no round trip.

use super::monitor::lock;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// What is kept out of the documents that an action is not meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// Moves and presses of the mouse, and keys.
    Input,
    /// The same in documents to come. In the others, a press and what follows it: a drag may end there.
    Presses,
    /// The wheel.
    Wheel,
    /// Fingers.
    Touch,
}

/// The gates of one action. `S` identifies a script that closes new documents.
#[derive(Debug)]
pub(super) struct Closed<S> {
    /// The state of the frames when the gates were closed.
    pub(super) frames: u64,
    guard: Guard,
    pub(super) scripts: Vec<S>,
    /// The frames, or their sessions, that did not answer before and were not asked to close.
    pub(super) left_out: Vec<Arc<str>>,
    /// Whether the browser refused to close one of them, or did not answer in time.
    refused: bool,
}

/// The gates of a page's documents.
#[derive(Debug)]
pub(super) struct Gates<S>(Arc<Mutex<Option<Closed<S>>>>);

impl<S> Default for Gates<S> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<S> Clone for Gates<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S> Gates<S> {
    /// Begins the books of an action. Returns `false` if another action's are still open.
    pub(super) fn begin(&self, frames: u64, guard: Guard) -> bool {
        let mut gates = lock(&self.0);
        let free = gates.is_none();
        if free {
            *gates = Some(Closed {
                frames,
                guard,
                scripts: Vec::new(),
                left_out: Vec::new(),
                refused: false,
            });
        }
        free
    }

    /// Whether the gates of all documents are closed.
    pub(super) fn are_closed(&self) -> bool {
        lock(&self.0)
            .as_ref()
            .is_some_and(|closed| !closed.refused && !closed.scripts.is_empty())
    }

    /// What the gates stop, if an action is under way.
    pub(super) fn in_use(&self) -> Option<Guard> {
        lock(&self.0).as_ref().map(|closed| closed.guard)
    }

    /// Enters a script that the browser accepted. Returns it if the action has ended: then it has to be removed.
    pub(super) fn add(&self, script: S) -> Option<S> {
        match lock(&self.0).as_mut() {
            Some(closed) => {
                closed.scripts.push(script);
                None
            }
            None => Some(script),
        }
    }

    /// Notes that a document's gate is not closed.
    pub(super) fn refuse(&self) {
        if let Some(closed) = lock(&self.0).as_mut() {
            closed.refused = true;
        }
    }

    /// Notes the frames, or their sessions, that do not answer and are not asked to close.
    pub(super) fn leave_out(&self, silent: &[Arc<str>]) {
        if let Some(closed) = lock(&self.0).as_mut() {
            closed.refused |= !silent.is_empty();
            closed.left_out = silent.to_vec();
        }
    }

    /// Waits until the documents answered that they are closed, for `limit` at most.
    pub(super) async fn closed(&self, closing: Vec<oneshot::Receiver<()>>, limit: Duration) {
        let all = async {
            for one in closing {
                let _ = one.await;
            }
        };
        if timeout(limit, all).await.is_err() {
            self.refuse();
        }
    }

    /// Ends the books of the action.
    pub(super) fn take(&self) -> Option<Closed<S>> {
        lock(&self.0).take()
    }
}
