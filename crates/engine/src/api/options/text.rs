//! Options of selecting text.

use super::ChangesOptions;
use crate::api::json::invalid;
use crate::error::Result;
use derive_setters::Setters;
use serde::Deserialize;

words! {
    /// What a selected part of a text is extended to.
    pub enum TextUnit {
        /// Whole words.
        Word = "word",
        /// Whole lines: up to the line breaks of a field, or to the ends of a paragraph.
        Line = "line",
    }
}

words! {
    /// A side of a part of a text.
    pub enum TextSide {
        /// Before its first character.
        Before = "before",
        /// After its last character.
        After = "after",
    }
}

/// Which part of an element's text to select. Without `text` and offsets, all of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct SelectTextOptions {
    /// This text, as the element shows it.
    #[setters(into)]
    pub text: Option<String>,
    /// Which occurrence of the text, from 0; negative from the end. Default: the first.
    pub nth: Option<i32>,
    /// From this offset, in UTF-16 code units of the shown text. Not with `text`.
    pub from: Option<u32>,
    /// To this offset; with `unit` the default is `from`, otherwise the end.
    pub to: Option<u32>,
    /// Extend the part to whole words or lines.
    pub unit: Option<TextUnit>,
    /// Put the caret to this side of the part, and select nothing.
    pub caret: Option<TextSide>,
    /// Report what selecting changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl SelectTextOptions {
    /// # Errors
    /// `InvalidInput` for options that exclude each other.
    pub(crate) fn check(&self) -> Result<()> {
        let refused = if self.text.is_some() && (self.from.is_some() || self.to.is_some()) {
            "give text, or from and to, not both"
        } else if self.text.as_deref() == Some("") {
            "text must not be empty"
        } else if self.nth.is_some() && self.text.is_none() {
            "nth counts occurrences of a text: give text"
        } else if self.from.zip(self.to).is_some_and(|(from, to)| from > to) {
            "from must not be greater than to"
        } else {
            return Ok(());
        };
        Err(invalid(refused.to_owned()))
    }
}
