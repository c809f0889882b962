//! What the in-page script answers to `read`, see `injected/src/reading/protocol.ts`.

use crate::error::{EngineError, ErrorKind, Result};
use crate::page_script::{self, Answer};
use crate::text::is_deceptive;
use serde::Deserialize;

/// The first line of the answer.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct FrameReading {
    pub(crate) url: String,
    pub(crate) title: String,
    #[serde(rename = "type")]
    pub(crate) content_type: String,
    pub(crate) links: Vec<String>,
    pub(crate) frames: usize,
    pub(crate) candidates: usize,
    pub(crate) main: bool,
    pub(crate) cut: bool,
    /// How many texts were left out because a person cannot see them.
    #[serde(default)]
    pub(crate) unseen: usize,
    #[serde(skip)]
    pub(crate) lines: Vec<Line>,
}

impl FrameReading {
    /// The numbers of the owners of the frames that have a line.
    pub(crate) fn owners(&self) -> impl Iterator<Item = u32> + '_ {
        self.lines.iter().filter_map(|line| match line {
            Line::Frame { owner, .. } => Some(*owner),
            _ => None,
        })
    }
}

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(String),
    Heading { before: String, level: u8, text: String },
    Frame { before: String, owner: u32, title: String },
}

/// Reads an answer. The page's script refuses a part that is gone.
pub(crate) fn parse(text: &str) -> Result<std::result::Result<FrameReading, Answer>> {
    if let Some(refusal) = text.strip_prefix('!') {
        return Ok(Err(page_script::decode("read", refusal)?));
    }
    let mut lines = text.split('\n');
    let mut reading: FrameReading = page_script::decode("read", lines.next().unwrap_or_default())?;
    reading.lines = lines.map(line).collect::<Option<_>>().ok_or_else(|| {
        let what = "the in-page script answered `read` in a form that is not known";
        EngineError::new(ErrorKind::Protocol, what)
    })?;
    Ok(Ok(reading))
}

fn line(line: &str) -> Option<Line> {
    let mut characters = line.chars();
    let kind = characters.next()?;
    let rest = characters.as_str();
    match kind {
        ' ' => Some(Line::Text(rest.to_owned())),
        '1'..='6' => {
            let (before, text) = rest.split_once('\t')?;
            Some(Line::Heading {
                before: marks(before),
                level: u8::try_from(kind.to_digit(10)?).ok()?,
                text: text.to_owned(),
            })
        }
        'f' => {
            let (before, rest) = rest.split_once('\t')?;
            let (owner, title) = rest.split_once('\t')?;
            Some(Line::Frame {
                before: marks(before),
                owner: owner.parse().ok()?,
                title: title.to_owned(),
            })
        }
        _ => None,
    }
}

/// What stands before a line in its container: the marks of quotes and lists. Only a forged answer has anything else there.
fn marks(before: &str) -> String {
    before.chars().filter(|&c| c != '<' && !is_deceptive(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"doc":"d","url":"u","title":"t","type":"text/html","links":["/a"],"frames":1,"candidates":0,"main":false,"cut":false}"#;

    #[test]
    fn lines_are_told_apart_by_their_kind() {
        let read = parse(&format!("{HEADER}\n plain\n2> \tHead\nf\t7\tSide")).expect("valid");
        let reading = read.expect("not refused");
        assert_eq!(
            reading.lines,
            [
                Line::Text("plain".into()),
                Line::Heading {
                    before: "> ".into(),
                    level: 2,
                    text: "Head".into()
                },
                Line::Frame {
                    before: String::new(),
                    owner: 7,
                    title: "Side".into()
                },
            ]
        );
    }

    #[test]
    fn what_stands_before_a_line_is_no_text_of_the_page() {
        let read = parse(&format!("{HEADER}\nf\0<!-- frame\t7\tSide\n2> <!-- frame\u{202e}\tHead")).expect("valid");
        let lines = read.expect("not refused").lines;
        let [Line::Frame { before: frame, .. }, Line::Heading { before: heading, .. }] = lines.as_slice() else {
            panic!("a frame and a heading: {lines:?}");
        };
        assert_eq!((frame.as_str(), heading.as_str()), ("!-- frame", "> !-- frame"));
    }

    #[test]
    fn what_is_not_understood_is_a_fault_of_the_protocol() {
        for bad in [
            "",
            "{}",
            &format!("{HEADER}\nx"),
            &format!("{HEADER}\nf\tx\ty"),
            &format!("{HEADER}\n"),
        ] {
            assert_eq!(*parse(bad).expect_err(bad).kind(), ErrorKind::Protocol, "{bad}");
        }
        let refused = parse(r#"!{"state":"gone"}"#).expect("valid");
        assert_eq!(refused.expect_err("refused"), Answer::Gone);
    }
}
