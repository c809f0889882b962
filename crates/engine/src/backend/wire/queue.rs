//! The messages that wait to be written, bounded by their size.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};

/// How many bytes may wait for a peer that does not read. A larger message is accepted if it is the only one.
const MOST_BYTES: usize = 64 << 20;
/// Large messages that can wait are sent when fewer bytes than these wait before them.
const ROOM_BYTES: usize = 8 << 20;

/// The bytes that wait.
#[derive(Debug, Default)]
struct Waiting {
    bytes: AtomicUsize,
    /// Tells that there is room again.
    room: Notify,
}

/// Messages that are written together. They count as waiting until this is dropped.
#[derive(Debug)]
pub struct Batch {
    /// The messages, in order.
    pub messages: Vec<String>,
    _held: Held,
}

/// A share of the bytes that wait.
#[derive(Debug)]
struct Held {
    waiting: Arc<Waiting>,
    bytes: usize,
}

impl Drop for Held {
    fn drop(&mut self) {
        let before = self.waiting.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
        if before - self.bytes < ROOM_BYTES {
            self.waiting.room.notify_waiters();
        }
    }
}

pub(super) enum Outgoing {
    Batch(Batch),
    Close,
}

/// The peer does not read what is sent.
#[derive(Debug)]
pub(super) struct Full;

#[derive(Debug)]
pub(super) struct Queue {
    sender: mpsc::UnboundedSender<Outgoing>,
    waiting: Arc<Waiting>,
}

impl Queue {
    pub(super) fn open() -> (Self, mpsc::UnboundedReceiver<Outgoing>) {
        let (sender, batches) = mpsc::unbounded_channel();
        let waiting = Arc::default();
        (Self { sender, waiting }, batches)
    }

    /// Queues messages. A connection that has ended drops them.
    pub(super) fn push(&self, messages: Vec<String>) -> Result<(), Full> {
        let bytes = messages.iter().map(String::len).sum();
        let before = self.waiting.bytes.fetch_add(bytes, Ordering::Relaxed);
        let held = Held {
            waiting: Arc::clone(&self.waiting),
            bytes,
        };
        if before > 0 && before + bytes > MOST_BYTES {
            return Err(Full);
        }
        let _ = self.sender.send(Outgoing::Batch(Batch { messages, _held: held }));
        Ok(())
    }

    /// Resolves when little waits, or when the connection has ended.
    pub(super) async fn room(&self) {
        loop {
            let mut room = pin!(self.waiting.room.notified());
            // What is told from here on is not missed.
            room.as_mut().enable();
            if self.waiting.bytes.load(Ordering::Relaxed) < ROOM_BYTES {
                return;
            }
            room.await;
        }
    }

    /// Queues the end of the connection.
    pub(super) fn close(&self) {
        let _ = self.sender.send(Outgoing::Close);
    }
}
