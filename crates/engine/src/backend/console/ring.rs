//! The kept messages.

use super::format::{first_line, text_of};
use super::{Arg, ConsoleLevel, Entry, MOST_TEXT};
use crate::backend::PageId;
use crate::text::shorten;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::SystemTime;

/// How many errors and warnings are kept, and how many other messages.
const MOST: usize = 500;

/// How many bytes each of the two takes, about.
const MOST_BYTES: usize = 1 << 20;

/// How many exceptions one message stands for by their numbers.
const MOST_EXCEPTIONS: usize = 50;

/// The size of a message without its texts, about.
const FIXED: usize = 300;

/// A kept message.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// Its number.
    pub(crate) id: u64,
    /// The number of its last repetition.
    pub(crate) last: u64,
    /// How often it came, one right after the other.
    pub(crate) count: u64,
    /// When it came last.
    pub(crate) last_at: SystemTime,
    pub(crate) entry: Entry,
    /// How many characters its text has, if it was cut.
    pub(crate) length: Option<usize>,
    /// Whether the arguments were read after the message.
    pub(crate) read_later: bool,
    /// Whether a script has handled the exception after all.
    pub(crate) handled: bool,
    /// The exceptions that it stands for, which may be handled later.
    exceptions: Vec<(PageId, u64)>,
    key: u64,
    bytes: usize,
}

impl Kept {
    fn measure(&mut self) {
        let entry = &self.entry;
        let stack: usize = entry
            .stack
            .iter()
            .map(|place| place.url.len() + place.function.len() + 32)
            .sum();
        let args: usize = entry.args.iter().map(Arg::bytes).sum();
        self.bytes = FIXED + entry.text.len() + args + stack;
    }
}

fn key(entry: &Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&entry.page, entry.level.name(), entry.source.name(), &entry.method).hash(&mut hasher);
    (&entry.text, &entry.args, &entry.stack, &entry.frame, &entry.worker).hash(&mut hasher);
    hasher.finish()
}

#[derive(Debug, Default)]
struct Shelf {
    kept: VecDeque<Kept>,
    bytes: usize,
}

impl Shelf {
    fn make_room(&mut self) -> u64 {
        let mut dropped = 0;
        while self.kept.len() > MOST || (self.bytes > MOST_BYTES && self.kept.len() > 1) {
            if let Some(first) = self.kept.pop_front() {
                self.bytes -= first.bytes;
                dropped += first.count;
            }
        }
        dropped
    }

    fn find(&mut self, id: u64) -> Option<&mut Kept> {
        let at = self.kept.binary_search_by_key(&id, |kept| kept.id).ok()?;
        self.kept.get_mut(at)
    }
}

/// Two shelves: one for errors and warnings, one for other messages.
#[derive(Debug, Default)]
pub(super) struct Ring {
    shelves: [Shelf; 2],
    last: u64,
    dropped: u64,
}

impl Ring {
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    fn shelf(&mut self, level: ConsoleLevel) -> &mut Shelf {
        &mut self.shelves[usize::from(level.is_grave())]
    }

    pub(super) fn add(&mut self, mut entry: Entry) -> super::Added {
        let id = self.last + 1;
        self.last = id;
        let characters = if entry.text.len() > MOST_TEXT {
            entry.text.chars().count()
        } else {
            0
        };
        let left_out: usize = entry.args.iter().map(|arg| arg.left_out).sum();
        let length = (characters > MOST_TEXT).then_some(characters + left_out);
        if length.is_some() {
            entry.text = shorten(&entry.text, MOST_TEXT);
        }
        let key = key(&entry);
        let place = self.shelf(entry.level);
        if let Some(before) = place.kept.back_mut()
            && before.key == key
            && !before.handled
        {
            before.count += 1;
            before.last = id;
            before.last_at = entry.at;
            before.exceptions.extend(entry.exception);
            if before.exceptions.len() > MOST_EXCEPTIONS {
                before.exceptions.remove(0);
            }
            return super::Added::Repeated(before.id);
        }
        let mut kept = Kept {
            exceptions: entry.exception.take().into_iter().collect(),
            id,
            last: id,
            count: 1,
            last_at: entry.at,
            entry,
            length,
            read_later: false,
            handled: false,
            key,
            bytes: 0,
        };
        kept.measure();
        place.bytes += kept.bytes;
        place.kept.push_back(kept);
        let dropped = place.make_room();
        self.dropped += dropped;
        super::Added::New(id)
    }

    pub(super) fn expand(&mut self, id: u64, args: &[(usize, Arg)]) -> bool {
        for shelf in &mut self.shelves {
            let Some(kept) = shelf.find(id) else { continue };
            let before = kept.bytes;
            if let (super::ConsoleSource::Exception, [old], [(0, new)]) = (kept.entry.source, kept.entry.args.as_slice(), args)
                && let Some(begin) = kept.entry.text.strip_suffix(first_line(&old.shown))
            {
                kept.entry.text = shorten(&format!("{begin}{}", first_line(&new.shown)), MOST_TEXT);
            }
            for (at, arg) in args {
                if let Some(old) = kept.entry.args.get_mut(*at) {
                    old.clone_from(arg);
                }
            }
            if kept.entry.source == super::ConsoleSource::Console {
                let text = super::text_of_method(&kept.entry.method, text_of(&kept.entry.args));
                kept.entry.text = shorten(&text, MOST_TEXT);
            }
            kept.read_later = true;
            kept.measure();
            let now = kept.bytes;
            shelf.bytes = shelf.bytes - before + now;
            let dropped = shelf.make_room();
            self.dropped += dropped;
            return true;
        }
        false
    }

