//! Recorded requests as an HTTP Archive, version 1.2 (<http://www.softwareishard.com/blog/har-12-spec/>). What the format has
//! no field for stands in fields that begin with `_`, as it allows; those are named as other programs name them.

use super::mask::Mask;
use super::moment::iso;
use crate::backend::Body;
use crate::backend::traffic::{Entry, Load};
use crate::report::{MessageDirection, NetworkHeader, NetworkTimings, RequestType, ResponseSource};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};
use url::Url;

/// The bodies of a request that the archive gets.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    pub(crate) request: Option<Content>,
    pub(crate) response: Option<Content>,
}

/// A body.
#[derive(Debug)]
pub(crate) enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Content {
    /// Bytes that are text for a reader, as text.
    pub(crate) fn of(body: Body, mime_type: &str) -> Self {
        match body {
            Body::Text(text) => Self::Text(text),
            Body::Bytes(bytes) => match String::from_utf8(bytes) {
                Ok(text) if is_text(&text, mime_type) => Self::Text(text),
                Ok(text) => Self::Bytes(text.into_bytes()),
                Err(error) => Self::Bytes(error.into_bytes()),
            },
        }
    }
}

/// Whether bytes that are UTF-8 are text for a reader.
fn is_text(text: &str, mime_type: &str) -> bool {
    let binary = [
        "image/",
        "audio/",
        "video/",
        "font/",
        "application/pdf",
        "application/zip",
        "application/wasm",
    ];
    (mime_type.contains("svg") || !binary.iter().any(|kind| mime_type.starts_with(kind))) && !text.contains('\0')
}

/// The media type of what a request sent; empty without one.
pub(crate) fn sent_type(entry: &Entry) -> &str {
    named(&entry.request_headers, "content-type").unwrap_or_default()
}

/// The browser, by name and version.
#[derive(Debug)]
pub(crate) struct Product<'a>(pub(crate) &'a str);

/// Writes the archive.
pub(crate) fn archive(
    entries: &[Entry],
    loads: &[Load],
    bodies: &HashMap<u64, Bodies>,
    product: &Product<'_>,
    mask: &mut Mask,
) -> Value {
    let used: Vec<&Load> = loads
        .iter()
        .filter(|load| entries.iter().any(|entry| entry.load == Some(load.number)))
        .collect();
    let pages: Vec<Value> = used.iter().map(|load| page(load, mask)).collect();
    let none = Bodies::default();
    let written: Vec<Value> = entries
        .iter()
        .map(|entry| {
            let has_page = used.iter().any(|load| entry.load == Some(load.number));
            let bodies = bodies.get(&entry.number).unwrap_or(&none);
            one(entry, has_page, bodies, mask)
        })
        .collect();
    let (name, version) = product.0.split_once('/').unwrap_or((product.0, ""));
    json!({"log": {
        "version": "1.2",
        "creator": {"name": "uipilot", "version": env!("CARGO_PKG_VERSION")},
        "browser": {"name": name, "version": version},
        "pages": pages,
        "entries": written,
    }})
}

fn page(load: &Load, mask: &mut Mask) -> Value {
    let after = |at: Option<SystemTime>| {
        let after = at.and_then(|at| at.duration_since(load.started).ok());
        json!(after.map_or(-1.0, |after| rounded(after.as_secs_f64() * 1_000.0)))
    };
    json!({
        "startedDateTime": iso(load.started),
        "id": page_id(load.number),
        "title": mask.url(&load.url),
        "pageTimings": {"onContentLoad": after(load.content_loaded), "onLoad": after(load.loaded)},
    })
}

fn page_id(load: u64) -> String {
    format!("page_{load}")
}

fn rounded(millis: f64) -> f64 {
    (millis * 1_000.0).round() / 1_000.0
}

