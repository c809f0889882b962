//! Receives all events and knows all pages and which session belongs to which page.

use super::downloads::Downloads;
use super::page::CdpPage;
use super::protocol::{AttachedToTarget, DownloadBegin, SessionId as SessionParam, TargetEvent, TargetId, TargetInfo};
use super::related::OpenDialogs;
use super::storage::answer_empty;
use super::tree::SessionId;
use crate::backend::monitor::{Monitor, lock};
use crate::backend::state::{BrowserState, EMPTY, Happening, PageEnd};
use crate::backend::storage::hidden_page;
use crate::backend::wire::{Event, EventSink, Wire};
use crate::backend::{Owner, PageId, PageState};
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use tokio::sync::OnceCell;

/// A browser context of this program.
pub(super) type ContextId = Arc<str>;

/// Whose pages the pages of a context are.
#[derive(Debug)]
pub(super) enum Place {
    /// No session's.
    Scratch,
    /// Those of a session of its own, which has this state.
    Session(Arc<BrowserState>),
}

/// A page of the browser, attached or not.
#[derive(Debug)]
struct KnownPage {
    id: PageId,
    url: String,
    opener: Option<String>,
    /// The browser context, if the page belongs to a session of its own.
    context: Option<ContextId>,
    /// The root of the group of pages that opened each other.
    group: PageId,
    /// Filled by the first call that drives the page. Later calls wait for it.
    attached: Arc<OnceCell<Arc<CdpPage>>>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    /// Oldest first.
    pages: Vec<KnownPage>,
    sessions: HashMap<SessionId, Arc<CdpPage>>,
    /// The session through which a frame's session was attached.
    parents: HashMap<SessionId, SessionId>,
}

impl Known {
    fn page(&self, id: &str) -> Option<&KnownPage> {
        self.pages.iter().find(|page| *page.id == *id)
    }

    fn attached(&self, id: &str) -> Option<&Arc<CdpPage>> {
        self.sessions.values().find(|page| *page.id == *id)
    }

