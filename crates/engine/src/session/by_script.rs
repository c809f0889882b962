//! The user's own tab without the debugger: actions that need no trusted input are carried out by the
//! extension with the in-page script. Where the debugger may not be used at all, so are clicks, with
//! events made by script.

use super::{Session, lock};
use crate::backend::{PageId, SCRIPT_ALONE};
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

/// Whether the action works by script as it does by hand.
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

/// What of a request takes the debugger, in a few words; `None` where nothing does.
fn beyond_script(request: &InteractRequest) -> Option<&'static str> {
    // Real input is better, where it may be had.
    if !needs_no_input(request.action) && (request.options.fallback_to_cdp || !can_be_imitated(request.action)) {
        return Some("real input of mouse, keys and files");
    }
    if request.action == InteractAction::Scroll && request.value.is_some() {
        return Some("turning the wheel");
    }
    if request.options.post_action_screenshot {
        return Some("a picture");
    }
    if request.options.wait_for_network_idle.is_some() {
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

impl Session {
    /// Carries the request out without the debugger. `None` where that is not the way: in another browser,
    /// or where the page was not touched and the debugger may be used instead. `first`: whether this way
    /// comes first where both may be taken.
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
            |error: EngineError| Err(error.with_next_step("leave fallbackToCdp out, so that the browser's debugger may be used"));
        let target = match (beyond_script(request), &request.target) {
            (None, Some(InteractTarget::Locator(target))) => target,
            _ if request.options.fallback_to_cdp => return None,
            (beyond, _) => {
                let what = format!(
                    "{} is not done by script alone, and fallbackToCdp is off: {} takes the debugger",
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
        let (page, number) = selected.map_or_else(|| (PageId::from(""), 0), |(number, page)| (page, number));
        let question = Question {
            request,
            target,
            locate: &locate,
            page: (number > 0).then_some(&*page),
            // Where the debugger comes next, it is that which waits.
            wait: if request.options.fallback_to_cdp {
                Duration::ZERO
            } else {
                request.options.timeout
            },
        };
        let began = Instant::now();
        let answer = relay.by_script(&question, attempt).await;
        let took = began.elapsed();
        let (told, outcome) = match &answer {
            Ok(details) => (details.target.as_str(), None),
            // It goes on in the other way, which is told by itself.
            Err(NotDone::Untouched(_)) if request.options.fallback_to_cdp => ("", None),
            Err(NotDone::Untouched(error) | NotDone::Unknown(error)) => ("", Some(error.code())),
        };
        if answer.is_ok() || outcome.is_some() {
            let guard = self.guard_for_script(request.action.name(), &page);
            guard.announce();
            guard.end(told, outcome.unwrap_or("ok"), took);
            self.remember(RecentAction {
                at: SystemTime::now(),
                action: request.action.name(),
                target: shorten(told, 200),
                page: number,
                protocol: SCRIPT_ALONE,
                trusted: answer.as_ref().is_ok_and(|details| details.trusted),
                error: outcome,
                duration: took,
            });
        }
        let details = answer?;
        let report = ActionReport {
            target: details.target,
            protocol: SCRIPT_ALONE,
            trusted: details.trusted,
            changed: None,
            checked: None,
            value_now: details.value_now,
            effects: Effects {
                navigated_to: details.navigated_to,
                ..Effects::default()
            },
            duration: took,
        };
        let outcome = Outcome {
            selector: Some(attempt.selector.clone()),
            matched: details.matched_count,
            bounds: details.bounding_box.map(|at| [at.x, at.y, at.width, at.height]),
            ..Outcome::default()
        };
        Ok(InteractReport::new(request.action, report, outcome))
    }

    /// How the in-page script is asked for a target.
    fn locate_arguments(&self, request: &InteractRequest, target: &Locator) -> Result<String> {
        let steps = target.steps()?;
        let looks = request.action == InteractAction::WaitForSelector;
        page_script::encode(&LocateArgs {
            steps: &steps,
            root: None,
            test_id: &self.inner.options.test_id_attribute,
            visible: request.options.wait_for_visible,
            enabled: request.options.wait_for_enabled.unwrap_or(!looks),
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
    fn what_takes_the_debugger_is_named() {
        let mut request = InteractRequest::new(InteractAction::Click);
        request.target = Some(InteractTarget::parse("Save"));
        assert!(beyond_script(&request).is_some());
        request.options.fallback_to_cdp = false;
        assert_eq!(beyond_script(&request), None);
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
