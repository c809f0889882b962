//! The messages between the relay and the extension, apart from the tunnel's CDP messages.
//! `extension/src/connection/messages.ts` defines the same.

use super::{Activity, Question};
use crate::locator::By;
use crate::text::shorten;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

/// The version of the messages. An extension with another version is refused with an explanation.
pub(super) const VERSION: u32 = 1;

/// The maximum length of a field. Only chunks may be longer.
pub(super) const MAX_TEXT: usize = 4_096;

/// The maximum length of the element description that the user sees, in characters.
const SHOWN: usize = 200;

/// A message from the extension.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum FromExtension {
    /// Proves that it has a token.
    Authenticate {
        version: u32,
        client_id: String,
        nonce: String,
        proof: String,
    },
    /// Proves that it was given a pairing code.
    Pair {
        version: u32,
        client_id: String,
        client_name: String,
        nonce: String,
        proof: String,
    },
    /// A piece of a longer message.
    Chunk { data: String, last: bool },
    /// The answer to a ping.
    Pong {},
    /// The number of granted tabs changed.
    Status { tabs: u32 },
    /// The user has stopped the extension. It stays away until they start it again.
    Stopped {},
    /// The answer to a `dom-action`.
    DomActionResponse(DomActionResponse),
    /// Anything else. Tunnel messages have the type `cdp` and are handled elsewhere.
    #[serde(other)]
    Other,
}

/// The result of an action that the extension carried out itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DomActionResponse {
    pub(super) request_id: String,
    pub(super) success: bool,
    /// Whether the page may have been changed.
    pub(super) performed: bool,
    pub(super) details: Option<DomActionDetails>,
    pub(super) error: Option<DomActionError>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DomActionDetails {
    pub(crate) matched_count: usize,
    #[serde(default)]
    pub(crate) bounding_box: Option<Bounds>,
    /// The address that the tab navigated to, if it did.
    #[serde(default)]
    pub(crate) navigated_to: Option<String>,
    /// The element, as a snapshot shows it.
    pub(crate) target: String,
    /// Whether the page received trusted events.
    pub(crate) trusted: bool,
    /// The value of the field, if it differs from the given one.
    #[serde(default)]
    pub(crate) value_now: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DomActionError {
    pub(super) code: String,
    pub(super) message: String,
    /// How many elements matched, if the page was searched.
    #[serde(default)]
    pub(super) matched_count: Option<usize>,
    /// The labels of a list's options, if it does not have the wanted one.
    #[serde(default)]
    pub(super) options: Vec<String>,
    #[serde(default)]
    pub(super) bounding_box: Option<Bounds>,
}

/// The place of an element.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Bounds {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Parses a message; `None` if it is invalid or a field is too long.
pub(super) fn read(text: &str) -> Option<FromExtension> {
    let message: FromExtension = serde_json::from_str(text).ok()?;
    let short = |texts: &[&String]| texts.iter().all(|text| text.len() <= MAX_TEXT);
    let fits = match &message {
        FromExtension::Authenticate {
            client_id, nonce, proof, ..
        } => short(&[client_id, nonce, proof]),
        FromExtension::Pair {
            client_id,
            client_name,
            nonce,
            proof,
            ..
        } => short(&[client_id, client_name, nonce, proof]),
        FromExtension::DomActionResponse(DomActionResponse { request_id, .. }) => short(&[request_id]),
        FromExtension::Chunk { .. }
        | FromExtension::Stopped {}
        | FromExtension::Pong {}
        | FromExtension::Status { .. }
        | FromExtension::Other => true,
    };
    fits.then_some(message)
}

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Refusal {
    /// The code is wrong, expired or used.
    CodeWrong,
    /// The extension is not (or no longer) paired, or its token is wrong.
    TokenWrong,
    /// Server and extension have different versions.
    VersionDiffers,
}

pub(super) fn hello(server_id: &str, nonce: &str) -> String {
    let name = concat!("uipilot ", env!("CARGO_PKG_VERSION"));
    json!({"type": "hello", "version": VERSION, "serverId": server_id, "name": name, "nonce": nonce}).to_string()
}

pub(super) fn welcome(proof: &str) -> String {
    json!({"type": "welcome", "proof": proof}).to_string()
}

pub(super) fn paired(proof: &str, token: &str) -> String {
    json!({"type": "paired", "proof": proof, "token": token}).to_string()
}

pub(super) fn refused(why: Refusal) -> String {
    json!({"type": "refused", "code": why}).to_string()
}

pub(super) fn chunk(data: &str, last: bool) -> String {
    #[derive(Serialize)]
    struct Chunk<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
        last: bool,
        data: &'a str,
    }
    let chunk = Chunk {
        kind: "chunk",
        last,
        data,
    };
    serde_json::to_string(&chunk).unwrap_or_default()
}

