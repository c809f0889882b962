//! Messages of the extension, and bodies of `POST /dom-action`.

use super::chunks::{Assembly, split};
use super::message::{self, FromExtension, MAX_TEXT};
use super::pairing::{Conversation, Proof};
use super::{dom_action, link::Link};
use crate::fuzz::assert_error;
use serde_json::Value;

/// Receives each line as a frame of the extension's socket, and the whole as a body.
pub(crate) fn relay(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut assembly = Assembly::default();
    let mut assembled = 0;
    let (link, _queue) = Link::new("Browser".to_owned());
    for line in text.lines() {
        let Ok(Some(message)) = assembly.add(line.to_owned()) else {
            continue;
        };
        assembled += message.len();
        received(&link, &message);
    }
    assert!(assembled <= text.len());
    assert_eq!(split(String::from(&*text)).len(), 1);
    let tunnelled: Result<Value, _> = serde_json::from_str(&message::cdp(&text));
    if text.starts_with('{')
        && let Ok(Value::Object(fields)) = serde_json::from_str(&text)
        && !fields.is_empty()
    {
        assert_eq!(
            tunnelled
                .ok()
                .map(|message| message["id"] == fields.get("id").cloned().unwrap_or_default()),
            Some(true)
        );
    }
    body(data);
}

fn received(link: &Link, text: &str) {
    match message::read(text) {
        Some(FromExtension::Authenticate {
            client_id, nonce, proof, ..
        }) => {
            let lengths = [&client_id, &nonce, &proof].map(String::len);
            assert!(lengths.iter().all(|length| *length <= MAX_TEXT));
            let talk = Conversation {
                server: "server",
                client: &client_id,
                server_nonce: "nonce",
                client_nonce: &nonce,
            };
            assert!(!talk.verify(Proof::Client, "a token that was never given", &proof));
        }
        Some(FromExtension::DomActionResponse(response)) => link.responded(response),
        Some(FromExtension::Status { tabs }) => {
            link.set_tabs(tabs);
            assert_eq!(link.tabs(), tabs);
        }
        Some(FromExtension::Stopped {}) => link.set_stopped(),
        _ => {}
    }
}

/// A body is refused by code, or is a request with bounded fields.
fn body(data: &[u8]) {
    let action = match dom_action::parse(data) {
        Ok(action) => action,
        Err(error) => {
            assert_error(&error, &["INVALID_INPUT", "UNSUPPORTED"]);
            assert_eq!(dom_action::refusal(&error)["success"], false);
            return;
        }
    };
    assert!(action.id.as_ref().is_none_or(|id| id.chars().count() <= 128));
    assert!(action.request.check().is_ok());
    assert_eq!(dom_action::parse(data).ok().as_ref(), Some(&action));
    let named = dom_action::named(&action, Value::Object(serde_json::Map::new()));
    assert_eq!(named["requestId"].as_str(), action.id.as_deref());
}
