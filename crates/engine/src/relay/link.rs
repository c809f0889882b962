//! A connected, paired extension, and the tunnel through it.

use super::health::ConnectedBrowser;
use super::message::DomActionResponse;
use super::{Shared, lock, message};
use crate::backend::wire::{Batch, Tunnel};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// What to write to the extension.
pub(super) enum Outgoing {
    Message(String),
    /// CDP messages of the tunnel with this number.
    Cdp(u64, Batch),
    /// The tunnel with this number is no longer used.
    TunnelClosed(u64),
}

/// The receiver of the tunnel's messages.
struct Carrier {
    number: u64,
    incoming: mpsc::Sender<String>,
    /// Tells why the tunnel ends.
    end: oneshot::Sender<String>,
}

/// How many messages of the extension wait for the tunnel's reader. Then the extension waits.
const INCOMING: usize = 256;

/// One connection of an extension.
pub(super) struct Link {
    name: String,
    since: Instant,
    tabs: AtomicU32,
    /// Whether the user has stopped the extension.
    stopped: AtomicBool,
    outgoing: mpsc::UnboundedSender<Outgoing>,
    carrier: Mutex<Option<Carrier>>,
    /// Requests to the extension that wait for an answer, by request id.
    pending: Mutex<HashMap<String, oneshot::Sender<DomActionResponse>>>,
}

impl Link {
    pub(super) fn new(name: String) -> (Arc<Self>, mpsc::UnboundedReceiver<Outgoing>) {
        let (outgoing, queue) = mpsc::unbounded_channel();
        let link = Self {
            name,
            since: Instant::now(),
            tabs: AtomicU32::new(0),
            stopped: AtomicBool::new(false),
            outgoing,
            carrier: Mutex::default(),
            pending: Mutex::default(),
        };
        (Arc::new(link), queue)
    }

    pub(super) fn describe(&self) -> ConnectedBrowser {
        ConnectedBrowser {
            name: self.name.clone(),
            tabs: self.tabs.load(Ordering::Relaxed),
            connected: self.since.elapsed(),
        }
    }

    /// Writes to the extension. Errors mean that the connection closed and are ignored.
    pub(super) fn send(&self, outgoing: Outgoing) {
        let _ = self.outgoing.send(outgoing);
    }

    pub(super) fn set_tabs(&self, tabs: u32) {
        self.tabs.store(tabs, Ordering::Relaxed);
    }

    /// The number of granted tabs.
    pub(super) fn tabs(&self) -> u32 {
        self.tabs.load(Ordering::Relaxed)
    }

    pub(super) fn set_stopped(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Sends an action to the extension. The receiver fails if the connection ends before the answer arrives.
    pub(super) fn ask(&self, request_id: &str, message: String) -> oneshot::Receiver<DomActionResponse> {
        let (sender, receiver) = oneshot::channel();
        lock(&self.pending).insert(request_id.to_owned(), sender);
        if self.outgoing.send(Outgoing::Message(message)).is_err() {
            lock(&self.pending).clear();
        }
        receiver
    }

    /// Stops waiting for an answer.
    pub(super) fn give_up(&self, request_id: &str) {
        lock(&self.pending).remove(request_id);
    }

    pub(super) fn responded(&self, response: DomActionResponse) {
        if let Some(sender) = lock(&self.pending).remove(&response.request_id) {
            // The caller may have stopped waiting.
            let _ = sender.send(response);
        }
    }

    /// Ends all requests and the tunnel after the connection has closed.
    pub(super) fn end(&self, why: &str) {
        lock(&self.pending).clear();
        self.end_tunnel(why);
    }

    /// Forwards a message of the tunnel. Waits while the reader has too many.
    pub(super) async fn carried(&self, text: String) {
        let incoming = lock(&self.carrier).as_ref().map(|carrier| carrier.incoming.clone());
        if let Some(incoming) = incoming {
            // The receiver may have dropped the tunnel.
            let _ = incoming.send(text).await;
        }
    }

    /// Whether the tunnel with this number is the current one.
    pub(super) fn carries(&self, number: u64) -> bool {
        lock(&self.carrier).as_ref().is_some_and(|carrier| carrier.number == number)
    }

    /// Ends the tunnel, because the connection closed or another tunnel replaces it.
    pub(super) fn end_tunnel(&self, why: &str) {
        if let Some(carrier) = lock(&self.carrier).take() {
            let _ = carrier.end.send(why.to_owned());
        }
    }

    /// Removes the tunnel with this number after its receiver was dropped. Returns whether it was the current one.
    pub(super) fn tunnel_closed(&self, number: u64) -> bool {
        let mut carrier = lock(&self.carrier);
        let closed = carrier.as_ref().is_some_and(|carrier| carrier.number == number);
        if closed {
            *carrier = None;
        }
        closed
    }
}

impl Shared {
    /// Opens a tunnel through a link and ends the previous one.
    pub(super) fn open_tunnel(&self, link: &Arc<Link>) -> Tunnel {
        let (incoming_sender, incoming) = mpsc::channel(INCOMING);
        let (end_sender, end) = oneshot::channel();
        let (outgoing, mut batches) = mpsc::unbounded_channel::<Batch>();
        link.end_tunnel("another session took its place");
        let number = self.tunnels.fetch_add(1, Ordering::Relaxed);
        *lock(&link.carrier) = Some(Carrier {
            number,
            incoming: incoming_sender,
            end: end_sender,
        });
        let queue = link.outgoing.clone();
        if queue.send(Outgoing::Message(message::open())).is_err() {
            link.end_tunnel("the extension's connection is over");
        }
        self.spawn(async move {
            while let Some(batch) = batches.recv().await {
                if queue.send(Outgoing::Cdp(number, batch)).is_err() {
                    return;
                }
            }
            let _ = queue.send(Outgoing::TunnelClosed(number));
        });
        Tunnel { incoming, end, outgoing }
    }
}
