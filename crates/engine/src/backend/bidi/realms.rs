//! The realms of documents, which show what the events of navigation do not.
//!
//! When the process of a page is killed, its realm goes, and the browser reports the crash a second or more later.
//! Until then an empty page stands there, and answers.

use super::page::BidiPage;
use super::registry::{PageData, Registry};
use crate::backend::monitor::{NO_LIMIT, lock};
use crate::backend::wire::WireError;
use crate::backend::{FrameId, Page as _, PageState};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// How long the browser may take to report a crash.
const CRASH_LIMIT: Duration = Duration::from_secs(3);

/// How long after a failure the browser may report the loss of the document that led to it.
const NEWS_LIMIT: Duration = Duration::from_millis(300);

/// The codes of failures that the loss of a document may lead to.
const SIGNS: [&str; 3] = ["no such frame", "unable to capture screen", "unknown error"];

/// What is known of a page that was lost if the call ends before the browser says why.
const UNTOLD: &str =
    "the page's document is gone without a navigation, as when its process crashes; the browser has not said why yet";

/// The realms of the documents that are shown now. Sandboxes are not among them.
#[derive(Debug, Default)]
pub(super) struct Realms {
    contexts: HashMap<String, FrameId>,
    current: HashMap<FrameId, String>,
    /// Frames whose document went while another one was on its way, which may not come.
    dropped: HashSet<FrameId>,
}

impl Realms {
    fn created(&mut self, realm: String, context: &str) {
        let context = FrameId::from(context);
        if let Some(before) = self.current.insert(FrameId::clone(&context), realm.clone()) {
            self.contexts.remove(&before);
        }
        self.contexts.insert(realm, context);
    }

    /// Returns the context if the realm was its current one.
    fn destroyed(&mut self, realm: &str) -> Option<FrameId> {
        let context = self.contexts.remove(realm)?;
        self.current.remove(&context);
        Some(context)
    }
}

impl Registry {
    pub(super) fn realm_created(&self, realm: String, context: &str) {
        lock(&self.realms).created(realm, context);
    }

    /// Notes that a realm is gone. If the page was not leaving, its document is lost.
    pub(super) fn realm_destroyed(&self, realm: &str) {
        let Some(context) = lock(&self.realms).destroyed(realm) else {
            return;
        };
        let leaving = self.contexts().pending(&context).is_some();
        let Some(page) = self.page(&context) else { return };
        if leaving {
            lock(&self.realms).dropped.insert(context);
        } else {
            page.lost.change(|lost| *lost = true);
        }
    }

    /// Notes that a page is not lost: it has a new document, or its crash has been told.
    pub(super) fn known(&self, page: &PageData) {
        lock(&self.realms).dropped.remove(&page.id);
        page.lost.change(|lost| *lost = false);
    }

    /// Notes that the page that was on its way has not come. If the one before it is gone, the page is lost.
    pub(super) fn not_come(&self, page: &PageData) {
        if lock(&self.realms).dropped.remove(&page.id) {
            page.lost.change(|lost| *lost = true);
        }
    }
}

impl BidiPage {
    /// Refuses to call a navigation ended, well or not, after which the page has neither its old document nor a new one: its
    /// process has crashed.
    ///
    /// # Errors
    /// As [`Self::refuse_lost`].
    pub(super) async fn refuse_dropped(&self) -> Result<()> {
        self.registry.not_come(&self.data);
        self.refuse_lost().await
    }

    /// Refuses an answer of the empty page that stands where a page was lost.
    ///
    /// # Errors
    /// `PageCrashed`, `PageClosed`.
    pub(super) async fn refuse_lost(&self) -> Result<()> {
        if !self.data.lost.look(|lost| *lost) {
            return Ok(());
        }
        let state = &self.data.state;
        let limit = deadline::before_last_look(CRASH_LIMIT);
        let told = tokio::select! {
            end = state.wait(limit, PageState::end) => end.is_some(),
            found = self.data.lost.wait(limit, |lost| (!*lost).then_some(())) => found.is_some(),
        };
        if !told && limit < CRASH_LIMIT {
            return Err(EngineError::new(ErrorKind::PageCrashed, UNTOLD));
        }
        self.data.lost.change(|lost| *lost = false);
        self.refuse_blocked()
    }

    /// Resolves with the reason when the page is lost.
    pub(super) async fn losing(&self) -> EngineError {
        loop {
            self.data.lost.wait(NO_LIMIT, |lost| lost.then_some(())).await;
            if let Err(error) = self.refuse_lost().await {
                return error;
            }
        }
    }

    /// Does `work`, for which the browser may never answer where the page was lost.
    ///
    /// # Errors
    /// As [`Self::refuse_lost`] and [`Self::uninterrupted`].
    pub(super) async fn while_kept<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        let done = tokio::select! {
            biased;
            error = self.losing() => return Err(error),
            done = self.uninterrupted(work) => done?,
        };
        self.refuse_lost().await?;
        Ok(done)
    }

    /// The reason why a command failed. The events that tell of a page's end may come after that.
    pub(super) async fn why(&self, error: WireError) -> EngineError {
        if SIGNS.iter().any(|code| error.is_code(code)) {
            tokio::select! {
                _ = self.data.state.wait(NEWS_LIMIT, PageState::end) => {}
                _ = self.data.lost.wait(NEWS_LIMIT, |lost| lost.then_some(())) => {}
            }
            self.registry.not_come(&self.data);
        }
        match self.refuse_lost().await {
            Err(end) => end.with_source(error),
            Ok(()) => self.while_open(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::bidi::protocol::{NavigationInfo, parsed};
    use serde_json::json;

    #[test]
    fn a_document_that_goes_without_a_navigation_is_lost() {
        let registry = Registry::default();
        registry.add(&parsed(json!({"context": "page", "url": "about:blank", "parent": null})));
        registry.add(&parsed(json!({"context": "frame", "url": "about:blank", "parent": "page"})));
        let page = registry.page("page").expect("added");
        let is_lost = || page.lost.look(|lost| *lost);
        registry.realm_created("1".into(), "page");
        registry.realm_created("f".into(), "frame");
        let to: NavigationInfo = parsed(json!({"context": "page", "navigation": "n", "url": "http://x/"}));
        registry.started(parsed(json!({"context": "page", "navigation": "n", "url": "http://x/"})));
        registry.realm_destroyed("1");
        registry.realm_created("2".into(), "page");
        registry.committed(&to);
        assert!(!is_lost());
        registry.realm_destroyed("f");
        assert!(!is_lost(), "frames come and go");
        registry.realm_destroyed("2");
        assert!(is_lost());
        registry.committed(&to);
        assert!(!is_lost());
    }

    #[test]
    fn a_document_is_lost_if_an_empty_page_comes_in_the_place_of_the_next_one() {
        let registry = Registry::default();
        registry.add(&parsed(json!({"context": "page", "url": "about:blank", "parent": null})));
        let page = registry.page("page").expect("added");
        let is_lost = || page.lost.look(|lost| *lost);
        let to = |url: &str| parsed::<NavigationInfo>(json!({"context": "page", "navigation": "n", "url": url}));
        for (awaited, comes, lost) in [
            ("http://x/", "http://x/", false),
            ("http://x/", "about:blank", true),
            ("http://x/", "about:tabcrashed?e=tabcrashed", true),
            ("about:blank", "about:blank", false),
        ] {
            registry.realm_created("1".into(), "page");
            registry.started(to(awaited));
            registry.realm_destroyed("1");
            registry.committed(&to(comes));
            assert_eq!(is_lost(), lost, "{comes} for {awaited}");
            registry.known(&page);
        }
    }
}
