//! Snapshots: the walks of the in-page script, joined across frames, given UIDs and written as text or JSON.
//!
//! Everything here is pure: no I/O, no clock. [`wire`] reads a walk, [`tree`] joins the frames, [`uid`] assigns and
//! stores UIDs, [`layout`] decides what shares a line, [`render`], [`piece`] and [`json`] write, [`nodes`] gives data, [`mod@find`] and
//! [`diff`] choose what [`excerpt`] writes, and [`printed`] tells rows by their cells.
//!
//! A walk runs in the page, in an isolated world (CDP) or a sandbox (BiDi) that the page cannot see: one call for
//! each frame, all frames concurrently. It writes nothing into the DOM. Sessions with classic WebDriver only have no
//! such world; there the script runs in the page's own world (see `backend/webdriver`).
//!
//! A walk is faster than the protocols' own trees. On a page of 5,000 elements it took 15 to 40 ms,
//! `Accessibility.getFullAXTree` 460 ms, `DOMSnapshot` 100 to 220 ms, and nested objects over BiDi 1.7 s.

mod address;
mod align;
mod detail;
mod diff;
mod excerpt;
mod find;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod json;
mod layout;
mod nodes;
mod order;
mod piece;
mod printed;
mod render;
mod tree;
mod uid;
mod wire;

#[cfg(test)]
mod layout_tests;
#[cfg(test)]
mod tests;

pub(crate) use detail::Detail;
pub(crate) use diff::Diff;
pub(crate) use find::Query;
pub(crate) use render::PageRequest;
pub(crate) use tree::{FrameWalk, Numbered, Snapshot};
pub(crate) use uid::{Lookup, NodeRef, Uid, UidMap};
pub(crate) use wire::{Walk, WalkAnswer};

use crate::text::quote_into;

/// The most characters of a name in an answer.
const LONGEST_NAME: usize = 80;

/// What an element is for a reader: its role and name, and whether a person cannot see words of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Meaning<'a> {
    pub(crate) role: &'a str,
    pub(crate) name: &'a str,
    pub(crate) unseen: bool,
}

impl Meaning<'_> {
    /// The element in answers, with the mark that a snapshot gives it.
    pub(crate) fn describe(&self) -> String {
        self.within(LONGEST_NAME)
    }

    /// The same, with a name of at most so many characters.
    pub(crate) fn within(&self, longest: usize) -> String {
        if !self.unseen {
            return named(self.role, self.name, longest);
        }
        let mut out = named(self.role, self.name, longest.min(piece::UNSEEN_LENGTH));
        out.push_str(piece::UNSEEN);
        out
    }
}

/// Describes a node in answers: its role and its quoted name, if it has one.
pub(crate) fn describe(role: &str, name: &str) -> String {
    named(role, name, LONGEST_NAME)
}

fn named(role: &str, name: &str, longest: usize) -> String {
    let mut out = String::new();
    piece::push_word(&mut out, role);
    if !name.is_empty() {
        out.push(' ');
        quote_into(&mut out, &crate::text::shorten(name, longest));
    }
    out
}