    /// The attached page that a frame is in.
    fn holder(&self, frame: &str) -> Option<&Arc<CdpPage>> {
        self.sessions
            .values()
            .find(|page| page.tree.look(|tree| tree.contains(frame)))
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

    /// The slot for the page's connection.
    pub(super) fn slot(&self, id: &str) -> Option<Arc<OnceCell<Arc<CdpPage>>>> {
        self.page(id).map(|page| Arc::clone(&page.attached))
    }

    /// The page of a session.
    pub(super) fn of_session(&self, session: &str) -> Option<Arc<CdpPage>> {
        self.sessions.get(session).cloned()
    }

    /// Removes a session, and those that were attached through it: the browser ends them too, and sends no event of that.
    /// They come first.
    fn remove_session(&mut self, session: &str) -> Vec<(SessionId, Arc<CdpPage>)> {
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
        removed.extend(self.sessions.remove_entry(session));
        removed
    }
}

/// Receives the events of one browser and knows its pages.
#[derive(Debug)]
pub(super) struct Hub {
    /// For tasks that outlive the event that started them.
    this: Weak<Self>,
    pub(super) state: Arc<BrowserState>,
    pub(super) known: Monitor<Known>,
    /// The browser contexts that this program created.
    pub(super) contexts: Monitor<HashMap<ContextId, Place>>,
    pub(super) downloads: Downloads,
    /// Where pages begin that are none of any session.
    pub(super) hidden_page: String,
    owner: Owner,
    open_dialogs: OpenDialogs,
}

impl Hub {
    pub(super) fn new(owner: Owner, downloads: Downloads) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            this: Weak::clone(this),
            state: Arc::default(),
            known: Monitor::default(),
            contexts: Monitor::default(),
            downloads,
            hidden_page: hidden_page(),
            owner,
            open_dialogs: OpenDialogs::default(),
        })
    }

    fn on_browser_event(&self, wire: &Wire, event: &Event<'_>) {
        match event.method {
            "Target.targetCreated" => {
                if let Some(TargetEvent { target_info }) = event.read() {
                    self.on_created(wire, target_info);
                }
            }
            "Target.targetInfoChanged" => {
                if let Some(TargetEvent { target_info }) = event.read() {
                    self.on_changed(target_info);
                }
            }
            "Target.targetDestroyed" => {
                if let Some(TargetId { target_id }) = event.read() {
                    let (opener, id) = (self.opener(&target_id), target_id.as_str().into());
                    self.known.change(|known| known.pages.retain(|page| *page.id != *target_id));
                    if let Some(opener) = opener {
                        opener.state.set_opened_closed(&id);
                    }
                }
            }
            "Browser.downloadWillBegin" => {
                if let Some(begin) = event.read::<DownloadBegin>() {
                    let page = self.page_of_frame(&begin.frame_id);
                    let browser = self.state_of_frame(&begin.frame_id);
                    browser.downloads.begin(&begin.guid, &begin.suggested_filename);
                    self.downloads.begin(page, browser, begin.guid, begin.suggested_filename);
                }
            }
            "Browser.downloadProgress" => {
                if let Some(progress) = event.read() {
                    self.downloads.progress(progress);
                }
            }
            _ => {}
        }
    }

    fn on_created(&self, wire: &Wire, info: TargetInfo) {
        if info.kind != "page" || info.url.starts_with("devtools://") || self.is_scratch(&info) {
            return;
        }
        let id: PageId = info.target_id.as_str().into();
        let context = self.context_of(&info);
        let opener = self.known.change(|known| {
            if known.contains(&id) {
                return None;
            }
            let group = match info.opener_id.as_deref() {
                Some(opener) => known
                    .page(opener)
                    .map_or_else(|| opener.into(), |page| Arc::clone(&page.group)),
                None => Arc::clone(&id),
            };
            known.pages.push(KnownPage {
                group,
                id: Arc::clone(&id),
                url: info.url.clone(),
                opener: info.opener_id.clone(),
                context,
                attached: Arc::default(),
            });
            info.opener_id.as_deref().and_then(|opener| known.attached(opener)).cloned()
        });
        let Some(opener) = opener else { return };
        let opening = lock(&opener.opening).take().unwrap_or_default();
        opener.state.record(Happening::PageOpened {
            page: Arc::clone(&id),
            url: if is_unknown(&info.url) { opening } else { info.url },
            closed: false,
        });
        // A dialog in the new page also suspends the opener's scripts, so the new page is attached to.
        let (this, wire) = (Weak::clone(&self.this), wire.clone());
        tokio::spawn(async move {
            let Some(hub) = this.upgrade() else { return };
            if let Err(error) = hub.attach(&wire, &id).await {
                tracing::debug!(%error, "a page that was opened could not be attached to");
            }
        });
    }

    /// Whether a target is no page of the session.
    fn is_scratch(&self, info: &TargetInfo) -> bool {
        let context = info.browser_context_id.as_deref();
        info.url == self.hidden_page
            || context.is_some_and(|context| {
                self.contexts
                    .look(|contexts| matches!(contexts.get(context), Some(Place::Scratch)))
            })
    }

    /// The context of a target, if it is one of this program's.
    fn context_of(&self, info: &TargetInfo) -> Option<ContextId> {
        let context = info.browser_context_id.as_deref()?;
        self.contexts
            .look(|contexts| contexts.get_key_value(context).map(|(context, _)| Arc::clone(context)))
    }

    fn on_changed(&self, info: TargetInfo) {
        let id: PageId = info.target_id.as_str().into();
        if let Some(opener) = self.opener(&id) {
            opener.state.set_opened_url(&id, &info.url);
        }
        self.known.change(|known| {
            if let Some(page) = known.pages.iter_mut().find(|page| page.id == id) {
                page.url = info.url;
            }
        });
    }

    /// The attached page that opened this one.
    fn opener(&self, id: &str) -> Option<Arc<CdpPage>> {
        self.known
            .look(|known| known.attached(known.page(id)?.opener.as_deref()?).cloned())
    }

    fn on_attached(&self, wire: &Wire, parent: Option<&str>, attached: &AttachedToTarget) {
        let session: SessionId = attached.session_id.as_str().into();
        let info = &attached.target_info;
        match parent.and_then(|parent| self.known.look(|known| known.of_session(parent))) {
            Some(page) => {
                self.known.change(|known| {
                    known.sessions.insert(Arc::clone(&session), Arc::clone(&page));
                    known.parents.extend(parent.map(|parent| (session, parent.into())));
                });
                page.on_frame_session(attached);
            }
            None if info.kind == "page" && !self.is_scratch(info) => {
                let group = self
                    .known
                    .look(|known| known.page(&info.target_id).map(|page| Arc::clone(&page.group)));
                let group = group.unwrap_or_else(|| info.target_id.as_str().into());
                let dialogs = Arc::clone(&self.open_dialogs);
                let page = CdpPage::start(
                    wire,
                    &info.target_id,
                    Arc::clone(&session),
                    &info.url,
                    group,
                    dialogs,
                    self.owner,
                );
                self.known
                    .change(|known| known.sessions.insert(Arc::clone(&session), Arc::clone(&page)));
                page.listen(&session);
            }
            None => {}
        }
    }

    fn on_detached(&self, gone: &SessionParam) {
        for (session, page) in self.known.change(|known| known.remove_session(&gone.session_id)) {
            page.on_session_gone(&session);
            if *page.session != *session {
                continue;
            }
            self.known.change(|known| {
                // The page was detached without being closed, so it can be attached to again.
                if let Some(known) = known.pages.iter_mut().find(|known| known.id == page.id) {
                    known.attached = Arc::default();
                }
            });
        }
    }

    /// The page that a frame is in. If that page is not attached, its opener.
    fn page_of_frame(&self, frame: &str) -> Option<Arc<PageState>> {
        self.known.look(|known| {
            let opener = || known.attached(known.page(frame)?.opener.as_deref()?);
            known.holder(frame).or_else(opener).map(|page| Arc::clone(&page.state))
        })
    }

    /// The state of the session whose page a frame is in.
    fn state_of_frame(&self, frame: &str) -> Arc<BrowserState> {
        let context = self.known.look(|known| {
            let page = known.holder(frame).map_or(frame, |page| &*page.id);
            known.page(page)?.context.clone()
        });
        let state = context.and_then(|context| {
            self.contexts.look(|contexts| match contexts.get(&context)? {
                Place::Session(state) => Some(Arc::clone(state)),
                Place::Scratch => None,
            })
        });
        state.unwrap_or_else(|| Arc::clone(&self.state))
    }
}

