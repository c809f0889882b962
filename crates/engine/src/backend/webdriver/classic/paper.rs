//! Prints a page.

use super::page::ClassicPage;
use crate::backend::paper;
use crate::backend::webdriver::driver::Request;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::options::PdfOptions;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

impl ClassicPage {
    /// Prints the page to PDF.
    pub(super) async fn print_to_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        self.check()?;
        let params = paper::standard(options)?;
        let mut turn = self.context.turn().await;
        let printed = match turn.enter(&self.id, &[]).await {
            Ok(()) => turn.run(Request::post("print", params).within(paper::LIMIT)).await,
            Err(fault) => Err(fault),
        };
        let document = match printed {
            Ok(Value::String(data)) => paper::check_size(data.len() / 4 * 3).and_then(|()| {
                STANDARD
                    .decode(data)
                    .or_kind(ErrorKind::Protocol, "the driver's PDF is not Base64")
            }),
            Ok(_) => Err(EngineError::new(ErrorKind::Protocol, "the driver's answer is not a PDF")),
            Err(fault) => Err(paper::refused(
                self.why(&mut turn, &self.id, fault, "printing the page").await,
                options,
            )),
        };
        turn.leave().await;
        document
    }
}
