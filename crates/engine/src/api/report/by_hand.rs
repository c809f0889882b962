//! What the user does by hand in the pages of a session.

use super::{DialogKind, LocatorReport};
use crate::api::json::EpochMillis;
#[cfg(feature = "schema")]
use crate::api::json::Millis;
use serde::Serialize;
use std::time::SystemTime;

words! {
    /// What the user did, or what came of it.
    pub enum UserDeed {
        /// Clicked on an element.
        Click = "click",
        /// Changed what a field of text holds: by keys, pasting or choosing.
        Fill = "fill",
        /// Checked or unchecked a checkbox, or chose a radio button.
        Check = "check",
        /// Chose options of a `select`.
        Select = "select",
        /// Pressed a key or a chord that is no part of a text.
        Press = "press",
        /// Chose files.
        Upload = "upload",
        /// Dragged an element onto another one, or along a path.
        Drag = "drag",
        /// A document has begun in the page: the user has gone there, or a step led there.
        Document = "document",
        /// Something has appeared after a step: a message, a dialog of the page, a heading.
        Seen = "seen",
        /// Answered a dialog of the browser.
        Dialog = "dialog",
        /// A page was opened.
        Opened = "opened",
        /// A page was closed.
        Closed = "closed",
    }
}

/// A point in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UserPoint {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Something that the user did. All texts are the page's or the user's: quote them before you show them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UserStep {
    /// Its number, which grows.
    pub id: u64,
    /// When it was told, in milliseconds since the epoch.
    #[serde(serialize_with = "EpochMillis::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub at: SystemTime,
    /// The number of its page.
    pub page: u32,
    /// What it is.
    pub deed: UserDeed,
    /// The element, as it was before the page changed by the step. Its `uid` is empty, and `unique` says only whether it needs no
    /// place in a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<LocatorReport>,
    /// Of a drag: the element that it ended on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<LocatorReport>,
    /// Whether the element is in a frame that could not be found any more, so that its locator leads nowhere.
    pub frame_lost: bool,
    /// Of a click: `left`, `middle` or `right`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
    /// Of a click: how many there were in a row. Each of them is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Of a click: the keys that were held.
    pub modifiers: Vec<String>,
    /// Where on the element, from its top left corner: of a click on one without parts, such as a `canvas`, and of a drag by `path`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_point: Option<UserPoint>,
    /// Of a drag that ends on no element: the way of the pointer, each point from where it was pressed.
    pub path: Vec<UserPoint>,
    /// Of `fill`: what the field holds; absent for a secret. Of `seen`: its text. Of `dialog`: its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether what was typed is a secret, which has not left the page.
    pub secret: bool,
    /// Whether the text is longer.
    pub cut: bool,
    /// Of `check`: the new state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Of `select`: the labels of all chosen options.
    pub options: Vec<String>,
    /// Of `press`: the key or chord.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Of `upload`: the names of the files. A page does not know their folder.
    pub files: Vec<String>,
    /// Of `document` and `opened`: the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Of `document`: `navigate`, `reload` or `back_forward`; `back` or `forward` for a step within the document, which was
    /// taken by the browser's own controls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// Of `document`: whether the page asked for it, by a link, a form or a script; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_page: Option<bool>,
    /// Of `dialog`: its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogKind>,
    /// Of `dialog`: whether it was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
    /// Of `dialog`: what was typed into a prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Of `opened`: the page that opened it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opener: Option<u32>,
}

/// What the user did since a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UserStepsReport {
    /// The steps, oldest first.
    pub steps: Vec<UserStep>,
    /// The number of the newest one, to ask with next.
    pub last: u64,
    /// How many were left out since the user is watched, because there were too many.
    pub lost: u64,
}
