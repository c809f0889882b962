//! The in-page script, in one isolated world for each document, created when first needed.
//!
//! The script is addressed by a handle of its entry function. A handle contains a random number of the script
//! engine that created it, so it is never valid in a later page. Context numbers are small and could be
//! reused.

use super::page::CdpPage;
use super::protocol::{ExceptionDetails, ScriptReply, WorldReply};
use super::tree::DocumentRef;
use super::worlds::World;
use crate::backend::wire::{Command, WireError, read};
use crate::backend::{FrameId, agent, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use serde_json::{Value, json};
use std::time::Duration;

/// How long the browser may take to report a navigation that interrupted a call.
const NAVIGATION_LIMIT: Duration = Duration::from_secs(2);

/// Why a script did not answer.
enum Failure {
    /// Its document was replaced.
    Replaced,
    Other(EngineError),
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::Other(error)
    }
}

impl CdpPage {
    /// Calls a method of the script in a frame.
    pub(super) async fn call_script(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        self.check()?;
        for _ in 0..agent::MAX_DOCUMENTS {
            let world = self.world(frame).await?;
            let command = Command::new("Runtime.callFunctionOn", call_params(&world, method, args));
            match self.run(frame, &world, command.within(agent::answer_limit(method))).await {
                Ok(reply) => match reply.result.value {
                    Some(answer) if answer == agent::REST_WANTED => self.add_rest(&world).await?,
                    Some(answer) => return Ok(answer),
                    // The script was present when its handle was created.
                    None => return Err(refusal::answer_not_text(method)),
                },
                Err(Failure::Other(error)) => return Err(error),
                Err(Failure::Replaced) if agent::is_repeatable(method) => {}
                Err(Failure::Replaced) => return Err(refusal::document_replaced()),
            }
        }
        Err(refusal::document_replaced())
    }

    /// Calls one of our functions in a frame's world, with the script's entry function as `this`. Returns a
    /// handle of its result.
    pub(super) async fn run_for_handle(
        &self,
        frame: &FrameId,
        world: &World,
        function: &str,
        arguments: Value,
        group: &str,
    ) -> Result<Option<String>> {
        let params = json!({
            "objectId": &*world.agent, "functionDeclaration": function, "arguments": arguments, "objectGroup": group,
        });
        Ok(self.run_or_refuse(frame, world, params).await?.result.object_id)
    }

    /// Calls one of our functions in a frame's world. Returns its string.
    pub(super) async fn run_for_text(
        &self,
        frame: &FrameId,
        world: &World,
        function: &str,
        arguments: Value,
    ) -> Result<Option<String>> {
        let params = json!({
            "objectId": &*world.agent, "functionDeclaration": function, "arguments": arguments, "returnByValue": true,
        });
        Ok(self.run_or_refuse(frame, world, params).await?.result.value)
    }

    /// Gives a script of the caller's to ours. The handle of ours is valid in no other document.
    pub(super) async fn add_script(&self, frame: &FrameId, name: &str, source: &str) -> Result<()> {
        self.check()?;
        let world = self.world(frame).await?;
        self.uninterrupted(self.wire.room()).await?;
        let added = self
            .run_for_text(frame, &world, &agent::install(name, source), json!([]))
            .await?;
        added.map(|_| ()).ok_or_else(refusal::document_replaced)
    }

    async fn run_or_refuse(&self, frame: &FrameId, world: &World, params: Value) -> Result<ScriptReply> {
        let command = Command::new("Runtime.callFunctionOn", params);
        self.run(frame, world, command).await.map_err(|failure| match failure {
            Failure::Replaced => refusal::document_replaced(),
            Failure::Other(error) => error,
        })
    }

    async fn run(&self, frame: &FrameId, world: &World, command: Command) -> Result<ScriptReply, Failure> {
        let method = command.method;
        let command = command.on(&world.document.session);
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        match read::<ScriptReply>(method, reply) {
            Ok(ScriptReply {
                exception_details: Some(exception),
                ..
            }) => Err(Failure::Other(thrown(&exception))),
            Ok(reply) => Ok(reply),
            // Either the script's context is gone or the command was invalid. The current document tells
            // which.
            Err(error @ (WireError::Refused { .. } | WireError::SessionGone { .. })) => {
                self.check()?;
                if self.is_replaced(frame, world).await {
                    self.worlds.forget(frame);
                    Err(Failure::Replaced)
                } else {
                    Err(Failure::Other(error.into()))
                }
            }
            Err(error) => Err(Failure::Other(error.into())),
        }
    }

