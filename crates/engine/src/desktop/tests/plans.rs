use super::node;
use crate::desktop::app::Capabilities;
use crate::desktop::diff::TreeDiff;
use crate::desktop::node::UiNode;
use crate::desktop::plan::{Attempt, Expectation, NewValue, Plan, plan};
use crate::desktop::request::{Method, UiActionRequest, Verified};
use crate::desktop::tree::Handle;
use crate::desktop::verify;
use crate::error::Result;
use serde_json::{Value, json};

const ALL: Capabilities = Capabilities {
    native: Method::Atspi,
    input: Method::Xtest,
    pointer: true,
    keyboard: true,
    asks_first: false,
    hit_test: true,
    windows: true,
    pictures: true,
    without_input: "",
};

fn planned(mut fields: Value, node: &UiNode, press: Option<&str>, secure: bool, can: Capabilities) -> Result<Plan> {
    fields["sessionId"] = json!("s");
    fields["id"] = json!("x");
    let request: UiActionRequest = serde_json::from_value(fields).expect("a request");
    let handle = Handle {
        key: "k".into(),
        press: press.map(Into::into),
        secure,
    };
    plan(&request, node, &handle, can)
}

#[test]
fn accessibility_comes_first_and_input_second() {
    let button = node("button", "OK");
    let click = json!({"action": "click"});
    let plan = planned(click.clone(), &button, Some("click"), false, ALL).expect("a plan");
    assert_eq!(plan.attempts, [Attempt::Press("click".into()), Attempt::PointerClick]);
    let plan = planned(click.clone(), &button, None, false, ALL).expect("a plan");
    assert_eq!(plan.attempts, [Attempt::PointerClick]);
    let plan = planned(click.clone(), &node("textbox", ""), Some("activate"), false, ALL).expect("a plan");
    assert_eq!(
        plan.attempts,
        [Attempt::Focus, Attempt::PointerClick],
        "clicking a field focuses it"
    );
    assert_eq!(plan.expectation, Expectation::Focused);
    let no_input = Capabilities {
        pointer: false,
        keyboard: false,
        ..ALL
    };
    let plan = planned(click, &button, Some("click"), false, no_input).expect("a plan");
    assert_eq!(plan.attempts, [Attempt::Press("click".into())]);
    let plan = planned(
        json!({"action": "type", "text": "a"}),
        &node("textbox", ""),
        None,
        false,
        no_input,
    )
    .expect("a plan");
    assert_eq!(plan.attempts, [Attempt::InsertText("a".into())]);
}

#[test]
fn the_user_is_asked_only_for_what_accessibility_cannot_do() {
    let asks = Capabilities { asks_first: true, ..ALL };
    let typed = |secure: bool, can: Capabilities| {
        let fields = json!({"action": "type", "text": "a"});
        let plan = planned(fields, &node("textbox", ""), None, secure, can);
        plan.expect("a plan").attempts
    };
    let [keys, insert] = [Attempt::TypeKeys("a".into()), Attempt::InsertText("a".into())];
    assert_eq!(typed(false, asks), [insert.clone(), keys.clone()]);
    assert_eq!(typed(false, ALL), [keys.clone(), insert]);
    assert_eq!(typed(true, asks), [keys]);
}

#[test]
fn values_fit_their_nodes() {
    let set = |value: Value, role: &str| {
        planned(
            json!({"action": "set_value", "value": value}),
            &node(role, "n"),
            Some("click"),
            false,
            ALL,
        )
    };
    let attempts = |value: Value, role: &str| set(value, role).expect("a plan").attempts;
    assert_eq!(attempts(json!(0.8), "slider"), [Attempt::SetValue(NewValue::Number(0.8))]);
    assert_eq!(attempts(json!("7"), "spinbutton"), [Attempt::SetValue(NewValue::Number(7.0))]);
    assert_eq!(
        attempts(json!(42), "textbox"),
        [Attempt::SetValue(NewValue::Text("42".into()))]
    );
    assert_eq!(attempts(json!(true), "checkbox")[0], Attempt::Press("click".into()));
    assert_eq!(attempts(json!(false), "checkbox"), [Attempt::Nothing]);
    assert_eq!(set(json!("loud"), "slider").expect_err("no number").code(), "WRONG_ELEMENT");
    let on = UiNode {
        states: vec!["checked".into()],
        ..node("radio", "A")
    };
    let off = planned(json!({"action": "set_value", "value": false}), &on, Some("click"), false, ALL);
    assert_eq!(off.expect_err("a radio button stays on").code(), "WRONG_ELEMENT");
}

#[test]
fn secrets_are_typed_and_never_set() {
    let field = node("textbox", "Password");
    let set = planned(json!({"action": "set_value", "value": "x"}), &field, None, true, ALL);
    assert!(set.expect_err("refused").next_step().to_string().contains("type"));
    let typed = planned(json!({"action": "type", "text": "x"}), &field, None, true, ALL).expect("a plan");
    assert_eq!(typed.attempts, [Attempt::TypeKeys("x".into())]);
}

#[test]
fn what_was_seen_decides() {
    let with = |value: Option<&str>, states: &[&str]| UiNode {
        value: value.map(Into::into),
        states: states.iter().map(|state| (*state).to_owned()).collect(),
        ..node("checkbox", "n")
    };
    let judge = |expectation: &Expectation, before: &UiNode, after: Option<&UiNode>| {
        verify::by_tree(expectation, before, after, &TreeDiff::default())
    };
    let (off, on) = (with(None, &[]), with(None, &["checked"]));
    assert_eq!(judge(&Expectation::Toggled, &off, Some(&on)), Verified::Yes);
    assert_eq!(judge(&Expectation::Toggled, &off, Some(&off)), Verified::No);
    assert_eq!(judge(&Expectation::Change, &off, Some(&off)), Verified::Unknown);
    assert_eq!(judge(&Expectation::Change, &off, None), Verified::Yes);
    let number = Expectation::Value(NewValue::Number(0.8));
    assert_eq!(judge(&number, &off, Some(&with(Some("0.80"), &[]))), Verified::Yes);
    assert_eq!(judge(&number, &off, Some(&with(Some("0.7"), &[]))), Verified::No);
    let typed = Expectation::Typed("ab".into());
    assert_eq!(
        judge(&typed, &with(Some("x"), &[]), Some(&with(Some("xab"), &[]))),
        Verified::Yes
    );
    assert_eq!(
        judge(&typed, &with(Some("x"), &[]), Some(&with(Some("x"), &[]))),
        Verified::No
    );
    assert_eq!(
        judge(&typed, &with(Some("x"), &[]), Some(&with(Some("xAB"), &[]))),
        Verified::Unknown
    );
    assert_eq!(judge(&typed, &off, Some(&off)), Verified::Unknown, "nothing to read");
}
