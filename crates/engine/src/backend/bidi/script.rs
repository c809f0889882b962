//! The in-page script in a frame's sandbox: calling it, and exchanging nodes with it.

use super::page::BidiPage;
use super::protocol::{Evaluated, RemoteValue, TextEvaluated};
use crate::backend::wire::{Command, DEFAULT_LIMIT, ReplyResult, read};
use crate::backend::{FrameId, PageState, agent, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a call may take to answer after its document was replaced. By then the browser has either
/// repeated it, without an effect, or lost it.
const GRACE: Duration = Duration::from_millis(500);

/// How long after its effects the browser may report a crash.
const CRASH_LIMIT: Duration = Duration::from_millis(300);

/// Returns `[number, window, …]` for each frame owner; `null` if the script is missing.
const FRAME_OWNERS: &str = "function() {
    const agent = globalThis.__uipilot;
    return agent ? agent.handles('frameOwners', '{}').filter((_, i) => i % 3 !== 1) : null;
}";

/// Returns the candidates. They are stored for [`ADOPT_ROOTS`], so that they need not be sent back.
const CANDIDATES: &str = "function() {
    const agent = globalThis.__uipilot;
    return agent ? (agent.candidates = agent.handles('shadowCandidates', '{}')) : null;
}";

/// Passes the shadow roots of the candidates to the script: `(position, root, position, root, …)`. Candidates
/// without an entry have no shadow root.
const ADOPT_ROOTS: &str = "function(...found) {
    const agent = globalThis.__uipilot;
    const pairs = (agent?.candidates ?? []).flatMap((host) => [host, null]);
    for (let i = 0; i < found.length; i += 2) pairs[found[i] * 2 + 1] = found[i + 1];
    if (agent) agent.candidates = undefined;
    return agent ? agent.adopt('shadowRoots', ...pairs) : null;
}";

const DOCUMENT: &str = "function() { return document; }";

/// A string as an argument of a function.
pub(super) fn text_argument(text: &str) -> Value {
    json!({"type": "string", "value": text})
}

impl BidiPage {
    /// Calls a method of the script and returns its string.
    pub(super) async fn call_script(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        if !agent::is_repeatable(method) {
            // The method may act on the element immediately, and the page must then see the focus as in real use.
            self.fetch_focus().await?;
        }
        let limit = agent::answer_limit(method);
        let arguments = json!([text_argument(method), text_argument(args)]);
        for _ in 0..agent::MAX_DOCUMENTS {
            let document = self.document(frame)?;
            let asked = self.ask_text(frame, agent::CALL, &arguments, limit);
            let answer = tokio::select! {
                biased;
                answer = asked => answer?,
                () = self.abandoned(frame, document) => None,
            };
            match answer {
                Some(answer) if answer == agent::REST_WANTED => {
                    self.add(frame, agent::REST).await?;
                    continue;
                }
                Some(answer) => return Ok(answer),
                None => {}
            }
            // The script is missing. Either the document is new to this backend, or it replaced the document
            // that the call was meant for. Firefox repeats a call after a navigation.
            if self.document(frame)? != document && !agent::is_repeatable(method) {
                return Err(refusal::document_replaced());
            }
            self.add(frame, agent::INJECT).await?;
        }
        Err(refusal::document_replaced())
    }

    /// Calls one of our functions that needs the script and returns `null` if it is missing.
    pub(super) async fn call_function(&self, frame: &FrameId, function: &str, arguments: &Value) -> Result<RemoteValue> {
        for _ in 0..2 {
            match self.run(frame, function, arguments, DEFAULT_LIMIT).await? {
                Evaluated::Exception { details } => return Err(refusal::script_failed(&details.text)),
                Evaluated::Success {
                    result: RemoteValue::Null,
                } => self.add(frame, agent::INJECT).await?,
                Evaluated::Success { result } => return Ok(result),
            }
        }
        Err(refusal::document_replaced())
    }

    /// Calls one of our functions that returns a string or null.
    pub(super) async fn ask_text(
        &self,
        frame: &FrameId,
        function: &str,
        arguments: &Value,
        limit: Duration,
    ) -> Result<Option<String>> {
        let reply: TextEvaluated = self.run(frame, function, arguments, limit).await?;
        match reply.details {
            Some(details) => Err(refusal::script_failed(&details.text)),
            None => Ok(reply.result.and_then(|result| result.value)),
        }
    }

    /// Gives a script of the caller's to ours.
    pub(super) async fn add_script(&self, frame: &FrameId, name: &str, source: &str) -> Result<()> {
        self.uninterrupted(self.wire.room()).await?;
        let added = self
            .ask_text(frame, &agent::install(name, source), &json!([]), DEFAULT_LIMIT)
            .await?;
        added.map(|_| ()).ok_or_else(refusal::document_replaced)
    }

