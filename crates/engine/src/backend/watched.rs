//! A page with a watch over what is asked of it.
//!
//! A page gets to addresses that the caller cannot open: the user, another program or another tab leads it to a file, or
//! to the browser's settings. So each read and each action checks the address of what is shown. The addresses come from
//! events, so a check costs no round trip.
//!
//! Everything that is asked of the page ends by the deadline of the running call. A frame that has not answered by then, or
//! within the time that a caller grants it, is marked as silent in [`PageState`], and left out until it answers.

use super::unanswered::{CERTAIN, address, silent, unfinished};
use super::{
    Capabilities, Covered, Dragged, DrawnFrame, Evaluated, FailedLoad, FileInput, Frame, FrameId, Guard, Landing, Navigation,
    Page, PageId, PageState, ScreenshotRequest, TraceEnd, TraceWish, Unblocked, agent, refusal,
};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{InputEvent, Key, PointerDrag, TouchPath};
use crate::options::PdfOptions;
use crate::report::ResourceReport;
use async_trait::async_trait;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// The shortest time after which a frame counts as silent. A busy machine delays answers too.
const LEAST: Duration = Duration::from_millis(900);

/// How much later than the deadline an operation ends, so that a caller's own limit comes first.
const MARGIN: Duration = Duration::from_millis(60);

/// How long an operation may take before the frames are asked whether they answer, for the error to name one that does not.
const DOUBT: Duration = Duration::from_millis(300);

/// How many frames are asked because an operation takes long.
const MOST_ASKED: usize = 32;

/// The pause before a silent frame is asked again after an error.
const PAUSE: Duration = Duration::from_millis(500);

/// A page, watched.
pub(crate) struct Watched {
    page: Arc<dyn Page>,
    refuse: Box<Refuse>,
}

/// Returns the error for the address of a document that may be neither read nor acted on.
type Refuse = dyn Fn(&str) -> Result<()> + Send + Sync;

impl Watched {
    /// Watches a page. `refuse` returns the error for the address of a document that may be neither read nor acted on.
    pub(crate) fn new(page: Arc<dyn Page>, refuse: impl Fn(&str) -> Result<()> + Send + Sync + 'static) -> Self {
        Self {
            page,
            refuse: Box::new(refuse),
        }
    }

    /// Refuses a page that has ended, and the page's document, or that of a frame in it, if it may be neither read nor
    /// acted on. A crashed page shows a page of the browser, whose address is not the reason.
    fn check(&self, frame: Option<&FrameId>) -> Result<()> {
        self.page.refuse_ended()?;
        (self.refuse)(&self.page.state().url())?;
        match frame.and_then(|frame| self.page.address_of(frame)) {
            Some(address) => (self.refuse)(&address),
            None => Ok(()),
        }
    }

    /// Calls the in-page script. What it answers is given out if the document may still be read then.
    async fn ask_script(&self, frame: &FrameId, method: &str, call: impl Future<Output = Result<String>>) -> Result<String> {
        self.check(Some(frame))?;
        let own = agent::acts(method).then(|| {
            deadline::note_input();
            self.page.state().own.begin()
        });
        let answer = self.ask(frame, agent::waits(method), call).await;
        drop(own);
        self.check(Some(frame))?;
        answer
    }

    /// Asks a frame, until the deadline of the call.
    async fn ask<T>(&self, frame: &FrameId, waits: bool, work: impl Future<Output = Result<T>>) -> Result<T> {
        let began = Instant::now();
        let state = self.page.state();
        // What waits in the page may have no answer although the page is well.
        let asked = (!waits).then(|| {
            let (page, frame) = (Arc::clone(&self.page), FrameId::clone(frame));
            deadline::asking(move || silent(&*page, &frame, began))
        });
        let answer = timeout(deadline::left() + MARGIN, work).await;
        drop(asked);
        if let Ok(answer) = answer {
            if answer.is_ok() {
                state.heard(frame);
                if !waits {
                    deadline::note_answer(began.elapsed());
                }
            }
            return self.allowed(answer).await;
        }
        if !waits && began.elapsed() >= LEAST {
            self.mark(frame, began);
        }
        Err(silent(&*self.page, frame, began))
    }

