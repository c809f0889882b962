//! The open JavaScript dialog of a page, and its answer.

use super::Session;
use super::running::{report, with_given};
use crate::action::{self, Done, Target};
use crate::backend::{Dialog, DialogKind, PageState};
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::Expects;
use crate::report::{ActionReport, DialogInfo, PendingNavigation};
use crate::text::{quote, shorten};
use futures_util::future::join_all;
use std::time::{Duration, Instant};

/// How long to wait for the script that opened a dialog to finish.
const RESUMED: Duration = Duration::from_secs(2);

/// How many frames are asked whether that script has finished.
const MOST_ASKED: usize = 32;

impl Session {
    /// Accepts or dismisses the open dialog; `text` is the answer to a prompt. Without it, an accepted prompt is answered with
    /// the value that it offers, as by a person who presses OK.
    ///
    /// # Errors
    /// `NoDialog`.
    pub async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<ActionReport> {
        self.in_time(async {
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let Some(dialog) = target.page.state().dialog() else {
                return Err(self.noted(EngineError::new(
                    ErrorKind::NoDialog,
                    format!("no dialog is open on page {}", target.number),
                )));
            };
            if let Some(text) = text {
                action::check_value(text)?;
            }
            // Browsers answer with nothing where no text is given.
            let offered = dialog.default_text.as_deref().filter(|_| accept);
            let text = text.or(offered);
            let began = Instant::now();
            let mark = target.page.state().mark();
            let main = target.page.main_frame();
            let answered = target.page.answer_dialog(accept, text).await;
            answered.map_err(|error| self.noted(with_given(error, "the answer")))?;
            yielded(&target).await;
            let leaving = accept && dialog.kind == DialogKind::BeforeUnload;
            let expects = if leaving { Expects::Navigation } else { Expects::Nothing };
            action::settle(&target, mark, expects, leaving).await;
            let mut effects = self.effects(&target, &main, mark);
            // What opened the dialog may have begun a navigation before.
            if effects.dialog.is_none()
                && !effects.navigating.iter().any(|pending| pending.main_frame)
                && let Some(url) = target.page.state().navigating_to(&main)
            {
                effects.navigating.insert(0, PendingNavigation { url, main_frame: true });
            }
            let described = format!("{} {}", dialog.kind.name(), quote(&shorten(&dialog.message, 300)));
            Ok(ActionReport {
                answered: Some(dialog.kind),
                ..report(&target, described, Done::trusted(), effects, began)
            })
        })
        .await
    }
}

/// Waits until the script that opened a dialog has yielded. It continues with the answer, and may open another dialog
/// or navigate. Both end the wait.
async fn yielded(target: &Target) {
    let state = target.page.state();
    // The dialog may be of any frame, and each process has a thread of its own. Firefox answers from within the script,
    // too, but a page gets no microtask before its script has yielded.
    let asked = async {
        let frames = target.page.frames().await.unwrap_or_default();
        let frames = frames.iter().filter(|frame| state.silent_since(&frame.id).is_none());
        join_all(
            frames
                .take(MOST_ASKED)
                .map(|frame| target.page.call(&frame.id, "alive", "{}")),
        )
        .await;
    };
    let more = |state: &PageState| (state.dialog().is_some() || state.end().is_some()).then_some(());
    tokio::select! {
        biased;
        _ = target.wait(RESUMED, more) => {}
        () = asked => {}
    }
}

/// The open dialog, for an answer.
pub(super) fn dialog_info(target: &Target) -> Option<DialogInfo> {
    target.page.state().dialog().map(DialogInfo::from)
}

impl From<Dialog> for DialogInfo {
    fn from(dialog: Dialog) -> Self {
        Self {
            kind: dialog.kind,
            message: dialog.message,
            default_text: dialog.default_text,
        }
    }
}

/// Refuses a call that needs the page's script, which an open dialog suspends.
pub(super) fn refuse_open_dialog(target: &Target) -> Result<()> {
    match target.page.state().dialog() {
        None => Ok(()),
        Some(dialog) => {
            let kind = dialog.kind.name();
            let what = format!(
                "a dialog is open on page {}: {kind} {}",
                target.number,
                quote(&shorten(&dialog.message, 300))
            );
            Err(EngineError::new(ErrorKind::DialogOpen, what))
        }
    }
}
