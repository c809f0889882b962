//! One page: its session, its state, and the commands sent to it.

use super::by_hand::Hands;
use super::console::Recorder;
use super::coverage::Coverage;
use super::emulation::{Emulated, attach_inner};
use super::frames::Frames;
use super::gates::Gates;
use super::held::Held;
use super::overrides::Needs;
use super::protocol::{FrameNavigated, FrameTreeReply};
use super::related::Related;
use super::requested::Requested;
use super::trace::Trace;
use super::traffic;
use super::tree::{DocumentRef, FrameTree, SessionId};
use super::worlds::Worlds;
use crate::backend::monitor::Monitor;
use crate::backend::pressed::{KeptKeys, Pressed, Releases};
use crate::backend::state::PageEnd;
use crate::backend::wire::{Command, Wire, WireError, parse, read};
use crate::backend::{BrowserState, FrameId, Owner, Page, PageId, PageState, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};

/// How long sessions of frames in other processes may take to report their frames.
pub(super) const SETTLE_LIMIT: Duration = Duration::from_secs(1);

/// An attached page target.
#[derive(Debug)]
pub struct CdpPage {
    pub(super) id: PageId,
    pub(super) session: SessionId,
    pub(super) wire: Wire,
    pub(super) state: Arc<PageState>,
    pub(super) tree: Monitor<FrameTree>,
    pub(super) worlds: Worlds,
    pub(super) held: Mutex<Held>,
    pub(super) pressed: Mutex<Pressed>,
    pub(super) kept: Mutex<KeptKeys>,
    pub(super) releases: Releases,
    pub(super) gates: Gates,
    pub(super) me: Weak<Self>,
    /// The intercepted drag data that is not dropped yet.
    pub(super) intercepted: Monitor<Option<Value>>,
    pub(super) related: Related,
    /// When a `beforeunload` dialog was last dismissed, or a navigation stopped.
    pub(super) stayed: Mutex<Option<Instant>>,
    /// How often the renderer crashed.
    pub(super) crashes: Monitor<u64>,
    /// Whether the page has not been told what to report, since its renderer crashed before. See [`Self::listen_after_crash`].
    pub(super) is_unheard: AtomicBool,
    /// How often the renderer had crashed when the page was told that again.
    pub(super) heard_after: AtomicU64,
    /// The address of the window that the page is opening. The renderer waits until the browser has created the
    /// window, so the next new page is that window, unless the browser blocks it.
    pub(super) opening: Mutex<Option<String>>,
    /// The tabs and windows that the page has asked the browser for, as by a click with Control.
    pub(super) requested: Requested,
    /// Whether the browser belongs to this session.
    pub(super) is_ours: bool,
    /// Whether the page was told that it has the focus.
    pub(super) has_focus: AtomicBool,
    /// Whether the network is made slower, for which the browser has to report requests.
    pub(super) is_slowed: AtomicBool,
    /// Whether its requests go past service workers, for which the browser has to report requests, too.
    pub(super) is_routed: AtomicBool,
    /// Whether an action answers the file choosers that the page opens.
    pub(super) awaits_choosers: AtomicBool,
    /// What is emulated in the page's browser context.
    pub(super) emulated: OnceLock<Arc<Emulated>>,
    /// Whether that has changed since the page crashed.
    pub(super) missed_emulation: AtomicBool,
    /// Records what the page writes to the console, if the session wants that.
    pub(super) recorder: Option<Arc<Recorder>>,
    /// The state of the session that the page belongs to.
    pub(super) browser: Arc<BrowserState>,
    /// What lets the page tell what the user does in it.
    pub(super) hands: Mutex<Hands>,
    /// What is noted of the code that runs.
    pub(super) coverage: Arc<Monitor<Coverage>>,
    /// The performance trace of the page.
    pub(super) trace: Monitor<Trace>,
    /// What it draws, while that is wanted.
    pub(super) frames: Monitor<Frames>,
}

/// The command that makes a page believe that it has the focus.
fn focus() -> Command {
    Command::new("Emulation.setFocusEmulationEnabled", json!({"enabled": true}))
}

/// The commands that have the browser report how far the current document has loaded. Later documents report that by other, less
/// frequent events.
fn progress() -> [Command; 2] {
    let report = |enabled: bool| Command::new("Page.setLifecycleEventsEnabled", json!({"enabled": enabled}));
    [report(true), report(false)]
}