    pub(super) fn handled(&mut self, session: &str, exception: u64) -> Option<u64> {
        let grave = &mut self.shelves[1].kept;
        let is_it = |(of, number): &(PageId, u64)| **of == *session && *number == exception;
        let (kept, at) = grave
            .iter_mut()
            .rev()
            .find_map(|kept| kept.exceptions.iter().position(is_it).map(|at| (kept, at)))?;
        kept.exceptions.remove(at);
        if kept.count > 1 {
            kept.count -= 1;
        } else {
            kept.handled = true;
        }
        Some(kept.id)
    }

    /// All messages, oldest first.
    pub(super) fn list(&self) -> Vec<Kept> {
        let mut all: Vec<_> = self.shelves.iter().flat_map(|shelf| shelf.kept.iter().cloned()).collect();
        all.sort_by_key(|kept| kept.id);
        all
    }

    pub(super) fn clear(&mut self, last: u64) {
        for shelf in &mut self.shelves {
            shelf.kept.retain(|kept| kept.last > last);
            shelf.bytes = shelf.kept.iter().map(|kept| kept.bytes).sum();
        }
        self.dropped = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Added, ConsoleSource};
    use super::*;

    fn entry(level: ConsoleLevel, text: &str) -> Entry {
        Entry {
            at: SystemTime::UNIX_EPOCH,
            page: Some("page".into()),
            level,
            source: ConsoleSource::Console,
            method: "log".into(),
            args: Vec::new(),
            text: text.to_owned(),
            stack: Vec::new(),
            frame: None,
            worker: None,
            exception: None,
        }
    }

    #[test]
    fn repetitions_are_counted_and_get_numbers() {
        let mut ring = Ring::default();
        assert_eq!(ring.add(entry(ConsoleLevel::Log, "a")), Added::New(1));
        assert_eq!(ring.add(entry(ConsoleLevel::Log, "a")), Added::Repeated(1));
        // An error in between stands on its own shelf.
        ring.add(entry(ConsoleLevel::Error, "e"));
        ring.add(entry(ConsoleLevel::Log, "a"));
        ring.add(entry(ConsoleLevel::Log, "b"));
        let list: Vec<_> = ring.list().iter().map(|kept| (kept.id, kept.last, kept.count)).collect();
        assert_eq!(list, [(1, 4, 3), (3, 3, 1), (5, 5, 1)]);
        ring.clear(3);
        assert_eq!(ring.list().len(), 2, "what was repeated since stays");
    }

    #[test]
    fn a_flood_pushes_no_errors_out_and_takes_no_memory() {
        let mut ring = Ring::default();
        ring.add(entry(ConsoleLevel::Error, "first"));
        for number in 0..10_000 {
            ring.add(entry(ConsoleLevel::Debug, &format!("{number} {}", "x".repeat(3_900))));
        }
        let list = ring.list();
        assert_eq!(list[0].entry.text, "first");
        assert!(list.iter().map(|kept| kept.bytes).sum::<usize>() <= MOST_BYTES + 5_000);
        assert_eq!(ring.dropped(), 10_001 - list.len() as u64);
    }

    #[test]
    fn long_texts_are_cut_and_their_length_is_kept() {
        let mut ring = Ring::default();
        ring.add(entry(ConsoleLevel::Log, &"ü".repeat(MOST_TEXT + 1)));
        ring.add(entry(ConsoleLevel::Log, &"ü".repeat(MOST_TEXT)));
        let lengths: Vec<_> = ring.list().iter().map(|kept| kept.length).collect();
        assert_eq!(lengths, [Some(MOST_TEXT + 1), None]);
    }

    #[test]
    fn arguments_that_are_read_later_replace_those_of_the_moment() {
        let mut ring = Ring::default();
        let mut message = entry(ConsoleLevel::Log, "a Object");
        message.args = vec![Arg::string("a"), Arg::value(&serde_json::json!("Object"), "")];
        ring.add(message);
        let read = Arg::value(&serde_json::json!({"deep": {"x": 1}}), "");
        assert!(ring.expand(1, &[(1, read)]));
        let kept = &ring.list()[0];
        assert!(kept.read_later);
        assert_eq!(kept.entry.text, r#"a {"deep":{"x":1}}"#);
        assert!(!ring.expand(99, &[]));
    }

    #[test]
    fn an_exception_may_be_handled_later() {
        let mut ring = Ring::default();
        for number in 0..2 {
            let mut thrown = entry(ConsoleLevel::Error, "same");
            thrown.exception = Some(("s".into(), number));
            ring.add(thrown);
        }
        assert_eq!(ring.handled("s", 0), Some(1));
        assert_eq!(ring.handled("t", 1), None);
        let state = |ring: &Ring| ring.list().iter().map(|kept| (kept.count, kept.handled)).collect::<Vec<_>>();
        assert_eq!(state(&ring), [(1, false)]);
        assert_eq!(ring.handled("s", 1), Some(1));
        assert_eq!(state(&ring), [(1, true)]);
    }
}
