//! Errors as data, and the one way in which an engine call is run.

use crate::cancellation::Cancellation;
use crate::interact::Attempt;
use futures_util::FutureExt;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use uipilot_engine::error::{self, EngineError, ErrorKind, Result};

/// Why a call did not do what it was asked for.
#[napi(object, object_from_js = false)]
#[allow(clippy::struct_field_names)] // `isFault` is to be unlike any field of an answer.
pub struct Fault {
    /// The stable code, for example `STALE_UID`. Branch on this.
    pub code: String,
    /// What was tried and what was found, without a final stop. May be reworded in any release.
    pub message: String,
    /// What a caller does next, in words.
    pub next_step: String,
    /// The same step as data.
    #[napi(ts_type = "unknown")]
    pub step: serde_json::Value,
    /// How far the call came, where it began with a locator.
    pub attempt: Option<Attempt>,
    /// Tells a fault from an answer, which never has this field.
    #[napi(ts_type = "true")]
    pub is_fault: bool,
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        let fault = error::Fault::from(&error);
        Self {
            code: fault.code.to_owned(),
            message: fault.message,
            next_step: fault.next_step,
            step: serde_json::to_value(&fault.step).unwrap_or_default(),
            attempt: fault.attempt.as_ref().map(Into::into),
            is_fault: true,
        }
    }
}

/// Turns a result of the engine into an answer.
pub(crate) fn settle<T, A>(result: Result<T>, convert: impl FnOnce(T) -> A) -> Either<A, Fault> {
    match result {
        Ok(value) => Either::A(convert(value)),
        Err(error) => Either::B(error.into()),
    }
}

/// Runs an engine call until it ends or is cancelled. A panic in it becomes the fault `INTERNAL`.
pub(crate) fn run<'a, T: Send + 'a, A>(
    cancellation: Option<&'a Cancellation>,
    call: impl Future<Output = Result<T>> + Send + 'a,
    convert: impl FnOnce(T) -> A + Send + 'a,
) -> impl Future<Output = Either<A, Fault>> + Send + 'a {
    // Boxed: the future of an action is large, and would be copied with each that holds it.
    let guarded = Box::pin(AssertUnwindSafe(call).catch_unwind());
    async move { settle(outcome(cancellation, guarded).await, convert) }
}

async fn outcome<T>(
    cancellation: Option<&Cancellation>,
    guarded: impl Future<Output = std::thread::Result<Result<T>>>,
) -> Result<T> {
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
        let failing = std::future::poll_fn(|_| -> std::task::Poll<Result<()>> { panic!("lost count") });
        let Either::B(fault) = run(None, failing, |()| ()).await else {
            panic!("answered");
        };
        assert_eq!(fault.code, "INTERNAL");
        assert_eq!(fault.message, "The engine failed: lost count");
    }

    #[tokio::test]
    async fn a_cancelled_call_answers_at_once() {
        let cancellation = Cancellation::new();
        cancellation.cancel();
        let call = std::future::pending::<Result<()>>();
        let Either::B(fault) = run(Some(&cancellation), call, |()| ()).await else {
            panic!("answered");
        };
        assert_eq!(fault.code, "CANCELLED");
    }
}
