//! The user's own tab without the debugger. The extension uses the in-page script for actions that need no
//! trusted input. If the debugger may not be used at all, it also clicks and hovers, with scripted events.

use super::locate::doing;
use super::recent::cut_off;
use super::{Session, lock};
use crate::backend::{PageId, SCRIPT_ALONE};
use crate::deadline;
use crate::error::{Attempt, EngineError, ErrorKind, Result};
use crate::interact::{InteractAction, InteractReport, InteractRequest, InteractTarget, Outcome};
use crate::locator::wire::LocateArgs;
use crate::locator::{Locator, Within};
use crate::options::Route;
use crate::page_script;
use crate::relay::{ExtensionOptions, NotDone, Question};
use crate::report::{ActionReport, Effects, RecentAction};
use crate::text::shorten;
use std::time::{Duration, Instant, SystemTime};

/// How long the page may take for an action by script if the debugger is tried next.
const SOON: Duration = Duration::from_secs(1);

/// How long after the wait for the element an action may begin, and then have no answer.
const BEGIN: Duration = Duration::from_millis(50);

/// Whether script can carry out the action as well as real input.
fn needs_no_input(action: InteractAction) -> bool {
    matches!(
        action,
        InteractAction::Type
            | InteractAction::Clear
            | InteractAction::Select
            | InteractAction::Check
            | InteractAction::Uncheck
            | InteractAction::Focus
            | InteractAction::Scroll
            | InteractAction::WaitForSelector
    )
}

/// Whether scripted events can stand in for real input here.
fn can_be_imitated(action: InteractAction) -> bool {
    matches!(
        action,
        InteractAction::Click | InteractAction::DoubleClick | InteractAction::RightClick | InteractAction::Hover
    )
}

/// The part of a request that needs the debugger, in a few words. `None` if script alone can carry it out.
fn beyond_script(request: &InteractRequest) -> Option<&'static str> {
    // Real input is better where it is allowed.
    if !needs_no_input(request.action) && (request.options.fallback_to_cdp || !can_be_imitated(request.action)) {
        return Some("real input of mouse, keys and files");
    }
    let options = &request.options;
    if can_be_imitated(request.action) && (options.at.is_some() || !options.modifiers.is_empty() || options.force) {
        return Some("choosing the point, holding keys or forcing it");
    }
    if request.action == InteractAction::Scroll && request.value.is_some() {
        return Some("turning the wheel");
    }
    if options.post_action_screenshot {
        return Some("a picture");
    }
    if options.wait_for_network_idle.is_some() {
        return Some("watching the network");
    }
    match &request.target {
        Some(InteractTarget::Locator(locator)) => {
            let by_uid = matches!(locator.within, Some(Within::Uid(_)));
            (by_uid || locator.nth.is_some() || locator.frame_selector.is_some()).then_some("choosing by nth, a UID or a frame")
        }
        _ => Some("a target by UID"),
    }
}

/// An action that the extension carries out by itself. Dropping it before its end records that it was cut off.
struct Scripted<'a> {
    session: &'a Session,
    action: InteractAction,
    page: (u32, &'a PageId),
    began: Instant,
    is_open: bool,
}

impl Scripted<'_> {
    /// Records the end. `outcome` is as in [`Session::record_scripted`].
    fn ends(&mut self, outcome: Result<(&str, bool), &'static str>) {
        self.is_open = false;
        self.session
            .record_scripted(self.action, self.page, outcome, self.began.elapsed());
    }
}

impl Drop for Scripted<'_> {
    fn drop(&mut self) {
        if self.is_open {
            self.ends(Err(cut_off()));
        }
    }
}

impl Session {
    /// Carries out the request without the debugger. `None` if the debugger has to be used: in another
    /// browser, or if script did not touch the page and the debugger is allowed. `first`: whether to try
    /// this before the debugger if both are allowed.
    pub(super) async fn by_script(
        &self,
        request: &InteractRequest,
        first: bool,
        attempt: &mut Attempt,
    ) -> Option<Result<InteractReport>> {
        let Ok(Route::Extension(options)) = self.inner.options.route() else {
            return None;
        };
        if request.options.fallback_to_cdp && !first {
            return None;
        }
        let without =
            |error: EngineError| Err(error.with_next_step("leave out fallbackToCdp, which allows the browser's debugger"));
        let target = match (beyond_script(request), &request.target) {
            (None, Some(InteractTarget::Locator(target))) => target,
            _ if request.options.fallback_to_cdp => return None,
            (beyond, _) => {
                let what = format!(
                    "{} cannot be done by script alone, and fallbackToCdp is off: {} needs the debugger",
                    request.action.name(),
                    beyond.unwrap_or("a page without a target")
                );
                return Some(without(EngineError::new(ErrorKind::DispatchFailed, what)));
            }
        };
        match self.scripted(options, request, target, attempt).await {
            Ok(report) => Some(Ok(report)),
            Err(NotDone::Untouched(_)) if request.options.fallback_to_cdp => None,
            Err(NotDone::Untouched(error)) if *error.kind() == ErrorKind::DispatchFailed => Some(without(error)),
            Err(NotDone::Untouched(error) | NotDone::Unknown(error)) => Some(Err(error)),
        }
    }

