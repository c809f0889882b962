//! The part of a JSON text that a path names, such as `items[0].name`.

use crate::api::json::invalid;
use crate::error::Result;
use crate::text::{quote, shorten};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fmt;

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

/// The JSON that `path` names in a JSON text, without blanks. Numbers stand there as they do in the text: a number of JSON may have
/// more digits than any type of number here.
///
/// # Errors
/// `InvalidInput` for a path that cannot be read, for a text that is no JSON, and where there is no such part: it says what is
/// there.
pub(crate) fn find(text: &str, path: &str) -> Result<String> {
    let steps = parse(path)?;
    let Ok(mut value) = serde_json::from_str::<&RawValue>(text) else {
        return Err(invalid("a path needs a body of JSON, and this one is none".to_owned())
            .with_next_step("read the body without a path, or save it to a file"));
    };
    let mut taken = String::from("$");
    for step in steps {
        let found = match (&step, Parts::of(value)) {
            // The last one of several with a name counts, as for the page.
            (Step::Name(name), Parts::Object(fields)) => fields.iter().rfind(|(key, _)| key == name).map(|(_, part)| *part),
            (Step::Position(at), Parts::Array(items)) => index(*at, items.len()).map(|at| items[at]),
            _ => None,
        };
        let Some(found) = found else {
            let what = format!("{} has no {}: it is {}", taken, written(&step), described(value));
            return Err(invalid(what));
        };
        taken.push_str(&written(&step));
        value = found;
    }
    Ok(compact(value.get()))
}

/// What a value consists of, one step down.
enum Parts<'a> {
    Object(Vec<(String, &'a RawValue)>),
    Array(Vec<&'a RawValue>),
    Plain,
}

impl<'a> Parts<'a> {
    fn of(value: &'a RawValue) -> Self {
        let text = value.get();
        let parts = match text.bytes().next() {
            Some(b'{') => serde_json::from_str(text).map(|Fields(fields)| Self::Object(fields)),
            Some(b'[') => serde_json::from_str(text).map(Self::Array),
            _ => return Self::Plain,
        };
        // Only a name with half a surrogate pair, which no text here can hold, keeps the fields from being read.
        parts.unwrap_or(Self::Plain)
    }
}

/// The fields of an object in their order, with all of those of one name.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// JSON without the blanks between its parts, and with its texts in plain characters where they can be.
fn compact(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find(|c: char| c == '"' || c.is_ascii_whitespace()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(inner) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = inner.bytes().position(|byte| {
                let closes = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                closes
            });
            let (text, after) = rest.split_at(end.map_or(rest.len(), |end| end + 2));
            match serde_json::from_str::<String>(text) {
                Ok(plain) => out.push_str(&Value::from(plain).to_string()),
                Err(_) => out.push_str(text),
            }
            rest = after;
        } else {
            rest = rest.trim_ascii_start();
        }
    }
    out.push_str(rest);
    out
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
fn described(value: &RawValue) -> String {
    match Parts::of(value) {
        Parts::Object(fields) => {
            let names: BTreeSet<_> = fields.iter().map(|(name, _)| name).collect();
            let more = names.len().saturating_sub(MOST_NAMES);
            let shown: Vec<_> = names
                .into_iter()
                .take(MOST_NAMES)
                .map(|name| quote(&shorten(name, 60)))
                .collect();
            let rest = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            format!("an object with {}{rest}", shown.join(", "))
        }
        Parts::Array(items) => format!("a list of {}", items.len()),
        Parts::Plain => match value.get().bytes().next() {
            Some(b'"') => "a text".to_owned(),
            Some(b'{') => "an object with a name that is no text".to_owned(),
            _ => shorten(value.get(), 60),
        },
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
            assert_eq!(find(TEXT, path).expect(path), found, "{path}");
        }
        let all = r#"{"a":{"b":[{"c":1},{"c":[2,"x"]}]},"with.dot":true,"it's]":null,"":7}"#;
        assert_eq!(find(TEXT, "$").expect("all"), all);
    }

    #[test]
    fn numbers_and_texts_stand_as_they_do_in_the_body() {
        let text = r#" { "id" : 12345678901234567890, "price": 1.10, "far": [1e400 , -0.0], "twice": 1, "twice": 2,
            "text": "\u00e9 \" \\", "half": "\ud800 \" ]" } "#;
        for (path, found) in [
            ("id", "12345678901234567890"),
            ("price", "1.10"),
            ("far", "[1e400,-0.0]"),
            ("twice", "2"),
            ("text", r#""é \" \\""#),
            ("half", r#""\ud800 \" ]""#),
        ] {
            assert_eq!(find(text, path).expect(path), found, "{path}");
        }
        let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        assert_eq!(find(&deep, &"[0]".repeat(300)).expect("deep").len(), 401);
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
