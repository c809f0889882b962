//! The file that a page shows in the browser's own viewer.

use super::{Session, refuse_open_dialog};
use crate::action::Target;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{SourceAnswer, SourceArgs};
use crate::report::PageFileReport;
use crate::text::{quote, shorten};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::time::Duration;

/// The largest file, in bytes.
const MOST: usize = 32 << 20;
/// What a file gets beyond the action timeout: it may have to be loaded again.
const FOR_FILE: Duration = Duration::from_secs(20);
pub(super) const PDF: &str = "application/pdf";

impl Session {
    /// The PDF file that the selected page shows, as the browser has it. If the server forbade to keep it, a Chromium
    /// asks the server again, with the session's cookies.
    ///
    /// # Errors
    /// `Unsupported` if the page shows no PDF, one of more than 32 MiB, or if the browser does not hand it out; `Timeout`;
    /// `DialogOpen`.
    pub async fn page_file(&self) -> Result<PageFileReport> {
        self.acting(FOR_FILE, async {
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let bytes = file(&target).await.map_err(|error| self.noted(error))?;
            Ok(PageFileReport {
                page: target.number,
                url: target.page.state().url(),
                content_type: PDF.to_owned(),
                data: bytes.into(),
            })
        })
        .await
    }
}

async fn file(target: &Target) -> Result<Vec<u8>> {
    refuse_open_dialog(target)?;
    let limit = deadline::before_last_look(FOR_FILE);
    let args = SourceArgs {
        r#type: PDF,
        most: MOST,
        timeout_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
    };
    let shown = || quote(&shorten(&target.page.state().url(), 200));
    match target.ask(&target.page.main_frame(), "source", &args).await? {
        SourceAnswer::Source { data } => STANDARD.decode(data).map_err(|source| {
            EngineError::new(
                ErrorKind::Protocol,
                "the in-page script gave a file in a form that is not known",
            )
            .with_source(source)
        }),
        SourceAnswer::Other { r#type } => {
            let is = quote(&shorten(&r#type, 60));
            Err(EngineError::new(
                ErrorKind::Unsupported,
                format!("the page {} is {is} and no PDF", shown()),
            ))
        }
        SourceAnswer::Large { bytes } => {
            let what = format!("the PDF {} has {bytes} bytes, and at most {MOST} are read", shown());
            Err(EngineError::new(ErrorKind::Unsupported, what))
        }
        SourceAnswer::Late => {
            let what = format!(
                "the browser had not loaded the PDF {} after {:.1} s",
                shown(),
                limit.as_secs_f64()
            );
            Err(EngineError::new(ErrorKind::Timeout, what).with_next_step("try again"))
        }
        SourceAnswer::Kept => {
            let what = format!("the browser does not hand out the PDF {}", shown());
            Err(EngineError::new(ErrorKind::Unsupported, what))
        }
    }
}
