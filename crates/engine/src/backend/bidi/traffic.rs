//! Records the requests of pages from the events of the module `network`. The browser keeps bodies for this session in a data
//! collector.

use super::browser::BidiBrowser;
use super::network::EVENTS;
use super::registry::Registry;
use crate::backend::traffic::{Begun, BodyPlace, Entry, Recorder, Traffic};
use crate::backend::wire::{Command, Event, WireError, read};
use crate::backend::{Body, BrowserState, PageId, PageState};
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::{BodyOf, NetworkHeader, NetworkInitiator, NetworkTimings, RequestType, ResponseSource};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The longest body that the browser keeps, in bytes.
const LONGEST_BODY: u32 = 16 << 20;

/// How long the browser may take to hand out a body.
const BODY_LIMIT: Duration = Duration::from_secs(5);

const GET: &str = "network.getData";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NetworkEvent {
    context: Option<String>,
    #[serde(default)]
    redirect_count: u32,
    #[serde(default)]
    timestamp: f64,
    request: Request,
    initiator: Option<Initiator>,
    response: Option<Response>,
    error_text: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    #[serde(rename = "request")]
    id: String,
    url: String,
    method: String,
    #[serde(default)]
    headers: Vec<Header>,
    body_size: Option<u64>,
    #[serde(default)]
    destination: Option<String>,
    #[serde(default)]
    initiator_type: Option<String>,
    timings: Option<Timings>,
}

#[derive(Debug, Deserialize)]
struct Header {
    name: String,
    value: Text,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Text {
    String { value: String },
    Base64 { value: String },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Initiator {
    #[serde(rename = "type", default)]
    kind: String,
    line_number: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(default)]
    protocol: String,
    status: u16,
    #[serde(default)]
    status_text: String,
    #[serde(default)]
    from_cache: bool,
    #[serde(default)]
    headers: Vec<Header>,
    #[serde(default)]
    mime_type: String,
    bytes_received: Option<u64>,
    headers_size: Option<u64>,
}

/// Moments in milliseconds since 1970, after `time_origin`. 0: it did not take place.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Timings {
    time_origin: f64,
    request_time: f64,
    dns_start: f64,
    dns_end: f64,
    connect_start: f64,
    connect_end: f64,
    tls_start: f64,
    tls_end: f64,
    request_start: f64,
    response_start: f64,
    response_end: f64,
}

impl Registry {
    /// Records a network event of a page. `registry` knows the addresses of its frames.
    pub(super) fn record(&self, state: &PageState, event: &Event<'_>) {
        let Some(Recorder { log, page }) = state.recorder() else {
            return;
        };
        let Some(given) = event.read::<NetworkEvent>() else { return };
        // The hops of a redirect share their id.
        let key = &given.request.id;
        let hop = given.redirect_count as usize;
        let clock = given.timestamp / 1_000.0;
        match event.method {
            "network.beforeRequestSent" => {
                let frame_url = given.context.as_deref().and_then(|frame| self.contexts().address_of(frame));
                let timings = given.request.timings.as_ref();
                let asked = timings
                    .map(|told| told.time_origin + told.request_time)
                    .filter(|at| *at > 0.0);
                let begun = Begun {
                    key,
                    via: None,
                    page: Some(Arc::clone(page)),
                    frame: given.context.as_deref().map(Into::into),
                    frame_url: frame_url.as_deref().unwrap_or_default(),
                    kind: kind(&given.request),
                    method: &given.request.method,
                    url: &given.request.url,
                    at: moment(asked.unwrap_or(given.timestamp)),
                    clock: asked.map_or(clock, |at| at / 1_000.0),
                    initiator: initiator(given.initiator.as_ref(), &given.request),
                    redirected: given.redirect_count > 0,
                };
                log.begin(begun, |entry| {
                    // What the browser calls the body's size is the length of a text for it, in units of UTF-16 or in base64.
                    // The head of the request has the size.
                    if given.request.body_size.is_some_and(|size| size > 0) {
                        entry.set_post(None);
                    }
                    entry.set_request_headers(headers(&given.request.headers));
                });
            }
            "network.responseStarted" => log.change_hop(key, hop, |entry| answer(entry, &given)),
            "network.responseCompleted" => log.change_hop(key, hop, |entry| {
                answer(entry, &given);
                finish(entry, &given, clock);
            }),
            "network.fetchError" => log.change_hop(key, hop, |entry| {
                finish(entry, &given, clock);
                // What a rule noted before says more than what the browser tells.
                let noted = entry.failure.take();
                let why = noted.as_deref().or(given.error_text.as_deref()).unwrap_or("unknown");
                entry.fail(why, clock);
            }),
            _ => {}
        }
    }
}

fn answer(entry: &mut Entry, given: &NetworkEvent) {
    let Some(response) = &given.response else { return };
    entry.status = Some(response.status).filter(|status| *status > 0);
    entry.status_text = crate::text::shorten(&response.status_text, 100);
    entry.protocol = crate::text::shorten(&response.protocol, 40);
    entry.mime_type = crate::text::shorten(&response.mime_type, 100);
    if response.mime_type.starts_with("text/event-stream") {
        entry.kind = RequestType::EventSource;
    } else if response.status == 101 {
        // The headers that ask for it may come only with the answer.
        entry.kind = RequestType::WebSocket;
    }
    if response.from_cache {
        entry.source = ResponseSource::Cache;
    }
    entry.set_response_headers(response.headers.iter().map(header).collect());
    entry.transferred = response.bytes_received;
    entry.head_size = response.headers_size.filter(|size| *size > 0);
}

