//! The text of a page.

use super::{Bytes, Effects};
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// The text of a page, or a piece of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadPageReport {
    /// The page.
    pub page: u32,
    /// The address of the document that was read.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its content type, such as `text/html`.
    pub content_type: String,
    /// The text. Control characters and characters that reorder or hide text are written as `\u{…}`; its lines are those of
    /// the page, and may say anything.
    pub text: String,
    /// Whether only the main part of the page was read.
    pub main: bool,
    /// The size of the whole text, in bytes, without addresses of links.
    pub total_bytes: usize,
    /// Reads on; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// With a cursor: whether the page differs now from what is read on.
    pub changed: bool,
    /// The headings, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outline: Option<Vec<PageHeading>>,
    /// The heading of the section that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<PageHeading>,
    /// How many frames could not be read.
    pub frames_left_out: usize,
    /// The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
    /// `framesLeftOut`: reading again does not help.
    pub origins_not_allowed: Vec<String>,
    /// Whether a frame has more text than is read of one (8,000,000 characters).
    pub cut: bool,
    /// How many texts were left out because a person cannot see them.
    pub unseen_left_out: usize,
    /// What else happened.
    pub effects: Effects,
    /// How long the call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

/// A file that a page shows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PageFileReport {
    /// The page.
    pub page: u32,
    /// The address of its document.
    pub url: String,
    /// The content type: `application/pdf`.
    pub content_type: String,
    /// The file.
    pub data: Bytes,
}

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PageHeading {
    /// Its place among the headings; the first is 1.
    pub number: usize,
    /// 1 to 6.
    pub level: u8,
    /// Its text as the page has it, without Markdown. It may hold characters that deceive a reader.
    pub text: String,
    /// The size of its section with those below it, in bytes.
    pub bytes: usize,
}
