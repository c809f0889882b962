//! The socket, the task that owns it, and the commands that wait for their replies.

use super::envelope::{Envelope, Event, encode};
use super::prompt::Prompt;
use super::queue::{Full, Outgoing, Queue};
use super::{Command, EventSink, Reply, ReplyResult, Wire, WireError};
use crate::backend::tls;
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::error::{Error as SocketError, UrlError};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{Connector, MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<Prompt>>;

/// The time limit for the closing handshake. After it the socket is dropped.
const CLOSE_LIMIT: Duration = Duration::from_millis(500);

/// A callback that handles a reply on the socket's task.
pub(super) type ReplyHandler = Box<dyn FnOnce(&Wire, ReplyResult) + Send>;

/// The receiver of a reply.
enum Waiter {
    Task(oneshot::Sender<ReplyResult>),
    /// Called by the socket's task before it handles any later message.
    InOrder {
        handler: ReplyHandler,
        /// Dropping it ends the wait for the deadline.
        _filled: oneshot::Sender<()>,
    },
}

struct Slot {
    method: &'static str,
    session: Option<Arc<str>>,
    waiter: Waiter,
}

impl Slot {
    fn fill(self, wire: &Wire, reply: ReplyResult) {
        match self.waiter {
            // An error means that the waiting task is gone and no longer needs the reply.
            Waiter::Task(sender) => drop(sender.send(reply)),
            Waiter::InOrder { handler, .. } => handler(wire, reply),
        }
    }
}

#[derive(Default)]
struct Waiting {
    slots: HashMap<u64, Slot>,
    ended: Option<Arc<str>>,
}

pub(super) struct Shared {
    next_id: AtomicU64,
    waiting: Mutex<Waiting>,
    outgoing: Queue,
    /// Wakes the task, which may be unable to write.
    stop: Notify,
    /// Whether the other side does not read.
    clogged: AtomicBool,
    sink: Arc<dyn EventSink>,
}

/// Connects and starts the task.
pub(super) async fn open(at: &Endpoint, sink: Arc<dyn EventSink>, limit: Duration) -> Result<Arc<Shared>> {
    let socket = tokio::time::timeout(limit, connect(at.expose()))
        .await
        .map_err(|_| {
            EngineError::new(
                ErrorKind::ConnectFailed,
                format!("{at} did not answer within {} s", limit.as_secs_f32()),
            )
        })?
        .map_err(|error| reason(&error))
        .or_kind(ErrorKind::ConnectFailed, format!("no WebSocket could be opened at {at}"))?;
    let (shared, batches) = Shared::new(sink);
    tokio::spawn(run(socket, batches, Arc::clone(&shared)));
    Ok(shared)
}

/// Why no socket was opened. The error's own texts may hold the address, and its `Debug` the server's whole answer.
fn reason(error: &SocketError) -> String {
    match error {
        SocketError::Http(answer) => format!("HTTP {}", answer.status().as_u16()),
        SocketError::Io(error) => error.to_string(),
        SocketError::Tls(error) => format!("TLS: {error}"),
        SocketError::Protocol(error) => error.to_string(),
        SocketError::Url(UrlError::UnsupportedUrlScheme) => "the scheme is not ws or wss".to_owned(),
        SocketError::Url(_) | SocketError::HttpFormat(_) => "the address is not valid".to_owned(),
        _ => "the connection broke".to_owned(),
    }
}

async fn connect(url: &str) -> std::result::Result<Socket, SocketError> {
    let request = url.into_client_request()?;
    let address = request.uri();
    let host = address.host().ok_or(SocketError::Url(UrlError::NoHostName))?;
    let port = match (address.port_u16(), address.scheme_str()) {
        (Some(port), _) => port,
        (None, Some("ws")) => 80,
        (None, Some("wss")) => 443,
        _ => return Err(UrlError::UnsupportedUrlScheme.into()),
    };
    // Brackets around an IPv6 address belong to the URL only.
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let connector = (address.scheme_str() == Some("wss")).then(|| Connector::Rustls(tls::client_config()));
    let stream = Prompt::connect((host, port)).await?;
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let (socket, _) = tokio_tungstenite::client_async_tls_with_config(request, stream, Some(config), connector).await?;
    Ok(socket)
}

/// Dropping the socket's task fails every pending command.
pub(super) struct EndOnDrop(pub(super) Arc<Shared>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end("its socket is gone");
    }
}

