//! What the user does by hand in the pages of a session, told by a script in each document while that is wanted.
//!
//! The script tells everything that the browser calls trusted, also what this program's own input causes. That is told
//! apart by time: while a page gets input of ours, and a moment later, nothing of it counts ([`OwnInput`]).

use super::monitor::{Monitor, lock};
use super::{Dialog, FrameId, PageId, PageState};
use crate::page_script::Lasting;
use crate::report::UserDeed;
use serde::Deserialize;
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};
use tokio::time::Instant;

/// How many entries are kept, and how many bytes, about.
const MOST: usize = 400;
const MOST_BYTES: usize = 2 << 20;
/// The longest message of the script, in bytes.
const MOST_MESSAGE: usize = 120_000;
/// The size of an entry without what it tells, about.
const FIXED: usize = 200;
/// How many pages are known by what was done in them last.
const MOST_PAGES: usize = 200;
/// How long after something was done in a page the browser may begin to load what that led to.
const CAUSED: Duration = Duration::from_millis(1_500);

/// How long after our input its effects may be told. They come by another way than the answer.
const ECHO: Duration = Duration::from_millis(300);
/// How long after a navigation of ours its document may begin.
const ARRIVAL: Duration = Duration::from_secs(2);

/// The input of this program in one page.
#[derive(Debug, Default)]
pub(crate) struct OwnInput(Mutex<Own>);

#[derive(Debug, Default)]
struct Own {
    input: Span,
    navigation: Span,
}

/// Something of ours that runs, or has just ended.
#[derive(Debug, Default)]
struct Span {
    running: u32,
    until: Option<Instant>,
}

impl Span {
    fn is_now(&self) -> bool {
        self.running > 0 || self.until.is_some_and(|until| Instant::now() < until)
    }
}

/// Ends something of ours when it is dropped.
pub(crate) struct OwnEnd<'a> {
    own: &'a OwnInput,
    navigates: bool,
}

impl Drop for OwnEnd<'_> {
    fn drop(&mut self) {
        let mut own = lock(&self.own.0);
        let (span, echo) = if self.navigates {
            (&mut own.navigation, ARRIVAL)
        } else {
            (&mut own.input, ECHO)
        };
        span.running = span.running.saturating_sub(1);
        span.until = Some(Instant::now() + echo);
    }
}

impl OwnInput {
    /// Notes that this program acts on the page, until what is returned is dropped.
    pub(crate) fn begin(&self) -> OwnEnd<'_> {
        lock(&self.0).input.running += 1;
        OwnEnd {
            own: self,
            navigates: false,
        }
    }

    /// Notes that this program leads the page to another document, until what is returned is dropped.
    pub(crate) fn navigates(&self) -> OwnEnd<'_> {
        lock(&self.0).navigation.running += 1;
        OwnEnd {
            own: self,
            navigates: true,
        }
    }

    /// Whether what happens now is ours.
    fn acts(&self) -> bool {
        lock(&self.0).input.is_now()
    }

    /// Whether we have acted a moment ago.
    fn acted(&self) -> bool {
        let own = lock(&self.0);
        let since = own.input.until.is_some_and(|until| Instant::now() < until + CAUSED);
        own.input.running > 0 || since
    }

    /// Whether a step within a document is ours.
    fn moves(&self) -> bool {
        let own = lock(&self.0);
        own.input.is_now() || own.navigation.is_now()
    }

    /// Whether a document that begins now is ours. Of those that begin after the navigation has ended, one is.
    fn arrives(&self) -> bool {
        let mut own = lock(&self.0);
        let is_ours = own.navigation.is_now();
        own.navigation.until = None;
        is_ours
    }
}

/// A message of the script, see `injected/src/by-hand/protocol.ts`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "fields of several kinds of messages")]
pub(crate) struct Message {
    kind: String,
    pub(crate) top: bool,
    lost: u64,
    pub(crate) target: Option<Box<Lasting>>,
    pub(crate) to: Option<Box<Lasting>>,
    pub(crate) button: Option<String>,
    pub(crate) count: Option<u32>,
    pub(crate) modifiers: Vec<String>,
    pub(crate) at: Option<At>,
    pub(crate) path: Vec<At>,
    pub(crate) text: Option<String>,
    pub(crate) secret: bool,
    pub(crate) cut: bool,
    pub(crate) checked: Option<bool>,
    pub(crate) options: Vec<String>,
    pub(crate) key: Option<String>,
    pub(crate) files: Vec<String>,
    pub(crate) url: Option<String>,
    pub(crate) way: Option<String>,
    fresh: bool,
    away: Option<bool>,
    /// Whether the page asked for the document.
    #[serde(skip)]
    pub(crate) from_page: Option<bool>,
}

