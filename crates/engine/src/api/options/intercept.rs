//! Options of what happens to requests before they leave the browser.

use crate::api::json::{OptionalMillis, invalid};
use crate::error::Result;
use crate::text::{quote, shorten};
use derive_setters::Setters;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The longest time for which a request is held.
const LONGEST: Duration = Duration::from_mins(1);

/// The largest answer, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The most headers of one route.
const MOST_HEADERS: usize = 100;

/// The longest value of a header and the longest pattern, in bytes.
const LONGEST_TEXT: usize = 8_192;

/// A name and a password for the servers of one origin that ask for them (HTTP authentication). They are sent nowhere else.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct HttpCredentials {
    /// Scheme, host and port, as in `https://intranet.example`.
    pub origin: String,
    /// The user's name, without a colon.
    pub username: String,
    /// The password.
    pub password: String,
}

impl HttpCredentials {
    /// A name and a password for an origin.
    pub fn new(origin: impl Into<String>, username: impl Into<String>, password: impl Into<String>) -> Self {
        Self {
            origin: origin.into(),
            username: username.into(),
            password: password.into(),
        }
    }
}

impl fmt::Debug for HttpCredentials {
    /// Without the name and the password; the origin may have them in it by mistake.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpCredentials").finish_non_exhaustive()
    }
}

words! {
    /// What a route does with the requests that fit it.
    pub enum RouteAction {
        /// The page gets the error of a request that was blocked.
        Block = "block",
        /// The page gets this answer, and no server is asked.
        Fulfill = "fulfill",
        /// The request goes on with other headers.
        Continue = "continue",
        /// The request is held for a while and then goes on.
        Delay = "delay",
        /// The page gets this error of the network.
        Fail = "fail",
    }
}

words! {
    /// Errors of the network.
    pub enum FailReason {
        /// Any.
        Failed = "failed",
        /// The request was cancelled.
        Aborted = "aborted",
        /// The server did not answer in time.
        TimedOut = "timedOut",
        /// Access was denied.
        AccessDenied = "accessDenied",
        /// The server closed the connection.
        ConnectionClosed = "connectionClosed",
        /// The connection was reset.
        ConnectionReset = "connectionReset",
        /// No server accepts connections.
        ConnectionRefused = "connectionRefused",
        /// The host's name has no address.
        NameNotResolved = "nameNotResolved",
        /// There is no network.
        InternetDisconnected = "internetDisconnected",
        /// The host cannot be reached.
        AddressUnreachable = "addressUnreachable",
    }
}

words! {
    /// What a request is for.
    pub enum RequestKind {
        /// A document of a page or a frame.
        Document = "document",
        /// A style sheet.
        Stylesheet = "stylesheet",
        /// A picture.
        Image = "image",
        /// Sound, film or subtitles.
        Media = "media",
        /// A font.
        Font = "font",
        /// A script, also of a worker.
        Script = "script",
        /// `fetch`, `XMLHttpRequest` or an event stream.
        Fetch = "fetch",
        /// Anything else.
        Other = "other",
    }
}

/// What happens to requests of the session's pages that fit. The route that was added last wins.
#[derive(Debug, Clone, PartialEq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct RouteOptions {
    /// The whole address of the requests, where `*` stands for any text: `https://shop.example/api/*`.
    pub url: String,
    /// What happens to them.
    pub action: RouteAction,
    /// Only requests with this method.
    #[setters(into)]
    pub method: Option<String>,
    /// Only requests for this.
    pub kind: Option<RequestKind>,
    /// For how many requests the route holds. Default: without an end.
    pub times: Option<u32>,
    /// `fulfill`: the status. Default: 200.
    pub status: Option<u16>,
    /// `fulfill`: the headers of the answer. `continue`: headers of the request that are set.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// `continue`: headers of the request that are removed.
    #[serde(default)]
    pub remove_headers: Vec<String>,
    /// `fulfill`: the body, as text.
    #[setters(into)]
    pub text: Option<String>,
    /// `fulfill`: the body in base64, at most 16 MiB.
    #[setters(into)]
    pub base64: Option<String>,
    /// `delay`: how long requests are held, in milliseconds, at most 60,000.
    #[serde(default, rename = "delayMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub delay: Option<Duration>,
    /// `fail`: the error. Default: `failed`.
    pub reason: Option<FailReason>,
}

