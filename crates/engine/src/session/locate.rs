//! Locators on the selected page. Matches get UIDs, as in a snapshot.

use super::running::RunningAction;
use super::{Session, lock, refuse_open_dialog};
use crate::action::{self, GiveUid, Hits, Match, Search, Target};
use crate::api::json::invalid;
use crate::backend::PageState;
use crate::error::{Attempt, EngineError, ErrorKind, Result};
use crate::interact::{InteractAction, InteractTarget};
use crate::locator::wire::Doing;
use crate::locator::{self, By, Locator, Step, Within};
use crate::report::CountReport;
use crate::snapshot::{Lookup, NodeRef, Uid};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// The conditions that a match must meet before the wait ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    pub(super) visible: bool,
    pub(super) enabled: bool,
    /// Whether exactly one element must match.
    pub(super) one: bool,
    /// What is to be done with it.
    pub(super) doing: Option<Doing>,
    pub(super) patience: Duration,
}

impl Needs {
    /// What is there now, whatever its state.
    pub(super) const NOW: Self = Self {
        visible: false,
        enabled: false,
        one: false,
        doing: None,
        patience: Duration::ZERO,
    };
}

/// What an action does with the match of a locator.
pub(super) fn doing(action: InteractAction) -> Option<Doing> {
    use InteractAction as A;
    match action {
        A::WaitForSelector => None,
        A::Type | A::Clear => Some(Doing::Type),
        A::Select => Some(Doing::Select),
        A::Check | A::Uncheck => Some(Doing::Check),
        A::Upload => Some(Doing::Upload),
        _ => Some(Doing::Act),
    }
}

/// An element that a locator found.
#[derive(Debug)]
pub(super) struct Resolved {
    pub(super) node: NodeRef,
    /// The locator in its canonical text form.
    pub(super) selector: String,
    pub(super) matched: usize,
    /// Its box in its frame's viewport; `None` if it has no visible box.
    pub(super) bounds: Option<[f64; 4]>,
}

impl Session {
    /// How many elements match a locator now, visible or not; of a locator with `nth` 1 or 0. Nothing is waited for but the
    /// answers of the page.
    ///
    /// # Errors
    /// `InvalidInput` for a UID or a malformed locator, `StaleUid` for a container that is gone, `DialogOpen`, `Timeout` if the
    /// page's script does not yield.
    pub async fn count(&self, wanted: &InteractTarget) -> Result<CountReport> {
        self.in_time(async {
            let counted = async {
                let InteractTarget::Locator(locator) = wanted else {
                    return Err(invalid("a UID is of one element: count takes a locator".to_owned()));
                };
                let target = self.target(None).await?;
                refuse_open_dialog(&target)?;
                let (steps, frames) = (locator.steps()?, locator.frame_steps()?);
                let root = self.container(&target, locator)?;
                let search = self.search((&steps, &frames), root.as_ref(), locator.nth, Needs::NOW);
                Ok(CountReport {
                    total: action::count(&target, &search).await?,
                    left_out: super::silent_frames(&*target.page),
                })
            };
            counted.await.map_err(|error| self.noted(error))
        })
        .await
    }

    /// The element in which a locator looks, if it names one by its UID.
    fn container(&self, target: &Target, locator: &Locator) -> Result<Option<NodeRef>> {
        match &locator.within {
            Some(Within::Uid(uid)) => self.resolve(target, uid).map(Some),
            _ => Ok(None),
        }
    }

