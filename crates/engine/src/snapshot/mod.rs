//! Snapshots: what the in-page walks said, stitched over frames, given UIDs and written as text.
//!
//! Everything here is pure: no I/O, no clock. [`wire`] reads a walk, [`tree`] stitches the frames,
//! [`uid`] gives and remembers UIDs, [`layout`] decides what shares a line, [`render`] and [`json`]
//! write, [`mod@find`] and [`diff`] choose what [`excerpt`] writes.

mod address;
mod align;
mod detail;
mod diff;
mod excerpt;
mod find;
mod json;
mod layout;
mod piece;
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
pub(crate) use tree::{FrameWalk, Snapshot};
pub(crate) use uid::{Lookup, NodeRef, Uid, UidMap};
pub(crate) use wire::{Told, Walk};

use crate::text::quote_into;

/// How a node is named in answers: its role and, where it has one, its quoted name.
pub(crate) fn describe(role: &str, name: &str) -> String {
    let mut out = String::from(role);
    if !name.is_empty() {
        out.push(' ');
        quote_into(&mut out, &crate::text::shorten(name, 80));
    }
    out
}
