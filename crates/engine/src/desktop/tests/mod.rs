//! Tests of the core that need no platform.

mod ids;
mod input;
mod nodes;
mod plans;
mod requests;

use super::node::{NodeSource, RawNode, UiNode};

/// A node without id.
fn node(role: &str, title: &str) -> UiNode {
    UiNode {
        id: String::new(),
        role: role.into(),
        title: (!title.is_empty()).then(|| title.into()),
        value: None,
        enabled: true,
        focused: false,
        bounds: None,
        states: Vec::new(),
        actions: Vec::new(),
        source: NodeSource::Atspi,
        children: Vec::new(),
    }
}

/// A node as a backend reads it.
fn raw(key: &str, parent: Option<usize>, role: &str, title: &str) -> RawNode {
    RawNode {
        key: key.into(),
        parent,
        identifier: None,
        press: None,
        secure: false,
        node: node(role, title),
    }
}
