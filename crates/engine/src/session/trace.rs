//! Performance traces of a page.

use super::{Session, lock};
use crate::action::Target;
use crate::backend::TraceWish;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{StopTraceOptions, TraceOptions};
use crate::report::{TracePart, TraceReport};
use std::sync::Arc;
use std::time::Instant;

/// How much a browser keeps of a trace, in megabytes.
const USUAL: u32 = 200;
const MOST: u32 = 1_000;

/// The page of the session that is traced, or was last.
#[derive(Default)]
pub(super) struct Traced(Option<(Arc<Target>, Instant)>);

impl Session {
    /// Begins a performance trace of the selected page: scripts, style, layout, requests and tasks, as the developer tools
    /// record them. The browser tells of its other pages, too. A browser makes one trace at a time.
    ///
    /// # Errors
    /// `Unsupported` if the browser makes none (Firefox, the user's own tabs) or makes another one, and in isolated sessions,
    /// which would see pages of other ones; `InvalidInput` if one is running.
    pub async fn start_trace(&self, options: &TraceOptions) -> Result<()> {
        self.in_time(async {
            let megabytes = options.megabytes.unwrap_or(USUAL);
            if !(1..=MOST).contains(&megabytes) {
                let what = format!("megabytes is {megabytes}, and may be 1 to {MOST}");
                return Err(EngineError::new(ErrorKind::InvalidInput, what));
            }
            if self.is_in_tabs() {
                let what = "the user's own tabs are not traced";
                return Err(EngineError::new(ErrorKind::Unsupported, what));
            }
            if options.screenshots && self.hides_from_pictures() {
                let what = "the pictures of a trace would show the texts and files that the session hides";
                return Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("trace without screenshots"));
            }
            if self.inner.host.is_some() {
                let what = "a session that shares its browser is not traced: the browser would tell of the pages of others";
                return Err(
                    EngineError::new(ErrorKind::Unsupported, what).with_next_step("open a session with a browser of its own")
                );
            }
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let wish = TraceWish {
                screenshots: options.screenshots,
                most_bytes: u64::from(megabytes) << 20,
            };
            let running = lock(&self.inner.traced).0.clone();
            if let Some((other, _)) = running.filter(|(other, _)| other.number != target.number)
                && other.page.refuse_ended().is_ok()
                && other.page.is_tracing()
            {
                let what = format!("a trace of page {} is running", other.number);
                return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("stop it first"));
            }
            target.page.start_trace(wish).await.map_err(|error| self.noted(error))?;
            lock(&self.inner.traced).0 = Some((target, Instant::now()));
            Ok(())
        })
        .await
    }

    /// Ends the trace. Its text is read with [`Session::read_trace`].
    ///
    /// # Errors
    /// `InvalidInput` if none is running; `Timeout`; `PageClosed`, `PageCrashed`, `SessionEnded`: the trace is lost then.
    pub async fn stop_trace(&self, options: &StopTraceOptions) -> Result<TraceReport> {
        let limit = options.timeout.unwrap_or(self.inner.options.navigation_timeout);
        deadline::within(limit, async {
            let (target, since) = self.traced()?;
            let end = target.page.stop_trace(deadline::before_last_look(limit));
            let end = end.await.map_err(|error| {
                if target.page.refuse_ended().is_err() {
                    lock(&self.inner.traced).0 = None;
                }
                self.noted(error)
            })?;
            Ok(TraceReport {
                page: target.number,
                lost: end.lost,
                duration: since.elapsed(),
            })
        })
        .await
    }

    /// The next part of the trace that was ended; empty after the last one.
    ///
    /// # Errors
    /// `InvalidInput` if there was none; `PageClosed`, `SessionEnded`, `Timeout`.
    pub async fn read_trace(&self) -> Result<TracePart> {
        self.in_time(async {
            let (target, _) = self.traced()?;
            let data = target.page.read_trace().await.map_err(|error| self.noted(error))?;
            Ok(TracePart { data: data.into() })
        })
        .await
    }

    fn traced(&self) -> Result<(Arc<Target>, Instant)> {
        self.refuse_closed()?;
        lock(&self.inner.traced)
            .0
            .clone()
            .ok_or_else(|| EngineError::new(ErrorKind::InvalidInput, "no trace is running").with_next_step("start one first"))
    }
}
