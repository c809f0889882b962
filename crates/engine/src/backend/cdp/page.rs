//! One page: its session, its state, and the ways to ask it something.

use super::held::Held;
use super::protocol::FrameTreeReply;
use super::related::OpenDialogs;
use super::tree::{FrameTree, Place, SessionId};
use super::watched::Watched;
use super::world::Worlds;
use crate::backend::state::PageEnd;
use crate::backend::wire::{Command, ReplyResult, Wire, WireError, parse};
use crate::backend::{
    Capabilities, Evaluated, Frame, FrameId, InputReturns, Navigation, Page, PageId, PageState, ScreenshotRequest,
};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Point};
use crate::text::{quote, shorten};
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long sessions of frames in other processes may take to tell their frames.
const SETTLE_LIMIT: Duration = Duration::from_secs(1);

/// A page target that is attached to.
#[derive(Debug)]
pub struct CdpPage {
    pub(super) id: PageId,
    pub(super) session: SessionId,
    pub(super) wire: Wire,
    pub(super) state: Arc<PageState>,
    pub(super) tree: Watched<FrameTree>,
    pub(super) worlds: Worlds,
    pub(super) held: Mutex<Held>,
    /// Drag data that was intercepted and not dropped yet.
    pub(super) intercepted: Watched<Option<Value>>,
    /// The page that, by opening others, began the group that this one is in.
    pub(super) group: PageId,
    pub(super) open_dialogs: OpenDialogs,
    /// When someone last chose not to leave the page.
    pub(super) stayed: Mutex<Option<Instant>>,
    /// How often the renderer crashed.
    pub(super) crashes: Watched<u64>,
}

impl CdpPage {
    /// A page of the session that was just attached; what it needs to hear is asked for at once.
    pub(super) fn start(
        wire: &Wire,
        id: &str,
        session: SessionId,
        url: &str,
        group: PageId,
        open_dialogs: OpenDialogs,
    ) -> Arc<Self> {
        let state = Arc::new(PageState::default());
        state.set_url(url);
        let mut tree = FrameTree::new(&id.into(), Arc::clone(&session));
        tree.unsettle(Arc::clone(&session));
        Arc::new(Self {
            id: id.into(),
            session,
            wire: wire.clone(),
            state,
            tree: Watched::new(tree),
            worlds: Worlds::default(),
            held: Mutex::default(),
            intercepted: Watched::default(),
            group,
            open_dialogs,
            stayed: Mutex::default(),
            crashes: Watched::default(),
        })
    }

    /// Asks a session of this page for its events and its frames, in one go. Each of these costs
    /// something while the page is loading, so there are no more of them than are used.
    pub(super) fn listen(self: &Arc<Self>, session: &SessionId) {
        let mut commands = vec![
            Command::new("Page.enable", json!({})),
            Command::new(
                "Target.setAutoAttach",
                json!({
                    "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
                    "filter": [{"type": "iframe"}, {"exclude": true}],
                }),
            ),
        ];
        if self.state.is_network_watched() {
            commands.push(super::network::command(true));
        }
        if *session == self.session {
            commands.extend([
                // Switching these on tells how far the document has loaded; later documents tell it
                // by other events, of which there are fewer.
                Command::new("Page.setLifecycleEventsEnabled", json!({"enabled": true})),
                Command::new("Page.setLifecycleEventsEnabled", json!({"enabled": false})),
                // Two pages can be driven side by side: each acts as if it were in front.
                Command::new("Emulation.setFocusEmulationEnabled", json!({"enabled": true})),
            ]);
        }
        self.wire
            .post(commands.into_iter().map(|command| command.on(session)).collect());
        self.read_frames(session);
    }

    /// Has a session tell its frames; the answer is handled in order with the frame events.
    pub(super) fn read_frames(self: &Arc<Self>, session: &SessionId) {
        let page = Arc::clone(self);
        let of = Arc::clone(session);
        self.wire
            .start_in_order(Command::new("Page.getFrameTree", json!({})).on(session), move |_, reply| {
                let told = reply.ok().and_then(|raw| parse::<FrameTreeReply>(&raw).ok());
                page.tree.change(|tree| {
                    if let Some(told) = &told {
                        tree.merge(&of, &told.frame_tree);
                    }
                    tree.settle(&of);
                });
                if let Some(main) = told.filter(|_| of == page.session) {
                    page.state.set_url(&main.frame_tree.frame.address());
                }
            });
    }

    /// Waits until all sessions have told their frames. `false` when they have not in time.
    pub(super) async fn settled(&self, limit: Duration) -> bool {
        self.tree.wait(limit, |tree| tree.is_settled().then_some(())).await.is_some()
    }

