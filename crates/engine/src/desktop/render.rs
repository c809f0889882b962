//! Writes a tree as text, one line for each node, in the form and words of web snapshots.
//!
//! ```text
//! id=win_5c0f1a22 window "Notes" focused
//!   id=txt_a1b2c3d4 textbox "Title" value="Shopping"
//!   id=btn_00c0ffee button "Save" disabled
//! ```

use super::node::UiNode;
use crate::text::quote_into;
use std::fmt::Write as _;

/// Limits on the part of a tree that is written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Limits {
    /// Levels below the roots; absent for all.
    pub depth: Option<usize>,
    /// Approximate size in bytes; 20,000 if absent, unlimited if 0.
    pub max_bytes: Option<usize>,
}

/// The text of a tree, with the counts that tell how much was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rendered {
    /// The lines.
    pub text: String,
    /// Number of nodes written.
    pub shown: usize,
    /// Number of nodes in the tree.
    pub total: usize,
}

const DEFAULT_MAX_BYTES: usize = 20_000;

/// Writes nodes with their descendants. With `keep`, writes only accepted nodes and their ancestors.
pub(super) fn render(roots: &[UiNode], limits: Limits, keep: Option<&dyn Fn(&UiNode) -> bool>) -> Rendered {
    let budget = match limits.max_bytes.unwrap_or(DEFAULT_MAX_BYTES) {
        0 => usize::MAX,
        bytes => bytes,
    };
    let mut rendered = Rendered {
        text: String::new(),
        shown: 0,
        total: 0,
    };
    let mut stack: Vec<(usize, &UiNode)> = roots.iter().rev().map(|node| (0, node)).collect();
    let mut full = false;
    while let Some((depth, node)) = stack.pop() {
        if keep.is_some_and(|keep| !any(node, keep)) {
            continue;
        }
        rendered.total += 1;
        stack.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
        if full || limits.depth.is_some_and(|limit| depth > limit) {
            continue;
        }
        let before = rendered.text.len();
        write_line(&mut rendered.text, depth, node);
        if limits.depth == Some(depth) && !node.children.is_empty() {
            rendered.text.truncate(rendered.text.trim_end().len());
            let _ = writeln!(rendered.text, " ({} children)", node.children.len());
        }
        // The first line is written even if it exceeds the limit.
        if rendered.shown > 0 && rendered.text.len() > budget {
            rendered.text.truncate(before);
            full = true;
        } else {
            rendered.shown += 1;
        }
    }
    rendered
}

/// Whether `keep` accepts the node or any of its descendants.
fn any(node: &UiNode, keep: &dyn Fn(&UiNode) -> bool) -> bool {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if keep(node) {
            return true;
        }
        stack.extend(&node.children);
    }
    false
}

/// Writes one line with its line break.
pub(super) fn write_line(out: &mut String, depth: usize, node: &UiNode) {
    for _ in 0..depth {
        out.push_str("  ");
    }
    let _ = write!(out, "id={} {}", node.id, node.role);
    if let Some(title) = node.title.as_deref().filter(|title| !title.is_empty()) {
        out.push(' ');
        quote_into(out, &crate::text::shorten(title, 400));
    }
    if let Some(value) = &node.value {
        out.push_str(" value=");
        quote_into(out, &crate::text::shorten(value, 400));
    }
    for state in &node.states {
        out.push(' ');
        out.push_str(state);
    }
    if !node.enabled {
        out.push_str(" disabled");
    }
    if node.focused {
        out.push_str(" focused");
    }
    out.push('\n');
}
