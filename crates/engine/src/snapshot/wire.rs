//! Reads what `walk` answers: a header line, then a line a node, fields separated by tabs.
//!
//! The page cannot forge a line or a field: the walk replaces every control character in every
//! string. A line that does not parse is a fault of ours and ends the reading with an error.

use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{self, Answer};

/// The answer of one frame's walk as it came: all of it, or what is different from an earlier one.
#[derive(Debug)]
pub(crate) struct Told {
    text: String,
    header_end: usize,
}

/// One frame's walk. Its text is kept as it came; where the lines are in it is known, what they say is read
/// where it is needed.
#[derive(Debug)]
pub(crate) struct Walk {
    text: String,
    header_end: usize,
    lines: Vec<LineAt>,
}

/// Where a line is in the text of its walk, and what is asked of every line of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineAt {
    start: u32,
    end: u32,
    /// The node's number in its document; none for a run of text among elements.
    pub(crate) number: Option<u32>,
    pub(crate) depth: u16,
    /// Where the line says more than depth and number, from its start.
    said: u8,
    pub(crate) owns_frame: bool,
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

impl Told {
    /// Takes the answer of `walk`. `Ok(Err(_))` when the root of the walk was refused.
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

    /// The walk, with the lines that were told by their places in `before`, which is the walk that the page
    /// was told of.
    pub(crate) fn on_top_of(self, before: Option<&Walk>) -> Result<Walk> {
        let Self { text: told, header_end } = self;
        let header = Header::parse(&told[..header_end]);
        let base = header.base;
        if base == 0 {
            let lines = ranges(&told, header_end)
                .map(|(start, end)| LineAt::read(&told, start, end))
                .collect::<Result<_>>()?;
            return Ok(Walk {
                text: told,
                header_end,
                lines,
            });
        }
        let before = before
            .filter(|before| before.header().serial == base && before.header().doc == header.doc)
            .ok_or_else(|| malformed(&told[..header_end]))?;
        let mut text = String::with_capacity(before.text.len() + told.len());
        let mut lines = Vec::with_capacity(before.lines.len());
        text.push_str(&told[..header_end]);
        for (start, end) in ranges(&told, header_end) {
            let line = &told[start..end];
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
            // Lines that follow each other do so in the text, too.
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

/// Where each line after the first one is.
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
                // Depth and number, each with its tab, are before the role.
                let said = u8::try_from(parsed.role.as_ptr() as usize - line.as_ptr() as usize).ok()?;
                Some(Self {
                    start: offset(start),
                    end: offset(end),
                    number: parsed.number,
                    depth: parsed.depth,
                    said,
                    owns_frame: parsed.owns_frame(),
                })
            })
            .ok_or_else(|| malformed(line))
    }
}

impl Walk {
    pub(crate) fn header(&self) -> Header<'_> {
        Header::parse(&self.text[..self.header_end])
    }

    /// Bytes of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Its lines, a node each.
    pub(crate) fn lines(&self) -> &[LineAt] {
        &self.lines
    }

    /// All that a line says, but for the node's depth and number.
    pub(crate) fn said(&self, line: usize) -> &str {
        let LineAt { start, end, said, .. } = self.lines[line];
        &self.text[start as usize + usize::from(said)..end as usize]
    }

    /// Reads a line.
    pub(crate) fn line(&self, line: usize) -> Result<Line<'_>> {
        let LineAt { depth, number, .. } = self.lines[line];
        let said = self.said(line);
        Line::said(depth, number, said).ok_or_else(|| malformed(said))
    }
}

impl<'a> Header<'a> {
    fn parse(line: &'a str) -> Self {
        let mut fields = line.split('\t');
        let doc = fields.next().unwrap_or_default();
        let url = fields.next().unwrap_or_default();
        let title = fields.next().unwrap_or_default();
        let mut rest = fields.skip(4).map(|field| field.parse().unwrap_or(0));
        Self {
            doc,
            url,
            title,
            frame_owners: rest.next().unwrap_or(0),
            shadow_candidates: rest.next().unwrap_or(0),
            serial: rest.next().unwrap_or(0),
            base: rest.next().unwrap_or(0),
        }
    }
}

