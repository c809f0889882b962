//! The steps that every action by UID or locator goes through, from its start to its report.

use super::recent::{cut_off, only_reads};
use super::{ActionGuard, Session, refuse_open_dialog};
use crate::action::Target;
use crate::action::{self, Done};
use crate::backend::{FrameId, Happening, Page};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::options::ChangesOptions;
use crate::page_script::{Checked, Expects, Wrote};
use crate::report::{ActionReport, ChangesReport, Effects};
use crate::snapshot::NodeRef;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

const MIXED: &str = "It is mixed now: neither checked nor unchecked.";

/// An action that has started and not ended. Dropping it before the end records that it was cut off.
pub(super) struct RunningAction {
    session: Session,
    /// Its name, as in `click`.
    pub(super) name: &'static str,
    pub(super) target: Arc<Target>,
    pub(super) main: FrameId,
    /// The page's journal when the action began: later happenings are its effects.
    pub(super) mark: u64,
    /// Navigations that began before this mark were waited for.
    waited: AtomicU64,
    pub(super) began: Instant,
    pub(super) guard: ActionGuard,
    /// Whether its end, or that of a part of it, was recorded.
    pub(super) recorded: AtomicBool,
    /// The frames that it may change: the main frame and those of its elements.
    pub(super) frames: Vec<FrameId>,
    /// The element that it acts on, in words, once that is known.
    described: String,
    /// The element that it acts on; the last one of several.
    element: Option<NodeRef>,
    /// Records the page's requests while the action runs.
    network: Option<NetworkWatch>,
}

impl Drop for RunningAction {
    fn drop(&mut self) {
        if !self.recorded.load(Ordering::Relaxed) && !only_reads(self.name) {
            let cut_off = Some(cut_off());
            self.session
                .record(self, &self.described, true, self.began.elapsed(), cut_off);
        }
    }
}

/// Records a page's requests until it is dropped.
pub(super) struct NetworkWatch(Arc<dyn Page>);

impl NetworkWatch {
    /// Begins to record.
    ///
    /// # Errors
    /// `Unsupported` if the browser does not report requests; `Timeout`.
    pub(super) async fn begin(page: &Arc<dyn Page>) -> Result<Self> {
        page.watch_network(true).await?;
        Ok(Self(Arc::clone(page)))
    }
}

impl Drop for NetworkWatch {
    fn drop(&mut self) {
        let page = Arc::clone(&self.0);
        tokio::spawn(async move {
            if let Err(error) = page.watch_network(false).await {
                tracing::debug!(%error, "the network watch could not be stopped");
            }
        });
    }
}

impl RunningAction {
    /// Watches the page's requests from now on, if the action's changes are wanted: the page is read when they
    /// have ended. A browser that does not report requests is read without that.
    pub(super) async fn watch(&mut self, wanted: Option<&ChangesOptions>) {
        if wanted.is_none() {
            return;
        }
        match NetworkWatch::begin(&self.target.page).await {
            Ok(watch) => self.network = Some(watch),
            Err(error) => tracing::debug!(%error, "requests are not watched"),
        }
    }

    pub(super) fn is_watched(&self) -> bool {
        self.network.is_some()
    }

    /// Waits for the effects of the action, as [`action::settle`].
    pub(super) async fn settle(&self, expects: Expects, certain: bool) {
        let waited = action::settle(&self.target, self.mark, expects, certain).await;
        self.waited.store(waited, Ordering::Relaxed);
    }

    /// Whether a navigation of the main frame is under way that was not waited for: the next call would still find the old document.
    pub(super) fn is_going_on(&self) -> bool {
        action::is_going_on(&self.target, self.waited.load(Ordering::Relaxed))
    }

    /// Notes that the action touches an element.
    pub(super) fn touches(&mut self, node: &NodeRef) {
        self.described = node.describe();
        self.element = Some(node.clone());
        if !self.frames.contains(&node.frame) {
            self.frames.push(FrameId::clone(&node.frame));
        }
    }

    /// Whether the element is one whose content is drawn, and not in the document, or one that lies over such a one.
    async fn is_on_canvas(&self) -> bool {
        let Some(node) = &self.element else { return false };
        node.node.role == "canvas" || action::is_over_canvas(&self.target, node).await
    }

    /// Regards what the action's own look at its document does not see. A new document in a frame is a change. Of an action on what
    /// is drawn, it cannot be said that it changed nothing.
    pub(super) async fn regard_unseen(&self, done: &mut Done) {
        let in_frame = |happening: &Happening| matches!(happening, Happening::Committed { main: false, .. });
        if self.target.page.state().since(self.mark).iter().any(in_frame) {
            done.changed = Some(true);
        }
        if done.changed == Some(false) && self.is_on_canvas().await {
            done.changed = None;
            done.notice = done.notice.or(Some(DRAWN));
            done.unless_changed = None;
        }
    }