impl RouteOptions {
    /// What happens to requests of addresses.
    pub fn new(url: impl Into<String>, action: RouteAction) -> Self {
        Self {
            url: url.into(),
            action,
            method: None,
            kind: None,
            times: None,
            status: None,
            headers: BTreeMap::new(),
            remove_headers: Vec::new(),
            text: None,
            base64: None,
            delay: None,
            reason: None,
        }
    }

    /// # Errors
    /// `InvalidInput` for options that do not belong to the action, and for values out of range.
    pub(crate) fn check(&self) -> Result<()> {
        use RouteAction::{Continue, Delay, Fail, Fulfill};
        let is = |action| self.action == action;
        let changes = !self.headers.is_empty() || !self.remove_headers.is_empty();
        let names = self.headers.keys().chain(&self.remove_headers);
        let bad_name = names
            .clone()
            .find(|name| !is_token(name))
            .map(|name| quote(&shorten(name, 60)));
        let bad_value = self
            .headers
            .values()
            .any(|value| value.len() > LONGEST_TEXT || value.bytes().any(|b| matches!(b, b'\r' | b'\n' | 0)));
        let refused = if self.url.is_empty() || self.url.len() > LONGEST_TEXT || self.url.contains(char::is_control) {
            format!("url must be an address of at most {LONGEST_TEXT} characters, where * stands for any text")
        } else if self.method.as_deref().is_some_and(|method| !is_token(method)) {
            "method must be the name of a method, such as GET".into()
        } else if self.times == Some(0) {
            "times must be at least 1".into()
        } else if !is(Fulfill) && (self.status.is_some() || self.text.is_some() || self.base64.is_some()) {
            "status, text and base64 are for fulfill".into()
        } else if self.status.is_some_and(|status| !(200..=599).contains(&status)) {
            "status must be 200 to 599".into()
        } else if self.text.is_some() && self.base64.is_some() {
            "text and base64 are two bodies: give one of them".into()
        } else if self.text.as_ref().is_some_and(|text| text.len() > MOST_BYTES)
            || self.base64.as_ref().is_some_and(|text| text.len() > MOST_BYTES / 3 * 4 + 4)
        {
            format!("a body may have {MOST_BYTES} bytes")
        } else if !is(Fulfill) && !is(Continue) && changes {
            "headers and removeHeaders are for fulfill and continue".into()
        } else if is(Fulfill) && !self.remove_headers.is_empty() {
            "removeHeaders is for continue".into()
        } else if is(Continue) && !changes {
            "continue needs headers or removeHeaders".into()
        } else if names.count() > MOST_HEADERS {
            format!("a route may have {MOST_HEADERS} headers")
        } else if let Some(name) = bad_name {
            format!("{name} is not the name of a header")
        } else if bad_value {
            "the value of a header has one line".into()
        } else if is(Delay) != self.delay.is_some() || self.delay.is_some_and(|delay| delay > LONGEST) {
            "delay needs delayMs of 0 to 60000, and no other action takes it".into()
        } else if !is(Fail) && self.reason.is_some() {
            "reason is for fail".into()
        } else {
            return Ok(());
        };
        Err(invalid(refused))
    }
}

/// Whether a text can be the name of a header or a method (RFC 9110).
fn is_token(text: &str) -> bool {
    let is_char = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    !text.is_empty() && text.len() <= 200 && text.bytes().all(is_char)
}

/// The network as the session's pages see it. Without any option it is as it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct NetworkOptions {
    /// Whether there is no network.
    pub offline: bool,
    /// The least time from a request to its answer, in milliseconds, at most 60,000.
    pub latency_ms: Option<f64>,
    /// Kilobytes (1,000 bytes) a second that come in, at least 0.1.
    pub download_kbytes: Option<f64>,
    /// Kilobytes a second that go out, at least 0.1.
    pub upload_kbytes: Option<f64>,
}

impl NetworkOptions {
    pub(crate) fn check(&self) -> Result<()> {
        let rate = |rate: Option<f64>| rate.is_none_or(|rate| (0.1..=10_000_000.0).contains(&rate));
        let refused = if !rate(self.download_kbytes) || !rate(self.upload_kbytes) {
            "downloadKbytes and uploadKbytes must be 0.1 to 10000000"
        } else if self.latency_ms.is_some_and(|latency| !(0.0..=60_000.0).contains(&latency)) {
            "latencyMs must be 0 to 60000"
        } else {
            return Ok(());
        };
        Err(invalid(refused.to_owned()))
    }
}
