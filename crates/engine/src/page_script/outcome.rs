//! What a document saw of an input.

use super::Checked;
use serde::Deserialize;

/// Whether the page received the input at the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seen {
    Hit,
    Missed,
    None,
}

/// What is known of the target of a press, at the release, that no click followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unclicked {
    /// It has left the document.
    Gone,
    /// It is hidden, or takes no pointer.
    Hidden,
    Disabled,
    /// It is not under the pointer any more.
    Moved,
    Covered,
    /// It is under the pointer, but something else has captured that.
    Captured,
    /// What was pressed inside of it was replaced.
    Replaced,
    /// It was released there all the same.
    Unmatched,
    /// The document saw no release.
    Unreleased,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of an answer in JSON")]
pub(crate) struct Outcome {
    /// The document that answers.
    pub(crate) doc: String,
    /// How many clicks reached the target. Of a drag: 1 if it ended in this document.
    pub(crate) arrived: u8,
    /// When the drag or touch ended, its element or the one that it was to end on had left the document.
    #[serde(default)]
    pub(crate) astray: bool,
    /// An HTML drag did not begin, or ended without a drop in this document.
    #[serde(default)]
    pub(crate) undropped: bool,
    /// An HTML drag ended with a drop, which the page has accepted.
    #[serde(default)]
    pub(crate) dropped: bool,
    /// Of a touch: a `dblclick` followed.
    #[serde(default)]
    pub(crate) doubled: bool,
    /// Whether the target is disabled: if it was missed, since before the press; a forced click did not reach it; or a click that did
    /// disabled it.
    #[serde(default)]
    pub(crate) disabled: bool,
    /// Whether the target has left the document.
    pub(crate) gone: bool,
    pub(crate) seen: Seen,
    /// What was hit in place of the target, or covers it.
    #[serde(default)]
    pub(crate) by: Option<String>,
    #[serde(default)]
    pub(crate) unclicked: Option<Unclicked>,
    /// Whether the page did that in its own listeners for the press.
    #[serde(default)]
    pub(crate) answered: bool,
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
