//! The JSON form of options and reports: reading, writing, and the errors of reading.

use super::report::Bytes;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::text::{plain, quote, shorten};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Reads the arguments of a call, or the body of a request. `what` names it in errors.
///
/// # Errors
/// `InvalidInput` naming the field.
pub fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    read_at(what, "", text)
}

/// As [`read`], of a part of the arguments: `at` is its path, which errors name.
///
/// Each type is read from text alone, and so is built into the engine once: not again for trees, and not for readers that note the path.
pub(super) fn read_at<T: DeserializeOwned>(what: &str, at: &str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| explain(what, at, text, &mut |text| serde_json::from_str::<T>(text).err()))
}

/// As [`read`], from JSON that is parsed already.
///
/// # Errors
/// `InvalidInput` naming the field.
pub fn read_value<T: DeserializeOwned>(what: &str, value: &Value) -> Result<T> {
    read(what, &value.to_string())
}

/// What is wrong with a text, which `fails` to be read. The part to blame is the one without which something else is wrong, or nothing.
fn explain(what: &str, at: &str, text: &str, fails: &mut dyn FnMut(&str) -> Option<serde_json::Error>) -> EngineError {
    let mut whole: Value = match serde_json::from_str(text) {
        Ok(whole) => whole,
        Err(error) => return invalid(format!("{what}: not valid JSON: {}", plain(&error.to_string(), 400))),
    };
    let mut why = |value: &Value| fails(&value.to_string()).map(|error| words(&error));
    let Some(wrong) = why(&whole) else {
        return invalid(format!("{what}: not valid JSON"));
    };
    let mut path = at.to_owned();
    let mut place = String::new();
    while let Some(steps) = whole.pointer(&place).map(steps) {
        let blamed = steps.into_iter().find(|step| {
            let without = without(&mut whole, &place, step);
            let other = why(&whole);
            put_back(&mut whole, &place, step, without);
            other.as_ref() != Some(&wrong)
        });
        let Some(step) = blamed else { break };
        match &step {
            Step::Key(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
                place = format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
            }
            Step::Index(index) => {
                path = format!("{path}[{index}]");
                place = format!("{place}/{index}");
            }
        }
    }
    wrong_at(what, &path, &wrong)
}

/// A step of a path.
enum Step {
    Key(String),
    Index(usize),
}

/// In more parts than this, the one to blame is not looked for: each costs another reading.
const MOST_PARTS: usize = 200;

/// The steps to the parts of a value.
fn steps(value: &Value) -> Vec<Step> {
    match value {
        Value::Object(fields) if fields.len() <= MOST_PARTS => fields.keys().cloned().map(Step::Key).collect(),
        Value::Array(items) if items.len() <= MOST_PARTS => (0..items.len()).map(Step::Index).collect(),
        _ => Vec::new(),
    }
}

/// Takes a part out of the value at a place.
fn without(whole: &mut Value, place: &str, step: &Step) -> Option<Value> {
    match (whole.pointer_mut(place)?, step) {
        (Value::Object(fields), Step::Key(key)) => fields.remove(key),
        (Value::Array(items), Step::Index(index)) => Some(items.remove(*index)),
        _ => None,
    }
}

fn put_back(whole: &mut Value, place: &str, step: &Step, part: Option<Value>) {
    match (whole.pointer_mut(place), step, part) {
        (Some(Value::Object(fields)), Step::Key(key), Some(part)) => {
            fields.insert(key.clone(), part);
        }
        (Some(Value::Array(items)), Step::Index(index), Some(part)) => items.insert(*index, part),
        _ => {}
    }
}

/// An error without its place in the text, which is none that the caller has written.
fn words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    words.strip_suffix(&place).unwrap_or(&words).to_owned()
}

/// The error for arguments of which the part at `path` is wrong; an empty path for all of them.
pub(super) fn wrong_at(what: &str, path: &str, why: &str) -> EngineError {
    let field = if path.is_empty() {
        String::new()
    } else {
        format!("{}: ", plain(path, 200))
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
        assert!(message(request).starts_with("interact: options.timeoutMs: invalid type"));
        let deep = read::<Vec<Vec<u8>>>("lists", "[[1, 2], [3, \"x\"]]").expect_err("no number");
        assert!(message(deep).starts_with("lists: [1][1]: invalid type: string \"x\", expected u8"));
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
