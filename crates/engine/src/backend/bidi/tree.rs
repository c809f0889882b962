//! The contexts (pages and frames) of the browser, kept in memory from events, without I/O.

use crate::backend::{Frame, FrameId};
use std::collections::HashMap;

#[derive(Debug)]
struct Node {
    parent: Option<FrameId>,
    url: String,
    /// The tick at which the context was reported.
    born: u64,
    /// The tick at which its last navigation started.
    started: u64,
    /// The number of documents that it has had.
    documents: u64,
    /// The navigation that has started and not ended.
    pending: Option<Pending>,
}

/// A pending navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) navigation: String,
    /// The target address. It is empty if the protocol did not report it.
    pub(super) url: String,
}

/// All contexts. Every change gets a tick, which orders the changes.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    nodes: HashMap<FrameId, Node>,
    tick: u64,
}

impl Contexts {
    /// Adds a context. A context that is already known stays unchanged; one that would contain itself is not added.
    pub(super) fn insert(&mut self, id: FrameId, parent: Option<FrameId>, url: &str) -> bool {
        self.tick += 1;
        let born = self.tick;
        if self.nodes.contains_key(&id) || self.is_within(parent.as_ref(), &id) {
            return false;
        }
        self.nodes.insert(
            id,
            Node {
                parent,
                url: url.to_owned(),
                born,
                started: 0,
                documents: 0,
                pending: None,
            },
        );
        true
    }

    /// Whether `inner` is `id` or below it. `id` may be a context that is not known, or no longer.
    fn is_within(&self, inner: Option<&FrameId>, id: &FrameId) -> bool {
        let mut current = inner;
        while let Some(context) = current {
            if context == id {
                return true;
            }
            current = self.nodes.get(context).and_then(|node| node.parent.as_ref());
        }
        false
    }

    /// Removes a context and all its descendants.
    pub(super) fn remove(&mut self, id: &str) {
        self.nodes.remove(id);
        self.remove_below(id, u64::MAX);
    }

    /// Removes the children of `id` that were reported before tick `before`, with their descendants.
    fn remove_below(&mut self, id: &str, before: u64) {
        let children: Vec<FrameId> = self
            .nodes
            .iter()
            .filter(|(_, node)| node.parent.as_deref() == Some(id) && node.born < before)
            .map(|(child, _)| FrameId::clone(child))
            .collect();
        for child in children {
            self.remove(&child);
        }
    }

    /// Records that a navigation of `id` started.
    pub(super) fn started(&mut self, id: &str, navigation: Option<String>, url: &str) {
        self.tick += 1;
        if let Some(node) = self.nodes.get_mut(id) {
            node.started = self.tick;
            node.pending = navigation.map(|navigation| Pending {
                navigation,
                url: url.to_owned(),
            });
        }
    }

    /// Records that a new document replaced the old one in `id`.
    ///
    /// The events for the old document's frames arrive late. Frames that existed when the navigation started
    /// belong to the old document. Younger ones may already belong to the new document.
    pub(super) fn committed(&mut self, id: &str, url: &str) {
        self.tick += 1;
        let Some(node) = self.nodes.get_mut(id) else { return };
        url.clone_into(&mut node.url);
        node.documents += 1;
        node.pending = None;
        let started = node.started;
        self.remove_below(id, started);
    }

    /// A number that grows with each context and document.
    pub(super) fn serial(&self) -> u64 {
        self.tick
    }

    /// The pending navigation of `id`.
    pub(super) fn pending(&self, id: &str) -> Option<&Pending> {
        self.nodes.get(id)?.pending.as_ref()
    }

    /// Records that the navigation of `id` ended without a new document. Returns true if it was the current one.
    pub(super) fn aborted(&mut self, id: &str, navigation: Option<&str>) -> bool {
        let Some(node) = self.nodes.get_mut(id) else {
            return false;
        };
        let current = node.pending.as_ref().map(|pending| pending.navigation.as_str());
        let ends = current.is_some() && current == navigation;
        if ends {
            node.pending = None;
        }
        ends
    }

    /// Records that the address of `id` changed within its document.
    pub(super) fn moved(&mut self, id: &str, url: &str) {
        if let Some(node) = self.nodes.get_mut(id) {
            url.clone_into(&mut node.url);
        }
    }

