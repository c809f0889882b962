//! Quoting keeps a text on its line, and what is quoted can be read back.

use super::{is_deceptive, json_line, plain, quote, shorten, unquote};
use crate::fuzz::assert_line;
use serde_json::Value;

/// Quotes, shortens and escapes any text.
pub(crate) fn text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let quoted = quote(&text);
    assert_line(&quoted);
    assert_eq!(unquote(&quoted).as_deref(), Some(&*text));

    // What is not quoted is refused or read, and never longer.
    assert!(unquote(&text).is_none_or(|read| read.len() <= text.len()));
    let plain = plain(&text, 20);
    assert_line(&plain);
    assert!(plain.len() <= 21 * 10);

    let short = shorten(&text, 10);
    assert!(short.chars().count() <= 11);
    assert!(text.starts_with(short.strip_suffix('…').unwrap_or(&short)));

    let json = Value::from(&*text).to_string();
    let line = json_line(&json);
    assert!(!line.contains(is_deceptive));
    assert_eq!(serde_json::from_str::<Value>(&line).ok(), Some(Value::from(&*text)));
}
