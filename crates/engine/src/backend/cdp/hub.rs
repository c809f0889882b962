//! Receives all events and knows all pages and which session belongs to which page.

use super::console::kind_of;
use super::downloads::Downloads;
use super::emulation::{Emulated, go_on};
use super::intercept::Intercept;
use super::known::{Heard, Known, KnownPage, is_unknown};
use super::page::CdpPage;
use super::protocol::{AttachedToTarget, DownloadBegin, SessionId as SessionParam, TargetEvent, TargetId, TargetInfo};
use super::related::{OpenDialogs, Related};
use super::storage::answer_empty;
use super::traffic;
use super::tree::SessionId;
use crate::backend::BrowserState;
use crate::backend::monitor::{Monitor, lock};
use crate::backend::state::{Happening, PageEnd};
use crate::backend::storage::hidden_page;
use crate::backend::wire::{Command, Event, EventSink, Wire};
use crate::backend::{Owner, PageId, PageState};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

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

/// Kinds of targets that the browser attaches by itself.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Attaching {
    /// Pages, to be told something before their first script.
    pub(super) pages: bool,
    /// Workers that no page owns, to be heard from their first script on.
    pub(super) workers: bool,
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
    /// What is emulated in each of them, and in the browser's own one.
    pub(super) emulated: Mutex<HashMap<Option<ContextId>, Arc<Emulated>>>,
    pub(super) downloads: Downloads,
    pub(super) intercept: Intercept,
    /// What the browser attaches by itself.
    attaching: Mutex<Attaching>,
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
            emulated: Mutex::default(),
            downloads,
            intercept: Intercept::default(),
            attaching: Mutex::default(),
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
                    if self.known.look(|known| known.contains(&target_id)) {
                        self.state_of_frame(&target_id).hands.closed(&id);
                    }
                    self.known.change(|known| known.pages.retain(|page| *page.id != *target_id));
                    if let Some(opener) = opener {
                        opener.state.set_opened_closed(&id);
                    }
                }
            }
            "Browser.downloadWillBegin" => {
                if let Some(begin) = event.read::<DownloadBegin>() {
                    let page = self.page_of_download(&begin.frame_id);
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
        let state = self.state_of_context(context.as_ref());
        let records = (self.records_all() && state.console.is_on()) || state.hands.is_on();
        if !self.known.look(|known| known.contains(&id)) {
            state.hands.opened(&id, info.opener_id.as_deref(), &info.url);
        }
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
            let opener = match info.opener_id.as_deref() {
                Some(opener) => known.attached_page(opener),
                None => known.which_requested(&info.url, context.as_ref()),
            };
            known.pages.push(KnownPage {
                group,
                id: Arc::clone(&id),
                url: info.url.clone(),
                opener: info.opener_id.clone().or_else(|| Some(opener.as_ref()?.id.to_string())),
                context,
                attached: Arc::default(),
            });
            opener
        });
        state.front_changes(opener.is_some());
        // Its first messages are wanted, too.
        if records {
            self.attach_later(wire, PageId::clone(&id));
        }
        let Some(opener) = opener else { return };
        let opening = info.opener_id.and_then(|_| lock(&opener.opening).take());
        opener.state.record(Happening::PageOpened {
            page: Arc::clone(&id),
            url: opening.filter(|_| is_unknown(&info.url)).unwrap_or(info.url),
            closed: false,
        });
        // A dialog in the new page also suspends the opener's scripts, so the new page is attached to.
        self.attach_later(wire, id);
    }

    /// Whether the browser belongs to this program.
    pub(super) fn is_ours(&self) -> bool {
        self.owner == Owner::Us
    }

    /// Whether pages are attached to that no call has used, for what they write. Those of another program's browser are left
    /// alone.
    pub(super) fn records_all(&self) -> bool {
        self.is_ours()
    }

    /// Attaches to a page without waiting for it.
    pub(super) fn attach_later(&self, wire: &Wire, id: PageId) {
        let (this, wire) = (Weak::clone(&self.this), wire.clone());
        tokio::spawn(async move {
            let Some(hub) = this.upgrade() else { return };
            if let Err(error) = hub.attach(&wire, &id).await {
                tracing::debug!(%error, "a new page could not be attached to");
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
    pub(super) fn opener(&self, id: &str) -> Option<Arc<CdpPage>> {
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
                    known
                        .parents
                        .extend(parent.map(|parent| (Arc::clone(&session), parent.into())));
                });
                if let Some(kind) = kind_of(info) {
                    page.on_worker_session(attached, kind);
                } else {
                    self.stop_requests_of(wire, &session, &page.id);
                    page.on_frame_session(attached);
                }
            }
            None if self.has_other_session(&info.target_id, &session) => leave(wire, &session),
            None if info.kind == "page" && !self.is_scratch(info) => self.on_page_session(wire, &session, attached),
            None => self.on_other_session(wire, parent, &session, attached),
        }
    }

    /// Whether a page has a session besides this one. A browser attaches new pages itself while something is emulated, and then
    /// the first session stays. Our extension gives a tab the same session each time, and tells of no end of it.
    fn has_other_session(&self, page: &str, session: &SessionId) -> bool {
        let other = |known: &Known| known.attached(page).is_some_and(|page| page.session != *session);
        self.attaches_pages() && self.known.look(other)
    }

    /// The first session of a page.
    fn on_page_session(&self, wire: &Wire, session: &SessionId, attached: &AttachedToTarget) {
        let info = &attached.target_info;
        let group = self
            .known
            .look(|known| known.page(&info.target_id).map(|page| Arc::clone(&page.group)));
        let group = group.unwrap_or_else(|| info.target_id.as_str().into());
        let context = self.known.look(|known| known.page(&info.target_id)?.context.clone());
        let related = Related {
            page: info.target_id.as_str().into(),
            group,
            session: Arc::clone(session),
            wire: wire.clone(),
            open_dialogs: Arc::clone(&self.open_dialogs),
            hub: Weak::clone(&self.this),
        };
        let page = CdpPage::start(related, &info.url, self.owner, self.state_of_context(context.as_ref()));
        if let Some(log) = self.state_of_context(context.as_ref()).traffic.get() {
            page.state.record_into(log, &page.id);
        }
        self.known
            .change(|known| known.sessions.insert(Arc::clone(session), Arc::clone(&page)));
        let emulated = self.emulated_in(self.context_of(info).as_ref());
        emulated.add(&page);
        let _ = page.emulated.set(emulated);
        self.stop_requests_of(wire, session, &page.id);
        page.listen(session, attached.waiting_for_debugger);
        drop(page.watch_hands(session));
        if attached.waiting_for_debugger {
            wire.post(vec![go_on(session)]);
        }
    }

    /// A session of a target that is no page.
    fn on_other_session(&self, wire: &Wire, parent: Option<&str>, session: &SessionId, attached: &AttachedToTarget) {
        let info = &attached.target_info;
        if let Some(heard) = self.on_worker(wire, session, info) {
            self.known.change(|known| {
                known
                    .parents
                    .extend(parent.map(|parent| (Arc::clone(session), parent.into())));
                known.workers.insert(Arc::clone(session), heard)
            });
        } else if attached.waiting_for_debugger || kind_of(info).is_some() {
            // No page of a session, but one in which this program runs a script itself, is attached and does not wait.
            leave(wire, session);
        }
    }

    /// Has the browser attach new targets of these kinds too, and stop them before their first script. Of such commands only the
    /// last one counts, so each names all kinds.
    pub(super) fn attach_also(&self, wire: &Wire, also: Attaching) {
        let mut kinds = lock(&self.attaching);
        let before = *kinds;
        kinds.pages |= also.pages;
        kinds.workers |= also.workers;
        if *kinds == before {
            return;
        }
        let mut filter = Vec::new();
        if kinds.pages {
            filter.push(json!({"type": "page"}));
        }
        if kinds.workers {
            filter.extend([json!({"type": "shared_worker"}), json!({"type": "service_worker"})]);
        }
        filter.push(json!({"exclude": true}));
        let params = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": filter});
        // The lock is held, so that the commands are sent in the order of their kinds.
        wire.post(vec![Command::new("Target.setAutoAttach", params)]);
    }

    /// Whether the browser attaches pages by itself.
    pub(super) fn attaches_pages(&self) -> bool {
        lock(&self.attaching).pages
    }

    /// What is emulated in a browser context.
    pub(super) fn emulated_in(&self, context: Option<&ContextId>) -> Arc<Emulated> {
        Arc::clone(lock(&self.emulated).entry(context.cloned()).or_default())
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
    pub(super) fn page_of_frame(&self, frame: &str) -> Option<Arc<PageState>> {
        self.known.look(|known| {
            let opener = || known.attached(known.page(frame)?.opener.as_deref()?);
            known.holder(frame).or_else(opener).map(|page| Arc::clone(&page.state))
        })
    }

    /// The page that a download of a frame counts for: its opener, where a page was opened for nothing else.
    fn page_of_download(&self, frame: &str) -> Option<Arc<PageState>> {
        let opener = self.opener(frame).map(|page| Arc::clone(&page.state));
        let is_empty = |page: &Arc<PageState>| page.document() == 0 && is_unknown(&page.url());
        match self.page_of_frame(frame) {
            Some(page) if is_empty(&page) => opener.or(Some(page)),
            page => page,
        }
    }

    /// The state of the session whose page a frame is in.
    fn state_of_frame(&self, frame: &str) -> Arc<BrowserState> {
        let context = self.known.look(|known| {
            let page = known.holder(frame).map_or(frame, |page| &*page.id);
            known.page(page)?.context.clone()
        });
        self.state_of_context(context.as_ref())
    }

    /// The state of the session that has a context.
    fn state_of_context(&self, context: Option<&ContextId>) -> Arc<BrowserState> {
        let state = context.and_then(|context| {
            self.contexts.look(|contexts| match contexts.get(context)? {
                Place::Session(state) => Some(Arc::clone(state)),
                Place::Scratch => None,
            })
        });
        state.unwrap_or_else(|| Arc::clone(&self.state))
    }
}

