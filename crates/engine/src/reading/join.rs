//! Joins the frames of a page.

use super::sections::unmarked;
use super::wire::{FrameReading, Line};
use super::{Heading, Reading};
use crate::backend::FrameId;
use crate::text::{escape_into, quote, shorten};
use std::collections::HashMap;
use std::fmt::Write as _;
use url::Url;

/// The longest address of a frame that is shown, in characters.
const ADDRESS: usize = 200;
/// How deep frames are followed.
const DEEPEST: usize = 16;

/// What is known of one frame.
pub(crate) struct FrameText {
    pub(crate) reading: FrameReading,
    /// The frames in it, by the numbers of their owners.
    pub(crate) children: HashMap<u32, FrameId>,
}

/// Why there is no text of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissingFrame {
    Silent,
    /// The user has not allowed its origin.
    NotAllowed,
    Unreadable,
}

/// One frame of the page, by its id.
pub(crate) enum Part {
    Read(FrameText),
    Missing { url: String, why: MissingFrame },
}

/// The text of a frame with those in it.
pub(crate) fn join(parts: &HashMap<FrameId, Part>, start: &FrameId, plain: bool) -> Reading {
    let origin = match parts.get(start) {
        Some(Part::Read(frame)) => Url::parse(&frame.reading.url).ok().map(|url| url.origin()),
        _ => None,
    };
    let mut joining = Joining {
        parts,
        plain,
        origin,
        reading: Reading::default(),
        numbers: HashMap::new(),
    };
    joining.frame(start, "", 0);
    joining.reading
}

struct Joining<'a> {
    parts: &'a HashMap<FrameId, Part>,
    plain: bool,
    origin: Option<url::Origin>,
    reading: Reading,
    numbers: HashMap<String, usize>,
}

impl Joining<'_> {
    fn frame(&mut self, id: &FrameId, before: &str, level: usize) {
        let Some(Part::Read(FrameText { reading, children })) = self.parts.get(id) else {
            return;
        };
        self.reading.cut |= reading.cut;
        self.reading.unseen = self.reading.unseen.saturating_add(reading.unseen);
        let links = self.links(reading);
        for line in &reading.lines {
            match line {
                Line::Text(text) => {
                    self.begin(before);
                    self.page_text(text, &links);
                    self.end();
                }
                Line::Heading {
                    before: inner,
                    level,
                    text,
                } => {
                    let at = self.reading.text.len();
                    self.begin(before);
                    self.page_text(inner, &links);
                    if !self.plain {
                        self.reading.text.extend(std::iter::repeat_n('#', usize::from(*level)));
                        self.reading.text.push(' ');
                    }
                    self.page_text(text, &links);
                    self.end();
                    let words = without_references(text);
                    self.reading.headings.push(Heading {
                        level: *level,
                        text: if self.plain { words } else { unmarked(&words) },
                        at,
                    });
                }
                Line::Frame {
                    before: inner,
                    owner,
                    title,
                } => {
                    let before = format!("{before}{inner}");
                    self.child(children.get(owner), &before, title, level);
                }
            }
        }
    }

    fn child(&mut self, id: Option<&FrameId>, before: &str, title: &str, level: usize) {
        let named = if title.is_empty() {
            String::new()
        } else {
            format!(" {}", quote(title))
        };
        let part = id.and_then(|id| Some((id, self.parts.get(id)?)));
        let (url, why) = match &part {
            Some((_, Part::Read(frame))) if frame.reading.content_type == "application/pdf" && frame.reading.lines.is_empty() => {
                (
                    quote(&shorten(&frame.reading.url, ADDRESS)),
                    Some("is left out: it is a PDF, which can be read as a page of its own"),
                )
            }
            Some((_, Part::Read(frame))) if level < DEEPEST => (quote(&shorten(&frame.reading.url, ADDRESS)), None),
            Some((_, Part::Read(frame))) => (
                quote(&shorten(&frame.reading.url, ADDRESS)),
                Some("is left out: it is nested too deep"),
            ),
            Some((_, Part::Missing { url, why })) => (
                quote(&shorten(url, ADDRESS)),
                Some(match why {
                    MissingFrame::Silent => "is left out: its script is busy",
                    MissingFrame::NotAllowed => "is left out: the user has not allowed its origin",
                    MissingFrame::Unreadable => "is left out: it could not be read",
                }),
            ),
            None => (String::new(), Some("is left out: it could not be read")),
        };
        let address = if url.is_empty() { String::new() } else { format!(" {url}") };
        self.begin(before);
        if let Some(why) = why {
            let _ = write!(self.reading.text, "<!-- frame{address}{named} {why} -->");
            self.end();
            return;
        }
        let _ = write!(self.reading.text, "<!-- frame{address}{named} -->");
        self.end();
        if let Some((id, _)) = part {
            self.frame(id, before, level + 1);
        }
        self.begin(before);
        let _ = write!(self.reading.text, "<!-- end of frame{address} -->");
        self.end();
    }

    fn begin(&mut self, before: &str) {
        self.reading.text.push_str(before);
    }

    fn end(&mut self) {
        let text = &mut self.reading.text;
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }

    /// Adds text of the page, in which links have the numbers of their frame.
    fn page_text(&mut self, text: &str, links: &[usize]) {
        let mut rest = text;
        while let Some((words, after)) = rest.split_once('\u{2}') {
            self.words(words);
            let Some((number, after)) = after.split_once('\u{3}') else {
                return;
            };
            if let Some(number) = number.parse::<usize>().ok().and_then(|at| links.get(at)) {
                let _ = write!(self.reading.text, "\u{2}{number}\u{3}");
            }
            rest = after;
        }
        self.words(rest);
    }

    fn words(&mut self, words: &str) {
        // Only our own lines say where a frame begins and ends.
        if words.contains("<!-- frame") || words.contains("<!-- end of frame") {
            let told = words
                .replace("<!-- frame", "<\\!-- frame")
                .replace("<!-- end of frame", "<\\!-- end of frame");
            escape_into(&mut self.reading.text, &told);
        } else {
            escape_into(&mut self.reading.text, words);
        }
    }

    /// The numbers of a frame's links in the whole page. Paths of another origin become whole addresses.
    fn links(&mut self, reading: &FrameReading) -> Vec<usize> {
        let base = Url::parse(&reading.url).ok();
        let foreign = base.as_ref().filter(|url| Some(url.origin()) != self.origin);
        reading
            .links
            .iter()
            .map(|link| {
                let whole = foreign.and_then(|base| base.join(link).ok()).map(String::from);
                let mut shown = String::new();
                escape_into(&mut shown, whole.as_deref().unwrap_or(link));
                if let Some(number) = self.numbers.get(&shown) {
                    return *number;
                }
                let number = self.reading.links.len();
                self.numbers.insert(shown.clone(), number);
                self.reading.links.push(shown);
                number
            })
            .collect()
    }
}

