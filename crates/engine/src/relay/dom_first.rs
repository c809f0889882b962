//! Actions that need no trusted input are first left to the extension, which works with the in-page
//! script alone: then the browser need not be debugged, and does not say that it is.

use super::activity::{Activity, next_id};
use super::dom_action::{self, DomAction};
use super::message::{self, DomActionDetails, DomActionResponse};
use super::pairing::random_hex;
use super::{Shared, link::Link};
use crate::error::{Attempt, EngineError, ErrorKind};
use crate::interact::{InteractAction, InteractTarget};
use crate::locator::Locator;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the way there and back may take.
const WAY: Duration = Duration::from_secs(3);

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

/// Tries it; `None` where nothing was touched and the debugger is to be used instead.
pub(super) async fn attempt(action: &DomAction, shared: &Shared) -> Option<Value> {
    let request = &action.request;
    // The browser tells of requests to the debugger only, and has a wheel only for it.
    let wheel = request.action == InteractAction::Scroll && request.value.is_some();
    if !needs_no_input(request.action) || request.screenshot || request.network_idle.is_some() || wheel {
        return None;
    }
    let Some(InteractTarget::Locator(target)) = &request.target else {
        return None;
    };
    let locate = shared.actor.locate_arguments(request)?;
    let link = shared.links.borrow().last().cloned()?;
    // With several tabs it is the session that knows which one is meant.
    if link.tabs() != 1 {
        return None;
    }
    let began = Instant::now();
    let answer = ask(action, target, &link, &locate).await;
    let took = began.elapsed();
    let (value, target, outcome) = match answer {
        Ok(DomActionResponse {
            success: true,
            details: Some(mut details),
            ..
        }) => {
            let attempt = shared.actor.attempt(request);
            details.selector_used = attempt.selector;
            (done(action, &details, took), details.target, "ok")
        }
        Ok(response) if !response.performed && action.fallback => return None,
        Ok(response) => {
            let error = failure(response, shared.actor.attempt(request));
            (dom_action::failed(action, &error), String::new(), error.code())
        }
        Err(error) => (dom_action::failed(action, &error), String::new(), error.code()),
    };
    let id = next_id();
    shared.tell(&Activity {
        id,
        action: request.action.name(),
        target: &target,
        page: "",
        ended: Some((outcome, took)),
        thumbnail: None,
    });
    Some(value)
}

async fn ask(action: &DomAction, target: &Locator, link: &Arc<Link>, locate: &str) -> Result<DomActionResponse, EngineError> {
    let request = &action.request;
    let id = random_hex::<16>()?;
    // Where the debugger comes next, it is that which waits.
    let wait = if action.fallback { Duration::ZERO } else { request.timeout };
    let message = message::dom_action(&id, request.action.name(), target, request.value.as_deref(), locate, wait);
    let answer = tokio::time::timeout(WAY + wait, link.ask(&id, message)).await;
    link.give_up(&id);
    let unknown = "look at the page before you try again: it is not known whether it was done";
    match answer {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(_)) => Err(
            EngineError::new(ErrorKind::SessionEnded, "the extension's connection ended before it answered")
                .with_next_step(unknown),
        ),
        Err(_) => Err(EngineError::new(
            ErrorKind::Timeout,
            "the extension has not answered; the page may show a dialog",
        )
        .with_next_step(unknown)),
    }
}

fn failure(response: DomActionResponse, mut attempt: Attempt) -> EngineError {
    let (code, message) = response.error.map_or_else(
        || (String::new(), "the extension gave no reason".to_owned()),
        |error| {
            attempt.matched = error.matched_count;
            attempt.bounds = error
                .bounding_box
                .map(|bounds| [bounds.x, bounds.y, bounds.width, bounds.height]);
            (error.code, error.message)
        },
    );
    let kind = match code.as_str() {
        "ORIGIN_NOT_ALLOWED" => ErrorKind::OriginNotAllowed,
        "TAB_NOT_GRANTED" => ErrorKind::TabNotGranted,
        "ELEMENT_NOT_FOUND" => ErrorKind::ElementNotFound,
        "AMBIGUOUS" => ErrorKind::Ambiguous,
        "NOT_VISIBLE" => ErrorKind::NotVisible,
        "NOT_ENABLED" => ErrorKind::NotEnabled,
        _ => ErrorKind::DispatchFailed,
    };
    EngineError::new(kind, crate::text::quote(&crate::text::shorten(&message, 200))).with_attempt(attempt)
}

fn done(action: &DomAction, details: &DomActionDetails, took: Duration) -> Value {
    let mut told = json!(details);
    if let Value::Object(told) = &mut told {
        told.insert("method".into(), "dom".into());
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        told.insert("durationMs".into(), ms.into());
    }
    let answer = json!({
        "success": true,
        "message": format!("{}: {}", action.request.action.name(), details.target),
        "details": told,
    });
    dom_action::named(action, answer)
}
