//! The data of one element of an application's user interface.

use serde::{Deserialize, Serialize};

/// A rectangle on the screen, in the pixels that pointer positions use.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// The platform interface that a node was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodeSource {
    /// The accessibility API of macOS.
    Ax,
    /// AT-SPI2 over D-Bus.
    Atspi,
}

/// One node of the tree as callers see it. Absent fields are not serialised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct UiNode {
    /// Stable id such as `btn_a1b2c3d4`.
    pub id: String,
    /// The role in the words of web snapshots (`button`, `textbox`, `menuitem`), on all platforms.
    pub role: String,
    /// The accessible name. It is the application's text: quote it before it enters any output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The text, number or choice that the node holds. Always absent for secure fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it accepts input.
    pub enabled: bool,
    /// Whether it has the keyboard focus.
    pub focused: bool,
    /// Its place on the screen, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// Further states in the words of web snapshots: `checked`, `selected`, `expanded`, `readonly`, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// The platform's own names for the actions that the node offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// The interface it was read from.
    pub source: NodeSource,
    /// Its children.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<UiNode>,
}

impl UiNode {
    /// Whether the node has a state.
    pub fn is(&self, state: &str) -> bool {
        self.states.iter().any(|present| present == state)
    }

    /// Role and quoted name: `button "Save"`.
    pub fn describe(&self) -> String {
        crate::snapshot::describe(&self.role, self.title.as_deref().unwrap_or_default())
    }

    /// The node without its children.
    #[must_use]
    pub fn alone(&self) -> Self {
        Self {
            id: self.id.clone(),
            role: self.role.clone(),
            title: self.title.clone(),
            value: self.value.clone(),
            enabled: self.enabled,
            focused: self.focused,
            bounds: self.bounds,
            states: self.states.clone(),
            actions: self.actions.clone(),
            source: self.source,
            children: Vec::new(),
        }
    }
}

/// One node as a backend reads it, before it gets an id.
#[derive(Debug, Clone, PartialEq)]
pub struct RawNode {
    /// Identifies the live object: constant during its lifetime, and unique among live objects.
    pub key: String,
    /// Index of the parent in the same reading. Parents come before their children.
    pub parent: Option<usize>,
    /// The developer's own name for it (accessible-id, `AXIdentifier`), if it has one.
    pub identifier: Option<String>,
    /// The action that means "press", if the node offers one.
    pub press: Option<String>,
    /// Whether its contents are secret. Secret contents are neither read nor set through accessibility.
    pub secure: bool,
    /// The node itself; `id` and `children` are empty.
    pub node: UiNode,
}
