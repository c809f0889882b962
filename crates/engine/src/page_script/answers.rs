//! The answers of the in-page script's methods.

use super::{After, Area, Called, Checked, Mismatch, OtherOption, Over, Sought, Veiled};
use crate::locator::Step;
use crate::locator::wire::{Found, Located};
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
    pub(crate) checked: Option<Checked>,
}

/// Whether the page received the input at the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seen {
    Hit,
    Missed,
    None,
}

/// How far a list was searched by scrolling.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Looked {
    /// The number of options seen.
    pub(crate) options: u64,
    /// The last option seen.
    pub(crate) last: String,
    /// Whether it is the last one in the list.
    pub(crate) end: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of an answer in JSON")]
pub(crate) struct Outcome {
    /// The document that answers.
    pub(crate) doc: String,
    /// How many clicks reached the target. Of a drag: 1 if it ended in this document.
    pub(crate) arrived: u8,
    /// When the drag ended, its element or the one that it was to end on had left the document.
    #[serde(default)]
    pub(crate) astray: bool,
    /// An HTML drag did not begin, or ended without a drop in this document.
    #[serde(default)]
    pub(crate) undropped: bool,
    /// Whether the target is disabled, and a forced click did not reach it.
    #[serde(default)]
    pub(crate) disabled: bool,
    /// Whether the target has left the document.
    pub(crate) gone: bool,
    pub(crate) seen: Seen,
    #[serde(default)]
    pub(crate) by: Option<String>,
    pub(crate) prevented: bool,
    pub(crate) changed: bool,
    #[serde(default)]
    pub(crate) checked: Option<Checked>,
    /// Nothing has changed so far, but the page's handlers queued work that may change something.
    #[serde(default)]
    pub(crate) more: bool,
}

/// Answer of `witness`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Witnessed {
    pub(crate) doc: String,
    pub(crate) clicks: usize,
}

/// Answer of `guarded`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Guarded {
    /// The type of the first press that the document stopped.
    #[serde(default)]
    pub(crate) stopped: Option<String>,
}

/// What has the focus, where keys write nothing by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Bare {
    /// The document, and no element.
    Document,
    /// An element that is no field.
    Element,
}

/// How a value was put into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FillMethod {
    Insert,
    Synthetic,
}

/// What a page says about a control that is disabled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Disabled {
    /// Its description.
    pub(crate) says: Option<String>,
    /// Required fields near it that are empty.
    pub(crate) required: Vec<Called>,
    /// Areas near it that are not scrolled to their end.
    pub(crate) unread: Vec<String>,
    /// Whether it is not disabled itself, but its style keeps the pointer from it.
    pub(crate) untouchable: bool,
}

/// The control that most likely closes what covers an element.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Closer {
    pub(crate) doc: String,
    pub(crate) id: u32,
    #[serde(flatten)]
    pub(crate) called: Called,
}

/// A control that a press activates.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct ActivatedPart {
    pub(crate) role: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) bare: Option<String>,
    #[serde(default)]
    pub(crate) cut: bool,
}

/// Every `state` that the script may answer with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum Answer {
    // Refusals that waiting cannot change.
    Document,
    Gone,
    Changed(Called),
    Kind {
        is: String,
        /// What to do with it, if it is good for something.
        #[serde(default)]
        next: Option<String>,
    },
    Option {
        options: Vec<String>,
    },
    Value {
        why: String,
    },
    Origin {
        is: String,
    },
    Activated {
        origin: String,
        parts: Vec<ActivatedPart>,
        unknown: bool,
    },
    Beyond {
        width: f64,
        height: f64,
    },
    // Refusals that may disappear.
    Hidden {
        /// It has a box, and style clips away what would take the pointer.
        #[serde(default)]
        clipped: bool,
        /// What is around it is drawn.
        #[serde(default)]
        around: bool,
    },
    Disabled(Disabled),
    Readonly,
    Moving {
        #[serde(default)]
        ends: bool,
    },
    Outside,
    Covered {
        by: String,
        #[serde(default)]
        how: Veiled,
        transient: bool,
        #[serde(default)]
        closer: Option<Closer>,
    },
    // Successful answers.
    Ready(ReadyAnswer),
    Filled {
        method: FillMethod,
        changed: bool,
        #[serde(default)]
        now: Option<String>,
        #[serde(flatten)]
        mismatch: Mismatch,
        #[serde(default)]
        over: Option<usize>,
        #[serde(flatten)]
        after: After,
        #[serde(default)]
        rest: Option<String>,
        #[serde(default)]
        other: Option<OtherOption>,
    },
    Click {
        checked: Checked,
        wanted: bool,
    },
    /// An answer of `fill`: its keys are pressed.
    Slider {
        now: f64,
        min: f64,
        max: f64,
    },
    /// An answer of `fill`: options are chosen by `choose`.
    List,
    Became {
        #[serde(default)]
        checked: Option<Checked>,
        pending: bool,
    },
    Left {
        #[serde(default)]
        files: Option<usize>,
    },
    Files {
        id: u32,
        multiple: bool,
        folder: bool,
    },
    Opener,
    /// The end of a drag by script left the document during it.
    Astray,
    /// A drag by script ended, and what it was to end on did not accept a drop.
    Undropped,
    /// A drag by script did not get to where it was to end.
    Lost,
    Transferred {
        taken: bool,
        inserted: bool,
        changed: bool,
        #[serde(default)]
        now: Option<String>,
        /// The target is no field, and its grid has another cell selected.
        #[serde(default)]
        beside: bool,
    },
    Declined,
    Selector {
        path: Vec<String>,
    },
    Lasting(Box<Lasting>),
    Area(Area),
    Hovered {
        over: bool,
    },
    Painted {
        canvas: bool,
    },
    Selected {
        #[serde(default)]
        text: Option<String>,
        kept: bool,
    },
    Keys {
        #[serde(default)]
        into: Option<u32>,
        #[serde(default)]
        bare: Option<Bare>,
        /// The target is no field, and its grid has another cell selected.
        #[serde(default)]
        beside: bool,
    },
    Typed {
        keys: usize,
        #[serde(default)]
        moved: Option<String>,
        submitted: bool,
        /// What had the focus has left the document.
        #[serde(default)]
        gone: bool,
        /// A key on what takes no text has opened a field, which got the rest.
        #[serde(default)]
        opened: bool,
        /// The page has passed the focus on from box to box of a code.
        over: Option<Over>,
    },
    Located(Located),
    Sought(Sought),
    // Answers of `choose`.
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
        now: String,
        /// `None` if the option does not say so.
        chosen: Option<bool>,
        several: bool,
    },
    Done {
        /// Of `caret`: the page keeps the caret itself, and it is where it was.
        #[serde(default)]
        kept: bool,
    },
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
    pub(crate) checked: Option<Checked>,
    /// The further points that `through` was to convert.
    #[serde(default)]
    pub(crate) corners: Vec<[f64; 2]>,
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
            ..
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
