//! `POST /dom-action`: one action by meaning, for programs. The body and the answer are those of the tool
//! `interactWithPage`.

use crate::error::{EngineError, ErrorKind, Result};
use crate::interact::{InteractAction, InteractReport, InteractRequest, InteractTarget, TargetParts};
use base64::Engine as _;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The maximum size of a body in bytes.
pub(super) const MAX_BODY: usize = 1024 * 1024;
/// The maximum length of a text to type or to choose, in characters.
const MAX_VALUE: usize = 200_000;
/// The maximum length of a locator, name or selector, in characters.
const MAX_TEXT: usize = 2_000;
/// The maximum length of a request id, in characters.
const MAX_ID: usize = 128;
/// The maximum timeout.
const MAX_TIMEOUT_MS: u64 = 600_000;

/// Carries out actions: the session that the relay belongs to.
#[async_trait::async_trait]
pub(crate) trait Actor: Send + Sync + 'static {
    async fn act(&self, request: &InteractRequest) -> Result<InteractReport>;
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    request_id: Option<String>,
    action: String,
    target: Option<TargetParts>,
    /// The target of a drag.
    to: Option<String>,
    value: Option<String>,
    #[serde(default)]
    options: OptionsBody,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OptionsBody {
    timeout_ms: Option<u64>,
    wait_for_visible: Option<bool>,
    wait_for_enabled: Option<bool>,
    wait_for_network_idle_ms: Option<u64>,
    post_action_screenshot: Option<bool>,
    screenshot_label: Option<String>,
    fallback_to_cdp: Option<bool>,
    frame_selector: Option<String>,
}

/// A parsed request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DomAction {
    /// The caller's id for the request: a second request with it is not carried out.
    pub(super) id: Option<String>,
    pub(super) request: InteractRequest,
    pub(super) label: Option<String>,
}

fn invalid(what: String) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, what)
}

fn check(name: &str, text: Option<&String>, most: usize) -> Result<()> {
    match text.map(|text| text.chars().count()) {
        Some(length) if length > most => Err(invalid(format!("{name} has {length} characters; it may have {most}"))),
        _ => Ok(()),
    }
}

/// Parses a body.
///
/// # Errors
/// `InvalidInput` naming the invalid part; `Unsupported` for actions that are not available over HTTP.
pub(super) fn parse(body: &[u8]) -> Result<DomAction> {
    let body: Body = serde_json::from_slice(body).map_err(|error| invalid(format!("the body cannot be read: {error}")))?;
    let Body {
        request_id,
        action,
        target,
        to,
        value,
        options,
    } = body;
    check("requestId", request_id.as_ref(), MAX_ID)?;
    check("value", value.as_ref(), MAX_VALUE)?;
    check("to", to.as_ref(), MAX_TEXT)?;
    check("frameSelector", options.frame_selector.as_ref(), MAX_TEXT)?;
    check("screenshotLabel", options.screenshot_label.as_ref(), MAX_TEXT)?;
    let action = InteractAction::parse(&action)?;
    if action == InteractAction::Upload {
        return Err(EngineError::new(ErrorKind::Unsupported, "files are not uploaded over HTTP")
            .with_next_step("upload the file through the session itself, which knows the allowed folders"));
    }
    for (name, time) in [
        ("timeoutMs", options.timeout_ms),
        ("waitForNetworkIdleMs", options.wait_for_network_idle_ms),
    ] {
        if time.is_some_and(|ms| ms > MAX_TIMEOUT_MS) {
            return Err(invalid(format!("{name} may be {MAX_TIMEOUT_MS} at most")));
        }
    }
    let defaults = InteractRequest::new(action);
    let frame = options.frame_selector;
    let request = InteractRequest {
        target: target.map(|target| read_target(target, frame)).transpose()?,
        to: to.as_deref().map(InteractTarget::parse),
        value,
        timeout: options.timeout_ms.map_or(defaults.timeout, Duration::from_millis),
        visible: options.wait_for_visible.unwrap_or(defaults.visible),
        enabled: options.wait_for_enabled,
        network_idle: options
            .wait_for_network_idle_ms
            .filter(|&ms| ms > 0)
            .map(Duration::from_millis),
        screenshot: options.post_action_screenshot.unwrap_or(false),
        fallback_to_cdp: options.fallback_to_cdp.unwrap_or(defaults.fallback_to_cdp),
        ..defaults
    };
    Ok(DomAction {
        id: request_id,
        request,
        label: options.screenshot_label,
    })
}

