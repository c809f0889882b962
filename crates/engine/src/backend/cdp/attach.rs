//! Attaching to a page when it is first driven.

use super::hub::Hub;
use super::known::Known;
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

/// How long the browser may take to attach to a page itself. It does so before it reports the page.
const BROWSER_LIMIT: Duration = Duration::from_secs(1);

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
        let page = match self.attached_by_browser(id).await {
            Some(page) => page,
            None => self.attach_to_target(wire, id).await?,
        };
        Ok(self.once_settled(id, page).await)
    }

    /// The page, once it has reported its frames, or cannot.
    async fn once_settled(&self, id: &PageId, page: Arc<CdpPage>) -> Arc<CdpPage> {
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
        page
    }
}

impl Hub {
    /// The page, if the browser attaches to pages itself.
    async fn attached_by_browser(&self, id: &PageId) -> Option<Arc<CdpPage>> {
        if !self.attaches_pages() {
            return None;
        }
        let attached = |known: &Known| known.attached_page(id);
        self.known.wait(BROWSER_LIMIT, attached).await
    }

    async fn attach_to_target(&self, wire: &Wire, id: &PageId) -> Result<Arc<CdpPage>> {
        let method = "Target.attachToTarget";
        let reply = wire
            .send(Command::new(method, json!({"targetId": &**id, "flatten": true})))
            .await;
        let SessionParam { session_id } = match read(method, reply) {
            Ok(session) => session,
            Err(error @ WireError::Refused { .. }) => return Err(not_found(id).with_source(error)),
            Err(error) => return Err(error.into()),
        };
        // The attachment event arrives before the reply and has registered the page, unless the browser had attached it already.
        self.known
            .look(|known| known.of_session(&session_id).or_else(|| known.attached_page(id)))
            .ok_or_else(|| not_found(id))
    }
}

pub(super) fn not_found(id: &PageId) -> EngineError {
    EngineError::new(ErrorKind::PageNotFound, format!("the browser has no page {}", quote(id)))
}
