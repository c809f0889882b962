//! Joins the walks of a page's frames into one list of nodes and assigns UIDs.

use super::align::Item;
use super::detail::Detail;
use super::order::seen_order;
use super::uid::{Uid, UidMap};
use super::wire::{Line, Walk};
use crate::backend::{Frame, FrameId};
use crate::error::Result;
use std::ops::RangeInclusive;

/// The walk of one frame, with the frames that its elements own.
#[derive(Debug)]
pub(crate) struct FrameWalk {
    pub(crate) frame: FrameId,
    pub(crate) walk: Walk,
    /// Node numbers of frame owners, and the frames they own.
    pub(crate) children: Vec<(u32, FrameId)>,
    /// The numbers of elements that the browser has freed, ascending.
    pub(crate) freed: Vec<RangeInclusive<u32>>,
}

impl FrameWalk {
    /// The frames in a later walk of the same frame, without asking the browser; `None` if that is uncertain. An
    /// owner keeps its frame while both exist, so it suffices that each owner was seen before and that `frames` still
    /// contains its frame.
    pub(crate) fn children_still(&self, walk: &Walk, frames: &[Frame]) -> Option<Vec<(u32, FrameId)>> {
        if walk.header().doc != self.walk.header().doc {
            return None;
        }
        let mut children = Vec::new();
        for line in walk.lines().iter().filter(|line| line.owns_frame) {
            let owned = self.children.iter().find(|(owner, _)| Some(*owner) == line.number)?;
            frames
                .iter()
                .find(|frame| frame.id == owned.1 && frame.parent.as_ref() == Some(&self.frame))?;
            children.push(owned.clone());
        }
        (children.len() == walk.header().frame_owners as usize).then_some(children)
    }
}

/// One node of a snapshot. Its strings stay in the walk.
#[derive(Debug, Clone, Copy)]
struct Node {
    walk: u16,
    depth: u16,
    /// Its index among the lines of the walk.
    line: u32,
    uid: Option<Uid>,
}

/// A node with its strings.
#[derive(Debug, Clone)]
pub(crate) struct NodeView<'a> {
    pub(crate) depth: u16,
    pub(crate) uid: Option<Uid>,
    pub(crate) line: Line<'a>,
    /// A row that has its name from the nodes below it, by which it is read.
    by_cells: bool,
}

impl<'a> NodeView<'a> {
    /// The name as it is written where the nodes below follow. That of a row would say its cells again.
    pub(super) fn written_name(&self) -> &'a str {
        if self.by_cells { "" } else { self.line.name }
    }
}

/// A node with a UID: its index in the snapshot, the index of its walk, and its number there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbered {
    pub(crate) index: usize,
    pub(crate) walk: usize,
    pub(crate) number: u32,
}

/// A whole snapshot of one page.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) id: u32,
    pub(crate) page: u32,
    pub(crate) frames_left_out: usize,
    /// The frames that did not answer. They are among those that were left out.
    pub(crate) silent: Vec<FrameId>,
    /// The origins of frames that the user has not allowed. These frames are not among those.
    pub(crate) origins_not_allowed: Vec<String>,
    /// The level of detail in which it is written.
    pub(crate) detail: Detail,
    walks: Vec<FrameWalk>,
    nodes: Vec<Node>,
}

impl Snapshot {
    /// Joins `walks`, the first of which is the root, and assigns UIDs.
    pub(crate) fn build(page: u32, epoch: u64, walks: Vec<FrameWalk>, frames_left_out: usize, uids: &mut UidMap) -> Result<Self> {
        let id = uids.begin_snapshot();
        for walk in &walks {
            let doc = walk.walk.header().doc;
            uids.place_document(doc, page, &walk.frame, epoch);
            uids.forget_nodes(doc, &walk.freed);
        }
        let mut snapshot = Self {
            id,
            page,
            frames_left_out,
            silent: Vec::new(),
            origins_not_allowed: Vec::new(),
            detail: Detail::default(),
            walks: Vec::new(),
            nodes: Vec::new(),
        };
        if !walks.is_empty() {
            add_walk(&mut snapshot.nodes, &walks, 0, 0, false, uids)?;
        }
        snapshot.walks = walks;
        Ok(snapshot)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes that its walks occupy.
    pub(crate) fn bytes(&self) -> usize {
        self.walks.iter().map(|walk| walk.walk.bytes()).sum()
    }

    pub(crate) fn url(&self) -> &str {
        self.walks.first().map_or("", |walk| walk.walk.header().url)
    }

    /// How many texts were left out because a person cannot see them.
    pub(crate) fn unseen(&self) -> usize {
        self.walks.iter().map(|walk| walk.walk.header().unseen as usize).sum()
    }

    /// Whether some texts were not looked at for whether a person can see them.
    pub(crate) fn unseen_unfinished(&self) -> bool {
        self.walks.iter().any(|walk| walk.walk.header().unseen_unfinished)
    }

    pub(crate) fn title(&self) -> &str {
        self.walks.first().map_or("", |walk| walk.walk.header().title)
    }

    pub(crate) fn depth(&self, index: usize) -> u16 {
        self.nodes[index].depth
    }

    /// A node for the comparison with another snapshot.
    pub(super) fn item(&self, index: usize) -> Item<'_> {
        let node = self.nodes[index];
        Item {
            uid: node.uid,
            line: self.walks[usize::from(node.walk)].walk.content(node.line as usize),
        }
    }

