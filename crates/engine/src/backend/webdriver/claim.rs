//! Ends sessions at the server that have no owner, so that none is left there.
//!
//! A call that asks for a session may end before the answer: by its deadline, because it is cancelled, or because its session is
//! closed. A driver still makes the session then, and a grid keeps the request in its queue.

use super::fault::{Code, Fault};
use super::server::Server;
use crate::backend::leftovers::Leftovers;
use reqwest::Method;
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;

/// How long the server may take to end a session.
pub(super) const END_LIMIT: Duration = Duration::from_secs(10);

/// How long an answer to New Session is awaited that has no owner any more, which is longer than a driver needs to start a
/// browser. Then the connection is closed, and a grid takes the request out of its queue.
const ABANDONED_LIMIT: Duration = Duration::from_secs(20);

/// A session at the server that belongs to this engine. It is ended when this is dropped, unless that has been done.
#[derive(Debug)]
pub(super) struct Claim {
    server: Server,
    session: String,
    leftovers: Leftovers,
    is_over: AtomicBool,
}

impl Claim {
    /// The session's id.
    pub(super) fn session(&self) -> &str {
        &self.session
    }

    /// Ends the session. Idempotent.
    ///
    /// # Errors
    /// Those of the command. The session is not ended again.
    pub(super) async fn end(&self) -> Result<(), Fault> {
        if self.is_over.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        delete(&self.server, &self.session).await
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if *self.is_over.get_mut() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let (server, session, held) = (self.server.clone(), std::mem::take(&mut self.session), self.leftovers.hold());
        runtime.spawn(async move {
            if let Err(fault) = delete(&server, &session).await {
                tracing::debug!(%fault, "a session without an owner could not be ended");
            }
            drop(held);
        });
    }
}

async fn delete(server: &Server, session: &str) -> Result<(), Fault> {
    match server
        .ask(Method::DELETE, &format!("session/{session}"), None, END_LIMIT)
        .await
    {
        Err(fault) if fault.code != Code::NoSession => Err(fault),
        _ => Ok(()),
    }
}

/// Asks for a new session, for at most `limit`. When the result is dropped, a session that the server still makes is ended.
pub(super) async fn create(
    server: &Server,
    body: Value,
    limit: Duration,
    leftovers: &Leftovers,
) -> Result<(Claim, Map<String, Value>), Fault> {
    let (mut answer, receiver) = oneshot::channel();
    let (server, leftovers) = (server.clone(), leftovers.clone());
    let held = leftovers.hold();
    tokio::spawn(async move {
        let asked = server.ask(Method::POST, "session", Some(&body), limit + ABANDONED_LIMIT);
        tokio::pin!(asked);
        let made = tokio::select! {
            made = &mut asked => Some(made),
            () = answer.closed() => tokio::time::timeout(ABANDONED_LIMIT, asked).await.ok(),
        };
        let made = made.map(|made| made.and_then(|made| claimed(made, &server, &leftovers)));
        // A claim without a receiver is dropped, which ends its session.
        if let Some(made) = made {
            drop(answer.send(made));
        }
        drop(held);
    });
    match tokio::time::timeout(limit, receiver).await {
        Ok(Ok(made)) => made,
        Ok(Err(_)) => Err(Fault::new(Code::Other, "the request was given up")),
        Err(_) => Err(Fault::late(limit)),
    }
}

/// The session in an answer to New Session.
fn claimed(mut made: Value, server: &Server, leftovers: &Leftovers) -> Result<(Claim, Map<String, Value>), Fault> {
    let session = made.get("sessionId").and_then(Value::as_str).map(str::to_owned);
    match (session, made.get_mut("capabilities").map(Value::take)) {
        // The id becomes a part of addresses.
        (Some(session), Some(Value::Object(capabilities))) if is_plain(&session) => {
            let claim = Claim {
                server: server.clone(),
                session,
                leftovers: leftovers.clone(),
                is_over: AtomicBool::new(false),
            };
            Ok((claim, capabilities))
        }
        _ => Err(Fault::new(
            Code::NotWebDriver,
            "New Session was answered without an id and capabilities",
        )),
    }
}

/// Whether an id of a session can be a part of an address.
pub(super) fn is_plain(session: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !session.is_empty() && !session.starts_with('.') && session.chars().all(plain)
}