pub(super) fn ping() -> String {
    json!({"type": "ping"}).to_string()
}

/// Opens a tunnel. The extension discards the state of an earlier one.
pub(super) fn open() -> String {
    json!({"type": "cdp-open"}).to_string()
}

/// The tunnel is no longer used.
pub(super) fn close() -> String {
    json!({"type": "cdp-close"}).to_string()
}

/// Requests an action without trusted input, in the tab of this page or in the only one.
pub(super) fn dom_action(request_id: &str, question: &Question<'_>, page: Option<&str>) -> String {
    let Question {
        request,
        target,
        locate,
        wait,
        within,
        answer,
        ..
    } = question;
    let target = json!({"by": target.by.map(By::name), "value": target.value, "exact": target.exact});
    let ms = |time: &Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let mut payload = json!({
        "action": request.action.name(),
        "target": target,
        "locate": locate,
        "timeoutMs": ms(wait),
        "withinMs": ms(within),
        "answerMs": ms(answer),
    });
    if let Value::Object(payload) = &mut payload {
        for (name, text) in [("value", request.value.as_deref()), ("page", page)] {
            if let Some(text) = text {
                payload.insert(name.into(), text.into());
            }
        }
    }
    json!({"type": "dom-action", "requestId": request_id, "payload": payload}).to_string()
}

/// Reports an action that begins or ends, to show to the user.
pub(super) fn activity(activity: &Activity<'_>, ended: Option<(&str, u64)>) -> String {
    let mut message = json!({
        "type": "activity",
        "id": activity.id,
        "action": activity.action,
        "target": shorten(activity.target, SHOWN),
        "page": activity.page,
    });
    if let (Some((outcome, ms)), Value::Object(message)) = (ended, &mut message) {
        message.insert("outcome".into(), outcome.into());
        message.insert("ms".into(), ms.into());
    }
    if let (Some(thumbnail), Value::Object(message)) = (activity.thumbnail, &mut message) {
        message.insert("thumbnail".into(), thumbnail.into());
    }
    message.to_string()
}

/// The beginning of a tunnel message; the rest is a CDP message.
pub(super) const CDP: &str = r#"{"type":"cdp","#;

/// Wraps a CDP message for the tunnel.
pub(super) fn cdp(message: &str) -> String {
    let mut text = String::with_capacity(CDP.len() + message.len());
    text.push_str(CDP);
    text.push_str(message.strip_prefix('{').unwrap_or(message));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_messages_and_long_fields_are_distinguished() {
        assert!(matches!(read(r#"{"type":"pong"}"#), Some(FromExtension::Pong {})));
        assert!(matches!(read(r#"{"type":"later","x":1}"#), Some(FromExtension::Other)));
        assert!(read("{}").is_none());
        assert!(read("[]").is_none());
        let long = format!(
            r#"{{"type":"authenticate","version":1,"clientId":"{}","nonce":"","proof":""}}"#,
            "x".repeat(MAX_TEXT + 1)
        );
        assert!(read(&long).is_none());
    }

    #[test]
    fn a_tunnels_message_stays_json() {
        assert_eq!(cdp(r#"{"id":1,"method":"A.b"}"#), r#"{"type":"cdp","id":1,"method":"A.b"}"#);
    }
}
