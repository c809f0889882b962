//! Records the console of a page and of its frames and workers, and of workers that no page owns.
//!
//! The domains `Runtime` and `Log` are on for this alone: each message costs the page about as much as with the browser's own
//! tools open. When they are switched on, the browser repeats what the present document has written, so nothing is lost of
//! a page that is attached to later. Such a message has no preview, and its objects are read as they are now.

mod expand;
mod messages;
mod remote;
mod workers;

use super::page::CdpPage;
use super::tree::SessionId;
use crate::backend::console::{
    Added, Arg, ConsoleLevel, ConsoleSource, Entry, MOST_ADDRESS, MOST_ARGS, Stack, StackPlace, first_line, level_of, moment,
    text_of, text_of_method,
};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire};
use crate::backend::{BrowserState, FrameId, PageId};
use crate::text::shorten;
use messages::{Called, ContextCreated, ContextDestroyed, ContextInfo, LogEntry, Logged, Revoked, Thrown};
use remote::Remote;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
pub(super) use workers::kind_of;

/// The group in which the browser keeps the objects of messages. They are released, or the page could not free them.
const GROUP: &str = "console";

/// How long objects of messages are kept at most.
const RELEASE_EVERY: Duration = Duration::from_millis(500);

/// How many arguments of one message are read from the page.
const MOST_EXPANDED: usize = 5;

/// How many characters of an error's text an action tells.
const TOLD: usize = 300;

/// Where a script runs.
#[derive(Debug, Clone)]
struct Place {
    /// Its frame, unless it is a worker.
    frame: Option<String>,
    origin: String,
    /// Whether it is the page's own world, and not that of an extension or of this program.
    is_own: bool,
}

#[derive(Debug, Default)]
struct Inner {
    places: HashMap<(SessionId, i64), Place>,
    /// The sessions of workers: their kind and address.
    workers: HashMap<SessionId, (&'static str, String)>,
    /// The sessions that have repeated what was written before they were attached.
    live: HashSet<SessionId>,
    /// The sessions whose objects will be released soon.
    releasing: HashSet<SessionId>,
}

/// Records what one page writes, or one worker that no page owns.
#[derive(Debug)]
pub(super) struct Recorder {
    browser: Arc<BrowserState>,
    /// `None` for a worker that no page owns.
    id: Option<PageId>,
    page: Weak<CdpPage>,
    /// Messages up to this moment are known, in the protocol's milliseconds.
    known: f64,
    inner: Mutex<Inner>,
}

impl Recorder {
    /// A recorder for a page of a session, if that session records.
    pub(super) fn of_page(browser: Arc<BrowserState>, id: &PageId, page: &Weak<CdpPage>) -> Option<Self> {
        browser.console.is_on().then(|| Self {
            known: browser.console.newest_of(id),
            id: Some(PageId::clone(id)),
            page: Weak::clone(page),
            inner: Mutex::default(),
            browser,
        })
    }

    /// Makes a session report its messages. It still waits, if it does.
    pub(super) fn listen(self: &Arc<Self>, wire: &Wire, session: &SessionId) {
        wire.post(vec![Command::new("Runtime.enable", json!({})).on(session)]);
        let (this, of) = (Arc::clone(self), Arc::clone(session));
        wire.start_in_order(Command::new("Log.enable", json!({})).on(session), move |_, _| {
            lock(&this.inner).live.insert(of);
        });
    }

    /// Handles an event of the domains `Runtime` and `Log`.
    pub(super) fn on_event(self: &Arc<Self>, wire: &Wire, session: &SessionId, event: &Event<'_>) {
        match event.method {
            "Runtime.executionContextCreated" => {
                if let Some(ContextCreated { context }) = event.read() {
                    self.entered(session, context);
                }
            }
            "Runtime.executionContextDestroyed" => {
                if let Some(ContextDestroyed { execution_context_id }) = event.read() {
                    lock(&self.inner).places.remove(&(Arc::clone(session), execution_context_id));
                }
            }
            "Runtime.executionContextsCleared" => lock(&self.inner).places.retain(|(of, _), _| of != session),
            "Runtime.consoleAPICalled" => {
                if self.admits(session, event)
                    && let Some(called) = event.read()
                {
                    self.on_called(wire, session, called);
                }
                self.release_soon(wire, session, event);
            }
            "Runtime.exceptionThrown" => {
                if self.admits(session, event)
                    && let Some(thrown) = event.read()
                {
                    self.on_thrown(wire, session, thrown);
                }
                self.release_soon(wire, session, event);
            }
            "Runtime.exceptionRevoked" => {
                if let Some(Revoked { exception_id }) = event.read()
                    && let Some(id) = self.browser.console.handled(session, exception_id)
                    && let Some(page) = self.page.upgrade()
                {
                    page.state.error_handled(id);
                }
            }
            "Log.entryAdded" if self.admits(session, event) => {
                if let Some(Logged { entry }) = event.read() {
                    self.on_logged(session, &entry);
                }
            }
            _ => {}
        }
    }

