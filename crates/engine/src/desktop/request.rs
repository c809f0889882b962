//! The arguments and the answer of an action, and the checks of the arguments. The wire format is fixed:
//! camelCase, and absent fields are not written.

use super::diff::TreeDiff;
use super::node::UiNode;
use crate::error::{EngineError, ErrorKind, Fault, NextStep, Result};
use crate::options::ScrollDirection;
use derive_setters::Setters;
use serde::{Deserialize, Serialize};

/// The minimum time that an action gives the interface to follow, in milliseconds.
pub(super) const DEFAULT_SETTLE_MS: u64 = 80;
/// Lines that a scroll moves by default.
pub(super) const DEFAULT_SCROLL_AMOUNT: i32 = 3;
/// A higher number of lines counts as a mistake.
const MAX_SCROLL_AMOUNT: i32 = 1000;
/// The longest `settleMs`, in milliseconds. Clients give up on longer calls.
const MAX_SETTLE_MS: u64 = 30_000;

/// The six actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UiActionType {
    /// Press the node. A text field is focused.
    Click,
    /// Set its value.
    SetValue,
    /// Type text into it.
    Type,
    /// Press a key.
    Key,
    /// Turn the wheel over it.
    Scroll,
    /// Drag it onto another node.
    Drag,
}

/// An action on a node of an application.
#[derive(Debug, Clone, Serialize, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct UiActionRequest {
    /// The id of the session.
    #[setters(into)]
    pub session_id: String,
    /// The action.
    pub action: UiActionType,
    /// The node. Required for all actions except `key`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[setters(into)]
    pub id: Option<String>,
    /// For `set_value`: a number, a string or a boolean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[setters(into)]
    pub value: Option<serde_json::Value>,
    /// For `type`: the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[setters(into)]
    pub text: Option<String>,
    /// For `key`: the name of the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[setters(into)]
    pub key: Option<String>,
    /// For `key`: the modifiers to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<Vec<String>>,
    /// For `scroll`: the direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<ScrollDirection>,
    /// For `scroll`: the number of lines, 3 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// For `drag`: the node to drop on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[setters(into)]
    pub to_id: Option<String>,
    /// Minimum time in milliseconds that the interface gets to follow; 80 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settle_ms: Option<u64>,
}

impl UiActionRequest {
    /// An action in a session, with nothing else given.
    pub fn new(session_id: impl Into<String>, action: UiActionType) -> Self {
        Self {
            session_id: session_id.into(),
            action,
            id: None,
            value: None,
            text: None,
            key: None,
            modifiers: None,
            direction: None,
            amount: None,
            to_id: None,
            settle_ms: None,
        }
    }

    /// Checks that all arguments are present that the action needs.
    ///
    /// # Errors
    /// `InvalidInput`, with the name of the argument.
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
            return wrong("settleMs must be 0 to 30000");
        }
        Ok(())
    }
}

/// The method by which an action was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "UiActionMethod"))]
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
    /// An input event of a Wayland compositor's virtual keyboard or pointer, or of a desktop portal.
    Wayland,
}

/// Whether the effect of an action was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// The effect was observed.
    Yes,
    /// Something else was observed.
    No,
    /// The interface does not expose enough to decide.
    Unknown,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Verified {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Verified".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"anyOf": [{"type": "boolean"}, {"const": "unverified"}]})
    }
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

/// The answer to an action.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UiActionResponse {
    /// Whether the action was carried out and nothing observed contradicts its effect.
    pub success: bool,
    /// The method that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// The node before the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_before: Option<UiNode>,
    /// The same live node afterwards; absent if it no longer exists.
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
    /// The changes of the whole tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<TreeDiff>,
    /// Whether the effect was observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verified>,
    /// Further remarks, for example that a window was raised.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

impl UiActionResponse {
    /// The answer for a failure that precedes any input.
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
