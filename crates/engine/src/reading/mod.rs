//! Joins what the in-page script reads of each frame into one text, and gives it out in pieces (no I/O).
//!
//! The page's words are data. Characters that deceive are escaped, and only our own lines begin with `<!-- frame` or
//! `<!-- end of frame`, so that no page can say that another frame says something.

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod join;
mod piece;
mod sections;
mod wire;

pub(crate) use join::{FrameText, MissingFrame, Part, join};
pub(crate) use piece::piece;
pub(crate) use sections::section;
pub(crate) use wire::{FrameReading, parse};

use crate::report::PageHeading;

/// A whole page or a part of it, read at one moment.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The lines, each with its end. U+0002, a number and U+0003 stand for a reference to a link.
    pub(crate) text: String,
    /// The addresses of the links.
    pub(crate) links: Vec<String>,
    /// The headings, in their order.
    pub(crate) headings: Vec<Heading>,
    /// Whether a frame has more text than is read of one.
    pub(crate) cut: bool,
    /// How many texts were left out because a person cannot see them.
    pub(crate) unseen: usize,
}

/// A heading in a [`Reading`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// 1 to 6.
    pub(crate) level: u8,
    /// Its text as the page has it, without references, escapes and marks. The characters of it may deceive.
    pub(crate) text: String,
    /// Where its line begins, in bytes.
    pub(crate) at: usize,
}

impl Reading {
    /// The headings with the sizes of their sections.
    pub(crate) fn outline(&self) -> Vec<PageHeading> {
        (0..self.headings.len())
            .map(|index| {
                let heading = &self.headings[index];
                PageHeading {
                    number: index + 1,
                    level: heading.level,
                    text: heading.text.clone(),
                    bytes: self.end_of(index) - heading.at,
                }
            })
            .collect()
    }

    /// Where the section of a heading ends: at the next one of its level or above.
    pub(crate) fn end_of(&self, index: usize) -> usize {
        let level = self.headings[index].level;
        let next = self.headings[index + 1..].iter().find(|heading| heading.level <= level);
        next.map_or(self.text.len(), |heading| heading.at)
    }
}
