//! One WebSocket of an extension: authentication, then messages in both directions until it closes.

use super::chunks::{self, Assembly};
use super::link::{Link, Outgoing};
use super::message::{self, FromExtension, Refusal};
use super::pairing::{Conversation, Proof, random_hex};
use super::{Shared, lock};
use crate::error::Result;
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

/// How long an extension may take to authenticate.
const GREETING_LIMIT: Duration = Duration::from_secs(10);
/// The interval of pings. They also keep the extension's worker from being suspended.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// A connection without messages for this long counts as dead.
const SILENCE_LIMIT: Duration = Duration::from_secs(40);
/// The maximum frame size. A frame holds one message or one piece of a long one.
const MAX_FRAME: usize = 4 * 1024 * 1024;
/// The maximum length of a browser's name.
const MAX_NAME: usize = 80;

/// Serves a connection whose `Host` and `Origin` were checked.
pub(super) async fn serve(upgraded: Upgraded, shared: Arc<Shared>) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME));
    let mut socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
    let greeted = tokio::time::timeout(GREETING_LIMIT, greet(&mut socket, &shared)).await;
    let Ok(Some(name)) = greeted else {
        tracing::debug!("an extension was not accepted");
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
        return;
    };
    tracing::info!(name = %quote(&name), "an extension is connected");
    let (link, queue) = Link::new(name);
    shared.stopped.store(false, Ordering::Relaxed);
    shared.links.send_modify(|links| links.push(Arc::clone(&link)));
    let guard = Registered { link, shared };
    let why = exchange(&mut socket, &guard.link, queue).await;
    tracing::info!(why, "the extension's connection closed");
    guard.link.end(&why);
}

/// Removes the link from the list and ends its tunnel, even if the task is dropped.
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

/// Authenticates both sides. Returns the name of the browser; `None` if the extension is refused.
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
            pair(socket, shared, &talk, &client_name, &proof).await
        }
        _ => None,
    }
}

/// Pairs an extension that proves to know the code. Returns the name of the browser.
async fn pair(socket: &mut Socket, shared: &Shared, talk: &Conversation<'_>, client_name: &str, proof: &str) -> Option<String> {
    let name = shorten(client_name, MAX_NAME);
    match new_pairing(shared, talk, &name, proof) {
        Ok(Some((code, token))) => {
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

/// The code that was proven and a new token; `None` if the proof is wrong.
fn new_pairing(shared: &Shared, talk: &Conversation<'_>, name: &str, proof: &str) -> Result<Option<(String, String)>> {
    let Some(code) = lock(&shared.pairing).accept(talk, proof)? else {
        return Ok(None);
    };
    let token = shared.store.add(talk.client, name)?;
    Ok(Some((code, token)))
}

async fn refuse(socket: &mut Socket, why: Refusal) -> Option<String> {
    tracing::warn!(?why, "an extension was refused");
    send(socket, message::refused(why)).await;
    None
}

/// Exchanges messages until the connection closes. Returns the reason as a clause for a person.
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
                        Ok(Some(message)) => received(link, message).await,
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
                match tokio::time::timeout(SILENCE_LIMIT, write(socket, link, outgoing, &mut queue)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => break format!("writing to the extension failed: {error}"),
                    Err(_) => break format!("the extension has not read for {} s", SILENCE_LIMIT.as_secs()),
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
    // Before the tunnel ends, so that a tunnel opened from now on fails to send.
    drop(queue);
    why
}

async fn received(link: &Link, text: String) {
    if text.starts_with(message::CDP) {
        return link.carried(text).await;
    }
    match message::read(&text) {
        Some(FromExtension::Status { tabs }) => link.set_tabs(tabs),
        Some(FromExtension::Stopped {}) => link.set_stopped(),
        Some(FromExtension::DomActionResponse(response)) => link.responded(response),
        Some(FromExtension::Pong {}) => {}
        Some(other) => tracing::debug!(?other, "an unexpected message of the extension"),
        None => tracing::warn!("a message of the extension is invalid"),
    }
}

/// Writes everything that is queued, with one flush.
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
                for command in batch.messages.iter().filter(|_| link.carries(number)) {
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
