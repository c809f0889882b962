//! Keeps input of an action out of documents that it is not meant for: those of other frames, and those that
//! replace the meant one.
//!
//! The gates close together with the call that prepares the action, so they cost no round trip. A new document
//! runs the script before its own, and a process that takes over a frame gets it with the rest of the session's
//! state.

use super::page::CdpPage;
use super::tree::{FrameTree, SessionId};
use crate::backend::wire::{Command, ReplyResult, Wire, parse};
use crate::backend::{FrameId, Guard, agent, gates};
use crate::error::Result;
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, Weak};
use tokio::sync::oneshot;

const ADD: &str = "Page.addScriptToEvaluateOnNewDocument";
const REMOVE: &str = "Page.removeScriptToEvaluateOnNewDocument";

#[derive(Debug, Deserialize)]
struct Added {
    identifier: String,
}

/// The scripts that close new documents.
pub(super) type Gates = gates::Gates<(SessionId, String)>;
type Closed = gates::Closed<(SessionId, String)>;

fn add(source: &str, now: bool) -> Command {
    Command::new(
        ADD,
        json!({"source": source, "worldName": agent::WORLD, "runImmediately": now}),
    )
}

fn identifier(reply: ReplyResult) -> Option<String> {
    match reply {
        Ok(raw) => parse::<Added>(&raw).ok().map(|added| added.identifier),
        // The user's own browser may not allow the command. Then what happens is checked afterwards.
        Err(error) => {
            tracing::debug!(%error, "a gate was not closed");
            None
        }
    }
}

fn remove(wire: &Wire, session: &SessionId, script: &str) {
    wire.post(vec![Command::new(REMOVE, json!({"identifier": script})).on(session)]);
}

impl CdpPage {
    /// Calls a method of the script while the gates of all other documents close: those to come, and those
    /// that are there. They open again with [`Self::open_gates`].
    pub(super) async fn call_behind_gates(&self, frame: &FrameId, method: &str, args: &str, guard: Guard) -> Result<String> {
        self.check()?;
        let closing = self.close_gates(guard);
        let answer = self.call_script(frame, method, args).await?;
        self.uninterrupted(self.gates.closed(closing, agent::GATE_LIMIT)).await?;
        Ok(answer)
    }

    fn close_gates(&self, guard: Guard) -> Vec<oneshot::Receiver<()>> {
        if !self.gates.begin(self.tree.look(FrameTree::serial), guard) {
            return Vec::new();
        }
        let silent = self.silent_sessions();
        self.gates.leave_out(&silent);
        // A lone document is the one that is meant.
        let now = self.tree.look(FrameTree::count) > 1;
        let mut sessions = self.tree.look(FrameTree::sessions);
        sessions.retain(|session| !silent.contains(session));
        sessions.iter().map(|session| self.close_gate(session, guard, now)).collect()
    }

    /// The sessions of frames that do not answer.
    fn silent_sessions(&self) -> Vec<SessionId> {
        let silent = self.state.silent_frames();
        self.tree.look(|tree| {
            let documents = silent.iter().filter_map(|(frame, _)| tree.document_ref(frame));
            documents.map(|document| document.session).collect()
        })
    }

    /// Closes the gates of one session.
    fn close_gate(&self, session: &SessionId, guard: Guard, now: bool) -> oneshot::Receiver<()> {
        let (done, closed) = oneshot::channel();
        let (gates, of) = (self.gates.clone(), Arc::clone(session));
        self.wire
            .start_in_order(add(agent::close_gate(guard), now).on(session), move |wire, reply| {
                match identifier(reply) {
                    // The action may have ended before the reply came.
                    Some(script) => {
                        if let Some((session, script)) = gates.add((of, script)) {
                            remove(wire, &session, &script);
                        }
                    }
                    None => gates.refuse(),
                }
                let _ = done.send(());
            });
        closed
    }

    /// Closes the gates of a frame's new session if an action is under way.
    pub(super) fn join_gates(&self, session: &SessionId) {
        if let Some(guard) = self.gates.in_use() {
            drop(self.close_gate(session, guard, true));
        }
    }

    /// Lets input into every document again, without waiting.
    pub(super) fn open_gates(&self) {
        let Some(closed) = self.gates.take() else { return };
        let mut main = None;
        for (session, script) in &closed.scripts {
            if *session == self.session {
                main = Some(script.clone());
            } else {
                remove(&self.wire, session, script);
            }
        }
        let Some(script) = main else {
            return self.open_documents(&closed);
        };
        let page = Weak::clone(&self.me);
        let command = Command::new(REMOVE, json!({"identifier": script})).on(&self.session);
        // After the reply, no further document comes with a closed gate.
        self.wire.start_in_order(command, move |_, _| {
            if let Some(page) = page.upgrade() {
                page.open_documents(&closed);
            }
        });
    }

    /// Opens the documents that were closed: those that were there, and those that came since.
    fn open_documents(&self, closed: &Closed) {
        let came = closed.frames != self.tree.look(FrameTree::serial);
        if !came && self.tree.look(FrameTree::count) <= 1 {
            return;
        }
        let mut sessions = self.tree.look(FrameTree::sessions);
        sessions.retain(|session| !closed.left_out.contains(session));
        for session in sessions {
            let of = Arc::clone(&session);
            self.wire
                .start_in_order(add(agent::OPEN_GATE, true).on(&session), move |wire, reply| {
                    if let Some(script) = identifier(reply) {
                        remove(wire, &of, &script);
                    }
                });
        }
    }
}