    /// Does something that concerns no single frame, until the deadline of the call. If it takes long, all frames
    /// are asked meanwhile, and the error names those that do not answer.
    async fn until_deadline<T>(&self, doing: &'static str, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.until(doing, false, work).await
    }

    /// The same. `needs_frames`: it is given up earlier where a frame does not answer.
    async fn until<T>(&self, doing: &'static str, needs_frames: bool, work: impl Future<Output = Result<T>>) -> Result<T> {
        let began = Instant::now();
        let end = began + deadline::left() + MARGIN;
        let page = Arc::clone(&self.page);
        let _asked = deadline::asking(move || unfinished(&*page, doing, began));
        tokio::pin!(work);
        if let Ok(done) = timeout_at(end.min(began + DOUBT), &mut work).await {
            return self.allowed(done).await;
        }
        let mut mute = Vec::new();
        let doubted = Instant::now();
        let main = self.page.main_frame();
        let is_inner = |frame: &FrameId| *frame != main;
        let known = needs_frames && self.page.state().silent_frames().iter().any(|(frame, _)| is_inner(frame));
        let ended = async {
            tokio::select! {
                biased;
                done = &mut work => done,
                never = self.listen(&mut mute) => match never {},
            }
        };
        let first = if needs_frames { end.min(doubted + LEAST) } else { end };
        if let Ok(done) = timeout_at(first, ended).await {
            return self.allowed(done).await;
        }
        let lacks = known || mute.iter().any(is_inner);
        if !lacks && let Ok(done) = timeout_at(end, &mut work).await {
            return self.allowed(done).await;
        }
        if doubted.elapsed() >= CERTAIN {
            for frame in &mute {
                self.mark(frame, doubted);
            }
        }
        Err(unfinished(&*self.page, doing, began))
    }

    /// Names the failed load as the cause of a refusal: the browser's error page has no origin that a user could allow.
    async fn allowed<T>(&self, done: Result<T>) -> Result<T> {
        match done {
            Err(error) if *error.kind() == ErrorKind::OriginNotAllowed => match self.failed_load().await {
                Some(failed) => Err(refusal::load_failed(&failed).with_source(error)),
                None => Err(error),
            },
            done => done,
        }
    }

    /// Does work in a frame that has a limit of its own. If it takes that long because the frame does not answer,
    /// the error says so.
    async fn doubting<T>(&self, frame: &FrameId, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::pin!(work);
        if let Ok(done) = timeout(DOUBT, &mut work).await {
            return done;
        }
        let mut mute = Vec::new();
        let doubted = Instant::now();
        let done = tokio::select! {
            biased;
            done = &mut work => done,
            never = self.listen(&mut mute) => match never {},
        };
        if mute.contains(frame) && doubted.elapsed() >= CERTAIN {
            self.mark(frame, doubted);
        }
        done.map_err(|error| {
            if *error.kind() != ErrorKind::Timeout || self.page.state().silent_since(frame).is_none() {
                return error;
            }
            let silent = silent(&*self.page, frame, doubted);
            EngineError::new(ErrorKind::Timeout, format!("{}; {}", error.context(), silent.context()))
                .with_next_step(silent.next_step().clone())
        })
    }

    /// Asks all frames. Keeps those that have not answered in `mute`. Does not end.
    async fn listen(&self, mute: &mut Vec<FrameId>) -> Infallible {
        let answers = async {
            let frames = self.page.frames().await.unwrap_or_default();
            let state = self.page.state();
            mute.extend(
                frames
                    .into_iter()
                    .map(|frame| frame.id)
                    .filter(|frame| state.silent_since(frame).is_none())
                    .take(MOST_ASKED),
            );
            let began = Instant::now();
            let mut asked: FuturesUnordered<_> = mute
                .clone()
                .into_iter()
                .map(|frame| async move {
                    let _ = self.page.call(&frame, "alive", "{}").await;
                    frame
                })
                .collect();
            while let Some(answered) = asked.next().await {
                deadline::note_answer(began.elapsed());
                mute.retain(|frame| *frame != answered);
            }
        };
        if self.page.capabilities().concurrent_calls {
            answers.await;
        }
        std::future::pending().await
    }

