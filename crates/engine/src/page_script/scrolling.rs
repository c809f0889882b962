//! What the in-page script answers of wheels and areas that scroll.

use crate::locator::wire::Found;
use serde::Deserialize;

/// How far the search for a text in an area is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Sought {
    pub(crate) doc: String,
    pub(crate) page: bool,
    /// How far it has scrolled since the search began, and how far it can still scroll.
    pub(crate) moved: f64,
    pub(crate) room: f64,
    /// The area is at its end and showed no more there.
    pub(crate) end: bool,
    #[serde(default)]
    pub(crate) found: Option<Found>,
}

/// A scrollable area.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Area {
    pub(crate) page: bool,
    pub(crate) at: Option<[f64; 2]>,
    pub(crate) size: [f64; 2],
    pub(crate) position: [f64; 2],
    pub(crate) room: [f64; 4],
    /// What became of the wheel, if one has reached it.
    #[serde(default)]
    pub(crate) wheel: Option<WheelCame>,
    /// It has left the document.
    #[serde(default)]
    pub(crate) gone: bool,
}

/// Answer of `wheeled`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(crate) struct Wheeled {
    pub(crate) moved: [f64; 2],
    pub(crate) room: [f64; 4],
    pub(crate) page: bool,
    /// A listener of the page kept the browser from scrolling.
    #[serde(default)]
    pub(crate) taken: bool,
}

/// What became of a wheel that an area got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum WheelCame {
    Arrived,
    /// A listener of the page kept the browser from scrolling.
    Taken,
}
