//! The addresses that pages show, where no event told that they changed: Firefox reports no step back to a kept document while
//! the page is being parsed.

use super::page::BidiPage;
use super::protocol::Tree;
use super::registry::Registry;
use crate::backend::PageId;
use crate::backend::error_page;
use crate::backend::wire::{Command, ReplyResult, parse};
use serde_json::json;
use std::time::Duration;

/// The time limit for the browser to answer. It does not ask the pages.
const LIMIT: Duration = Duration::from_millis(500);

/// The question for the addresses of all pages.
pub(super) fn question() -> Command {
    Command::new("browsingContext.getTree", json!({"maxDepth": 0})).within(LIMIT)
}

impl Registry {
    /// Takes over the addresses that the browser shows, for pages that are known at the addresses in `before`, which is what was
    /// known when the browser was asked.
    pub(super) fn take_addresses(&self, before: &[(PageId, String)], reply: ReplyResult) {
        let tree: Tree = match reply.map(|raw| parse(&raw)) {
            Ok(Ok(tree)) => tree,
            // What is known stays.
            _ => return,
        };
        for shown in tree.contexts {
            let Some((id, known)) = before.iter().find(|(id, _)| **id == *shown.context) else {
                continue;
            };
            let (now, is_loading) = {
                let contexts = self.contexts();
                (contexts.address_of(id), contexts.pending(id).is_some())
            };
            // An error page is shown under the address that could not be loaded.
            let settled = !is_loading && now.as_deref() == Some(known) && error_page::failed_load(known).is_none();
            if !settled || shown.url == *known {
                continue;
            }
            let Some(page) = self.page(id) else { continue };
            if page.state.end().is_some() {
                continue;
            }
            self.contexts().moved(id, &shown.url);
            page.state.set_url(&shown.url);
        }
    }
}

impl BidiPage {
    /// Takes over the address that the browser shows.
    pub(super) async fn look(&self) {
        let before = self.registry.contexts().pages();
        let reply = self.wire.send(question()).await;
        self.registry.take_addresses(&before, reply);
    }
}
