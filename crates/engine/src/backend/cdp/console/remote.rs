//! Values of the page as the protocol describes them: a preview of the moment in which the message was written.

use crate::backend::console::{Arg, MOST_ITEMS, Room};
use crate::text::shorten;
use serde::Deserialize;
use serde_json::{Map, Value};

/// From how many characters on the browser shortens strings in previews.
const SHORTENED: usize = 100;

/// How many characters of a class name are kept.
const MOST_CLASS: usize = 60;

/// What stands in the place of an element that an array does not have.
const EMPTY: &str = "empty";

/// `Runtime.RemoteObject`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Remote {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    class_name: String,
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
    pub(super) object_id: Option<String>,
    preview: Option<Preview>,
}

/// `Runtime.ObjectPreview`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    overflow: bool,
    #[serde(default)]
    properties: Vec<Property>,
    entries: Option<Vec<Entry>>,
}

/// `Runtime.PropertyPreview`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    subtype: String,
    value: Option<String>,
    value_preview: Option<Preview>,
}

/// `Runtime.EntryPreview`.
#[derive(Debug, Deserialize)]
struct Entry {
    key: Option<Preview>,
    value: Preview,
}

/// A value as it was when the message was written, and whether something of it is missing.
pub(super) struct Shown {
    pub(super) arg: Arg,
    pub(super) lacks: bool,
}

impl Remote {
    /// The value. Nothing is asked of the page.
    pub(super) fn shown(&self) -> Shown {
        let mut reader = Reader::default();
        let arg = match (&self.value, self.kind.as_str()) {
            (Some(Value::String(text)), "string") => Arg::string(text),
            (Some(value), "number" | "boolean") => Arg::value(value, ""),
            _ if self.subtype == "null" => Arg::value(&Value::Null, ""),
            (_, "object") if self.subtype == "error" => {
                // Its own properties, such as the cause, are read later. The description has the stack.
                let rest = |property: &Property| !matches!(property.name.as_str(), "stack" | "message");
                let properties = self.preview.iter().flat_map(|preview| &preview.properties);
                reader.lacks = self.preview.is_none() || properties.filter(|p| rest(p)).count() > 0;
                Arg::value(&Value::from(self.words()), "")
            }
            (_, "object") if self.is_plain() => Arg::value(&Value::from(self.words()), ""),
            (_, "object") => {
                let value = if let Some(preview) = &self.preview {
                    reader.preview(preview)
                } else {
                    reader.lacks = true;
                    Value::from(self.words())
                };
                Arg::value(&value, &self.class())
            }
            (_, "function") => Arg::value(&Value::from("[Function]"), ""),
            _ => Arg::value(&Value::from(self.words()), ""),
        };
        Shown {
            arg,
            // The script reads these kinds.
            lacks: reader.lacks
                && self.object_id.is_some()
                && matches!(self.subtype.as_str(), "" | "array" | "map" | "set" | "error"),
        }
    }

    /// What stands before the JSON of an object.
    pub(super) fn class(&self) -> String {
        match self.class_name.as_str() {
            "Object" | "Array" if self.subtype != "proxy" => String::new(),
            _ if self.subtype == "proxy" => "Proxy".to_owned(),
            name => shorten(name, MOST_CLASS),
        }
    }

    pub(super) fn is_error(&self) -> bool {
        self.subtype == "error"
    }

    /// Whether the browser's words are all there is to say.
    fn is_plain(&self) -> bool {
        matches!(
            self.subtype.as_str(),
            "node" | "regexp" | "date" | "promise" | "weakmap" | "weakset"
        )
    }

    /// The browser's words for it, such as `undefined` or the stack of an error.
    pub(super) fn words(&self) -> String {
        let words = self
            .unserializable_value
            .as_ref()
            .or(self.description.as_ref())
            .unwrap_or(&self.kind);
        shorten(words, crate::backend::console::MOST_TEXT)
    }
}

/// How many elements an array has, as the browser describes it: `Array(3)`.
fn length_in(description: &str) -> Option<usize> {
    let (_, length) = description.strip_suffix(')')?.rsplit_once('(')?;
    length.parse().ok()
}

#[derive(Default)]
struct Reader {
    room: Room,
    lacks: bool,
}

