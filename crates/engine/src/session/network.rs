//! The recorded requests of a session, and the HTTP Archive of them.

use super::connect::Connection;
use super::{Session, lock};
use crate::backend::traffic::{Entry, Traffic};
use crate::backend::{Body, PageId};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::network::har::{self, Bodies, Content, Product};
use crate::network::{json_path, mask::Mask};
use crate::options::{HarOptions, NetworkFilter, NetworkRequestOptions, Recorded};
use crate::report::{
    BodyOf, HarReport, JsonText, NetworkBody, NetworkDetail, NetworkInitiator, NetworkList, NetworkMessage, NetworkRequest,
    RequestType,
};
use crate::text::{quote, shorten};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// How many requests a list has by default, and at most.
const LISTED: usize = 50;
const MOST_LISTED: usize = 1_000;

/// The time for a body, beyond the action timeout: a large one takes a while to come.
const FOR_BODY: Duration = Duration::from_secs(5);
/// The time for an archive with bodies.
const FOR_BODIES: Duration = Duration::from_secs(50);

/// The most bytes of bodies in an archive.
const MOST_BODY_BYTES: usize = 64 << 20;

/// A status, or a class of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatusFilter {
    One(u16),
    Class(u16),
}

impl StatusFilter {
    fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let class = text.strip_suffix("xx").or_else(|| text.strip_suffix("XX"));
        let found = match class {
            Some(digit) => digit.parse().ok().filter(|class| (1..=9).contains(class)).map(Self::Class),
            None => text.parse().ok().filter(|status| (100..=999).contains(status)).map(Self::One),
        };
        found.ok_or_else(|| {
            let what = format!(
                "status: {} is neither a status nor a class of them",
                quote(&shorten(text, 40))
            );
            EngineError::new(ErrorKind::InvalidInput, what).with_next_step("write it as 404 or 4xx")
        })
    }

    fn fits(self, status: Option<u16>) -> bool {
        status.is_some_and(|status| match self {
            Self::One(wanted) => status == wanted,
            Self::Class(class) => status / 100 == class,
        })
    }
}

/// Whether a request failed, or its server refused it.
fn has_failed(entry: &Entry) -> bool {
    entry.failure.is_some() || entry.status.is_some_and(|status| status >= 400)
}

impl Session {
    /// The recorded requests that fit a filter, newest first. They are recorded if the session was opened with
    /// [`Recorded::Network`], from the first moment of each page on, at most 2,000 of them.
    ///
    /// # Errors
    /// `InvalidInput` if the session does not record requests, and for a status that is none; `Unsupported` if its browser
    /// does not report them.
    pub async fn network_requests(&self, filter: &NetworkFilter) -> Result<NetworkList> {
        self.in_time(async {
            let log = self.traffic().await?;
            let status = filter.status.as_deref().map(StatusFilter::parse).transpose()?;
            let url = filter.url.as_deref().map(str::to_lowercase);
            let page = match filter.page {
                Some(number) => Some(self.page_numbered(number)?),
                None => None,
            };
            // What comes meanwhile is for the next list, and is not forgotten with this one.
            let (kept, forgotten, newest) = log.counts();
            let fits = |entry: &Entry| {
                entry.number <= newest
                    && filter.kind.is_none_or(|kind| kind == entry.kind)
                    && filter
                        .method
                        .as_deref()
                        .is_none_or(|method| method.eq_ignore_ascii_case(&entry.method))
                    && status.is_none_or(|status| status.fits(entry.status))
                    && url.as_deref().is_none_or(|part| entry.url.to_lowercase().contains(part))
                    && (!filter.failed || has_failed(entry))
                    && filter.since.is_none_or(|since| entry.number > since)
                    && filter.before.is_none_or(|before| entry.number < before)
                    && page.as_ref().is_none_or(|page| entry.place.page.as_ref() == Some(page))
            };
            let limit = filter.limit.unwrap_or(LISTED).min(MOST_LISTED);
            let (found, matched) = log.newest(limit, fits);
            let open = self.open_connection().await;
            let mut mask = Mask::new(true);
            let requests = found
                .iter()
                .map(|entry| self.told(entry, open.as_deref(), &mut mask))
                .collect();
            if filter.clear {
                log.clear(newest);
            }
            Ok(NetworkList {
                requests,
                matched,
                kept,
                forgotten,
                newest,
                records_messages: log.records_messages(),
            })
        })
        .await
    }

