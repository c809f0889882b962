//! Writes non-adjacent parts of a snapshot, each below its nearest named ancestor.

use super::Meaning;
use super::render::{NewRow, indent, write_line};
use super::tree::NodeView;
use super::uid::{Uid, UidMap};
use super::wire::Line;

/// The mark of a line, written as the two characters before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Not written, unless as an ancestor of a later row.
    None,
    /// Written without a mark.
    Context,
    /// Matches the query.
    Hit,
    Added,
    Removed,
    Changed,
}

impl Mark {
    fn text(self) -> &'static str {
        match self {
            Self::None | Self::Context => "  ",
            Self::Hit => "* ",
            Self::Added => "+ ",
            Self::Removed => "- ",
            Self::Changed => "~ ",
        }
    }
}

/// A node in document order.
pub(super) struct Row<'a> {
    pub(super) view: NodeView<'a>,
    pub(super) mark: Mark,
    /// What it was before, if it has changed.
    pub(super) before: Option<Line<'a>>,
}

/// The elements that a text shows, with the role and name shown.
#[derive(Debug, Default)]
pub(crate) struct Shown<'a>(Vec<(Uid, Meaning<'a>)>);

impl Shown<'_> {
    /// Records the elements as shown, because the text goes to the caller.
    pub(crate) fn note(&self, uids: &mut UidMap) {
        for (uid, meaning) in &self.0 {
            uids.shown(*uid, *meaning);
        }
    }
}

/// A possible ancestor of the next row.
struct Open<'a> {
    view: NodeView<'a>,
    /// Its level, if it has been written.
    written: Option<u16>,
}

/// Takes all nodes in order and writes those with a mark. A line is indented below its written ancestors; levels that
/// are left out take no indentation.
#[derive(Default)]
pub(super) struct Excerpt<'a> {
    text: String,
    open: Vec<Open<'a>>,
    shown: Shown<'a>,
}

impl<'a> Excerpt<'a> {
    /// The number of bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds a row of new nodes.
    pub(super) fn new_row(&mut self, row: &NewRow<'a>) {
        self.close(row.first.depth);
        self.write_ancestor();
        let level = self.level(self.open.len());
        self.text.push_str(Mark::Added.text());
        indent(&mut self.text, level);
        self.text.push_str(&row.text);
        for view in &row.shown {
            if let Some(uid) = view.uid {
                self.shown.0.push((uid, view.line.meaning()));
            }
        }
        self.open.push(Open {
            view: row.first.clone(),
            written: Some(level),
        });
    }

    /// Ends what a node of this depth is not in.
    fn close(&mut self, depth: u16) {
        while self.open.last().is_some_and(|open| open.view.depth >= depth) {
            self.open.pop();
        }
    }

    /// The level of a line below the written ones of the first `above` open nodes.
    fn level(&self, above: usize) -> u16 {
        let written = self.open[..above].iter().rev().find_map(|open| open.written);
        written.map_or(0, |level| level + 1)
    }

    /// Adds the next node.
    pub(super) fn row(&mut self, row: &Row<'a>) {
        self.close(row.view.depth);
        let mut written = None;
        if row.mark != Mark::None {
            self.write_ancestor();
            written = Some(self.write(&row.view, row.mark, self.open.len(), row.before.as_ref()));
        }
        self.open.push(Open {
            view: row.view.clone(),
            written,
        });
    }

    /// Writes the nearest named ancestor, unless it or something below it was written already. The document is
    /// skipped, because it contains everything.
    fn write_ancestor(&mut self) {
        let named = self
            .open
            .iter()
            .rposition(|open| open.written.is_some() || (open.view.depth > 0 && !open.view.line.name.is_empty()));
        if let Some(at) = named
            && self.open[at].written.is_none()
        {
            let view = self.open[at].view.clone();
            self.open[at].written = Some(self.write(&view, Mark::Context, at, None));
        }
    }

    /// Writes a line below the written ones of the first `above` open nodes. Returns its level.
    fn write(&mut self, view: &NodeView<'a>, mark: Mark, above: usize, before: Option<&Line<'_>>) -> u16 {
        let level = self.level(above);
        self.text.push_str(mark.text());
        write_line(&mut self.text, view, level, before);
        // A removed line is not what its element was last shown as.
        if let Some(uid) = view.uid.filter(|_| mark != Mark::Removed) {
            self.shown.0.push((uid, view.line.meaning()));
        }
        level
    }

    /// Appends to the last line.
    pub(super) fn remark(&mut self, remark: &str) {
        if self.text.ends_with('\n') {
            self.text.pop();
            self.text.push_str(remark);
            self.text.push('\n');
        }
    }

    /// The written text, and the elements that it shows.
    pub(super) fn finish(self) -> (String, Shown<'a>) {
        (self.text, self.shown)
    }
}
