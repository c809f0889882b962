//! The pages of a browser, and the sessions that belong to them.

use super::console::Recorder;
use super::hub::ContextId;
use super::page::CdpPage;
use super::tree::SessionId;
use crate::backend::PageId;
use crate::backend::intercept::Holder;
use crate::backend::state::EMPTY;
use crate::backend::traffic::Traffic;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// A page of the browser, attached or not.
#[derive(Debug)]
pub(super) struct KnownPage {
    pub(super) id: PageId,
    pub(super) url: String,
    pub(super) opener: Option<String>,
    /// The browser context, if the page belongs to a session of its own.
    pub(super) context: Option<ContextId>,
    /// The root of the group of pages that opened each other.
    pub(super) group: PageId,
    /// Filled by the first call that drives the page. Later calls wait for it.
    pub(super) attached: Arc<OnceCell<Arc<CdpPage>>>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    /// Oldest first.
    pub(super) pages: Vec<KnownPage>,
    pub(super) sessions: HashMap<SessionId, Arc<CdpPage>>,
    /// The session through which a frame's session was attached.
    pub(super) parents: HashMap<SessionId, SessionId>,
    /// Workers that no page owns, while they are heard.
    pub(super) workers: HashMap<SessionId, Heard>,
}

impl Known {
    pub(super) fn page(&self, id: &str) -> Option<&KnownPage> {
        self.pages.iter().find(|page| *page.id == *id)
    }

    pub(super) fn attached(&self, id: &str) -> Option<&Arc<CdpPage>> {
        self.sessions.values().find(|page| *page.id == *id)
    }

    /// The attached page that a frame is in.
    pub(super) fn holder(&self, frame: &str) -> Option<&Arc<CdpPage>> {
        self.sessions
            .values()
            .find(|page| page.tree.look(|tree| tree.contains(frame)))
    }

    /// The attached page of a context that has asked for a new page with this address.
    pub(super) fn which_requested(&self, url: &str, context: Option<&ContextId>) -> Option<Arc<CdpPage>> {
        let asked = |page: &&Arc<CdpPage>| self.has(&page.id, context) && page.requested.take(url);
        self.sessions.values().find(asked).cloned()
    }

    /// The ids of the pages in a context, oldest first.
    pub(super) fn ids(&self, context: Option<&ContextId>) -> Vec<PageId> {
        let inside = self.pages.iter().filter(|page| page.context.as_ref() == context);
        inside.map(|page| Arc::clone(&page.id)).collect()
    }

    /// Whether the browser has this page.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.page(id).is_some()
    }

    /// Whether the context has this page.
    pub(super) fn has(&self, id: &str, context: Option<&ContextId>) -> bool {
        self.page(id).is_some_and(|page| page.context.as_ref() == context)
    }

    /// Whether the page is empty, and no other page could have put a script into it.
    pub(super) fn is_empty_page(&self, id: &str) -> bool {
        self.page(id)
            .is_some_and(|page| is_unknown(&page.url) && page.opener.is_none())
    }

    /// The context of the page that a frame is in, if the frame is known.
    pub(super) fn context_of_frame(&self, frame: &str) -> Option<Holder> {
        let page = self.holder(frame).map_or(frame, |page| &*page.id);
        self.page(page).map(|page| page.context.clone())
    }

    /// The sessions of pages and their frames, with the contexts of the pages.
    pub(super) fn page_sessions(&self) -> Vec<(SessionId, Option<ContextId>)> {
        let context = |page: &CdpPage| self.page(&page.id).and_then(|page| page.context.clone());
        self.sessions
            .iter()
            .map(|(session, page)| (Arc::clone(session), context(page)))
            .collect()
    }

    /// The slot for the page's connection.
    pub(super) fn slot(&self, id: &str) -> Option<Arc<OnceCell<Arc<CdpPage>>>> {
        self.page(id).map(|page| Arc::clone(&page.attached))
    }

    /// The page with this id, if it is attached.
    pub(super) fn attached_page(&self, id: &str) -> Option<Arc<CdpPage>> {
        self.attached(id).cloned()
    }

    /// The page of a session.
    pub(super) fn of_session(&self, session: &str) -> Option<Arc<CdpPage>> {
        self.sessions.get(session).cloned()
    }

    /// Removes a session, and those that were attached through it: the browser ends them too, and sends no event of that.
    /// They come first.
    pub(super) fn remove_session(&mut self, session: &str) -> Vec<(SessionId, Arc<CdpPage>)> {
        let mut removed = Vec::new();
        let inner: Vec<SessionId> = self
            .parents
            .iter()
            .filter(|(_, parent)| ***parent == *session)
            .map(|(inner, _)| Arc::clone(inner))
            .collect();
        for inner in inner {
            removed.extend(self.remove_session(&inner));
        }
        self.parents.remove(session);
        self.workers.remove(session);
        removed.extend(self.sessions.remove_entry(session));
        removed
    }
}

/// Who hears a worker that no page owns.
#[derive(Debug, Clone)]
pub(super) struct Heard {
    pub(super) console: Option<Arc<Recorder>>,
    pub(super) requests: Option<Arc<Traffic>>,
}

/// Whether an address says nothing about where a new page goes.
pub(super) fn is_unknown(url: &str) -> bool {
    url.is_empty() || url == EMPTY
}
