//! How JavaScript cancels a call.

use napi_derive::napi;
use tokio::sync::watch;

/// Cancels the calls it was passed to.
#[napi]
pub struct Cancellation {
    requested: watch::Sender<bool>,
}

#[napi]
impl Cancellation {
    /// A cancellation that was not requested yet.
    #[napi(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            requested: watch::Sender::new(false),
        }
    }

    /// Ends the calls it was passed to. Each returns the fault `CANCELLED`. Idempotent.
    #[napi]
    pub fn cancel(&self) {
        self.requested.send_replace(true);
    }
}

impl Cancellation {
    /// Returns once the cancellation was requested.
    pub(crate) async fn requested(&self) {
        let mut requested = self.requested.subscribe();
        // Fails only without a sender, and `self` holds it.
        let _ = requested.wait_for(|requested| *requested).await;
    }
}