    /// What to look for by the steps of a locator and those to its frame.
    pub(super) fn search<'a>(
        &'a self,
        (steps, frames): (&'a [Step], &'a [Step]),
        root: Option<&'a NodeRef>,
        nth: Option<i32>,
        needs: Needs,
    ) -> Search<'a> {
        Search {
            steps,
            frames,
            root,
            nth,
            test_id: &self.inner.options.test_id_attribute,
            visible: needs.visible,
            enabled: needs.enabled,
            doing: needs.doing,
            patience: needs.patience,
        }
    }

    /// Notes what to look for, and with which strategies.
    pub(super) fn announce_locator(&self, locator: &Locator, attempt: &mut Attempt) -> Result<()> {
        let steps = locator.steps()?;
        attempt.selector = described(locator, &steps, &self.inner.options.test_id_attribute);
        attempt.tried = tried(&steps);
        Ok(())
    }

    /// The element that a locator names. `attempt` records the progress, also for a failure.
    pub(super) async fn locate(
        &self,
        running: &RunningAction,
        locator: &Locator,
        needs: Needs,
        attempt: &mut Attempt,
    ) -> Result<Resolved> {
        let steps = locator.steps()?;
        let frames = locator.frame_steps()?;
        self.announce_locator(locator, attempt)?;
        let root = self.container(&running.target, locator)?;
        let search = self.search((&steps, &frames), root.as_ref(), locator.nth, needs);
        let hits = action::locate(&running.target, &search).await?;
        attempt.matched = Some(hits.total);
        let chosen = if needs.one { hits.only() } else { hits.matches.first() };
        let Some(place) = chosen else {
            return Err(self.not_one(running, &hits, locator, &attempt.selector));
        };
        let node = self.give_uid(&running.target, place)?;
        attempt.uid = Some(node.uid.to_string());
        attempt.bounds = place.found.visible.then_some(place.found.rect);
        let what = || format!("{} matches UID {} ({})", attempt.selector, node.uid, node.describe());
        let after = format!("after {:.1} s", hits.waited.as_secs_f64());
        if needs.visible && !place.found.visible {
            let what = format!("{}, which is still not visible {after}", what());
            return Err(EngineError::new(ErrorKind::NotVisible, what));
        }
        if needs.enabled && !action::is_enough_enabled(&place.found, needs.doing) {
            let why = action::why_disabled(&running.target, &node).await;
            let what = format!("{}, which is still disabled {after}{why}", what());
            return Err(EngineError::new(ErrorKind::NotEnabled, what));
        }
        let mut selector = attempt.selector.clone();
        if hits.by != By::Any
            && let [step] = steps.as_slice()
            && step.by == By::Any
        {
            selector = described(locator, &[found_by(step, hits.by)], &self.inner.options.test_id_attribute);
        }
        Ok(Resolved {
            node,
            selector,
            matched: hits.total,
            bounds: attempt.bounds,
        })
    }

    /// Assigns a UID to a match.
    pub(super) fn give_uid(&self, target: &Target, place: &Match) -> Result<NodeRef> {
        let uid = self.uid_of(target, place);
        match lock(&self.inner.uids).look_up(uid) {
            Lookup::Live(node) => Ok(*node),
            Lookup::Stale | Lookup::Unknown => Err(action::stale_uid(&uid.to_string(), "the page navigated during the search")),
        }
    }

    fn uid_of(&self, target: &Target, place: &Match) -> Uid {
        // The page may have navigated while it was searched, and what was found is of the new document.
        let epoch = target.page.state().document();
        let mut uids = lock(&self.inner.uids);
        uids.begin_locating();
        uids.place_document(&place.doc, target.number, &place.frame, epoch);
        let found = &place.found;
        uids.give(&place.doc, found.id, found.called.meaning())
    }

    /// Gives UIDs to the controls that errors name.
    pub(super) fn giving_uids(&self, page: u32, state: Arc<PageState>) -> Arc<GiveUid> {
        let session = Arc::downgrade(&self.inner);
        Arc::new(move |frame, closer| {
            let session = session.upgrade()?;
            let mut uids = lock(&session.uids);
            uids.place_document(&closer.doc, page, frame, state.document());
            Some(uids.give(&closer.doc, closer.id, closer.called.meaning()))
        })
    }

    /// The error for a locator that matches nothing or several elements.
    fn not_one(&self, running: &RunningAction, hits: &Hits, locator: &Locator, selector: &str) -> EngineError {
        let list = |places: &[Match]| {
            let shown = places.iter().map(|place| {
                let shown = place.found.called.meaning().describe();
                let uid = self.uid_of(&running.target, place);
                format!("uid={uid} {shown}{}", locator::apart(&place.found))
            });
            shown.collect::<Vec<_>>().join("; ")
        };
        if let (0, Some(frame)) = (hits.frames, &locator.frame_selector) {
            let what = format!(
                "no frame of the page matches the frameSelector {}, so {selector} was looked for nowhere, in {:.1} s",
                crate::text::quote(&crate::text::shorten(frame, 60)),
                hits.waited.as_secs_f64()
            );
            return EngineError::new(ErrorKind::ElementNotFound, what).with_next_step(
                "select the iframe element itself, or leave the frameSelector out: then all frames are searched",
            );
        }
        if hits.total == 0 {
            let frames = if hits.frames == 1 {
                "its frame".to_owned()
            } else {
                format!("{} frames", hits.frames)
            };
            let mut what = format!(
                "nothing matches {selector} in {frames} after {:.1} s",
                hits.waited.as_secs_f64()
            );
            if let Some(silent) = super::silent_frames(&*running.target.page) {
                let _ = write!(what, ". {}", silent.trim_end_matches('.'));
            }
            if !hits.near.is_empty() {
                let _ = write!(what, "; nearest: {}", list(&hits.near));
            }
            return EngineError::new(ErrorKind::ElementNotFound, what);
        }
        if let Some(nth) = locator.nth {
            let what = format!("{} elements match {selector}, and nth is {nth}", hits.total);
            return EngineError::new(ErrorKind::ElementNotFound, what).with_next_step(format!(
                "give an nth from 0 to {}, or a negative one to count from the end",
                hits.total - 1
            ));
        }
        let more = hits.total.saturating_sub(hits.matches.len());
        let rest = if more > 0 {
            format!("; and {more} more")
        } else {
            String::new()
        };
        let what = format!("{} elements match {selector}: {}{rest}", hits.total, list(&hits.matches));
        EngineError::new(ErrorKind::Ambiguous, what)
    }
}

/// The strategies, in the order in which they are tried.
fn tried(steps: &[Step]) -> Vec<&'static str> {
    match steps.last().map(|step| step.by) {
        Some(By::Any) => By::ORDER.iter().map(|by| by.name()).collect(),
        Some(by) => vec![by.name()],
        None => Vec::new(),
    }
}

/// The step that matched, for a step that tried every strategy.
fn found_by(step: &Step, by: By) -> Step {
    let mut found = Step { by, ..step.clone() };
    if by == By::Role {
        found.name = Some(std::mem::replace(&mut found.value, "*".to_owned()));
    }
    found
}

fn described(locator: &Locator, steps: &[Step], test_id: &str) -> String {
    let mut out = locator::describe_chain(steps, test_id);
    if let Some(Within::Uid(uid)) = &locator.within {
        let _ = write!(out, " within uid {}", crate::text::shorten(uid, 30));
    }
    if let Some(nth) = locator.nth {
        let _ = write!(out, " (nth {nth})");
    }
    out
}
