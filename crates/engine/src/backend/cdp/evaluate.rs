//! Functions in the page's own world.

use super::nodes::Handles;
use super::page::CdpPage;
use super::protocol::{DescribedNode, ResolvedNode, ScriptReply};
use super::worlds::World;
use crate::backend::wire::{Command, ReplyResult, WireError, read};
use crate::backend::{Evaluated, FrameId, refusal};
use crate::error::{ErrorKind, Result};
use serde_json::json;
use std::time::Duration;

/// How long after the script's time limit the browser may take to report that limit.
const GRACE: Duration = Duration::from_secs(2);

/// Any element of the document, for a function without an argument.
const ANY_ELEMENT: &str = "function() { return document.documentElement ?? document; }";

impl CdpPage {
    /// Runs a function in the page's own world. A node resolved without a world belongs to that world, so
    /// worlds need not be tracked.
    pub(super) async fn run_in_page(
        &self,
        frame: &FrameId,
        node: Option<u32>,
        function: &str,
        limit: Duration,
    ) -> Result<Evaluated> {
        self.check()?;
        let world = self.world(frame).await?;
        let session = &world.document.session;
        let group = Handles::new(self, &world);
        let theirs = match self.in_page_world(frame, &world, &group, node).await {
            // Nothing has run yet.
            Err(error) if *error.kind() == ErrorKind::Protocol && self.is_replaced(frame, &world).await => {
                self.worlds.forget(frame);
                return Err(refusal::document_replaced());
            }
            found => found?,
        };
        let arguments = if node.is_some() {
            json!([{"objectId": theirs}])
        } else {
            json!([])
        };
        let method = "Runtime.callFunctionOn";
        let params = json!({
            "objectId": theirs, "functionDeclaration": function, "arguments": arguments,
            "returnByValue": true, "awaitPromise": true,
        });
        let command = Command::new(method, params).on(session).within(limit + GRACE);
        let call = self.uninterrupted(self.wire.send(command));
        let Ok(reply) = tokio::time::timeout(limit, call).await else {
            self.wire
                .post(vec![Command::new("Runtime.terminateExecution", json!({})).on(session)]);
            return Err(refusal::script_late(
                limit,
                "; code of it that was running was ended, and what it waits for may still come",
            ));
        };
        self.read_evaluated(method, reply?)
    }

    /// A handle in the page's own world: the element with this node number, or any element.
    async fn in_page_world(&self, frame: &FrameId, world: &World, group: &Handles<'_>, node: Option<u32>) -> Result<String> {
        let ours = match node {
            Some(node) => {
                let args = json!({"id": node}).to_string();
                self.handles(frame, world, group, "node", &args).await?.pop()
            }
            None => self.run_for_handle(frame, world, ANY_ELEMENT, json!([]), &group.name).await?,
        };
        let Some(ours) = ours else {
            return Err(refusal::element_gone());
        };
        let DescribedNode { node: described } = self
            .ask_on(
                &world.document.session,
                "DOM.describeNode",
                json!({"objectId": ours, "depth": 0}),
            )
            .await?;
        let ResolvedNode { object } = self
            .ask_on(
                &world.document.session,
                "DOM.resolveNode",
                json!({"backendNodeId": described.backend_node_id, "objectGroup": group.name}),
            )
            .await?;
        object.object_id.ok_or_else(refusal::element_gone)
    }

    fn read_evaluated(&self, method: &'static str, reply: ReplyResult) -> Result<Evaluated> {
        match read::<ScriptReply>(method, reply) {
            Ok(ScriptReply {
                exception_details: Some(exception),
                ..
            }) => {
                let text = exception
                    .exception
                    .as_ref()
                    .and_then(|exception| exception.description.as_deref());
                Ok(Evaluated::Refused(text.unwrap_or(&exception.text).to_owned()))
            }
            Ok(reply) => Ok(Evaluated::Text(reply.result.value)),
            Err(WireError::Refused { .. } | WireError::SessionGone { .. }) => {
                self.check()?;
                Err(refusal::document_replaced())
            }
            Err(error) => Err(error.into()),
        }
    }
}