    /// All that is known of a recorded request, with a body of it if the options ask for one.
    ///
    /// # Errors
    /// `InvalidInput` for a number that no request has, and for a path that leads nowhere; `Unsupported` for messages where
    /// the browser does not report them; as [`Session::network_requests`].
    pub async fn network_request(&self, id: u64, options: &NetworkRequestOptions) -> Result<NetworkDetail> {
        self.acting(FOR_BODY, async {
            let log = self.traffic().await?;
            let entry = log.get(id).ok_or_else(|| no_request(&log, id))?;
            if options.path.is_some() && options.body.is_none() {
                let what = "path: it names a part of a body, and no body was asked for";
                return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("give body too"));
            }
            let streams = matches!(entry.kind, RequestType::WebSocket | RequestType::EventSource);
            if options.messages.is_some() && streams && !log.records_messages() {
                let what = "this browser does not report the messages of WebSockets and event streams";
                return Err(EngineError::new(ErrorKind::Unsupported, what)
                    .with_next_step("leave the messages out, or open the page in Chromium, which reports them"));
            }
            let mut mask = Mask::new(!options.secrets);
            let body = match options.body {
                Some(of) => Some(self.body(&entry, of, options.path.as_deref(), &mut mask).await?),
                None => None,
            };
            let open = self.open_connection().await;
            let request = self.told(&entry, open.as_deref(), &mut mask);
            Ok(NetworkDetail {
                records_messages: log.records_messages(),
                ..detail(entry, request, options, body, &mut mask)
            })
        })
        .await
    }

    /// The recorded requests as an HTTP Archive 1.2.
    ///
    /// # Errors
    /// As [`Session::network_requests`].
    pub async fn har(&self, options: &HarOptions) -> Result<HarReport> {
        let extra = if options.bodies { FOR_BODIES } else { Duration::ZERO };
        self.acting(extra, async {
            let log = self.traffic().await?;
            let (entries, loads) = log.all();
            let (mut bodies, mut bytes, mut left_out) = (HashMap::new(), 0, 0);
            if options.bodies {
                let mut silent = HashSet::new();
                for entry in &entries {
                    left_out += self.bodies_of(entry, &mut bodies, &mut bytes, &mut silent).await;
                }
            }
            let product = match self.inner.connection.lock().await.as_ref() {
                Some(connection) => connection.browser.describe().product,
                None => "unknown".to_owned(),
            };
            let mut mask = Mask::new(!options.secrets);
            let archive = har::archive(&entries, &loads, &bodies, &Product(&product), &mut mask);
            let pages = archive["log"]["pages"].as_array().map_or(0, Vec::len);
            let text =
                serde_json::value::to_raw_value(&archive).or_kind(ErrorKind::Internal, "the archive could not be written")?;
            let count = |of: &Bodies| usize::from(of.request.is_some()) + usize::from(of.response.is_some());
            Ok(HarReport {
                har: JsonText::from(text),
                entries: entries.len(),
                pages,
                bodies: bodies.values().map(count).sum(),
                bodies_left_out: left_out,
                masked: mask.count,
                forgotten: log.counts().1,
            })
        })
        .await
    }

    /// Reads the bodies of a request for an archive. Returns how many are left out. A page that does not answer, which joins
    /// `silent`, is not asked again.
    async fn bodies_of(
        &self,
        entry: &Entry,
        into: &mut HashMap<u64, Bodies>,
        bytes: &mut usize,
        silent: &mut HashSet<Option<PageId>>,
    ) -> usize {
        let mut found = Bodies::default();
        let mut left_out = 0;
        // A short one is kept here, and in every archive.
        let request = entry.has_post && entry.post.is_none();
        let response = har::has_body(entry) && entry.decoded != Some(0);
        for of in [request.then_some(BodyOf::Request), response.then_some(BodyOf::Response)] {
            let Some(of) = of else { continue };
            let body = if silent.contains(&entry.place.page) {
                None
            } else {
                self.kept_body(entry, of).await.unwrap_or_else(|_| {
                    silent.insert(entry.place.page.clone());
                    None
                })
            };
            let size = match &body {
                Some(Body::Text(text)) => text.len(),
                Some(Body::Bytes(content)) => content.len(),
                None => 0,
            };
            let Some(body) = body.filter(|_| *bytes + size <= MOST_BODY_BYTES) else {
                left_out += 1;
                continue;
            };
            *bytes += size;
            match of {
                BodyOf::Request => found.request = Some(Content::of(body, har::sent_type(entry))),
                BodyOf::Response => found.response = Some(Content::of(body, &entry.mime_type)),
            }
        }
        if found.request.is_some() || found.response.is_some() {
            into.insert(entry.number, found);
        }
        left_out
    }

    /// The log, once a browser was connected to.
    async fn traffic(&self) -> Result<Arc<Traffic>> {
        let Some(log) = self.inner.traffic.clone() else {
            let what = "this session does not record the requests of its pages";
            return Err(EngineError::new(ErrorKind::InvalidInput, what)
                .with_next_step(format!("open a session that records {}", Recorded::Network.name())));
        };
        // What a browser did that has died since can still be read.
        if !log.is_connected() {
            self.connection().await?;
        }
        match log.refused() {
            Some(why) => Err(EngineError::new(ErrorKind::Unsupported, &*why)),
            None => Ok(log),
        }
    }

    /// The connection to a browser that has not ended.
    async fn open_connection(&self) -> Option<Arc<Connection>> {
        let connection = self.inner.connection.lock().await.clone();
        connection.filter(|connection| connection.browser.state().ended().is_none())
    }

    fn page_numbered(&self, number: u32) -> Result<PageId> {
        let page = lock(&self.inner.pages).id_of(number);
        page.ok_or_else(|| EngineError::new(ErrorKind::PageNotFound, format!("there is no page {number}")))
    }

    fn told(&self, entry: &Entry, open: Option<&Connection>, mask: &mut Mask) -> NetworkRequest {
        let page = entry.place.page.as_ref().filter(|_| !entry.is_past).and_then(|page| {
            let is_open = open.is_some_and(|connection| connection.browser.has(page));
            let mut pages = lock(&self.inner.pages);
            if is_open {
                Some(pages.number(page))
            } else {
                pages.known(page)
            }
        });
        NetworkRequest {
            id: entry.number,
            page,
            kind: entry.kind,
            method: entry.method.clone(),
            url: mask.url(&entry.url),
            status: entry.status,
            failure: entry.failure.clone(),
            ended: entry.ended,
            started: entry.started,
            duration_ms: entry.duration,
            transferred: entry.transferred,
            source: entry.source,
            redirected_to: entry.redirected_to,
            messages: entry.message_count,
        }
    }

    /// A body for a caller, or why there is none.
    async fn body(&self, entry: &Entry, of: BodyOf, path: Option<&str>, mask: &mut Mask) -> Result<NetworkBody> {
        let size = match of {
            BodyOf::Request => entry.post_size,
            BodyOf::Response => entry.decoded,
        };
        let missing = |why: &str| NetworkBody {
            text: None,
            bytes: None,
            missing: Some(why.to_owned()),
            size,
        };
        let why = match of {
            BodyOf::Request if !entry.has_post => Some("the request has no body"),
            BodyOf::Response if entry.redirected_to.is_some() => Some("browsers keep no body of an answer that redirects"),
            BodyOf::Response if entry.kind == RequestType::WebSocket => Some("a WebSocket has messages and no body"),
            BodyOf::Response if entry.kind == RequestType::EventSource => Some("an event stream has messages and no body"),
            BodyOf::Response if entry.failure.is_some() => Some("the request failed"),
            BodyOf::Response if !entry.ended => Some("the answer has not ended"),
            BodyOf::Request | BodyOf::Response => None,
        };
        if let Some(why) = why {
            return Ok(missing(why));
        }
        let Some(body) = self.kept_body(entry, of).await? else {
            return Ok(missing(
                "the browser does not keep it any more, or it was too long to be kept",
            ));
        };
        let mime_type = match of {
            BodyOf::Request => har::sent_type(entry),
            BodyOf::Response => &entry.mime_type,
        };
        let text = match Content::of(body, mime_type) {
            Content::Text(text) => text,
            Content::Bytes(bytes) => return Ok(binary(bytes)),
        };
        let size = Some(text.len() as u64);
        let text = match path {
            Some(path) => {
                // The names on the way to a part decide whether it is a secret, so all of it is masked first.
                let masked = mask.body(&text, "application/json");
                json_path::find(&masked, path)?
            }
            None => mask.body(&text, mime_type).into_owned(),
        };
        Ok(NetworkBody {
            text: Some(text),
            bytes: None,
            missing: None,
            size,
        })
    }

    /// A body that is kept here or in the browser.
    async fn kept_body(&self, entry: &Entry, of: BodyOf) -> Result<Option<Body>> {
        if of == BodyOf::Request
            && let Some(bytes) = &entry.post
        {
            return Ok(Some(Body::Bytes(bytes.clone())));
        }
        if entry.is_past {
            return Ok(None);
        }
        let Some(connection) = self.open_connection().await else {
            return Ok(None);
        };
        let body = connection.browser.body(&entry.place, of).await?;
        // A browser gives an empty text for a body that it dropped because it was too long.
        let is_empty = match &body {
            Some(Body::Text(text)) => text.is_empty(),
            Some(Body::Bytes(bytes)) => bytes.is_empty(),
            None => false,
        };
        let had_bytes = of == BodyOf::Response && entry.got_bytes();
        Ok(body.filter(|_| !(is_empty && had_bytes)))
    }
}