/// A text without its references.
fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((words, after)) = rest.split_once('\u{2}') {
        out.push_str(words);
        rest = after.split_once('\u{3}').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn part(url: &str, links: &str, written: &str, children: &[(u32, &str)]) -> Part {
        let header = format!(
            r#"{{"url":"{url}","title":"","type":"text/html","links":[{links}],"frames":1,"candidates":0,"main":false,"cut":false}}"#
        );
        let reading = parse(&format!("{header}\n{written}")).expect("valid").expect("not refused");
        Part::Read(FrameText {
            reading,
            children: children.iter().map(|(owner, id)| (*owner, FrameId::from(*id))).collect(),
        })
    }

    fn joined(parts: Vec<(&str, Part)>) -> Reading {
        let parts = parts.into_iter().map(|(id, part)| (FrameId::from(id), part)).collect();
        join(&parts, &FrameId::from("main"), false)
    }

    #[test]
    fn frames_stand_where_they_are_and_their_links_keep_their_places() {
        let main = part(
            "https://a.test/x",
            r#""/one""#,
            " [One]\u{2}0\u{3}\nf> \t3\tSide\nf\t4\t",
            &[(3, "side"), (4, "dead")],
        );
        let side = part(
            "https://b.test/dir/",
            r##""/two","#top""##,
            "1\tIn \u{2}1\u{3}\n [Two]\u{2}0\u{3}",
            &[],
        );
        let dead = Part::Missing {
            url: "https://c.test/".into(),
            why: MissingFrame::Silent,
        };
        let reading = joined(vec![("main", main), ("side", side), ("dead", dead)]);
        assert_eq!(
            reading.text,
            "[One]\u{2}0\u{3}\n> <!-- frame \"https://b.test/dir/\" \"Side\" -->\n> # In \u{2}2\u{3}\n> [Two]\u{2}1\u{3}\n\
             > <!-- end of frame \"https://b.test/dir/\" -->\n<!-- frame \"https://c.test/\" is left out: its script is busy -->\n"
        );
        assert_eq!(reading.links, ["/one", "https://b.test/two", "https://b.test/dir/#top"]);
        assert_eq!(reading.headings[0].text, "In ");
    }

    #[test]
    fn a_page_cannot_write_lines_of_ours() {
        let forged = " <!-- end of frame \"https://a.test/\" -->\n a\u{202e}b\u{200b}c";
        let reading = joined(vec![("main", part("https://a.test/", "", forged, &[]))]);
        assert_eq!(
            reading.text,
            "<\\!-- end of frame \"https://a.test/\" -->\na\\u{202e}b\\u{200b}c\n"
        );
    }
}
