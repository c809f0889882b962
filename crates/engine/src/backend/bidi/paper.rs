//! Prints a page.

use super::page::BidiPage;
use super::protocol::{Picture, Tree};
use crate::backend::FrameId;
use crate::backend::paper;
use crate::backend::wire::{Command, parse};
use crate::error::{ErrorContext as _, ErrorKind, Result};
use crate::options::PdfOptions;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::collections::HashSet;

impl BidiPage {
    /// Prints the page to PDF.
    pub(super) async fn print_to_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        let mut params = paper::standard(options)?;
        params["context"] = (&*self.data.id).into();
        let command = Command::new("browsingContext.print", params).within(paper::LIMIT);
        let before: HashSet<FrameId> = self.registry.pages().keys().cloned().collect();
        let reply = self.while_kept(self.wire.send(command)).await;
        self.forget_copies(&before).await;
        let raw = match reply? {
            Ok(raw) => raw,
            Err(error) => return Err(paper::refused(self.why(error).await, options)),
        };
        let broken = "the browser's PDF could not be decoded";
        let Picture { data } = parse(&raw).or_kind(ErrorKind::Protocol, broken)?;
        paper::check_size(data.len() / 4 * 3)?;
        STANDARD.decode(data).or_kind(ErrorKind::Protocol, broken)
    }

    /// Firefox prints copies of the frames, and reports each as a page that it knows nothing else of, and that never ends.
    async fn forget_copies(&self, before: &HashSet<FrameId>) {
        let new: Vec<FrameId> = {
            let pages = self.registry.pages();
            pages.keys().filter(|id| !before.contains(*id)).cloned().collect()
        };
        if new.is_empty() {
            return;
        }
        let command = Command::new("browsingContext.getTree", json!({"maxDepth": 0}));
        let Ok(reply) = self.wire.send(command).await else { return };
        let Ok(Tree { contexts }) = parse(&reply) else { return };
        for id in new {
            if !contexts.iter().any(|real| *real.context == *id) {
                self.registry.remove(&id);
            }
        }
    }
}