impl Reader {
    fn preview(&mut self, preview: &Preview) -> Value {
        self.lacks |= preview.overflow;
        match &preview.entries {
            Some(entries) if preview.subtype == "map" => {
                Value::Array(entries.iter().take(MOST_ITEMS).map(|entry| self.pair(entry)).collect())
            }
            Some(entries) => {
                let values = entries.iter().take(MOST_ITEMS).map(|entry| self.plain(&entry.value));
                Value::Array(values.collect())
            }
            None if preview.kind != "object" || preview.subtype == "null" => self.plain(preview),
            None if matches!(preview.subtype.as_str(), "array" | "typedarray") => self.items(preview),
            None if preview.properties.is_empty() && !matches!(preview.subtype.as_str(), "" | "proxy") => {
                self.room.string(&preview.description)
            }
            None => {
                let mut object = Map::new();
                for property in preview.properties.iter().take(MOST_ITEMS) {
                    object.insert(shorten(&property.name, MOST_CLASS), self.property(property));
                }
                if preview.overflow {
                    object.insert("…".to_owned(), Value::from("more"));
                }
                Value::Object(object)
            }
        }
    }

    /// The elements of an array. The preview has its other properties too, of which typed arrays have some of the engine's own,
    /// and nothing in the place of an element that is not there.
    fn items(&mut self, preview: &Preview) -> Value {
        let mut items = Vec::new();
        let elements = preview.properties.iter().filter_map(|property| {
            let at: usize = property.name.parse().ok()?;
            Some((at, property))
        });
        let mut rest = false;
        for (at, property) in elements {
            while items.len() < at.min(MOST_ITEMS) {
                items.push(Value::from(EMPTY));
            }
            if items.len() >= MOST_ITEMS {
                rest = true;
                break;
            }
            items.push(self.property(property));
        }
        if rest || preview.overflow {
            items.push(Value::from(format!("… {}", preview.description)));
        } else if let Some(length) = length_in(&preview.description) {
            while items.len() < length.min(MOST_ITEMS) {
                items.push(Value::from(EMPTY));
            }
            if length > items.len() {
                items.push(Value::from(format!("… {}", preview.description)));
            }
        }
        Value::Array(items)
    }

    fn pair(&mut self, entry: &Entry) -> Value {
        let key = entry.key.as_ref().map_or(Value::Null, |key| self.plain(key));
        Value::Array(vec![key, self.plain(&entry.value)])
    }

    /// A preview of a key or a value of a collection, whose plain values are in its description.
    fn plain(&mut self, preview: &Preview) -> Value {
        match preview.kind.as_str() {
            "object" if preview.subtype != "null" => self.preview(preview),
            kind => self.word(kind, &preview.subtype, &preview.description),
        }
    }

    fn property(&mut self, property: &Property) -> Value {
        self.room.take(property.name.len() + 4);
        match (property.kind.as_str(), &property.value_preview) {
            ("accessor", _) => Value::from("[Getter]"),
            (_, Some(preview)) => self.preview(preview),
            (kind, None) => self.word(kind, &property.subtype, property.value.as_deref().unwrap_or_default()),
        }
    }

