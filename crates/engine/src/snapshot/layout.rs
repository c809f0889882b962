//! Decides which nodes of a snapshot share a line, and which get none.
//!
//! A row is a range of nodes in document order. A line says each thing once:
//!
//! - A table row is one line, and so is a paragraph with its links, or a text with the control next to it. No control
//!   is ever left out.
//! - Texts of one drawing, such as the numbers of an axis, share lines, though each is a node with a UID.
//! - Wrappers around one thing, separators between controls, and lists that contain only links and follow a node
//!   without controls get no line.
//! - Text is cut more the more text the page has ([`Layout::text_budget`]). Its full length is given; a snapshot of
//!   its UID shows the full text.
//! - The rest of a long run of similar siblings without controls is replaced by a count.
//!
//! `includeAll` ([`Detail::all`]) switches all of this off.

use super::detail::{Detail, is_flow, is_text, is_wrapper};
use super::tree::{NodeView, Snapshot};
use super::wire::Line;
use crate::error::Result;
use std::ops::Range;

/// The maximum number of nodes and bytes of text on one line.
const LINE_NODES: usize = 48;
const LINE_BYTES: usize = 1_200;
/// The maximum bytes of text on a line by the total bytes of text on the page: up to this total, this many.
const TEXT_BUDGETS: [(usize, usize); 2] = [(6_000, MOST_TEXT), (12_000, 110)];
const MOST_TEXT: usize = 240;
const LEAST_TEXT: usize = 36;
/// So many bytes of new text are what the caller waits for.
const NEW_IN_FULL: usize = 4_000;
/// A run of more similar siblings without controls is folded to `RUN_SHOWN`.
const RUN: usize = 16;
const RUN_SHOWN: usize = 6;
/// In a page of so few nodes, in which a longer run is soon read.
const FEW_NODES: usize = 200;
const RUN_OF_FEW: usize = 40;

/// Nodes that are written as one line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Index range of its nodes. [`Layout::shown`] gives those that are part of the line.
    pub(super) nodes: Range<usize>,
    /// The number of levels above it.
    pub(super) depth: u16,
    /// Whether it ends with a run of text among elements.
    ends_with_text: bool,
    /// Nodes that the row represents without showing them.
    pub(super) folded: Option<Folded>,
}

/// Why a row ends with a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Folded {
    /// This many lines are deeper than requested.
    Below(usize),
    /// This many siblings are similar to those before; `within` is their parent.
    Alike { count: usize, within: usize },
}

/// The layout of a snapshot.
pub(super) struct Layout<'a> {
    views: Vec<NodeView<'a>>,
    /// For each node, the index after its last descendant.
    ends: Vec<usize>,
    /// Whether each node was requested.
    requested: Vec<bool>,
    /// Whether a line shows it.
    shown: Vec<bool>,
    controls: Vec<bool>,
    detail: Detail,
    /// Up to this many bytes of text are written in full.
    in_full: usize,
    pub(super) rows: Vec<Row>,
}

impl<'a> Layout<'a> {
    /// Lays out a whole snapshot.
    pub(super) fn of(snapshot: &'a Snapshot) -> Result<Self> {
        Self::lay(snapshot, 0..snapshot.len(), snapshot.detail, 0)
    }

    /// Lays out a whole snapshot, with every line of it.
    pub(super) fn unfolded(snapshot: &'a Snapshot) -> Result<Self> {
        let detail = Detail {
            all: snapshot.detail.all,
            attributes: snapshot.detail.attributes,
            whole: true,
            ..Detail::default()
        };
        Self::lay(snapshot, 0..snapshot.len(), detail, 0)
    }

    /// Lays out nodes that follow each other as new. Its indexes and depths begin at the first of them.
    pub(super) fn of_new(snapshot: &'a Snapshot, nodes: Range<usize>) -> Result<Self> {
        let detail = Detail {
            all: snapshot.detail.all,
            attributes: snapshot.detail.attributes,
            ..Detail::default()
        };
        Self::lay(snapshot, nodes, detail, NEW_IN_FULL)
    }

