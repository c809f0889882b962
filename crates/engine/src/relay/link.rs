//! A paired extension that is connected, and the tunnel through it.

use super::health::ConnectedBrowser;
use super::message::DomActionResponse;
use super::{Shared, lock, message};
use crate::backend::wire::{Carried, Tunnel};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// What is to be written to the extension.
pub(super) enum Outgoing {
    Message(String),
    /// CDP messages of the tunnel with this number.
    Cdp(u64, Vec<String>),
    /// The tunnel with this number is not used any more.
    TunnelClosed(u64),
}

/// Where the tunnel's messages go.
struct Carrier {
    number: u64,
    incoming: mpsc::UnboundedSender<Carried>,
}

/// One connection of one extension.
pub(super) struct Link {
    name: String,
    since: Instant,
    tabs: AtomicU32,
    /// Whether the user has stopped the extension.
    stopped: AtomicBool,
    outgoing: mpsc::UnboundedSender<Outgoing>,
    carrier: Mutex<Option<Carrier>>,
    /// Actions that the extension carries out by itself, by request.
    asked: Mutex<HashMap<String, oneshot::Sender<DomActionResponse>>>,
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
            asked: Mutex::default(),
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

    /// Writes to the extension; what is over is over.
    pub(super) fn send(&self, outgoing: Outgoing) {
        let _ = self.outgoing.send(outgoing);
    }

    pub(super) fn set_tabs(&self, tabs: u32) {
        self.tabs.store(tabs, Ordering::Relaxed);
    }

    /// How many tabs are granted.
    pub(super) fn tabs(&self) -> u32 {
        self.tabs.load(Ordering::Relaxed)
    }

    pub(super) fn set_stopped(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Asks for an action. The answer is dropped when the connection ends before it comes.
    pub(super) fn ask(&self, request_id: &str, message: String) -> oneshot::Receiver<DomActionResponse> {
        let (sender, receiver) = oneshot::channel();
        lock(&self.asked).insert(request_id.to_owned(), sender);
        if self.outgoing.send(Outgoing::Message(message)).is_err() {
            lock(&self.asked).clear();
        }
        receiver
    }

    /// Nobody waits for this answer any more.
    pub(super) fn give_up(&self, request_id: &str) {
        lock(&self.asked).remove(request_id);
    }

    pub(super) fn responded(&self, response: DomActionResponse) {
        if let Some(sender) = lock(&self.asked).remove(&response.request_id) {
            // Whoever asked may have given up.
            let _ = sender.send(response);
        }
    }

    /// The connection is over.
    pub(super) fn end(&self, why: &str) {
        lock(&self.asked).clear();
        self.end_tunnel(why);
    }

    /// A message of the tunnel has come.
    pub(super) fn carried(&self, text: String) {
        if let Some(carrier) = &*lock(&self.carrier) {
            // Whoever has dropped the tunnel does not want to know.
            let _ = carrier.incoming.send(Carried::Message(text));
        }
    }

    /// Whether the tunnel of this number is the one in use.
    pub(super) fn carries(&self, number: u64) -> bool {
        lock(&self.carrier).as_ref().is_some_and(|carrier| carrier.number == number)
    }

    /// Ends the tunnel, because the connection is over or another tunnel takes its place.
    pub(super) fn end_tunnel(&self, why: &str) {
        if let Some(carrier) = lock(&self.carrier).take() {
            let _ = carrier.incoming.send(Carried::End(why.to_owned()));
        }
    }

    /// Forgets the tunnel of this number, which nobody listens to any more.
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
    /// Opens the tunnel through a link; one that there was ends.
    pub(super) fn open_tunnel(&self, link: &Arc<Link>) -> Tunnel {
        let (incoming_sender, incoming) = mpsc::unbounded_channel();
        let (outgoing, mut batches) = mpsc::unbounded_channel::<Vec<String>>();
        link.end_tunnel("another session took its place");
        let number = self.tunnels.fetch_add(1, Ordering::Relaxed);
        *lock(&link.carrier) = Some(Carrier {
            number,
            incoming: incoming_sender,
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
        Tunnel { incoming, outgoing }
    }
}
