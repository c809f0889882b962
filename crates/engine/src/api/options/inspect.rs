//! Options of scripts that look at a page from our own world.

use crate::api::json::OptionalMillis;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// How to run a script of the caller's in our own world of a page's frames.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct InspectOptions {
    /// What the script gets, as JSON. Default: null.
    #[setters(into)]
    pub args: Option<String>,
    /// Only the frame of this element, which the script gets, and the frames below that one.
    #[setters(into)]
    pub uid: Option<String>,
    /// Only the main frame, or that of the element. Default: false.
    pub one_frame: bool,
    /// How long it may take, in milliseconds. Default: the session's navigation timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}
