//! Records the requests of pages and workers from the events of the domain `Network`.
//!
//! The browser keeps the bodies of answers apart from the renderers (`enableDurableMessages`), so that they can be read after a
//! navigation: any session of the page gets them then.

mod forms;
mod timing;

use super::browser::CdpBrowser;
use super::hub::Attaching;
use crate::backend::traffic::{Begun, BodyPlace, Entry, Extra, LONGEST_POST, Traffic};
use crate::backend::wire::{Command, Event, Wire, WireError, parse};
use crate::backend::{Body, BrowserState, Owner, PageId};
use crate::error::Result;
use crate::report::{BodyOf, MessageDirection, NetworkHeader, NetworkInitiator, RequestType, ResponseSource};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use forms::{Answered, FrameEvent, GivenBody, Handshake, Initiator, Other, PostPart, Response, SocketFrame, WillBeSent};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use timing::timings;

/// How many bytes of bodies the browser keeps for a page, and of one body.
const MOST_BODY_BYTES: u32 = 64 << 20;
const LONGEST_BODY: u32 = 16 << 20;

/// How long the browser may take to hand out a body.
const BODY_LIMIT: Duration = Duration::from_secs(5);

const POST: &str = "Network.getRequestPostData";
const BODY: &str = "Network.getResponseBody";

/// The command that makes a session report its requests.
pub(super) fn enable() -> Command {
    Command::new(
        "Network.enable",
        json!({
            "maxTotalBufferSize": MOST_BODY_BYTES,
            "maxResourceBufferSize": LONGEST_BODY,
            "maxPostDataSize": LONGEST_POST,
            "enableDurableMessages": true,
        }),
    )
}

/// Reads parameters that borrow from the event. Text of a page that only a copy can hold is read as such.
macro_rules! with {
    ($event:expr, $kind:ident, |$given:ident| $work:expr) => {
        match serde_json::from_str::<$kind<'_>>($event.params.get()) {
            Ok($given) => $work,
            Err(_) => {
                // A lone surrogate, which Rust's strings cannot hold.
                if let Ok(owned) = parse::<Value>($event.params)
                    && let Ok(text) = serde_json::to_string(&owned)
                {
                    match serde_json::from_str::<$kind<'_>>(&text) {
                        Ok($given) => $work,
                        Err(error) => tracing::debug!(method = $event.method, %error, "event not recorded"),
                    }
                }
            }
        }
    };
}

/// Records an event. `page` is absent for a worker that no page has.
pub(super) fn record(log: &Arc<Traffic>, wire: &Wire, page: Option<&PageId>, event: &Event<'_>) {
    let Some(name) = event.method.strip_prefix("Network.") else {
        return;
    };
    match name {
        "requestWillBeSent" => with!(event, WillBeSent, |given| {
            let key = given.request_id.to_string();
            begin(log, page, event, given);
            ask_for_post(log, wire, event, &key);
        }),
        "requestWillBeSentExtraInfo" => with!(event, Other, |given| {
            log.extra(&given.request_id, Extra::Sent(headers(given.headers.unwrap_or_default())));
            ask_for_post(log, wire, event, &given.request_id);
        }),
        "responseReceived" => with!(event, Answered, |given| {
            if let Some(has) = given.has_extra_info {
                log.has_extra(&given.request_id, has);
            }
            log.change(&given.request_id, |entry| answer(entry, &given.kind, given.response));
        }),
        "webSocketFrameSent" | "webSocketFrameReceived" => with!(event, FrameEvent, |given| {
            let direction = if name == "webSocketFrameSent" {
                MessageDirection::Sent
            } else {
                MessageDirection::Received
            };
            let SocketFrame { opcode, payload_data } = given.response;
            let is_text = (opcode - 1.0).abs() < 0.5;
            log.change(&given.request_id, |entry| {
                entry.add_message(direction, None, &payload_data, !is_text);
            });
        }),
        "loadingFailed" => with!(event, Other, |given| failed(log, wire, event, given)),
        "webSocketWillSendHandshakeRequest" | "webSocketHandshakeResponseReceived" => {
            with!(event, Handshake, |given| handshake(log, given));
        }
        "requestServedFromCache"
        | "responseReceivedExtraInfo"
        | "dataReceived"
        | "loadingFinished"
        | "eventSourceMessageReceived"
        | "webSocketCreated"
        | "webSocketClosed"
        | "webSocketFrameError" => with!(event, Other, |given| other(log, page, event, name, given)),
        _ => {}
    }
}

