//! One WebSocket of an extension: who it is, then messages in both directions until it ends.

use super::chunks::{self, Assembly};
use super::link::{Link, Outgoing};
use super::message::{self, FromExtension, Refusal};
use super::pairing::{Conversation, Proof, random_hex};
use super::{Shared, lock};
use crate::text::{quote, shorten};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// How long an extension may take to say who it is.
const GREETING_LIMIT: Duration = Duration::from_secs(10);
/// How often it is asked whether it is alive; that also keeps its worker from being put to sleep.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// A connection on which nothing has come for this long is dead.
const SILENCE_LIMIT: Duration = Duration::from_secs(40);
/// A frame holds one message or one piece of a long one.
const MAX_FRAME: usize = 4 * 1024 * 1024;
/// Longest name of a browser.
const MAX_NAME: usize = 80;

/// Serves a connection whose `Host` and `Origin` were right.
pub(super) async fn serve(upgraded: Upgraded, shared: Arc<Shared>) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME));
    let mut socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
    let greeted = tokio::time::timeout(GREETING_LIMIT, greet(&mut socket, &shared)).await;
    let Ok(Some(name)) = greeted else {
        tracing::debug!("an extension was not let in");
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
        return;
    };
    tracing::info!(name = %quote(&name), "an extension is connected");
    let (link, queue) = Link::new(name);
    shared.stopped.store(false, Ordering::Relaxed);
    shared.links.send_modify(|links| links.push(Arc::clone(&link)));
    let guard = Registered { link, shared };
    let why = exchange(&mut socket, &guard.link, queue).await;
    tracing::info!(why, "the extension's connection is over");
    guard.link.end(&why);
}

/// Takes the link off the list and ends its tunnel, also when the task is dropped.
struct Registered {
    link: Arc<Link>,
    shared: Arc<Shared>,
}

impl Drop for Registered {
    fn drop(&mut self) {
        if self.link.is_stopped() {
            self.shared.stopped.store(true, Ordering::Relaxed);
        }
        self.shared
            .links
            .send_modify(|links| links.retain(|other| !Arc::ptr_eq(other, &self.link)));
        self.link.end("the relay was closed");
    }
}

async fn send(socket: &mut Socket, text: String) -> Option<()> {
    socket.send(Message::text(text)).await.ok()
}

/// Finds out who it is, and proves who we are. The name of its browser; `None` where it is not let in.
async fn greet(socket: &mut Socket, shared: &Shared) -> Option<String> {
    let nonce = random_hex::<16>().ok()?;
    let server = shared.store.server_id();
    send(socket, message::hello(server, &nonce)).await?;
    let text = loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => break text,
            Message::Ping(_) | Message::Pong(_) => {}
            _ => return None,
        }
    };
    match message::read(&text)? {
        FromExtension::Authenticate { version, .. } | FromExtension::Pair { version, .. } if version != message::VERSION => {
            refuse(socket, Refusal::VersionDiffers).await
        }
        FromExtension::Authenticate {
            client_id,
            nonce: client_nonce,
            proof,
            ..
        } => {
            let talk = Conversation {
                server,
                client: &client_id,
                server_nonce: &nonce,
                client_nonce: &client_nonce,
            };
            match shared.store.find(&client_id) {
                Some((name, token)) if talk.verify(Proof::Client, &token, &proof) => {
                    send(socket, message::welcome(&talk.prove(Proof::Server, &token))).await?;
                    Some(name)
                }
                _ => refuse(socket, Refusal::TokenWrong).await,
            }
        }
        FromExtension::Pair {
            client_id,
            client_name,
            nonce: client_nonce,
            proof,
            ..
        } => {
            let talk = Conversation {
                server,
                client: &client_id,
                server_nonce: &nonce,
                client_nonce: &client_nonce,
            };
            let accepted = lock(&shared.pairing).accept(&talk, &proof);
            match accepted {
                Ok(Some(code)) => {
                    let name = shorten(&client_name, MAX_NAME);
                    let token = match shared.store.add(&client_id, &name) {
                        Ok(token) => token,
                        Err(error) => {
                            tracing::error!(%error, "an extension could not be paired");
                            return None;
                        }
                    };
                    send(socket, message::paired(&talk.prove(Proof::PairServer, &code), &token)).await?;
                    Some(name)
                }
                Ok(None) => refuse(socket, Refusal::CodeWrong).await,
                Err(error) => {
                    tracing::error!(%error, "an extension could not be paired");
                    None
                }
            }
        }
        _ => None,
    }
}

