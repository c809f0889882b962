//! The requests of pages.

use crate::report::{BodyOf, RequestType};
use derive_setters::Setters;
use serde::Deserialize;

/// Which requests, and how many. An absent field fits every request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option, into)]
#[non_exhaustive]
pub struct NetworkFilter {
    /// Those of this type.
    #[serde(rename = "type")]
    pub kind: Option<RequestType>,
    /// Those with this method.
    pub method: Option<String>,
    /// Those whose answer has this status: a number such as `404`, or a class such as `4xx`.
    pub status: Option<String>,
    /// Those with this text in their address. Upper and lower case are the same.
    pub url: Option<String>,
    /// Whether only requests count that failed, or whose status is 400 or above. Default: false.
    pub failed: bool,
    /// Those that began after the request with this number.
    pub since: Option<u64>,
    /// Those that began before the request with this number.
    pub before: Option<u64>,
    /// Those of this page. Default: those of all pages.
    pub page: Option<u32>,
    /// At most this many, the newest ones. Default: 50.
    pub limit: Option<usize>,
    /// Whether all requests are forgotten afterwards. Default: false.
    pub clear: bool,
}

/// What to tell of a request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option, into)]
#[non_exhaustive]
pub struct NetworkRequestOptions {
    /// A body that is read too.
    pub body: Option<BodyOf>,
    /// A part of that body, which is JSON: names with dots between them and positions in brackets, as in `items[0].name`. A
    /// negative position counts from the end; a name with other characters stands in brackets and quotes.
    pub path: Option<String>,
    /// How many of the last messages of a WebSocket or an event stream are told. Default: none.
    pub messages: Option<usize>,
    /// Whether secrets are told: credentials in headers, addresses and bodies. Default: false, which masks them.
    pub secrets: bool,
}

/// What an HTTP Archive holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option, into)]
#[non_exhaustive]
pub struct HarOptions {
    /// Whether the bodies of answers are in it. Default: false.
    pub bodies: bool,
    /// Whether secrets are in it: credentials in headers, addresses and bodies. Default: false, which masks them.
    pub secrets: bool,
}