fn one(entry: &Entry, has_page: bool, bodies: &Bodies, mask: &mut Mask) -> Value {
    let timings = timings(&entry.timings);
    let time: f64 = ["blocked", "dns", "connect", "send", "wait", "receive"]
        .iter()
        .filter_map(|part| timings.get(*part)?.as_f64())
        .filter(|part| *part > 0.0)
        .sum();
    let mut out = Map::new();
    if let (Some(load), true) = (entry.load, has_page) {
        out.insert("pageref".into(), json!(page_id(load)));
    }
    out.insert("startedDateTime".into(), json!(iso(entry.started)));
    out.insert("time".into(), json!(rounded(time)));
    out.insert("request".into(), request(entry, bodies.request.as_ref(), mask));
    out.insert("response".into(), response(entry, bodies.response.as_ref(), mask));
    out.insert("cache".into(), json!({}));
    out.insert("timings".into(), timings);
    if let Some((ip, port)) = entry.remote.as_deref().map(|at| at.rsplit_once(':').unwrap_or((at, ""))) {
        // The library that checks archives takes IPv6 addresses without brackets only.
        out.insert("serverIPAddress".into(), json!(ip.trim_matches(['[', ']'])));
        if !port.is_empty() {
            out.insert("_serverPort".into(), json!(port));
        }
    }
    out.insert("_resourceType".into(), json!(entry.kind.name()));
    out.insert("_requestId".into(), json!(entry.number));
    if let Some(told) = &entry.initiator {
        let mut initiator = json!({"type": told.kind});
        if let Some(url) = &told.url {
            initiator["url"] = json!(mask.url(url));
        }
        if let Some(line) = told.line {
            initiator["lineNumber"] = json!(line);
        }
        out.insert("_initiator".into(), initiator);
    }
    if entry.source != ResponseSource::Network {
        let source = if entry.source == ResponseSource::Cache {
            "disk"
        } else {
            "serviceWorker"
        };
        out.insert("_fromCache".into(), json!(source));
    }
    if !entry.messages.is_empty() {
        out.insert("_webSocketMessages".into(), messages(entry, mask));
    }
    Value::Object(out)
}

fn timings(told: &NetworkTimings) -> Value {
    let optional = |part: Option<f64>| json!(part.map_or(-1.0, rounded));
    let needed = |part: Option<f64>| json!(part.map_or(0.0, rounded));
    json!({
        "blocked": optional(told.blocked),
        "dns": optional(told.dns),
        "connect": optional(told.connect),
        "ssl": optional(told.ssl),
        "send": needed(told.send),
        "wait": needed(told.wait),
        "receive": needed(told.receive),
    })
}

fn header_list(headers: &[NetworkHeader]) -> Vec<Value> {
    // An answer may set several cookies, which stand in lines of one value.
    let lines = headers.iter().flat_map(|header| {
        let one = |value: &str| json!({"name": header.name, "value": value});
        header.value.split('\n').map(one).collect::<Vec<_>>()
    });
    lines.collect()
}

fn named<'a>(headers: &'a [NetworkHeader], name: &str) -> Option<&'a str> {
    let found = headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
    found.map(|header| &*header.value)
}

fn protocol(entry: &Entry) -> &str {
    match &*entry.protocol {
        "" => "unknown",
        told => told,
    }
}

fn request(entry: &Entry, body: Option<&Content>, mask: &mut Mask) -> Value {
    let headers = mask.headers(&entry.request_headers);
    let cookies: Vec<Value> = headers
        .iter()
        .filter(|header| header.name.eq_ignore_ascii_case("cookie"))
        .flat_map(|header| header.value.split("; ").map(str::to_owned).collect::<Vec<_>>())
        .filter(|cookie| !cookie.is_empty())
        .map(|cookie| pair(&cookie))
        .collect();
    let url = mask.url(&entry.url);
    let mut out = json!({
        "method": entry.method,
        "url": url,
        "httpVersion": protocol(entry),
        "cookies": cookies,
        "headers": header_list(&headers),
        "queryString": query(&url),
        "headersSize": -1,
        "bodySize": entry.post_size.map_or(if entry.has_post { -1 } else { 0 }, signed),
    });
    let mime_type = match sent_type(entry) {
        "" => "application/octet-stream",
        told => told,
    };
    let kept = entry
        .post
        .as_ref()
        .map(|bytes| Content::of(Body::Bytes(bytes.clone()), mime_type));
    match body.or(kept.as_ref()) {
        Some(Content::Text(text)) => {
            let text = mask.body(text, mime_type);
            out["postData"] = json!({"mimeType": mime_type, "text": text});
            if mime_type.contains("x-www-form-urlencoded") {
                let params: Vec<Value> = text.split('&').filter(|part| !part.is_empty()).map(pair).collect();
                out["postData"]["params"] = json!(params);
            }
        }
        // The format knows base64 in answers only. Playwright reads the same field here, and others read the comment.
        Some(Content::Bytes(bytes)) => {
            out["postData"] = json!({
                "mimeType": mime_type,
                "text": STANDARD.encode(bytes),
                "_encoding": "base64",
                "comment": "The body is binary: text has its bytes in base64.",
            });
        }
        None => {}
    }
    out
}

