//! The arguments of a call, each read by itself: a type that many calls take is compiled once.

use crate::api::json;
use crate::error::Result;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The JSON object of a call's arguments.
pub(super) struct Arguments<'a> {
    call: &'static str,
    given: BTreeMap<String, &'a RawValue>,
}

impl<'a> Arguments<'a> {
    /// # Errors
    /// `InvalidInput` for what is no JSON object.
    pub(super) fn read(call: &'static str, text: &'a str) -> Result<Self> {
        match serde_json::from_str(text) {
            Ok(given) => Ok(Self { call, given }),
            // Says what is wrong with it, too.
            Err(_) => Err(json::read::<BTreeMap<String, serde_json::Value>>(call, text)
                .err()
                .unwrap_or_else(|| json::wrong_at(call, "", "a JSON object is expected"))),
        }
    }

    /// Takes an argument; `name` is as the table has it. What may be null may be missing.
    ///
    /// # Errors
    /// `InvalidInput` for one that is missing or wrong, which it names.
    #[inline(never)]
    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T> {
        let name = camel(name);
        match self.given.remove(&name) {
            Some(value) => json::read_at(self.call, &name, value.get()),
            None => json::read_at(self.call, &name, "null")
                .map_err(|_| json::wrong_at(self.call, "", &format!("missing field `{name}`"))),
        }
    }

    /// Takes the options of a call, which may be missing.
    ///
    /// # Errors
    /// Those of [`Self::take`].
    #[inline(never)]
    pub(super) fn take_or_default<T: DeserializeOwned + Default>(&mut self, name: &str) -> Result<T> {
        let name = camel(name);
        match self.given.remove(&name) {
            Some(value) => json::read_at(self.call, &name, value.get()),
            None => Ok(T::default()),
        }
    }

    /// # Errors
    /// `InvalidInput` for an argument that was not taken.
    pub(super) fn end(self, names: &[&str]) -> Result<()> {
        let Some(other) = self.given.into_keys().next() else {
            return Ok(());
        };
        let names: Vec<_> = names.iter().map(|name| format!("`{}`", camel(name))).collect();
        let expected = match names.as_slice() {
            [] => "there are no fields".to_owned(),
            [only] => format!("expected {only}"),
            several => format!("expected one of {}", several.join(", ")),
        };
        Err(json::wrong_at(
            self.call,
            &other,
            &format!("unknown field `{other}`, {expected}"),
        ))
    }
}

/// `session_id` as `sessionId`.
fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    for (at, word) in name.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if at > 0 => camel.push(first.to_ascii_uppercase()),
            Some(first) => camel.push(first),
            None => {}
        }
        camel.push_str(letters.as_str());
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        let read = || -> Result<(String, Option<u32>, Vec<u32>)> {
            let mut given = Arguments::read("press", text)?;
            let read = (
                given.take("session_id")?,
                given.take("page")?,
                given.take_or_default("to_all")?,
            );
            given.end(&["session_id", "page", "to_all"])?;
            Ok(read)
        };
        match read() {
            Ok(read) => format!("{read:?}"),
            Err(error) => error.context().to_owned(),
        }
    }

    #[test]
    fn each_argument_is_read_by_its_name() {
        assert_eq!(
            wrong(r#"{"sessionId": "a", "page": 2, "toAll": [1]}"#),
            r#"("a", Some(2), [1])"#
        );
        assert_eq!(wrong(r#"{"sessionId": "\u0061"}"#), r#"("a", None, [])"#);
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(wrong("{}"), "press: missing field `sessionId`");
        assert!(wrong(r#"{"sessionId": 1}"#).starts_with("press: sessionId: invalid type"));
        assert!(wrong(r#"{"sessionId": "a", "toAll": [1, "b"]}"#).starts_with("press: toAll[1]: invalid type"));
        let unknown = wrong(r#"{"sessionId": "a", "pgae": 1}"#);
        assert_eq!(
            unknown,
            "press: pgae: unknown field `pgae`, expected one of `sessionId`, `page`, `toAll`"
        );
        assert!(wrong("[]").starts_with("press: invalid type"));
        assert!(wrong("{").starts_with("press: not valid JSON"));
        assert!(wrong(r#"{"sessionId": "a"} x"#).starts_with("press: not valid JSON"));
    }
}
