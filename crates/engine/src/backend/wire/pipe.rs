//! Messages over the pipe of a browser that was started here.

use super::EventSink;
use super::connection::{EndOnDrop, Shared};
use super::queue::Outgoing;
use crate::launch::{Pipe, PipeReader, PipeWriter};
use std::sync::Arc;
use tokio::sync::mpsc;

pub(super) fn open(pipe: Pipe, sink: Arc<dyn EventSink>) -> Arc<Shared> {
    let (shared, batches) = Shared::new(sink);
    tokio::spawn(run(pipe, batches, Arc::clone(&shared)));
    shared
}

async fn run(pipe: Pipe, batches: mpsc::UnboundedReceiver<Outgoing>, shared: Arc<Shared>) {
    let guard = EndOnDrop(shared);
    let why = tokio::select! {
        why = read(pipe.reader, &guard.0) => why,
        why = write(pipe.writer, batches) => why,
        why = guard.0.stopped() => why,
    };
    guard.0.end(&why);
}

async fn read(mut reader: PipeReader, shared: &Arc<Shared>) -> String {
    let wire = shared.handle();
    loop {
        match reader.next().await {
            Ok(Some(text)) => shared.receive(&wire, text),
            Ok(None) => return "the browser closed it".into(),
            Err(error) => return format!("reading failed: {error}"),
        }
    }
}

async fn write(mut writer: PipeWriter, mut batches: mpsc::UnboundedReceiver<Outgoing>) -> String {
    while let Some(Outgoing::Batch(batch)) = batches.recv().await {
        let mut held = vec![batch];
        // Batches that arrived in the meantime go out in the same write.
        let mut closed = false;
        loop {
            match batches.try_recv() {
                Ok(Outgoing::Batch(more)) => held.push(more),
                Ok(Outgoing::Close) => {
                    closed = true;
                    break;
                }
                Err(_) => break,
            }
        }
        if let Err(error) = writer.write(held.iter().flat_map(|batch| &batch.messages)).await {
            return format!("writing failed: {error}");
        }
        if closed {
            break;
        }
    }
    "it was closed".into()
}
