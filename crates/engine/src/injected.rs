//! The Rust side of the contract with the script in the page.
//!
//! The other side is `injected/src/protocol.ts`, where every field is explained. All arguments are
//! data, encoded as one JSON object; answers are one JSON object with a `state`, but for `walk`,
//! whose lines [`crate::snapshot`] reads.

use crate::error::{EngineError, ErrorKind, Result};
use crate::locator::wire::{Found, Located};
use crate::report::Described;
use serde::{Deserialize, Serialize};

/// A node as the engine remembers it and expects to find it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Expected {
    pub(crate) doc: String,
    pub(crate) id: u32,
    pub(crate) role: String,
    pub(crate) name: String,
}

/// What the target is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ActionKind {
    Click,
    Hover,
    Drag,
    Drop,
    Focus,
    View,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct WalkArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) root: Option<&'a Expected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selector: Option<&'a str>,
    /// Asks for a walk that is kept in the page; not beside anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<Known<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) attributes: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) everything: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) bounds: bool,
}

/// The walk of a document that the engine has: only what is different from it is told.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub(crate) struct Known<'a> {
    pub(crate) doc: &'a str,
    /// 0 for none.
    pub(crate) serial: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct PrepareArgs<'a> {
    pub(crate) target: &'a Expected,
    pub(crate) action: ActionKind,
    pub(crate) attempt: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct FillArgs<'a> {
    pub(crate) target: &'a Expected,
    #[serde(flatten)]
    pub(crate) wanted: &'a Wanted,
}

/// What a field is to hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wanted {
    /// A value in the form that [`crate::Session::fill`] takes.
    Value(String),
    /// The options of a select, by value or label.
    Options(Vec<String>),
    /// Checked or not.
    Check(bool),
}

/// The direction in which something scrolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    X,
    Y,
}

#[derive(Debug, Serialize)]
pub(crate) struct AreaArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<&'a Expected>,
    pub(crate) axis: Axis,
}

#[derive(Debug, Serialize)]
pub(crate) struct ScrolledArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
pub(crate) struct UploadArgs<'a> {
    pub(crate) target: &'a Expected,
    pub(crate) count: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct TargetArgs<'a> {
    pub(crate) target: &'a Expected,
}

#[derive(Debug, Serialize)]
pub(crate) struct DragArgs<'a> {
    pub(crate) from: &'a Expected,
    pub(crate) to: &'a Expected,
}

#[derive(Debug, Serialize)]
pub(crate) struct ThroughArgs {
    pub(crate) id: u32,
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Whether the owner must be what is hit at the point.
    pub(crate) hit: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct NodeArgs {
    pub(crate) id: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text_gone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selector: Option<&'a str>,
    pub(crate) timeout_ms: u64,
}

/// Arguments of `boxes`.
#[derive(Debug, Serialize)]
pub(crate) struct BoxesArgs {
    pub(crate) ids: Vec<u32>,
    /// Frame owners.
    pub(crate) owners: Vec<u32>,
    /// Whether to go beyond the viewport.
    pub(crate) whole: bool,
}

/// Left and top of a frame's content, its scale across and down, and what of it is seen: left, top,
/// right and bottom. CSS pixels in the viewport of the frame that holds it.
pub(crate) type OwnerBox = [f64; 8];

/// Answer of `boxes`: null for what is not seen.
#[derive(Debug, Deserialize)]
pub(crate) struct Boxes {
    /// Left, top, right and bottom.
    pub(crate) boxes: Vec<Option<[f64; 4]>>,
    pub(crate) owners: Vec<Option<OwnerBox>>,
}

/// What the default action of a click would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Expects {
    Nothing,
    Navigation,
    Window,
    Download,
    Chooser,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Prepared {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) rect: [f64; 4],
    pub(crate) page: [f64; 4],
    pub(crate) expects: Expects,
    #[serde(default)]
    pub(crate) checked: Option<bool>,
}

/// Whether the page saw the input at the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seen {
    Hit,
    Missed,
    None,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct OutcomeArgs {
    /// Mouse buttons to be let go before the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<u8>,
}

/// Arguments of `held`.
#[derive(Debug, Serialize)]
pub(crate) struct HeldArgs<'a> {
    pub(crate) target: &'a Expected,
    /// What it should hold: then it is told only where it holds something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wanted: Option<&'a str>,
}

