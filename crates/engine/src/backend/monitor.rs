//! A value behind a lock, with a way to wait until it changes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// A practically unlimited time limit, for waits that only a change ends.
pub(super) const NO_LIMIT: Duration = Duration::from_hours(24 * 365);

/// Locks a mutex. Poisoning is ignored because no panic leaves a value here half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value that one task changes while others wait for a change.
#[derive(Debug, Default)]
pub(super) struct Monitor<T> {
    value: Mutex<T>,
    changed: Notify,
}

impl<T> Monitor<T> {
    pub(super) fn new(value: T) -> Self {
        Self {
            value: Mutex::new(value),
            changed: Notify::new(),
        }
    }

    /// Locks the value, for changes that wake no waiting task.
    pub(super) fn lock(&self) -> MutexGuard<'_, T> {
        lock(&self.value)
    }

    pub(super) fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.lock())
    }

    /// Changes the value and wakes the waiting tasks.
    pub(super) fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.lock());
        self.notify();
        result
    }

    /// Wakes the waiting tasks.
    pub(super) fn notify(&self) {
        self.changed.notify_waiters();
    }

    /// Waits until `found` returns a value; returns `None` if `limit` expires first.
    pub(super) async fn wait<R>(&self, limit: Duration, mut found: impl FnMut(&T) -> Option<R>) -> Option<R> {
        self.wait_until(limit, || self.look(&mut found)).await
    }

    /// Like [`Self::wait`], with a condition that locks the value itself.
    pub(super) async fn wait_until<R>(&self, limit: Duration, mut found: impl FnMut() -> Option<R>) -> Option<R> {
        let deadline = Instant::now() + limit;
        loop {
            let notified = self.changed.notified();
            tokio::pin!(notified);
            // Registering before the check ensures that a change between the two is not missed.
            notified.as_mut().enable();
            if let Some(value) = found() {
                return Some(value);
            }
            if tokio::time::timeout_at(deadline, notified).await.is_err() {
                return found();
            }
        }
    }
}
