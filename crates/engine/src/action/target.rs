//! One page (target) that the session drives, with what actions share on it.

use super::settle::overtaken;
use crate::backend::{FrameId, Guard, Page, PageState, Protocol, RemoteFiles, document_leaving, silent};
use crate::deadline;
use crate::error::Result;
use crate::page_script::{self, Closer};
use crate::snapshot::Uid;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How many frames are prepared ahead of time. Pages with more are rare, and most of their frames are
/// advertisements.
const WARM_FRAMES: usize = 32;
/// When the rest of the script is put in after a document has loaded: a first look at it comes sooner, and does not need that.
const LOOK_FIRST: Duration = Duration::from_millis(300);

/// How long one of several frames may take to answer. A frame that takes longer is left out.
const FRAME_PATIENCE: Duration = Duration::from_secs(3);

/// The shortest time after which a frame counts as silent. A busy machine delays answers too.
const LEAST_PATIENCE: Duration = Duration::from_millis(900);

/// How long the page may take to answer after it may have written an error.
const HEAR: Duration = Duration::from_millis(150);

/// See [`Target::give_uid`].
pub(crate) type GiveUid = dyn Fn(&FrameId, &Closer) -> Option<Uid> + Send + Sync;

/// A page, its number in the session, and the lock that keeps two actions from mixing their input.
pub(crate) struct Target {
    pub(crate) number: u32,
    pub(crate) page: Arc<dyn Page>,
    pub(crate) protocol: Protocol,
    /// How long an action waits until its element can be acted on.
    pub(crate) patience: Duration,
    /// Gives a UID to a control that an error names. `None` where the session is over.
    pub(crate) give_uid: Arc<GiveUid>,
    /// The way for files to a browser on another machine.
    pub(crate) remote_files: Option<Arc<dyn RemoteFiles>>,
    /// Whether what the page writes to the console is recorded.
    pub(crate) is_recorded: bool,
    /// Held while input is dispatched: two clicks at once would interleave their presses.
    pub(crate) input: Arc<Mutex<()>>,
    /// Whether the session is closing the page. The browser may let the page go on meanwhile, and drop its input.
    pub(crate) closing: Arc<AtomicBool>,
}

impl Target {
    /// The same page with another time limit for its actions.
    pub(crate) fn with_patience(&self, patience: Duration) -> Arc<Self> {
        Arc::new(Self {
            number: self.number,
            remote_files: self.remote_files.clone(),
            page: Arc::clone(&self.page),
            protocol: self.protocol,
            patience,
            give_uid: Arc::clone(&self.give_uid),
            is_recorded: self.is_recorded,
            input: Arc::clone(&self.input),
            closing: Arc::clone(&self.closing),
        })
    }

    /// Lets the errors arrive that the page wrote until now, if they are recorded: what it answers comes after them.
    pub(crate) async fn hear(&self) {
        let state = self.page.state();
        let main = self.page.main_frame();
        let can_answer = state.dialog().is_none() && state.end().is_none() && state.silent_since(&main).is_none();
        if self.is_recorded && can_answer {
            let _ = timeout(deadline::at_most(HEAR), self.page.call(&main, "alive", "{}")).await;
        }
    }

    /// Runs an action while no other one sends input to this page, once the browser has confirmed that what an
    /// earlier one pressed is released. What this one leaves pressed is released, however it ends.
    pub(crate) async fn alone<T>(&self, action: impl Future<Output = Result<T>>) -> Result<T> {
        let _input = deadline::waiting_for("another call is acting on the page", self.input.lock()).await;
        self.page.released().await?;
        let _release = ReleaseAtEnd(&*self.page);
        action.await
    }

    /// [`PageState::wait`] that leaves the call time for its report.
    pub(crate) async fn wait<T>(&self, limit: Duration, found: impl FnMut(&PageState) -> Option<T>) -> Option<T> {
        self.page.state().wait(deadline::before_last_look(limit), found).await
    }

    /// Asks one of several frames. `work` may take `own` besides the time that the frame needs to answer. A
    /// frame that is known to be silent is not asked.
    ///
    /// # Errors
    /// `Timeout` if the frame does not answer.
    pub(crate) async fn ask_one<T>(&self, frame: &FrameId, own: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
        let began = Instant::now();
        if self.page.state().silent_since(frame).is_some() {
            return Err(silent(&*self.page, frame, began));
        }
        // A part of the time is left for what follows.
        let limit = (FRAME_PATIENCE + own).min(deadline::left().mul_f64(0.6));
        if let Ok(answer) = timeout(limit, work).await {
            return answer;
        }
        if limit >= LEAST_PATIENCE {
            self.page.set_silent(frame, began);
        }
        Err(silent(&*self.page, frame, began))
    }

    /// The frame whose owner is an element of another one.
    pub(crate) async fn child_frame(&self, frame: &FrameId, owner: u32) -> Result<Option<FrameId>> {
        let children = self.page.child_frames(frame).await?;
        Ok(children.into_iter().find(|(id, _)| *id == owner).map(|(_, child)| child))
    }

    /// Calls the in-page script and reads its answer.
    pub(crate) async fn ask<T: for<'de> Deserialize<'de>>(
        &self,
        frame: &FrameId,
        method: &str,
        args: &(impl Serialize + Sync),
    ) -> Result<T> {
        let args = page_script::encode(args)?;
        let text = tokio::select! {
            biased;
            text = self.page.call(frame, method, &args) => text?,
            next = overtaken(self) => return Err(document_leaving(&next)),
        };
        page_script::decode(method, &text)
    }

    /// Calls the in-page script while input is kept out of other documents, until the action ends.
    pub(crate) async fn ask_guarded<T: for<'de> Deserialize<'de>>(
        &self,
        frame: &FrameId,
        method: &str,
        args: &(impl Serialize + Sync),
        guard: Guard,
    ) -> Result<T> {
        let args = page_script::encode(args)?;
        let text = self.page.call_guarded(frame, method, &args, guard).await?;
        page_script::decode(method, &text)
    }

    /// Puts the in-page script into all frames of a new document before the first call needs it. This saves
    /// that call 2 to 15 ms for each frame. With `ahead`, each frame also walks its document when it is
    /// idle, and gets the part of the script that acts after that.
    pub(crate) fn warm(self: &Arc<Self>, ahead: bool) {
        if !self.page.capabilities().concurrent_calls {
            return; // the next call would wait for these
        }
        let target = Arc::clone(self);
        let method = if ahead { "ahead" } else { "page" };
        tokio::spawn(async move {
            let Ok(frames) = target.page.frames().await else { return };
            let page = &target.page;
            let frames = &frames;
            let ask = |method: &'static str| {
                let asked = frames.iter().take(WARM_FRAMES);
                join_all(asked.map(move |frame| page.call(&frame.id, method, "{}")))
            };
            ask(method).await;
            if ahead {
                tokio::time::sleep(LOOK_FIRST).await;
                ask("whole").await;
            }
        });
    }
}

/// Releases what is pressed when an action ends, also by cancellation.
struct ReleaseAtEnd<'a>(&'a dyn Page);

impl Drop for ReleaseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.release();
    }
}