/// Reads and writes until either direction ends.
async fn run(socket: Socket, batches: mpsc::UnboundedReceiver<Outgoing>, shared: Arc<Shared>) {
    let guard = EndOnDrop(shared);
    let (writer, reader) = socket.split();
    let why = tokio::select! {
        why = read(reader, &guard.0) => why,
        why = write(writer, batches) => why,
        why = guard.0.stopped() => why,
    };
    guard.0.end(&why);
}

async fn read(mut socket: SplitStream<Socket>, shared: &Arc<Shared>) -> String {
    let wire = shared.handle();
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => shared.receive(&wire, text.as_str()),
            Some(Ok(Message::Close(_))) | None => return "the browser closed it".into(),
            Some(Ok(_)) => {}
            Some(Err(error)) => return format!("reading failed: {error}"),
        }
    }
}

async fn write(mut socket: SplitSink<Socket, Message>, mut batches: mpsc::UnboundedReceiver<Outgoing>) -> String {
    let mut open = true;
    while open && let Some(Outgoing::Batch(batch)) = batches.recv().await {
        let mut held = vec![batch];
        loop {
            let messages = held.last_mut().map(|batch| std::mem::take(&mut batch.messages));
            for message in messages.unwrap_or_default() {
                if let Err(error) = socket.feed(Message::text(message)).await {
                    return format!("writing failed: {error}");
                }
            }
            // Batches that arrived in the meantime go out with the same flush.
            match batches.try_recv() {
                Ok(Outgoing::Batch(more)) => held.push(more),
                // What comes before it is still written, such as the end of a session.
                Ok(Outgoing::Close) => open = false,
                Err(_) => break,
            }
            if !open {
                break;
            }
        }
        if let Err(error) = socket.flush().await {
            return format!("writing failed: {error}");
        }
    }
    let _ = tokio::time::timeout(CLOSE_LIMIT, socket.close()).await;
    "it was closed".into()
}

