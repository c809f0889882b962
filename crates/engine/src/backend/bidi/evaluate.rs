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
        // The browser repeats the call in the next document if this one goes. There it fails for want of a node of this
        // one. A call for the document's realm would fail, too, but the browser asks every frame for its realms.
        let (arguments, this) = match node {
            Some(node) => {
                let node = json!({"sharedId": self.node(frame, "node", &json!({"id": node}).to_string()).await?});
                (json!([node]), node)
            }
            None => (json!([]), json!({"sharedId": self.document_node(frame).await?})),
        };
        let params = json!({
            "functionDeclaration": function, "target": {"context": &**frame}, "arguments": arguments, "this": this,
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
