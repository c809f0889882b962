//! What pages write to the console, as WebDriver BiDi reports it.
//!
//! The browser has read the arguments already, as they were when the message was written. It calls getters for that, and it
//! reads an object to its end: a page that writes one with a million properties waits for it. A worker's messages come under
//! the name of its page.

use super::browser::BidiBrowser;
use super::registry::Registry;
use crate::backend::console::{
    Added, Arg, ConsoleLevel, ConsoleSource, DEPTH, Entry, MOST_ADDRESS, MOST_ARGS, MOST_ITEMS, Room, Stack, count_left,
    first_line, level_of, moment, text_of_method,
};
use crate::backend::wire::{Command, Event, WireError, parse};
use crate::backend::{BrowserState, PageId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::shorten;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(super) const EVENT: &str = "log.entryAdded";

/// How many characters of an error's text an action tells.
const TOLD: usize = 300;

/// How long the browser may take to confirm the subscription. It asks all its processes, also those of busy pages.
const SUBSCRIBE_LIMIT: Duration = Duration::from_secs(3);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Logged {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    method: String,
    level: String,
    text: Option<String>,
    #[serde(default)]
    timestamp: f64,
    #[serde(default)]
    args: Few,
    stack_trace: Option<Stack>,
}

#[derive(Deserialize)]
struct Source {
    context: Option<String>,
}

/// The first items of an array, unread, and how many there are.
#[derive(Default)]
struct Few {
    first: Vec<Box<RawValue>>,
    count: usize,
}

impl<'de> Deserialize<'de> for Few {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct Items;
        impl<'de> Visitor<'de> for Items {
            type Value = Few;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_unit<E>(self) -> std::result::Result<Few, E> {
                Ok(Few::default())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> std::result::Result<Few, A::Error> {
                let mut few = Few::default();
                while few.first.len() < MOST_ITEMS {
                    let Some(item) = items.next_element()? else { break };
                    few.first.push(item);
                    few.count += 1;
                }
                if few.count == MOST_ITEMS {
                    while items.next_element::<IgnoredAny>()?.is_some() {
                        few.count += 1;
                    }
                }
                Ok(few)
            }
        }
        from.deserialize_any(Items)
    }
}

/// `script.RemoteValue`, with its content unread.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote<'a> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
    internal_id: Option<String>,
}

/// A value, whatever it holds.
fn value(raw: &str, depth: usize, room: &mut Room) -> Value {
    let Ok(remote) = serde_json::from_str::<Remote>(raw) else {
        return Value::from("…");
    };
    if !room.take(2) {
        return Value::from("…");
    }
    let content = remote.value;
    match (remote.kind.as_str(), content) {
        ("null", _) => Value::Null,
        ("string", Some(text)) => room.string(&read::<String>(text).unwrap_or_default()),
        ("number" | "boolean", Some(plain)) => read(plain).unwrap_or(Value::Null),
        ("bigint", Some(text)) => room.string(&format!("{}n", read::<String>(text).unwrap_or_default())),
        ("date" | "regexp", Some(text)) => plain_object(&remote.kind, text, room),
        ("array" | "set" | "nodelist" | "htmlcollection", Some(_)) if depth == 0 => Value::from("[Array]"),
        ("object" | "map", Some(_)) if depth == 0 => Value::from("[Object]"),
        ("array" | "set" | "nodelist" | "htmlcollection", Some(items)) => {
            let Some(few) = read::<Few>(items) else {
                return Value::from("…");
            };
            let mut array: Vec<_> = few.first.iter().map(|item| value(item.get(), depth - 1, room)).collect();
            if few.count > few.first.len() {
                array.push(Value::from(count_left(few.count - few.first.len())));
            }
            Value::Array(array)
        }
        ("object" | "map", Some(entries)) => {
            let Some(few) = read::<Few>(entries) else {
                return Value::from("…");
            };
            object(&few, remote.kind == "map", depth, room)
        }
        ("node", Some(node)) => {
            #[derive(Deserialize)]
            #[serde(rename_all = "camelCase")]
            struct Node {
                local_name: Option<String>,
            }
            let name = read::<Node>(node).and_then(|node| node.local_name).unwrap_or_default();
            room.string(&format!("[node {name}]"))
        }
        ("function", _) => Value::from("[Function]"),
        ("object" | "array" | "map" | "set", None) if remote.internal_id.is_some() => Value::from("[Circular]"),
        (kind, _) => room.string(&format!("[{kind}]")),
    }
}

