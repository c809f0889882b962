//! Finds a section by its number in the outline or by its heading.

use super::Reading;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten, unquote};

/// How many headings an error names.
const MOST: usize = 8;

/// The index of the heading that a caller names.
///
/// # Errors
/// `ElementNotFound`, `Ambiguous`.
pub(crate) fn section(reading: &Reading, wanted: &str) -> Result<usize> {
    let headings = &reading.headings;
    if let Ok(number) = wanted.trim().parse::<usize>()
        && (1..=headings.len()).contains(&number)
    {
        return Ok(number - 1);
    }
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let all = headings.iter().enumerate();
        all.filter(|(_, heading)| fits(&folded(&heading.text)))
            .map(|(index, _)| index)
            .collect()
    };
    // The text itself, as a quoted one of the outline, or as a line of Markdown.
    let forms = [
        Some(wanted.to_owned()),
        unquote(&format!("\"{wanted}\"")),
        Some(unmarked(wanted)),
    ];
    let sought: Vec<String> = forms
        .iter()
        .flatten()
        .map(|form| folded(form))
        .filter(|form| !form.is_empty())
        .collect();
    let exact = sought.iter().map(|form| fitting(&|text| text == form));
    let parts = sought.iter().map(|form| fitting(&|text| text.contains(form.as_str())));
    let found = exact.chain(parts).find(|found| !found.is_empty()).unwrap_or_default();
    match found[..] {
        [index] => Ok(index),
        [] => {
            let count = headings.len();
            let what = format!(
                "no heading is {}; the page has {count} headings",
                quote(&shorten(wanted, 200))
            );
            Err(EngineError::new(ErrorKind::ElementNotFound, what)
                .with_next_step("ask for the outline, and give the number of a heading"))
        }
        _ => {
            let shown = found.iter().take(MOST).map(|index| {
                let text = quote(&shorten(&headings[*index].text, 80));
                format!("{} {text}", index + 1)
            });
            let list = shown.collect::<Vec<_>>().join(", ");
            let what = format!("{} headings fit {}: {list}", found.len(), quote(&shorten(wanted, 200)));
            Err(EngineError::new(ErrorKind::Ambiguous, what).with_next_step("give the number of one of them"))
        }
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The words of a line of Markdown that the in-page script wrote, without its escapes and its marks.
pub(super) fn unmarked(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => {
                let escaped = after.chars().next().filter(char::is_ascii_punctuation);
                out.push(escaped.unwrap_or(c));
                &after[escaped.map_or(0, char::len_utf8)..]
            }
            '`' => {
                if let Some((code, after)) = code_span(rest) {
                    out.push_str(code);
                    after
                } else {
                    out.push(c);
                    after
                }
            }
            // What the page writes of these is escaped.
            '*' | '[' | ']' => after,
            '!' if after.starts_with('[') => after,
            _ => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// The content of the code at the start of a text, in which nothing is escaped, and what follows it.
fn code_span(text: &str) -> Option<(&str, &str)> {
    let inside = text.trim_start_matches('`');
    let fence = &text[..text.len() - inside.len()];
    let (code, after) = inside.split_once(fence)?;
    let padded = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
    Some((padded.unwrap_or(code), after))
}

#[cfg(test)]
mod tests {
    use super::super::Heading;
    use super::*;

    #[test]
    fn a_heading_is_found_by_number_by_its_text_and_by_a_part_of_it() {
        let heading = |text: &str| Heading {
            level: 1,
            text: text.into(),
            at: 0,
        };
        let reading = Reading {
            headings: vec![
                heading("Intro"),
                heading("2024"),
                heading("Early life"),
                heading("Later life"),
            ],
            ..Reading::default()
        };
        assert_eq!(section(&reading, "3").ok(), Some(2));
        assert_eq!(section(&reading, "2024").ok(), Some(1));
        assert_eq!(section(&reading, "early  LIFE").ok(), Some(2));
        assert_eq!(section(&reading, "later").ok(), Some(3));
        assert_eq!(section(&reading, "life").expect_err("two").code(), "AMBIGUOUS");
        assert_eq!(section(&reading, "none").expect_err("no such").code(), "ELEMENT_NOT_FOUND");
        assert_eq!(section(&reading, "9").expect_err("no such").code(), "ELEMENT_NOT_FOUND");
    }

    #[test]
    fn a_heading_is_found_by_its_words_as_the_outline_quotes_them_and_as_markdown_has_them() {
        let heading = |text: &str| Heading {
            level: 1,
            text: text.into(),
            at: 0,
        };
        let reading = Reading {
            headings: vec![
                heading("5 * 3 = 15"),
                heading("Tom's \"x\""),
                heading("x\u{202e}y"),
                heading("a\\*b"),
            ],
            ..Reading::default()
        };
        for (wanted, index) in [
            ("5 * 3 = 15", 0),
            ("5 \\* 3 = 15", 0),
            ("Tom's \"x\"", 1),
            ("Tom's \\\"x\\\"", 1),
            ("x\u{202e}y", 2),
            ("x\\u{202e}y", 2),
            ("a\\*b", 3),
        ] {
            assert_eq!(section(&reading, wanted).ok(), Some(index), "{wanted}");
        }
        assert_eq!(section(&reading, " ").expect_err("nothing").code(), "ELEMENT_NOT_FOUND");
    }

    #[test]
    fn words_have_no_escapes_and_marks() {
        for (line, words) in [
            ("Art \\`x\\`", "Art `x`"),
            ("What's \\[new\\]?", "What's [new]?"),
            ("Q&A \\<b>", "Q&A <b>"),
            ("**All** [links]", "All links"),
            ("![Logo] of *us*", "Logo of us"),
            ("`a\\*b` and `` `c` ``", "a\\*b and `c`"),
            ("C:\\\\x \\u", "C:\\x \\u"),
            ("` open", "` open"),
        ] {
            assert_eq!(unmarked(line), words, "{line}");
        }
    }
}
