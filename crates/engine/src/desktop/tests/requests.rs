use crate::desktop::request::{Method, UiActionRequest, UiActionResponse, UiActionType, Verified};
use crate::error::ErrorKind;
use serde_json::json;

fn request(fields: serde_json::Value) -> UiActionRequest {
    serde_json::from_value(fields).expect("a request")
}

/// Fields, and the word that the refusal must have; empty: accepted.
#[test]
fn what_an_action_needs_is_checked() {
    for (fields, word) in [
        (json!({"sessionId": "s1", "action": "click", "id": "btn_a1b2"}), ""),
        (json!({"sessionId": "", "action": "click", "id": "btn_a1b2"}), "sessionId"),
        (json!({"sessionId": "s1", "action": "click"}), "id"),
        (
            json!({"sessionId": "s1", "action": "key", "key": "s", "modifiers": ["cmd"]}),
            "",
        ),
        (json!({"sessionId": "s1", "action": "key"}), "key"),
        (json!({"sessionId": "s1", "action": "type", "id": "txt_1234"}), "text"),
        (json!({"sessionId": "s1", "action": "drag", "id": "el_1234"}), "toId"),
        (json!({"sessionId": "s1", "action": "scroll", "id": "lst_1234"}), "direction"),
        (json!({"sessionId": "s1", "action": "set_value", "id": "sld_1234"}), "value"),
        (
            json!({"sessionId": "s1", "action": "set_value", "id": "sld_1234", "value": []}),
            "value",
        ),
        (
            json!({"sessionId": "s1", "action": "set_value", "id": "sld_1234", "value": 0.5}),
            "",
        ),
        (
            json!({"sessionId": "s1", "action": "scroll", "id": "l", "direction": "up", "amount": 0}),
            "amount",
        ),
        (
            json!({"sessionId": "s1", "action": "click", "id": "b", "settleMs": 60_000}),
            "settleMs",
        ),
    ] {
        match request(fields.clone()).validate() {
            Ok(()) => assert_eq!(word, "", "{fields} was accepted"),
            Err(error) => {
                assert_eq!(error.kind(), &ErrorKind::InvalidInput);
                assert!(!word.is_empty() && error.context().contains(word), "{fields}: {error}");
            }
        }
    }
}

#[test]
fn refusals_have_the_agreed_words() {
    for (fields, text) in [
        (json!({"sessionId": "", "action": "click"}), "sessionId must not be empty"),
        (
            json!({"sessionId": "s", "action": "click"}),
            "id is required for all actions except 'key'",
        ),
        (
            json!({"sessionId": "s", "action": "set_value", "id": "a"}),
            "value is required for 'set_value' action",
        ),
        (
            json!({"sessionId": "s", "action": "type", "id": "a"}),
            "text is required for 'type' action",
        ),
        (json!({"sessionId": "s", "action": "key"}), "key is required for 'key' action"),
        (
            json!({"sessionId": "s", "action": "scroll", "id": "a"}),
            "direction is required for 'scroll' action",
        ),
        (
            json!({"sessionId": "s", "action": "drag", "id": "a"}),
            "toId is required for 'drag' action",
        ),
    ] {
        assert_eq!(request(fields).validate().expect_err(text).context(), text);
    }
}

#[test]
fn the_wire_is_camel_case() {
    let written = serde_json::to_value(request(
        json!({"sessionId": "s1", "action": "drag", "id": "a", "toId": "b", "settleMs": 100}),
    ))
    .expect("written");
    assert_eq!(
        written,
        json!({"sessionId": "s1", "action": "drag", "id": "a", "toId": "b", "settleMs": 100})
    );
    assert_eq!(serde_json::to_value(UiActionType::SetValue).expect("written"), "set_value");
    assert!(serde_json::from_value::<UiActionRequest>(json!({"sessionId": "s", "action": "click", "force": true})).is_err());
}

#[test]
fn what_is_absent_is_not_written() {
    let response = UiActionResponse {
        success: true,
        method: Some(Method::Ax),
        node_before: None,
        node_after: None,
        changed: Some(true),
        error: None,
        next_step: None,
        step: None,
        code: None,
        changes: None,
        verified: Some(Verified::Unknown),
        notices: Vec::new(),
    };
    assert_eq!(
        serde_json::to_value(&response).expect("written"),
        json!({"success": true, "method": "ax", "changed": true, "verified": "unverified"})
    );
}