/// An object, or a map as an array of pairs.
fn object(few: &Few, is_map: bool, depth: usize, room: &mut Room) -> Value {
    let mut pairs = Vec::new();
    let mut object = Map::new();
    for entry in &few.first {
        let Some(entry) = read::<Few>(entry) else { continue };
        let [key, item] = entry.first.as_slice() else { continue };
        if is_map {
            let key = read::<String>(key).map_or_else(|| value(key.get(), depth - 1, room), Value::from);
            pairs.push(Value::Array(vec![key, value(item.get(), depth - 1, room)]));
        } else {
            let name = shorten(&read::<String>(key).unwrap_or_default(), 60);
            room.take(name.len() + 3);
            object.insert(name, value(item.get(), depth - 1, room));
        }
    }
    let left = few.count.saturating_sub(few.first.len());
    match (is_map, left) {
        (true, 0) => Value::Array(pairs),
        (true, left) => {
            pairs.push(Value::from(count_left(left)));
            Value::Array(pairs)
        }
        (false, 0) => Value::Object(object),
        (false, left) => {
            object.insert("…".to_owned(), Value::from(format!("{left} more")));
            Value::Object(object)
        }
    }
}

fn plain_object(kind: &str, raw: &RawValue, room: &mut Room) -> Value {
    #[derive(Deserialize)]
    struct Pattern {
        pattern: String,
        flags: Option<String>,
    }
    let text = if kind == "regexp" {
        read::<Pattern>(raw).map(|found| format!("/{}/{}", found.pattern, found.flags.unwrap_or_default()))
    } else {
        read::<String>(raw)
    };
    room.string(&text.unwrap_or_default())
}

fn read<T: serde::de::DeserializeOwned>(raw: &RawValue) -> Option<T> {
    parse(raw).ok()
}

/// An argument. The browser has replaced directives such as `%s` already.
fn arg(raw: &RawValue) -> Arg {
    let kind = serde_json::from_str::<Remote>(raw.get());
    if let Ok(Remote {
        kind, value: Some(text), ..
    }) = &kind
        && kind == "string"
    {
        return Arg::string(&read::<String>(text).unwrap_or_default());
    }
    let value = value(raw.get(), DEPTH, &mut Room::default());
    let class = match kind.map(|remote| remote.kind).as_deref() {
        Ok("map") => "Map",
        Ok("set") => "Set",
        _ => "",
    };
    Arg::value(&value, class)
}

impl Logged {
    /// The message, without what the event says of where it came from.
    fn entry(self, page: PageId, frame: Option<String>) -> Option<Entry> {
        let is_console = self.kind == "console";
        let mut level = match self.level.as_str() {
            "error" => ConsoleLevel::Error,
            "warn" => ConsoleLevel::Warning,
            "debug" => ConsoleLevel::Debug,
            _ => ConsoleLevel::Info,
        };
        if is_console {
            let of_method = level_of(&self.method)?;
            // A timer that does not exist is a warning of `console.timeEnd`.
            level = if level == ConsoleLevel::Warning { level } else { of_method };
        }
        let mut args: Vec<_> = self.args.first.iter().take(MOST_ARGS).map(|raw| arg(raw)).collect();
        args.extend(Arg::left_out(self.args.count.saturating_sub(MOST_ARGS)));
        let own = self.text.unwrap_or_default();
        // The browser's text says only how many properties an object has. Counters, timers and errors stand in it alone.
        let is_own = args.is_empty() || self.method.starts_with("count") || self.method.starts_with("time");
        let text = if is_own || self.args.first.iter().any(|raw| is_error(raw)) {
            own
        } else {
            let shown: Vec<_> = args.iter().map(|arg| arg.shown.as_str()).collect();
            shown.join(" ")
        };
        Some(Entry {
            at: moment(self.timestamp),
            page: Some(page),
            level,
            source: if is_console {
                ConsoleSource::Console
            } else {
                ConsoleSource::Exception
            },
            text: text_of_method(&self.method, text),
            method: if is_console { self.method } else { String::new() },
            args,
            stack: Stack::places(self.stack_trace.as_ref()),
            frame,
            worker: None,
            exception: None,
        })
    }
}

