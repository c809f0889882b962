//! What a session has left at a server, and what is being ended there in the background.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Counts what is being ended. Clones count together.
#[derive(Debug, Clone)]
pub(crate) struct Leftovers(Arc<watch::Sender<usize>>);

impl Default for Leftovers {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }
}

impl Leftovers {
    /// Counts one more, until the result is dropped.
    #[cfg(feature = "webdriver")]
    pub(crate) fn hold(&self) -> Held {
        self.0.send_modify(|count| *count += 1);
        Held(Arc::clone(&self.0))
    }

    /// Waits until there are none, at most for `limit`.
    pub(crate) async fn wait(&self, limit: Duration) {
        let mut counts = self.0.subscribe();
        let none = counts.wait_for(|count| *count == 0);
        if tokio::time::timeout(limit, none).await.is_err() {
            tracing::warn!("a server has not ended all sessions that were begun there");
        }
    }
}

/// One of what is being ended.
#[cfg(feature = "webdriver")]
#[derive(Debug)]
pub(crate) struct Held(Arc<watch::Sender<usize>>);

#[cfg(feature = "webdriver")]
impl Drop for Held {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