    /// A value that the preview has as a text.
    fn word(&mut self, kind: &str, subtype: &str, text: &str) -> Value {
        match kind {
            "number" | "boolean" => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
            "object" if subtype == "null" => Value::Null,
            "function" => Value::from("[Function]"),
            _ => {
                self.lacks |= kind == "object" || (kind == "string" && text.chars().count() >= SHORTENED);
                self.room.string(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(remote: Value) -> Shown {
        serde_json::from_value::<Remote>(remote)
            .expect("as the protocol has it")
            .shown()
    }

    #[test]
    fn plain_values_are_whole() {
        for (remote, json, text) in [
            (json!({"type": "string", "value": "a\"b"}), r#""a\"b""#, "a\"b"),
            (json!({"type": "number", "value": 1.5, "description": "1.5"}), "1.5", "1.5"),
            (
                json!({"type": "number", "unserializableValue": "-0", "description": "-0"}),
                r#""-0""#,
                "-0",
            ),
            (json!({"type": "undefined"}), r#""undefined""#, "undefined"),
            (json!({"type": "object", "subtype": "null", "value": null}), "null", "null"),
            (
                json!({"type": "bigint", "unserializableValue": "10n", "description": "10n"}),
                r#""10n""#,
                "10n",
            ),
            (
                json!({"type": "function", "className": "Function", "description": "()=>1", "objectId": "1"}),
                r#""[Function]""#,
                "[Function]",
            ),
        ] {
            let shown = shown(remote);
            assert_eq!(
                (shown.arg.json.as_str(), shown.arg.shown.as_str(), shown.lacks),
                (json, text, false)
            );
        }
    }

    #[test]
    fn previews_are_read_and_what_they_lack_is_known() {
        let flat = shown(
            json!({"type": "object", "className": "Point", "description": "Point", "objectId": "1", "preview": {
            "type": "object", "description": "Point", "overflow": false, "properties": [
                {"name": "g", "type": "accessor"}, {"name": "n", "type": "object", "subtype": "null", "value": "null"},
                {"name": "x", "type": "number", "value": "1"}]}}),
        );
        assert_eq!(
            (flat.arg.shown.as_str(), flat.lacks),
            (r#"Point {"g":"[Getter]","n":null,"x":1}"#, false)
        );
        let deep = shown(
            json!({"type": "object", "className": "Object", "description": "Object", "objectId": "1", "preview": {
            "type": "object", "description": "Object", "overflow": false, "properties": [
                {"name": "a", "type": "object", "value": "Object"}]}}),
        );
        assert_eq!((deep.arg.shown.as_str(), deep.lacks), (r#"{"a":"Object"}"#, true));
        let map = shown(
            json!({"type": "object", "subtype": "map", "className": "Map", "description": "Map(1)", "objectId": "1",
            "preview": {"type": "object", "subtype": "map", "description": "Map(1)", "overflow": false, "properties": [],
            "entries": [{"key": {"type": "number", "description": "1", "overflow": false, "properties": []},
            "value": {"type": "string", "description": "b", "overflow": false, "properties": []}}]}}),
        );
        assert_eq!((map.arg.shown.as_str(), map.lacks), (r#"Map [[1,"b"]]"#, false));
        let typed = |name: &str| json!({"name": name, "type": "number", "value": "0"});
        let bytes = shown(
            json!({"type": "object", "subtype": "typedarray", "className": "Uint8Array", "description": "Uint8Array(2)",
            "objectId": "1", "preview": {"type": "object", "subtype": "typedarray", "description": "Uint8Array(2)",
            "overflow": false, "properties": [typed("0"), typed("1"),
                {"name": "buffer", "type": "object", "subtype": "arraybuffer", "value": "ArrayBuffer(2)"}, typed("byteLength"),
                typed("byteOffset"), typed("length"),
                {"name": "Symbol(Symbol.toStringTag)", "type": "string", "value": "Uint8Array"}]}}),
        );
        assert_eq!((bytes.arg.shown.as_str(), bytes.lacks), ("Uint8Array [0,0]", false));
        let array = |length: u32, properties: Value| {
            let description = format!("Array({length})");
            shown(
                json!({"type": "object", "subtype": "array", "className": "Array", "description": description, "objectId": "1",
                "preview": {"type": "object", "subtype": "array", "description": description, "overflow": false,
                "properties": properties}}),
            )
        };
        let undefined = json!({"name": "0", "type": "undefined", "value": "undefined"});
        let nothing = json!({"name": "2", "type": "object", "subtype": "null", "value": "null"});
        let holes = array(3, json!([undefined, nothing]));
        assert_eq!(holes.arg.shown, r#"["undefined","empty",null]"#);
        assert_eq!(array(2, json!([])).arg.shown, r#"["empty","empty"]"#);
        assert_eq!(array(0, json!([])).arg.shown, "[]");
        let far = array(
            4_000_000_000,
            json!([undefined, {"name": "3999999999", "type": "number", "value": "1"}]),
        );
        assert!(
            far.arg.shown.ends_with(r#""empty","… Array(4000000000)"]"#),
            "{}",
            far.arg.shown
        );
        let proxy = shown(
            json!({"type": "object", "subtype": "proxy", "className": "Object", "description": "Proxy(Object)",
            "objectId": "1", "preview": {"type": "object", "subtype": "proxy", "description": "Proxy(Object)", "overflow": true,
            "properties": []}}),
        );
        assert!(!proxy.lacks, "nothing is asked of a proxy");
    }
}
