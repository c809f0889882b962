//! Numbered JSON commands, replies and events over one WebSocket (or a [`Tunnel`] inside one). This is the
//! part that the Chrome DevTools Protocol and WebDriver BiDi have in common.
//!
//! One task owns the socket and handles messages strictly in the order of arrival. The [`EventSink`] has
//! handled an event before any later reply reaches its waiter. The state that a waiter sees is therefore at
//! least as new as its reply.
//!
//! ```text
//! command  {id, method, params[, sessionId]}
//! reply    {id, result}      or {id, error: {code, message}}  (CDP)
//!                            or {type: "error", id, error: "no such frame", message}  (BiDi)
//! event    {method, params[, sessionId]}
//! ```
//!
//! # Why not the client inside `thirtyfour`
//! - A frame of more than 16 MiB kills its socket, and the first command after that waits forever. A long
//!   page or a screenshot can reach that size. Here frames have no limit and every command has a deadline.
//! - Its CDP session is bound to the first page target. It cannot reach a second tab or a frame in another
//!   process.
//! - It clones each reply and parses it twice. A round trip takes 0.54 to 0.64 ms with it, and 0.47 to 0.54
//!   ms with this client, for the same call.

mod connection;
mod envelope;
mod error;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
#[cfg(unix)]
mod pipe;
mod prompt;
mod queue;
mod tunnel;

#[cfg(test)]
mod tests;

pub use envelope::{Event, parse, read};
pub use error::{Denial, WireError};

use crate::endpoint::Endpoint;
use connection::Shared;
use serde_json::Value;
use serde_json::value::RawValue;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Sleep;

pub use queue::Batch;
pub use tunnel::Tunnel;

/// The default time limit of a command.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(30);

/// The content of a reply: the unparsed `result`.
pub type ReplyResult = Result<Box<RawValue>, WireError>;

/// Receives events. The socket's task calls it in the order of arrival. It must not block; slow work belongs
/// in a spawned task.
pub trait EventSink: Send + Sync + 'static {
    /// Handles an event. `wire` can send further commands ([`Wire::post`]) and fail the commands of a session
    /// that is gone ([`Wire::forget_session`]).
    fn event(&self, wire: &Wire, event: Event<'_>);
    /// Handles the end of the connection. New commands already fail; pending commands fail right afterwards.
    fn ended(&self, why: &str);
}

/// A command that is ready to be sent.
#[derive(Debug, Clone)]
pub struct Command {
    pub(super) method: &'static str,
    pub(super) params: Value,
    pub(super) session: Option<Arc<str>>,
    pub(super) limit: Duration,
}

impl Command {
    /// A command to the connection itself; `params` is a JSON object.
    pub fn new(method: &'static str, params: Value) -> Self {
        Self {
            method,
            params,
            session: None,
            limit: DEFAULT_LIMIT,
        }
    }

    /// Addresses the command to this session (CDP's flattened `sessionId`).
    #[must_use]
    pub fn on(mut self, session: &Arc<str>) -> Self {
        self.session = Some(Arc::clone(session));
        self
    }

    /// The parameters as they will be sent.
    #[cfg(test)]
    pub(super) fn params(&self) -> &Value {
        &self.params
    }

    /// Replaces the default deadline of 30 s.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }
}

/// A connection. Clones share it. It stays open until [`Wire::close`] or until the other side ends it.
#[derive(Clone)]
pub struct Wire {
    shared: Arc<Shared>,
}

impl Wire {
    /// Opens a WebSocket (`ws:` or `wss:`) within `limit`. `sink` receives the events.
    ///
    /// # Errors
    /// `ConnectFailed` with the address, without its secrets, and the reason.
    pub async fn connect(at: impl Into<Endpoint>, sink: Arc<dyn EventSink>, limit: Duration) -> crate::error::Result<Self> {
        let shared = connection::open(&at.into(), sink, limit).await?;
        Ok(Self { shared })
    }

    /// Opens a connection inside a socket that another component owns. `sink` receives the events.
    pub fn over(tunnel: Tunnel, sink: Arc<dyn EventSink>) -> Self {
        Self {
            shared: tunnel::open(tunnel, sink),
        }
    }

    /// Opens a connection over the pipe of a browser. `sink` receives the events.
    #[cfg(unix)]
    pub(crate) fn through(pipe: crate::launch::Pipe, sink: Arc<dyn EventSink>) -> Self {
        Self {
            shared: pipe::open(pipe, sink),
        }
    }

    /// Sends one command and waits for its reply.
    ///
    /// # Errors
    /// See [`WireError`].
    pub async fn send(&self, command: Command) -> ReplyResult {
        self.start(command).await
    }

    /// Queues one command. It is written even if the reply is not awaited.
    pub fn start(&self, command: Command) -> Reply {
        self.shared.start_one(command)
    }

    /// Queues several commands. They are written back to back with one flush.
    pub fn start_all(&self, commands: Vec<Command>) -> Vec<Reply> {
        self.shared.start(commands)
    }

    /// Sends several commands back to back and waits for all replies, in the order of the commands.
    pub async fn batch(&self, commands: Vec<Command>) -> Vec<ReplyResult> {
        let mut results = Vec::with_capacity(commands.len());
        for reply in self.start_all(commands) {
            results.push(reply.await);
        }
        results
    }

    /// Queues one command. The socket's task calls `handler` with the reply before it handles any later
    /// message. Use it for replies that describe a state which later events change. After the command's
    /// deadline, `handler` is called with [`WireError::Late`], on another task. It must not block.
    pub fn start_in_order(&self, command: Command, handler: impl FnOnce(&Wire, ReplyResult) + Send + 'static) {
        self.shared.start_in_order(command, Box::new(handler));
    }

    /// Sends commands whose replies are ignored.
    pub fn post(&self, commands: Vec<Command>) {
        self.shared.post(commands);
    }

    /// Waits until little waits to be read by the other side, or until the connection has ended. Callers that send many large
    /// commands at once wait for it before each, since a connection ends whose other side leaves too much unread.
    pub async fn room(&self) {
        self.shared.room().await;
    }

    /// Fails all pending commands of a session that is gone.
    pub fn forget_session(&self, session: &str) {
        self.shared.forget_session(session);
    }

    /// Why the connection has ended; `None` while it is open.
    pub fn ended(&self) -> Option<Arc<str>> {
        self.shared.ended()
    }

    /// Closes the connection; pending commands fail with [`WireError::Ended`].
    pub fn close(&self, why: &str) {
        self.shared.end(why);
    }
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wire").field("ended", &self.ended()).finish_non_exhaustive()
    }
}

/// The future reply to a command. Dropping it frees the waiting slot; a later reply is discarded.
#[must_use = "drop it on purpose, or use Wire::post"]
pub struct Reply {
    shared: Arc<Shared>,
    id: u64,
    method: &'static str,
    limit: Duration,
    deadline: Pin<Box<Sleep>>,
    receiver: oneshot::Receiver<ReplyResult>,
}

impl Future for Reply {
    type Output = ReplyResult;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<ReplyResult> {
        if let Poll::Ready(received) = Pin::new(&mut self.receiver).poll(cx) {
            return Poll::Ready(received.unwrap_or_else(|_| Err(self.shared.ended_error())));
        }
        ready!(self.deadline.as_mut().poll(cx));
        Poll::Ready(Err(WireError::Late {
            method: self.method,
            limit: self.limit,
        }))
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.shared.forget(self.id);
    }
}
