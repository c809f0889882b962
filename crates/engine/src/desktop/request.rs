//! `debug_ui_action`: what may be asked, how it is checked, what is answered. The wire format is
//! fixed; it is camelCase, and what is absent is not written.

use super::diff::TreeDiff;
use super::node::UiNode;
use crate::error::{EngineError, ErrorKind, Fault, NextStep, Result};
use serde::{Deserialize, Serialize};

/// How long an action waits at least for the interface to follow, in milliseconds.
pub const DEFAULT_SETTLE_MS: u64 = 80;
/// Lines that a scroll moves by default.
pub const DEFAULT_SCROLL_AMOUNT: i32 = 3;
/// More lines than this in one call are a mistake.
const MAX_SCROLL_AMOUNT: i32 = 1000;
/// Longer than this nobody waits for a call.
const MAX_SETTLE_MS: u64 = 30_000;

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UiActionType {
    /// Press the node; a text field is focused.
    Click,
    /// Give it a value.
    SetValue,
    /// Type into it.
    Type,
    /// Press a key.
    Key,
    /// Turn the wheel over it.
    Scroll,
    /// Drag it onto another.
    Drag,
}

/// Which way a scroll goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScrollDirection {
    /// Towards the beginning.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// One call of `debug_ui_action`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UiActionRequest {
    /// The session, from `debug_launch` or `debug_attach`.
    pub session_id: String,
    /// What is to be done.
    pub action: UiActionType,
    /// The node; needed for all but `key`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// For `set_value`: a number, a string, or true or false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// For `type`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// For `key`: its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// For `key`: what is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<Vec<String>>,
    /// For `scroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<ScrollDirection>,
    /// For `scroll`: lines, 3 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// For `drag`: the node to drop on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_id: Option<String>,
    /// Wait at least this long for the interface to follow; 80 where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settle_ms: Option<u64>,
}

impl UiActionRequest {
    /// Checks that everything the action needs is there.
    ///
    /// # Errors
    /// `InvalidInput`, naming the argument.
    pub fn validate(&self) -> Result<()> {
        let wrong = |text: &str| Err(EngineError::new(ErrorKind::InvalidInput, text));
        if self.session_id.is_empty() {
            return wrong("sessionId must not be empty");
        }
        if self.action != UiActionType::Key && self.id.as_deref().is_none_or(str::is_empty) {
            return wrong("id is required for all actions except 'key'");
        }
        match self.action {
            UiActionType::SetValue if self.value.as_ref().is_none_or(serde_json::Value::is_null) => {
                return wrong("value is required for 'set_value' action");
            }
            UiActionType::SetValue if self.value.as_ref().is_some_and(|value| value.is_array() || value.is_object()) => {
                return wrong("value must be a number, a string, true or false");
            }
            UiActionType::Type if self.text.is_none() => return wrong("text is required for 'type' action"),
            UiActionType::Key if self.key.as_deref().is_none_or(str::is_empty) => {
                return wrong("key is required for 'key' action");
            }
            UiActionType::Scroll if self.direction.is_none() => {
                return wrong("direction is required for 'scroll' action");
            }
            UiActionType::Drag if self.to_id.as_deref().is_none_or(str::is_empty) => {
                return wrong("toId is required for 'drag' action");
            }
            _ => {}
        }
        if self.amount.is_some_and(|amount| !(1..=MAX_SCROLL_AMOUNT).contains(&amount)) {
            return wrong("amount must be a number of lines, 1 to 1000");
        }
        if self.settle_ms.is_some_and(|ms| ms > MAX_SETTLE_MS) {
            return wrong("settleMs must be at most 30000");
        }
        Ok(())
    }
}

/// By which way an action was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// An accessibility action of macOS.
    Ax,
    /// An input event of macOS.
    Cgevent,
    /// An accessibility call of AT-SPI2.
    Atspi,
    /// An input event of X11's XTEST.
    Xtest,
    /// An input event of a Wayland compositor's virtual keyboard or pointer, or of its desktop's portal.
    Wayland,
}

/// Whether the effect that was asked for was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// Seen.
    Yes,
    /// Looked for, and something else was seen.
    No,
    /// The interface does not tell.
    Unknown,
}

impl Serialize for Verified {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Yes => serializer.serialize_bool(true),
            Self::No => serializer.serialize_bool(false),
            Self::Unknown => serializer.serialize_str("unverified"),
        }
    }
}

/// What a call of `debug_ui_action` did.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UiActionResponse {
    /// Whether the action was carried out and nothing speaks against its effect.
    pub success: bool,
    /// By which way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// The node before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_before: Option<UiNode>,
    /// The same live node afterwards; absent where it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_after: Option<UiNode>,
    /// Whether the node itself changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What to do next after a failure, in neutral words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_step: Option<String>,
    /// The same step as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<NextStep>,
    /// The stable code of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What changed in the whole tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<TreeDiff>,
    /// Whether the effect was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verified>,
    /// What else is to be known, for example that a window was raised.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

impl UiActionResponse {
    /// A failure before anything was done.
    pub fn failed(error: &EngineError) -> Self {
        Self::of(Some(error.into()))
    }

    /// A response without observations; `fault` says why it failed.
    pub(super) fn of(fault: Option<Fault>) -> Self {
        let success = fault.is_none();
        let (error, code, next_step, step) = fault.map_or_else(Default::default, |fault| {
            let Fault {
                code,
                message,
                next_step,
                step,
                ..
            } = fault;
            (Some(message), Some(code.to_owned()), Some(next_step), Some(step))
        });
        Self {
            success,
            method: None,
            node_before: None,
            node_after: None,
            changed: None,
            error,
            next_step,
            step,
            code,
            changes: None,
            verified: None,
            notices: Vec::new(),
        }
    }
}