impl Hub {
    fn on_worker_event(&self, wire: &Wire, session: &str, event: &Event<'_>) {
        let worker = self.known.look(|known| {
            let found = known.workers.get_key_value(session);
            found.map(|(session, heard)| (Arc::clone(session), heard.clone()))
        });
        let Some((session, Heard { console, requests })) = worker else {
            return;
        };
        if event.method.starts_with("Network.") {
            if let Some(log) = requests {
                traffic::record(&log, wire, None, event);
            }
        } else if let Some(recorder) = console {
            recorder.on_event(wire, &session, event);
        }
    }
}

/// Ends a session that is not needed.
fn leave(wire: &Wire, session: &SessionId) {
    let detach = Command::new("Target.detachFromTarget", json!({"sessionId": &**session}));
    wire.post(vec![go_on(session), detach]);
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
                if let Some(gone) = event.read::<SessionParam>() {
                    if self.known.look(|known| known.of_session(&gone.session_id)).is_none() {
                        wire.forget_session(&gone.session_id);
                    }
                    self.on_detached(&gone);
                }
            }
            "Fetch.requestPaused" | "Fetch.authRequired" if self.on_stopped(wire, &event) => {}
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
                        // A page in which this program runs a script itself. It would never answer.
                        None if event.method == "Inspector.targetCrashed" => {
                            let gone = Command::new("Target.detachFromTarget", json!({"sessionId": session}));
                            wire.post(vec![gone]);
                            wire.forget_session(session);
                        }
                        None => self.on_worker_event(wire, session, &event),
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
