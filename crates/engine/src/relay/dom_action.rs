//! `POST /dom-action`: one action by meaning, for programs; the body and the answer are those of the
//! [`Session::interact`](crate::Session::interact).

use crate::api::json;
use crate::error::{EngineError, ErrorKind, Result};
use crate::interact::{InteractAction, InteractReport, InteractRequest};
use serde_json::{Value, json};

/// The maximum size of a body in bytes.
pub(super) const MAX_BODY: usize = 1024 * 1024;
/// Longest id of a request, in characters.
const MAX_ID: usize = 128;

/// Carries out actions: the session that the relay belongs to.
#[async_trait::async_trait]
pub(crate) trait Actor: Send + Sync + 'static {
    async fn act(&self, request: &InteractRequest) -> Result<InteractReport>;
}

/// A request that was understood.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DomAction {
    /// The caller's id for the request: a second request with it is not carried out.
    pub(super) id: Option<String>,
    pub(super) request: InteractRequest,
}

/// Reads a body: an [`InteractRequest`], with a `requestId` where the caller wants to name it.
///
/// # Errors
/// `InvalidInput` naming the invalid part; `Unsupported` for actions that are not available over HTTP.
pub(super) fn parse(body: &[u8]) -> Result<DomAction> {
    let body = serde_json::from_slice(body).map_err(|error| json::invalid(format!("the body is not valid JSON: {error}")))?;
    let Value::Object(mut body) = body else {
        return Err(json::invalid("the body is not an object".to_owned()));
    };
    let id: Option<String> = json::read_value("requestId", &body.remove("requestId").unwrap_or_default())?;
    if id.as_ref().is_some_and(|id| id.chars().count() > MAX_ID) {
        return Err(json::invalid(format!("requestId may have at most {MAX_ID} characters")));
    }
    let request: InteractRequest = json::read_value("the body", &Value::Object(body))?;
    request.check()?;
    if request.action == InteractAction::Upload {
        return Err(EngineError::new(ErrorKind::Unsupported, "files are not uploaded over HTTP")
            .with_next_step("upload the file through the session itself, which knows the allowed folders"));
    }
    Ok(DomAction { id, request })
}

/// The answer for an action that was carried out.
pub(super) fn done(action: &DomAction, report: &InteractReport) -> Value {
    let mut answer = json!({"success": true, "message": report.message, "details": report.details});
    if let (Some(picture), Value::Object(answer)) = (&report.picture, &mut answer) {
        let label = &action.request.options.screenshot_label;
        let image = json!({"mimeType": picture.mime_type, "data": picture.data, "label": label});
        answer.insert("image".into(), image);
    }
    named(action, answer)
}

/// The answer for an action that failed.
pub(super) fn failed(action: &DomAction, error: &EngineError) -> Value {
    named(action, refusal(error))
}

/// An error, in the form that the structured answers of `interactWithPage` have too.
pub(super) fn refusal(error: &EngineError) -> Value {
    let step = error.next_step();
    let mut answer = json!({"success": false, "error": error.code(), "message": error.to_string(), "step": step});
    if let (Some(attempt), Value::Object(answer)) = (error.attempt(), &mut answer) {
        answer.insert("details".into(), json!(attempt));
    }
    answer
}

/// Adds the id of its request to an answer.
pub(super) fn named(action: &DomAction, mut answer: Value) -> Value {
    if let (Some(id), Value::Object(answer)) = (&action.id, &mut answer) {
        answer.insert("requestId".into(), json!(id));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interact::InteractTarget;
    use crate::locator::By;
    use std::time::Duration;

    fn code(body: &str) -> Option<&'static str> {
        parse(body.as_bytes()).err().map(|error| error.code())
    }

    #[test]
    fn the_specifications_example_is_understood() {
        let body = br#"{"action": "type", "target": {"by": "placeholder", "value": "Email"},
            "value": "user@example.com", "options": {"timeoutMs": 7000, "postActionScreenshot": true}}"#;
        let action = parse(body).expect("valid");
        assert_eq!(action.request.action, InteractAction::Type);
        assert_eq!(action.request.options.timeout, Some(Duration::from_secs(7)));
        assert!(action.request.options.post_action_screenshot);
        let Some(InteractTarget::Locator(locator)) = action.request.target else {
            panic!("a locator")
        };
        assert_eq!((locator.by, locator.value.as_str()), (Some(By::Placeholder), "Email"));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for body in ["", "[]", "{}", r#"{"action": "fly"}"#, r#"{"action": "click", "x": 1}"#] {
            assert_eq!(code(body), Some("INVALID_INPUT"), "{body}");
        }
        let long = format!(r#"{{"action": "click", "target": {{"value": "{}"}}}}"#, "x".repeat(2_001));
        assert_eq!(code(&long), Some("INVALID_INPUT"));
        assert_eq!(
            code(r#"{"action": "upload", "target": {"value": "x"}, "value": "/etc/passwd"}"#),
            Some("UNSUPPORTED")
        );
        for option in ["timeoutMs", "waitForNetworkIdleMs"] {
            let body = format!(r#"{{"action": "click", "target": {{"value": "x"}}, "options": {{"{option}": 99999999}}}}"#);
            assert_eq!(code(&body), Some("INVALID_INPUT"), "{option}");
        }
    }
}