    fn lay(snapshot: &'a Snapshot, nodes: Range<usize>, detail: Detail, in_full: usize) -> Result<Self> {
        let views = nodes.map(|index| snapshot.node(index)).collect::<Result<Vec<_>>>()?;
        let ends = ends(&views);
        let mut controls = vec![false; views.len()];
        for index in (0..views.len()).rev() {
            controls[index] = views[index].line.is_interactive() || children(&ends, index).any(|child| controls[child]);
        }
        let mut layout = Self {
            requested: Vec::new(),
            shown: Vec::new(),
            rows: Vec::new(),
            views,
            ends,
            controls,
            detail,
            in_full,
        };
        layout.choose();
        layout.place();
        Ok(layout)
    }

    /// The nodes of a range that are part of a line.
    pub(super) fn shown(&self, nodes: &Range<usize>) -> impl Iterator<Item = usize> {
        nodes.clone().filter(|index| self.shown[*index])
    }

    /// All nodes of the snapshot.
    pub(super) fn views(&self) -> &[NodeView<'a>] {
        &self.views
    }

    /// A node of the snapshot.
    pub(super) fn view(&self, index: usize) -> &NodeView<'a> {
        &self.views[index]
    }

    /// Whether a person can operate the node, and it has no name.
    pub(super) fn is_unnamed_control(&self, index: usize) -> bool {
        let view = &self.views[index];
        view.line.is_interactive() && view.written_name().is_empty()
    }

    /// The index after the last node in a node.
    pub(super) fn end(&self, index: usize) -> usize {
        self.ends[index]
    }

    /// Whether a node is below another one.
    pub(super) fn is_inside(&self, index: usize, other: usize) -> bool {
        index > other && index < self.ends[other]
    }

    /// The requested nodes, for formats without lines.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        let levels = self.detail.max_depth.unwrap_or(u16::MAX);
        (0..self.views.len()).filter(move |index| self.requested[*index] && self.views[*index].depth <= levels)
    }

    /// Whether the page has so much text that lines show the minimum.
    pub(super) fn is_crowded(&self) -> bool {
        self.text_budget() == LEAST_TEXT
    }

    /// The maximum bytes of non-operable text on a line; less on pages with much text.
    pub(super) fn text_budget(&self) -> usize {
        if self.detail.all || self.detail.whole {
            return usize::MAX;
        }
        let total: usize = self
            .views
            .iter()
            .filter(|view| !view.line.is_interactive())
            .map(|view| view.line.name.len())
            .sum();
        if total <= self.in_full {
            return usize::MAX;
        }
        TEXT_BUDGETS
            .iter()
            .find(|(most, _)| total <= *most)
            .map_or(LEAST_TEXT, |(_, budget)| *budget)
    }

    fn choose(&mut self) {
        self.requested = (0..self.views.len())
            .map(|index| self.detail.keeps(&self.views[index].line, self.controls[index]))
            .collect();
        self.shown.clone_from(&self.requested);
        if self.detail.all {
            return;
        }
        for index in 0..self.views.len() {
            if is_separator(&self.views[index].line) && self.between_controls(index) {
                self.shown[index] = false;
            }
        }
        for index in (0..self.views.len()).rev() {
            if !self.shown[index] {
                continue;
            }
            let line = &self.views[index].line;
            let below = self.lines_below(index);
            // Row groups repeat what the table says; wrappers around one thing and empty items say nothing.
            let wraps = line.role == "rowgroup" && line.name.is_empty()
                || is_wrapper(line)
                    && (below == 1 && self.ends[index] > index + 1
                        || below == 0 && matches!(line.role, "listitem" | "paragraph"));
            if wraps {
                self.shown[index] = false;
            }
        }
        self.fold_lists();
    }

    /// Removes the line of a list of links if it follows a node without controls, or is all that its landmark
    /// contains: its items make clear that it is a list.
    fn fold_lists(&mut self) {
        for index in 1..self.views.len() {
            let line = &self.views[index].line;
            if self.shown[index] && line.role == "list" && is_wrapper(line) {
                let level = self.views[index].depth;
                let before = self.views[..index].iter().rposition(|view| view.depth <= level);
                let plain = before.is_some_and(|before| !self.controls[before] || self.ends[before] > index);
                if plain
                    && self
                        .shown(&(index + 1..self.ends[index]))
                        .all(|below| self.views[below].line.role == "link")
                {
                    self.shown[index] = false;
                }
            }
        }
        for index in 0..self.views.len() {
            if self.shown[index] && self.views[index].line.role != "list" && self.lines_below(index) == 1 {
                let only = (index + 1..self.ends[index]).find(|below| self.shown[*below]);
                if let Some(only) =
                    only.filter(|only| is_wrapper(&self.views[*only].line) && self.views[*only].line.role == "list")
                {
                    self.shown[only] = false;
                }
            }
        }
    }

    /// Whether the neighbours of a separator make clear that it is one.
    fn between_controls(&self, index: usize) -> bool {
        index > 0 && self.controls[index - 1] || self.views.get(index + 1).is_some_and(|next| next.line.is_interactive())
    }

    /// The number of shown children, at most 2. Children of a node without a line count as its parent's.
    fn lines_below(&self, index: usize) -> usize {
        let mut count = 0;
        let mut at = index + 1;
        while at < self.ends[index] && count < 2 {
            if self.shown[at] {
                count += 1;
                at = self.ends[at];
            } else {
                at += 1;
            }
        }
        count
    }

    fn place(&mut self) {
        // The open nodes, each with the depth of the lines below it.
        let mut open: Vec<(usize, u16)> = Vec::new();
        let mut index = 0;
        while index < self.views.len() {
            while open.last().is_some_and(|(node, _)| self.ends[*node] <= index) {
                open.pop();
            }
            let depth = open.last().map_or(0, |(_, depth)| *depth);
            if !self.shown[index] {
                open.push((index, depth));
                index += 1;
                continue;
            }
            let end = self.ends[index];
            if self.detail.max_depth.is_some_and(|most| depth >= most) && end > index + 1 {
                let below = (index + 1..end).filter(|below| self.shown[*below]).count();
                self.hide(index + 1..end);
                self.rows.push(Row {
                    nodes: index..end,
                    depth,
                    ends_with_text: false,
                    folded: (below > 0).then_some(Folded::Below(below)),
                });
                index = end;
                continue;
            }
            if !(self.detail.all || self.detail.whole)
                && let Some((stop, count)) = self.run(index, open.last().map(|(node, _)| *node))
            {
                // The rest of the run becomes a line with its count.
                let within = open.last().map_or(0, |(node, _)| *node);
                self.hide(index..stop);
                self.rows.push(Row {
                    nodes: index..stop,
                    depth,
                    ends_with_text: false,
                    folded: Some(Folded::Alike { count, within }),
                });
                index = stop;
                continue;
            }
            let whole = !self.detail.all && self.is_one_line(index);
            let nodes = index..if whole { end } else { index + 1 };
            if !(end == nodes.end && self.join_previous(&nodes, depth)) {
                self.rows.push(Row {
                    nodes: nodes.clone(),
                    depth,
                    ends_with_text: self.views[index].uid.is_none(),
                    folded: None,
                });
            }
            if nodes.end < end {
                open.push((index, depth + 1));
            }
            index = nodes.end;
        }
    }

    fn hide(&mut self, nodes: Range<usize>) {
        self.shown[nodes].fill(false);
    }

    /// Appends nodes to the previous line if a text and its neighbour read as one.
    fn join_previous(&mut self, nodes: &Range<usize>, depth: u16) -> bool {
        if self.detail.all {
            return false;
        }
        let is_run = self.views[nodes.start].uid.is_none();
        let is_label = self.views[nodes.start].line.is_label();
        let Some(before) = self.rows.last() else { return false };
        // An entry of a list is no part of the one before.
        let fits = self.views[nodes.start].line.role != "listitem"
            && before.depth == depth
            && before.folded.is_none()
            && self.ends[before.nodes.start] <= nodes.start
            && (is_run || before.ends_with_text || is_label && self.views[before.nodes.end - 1].line.is_label())
            && is_inline(self.views[before.nodes.start].line.role)
            && self.shown(nodes).all(|index| is_inline(self.views[index].line.role))
            && nodes.end - before.nodes.start <= LINE_NODES
            && self.bytes(before.nodes.start..nodes.end) <= LINE_BYTES;
        if fits && let Some(before) = self.rows.last_mut() {
            before.nodes.end = nodes.end;
            before.ends_with_text = is_run;
        }
        fits
    }

    /// Whether a node and its descendants read as one line.
    fn is_one_line(&self, index: usize) -> bool {
        let end = self.ends[index];
        let role = self.views[index].line.role;
        if end == index + 1 {
            return true;
        }
        if end - index > LINE_NODES || self.bytes(index..end) > LINE_BYTES {
            return false;
        }
        if role == "row" {
            return self.shown(&(index + 1..end)).all(|below| {
                let line = &self.views[below].line;
                let is_single = line.is_interactive() || matches!(line.role, "progressbar" | "meter");
                is_inline(line.role) || is_single && self.lines_below(below) == 0
            });
        }
        // A heading that consists of a link.
        if role == "heading" && self.lines_below(index) == 1 {
            return self.is_flat(index);
        }
        // On one line, nothing would tell that the second entry is in the first one.
        let holds_entry = role == "listitem" && (index + 1..end).any(|below| self.views[below].line.role == "listitem");
        is_flow(role) && !holds_entry && self.is_flat(index)
    }

    /// Whether no line below a node has lines below itself.
    fn is_flat(&self, index: usize) -> bool {
        self.shown(&(index + 1..self.ends[index]))
            .all(|below| self.lines_below(below) == 0 && is_inline(self.views[below].line.role))
    }

    fn bytes(&self, nodes: Range<usize>) -> usize {
        nodes.map(|index| self.views[index].written_name().len().min(MOST_TEXT)).sum()
    }

    /// If the rest of a long run of similar siblings without controls begins here: where it ends, and its number of
    /// siblings.
    fn run(&self, index: usize, parent: Option<usize>) -> Option<(usize, usize)> {
        let parent = parent.filter(|parent| self.views[*parent].uid.is_some())?;
        let role = self.views[index].line.role;
        if self.controls[index]
            || !matches!(role, "row" | "listitem" | "paragraph" | "text" | "definition" | "term")
            || self.views[index].uid.is_none()
        {
            return None;
        }
        let alike =
            |at: usize| self.views[at].line.role == role && !self.controls[at] && self.views[at].depth == self.views[index].depth;
        // The siblings before it in the same run.
        let mut before = 0;
        for row in self.rows.iter().rev().take(RUN_SHOWN) {
            if row.nodes.start <= parent || !alike(row.nodes.start) {
                break;
            }
            before += 1;
        }
        if before < RUN_SHOWN {
            return None;
        }
        let mut stop = index;
        let mut count = 0;
        while stop < self.ends[parent] && alike(stop) {
            count += 1;
            stop = self.ends[stop];
        }
        let longest = if self.views.len() > FEW_NODES { RUN } else { RUN_OF_FEW };
        (count > longest - RUN_SHOWN).then_some((stop, count))
    }
}

/// For each node, the index after its last descendant.
fn ends(views: &[NodeView<'_>]) -> Vec<usize> {
    let mut ends = vec![views.len(); views.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, view) in views.iter().enumerate() {
        while let Some(&last) = open.last() {
            if views[last].depth < view.depth {
                break;
            }
            ends[last] = index;
            open.pop();
        }
        open.push(index);
    }
    ends
}

fn children(ends: &[usize], index: usize) -> impl Iterator<Item = usize> {
    let mut at = index + 1;
    let end = ends[index];
    std::iter::from_fn(move || {
        (at < end).then(|| {
            let child = at;
            at = ends[child];
            child
        })
    })
}

/// A text that only separates: a comma, a dot, a bar.
fn is_separator(line: &Line<'_>) -> bool {
    line.role == "text" && line.number.is_none() && line.name.len() <= 8 && !line.name.chars().any(char::is_alphanumeric)
}

/// A role that reads as part of a sentence: text, and controls that are words.
fn is_inline(role: &str) -> bool {
    is_text(role) && role != "row" || matches!(role, "link" | "button" | "img" | "math" | "generic")
}