    /// Whether the frame's document is no longer that of `world`.
    pub(super) async fn is_replaced(&self, frame: &FrameId, world: &World) -> bool {
        let differs = |document: Option<DocumentRef>| document.as_ref() != Some(&world.document);
        if differs(self.tree.look(|tree| tree.document_ref(frame))) {
            return true;
        }
        // The browser reports a new process before its document. As long as the document is the same, its
        // world keeps its number.
        if let Ok(now) = self.make_context(frame, &world.document).await
            && now == world.context
            && !differs(self.tree.look(|tree| tree.document_ref(frame)))
        {
            return false;
        }
        self.tree
            .wait(NAVIGATION_LIMIT, |tree| differs(tree.document_ref(frame)).then_some(()))
            .await;
        true
    }

    /// Returns the script in the frame's current document.
    pub(super) async fn world(&self, frame: &FrameId) -> Result<World> {
        let mut last = None;
        for _ in 0..agent::MAX_DOCUMENTS {
            let document = self.document_ref(frame).await?;
            if let Some(world) = self.worlds.get(frame, &document) {
                return Ok(world);
            }
            match self.make_world(frame, document.clone()).await {
                Ok(world) => {
                    // If this fails, the document changed during the call, and this world belongs to neither
                    // document.
                    if self.tree.look(|tree| tree.document_ref(frame)).as_ref() == Some(&world.document) {
                        self.tree
                            .look(|tree| self.worlds.put(frame, &world, |frame| tree.contains(frame)));
                        return Ok(world);
                    }
                }
                Err(error) => {
                    let wire = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<WireError>());
                    let moved = matches!(wire, Some(WireError::Refused { .. })) || *error.kind() == ErrorKind::PageClosed;
                    self.check()?;
                    if !moved {
                        return Err(error);
                    }
                    last = Some(error);
                    // The frame is moving to another document or process. The browser reports that soon.
                    self.tree
                        .wait(Duration::from_millis(300), |tree| {
                            (tree.document_ref(frame).as_ref() != Some(&document)).then_some(())
                        })
                        .await;
                }
            }
        }
        let stale = EngineError::new(ErrorKind::StaleUid, "the frame's document can no longer be reached");
        Err(match last {
            Some(error) => stale.with_source(error),
            None => stale,
        })
    }

    async fn make_context(&self, frame: &FrameId, document: &DocumentRef) -> Result<i64> {
        let world: WorldReply = self
            .ask_on(
                &document.session,
                "Page.createIsolatedWorld",
                json!({"frameId": &**frame, "worldName": agent::WORLD}),
            )
            .await?;
        Ok(world.execution_context_id)
    }

    /// Puts the rest of the script into a world. If the world is gone, the next call says so.
    async fn add_rest(&self, world: &World) -> Result<()> {
        self.uninterrupted(self.wire.room()).await?;
        let params = json!({"expression": agent::REST, "contextId": world.context});
        let command = Command::new("Runtime.evaluate", params).on(&world.document.session);
        match read::<ScriptReply>(command.method, self.uninterrupted(self.wire.send(command)).await?) {
            Ok(ScriptReply {
                exception_details: Some(exception),
                ..
            }) => Err(thrown(&exception)),
            Ok(_) | Err(WireError::Refused { .. } | WireError::SessionGone { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn make_world(&self, frame: &FrameId, document: DocumentRef) -> Result<World> {
        let context = self.make_context(frame, &document).await?;
        self.uninterrupted(self.wire.room()).await?;
        let made: ScriptReply = self
            .ask_on(
                &document.session,
                "Runtime.evaluate",
                json!({"expression": agent::INJECT, "contextId": context}),
            )
            .await?;
        if let Some(exception) = &made.exception_details {
            return Err(thrown(exception));
        }
        let agent = made
            .result
            .object_id
            .ok_or_else(|| EngineError::new(ErrorKind::Internal, "the in-page script gave no entry function"))?;
        Ok(World {
            document,
            context,
            agent: agent.into(),
        })
    }
}

fn call_params(world: &World, method: &str, args: &str) -> Value {
    json!({
        "objectId": &*world.agent,
        "functionDeclaration": agent::CALL,
        "arguments": [{"value": method}, {"value": args}],
        "returnByValue": true,
        "awaitPromise": true,
    })
}

fn thrown(exception: &ExceptionDetails) -> EngineError {
    let text = exception
        .exception
        .as_ref()
        .and_then(|exception| exception.description.as_deref())
        .unwrap_or(&exception.text);
    refusal::script_failed(text)
}
