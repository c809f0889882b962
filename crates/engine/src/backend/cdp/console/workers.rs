//! Workers: those of a page, and those that several pages may share.

use super::Recorder;
use crate::backend::cdp::emulation::{attach_inner, go_on};
use crate::backend::cdp::hub::{Attaching, Hub, Place as ContextPlace};
use crate::backend::cdp::known::Heard;
use crate::backend::cdp::overrides::Needs;
use crate::backend::cdp::protocol::TargetInfo;
use crate::backend::cdp::traffic;
use crate::backend::cdp::tree::SessionId;
use crate::backend::console::MOST_ADDRESS;
use crate::backend::monitor::lock;
use crate::backend::wire::Wire;
use crate::backend::{BrowserState, PageId};
use crate::text::shorten;
use std::sync::{Arc, Mutex, Weak};

/// What answers call the kind of a target; `None` for one that is no worker.
pub(in crate::backend::cdp) fn kind_of(info: &TargetInfo) -> Option<&'static str> {
    match info.kind.as_str() {
        "worker" => Some("worker"),
        "shared_worker" => Some("shared worker"),
        "service_worker" => Some("service worker"),
        _ => None,
    }
}

impl Recorder {
    /// A recorder for a worker that no page owns.
    fn of_worker(browser: Arc<BrowserState>) -> Self {
        Self {
            browser,
            id: None,
            page: Weak::new(),
            known: 0.0,
            inner: Mutex::default(),
        }
    }

    /// Registers the session of a worker. It still waits, if it does.
    pub(in crate::backend::cdp) fn join(self: &Arc<Self>, wire: &Wire, session: &SessionId, kind: &'static str, url: &str) {
        lock(&self.inner)
            .workers
            .insert(Arc::clone(session), (kind, shorten(url, MOST_ADDRESS)));
        self.listen(wire, session);
    }
}

impl Hub {
    /// Records from now on what the pages of a session write. `all`: also those that no call has used.
    pub(in crate::backend::cdp) fn record_console(&self, wire: &Wire, state: &Arc<BrowserState>, pages: Vec<PageId>) {
        state.console.set_on();
        if !self.records_all() {
            return;
        }
        let workers = Attaching {
            workers: true,
            ..Attaching::default()
        };
        self.attach_also(wire, workers);
        for page in pages {
            self.attach_later(wire, page);
        }
    }

    /// Hears a worker that no page owns and lets it begin; `None` if no session listens to it. It may still wait then.
    pub(in crate::backend::cdp) fn on_worker(&self, wire: &Wire, session: &SessionId, info: &TargetInfo) -> Option<Heard> {
        let kind = kind_of(info)?;
        let state = self.state_of_target(info)?;
        let requests = state.traffic.get().map(Arc::clone);
        let console = state
            .console
            .is_on()
            .then(|| Arc::new(Recorder::of_worker(Arc::clone(&state))));
        if requests.is_none() && console.is_none() {
            return None;
        }
        let mut commands = vec![attach_inner(Needs::Nothing, true)];
        if requests.is_some() {
            commands.push(traffic::enable());
        }
        wire.post(commands.into_iter().map(|command| command.on(session)).collect());
        if let Some(recorder) = &console {
            recorder.join(wire, session, kind, &info.url);
        }
        wire.post(vec![go_on(session)]);
        Some(Heard { console, requests })
    }

    /// The state of the session that a target belongs to; `None` for one of no session.
    fn state_of_target(&self, info: &TargetInfo) -> Option<Arc<BrowserState>> {
        let context = info.browser_context_id.as_deref();
        self.contexts
            .look(|contexts| match context.and_then(|context| contexts.get(context)) {
                Some(ContextPlace::Session(state)) => Some(Arc::clone(state)),
                Some(ContextPlace::Scratch) => None,
                None => Some(Arc::clone(&self.state)),
            })
    }
}
