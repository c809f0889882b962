//! Options of calls of the page's own tools.

use crate::api::json::OptionalMillis;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// Which tools of the page to list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct PageToolsOptions {
    /// Only tools with this name. Default: all.
    #[setters(into)]
    pub name: Option<String>,
    /// How long it may take, in milliseconds. Default: the session's action timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}

/// How to call a tool that the page offers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct PageToolOptions {
    /// The origin of the document that offers the tool, such as `https://example.org`. Default: that of the page.
    /// A frame of another origin is never asked without it.
    #[setters(into)]
    pub origin: Option<String>,
    /// The schema that the input was checked against, as the tool was listed. A tool that has another one by now is not called.
    #[setters(into)]
    pub schema: Option<String>,
    /// How long it may take, in milliseconds. Default: the session's navigation timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}
