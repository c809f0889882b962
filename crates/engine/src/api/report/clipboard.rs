//! What the clipboard holds.

use serde::{Deserialize, Serialize};

/// What the browser's clipboard holds, as a page gets it by a paste. All of it can be text of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ClipboardReport {
    /// The types of its contents, such as `text/plain` or `Files`, the first 100. Empty for an empty clipboard.
    pub types: Vec<String>,
    /// Its plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<ClipboardText>,
    /// Its markup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<ClipboardText>,
    /// Its files and pictures, the first 100, without their contents.
    pub files: Vec<ClipboardFile>,
}

/// A text of the clipboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ClipboardText {
    /// The text, or its first part.
    pub content: String,
    /// The length of the whole text in UTF-16 code units, as JavaScript counts.
    pub length: usize,
}

/// A file of the clipboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ClipboardFile {
    /// Its name.
    pub name: String,
    /// Its type, such as `image/png`; empty if the browser knows none.
    pub media_type: String,
    /// Its size in bytes.
    pub size: u64,
}
