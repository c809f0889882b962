//! The JSON form of options and reports: reading, writing, and the errors of reading.

use super::report::Bytes;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::text::{plain, quote, shorten};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_path_to_error::Track;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Reads the arguments of a call, or the body of a request. `what` names it in errors.
///
/// # Errors
/// `InvalidInput` naming the field.
pub fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    read_at(what, "", text)
}

/// As [`read`], of a part of the arguments: `at` is its path, which errors name.
pub(super) fn read_at<T: DeserializeOwned>(what: &str, at: &str, text: &str) -> Result<T> {
    // Without a tree in between, which would lose the order of properties and limit the depth.
    let mut json = serde_json::Deserializer::from_str(text);
    if let Ok(read) = build(&mut <dyn erased_serde::Deserializer<'_>>::erase(&mut json))
        && json.end().is_ok()
    {
        return Ok(read);
    }
    read_tracked(what, at, tree(what, text)?)
}

fn tree(what: &str, text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| invalid(format!("{what}: not valid JSON: {}", plain(&error.to_string(), 400))))
}

/// The one place at which each type is built: compiled once, and not once for each form of JSON. The types of the calls are a quarter of the
/// engine's code.
fn build<'de, T: Deserialize<'de>>(
    from: &mut dyn erased_serde::Deserializer<'de>,
) -> std::result::Result<T, erased_serde::Error> {
    T::deserialize(from)
}

/// As [`read`], from JSON that is parsed already.
///
/// # Errors
/// `InvalidInput` naming the field.
pub fn read_value<T: DeserializeOwned>(what: &str, value: Value) -> Result<T> {
    read_tracked(what, "", value)
}

fn read_tracked<T: DeserializeOwned>(what: &str, at: &str, value: Value) -> Result<T> {
    let mut track = Track::new();
    let tracked = serde_path_to_error::Deserializer::new(value, &mut track);
    let read = build(&mut <dyn erased_serde::Deserializer<'_>>::erase(tracked));
    read.map_err(|error| wrong(what, at, &track.path().to_string(), &error.to_string()))
}

/// The error for arguments of which the part at `at` and `path` is wrong.
pub(super) fn wrong(what: &str, at: &str, path: &str, why: &str) -> EngineError {
    // A path without a name is ".".
    let path = match (at, path) {
        (_, ".") => at.to_owned(),
        ("", path) => path.to_owned(),
        (at, path) if path.starts_with('[') => format!("{at}{path}"),
        (at, path) => format!("{at}.{path}"),
    };
    let field = if path.is_empty() {
        String::new()
    } else {
        format!("{}: ", plain(&path, 200))
    };
    invalid(format!("{what}: {field}{}", plain(why, 400)))
}

/// Writes a report: its JSON and the binary parts that the JSON names by number.
///
/// # Errors
/// `Internal`, which the engine's own reports never cause.
pub fn write(report: &impl Serialize) -> Result<(String, Vec<Vec<u8>>)> {
    let (text, parts) = Bytes::apart(|| serde_json::to_string(report));
    let text = text.or_kind(ErrorKind::Internal, "a report could not be written as JSON")?;
    Ok((text, parts))
}

pub(crate) fn invalid(what: String) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, what)
}

/// The error for a word that an enum does not have.
pub(crate) fn not_a_word(word: &str, words: &[&str]) -> EngineError {
    let got = quote(&shorten(word, 60));
    invalid(format!("must be one of {}; got {got}", words.join(", ")))
}

/// The longest time that a caller may name.
const LONGEST_MS: f64 = 24.0 * 3_600_000.0;

fn duration<E: serde::de::Error>(ms: f64) -> std::result::Result<Duration, E> {
    if !(0.0..=LONGEST_MS).contains(&ms) {
        let why = format!("must be a number of milliseconds, 0 to {LONGEST_MS}; got {ms}");
        return Err(E::custom(why));
    }
    Duration::try_from_secs_f64(ms / 1000.0).map_err(E::custom)
}

/// A [`Duration`] as a number of milliseconds, for `#[serde(with)]`.
pub(crate) struct Millis;

impl Millis {
    pub(crate) fn serialize<S: Serializer>(duration: &Duration, out: S) -> std::result::Result<S::Ok, S::Error> {
        out.serialize_f64(duration.as_secs_f64() * 1000.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Duration, D::Error> {
        duration(f64::deserialize(from)?)
    }
}

/// An optional [`Duration`] as a number of milliseconds, for `#[serde(with)]`.
pub(crate) struct OptionalMillis;

impl OptionalMillis {
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Duration>, D::Error> {
        Option::<f64>::deserialize(from)?.map(duration).transpose()
    }
}

/// A point in time as milliseconds since the epoch, for `#[serde(with)]`.
pub(crate) struct EpochMillis;

impl EpochMillis {
    pub(crate) fn serialize<S: Serializer>(at: &SystemTime, out: S) -> std::result::Result<S::Ok, S::Error> {
        Millis::serialize(&at.duration_since(UNIX_EPOCH).unwrap_or_default(), out)
    }
}

/// A number from the caller that must not be negative.
pub(crate) fn not_negative<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(from)? {
        Some(number) if number < 0.0 => Err(D::Error::custom(format!("must be 0 or more; got {number}"))),
        other => Ok(other),
    }
}

#[cfg(feature = "schema")]
mod schema {
    use super::{Millis, OptionalMillis};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl JsonSchema for Millis {
        fn schema_name() -> Cow<'static, str> {
            "Millis".into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": "number", "format": "ms", "minimum": 0})
        }
    }

    impl JsonSchema for OptionalMillis {
        fn schema_name() -> Cow<'static, str> {
            "OptionalMillis".into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": ["number", "null"], "format": "ms", "minimum": 0})
        }

        fn _schemars_private_is_option() -> bool {
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interact::InteractRequest;
    use crate::options::{ScrollOptions, WaitOptions};

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        let message = |error: EngineError| {
            assert_eq!(error.code(), "INVALID_INPUT");
            error.context().to_owned()
        };
        let wait = |text: &str| message(read::<WaitOptions>("waitFor", text).expect_err(text));
        assert!(wait("{").starts_with("waitFor: not valid JSON"));
        assert!(wait(r#"{"timeoutMs": -1}"#).starts_with("waitFor: timeoutMs: must be a number of milliseconds"));
        assert!(wait(r#"{"loadState": "soon"}"#).starts_with("waitFor: loadState: must be one of committed, "));
        assert!(wait(r#"{"txet": "x"}"#).contains("unknown field `txet`"));
        let scroll = read::<ScrollOptions>("scroll", r#"{"amount": -3}"#).expect_err("negative");
        assert!(message(scroll).starts_with("scroll: amount: must be 0 or more"));
        let request = r#"{"action": "click", "target": {"value": "Save"}, "options": {"timeoutMs": "1"}}"#;
        let request = read::<InteractRequest>("interact", request).expect_err("no number");
        assert!(message(request).starts_with("interact: options.timeoutMs: "));
    }

    #[test]
    fn binary_parts_are_named_by_number_or_written_as_base64() {
        let report = [Bytes::from(vec![1]), Bytes::from(vec![2, 3])];
        let (json, parts) = write(&report).expect("writes");
        assert_eq!(json, r#"[{"$bytes":0},{"$bytes":1}]"#);
        assert_eq!(parts, [vec![1], vec![2, 3]]);
        assert_eq!(serde_json::to_string(&report).expect("writes"), r#"["AQ==","AgM="]"#);
    }
}
