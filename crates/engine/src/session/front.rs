//! The selected page stays in front of the pages that open.

use super::{Session, lock};
use crate::action::Target;
use crate::deadline;
use crate::options::Route;
use std::time::Duration;
use tokio::time::timeout;

/// How long a page may take to come to the front. What is done in a page behind others is slow, and works.
const LIMIT: Duration = Duration::from_secs(2);

impl Session {
    /// Brings a page to the front if it is the selected one and another page has opened since it was there: what is behind gets
    /// about two frames a second, and all that waits for frames takes as long.
    pub(super) async fn bring_forward(&self, target: &Target) {
        if lock(&self.inner.pages).selected_number() != Some(target.number) || target.page.state().dialog().is_some() {
            return;
        }
        let Some(connection) = self.inner.connection.lock().await.clone() else {
            return;
        };
        if !connection.browser.state().take_front_change(!self.is_in_users_browser()) {
            return;
        }
        match timeout(deadline::at_most(LIMIT), target.page.activate()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "the selected page was not brought to the front"),
            Err(_) => tracing::debug!("the selected page has not come to the front in time"),
        }
    }

    /// Notes whether the selected page is in front, or may be behind others.
    pub(super) async fn note_in_front(&self, is_in_front: bool) {
        let Some(connection) = self.inner.connection.lock().await.clone() else {
            return;
        };
        let state = connection.browser.state();
        if is_in_front {
            state.take_front_change(true);
        } else {
            state.front_changes(false);
        }
    }

    /// Whether the browser is one that its user had before. A page that the user opened there stays where they have put it.
    fn is_in_users_browser(&self) -> bool {
        match self.inner.options.route() {
            Ok(Route::Attach(_)) | Err(_) => true,
            #[cfg(feature = "relay")]
            Ok(Route::Extension(_)) => true,
            _ => false,
        }
    }
}