impl CdpPage {
    /// Creates the page of a newly attached session.
    pub(super) fn start(related: Related, url: &str, owner: Owner, browser: Arc<BrowserState>) -> Arc<Self> {
        let (id, session) = (PageId::clone(&related.page), Arc::clone(&related.session));
        let state = Arc::new(PageState::default());
        state.set_url(url);
        let mut tree = FrameTree::new(&id, Arc::clone(&session));
        tree.unsettle(Arc::clone(&session));
        Arc::new_cyclic(|me| Self {
            recorder: Recorder::of_page(Arc::clone(&browser), &id, me).map(Arc::new),
            browser,
            hands: Mutex::default(),
            id,
            session,
            wire: related.wire.clone(),
            state,
            tree: Monitor::new(tree),
            worlds: Worlds::default(),
            held: Mutex::default(),
            pressed: Mutex::default(),
            kept: Mutex::default(),
            releases: Releases::default(),
            gates: Gates::default(),
            me: Weak::clone(me),
            intercepted: Monitor::default(),
            related,
            stayed: Mutex::default(),
            crashes: Monitor::default(),
            is_unheard: AtomicBool::new(false),
            heard_after: AtomicU64::new(0),
            opening: Mutex::default(),
            requested: Requested::default(),
            is_ours: owner == Owner::Us,
            has_focus: AtomicBool::new(false),
            is_slowed: AtomicBool::new(false),
            is_routed: AtomicBool::new(false),
            awaits_choosers: AtomicBool::new(false),
            emulated: OnceLock::new(),
            missed_emulation: AtomicBool::new(false),
            coverage: Arc::default(),
            trace: Monitor::default(),
            frames: Monitor::default(),
        })
    }

    /// Whether something of the page is recorded.
    pub(super) fn is_heard(&self) -> bool {
        self.recorder.is_some() || self.state.recorder().is_some()
    }

    /// The command that has frames in other processes attached, and workers, as far as anything has to be told to them.
    pub(super) fn attach_inner(&self) -> Command {
        let emulated = self.emulated.get().map_or(Needs::Nothing, |emulated| emulated.needs());
        self.attach_inner_for(emulated)
    }

    /// The same, for what is emulated next.
    pub(super) fn attach_inner_for(&self, emulated: Needs) -> Command {
        attach_inner(emulated.max(self.needs_of_coverage()), self.is_heard())
    }

    /// Requests a session's events and frames in one batch. Each of them slows a loading page down, so only
    /// the ones in use are requested. `waits`: the session is stopped before its first document.
    pub(super) fn listen(self: &Arc<Self>, session: &SessionId, waits: bool) {
        let emulated = self.emulated.get();
        let mut commands = emulated.map_or_else(Vec::new, |emulated| emulated.commands(*session == self.session));
        commands.extend([Command::new("Page.enable", json!({})), self.attach_inner()]);
        if self.state.recorder().is_some() {
            commands.push(traffic::enable());
        } else if self.state.is_network_watched() {
            commands.push(super::network::command(true));
        }
        commands.extend(self.choosers_of_session());
        if *session == self.session {
            commands.extend(progress());
            // An opened window is told later: the renderer crashes if it is told before its first document is there.
            // So may be a page that is attached to as soon as it is there.
            if self.is_ours && self.related.group == self.id && self.recorder.is_none() && !waits {
                self.has_focus.store(true, Ordering::Relaxed);
                commands.push(focus());
            }
        }
        self.wire
            .post(commands.into_iter().map(|command| command.on(session)).collect());
        self.read_frames(session);
        if let Some(recorder) = &self.recorder {
            // After the frames are known, which messages name. A frame in another process waits for it.
            recorder.listen(&self.wire, session);
        }
    }

    /// Requests the events again if the renderer crashed before it was told: the browser then drops what waits for the renderer,
    /// and tells the next one nothing of it. Documents of the page would never be reported.
    pub(super) fn listen_after_crash(self: &Arc<Self>) {
        // The reply and the crash are told in any order.
        if self.state.end() != Some(PageEnd::Crashed) || !self.is_unheard.load(Ordering::Relaxed) {
            return;
        }
        let crashes = self.crashes.look(|crashes| *crashes);
        if self.heard_after.swap(crashes, Ordering::Relaxed) == crashes {
            return;
        }
        self.is_unheard.store(false, Ordering::Relaxed);
        self.listen(&self.session, false);
        drop(self.watch_hands(&self.session));
    }

