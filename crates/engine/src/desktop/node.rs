//! What is known of one element of an application's user interface.

use serde::{Deserialize, Serialize};

/// A rectangle on the screen, in the pixels in which the platform places pointers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
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

/// Which interface of the platform a node was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeSource {
    /// Accessibility of macOS.
    Ax,
    /// AT-SPI2, over D-Bus.
    Atspi,
}

/// One node of the tree, as it crosses to callers. Absent fields are not written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UiNode {
    /// `btn_a1b2c3d4`; see [`super::id`].
    pub id: String,
    /// The role in the words of web snapshots (`button`, `textbox`, `menuitem`), for all platforms.
    pub role: String,
    /// The accessible name. The application's text: quoted before it enters a line of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Text, number or choice that the node holds. Never that of a secure field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it takes input.
    pub enabled: bool,
    /// Whether it has the keyboard focus.
    pub focused: bool,
    /// Where it is on the screen, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// Further states in the words of web snapshots: `checked`, `selected`, `expanded`, `readonly`, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// The platform's own names of the actions that the node offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// Where it was read from.
    pub source: NodeSource,
    /// What is in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<UiNode>,
}

impl UiNode {
    /// Whether the node has a state.
    pub fn is(&self, state: &str) -> bool {
        self.states.iter().any(|known| known == state)
    }

    /// Role and quoted name: `button "Save"`.
    pub fn describe(&self) -> String {
        crate::snapshot::describe(&self.role, self.title.as_deref().unwrap_or_default())
    }

    /// The node without what is in it.
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

/// One node as a backend reads it, before it has an id.
#[derive(Debug, Clone, PartialEq)]
pub struct RawNode {
    /// Names the live object: the same for as long as it lives, and of no other one meanwhile.
    pub key: String,
    /// Index of the parent in the same reading. Parents come before what is in them.
    pub parent: Option<usize>,
    /// The developer's own name for it (accessible-id, `AXIdentifier`), where there is one.
    pub identifier: Option<String>,
    /// The action that means "press it", where the node offers one.
    pub press: Option<String>,
    /// Its contents are secret: neither read nor set through accessibility.
    pub secure: bool,
    /// The node itself; `id` and `children` are empty.
    pub node: UiNode,
}
