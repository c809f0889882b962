//! Scripts of the caller's beside ours: `injected/src/scripts`.

use super::args::Expected;
use super::{Answer, Called};
use serde::{Deserialize, Serialize};

/// Arguments of `run`.
#[derive(Debug, Serialize)]
pub(crate) struct RunArgs<'a> {
    pub(crate) name: &'a str,
    /// JSON.
    pub(crate) args: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) root: Option<&'a Expected>,
}

/// An element that a script named.
#[derive(Debug, Deserialize)]
pub(crate) struct NamedElement {
    pub(crate) id: u32,
    #[serde(flatten)]
    pub(crate) called: Called,
}

/// Answer of `run`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum RunAnswer {
    Run(Ran),
    /// The element is not the one that was meant.
    Refused(Answer),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum Ran {
    #[serde(rename = "ran")]
    Answered {
        doc: String,
        url: String,
        /// JSON.
        value: String,
        elements: Vec<NamedElement>,
    },
    Missing,
    Large {
        length: u64,
    },
    Threw {
        text: String,
    },
}