    /// Only a renderer answers: the document of the one after the crash came before it was told to report that.
    fn on_next_renderer(self: &Arc<Self>, told: &FrameTreeReply) {
        let navigated = FrameNavigated {
            frame: told.frame_tree.frame.clone(),
            kind: String::new(),
        };
        self.on_navigated(&self.session, &navigated);
        let progress = progress().into_iter().map(|command| command.on(&self.session));
        self.wire.post(progress.collect());
    }

    /// Lets the page behave as if it had the focus, so that several pages can be driven side by side. A page of another
    /// program's browser does so from its first input on, because reading it must change nothing.
    pub(super) fn take_focus(&self) {
        if !self.has_focus.swap(true, Ordering::Relaxed) {
            // Commands that follow in this session come after it.
            self.wire.post(vec![focus().on(&self.session)]);
        }
    }

    /// Reads the frames of a session. The answer is handled in order with the frame events.
    pub(super) fn read_frames(self: &Arc<Self>, session: &SessionId) {
        let page = Arc::clone(self);
        let of = Arc::clone(session);
        self.wire
            .start_in_order(Command::new("Page.getFrameTree", json!({})).on(session), move |_, reply| {
                if reply.is_err() && of == page.session {
                    page.is_unheard.store(true, Ordering::Relaxed);
                    page.listen_after_crash();
                }
                let told = reply.ok().and_then(|raw| parse::<FrameTreeReply>(&raw).ok());
                if let Some(told) = &told
                    && of == page.session
                    && page.state.end() == Some(PageEnd::Crashed)
                {
                    page.on_next_renderer(told);
                }
                page.tree.change(|tree| {
                    if let Some(told) = &told {
                        tree.merge(&of, &told.frame_tree);
                    }
                    tree.settle(&of);
                });
                if let Some(main) = told.filter(|_| of == page.session) {
                    page.state.set_url(&main.frame_tree.frame.address());
                    if page.is_ours {
                        page.take_focus();
                    }
                }
            });
    }

    /// Waits until all sessions have reported their frames. Returns `false` after `limit`.
    pub(super) async fn settled(&self, limit: Duration) -> bool {
        self.tree.wait(limit, |tree| tree.is_settled().then_some(())).await.is_some()
    }

    /// Whether the page is open, as far as events say.
    pub(super) fn is_open(&self) -> bool {
        self.state.end() != Some(PageEnd::Closed)
    }

    /// Refuses a page that has ended or shows a dialog.
    pub(super) fn check(&self) -> Result<()> {
        self.refuse_blocked()
    }

    /// An error of `kind`, or `SessionEnded` when the whole browser is gone.
    pub(super) fn ended_or(&self, kind: ErrorKind, context: &str) -> EngineError {
        match self.wire.ended() {
            Some(why) => WireError::Ended { why }.into(),
            None => EngineError::new(kind, context),
        }
    }

    /// Does `work` until a dialog opens, here or in a related page, or until the page ends.
    pub(super) async fn uninterrupted<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        refusal::uninterrupted(self, self.related.suspended(), work).await
    }

    /// Sends one command to the page's own session and reads its result.
    pub(super) async fn ask<T: DeserializeOwned>(&self, method: &'static str, params: Value) -> Result<T> {
        self.ask_on(&self.session, method, params).await
    }

    /// Sends one command to a session and reads its result.
    pub(super) async fn ask_on<T: DeserializeOwned>(
        &self,
        session: &SessionId,
        method: &'static str,
        params: Value,
    ) -> Result<T> {
        let reply = self
            .uninterrupted(self.wire.send(Command::new(method, params).on(session)))
            .await?;
        if matches!(reply, Err(WireError::SessionGone { .. })) {
            // The page itself may have ended, and knows why.
            self.check()?;
        }
        Ok(read(method, reply)?)
    }

    /// The frame's document. Waits a moment while the frame moves between processes.
    pub(super) async fn document_ref(&self, frame: &FrameId) -> Result<DocumentRef> {
        let found = self
            .tree
            .wait(SETTLE_LIMIT, |tree| match tree.document_ref(frame) {
                Some(place) => Some(Some(place)),
                None if !tree.contains(frame) => Some(None),
                None => None,
            })
            .await
            .flatten();
        if let Some(place) = found {
            return Ok(place);
        }
        self.check()?;
        Err(refusal::frame_gone(&self.state))
    }
}
