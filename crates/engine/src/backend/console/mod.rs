//! What pages write to the console, and errors that nothing handled, kept within bounds.
//!
//! Backends write entries while a session records; the session reads them. A page decides how much it writes, so entries are
//! bounded in number and size, and those that come too fast are only counted. Errors and warnings have room of their own: a
//! flood of other messages never pushes them out.

mod budget;
mod errors;
mod format;
mod ring;
mod stack;

use super::PageId;
use super::monitor::lock;
use budget::Budget;
pub(crate) use errors::ErrorsSince;
pub(super) use errors::PageErrors;
pub(crate) use format::{Arg, MOST_ARGS, MOST_ITEMS, MOST_STRING, Room, count_left, first_line, text_of};
pub(crate) use ring::Kept;
use ring::Ring;
pub(crate) use stack::{Stack, stack_place};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many characters of a message's text are kept.
pub(crate) const MOST_TEXT: usize = 4_000;

/// How many frames of a stack are kept.
pub(crate) const MOST_FRAMES: usize = 20;

/// How many characters of an address are kept.
pub(crate) const MOST_ADDRESS: usize = 500;

/// How deep arguments are read.
pub(crate) const DEPTH: usize = 5;

/// How many pages are remembered that may be attached to again.
const MOST_PAGES: usize = 200;

words! {
    /// How grave a message is. The gravest comes first.
    pub enum ConsoleLevel {
        /// `console.error`, a failed `console.assert`, an exception that nothing handled, a failed request.
        Error = "error",
        /// `console.warn`, and warnings of the browser.
        Warning = "warning",
        /// `console.info`.
        Info = "info",
        /// `console.log` and all other methods of the console.
        Log = "log",
        /// `console.debug`.
        Debug = "debug",
    }
}

impl ConsoleLevel {
    /// Whether this level is at least as grave as another one.
    pub(crate) fn is_at_least(self, least: Self) -> bool {
        (self as u8) <= (least as u8)
    }

    /// Whether it has room of its own.
    pub(crate) fn is_grave(self) -> bool {
        self.is_at_least(Self::Warning)
    }
}

words! {
    /// Who wrote a message.
    pub enum ConsoleSource {
        /// A script, with a method of `console`.
        Console = "console",
        /// An exception or a rejected promise that no script handled. Firefox reports what it blocks as such, too.
        Exception = "exception",
        /// The browser, about a request.
        Network = "network",
        /// The browser, about something that it blocked.
        Security = "security",
        /// The browser, about anything else, such as something deprecated.
        Browser = "browser",
    }
}

/// One frame of a stack. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct StackPlace {
    pub(crate) function: String,
    pub(crate) url: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// A message as a backend reports it.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) at: SystemTime,
    /// `None` for a worker that several pages may share.
    pub(crate) page: Option<PageId>,
    pub(crate) level: ConsoleLevel,
    pub(crate) source: ConsoleSource,
    /// The method of `console`; empty for other sources.
    pub(crate) method: String,
    pub(crate) args: Vec<Arg>,
    /// The text, as the page wrote it.
    pub(crate) text: String,
    pub(crate) stack: Vec<StackPlace>,
    /// The address of the frame, if it is not the main frame.
    pub(crate) frame: Option<String>,
    /// The kind and the address of the worker.
    pub(crate) worker: Option<(&'static str, String)>,
    /// The number of an exception in its session, which may be handled later.
    pub(crate) exception: Option<(PageId, u64)>,
}

/// The text of a message with what its method adds.
pub(crate) fn text_of_method(method: &str, text: String) -> String {
    match method {
        "assert" if text.is_empty() => "Assertion failed".to_owned(),
        "assert" => format!("Assertion failed: {text}"),
        _ => text,
    }
}

/// The level of a method of `console`; `None` for one that writes nothing.
pub(crate) fn level_of(method: &str) -> Option<ConsoleLevel> {
    Some(match method {
        "error" | "assert" | "exception" => ConsoleLevel::Error,
        "warning" | "warn" => ConsoleLevel::Warning,
        "info" => ConsoleLevel::Info,
        "debug" => ConsoleLevel::Debug,
        "endGroup" | "groupEnd" | "clear" | "profile" | "profileEnd" => return None,
        _ => ConsoleLevel::Log,
    })
}

