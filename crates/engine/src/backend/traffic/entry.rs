//! A recorded request.

use super::super::{FrameId, PageId};
use crate::report::{
    MessageDirection, NetworkHeader, NetworkInitiator, NetworkMessage, NetworkTimings, RequestType, ResponseSource,
};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::SystemTime;

/// The longest address that is kept, in bytes.
const LONGEST_URL: usize = 8 << 10;
/// The longest value of a header.
const LONGEST_VALUE: usize = 8 << 10;
/// The most bytes of the headers of one direction.
const MOST_HEADER_BYTES: usize = 64 << 10;
/// The longest body of a request that is kept here.
pub(in crate::backend) const LONGEST_POST: usize = 64 << 10;
/// The longest text of a message, in characters.
const LONGEST_MESSAGE: usize = 4_096;
/// The most messages of a request.
const MOST_MESSAGES: usize = 200;
/// The most bytes of a request's messages.
const MOST_MESSAGE_BYTES: usize = 256 << 10;
/// What an entry weighs besides its texts.
const BASE: usize = 600;
/// What an empty body takes that is sent in chunks, in bytes: the last chunk, which every such body has.
const LAST_CHUNK: u64 = 5;

/// Where the browser keeps the bodies of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyPlace {
    /// The protocol's id of the request.
    pub(crate) key: Arc<str>,
    /// The session of the protocol that reported it, if it has such sessions.
    pub(crate) via: Option<Arc<str>>,
    /// The page.
    pub(crate) page: Option<PageId>,
}

/// A request as it begins.
#[derive(Debug)]
pub(in crate::backend) struct Begun<'a> {
    pub(in crate::backend) key: &'a str,
    pub(in crate::backend) via: Option<Arc<str>>,
    pub(in crate::backend) page: Option<PageId>,
    pub(in crate::backend) frame: Option<FrameId>,
    pub(in crate::backend) frame_url: &'a str,
    pub(in crate::backend) kind: RequestType,
    pub(in crate::backend) method: &'a str,
    pub(in crate::backend) url: &'a str,
    pub(in crate::backend) at: SystemTime,
    /// The same moment on the browser's own clock, in seconds.
    pub(in crate::backend) clock: f64,
    pub(in crate::backend) initiator: Option<NetworkInitiator>,
    /// Whether it follows a redirect of the request with the same key.
    pub(in crate::backend) redirected: bool,
}

/// A recorded request. Its texts are cut so that a page cannot fill the memory.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) place: BodyPlace,
    pub(crate) frame_url: String,
    pub(crate) kind: RequestType,
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) started: SystemTime,
    /// When it began on the browser's own clock, in seconds.
    pub(in crate::backend) clock: f64,
    /// When the head of its answer was there, on that clock.
    pub(in crate::backend) headed: Option<f64>,
    pub(crate) initiator: Option<NetworkInitiator>,
    pub(crate) redirected_from: Option<u64>,
    pub(crate) redirected_to: Option<u64>,
    /// The load of its page's document during which it began.
    pub(crate) load: Option<u64>,
    pub(crate) request_headers: Vec<NetworkHeader>,
    pub(crate) post: Option<Vec<u8>>,
    /// Whether the request has a body, kept here or not.
    pub(crate) has_post: bool,
    pub(crate) post_size: Option<u64>,
    /// Whether the browser was asked for the body.
    post_asked: bool,
    pub(crate) status: Option<u16>,
    pub(crate) status_text: String,
    pub(crate) protocol: String,
    pub(crate) mime_type: String,
    pub(crate) response_headers: Vec<NetworkHeader>,
    pub(crate) headers_cut: bool,
    pub(crate) remote: Option<String>,
    pub(crate) source: ResponseSource,
    pub(crate) timings: NetworkTimings,
    /// The duration in milliseconds.
    pub(crate) duration: Option<f64>,
    pub(crate) transferred: Option<u64>,
    /// The bytes of the answer's head, if the browser tells.
    pub(crate) head_size: Option<u64>,
    /// The bytes of the body that have come, decoded.
    pub(crate) decoded: Option<u64>,
    pub(crate) failure: Option<String>,
    pub(crate) ended: bool,
    pub(crate) messages: VecDeque<NetworkMessage>,
    pub(crate) message_count: u64,
    message_bytes: usize,
    /// Whether the browser that sent it has ended or was left since.
    pub(crate) is_past: bool,
}

