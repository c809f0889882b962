//! Reads the answer of `walk`: a header line, then one line for each node, with fields separated by tabs.
//!
//! ```text
//! doc  url  title  width  height  scrollX  scrollY  frameOwners  shadowCandidates  serial  base  freed  unseen
//!                                                                                                   the first line
//! depth  number  role  flags  name  key=value…                                                    every other line
//! ```
//!
//! - `doc` is a random token of the document.
//! - `number` is the element's number in its document, empty for a run of text.
//! - Flags: `i` interactive, `h` listed although it has no visible box, `f` owns a frame, `p` password field, `t`
//!   named by its own text, `l` text of a drawing, `u` text in it and `d` its description cannot be seen by a person, `x` its frame cannot be seen.
//!   Digits before them are the number that its table gives the column of a cell, or a row.
//! - `freed` are the numbers of elements that the browser has freed, as `3,5-9`. A walk repeats them until the next call
//!   shows that it arrived.
//! - `unseen` counts the texts that were left out because a person cannot see them; a plus sign after it says that not every
//!   text was looked at.
//! - `shadowCandidates` counts elements that may have a closed shadow root. The protocol hands those in, and the walk
//!   is repeated.
//! - A first line that begins with `!` is a refusal, as JSON.
//!
//! A document that was walked before answers with a difference: `serial` is the number of this walk, and `base` the
//! number of the earlier one that it builds on. A line `=from⇥count` stands for that many lines of the earlier walk
//! ([`WalkAnswer::resolve`]).
//!
//! In the value of a field of several lines, U+2028 stands for a line break and U+000B for a tab ([`value_text`]).
//!
//! A page cannot forge a line or a field: the walk replaces control characters and lone surrogates in every string. A
//! line that does not parse is a fault of ours and ends the reading with an error.

use super::Meaning;
use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{self, Answer};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The answer of one frame's walk as received: whole, or as a difference from an earlier walk.
#[derive(Debug)]
pub(crate) struct WalkAnswer {
    text: String,
    header_end: usize,
}

/// One frame's walk. The text is stored as received. The positions of lines are stored too; fields are parsed when
/// needed.
#[derive(Debug)]
pub(crate) struct Walk {
    text: String,
    header_end: usize,
    lines: Vec<LineAt>,
}

/// The position of a line in the text of its walk, with the fields that every reading needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineAt {
    start: u32,
    end: u32,
    /// The node's number in its document; `None` for a run of text among elements.
    pub(crate) number: Option<u32>,
    pub(crate) depth: u16,
    /// The offset of the fields after depth and number from the start of the line.
    content_at: u8,
    pub(crate) owns_frame: bool,
    /// The number that its table gives the column of a cell, or a row; 0 for none.
    pub(super) place: u32,
}

/// The first line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header<'a> {
    pub(crate) doc: &'a str,
    pub(crate) url: &'a str,
    pub(crate) title: &'a str,
    /// The number of frame owners among the nodes.
    pub(crate) frame_owners: u32,
    /// The number of elements that may have a closed shadow root and were not inspected yet.
    pub(crate) shadow_candidates: u32,
    /// Its number among the walks that the page keeps; 0 if it is not kept.
    pub(crate) serial: u32,
    /// The serial of the walk that this one builds on; 0 for none.
    base: u32,
    freed: &'a str,
    /// How many texts that a person cannot see were left out.
    pub(crate) unseen: u32,
    /// Whether some texts were not looked at for whether a person can see them.
    pub(crate) unseen_unfinished: bool,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    pub(crate) depth: u16,
    /// The node's number in its document; `None` for a run of text among elements.
    pub(crate) number: Option<u32>,
    pub(crate) role: &'a str,
    flags: &'a str,
    pub(crate) name: &'a str,
    properties: &'a str,
}

impl WalkAnswer {
    /// Parses the answer of `walk`. `Ok(Err(_))` if the root of the walk was refused.
    pub(crate) fn parse(text: String) -> Result<std::result::Result<Self, Answer>> {
        if let Some(refusal) = text.strip_prefix('!') {
            return page_script::decode("walk", refusal).map(Err);
        }
        let header_end = text.find('\n').unwrap_or(text.len());
        if text[..header_end].split('\t').count() < 9 {
            return Err(malformed(&text[..header_end]));
        }
        Ok(Ok(Self { text, header_end }))
    }

