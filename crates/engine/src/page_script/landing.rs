//! What the page is asked about the end of a drag.

use super::args::Expected;
use crate::options::{Side, Spot};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize)]
pub(crate) struct LandingArgs<'a> {
    pub(crate) from: &'a Expected,
    pub(crate) to: &'a Expected,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<Spot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ask: Option<LandingAsk>,
}

/// What `landing` is asked, if it is not how a drag that rests goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LandingAsk {
    /// Whether the point that `prepare` aimed at is still good. Nothing scrolls.
    Peek,
    /// The drag has not been near the element yet, which is scrolled into view.
    Carry,
    /// How a drag from another document has ended in this one.
    End,
}

/// Answer of `landing`: the point to go to, if the drag is not where it has to be.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Correction {
    #[serde(default)]
    pub(crate) x: Option<f64>,
    #[serde(default)]
    pub(crate) y: Option<f64>,
    /// The drag is on the element already.
    #[serde(default)]
    pub(crate) on: bool,
    /// The element has no point that can be seen and reached.
    #[serde(default)]
    pub(crate) lost: bool,
    /// How the drag has ended in the document.
    #[serde(default)]
    pub(crate) ended: Option<DragEnded>,
}

/// How a drag has ended in a document where it did not begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum DragEnded {
    Drop,
    Release,
}

/// Answer of `landed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Landed {
    /// Whether the dragged element is on the side that was asked for, if that can be told.
    #[serde(default)]
    pub(crate) beside: Option<bool>,
}
