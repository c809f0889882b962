//! Finds a section by its number in the outline or by its heading.

use super::Reading;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};

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
    let sought = folded(wanted);
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let all = headings.iter().enumerate();
        all.filter(|(_, heading)| fits(&folded(&heading.text)))
            .map(|(index, _)| index)
            .collect()
    };
    let mut found = fitting(&|text| text == sought);
    if found.is_empty() && !sought.is_empty() {
        found = fitting(&|text| text.contains(&sought));
    }
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
}
