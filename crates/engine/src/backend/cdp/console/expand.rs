//! Reads what a preview lacks: nested objects, long strings, causes of errors. It runs in the page after the message was
//! written, so it shows the object as it is then.
//!
//! The script runs under the browser's check for side effects. A getter is named and not called; a trap of a proxy, or a
//! function that the page has put in the place of a built-in one, ends the script as soon as it would change anything.

use super::remote::Remote;
use crate::backend::console::{Arg, DEPTH, MOST_ITEMS, MOST_STRING};
use crate::backend::wire::Command;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::time::Duration;

/// How long the page may take. A page that is busy answers later than the message is of use.
const LIMIT: Duration = Duration::from_secs(5);

/// How many values one argument may have.
const MOST_VALUES: usize = 200;

/// The longest answer that is taken. The script keeps to a tenth of it, if the page has not replaced built-in functions.
const MOST_ANSWER: usize = 64 << 10;

/// Reads `this`. `room` is how many values and how many characters are left.
const READ: &str = r#"function (depth, values, characters, items, long) {
  "use strict";
  const describe = Object.getOwnPropertyDescriptor;
  const seen = [];
  const text = (value) => {
    const cut = value.length > long || value.length > characters;
    const kept = cut ? value.slice(0, Math.max(0, Math.min(long, characters))) + "…" : value;
    characters -= kept.length;
    return kept;
  };
  // What kind of object it is, without calling a getter that may say so.
  const tag = (object) => {
    let holder = object;
    for (let up = 0; holder !== null && up < 20; up++, holder = Object.getPrototypeOf(holder)) {
      const said = describe(holder, Symbol.toStringTag);
      if (said !== undefined) return typeof said.value === "string" ? said.value : "Object";
    }
    return Object.prototype.toString.call(object).slice(8, -1);
  };
  const constructor = (object) => {
    const kind = Object.getPrototypeOf(object);
    const made = kind === null ? undefined : describe(kind, "constructor");
    const name = made !== undefined && typeof made.value === "function" ? describe(made.value, "name") : undefined;
    return name !== undefined && typeof name.value === "string" ? name.value : "Object";
  };
  const field = (object, key, left) => {
    const found = describe(object, key);
    if (found === undefined) return null;
    return "value" in found ? read(found.value, left) : "[Getter]";
  };
  const read = (value, left) => {
    if (values-- <= 0 || characters <= 0) return "…";
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? "-0" : String(value);
    if (typeof value === "string") return text(value);
    if (typeof value === "bigint") return text(String(value) + "n");
    if (typeof value === "undefined" || typeof value === "symbol") return text(String(value));
    if (typeof value === "function") return "[Function]";
    for (let at = 0; at < seen.length; at++) if (seen[at] === value) return "[Circular]";
    const isArray = Array.isArray(value);
    const kind = tag(value);
    if (kind === "Date") {
      const time = Date.prototype.getTime.call(value);
      return Number.isFinite(time) ? text(Date.prototype.toISOString.call(value)) : "Invalid Date";
    }
    if (left <= 0) return isArray ? "[Array]" : "[Object]";
    seen.push(value);
    let out;
    if (isArray) {
      out = [];
      for (let at = 0; at < value.length && at < items; at++) out.push(describe(value, at) === undefined ? "empty" : field(value, at, left - 1));
      if (value.length > items) out.push("… " + (value.length - items) + " more");
    } else if (kind === "Map") {
      out = [];
      for (const [key, item] of Map.prototype.entries.call(value)) {
        if (out.push(out.length < items ? [read(key, left - 1), read(item, left - 1)] : "… more") > items) break;
      }
    } else if (kind === "Set") {
      out = [];
      for (const item of Set.prototype.values.call(value)) {
        if (out.push(out.length < items ? read(item, left - 1) : "… more") > items) break;
      }
    } else {
      out = {};
      if (kind === "Error") {
        out.error = text(constructor(value) + ": " + field(value, "message", 1));
        if (describe(value, "cause") !== undefined) out.cause = field(value, "cause", left - 1);
        if (describe(value, "errors") !== undefined) out.errors = field(value, "errors", left - 1);
      }
      const keys = Object.keys(value);
      for (let at = 0; at < keys.length; at++) {
        if (at >= items) {
          out["…"] = keys.length - items + " more";
          break;
        }
        const key = keys[at].length > 60 ? keys[at].slice(0, 60) + "…" : keys[at];
        characters -= key.length;
        if (key !== "__proto__") out[key] = field(value, keys[at], left - 1);
      }
      const named = keys.length === 0 && kind !== "Error" ? constructor(value) : "Object";
      if (named !== "Object") out = "[" + text(named) + "]";
    }
    seen.pop();
    return out;
  };
  return JSON.stringify(read(this, depth));
}"#;

/// The command that reads an object.
pub(super) fn command(object: &str) -> Command {
    let arguments: Vec<_> = [DEPTH, MOST_VALUES, 3_500, MOST_ITEMS, MOST_STRING]
        .iter()
        .map(|value| json!({"value": value}))
        .collect();
    let params = json!({
        "objectId": object, "functionDeclaration": READ, "arguments": arguments,
        "returnByValue": true, "throwOnSideEffect": true, "silent": true,
    });
    Command::new("Runtime.callFunctionOn", params).within(LIMIT)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    result: Value,
    exception_details: Option<serde::de::IgnoredAny>,
}

/// The argument as the page has read it; `None` if it could not.
pub(super) fn read(raw: &RawValue, remote: &Remote) -> Option<Arg> {
    if raw.get().len() > MOST_ANSWER {
        return None;
    }
    let reply: Reply = crate::backend::wire::parse(raw).ok()?;
    let text = reply.result.get("value")?.as_str()?;
    // The page could have replaced what writes it.
    let is_json = serde_json::from_str::<Value>(text).is_ok() && !text.contains('\n');
    if reply.exception_details.is_some() || !is_json {
        return None;
    }
    if !remote.is_error() {
        return Some(Arg::json(text.to_owned(), &remote.class()));
    }
    // The browser has told its stack, which the page's script cannot read without running code of the page.
    let Value::Object(mut error) = serde_json::from_str(text).ok()? else {
        return None;
    };
    if error.len() == 1 {
        return Some(Arg::value(&Value::from(remote.words()), ""));
    }
    error.insert("error".to_owned(), Value::from(remote.words()));
    Some(Arg::error(&remote.words(), &Value::Object(error)))
}
