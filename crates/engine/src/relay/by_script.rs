//! Actions that the extension carries out itself, with the in-page script only.
//!
//! The debugger is not attached for them, so the browser does not show its bar. Only actions that need no trusted
//! input can be done this way. The page is left untouched if it turns out that the action needs more, and CDP takes
//! over.

use super::Relay;
use super::link::Link;
use super::message::{self, DomActionDetails, DomActionResponse};
use super::pairing::random_hex;
use crate::error::{Attempt, EngineError, ErrorKind, NextStep, Result};
use crate::interact::{InteractAction, InteractRequest};
use crate::locator::Locator;
use std::sync::Arc;
use std::time::Duration;

/// How long the extension waits after an action for a navigation, and the messages to it and back take.
const WAY: Duration = Duration::from_millis(200);

/// The longest label of an option in an error, in characters.
const LABEL: usize = 200;

/// Why an action was not carried out.
pub(crate) enum NotDone {
    /// The page was not touched: another way may be tried.
    Untouched(EngineError),
    /// The page may have been changed.
    Unknown(EngineError),
}

/// The parameters of an action for the in-page script.
pub(crate) struct Question<'a> {
    pub(crate) request: &'a InteractRequest,
    pub(crate) target: &'a Locator,
    /// The arguments of `locate`, as JSON.
    pub(crate) locate: &'a str,
    /// The page to act in, if there are several tabs and one is selected.
    pub(crate) page: Option<&'a str>,
    /// How long the extension waits for the element.
    pub(crate) wait: Duration,
    /// After this time the extension begins nothing in the page any more.
    pub(crate) within: Duration,
    /// After this time the extension says that the outcome of what it began is not known.
    pub(crate) answer: Duration,
}

impl Relay {
    /// Lets the most recently connected extension carry out an action. `attempt` records how far it came.
    pub(crate) async fn by_script(&self, question: &Question<'_>, attempt: &mut Attempt) -> Result<DomActionDetails, NotDone> {
        let link = self.link().await.map_err(NotDone::Unknown)?;
        let page = if link.tabs() == 1 { None } else { question.page };
        if link.tabs() > 1 && page.is_none() {
            let what = format!("{} tabs are granted, and none is selected yet", link.tabs());
            let error = EngineError::new(ErrorKind::TabNotGranted, what).with_next_step(crate::error::NextStep::ChoosePage);
            return Err(NotDone::Untouched(error));
        }
        match ask(&link, question, page).await.map_err(NotDone::Unknown)? {
            DomActionResponse {
                success: true,
                details: Some(details),
                ..
            } => Ok(details),
            response => {
                let performed = response.performed;
                let error = failure(response, attempt);
                Err(if performed {
                    NotDone::Unknown(error)
                } else {
                    NotDone::Untouched(error)
                })
            }
        }
    }
}

async fn ask(link: &Arc<Link>, question: &Question<'_>, page: Option<&str>) -> Result<DomActionResponse> {
    let id = random_hex::<16>()?;
    let message = message::dom_action(&id, question, page);
    let limit = WAY + question.answer;
    let answer = tokio::time::timeout(limit, link.ask(&id, message)).await;
    link.give_up(&id);
    let unknown = "look at the page before you try again: it is not known whether it was done";
    let late = if question.request.action == InteractAction::WaitForSelector {
        ErrorKind::Timeout
    } else {
        ErrorKind::OutcomeUnknown
    };
    match answer {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(_)) => Err(
            EngineError::new(ErrorKind::SessionEnded, "the extension's connection ended before it answered")
                .with_next_step(unknown),
        ),
        Err(_) => {
            let what = "the extension has not answered; the page may show a dialog";
            Err(EngineError::new(late, what).with_next_step(unknown))
        }
    }
}

fn failure(response: DomActionResponse, attempt: &mut Attempt) -> EngineError {
    let Some(error) = response.error else {
        return EngineError::new(ErrorKind::DispatchFailed, "the extension gave no reason");
    };
    attempt.matched = error.matched_count;
    attempt.bounds = error
        .bounding_box
        .map(|bounds| [bounds.x, bounds.y, bounds.width, bounds.height]);
    let kind = match error.code.as_str() {
        "ORIGIN_NOT_ALLOWED" => ErrorKind::OriginNotAllowed,
        "TAB_NOT_GRANTED" => ErrorKind::TabNotGranted,
        "ELEMENT_NOT_FOUND" => ErrorKind::ElementNotFound,
        "AMBIGUOUS" => ErrorKind::Ambiguous,
        "NOT_VISIBLE" => ErrorKind::NotVisible,
        "NOT_ENABLED" => ErrorKind::NotEnabled,
        "NOT_EDITABLE" => ErrorKind::NotEditable,
        "WRONG_ELEMENT" => ErrorKind::WrongElement,
        "OPTION_NOT_FOUND" => ErrorKind::OptionNotFound,
        "INVALID_INPUT" => ErrorKind::InvalidInput,
        "TIMEOUT" => ErrorKind::Timeout,
        "OUTCOME_UNKNOWN" => ErrorKind::OutcomeUnknown,
        _ => ErrorKind::DispatchFailed,
    };
    let is_option = kind == ErrorKind::OptionNotFound;
    let failed = EngineError::new(kind, crate::text::quote(&crate::text::shorten(&error.message, 200)));
    match error.options.as_slice() {
        [] if is_option => failed.with_next_step(NextStep::snapshot("see what the list offers")),
        options if is_option => failed.with_next_step(NextStep::one_of(
            options.iter().map(|label| crate::text::shorten(label, LABEL)),
        )),
        _ => failed,
    }
}
