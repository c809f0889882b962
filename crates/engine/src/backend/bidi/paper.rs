//! Prints a page.

use super::page::BidiPage;
use super::protocol::Picture;
use crate::backend::paper;
use crate::backend::wire::{Command, parse};
use crate::error::{ErrorContext as _, ErrorKind, Result};
use crate::options::PdfOptions;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

impl BidiPage {
    /// Prints the page to PDF.
    pub(super) async fn print_to_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        let mut params = paper::standard(options)?;
        params["context"] = (&*self.data.id).into();
        let command = Command::new("browsingContext.print", params).within(paper::LIMIT);
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        let raw = reply.map_err(|error| paper::refused(self.while_open(error), options))?;
        let broken = "the browser's PDF could not be decoded";
        let Picture { data } = parse(&raw).or_kind(ErrorKind::Protocol, broken)?;
        paper::check_size(data.len() / 4 * 3)?;
        STANDARD.decode(data).or_kind(ErrorKind::Protocol, broken)
    }
}
