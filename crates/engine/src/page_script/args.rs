//! The arguments of the in-page script's methods. Each becomes one JSON object.

use super::LandingArgs;
use crate::input::Point;
use crate::options::{PictureView, Spot, TextSide, TextUnit};
use serde::Serialize;

/// A node as the engine remembers it and expects to find it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Expected {
    pub(crate) doc: String,
    pub(crate) id: u32,
    pub(crate) role: String,
    pub(crate) name: String,
    /// The origins that its document may have; any if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) origins: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct TextsArgs {
    /// Frame owners.
    pub(crate) owners: Vec<u32>,
    /// The whole document, not only the viewport.
    pub(crate) whole: bool,
}

/// The action that the target is prepared for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ActionKind {
    Click,
    Touch,
    Hover,
    Drag,
    /// A drag that may end in any document.
    Pull,
    Drop,
    Focus,
    View,
}

#[derive(Debug, Default, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct WalkArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) root: Option<&'a Expected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selector: Option<&'a str>,
    /// Asks the page to keep the walk. Cannot be combined with other options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<KnownWalk<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) attributes: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) everything: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) bounds: bool,
    /// Shows text that a person cannot see too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unseen: bool,
}

/// What `read` reads.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ReadArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) root: Option<&'a Expected>,
    pub(crate) main: bool,
    pub(crate) plain: bool,
    /// Also text that a person cannot see.
    pub(crate) unseen: bool,
}

/// What `source` gives.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceArgs<'a> {
    pub(crate) r#type: &'a str,
    pub(crate) most: usize,
    pub(crate) timeout_ms: u64,
}

/// The walk of a document that the engine already has. The answer contains only the differences.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub(crate) struct KnownWalk<'a> {
    pub(crate) doc: &'a str,
    /// 0 if there is none.
    pub(crate) serial: u32,
}

/// Where on the target an action acts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Aim {
    /// A point of the element's box.
    Spot(Spot),
    /// A point of its frame's viewport, which is not scrolled for it.
    Sighted {
        #[serde(rename = "inView")]
        in_view: [f64; 2],
    },
}

impl Aim {
    /// The point of the element's box, if it is one.
    pub(crate) fn spot(self) -> Option<Spot> {
        match self {
            Self::Spot(spot) => Some(spot),
            Self::Sighted { .. } => None,
        }
    }

    /// A point of the viewport of a frame.
    pub(crate) fn sighted(at: Point) -> Self {
        Self::Sighted { in_view: [at.x, at.y] }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct PrepareArgs<'a> {
    pub(crate) target: &'a Expected,
    pub(crate) action: ActionKind,
    pub(crate) attempt: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) restless: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<Aim>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) force: bool,
    /// How far apart two fingers are to go down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) apart: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct FillArgs<'a> {
    pub(crate) target: &'a Expected,
    #[serde(flatten)]
    pub(crate) wanted: &'a Wanted,
    /// How long an option of a select is waited for.
    #[serde(rename = "waitMs")]
    pub(crate) wait_ms: u64,
    /// Whether the value is to be set without a key, and the page told of none.
    pub(crate) plain: bool,
}

/// Arguments of `becomes`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BecomesArgs<'a> {
    pub(crate) target: &'a Expected,
    pub(crate) wanted: bool,
    /// Whether any state but mixed ends the wait.
    pub(crate) definite: bool,
    pub(crate) timeout_ms: u64,
}

/// The value to put into a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wanted {
    /// A value in the form that [`crate::Session::fill`] takes.
    Value(String),
    /// The options of a select, by label or value.
    Options(Vec<String>),
    /// Whether it is checked.
    Check(bool),
}

impl Wanted {
    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::Value(text) => Some(text.clone()),
            Self::Options(_) | Self::Check(_) => None,
        }
    }
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
#[serde(rename_all = "camelCase")]
pub(crate) struct SeekArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<&'a Expected>,
    pub(crate) axis: Axis,
    /// Up or to the left.
    pub(crate) back: bool,
    pub(crate) text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) amount: Option<f64>,
    /// Whether a new search begins. Otherwise the last one goes on.
    pub(crate) first: bool,
    pub(crate) limit_ms: u64,
}

#[derive(Debug, Serialize)]
pub(crate) struct ScrolledArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
pub(crate) struct TargetArgs<'a> {
    pub(crate) target: &'a Expected,
}

