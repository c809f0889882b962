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
#[expect(clippy::struct_excessive_bools, reason = "independent facts of an answer in JSON")]
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
    /// It is a slider, with this least and greatest value and this step.
    #[serde(default)]
    range: Option<Box<[String; 3]>>,
    /// It has a list of options.
    #[serde(default)]
    list: bool,
    /// The page cancelled the event that announced the text, and nothing was put in.
    #[serde(default)]
    cancelled: bool,
    /// So many lines went in, and of how many, as the time was over.
    #[serde(default)]
    stopped: Option<[usize; 2]>,
    /// It has the value, and its list of options is open.
    #[serde(default)]
    searches: bool,
}

/// What an element is like after a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct After {
    /// It is no field, and its text is as it was.
    #[serde(default)]
    pub(crate) unwritten: bool,
    /// It is a field, and holds what it held before the keys.
    #[serde(default)]
    pub(crate) untaken: bool,
    /// It is a field whose list is open, and the focus is elsewhere.
    #[serde(default)]
    pub(crate) open: bool,
}

/// What is said of a text in a field whose list is open, and of one that a field with a list did not keep.
const LIST: &str = "It has a list, and a text alone may be no choice: select one of its options.";
/// What is said of a text that the page refused.
const CANCELLED: &str =
    "The page refused it: it cancelled the beforeinput event. Type it key by key to see what the page takes of it.";

impl Mismatch {
    /// What it says of a text that was written.
    pub(crate) const fn wrote(&self) -> Wrote {
        if self.lost { Wrote::Lost } else { Wrote::Kept }
    }

    /// What to do about it.
    pub(crate) fn advice(&self) -> Option<String> {
        let again = "select its text with Control+A and type it key by key";
        let quoted = |text: &str| quote(&shorten(text, 80));
        if let (Some(range), true) = (&self.range, self.lost) {
            let [min, max, step] = range.each_ref().map(|part| quoted(part));
            return Some(format!("It is a slider from {min} to {max} in steps of {step}."));
        }
        if let Some([done, all]) = self.stopped {
            return Some(format!(
                "The page took {done} of {all} lines in the time of the call: empty it, and paste the text, which goes in at once."
            ));
        }
        Some(match (&self.placeholder, &self.pattern) {
            _ if self.searches => LIST.to_owned(),
            _ if !self.lost || self.tail => return None,
            _ if self.cancelled => CANCELLED.to_owned(),
            _ if self.list => LIST.to_owned(),
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
