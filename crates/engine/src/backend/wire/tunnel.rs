//! Messages inside a socket that somebody else owns, which also carries other things.

use super::EventSink;
use super::connection::{EndOnDrop, Outgoing, Shared};
use std::sync::Arc;
use tokio::sync::mpsc;

/// What comes out of a tunnel.
#[derive(Debug)]
pub enum Carried {
    /// One message.
    Message(String),
    /// Nothing comes any more; a clause for a person says why.
    End(String),
}

/// The two ends of a connection that is carried by another one. Dropping it tells the owner of the
/// socket that nobody listens any more.
#[derive(Debug)]
pub struct Tunnel {
    /// What the other side says, in its order.
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
