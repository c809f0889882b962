//! What the relay and the extension say to each other, apart from the tunnel's CDP messages; the
//! same in `extension/src/connection/messages.ts`.

use super::{Activity, Question};
use crate::locator::By;
use crate::text::shorten;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The version of these messages; an extension of another one is refused, and says so.
pub(super) const VERSION: u32 = 1;

/// Longest text that a field of a message may have; nothing but chunks has more.
pub(super) const MAX_TEXT: usize = 4_096;

/// Longest description of an element that is shown to the user, in characters.
const SHOWN: usize = 200;

/// What the extension says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum FromExtension {
    /// It has a token.
    Authenticate {
        version: u32,
        client_id: String,
        nonce: String,
        proof: String,
    },
    /// It was given a code.
    Pair {
        version: u32,
        client_id: String,
        client_name: String,
        nonce: String,
        proof: String,
    },
    /// Part of a longer message.
    Chunk { data: String, last: bool },
    /// It is alive.
    Pong {},
    /// How many tabs are granted.
    Status { tabs: u32 },
    /// The user has stopped it: it does not come back until they want that.
    Stopped {},
    /// What came of a `dom-action`.
    DomActionResponse(DomActionResponse),
    /// Anything else: the tunnel's messages have the type `cdp` and are not read here.
    #[serde(other)]
    Other,
}

/// What came of an action that the extension carried out by itself.
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
    /// Where the tab went, if it did.
    #[serde(default)]
    pub(crate) navigated_to: Option<String>,
    /// The element, as a snapshot would show it.
    pub(crate) target: String,
    /// Whether the page got trusted events.
    pub(crate) trusted: bool,
    /// What the field holds, where that is not what was given.
    #[serde(default)]
    pub(crate) value_now: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DomActionError {
    pub(super) code: String,
    pub(super) message: String,
    #[serde(default)]
    pub(super) matched_count: usize,
    #[serde(default)]
    pub(super) bounding_box: Option<Bounds>,
}

/// Where an element is.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Bounds {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Reads a message; `None` where it is not of this form or a field is too long.
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

/// Why a connection is not let in.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Refusal {
    /// The code is wrong, old or used.
    CodeWrong,
    /// The extension is not paired (any more), or its token is wrong.
    TokenWrong,
    /// Server and extension are of different versions.
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

/// A tunnel begins: whatever an earlier one left is to be put away.
pub(super) fn open() -> String {
    json!({"type": "cdp-open"}).to_string()
}

/// Nobody uses the tunnel any more.
pub(super) fn close() -> String {
    json!({"type": "cdp-close"}).to_string()
}

/// Asks for an action that needs no trusted input; in the tab of this page, or in the only one.
pub(super) fn dom_action(request_id: &str, question: &Question<'_>, page: Option<&str>) -> String {
    let Question {
        request,
        target,
        locate,
        wait,
        ..
    } = question;
    let target = json!({"by": target.by.map(By::name), "value": target.value, "exact": target.exact});
    let ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    let mut payload = json!({"action": request.action.name(), "target": target, "locate": locate, "timeoutMs": ms});
    if let Value::Object(payload) = &mut payload {
        for (name, text) in [("value", request.value.as_deref()), ("page", page)] {
            if let Some(text) = text {
                payload.insert(name.into(), text.into());
            }
        }
    }
    json!({"type": "dom-action", "requestId": request_id, "payload": payload}).to_string()
}

/// An action of the engine began or ended, for the user to see.
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

/// How a tunnel's message begins, which otherwise is a CDP message.
pub(super) const CDP: &str = r#"{"type":"cdp","#;

/// A CDP message as the tunnel's.
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
    fn unknown_messages_and_long_fields_are_told_apart() {
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