fn begin(log: &Traffic, page: Option<&PageId>, event: &Event<'_>, given: WillBeSent<'_>) {
    let redirected = given.redirect_response.is_some();
    if let Some(response) = given.redirect_response {
        log.has_extra(&given.request_id, given.redirect_has_extra_info);
        log.change(&given.request_id, |entry| {
            answer(entry, "", response);
            entry.end(given.timestamp);
        });
    }
    let request = given.request;
    let begun = Begun {
        key: &given.request_id,
        via: event.session.map(Into::into),
        page: page.cloned(),
        frame: given.frame_id.as_deref().map(Into::into),
        frame_url: &given.document_url,
        kind: kind(&given.kind),
        method: &request.method,
        url: &request.url,
        at: moment(given.wall_time),
        clock: given.timestamp,
        initiator: given.initiator.map(initiator),
        redirected,
    };
    log.begin(begun, |entry| {
        entry.set_request_headers(headers(request.headers));
        if request.has_post_data {
            entry.set_post(joined(&request.post_data_entries));
        }
    });
}

/// Asks for a short body that was not told with its request, such as a form with a `Blob`, as soon as its size is known: the
/// renderer forgets it with its document.
fn ask_for_post(log: &Arc<Traffic>, wire: &Wire, event: &Event<'_>, key: &str) {
    let Some(session) = event.session.filter(|_| log.lacks_post(key)) else {
        return;
    };
    let ask = Command::new(POST, json!({"requestId": key}))
        .on(&session.into())
        .within(BODY_LIMIT);
    let (log, key) = (Arc::clone(log), key.to_owned());
    wire.start_in_order(ask, move |_, reply| {
        let Some(given) = reply.ok().and_then(|raw| parse::<GivenBody>(&raw).ok()) else {
            return;
        };
        log.change(&key, |entry| {
            // What a redirect led to may have no body.
            if entry.has_post {
                entry.set_post(Some(given.bytes()));
            }
        });
    });
}

/// The bytes of a body whose parts were all told.
fn joined(parts: &[PostPart]) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(STANDARD.decode(part.bytes.as_deref()?).ok()?);
    }
    (!all.is_empty()).then_some(all)
}

fn answer(entry: &mut Entry, word: &str, response: Response) {
    if word == "EventSource" || word == "Document" {
        entry.kind = kind(word);
    }
    // Headers of the network may have come first, and have the real status.
    if entry.status.is_none() {
        entry.status = Some(response.status);
        entry.set_response_headers(headers(response.headers));
    }
    if let Some(sent) = response.request_headers {
        entry.set_request_headers(headers(sent));
    }
    entry.status_text = crate::text::shorten(&response.status_text, 100);
    entry.mime_type = crate::text::shorten(&response.mime_type, 100);
    entry.protocol = crate::text::shorten(&response.protocol.unwrap_or_default(), 40);
    entry.remote = response.remote_ip_address.filter(|ip| !ip.is_empty()).map(|ip| {
        let ip = crate::text::shorten(&ip, 60);
        match response.remote_port {
            Some(port) => format!("{ip}:{port}"),
            None => ip,
        }
    });
    entry.source = if response.from_service_worker {
        ResponseSource::ServiceWorker
    } else if response.from_disk_cache || response.from_prefetch_cache {
        ResponseSource::Cache
    } else {
        entry.source
    };
    if entry.source == ResponseSource::Network {
        entry.transferred = Some(count(response.encoded_data_length));
        entry.head_size = entry.transferred.filter(|size| *size > 0);
    } else {
        entry.transferred = Some(0);
    }
    if let Some(timing) = response.timing {
        entry.headed = Some(timings(&mut entry.timings, &timing, entry.clock));
    }
}

fn handshake(log: &Traffic, given: Handshake<'_>) {
    log.change(&given.request_id, |entry| {
        if let Some(sent) = given.request {
            entry.set_request_headers(headers(sent.headers));
            entry.clock = given.timestamp;
            if let Some(wall) = given.wall_time {
                entry.started = moment(wall);
            }
        }
        if let Some(response) = given.response {
            entry.timings.wait = Some(((given.timestamp - entry.clock) * 1_000.0).max(0.0));
            let protocol = std::mem::take(&mut entry.protocol);
            answer(entry, "", response);
            entry.protocol = protocol;
        }
    });
}