    /// Marks a frame as silent, and asks it in the background until it answers.
    fn mark(&self, frame: &FrameId, since: Instant) {
        let url = address(&*self.page, frame);
        if self.page.state().set_silent(frame, &url, since) {
            tracing::debug!(%frame, "a frame does not answer");
            let probe = probe(Arc::downgrade(&self.page), FrameId::clone(frame));
            tokio::spawn(probe);
        }
    }
}

/// Asks a silent frame until it answers or is gone.
async fn probe(page: Weak<dyn Page>, frame: FrameId) {
    loop {
        let Some(page) = page.upgrade() else { return };
        let state = page.state();
        if state.silent_since(&frame).is_none() || state.end().is_some() {
            return;
        }
        match page.call(&frame, "alive", "{}").await {
            // The answer is held back.
            Err(error) if matches!(error.kind(), ErrorKind::Timeout | ErrorKind::DialogOpen) => {}
            _ => return state.heard(&frame),
        }
        drop(page);
        tokio::time::sleep(PAUSE).await;
    }
}

#[async_trait]
impl Page for Watched {
    fn id(&self) -> &PageId {
        self.page.id()
    }

    fn capabilities(&self) -> Capabilities {
        self.page.capabilities()
    }

    fn state(&self) -> &Arc<PageState> {
        self.page.state()
    }

    fn main_frame(&self) -> FrameId {
        self.page.main_frame()
    }

    fn refuse_ended(&self) -> Result<()> {
        self.page.refuse_ended()
    }

    fn refuse_blocked(&self) -> Result<()> {
        self.page.refuse_blocked()
    }

    async fn explain_lost_input(&self) -> Option<(&'static str, NextStep)> {
        self.page.explain_lost_input().await
    }

    async fn look_at_address(&self) {
        self.page.look_at_address().await;
    }

    fn address_of(&self, frame: &FrameId) -> Option<String> {
        self.page.address_of(frame)
    }

