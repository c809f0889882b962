//! Performance traces, told by the session of a page. The browser tells of its other pages too, so no isolated session has one.

use super::page::CdpPage;
use super::stream::{Part, close, wanted};
use super::tree::SessionId;
use crate::backend::wire::{Command, Event, Wire, WireError, read};
use crate::backend::{Page as _, TraceEnd, TraceWish};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// What the performance panel of the developer tools records.
const CATEGORIES: [&str; 17] = [
    "blink.console",
    "blink.user_timing",
    "cppgc",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "disabled-by-default-devtools.timeline.stack",
    "disabled-by-default-devtools.v8-source-rundown",
    "disabled-by-default-v8.compile",
    "disabled-by-default-v8.cpu_profiler",
    "latencyInfo",
    "loading",
    "navigation",
    "rail",
    "toplevel",
    "v8",
    "v8.execute",
];
const SCREENSHOTS: &str = "disabled-by-default-devtools.screenshot";

/// Where a trace stands.
#[derive(Debug, Default)]
pub(super) enum Trace {
    #[default]
    None,
    Running,
    Ended {
        stream: Option<Arc<str>>,
        lost: bool,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complete {
    #[serde(default)]
    stream: Option<String>,
    #[serde(default)]
    data_loss_occurred: bool,
}

/// Ends a trace whose start was not awaited.
struct Begun<'a> {
    wire: &'a Wire,
    session: SessionId,
    keep: bool,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if !self.keep {
            self.wire.post(vec![Command::new("Tracing.end", json!({})).on(&self.session)]);
        }
    }
}

impl CdpPage {
    /// Notes that a trace is complete.
    pub(super) fn on_trace(&self, event: &Event<'_>) {
        if let Some(Complete {
            stream,
            data_loss_occurred,
        }) = event.read()
        {
            self.trace.change(|trace| {
                *trace = Trace::Ended {
                    stream: stream.map(Into::into),
                    lost: data_loss_occurred,
                };
            });
        }
    }

    pub(super) async fn begin_trace(&self, wish: TraceWish) -> Result<()> {
        const METHOD: &str = "Tracing.start";
        self.check()?;
        if self.trace.look(|trace| matches!(trace, Trace::Running)) {
            let what = "a trace of this page is running";
            return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("stop it first"));
        }
        self.close_stream();
        let mut categories = CATEGORIES.to_vec();
        if wish.screenshots {
            categories.push(SCREENSHOTS);
        }
        let params = json!({
            "transferMode": "ReturnAsStream",
            "streamFormat": "json",
            "traceConfig": {
                "recordMode": "recordUntilFull",
                "traceBufferSizeInKb": wish.most_bytes / 1024,
                "includedCategories": categories,
                "excludedCategories": ["*"],
            },
        });
        let mut begun = Begun {
            wire: &self.wire,
            session: Arc::clone(&self.session),
            keep: false,
        };
        let reply = self
            .uninterrupted(self.wire.send(Command::new(METHOD, params).on(&self.session)))
            .await?;
        // If it is refused, nothing was begun.
        begun.keep = true;
        let told: Result<Value, WireError> = read(METHOD, reply);
        told.map_err(|error| match error {
            WireError::Refused { .. } => {
                let what = "the browser does not begin a trace of this page, perhaps because it makes another one";
                EngineError::new(ErrorKind::Unsupported, what)
                    .with_next_step("stop the trace of another page, session or program first")
                    .with_source(error)
            }
            other => other.into(),
        })?;
        self.trace.change(|trace| *trace = Trace::Running);
        Ok(())
    }

    pub(super) async fn end_trace(&self, limit: Duration) -> Result<TraceEnd> {
        self.refuse_ended()?;
        if self.trace.look(|trace| matches!(trace, Trace::None)) {
            return Err(no_trace());
        }
        if self.trace.look(|trace| matches!(trace, Trace::Running)) {
            let end = Command::new("Tracing.end", json!({})).on(&self.session);
            let reply = self.wire.send(end).await;
            self.refuse_ended()?;
            let _: Value = read("Tracing.end", reply)?;
        }
        let ended = self.trace.wait(limit, |trace| match trace {
            Trace::Ended { lost, .. } => Some(TraceEnd { lost: *lost }),
            _ => None,
        });
        if let Some(end) = ended.await {
            return Ok(end);
        }
        self.refuse_ended()?;
        let what = "the browser has not completed the trace in time";
        Err(EngineError::new(ErrorKind::Timeout, what).with_next_step("stop it again, with a longer timeout"))
    }

    /// The next part of the trace; empty at its end.
    pub(super) async fn trace_part(&self) -> Result<Vec<u8>> {
        let stream = self.trace.look(|trace| match trace {
            Trace::Ended { stream, .. } => stream.clone(),
            _ => None,
        });
        let Some(stream) = stream else {
            return Ok(Vec::new());
        };
        let next = Command::new("IO.read", wanted(&stream)).on(&self.session);
        let part: Part = read("IO.read", self.wire.send(next).await)?;
        if part.eof {
            self.close_stream();
        }
        part.bytes()
            .or_kind(ErrorKind::Protocol, "a part of the trace could not be decoded")
    }

    /// Lets the browser forget the trace.
    fn close_stream(&self) {
        let before = std::mem::take(&mut *self.trace.lock());
        if let Trace::Ended {
            stream: Some(stream), ..
        } = before
        {
            self.wire.post(vec![close(&stream, &self.session)]);
        }
    }
}

fn no_trace() -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, "no trace of this page is running").with_next_step("start one first")
}
