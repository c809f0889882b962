//! Stacks, which both protocols tell in the same form.

use super::{MOST_ADDRESS, MOST_FRAMES, StackPlace};
use crate::text::shorten;
use serde::Deserialize;

/// `Runtime.StackTrace` of CDP, and `script.StackTrace` of WebDriver BiDi.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Stack {
    #[serde(default)]
    call_frames: Vec<CallFrame>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    #[serde(default)]
    function_name: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    line_number: i64,
    #[serde(default)]
    column_number: i64,
}

/// A position, which both protocols count from 0.
pub(crate) fn stack_place(function: &str, url: &str, line: i64, column: i64) -> StackPlace {
    let from_one = |number: i64| u32::try_from(number.saturating_add(1)).unwrap_or(1);
    StackPlace {
        function: shorten(function, 120),
        url: shorten(url, MOST_ADDRESS),
        line: from_one(line),
        column: from_one(column),
    }
}

impl Stack {
    pub(crate) fn places(stack: Option<&Self>) -> Vec<StackPlace> {
        let frames = stack.iter().flat_map(|stack| &stack.call_frames);
        frames
            .take(MOST_FRAMES)
            .map(|frame| stack_place(&frame.function_name, &frame.url, frame.line_number, frame.column_number))
            .collect()
    }
}
