//! The scripts that run in an empty document of an origin: `injected/src/storage`.

use super::{decode, encode};
use crate::error::Result;
use crate::report::{Database, LeftOut, OriginStorage, StorageItem};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// Defines `storage`, whose methods are `read` and `write`.
const BUNDLE: &str = include_str!("../generated/storage.js");

/// The most JSON of one origin, in bytes. In Base64 it stays below 16 MiB, the longest message that DevTools servers take.
pub(crate) const MOST_BYTES: usize = 10 << 20;

/// How long a database may take to open that a page is changing, in milliseconds.
const OPEN_MS: u32 = 2_000;

/// How long pages have to close a database that is replaced, in milliseconds.
const CLOSE_MS: u32 = 1_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReadArgs {
    databases: bool,
    most: usize,
    open_ms: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WriteArgs<'a> {
    content: &'a str,
    close_ms: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Content<'a> {
    local_storage: &'a [StorageItem],
    #[serde(rename = "indexedDB", skip_serializing_if = "Option::is_none")]
    indexed_db: Option<&'a [Database]>,
}

/// What an origin keeps.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Kept {
    pub(crate) local_storage: Vec<StorageItem>,
    #[serde(default, rename = "indexedDB")]
    pub(crate) indexed_db: Option<Vec<Database>>,
    pub(crate) left_out: Vec<LeftOut>,
}

/// Whether an origin's storage was written.
#[derive(Debug, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase")]
pub(crate) enum Written {
    Done,
    Failed(WriteFailure),
}

/// Why the storage of an origin was not written.
#[derive(Debug, Deserialize)]
pub(crate) struct WriteFailure {
    /// The database that is as it was before; the local storage if absent.
    pub(crate) database: Option<String>,
    /// How many databases were written before.
    pub(crate) written: usize,
    /// Whether an open page keeps the database open.
    pub(crate) held: bool,
    /// Whether the content is wrong, not the browser.
    pub(crate) wrong: bool,
    pub(crate) why: String,
}

/// An expression that gives a promise of [`Kept`] as JSON.
pub(crate) fn read(databases: bool) -> Result<String> {
    let args = ReadArgs {
        databases,
        most: MOST_BYTES,
        open_ms: OPEN_MS,
    };
    Ok(call("read", &encode(&args)?))
}

/// What [`read`] gave.
pub(crate) fn kept(answer: &str) -> Result<Kept> {
    decode("read", answer)
}

/// What an origin gets, as JSON.
pub(crate) fn content(origin: &OriginStorage) -> Result<String> {
    encode(&Content {
        local_storage: &origin.local_storage,
        indexed_db: origin.indexed_db.as_deref(),
    })
}

/// An expression that gives a promise of [`Written`] as JSON.
pub(crate) fn write(content: &str) -> Result<String> {
    // Base64 needs no escapes, which several layers of JSON would multiply.
    let args = WriteArgs {
        content: &STANDARD.encode(content),
        close_ms: CLOSE_MS,
    };
    Ok(call("write", &encode(&args)?))
}

/// What [`write`] gave.
pub(crate) fn written(answer: &str) -> Result<Written> {
    decode("write", answer)
}

fn call(method: &str, args: &str) -> String {
    format!("(async () => {{ {BUNDLE}\nreturn JSON.stringify(await storage.{method}({args})); }})()")
}
