//! An action from its beginning to its report: what every action by UID or locator goes through.

use super::{ActionGuard, Session, refuse_open_dialog};
use crate::action::Target;
use crate::action::{self, Done};
use crate::backend::FrameId;
use crate::error::{EngineError, Result};
use crate::options::ChangesOptions;
use crate::report::{ActionReport, Effects};
use crate::snapshot::NodeRef;
use std::sync::Arc;
use std::time::Instant;

/// An action that has begun and not ended.
pub(super) struct RunningAction {
    /// Its name, as in `click`.
    pub(super) name: &'static str,
    pub(super) target: Arc<Target>,
    pub(super) main: FrameId,
    /// The page's journal when the action began: later happenings are its effects.
    pub(super) mark: u64,
    pub(super) began: Instant,
    pub(super) guard: ActionGuard,
}

impl Session {
    /// Begins an action on the selected page.
    pub(super) async fn begin(&self, action: &'static str) -> Result<RunningAction> {
        let began = Instant::now();
        let target = self.target(None).await.map_err(|error| self.noted(error))?;
        let guard = self.guard(action, &*target.page).await;
        refuse_open_dialog(&target).map_err(|error| self.noted(error))?;
        target.page.refuse_ended().map_err(|error| self.noted(error))?;
        let main = target.page.main_frame();
        let mark = target.page.state().mark();
        guard.announce();
        Ok(RunningAction {
            name: action,
            target,
            main,
            mark,
            began,
            guard,
        })
    }

    /// Begins an action on the element with this UID.
    pub(super) async fn begin_at(&self, action: &'static str, uid: &str) -> Result<(RunningAction, NodeRef)> {
        let begun = self.begin(action).await?;
        let node = self
            .resolve(&begun.target, uid)
            .map_err(|error| self.failed(&begun, "", error))?;
        Ok((begun, node))
    }

    /// Begins an action that needs no element.
    pub(super) async fn begin_in(&self, action: &'static str, uid: Option<&str>) -> Result<(RunningAction, Option<NodeRef>)> {
        match uid {
            Some(uid) => self.begin_at(action, uid).await.map(|(begun, node)| (begun, Some(node))),
            None => Ok((self.begin(action).await?, None)),
        }
    }

    /// Records that a running action failed. Returns its error with the notices that are due.
    pub(super) fn failed(&self, begun: &RunningAction, described: &str, error: EngineError) -> EngineError {
        self.record(begun, described, true, begun.began.elapsed(), Some(error.code()));
        self.noted(error)
    }

    /// Waits until the effects of an action have settled, records its end and reports it, with what changed
    /// on the page where that is wanted. `certain`: as in [`action::settle`].
    pub(super) async fn finish(
        &self,
        begun: RunningAction,
        described: String,
        done: Result<Done>,
        certain: bool,
        changes: Option<&ChangesOptions>,
    ) -> Result<ActionReport> {
        let done = done.map_err(|error| self.failed(&begun, &described, error))?;
        action::settle(&begun.target, begun.mark, done.expects, certain).await;
        let mut report = self.conclude(&begun, described, done);
        self.record(&begun, &report.target, report.trusted, report.duration, None);
        self.add_changes(&mut report.effects, changes).await;
        Ok(report)
    }

    /// The report of an action whose effects have settled. The caller records its end.
    pub(super) fn conclude(&self, begun: &RunningAction, described: String, done: Done) -> ActionReport {
        let mut effects = self.effects(&begun.target, &begun.main, begun.mark);
        if effects.navigated_to.is_some() && effects.dialog.is_none() {
            self.warm(&begun.target);
        }
        if done.unresponsive {
            effects
                .notices
                .push("The page has not responded since: its script is busy.".to_owned());
        }
        report(&begun.target, described, done, effects, begun.began)
    }
}

/// The report of an action on `target`.
pub(super) fn report(target: &Target, described: String, done: Done, effects: Effects, began: Instant) -> ActionReport {
    ActionReport {
        target: described,
        protocol: target.protocol,
        trusted: done.trusted,
        changed: if effects.navigated_to.is_some() {
            Some(true)
        } else {
            done.changed
        },
        checked: done.checked,
        value_now: done.value_now,
        effects,
        duration: began.elapsed(),
    }
}
