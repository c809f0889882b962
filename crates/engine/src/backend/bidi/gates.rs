//! Keeps input of an action out of documents that it is not meant for: those of other frames, and those that
//! replace the meant one. The gates close together with the call that prepares the action.

use super::page::BidiPage;
use crate::backend::wire::{Command, Wire, parse};
use crate::backend::{FrameId, Guard, agent, gates};
use crate::error::Result;
use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long the answers are waited for where a frame is known not to give one.
const WITHOUT_FRAMES: Duration = Duration::from_millis(100);

#[derive(Debug, Deserialize)]
struct Added {
    script: String,
}

/// The preload scripts that close new documents.
pub(super) type Gates = gates::Gates<String>;

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
    /// Calls a method of the script while the gates of all other documents close: those to come, and those
    /// that are there. They open again with [`Self::open_gates`].
    pub(super) async fn call_behind_gates(&self, frame: &FrameId, method: &str, args: &str, guard: Guard) -> Result<String> {
        self.check()?;
        let closing = self.close_gates(frame, guard);
        let answer = self.call_script(frame, method, args).await?;
        // Firefox answers for new documents when all frames have.
        let limit = if self.data.state.silent_frames().is_empty() {
            agent::GATE_LIMIT
        } else {
            WITHOUT_FRAMES
        };
        self.uninterrupted(self.data.gates.closed(closing, limit)).await?;
        Ok(answer)
    }

    fn close_gates(&self, frame: &FrameId, guard: Guard) -> Vec<oneshot::Receiver<()>> {
        let frames = self.registry.contexts().frames(&self.data.id);
        if !self.data.gates.begin(self.registry.contexts().serial(), guard) {
            return Vec::new();
        }
        let mut closing = vec![self.close_new_documents(guard)];
        let mut others: Vec<FrameId> = frames.into_iter().map(|other| other.id).filter(|id| id != frame).collect();
        let silent: Vec<FrameId> = self.data.state.silent_frames().into_iter().map(|(id, _)| id).collect();
        others.retain(|other| !silent.contains(other));
        self.data.gates.leave_out(&silent);
        for other in others {
            let (done, closed) = oneshot::channel();
            self.wire
                .start_in_order(evaluate(&other, agent::close_gate(guard)), move |_, _| {
                    let _ = done.send(());
                });
            closing.push(closed);
        }
        closing
    }

    fn close_new_documents(&self, guard: Guard) -> oneshot::Receiver<()> {
        let (done, closed) = oneshot::channel();
        let gates = self.data.gates.clone();
        let function = format!("() => {{ {} }}", agent::close_gate(guard));
        let params = json!({"functionDeclaration": function, "contexts": [&*self.data.id], "sandbox": agent::WORLD});
        self.wire
            .start_in_order(Command::new("script.addPreloadScript", params), move |wire, reply| {
                if let Some(Added { script }) = reply.ok().and_then(|raw| parse::<Added>(&raw).ok()) {
                    // The action may have ended before the reply came.
                    if let Some(script) = gates.add(script) {
                        wire.post(vec![remove(&script)]);
                    }
                } else {
                    tracing::debug!("new documents were not closed");
                    gates.refuse();
                }
                let _ = done.send(());
            });
        closed
    }

    /// Opens the gates of documents that came from the back/forward cache. Returns whether every frame answered.
    pub(super) async fn open_restored(&self) -> bool {
        let frames = self.registry.contexts().frames(&self.data.id);
        let silent = self.data.state.silent_frames();
        let told = frames.iter().filter(|frame| silent.iter().all(|(id, _)| *id != frame.id));
        let told: Vec<_> = told.map(|frame| evaluate(&frame.id, agent::OPEN_RESTORED)).collect();
        // A frame that is gone answers with an error, and takes no input.
        let all = join_all(told.into_iter().map(|command| self.wire.send(command)));
        let answered = tokio::time::timeout(agent::GATE_LIMIT, all).await.is_ok();
        answered && silent.is_empty()
    }

    /// Lets input into every document again, without waiting.
    pub(super) fn open_gates(&self) {
        let Some(closed) = self.data.gates.take() else {
            return;
        };
        let (registry, id) = (Arc::clone(&self.registry), FrameId::clone(&self.data.id));
        let open = move |wire: &Wire| {
            let came = closed.frames != registry.contexts().serial();
            let mut frames = registry.contexts().frames(&id);
            frames.retain(|frame| !closed.left_out.contains(&frame.id));
            if came || frames.len() > 1 {
                wire.post(frames.iter().map(|frame| evaluate(&frame.id, agent::OPEN_GATE)).collect());
            }
        };
        match closed.scripts.first() {
            // After the reply, no further document comes with a closed gate.
            Some(script) => self.wire.start_in_order(remove(script), move |wire, _| open(wire)),
            None => open(&self.wire),
        }
    }
}
