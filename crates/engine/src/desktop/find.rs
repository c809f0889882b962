//! Finds nodes of a tree by id, role, title, text and path.

use super::node::UiNode;

/// Conditions on a node. All that are given must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// Exactly this id.
    pub id: Option<String>,
    /// Exactly this role.
    pub role: Option<String>,
    /// Exactly this title.
    pub title: Option<String>,
    /// Part of the role, title or value, ignoring case.
    pub text: Option<String>,
    /// Titles from the outermost ancestor to the node itself; a node without a title counts by its role. Levels
    /// between may be left out.
    pub path: Vec<String>,
}

impl Query {
    fn matches(&self, node: &UiNode, above: &[&UiNode]) -> bool {
        let is = |wanted: &Option<String>, have: Option<&str>| wanted.as_deref().is_none_or(|wanted| Some(wanted) == have);
        is(&self.id, Some(&node.id))
            && is(&self.role, Some(&node.role))
            && is(&self.title, node.title.as_deref())
            && self.text.as_deref().is_none_or(|text| has_text(node, &text.to_lowercase()))
            && self.ends_path(node, above)
    }

    fn ends_path(&self, node: &UiNode, above: &[&UiNode]) -> bool {
        let Some((last, before)) = self.path.split_last() else {
            return true;
        };
        if !is_step(node, last) {
            return false;
        }
        let mut ancestors = above.iter().rev();
        before
            .iter()
            .rev()
            .all(|step| ancestors.any(|ancestor| is_step(ancestor, step)))
    }
}

fn is_step(node: &UiNode, step: &str) -> bool {
    match node.title.as_deref() {
        Some(title) => title.eq_ignore_ascii_case(step),
        None => node.role == step,
    }
}

fn has_text(node: &UiNode, lower: &str) -> bool {
    node.role.contains(lower)
        || [&node.title, &node.value]
            .into_iter()
            .flatten()
            .any(|text| text.to_lowercase().contains(lower))
}

/// All matching nodes in tree order.
pub(super) fn find<'a>(roots: &'a [UiNode], query: &Query) -> Vec<&'a UiNode> {
    let mut found = Vec::new();
    let mut above: Vec<&UiNode> = Vec::new();
    let mut stack: Vec<(usize, &UiNode)> = roots.iter().rev().map(|node| (0, node)).collect();
    while let Some((depth, node)) = stack.pop() {
        above.truncate(depth);
        if query.matches(node, &above) {
            found.push(node);
        }
        above.push(node);
        stack.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
    }
    found
}

/// The node with this id.
pub(super) fn by_id<'a>(roots: &'a [UiNode], id: &str) -> Option<&'a UiNode> {
    let mut stack: Vec<&UiNode> = roots.iter().collect();
    while let Some(node) = stack.pop() {
        if node.id == id {
            return Some(node);
        }
        stack.extend(&node.children);
    }
    None
}
