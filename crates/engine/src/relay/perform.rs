//! Carries out what was asked for over HTTP.

use super::answers::Claim;
use super::dom_action::{self, DomAction};
use super::{Shared, lock};
use crate::error::{EngineError, ErrorKind};
use http::StatusCode;
use serde_json::Value;
use std::sync::Arc;

/// Reads a body, does what it asks for, and answers. An action that did not work is an answer too.
pub(super) async fn perform(body: &[u8], shared: &Arc<Shared>) -> (StatusCode, Value) {
    let action = match dom_action::parse(body) {
        Ok(action) => action,
        Err(error) => return (StatusCode::BAD_REQUEST, dom_action::refusal(&error)),
    };
    if action.id.is_none() {
        return (StatusCode::OK, act(&action, shared).await);
    }
    let claim = lock(&shared.answers).claim(&action);
    let mut answer = match claim {
        Claim::Reused => {
            let error = EngineError::new(ErrorKind::InvalidInput, "this requestId was used for another request")
                .with_next_step("give each request an id of its own");
            return (StatusCode::CONFLICT, dom_action::refusal(&error));
        }
        Claim::Known(answer) => answer,
        Claim::New(sender, answer) => {
            // Not taken back when the caller goes away: it may ask again for what came of it.
            let shared_by_task = Arc::clone(shared);
            shared.spawn(async move {
                let answer = act(&action, &shared_by_task).await;
                sender.send_replace(Some(answer));
            });
            answer
        }
    };
    let came = answer.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone());
    let answer = came.unwrap_or_else(|| {
        let error = EngineError::new(ErrorKind::SessionEnded, "the server ended before the action did");
        dom_action::refusal(&error)
    });
    (StatusCode::OK, answer)
}

async fn act(action: &DomAction, shared: &Shared) -> Value {
    match shared.actor.act(&action.request).await {
        Ok(report) => dom_action::done(action, &report),
        Err(error) => dom_action::failed(action, &error),
    }
}
