//! Reports about the tools that pages offer to agents (`WebMCP`, W3C Web Machine Learning Community Group).

use super::Effects;
use crate::api::json::Millis;
use serde::Serialize;
use std::time::Duration;

/// A tool that a document offers. All its texts are the page's: quote them before showing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub struct PageTool {
    /// The name, unique in its document; at most 200 characters.
    pub name: String,
    /// The title; empty if there is none.
    pub title: String,
    /// What it does, as the page says; at most 2,000 characters.
    pub description: String,
    /// JSON Schema of its input, as JSON. Absent if there is none, or one of more than 20,000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The origin of the document.
    pub origin: String,
    /// Whether that is the page's main document, and not a frame.
    pub main_frame: bool,
    /// Whether the page says that it only reads.
    pub read_only: bool,
    /// Whether the page says that it answers content of others.
    pub untrusted_content: bool,
    /// Whether the page says that what it does is hard to undo, such as a payment.
    pub consequential: bool,
}

/// The tools that a page and its frames offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PageToolsReport {
    /// The page's number.
    pub page: u32,
    /// The tools, those of the main document first.
    pub tools: Vec<PageTool>,
    /// How many tools are left out: a document may have 100, and a page 500.
    pub more: usize,
    /// How many frames did not answer.
    pub frames_left_out: usize,
}

/// What a tool of the page answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PageToolReport {
    /// Its answer, usually JSON; at most 50,000 UTF-16 code units. Absent if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the answer is longer.
    pub cut: bool,
    /// What the tool threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The origin of the document that was asked.
    pub origin: String,
    /// What else happened.
    pub effects: Effects,
    /// How long it took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}
