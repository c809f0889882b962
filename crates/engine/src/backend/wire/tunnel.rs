//! Messages carried inside a socket that another component owns and that also carries other traffic.

use super::EventSink;
use super::connection::{EndOnDrop, Shared};
use super::queue::{Batch, Outgoing};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// The two ends of a connection that another connection carries. Dropping it tells the owner of the socket
/// that the reader is gone.
#[derive(Debug)]
pub struct Tunnel {
    /// Messages from the other side, in order. The owner of the socket waits while it is full.
    pub incoming: mpsc::Receiver<String>,
    /// Why the tunnel has ended, as a clause for messages to users.
    pub end: oneshot::Receiver<String>,
    /// Messages for the other side. The owner of the socket drops a batch after it was written.
    pub outgoing: mpsc::UnboundedSender<Batch>,
}

pub(super) fn open(tunnel: Tunnel, sink: Arc<dyn EventSink>) -> Arc<Shared> {
    let (shared, batches) = Shared::new(sink);
    tokio::spawn(run(tunnel, batches, Arc::clone(&shared)));
    shared
}

async fn run(tunnel: Tunnel, mut batches: mpsc::UnboundedReceiver<Outgoing>, shared: Arc<Shared>) {
    let Tunnel {
        mut incoming,
        mut end,
        outgoing,
    } = tunnel;
    let guard = EndOnDrop(shared);
    let wire = guard.0.handle();
    let why = loop {
        tokio::select! {
            biased;
            text = incoming.recv() => match text {
                Some(text) => guard.0.receive(&wire, &text),
                None => break end.try_recv().unwrap_or_else(|_| "its socket is gone".to_owned()),
            },
            why = &mut end => break why.unwrap_or_else(|_| "its socket is gone".to_owned()),
            why = guard.0.stopped() => break why,
            batch = batches.recv() => match batch {
                Some(Outgoing::Batch(batch)) => {
                    if outgoing.send(batch).is_err() {
                        break "its socket is gone".to_owned();
                    }
                }
                Some(Outgoing::Close) | None => break "it was closed".to_owned(),
            },
        }
    };
    guard.0.end(&why);
}