    /// The page that contains `id`.
    pub(super) fn page_of(&self, id: &str) -> Option<FrameId> {
        let (mut current, mut node) = self.nodes.get_key_value(id)?;
        while let Some(parent) = &node.parent {
            (current, node) = self.nodes.get_key_value(parent)?;
        }
        Some(FrameId::clone(current))
    }

    /// The number of documents that `id` has had since it was reported; `None` if it does not exist.
    pub(super) fn documents(&self, id: &str) -> Option<u64> {
        self.nodes.get(id).map(|node| node.documents)
    }

    /// The pages, oldest first, with their addresses.
    pub(super) fn pages(&self) -> Vec<(FrameId, String)> {
        let mut pages: Vec<_> = self.nodes.iter().filter(|(_, node)| node.parent.is_none()).collect();
        pages.sort_by_key(|(_, node)| node.born);
        pages
            .into_iter()
            .map(|(id, node)| (FrameId::clone(id), node.url.clone()))
            .collect()
    }

    /// The address of a frame's document.
    pub(super) fn address_of(&self, frame: &str) -> Option<String> {
        self.nodes.get(frame).map(|node| node.url.clone())
    }

    /// The frames of a page: the main frame first, parents before children, siblings by age.
    pub(super) fn frames(&self, page: &str) -> Vec<Frame> {
        let mut frames = Vec::new();
        if let Some((id, node)) = self.nodes.get_key_value(page) {
            frames.push(Frame {
                id: FrameId::clone(id),
                parent: None,
                url: node.url.clone(),
            });
        }
        let mut done = 0;
        while done < frames.len() {
            let parent = FrameId::clone(&frames[done].id);
            let mut children: Vec<_> = self
                .nodes
                .iter()
                .filter(|(_, node)| node.parent.as_ref() == Some(&parent))
                .collect();
            children.sort_by_key(|(_, node)| node.born);
            frames.extend(children.into_iter().map(|(id, node)| Frame {
                id: FrameId::clone(id),
                parent: Some(FrameId::clone(&parent)),
                url: node.url.clone(),
            }));
            done += 1;
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contexts() -> Contexts {
        let mut contexts = Contexts::default();
        contexts.insert("page".into(), None, "http://a/");
        contexts.insert("b".into(), Some("page".into()), "http://b/");
        contexts.insert("c".into(), Some("b".into()), "http://c/");
        contexts.insert("d".into(), Some("page".into()), "http://d/");
        contexts
    }

    fn ids(contexts: &Contexts) -> Vec<String> {
        contexts.frames("page").iter().map(|frame| frame.id.to_string()).collect()
    }

    #[test]
    fn parents_come_before_children() {
        let contexts = contexts();
        assert_eq!(ids(&contexts), ["page", "b", "d", "c"]);
        assert_eq!(contexts.page_of("c").as_deref(), Some("page"));
        assert_eq!(contexts.page_of("gone"), None);
    }

    #[test]
    fn no_context_is_within_itself() {
        let mut contexts = contexts();
        assert!(!contexts.insert("self".into(), Some("self".into()), ""));
        assert!(contexts.insert("below".into(), Some("above".into()), ""));
        assert!(!contexts.insert("above".into(), Some("below".into()), ""));
        assert_eq!(contexts.page_of("below"), None);
        assert_eq!(contexts.pages().len(), 1);
    }

    #[test]
    fn a_new_document_loses_the_old_frames_and_keeps_its_own() {
        let mut contexts = contexts();
        contexts.started("page", Some("n".into()), "http://new/");
        // This frame was reported before the commit of its parent, so it belongs to the new document.
        contexts.insert("e".into(), Some("page".into()), "http://e/");
        contexts.committed("page", "http://new/");
        assert_eq!(ids(&contexts), ["page", "e"]);
        assert_eq!(contexts.documents("page"), Some(1));
        assert_eq!(contexts.documents("c"), None);
        contexts.remove("b");
        assert_eq!(ids(&contexts), ["page", "e"]);
    }

    #[test]
    fn only_the_current_navigation_can_be_aborted() {
        let mut contexts = contexts();
        contexts.started("b", Some("1".into()), "");
        contexts.started("b", Some("2".into()), "");
        assert!(!contexts.aborted("b", Some("1")));
        assert!(contexts.aborted("b", Some("2")));
        assert!(!contexts.aborted("b", Some("2")));
    }
}
