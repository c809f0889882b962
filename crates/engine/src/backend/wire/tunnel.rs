//! Messages carried inside a socket that another component owns and that also carries other traffic.

use super::EventSink;
use super::connection::{EndOnDrop, Outgoing, Shared};
use std::sync::Arc;
use tokio::sync::mpsc;

/// An item received from a tunnel.
#[derive(Debug)]
pub enum Carried {
    /// One message.
    Message(String),
    /// The tunnel has ended. The text is a clause for messages to users that says why.
    End(String),
}

/// The two ends of a connection that another connection carries. Dropping it tells the owner of the socket
/// that the reader is gone.
#[derive(Debug)]
pub struct Tunnel {
    /// Messages from the other side, in order.
    pub incoming: mpsc::UnboundedReceiver<Carried>,
    /// Messages for the other side, in batches.
    pub outgoing: mpsc::UnboundedSender<Vec<String>>,
}

pub(super) fn open(tunnel: Tunnel, sink: Arc<dyn EventSink>) -> Arc<Shared> {
    let (shared, batches) = Shared::new(sink);
    tokio::spawn(run(tunnel, batches, Arc::clone(&shared)));
    shared
}

async fn run(mut tunnel: Tunnel, mut batches: mpsc::UnboundedReceiver<Outgoing>, shared: Arc<Shared>) {
    let guard = EndOnDrop(shared);
    let wire = guard.0.handle();
    let why = loop {
        tokio::select! {
            carried = tunnel.incoming.recv() => match carried {
                Some(Carried::Message(text)) => guard.0.receive(&wire, &text),
                Some(Carried::End(why)) => break why,
                None => break "its socket is gone".to_owned(),
            },
            batch = batches.recv() => match batch {
                Some(Outgoing::Batch(messages)) => {
                    if tunnel.outgoing.send(messages).is_err() {
                        break "its socket is gone".to_owned();
                    }
                }
                Some(Outgoing::Close) | None => break "it was closed".to_owned(),
            },
        }
    };
    guard.0.end(&why);
}