/// Whether an address says nothing about where a new page goes.
fn is_unknown(url: &str) -> bool {
    url.is_empty() || url == EMPTY
}

impl EventSink for Hub {
    fn event(&self, wire: &Wire, event: Event<'_>) {
        match event.method {
            "Target.attachedToTarget" => {
                if let Some(attached) = event.read() {
                    self.on_attached(wire, event.session, &attached);
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(gone) = event.read() {
                    self.on_detached(&gone);
                }
            }
            _ => match event.session {
                None => self.on_browser_event(wire, &event),
                Some(session) => {
                    let found = self.known.look(|known| {
                        known
                            .sessions
                            .get_key_value(session)
                            .map(|(id, page)| (Arc::clone(id), Arc::clone(page)))
                    });
                    match found {
                        Some((session, page)) => page.on_event(&session, &event),
                        None if event.method == "Fetch.requestPaused" => answer_empty(wire, session, &event),
                        None => {}
                    }
                }
            },
        }
    }

    fn ended(&self, why: &str) {
        self.state.set_ended(why);
        for (_, place) in self.contexts.change(std::mem::take) {
            if let Place::Session(state) = place {
                state.set_ended(why);
            }
        }
        let known = self.known.change(std::mem::take);
        for page in known.sessions.values() {
            page.state.set_end(PageEnd::Closed);
        }
    }
}