fn detail(
    entry: Entry,
    request: NetworkRequest,
    options: &NetworkRequestOptions,
    body: Option<NetworkBody>,
    mask: &mut Mask,
) -> NetworkDetail {
    let skipped = entry.messages.len().saturating_sub(options.messages.unwrap_or(0));
    let message = |message: &NetworkMessage, mask: &mut Mask| NetworkMessage {
        text: mask.body(&message.text, "").into_owned(),
        ..message.clone()
    };
    let initiator = entry.initiator.map(|told| NetworkInitiator {
        url: told.url.as_deref().map(|url| mask.url(url)),
        ..told
    });
    NetworkDetail {
        request,
        frame_url: mask.url(&entry.frame_url),
        request_headers: mask.headers(&entry.request_headers),
        response_headers: mask.headers(&entry.response_headers),
        messages: entry.messages.iter().skip(skipped).map(|told| message(told, mask)).collect(),
        status_text: entry.status_text,
        protocol: entry.protocol,
        mime_type: entry.mime_type,
        remote_address: entry.remote,
        initiator,
        redirected_from: entry.redirected_from,
        headers_cut: entry.headers_cut,
        timings: entry.timings,
        request_size: entry.post_size,
        response_size: entry.decoded,
        body,
        records_messages: false,
        masked: mask.count,
    }
}

