//! Splits long messages into pieces, to keep frames small. `extension/src/connection/chunks.ts` does the same. The
//! pieces of a message are sent without other messages in between.

use super::message::{self, FromExtension};

/// The maximum number of characters in a piece.
const PIECE: usize = 512 * 1024;
/// The maximum number of bytes in a message.
const MAX_MESSAGE: usize = 256 * 1024 * 1024;

/// A message as frames: itself, or its pieces.
pub(super) fn split(message: String) -> Vec<String> {
    if message.len() <= PIECE {
        return vec![message];
    }
    let mut pieces = Vec::with_capacity(message.len() / PIECE + 1);
    let mut rest = message.as_str();
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (data, left) = rest.split_at(end);
        rest = left;
        pieces.push(message::chunk(data, rest.is_empty()));
    }
    pieces
}

/// Reassembles pieces.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    parts: String,
}

/// The pieces exceed the maximum size of a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Assembly {
    /// Adds a frame. Returns a message once it is complete.
    pub(super) fn add(&mut self, text: String) -> Result<Option<String>, TooLong> {
        // All other types of messages are sent whole. The extension writes the type first.
        if !text.starts_with(r#"{"type":"chunk""#) {
            return Ok(Some(text));
        }
        let Some(FromExtension::Chunk { data, last }) = message::read(&text) else {
            return Ok(None);
        };
        if self.parts.len() + data.len() > MAX_MESSAGE {
            return Err(TooLong);
        }
        self.parts.push_str(&data);
        Ok(last.then(|| std::mem::take(&mut self.parts)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_comes_together_again() {
        let long: String = "aé\"\n🙂".repeat(200_000);
        let pieces = split(long.clone());
        assert!(pieces.len() > 2);
        let mut assembly = Assembly::default();
        let mut whole = None;
        for piece in pieces {
            assert_eq!(whole, None);
            whole = assembly.add(piece).expect("not too long");
        }
        assert_eq!(whole.as_deref(), Some(long.as_str()));
        assert_eq!(split("short".into()), ["short"]);
        assert_eq!(assembly.add("short".into()), Ok(Some("short".into())));
    }

    #[test]
    fn a_message_without_end_is_refused() {
        let mut assembly = Assembly::default();
        let piece = message::chunk(&"x".repeat(16 * 1024 * 1024), false);
        let refused = (0..20).find_map(|_| assembly.add(piece.clone()).err());
        assert_eq!(refused, Some(TooLong));
    }
}
