//! States of fields in the answers of the in-page script.

use serde::Deserialize;

/// The state of a checkbox, radio button, switch or option. Mixed is neither of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Checked {
    True,
    False,
    Mixed,
}

impl Checked {
    pub(crate) const fn of(checked: bool) -> Self {
        if checked { Self::True } else { Self::False }
    }

    /// `None` if it is mixed.
    pub(crate) const fn definite(self) -> Option<bool> {
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            Self::Mixed => None,
        }
    }
}

/// What else an option's words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OtherOption {
    /// The value of another option. The one with this label was chosen.
    Value,
    /// The label of another option, but for case. The one with this value was chosen.
    Label,
}