fn other(log: &Traffic, page: Option<&PageId>, event: &Event<'_>, name: &str, given: Other<'_>) {
    let key = &*given.request_id;
    match name {
        "requestServedFromCache" => log.change(key, |entry| entry.source = ResponseSource::Cache),
        "responseReceivedExtraInfo" => {
            let got = headers(given.headers.unwrap_or_default());
            log.extra(key, Extra::Received(got, given.status_code));
        }
        // What follows on a failure is the page that the browser shows in the document's place.
        "dataReceived" => log.change(key, |entry| {
            if entry.failure.is_some() {
                return;
            }
            // The browser counts none of the bytes that go into a `Blob`, and yet reports that they came.
            if let Some(length) = given.data_length.filter(|length| *length > 0) {
                entry.decoded = Some(entry.decoded.unwrap_or(0) + length);
            }
        }),
        "loadingFinished" => {
            if given.has_extra_info == Some(false) {
                log.has_extra(key, false);
            }
            log.change(key, |entry| {
                if entry.failure.is_some() {
                    return;
                }
                if entry.source == ResponseSource::Network {
                    entry.transferred = given.encoded_data_length.map(count).or(entry.transferred);
                }
                // Of what a cache answers, no bytes come over the network.
                let is_told = entry.source == ResponseSource::Network || entry.is_head_only();
                if entry.decoded.is_none() && is_told && !entry.got_bytes() {
                    entry.decoded = Some(0);
                }
                entry.end(given.timestamp);
            });
        }
        "eventSourceMessageReceived" => log.change(key, |entry| {
            let text = given.data.unwrap_or_default();
            entry.kind = RequestType::EventSource;
            entry.add_message(MessageDirection::Received, given.event_name.as_deref(), &text, false);
        }),
        "webSocketCreated" => log.begin(
            Begun {
                key,
                via: event.session.map(Into::into),
                page: page.cloned(),
                frame: None,
                frame_url: "",
                kind: RequestType::WebSocket,
                method: "GET",
                url: &given.url,
                at: SystemTime::now(),
                clock: 0.0,
                initiator: given.initiator.map(initiator),
                redirected: false,
            },
            |entry| {
                entry.frame_url = entry.initiator.as_ref().and_then(|told| told.url.clone()).unwrap_or_default();
            },
        ),
        "webSocketClosed" => log.change(key, |entry| {
            if entry.failure.is_none() && entry.status.is_none() {
                entry.fail("the connection was not opened", given.timestamp);
            }
            entry.end(given.timestamp);
        }),
        "webSocketFrameError" => log.change(key, |entry| {
            entry.fail(&given.error_message.unwrap_or_default(), given.timestamp);
        }),
        _ => {}
    }
}