    /// Forgets what is known of a session.
    pub(super) fn on_session_gone(&self, session: &SessionId) {
        let mut inner = lock(&self.inner);
        inner.places.retain(|(of, _), _| of != session);
        inner.workers.remove(session);
        inner.live.remove(session);
        inner.releasing.remove(session);
    }

    /// Whether there is time for another message. An error that there is no time for still counts for the action.
    fn admits(&self, session: &SessionId, event: &Event<'_>) -> bool {
        let is_error = event.method == "Runtime.exceptionThrown" || is_of(event, &["error", "assert"]);
        let admitted = self.browser.console.admits(is_error || is_of(event, &["warning"]));
        if !admitted
            && is_error
            && lock(&self.inner).live.contains(session)
            && let Some(page) = self.page.upgrade()
        {
            page.state.note_error(None);
        }
        admitted
    }

    fn entered(&self, session: &SessionId, context: ContextInfo) {
        let place = Place {
            frame: context.aux_data.frame_id,
            origin: context.origin,
            is_own: context.aux_data.is_default.unwrap_or(true),
        };
        lock(&self.inner).places.insert((Arc::clone(session), context.id), place);
    }

    /// The frame of a world.
    pub(super) fn frame_of(&self, session: &SessionId, context: i64) -> Option<FrameId> {
        let inner = lock(&self.inner);
        let frame = inner.places.get(&(Arc::clone(session), context))?.frame.as_deref();
        frame.map(FrameId::from)
    }

    /// The address of the frame, if it is not the main frame; `Err` for a world that is not the page's own.
    fn frame(&self, session: &SessionId, context: Option<i64>) -> Result<Option<String>, ()> {
        let Some(place) = context.and_then(|id| lock(&self.inner).places.get(&(Arc::clone(session), id)).cloned()) else {
            return Ok(None);
        };
        if !place.is_own {
            return Err(());
        }
        let (Some(frame), Some(page)) = (place.frame, self.page.upgrade()) else {
            return Ok(None);
        };
        let (is_main, url) = page
            .tree
            .look(|tree| (tree.is_main(&frame), tree.address_of(&frame.as_str().into())));
        if is_main {
            return Ok(None);
        }
        let url = url.filter(|url| !url.is_empty()).unwrap_or(place.origin);
        Ok(Some(shorten(&url, MOST_ADDRESS)))
    }

    fn on_called(self: &Arc<Self>, wire: &Wire, session: &SessionId, mut called: Called) {
        let Some(level) = level_of(&called.kind) else { return };
        let Ok(frame) = self.frame(session, Some(called.execution_context_id)) else {
            return;
        };
        let left_out = called.args.len().saturating_sub(MOST_ARGS);
        called.args.truncate(MOST_ARGS);
        let shown: Vec<_> = called.args.iter().map(Remote::shown).collect();
        let lacking: Vec<bool> = shown.iter().map(|shown| shown.lacks).collect();
        let mut args: Vec<Arg> = shown.into_iter().map(|shown| shown.arg).collect();
        args.extend(Arg::left_out(left_out));
        let method = method_name(&called.kind).to_owned();
        let entry = Entry {
            at: moment(called.timestamp),
            page: self.id.clone(),
            level,
            source: ConsoleSource::Console,
            text: text_of_method(&method, text_of(&args)),
            method,
            args,
            stack: Stack::places(called.stack_trace.as_ref()),
            frame,
            worker: None,
            exception: None,
        };
        let added = self.add(session, called.timestamp, entry);
        self.expand(wire, session, added, called.args.into_iter().zip(lacking));
    }

    fn on_thrown(self: &Arc<Self>, wire: &Wire, session: &SessionId, thrown: Thrown) {
        let details = thrown.exception_details;
        let Ok(frame) = self.frame(session, details.execution_context_id) else {
            return;
        };
        let stack = details.places();
        let mut text = details.text;
        let mut args = Vec::new();
        let mut lacks = false;
        if let Some(exception) = &details.exception {
            let shown = exception.shown();
            // The stack is kept apart.
            text = format!("{text} {}", first_line(&shown.arg.shown));
            lacks = shown.lacks;
            args.push(shown.arg);
        }
        let entry = Entry {
            at: moment(thrown.timestamp),
            page: self.id.clone(),
            level: ConsoleLevel::Error,
            source: ConsoleSource::Exception,
            method: String::new(),
            args,
            text,
            stack,
            frame,
            worker: None,
            exception: Some((Arc::clone(session), details.exception_id)),
        };
        let added = self.add(session, thrown.timestamp, entry);
        self.expand(
            wire,
            session,
            added,
            details.exception.into_iter().map(|exception| (exception, lacks)),
        );
    }

