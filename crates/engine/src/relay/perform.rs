//! Carries out requests over HTTP.

use super::answers::Claim;
use super::dom_action::{self, DomAction};
use super::{Shared, lock};
use crate::error::{EngineError, ErrorKind};
use http::StatusCode;
use serde_json::Value;
use std::sync::Arc;

/// Parses a body, carries out the action, and answers. A failed action is an answer too.
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
        Claim::Repeated(answer) => answer,
        Claim::New(sender, answer) => {
            // Not cancelled when the caller disconnects: it may ask again for the result.
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
