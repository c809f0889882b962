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

/// The answer of a function in another document. What functions of a caller answer begins otherwise.
const ELSEWHERE: &str = "~";

impl BidiPage {
    /// Runs a function in the page's own world. Firefox cannot stop a running function.
    pub(super) async fn run_in_page(
        &self,
        frame: &FrameId,
        node: Option<u32>,
        function: &str,
        limit: Duration,
    ) -> Result<Evaluated> {
        // The browser repeats the call in the next document if this one goes. There it mostly fails for want of a node of this
        // one, but not always, so the function looks too. A call for the document's realm would fail, but the browser asks
        // every frame for its realms.
        let (arguments, this) = match node {
            Some(node) => {
                let node = json!({"sharedId": self.node(frame, "node", &json!({"id": node}).to_string()).await?});
                (json!([node]), node)
            }
            None => (json!([]), json!({"sharedId": self.document_node(frame).await?})),
        };
        let params = json!({
            "functionDeclaration": in_its_document(function), "target": {"context": &**frame}, "arguments": arguments, "this": this,
            "awaitPromise": true, "serializationOptions": {"maxObjectDepth": 0, "maxDomDepth": 0},
        });
        let command = Command::new("script.callFunction", params).within(limit + GRACE);
        let asked = tokio::time::timeout(limit, self.send::<TextEvaluated>(command)).await;
        let reply = asked.map_err(|_| refusal::script_late(limit, ""))??;
        if let Some(details) = reply.details {
            return Ok(Evaluated::Refused(details.text));
        }
        match reply.result.and_then(|result| result.value) {
            Some(text) if text == ELSEWHERE => Err(refusal::document_replaced()),
            text => Ok(Evaluated::Text(text)),
        }
    }
}

/// A function that runs `function` only in the document of its `this`, which is that document or a node of it. It answers
/// [`ELSEWHERE`] in another one.
fn in_its_document(function: &str) -> String {
    format!(
        "function (...given) {{ \
         const owner = Object.getOwnPropertyDescriptor(Node.prototype, 'ownerDocument').get.call(this) ?? this; \
         return owner === document ? ({function}\n).apply(this, given) : '{ELSEWHERE}' }}"
    )
}
