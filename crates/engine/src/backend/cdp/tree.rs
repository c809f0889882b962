//! The frames of one page over all its sessions, kept up to date by events, without I/O.
//!
//! A frame in another process is a separate target with its own session. A frame may move between processes
//! during its life. Its id stays the same.

use super::protocol::{FrameBranch, FrameInfo};
use crate::backend::{Frame, FrameId};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// A CDP session.
pub(super) type SessionId = Arc<str>;

/// How many loaders of the main frame are remembered. A later navigation may overtake an earlier one.
const LOADERS: usize = 8;

/// The session that reaches a frame, and the frame's current document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentRef {
    pub(super) session: SessionId,
    /// Increases with each document. No two documents of a page share a number.
    pub(super) number: u64,
}

#[derive(Debug)]
struct Node {
    parent: Option<FrameId>,
    url: String,
    loader: String,
    /// `None` while the frame moves between processes.
    session: Option<SessionId>,
    document: u64,
    /// Position among all frames, in the order in which they became known.
    order: u64,
    /// A navigation was announced and has neither committed nor ended.
    navigating: bool,
    /// The address that could not be loaded, if the document is the browser's error page.
    unreachable: Option<String>,
}

/// All frames of a page.
#[derive(Debug)]
pub(super) struct FrameTree {
    main: FrameId,
    nodes: HashMap<FrameId, Node>,
    next: u64,
    loaders: VecDeque<String>,
    /// Attached sessions that have not reported their frames yet.
    unsettled: Vec<SessionId>,
}

