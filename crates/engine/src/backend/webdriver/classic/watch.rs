//! Looking at the page: in place of the events that classic WebDriver does not have.

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

/// How long after an input its effects are looked for.
const EFFECTS: Duration = Duration::from_millis(600);

/// The same in an adopted session, where the call waits for it.
const ADOPTED_EFFECTS: Duration = Duration::from_millis(80);

/// How long a new document may take to be parsed there.
const ADOPTED_PARSED: Duration = Duration::from_secs(3);

/// How long a document that does not end loading is looked at.
const LOADING: Duration = Duration::from_secs(30);

/// The first pause between two looks, and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(100));

/// How often a new empty document is looked at again before it is taken for what was wanted.
const PASSING: usize = 10;

/// The pause while a dialog is open, which may be for long.
const DIALOG_PAUSE: Duration = Duration::from_millis(300);

impl ClassicPage {
    /// Looks at the dialog, the main frame's document and the windows, and takes note of what is new.
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
                // The document is changing at this moment, or a dialog opened in it.
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
            self.state.record(Happening::PageOpened {
                page,
                url: String::new(),
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

    /// Looks at what an input, or the answer to a dialog, has done since `mark`. In an adopted session
    /// until something has begun, or nothing is likely to, and a new document is parsed.
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

    /// Takes note of a look at a frame's document.
    pub(super) fn note(&self, frame: &FrameId, look: Look) {
        if *frame != self.id {
            lock(&self.frames).set_url(frame, &look.url);
            return;
        }
        // Held while the happenings are recorded, so that two looks are not told in the wrong order.
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

    /// Goes on looking for a while, in a task of its own: until nothing more is to be expected of
    /// the last input, the document has loaded, and no dialog is open.
    ///
    /// Not in an adopted session, whose maker would find itself in another window or frame at any moment.
    /// There [`Self::observe_effects`] looks for longer instead.
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

    /// One look of the task; whether there is to be another one.
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
