//! Reports of what happens to requests before they leave the browser.

use crate::options::RouteAction;
use serde::Serialize;

/// A route of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RouteInfo {
    /// Its number in the session.
    pub id: u32,
    /// The addresses.
    pub url: String,
    /// What happens to their requests.
    pub action: RouteAction,
    /// Only requests with this method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Only requests for this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How many requests it was for so far.
    pub hits: u32,
    /// How many requests it is still for; absent without an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// How many requests it holds now.
    pub held: u32,
    /// Whether service workers are not asked while the session has routes: all requests of its pages go to the network then.
    /// Otherwise a route does not decide about what a service worker answers, also where that counts as a hit.
    pub passes_service_workers: bool,
}