    fn set_silent(&self, frame: &FrameId, since: Instant) {
        self.mark(frame, since);
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        self.until_deadline("listing the frames", self.page.frames()).await
    }

    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        self.ask_script(frame, method, self.page.call(frame, method, args)).await
    }

    async fn call_guarded(&self, frame: &FrameId, method: &str, args: &str, guard: Guard) -> Result<String> {
        let call = self.page.call_guarded(frame, method, args, guard);
        self.ask_script(frame, method, call).await
    }

    fn is_guarded(&self) -> bool {
        self.page.is_guarded()
    }

    async fn install(&self, frame: &FrameId, name: &str, source: &str) -> Result<()> {
        self.check(Some(frame))?;
        self.ask(frame, false, self.page.install(frame, name, source)).await
    }

    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        self.check(Some(frame))?;
        self.ask(frame, false, self.page.child_frames(frame)).await
    }

    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        self.check(Some(frame))?;
        self.ask(frame, false, self.page.adopt_closed_shadow_roots(frame)).await
    }

    async fn input(&self, events: &[InputEvent]) -> Result<()> {
        self.check(None)?;
        deadline::note_input();
        let _own = self.page.state().own.begin();
        self.until_deadline("the input", self.page.input(events)).await
    }

    async fn drag(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged> {
        self.check(None)?;
        deadline::note_input();
        let _own = self.page.state().own.begin();
        self.until_deadline("the drag", self.page.drag(drag, landing)).await
    }

    async fn touch(&self, path: &TouchPath) -> Result<()> {
        self.check(None)?;
        deadline::note_input();
        let _own = self.page.state().own.begin();
        self.until_deadline("the touch", self.page.touch(path)).await
    }

    async fn set_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()> {
        self.check(Some(frame))?;
        deadline::note_input();
        let _own = self.page.state().own.begin();
        self.ask(frame, false, self.page.set_files(frame, input, files)).await
    }

    async fn takes_folder(&self, frame: &FrameId, input: &str) -> Result<bool> {
        self.check(Some(frame))?;
        self.ask(frame, false, self.page.takes_folder(frame, input)).await
    }

    async fn await_choosers(&self) -> Result<()> {
        self.check(None)?;
        self.until_deadline("the file chooser", self.page.await_choosers()).await
    }

    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        self.check(Some(frame))?;
        deadline::note_input();
        let _own = self.page.state().own.begin();
        let limit = deadline::at_most(limit);
        let evaluating = self.ask(frame, true, self.page.evaluate(frame, node, function, limit));
        let answer = self.doubting(frame, evaluating).await;
        self.check(Some(frame))?;
        answer
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        let _own = self.page.state().own.navigates();
        self.page.navigate(to).await
    }

    fn release(&self) {
        // What goes up may click.
        drop(self.page.state().own.begin());
        self.page.release();
    }

    fn keep_key(&self, key: &Key, keep: bool) {
        self.page.keep_key(key, keep);
    }

    fn kept_keys(&self) -> Option<Vec<Key>> {
        self.page.kept_keys()
    }

    async fn released(&self) -> Result<()> {
        self.until_deadline("releasing what an earlier action pressed", self.page.released())
            .await
    }

    async fn failed_load(&self) -> Option<FailedLoad> {
        timeout(deadline::left(), self.page.failed_load()).await.unwrap_or_default()
    }

    async fn load_resource(&self, url: &str, most: usize) -> Result<ResourceReport> {
        self.check(None)?;
        self.until_deadline("loading a resource", self.page.load_resource(url, most))
            .await
    }

    async fn stop_loading(&self) -> Result<()> {
        self.page.stop_loading().await
    }

    async fn unblock(&self) -> Result<Unblocked> {
        self.page.unblock().await
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        deadline::note_input();
        let _own = self.page.state().own.begin();
        self.until_deadline("answering the dialog", self.page.answer_dialog(accept, text))
            .await
    }

    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        self.check(None)?;
        let needs_frames = self.page.capabilities().pictures_wait_for_frames;
        let picture = self.until("the picture", needs_frames, self.page.screenshot(request)).await;
        self.check(None)?;
        picture
    }

    async fn print_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        self.check(None)?;
        let document = self.until_deadline("the paper", self.page.print_pdf(options)).await;
        self.check(None)?;
        document
    }

    async fn start_coverage(&self) -> Result<()> {
        self.check(None)?;
        self.until_deadline("the start of the coverage", self.page.start_coverage())
            .await
    }

    async fn stop_coverage(&self) -> Result<Covered> {
        self.until_deadline("the end of the coverage", self.page.stop_coverage())
            .await
    }

    async fn start_trace(&self, wish: TraceWish) -> Result<()> {
        self.check(None)?;
        self.until_deadline("the start of the trace", self.page.start_trace(wish))
            .await
    }

    fn is_tracing(&self) -> bool {
        self.page.is_tracing()
    }

    async fn stop_trace(&self, limit: Duration) -> Result<TraceEnd> {
        self.until_deadline("the end of the trace", self.page.stop_trace(limit)).await
    }

    async fn read_trace(&self) -> Result<Vec<u8>> {
        self.until_deadline("reading the trace", self.page.read_trace()).await
    }

    async fn start_frames(&self, max_side: u32) -> Result<()> {
        self.page.refuse_ended()?;
        self.until_deadline("the start of the film", self.page.start_frames(max_side))
            .await
    }

    async fn next_frame(&self, limit: Duration) -> Option<DrawnFrame> {
        let frame = self.page.next_frame(limit).await;
        let refused = |url: &String| (self.refuse)(url).is_err();
        frame.filter(|frame| !refused(&frame.url) && !frame.before.as_ref().is_some_and(refused))
    }

    fn stop_frames(&self) {
        self.page.stop_frames();
    }

    async fn activate(&self) -> Result<()> {
        self.until_deadline("bringing the page to the front", self.page.activate())
            .await
    }

    async fn watch_network(&self, on: bool) -> Result<()> {
        self.until_deadline("watching the page's requests", self.page.watch_network(on))
            .await
    }

    async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        self.until_deadline("resizing the page", self.page.set_viewport(width, height))
            .await
    }
}
