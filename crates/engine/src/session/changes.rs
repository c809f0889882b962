//! What an action changed on the page, in the action's own report.

use super::{RunningAction, Session, lock};
use crate::action;
use crate::backend::silent;
use crate::backend::state::PageEnd;
use crate::deadline;
use crate::error::{EngineError, Result};
use crate::options::{ChangesOptions, SnapshotOptions};
use crate::page_script::Expects;
use crate::report::{Changes, ChangesReport, Effects, SnapshotReport};
use std::time::Duration;
use tokio::time::timeout;

/// How long after the time of the call what changed may still be read: the report of the action needs the rest.
const OVERTIME: Duration = Duration::from_millis(60);

impl Session {
    /// Completes the effects of an action. If `wanted`, compares the page with the snapshot that the caller
    /// saw last, and adds the differences. The action has succeeded, so an unreadable page is reported in the
    /// effects and is not an error.
    ///
    /// Reading the page takes time, in which the action may have further effects. They are added too.
    pub(super) async fn complete(&self, effects: &mut Effects, running: &RunningAction, wanted: Option<&ChangesOptions>) {
        self.complete_once(effects, running, wanted).await;
        if running.is_going_on() {
            self.complete_once(effects, running, wanted).await;
        }
    }

    async fn complete_once(&self, effects: &mut Effects, running: &RunningAction, wanted: Option<&ChangesOptions>) {
        let target = &running.target;
        if running.is_going_on() {
            running.settle(Expects::Nothing, false).await;
            self.renew(effects, running);
        }
        // An open dialog suspends the page. The effects report it.
        if let Some(wanted) = wanted.filter(|_| effects.dialog.is_none()) {
            // What was done is told, even where no time is left to read what changed.
            let limit = deadline::left() + OVERTIME;
            let changes = match timeout(limit, self.read_changes(effects, running, wanted)).await {
                Ok(changes) => changes,
                Err(_) => Some(unread_because("the time of the call was over before that")),
            };
            self.renew(effects, running);
            effects.changes = changes;
        }
        if effects.navigated_to.is_some() && effects.dialog.is_none() && target.page.state().end().is_none() {
            effects.failed_load = target.page.failed_load().await;
            if let Some(failed) = &effects.failed_load {
                effects.navigated_to = Some(failed.url.clone());
            }
        }
    }

    /// The effects of an action by now, with what was said of them before.
    fn renew(&self, effects: &mut Effects, running: &RunningAction) {
        let mut later = self.effects(&running.target, &running.main, running.mark);
        let earlier = std::mem::take(&mut effects.notices);
        later.notices.retain(|notice| !earlier.contains(notice));
        later.notices.splice(0..0, earlier);
        later.changes = effects.changes.take();
        *effects = later;
    }

    async fn read_at_rest(&self, running: &RunningAction, options: &SnapshotOptions) -> Result<SnapshotReport> {
        let (target, frames) = (&running.target, &running.frames);
        let fading = action::rest(target, frames, running.is_watched()).await;
        let read = self.read_now(running, options).await;
        let as_before = |report: &SnapshotReport| report.changes.as_ref().is_some_and(Changes::none);
        if !fading || !read.as_ref().is_ok_and(as_before) {
            return read;
        }
        // A dialog that fades out is all there until it has, and nothing else may tell that the action has closed it.
        action::fade(target, frames).await;
        action::rest(target, frames, running.is_watched()).await;
        self.read_now(running, options).await
    }

    async fn read_now(&self, running: &RunningAction, options: &SnapshotOptions) -> Result<SnapshotReport> {
        // Another page may have been selected meanwhile.
        if running.target.page.state().end() == Some(PageEnd::Closed) {
            return self.snapshot(options).await;
        }
        self.in_time(self.snapshot_of(&running.target, options)).await
    }

    async fn read_changes(
        &self,
        effects: &mut Effects,
        running: &RunningAction,
        wanted: &ChangesOptions,
    ) -> Option<ChangesReport> {
        let (target, mark) = (&running.target, running.mark);
        let state = target.page.state();
        if let Some(since) = state.silent_since(&running.main) {
            let error = silent(&*target.page, &running.main, since);
            return Some(unread(&error));
        }
        // A page that is read again is compared with the same snapshot.
        let shown = lock(&self.inner.snapshots).shown(target.number, None);
        let options = SnapshotOptions {
            since: Some(shown.map_or(0, |snapshot| snapshot.id)),
            max_bytes: wanted.max_bytes,
            ..SnapshotOptions::default()
        };
        let mut last = false;
        loop {
            let document = state.document();
            // A navigation that was waited for and is still under way.
            let known = last || (action::is_leaving(state, &running.main, mark) && !running.is_going_on());
            let read = tokio::select! {
                biased;
                read = self.read_at_rest(running, &options) => Some(read),
                () = action::held(target, &running.main, mark, known) => None,
            };
            let left = state.document() != document || running.is_going_on();
            if left && !last && state.dialog().is_none() && state.end() != Some(PageEnd::Closed) {
                // The page has another document now, or soon.
                last = true;
                running.settle(Expects::Nothing, false).await;
                if !(read.is_none() && action::is_leaving(state, &running.main, mark)) {
                    continue;
                }
            }
            return match read {
                // The dialog opened while the page was read. The effects report it.
                Some(Err(_)) if state.dialog().is_some() => None,
                Some(Err(error)) => Some(unread(&error)),
                None => Some(unread_because(
                    "the browser answers no questions about this page until the new document arrives",
                )),
                Some(Ok(report)) => {
                    let new: Vec<_> = report
                        .effects
                        .notices
                        .into_iter()
                        .filter(|notice| !effects.notices.contains(notice))
                        .collect();
                    effects.notices.extend(new);
                    Some(ChangesReport {
                        snapshot_id: Some(report.snapshot_id),
                        text: report.text,
                        counts: report.changes,
                    })
                }
            };
        }
    }
}

/// The report of changes that could not be read.
fn unread(error: &EngineError) -> ChangesReport {
    unread_because(error.context())
}

fn unread_because(why: &str) -> ChangesReport {
    ChangesReport {
        snapshot_id: None,
        text: format!("What changed could not be read: {why}."),
        counts: None,
    }
}