/// Arguments of `choose`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChooseArgs<'a> {
    pub(crate) target: &'a Expected,
    pub(crate) value: &'a str,
    pub(crate) opened: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<Until>,
    pub(crate) rest_ms: u64,
    pub(crate) timeout_ms: u64,
}

/// What `choose` waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Until {
    /// The list is shown.
    List,
    /// The option is in it, or nothing more comes.
    Option,
    /// The list is not shown.
    Gone,
    /// The list was scrolled to its end, or to the option.
    End,
}

/// How far a list was gone through by scrolling.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Looked {
    /// Options seen.
    pub(crate) options: u64,
    /// The last of them.
    pub(crate) last: String,
    /// Whether that is the end of the list.
    pub(crate) end: bool,
}

/// Arguments of `caret`.
#[derive(Debug, Serialize)]
pub(crate) struct CaretArgs<'a> {
    pub(crate) target: &'a Expected,
    /// Selects what the element holds.
    pub(crate) all: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) seen: Seen,
    #[serde(default)]
    pub(crate) by: Option<String>,
    pub(crate) prevented: bool,
    pub(crate) changed: bool,
    #[serde(default)]
    pub(crate) checked: Option<bool>,
    /// Nothing has changed, and what the handlers queued may change something yet.
    #[serde(default)]
    pub(crate) more: bool,
}

/// How a value got into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FillMethod {
    Insert,
    Synthetic,
}

/// Every `state` that the script may answer with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum Answer {
    // Refusals that waiting cannot change.
    Document,
    Gone,
    Changed {
        role: String,
        name: String,
    },
    Kind {
        is: String,
    },
    Option {
        options: Vec<String>,
    },
    Value {
        why: String,
    },
    // Refusals that may go away.
    Hidden,
    Disabled,
    Readonly,
    Moving,
    Outside,
    Covered {
        by: String,
        transient: bool,
    },
    // What went well.
    Ready(ReadyAnswer),
    Filled {
        method: FillMethod,
        changed: bool,
        #[serde(default)]
        now: Option<String>,
        #[serde(default)]
        rest: Option<String>,
    },
    Click {
        checked: bool,
        wanted: bool,
    },
    Files {
        id: u32,
        multiple: bool,
    },
    Selector {
        path: Vec<String>,
    },
    Area(Area),
    Located(Located),
    // Of `choose`.
    Native,
    Closed {
        doc: String,
        found: Found,
        now: String,
        #[serde(default)]
        field: Option<Box<Found>>,
    },
    Missing {
        doc: String,
        options: Vec<String>,
        now: String,
        #[serde(default)]
        field: Option<Box<Found>>,
        #[serde(default)]
        looked: Option<Looked>,
    },
    Choice {
        doc: String,
        found: Found,
        chosen: bool,
        several: bool,
    },
    Done,
}

/// Something that scrolls.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Area {
    pub(crate) page: bool,
    pub(crate) at: Option<[f64; 2]>,
    pub(crate) size: [f64; 2],
    pub(crate) position: [f64; 2],
    pub(crate) room: [f64; 4],
}

/// `ready` of `prepare` (with boxes) or of `through` (a point only).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct ReadyAnswer {
    pub(crate) x: f64,
    pub(crate) y: f64,
    #[serde(default)]
    pub(crate) rect: [f64; 4],
    #[serde(default)]
    pub(crate) page: [f64; 4],
    #[serde(default = "nothing")]
    pub(crate) expects: Expects,
    #[serde(default)]
    pub(crate) checked: Option<bool>,
}

fn nothing() -> Expects {
    Expects::Nothing
}

impl From<ReadyAnswer> for Prepared {
    fn from(ready: ReadyAnswer) -> Self {
        let ReadyAnswer {
            x,
            y,
            rect,
            page,
            expects,
            checked,
        } = ready;
        Self {
            x,
            y,
            rect,
            page,
            expects,
            checked,
        }
    }
}

/// Answer of `wait`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Waited {
    /// Whether the condition came true.
    Found { found: bool },
    /// The condition cannot be looked for: a selector that is none.
    Refused { why: String },
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageFacts {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) scroll_x: f64,
    pub(crate) scroll_y: f64,
    pub(crate) content_width: f64,
    pub(crate) content_height: f64,
}

/// Answer of `describe`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum DescribeAnswer {
    Described(Box<Described>),
    Refused(Answer),
}

/// Encodes arguments; they are plain data, so this fails only on a fault of ours.
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
            format!("the in-page script answered `{method}` in an unknown form"),
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
                transient: false
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
