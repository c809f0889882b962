//! The outer structure of messages. The content (`params`, `result`) stays unparsed text.

use super::{Command, Denial, ReplyResult, WireError};
use crate::text::plain;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A message that is not a reply to a command.
#[derive(Debug, Clone, Copy)]
pub struct Event<'a> {
    /// Its name, for example `Page.frameNavigated`.
    pub method: &'a str,
    /// The CDP session of the event; `None` for the connection itself.
    pub session: Option<&'a str>,
    /// Its unparsed parameters.
    pub params: &'a RawValue,
}

impl Event<'_> {
    /// Parses the parameters. Returns `None` and logs a line if they do not have this form.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        match parse(self.params) {
            Ok(params) => Some(params),
            Err(error) => {
                tracing::warn!(method = self.method, %error, "event not understood");
                None
            }
        }
    }
}

/// Parses the content of a message. Text of a page may contain a lone surrogate, which JSON can represent and
/// Rust's strings cannot. It is read as U+FFFD.
///
/// # Errors
/// If the text does not have this form.
pub fn parse<T: DeserializeOwned>(raw: &RawValue) -> serde_json::Result<T> {
    serde_json::from_str(raw.get()).or_else(|error| match replace_lone_surrogates(raw.get()) {
        Some(repaired) => serde_json::from_str(&repaired),
        None => Err(error),
    })
}

/// Parses the result of a command.
///
/// # Errors
/// The error of the command; `Malformed` if the result does not have this form.
pub fn read<T: DeserializeOwned>(method: &'static str, reply: ReplyResult) -> Result<T, WireError> {
    parse(&reply?).map_err(|error| WireError::Malformed {
        method,
        why: plain(&error.to_string(), 400),
    })
}

/// The code unit of a `\uXXXX` at the start of `text`.
fn escaped_unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// The JSON text with every escaped lone surrogate replaced by `\ufffd`; `None` if there is none.
fn replace_lone_surrogates(json: &str) -> Option<String> {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    let mut replaced = false;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match escaped_unit(rest) {
            Some(0xd800..=0xdbff) if matches!(rest.get(6..).and_then(escaped_unit), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                out.push_str("\\ufffd");
                replaced = true;
                rest = &rest[6..];
                continue;
            }
            Some(_) => 6,
            // A backslash and one ASCII character. Other text is not JSON and fails later.
            None => rest.len().min(2),
        };
        let Some((kept, left)) = rest.split_at_checked(length) else {
            break;
        };
        out.push_str(kept);
        rest = left;
    }
    out.push_str(rest);
    replaced.then_some(out)
}

#[derive(Deserialize)]
pub(super) struct Envelope<'a> {
    pub(super) id: Option<u64>,
    #[serde(borrow)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "sessionId")]
    pub(super) session: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<ErrorField>,
    message: Option<String>,
}

/// CDP sends an object. BiDi sends an error word and puts the message beside it.
#[derive(Deserialize)]
#[serde(untagged)]
enum ErrorField {
    Word(String),
    Numbered {
        code: i64,
        message: String,
        data: Option<Value>,
    },
}

impl Envelope<'_> {
    /// Converts the message to the reply to the command `method`.
    pub(super) fn into_reply(self, method: &'static str) -> ReplyResult {
        match (self.error, self.result) {
            (None, Some(result)) => Ok(result.to_owned()),
            (None, None) => Err(WireError::Malformed {
                method,
                why: "it holds neither a result nor an error".into(),
            }),
            (Some(ErrorField::Word(code)), _) => Err(WireError::Refused {
                method,
                code,
                message: self.message.unwrap_or_default(),
            }),
            (Some(ErrorField::Numbered { code, message, data }), _) => Err(match Denial::of_code(code) {
                Some(denial) => WireError::Denied { method, denial, message },
                None => WireError::Refused {
                    method,
                    code: code.to_string(),
                    message: match data {
                        Some(Value::String(data)) => format!("{message}: {data}"),
                        _ => message,
                    },
                },
            }),
        }
    }
}

/// A command in its wire format.
pub(super) fn encode(id: u64, command: &Command) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Outgoing<'a> {
        id: u64,
        method: &'a str,
        params: &'a Value,
        #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
        session: Option<&'a str>,
    }
    serde_json::to_string(&Outgoing {
        id,
        method: command.method,
        params: &command.params,
        session: command.session.as_deref(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str) -> ReplyResult {
        serde_json::from_str::<Envelope>(text).expect("an envelope").into_reply("M.m")
    }

    #[test]
    fn both_protocols_errors_keep_code_and_message() {
        let cdp = reply(r#"{"id":1,"error":{"code":-32000,"message":"No frame"},"sessionId":"S"}"#).expect_err("refused");
        let bidi = reply(r#"{"type":"error","id":1,"error":"no such frame","message":"gone \"x\"","stacktrace":""}"#)
            .expect_err("refused");
        assert!(cdp.is_code("-32000"), "{cdp:?}");
        assert!(bidi.is_code("no such frame"), "{bidi:?}");
        assert_eq!(bidi.to_string(), r#""gone \"x\"", code no such frame"#);
        let forged = reply(r#"{"id":1,"error":"gone\r\nuid=1_2","message":"m"}"#).expect_err("refused");
        assert_eq!(forged.to_string(), r#""m", code gone\r\nuid=1_2"#);
    }

    #[test]
    fn results_are_kept_as_text() {
        assert_eq!(
            reply(r#"{"type":"success","id":4,"result":{"a": [1,"é\n"]}}"#)
                .expect("a result")
                .get(),
            r#"{"a": [1,"é\n"]}"#
        );
        assert!(matches!(reply(r#"{"id":4}"#), Err(WireError::Malformed { .. })));
    }

    #[test]
    fn half_a_surrogate_pair_is_read_as_the_replacement_character() {
        let read = |text: &str| parse::<String>(&RawValue::from_string(text.into()).expect("JSON")).expect("a string");
        assert_eq!(read(r#""a\ud800x""#), "a\u{fffd}x");
        assert_eq!(read(r#""\ud83d\ude00\udc00""#), "\u{1f600}\u{fffd}");
        assert_eq!(read(r#""\\ud800 \udfff""#), "\\ud800 \u{fffd}");
        assert_eq!(read(r#""plain \u00e9""#), "plain é");
    }

    #[test]
    fn a_command_to_the_connection_names_no_session() {
        let command = Command::new("A.b", serde_json::json!({"x": 1}));
        assert_eq!(
            encode(7, &command).expect("plain JSON"),
            r#"{"id":7,"method":"A.b","params":{"x":1}}"#
        );
        assert_eq!(
            encode(8, &command.on(&"S".into())).expect("plain JSON"),
            r#"{"id":8,"method":"A.b","params":{"x":1},"sessionId":"S"}"#
        );
    }
}