    /// The frames in the order of their walks, parents first.
    pub(crate) fn frames(&self) -> &[FrameWalk] {
        &self.walks
    }

    /// Whether the page keeps the walk of its main document.
    pub(crate) fn is_whole(&self) -> bool {
        self.walks.first().is_some_and(|walk| walk.walk.header().serial > 0)
    }

    /// The walk of a frame.
    pub(crate) fn walk_of(&self, frame: &FrameId) -> Option<&FrameWalk> {
        self.walks.iter().find(|walk| walk.frame == *frame)
    }

    /// The interactive nodes that have a UID, in order.
    pub(crate) fn interactive(&self) -> Result<Vec<Numbered>> {
        self.numbered(true)
    }

    /// The nodes that have a UID, in order: all of them, or those that a person can operate.
    pub(crate) fn numbered(&self, only_interactive: bool) -> Result<Vec<Numbered>> {
        let mut found = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let walk = usize::from(node.walk);
            let line = self.walks[walk].walk.line(node.line as usize)?;
            if let Some(number) = line
                .number
                .filter(|_| node.uid.is_some() && (line.is_interactive() || !only_interactive))
            {
                found.push(Numbered { index, walk, number });
            }
        }
        Ok(found)
    }

    pub(crate) fn node(&self, index: usize) -> Result<NodeView<'_>> {
        let node = self.nodes[index];
        let line = self.walks[usize::from(node.walk)].walk.line(node.line as usize)?;
        let has_more = || self.nodes.get(index + 1).is_some_and(|below| below.depth > node.depth);
        Ok(NodeView {
            depth: node.depth,
            uid: node.uid,
            by_cells: line.role == "row" && line.is_shown_by_text() && has_more(),
            line,
        })
    }
}

/// Adds the nodes of one walk and, below each frame owner, those of its frame. The owner replaces the document node
/// of its frame, unless the frame shows something other than a web page. `veiled`: a person cannot see the frame, and only its
/// controls are added.
fn add_walk(nodes: &mut Vec<Node>, walks: &[FrameWalk], index: usize, base: u16, veiled: bool, uids: &mut UidMap) -> Result<()> {
    let FrameWalk { walk, children, .. } = &walks[index];
    let doc = walk.header().doc;
    let is_left_out = index > 0 && (walk.lines().is_empty() || walk.line(0)?.property("type").is_none());
    let mut numbering = uids.numbering(doc);
    let order = seen_order(walk)?;
    for next in 0..walk.lines().len() {
        let at = order.as_ref().map_or(next, |order| order[next]);
        let line = walk.lines()[at];
        if is_left_out && line.depth == 0 {
            continue;
        }
        if veiled && line.depth > 0 && !line.owns_frame && !walk.line(at)?.is_interactive() {
            continue;
        }
        let depth = base.saturating_add(line.depth).saturating_sub(u16::from(is_left_out));
        let uid = match line.number {
            Some(number) => Some(if let Some(uid) = numbering.existing(number) {
                uid
            } else {
                numbering.give(number, walk.line(at)?.meaning())
            }),
            None => None,
        };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a page has far fewer than 65,536 frames, further ones are not walked, and lines fit into 4 GiB"
        )]
        nodes.push(Node {
            walk: index as u16,
            depth,
            line: at as u32,
            uid,
        });
        if line.owns_frame
            && let Some(number) = line.number
            && let Some((_, frame)) = children.iter().find(|(owner, _)| *owner == number)
            // A frame has one owner only; `child > index` keeps a malformed answer from looping.
            && let Some(child) = walks.iter().position(|walk| walk.frame == *frame).filter(|child| *child > index)
        {
            let veiled = veiled || walk.line(at)?.veils_frame();
            add_walk(nodes, walks, child, depth + 1, veiled, uids)?;
            numbering = uids.numbering(doc);
        }
    }
    Ok(())
}
