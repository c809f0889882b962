//! A request that a route holds.

use super::tree::SessionId;
use crate::backend::intercept::Held;
use crate::backend::wire::{Command, Wire, WireError};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The pause between two looks at whether the page still wants the request.
const LOOK: Duration = Duration::from_secs(1);

/// The code for a request that the browser does not stop any more.
const UNKNOWN_REQUEST: &str = "-32602";

/// Holds a request for this time, until its route is removed, or until the page gives it up. `go_on` is sent then.
pub(super) fn hold(wire: &Wire, session: &SessionId, request: String, delay: Duration, held: Held, go_on: Command) {
    let (wire, session) = (wire.clone(), Arc::clone(session));
    tokio::spawn(async move {
        tokio::select! {
            () = held.wait(delay) => {}
            () = given_up(&wire, &session, &request) => {}
        }
        wire.post(vec![go_on.on(&session)]);
    });
}

/// Resolves when the browser does not stop the request any more, of which no event tells unless requests are recorded. A stopped
/// request has no body yet, so that the question for it changes nothing.
async fn given_up(wire: &Wire, session: &SessionId, request: &str) {
    loop {
        tokio::time::sleep(LOOK).await;
        let question = Command::new("Fetch.getResponseBody", json!({"requestId": request})).on(session);
        match wire.send(question).await {
            Err(WireError::SessionGone { .. } | WireError::Ended { .. }) => return,
            Err(error) if error.is_code(UNKNOWN_REQUEST) => return,
            _ => {}
        }
    }
}
