//! The keyboard's focus among the pages.
//!
//! A tab without a document leaves the focus to Firefox's own window, and a navigation does not
//! fetch it; neither does activating the tab. Input reaches such a page all the same, but none of
//! its elements gets `focus`, `blur` or `change`. A page that asks for the focus itself gets it,
//! behind other tabs too.

use super::page::BidiPage;
use crate::backend::FrameId;
use crate::backend::monitor::lock;
use crate::error::{ErrorKind, Result};
use serde_json::json;
use std::time::Duration;

/// How long the page may take to get the focus.
const LIMIT: Duration = Duration::from_secs(2);

/// Fetches the focus where the page does not have it. It comes by way of the browser's own process.
const FETCH: &str = "async function() {
    if (document.hasFocus()) return null;
    focus();
    for (let i = 0; i < 10 && !document.hasFocus(); i++) await new Promise((done) => setTimeout(done, 5));
    return null;
}";

impl BidiPage {
    /// Gives this page the focus, where another one had it last or the document is new.
    pub(super) async fn fetch_focus(&self) -> Result<()> {
        let main = FrameId::clone(&self.data.id);
        let document = self.registry.contexts().documents(&main).unwrap_or_default();
        let wanted = Some((FrameId::clone(&main), document));
        if *lock(&self.registry.focus) == wanted {
            return Ok(());
        }
        match self.ask_text(&main, FETCH, &json!([]), LIMIT).await {
            Ok(_) => {}
            // Most things work without the focus, so the call goes on.
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
