//! The in-page script: one isolated world a document, made when it is first needed.
//!
//! The script is addressed by a handle of its entry function. A handle carries a random number of
//! the script engine that made it, so that it can never mean something in the page that came
//! next, as the small context numbers could.

use super::page::{CdpPage, read};
use super::protocol::{ExceptionDetails, ScriptReply, WorldReply};
use super::tree::Place;
use crate::backend::wire::{Command, WireError};
use crate::backend::{FrameId, agent};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// For methods that wait as long as their arguments say.
const PATIENT: Duration = Duration::from_hours(24);

/// How often a method that only looks follows a frame from document to document.
const DOCUMENTS: usize = 5;

/// How long a navigation that cut a call off may take to show itself.
const NAVIGATION_LIMIT: Duration = Duration::from_secs(2);

/// The script in one document.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) place: Place,
    /// The context's number, for commands that know nothing else.
    pub(super) context: i64,
    /// Handle of the script's entry function.
    pub(super) agent: Arc<str>,
}

/// The script in each document that has been asked, and what is known of its frame owners.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    known: Mutex<HashMap<FrameId, World>>,
    /// Node numbers of frame owners, by child frame, with the document they are in.
    owners: Mutex<HashMap<FrameId, (u64, u32)>>,
}

impl Worlds {
    fn get(&self, frame: &FrameId, place: &Place) -> Option<World> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(frame).filter(|world| world.place == *place).cloned()
    }

    fn put(&self, frame: &FrameId, world: &World, exists: impl Fn(&str) -> bool) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|frame, _| exists(frame));
        known.insert(Arc::clone(frame), world.clone());
    }

    pub(super) fn forget(&self, frame: &FrameId) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(frame);
    }

    pub(super) fn owner(&self, child: &FrameId, document: u64) -> Option<u32> {
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.get(child).filter(|owner| owner.0 == document).map(|owner| owner.1)
    }

    pub(super) fn put_owner(&self, child: &FrameId, document: u64, node: u32, exists: impl Fn(&str) -> bool) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|frame, _| exists(frame));
        owners.insert(Arc::clone(child), (document, node));
    }
}

/// Why a script did not answer.
enum Failure {
    /// Its document is not there any more.
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
        for _ in 0..DOCUMENTS {
            let world = self.world(frame).await?;
            let command = Command::new("Runtime.callFunctionOn", call_params(&world, method, args));
            let limit = if agent::waits(method) {
                PATIENT
            } else {
                crate::backend::wire::DEFAULT_LIMIT
            };
            match self.run(frame, &world, command.within(limit)).await {
                Ok(reply) => match reply.result.value {
                    Some(answer) => return Ok(answer),
                    // The script was there when its handle was made.
                    None => return Err(not_text(method)),
                },
                Err(Failure::Other(error)) => return Err(error),
                Err(Failure::Replaced) if agent::is_repeatable(method) => {}
                Err(Failure::Replaced) => return Err(replaced()),
            }
        }
        Err(replaced())
    }

    /// Calls a function of ours in a frame's world, with the script's entry function as `this`, and
    /// gives a handle of what it returned.
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
        let reply = self
            .run(frame, world, Command::new("Runtime.callFunctionOn", params))
            .await
            .map_err(Failure::into_error)?;
        Ok(reply.result.object_id)
    }

    /// Calls a function of ours in a frame's world and gives the string it returned.
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
        let reply = self
            .run(frame, world, Command::new("Runtime.callFunctionOn", params))
            .await
            .map_err(Failure::into_error)?;
        Ok(reply.result.value)
    }

    async fn run(&self, frame: &FrameId, world: &World, command: Command) -> Result<ScriptReply, Failure> {
        let method = command.method;
        let command = command.on(&world.place.session);
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        match read::<ScriptReply>(method, reply) {
            Ok(ScriptReply {
                exception_details: Some(exception),
                ..
            }) => Err(Failure::Other(thrown(&exception))),
            Ok(reply) => Ok(reply),
            // The script's context is gone, or the command itself was wrong: the document tells.
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

    /// Whether the frame has another document than that of `world`, or none.
    async fn is_replaced(&self, frame: &FrameId, world: &World) -> bool {
        let differs = |place: Option<Place>| place.as_ref() != Some(&world.place);
        if differs(self.tree.look(|tree| tree.place(frame))) {
            return true;
        }
        // A process that takes over is told of before its document is. The world of a document that
        // is still there has the same number as before.
        if let Ok(now) = self.make_context(frame, &world.place).await
            && now == world.context
            && !differs(self.tree.look(|tree| tree.place(frame)))
        {
            return false;
        }
        self.tree
            .wait(NAVIGATION_LIMIT, |tree| differs(tree.place(frame)).then_some(()))
            .await;
        true
    }

    /// The script in the frame's document as it is now.
    pub(super) async fn world(&self, frame: &FrameId) -> Result<World> {
        let mut last = None;
        for _ in 0..DOCUMENTS {
            let place = self.place(frame).await?;
            if let Some(world) = self.worlds.get(frame, &place) {
                return Ok(world);
            }
            match self.make_world(frame, place.clone()).await {
                Ok(world) => {
                    // Otherwise the document changed meanwhile, and this is the world of neither.
                    if self.tree.look(|tree| tree.place(frame)).as_ref() == Some(&world.place) {
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
                    // It was on its way to another document or process; that shows soon.
                    self.tree
                        .wait(Duration::from_millis(300), |tree| {
                            (tree.place(frame).as_ref() != Some(&place)).then_some(())
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

    async fn make_context(&self, frame: &FrameId, place: &Place) -> Result<i64> {
        let world: WorldReply = self
            .ask_on(
                &place.session,
                "Page.createIsolatedWorld",
                json!({"frameId": &**frame, "worldName": agent::WORLD}),
            )
            .await?;
        Ok(world.execution_context_id)
    }

    async fn make_world(&self, frame: &FrameId, place: Place) -> Result<World> {
        let context = self.make_context(frame, &place).await?;
        let made: ScriptReply = self
            .ask_on(
                &place.session,
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
            place,
            context,
            agent: agent.into(),
        })
    }
}

impl Failure {
    fn into_error(self) -> EngineError {
        match self {
            Self::Replaced => replaced(),
            Self::Other(error) => error,
        }
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

fn replaced() -> EngineError {
    EngineError::new(ErrorKind::StaleUid, "the page navigated during the call")
}

fn not_text(method: &str) -> EngineError {
    EngineError::new(
        ErrorKind::Protocol,
        format!("the in-page script answered {} with a value that is not text", quote(method)),
    )
}

fn thrown(exception: &ExceptionDetails) -> EngineError {
    let text = exception
        .exception
        .as_ref()
        .and_then(|exception| exception.description.as_deref())
        .unwrap_or(&exception.text);
    EngineError::new(
        ErrorKind::Protocol,
        format!("the in-page script failed: {}", quote(&shorten(text, 400))),
    )
}
