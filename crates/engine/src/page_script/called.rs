//! How the script calls an element.

use crate::snapshot::Meaning;
use serde::Deserialize;

/// An element that an answer names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Called {
    pub(crate) role: String,
    pub(crate) name: String,
    /// Whether a person cannot see words of its name.
    #[serde(default)]
    pub(crate) unseen: bool,
}

impl Called {
    /// What it is for a reader.
    pub(crate) fn meaning(&self) -> Meaning<'_> {
        Meaning {
            role: &self.role,
            name: &self.name,
            unseen: self.unseen,
        }
    }
}
