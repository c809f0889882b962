//! Reports of films.

use serde::Serialize;

/// What a part of a film has become.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FilmPart {
    /// The answer of the caller's script. Absent if the page drew nothing in the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the page drew what is left out, because texts that no picture may show could not be painted over.
    pub withheld: bool,
}