fn binary(bytes: Vec<u8>) -> NetworkBody {
    NetworkBody {
        text: None,
        size: Some(bytes.len() as u64),
        bytes: Some(bytes.into()),
        missing: None,
    }
}

fn no_request(log: &Traffic, id: u64) -> EngineError {
    let (kept, _, newest) = log.counts();
    let what = match log.oldest() {
        _ if id > newest => format!("there is no request {id} yet: the newest is {newest}"),
        Some(oldest) => format!("the request {id} was forgotten: {kept} are kept, from {oldest} on"),
        None => format!("the request {id} was forgotten: none is kept"),
    };
    EngineError::new(ErrorKind::InvalidInput, what).with_next_step("list the requests, and use a number from the list")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_a_number_or_a_class() {
        for (text, status, fits) in [
            ("404", 404, true),
            ("404", 405, false),
            ("4xx", 404, true),
            ("4XX", 499, true),
            ("5xx", 404, false),
        ] {
            assert_eq!(StatusFilter::parse(text).expect(text).fits(Some(status)), fits, "{text}");
        }
        assert!(!StatusFilter::parse("2xx").expect("a class").fits(None));
        for wrong in ["", "xx", "40", "4x", "0xx", "-1", "ok", "1000"] {
            assert_eq!(StatusFilter::parse(wrong).expect_err(wrong).code(), "INVALID_INPUT");
        }
    }
}
