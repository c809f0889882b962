//! Actions that the extension carries out itself, with the in-page script only.
//!
//! The debugger is not attached for them, so the browser does not show its bar. Only actions that need no trusted
//! input can be done this way. The page is left untouched if it turns out that the action needs more, and CDP takes
//! over.

use super::Relay;
use super::link::Link;
use super::message::{self, DomActionDetails, DomActionResponse};
use super::pairing::random_hex;
use crate::error::{Attempt, EngineError, ErrorKind, Result};
use crate::interact::InteractRequest;
use crate::locator::Locator;
use std::sync::Arc;
use std::time::Duration;

/// Extra time for the messages to the extension and back.
const WAY: Duration = Duration::from_secs(3);

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
    let answer = tokio::time::timeout(WAY + question.wait, link.ask(&id, message)).await;
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

fn failure(response: DomActionResponse, attempt: &mut Attempt) -> EngineError {
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
    EngineError::new(kind, crate::text::quote(&crate::text::shorten(&message, 200)))
}
