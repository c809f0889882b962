//! Options of performance traces.

use crate::api::json::OptionalMillis;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// What a performance trace records.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct TraceOptions {
    /// Also small pictures of the page. Default: false.
    pub screenshots: bool,
    /// How many megabytes the browser keeps; what comes after them is lost. 1 to 1000. Default: 200.
    pub megabytes: Option<u32>,
}

/// How a trace is ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct StopTraceOptions {
    /// How long the browser may take to complete it, in milliseconds. Default: the session's navigation timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}