    /// Says whether the element is checked now, and whether it still has the text that it was given: the page may have taken back
    /// since then what the action did. Nothing is said of an element that is gone, or cannot be asked.
    pub(super) async fn tell_state(&self, report: &mut ActionReport, did: Did) {
        let Effects {
            navigated_to,
            navigating,
            dialog,
            ..
        } = &report.effects;
        let is_there = navigated_to.is_none() && navigating.is_empty() && dialog.is_none();
        let node = self.element.as_ref().filter(|_| is_there);
        let now = match (did.checked, node) {
            (Some(was), Some(node)) => action::state_now(&self.target, node, was).await,
            _ => None,
        };
        if let (Some(text), Some(node)) = (&did.kept, node) {
            let since = action::held_since(&self.target, node, text, self.mark).await;
            if since.now.is_some() {
                report.value_now = since.now;
                report.lost = Some(true);
                report.effects.notices.extend(since.advice);
            }
        }
        report.checked = now.and_then(Checked::definite);
        report.effects.notices.extend(mixed(now));
    }
}

/// What an action did to its element.
pub(super) struct Did {
    /// Its state in the task of the action.
    checked: Option<Checked>,
    /// The text that it had at the end of the action.
    kept: Option<String>,
}

impl Did {
    pub(super) fn of(done: &Done) -> Self {
        Self {
            checked: done.checked,
            kept: done.given.clone().filter(|_| done.wrote == Wrote::Kept),
        }
    }
}

/// What is said of an element that is neither checked nor unchecked.
pub(super) fn mixed(checked: Option<Checked>) -> Option<String> {
    (checked == Some(Checked::Mixed)).then(|| MIXED.to_owned())
}

impl Session {
    /// Begins an action on the selected page.
    pub(super) async fn begin(&self, action: &'static str) -> Result<RunningAction> {
        let began = Instant::now();
        let target = self.target(None).await.map_err(|error| self.noted(error))?;
        let guard = self.guard(action, &*target.page).await;
        refuse_open_dialog(&target).map_err(|error| self.noted(error))?;
        target.page.refuse_ended().map_err(|error| self.noted(error))?;
        if action != "resolveUid" {
            self.bring_forward(&target).await;
        }
        self.release_keys_elsewhere(&target).await;
        let main = target.page.main_frame();
        let mark = target.page.state().mark();
        guard.announce();
        Ok(RunningAction {
            session: self.clone(),
            name: action,
            target,
            frames: vec![FrameId::clone(&main)],
            main,
            mark,
            waited: AtomicU64::new(mark),
            began,
            guard,
            recorded: AtomicBool::new(false),
            described: String::new(),
            element: None,
            network: None,
        })
    }

    /// Begins an action on the element with this UID.
    pub(super) async fn begin_at(&self, action: &'static str, uid: &str) -> Result<(RunningAction, NodeRef)> {
        let mut running = self.begin(action).await?;
        let node = self
            .resolve(&running.target, uid)
            .map_err(|error| self.failed(&running, "", error))?;
        running.touches(&node);
        Ok((running, node))
    }

    /// Begins an action whose element is optional.
    pub(super) async fn begin_in(&self, action: &'static str, uid: Option<&str>) -> Result<(RunningAction, Option<NodeRef>)> {
        match uid {
            Some(uid) => self.begin_at(action, uid).await.map(|(running, node)| (running, Some(node))),
            None => Ok((self.begin(action).await?, None)),
        }
    }

    /// Records that a running action failed. Returns its error with the pending notices.
    pub(super) fn failed(&self, running: &RunningAction, described: &str, error: EngineError) -> EngineError {
        let what = if running.name == "evaluate" { "the script" } else { "input" };
        let error = with_given(error, what);
        self.record(running, described, true, running.began.elapsed(), Some(error.code()));
        self.noted(error)
    }

