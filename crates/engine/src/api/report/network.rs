//! The requests of pages, as the session has recorded them.

use super::databases::JsonText;
use super::picture::Bytes;
use crate::api::json::EpochMillis;
#[cfg(feature = "schema")]
use crate::api::json::Millis;
use serde::Serialize;
use std::fmt;
use std::time::SystemTime;

words! {
    /// What a request is for.
    pub enum RequestType {
        /// A document of a page or a frame.
        Document = "document",
        /// A style sheet.
        Stylesheet = "stylesheet",
        /// A picture.
        Image = "image",
        /// A font.
        Font = "font",
        /// A script, also that of a worker.
        Script = "script",
        /// `XMLHttpRequest`.
        Xhr = "xhr",
        /// `fetch()`.
        Fetch = "fetch",
        /// An event stream.
        EventSource = "eventsource",
        /// A WebSocket.
        WebSocket = "websocket",
        /// Sound, film, or their texts.
        Media = "media",
        /// A beacon, or the ping of a link.
        Ping = "ping",
        /// Anything else, such as a manifest or the preflight of CORS.
        Other = "other",
    }
}

words! {
    /// Where an answer came from.
    #[derive(Default)]
    pub enum ResponseSource {
        /// The network; also if the server said that the copy in the cache is still good.
        #[default]
        Network = "network",
        /// A cache of the browser. The server was not asked.
        Cache = "cache",
        /// A service worker of the page.
        ServiceWorker = "serviceWorker",
    }
}

words! {
    /// A direction.
    pub enum MessageDirection {
        /// From the page to the server.
        Sent = "sent",
        /// From the server to the page.
        Received = "received",
    }
}

words! {
    /// Which body of a request.
    pub enum BodyOf {
        /// What the page sent.
        Request = "request",
        /// What the server answered.
        Response = "response",
    }
}

/// A header.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkHeader {
    /// Its name, as it was sent.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl fmt::Debug for NetworkHeader {
    /// Without the value, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkHeader")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The parts of the time that a request took, in milliseconds, as HAR 1.2 defines them. A part that did not take place, or
/// that the browser does not tell, is absent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkTimings {
    /// The wait for a connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<f64>,
    /// Finding the host's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dns: Option<f64>,
    /// Connecting, with `ssl`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connect: Option<f64>,
    /// The handshake of TLS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ssl: Option<f64>,
    /// Sending the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send: Option<f64>,
    /// The wait for the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<f64>,
    /// Reading the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receive: Option<f64>,
}

/// What made the page send a request, as far as the browser tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkInitiator {
    /// The browser's own word, such as `parser`, `script`, `preload`, `other`, or the name of an element.
    pub kind: String,
    /// The script, or the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The line there, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The function, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkRequest {
    /// Its number in the session, which is never used again.
    pub id: u64,
    /// The number of its page. Absent for a request of a worker that several pages share, and if the page was closed before
    /// any call named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// What it is for.
    #[serde(rename = "type")]
    pub kind: RequestType,
    /// Its method.
    pub method: String,
    /// Its address, with secrets in it masked unless they were asked for.
    pub url: String,
    /// The status of the answer, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why it failed, in the browser's words, such as `net::ERR_CONNECTION_REFUSED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Whether it has ended.
    pub ended: bool,
    /// When it began, in milliseconds since 1970.
    #[serde(serialize_with = "EpochMillis::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub started: SystemTime,
    /// How long it took, in milliseconds, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// The bytes of the answer that came over the network, with headers, if the browser tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transferred: Option<u64>,
    /// Where the answer came from.
    pub source: ResponseSource,
    /// The request that followed this one, which was redirected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirected_to: Option<u64>,
    /// How many messages there were, of a WebSocket or an event stream.
    pub messages: u64,
}

/// Requests that fit a filter, newest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkList {
    /// The requests.
    pub requests: Vec<NetworkRequest>,
    /// How many fit, of those that are kept.
    pub matched: usize,
    /// How many are kept.
    pub kept: usize,
    /// How many were forgotten, because there were too many.
    pub forgotten: u64,
    /// The number of the newest request; 0 if there was none.
    pub newest: u64,
    /// Whether the messages of `WebSockets` and event streams are recorded in this browser.
    pub records_messages: bool,
}

/// A message of a WebSocket or an event stream.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkMessage {
    /// Its direction.
    pub direction: MessageDirection,
    /// When it came, in milliseconds since 1970.
    #[serde(serialize_with = "EpochMillis::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Millis"))]
    pub at: SystemTime,
    /// The name of the event, of an event stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The text; base64 of a binary message. Cut after 4,096 characters.
    pub text: String,
    /// Whether it is binary.
    pub binary: bool,
    /// Its size in bytes, also of a message that was cut.
    pub size: u64,
}

impl fmt::Debug for NetworkMessage {
    /// Without the text, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkMessage")
            .field("direction", &self.direction)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// A body, or a part of it.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkBody {
    /// The text; absent if there is none, or if the body is binary. With a path, the JSON that is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes of a binary body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Bytes>,
    /// Why there is neither: a clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// The size of all of it in bytes, decoded, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

impl fmt::Debug for NetworkBody {
    /// Without the content, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkBody")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// All that is known of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NetworkDetail {
    /// What the list says of it.
    pub request: NetworkRequest,
    /// The address of the document, or the worker, that sent it.
    pub frame_url: String,
    /// The words after the status; empty in newer versions of HTTP.
    pub status_text: String,
    /// The protocol, such as `http/1.1` or `h2`; empty if it is not known.
    pub protocol: String,
    /// The media type of the answer; empty without one.
    pub mime_type: String,
    /// The address that answered, with its port.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote_address: Option<String>,
    /// What sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiator: Option<NetworkInitiator>,
    /// The request that was redirected to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirected_from: Option<u64>,
    /// The headers of the request, those of the network where the browser tells them.
    pub request_headers: Vec<NetworkHeader>,
    /// The headers of the answer.
    pub response_headers: Vec<NetworkHeader>,
    /// Whether headers were cut or left out, because they were too long.
    pub headers_cut: bool,
    /// The parts of its time.
    pub timings: NetworkTimings,
    /// The size of the request's body in bytes, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_size: Option<u64>,
    /// The size of the answer's body in bytes, decoded, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_size: Option<u64>,
    /// The body that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<NetworkBody>,
    /// The last messages, oldest first, as many as were asked for.
    pub messages: Vec<NetworkMessage>,
    /// Whether the messages of `WebSockets` and event streams are recorded in this browser.
    pub records_messages: bool,
    /// How many secrets are masked.
    pub masked: usize,
}

/// Recorded requests as an HTTP Archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HarReport {
    /// The archive: HAR 1.2.
    pub har: JsonText,
    /// How many requests it has.
    pub entries: usize,
    /// How many documents of pages.
    pub pages: usize,
    /// How many bodies it has, of requests and of answers.
    pub bodies: usize,
    /// How many bodies were asked for and are no longer kept by the browser, or would have made the archive too large.
    pub bodies_left_out: usize,
    /// How many secrets are masked.
    pub masked: usize,
    /// How many requests were forgotten before, because there were too many.
    pub forgotten: u64,
}
