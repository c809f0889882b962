//! The way of a session to servers.

use crate::endpoint::Endpoint;
use serde::Deserialize;
use std::fmt;

/// A proxy for all requests of a browser, or of a session in it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct ProxyOptions {
    /// `http://host:port`, `https://…`, `socks4://…` or `socks5://…`; `http` without a scheme. A log-in stands in it as
    /// `http://user:password@host:port`, with `%40` for an `@` in the password.
    pub server: String,
    /// Hosts that are reached without it, separated by commas: `localhost, .example.org`. Default: none.
    #[serde(default)]
    pub bypass: Option<String>,
}

impl ProxyOptions {
    /// A proxy by its address.
    pub fn new(server: impl Into<String>) -> Self {
        Self {
            server: server.into(),
            bypass: None,
        }
    }

    /// Reaches these hosts without it, separated by commas.
    #[must_use]
    pub fn bypass(mut self, hosts: impl Into<String>) -> Self {
        self.bypass = Some(hosts.into());
        self
    }
}

impl fmt::Debug for ProxyOptions {
    /// Without the log-in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProxyOptions")
            .field("server", &Endpoint::from(self.server.as_str()))
            .field("bypass", &self.bypass)
            .finish()
    }
}