/// The text up to the first tab, and what comes after it. Fields are a few bytes long: a search made for long texts
/// would take longer to begin.
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
        Self::said(depth.parse().ok()?, number, rest)
    }

    /// Reads what is said after depth and number.
    fn said(depth: u16, number: Option<u32>, said: &'a str) -> Option<Self> {
        let (role, rest) = field(said)?;
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

    /// Whether a reader of the text form sees the same in both, depth aside.
    pub(crate) fn reads_like(&self, other: &Self) -> bool {
        self.role == other.role
            && self.name == other.name
            && self.properties == other.properties
            && self.is_hidden() == other.is_hidden()
    }

    /// Whether a person can do something with the node.
    pub(crate) fn is_interactive(&self) -> bool {
        self.flags.as_bytes().contains(&b'i')
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
        let walk = walk(
            "d1\thttp://x/\tT\t800\t600\t0\t0\t1\t2\n0\t1\tdocument\t\tT\n1\t2\tcheckbox\ti\tI agree\tchecked\tdescription=a=b\n1\t\ttext\t\thello",
        );
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
        assert_eq!(walk.lines().len(), 3);
        assert_eq!(walk.said(1), "checkbox\ti\tI agree\tchecked\tdescription=a=b");
        let line = walk.line(1).expect("a node");
        assert_eq!(
            (line.depth, line.number, line.role, line.name),
            (1, Some(2), "checkbox", "I agree")
        );
        assert_eq!(
            line.properties().collect::<Vec<_>>(),
            [("checked", None), ("description", Some("a=b"))]
        );
        assert_eq!(walk.line(2).expect("text").number, None);
    }

    fn told(text: &str) -> Told {
        Told::parse(text.to_owned()).expect("well formed").expect("not refused")
    }

    fn walk(text: &str) -> Walk {
        told(text).on_top_of(None).expect("all of it")
    }

    #[test]
    fn lines_that_are_told_by_their_places_are_put_in() {
        let before =
            walk("d1\tu\tt\t8\t6\t0\t0\t0\t0\t4\t0\n0\t1\tdocument\t\tT\n1\t2\tlink\ti\tA\n1\t3\tlink\ti\tB\n1\t4\tlink\ti\tC");
        let text = "d1\tu\tt\t8\t6\t0\t0\t0\t0\t5\t4\n=0\t2\n1\t9\tlink\ti\tNew\n=3\t1";
        let now = told(text).on_top_of(Some(&before)).expect("of that walk");
        let lines: Vec<_> = (0..now.lines().len()).map(|at| now.line(at).expect("a node").name).collect();
        assert_eq!(lines, ["T", "A", "New", "C"]);
        assert_eq!(now.header().serial, 5);

        for (text, before) in [
            (text, None),
            (&text.replace("\t5\t4\n", "\t5\t3\n"), Some(&before)),
            (&text.replace("d1", "d2"), Some(&before)),
            (&text.replace("=3\t1", "=3\t2"), Some(&before)),
            (&text.replace("=3\t1", "=3\t0"), Some(&before)),
            (&text.replace("=3\t1", "=x"), Some(&before)),
        ] {
            assert_eq!(told(text).on_top_of(before).expect_err("not of that walk").code(), "PROTOCOL");
        }
    }

    #[test]
    fn a_refused_root_is_told_apart_from_a_walk() {
        assert_eq!(
            Told::parse("!{\"state\":\"gone\"}".into())
                .expect("known")
                .expect_err("refused"),
            Answer::Gone
        );
        assert_eq!(Told::parse("nonsense".into()).expect_err("no header").code(), "PROTOCOL");
    }
}
