//! Observes the page by polling, because classic WebDriver has no events.

use super::context::Turn;
use super::document::{LOOK, Look};
use super::page::ClassicPage;
use crate::backend::monitor::lock;
use crate::backend::webdriver::fault::{Code, Fault};
use crate::backend::{FrameId, Happening};
use crate::error::{ErrorKind, Result};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long after an input its effects are watched for.
const EFFECTS: Duration = Duration::from_millis(600);

/// The same in an adopted session, where the call itself waits.
const ADOPTED_EFFECTS: Duration = Duration::from_millis(80);

/// How long a new document may take to be parsed in an adopted session.
const ADOPTED_PARSED: Duration = Duration::from_secs(3);

/// How long a document that does not finish loading is watched.
const LOADING: Duration = Duration::from_secs(30);

/// The first and the longest pause between two observations.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(100));

/// How often a new empty document is checked again before it counts as the requested one.
const PASSING: usize = 10;

/// The pause while a dialog is open. A dialog may stay open for long.
const DIALOG_PAUSE: Duration = Duration::from_millis(300);

impl ClassicPage {
    /// Checks the dialog, the main frame's document and the windows, and records what is new.
    pub(super) async fn observe(&self, turn: &mut Turn<'_>) -> Result<()> {
        const DOING: &str = "looking at the page";
        if self.look_for_dialog(turn, None).await?.is_none() {
            let mut looked = self.look(turn).await;
            for _ in 0..PASSING {
                let known = lock(&self.document).clone();
                if !matches!(&looked, Ok(Some(look)) if look.is_passing(known.as_ref())) {
                    break;
                }
                tokio::time::sleep(PAUSES.0).await;
                looked = self.look(turn).await;
            }
            match looked {
                Ok(Some(look)) => self.note(&self.id, look),
                Ok(None) => {}
                // The document is being replaced, or has opened a dialog.
                Err(fault) if matches!(fault.code, Code::Script | Code::Timeout | Code::Other | Code::DialogOpen) => {
                    tracing::debug!(%fault, "the document could not be looked at");
                    turn.forget_position();
                }
                Err(fault) => {
                    turn.forget_position();
                    return Err(self.failed(fault, DOING));
                }
            }
        }
        let windows = turn.windows().await.map_err(|fault| self.failed(fault, DOING))?;
        for page in self.context.note_windows(&windows) {
            self.context.state.front_changes(true);
            self.state.record(Happening::PageOpened {
                page,
                url: String::new(),
                closed: false,
            });
        }
        if windows.contains(&self.id) {
            Ok(())
        } else {
            Err(self.closed())
        }
    }

    async fn look(&self, turn: &mut Turn<'_>) -> Result<Option<Look>, Fault> {
        turn.enter(&self.id, &[]).await?;
        let value = turn.execute(&format!("return {LOOK};"), &json!([])).await?;
        Ok(Look::read(&value))
    }

    /// Observes the effects since `mark` of an input or of the answer to a dialog. In an adopted session,
    /// waits for an effect for a short time, and then for the new document to be parsed.
    pub(super) async fn observe_effects(&self, turn: &mut Turn<'_>, mark: u64) -> Result<()> {
        self.observe(turn).await?;
        if self.context.driver.is_ours() {
            return Ok(());
        }
        let began = Instant::now();
        loop {
            let idle = self.state.since(mark).is_empty();
            let over = self.state.dialog().is_some() || (!idle && self.state.load_state().0);
            let limit = if idle { ADOPTED_EFFECTS } else { ADOPTED_PARSED };
            if over || began.elapsed() >= limit {
                return Ok(());
            }
            tokio::time::sleep(PAUSES.0 * 2).await;
            self.observe(turn).await?;
        }
    }

    /// Records an observation of a frame's document.
    pub(super) fn note(&self, frame: &FrameId, look: Look) {
        if *frame != self.id {
            lock(&self.frames).set_url(frame, &look.url);
            return;
        }
        // The lock is held while the happenings are recorded, so that two observations are recorded in order.
        let mut known = lock(&self.document);
        let happened = look.since(known.as_ref(), &self.id);
        if happened
            .iter()
            .any(|happening| matches!(happening, Happening::Committed { .. }))
        {
            lock(&self.frames).clear();
        }
        self.state.set_url(&look.url);
        *known = Some(look);
        for happening in happened {
            self.state.record(happening);
        }
    }

    /// Watches the page in a separate task until no further effects of the last input are expected, the
    /// document has loaded, and no dialog is open.
    ///
    /// An adopted session is not watched: its creator would find it in another window or frame at any moment.
    /// [`Self::observe_effects`] waits longer there instead.
    pub(super) fn watch(&self) {
        if !self.context.driver.is_ours() {
            return;
        }
        {
            let mut until = lock(&self.watched_until);
            let running = until.is_some();
            *until = Some(Instant::now() + EFFECTS);
            if running {
                return;
            }
        }
        let page = self.me.clone();
        tokio::spawn(async move {
            let mut pause = PAUSES.0;
            loop {
                tokio::time::sleep(pause).await;
                // The page was dropped.
                let Some(page) = page.upgrade() else { return };
                pause = if page.state.dialog().is_some() {
                    DIALOG_PAUSE
                } else {
                    (pause * 2).min(PAUSES.1)
                };
                if !Arc::clone(&page).look_again().await {
                    return;
                }
            }
        });
    }

    /// One observation by the watching task. Returns whether to continue.
    async fn look_again(self: Arc<Self>) -> bool {
        let mut turn = self.context.turn().await;
        let looked = self.observe(&mut turn).await;
        turn.leave().await;
        if let Err(error) = &looked {
            tracing::debug!(%error, "watching the page");
        }
        let over = self.state.end().is_some() || self.context.state.ended().is_some();
        let dialog = self.state.dialog().is_some();
        let loaded = self.state.load_state().1;
        let failing = matches!(&looked, Err(error) if *error.kind() != ErrorKind::DialogOpen);
        let mut until = lock(&self.watched_until);
        let now = Instant::now();
        let due = until.is_some_and(|until| now < until || (!loaded && now < until + LOADING));
        let more = !over && !failing && (dialog || due);
        if !more {
            *until = None;
        }
        more
    }
}
