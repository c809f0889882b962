//! The address of a running Firefox, as a user gives it.

use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorKind, Result};
use url::Url;

/// The WebSocket of a browser that is given as `ws://…`, `host:port` or a port.
///
/// # Errors
/// `InvalidInput` for other text.
pub(crate) fn endpoint(text: &str) -> Result<Endpoint> {
    let text = text.trim();
    let full = if text.parse::<u16>().is_ok() {
        format!("ws://127.0.0.1:{text}")
    } else if let Some(rest) = text.strip_prefix("http://") {
        format!("ws://{rest}")
    } else if text.contains("://") {
        text.to_owned()
    } else {
        format!("ws://{text}")
    };
    let url = Url::parse(&full).ok();
    let url = url.filter(|url| matches!(url.scheme(), "ws" | "wss") && url.has_host());
    url.map(|url| String::from(url).into()).ok_or_else(|| {
        let what = format!("{} is not the address of a browser", Endpoint::from(text));
        EngineError::new(ErrorKind::InvalidInput, what).with_next_step(
            "start Firefox with --remote-debugging-port=PORT, and give that port or the ws:// address that it prints",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_understood_in_all_their_forms() {
        for (text, address) in [
            ("9222", "ws://127.0.0.1:9222/"),
            (" localhost:9222 ", "ws://localhost:9222/"),
            ("http://10.0.0.1:9222", "ws://10.0.0.1:9222/"),
            ("wss://grid.example/session/1?token=x", "wss://grid.example/session/1?token=x"),
        ] {
            assert_eq!(endpoint(text).expect(text).expose(), address);
        }
        for text in ["", "https://x:1", "a b:1", "ws://"] {
            assert_eq!(endpoint(text).expect_err(text).code(), "INVALID_INPUT");
        }
    }
}
