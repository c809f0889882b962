//! Reads what `walk` answers: a header line, then a line a node, fields separated by tabs.
//!
//! The page cannot forge a line or a field: the walk replaces every control character in every
//! string. A line that does not parse is a fault of ours and ends the reading with an error.

use crate::error::{EngineError, ErrorKind, Result};
use crate::injected::{self, Answer};

/// The answer of one frame's walk, kept as it came; lines are read where they are needed.
#[derive(Debug)]
pub(crate) struct Walk {
    text: String,
    header_end: usize,
}

/// The first line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header<'a> {
    pub(crate) doc: &'a str,
    pub(crate) url: &'a str,
    pub(crate) title: &'a str,
    /// Frame owners among the nodes.
    pub(crate) frame_owners: u32,
    /// Elements that may have a closed shadow root and were not asked yet.
    pub(crate) shadow_candidates: u32,
    /// Its number among the walks that the page keeps; 0 for one that is not kept.
    pub(crate) serial: u32,
    /// The serial of the walk that this one is told on top of; 0 for none.
    base: u32,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    pub(crate) depth: u16,
    /// The node's number in its document; none for a run of text among elements.
    pub(crate) number: Option<u32>,
    pub(crate) role: &'a str,
    flags: &'a str,
    pub(crate) name: &'a str,
    properties: &'a str,
}

impl Walk {
    /// Takes the answer of `walk`. `Ok(Err(_))` when the root of the walk was refused.
    pub(crate) fn parse(text: String) -> Result<std::result::Result<Self, Answer>> {
        if let Some(refusal) = text.strip_prefix('!') {
            return injected::decode("walk", refusal).map(Err);
        }
        let header_end = text.find('\n').unwrap_or(text.len());
        let walk = Self { text, header_end };
        if walk.text[..header_end].split('\t').count() < 9 {
            return Err(malformed(&walk.text[..header_end]));
        }
        Ok(Ok(walk))
    }

