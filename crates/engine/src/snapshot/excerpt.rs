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
    /// The first cells of a row: it is told around what is in it.
    pub(super) cells: Option<String>,
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
    /// What tells a row.
    cells: Option<String>,
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

    /// Adds a row of several nodes.
    pub(super) fn new_row(&mut self, row: &NewRow<'a>, mark: Mark) {
        self.close(row.first.depth);
        self.write_ancestor();
        let level = self.level(self.open.len());
        self.text.push_str(mark.text());
        indent(&mut self.text, level);
        self.text.push_str(&row.text);
        for view in &row.shown {
            if let Some(uid) = view.uid {
                self.shown.0.push((uid, view.line.meaning()));
            }
        }
        self.open.push(Open {
            view: row.first.clone(),
            cells: None,
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
            written = Some(self.write(row, self.open.len()));
        }
        self.open.push(Open {
            view: row.view.clone(),
            cells: row.cells.clone(),
            written,
        });
    }

    /// Writes the nearest named ancestor, unless it or something below it was written already. The document is
    /// skipped, because it contains everything. A row of a table is told besides: its cells are alike in all rows.
    fn write_ancestor(&mut self) {
        if let Some(row) = self.open.iter().rposition(|open| open.cells.is_some()) {
            self.write_nearest(row);
            self.write_open(row);
        }
        self.write_nearest(self.open.len());
    }

    /// Writes the nearest named of the first `above` open nodes, unless it or something below it was written already.
    fn write_nearest(&mut self, above: usize) {
        let named = self.open[..above]
            .iter()
            .rposition(|open| open.written.is_some() || (open.view.depth > 0 && !open.view.line.name.is_empty()));
        if let Some(at) = named {
            self.write_open(at);
        }
    }

    /// Writes an open node, unless it was written already.
    fn write_open(&mut self, at: usize) {
        let Open { view, cells, written } = &self.open[at];
        if written.is_none() {
            let row = Row {
                view: view.clone(),
                mark: Mark::Context,
                cells: cells.clone(),
                before: None,
            };
            self.open[at].written = Some(self.write(&row, at));
        }
    }

    /// Writes a line below the written ones of the first `above` open nodes. Returns its level.
    fn write(&mut self, row: &Row<'a>, above: usize) -> u16 {
        let level = self.level(above);
        self.text.push_str(row.mark.text());
        write_line(&mut self.text, &row.view, level, row.cells.as_deref(), row.before.as_ref());
        // A removed line is not what its element was last shown as.
        if let Some(uid) = row.view.uid.filter(|_| row.mark != Mark::Removed) {
            self.shown.0.push((uid, row.view.line.meaning()));
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
