//! Runs an engine call, and passes its outcome to JavaScript.

use crate::cancellation::Cancellation;
use futures_util::FutureExt;
use napi::bindgen_prelude::Buffer;
use napi_derive::napi;
use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use uipilot_engine::api::calls::Answer;
use uipilot_engine::api::json;
use uipilot_engine::error::{EngineError, ErrorKind, Fault, Result};

/// The outcome of a call.
#[napi(object, object_from_js = false)]
pub struct Outcome {
    /// Whether `json` is the answer. Otherwise it is a fault: an object with `code`, `message`, …
    pub ok: bool,
    /// The answer or the fault. `{"$bytes": n}` in it stands for the n-th of `parts`.
    pub json: String,
    /// Binary parts of the answer.
    pub parts: Vec<Buffer>,
}

impl From<Result<Answer>> for Outcome {
    fn from(result: Result<Answer>) -> Self {
        match result {
            Ok(Answer { json, parts, .. }) => Self {
                ok: true,
                json,
                parts: parts.into_iter().map(Into::into).collect(),
            },
            Err(error) => error.into(),
        }
    }
}

impl From<EngineError> for Outcome {
    fn from(error: EngineError) -> Self {
        // A fault is plain data, so writing it cannot fail.
        let json = json::write(&Fault::from(&error)).map(|(json, _)| json).unwrap_or_default();
        Self {
            ok: false,
            json,
            parts: Vec::new(),
        }
    }
}

/// Carries out an engine call, see [`settled`].
pub(crate) async fn run(cancellation: Option<&Cancellation>, call: impl Future<Output = Result<Answer>> + Send) -> Outcome {
    settled(cancellation, call).await.into()
}

/// Runs an engine call until it ends or is cancelled. A panic in it becomes the error `INTERNAL`.
async fn settled(cancellation: Option<&Cancellation>, call: impl Future<Output = Result<Answer>> + Send) -> Result<Answer> {
    let guarded = AssertUnwindSafe(call).catch_unwind();
    let outcome = match cancellation {
        None => guarded.await,
        Some(cancellation) => tokio::select! {
            biased;
            () = cancellation.requested() => Ok(Err(EngineError::new(ErrorKind::Cancelled, "The call was cancelled"))),
            outcome = guarded => outcome,
        },
    };
    outcome.unwrap_or_else(|panic| Err(EngineError::new(ErrorKind::Internal, describe(&*panic))))
}

/// The message of a panic.
fn describe(panic: &(dyn Any + Send)) -> String {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    tracing::error!(message, "a call panicked");
    format!("The engine failed: {message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_an_internal_fault() {
        let failing = std::future::poll_fn(|_| -> std::task::Poll<Result<Answer>> { panic!("lost count") });
        let error = settled(None, failing).await.expect_err("a panic");
        assert_eq!(error.code(), "INTERNAL");
        assert_eq!(error.context(), "The engine failed: lost count");
    }

    #[tokio::test]
    async fn a_cancelled_call_answers_at_once() {
        let cancellation = Cancellation::new();
        cancellation.cancel();
        let error = settled(Some(&cancellation), std::future::pending())
            .await
            .expect_err("cancelled");
        assert_eq!(error.code(), "CANCELLED");
    }
}
