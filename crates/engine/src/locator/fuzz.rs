//! Locators in their text form.

use super::{By, LONGEST, Locator, MAX_STEPS, Within, describe_chain, parse_chain};
use crate::fuzz::{assert_error, assert_line};
use crate::text::quote;

/// Parses a text as a locator of every kind, and as a name that a snapshot shows.
pub(crate) fn locator(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for by in std::iter::once(None).chain(super::WORDS.map(|(by, _)| Some(by))) {
        chain(&text, by);
    }
    let (first, second) = text.split_once('\n').unwrap_or((&text, ""));
    let locator = Locator {
        name: (!second.is_empty()).then(|| second.to_owned()),
        within: Some(Within::parse(first)),
        ..Locator::of(&*text).by(By::Role)
    };
    match locator.steps() {
        Ok(steps) => assert!((1..=MAX_STEPS).contains(&steps.len())),
        Err(error) => assert_error(&error, &["INVALID_INPUT"]),
    }

    // A name is found as a snapshot shows it.
    let shown = quote(&text);
    for written in [format!("button {shown}"), format!("button[name={shown}]")] {
        if !text.is_empty() && written.chars().count() <= LONGEST {
            let steps = parse_chain(&written, None);
            let names: Vec<_> = steps.iter().flatten().map(|step| step.name.as_deref()).collect();
            assert_eq!(names, [Some(&*text)], "{written}");
        }
    }
}

fn chain(text: &str, by: Option<By>) {
    let steps = match parse_chain(text, by) {
        Ok(steps) => steps,
        Err(error) => return assert_error(&error, &["INVALID_INPUT"]),
    };
    assert!(!steps.is_empty());
    assert!(
        steps
            .iter()
            .all(|step| !step.value.is_empty() && step.value.len() <= text.len())
    );
    if let Some(by) = by {
        assert_eq!(steps.last().map(|step| step.by), Some(by));
    }
    let described = describe_chain(&steps, "data-testid");
    assert_line(&described);
    // A value of 200 characters, each of them escaped, and a name of the same kind.
    assert!(described.chars().count() <= 4_100 * steps.len());
    // A description is cut where a value is long, a test id is written as CSS, and a selector's characters are escaped.
    let kept = |value: &str| value.chars().count() <= 200;
    let readable = steps.iter().all(|step| {
        kept(&step.value) && step.name.as_deref().is_none_or(kept) && !matches!(step.by, By::TestId | By::Css | By::XPath)
    });
    if readable && described.chars().count() <= LONGEST {
        assert_eq!(parse_chain(&described, None).ok().as_ref(), Some(&steps), "{described}");
    }
}
