//! The text form of locators.
//!
//! ```text
//! chain  = step { " >> " step }
//! step   = kind "=" value | role [space] quoted | role "[name=" quoted "]" | value
//! ```
//!
//! A ` >> ` inside quotes, brackets or parentheses does not end a step. The kind of a last step without one is given
//! by the caller. Any other step without a kind is a role with a name if it looks like one, else CSS.

use super::{By, Step, check_length, invalid};
use crate::error::Result;
use crate::text::{quote, shorten, unquote};

/// Parses a chain. `by` is the kind of the last step, whose text is then used unchanged.
///
/// # Errors
/// `InvalidInput` for an empty step or a text that is too long.
pub(crate) fn parse_chain(text: &str, by: Option<By>) -> Result<Vec<Step>> {
    check_length("value", text)?;
    let segments = split(text);
    let last = segments.len() - 1;
    segments
        .iter()
        .enumerate()
        .map(|(index, segment)| {
            let segment = segment.trim();
            if segment.is_empty() {
                let shown = quote(&shorten(text, 200));
                return Err(invalid(format!("the locator {shown} has an empty step")));
            }
            match by.filter(|_| index == last) {
                Some(by) => step(by, segment),
                None => step_by_its_form(segment, if index == last { By::Any } else { By::Css }),
            }
        })
        .collect()
}

/// Splits a chain into its steps.
fn split(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut depth, mut within, mut start) = (0_i32, None, 0);
    let mut parts = Vec::new();
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        match (within, byte) {
            (Some(_), b'\\') => index += 1,
            (Some(mark), _) if byte == mark => within = None,
            (None, b'"') => within = text[index + 1..].contains('"').then_some(b'"'),
            // Outside of brackets, a single quote is usually an apostrophe.
            (None, b'\'') if depth > 0 => within = Some(b'\''),
            (None, b'[' | b'(') => depth += 1,
            (None, b']' | b')') => depth = (depth - 1).max(0),
            (None, b'>') if depth == 0 && is_break(bytes, index) => {
                parts.push(&text[start..index]);
                index += 1;
                start = index + 1;
            }
            (Some(_) | None, _) => {}
        }
        index += 1;
    }
    parts.push(&text[start..]);
    parts
}

/// Whether a `>>` between blanks is at this index.
fn is_break(bytes: &[u8], index: usize) -> bool {
    let blank = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_whitespace);
    bytes.get(index + 1) == Some(&b'>') && blank(index.checked_sub(1)) && blank(Some(index + 2))
}

fn step_by_its_form(segment: &str, otherwise: By) -> Result<Step> {
    if let Some((word, value)) = segment.split_once('=')
        && let Some(by) = By::of(word)
    {
        return step(by, value.trim());
    }
    match role_and_name(segment) {
        Some((role, name)) => Ok(Step {
            by: By::Role,
            value: role,
            name: Some(name),
            exact: None,
            hidden: false,
        }),
        None => step(otherwise, segment),
    }
}

/// A step of a given kind.
fn step(by: By, value: &str) -> Result<Step> {
    let mut step = Step {
        by,
        value: value.to_owned(),
        name: None,
        exact: None,
        hidden: false,
    };
    if by == By::Role {
        if let Some((role, name)) = role_and_name(value) {
            step.value = role;
            step.name = Some(name);
        }
        if !is_role(&step.value) {
            let shown = quote(&shorten(value, 60));
            return Err(invalid(format!("{shown} is not a role")).with_next_step(
                "give a role as snapshots show it, such as button, link, textbox, checkbox, with name for its name",
            ));
        }
    } else if let (true, Some(inner)) = (by != By::Css && by != By::XPath, unquote(value)) {
        step.value = inner;
    }
    if step.value.is_empty() {
        return Err(invalid(format!("the locator has an empty {}", by.name())));
    }
    Ok(step)
}

fn is_role(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-')
}

/// Parses `button "Save"`, as snapshots write it, or `button[name="Save"]`.
fn role_and_name(text: &str) -> Option<(String, String)> {
    let end = text.find(|c: char| !(c.is_ascii_alphabetic() || c == '-'))?;
    let (role, rest) = text.split_at(end);
    let rest = rest.trim();
    let name = match rest.strip_prefix("[name=") {
        Some(inner) => unquote(inner.strip_suffix(']')?.trim())?,
        None => unquote(rest)?,
    };
    (is_role(role) && !name.is_empty()).then(|| (role.to_owned(), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, by: Option<By>) -> Vec<(By, String, Option<String>)> {
        parse_chain(text, by)
            .expect("valid")
            .into_iter()
            .map(|step| (step.by, step.value, step.name))
            .collect()
    }

    fn one(by: By, value: &str, name: Option<&str>) -> (By, String, Option<String>) {
        (by, value.into(), name.map(Into::into))
    }

    #[test]
    fn steps_are_recognised_by_their_form() {
        for (text, by, expected) in [
            ("Save", None, one(By::Any, "Save", None)),
            ("Save", Some(By::Text), one(By::Text, "Save", None)),
            ("button \"Save\"", None, one(By::Role, "button", Some("Save"))),
            (
                "button[name=\"Save \\\"x\\\"\"]",
                None,
                one(By::Role, "button", Some("Save \"x\"")),
            ),
            (
                "button \"a\\n\\u{202e}b\\\\n\"",
                None,
                one(By::Role, "button", Some("a\n\u{202e}b\\n")),
            ),
            ("role=link", None, one(By::Role, "link", None)),
            ("button \"Save\"", Some(By::Role), one(By::Role, "button", Some("Save"))),
            ("text=\"a >> b\"", None, one(By::Text, "a >> b", None)),
            ("a=b", None, one(By::Any, "a=b", None)),
            ("role=button", Some(By::Text), one(By::Text, "role=button", None)),
            ("It's \"here", Some(By::Text), one(By::Text, "It's \"here", None)),
            ("[title=\"a >> b\"]", Some(By::Css), one(By::Css, "[title=\"a >> b\"]", None)),
            ("p > a", Some(By::Css), one(By::Css, "p > a", None)),
        ] {
            assert_eq!(read(text, by), [expected], "{text}");
        }
    }

    #[test]
    fn chains_are_split_between_steps_only() {
        assert_eq!(
            read("my-app >> dialog \"A >> B\" >> button.x", Some(By::Css)),
            [
                one(By::Css, "my-app", None),
                one(By::Role, "dialog", Some("A >> B")),
                one(By::Css, "button.x", None)
            ]
        );
        assert_eq!(read("a>>b", None), [one(By::Any, "a>>b", None)]);
        assert_eq!(
            read("it's >> text=you're >> Go", None).len(),
            3,
            "an apostrophe opens no quotes"
        );
    }

    #[test]
    fn what_is_no_locator_is_refused() {
        for (text, by) in [
            ("", None),
            ("a >>  >> b", None),
            ("text=", None),
            ("not a role!", Some(By::Role)),
            ("\"\"", Some(By::Text)),
        ] {
            assert_eq!(parse_chain(text, by).expect_err(text).code(), "INVALID_INPUT");
        }
    }
}