fn pair(text: &str) -> Value {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    json!({"name": name.trim(), "value": value})
}

fn query(url: &str) -> Vec<Value> {
    // A masked address may be no address any more; its parameters are still between `?` and `#`.
    let Some((_, rest)) = url.split_once('?') else {
        return Vec::new();
    };
    let query = rest.split_once('#').map_or(rest, |(query, _)| query);
    let read = url::form_urlencoded::parse(query.as_bytes());
    read.map(|(name, value)| json!({"name": name, "value": value})).collect()
}

fn signed(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

fn response(entry: &Entry, body: Option<&Content>, mask: &mut Mask) -> Value {
    let headers = mask.headers(&entry.response_headers);
    let lines = header_list(&headers);
    let cookies: Vec<Value> = lines
        .iter()
        .filter(|line| {
            line["name"]
                .as_str()
                .is_some_and(|name| name.eq_ignore_ascii_case("set-cookie"))
        })
        .filter_map(|line| Some(pair(line["value"].as_str()?.split(';').next()?)))
        .collect();
    let mime_type = match &*entry.mime_type {
        "" => "x-unknown",
        told => told,
    };
    // -1: not known, as for the other sizes. A request without an answer has none.
    let unknown = if entry.status.is_some() { -1 } else { 0 };
    let mut content = json!({"size": entry.decoded.map_or(unknown, signed), "mimeType": mime_type});
    match body {
        Some(Content::Text(text)) => {
            let text = mask.body(text, mime_type);
            content["size"] = json!(text.len());
            content["text"] = json!(text);
        }
        Some(Content::Bytes(bytes)) => {
            content["size"] = json!(bytes.len());
            content["text"] = json!(STANDARD.encode(bytes));
            content["encoding"] = json!("base64");
        }
        None => {}
    }
    let body_size = match (entry.transferred, entry.head_size) {
        (Some(all), Some(head)) => signed(all.saturating_sub(head)),
        (Some(0), _) => 0,
        _ => -1,
    };
    let mut out = json!({
        // 0: there was no answer.
        "status": entry.status.unwrap_or(0),
        "statusText": entry.status_text,
        "httpVersion": protocol(entry),
        "cookies": cookies,
        "headers": lines,
        "content": content,
        "redirectURL": named(&headers, "location").unwrap_or_default(),
        "headersSize": entry.head_size.map_or(-1, signed),
        "bodySize": body_size,
    });
    if let Some(transferred) = entry.transferred {
        out["_transferSize"] = json!(transferred);
    }
    if let Some(failure) = &entry.failure {
        out["_error"] = json!(failure);
    }
    out
}

/// Messages as Chromium's own archives have them.
fn messages(entry: &Entry, mask: &mut Mask) -> Value {
    let one = |message: &crate::report::NetworkMessage| {
        let direction = if message.direction == MessageDirection::Sent {
            "send"
        } else {
            "receive"
        };
        let since = message.at.duration_since(UNIX_EPOCH).unwrap_or_default();
        json!({
            "type": direction,
            "time": since.as_secs_f64(),
            "opcode": if message.binary { 2 } else { 1 },
            "data": mask.body(&message.text, ""),
        })
    };
    let all: Vec<Value> = entry.messages.iter().map(one).collect();
    json!(all)
}

/// Whether a request has no body worth reading: one that was redirected, or that stays open by design.
pub(crate) fn has_body(entry: &Entry) -> bool {
    let open = matches!(entry.kind, RequestType::WebSocket | RequestType::EventSource);
    entry.ended && !open && entry.redirected_to.is_none() && entry.status.is_some() && Url::parse(&entry.url).is_ok()
}
