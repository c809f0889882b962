//! Navigations, and the dialogs that block them.

use super::page::BidiPage;
use super::protocol::{ContextInfo, NavigationInfo, Tree};
use super::tree::Contexts;
use crate::backend::monitor::{NO_LIMIT, lock};
use crate::backend::state::PageEnd;
use crate::backend::wire::{Command, ReplyResult, parse};
use crate::backend::{Happening, Navigation, PageState, error_page, refusal};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, LoadFailure, NextStep, Result};
use crate::text::{quote, shorten};
use serde_json::json;
use std::time::{Duration, Instant};

/// The time limit for a server to send the first bytes of a document.
const LIMIT: Duration = Duration::from_mins(1);

/// How often a slow navigation is checked for an authentication prompt that blocks it.
const QUESTION_INTERVAL: Duration = Duration::from_secs(2);

/// The time limit for a history step to start a navigation, if it leads to another document.
const START_LIMIT: Duration = Duration::from_millis(250);

/// How much longer a history step may take to show anything, on a machine with other work.
const LATE_LIMIT: Duration = Duration::from_secs(5);

/// How long after a dismissed `beforeunload` dialog the browser may drop a history step without a word: the one that was asked
/// about may still be ending.
const STAY_LIMIT: Duration = Duration::from_secs(2);

/// After this time such a step counts as dropped.
const DROPPED: Duration = Duration::from_secs(1);

/// How long after a failed navigation the browser may take to show its error page.
const ERROR_PAGE_LIMIT: Duration = Duration::from_millis(500);

/// The time limit for the report that a dialog closed.
const DIALOG_LIMIT: Duration = Duration::from_secs(2);

impl BidiPage {
    /// Starts a navigation and waits until it was committed or refused.
    pub(super) async fn go(&self, to: &Navigation) -> Result<()> {
        let context = &*self.data.id;
        match to {
            Navigation::To(url) => {
                let params = json!({"context": context, "url": url, "wait": "none"});
                let what = format!("navigating to {}", quote(&shorten(url, 200)));
                self.navigated("browsingContext.navigate", params, &what, Some(url)).await
            }
            Navigation::Reload => {
                let params = json!({"context": context, "wait": "none"});
                self.navigated("browsingContext.reload", params, "loading the page again", None)
                    .await
            }
            Navigation::Back => self.traverse(-1, "back").await,
            Navigation::Forward => self.traverse(1, "forward").await,
        }
    }

    /// Performs one history step. The reply only means that the step has started.
    async fn traverse(&self, delta: i32, way: &str) -> Result<()> {
        let stayed = lock(&self.data.stayed).take();
        let may_be_dropped = stayed.is_some_and(|stayed| stayed.elapsed() < STAY_LIMIT);
        let mark = self.data.state.mark();
        // The step ends a navigation that is under way, which is no end of the step.
        let ends_another = self.data.state.navigating_to(&self.data.id).is_some();
        let method = "browsingContext.traverseHistory";
        let params = json!({"context": &*self.data.id, "delta": delta});
        let reply = self.send_navigation(method, params.clone()).await?;
        if let Err(error) = &reply
            && error.is_code("no such history entry")
        {
            return Err(
                EngineError::new(ErrorKind::NavigationFailed, format!("there is no page to go {way} to"))
                    .with_next_step(crate::error::NextStep::LoadAddress),
            );
        }
        self.refused(reply, &format!("going {way}"), mark).await?;
        let about_main = |happening: &Happening| match happening {
            Happening::Committed { main, .. } => *main,
            Happening::NavigationRequested { frame, .. } | Happening::SameDocument { frame, .. } => *frame == self.data.id,
            _ => false,
        };
        let begun = |state: &PageState| state.since(mark).iter().any(about_main).then_some(());
        if self.undisturbed(self.data.state.wait(START_LIMIT, begun)).await?.is_none() {
            // Some steps are of a frame below the main one, or within the document without an event.
            if self.moved_below(mark) || self.moved_within().await? {
                return Ok(());
            }
            let either = |state: &PageState| (begun(state).is_some() || self.moved_below(mark)).then_some(());
            let limit = if may_be_dropped { DROPPED } else { LATE_LIMIT };
            let mut late = self.undisturbed(self.data.state.wait(limit, either)).await?;
            if late.is_none() && may_be_dropped {
                let again = self.send_navigation(method, params).await?;
                self.refused(again, &format!("going {way}"), mark).await?;
                late = self.undisturbed(self.data.state.wait(LATE_LIMIT, either)).await?;
            }
            if late.is_none() {
                return Err(EngineError::new(
                    ErrorKind::OutcomeUnknown,
                    format!("the browser took the order of going {way}, and the page shows nothing of it"),
                ));
            }
            if begun(&self.data.state).is_none() {
                return Ok(());
            }
        }
        let arrived = self.data.state.wait(LIMIT, |state| {
            let mut begun = !ends_another;
            state.since(mark).iter().find_map(|happening| match happening {
                Happening::Committed { main: true, .. } | Happening::DownloadStarted { .. } => Some(true),
                Happening::SameDocument { frame, .. } if *frame == self.data.id => Some(true),
                Happening::NavigationRequested { frame, .. } if *frame == self.data.id => {
                    begun = true;
                    None
                }
                Happening::NavigationAborted { frame } if *frame == self.data.id => begun.then_some(false),
                _ => None,
            })
        });
        let arrived = tokio::select! {
            biased;
            arrived = self.undisturbed(arrived) => arrived?,
            error = self.losing() => return Err(error.during(&format!("going {way}"))),
        };
        match arrived {
            Some(true) => match error_page::failed_load(&self.data.state.url()) {
                Some(failed) => Err(refusal::load_failed(&failed).during(&format!("going {way}"))),
                None => Ok(()),
            },
            Some(false) => Err(EngineError::new(
                ErrorKind::NavigationFailed,
                format!("going {way} was aborted"),
            )),
            None => Err(EngineError::new(
                ErrorKind::Timeout,
                format!("going {way} produced no document within {} s", LIMIT.as_secs()),
            )),
        }
    }

