//! Paths into JSON, and masks.

use super::json_path;
use super::mask::Mask;
use crate::fuzz::assert_error;
use serde_json::Value;

/// Takes the first line as a path and the rest as the body; and all of it as an address and a header.
pub(crate) fn network(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    if let Err(error) = json_path::find(body, path) {
        assert_error(&error, &["INVALID_INPUT"]);
    }
    let mut mask = Mask::new(true);
    let masked = mask.body(body, "application/json");
    // What was JSON stays JSON, of the same shape.
    if let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(body) {
        match serde_json::from_str::<Value>(&masked) {
            Ok(Value::Object(shown)) => assert!(shown.keys().eq(fields.keys()), "{body:?}"),
            other => panic!("{body:?} became {other:?}"),
        }
    }
    let _ = (mask.url(&text), mask.parameters(&text));
    assert_eq!(Mask::new(false).body(body, ""), body);
}
