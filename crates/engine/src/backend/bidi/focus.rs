//! The keyboard focus of pages.
//!
//! A tab without a document leaves the focus in Firefox's own window. Neither a navigation nor activating the
//! tab moves it to the page. Input still reaches such a page, but its elements get no `focus`, `blur` or
//! `change` events. A page that requests the focus itself gets it, even behind other tabs.

use super::page::BidiPage;
use crate::backend::FrameId;
use crate::backend::monitor::lock;
use crate::error::{ErrorKind, Result};
use serde_json::json;
use std::time::Duration;

/// The time limit for a page to get the focus.
const LIMIT: Duration = Duration::from_secs(2);

/// Requests the focus if the page does not have it. The focus arrives asynchronously, through the browser's
/// main process.
const FETCH: &str = "async function() {
    if (document.hasFocus()) return null;
    focus();
    for (let i = 0; i < 10 && !document.hasFocus(); i++) await new Promise((done) => setTimeout(done, 5));
    return null;
}";

impl BidiPage {
    /// Gives this page the focus if another page had it last or the document is new.
    pub(super) async fn fetch_focus(&self) -> Result<()> {
        let main = FrameId::clone(&self.data.id);
        let document = self.registry.contexts().documents(&main).unwrap_or_default();
        let wanted = Some((FrameId::clone(&main), document));
        if *lock(&self.registry.focus) == wanted {
            return Ok(());
        }
        match self.ask_text(&main, FETCH, &json!([]), LIMIT).await {
            Ok(_) => {}
            // Most operations work without the focus, so the call continues.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::Protocol | ErrorKind::Timeout | ErrorKind::Unsupported
                ) =>
            {
                tracing::debug!(%error, "the page could not be given the focus");
            }
            Err(error) => return Err(error),
        }
        *lock(&self.registry.focus) = wanted;
        Ok(())
    }
}
