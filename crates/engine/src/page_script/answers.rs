//! The answers of the in-page script's methods.

use super::{After, Area, Called, Checked, Lasting, Mismatch, OtherOption, Over, ReadyAnswer, Sought, Veiled};
use crate::backend::FrameId;
use crate::locator::wire::{Found, Located};
use serde::Deserialize;

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

/// The key that brings a range to its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum LastKey {
    ArrowUp,
    ArrowDown,
}

impl LastKey {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ArrowUp => "ArrowUp",
            Self::ArrowDown => "ArrowDown",
        }
    }
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
    /// Whether it is not disabled itself, but inert, with nothing open that would say why.
    pub(crate) inert: bool,
}

/// The control that most likely closes what covers an element; with [`Veiled::Over`], what covers it itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Closer {
    pub(crate) doc: String,
    pub(crate) id: u32,
    #[serde(flatten)]
    pub(crate) called: Called,
    /// Its frame, if it is not that of the covered element.
    #[serde(skip)]
    pub(crate) frame: Option<FrameId>,
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
        /// It is in the box of the element, and not on the element.
        #[serde(default)]
        inside: bool,
        /// What is around the element clips it there. Left, top, right and bottom of the part that shows, in whole pixels of its box.
        #[serde(default)]
        shown: Option<[i64; 4]>,
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
        /// Where the pointer could go: what covers may be shown because of where it is.
        #[serde(default)]
        away: Option<[f64; 2]>,
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
        key: Option<LastKey>,
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
    /// An answer of `fill`: an editor that keeps its text itself is filled by a key and a paste.
    Editor,
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
        /// The page prevented the browser's paste, and the field holds what it held before.
        #[serde(default)]
        kept: bool,
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
        found: Box<Found>,
        now: String,
        #[serde(default)]
        field: Option<Box<Found>>,
        #[serde(default)]
        holds: String,
    },
    Missing {
        doc: String,
        options: Vec<String>,
        now: String,
        #[serde(default)]
        field: Option<Box<Found>>,
        #[serde(default)]
        holds: String,
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
        /// `chosen` may only mean that the arrow keys are at the option, which the pointer over this one tells.
        #[serde(default)]
        other: Option<Box<Found>>,
    },
    Done {
        /// Of `caret`: the page keeps the caret itself, and it is where it was.
        #[serde(default)]
        kept: bool,
    },
}
