//! Databases (IndexedDB), in the form in which Playwright keeps them in files.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// Any JSON, kept as its text: numbers and the order of properties stay as they were written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonText(Box<RawValue>);

impl JsonText {
    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Reads a text that should be JSON.
    pub(crate) fn read(text: &str) -> Option<Self> {
        RawValue::from_string(text.to_owned()).ok().map(Self)
    }

    /// Reads it, `null` included, for a field that may be absent.
    fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Self::deserialize(from).map(Some)
    }
}

impl From<Box<RawValue>> for JsonText {
    fn from(text: Box<RawValue>) -> Self {
        Self(text)
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for JsonText {}

impl fmt::Debug for JsonText {
    /// Without the value, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JsonText")
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for JsonText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "JsonText".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({})
    }
}

/// A database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Database {
    /// Its name.
    pub name: String,
    /// Its version, 1 or more.
    pub version: u64,
    /// Its object stores.
    pub stores: Vec<ObjectStore>,
}

/// An object store of a database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ObjectStore {
    /// Its name.
    pub name: String,
    /// Whether it gives keys to records without one.
    pub auto_increment: bool,
    /// Where the key is in a value. Absent if the key is no part of the value, or has several parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path: Option<String>,
    /// Where the parts of the key are in a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path_array: Option<Vec<String>>,
    /// Its records, in the order of their keys.
    pub records: Vec<DatabaseRecord>,
    /// Its indexes.
    pub indexes: Vec<DatabaseIndex>,
}

/// A record of an object store. What JSON cannot hold is in the fields for the encoding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseRecord {
    /// Its key, if that is no part of the value.
    #[serde(default, deserialize_with = "JsonText::present", skip_serializing_if = "Option::is_none")]
    pub key: Option<JsonText>,
    /// The key in Playwright's encoding.
    #[serde(default, deserialize_with = "JsonText::present", skip_serializing_if = "Option::is_none")]
    pub key_encoded: Option<JsonText>,
    /// Its value.
    #[serde(default, deserialize_with = "JsonText::present", skip_serializing_if = "Option::is_none")]
    pub value: Option<JsonText>,
    /// The value in Playwright's encoding.
    #[serde(default, deserialize_with = "JsonText::present", skip_serializing_if = "Option::is_none")]
    pub value_encoded: Option<JsonText>,
}

/// An index of an object store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseIndex {
    /// Its name.
    pub name: String,
    /// Where its key is in a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path: Option<String>,
    /// Where the parts of its key are in a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_path_array: Option<Vec<String>>,
    /// Whether each entry of a list is a key of its own.
    pub multi_entry: bool,
    /// Whether no two records may have the same key.
    pub unique: bool,
}

/// What could not be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// The origin that keeps it.
    pub origin: String,
    /// The database. Absent for entries of the local storage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// The object store. Absent if the whole database is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// The kind of value that cannot be saved, such as `Blob` or `CryptoKey`, or another reason.
    pub why: String,
    /// How many records or entries; 1 for a whole database.
    pub count: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_text_and_null_is_a_value() {
        for text in [
            r#"{"value":{"b":0.1,"a":12345678901234567890123}}"#,
            r#"{"key":null,"value":null}"#,
            r#"{"keyEncoded":{"d":"x"},"valueEncoded":[1.0]}"#,
            "{}",
        ] {
            let record: DatabaseRecord = crate::api::json::read("record", text).expect(text);
            assert_eq!(serde_json::to_string(&record).expect("JSON"), text);
        }
        let deep = format!(r#"{{"value":{}{}}}"#, "[".repeat(400), "]".repeat(400));
        let record: DatabaseRecord = crate::api::json::read("record", &deep).expect("deep");
        assert!(!format!("{record:?}").contains('['), "no value is shown");
    }
}
