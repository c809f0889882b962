//! How each of the six actions is carried out: the ways to try, in their order, and what has to be
//! seen afterwards. Pure; [`super::act`] carries a plan out.

use super::app::Capabilities;
use super::node::UiNode;
use super::request::{UiActionRequest, UiActionType};
use super::tree::Handle;
use crate::error::{EngineError, ErrorKind, Result};
use serde_json::Value;

/// A value for a node.
#[derive(Debug, Clone, PartialEq)]
pub enum NewValue {
    /// For sliders, spin buttons and scroll bars.
    Number(f64),
    /// For text fields, and for choices by their title.
    Text(String),
}

/// One way to carry an action out.
#[derive(Debug, Clone, PartialEq)]
pub enum Attempt {
    /// Nothing is to be done: it is so already.
    Nothing,
    /// The node's own action of this name.
    Press(String),
    /// The keyboard focus, through accessibility.
    Focus,
    /// A click of the pointer in its middle.
    PointerClick,
    /// A value, through accessibility.
    SetValue(NewValue),
    /// The focus, then key events.
    TypeKeys(String),
    /// Text at the caret, through accessibility.
    InsertText(String),
    /// The wheel over its middle.
    Wheel,
    /// Its scroll bars, through accessibility.
    NativeScroll,
    /// The pointer, from its middle to that of the other.
    Drag,
}

/// What is to be seen afterwards.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// The node holds this value.
    Value(NewValue),
    /// The node is checked, or is not.
    Checked(bool),
    /// The node is checked where it was not, or the other way round.
    Toggled,
    /// The node has the focus.
    Focused,
    /// The node's value has this text in it, where its value can be read.
    Typed(String),
    /// Anything changes anywhere.
    Change,
}

/// The ways to try, in order, and what to look for.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The first that is not refused counts.
    pub attempts: Vec<Attempt>,
    /// What is to be seen afterwards.
    pub expectation: Expectation,
}

/// Whether the node is a field for text.
pub fn is_text_field(node: &UiNode) -> bool {
    matches!(node.role.as_str(), "textbox" | "searchbox") && !node.is("readonly")
}

/// Whether a click turns the node on or off each time.
fn toggles(node: &UiNode) -> bool {
    matches!(
        node.role.as_str(),
        "checkbox" | "switch" | "togglebutton" | "menuitemcheckbox"
    )
}

fn is_checkable(node: &UiNode) -> bool {
    toggles(node) || matches!(node.role.as_str(), "radio" | "menuitemradio")
}

fn takes_number(node: &UiNode) -> bool {
    matches!(
        node.role.as_str(),
        "slider" | "spinbutton" | "scrollbar" | "progressbar" | "separator"
    )
}

/// Whether the node is on: checked, or pressed in.
pub fn is_on(node: &UiNode) -> bool {
    node.is("checked") || node.is("pressed")
}

/// The plan for an action on a node.
///
/// # Errors
/// `WrongElement` or `InvalidInput` where the action does not apply to the node.
pub fn plan(request: &UiActionRequest, node: &UiNode, handle: &Handle, can: Capabilities) -> Result<Plan> {
    match request.action {
        UiActionType::Click => Ok(click(node, handle, can)),
        UiActionType::SetValue => set_value(request.value.as_ref().unwrap_or(&Value::Null), node, handle, can),
        UiActionType::Type => Ok(type_text(request.text.as_deref().unwrap_or_default(), handle, can)),
        UiActionType::Scroll => Ok(Plan {
            attempts: if can.pointer {
                vec![Attempt::Wheel, Attempt::NativeScroll]
            } else {
                vec![Attempt::NativeScroll]
            },
            expectation: Expectation::Change,
        }),
        UiActionType::Drag => Ok(Plan {
            attempts: vec![Attempt::Drag],
            expectation: Expectation::Change,
        }),
        UiActionType::Key => Ok(Plan {
            attempts: Vec::new(),
            expectation: Expectation::Change,
        }),
    }
}

fn click(node: &UiNode, handle: &Handle, can: Capabilities) -> Plan {
    let mut attempts = Vec::new();
    let mut expectation = Expectation::Change;
    if is_text_field(node) {
        attempts.push(Attempt::Focus);
        expectation = Expectation::Focused;
    } else if let Some(press) = &handle.press {
        attempts.push(Attempt::Press(press.clone()));
    }
    if can.pointer || attempts.is_empty() {
        attempts.push(Attempt::PointerClick);
    }
    if toggles(node) {
        expectation = Expectation::Toggled;
    }
    Plan { attempts, expectation }
}

fn set_value(value: &Value, node: &UiNode, handle: &Handle, can: Capabilities) -> Result<Plan> {
    let refuse = |why: &str| {
        Err(
            EngineError::new(ErrorKind::WrongElement, format!("{} {why}", node.describe()))
                .with_next_step("element does not support set_value; try 'type' or 'click'"),
        )
    };
    if handle.secure {
        return refuse("is a password field, which is not set through accessibility");
    }
    if is_checkable(node) {
        let Some(wanted) = as_bool(value) else {
            return refuse("is set to true or false");
        };
        return check(wanted, node, handle, can);
    }
    let wanted = if takes_number(node) {
        let Some(number) = as_number(value) else {
            return refuse("takes a number");
        };
        NewValue::Number(number)
    } else {
        NewValue::Text(as_text(value))
    };
    Ok(Plan {
        attempts: vec![Attempt::SetValue(wanted.clone())],
        expectation: Expectation::Value(wanted),
    })
}

fn check(wanted: bool, node: &UiNode, handle: &Handle, can: Capabilities) -> Result<Plan> {
    if is_on(node) == wanted {
        return Ok(Plan {
            attempts: vec![Attempt::Nothing],
            expectation: Expectation::Checked(wanted),
        });
    }
    if !wanted && !toggles(node) {
        return Err(EngineError::new(
            ErrorKind::WrongElement,
            format!("{} cannot be turned off by itself", node.describe()),
        )
        .with_next_step("choose another one of its group"));
    }
    Ok(Plan {
        expectation: Expectation::Checked(wanted),
        ..click(node, handle, can)
    })
}

fn type_text(text: &str, handle: &Handle, can: Capabilities) -> Plan {
    let mut attempts = Vec::new();
    if can.keyboard {
        attempts.push(Attempt::TypeKeys(text.to_owned()));
    }
    if !handle.secure {
        attempts.push(Attempt::InsertText(text.to_owned()));
    }
    // The user is not asked for what goes without.
    if can.asks_first {
        attempts.reverse();
    }
    Plan {
        attempts,
        expectation: if handle.secure {
            Expectation::Change
        } else {
            Expectation::Typed(text.to_owned())
        },
    }
}

fn as_bool(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => Some(number.as_f64()? != 0.0),
        Value::String(text) => match text.as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

/// The text of a value; numbers without a needless `.0`.
fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
