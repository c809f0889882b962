//! What the in-page script says of a text that was written into a field.

use crate::text::{quote, shorten};
use serde::Deserialize;

/// What became of a text that was written into a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Wrote {
    /// None was, or not into this field alone.
    #[default]
    Nothing,
    /// The field has it, perhaps in another form.
    Kept,
    /// The field has another value.
    Lost,
}

/// Whether a field has another value than the given one, and what it says of the form of its values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Mismatch {
    /// It has another value, and not in another form only.
    #[serde(default)]
    lost: bool,
    #[serde(default)]
    placeholder: Option<String>,
    #[serde(default)]
    pattern: Option<String>,
    /// There are spin buttons for the parts of the value.
    #[serde(default)]
    parts: bool,
    /// It has the end of the given value: the page may keep the beginning elsewhere, such as the country of a telephone number.
    #[serde(default)]
    tail: bool,
}

/// What an element is like after a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct After {
    /// It is no field, and its text is as it was.
    #[serde(default)]
    pub(crate) unwritten: bool,
    /// It is a field whose list is open, and the focus is elsewhere.
    #[serde(default)]
    pub(crate) open: bool,
}

impl Mismatch {
    /// What it says of a text that was written.
    pub(crate) const fn wrote(&self) -> Wrote {
        if self.lost { Wrote::Lost } else { Wrote::Kept }
    }

    /// What to do about it.
    pub(crate) fn advice(&self) -> Option<String> {
        let again = "select its text with Control+A and type it key by key";
        let quoted = |text: &str| quote(&shorten(text, 80));
        Some(match (&self.placeholder, &self.pattern) {
            _ if !self.lost || self.tail => return None,
            _ if self.parts => "Its parts are spin buttons beside it: type each part in its own.".to_owned(),
            (Some(placeholder), _) => format!("Its placeholder is {}: {again}, in that form.", quoted(placeholder)),
            (None, Some(pattern)) => format!("Its pattern is {}: {again}, in that form.", quoted(pattern)),
            (None, None) => format!("If it is to have the given value, {again}, in the form that the page shows."),
        })
    }
}

/// The boxes of a code that got a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Over {
    pub(crate) fields: usize,
    /// What they hold, if that is no secret.
    #[serde(default)]
    pub(crate) text: Option<String>,
}

impl Over {
    /// What is said of them.
    pub(crate) fn notice(fields: usize) -> String {
        format!("The text is spread over {fields} fields, of which each has a part.")
    }
}