fn finish(entry: &mut Entry, given: &NetworkEvent, clock: f64) {
    if let Some(timings) = &given.request.timings {
        parts(&mut entry.timings, timings);
        let (begin, end) = (timings.request_time, timings.response_end);
        if begin > 0.0 && end >= begin {
            entry.duration = Some(end - begin);
        }
    }
    // A redirect has ended, too; the next hop comes as a request of its own.
    entry.end(clock);
}

fn parts(out: &mut NetworkTimings, told: &Timings) {
    let part = |start: f64, end: f64| (start > 0.0 && end >= start).then_some(end - start);
    let first = [told.dns_start, told.connect_start, told.request_start];
    out.blocked = first
        .into_iter()
        .find(|at| *at > 0.0)
        .and_then(|at| part(told.request_time, at));
    out.dns = part(told.dns_start, told.dns_end);
    out.connect = part(told.connect_start, told.connect_end);
    out.ssl = part(told.tls_start, told.tls_end);
    out.wait = part(told.request_start, told.response_start);
    out.receive = part(told.response_start, told.response_end);
}

fn moment(millis: f64) -> SystemTime {
    Duration::try_from_secs_f64(millis / 1_000.0).map_or(UNIX_EPOCH, |since| UNIX_EPOCH + since)
}

fn header(given: &Header) -> NetworkHeader {
    NetworkHeader {
        name: given.name.clone(),
        value: match &given.value {
            Text::String { value } => value.clone(),
            Text::Base64 { value } => {
                let bytes = STANDARD.decode(value).unwrap_or_default();
                String::from_utf8_lossy(&bytes).into_owned()
            }
        },
    }
}

fn headers(given: &[Header]) -> Vec<NetworkHeader> {
    given.iter().map(header).collect()
}

/// The browser says that a script or an element began the request, but not where.
fn initiator(told: Option<&Initiator>, request: &Request) -> Option<NetworkInitiator> {
    let told = told?;
    let element = request.initiator_type.as_deref().filter(|word| !word.is_empty());
    Some(NetworkInitiator {
        kind: element.unwrap_or(&told.kind).to_owned(),
        url: None,
        line: told.line_number,
        function: None,
    })
}

fn kind(request: &Request) -> RequestType {
    let is = |name: &str, value: &str| {
        let fits = |header: &Header| {
            header.name.eq_ignore_ascii_case(name)
                && matches!(&header.value, Text::String { value: told } if told.eq_ignore_ascii_case(value))
        };
        request.headers.iter().any(fits)
    };
    match request.destination.as_deref().unwrap_or_default() {
        "document" | "iframe" | "frame" | "embed" | "object" => RequestType::Document,
        "style" | "xslt" => RequestType::Stylesheet,
        "script" | "worker" | "sharedworker" | "serviceworker" | "audioworklet" | "paintworklet" => RequestType::Script,
        "image" => RequestType::Image,
        "font" => RequestType::Font,
        "audio" | "video" | "track" => RequestType::Media,
        _ if is("upgrade", "websocket") || request.url.starts_with("ws") => RequestType::WebSocket,
        _ if is("accept", "text/event-stream") => RequestType::EventSource,
        _ => match request.initiator_type.as_deref().unwrap_or_default() {
            "fetch" => RequestType::Fetch,
            "xmlhttprequest" => RequestType::Xhr,
            "beacon" | "ping" => RequestType::Ping,
            _ => RequestType::Other,
        },
    }
}

#[derive(Deserialize)]
struct Given {
    bytes: Text,
}

impl BidiBrowser {
    /// Records from now on what the pages of a session ask for, which has this state. The browser reports that of all user
    /// contexts, and each page has the log of its session.
    pub(super) async fn record_into(&self, state: &Arc<BrowserState>, log: &Arc<Traffic>) -> Result<()> {
        let _ = state.traffic.set(Arc::clone(log));
        let pages: Vec<_> = self.registry.pages().keys().map(PageId::clone).collect();
        for id in pages {
            if Arc::ptr_eq(&self.registry.state_of(&id), state)
                && let Some(page) = self.registry.page_of(&id)
            {
                page.state.record_into(log, &id);
            }
        }
        if !self.registry.requests.swap(true, Ordering::Relaxed) {
            let collect = json!({"dataTypes": ["request", "response"], "maxEncodedDataSize": LONGEST_BODY});
            // A browser that knows no collectors records the rest.
            if let Err(error) = self.wire.send(Command::new("network.addDataCollector", collect)).await {
                tracing::warn!(%error, "this browser keeps no bodies");
            }
            if let Err(error) = self.ask::<Value>("session.subscribe", json!({"events": EVENTS})).await {
                self.registry.requests.store(false, Ordering::Relaxed);
                return Err(error);
            }
        }
        log.connect(false);
        Ok(())
    }

    pub(super) async fn body_of(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        let params = json!({"request": &*place.key, "dataType": of.name()});
        let reply = self.wire.send(Command::new(GET, params).within(BODY_LIMIT)).await;
        if let Err(error) = &reply {
            if error.is_code("no such network data") || error.is_code("unavailable network data") {
                return Ok(None);
            }
            if error.is_code("unknown command") {
                let what = "this browser does not hand out the bodies of requests";
                return Err(EngineError::new(ErrorKind::Unsupported, what));
            }
            if matches!(error, WireError::Refused { .. }) {
                return Ok(None);
            }
        }
        let Given { bytes } = read(GET, reply)?;
        Ok(Some(match bytes {
            Text::String { value } => Body::Text(value),
            Text::Base64 { value } => Body::Bytes(STANDARD.decode(value).unwrap_or_default()),
        }))
    }
}
