//! Attaching to a page when it is first driven.

use super::hub::Hub;
use super::page::CdpPage;
use super::protocol::SessionId as SessionParam;
use super::tree::FrameTree;
use crate::backend::PageId;
use crate::backend::wire::{Command, Wire, WireError, read};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::quote;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long a page may take to report its frames. A page that is busy or shows a dialog reports them later.
const ANSWER_LIMIT: Duration = Duration::from_secs(1);

/// How long an empty page may take. It has no script that could keep it busy: its process is starting. Until that answers,
/// no event comes from it, and the browser does not repeat that of a document that is committed meanwhile.
const START_LIMIT: Duration = Duration::from_secs(8);

impl Hub {
    /// Returns the page with this id, attached.
    pub(super) async fn attach(&self, wire: &Wire, id: &PageId) -> Result<Arc<CdpPage>> {
        let Some(slot) = self.known.look(|known| known.slot(id)) else {
            return Err(match wire.ended() {
                Some(why) => WireError::Ended { why }.into(),
                None => not_found(id),
            });
        };
        let page = slot.get_or_try_init(|| self.attach_now(wire, id)).await?;
        Ok(Arc::clone(page))
    }

    async fn attach_now(&self, wire: &Wire, id: &PageId) -> Result<Arc<CdpPage>> {
        let method = "Target.attachToTarget";
        let reply = wire
            .send(Command::new(method, json!({"targetId": &**id, "flatten": true})))
            .await;
        let SessionParam { session_id } = match read(method, reply) {
            Ok(session) => session,
            Err(error @ WireError::Refused { .. }) => return Err(not_found(id).with_source(error)),
            Err(error) => return Err(error.into()),
        };
        // The attachment event arrives before the reply and has registered the page.
        let Some(page) = self.known.look(|known| known.of_session(&session_id)) else {
            return Err(not_found(id));
        };
        let limit = if self.known.look(|known| known.is_empty_page(id)) {
            START_LIMIT
        } else {
            ANSWER_LIMIT
        };
        tokio::select! {
            biased;
            settled = page.settled(limit) => if !settled {
                // The caller can leave the page, or close it.
                tracing::debug!(page = %id, "the page does not report its frames");
                page.tree.change(FrameTree::settle_all);
            },
            // The page cannot report its frames now. The caller can handle the dialog or the page's end.
            () = page.state.interrupted() => {}
        }
        Ok(page)
    }
}

pub(super) fn not_found(id: &PageId) -> EngineError {
    EngineError::new(ErrorKind::PageNotFound, format!("the browser has no page {}", quote(id)))
}