/// Whether an argument is an error. The browser says nothing of it beside the text of the message.
fn is_error(raw: &RawValue) -> bool {
    serde_json::from_str::<Remote>(raw.get()).is_ok_and(|remote| remote.kind == "error")
}

/// Where a message came from, read before the rest of it.
#[derive(Deserialize)]
struct Origin {
    level: String,
    source: Source,
}

impl Registry {
    /// Records a message of a page of a session that wants it.
    pub(super) fn on_log(&self, event: &Event<'_>) {
        let Some(Origin { level, source }) = event.read() else {
            return;
        };
        let Some(context) = source.context else { return };
        let Some(page) = self.page_of(&context) else { return };
        let browser = self.state_of(&context);
        if !browser.console.is_on() {
            return;
        }
        if !browser.console.admits(matches!(level.as_str(), "error" | "warn")) {
            if level == "error" {
                page.state.note_error(None);
            }
            return;
        }
        let Some(logged) = event.read::<Logged>() else { return };
        let frame = (*page.id != *context)
            .then(|| self.contexts().address_of(&context))
            .flatten()
            .map(|url| shorten(&url, MOST_ADDRESS));
        let Some(entry) = logged.entry(PageId::clone(&page.id), frame) else {
            return;
        };
        let error = (entry.level == ConsoleLevel::Error).then(|| shorten(first_line(&entry.text), TOLD));
        let (Added::New(id) | Added::Repeated(id)) = browser.console.add(entry);
        if let Some(text) = error {
            page.state.note_error(Some((id, text)));
        }
    }
}

impl BidiBrowser {
    /// Records what the pages of a session write to the console. The browser repeats what it has kept of documents that are
    /// there already.
    pub(super) async fn record_console_of(&self, state: &BrowserState) -> Result<()> {
        state.console.set_on();
        if self.registry.logs.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let subscribe = Command::new("session.subscribe", json!({"events": [EVENT]})).within(SUBSCRIBE_LIMIT);
        match self.wire.send(subscribe).await {
            // The subscription is confirmed late by a browser with busy pages.
            Ok(_) | Err(WireError::Late { .. }) => Ok(()),
            Err(error) => {
                self.registry.logs.store(false, Ordering::Relaxed);
                let what = "this browser does not report what pages write to the console";
                Err(EngineError::new(ErrorKind::Unsupported, what).with_source(error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arg_of(value: &Value) -> Arg {
        arg(&RawValue::from_string(value.to_string()).expect("JSON"))
    }

    #[test]
    fn values_are_read_to_a_depth_and_a_size() {
        let nested = json!({"type": "object", "value": [["a", {"type": "array", "value": [
            {"type": "number", "value": 1}, {"type": "number", "value": "NaN"}, {"type": "undefined"},
            {"type": "object", "internalId": "x"}]}], ["f", {"type": "function"}]]});
        assert_eq!(
            arg_of(&nested).json,
            r#"{"a":[1,"NaN","[undefined]","[Circular]"],"f":"[Function]"}"#
        );
        let map = json!({"type": "map", "value": [["k", {"type": "null"}], [{"type": "number", "value": 1}, {"type": "null"}]]});
        assert_eq!(arg_of(&map).shown, r#"Map [["k",null],[1,null]]"#);
        let mut deep = json!({"type": "number", "value": 1});
        for _ in 0..40 {
            deep = json!({"type": "object", "value": [["o", deep]]});
        }
        assert!(arg_of(&deep).json.contains("[Object]"));
        let many: Vec<_> = (0..1_000)
            .map(|i| json!([format!("k{i}"), {"type": "number", "value": i}]))
            .collect();
        let wide = arg_of(&json!({"type": "object", "value": many})).json;
        assert!(wide.contains("950 more") && wide.len() < 2_000, "{wide}");
    }

    #[test]
    fn the_text_of_an_error_is_the_browsers() {
        let logged: Logged = serde_json::from_value(json!({
            "type": "console", "method": "error", "level": "error", "source": {"context": "c"}, "text": "failed: Error: boo",
            "timestamp": 1.0, "args": [{"type": "string", "value": "failed:"}, {"type": "error", "value": {}}]}))
        .expect("as the protocol has it");
        let entry = logged.entry("c".into(), None).expect("written");
        assert_eq!(
            (entry.text.as_str(), entry.level),
            ("failed: Error: boo", ConsoleLevel::Error)
        );
    }
}