/// Cuts a text to at most `most` bytes.
pub(in crate::backend) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(most)])
}

impl Entry {
    pub(super) fn new(number: u64, begun: Begun<'_>) -> Self {
        let mut initiator = begun.initiator;
        if let Some(told) = &mut initiator {
            told.kind = cut(&told.kind, 40);
            told.url = told.url.as_deref().map(|url| cut(url, 1 << 10));
            told.function = told.function.as_deref().map(|function| cut(function, 200));
        }
        Self {
            number,
            place: BodyPlace {
                key: begun.key.into(),
                via: begun.via,
                page: begun.page,
            },
            frame_url: cut(begun.frame_url, 2 << 10),
            kind: begun.kind,
            method: cut(begun.method, 40),
            url: cut(begun.url, LONGEST_URL),
            started: begun.at,
            clock: begun.clock,
            headed: None,
            initiator,
            redirected_from: None,
            redirected_to: None,
            load: None,
            request_headers: Vec::new(),
            post: None,
            has_post: false,
            post_size: None,
            post_asked: false,
            status: None,
            status_text: String::new(),
            protocol: String::new(),
            mime_type: String::new(),
            response_headers: Vec::new(),
            headers_cut: false,
            remote: None,
            source: ResponseSource::Network,
            timings: NetworkTimings::default(),
            duration: None,
            transferred: None,
            head_size: None,
            decoded: None,
            failure: None,
            ended: false,
            messages: VecDeque::new(),
            message_count: 0,
            message_bytes: 0,
            is_past: false,
        }
    }

    /// About how many bytes it takes.
    pub(super) fn weight(&self) -> usize {
        let headers = self.request_headers.iter().chain(&self.response_headers);
        let initiator = self.initiator.as_ref().map_or(0, |told| {
            told.kind.len() + told.url.as_ref().map_or(0, String::len) + told.function.as_ref().map_or(0, String::len)
        });
        BASE + self.url.len()
            + self.frame_url.len()
            + initiator
            + headers
                .map(|header| header.name.len() + header.value.len() + 48)
                .sum::<usize>()
            + self.post.as_ref().map_or(0, Vec::len)
            + self.message_bytes
            + self.failure.as_ref().map_or(0, String::len)
    }

    fn bounded(&mut self, headers: Vec<NetworkHeader>) -> Vec<NetworkHeader> {
        let mut bytes = 0;
        let mut kept = Vec::with_capacity(headers.len());
        for mut header in headers {
            if header.value.len() > LONGEST_VALUE || header.name.len() > LONGEST_VALUE {
                header.value = cut(&header.value, LONGEST_VALUE);
                header.name = cut(&header.name, LONGEST_VALUE);
                self.headers_cut = true;
            }
            bytes += header.name.len() + header.value.len();
            if bytes > MOST_HEADER_BYTES {
                self.headers_cut = true;
                break;
            }
            kept.push(header);
        }
        kept
    }

    pub(in crate::backend) fn set_request_headers(&mut self, headers: Vec<NetworkHeader>) {
        self.request_headers = self.bounded(headers);
        if self.has_post && self.post_size.is_none() {
            self.post_size = self.said_post_size();
        }
    }

    pub(in crate::backend) fn set_response_headers(&mut self, headers: Vec<NetworkHeader>) {
        self.response_headers = self.bounded(headers);
    }

    /// Keeps the body of the request, unless it is long: the browser is asked for it then.
    pub(in crate::backend) fn set_post(&mut self, bytes: Option<Vec<u8>>) {
        self.has_post = true;
        self.post_size = bytes.as_ref().map(|bytes| bytes.len() as u64).or(self.post_size);
        self.post = bytes.filter(|bytes| bytes.len() <= LONGEST_POST);
    }