    /// The complete walk. Lines that the answer refers to are taken from `before`, the walk it builds on.
    ///
    /// # Errors
    /// `Protocol` if the answer builds on another walk than `before`, or refers to lines that it does not have.
    pub(crate) fn resolve(self, before: Option<&Walk>) -> Result<Walk> {
        let Self {
            text: answer,
            header_end,
        } = self;
        let header = Header::parse(&answer[..header_end]);
        let base = header.base;
        if base == 0 {
            let lines = ranges(&answer, header_end)
                .map(|(start, end)| LineAt::read(&answer, start, end))
                .collect::<Result<_>>()?;
            return Ok(Walk {
                text: answer,
                header_end,
                lines,
            });
        }
        let before = before
            .filter(|before| before.header().serial == base && before.header().doc == header.doc)
            .ok_or_else(|| malformed(&answer[..header_end]))?;
        let mut text = String::with_capacity(before.text.len() + answer.len());
        let mut lines = Vec::with_capacity(before.lines.len());
        text.push_str(&answer[..header_end]);
        for (start, end) in ranges(&answer, header_end) {
            let line = &answer[start..end];
            text.push('\n');
            let at = text.len();
            let Some(places) = line.strip_prefix('=') else {
                text.push_str(line);
                lines.push(LineAt::read(&text, at, text.len())?);
                continue;
            };
            let run = places
                .split_once('\t')
                .and_then(|(from, count)| {
                    let from: usize = from.parse().ok()?;
                    before.lines.get(from..from.checked_add(count.parse().ok()?)?)
                })
                .ok_or_else(|| malformed(line))?;
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                return Err(malformed(line));
            };
            // Consecutive lines are consecutive in the text, too.
            text.push_str(&before.text[first.start as usize..last.end as usize]);
            let at = offset(at);
            lines.extend(run.iter().map(|had| LineAt {
                start: had.start - first.start + at,
                end: had.end - first.start + at,
                ..*had
            }));
        }
        Ok(Walk { text, header_end, lines })
    }
}

/// The range of each line after the first one.
fn ranges(text: &str, header_end: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut start = header_end + 1;
    std::iter::from_fn(move || {
        if start >= text.len() {
            return None;
        }
        let end = text[start..].find('\n').map_or(text.len(), |offset| start + offset);
        let range = (start, end);
        start = end + 1;
        Some(range)
    })
}

#[expect(clippy::cast_possible_truncation, reason = "a walk is far below 4 GiB")]
fn offset(at: usize) -> u32 {
    at as u32
}

impl LineAt {
    fn read(text: &str, start: usize, end: usize) -> Result<Self> {
        let line = &text[start..end];
        Line::parse(line)
            .and_then(|parsed| {
                // Depth and number, each with its tab, precede the role.
                let content_at = u8::try_from(parsed.role.as_ptr() as usize - line.as_ptr() as usize).ok()?;
                Some(Self {
                    start: offset(start),
                    end: offset(end),
                    number: parsed.number,
                    depth: parsed.depth,
                    content_at,
                    owns_frame: parsed.owns_frame(),
                    place: parsed.place(),
                })
            })
            .ok_or_else(|| malformed(line))
    }
}

impl Walk {
    pub(crate) fn header(&self) -> Header<'_> {
        Header::parse(&self.text[..self.header_end])
    }

    /// The size of its text in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Whether its text has this character anywhere.
    pub(crate) fn holds(&self, character: char) -> bool {
        self.text.contains(character)
    }

    /// Its lines, one for each node.
    pub(crate) fn lines(&self) -> &[LineAt] {
        &self.lines
    }

    /// A line without the node's depth and number.
    pub(crate) fn content(&self, line: usize) -> &str {
        let LineAt {
            start, end, content_at, ..
        } = self.lines[line];
        &self.text[start as usize + usize::from(content_at)..end as usize]
    }

    /// Parses a line.
    pub(crate) fn line(&self, line: usize) -> Result<Line<'_>> {
        let LineAt { depth, number, .. } = self.lines[line];
        let content = self.content(line);
        Line::from_content(depth, number, content).ok_or_else(|| malformed(content))
    }
}

impl<'a> Header<'a> {
    fn parse(line: &'a str) -> Self {
        let mut fields = line.split('\t');
        let doc = fields.next().unwrap_or_default();
        let url = fields.next().unwrap_or_default();
        let title = fields.next().unwrap_or_default();
        let mut rest = fields.skip(4);
        let mut number = || rest.next().and_then(|field| field.parse().ok()).unwrap_or(0);
        let [frame_owners, shadow_candidates, serial, base] = std::array::from_fn(|_| number());
        let freed = rest.next().unwrap_or_default();
        let unseen = rest.next().unwrap_or_default();
        let begun = unseen.strip_suffix('+');
        Self {
            doc,
            url,
            title,
            frame_owners,
            shadow_candidates,
            serial,
            base,
            freed,
            unseen: begun.unwrap_or(unseen).parse().unwrap_or(0),
            unseen_unfinished: begun.is_some(),
        }
    }

    /// The numbers of elements that the browser has freed, ascending.
    pub(crate) fn freed(&self) -> Vec<RangeInclusive<u32>> {
        let mut ranges: Vec<_> = self.freed.split(',').map_while(range).collect();
        ranges.sort_by_key(|range| *range.start());
        ranges
    }
}

/// Parses `7` or `7-9`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// Splits at the first tab. Fields are a few bytes long, so a plain loop is faster than a search made for long texts.
fn field(text: &str) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == b'\t')?;
    Some((&text[..at], &text[at + 1..]))
}

