//! Locators and matches in words.

use super::wire::Found;
use super::{By, Step};
use crate::text::{plain, quote, shorten};
use std::fmt::Write as _;

/// A step in the text form of locators. A test id is written as the CSS that it stands for.
fn describe_step(step: &Step, test_id: &str) -> String {
    let value = quote(&shorten(&step.value, 200));
    match step.by {
        By::TestId => format!("[{test_id}={value}]"),
        By::Role => match &step.name {
            Some(name) => format!("{} {}", step.value, quote(&shorten(name, 200))),
            None => format!("role={}", step.value),
        },
        // Selectors and XPath expressions are not unquoted when they are read.
        By::Css | By::XPath => format!("{}={}", step.by.name(), plain(&step.value, 200)),
        by => format!("{}={value}", by.name()),
    }
}

/// A whole chain.
pub(crate) fn describe_chain(steps: &[Step], test_id: &str) -> String {
    steps
        .iter()
        .map(|step| describe_step(step, test_id))
        .collect::<Vec<_>>()
        .join(" >> ")
}

/// What distinguishes a match from similar ones: its surroundings, its state and its tag.
pub(crate) fn apart(found: &Found) -> String {
    let mut out = String::new();
    for (role, name) in &found.inside {
        out.push_str(" in ");
        out.push_str(&crate::snapshot::describe(role, name));
    }
    if !found.visible {
        out.push_str(", hidden");
    }
    if !found.enabled {
        out.push_str(if found.inert { ", inert" } else { ", disabled" });
    }
    let [x, y, ..] = found.rect;
    if found.visible {
        let _ = write!(out, " at {x:.0},{y:.0}");
    }
    let _ = write!(out, " <{}>", plain(&found.tag, 60));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page_script::Called;

    #[test]
    fn a_described_chain_reads_as_what_it_was() {
        let text = "css=my-app >> dialog \"A\" >> text=\"x >> y\"";
        let steps = super::super::parse_chain(text, None).expect("valid");
        let described = describe_chain(&steps, "data-testid");
        assert_eq!(described, text);
        assert_eq!(super::super::parse_chain(&described, None).expect("valid"), steps);
    }

    #[test]
    fn a_match_says_where_it_is() {
        let mut found = Found {
            id: 1,
            called: Called {
                role: "button".into(),
                name: "Delete".into(),
                unseen: false,
            },
            visible: true,
            enabled: false,
            behind: false,
            inert: false,
            rect: [10.4, 20.0, 5.0, 5.0],
            inside: vec![("row".into(), "Ada".into())],
            tag: "button#d\n".into(),
        };
        assert_eq!(apart(&found), " in row \"Ada\", disabled at 10,20 <button#d\\n>");
        found.inert = true;
        assert_eq!(apart(&found), " in row \"Ada\", inert at 10,20 <button#d\\n>");
    }
}
