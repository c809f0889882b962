//! A page of this program's own, see [`Workroom`].

use super::browser::CdpBrowser;
use super::context::Context;
use super::hub::Place;
use super::protocol::{ExceptionDetails, ScriptReply, SessionId, TargetId};
use super::storage::{LIMIT, LOOK_EVERY};
use crate::backend::wire::{Command, Wire, WireError, read};
use crate::backend::{Workroom, storage};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// An origin of no server, which is trustworthy, so that scripts have all of the browser.
const ORIGIN: &str = "https://workroom.invalid";
/// How long a call may take.
const CALL_LIMIT: Duration = Duration::from_secs(10);
/// Calls a method of the object that the script has made.
const CALL: &str = "function (method, argument) { return this[method](argument); }";

/// An open page of this program's own.
pub(super) struct Room {
    wire: Wire,
    session: Arc<str>,
    /// The handle of the script's object.
    object: String,
    /// Closed before its context.
    _tab: Tab,
    _context: Context,
}

/// A page without a window. Dropping it closes it: the end of its browser context does not.
pub(super) struct Tab {
    wire: Wire,
    pub(super) session: Arc<str>,
    target: String,
}

impl Drop for Tab {
    fn drop(&mut self) {
        self.wire.post(vec![close(&self.target)]);
    }
}

fn close(target: &str) -> Command {
    Command::new("Target.closeTarget", json!({"targetId": target}))
}

impl CdpBrowser {
    /// Opens an empty page in a browser context of this program's own, which no window shows and which takes the focus from none.
    pub(super) async fn open_tab(&self, context: &Context) -> Result<Tab> {
        const METHOD: &str = "Target.createTarget";
        let params = json!({"url": "about:blank", "browserContextId": &*context.id, "background": true, "hidden": true});
        let created = storage::create(&self.wire, Command::new(METHOD, params), |reply| {
            let TargetId { target_id } = read(METHOD, reply).ok()?;
            Some(close(&target_id))
        });
        let TargetId { target_id: target } = read(METHOD, created.await)?;
        let mut tab = Tab {
            wire: self.wire.clone(),
            session: Arc::from(""),
            target,
        };
        let attach = json!({"targetId": tab.target, "flatten": true});
        let SessionId { session_id } = self.ask("Target.attachToTarget", attach).await?;
        tab.session = session_id.into();
        Ok(tab)
    }

    pub(super) async fn open_room(&self, script: &str) -> Result<Room> {
        let context = Context::create(&self.wire, &self.hub, Place::Scratch).await?;
        let tab = self.open_tab(&context).await?;
        let session = Arc::clone(&tab.session);
        self.enter_empty(&session, ORIGIN).await?;
        let expression = storage::only_in(ORIGIN, script);
        let ends = tokio::time::Instant::now() + LIMIT;
        loop {
            let evaluate = Command::new("Runtime.evaluate", json!({"expression": expression})).on(&session);
            let reply: ScriptReply = read("Runtime.evaluate", self.wire.send(evaluate.within(LIMIT)).await)?;
            if let Some(thrown) = reply.exception_details {
                return Err(refused(&thrown));
            }
            if let Some(object) = reply.result.object_id {
                return Ok(Room {
                    wire: self.wire.clone(),
                    session,
                    object,
                    _tab: tab,
                    _context: context,
                });
            }
            if tokio::time::Instant::now() > ends {
                return Err(storage::no_document(ORIGIN));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}

#[async_trait]
impl Workroom for Room {
    async fn call(&self, method: &str, argument: Value) -> Result<String> {
        const CALLED: &str = "Runtime.callFunctionOn";
        let params = json!({
            "objectId": self.object, "functionDeclaration": CALL, "arguments": [{"value": method}, {"value": argument}],
            "returnByValue": true, "awaitPromise": true,
        });
        let call = Command::new(CALLED, params).on(&self.session).within(CALL_LIMIT);
        let reply: ScriptReply = match read(CALLED, self.wire.send(call).await) {
            // The object exists as long as its page.
            Err(WireError::Refused { .. } | WireError::SessionGone { .. }) => {
                return Err(EngineError::new(ErrorKind::PageClosed, "the page of the script has ended"));
            }
            reply => reply?,
        };
        match (reply.exception_details, reply.result.value) {
            (Some(thrown), _) => Err(refused(&thrown)),
            (None, Some(text)) => Ok(text),
            (None, None) => Err(EngineError::new(
                ErrorKind::Protocol,
                format!("the script's {method} answered no text"),
            )),
        }
    }
}

fn refused(thrown: &ExceptionDetails) -> EngineError {
    let told = thrown.exception.as_ref().and_then(|thrown| thrown.description.as_deref());
    let told = quote(&shorten(told.unwrap_or(&thrown.text), 300));
    EngineError::new(ErrorKind::Protocol, format!("a script in a page of its own threw {told}"))
}