impl Message {
    /// Whether it tells a step through the history within one document.
    fn is_within(&self) -> bool {
        matches!(self.way.as_deref(), Some("back" | "forward"))
    }
}

/// Where on an element something was done.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(crate) struct At {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// What an entry tells.
#[derive(Debug, Clone)]
pub(crate) enum What {
    Message(UserDeed, Box<Message>),
    /// A frame that steps may come from later. It is no step.
    Frame,
    Dialog {
        dialog: Dialog,
        accepted: bool,
        answer: Option<String>,
    },
    Opened {
        opener: Option<PageId>,
        url: String,
    },
    Closed,
}

/// Something that the user did.
#[derive(Debug, Clone)]
pub(crate) struct HandEntry {
    pub(crate) id: u64,
    pub(crate) at: SystemTime,
    pub(crate) page: PageId,
    /// Its frame; absent for what belongs to the whole page.
    pub(crate) frame: Option<FrameId>,
    pub(crate) what: What,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Inner {
    /// The attribute with test ids, while the user is watched.
    test_id: Option<String>,
    /// Whether the browser has ended.
    over: bool,
    entries: VecDeque<HandEntry>,
    bytes: usize,
    last: u64,
    lost: u64,
    pages: HashMap<PageId, Leaving>,
}

/// How a page comes to its next document.
#[derive(Debug, Default)]
struct Leaving {
    /// When something was done in it last.
    acted: Option<Instant>,
    /// Whether something was done just before the browser began to load the next document, if that was told.
    caused: Option<bool>,
    /// Whether the user had gone to the browser's own controls when it left its document.
    away: Option<bool>,
}

impl Leaving {
    fn acts(&mut self) {
        self.acted = Some(Instant::now());
    }

    /// Whether the page asked for the document that begins, as far as that can be told from here.
    fn arrives(&mut self) -> Option<bool> {
        match (self.caused.take(), self.away.take()) {
            (Some(true), _) => Some(true),
            (caused, away) => caused.or_else(|| away.map(|away| !away)),
        }
    }
}

impl Inner {
    /// What is known of a page.
    fn page(&mut self, page: &PageId) -> &mut Leaving {
        if self.pages.len() >= MOST_PAGES && !self.pages.contains_key(page) {
            self.pages.clear();
        }
        self.pages.entry(PageId::clone(page)).or_default()
    }

    fn push(&mut self, page: &PageId, frame: Option<FrameId>, what: What, bytes: usize) {
        self.last += 1;
        let entry = HandEntry {
            id: self.last,
            at: SystemTime::now(),
            page: PageId::clone(page),
            frame,
            what,
            bytes: bytes + FIXED,
        };
        if let Some(before) = self.entries.back_mut()
            && continues(before, &entry)
        {
            self.bytes -= before.bytes;
            self.bytes += entry.bytes;
            *before = entry;
            return;
        }
        self.bytes += entry.bytes;
        self.entries.push_back(entry);
        while self.entries.len() > MOST || self.bytes > MOST_BYTES {
            let Some(first) = self.entries.pop_front() else { break };
            self.bytes -= first.bytes;
            self.lost += 1;
        }
    }
}

/// Whether an entry says more of the same field than the one before it.
fn continues(before: &HandEntry, entry: &HandEntry) -> bool {
    let fill = |entry: &HandEntry| match &entry.what {
        What::Message(UserDeed::Fill, message) => message.target.as_ref().map(|target| (target.doc.clone(), target.id)),
        _ => None,
    };
    before.page == entry.page && fill(entry).is_some_and(|field| fill(before) == Some(field))
}

/// What the user does in the pages of one session.
#[derive(Debug, Default)]
pub(crate) struct HandLog {
    inner: Monitor<Inner>,
}

/// What was told since an entry.
pub(crate) struct Since {
    pub(crate) entries: Vec<HandEntry>,
    pub(crate) last: u64,
    pub(crate) lost: u64,
}

impl HandLog {
    /// Begins to watch, with the attribute that holds test ids, or ends that. What is kept stays.
    pub(crate) fn set(&self, test_id: Option<&str>) {
        self.inner.change(|inner| {
            inner.test_id = test_id.map(str::to_owned);
            inner.pages.clear();
        });
    }

    /// Numbers what is told after the entries of an earlier connection.
    pub(crate) fn go_on_after(&self, before: &Self) {
        let numbers = before.inner.look(|inner| (inner.last, inner.lost));
        self.inner.change(|inner| (inner.last, inner.lost) = numbers);
    }

    /// Whether the user is watched.
    pub(crate) fn is_on(&self) -> bool {
        self.inner.look(|inner| inner.test_id.is_some())
    }

    /// The attribute that holds test ids, while the user is watched.
    pub(crate) fn test_id(&self) -> Option<String> {
        self.inner.look(|inner| inner.test_id.clone())
    }