    /// Maps frame owners to child frames.
    pub(super) async fn find_child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        let found = self.call_function(frame, FRAME_OWNERS, &json!([])).await?;
        let RemoteValue::Array { value: found } = found else {
            return Err(unexpected("frame owners"));
        };
        let pairs = found.chunks_exact(2).filter_map(|pair| match pair {
            [number, RemoteValue::Window { value }] => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "node numbers are counted up from 1"
                )]
                let number = number.number()? as u32;
                Some((number, FrameId::from(value.context.as_str())))
            }
            _ => None,
        });
        Ok(pairs.collect())
    }

    /// Finds the closed shadow roots among the candidates and passes them to the script. The browser includes
    /// a node's shadow root, open or closed, when it serializes the node.
    pub(super) async fn hand_in_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        let candidates = self.call_function(frame, CANDIDATES, &json!([])).await?;
        let RemoteValue::Array { value: candidates } = candidates else {
            return Err(unexpected("candidates"));
        };
        if candidates.is_empty() {
            return Ok(false);
        }
        let mut arguments = Vec::new();
        for (position, candidate) in candidates.iter().enumerate() {
            if let Some(root) = candidate.shadow_root() {
                arguments.push(json!({"type": "number", "value": position}));
                arguments.push(json!({"sharedId": root}));
            }
        }
        let answer = self
            .ask_text(frame, ADOPT_ROOTS, &Value::Array(arguments), DEFAULT_LIMIT)
            .await?;
        Ok(answer.as_deref() == Some("true"))
    }

    /// The shared id of the first node that the in-page script answers.
    pub(super) async fn node(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        let arguments = json!([text_argument(method), text_argument(args)]);
        let found = self.call_function(frame, agent::HANDLES, &arguments).await?;
        let RemoteValue::Array { value } = found else {
            return Err(unexpected("a node"));
        };
        value
            .first()
            .and_then(RemoteValue::shared_id)
            .map(str::to_owned)
            .ok_or_else(refusal::element_gone)
    }

    /// The shared id of the frame's document.
    pub(super) async fn document_node(&self, frame: &FrameId) -> Result<String> {
        match self.run(frame, DOCUMENT, &json!([]), DEFAULT_LIMIT).await? {
            Evaluated::Success { result } => {
                let id = result.shared_id().map(str::to_owned);
                id.ok_or_else(|| unexpected("the document"))
            }
            Evaluated::Exception { details } => Err(refusal::script_failed(&details.text)),
        }
    }

    /// Resolves when a call in this document can no longer be expected to answer.
    async fn abandoned(&self, frame: &FrameId, document: u64) {
        self.registry.left(frame, document).await;
        tokio::time::sleep(GRACE).await;
    }

    /// The number of documents that the frame has had.
    fn document(&self, frame: &FrameId) -> Result<u64> {
        self.check()?;
        self.registry
            .contexts()
            .documents(frame)
            .ok_or_else(|| refusal::frame_gone(&self.data.state))
    }

    /// Puts a part of the script into the frame's sandbox.
    async fn add(&self, frame: &FrameId, part: &str) -> Result<()> {
        self.uninterrupted(self.wire.room()).await?;
        let params = json!({
            "expression": part, "target": target(frame), "awaitPromise": false,
            "serializationOptions": {"maxObjectDepth": 0},
        });
        match self.send(Command::new("script.evaluate", params)).await? {
            Evaluated::Success { .. } => Ok(()),
            Evaluated::Exception { details } => Err(refusal::script_failed(&details.text)),
        }
    }

    async fn run<T: DeserializeOwned>(&self, frame: &FrameId, function: &str, arguments: &Value, limit: Duration) -> Result<T> {
        let params = json!({
            "functionDeclaration": function, "target": target(frame), "arguments": arguments, "awaitPromise": true,
            "serializationOptions": {"maxObjectDepth": 1, "maxDomDepth": 0, "includeShadowTree": "all"},
        });
        self.send(Command::new("script.callFunction", params).within(limit)).await
    }

    /// Sends a script command and parses the answer. A dialog or the page's end interrupts the wait.
    pub(super) async fn send<T: DeserializeOwned>(&self, command: Command) -> Result<T> {
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        self.refuse_lost().await?;
        if let Err(error) = &reply
            && error.is_code("unsupported operation")
        {
            // Firefox shows an internal page after a crash and refuses scripts in it. It reports the crash later.
            self.data.state.wait(CRASH_LIMIT, PageState::end).await;
            self.check()?;
        }
        self.read_script(reply)
    }

    fn read_script<T: DeserializeOwned>(&self, reply: ReplyResult) -> Result<T> {
        match read("script.callFunction", reply) {
            Err(error) if error.is_code("no such frame") => {
                // The page may have been closed at the same time.
                self.check()?;
                Err(refusal::frame_gone(&self.data.state).with_source(error))
            }
            Err(error) if error.is_code("no such node") => {
                self.check()?;
                Err(refusal::document_replaced().with_source(error))
            }
            Err(error) if error.is_code("unsupported operation") => Err(EngineError::new(
                ErrorKind::Unsupported,
                "this page belongs to the browser itself, and Firefox runs no scripts in it",
            )
            .with_next_step(crate::error::NextStep::LoadAddress)
            .with_source(error)),
            reply => Ok(reply?),
        }
    }
}

/// The sandbox of a frame.
fn target(frame: &FrameId) -> Value {
    json!({"context": &**frame, "sandbox": agent::WORLD})
}

fn unexpected(what: &str) -> EngineError {
    EngineError::new(ErrorKind::Protocol, format!("the browser did not answer with {what}"))
}
