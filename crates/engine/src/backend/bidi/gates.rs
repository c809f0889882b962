//! Keeps input of an action out of documents that it is not meant for: those of other frames, and those that
//! replace the meant one. The gates close together with the call that prepares the action.

use super::page::BidiPage;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Wire, parse};
use crate::backend::{FrameId, agent};
use crate::error::Result;
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;
use tokio::time::timeout;

#[derive(Debug, Deserialize)]
struct Added {
    script: String,
}

/// The gates of one action.
#[derive(Debug, Default)]
struct Closed {
    /// The state of the frames when the gates were closed.
    frames: u64,
    /// Whether the documents that existed then are closed too.
    everywhere: bool,
    /// The script that closes new documents.
    script: Option<String>,
    /// Whether one of the documents did not close in time.
    refused: bool,
}

/// The gates of a page's documents.
#[derive(Debug, Default)]
pub(super) struct Gates(Arc<Mutex<Option<Closed>>>);

impl Gates {
    /// Whether the gates of all documents are closed.
    pub(super) fn are_closed(&self) -> bool {
        lock(&self.0)
            .as_ref()
            .is_some_and(|closed| closed.everywhere && !closed.refused && closed.script.is_some())
    }
}

fn remove(script: &str) -> Command {
    Command::new("script.removePreloadScript", json!({"script": script}))
}

/// An expression in the sandbox of a frame.
fn evaluate(frame: &FrameId, expression: &str) -> Command {
    Command::new(
        "script.evaluate",
        json!({
            "expression": expression, "target": {"context": &**frame, "sandbox": agent::WORLD}, "awaitPromise": false,
            "serializationOptions": {"maxObjectDepth": 0},
        }),
    )
}

impl BidiPage {
    /// Calls a method of the script while the gates of all other documents close: those to come, and with
    /// `everywhere` those that are there. They open again with [`Self::open_gates`].
    pub(super) async fn call_behind_gates(&self, frame: &FrameId, method: &str, args: &str, everywhere: bool) -> Result<String> {
        self.check()?;
        let closing = self.close_gates(frame, everywhere);
        let answer = self.call_script(frame, method, args).await?;
        let closed = self
            .uninterrupted(timeout(agent::GATE_LIMIT, async {
                for closed in closing {
                    let _ = closed.await;
                }
            }))
            .await?;
        if closed.is_err()
            && let Some(closed) = lock(&self.data.gates.0).as_mut()
        {
            closed.refused = true;
        }
        Ok(answer)
    }

    fn close_gates(&self, frame: &FrameId, everywhere: bool) -> Vec<oneshot::Receiver<()>> {
        let frames = self.registry.contexts().frames(&self.data.id);
        {
            let mut gates = lock(&self.data.gates.0);
            if gates.is_some() {
                return Vec::new();
            }
            *gates = Some(Closed {
                frames: self.registry.contexts().serial(),
                everywhere,
                script: None,
                refused: false,
            });
        }
        let mut closing = vec![self.close_new_documents()];
        if everywhere {
            for other in frames.iter().filter(|other| other.id != *frame) {
                let (done, closed) = oneshot::channel();
                self.wire.start_in_order(evaluate(&other.id, agent::CLOSE_GATE), move |_, _| {
                    let _ = done.send(());
                });
                closing.push(closed);
            }
        }
        closing
    }

    fn close_new_documents(&self) -> oneshot::Receiver<()> {
        let (done, closed) = oneshot::channel();
        let gates = Arc::clone(&self.data.gates.0);
        let function = format!("() => {{ {} }}", agent::CLOSE_GATE);
        let params = json!({"functionDeclaration": function, "contexts": [&*self.data.id], "sandbox": agent::WORLD});
        self.wire
            .start_in_order(Command::new("script.addPreloadScript", params), move |wire, reply| {
                if let Some(Added { script }) = reply.ok().and_then(|raw| parse::<Added>(&raw).ok()) {
                    match lock(&gates).as_mut() {
                        Some(closed) => closed.script = Some(script),
                        // The action ended before the reply came.
                        None => wire.post(vec![remove(&script)]),
                    }
                } else {
                    tracing::debug!("new documents were not closed");
                }
                let _ = done.send(());
            });
        closed
    }

    /// Lets input into every document again, without waiting.
    pub(super) fn open_gates(&self) {
        let Some(closed) = lock(&self.data.gates.0).take() else {
            return;
        };
        let (registry, id) = (Arc::clone(&self.registry), FrameId::clone(&self.data.id));
        let open = move |wire: &Wire| {
            let came = closed.frames != registry.contexts().serial();
            let frames = registry.contexts().frames(&id);
            if came || (closed.everywhere && frames.len() > 1) {
                wire.post(frames.iter().map(|frame| evaluate(&frame.id, agent::OPEN_GATE)).collect());
            }
        };
        match &closed.script {
            // After the reply, no further document comes with a closed gate.
            Some(script) => self.wire.start_in_order(remove(script), move |wire, _| open(wire)),
            None => open(&self.wire),
        }
    }
}