/// A page that does not read the body of an answer without one lets go of it, which the browser tells like a cancel half-way.
fn failed(log: &Arc<Traffic>, wire: &Wire, event: &Event<'_>, given: Other<'_>) {
    let key = &*given.request_id;
    let at = given.timestamp;
    let mut why = given.error_text.unwrap_or_default();
    let cors = given.cors_error_status.map(|status| status.cors_error);
    let may_be_whole = given.canceled && cors.is_none() && given.blocked_reason.is_none();
    for reason in [given.blocked_reason, cors].into_iter().flatten() {
        why = format!("{why} ({reason})");
    }
    let mut is_open = false;
    log.change(key, |entry| {
        if may_be_whole && entry.failure.is_none() && entry.is_head_only() {
            entry.end_empty(at);
        } else if may_be_whole && entry.failure.is_none() && entry.is_answered() && !entry.got_bytes() {
            is_open = true;
        } else {
            entry.fail(&why, at);
        }
    });
    if !is_open {
        return;
    }
    let Some(session) = event.session else {
        log.change(key, |entry| entry.fail(&why, at));
        return;
    };
    // The head of the answer does not say how long it is. The browser keeps a body, also an empty one, once it is whole.
    let ask = Command::new(BODY, json!({"requestId": key}))
        .on(&session.into())
        .within(BODY_LIMIT);
    let (log, key) = (Arc::clone(log), key.to_owned());
    wire.start_in_order(ask, move |_, reply| {
        let given = reply.ok().and_then(|raw| parse::<GivenBody>(&raw).ok());
        let is_empty = given.is_some_and(|given| given.bytes().is_empty());
        log.change(&key, |entry| {
            if is_empty {
                entry.end_empty(at);
            } else {
                entry.fail(&why, at);
            }
        });
    });
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is bounded")]
fn count(number: f64) -> u64 {
    number.clamp(0.0, 1e15) as u64
}

fn moment(seconds: f64) -> SystemTime {
    Duration::try_from_secs_f64(seconds).map_or(UNIX_EPOCH, |since| UNIX_EPOCH + since)
}

fn headers(given: Map<String, Value>) -> Vec<NetworkHeader> {
    let one = |(name, value): (String, Value)| NetworkHeader {
        name,
        value: match value {
            Value::String(text) => text,
            other => other.to_string(),
        },
    };
    given.into_iter().map(one).collect()
}

fn initiator(given: Initiator) -> NetworkInitiator {
    // A frame without an address is code of the browser, or of this program.
    let frame = {
        let mut stack = given.stack.as_ref();
        let mut found = None;
        while let (None, Some(here)) = (found, stack) {
            found = here.call_frames.iter().find(|frame| !frame.url.is_empty());
            stack = here.parent.as_deref();
        }
        found
    };
    let line = |zero_based: i64| u32::try_from(zero_based + 1).ok();
    match frame {
        Some(frame) => NetworkInitiator {
            kind: given.kind,
            url: Some(frame.url.clone()),
            line: line(frame.line_number),
            function: Some(frame.function_name.clone()).filter(|name| !name.is_empty()),
        },
        None => NetworkInitiator {
            kind: given.kind,
            url: given.url,
            line: given.line_number.and_then(|number| u32::try_from(count(number) + 1).ok()),
            function: None,
        },
    }
}

fn kind(word: &str) -> RequestType {
    match word {
        "Document" => RequestType::Document,
        "Stylesheet" => RequestType::Stylesheet,
        "Image" => RequestType::Image,
        "Media" | "TextTrack" => RequestType::Media,
        "Font" => RequestType::Font,
        "Script" => RequestType::Script,
        "XHR" => RequestType::Xhr,
        "Fetch" => RequestType::Fetch,
        "EventSource" => RequestType::EventSource,
        "WebSocket" => RequestType::WebSocket,
        "Ping" => RequestType::Ping,
        _ => RequestType::Other,
    }
}

impl CdpBrowser {
    /// Records from now on what the pages of a session ask for, which has this state. A browser of this program attaches to each page as it is created, and lets it wait until its
    /// requests are reported; in a browser of others that would touch the pages of its user.
    pub(super) async fn record_into(&self, state: &BrowserState, log: &Arc<Traffic>) -> Result<()> {
        log.connect(true);
        let _ = state.traffic.set(Arc::clone(log));
        if self.owner != Owner::Us {
            return Ok(());
        }
        let both = Attaching {
            pages: true,
            workers: true,
        };
        self.hub.attach_also(&self.wire, both);
        // The browser answers in order: from its answer on, new pages wait.
        self.ask::<Value>("Browser.getVersion", json!({})).await?;
        Ok(())
    }

    /// A body that the browser still keeps: by the session that reported the request, or by that of its page.
    pub(super) async fn body_of(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        let page = place.page.as_ref().and_then(|page| {
            let attached = self.hub.known.look(|known| known.attached_page(page))?;
            Some(Arc::clone(&attached.session))
        });
        let mut sessions: Vec<Arc<str>> = place.via.clone().into_iter().chain(page).collect();
        sessions.dedup();
        let method = match of {
            BodyOf::Request => POST,
            BodyOf::Response => BODY,
        };
        for session in sessions {
            let ask = Command::new(method, json!({"requestId": &*place.key})).on(&session);
            let given: GivenBody = match self.wire.send(ask.within(BODY_LIMIT)).await {
                Ok(raw) => match parse(&raw) {
                    Ok(given) => given,
                    Err(_) => continue,
                },
                Err(WireError::Refused { .. } | WireError::SessionGone { .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            return Ok(Some(given.body()));
        }
        Ok(None)
    }
}
