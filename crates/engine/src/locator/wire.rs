//! The request to the in-page script for a locator's matches, and its answer. `injected/src/locator/protocol.ts` is
//! the other side and explains every field.

use super::{By, Step};
use crate::page_script::{Called, Expected};
use serde::{Deserialize, Serialize};

/// What is to be done with the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Doing {
    Act,
    Type,
    Select,
    Check,
    Upload,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocateArgs<'a> {
    pub(crate) steps: &'a [Step],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) root: Option<&'a Expected>,
    pub(crate) test_id: &'a str,
    pub(crate) visible: bool,
    pub(crate) enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) doing: Option<Doing>,
    pub(crate) beyond: usize,
    pub(crate) skip: usize,
    pub(crate) take: usize,
    pub(crate) near: bool,
    pub(crate) timeout_ms: u64,
}

/// An element that was found.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Found {
    pub(crate) id: u32,
    #[serde(flatten)]
    pub(crate) called: Called,
    pub(crate) visible: bool,
    pub(crate) enabled: bool,
    #[serde(default)]
    pub(crate) behind: bool,
    #[serde(default)]
    pub(crate) inert: bool,
    pub(crate) rect: [f64; 4],
    pub(crate) inside: Vec<(String, String)>,
    pub(crate) tag: String,
}

/// The answer of one frame.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Located {
    pub(crate) doc: String,
    pub(crate) rank: f64,
    pub(crate) by: By,
    pub(crate) total: usize,
    pub(crate) visible: bool,
    pub(crate) matches: Vec<Found>,
    pub(crate) near: Vec<Found>,
    pub(crate) shadow_candidates: u32,
}