    /// Waits until the effects of an action have settled, records its end and reports it, with the changes
    /// of the page if `changes` is given. `certain`: as in [`action::settle`].
    pub(super) async fn finish(
        &self,
        running: RunningAction,
        described: String,
        done: Result<Done>,
        certain: bool,
        changes: Option<&ChangesOptions>,
    ) -> Result<ActionReport> {
        let mut done = match done {
            Ok(done) => done,
            Err(error) => {
                let error = action::settle_failed(&running.target, running.mark, error).await;
                return Err(self.failed(&running, &described, error));
            }
        };
        running.settle(done.expects, certain).await;
        running.regard_unseen(&mut done).await;
        let (did, unless_changed) = (Did::of(&done), done.unless_changed);
        let mut report = self.conclude(&running, described, done);
        self.record(&running, &report.target, report.trusted, report.duration, None);
        self.complete(&mut report.effects, &running, changes).await;
        tell_unless_changed(&mut report, unless_changed);
        running.tell_state(&mut report, did).await;
        self.complete_late(&mut report, &running, changes).await;
        report.duration = running.began.elapsed();
        Ok(report)
    }

    /// Completes a report again, where the page has begun to leave while it was asked for the rest of it.
    pub(super) async fn complete_late(
        &self,
        report: &mut ActionReport,
        running: &RunningAction,
        changes: Option<&ChangesOptions>,
    ) {
        if running.is_going_on() {
            self.complete(&mut report.effects, running, changes).await;
        }
        if report.effects.navigated_to.is_some() {
            report.changed = Some(true);
        }
    }

    /// The report of an action whose effects have settled. The caller records its end.
    pub(super) fn conclude(&self, running: &RunningAction, described: String, done: Done) -> ActionReport {
        let mut effects = self.effects(&running.target, &running.main, running.mark);
        if effects.navigated_to.is_some() && effects.dialog.is_none() {
            self.warm(&running.target);
        }
        effects.notices.extend(notices(&done));
        report(&running.target, described, done, effects, running.began)
    }
}

/// What is said of an action on a canvas that changed nothing else.
const DRAWN: &str = "What a canvas draws is not read: a screenshot shows what this did.";

/// Adds what holds only of an action that changed nothing.
pub(super) fn tell_unless_changed(report: &mut ActionReport, said: Option<&'static str>) {
    let changes = report.effects.changes.as_ref();
    let shows =
        |changes: &ChangesReport| changes.snapshot_id.is_some() && changes.counts.as_ref().is_none_or(|counts| !counts.none());
    if !changes.is_some_and(shows) {
        report.effects.notices.extend(said.map(str::to_owned));
    }
}

/// What is to be said of an action besides its effects.
pub(super) fn notices(done: &Done) -> Vec<String> {
    let busy = done
        .unresponsive
        .then_some("The page has not responded since: its script is busy.");
    let said = [busy, done.notice].into_iter().flatten().map(str::to_owned);
    said.chain(done.also.clone()).collect()
}

/// The page was given something, such as input, before this error. Where its effect is not known, the error says so. Where the page
/// cannot answer any more, the error becomes `OutcomeUnknown`: to call again could do it twice.
pub(super) fn with_given(error: EngineError, what: &str) -> EngineError {
    if !deadline::has_given_input() {
        return error;
    }
    match error.kind() {
        ErrorKind::Timeout => error.besides(&format!(
            "The page had been given {what} before, and may act on it when it answers."
        )),
        lost @ (ErrorKind::SessionEnded | ErrorKind::PageClosed | ErrorKind::PageCrashed | ErrorKind::TabNotGranted) => {
            let step = first_find_out(lost);
            error
                .besides(&format!("The page had been given {what} before, and may have acted on it."))
                .into_kind(ErrorKind::OutcomeUnknown)
                .with_next_step(step)
        }
        _ => error,
    }
}

/// The step after an error whose page may have acted.
fn first_find_out(lost: &ErrorKind) -> NextStep {
    NextStep::advice(match lost {
        ErrorKind::SessionEnded => {
            "find out whether it took effect before you repeat it; the next call starts a browser that the session launched anew"
        }
        ErrorKind::PageCrashed => "load the page again, and see whether it took effect before you repeat it",
        ErrorKind::TabNotGranted => "ask the user to grant the tab again, and see whether it took effect before you repeat it",
        _ => "find out in another page whether it took effect before you repeat it",
    })
}

/// The report of an action on `target`.
pub(super) fn report(target: &Target, described: String, done: Done, effects: Effects, began: Instant) -> ActionReport {
    ActionReport {
        target: described,
        uid: None,
        to_uid: None,
        selected: None,
        protocol: target.protocol,
        trusted: done.trusted,
        changed: if effects.navigated_to.is_some() {
            Some(true)
        } else {
            done.changed
        },
        clicks: done.clicks,
        checked: done.checked.and_then(Checked::definite),
        value_now: done.value_now,
        lost: (done.wrote == Wrote::Lost).then_some(true),
        answered: None,
        effects,
        duration: began.elapsed(),
    }
}
