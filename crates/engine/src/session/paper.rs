//! Papers: the page as it is printed.

use super::observe::MAX_FRAMES;
use super::{Session, refuse_open_dialog};
use crate::action::Target;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::PdfOptions;
use crate::page_script::PageFacts;
use crate::report::PdfReport;
use futures_util::future::join_all;
use std::time::{Duration, Instant};

/// What printing may take longer than other calls: a browser lays out the whole document again.
const EXTRA: Duration = Duration::from_secs(25);

impl Session {
    /// Prints the selected page to PDF.
    ///
    /// # Errors
    /// `InvalidInput` for options that fit no paper; `Unsupported` for what the browser cannot print, such as a header in
    /// Firefox, and in the user's own tabs; `DialogOpen`; `Timeout`.
    pub async fn pdf(&self, options: &PdfOptions) -> Result<PdfReport> {
        let began = Instant::now();
        // A page that does not answer is not waited for as long as a large one.
        let target = self
            .in_time(async {
                options.check()?;
                let target = self.target(None).await.map_err(|error| self.noted(error))?;
                refuse_open_dialog(&target).map_err(|error| self.noted(error))?;
                let main = target.page.main_frame();
                let _: PageFacts = target
                    .ask(&main, "page", &serde_json::json!({}))
                    .await
                    .map_err(|error| self.noted(error))?;
                ask_frames(&target).await.map_err(|error| self.noted(error))?;
                self.refuse_hidden(&target, "a PDF")
                    .await
                    .map_err(|error| self.noted(error))?;
                Ok(target)
            })
            .await?;
        self.acting(EXTRA, async {
            let main = target.page.main_frame();
            let mark = target.page.state().mark();
            let document = target.page.print_pdf(options).await.map_err(|error| self.noted(error))?;
            // What came while it was printed.
            self.refuse_hidden(&target, "a PDF")
                .await
                .map_err(|error| self.noted(error))?;
            if !document.starts_with(b"%PDF-") {
                let what = "what the browser printed is no PDF";
                return Err(EngineError::new(ErrorKind::Protocol, what));
            }
            let (width, height) = options.size();
            Ok(PdfReport {
                data: document.into(),
                page: target.number,
                width,
                height,
                effects: self.effects(&target, &main, mark),
                duration: began.elapsed(),
            })
        })
        .await
    }
}

/// Asks the frames for an answer: the browser prints nothing before all of them have drawn.
async fn ask_frames(target: &Target) -> Result<()> {
    let main = target.page.main_frame();
    let frames = target.page.frames().await?;
    let nothing = serde_json::json!({});
    let asked = frames
        .iter()
        .filter(|frame| frame.id != main)
        .take(MAX_FRAMES)
        .map(|frame| async {
            let work = target.ask(&frame.id, "page", &nothing);
            let facts: Result<PageFacts> = target.ask_one(&frame.id, deadline::left(), work).await;
            facts
        });
    // A frame that has gone meanwhile is not printed.
    let silent = |error: &EngineError| *error.kind() == ErrorKind::Timeout;
    match join_all(asked).await.into_iter().filter_map(Result::err).find(silent) {
        Some(error) => Err(error.besides("A page is printed with all its frames.")),
        None => Ok(()),
    }
}