    /// Whether a frame below the main one has another document or address since `mark`.
    fn moved_below(&self, mark: u64) -> bool {
        let happened = self.data.state.since(mark);
        happened.iter().any(|happening| happening.is_below(&self.data.id))
    }

    /// Whether the address is another one after a step within the document that no event reported. It is updated then.
    async fn moved_within(&self) -> Result<bool> {
        let context = self.data.id.to_string();
        let params = json!({"root": context, "maxDepth": 0});
        let reply = self.wire.send(Command::new("browsingContext.getTree", params)).await;
        let raw = reply.map_err(|error| self.while_open(error))?;
        let tree: Tree = parse(&raw).or_kind(ErrorKind::Protocol, "the page's address could not be read")?;
        let before = self.data.state.url();
        let Some(ContextInfo { url, .. }) = tree.contexts.into_iter().find(|info| info.url != before) else {
            return Ok(false);
        };
        let navigation = None;
        self.registry.moved(NavigationInfo {
            context,
            navigation,
            url,
        });
        Ok(true)
    }

    /// Sends a command that navigates, and converts its refusal.
    async fn navigated(&self, method: &'static str, params: serde_json::Value, what: &str, to: Option<&str>) -> Result<()> {
        let mark = self.data.state.mark();
        let reply = self.send_navigation(method, params).await?;
        self.refused(reply, what, mark).await?;
        self.undisturbed(self.until_arrived(mark, to)).await
    }

    /// Waits for the document of a navigation that Firefox has answered: a frame that the page adds as it leaves, or an address that it
    /// writes then, makes it answer before its document is there.
    async fn until_arrived(&self, mark: u64, to: Option<&str>) {
        let state = &self.data.state;
        let is_there = |state: &PageState| {
            state.since(mark).iter().any(|happening| match happening {
                Happening::Committed { main, .. } => *main,
                Happening::SameDocument { frame, url } => *frame == self.data.id && Some(url.as_str()) == to,
                Happening::DownloadStarted { .. } => true,
                _ => false,
            })
        };
        let is_over = |state: &PageState| is_there(state) || state.navigating_to(&self.data.id).is_none();
        if state.wait(START_LIMIT, |state| is_there(state).then_some(())).await.is_none() {
            state.wait(LIMIT, |state| is_over(state).then_some(())).await;
        }
    }

    /// Converts the reply to a navigation that began after `mark`.
    async fn refused(&self, reply: ReplyResult, what: &str, mark: u64) -> Result<()> {
        let Err(error) = reply else {
            return self.refuse_dropped().await.map_err(|error| error.during(what));
        };
        if error.is_code("no such frame") {
            return Err(self.why(error).await.during(what));
        }
        let (kind, context) = match &error {
            error if error.is_code("unknown error") => return Err(self.not_loaded(what, mark).await),
            error if error.is_code("unsupported operation") => (
                ErrorKind::UrlNotAllowed,
                format!("{what}: Firefox opens no such address for a program"),
            ),
            error if error.is_code("invalid argument") => (ErrorKind::InvalidInput, format!("{what} failed")),
            _ => return Err(EngineError::from(error).during(what)),
        };
        Err(EngineError::new(kind, context).with_source(error))
    }

