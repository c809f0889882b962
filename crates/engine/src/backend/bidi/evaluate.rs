//! Functions in the page's own world.

use super::page::BidiPage;
use super::protocol::TextEvaluated;
use crate::backend::wire::Command;
use crate::backend::{Evaluated, FrameId, refusal};
use crate::error::Result;
use serde_json::json;
use std::time::Duration;

/// How long after the limit the browser's own answer is still accepted.
const GRACE: Duration = Duration::from_secs(2);

impl BidiPage {
    /// Runs a function in the page's own world. Firefox cannot stop a running function.
    pub(super) async fn run_in_page(
        &self,
        frame: &FrameId,
        node: Option<u32>,
        function: &str,
        limit: Duration,
    ) -> Result<Evaluated> {
        let arguments = match node {
            Some(node) => json!([{"sharedId": self.node(frame, node).await?}]),
            None => json!([]),
        };
        // The browser would run the function again in the next document, were it for the frame.
        let target = match self.registry.realm(frame) {
            Some(realm) => json!({"realm": realm}),
            None => json!({"context": &**frame}),
        };
        let params = json!({
            "functionDeclaration": function, "target": target, "arguments": arguments,
            "awaitPromise": true, "serializationOptions": {"maxObjectDepth": 0, "maxDomDepth": 0},
        });
        let command = Command::new("script.callFunction", params).within(limit + GRACE);
        let asked = tokio::time::timeout(limit, self.send::<TextEvaluated>(command)).await;
        let reply = asked.map_err(|_| refusal::script_late(limit, ""))??;
        Ok(match reply.details {
            Some(details) => Evaluated::Refused(details.text),
            None => Evaluated::Text(reply.result.and_then(|result| result.value)),
        })
    }
}
