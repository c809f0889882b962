//! The Rust side of the contract with the script in the page.
//!
//! The other side is `injected/src/protocol.ts`, where every field is explained. Arguments ([`args`]) are
//! one JSON object. Answers ([`answers`]) are one JSON object with a `state`, except for `walk`, whose lines
//! [`crate::snapshot`] reads.

mod answers;
mod args;
mod blocked;
mod called;
mod fields;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod landing;
mod outcome;
mod page_tools;
mod prepared;
mod scripts;
mod scrolling;
mod sight;
pub(crate) mod storage;
mod told;
mod written;

use crate::error::{EngineError, ErrorKind, Result};
pub(crate) use answers::*;
pub(crate) use args::*;
pub(crate) use blocked::*;
pub(crate) use called::*;
pub(crate) use fields::*;
pub(crate) use landing::*;
pub(crate) use outcome::*;
pub(crate) use page_tools::*;
pub(crate) use prepared::*;
pub(crate) use scripts::*;
pub(crate) use scrolling::*;
use serde::{Deserialize, Serialize};
pub(crate) use sight::*;
pub(crate) use told::*;
pub(crate) use written::*;

/// Encodes arguments. They are plain data, so a failure is a bug of the engine.
pub(crate) fn encode<T: Serialize>(args: &T) -> Result<String> {
    serde_json::to_string(args).map_err(|source| {
        EngineError::new(ErrorKind::Internal, "could not encode the arguments of an in-page call").with_source(source)
    })
}

/// Reads an answer.
pub(crate) fn decode<T: for<'de> Deserialize<'de>>(method: &str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|source| {
        EngineError::new(
            ErrorKind::Protocol,
            format!("the in-page script answered `{method}` in a form that is not known"),
        )
        .with_source(source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_apart_by_their_state() {
        let covered: Answer = decode("prepare", r#"{"state":"covered","by":"div","transient":false}"#).expect("valid");
        assert_eq!(
            covered,
            Answer::Covered {
                by: "div".into(),
                how: Veiled::Under,
                transient: false,
                closer: None,
                away: None,
            }
        );
        let ready: Answer = decode("through", r#"{"state":"ready","x":1,"y":2}"#).expect("valid");
        assert!(matches!(
            ready,
            Answer::Ready(ReadyAnswer {
                expects: Expects::Nothing,
                ..
            })
        ));
        assert_eq!(decode::<Answer>("prepare", "{}").expect_err("no state").code(), "PROTOCOL");
    }
}
