//! Plans each of the six actions: the attempts in order, and the effect to expect. Pure; [`super::act`] carries a
//! plan out.

use super::app::Capabilities;
use super::node::UiNode;
use super::request::{UiActionRequest, UiActionType};
use super::tree::Handle;
use crate::error::{EngineError, ErrorKind, Result};
use serde_json::Value;

/// A value for a node.
#[derive(Debug, Clone, PartialEq)]
pub enum NewValue {
    /// A number for sliders, spin buttons and scroll bars.
    Number(f64),
    /// A text for text fields, or the title of a choice.
    Text(String),
}

/// One way to carry out an action.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Attempt {
    /// Do nothing: the node is already in the wanted state.
    Nothing,
    /// Perform the node's own action of this name.
    Press(String),
    /// Set the keyboard focus through accessibility.
    Focus,
    /// Click its middle with the pointer.
    PointerClick,
    /// Set the value through accessibility.
    SetValue(NewValue),
    /// Focus it, then send key events.
    TypeKeys(String),
    /// Insert text at the caret through accessibility.
    InsertText(String),
    /// Turn the wheel over its middle.
    Wheel,
    /// Move its scroll bars through accessibility.
    NativeScroll,
    /// Drag from its middle to the middle of the destination.
    Drag,
}

/// The effect that an action should have.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expectation {
    /// The node holds this value.
    Value(NewValue),
    /// The node is checked, or is not.
    Checked(bool),
    /// The node is on if it was off, and off if it was on.
    Toggled,
    /// The node has the focus.
    Focused,
    /// The node's value, if readable, contains this text.
    Typed(String),
    /// Any change anywhere.
    Change,
    /// Any change inside of windows.
    Dropped,
}

/// The attempts in order, and the expected effect.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    /// The first attempt that is not refused counts.
    pub attempts: Vec<Attempt>,
    /// The effect that verification looks for.
    pub expectation: Expectation,
}

/// Whether the node is a field for text.
pub(super) fn is_text_field(node: &UiNode) -> bool {
    matches!(node.role.as_str(), "textbox" | "searchbox") && !node.is("readonly")
}

/// Whether each click switches the node on or off.
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
pub(super) fn is_on(node: &UiNode) -> bool {
    node.is("checked") || node.is("pressed")
}

/// Plans an action on a node.
///
/// # Errors
/// `WrongElement` or `InvalidInput` if the action does not apply to the node.
pub(super) fn plan(request: &UiActionRequest, node: &UiNode, handle: &Handle, can: Capabilities) -> Result<Plan> {
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
            expectation: Expectation::Dropped,
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
    // Prefer what works without asking the user for permission.
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

/// A value as text.
fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