    /// The error for a navigation that ended without its document. The protocol has the cause only in words. The
    /// browser's error page, which comes shortly after, has it as a code in its address.
    async fn not_loaded(&self, what: &str, mark: u64) -> EngineError {
        let failed = self.data.state.wait(ERROR_PAGE_LIMIT, |state| {
            state.since(mark).iter().rev().find_map(|happening| match happening {
                Happening::Committed { url, main: true, .. } => error_page::failed_load(url),
                _ => None,
            })
        });
        if let Some(failed) = failed.await {
            return refusal::load_failed(&failed);
        }
        if let Err(end) = self.refuse_dropped().await {
            return end.during(what);
        }
        let cause = LoadFailure::NoDocument;
        EngineError::new(ErrorKind::NavigationFailed, format!("{what}: {}", cause.phrase()))
            .with_next_step(NextStep::RepairLoad { cause })
    }

    async fn send_navigation(&self, method: &'static str, params: serde_json::Value) -> Result<ReplyResult> {
        if self.data.state.end() == Some(PageEnd::Crashed) {
            self.registry.known(&self.data);
        } else {
            self.check()?;
        }
        let mark = self.data.state.mark();
        let reply = self.undisturbed(async {
            tokio::select! {
                reply = self.wire.send(Command::new(method, params).within(LIMIT)) => Ok(reply),
                error = self.password_question() => Err(error),
            }
        });
        let reply = reply.await??;
        // A `beforeunload` dialog blocked the navigation. The error reports the dialog if it is still open.
        if reply.is_err()
            && self
                .data
                .state
                .since(mark)
                .iter()
                .any(|happening| matches!(happening, Happening::DialogOpened(_)))
        {
            self.check()?;
        }
        Ok(reply)
    }

    /// Resolves when the browser asks for a user name and a password, which blocks a navigation. No event
    /// reports the prompt. Watching all requests for it would cost each request one or two milliseconds.
    /// Instead, an attempt to dismiss a prompt reveals it: the error differs from the one without a prompt.
    async fn password_question(&self) -> EngineError {
        loop {
            tokio::time::sleep(QUESTION_INTERVAL).await;
            // Before the navigation has an address, the page may ask whether it may be left. Dismissing that
            // dialog would answer it.
            let begun = |contexts: &Contexts| contexts.pending(&self.data.id).is_some_and(|pending| !pending.url.is_empty());
            if self.data.state.dialog().is_some() || !begun(&self.registry.contexts()) {
                continue;
            }
            if self.asks_for_password().await {
                let cause = LoadFailure::Authentication;
                return EngineError::new(ErrorKind::NavigationFailed, cause.phrase())
                    .with_next_step(NextStep::RepairLoad { cause });
            }
        }
    }

    /// Whether the browser asks for a user name and a password. A dialog of the page would be dismissed.
    pub(super) async fn asks_for_password(&self) -> bool {
        let params = json!({"context": &*self.data.id, "accept": false});
        let reply = self.wire.send(Command::new("browsingContext.handleUserPrompt", params)).await;
        reply.is_err_and(|error| error.is_code("unsupported operation"))
    }

    /// Runs `work` until a dialog opens or the page is closed. Unlike [`BidiPage::uninterrupted`], it accepts
    /// a crashed page, because a navigation restores it.
    async fn undisturbed<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        let stopped = self.data.state.wait(NO_LIMIT, |state| {
            (state.dialog().is_some() || state.end() == Some(PageEnd::Closed)).then_some(())
        });
        tokio::select! {
            biased;
            done = work => Ok(done),
            _ = stopped => {
                self.check()?;
                Err(EngineError::new(ErrorKind::NavigationFailed, "a dialog stopped the navigation"))
            }
        }
    }

    /// Answers the dialog.
    pub(super) async fn close_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        if let Some(end) = self.data.state.end() {
            return Err(self.ended(end));
        }
        let mark = self.data.state.mark();
        let mut params = json!({"context": &*self.data.id, "accept": accept});
        if let Some(text) = text {
            params["userText"] = text.into();
        }
        match self.wire.send(Command::new("browsingContext.handleUserPrompt", params)).await {
            Ok(_) => {
                // The next dialog may already be open, so the wait is for the report that this one closed.
                let is_close = |happening: &Happening| matches!(happening, Happening::DialogClosed);
                let closed = |state: &PageState| state.since(mark).iter().any(is_close).then_some(());
                if self.data.state.wait(DIALOG_LIMIT, closed).await.is_none() {
                    self.data.state.record(Happening::DialogClosed);
                }
                *lock(&self.data.stayed) = (!accept).then(Instant::now);
                Ok(())
            }
            Err(error) if error.is_code("no such alert") => {
                // The recorded dialog, if any, is outdated.
                if self.data.state.dialog().is_some() {
                    self.data.state.record(Happening::DialogClosed);
                }
                Err(refusal::no_dialog())
            }
            Err(error) => Err(self.while_open(error)),
        }
    }
}
