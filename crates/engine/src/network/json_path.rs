//! The part of a JSON text that a path names, such as `items[0].name`.

use crate::api::json::invalid;
use crate::error::Result;
use crate::text::{quote, shorten};
use serde_json::Value;

/// The longest path.
const MOST_CHARACTERS: usize = 1_000;

/// How many names of an object an error lists.
const MOST_NAMES: usize = 20;

/// A step down.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    /// Counted from the end if it is negative.
    Position(i64),
}

/// The value that `path` names in a JSON text.
///
/// # Errors
/// `InvalidInput` for a path that cannot be read, for a text that is no JSON, and where there is no such part: it says what is
/// there.
pub(crate) fn find(text: &str, path: &str) -> Result<Value> {
    let steps = parse(path)?;
    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        return Err(invalid("a path needs a body of JSON, and this one is none".to_owned())
            .with_next_step("read the body without a path, or save it to a file"));
    };
    let mut taken = String::from("$");
    for step in steps {
        let found = match (&step, &mut value) {
            (Step::Name(name), Value::Object(fields)) => fields.remove(name),
            (Step::Position(at), Value::Array(items)) => index(*at, items.len()).map(|at| items.swap_remove(at)),
            _ => None,
        };
        let Some(found) = found else {
            let what = format!("{} has no {}: it is {}", taken, written(&step), described(&value));
            return Err(invalid(what));
        };
        taken.push_str(&written(&step));
        value = found;
    }
    Ok(value)
}

fn index(at: i64, length: usize) -> Option<usize> {
    let from_end = usize::try_from(at.unsigned_abs()).ok()?;
    let at = if at < 0 { length.checked_sub(from_end)? } else { from_end };
    (at < length).then_some(at)
}

fn written(step: &Step) -> String {
    match step {
        Step::Name(name) => format!("[{}]", quote(&shorten(name, 100))),
        Step::Position(at) => format!("[{at}]"),
    }
}

/// A value for an error: what it is, and what it has.
fn described(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let names: Vec<_> = fields.keys().take(MOST_NAMES).map(|name| quote(&shorten(name, 60))).collect();
            let more = fields.len().saturating_sub(names.len());
            let rest = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            format!("an object with {}{rest}", names.join(", "))
        }
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::String(_) => "a text".to_owned(),
        other => format!("{other}"),
    }
}

/// Reads a path. `$` at its beginning is the whole.
fn parse(path: &str) -> Result<Vec<Step>> {
    let wrong = |why: &str| {
        let what = format!("path: {why} in {}", quote(&shorten(path, 100)));
        Err(invalid(what).with_next_step("write it as in items[0].name or [\"a name\"][-1]"))
    };
    if path.chars().count() > MOST_CHARACTERS {
        return wrong("too many characters");
    }
    let path = path.trim();
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let Some(end) = closing(inner) else {
                return wrong("a bracket is not closed");
            };
            let Some(step) = bracketed(&inner[..end]) else {
                return wrong("neither a position nor a name in quotes in brackets");
            };
            steps.push(step);
            rest = &inner[end + 1..];
            continue;
        }
        let name = match rest.strip_prefix('.') {
            Some(name) => name,
            None if steps.is_empty() => rest,
            None => return wrong("a dot or a bracket is missing"),
        };
        let end = name.find(['.', '[']).unwrap_or(name.len());
        if end == 0 {
            return wrong("a name is missing");
        }
        steps.push(Step::Name(name[..end].to_owned()));
        rest = &name[end..];
    }
    Ok(steps)
}

/// Where the bracket closes: outside of quotes.
fn closing(inner: &str) -> Option<usize> {
    let mut quoted = None;
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match (quoted, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(mark), c) if mark == c => quoted = None,
            (None, '"' | '\'') => quoted = Some(c),
            (None, ']') => return Some(at),
            _ => {}
        }
    }
    None
}

fn bracketed(inner: &str) -> Option<Step> {
    if inner.starts_with('"') {
        return serde_json::from_str(inner).ok().map(Step::Name);
    }
    if let Some(name) = inner.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        return Some(Step::Name(name.replace("\\'", "'")));
    }
    inner.trim().parse().ok().map(Step::Position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"a": {"b": [{"c": 1}, {"c": [2, "x"]}]}, "with.dot": true, "it's]": null, "": 7}"#;

    #[test]
    fn a_path_leads_to_its_part() {
        for (path, found) in [
            ("a.b[0].c", "1"),
            ("$.a.b[1].c[-1]", "\"x\""),
            ("a.b[-2]", "{\"c\":1}"),
            ("[\"with.dot\"]", "true"),
            ("['with.dot']", "true"),
            ("[\"it's]\"]", "null"),
            ("[\"\"]", "7"),
            (" a.b[1].c[0] ", "2"),
        ] {
            assert_eq!(find(TEXT, path).expect(path).to_string(), found, "{path}");
        }
        assert_eq!(
            find(TEXT, "$").expect("all"),
            serde_json::from_str::<Value>(TEXT).expect("JSON")
        );
    }

    #[test]
    fn what_is_not_there_is_refused_with_what_is() {
        for (path, says) in [
            ("a.x", "$[\"a\"] has no [\"x\"]: it is an object with \"b\""),
            ("a.b[2]", "$[\"a\"][\"b\"] has no [2]: it is a list of 2"),
            ("a.b[-3]", "has no [-3]"),
            ("a.b.c", "it is a list of 2"),
            ("a[0]", "it is an object"),
            ("a..b", "a name is missing"),
            ("a[", "not closed"),
            ("a[x]", "neither a position nor a name"),
            ("a[0]b", "a dot or a bracket is missing"),
            ("a[99999999999999999999]", "neither a position"),
        ] {
            let error = find(TEXT, path).expect_err(path);
            assert!(error.context().contains(says), "{path}: {}", error.context());
        }
        assert!(find("<html>", "a").expect_err("no JSON").context().contains("is none"));
        assert!(find(TEXT, &"a.".repeat(600)).is_err());
    }
}