    fn on_logged(&self, session: &SessionId, logged: &LogEntry) {
        // What workers write comes from their own sessions, too.
        if logged.source == "worker" {
            return;
        }
        let entry = Entry {
            at: moment(logged.timestamp),
            page: self.id.clone(),
            level: logged.level(),
            source: logged.source(),
            method: String::new(),
            args: Vec::new(),
            text: logged.text.clone(),
            stack: logged.places(),
            frame: None,
            worker: None,
            exception: None,
        };
        self.add(session, logged.timestamp, entry);
    }

    /// Keeps a message, unless it was known before the page was attached to again.
    fn add(&self, session: &SessionId, at: f64, mut entry: Entry) -> Option<u64> {
        if at <= self.known {
            return None;
        }
        let is_live = {
            let inner = lock(&self.inner);
            entry.worker = inner.workers.get(session).cloned();
            inner.live.contains(session)
        };
        // What was written before is of no action.
        let error = (is_live && is_error_of_page(&entry)).then(|| shorten(first_line(&entry.text), TOLD));
        if let Some(id) = &self.id {
            self.browser.console.wrote(id, at);
        }
        let (id, new) = match self.browser.console.add(entry) {
            Added::New(id) => (id, true),
            Added::Repeated(id) => (id, false),
        };
        if let (Some(text), Some(page)) = (error, self.page.upgrade()) {
            page.state.note_error(Some((id, text)));
        }
        new.then_some(id)
    }

    /// Reads what the previews of a message's objects lack.
    fn expand(&self, wire: &Wire, session: &SessionId, added: Option<u64>, args: impl Iterator<Item = (Remote, bool)>) {
        let args: Vec<(usize, Remote, bool)> = args.enumerate().map(|(at, (remote, lacks))| (at, remote, lacks)).collect();
        if let Some(id) = added
            && args.iter().any(|(_, _, lacks)| *lacks)
            && self.browser.console.may_expand()
        {
            for (at, remote, _) in args.into_iter().filter(|(_, _, lacks)| *lacks).take(MOST_EXPANDED) {
                let Some(object) = &remote.object_id else { continue };
                let browser = Arc::clone(&self.browser);
                wire.start_in_order(expand::command(object).on(session), move |_, reply| {
                    if let Some(arg) = reply.ok().and_then(|raw| expand::read(&raw, &remote)) {
                        browser.console.expand(id, &[(at, arg)]);
                    }
                });
            }
        }
    }

    /// Releases the objects of messages a moment later, once for many.
    fn release_soon(self: &Arc<Self>, wire: &Wire, session: &SessionId, event: &Event<'_>) {
        if !event.params.get().contains("\"objectId\"") || !lock(&self.inner).releasing.insert(Arc::clone(session)) {
            return;
        }
        let (this, wire, session) = (Arc::downgrade(self), wire.clone(), Arc::clone(session));
        tokio::spawn(async move {
            tokio::time::sleep(RELEASE_EVERY).await;
            let Some(recorder) = this.upgrade() else { return };
            if lock(&recorder.inner).releasing.remove(&session) {
                let release = Command::new("Runtime.releaseObjectGroup", json!({"objectGroup": GROUP}));
                wire.post(vec![release.on(&session)]);
            }
        });
    }
}

/// Whether a message is an error of the page. An icon that the browser asks for by itself is none.
fn is_error_of_page(entry: &Entry) -> bool {
    let is_icon = |place: &StackPlace| place.url.ends_with("/favicon.ico");
    let asked_by_browser = entry.source == ConsoleSource::Network && entry.stack.iter().any(is_icon);
    entry.level == ConsoleLevel::Error && !asked_by_browser
}

/// The method of `console` for a type of the protocol.
fn method_name(kind: &str) -> &str {
    match kind {
        "warning" => "warn",
        "startGroup" => "group",
        "startGroupCollapsed" => "groupCollapsed",
        other => other,
    }
}

/// Whether an event is of one of these types or levels, seen without reading it. In a text of the page, each quotation mark
/// would have a backslash before it.
fn is_of(event: &Event<'_>, words: &[&str]) -> bool {
    let begin = event.params.get().get(..80).unwrap_or(event.params.get());
    words
        .iter()
        .any(|word| begin.contains(&format!("\"type\":\"{word}\"")) || begin.contains(&format!("\"level\":\"{word}\"")))
}
