//! Differences of one node and of a whole tree.

use super::node::UiNode;
use super::tree::{UiTree, each};
use crate::text::{quote, shorten};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Changes listed by name; the rest is counted.
const NAMED: usize = 40;

/// Whether an observable property of a node changed: value, enabled, focused, title or states. Bounds and children
/// are ignored.
pub(super) fn diff_nodes(before: &UiNode, after: &UiNode) -> bool {
    before.value != after.value
        || before.enabled != after.enabled
        || before.focused != after.focused
        || before.title != after.title
        || before.states != after.states
}

/// A node in a list of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NodeBrief {
    /// Its id.
    pub id: String,
    /// Its role.
    pub role: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl NodeBrief {
    fn of(node: &UiNode) -> Self {
        Self {
            id: node.id.clone(),
            role: node.role.clone(),
            title: node.title.clone(),
        }
    }

    fn describe(&self) -> String {
        let name = crate::snapshot::describe(&self.role, self.title.as_deref().unwrap_or_default());
        format!("{} {name}", self.id)
    }
}

/// One property of a node that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FieldChange {
    /// `title`, `value`, `enabled`, `focused` or `states`.
    pub field: String,
    /// The previous value; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The new value; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A node that exists before and after and has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NodeChange {
    /// The node as it is now.
    #[serde(flatten)]
    pub node: NodeBrief,
    /// What changed.
    pub fields: Vec<FieldChange>,
}

/// How two trees of one application differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TreeDiff {
    /// Nodes that were added. Of an added subtree, only its root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<NodeBrief>,
    /// Nodes that were removed. Of a removed subtree, only its root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<NodeBrief>,
    /// Nodes that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<NodeChange>,
    /// The number of further changes that are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl TreeDiff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// Whether anything other than the focus of a node changed.
    pub fn beyond_focus(&self) -> bool {
        !self.added.is_empty()
            || !self.removed.is_empty()
            || self
                .changed
                .iter()
                .any(|change| change.fields.iter().any(|field| field.field != "focused"))
    }

    /// Whether anything changed other than the focus of a node and which windows there are.
    pub(super) fn within_windows(&self) -> bool {
        let is_window = |node: &NodeBrief| node.role == "window";
        let of_nodes = Self {
            added: self.added.iter().filter(|node| !is_window(node)).cloned().collect(),
            removed: self.removed.iter().filter(|node| !is_window(node)).cloned().collect(),
            changed: self
                .changed
                .iter()
                .filter(|change| !is_window(&change.node))
                .cloned()
                .collect(),
            more: self.more,
        };
        of_nodes.beyond_focus()
    }

    /// One line for each change: `+` added, `-` removed, `~` changed.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for node in &self.added {
            let _ = writeln!(out, "+ {}", node.describe());
        }
        for node in &self.removed {
            let _ = writeln!(out, "- {}", node.describe());
        }
        for NodeChange { node, fields } in &self.changed {
            let _ = write!(out, "~ {}:", node.describe());
            for FieldChange { field, before, after } in fields {
                let shown = |text: &Option<String>| text.as_deref().map_or("none".to_owned(), |text| quote(&shorten(text, 80)));
                let _ = write!(out, " {field} {} → {}", shown(before), shown(after));
            }
            out.push('\n');
        }
        if self.more > 0 {
            let _ = writeln!(out, "… and {} more changes", self.more);
        }
        out
    }
}

/// The changes from `before` to `after`.
pub(super) fn diff_trees(before: &UiTree, after: &UiTree) -> TreeDiff {
    let mut diff = TreeDiff {
        added: outermost_missing(&after.roots, before),
        removed: outermost_missing(&before.roots, after),
        ..TreeDiff::default()
    };
    let old = by_ids(before);
    each(&after.roots, &mut |node| {
        let Some(old) = old.get(node.id.as_str()) else { return };
        let fields = changed_fields(old, node);
        if !fields.is_empty() {
            diff.changed.push(NodeChange {
                node: NodeBrief::of(node),
                fields,
            });
        }
    });
    limit(&mut diff);
    diff
}

fn by_ids(tree: &UiTree) -> std::collections::HashMap<&str, &UiNode> {
    let mut nodes = std::collections::HashMap::with_capacity(tree.len());
    each(&tree.roots, &mut |node| {
        nodes.insert(node.id.as_str(), node);
    });
    nodes
}

/// Nodes that `other` lacks. Of a missing subtree, only its root.
fn outermost_missing(roots: &[UiNode], other: &UiTree) -> Vec<NodeBrief> {
    let mut missing = Vec::new();
    let mut stack: Vec<&UiNode> = roots.iter().rev().collect();
    while let Some(node) = stack.pop() {
        if other.handle(&node.id).is_none() {
            missing.push(NodeBrief::of(node));
        } else {
            stack.extend(node.children.iter().rev());
        }
    }
    missing
}

fn changed_fields(before: &UiNode, after: &UiNode) -> Vec<FieldChange> {
    let words = |node: &UiNode| (!node.states.is_empty()).then(|| node.states.join(" "));
    let flag = |value: bool| Some(value.to_string());
    [
        ("title", before.title.clone(), after.title.clone()),
        ("value", before.value.clone(), after.value.clone()),
        ("enabled", flag(before.enabled), flag(after.enabled)),
        ("focused", flag(before.focused), flag(after.focused)),
        ("states", words(before), words(after)),
    ]
    .into_iter()
    .filter(|(_, before, after)| before != after)
    .map(|(field, before, after)| FieldChange {
        field: field.to_owned(),
        before: before.map(|text| shorten(&text, 400)),
        after: after.map(|text| shorten(&text, 400)),
    })
    .collect()
}

/// Shortens each list from its end: what the user's action caused is most likely among the first entries.
fn limit(diff: &mut TreeDiff) {
    let mut more = 0;
    let mut cut = |len: usize| {
        more += len.saturating_sub(NAMED);
        NAMED
    };
    let added = cut(diff.added.len());
    let removed = cut(diff.removed.len());
    let changed = cut(diff.changed.len());
    diff.added.truncate(added);
    diff.removed.truncate(removed);
    diff.changed.truncate(changed);
    diff.more = more;
}