    /// Refuses when nothing can be done with the page now.
    pub(super) fn check(&self) -> Result<()> {
        match (self.state.end(), self.state.dialog()) {
            (Some(PageEnd::Closed), _) => Err(self.ended_or(ErrorKind::PageClosed, "the page was closed")),
            (Some(PageEnd::Crashed), _) => Err(EngineError::new(ErrorKind::PageCrashed, "the page's renderer crashed")),
            (None, Some(dialog)) => Err(EngineError::new(
                ErrorKind::DialogOpen,
                format!(
                    "a {} dialog is open: {}",
                    dialog.kind.name(),
                    quote(&shorten(&dialog.message, 200))
                ),
            )),
            (None, None) => Ok(()),
        }
    }

    /// An error of `kind`, or `SessionEnded` when the whole browser is gone.
    pub(super) fn ended_or(&self, kind: ErrorKind, context: &str) -> EngineError {
        match self.wire.ended() {
            Some(why) => WireError::Ended { why }.into(),
            None => EngineError::new(kind, context),
        }
    }

    /// Does `work`, unless a dialog is open or opens, or the page ends: then that is the error, at
    /// once. Scripts do not run while a dialog is open, so the browser would not answer.
    pub(super) async fn uninterrupted<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        self.check()?;
        tokio::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return Ok(done),
                () = self.state.interrupted() => {}
                error = self.stopped() => return Err(error),
            }
            // The dialog may be gone again; then the work goes on.
            self.check()?;
        }
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
        Ok(read(method, reply)?)
    }

    /// Where the frame is, waiting a moment while it moves between processes.
    pub(super) async fn place(&self, frame: &FrameId) -> Result<Place> {
        let found = self
            .tree
            .wait(SETTLE_LIMIT, |tree| match tree.place(frame) {
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
        Err(EngineError::new(ErrorKind::StaleUid, "the frame is no longer in the page"))
    }
}

/// Reads a result; one that is not of this form is a protocol error.
pub(super) fn read<T: DeserializeOwned>(method: &'static str, reply: ReplyResult) -> Result<T, WireError> {
    let raw = reply?;
    parse(&raw).map_err(|error| WireError::Malformed {
        method,
        why: error.to_string(),
    })
}

#[async_trait]
impl Page for CdpPage {
    fn id(&self) -> &PageId {
        &self.id
    }

    fn state(&self) -> &Arc<PageState> {
        &self.state
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            input_returns: InputReturns::AfterNextFrame,
            concurrent_calls: true,
            scaled_screenshots: true,
            dialogs_suspend_scripts: true,
            longest_call: None,
        }
    }

    fn main_frame(&self) -> FrameId {
        self.tree.look(|tree| Arc::clone(tree.main()))
    }

    fn refuse_ended(&self) -> Result<()> {
        match self.state.end() {
            Some(PageEnd::Closed) => Err(self.ended_or(ErrorKind::PageClosed, "the page was closed")),
            Some(PageEnd::Crashed) => Err(EngineError::new(ErrorKind::PageCrashed, "the page's renderer crashed")),
            None => Ok(()),
        }
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        // An open dialog does not matter: the list is kept here.
        self.refuse_ended()?;
        // A frame whose process is busy is listed all the same; it answers when it is asked.
        self.settled(SETTLE_LIMIT).await;
        Ok(self.tree.look(FrameTree::list))
    }

    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        self.call_script(frame, method, args).await
    }

    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        self.find_child_frames(frame).await
    }

    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        self.hand_in_shadow_roots(frame).await
    }

    async fn input(&self, events: &[InputEvent]) -> Result<()> {
        self.dispatch(events).await
    }

    async fn drag(&self, path: &[Point]) -> Result<()> {
        self.drag_along(path).await
    }

    async fn set_files(&self, frame: &FrameId, node: u32, files: &[PathBuf]) -> Result<()> {
        self.put_files(frame, node, files).await
    }

    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        self.run_in_page(frame, node, function, limit).await
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        self.go(to).await
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        self.close_dialog(accept, text).await
    }

    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        self.take_picture(request).await
    }

    async fn activate(&self) -> Result<()> {
        let _: Value = self.ask("Page.bringToFront", json!({})).await?;
        Ok(())
    }

    async fn watch_network(&self, on: bool) -> Result<()> {
        self.listen_to_network(on);
        Ok(())
    }

    async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        let _: Value = self
            .ask(
                "Emulation.setDeviceMetricsOverride",
                json!({"width": width, "height": height, "deviceScaleFactor": 0, "mobile": false}),
            )
            .await?;
        Ok(())
    }
}
