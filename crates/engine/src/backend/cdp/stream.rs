//! Streams of the browser, in which it hands out what is large.

use super::tree::SessionId;
use crate::backend::wire::{Command, Wire};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

/// How much one reply carries, in bytes.
const PART: usize = 1 << 20;

/// What [`wanted`] is answered with.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Part {
    data: String,
    #[serde(default)]
    base64_encoded: bool,
    pub(super) eof: bool,
}

impl Part {
    /// Its bytes, unless they cannot be decoded.
    pub(super) fn bytes(self) -> Result<Vec<u8>, base64::DecodeError> {
        if self.base64_encoded {
            STANDARD.decode(self.data)
        } else {
            Ok(self.data.into_bytes())
        }
    }
}

/// The parameters of `IO.read` for the next part.
pub(super) fn wanted(handle: &str) -> Value {
    json!({"handle": handle, "size": PART})
}

/// The command that lets the browser forget a stream.
pub(super) fn close(handle: &str, session: &SessionId) -> Command {
    Command::new("IO.close", json!({"handle": handle})).on(session)
}

/// A stream that is closed when it is dropped.
pub(super) struct Stream<'a> {
    pub(super) wire: &'a Wire,
    pub(super) session: SessionId,
    pub(super) handle: String,
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        self.wire.post(vec![close(&self.handle, &self.session)]);
    }
}