async fn refuse(socket: &mut Socket, why: Refusal) -> Option<String> {
    tracing::warn!(?why, "an extension was refused");
    send(socket, message::refused(why)).await;
    None
}

/// Hands messages on until the connection is over; a clause for a person says why.
async fn exchange(socket: &mut Socket, link: &Link, queue: tokio::sync::mpsc::UnboundedReceiver<Outgoing>) -> String {
    let mut queue = queue;
    let mut assembly = Assembly::default();
    let mut heard = Instant::now();
    let mut ping = tokio::time::interval(PING_INTERVAL);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let why = loop {
        tokio::select! {
            incoming = socket.next() => {
                heard = Instant::now();
                match incoming {
                    Some(Ok(Message::Text(text))) => match assembly.add(text.to_string()) {
                        Ok(Some(message)) => received(link, message),
                        Ok(None) => {}
                        Err(chunks::TooLong) => break "the extension sent a message that is too long".to_owned(),
                    },
                    Some(Ok(Message::Close(_))) | None => break "the extension's connection ended; its browser closed, its worker was put to sleep, or it was stopped".to_owned(),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => break format!("the extension's connection broke: {error}"),
                }
            }
            outgoing = queue.recv() => {
                let Some(outgoing) = outgoing else { break "the relay was closed".to_owned() };
                if let Err(error) = write(socket, link, outgoing, &mut queue).await {
                    break format!("writing to the extension failed: {error}");
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE_LIMIT {
                    break format!("the extension has not answered for {} s", SILENCE_LIMIT.as_secs());
                }
                if let Err(error) = socket.send(Message::text(message::ping())).await {
                    break format!("writing to the extension failed: {error}");
                }
            }
        }
    };
    // Before the tunnel ends: whoever opens one from now on sees that nothing is sent any more.
    drop(queue);
    why
}

fn received(link: &Link, text: String) {
    if text.starts_with(message::CDP) {
        return link.carried(text);
    }
    match message::read(&text) {
        Some(FromExtension::Status { tabs }) => link.set_tabs(tabs),
        Some(FromExtension::Stopped {}) => link.set_stopped(),
        Some(FromExtension::DomActionResponse(response)) => link.responded(response),
        Some(FromExtension::Pong {}) => {}
        Some(other) => tracing::debug!(?other, "a message that is not expected now"),
        None => tracing::warn!("a message of the extension was not understood"),
    }
}

/// Writes what is queued, with one flush.
async fn write(
    socket: &mut Socket,
    link: &Link,
    first: Outgoing,
    queue: &mut tokio::sync::mpsc::UnboundedReceiver<Outgoing>,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    let mut next = Some(first);
    while let Some(outgoing) = next {
        match outgoing {
            Outgoing::Message(text) => socket.feed(Message::text(text)).await?,
            Outgoing::Cdp(number, batch) => {
                for command in batch.iter().filter(|_| link.carries(number)) {
                    for piece in chunks::split(message::cdp(command)) {
                        socket.feed(Message::text(piece)).await?;
                    }
                }
            }
            Outgoing::TunnelClosed(number) => {
                if link.tunnel_closed(number) {
                    socket.feed(Message::text(message::close())).await?;
                }
            }
        }
        next = queue.try_recv().ok();
    }
    socket.flush().await
}
