//! One reading of an application as a tree of nodes with ids.

use super::id::IdBook;
use super::node::{RawNode, UiNode};
use std::collections::HashMap;

/// The nodes that a backend read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// The nodes, parents before their children, siblings in order.
    pub nodes: Vec<RawNode>,
    /// Why the reading is incomplete (out of time, an element did not answer), as a clause.
    pub cut: Option<String>,
}

/// What the plan needs to know about a node besides what callers see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle {
    /// The backend's key of the live object.
    pub key: String,
    /// The action that means "press".
    pub press: Option<String>,
    /// Whether its contents are secret.
    pub secure: bool,
}

/// The tree of one application at one moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UiTree {
    /// The windows and everything else directly below the application.
    pub roots: Vec<UiNode>,
    /// Why the tree is incomplete, as a clause.
    pub cut: Option<String>,
    handles: HashMap<String, Handle>,
    ids: HashMap<String, String>,
}

impl UiTree {
    /// Assigns ids to the nodes of a reading and nests them.
    pub fn build(reading: Reading, book: &mut IdBook) -> Self {
        let Reading { nodes, cut } = reading;
        let ids = book.assign(&nodes);
        let mut tree = Self { cut, ..Self::default() };
        let mut parents = Vec::with_capacity(nodes.len());
        let mut open: Vec<Option<UiNode>> = Vec::with_capacity(nodes.len());
        for (raw, id) in nodes.into_iter().zip(ids) {
            let RawNode {
                key,
                parent,
                press,
                secure,
                mut node,
                ..
            } = raw;
            tree.ids.insert(key.clone(), id.clone());
            tree.handles.insert(id.clone(), Handle { key, press, secure });
            node.id = id;
            if secure {
                node.value = None;
            }
            // A parent that does not come first is a fault of the backend; its child becomes a root.
            parents.push(parent.filter(|&parent| parent < open.len()));
            open.push(Some(node));
        }
        for index in (0..open.len()).rev() {
            let Some(mut node) = open[index].take() else { continue };
            // Children were added in reverse order.
            node.children.reverse();
            match parents[index].and_then(|parent| open[parent].as_mut()) {
                Some(parent) => parent.children.push(node),
                None => tree.roots.push(node),
            }
        }
        tree.roots.reverse();
        tree
    }

    /// The node with this id.
    pub fn get(&self, id: &str) -> Option<&UiNode> {
        self.handles.get(id)?;
        super::find::by_id(&self.roots, id)
    }

    /// The backend's handle of the node with this id.
    pub fn handle(&self, id: &str) -> Option<&Handle> {
        self.handles.get(id)
    }

    /// The id of the live object with this key.
    pub fn id_of(&self, key: &str) -> Option<&str> {
        self.ids.get(key).map(String::as_str)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.handles.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.handles.is_empty()
    }

    /// The ids of all nodes, parents before their children.
    pub fn ids(&self) -> Vec<&str> {
        let mut ids = Vec::with_capacity(self.len());
        each(&self.roots, &mut |node| ids.push(node.id.as_str()));
        ids
    }
}

/// Calls `visit` for every node, parents before their children.
pub(super) fn each<'a>(nodes: &'a [UiNode], visit: &mut impl FnMut(&'a UiNode)) {
    let mut stack: Vec<&UiNode> = nodes.iter().rev().collect();
    while let Some(node) = stack.pop() {
        visit(node);
        stack.extend(node.children.iter().rev());
    }
}