    pub(crate) fn header(&self) -> Header<'_> {
        let mut fields = self.text[..self.header_end].split('\t');
        let doc = fields.next().unwrap_or_default();
        let url = fields.next().unwrap_or_default();
        let title = fields.next().unwrap_or_default();
        let mut rest = fields.skip(4).map(|field| field.parse().unwrap_or(0));
        Header {
            doc,
            url,
            title,
            frame_owners: rest.next().unwrap_or(0),
            shadow_candidates: rest.next().unwrap_or(0),
            serial: rest.next().unwrap_or(0),
            base: rest.next().unwrap_or(0),
        }
    }

    /// Puts the lines in that were told by their places in `before`, which is the walk that the page was told of.
    pub(crate) fn on_top_of(self, before: Option<&Self>) -> Result<Self> {
        let base = self.header().base;
        if base == 0 {
            return Ok(self);
        }
        let before = before
            .filter(|before| before.header().serial == base && before.header().doc == self.header().doc)
            .ok_or_else(|| malformed(&self.text[..self.header_end]))?;
        let had: Vec<_> = before.lines().collect();
        let mut text = String::with_capacity(before.text.len() + self.text.len());
        text.push_str(&self.text[..self.header_end]);
        for (start, end) in self.lines() {
            let line = &self.text[start as usize..end as usize];
            let Some(places) = line.strip_prefix('=') else {
                text.push('\n');
                text.push_str(line);
                continue;
            };
            let (first, last) = places
                .split_once('\t')
                .and_then(|(from, count)| {
                    let from: usize = from.parse().ok()?;
                    let last = from.checked_add(count.parse().ok()?)?.checked_sub(1)?;
                    Some((had.get(from)?, had.get(last)?))
                })
                .ok_or_else(|| malformed(line))?;
            // Lines that follow each other do so in the text, too.
            text.push('\n');
            text.push_str(
                before
                    .text
                    .get(first.0 as usize..last.1 as usize)
                    .ok_or_else(|| malformed(line))?,
            );
        }
        Ok(Self {
            text,
            header_end: self.header_end,
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Where each node's line is: byte ranges of the text.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut start = self.header_end + 1;
        std::iter::from_fn(move || {
            if start >= self.text.len() {
                return None;
            }
            let end = self.text[start..].find('\n').map_or(self.text.len(), |offset| start + offset);
            #[expect(clippy::cast_possible_truncation, reason = "a walk is far below 4 GiB")]
            let range = (start as u32, end as u32);
            start = end + 1;
            Some(range)
        })
    }

    /// All that one of [`Walk::lines`] says, but for the node's depth and number.
    pub(crate) fn said(&self, (start, end): (u32, u32)) -> &str {
        let text = &self.text[start as usize..end as usize];
        let mut tabs = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\t');
        tabs.nth(1).map_or(text, |(at, _)| &text[at + 1..])
    }

    /// Reads one of [`Walk::lines`].
    pub(crate) fn line(&self, (start, end): (u32, u32)) -> Result<Line<'_>> {
        let text = &self.text[start as usize..end as usize];
        Line::parse(text).ok_or_else(|| malformed(text))
    }
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
        let (depth, rest) = text.split_once('\t')?;
        let (number, rest) = rest.split_once('\t')?;
        let (role, rest) = rest.split_once('\t')?;
        let (flags, rest) = rest.split_once('\t')?;
        let (name, properties) = rest.split_once('\t').unwrap_or((rest, ""));
        let number = if number.is_empty() { None } else { Some(number.parse().ok()?) };
        Some(Self {
            depth: depth.parse().ok()?,
            number,
            role,
            flags,
            name,
            properties,
        })
    }

    /// Whether a reader of the text form sees the same in both, depth aside.
    pub(crate) fn reads_like(&self, other: &Self) -> bool {
        self.role == other.role
            && self.name == other.name
            && self.properties == other.properties
            && self.is_hidden() == other.is_hidden()
    }

    /// Whether a person can do something with the node.
    pub(crate) fn is_interactive(&self) -> bool {
        self.flags.contains('i')
    }

    /// Whether the node owns a frame.
    pub(crate) fn owns_frame(&self) -> bool {
        self.flags.contains('f')
    }

    /// Whether the node is listed although it has no visible box.
    pub(crate) fn is_hidden(&self) -> bool {
        self.flags.contains('h')
    }

    /// Whether the name is the node's own text.
    pub(crate) fn is_shown_by_text(&self) -> bool {
        self.flags.contains('t')
    }

    /// The value of a property that has one.
    pub(crate) fn property(&self, wanted: &str) -> Option<&'a str> {
        self.properties().find(|(key, _)| *key == wanted).and_then(|(_, value)| value)
    }

    /// States and properties in the order in which they are to be shown.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_fields_and_properties() {
        let walk = Walk::parse("d1\thttp://x/\tT\t800\t600\t0\t0\t1\t2\n0\t1\tdocument\t\tT\n1\t2\tcheckbox\ti\tI agree\tchecked\tdescription=a=b\n1\t\ttext\t\thello".into())
            .expect("well formed")
            .expect("not refused");
        assert_eq!(
            walk.header(),
            Header {
                doc: "d1",
                url: "http://x/",
                title: "T",
                frame_owners: 1,
                shadow_candidates: 2,
                serial: 0,
                base: 0
            }
        );
        let ranges: Vec<_> = walk.lines().collect();
        assert_eq!(ranges.len(), 3);
        let line = walk.line(ranges[1]).expect("a node");
        assert_eq!(
            (line.depth, line.number, line.role, line.name),
            (1, Some(2), "checkbox", "I agree")
        );
        assert_eq!(
            line.properties().collect::<Vec<_>>(),
            [("checked", None), ("description", Some("a=b"))]
        );
        assert_eq!(walk.line(ranges[2]).expect("text").number, None);
    }

    fn walk(text: &str) -> Walk {
        Walk::parse(text.to_owned()).expect("well formed").expect("not refused")
    }

    #[test]
    fn lines_that_are_told_by_their_places_are_put_in() {
        let before =
            walk("d1\tu\tt\t8\t6\t0\t0\t0\t0\t4\t0\n0\t1\tdocument\t\tT\n1\t2\tlink\ti\tA\n1\t3\tlink\ti\tB\n1\t4\tlink\ti\tC");
        let told = "d1\tu\tt\t8\t6\t0\t0\t0\t0\t5\t4\n=0\t2\n1\t9\tlink\ti\tNew\n=3\t1";
        let now = walk(told).on_top_of(Some(&before)).expect("of that walk");
        let lines: Vec<_> = now.lines().map(|range| now.line(range).expect("a node").name).collect();
        assert_eq!(lines, ["T", "A", "New", "C"]);
        assert_eq!(now.header().serial, 5);

        for (walk, before) in [
            (walk(told), None),
            (walk(&told.replace("\t5\t4\n", "\t5\t3\n")), Some(&before)),
            (walk(&told.replace("d1", "d2")), Some(&before)),
            (walk(&told.replace("=3\t1", "=3\t2")), Some(&before)),
            (walk(&told.replace("=3\t1", "=3\t0")), Some(&before)),
            (walk(&told.replace("=3\t1", "=x")), Some(&before)),
        ] {
            assert_eq!(walk.on_top_of(before).expect_err("not of that walk").code(), "PROTOCOL");
        }
    }

    #[test]
    fn a_refused_root_is_told_apart_from_a_walk() {
        assert_eq!(
            Walk::parse("!{\"state\":\"gone\"}".into())
                .expect("known")
                .expect_err("refused"),
            Answer::Gone
        );
        assert_eq!(Walk::parse("nonsense".into()).expect_err("no header").code(), "PROTOCOL");
    }
}