fn read_target(target: TargetParts, frame_selector: Option<String>) -> Result<InteractTarget> {
    check("target.value", Some(&target.value), MAX_TEXT)?;
    check("target.name", target.name.as_ref(), MAX_TEXT)?;
    check("target.within", target.within.as_ref(), MAX_TEXT)?;
    InteractTarget::from_parts(TargetParts {
        frame_selector,
        ..target
    })
}

/// The answer for an action that was carried out.
pub(super) fn done(action: &DomAction, report: &InteractReport) -> Value {
    let effects = &report.report.effects;
    let mut details = Map::new();
    details.insert("selectorUsed".into(), json!(report.selector));
    if let Some(uid) = &report.uid {
        details.insert("uid".into(), json!(uid));
    }
    details.insert("matchedCount".into(), json!(report.matched));
    if let Some([x, y, width, height]) = report.bounds {
        details.insert(
            "boundingBox".into(),
            json!({"x": x, "y": y, "width": width, "height": height}),
        );
    }
    details.insert("navigationOccurred".into(), json!(effects.navigated_to.is_some()));
    if let Some(idle) = report.network_idle {
        details.insert("networkIdle".into(), json!(idle));
    }
    if let Some([moved, remaining]) = report.scrolled {
        details.insert("scrolled".into(), json!({"moved": moved, "remaining": remaining}));
    }
    details.insert("method".into(), json!(report.report.protocol.name()));
    let ms = u64::try_from(report.report.duration.as_millis()).unwrap_or(u64::MAX);
    details.insert("durationMs".into(), json!(ms));
    let mut answer = json!({
        "success": true,
        "message": format!("{}: {}", action.request.action.name(), report.report.target),
        "details": details,
    });
    if let (Some(picture), Value::Object(answer)) = (&report.picture, &mut answer) {
        let data = base64::engine::general_purpose::STANDARD.encode(&picture.data);
        let image = json!({"mimeType": picture.mime_type, "data": data, "label": action.label});
        answer.insert("image".into(), image);
    }
    named(action, answer)
}

/// The answer for an action that failed.
pub(super) fn failed(action: &DomAction, error: &EngineError) -> Value {
    let mut answer = refusal(error);
    if let (Some(attempt), Value::Object(answer)) = (error.attempt(), &mut answer) {
        let details = json!({
            "selectorUsed": attempt.selector,
            "tried": attempt.tried,
            "resolved": attempt.uid.is_some() || attempt.matched == 1,
            "matchedCount": attempt.matched,
            "uid": attempt.uid,
            "boundingBox": attempt.bounds.map(|[x, y, width, height]| json!({"x": x, "y": y, "width": width, "height": height})),
        });
        answer.insert("details".into(), details);
    }
    named(action, answer)
}

/// The answer for an error before any action.
pub(super) fn refusal(error: &EngineError) -> Value {
    json!({
        "success": false,
        "error": {"code": error.code(), "message": error.context(), "nextStep": error.next_step()},
    })
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
    use crate::locator::By;

    fn code(body: &str) -> Option<&'static str> {
        parse(body.as_bytes()).err().map(|error| error.code())
    }

    #[test]
    fn the_specifications_example_is_understood() {
        let body = br#"{"action": "type", "target": {"by": "placeholder", "value": "Email"},
            "value": "user@example.com", "options": {"timeoutMs": 7000, "postActionScreenshot": true}}"#;
        let action = parse(body).expect("valid");
        assert_eq!(action.request.action, InteractAction::Type);
        assert_eq!(action.request.timeout, Duration::from_secs(7));
        assert!(action.request.screenshot);
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
        let long = format!(
            r#"{{"action": "click", "target": {{"value": "{}"}}}}"#,
            "x".repeat(MAX_TEXT + 1)
        );
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
