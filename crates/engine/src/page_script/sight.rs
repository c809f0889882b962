//! What is at a point, and what has the focus.

use crate::locator::wire::Found;
use serde::Deserialize;

/// Answer of `point`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum Pointed {
    /// The element there.
    At { doc: String, found: Found, x: f64, y: f64 },
    /// A child frame, with the point in its viewport.
    Frame { owner: u32, inner: [f64; 2], x: f64, y: f64 },
    /// The point is not in the viewport.
    Beside { x: f64, y: f64, width: f64, height: f64 },
    /// The page is not as the picture showed it.
    Past { why: Past },
}

/// How a page differs from a picture of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Past {
    Document,
    Resized,
    Scrolled,
}

/// Answer of `focus`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "on", rename_all = "lowercase")]
pub(crate) enum Focused {
    Nothing {
        /// That of the document.
        origin: String,
    },
    Element {
        /// The owner of a child frame that has the focus. Its document tells the element.
        #[serde(default)]
        frame: Option<u32>,
        #[serde(default)]
        doc: Option<String>,
        #[serde(default)]
        found: Option<Box<Found>>,
    },
}