    /// The size of the request's body as its head says.
    fn said_post_size(&self) -> Option<u64> {
        named(&self.request_headers, "content-length")?.trim().parse().ok()
    }

    /// Whether the browser has to be asked for the request's body: it was not told with the request, and is short enough to be
    /// kept. True once.
    pub(super) fn asks_for_post(&mut self) -> bool {
        let is_short = |size: u64| usize::try_from(size).is_ok_and(|size| size <= LONGEST_POST);
        let asks = self.has_post && self.post.is_none() && self.post_size.is_some_and(is_short);
        asks && !std::mem::replace(&mut self.post_asked, true)
    }

    /// Adds a message. The oldest ones make room.
    pub(in crate::backend) fn add_message(
        &mut self,
        direction: MessageDirection,
        event: Option<&str>,
        text: &str,
        is_binary: bool,
    ) {
        let size = if is_binary { base64_size(text) } else { text.len() as u64 };
        let text = crate::text::shorten(text, LONGEST_MESSAGE);
        let event = event.map(|event| cut(event, 200));
        self.message_count += 1;
        self.message_bytes += text.len() + 80;
        self.messages.push_back(NetworkMessage {
            direction,
            at: SystemTime::now(),
            event,
            text,
            binary: is_binary,
            size,
        });
        while self.messages.len() > MOST_MESSAGES || self.message_bytes > MOST_MESSAGE_BYTES {
            let Some(oldest) = self.messages.pop_front() else { break };
            self.message_bytes = self.message_bytes.saturating_sub(oldest.text.len() + 80);
        }
    }

    /// Whether bytes of a body came, as far as the browser tells.
    pub(crate) fn got_bytes(&self) -> bool {
        let after_head = self.transferred.unwrap_or(0).saturating_sub(self.head_size.unwrap_or(0));
        let is_end = after_head == LAST_CHUNK && self.is_chunked();
        self.decoded.is_some_and(|size| size > 0) || (after_head > 0 && !is_end)
    }

    fn is_chunked(&self) -> bool {
        named(&self.response_headers, "transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked"))
    }

    /// Whether the head of the answer is there. What the network said of it may be there before, and tells nothing of what was
    /// transferred.
    pub(in crate::backend) fn is_answered(&self) -> bool {
        self.transferred.is_some()
    }

    /// Whether the head of the answer is all of it (RFC 9112, 6.3), so that nothing is missing once it is there.
    pub(in crate::backend) fn is_head_only(&self) -> bool {
        self.is_answered()
            && (self.method.eq_ignore_ascii_case("HEAD")
                || matches!(self.status, Some(204 | 205 | 304))
                || named(&self.response_headers, "content-length").is_some_and(|size| size.trim() == "0"))
    }

    /// Notes the end, at a moment of the browser's own clock.
    pub(in crate::backend) fn end(&mut self, clock: f64) {
        self.ended = true;
        if self.duration.is_none() && self.clock > 0.0 && clock >= self.clock {
            self.duration = Some((clock - self.clock) * 1_000.0);
            if let Some(headed) = self.headed {
                self.timings.receive = Some(((clock - headed) * 1_000.0).max(0.0));
            }
        }
    }

    /// Notes the end of an answer that has no body, or an empty one.
    pub(in crate::backend) fn end_empty(&mut self, clock: f64) {
        self.decoded = Some(0);
        self.end(clock);
    }

    pub(in crate::backend) fn fail(&mut self, why: &str, clock: f64) {
        self.failure = Some(cut(why, 500));
        self.end(clock);
    }
}

/// The value of a header.
fn named<'a>(headers: &'a [NetworkHeader], name: &str) -> Option<&'a str> {
    let found = headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
    found.map(|header| &*header.value)
}

/// The number of bytes that a base64 text stands for.
fn base64_size(text: &str) -> u64 {
    let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
    (text.len() / 4 * 3).saturating_sub(padding) as u64
}
