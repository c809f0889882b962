//! Content from outside of the page: pastes, drops, the clipboard.

use super::ChangesOptions;
use super::pointer::Spot;
use crate::api::json::invalid;
use crate::error::Result;
use derive_setters::Setters;
use serde::Deserialize;
use std::path::PathBuf;

/// The longest text and markup together, in bytes.
const MOST: usize = 10 * 1024 * 1024;

/// What is pasted or dropped. At least one field is needed. A page takes what it understands of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct TransferContent {
    /// Plain text (`text/plain`).
    #[setters(into)]
    pub text: Option<String>,
    /// Markup (`text/html`), as from another web page.
    #[setters(into)]
    pub html: Option<String>,
    /// An address (`text/uri-list`), as of a dragged link.
    #[setters(into)]
    pub url: Option<String>,
    /// Files, such as pictures. Paths are local to the browser.
    pub files: Vec<PathBuf>,
}

impl TransferContent {
    /// # Errors
    /// `InvalidInput` for nothing, and for more than 10 MiB of text.
    pub(crate) fn check(&self) -> Result<()> {
        let texts = [&self.text, &self.html, &self.url];
        if texts.iter().all(|text| text.is_none()) && self.files.is_empty() {
            return Err(invalid("give text, html, url or files".to_owned()));
        }
        if texts.into_iter().flatten().map(String::len).sum::<usize>() > MOST {
            return Err(invalid(
                "text, html and url are longer than 10 MiB together; give a file".to_owned(),
            ));
        }
        Ok(())
    }
}

/// How to drop content on an element.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct DropOptions {
    /// Where on the element. Default: a point near its middle that hits it.
    pub at: Option<Spot>,
    /// Report what the drop changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

/// How to read the clipboard.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ClipboardOptions {
    /// How much of each text to return, in UTF-16 code units, at most 1,000,000. Default: 20,000.
    pub max_length: Option<usize>,
}