#[derive(Debug, Serialize)]
pub(crate) struct ActivatedArgs<'a> {
    pub(crate) target: &'a Expected,
    /// What it would be filled with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<&'a str>,
    /// The options that would be chosen of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<&'a [String]>,
    /// By a key that chooses, not by a press.
    #[serde(rename = "byKey", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) by_key: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct DragArgs<'a> {
    #[serde(flatten)]
    pub(crate) landing: LandingArgs<'a>,
    /// The point of the dragged element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<Aim>,
    /// The keys that are held.
    pub(crate) modifiers: u8,
}

#[derive(Debug, Serialize)]
pub(crate) struct ThroughArgs<'a> {
    pub(crate) id: u32,
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Whether input at the point must reach the owner.
    pub(crate) hit: bool,
    /// Whether nothing is scrolled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) stay: bool,
    /// Further points to convert, which need not be in view.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) corners: &'a [[f64; 2]],
}

#[derive(Debug, Serialize)]
pub(crate) struct NodeArgs {
    pub(crate) id: u32,
}

#[derive(Debug, Clone, Serialize)]
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
    /// Whether to include nodes outside the viewport.
    pub(crate) whole: bool,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct OutcomeArgs {
    /// How many releases of a mouse button the page waits for before it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<u8>,
}

/// Arguments of `held`.
#[derive(Debug, Serialize)]
pub(crate) struct HeldArgs<'a> {
    /// Without it, what keys without a target go to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<&'a Expected>,
    /// The expected value. The answer contains the actual value only if it differs.
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
    /// Whether the option's text was typed into the field of the list.
    pub(crate) typed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<Until>,
    pub(crate) rest_ms: u64,
    pub(crate) timeout_ms: u64,
}

/// What `choose` waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Until {
    /// The list is visible.
    List,
    /// The option is in the list, or no more options appear.
    Option,
    /// The list is not visible.
    Gone,
    /// The list was scrolled to its end or to the option.
    End,
}

/// Arguments of `caret`.
#[derive(Debug, Serialize)]
pub(crate) struct CaretArgs<'a> {
    pub(crate) target: &'a Expected,
    /// Whether to select the element's content.
    pub(crate) all: bool,
}

/// Arguments of `keys`.
#[derive(Debug, Serialize)]
pub(crate) struct KeysArgs<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<&'a Expected>,
}

/// Arguments of `typed`.
#[derive(Debug, Serialize)]
pub(crate) struct TypedArgs {
    /// Whether no further key comes.
    pub(crate) last: bool,
    /// Whether it comes at once.
    pub(crate) next: bool,
}

/// Arguments of `witness`.
#[derive(Debug, Serialize)]
pub(crate) struct WitnessArgs<'a> {
    pub(crate) doc: &'a str,
    pub(crate) clicks: usize,
}

/// Arguments of `page` while a picture is taken.
#[derive(Debug, Serialize)]
pub(crate) struct PictureArgs {
    /// The picture's number.
    pub(crate) picture: u64,
}

/// Arguments of `scrollBack`.
#[derive(Debug, Serialize)]
pub(crate) struct ScrollBackArgs {
    /// The number of a picture.
    pub(crate) picture: u64,
    /// How far the page was scrolled before it.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// The size of the viewport.
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Arguments of `point`.
#[derive(Debug, Serialize)]
pub(crate) struct PointArgs<'a> {
    pub(crate) x: f64,
    pub(crate) y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<u64>,
    /// For the main frame: what the picture showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seen: Option<&'a PictureView>,
    /// Whether a frame counts as an element.
    pub(crate) stay: bool,
}

/// Arguments of `selectText`.
#[derive(Debug, Serialize)]
pub(crate) struct SelectTextArgs<'a> {
    pub(crate) target: &'a Expected,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nth: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unit: Option<TextUnit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) caret: Option<TextSide>,
    /// Only where a part of the element is in view and it has the text; else the answer is `Outside`.
    #[serde(rename = "inView")]
    pub(crate) in_view: bool,
}

/// Arguments of `paste` and `drop`.
#[derive(Debug, Serialize)]
pub(crate) struct TransferArgs<'a> {
    pub(crate) target: &'a Expected,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) html: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<&'a str>,
    pub(crate) files: bool,
}

/// The element to make locators for.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LastingArgs<'a> {
    pub(crate) target: &'a Expected,
    /// The attribute that holds test ids.
    pub(crate) test_id: &'a str,
}