impl FrameTree {
    pub(super) fn new(main: &FrameId, session: SessionId) -> Self {
        let mut tree = Self {
            main: Arc::clone(main),
            nodes: HashMap::new(),
            next: 0,
            loaders: VecDeque::new(),
            unsettled: Vec::new(),
        };
        tree.place_frame(main, None, session);
        tree
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    pub(super) fn is_main(&self, frame: &str) -> bool {
        *self.main == *frame
    }

    /// The main frame's id.
    pub(super) fn main(&self) -> &FrameId {
        &self.main
    }

    pub(super) fn contains(&self, frame: &str) -> bool {
        self.nodes.contains_key(frame)
    }

    /// Notes that a session was attached and will report its frames.
    pub(super) fn unsettle(&mut self, session: SessionId) {
        self.unsettled.push(session);
    }

    /// Notes that a session has reported its frames, or has ended.
    pub(super) fn settle(&mut self, session: &str) {
        self.unsettled.retain(|other| **other != *session);
    }

    /// Gives up the sessions that have not reported their frames. Their reports may still come.
    pub(super) fn settle_all(&mut self) {
        self.unsettled.clear();
    }

    pub(super) fn is_settled(&self) -> bool {
        self.unsettled.is_empty()
    }

    /// Notes that a frame is in this session from now on.
    pub(super) fn place_frame(&mut self, frame: &str, parent: Option<&str>, session: SessionId) {
        if let Some(node) = self.nodes.get_mut(frame) {
            if node.session.as_ref() != Some(&session) {
                node.session = Some(session);
                // A new process means a new document, even before its name is known.
                let document = self.number();
                if let Some(node) = self.nodes.get_mut(frame) {
                    node.document = document;
                }
            }
            return;
        }
        let order = self.number();
        let document = self.number();
        self.nodes.insert(
            frame.into(),
            Node {
                parent: parent.map(Into::into),
                url: String::new(),
                loader: String::new(),
                session: Some(session),
                document,
                order,
                navigating: false,
                unreachable: None,
            },
        );
    }

    /// Handles a frame that left this session: for good, or (`swap`) to move to another one.
    pub(super) fn detached(&mut self, session: &str, frame: &str, swap: bool) {
        if !swap {
            self.remove(frame);
            return;
        }
        let Some(node) = self.nodes.get_mut(frame) else { return };
        // The browser may report the new session first.
        if node.session.as_deref() == Some(session) {
            node.session = None;
            self.remove_children(frame, Some(session));
        }
    }

    /// Handles the end of a session. Its topmost frame may return in its parent's session.
    pub(super) fn session_gone(&mut self, session: &str) {
        self.settle(session);
        let of_session: Vec<FrameId> = self
            .nodes
            .iter()
            .filter(|(_, node)| node.session.as_deref() == Some(session))
            .map(|(id, _)| Arc::clone(id))
            .collect();
        // This is computed before any frame leaves the session: a frame is an inner one if its parent is in
        // the same session.
        let (inner, topmost): (Vec<_>, Vec<_>) = of_session.into_iter().partition(|frame| {
            self.nodes
                .get(frame)
                .and_then(|node| node.parent.as_deref())
                .and_then(|parent| self.nodes.get(parent))
                .is_some_and(|parent| parent.session.as_deref() == Some(session))
        });
        for frame in inner {
            self.remove(&frame);
        }
        for frame in topmost {
            if self.is_orphan(&frame) {
                self.remove(&frame);
            } else if let Some(node) = self.nodes.get_mut(&frame) {
                node.session = None;
            }
        }
    }

    /// Whether the frame was in a document that is gone.
    fn is_orphan(&self, frame: &str) -> bool {
        let parent = self.nodes.get(frame).and_then(|node| node.parent.as_ref());
        parent.is_some_and(|parent| !self.nodes.contains_key(parent))
    }

    /// Records a committed document. Returns whether it is the main frame's.
    pub(super) fn navigated(&mut self, session: &SessionId, info: &FrameInfo) -> bool {
        self.place_frame(&info.id, info.parent_id.as_deref(), Arc::clone(session));
        // Frames of other sessions may belong to the new document already, if it comes from the back/forward
        // cache. Those of the old document are removed when their sessions end.
        self.remove_children(&info.id, Some(session));
        let document = self.number();
        let main = self.is_main(&info.id);
        if let Some(node) = self.nodes.get_mut(info.id.as_str()) {
            node.document = document;
            node.url = info.address();
            node.loader.clone_from(&info.loader_id);
            node.navigating = false;
            node.unreachable.clone_from(&info.unreachable_url);
        }
        if main {
            self.remember_loader(&info.loader_id);
        }
        main
    }

    fn remember_loader(&mut self, loader: &str) {
        if self.loaders.len() == LOADERS {
            self.loaders.pop_front();
        }
        self.loaders.push_back(loader.to_owned());
    }

    /// Records a new address within the same document.
    pub(super) fn same_document(&mut self, frame: &str, url: &str) {
        if let Some(node) = self.nodes.get_mut(frame) {
            url.clone_into(&mut node.url);
            node.navigating = false;
        }
    }

    /// Records an announced navigation. Returns whether it is new.
    pub(super) fn announce(&mut self, frame: &str) -> bool {
        self.nodes
            .get_mut(frame)
            .is_some_and(|node| !std::mem::replace(&mut node.navigating, true))
    }

    /// Withdraws an announced navigation. Returns whether there was one.
    pub(super) fn retract(&mut self, frame: &str) -> bool {
        self.nodes
            .get_mut(frame)
            .is_some_and(|node| std::mem::take(&mut node.navigating))
    }

    /// A number that grows with each document and frame.
    pub(super) fn serial(&self) -> u64 {
        self.next
    }

    /// How many frames there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The sessions that have frames.
    pub(super) fn sessions(&self) -> Vec<SessionId> {
        let mut sessions: Vec<SessionId> = Vec::new();
        for session in self.nodes.values().filter_map(|node| node.session.as_ref()) {
            if !sessions.contains(session) {
                sessions.push(Arc::clone(session));
            }
        }
        sessions
    }

    /// Merges all frames that a session reports.
    pub(super) fn merge(&mut self, session: &SessionId, branch: &FrameBranch) {
        let info = &branch.frame;
        self.place_frame(&info.id, info.parent_id.as_deref(), Arc::clone(session));
        let known = self
            .nodes
            .get(info.id.as_str())
            .is_some_and(|node| node.loader == info.loader_id);
        if !known {
            let document = self.number();
            if let Some(node) = self.nodes.get_mut(info.id.as_str()) {
                node.document = document;
                node.loader.clone_from(&info.loader_id);
            }
        }
        if let Some(node) = self.nodes.get_mut(info.id.as_str()) {
            node.url = info.address();
        }
        for child in &branch.child_frames {
            self.merge(session, child);
        }
    }

    fn remove(&mut self, frame: &str) {
        if !self.is_main(frame) {
            self.nodes.remove(frame);
            self.remove_children(frame, None);
        }
    }

    /// Removes a frame's descendants: all of them, or only those in `session` or in no session.
    fn remove_children(&mut self, frame: &str, session: Option<&str>) {
        let children: Vec<FrameId> = self
            .nodes
            .iter()
            .filter(|(_, node)| node.parent.as_deref() == Some(frame))
            .filter(|(_, node)| session.is_none() || node.session.is_none() || node.session.as_deref() == session)
            .map(|(id, _)| Arc::clone(id))
            .collect();
        for child in children {
            self.nodes.remove(&child);
            self.remove_children(&child, session);
        }
    }

    /// The frame's current document. `None` while the frame moves or when it is gone.
    pub(super) fn document_ref(&self, frame: &str) -> Option<DocumentRef> {
        let node = self.nodes.get(frame)?;
        Some(DocumentRef {
            session: node.session.clone()?,
            number: node.document,
        })
    }

    /// Whether the main frame has committed the document of this loader.
    pub(super) fn has_committed(&self, loader: &str) -> bool {
        self.loaders.iter().any(|known| known == loader)
    }

    /// The address that could not be loaded, if the main frame shows an error page.
    pub(super) fn unreachable(&self) -> Option<String> {
        self.nodes.get(&self.main)?.unreachable.clone()
    }

    /// The direct children that can be reached, oldest first.
    pub(super) fn children(&self, frame: &str) -> Vec<FrameId> {
        let mut children: Vec<(&FrameId, &Node)> = self
            .nodes
            .iter()
            .filter(|(_, node)| node.session.is_some() && node.parent.as_deref() == Some(frame))
            .collect();
        children.sort_by_key(|(_, node)| node.order);
        children.into_iter().map(|(id, _)| Arc::clone(id)).collect()
    }

    /// The address of a frame's document.
    pub(super) fn address_of(&self, frame: &FrameId) -> Option<String> {
        self.nodes.get(frame).map(|node| node.url.clone())
    }

    /// All frames that can be reached, parents before children, the main frame first.
    pub(super) fn list(&self) -> Vec<Frame> {
        let mut list = Vec::with_capacity(self.nodes.len());
        self.list_from(&self.main, &mut list);
        list
    }

    fn list_from(&self, frame: &FrameId, list: &mut Vec<Frame>) {
        let Some(node) = self.nodes.get(frame) else { return };
        list.push(Frame {
            id: Arc::clone(frame),
            parent: node.parent.clone(),
            url: node.url.clone(),
        });
        for child in self.children(frame) {
            self.list_from(&child, list);
        }
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