/// The point in time of a protocol, in milliseconds since the epoch.
pub(crate) fn moment(millis: f64) -> SystemTime {
    let since = Duration::try_from_secs_f64(millis / 1_000.0).unwrap_or_default();
    UNIX_EPOCH.checked_add(since).unwrap_or_else(SystemTime::now)
}

#[derive(Debug, Default)]
struct Inner {
    ring: Ring,
    budget: Budget,
    /// The last entry that a list for new ones has shown.
    listed: u64,
    /// For each page, when its last message was written: a page that is attached to again repeats them.
    newest: HashMap<PageId, f64>,
}

/// The console of one session.
#[derive(Debug, Default)]
pub struct ConsoleLog {
    on: AtomicBool,
    inner: Mutex<Inner>,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    /// It is kept under this number.
    New(u64),
    /// It repeats the message before it, which has this number.
    Repeated(u64),
}

impl ConsoleLog {
    /// Begins to record.
    pub(crate) fn set_on(&self) {
        self.on.store(true, Ordering::Relaxed);
    }

    /// Whether messages are recorded.
    pub(crate) fn is_on(&self) -> bool {
        self.on.load(Ordering::Relaxed)
    }

    /// Whether there is time for another message. If not, it is counted. Asked before the message is read.
    pub(crate) fn admits(&self, grave: bool) -> bool {
        lock(&self.inner).budget.admits(grave, Instant::now())
    }

    /// Whether there is time to read the arguments of another message.
    pub(crate) fn may_expand(&self) -> bool {
        lock(&self.inner).budget.may_expand(Instant::now())
    }

    pub(crate) fn add(&self, entry: Entry) -> Added {
        lock(&self.inner).ring.add(entry)
    }

    /// Replaces arguments of a kept message by what was read of them later. Returns whether it is still kept.
    pub(crate) fn expand(&self, id: u64, args: &[(usize, Arg)]) -> bool {
        lock(&self.inner).ring.expand(id, args)
    }

    /// Marks an exception as handled after all. Returns its number.
    pub(crate) fn handled(&self, session: &str, exception: u64) -> Option<u64> {
        lock(&self.inner).ring.handled(session, exception)
    }

    /// Notes when a page wrote a message.
    pub(crate) fn wrote(&self, page: &PageId, at: f64) {
        let newest = &mut lock(&self.inner).newest;
        if newest.len() >= MOST_PAGES && !newest.contains_key(page) {
            newest.clear();
        }
        let last = newest.entry(PageId::clone(page)).or_default();
        *last = last.max(at);
    }

    /// When a page wrote its last known message.
    pub(crate) fn newest_of(&self, page: &PageId) -> f64 {
        lock(&self.inner).newest.get(page).copied().unwrap_or_default()
    }

    /// The kept messages, oldest first, the number of the last one, and how many came too fast and how many had to make room.
    pub(crate) fn list(&self) -> Listed {
        let inner = lock(&self.inner);
        Listed {
            messages: inner.ring.list(),
            last: inner.ring.last(),
            skipped: inner.budget.skipped(),
            dropped: inner.ring.dropped(),
            listed: inner.listed,
        }
    }

    /// Notes that all messages up to this number were shown to a caller that asks for new ones.
    pub(crate) fn set_listed(&self, last: u64) {
        let listed = &mut lock(&self.inner).listed;
        *listed = last.max(*listed);
    }

    /// Forgets all messages up to this number.
    pub(crate) fn clear(&self, last: u64) {
        let mut inner = lock(&self.inner);
        inner.ring.clear(last);
        inner.budget.clear();
    }
}

/// The content of a [`ConsoleLog`] at one moment.
#[expect(
    clippy::struct_field_names,
    reason = "what was listed before is no part of what is listed now"
)]
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) messages: Vec<Kept>,
    pub(crate) last: u64,
    /// How many messages came too fast to be kept.
    pub(crate) skipped: u64,
    /// How many messages made room for newer ones.
    pub(crate) dropped: u64,
    /// The last message that a caller was shown that asked for new ones.
    pub(crate) listed: u64,
}