impl Shared {
    /// The pending commands, and the queue of messages that the task sends.
    pub(super) fn new(sink: Arc<dyn EventSink>) -> (Arc<Self>, mpsc::UnboundedReceiver<Outgoing>) {
        let (outgoing, batches) = Queue::open();
        let shared = Arc::new(Self {
            next_id: AtomicU64::new(1),
            waiting: Mutex::default(),
            outgoing,
            stop: Notify::new(),
            clogged: AtomicBool::new(false),
            sink,
        });
        (shared, batches)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn receive(&self, wire: &Wire, text: &str) {
        let envelope: Envelope = match serde_json::from_str(text) {
            Ok(envelope) => envelope,
            Err(error) => {
                tracing::warn!(%error, "message not understood");
                return;
            }
        };
        if let Some(id) = envelope.id {
            let slot = self.lock().slots.remove(&id);
            if let Some(slot) = slot {
                let reply = envelope.into_reply(slot.method);
                slot.fill(wire, reply);
            }
        } else if let (Some(method), Some(params)) = (&envelope.method, envelope.params) {
            tracing::trace!(method = &**method, "event");
            self.sink.event(
                wire,
                Event {
                    method,
                    session: envelope.session.as_deref(),
                    params,
                },
            );
        } else {
            tracing::debug!("message without an id and a method");
        }
    }

    /// Registers the commands in order and passes them to the task as one batch.
    pub(super) fn start(self: &Arc<Self>, commands: Vec<Command>) -> Vec<Reply> {
        let mut messages = Vec::with_capacity(commands.len());
        let replies = commands
            .into_iter()
            .map(|command| self.expect(command, &mut messages))
            .collect();
        self.write(messages);
        replies
    }

    pub(super) fn start_one(self: &Arc<Self>, command: Command) -> Reply {
        let mut messages = Vec::with_capacity(1);
        let reply = self.expect(command, &mut messages);
        self.write(messages);
        reply
    }

    fn expect(self: &Arc<Self>, command: Command, messages: &mut Vec<String>) -> Reply {
        let (sender, receiver) = oneshot::channel();
        let (method, limit) = (command.method, command.limit);
        let id = self.register(command, Waiter::Task(sender), messages);
        Reply {
            shared: Arc::clone(self),
            id,
            method,
            limit,
            deadline: Box::pin(tokio::time::sleep(limit)),
            receiver,
        }
    }

    /// Like [`Self::start`] for one command whose reply is handled in the order of arrival.
    pub(super) fn start_in_order(self: &Arc<Self>, command: Command, handler: ReplyHandler) {
        let mut messages = Vec::with_capacity(1);
        let (method, limit) = (command.method, command.limit);
        let (sender, filled) = oneshot::channel();
        let waiter = Waiter::InOrder {
            handler,
            _filled: sender,
        };
        let id = self.register(command, waiter, &mut messages);
        if messages.is_empty() {
            return; // the handler has been called
        }
        self.write(messages);
        let shared = Arc::downgrade(self);
        tokio::spawn(async move {
            if tokio::time::timeout(limit, filled).await.is_ok() {
                return;
            }
            let Some(shared) = shared.upgrade() else { return };
            let slot = shared.lock().slots.remove(&id);
            if let Some(slot) = slot {
                slot.fill(&shared.handle(), Err(WireError::Late { method, limit }));
            }
        });
    }

    /// Assigns an id and a waiting slot to the command, and adds its text to `messages`. A command that
    /// cannot be sent fails immediately.
    fn register(self: &Arc<Self>, command: Command, waiter: Waiter, messages: &mut Vec<String>) -> u64 {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let method = command.method;
        let encoded = encode(id, &command);
        let slot = Slot {
            method,
            session: command.session,
            waiter,
        };
        let refusal = match encoded {
            Err(error) => WireError::Malformed {
                method,
                why: format!("its parameters could not be written: {error}"),
            },
            Ok(message) => {
                let mut waiting = self.lock();
                if let Some(why) = &waiting.ended {
                    WireError::Ended { why: Arc::clone(why) }
                } else {
                    tracing::trace!(id, method, "command");
                    waiting.slots.insert(id, slot);
                    messages.push(message);
                    return id;
                }
            }
        };
        slot.fill(&self.handle(), Err(refusal));
        id
    }

    pub(super) fn handle(self: &Arc<Self>) -> Wire {
        Wire {
            shared: Arc::clone(self),
        }
    }

    pub(super) fn post(&self, commands: Vec<Command>) {
        let messages = commands
            .into_iter()
            .filter_map(|command| encode(self.next_id.fetch_add(1, Ordering::Relaxed), &command).ok())
            .collect();
        self.write(messages);
    }

    pub(super) async fn room(&self) {
        self.outgoing.room().await;
    }

    fn write(&self, messages: Vec<String>) {
        if let Err(Full) = self.outgoing.push(messages) {
            // The task ends the connection, since the caller may hold locks that `end` needs.
            self.clogged.store(true, Ordering::Relaxed);
            self.stop.notify_one();
        }
    }

    /// Resolves when the task has to stop although it may be unable to write, with the reason.
    pub(super) async fn stopped(&self) -> String {
        self.stop.notified().await;
        if self.clogged.load(Ordering::Relaxed) {
            return "the browser does not read its commands".to_owned();
        }
        tokio::time::sleep(2 * CLOSE_LIMIT).await;
        "it was closed".to_owned()
    }

    pub(super) fn forget(&self, id: u64) {
        self.lock().slots.remove(&id);
    }

    pub(super) fn forget_session(self: &Arc<Self>, session: &str) {
        let gone: Vec<Slot> = self
            .lock()
            .slots
            .extract_if(|_, slot| slot.session.as_deref() == Some(session))
            .map(|(_, slot)| slot)
            .collect();
        let wire = self.handle();
        for slot in gone {
            let method = slot.method;
            slot.fill(&wire, Err(WireError::SessionGone { method }));
        }
    }

    pub(super) fn ended(&self) -> Option<Arc<str>> {
        self.lock().ended.clone()
    }

    pub(super) fn ended_error(&self) -> WireError {
        WireError::Ended {
            why: self.ended().unwrap_or_else(|| "it was closed".into()),
        }
    }

    /// Ends the connection once: notifies the sink, fails the pending commands, closes the socket.
    pub(super) fn end(self: &Arc<Self>, why: &str) {
        let why: Arc<str> = why.into();
        let slots = {
            let mut waiting = self.lock();
            if waiting.ended.is_some() {
                return;
            }
            waiting.ended = Some(Arc::clone(&why));
            std::mem::take(&mut waiting.slots)
        };
        self.sink.ended(&why);
        let wire = self.handle();
        for slot in slots.into_values() {
            slot.fill(&wire, Err(WireError::Ended { why: Arc::clone(&why) }));
        }
        self.outgoing.close();
        self.stop.notify_one();
    }
}