    /// Takes a message of the script in a document of a page. `asked`: whether the page asked for the last document that it was
    /// led to, if the protocol tells that.
    pub(crate) fn told(&self, page: &PageId, state: &PageState, frame: FrameId, payload: &str, asked: Option<bool>) {
        if !self.is_on() {
            return;
        }
        let read = (payload.len() <= MOST_MESSAGE).then(|| serde_json::from_str::<Message>(payload).ok());
        let Some(mut message) = read.flatten() else {
            tracing::debug!(bytes = payload.len(), "a step of the user could not be read");
            self.inner.change(|inner| inner.lost += 1);
            return;
        };
        if message.lost > 0 {
            self.inner.change(|inner| inner.lost += message.lost);
        }
        let deed = match message.kind.as_str() {
            "left" if message.top => return self.inner.change(|inner| inner.page(page).away = message.away),
            "document" if !message.top => None,
            "document" if message.is_within() => {
                if state.own.moves() {
                    return;
                }
                message.from_page = Some(false);
                Some(UserDeed::Document)
            }
            "document" => {
                if !message.fresh {
                    return;
                }
                let caused = self.inner.change(|inner| inner.page(page).arrives());
                message.from_page = asked.or(caused);
                if state.own.arrives() {
                    return;
                }
                Some(UserDeed::Document)
            }
            kind => match UserDeed::parse(kind) {
                Ok(deed) if deed == UserDeed::Seen || !state.own.acts() => Some(deed),
                _ => return,
            },
        };
        let what = deed.map_or(What::Frame, |deed| What::Message(deed, Box::new(message)));
        let acts = !matches!(deed, None | Some(UserDeed::Document | UserDeed::Seen));
        self.inner.change(|inner| {
            if acts {
                inner.page(page).acts();
            }
            inner.push(page, Some(frame), what, payload.len());
        });
    }

    /// Notes that a page shows an earlier document again, if its script does not tell that.
    pub(crate) fn restored(&self, page: &PageId, state: &PageState, url: &str) {
        let message = json!({"kind": "document", "top": true, "fresh": true, "url": url, "way": "back_forward"});
        self.told(page, state, FrameId::clone(page), &message.to_string(), None);
    }

    /// Notes that the browser begins to load another document in a page, for protocols that do not tell who asked for it.
    pub(crate) fn leaves(&self, page: &PageId, state: &PageState) {
        if !self.is_on() {
            return;
        }
        let is_ours = state.own.acted();
        self.inner.change(|inner| {
            let leaving = inner.page(page);
            let recent = leaving.acted.is_some_and(|acted| acted.elapsed() < CAUSED);
            leaving.caused = Some(is_ours || recent);
        });
    }

    /// Notes that a dialog was answered, unless this program did that.
    pub(crate) fn answered(&self, page: &PageId, state: &PageState, accepted: bool, answer: Option<String>) {
        let Some(dialog) = state.dialog().filter(|_| self.is_on() && !state.own.acts()) else {
            return;
        };
        let bytes = dialog.message.len();
        let answer = answer.filter(|answer| !answer.is_empty() && answer.len() <= MOST_MESSAGE);
        let what = What::Dialog {
            dialog,
            accepted,
            answer,
        };
        self.inner.change(|inner| {
            inner.page(page).acts();
            inner.push(page, None, what, bytes);
        });
    }

    /// Notes that a page was opened.
    pub(crate) fn opened(&self, page: &PageId, opener: Option<&str>, url: &str) {
        if self.is_on() {
            let what = What::Opened {
                opener: opener.map(PageId::from),
                url: url.to_owned(),
            };
            self.inner.change(|inner| inner.push(page, None, what, url.len()));
        }
    }

    /// Notes that a page was closed.
    pub(crate) fn closed(&self, page: &PageId) {
        if self.is_on() {
            self.inner.change(|inner| {
                inner.pages.remove(page);
                inner.push(page, None, What::Closed, 0);
            });
        }
    }

    /// Ends the waiting for more: the browser has ended.
    pub(crate) fn end(&self) {
        self.inner.change(|inner| inner.over = true);
    }

    /// What was told after the entry with this number, once there is something, after `limit`, or when the browser ends.
    pub(crate) async fn since(&self, id: u64, limit: Duration) -> Since {
        self.inner
            .wait(limit, |inner| {
                (inner.last > id || inner.test_id.is_none() || inner.over).then_some(())
            })
            .await;
        self.inner.look(|inner| Since {
            entries: inner.entries.iter().filter(|entry| entry.id > id).cloned().collect(),
            last: inner.last,
            lost: inner.lost,
        })
    }
}

#[cfg(test)]
mod tests;