    async fn scripted(
        &self,
        options: &ExtensionOptions,
        request: &InteractRequest,
        target: &Locator,
        attempt: &mut Attempt,
    ) -> Result<InteractReport, NotDone> {
        self.refuse_closed().map_err(NotDone::Unknown)?;
        let locate = self.locate_arguments(request, target).map_err(NotDone::Unknown)?;
        let relay = self.inner.relay.get(options, self.actor());
        let relay = relay.await.map_err(NotDone::Unknown)?;
        let selected = lock(&self.inner.pages).selected();
        let (number, page) = selected.unwrap_or_else(|| (0, PageId::from("")));
        let may_use_debugger = request.options.fallback_to_cdp;
        // If the debugger is tried next, it does the waiting.
        let patience = self.patience(request);
        // A browser that had to be waited for has taken some of the call's time.
        let left = patience.min(deadline::left_in_any_case().saturating_sub(deadline::LAST_LOOK));
        let (wait, within) = if may_use_debugger {
            (Duration::ZERO, SOON.min(patience / 2))
        } else {
            (left, left + BEGIN)
        };
        let question = Question {
            request,
            target,
            locate: &locate,
            page: (number > 0).then_some(&*page),
            wait,
            within,
            answer: left.max(within) + BEGIN,
        };
        let mut open = Scripted {
            session: self,
            action: request.action,
            page: (number, &page),
            began: Instant::now(),
            is_open: true,
        };
        let answer = relay.by_script(&question, attempt).await;
        let took = open.began.elapsed();
        match &answer {
            Ok(details) => open.ends(Ok((details.target.as_str(), details.trusted))),
            // The debugger is tried next, and that is recorded.
            Err(NotDone::Untouched(_)) if may_use_debugger => open.is_open = false,
            Err(NotDone::Untouched(error) | NotDone::Unknown(error)) => open.ends(Err(error.code())),
        }
        drop(open);
        let details = answer?;
        let outcome = Outcome {
            selector: Some(attempt.selector.clone()),
            matched: details.matched_count,
            bounds: details.bounding_box.map(|at| [at.x, at.y, at.width, at.height]),
            ..Outcome::default()
        };
        let effects = Effects {
            navigated_to: details.navigated_to,
            ..Effects::default()
        };
        let report = ActionReport {
            target: details.target,
            uid: None,
            to_uid: None,
            selected: None,
            protocol: SCRIPT_ALONE,
            trusted: details.trusted,
            changed: None,
            clicks: None,
            checked: None,
            value_now: details.value_now,
            lost: None,
            answered: None,
            effects,
            duration: took,
        };
        Ok(InteractReport::new(request.action, report, outcome))
    }

    /// Records an action that the extension carried out or failed to. `outcome` is the element and whether
    /// the input was trusted, or the code of the error.
    fn record_scripted(
        &self,
        action: InteractAction,
        (number, page): (u32, &PageId),
        outcome: Result<(&str, bool), &'static str>,
        took: Duration,
    ) {
        let (target, trusted) = outcome.unwrap_or_default();
        let error = outcome.err();
        let guard = self.guard_for_script(action.name(), page);
        guard.announce();
        guard.end(target, error.unwrap_or("ok"), took);
        self.remember(RecentAction {
            at: SystemTime::now(),
            action: action.name(),
            target: shorten(target, 200),
            page: number,
            protocol: SCRIPT_ALONE,
            trusted,
            error,
            duration: took,
        });
    }

    /// The arguments with which the in-page script locates a target.
    fn locate_arguments(&self, request: &InteractRequest, target: &Locator) -> Result<String> {
        let steps = target.steps()?;
        let looks = request.action == InteractAction::WaitForSelector;
        page_script::encode(&LocateArgs {
            steps: &steps,
            root: None,
            test_id: &self.inner.options.test_id_attribute,
            visible: request.options.wait_for_visible,
            enabled: request.options.wait_for_enabled.unwrap_or(!looks),
            doing: doing(request.action),
            beyond: 0,
            skip: 0,
            take: 1,
            near: false,
            timeout_ms: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_needs_the_debugger_is_named() {
        let mut request = InteractRequest::new(InteractAction::Click);
        request.target = Some(InteractTarget::parse("Save"));
        assert!(beyond_script(&request).is_some());
        request.options.fallback_to_cdp = false;
        assert_eq!(beyond_script(&request), None);
        request.options.at = Some(crate::options::Spot::pixels(1.0, 1.0));
        assert!(beyond_script(&request).is_some());
        request.options.at = None;
        request.options.modifiers = vec![crate::options::ModifierKey::Shift];
        assert!(beyond_script(&request).is_some());
        request.options.modifiers.clear();
        request.options.force = true;
        assert!(beyond_script(&request).is_some());
        request.options.force = false;
        request.action = InteractAction::Keypress;
        assert!(beyond_script(&request).is_some());
        request.action = InteractAction::Type;
        assert_eq!(beyond_script(&request), None);
        request.options.post_action_screenshot = true;
        assert_eq!(beyond_script(&request), Some("a picture"));
        request.options.post_action_screenshot = false;
        request.target = Some(InteractTarget::Uid("1_2".into()));
        assert_eq!(beyond_script(&request), Some("a target by UID"));
        request.action = InteractAction::Scroll;
        request.value = Some("down".into());
        assert_eq!(beyond_script(&request), Some("turning the wheel"));
    }
}
