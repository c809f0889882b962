//! Answers to questions that change nothing: what a frame draws, is waiting for, reads and calls its elements.

use super::Answer;
use crate::locator::Step;
use crate::report::{Described, TextReport};
use serde::Deserialize;

/// How the content of a frame is drawn in the viewport of the parent frame, in CSS pixels.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct OwnerBox {
    /// Where its left top corner is, and by how much a pixel of it to the right leads to the right and down, and one down.
    pub(crate) place: [f64; 6],
    /// Whether that holds for all of it.
    pub(crate) exact: bool,
    /// Left, top, right and bottom of its visible part.
    pub(crate) shown: [f64; 4],
}

/// Answer of `boxes`. Null for a node that is not visible.
#[derive(Debug, Deserialize)]
pub(crate) struct Boxes {
    /// Left, top, right and bottom.
    pub(crate) boxes: Vec<Option<[f64; 4]>>,
    pub(crate) owners: Vec<Option<OwnerBox>>,
}

/// Answer of `source`.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum SourceAnswer {
    Source { data: String },
    Other { r#type: String },
    Large { bytes: u64 },
    Late,
    Kept,
}

/// Answer of `texts`: what a frame draws as text, in the order of the document.
#[derive(Debug, Deserialize)]
pub(crate) struct Texts {
    /// Each with left, top, right and bottom. Null for one that must be hidden in any case.
    #[serde(rename = "texts")]
    pub(crate) drawn: Vec<(Option<String>, f64, f64, f64, f64)>,
    pub(crate) owners: Vec<Option<OwnerBox>>,
    /// Whether there are more.
    pub(crate) cut: bool,
}

/// Answer of `wait`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Waited {
    /// Whether the condition came true.
    Found { found: bool },
    /// The condition is invalid, for example a malformed selector.
    Refused { why: String },
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageFacts {
    pub(crate) doc: String,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) scroll_x: f64,
    pub(crate) scroll_y: f64,
    /// Where the document begins, in its own coordinates: before zero where it runs to the left, or up.
    pub(crate) content_left: f64,
    pub(crate) content_top: f64,
    pub(crate) content_width: f64,
    pub(crate) content_height: f64,
    /// Device pixels for a CSS pixel.
    pub(crate) density: f64,
}

/// Answer of `readText`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum ReadTextAnswer {
    Read(TextReport),
    Refused(Answer),
}

/// Answer of `describe`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum DescribeAnswer {
    Described(Box<Described>),
    Refused(Answer),
}

/// Answer of `lasting`: how an element can be found again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Lasting {
    pub(crate) doc: String,
    pub(crate) id: u32,
    pub(crate) role: String,
    pub(crate) name: String,
    pub(crate) tag: String,
    pub(crate) r#type: String,
    pub(crate) secret: bool,
    pub(crate) text: String,
    pub(crate) path: Vec<String>,
    pub(crate) closed: bool,
    pub(crate) ways: Vec<LastingWay>,
    pub(crate) native: crate::report::NativeLocator,
}

/// A chain that leads to the element, or to several of which it is the `nth`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct LastingWay {
    pub(crate) steps: Vec<Step>,
    #[serde(default)]
    pub(crate) nth: Option<u32>,
}
