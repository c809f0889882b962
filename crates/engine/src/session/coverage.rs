//! Which code of a page is used.

use super::{Session, lock};
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::CoverageReport;

impl Session {
    /// Begins to note which code of the selected page and its frames runs, and which rules of their style sheets apply. What a
    /// script did before is not known, so begin before the page is loaded. Pages are slower meanwhile.
    ///
    /// # Errors
    /// `Unsupported` if the browser does not tell (Firefox, the user's own tabs); `InvalidInput` if it is being noted.
    pub async fn start_coverage(&self) -> Result<()> {
        self.in_time(async {
            if self.is_in_tabs() {
                let what = "the code of pages in the user's own tabs is not watched";
                return Err(EngineError::new(ErrorKind::Unsupported, what));
            }
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let running = lock(&self.inner.covered).clone();
            if let Some(other) = running.filter(|other| other.number != target.number)
                && other.page.refuse_ended().is_ok()
            {
                let what = format!("the coverage of page {} is being noted", other.number);
                return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("stop it first"));
            }
            target.page.start_coverage().await.map_err(|error| self.noted(error))?;
            *lock(&self.inner.covered) = Some(target);
            Ok(())
        })
        .await
    }

    /// Ends that, and tells what was used of each script and style sheet, also of documents that the page has left, as far as
    /// the browser still has them.
    ///
    /// # Errors
    /// `InvalidInput` if it is not being noted; `PageClosed`, `PageCrashed`, `SessionEnded`: what was noted is lost then;
    /// `Timeout`.
    pub async fn stop_coverage(&self) -> Result<CoverageReport> {
        self.in_time(async {
            self.refuse_closed()?;
            let target = lock(&self.inner.covered).take().ok_or_else(|| {
                EngineError::new(ErrorKind::InvalidInput, "no coverage is being noted").with_next_step("start it first")
            })?;
            let covered = target.page.stop_coverage().await.map_err(|error| self.noted(error))?;
            Ok(CoverageReport {
                page: target.number,
                files: covered.files,
                frames_left_out: covered.frames_left_out,
                documents_left: covered.documents_left,
            })
        })
        .await
    }
}
