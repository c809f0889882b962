//! Answers of the in-page script. With classic WebDriver the page itself can forge them.

use super::{Answer, Boxes, Guarded, Outcome, Witnessed, decode};
use crate::error::Result;
use crate::fuzz::assert_error;
use std::fmt::Debug;

/// Reads a text as the answer of each method.
pub(crate) fn answers(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check(decode::<Answer>("prepare", &text), &text);
    check(decode::<Boxes>("boxes", &text), &text);
    check(decode::<Outcome>("outcome", &text), &text);
    check(decode::<Witnessed>("witness", &text), &text);
    check(decode::<Guarded>("guarded", &text), &text);
}

fn check<T: Debug>(decoded: Result<T>, text: &str) {
    match decoded {
        // Nothing is multiplied: an answer is not much larger than its text.
        Ok(answer) => assert!(format!("{answer:?}").len() <= 40 * text.len() + 1_000),
        Err(error) => assert_error(&error, &["PROTOCOL"]),
    }
}
