//! Keys that the caller holds down over several calls.

use super::{Session, lock};
use crate::action::{self, Target};
use crate::error::Result;
use crate::input::Key;
use crate::options::ActionOptions;
use crate::report::ActionReport;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long the browser may take to release keys when a session ends.
const LAST_RELEASE: Duration = Duration::from_secs(1);

/// Where keys are held down: the page, and the number of its document.
pub(super) type HeldOn = Option<(Arc<Target>, u64)>;

impl Session {
    /// Presses a key where the focus is, and keeps it down over the following calls. It goes up with
    /// [`Session::key_up`], before the first call on another page or document, and at the end of the session.
    ///
    /// # Errors
    /// `InvalidInput` for an unknown key or a combination; `Unsupported` if the connection cannot keep keys down.
    pub async fn key_down(&self, key: &str, options: &ActionOptions) -> Result<ActionReport> {
        self.in_time(async {
            let key = Key::parse(key, false)?;
            let mut running = self.begin("keyDown").await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let held = (Arc::clone(target), target.page.state().document());
            let done = target.alone(action::key_down(target, &key)).await;
            if done.is_ok() {
                *lock(&self.inner.held) = Some(held);
            }
            self.finish(running, key.name(), done, false, options.changes.as_ref()).await
        })
        .await
    }

    /// Releases a key that [`Session::key_down`] holds down; without one, all of them.
    ///
    /// # Errors
    /// `InvalidInput` if the key is not held down.
    pub async fn key_up(&self, key: Option<&str>, options: &ActionOptions) -> Result<ActionReport> {
        self.in_time(async {
            let key = key.map(|key| Key::parse(key, false)).transpose()?;
            let mut running = self.begin("keyUp").await?;
            running.watch(options.changes.as_ref()).await;
            let target = &running.target;
            let released = target.alone(action::key_up(target, key.as_ref())).await;
            let (described, done) = match released {
                Ok(keys) if keys.is_empty() => ("no key: none was held down".to_owned(), Ok(action::Done::trusted())),
                Ok(keys) => (names(&keys), Ok(action::Done::trusted())),
                Err(error) => (String::new(), Err(error)),
            };
            self.finish(running, described, done, false, options.changes.as_ref()).await
        })
        .await
    }

    /// Releases keys that are held down on another page or in a document that is gone.
    pub(super) async fn release_keys_elsewhere(&self, now: &Target) {
        let elsewhere = {
            let mut held = lock(&self.inner.held);
            let stays =
                |(target, document): &(Arc<Target>, u64)| target.number == now.number && *document == now.page.state().document();
            held.take_if(|held| !stays(held))
        };
        if let Some((target, _)) = elsewhere {
            let why = if target.number == now.number {
                "the page changed"
            } else {
                "another page is used now"
            };
            self.release_keys(&target, why).await;
        }
    }

    /// Releases the keys that are held down at the end of the session.
    pub(super) async fn release_keys_at_end(&self) {
        let held = lock(&self.inner.held).take();
        if let Some((target, _)) = held {
            let _ = timeout(LAST_RELEASE, self.release_keys(&target, "the session ended")).await;
        }
    }

    async fn release_keys(&self, target: &Target, why: &str) {
        match target.alone(action::key_up(target, None)).await {
            Ok(keys) if keys.is_empty() => {}
            Ok(keys) => self.notice(format!("Released {}, which had been held down: {why}.", names(&keys))),
            Err(error) => tracing::debug!(%error, "held keys were not released"),
        }
    }
}

/// The keys that are held down on a page, as a sentence.
pub(super) fn held_keys(target: &Target) -> Option<String> {
    let kept = target.page.kept_keys().filter(|kept| !kept.is_empty())?;
    Some(format!("Held down: {}.", names(&kept)))
}

fn names(keys: &[Key]) -> String {
    keys.iter().map(Key::name).collect::<Vec<_>>().join(", ")
}
