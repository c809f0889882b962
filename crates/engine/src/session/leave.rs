//! Leaving a page that does not answer.
//!
//! A navigation asks the page first. If it does not answer, its running script is ended, or its process, or a
//! new tab takes its place under the same number. The answer says what was done.

use super::pages::Select;
use super::{Session, lock, refuse_open_dialog};
use crate::action::Target;
use crate::backend::{Navigation, PageState, Unblocked};
use crate::deadline;
use crate::error::Result;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};

/// How long a page may take to answer before it is left.
const ANSWER: Duration = Duration::from_millis(700);

/// How long a page that cannot be left otherwise may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The shortest time after which a page counts as stuck.
const LEAST: Duration = Duration::from_millis(300);

/// How long the browser may take to stop a navigation before the call goes on without waiting for it.
const STOP: Duration = Duration::from_millis(150);

/// How long the browser may take to close a tab that does not answer.
const CLOSE: Duration = Duration::from_millis(1_500);

/// From this dialog of a document on, the document is taken to open dialogs without end.
const DIALOG_LOOP: u32 = 3;

/// How soon such a document opens its next one.
const NEXT_DIALOG: Duration = Duration::from_millis(300);

impl Session {
    /// Makes sure that the page can be left. Returns the page to navigate, which may have taken the place of
    /// this one, and where to.
    ///
    /// # Errors
    /// `DialogOpen`, unless the document opens dialogs without end; `Timeout` if the page cannot be left.
    pub(super) async fn make_way(&self, target: Arc<Target>, to: Navigation) -> Result<(Arc<Target>, Navigation)> {
        let state = target.page.state();
        if state.dialogs() >= DIALOG_LOOP {
            // Between two of its dialogs, such a document has none for a moment.
            let next = |state: &PageState| (state.dialog().is_some() || state.end().is_some()).then_some(());
            target.wait(NEXT_DIALOG, next).await;
        }
        let loops = state.dialog().is_some() && state.dialogs() >= DIALOG_LOOP;
        if !loops {
            refuse_open_dialog(&target)?;
            if state.end().is_some() {
                return Ok((target, to));
            }
        }
        let main = target.page.main_frame();
        if state.navigating_to(&main).is_some() {
            stop_loading(&target).await;
        }
        if !loops && answers(&target).await {
            return Ok((target, to));
        }
        let why = if loops {
            "The page opens dialogs without end"
        } else {
            "The page did not answer"
        };
        let notice = match target.page.unblock().await? {
            Unblocked::Needless => return Ok((target, to)),
            Unblocked::ScriptEnded => format!("{why}, so its running script was ended."),
            Unblocked::ProcessEnded => {
                format!("{why}, so its process was ended. Pages that shared it have crashed and must be loaded again.")
            }
            Unblocked::Impossible => {
                let what = "a new tab is being put in the place of the page, which does not answer";
                return deadline::waiting_for(what, self.replace(target, to, why)).await;
            }
        };
        self.notice(notice);
        Ok((target, to))
    }

    /// Puts a new tab in the place of a page.
    async fn replace(&self, old: Arc<Target>, to: Navigation, why: &str) -> Result<(Arc<Target>, Navigation)> {
        let to = match to {
            Navigation::To(url) => Navigation::To(url),
            Navigation::Reload => Navigation::To(old.page.state().url()),
            // Only this tab has the history.
            Navigation::Back | Navigation::Forward => {
                let (began, main) = (Instant::now(), old.page.main_frame());
                let limit = deadline::before_last_look(PATIENCE);
                return match timeout(limit, old.page.call(&main, "page", "{}")).await {
                    Ok(_) => Ok((old, to)),
                    Err(_) => Err(crate::backend::silent(&*old.page, &main, began)),
                };
            }
        };
        let connection = self.connection().await?;
        let id = connection.browser.open_page().await?;
        let number = old.number;
        lock(&self.inner.pages).replace(number, &id);
        lock(&self.inner.uids).clear(Some(number));
        lock(&self.inner.snapshots).remove(number);
        let new = self.connect_page(&connection, &id, Select::No).await?;
        let closed = timeout(deadline::at_most(CLOSE), connection.browser.close_page(old.page.id())).await;
        let rest = match closed {
            Ok(Ok(())) => "its history and session storage are gone",
            _ => "the old tab is still open",
        };
        self.notice(format!("{why}, so a new tab took its place as page {number}; {rest}."));
        Ok((new, to))
    }
}

/// A navigation that a call has begun. It is stopped if the call is given up before it has come to an end: otherwise the page
/// could not be read until the server answers.
pub(super) struct UnderWay(Option<Arc<Target>>);

impl UnderWay {
    pub(super) fn begin(target: &Arc<Target>) -> Self {
        Self(Some(Arc::clone(target)))
    }

    /// The navigation has come to an end, or was stopped.
    pub(super) fn end(mut self) {
        self.0 = None;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let Some(target) = self.0.take() else { return };
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { target.page.stop_loading().await });
        }
    }
}

/// Stops the navigation that is under way, and waits for that only a moment. Returns whether it was stopped.
pub(super) async fn stop_loading(target: &Target) -> bool {
    let page = Arc::clone(&target.page);
    let stop = tokio::spawn(async move { page.stop_loading().await });
    matches!(timeout(STOP, stop).await, Ok(Ok(Ok(()))))
}

/// Whether the page answers, or there is no time to find out.
async fn answers(target: &Target) -> bool {
    let limit = ANSWER.min(deadline::left() / 3);
    let main = target.page.main_frame();
    let asked = timeout(limit, target.page.call(&main, "page", "{}")).await;
    asked.is_ok() || limit < LEAST
}