fn malformed(line: &str) -> EngineError {
    EngineError::new(
        ErrorKind::Protocol,
        format!(
            "the in-page walk answered a line that is not known: {}",
            crate::text::quote(&crate::text::shorten(line, 120))
        ),
    )
}

impl<'a> Line<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (depth, rest) = field(text)?;
        let (number, rest) = field(rest)?;
        let number = if number.is_empty() { None } else { Some(number.parse().ok()?) };
        Self::from_content(depth.parse().ok()?, number, rest)
    }

    /// Parses the fields after depth and number.
    fn from_content(depth: u16, number: Option<u32>, content: &'a str) -> Option<Self> {
        let (role, rest) = field(content)?;
        // A role stands in snapshots as it is. One that is empty or has this character could read like a UID.
        if role.is_empty() || role.as_bytes().contains(&b'=') {
            return None;
        }
        let (flags, rest) = field(rest)?;
        let (name, properties) = field(rest).unwrap_or((rest, ""));
        Some(Self {
            depth,
            number,
            role,
            flags,
            name,
            properties,
        })
    }

    /// Whether both read the same in the text form, apart from depth and from where on the screen they are.
    pub(crate) fn reads_like(&self, other: &Self) -> bool {
        self.is_alike(other) && self.said().eq(other.said())
    }

    /// Whether they differ by being inert alone.
    pub(super) fn differs_by_inert(&self, other: &Self) -> bool {
        let but_inert = |line: &Self| line.said().filter(|property| *property != INERT).collect::<Vec<_>>();
        self.is_inert() != other.is_inert() && self.is_alike(other) && but_inert(self) == but_inert(other)
    }

    /// Whether it is kept from all input.
    pub(super) fn is_inert(&self) -> bool {
        self.said().any(|property| property == INERT)
    }

    /// The properties, but for those that every scroll changes.
    fn said(&self) -> impl Iterator<Item = &'a str> {
        let is_place = |property: &str| property.starts_with("offscreen=") || property.starts_with("more=");
        self.properties
            .split('\t')
            .filter(move |property| !property.is_empty() && !is_place(property))
    }

    /// Whether they are alike but for their properties.
    fn is_alike(&self, other: &Self) -> bool {
        self.role == other.role
            && self.name == other.name
            && self.is_hidden() == other.is_hidden()
            && self.is_unseen() == other.is_unseen()
            && self.is_described_unseen() == other.is_described_unseen()
    }

    /// Whether a person can operate the node.
    pub(crate) fn is_interactive(&self) -> bool {
        self.flags.as_bytes().contains(&b'i')
    }

    /// The number that its table gives the column of a cell, or a row; 0 for none.
    fn place(&self) -> u32 {
        let end = self.flags.bytes().position(|byte| !byte.is_ascii_digit());
        self.flags[..end.unwrap_or(self.flags.len())].parse().unwrap_or(0)
    }

    /// Whether the node owns a frame.
    pub(crate) fn owns_frame(&self) -> bool {
        self.flags.contains('f')
    }

    /// Whether a person cannot see the frame that the node owns.
    pub(crate) fn veils_frame(&self) -> bool {
        self.flags.contains('x')
    }

    /// Whether the node is listed although it has no visible box.
    pub(crate) fn is_hidden(&self) -> bool {
        self.flags.contains('h')
    }

    /// Whether a person cannot see words of it that are long enough to be an order.
    pub(crate) fn is_unseen(&self) -> bool {
        self.flags.contains('u')
    }

    /// What it is for a reader.
    pub(crate) fn meaning(&self) -> Meaning<'a> {
        Meaning {
            role: self.role,
            name: self.name,
            unseen: self.is_unseen(),
        }
    }

    /// Whether a person cannot see its description, and that is long enough to be an order.
    pub(crate) fn is_described_unseen(&self) -> bool {
        self.flags.contains('d')
    }

    /// Whether the name is the node's own text.
    pub(crate) fn is_shown_by_text(&self) -> bool {
        self.flags.contains('t')
    }

    /// Whether the node is a text of a drawing.
    pub(crate) fn is_label(&self) -> bool {
        self.flags.contains('l')
    }

    /// The value of a property, if it has one.
    pub(crate) fn property(&self, wanted: &str) -> Option<&'a str> {
        self.properties().find(|(key, _)| *key == wanted).and_then(|(_, value)| value)
    }

    /// States and properties in the order to show them.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
        self.properties
            .split('\t')
            .filter(|property| !property.is_empty())
            .map(|property| match property.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (property, None),
            })
    }
}

/// The property of what the page keeps from all input.
const INERT: &str = "inert";

/// The text that the value of a property stands for. Two characters, of which a walk keeps none of the page's own, stand for a line
/// break and a tab.
pub(super) fn value_text(value: &str) -> Cow<'_, str> {
    const BREAK: char = '\u{2028}';
    const TAB: char = '\u{b}';
    if value.contains([BREAK, TAB]) {
        Cow::Owned(value.replace(BREAK, "\n").replace(TAB, "\t"))
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests;
