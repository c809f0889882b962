//! Writes a snapshot as text within a size limit, and states what was left out.
//!
//! An answer holds about 20 kB. If it is cut, the last line says how much is left and how to get it. All text of the
//! page stands in quotes, with `"`, `\`, control, bidirectional and invisible characters escaped.
//!
//! ```text
//! uid=1_0 document "Shop"
//!   uid=1_1 heading "Basket" level=1
//!   uid=1_2 button "Pay" disabled
//! ```

use super::address::Addresses;
use super::detail::{is_cell, is_text, is_wrapper};
use super::find::Query;
use super::layout::{Folded, Layout, Row};
use super::piece::{Pen, Piece, push_line, push_word};
use super::tree::{NodeView, Snapshot};
use super::uid::UidMap;
use super::wire::Line;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::SnapshotFormat;
use crate::text::quote;
use std::fmt::Write as _;
use std::ops::Range;

/// The default size of an answer in bytes of text.
const DEFAULT_MAX_BYTES: usize = 20_000;
/// The bytes reserved for the last line.
const LAST_LINE_BYTES: usize = 400;
/// The ancestors that a continued part names: the nearest ones. A page decides how deep it is.
const MOST_ANCESTORS: usize = 8;

/// The part of a snapshot to write.
#[derive(Debug, Default)]
pub(crate) struct PageRequest<'a> {
    pub(crate) find: Option<&'a str>,
    pub(crate) max_lines: Option<usize>,
    pub(crate) max_bytes: Option<usize>,
    /// The index of the first node.
    pub(crate) start: usize,
    pub(crate) format: SnapshotFormat,
}

/// A written part.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) total_lines: usize,
    pub(crate) shown_lines: usize,
    /// The index of the next node, if some are left.
    pub(crate) next: Option<usize>,
}

impl Snapshot {
    /// Writes a part of the snapshot. The written nodes are recorded as shown.
    pub(crate) fn write(&self, request: &PageRequest<'_>, uids: &mut UidMap) -> Result<Page> {
        if request.start > self.len() {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("the cursor points behind the end: the snapshot has {} nodes", self.len()),
            ));
        }
        let limit = Limit {
            lines: request.max_lines.unwrap_or(usize::MAX).max(1),
            bytes: match request.max_bytes.unwrap_or(DEFAULT_MAX_BYTES) {
                0 => usize::MAX,
                bytes => bytes.saturating_sub(LAST_LINE_BYTES),
            },
        };
        let layout = Layout::of(self)?;
        if request.format == SnapshotFormat::Json || request.find.is_some() {
            self.write_nodes(request, &layout, &limit, uids)
        } else {
            self.write_rows(request, &layout, &limit, uids)
        }
    }

    /// Writes node by node: JSON, and the lines that contain a text.
    fn write_nodes(&self, request: &PageRequest<'_>, layout: &Layout<'_>, limit: &Limit, uids: &mut UidMap) -> Result<Page> {
        let selected = match request.find {
            Some(text) => self.hits_with_ancestors(&Query::text(text))?,
            None => layout.nodes().collect(),
        };
        let at = selected.partition_point(|index| *index < request.start);
        let (mut text, count) = match request.format {
            SnapshotFormat::Text => self.write_text(&selected[at..], at, limit, uids)?,
            SnapshotFormat::Json => super::json::write(self, &selected[at..], limit, uids)?,
        };
        let part = Part {
            at,
            count,
            total: selected.len(),
            next: selected.get(at + count).copied(),
        };
        match request.format {
            SnapshotFormat::Text => self.write_last_lines(&mut text, request, &part),
            SnapshotFormat::Json => super::json::close(&mut text, self, part.total, count, part.next),
        }
        Ok(part.page(text))
    }

    /// Writes the rows of the layout.
    fn write_rows(&self, request: &PageRequest<'_>, layout: &Layout<'_>, limit: &Limit, uids: &mut UidMap) -> Result<Page> {
        let rows = &layout.rows;
        let at = rows.partition_point(|row| row.nodes.start < request.start);
        let pen = self.pen(layout);
        let budget = layout.text_budget();
        let mut text = String::new();
        if at > 0
            && let Some(row) = rows.get(at)
        {
            self.write_ancestors(&mut text, row.nodes.start)?;
        }
        let mut count = 0;
        for row in &rows[at..] {
            let before = text.len();
            indent(&mut text, row.depth);
            write_row(&mut text, &pen, layout, row, budget, false);
            // The first line is written even if it exceeds the limit, so that a cursor makes progress.
            if count > 0 && (text.len() > limit.bytes || count >= limit.lines) {
                text.truncate(before);
                break;
            }
            for view in layout.shown(&row.nodes).map(|index| layout.view(index)) {
                if let Some(uid) = view.uid {
                    uids.shown(uid, view.line.meaning());
                }
            }
            count += 1;
        }
        let part = Part {
            at,
            count,
            total: rows.len(),
            next: rows.get(at + count).map(|row| row.nodes.start),
        };
        self.write_last_lines(&mut text, request, &part);
        Ok(part.page(text))
    }

    pub(super) fn pen<'a>(&self, layout: &Layout<'a>) -> Pen<'a> {
        let whole = self.detail.attributes || self.detail.all;
        Pen {
            addresses: (!whole).then(|| Addresses::of(layout.views())),
            detail: self.detail,
            terse: layout.is_crowded(),
        }
    }

    /// Writes nodes that follow each other as new rows: as a snapshot shows them, but what stands around them was shown before.
    pub(super) fn new_rows(&self, nodes: Range<usize>) -> Result<Vec<NewRow<'_>>> {
        let layout = Layout::of_new(self, nodes)?;
        let pen = self.pen(&layout);
        let budget = layout.text_budget();
        Ok(layout
            .rows
            .iter()
            .map(|row| new_row(&pen, &layout, row, budget, false))
            .collect())
    }

    /// The size of the whole tree as text, in bytes.
    pub(crate) fn text_bytes(&self) -> Result<usize> {
        let layout = Layout::of(self)?;
        let pen = self.pen(&layout);
        let budget = layout.text_budget();
        let mut line = String::new();
        Ok(layout.rows.iter().fold(0, |bytes, row| {
            line.clear();
            indent(&mut line, row.depth);
            write_row(&mut line, &pen, &layout, row, budget, false);
            bytes + line.len()
        }))
    }

    fn write_text(&self, indexes: &[usize], start: usize, limit: &Limit, uids: &mut UidMap) -> Result<(String, usize)> {
        let mut text = String::new();
        if start > 0
            && let Some(&first) = indexes.first()
        {
            self.write_ancestors(&mut text, first)?;
        }
        let mut count = 0;
        for &index in indexes {
            let view = self.node(index)?;
            let before = text.len();
            write_line(&mut text, &view, view.depth, self.first_cells(index)?.as_deref(), None);
            // The first line is written even if it exceeds the limit, so that a cursor makes progress.
            if count > 0 && (text.len() > limit.bytes || count >= limit.lines) {
                text.truncate(before);
                break;
            }
            if let Some(uid) = view.uid {
                uids.shown(uid, view.line.meaning());
            }
            count += 1;
        }
        Ok((text, count))
    }

    /// Writes the nearest ancestors of a continued part.
    fn write_ancestors(&self, text: &mut String, index: usize) -> Result<()> {
        let mut depth = self.depth(index);
        let mut chain = Vec::new();
        for above in (0..index).rev() {
            if self.depth(above) < depth {
                depth = self.depth(above);
                if chain.len() == MOST_ANCESTORS {
                    chain.push("…".to_owned());
                    break;
                }
                let view = self.node(above)?;
                let uid = view.uid.map_or_else(String::new, |uid| format!("uid={uid} "));
                chain.push(format!("{uid}{}", super::describe(view.line.role, view.line.name)));
            }
            if depth == 0 {
                break;
            }
        }
        chain.reverse();
        if !chain.is_empty() {
            let _ = writeln!(text, "(continued inside {})", chain.join(" > "));
        }
        Ok(())
    }

    /// How many names hold characters that are not drawn. The walk puts one character in the place of a run of them.
    fn with_hidden_characters(&self) -> usize {
        if !self.frames().iter().any(|frame| frame.walk.holds('\u{fffd}')) {
            return 0;
        }
        (0..self.len())
            .filter(|index| self.node(*index).is_ok_and(|view| view.line.name.contains('\u{fffd}')))
            .count()
    }

    /// Says what was left out because a person cannot see it.
    pub(super) fn write_unseen(&self, text: &mut String) {
        match self.unseen() {
            0 => {}
            1 => text.push_str("(1 text that nobody can see left out: includeUnseen shows it)\n"),
            count => {
                let _ = writeln!(text, "({count} texts that nobody can see left out: includeUnseen shows them)");
            }
        }
        if self.unseen_unfinished() {
            text.push_str("(Not every text was checked for being visible to a person; a later snapshot may leave out more.)\n");
        }
    }

    fn write_last_lines(&self, text: &mut String, request: &PageRequest<'_>, part: &Part) {
        if part.total == 0 {
            match request.find {
                Some(find) => {
                    let _ = writeln!(
                        text,
                        "Nothing found: no line of the snapshot ({} lines) contains {}.",
                        self.len(),
                        quote(find)
                    );
                }
                None if self.len() > 0 => text.push_str("Nothing of the page is of the kind that was asked for.\n"),
                None if self.detail.whole => text.push_str("The element is empty or not visible: it has no lines.\n"),
                None => text.push_str("The page is empty.\n"),
            }
        }
        if self.len() == 1
            && let Ok(only) = self.node(0)
            && only.line.property("type") == Some("application/pdf")
        {
            text.push_str("(The browser shows the PDF in a viewer of its own, which cannot be read. A screenshot shows it.)\n");
        }
        if self.frames_left_out > 0 {
            let _ = writeln!(
                text,
                "({} of the page's frames could not be read; take another snapshot to see them.)",
                self.frames_left_out
            );
        }
        self.write_unseen(text);
        match self.with_hidden_characters() {
            0 => {}
            1 => text.push_str("(1 text holds characters that nobody can see; \u{fffd} stands for them)\n"),
            count => {
                let _ = writeln!(
                    text,
                    "({count} texts hold characters that nobody can see; \u{fffd} stands for them)"
                );
            }
        }
        if let Some(next) = part.next {
            let _ = writeln!(
                text,
                "… {} of {} lines left out (lines {}–{} shown). Go on: cursor \"{}:{next}\". Narrow down: uid, selector or find.",
                part.total - part.at - part.count,
                part.total,
                part.at + 1,
                part.at + part.count,
                self.id
            );
        }
    }
}

/// A row with the nodes that it shows.
pub(super) struct NewRow<'a> {
    /// Its text without indentation, with the end of its line.
    pub(super) text: String,
    /// The node that the row begins with.
    pub(super) first: NodeView<'a>,
    /// The nodes that it shows.
    pub(super) shown: Vec<NodeView<'a>>,
}

/// The size limit of an answer.
pub(super) struct Limit {
    pub(super) lines: usize,
    pub(super) bytes: usize,
}

/// The part of the lines that was written.
struct Part {
    /// The number of lines before it.
    at: usize,
    count: usize,
    total: usize,
    /// The index of the next node.
    next: Option<usize>,
}

impl Part {
    fn page(&self, text: String) -> Page {
        Page {
            text,
            total_lines: self.total,
            shown_lines: self.count,
            next: self.next,
        }
    }
}

/// Writes a node with its properties on its own line, indented by `level` levels. `cells`, `before`: see [`push_line`].
pub(super) fn write_line(out: &mut String, view: &NodeView<'_>, level: u16, cells: Option<&str>, before: Option<&Line<'_>>) {
    indent(out, level);
    push_line(out, view, cells, before);
    out.push('\n');
}

pub(super) fn indent(out: &mut String, depth: u16) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// A row of a layout. `budget`: its [`Layout::text_budget`]. `numbered`: with the UID of the node that it begins with.
pub(super) fn new_row<'a>(pen: &Pen<'_>, layout: &Layout<'a>, row: &Row, budget: usize, numbered: bool) -> NewRow<'a> {
    let mut text = String::new();
    write_row(&mut text, pen, layout, row, budget, numbered);
    NewRow {
        text,
        first: layout.view(row.nodes.start).clone(),
        shown: layout.shown(&row.nodes).map(|index| layout.view(index).clone()).collect(),
    }
}

/// Writes nodes that share a line. The cells of a table row are separated by bars.
fn write_row(out: &mut String, pen: &Pen<'_>, layout: &Layout<'_>, row: &Row, budget: usize, numbered: bool) {
    if let Some(Folded::Alike { count, within }) = row.folded {
        return write_folded_run(out, layout, row, count, within);
    }
    let start = out.len();
    let is_table = layout.view(row.nodes.start).line.role == "row";
    let length = text_length(layout, row);
    // A cell may be as long as a line elsewhere. A cut has to save more than its remark costs.
    let cuts = !is_table && length > budget.saturating_add(budget / 2);
    let budget = if cuts || is_table { budget } else { usize::MAX };
    let (mut left, mut cells) = (budget, 0);
    // No UID leads to several labels: a cut is made between them.
    let labels = row.nodes.len() > 1 && layout.view(row.nodes.start).line.is_label();
    let mut nodes = layout.shown(&row.nodes).peekable();
    let mut before = None;
    while let Some(index) = nodes.next() {
        let view = layout.view(index);
        let first = out.len() == start;
        let cell = is_table && is_cell(view.line.role);
        let text = is_read(view).then_some(if is_table { budget } else { left });
        if text == Some(0) && (view.uid.is_none() || view.line.is_label()) && !first {
            continue;
        }
        if text.is_some() && !is_table {
            left = left.saturating_sub(view.line.name.len());
        }
        cells += usize::from(cell);
        if !first {
            out.push_str(if cell && cells > 1 { " | " } else { " " });
        }
        // An empty cell keeps its place; a cell around controls is represented by them.
        if cell && is_empty(view) {
            if out.ends_with(' ') {
                out.pop();
            }
            continue;
        }
        let same = !view.line.is_interactive() && nodes.peek().is_some_and(|next| has_same_name(view, layout.view(*next)));
        let uid = first && (numbered || cuts && !labels || matches!(row.folded, Some(Folded::Below(_))));
        // An item that begins with an operable node is identified by that node.
        let mut next_is_control = || nodes.peek().is_some_and(|next| layout.view(*next).line.is_interactive());
        if first && !uid && view.line.role == "listitem" && is_wrapper(&view.line) && next_is_control() {
            continue;
        }
        // Beside a control without a name, a text would read as its name, unless it begins another cell.
        let apart = cell && cells > 1;
        let beside_unnamed =
            !apart && before.is_some_and(|before| layout.is_unnamed_control(before) && !layout.is_inside(index, before));
        before = Some(index);
        let piece = Piece {
            view,
            first: first || beside_unnamed,
            uid,
            text,
            length: is_table || text.is_none(),
            same,
        };
        pen.write(out, &piece);
    }
    if cuts {
        let _ = write!(out, " length={length}");
    }
    if let Some(Folded::Below(count)) = row.folded {
        let _ = write!(out, " … {count} below");
    }
    out.push('\n');
}

/// Writes the count of the siblings that a folded run leaves out.
fn write_folded_run(out: &mut String, layout: &Layout<'_>, row: &Row, count: usize, within: usize) {
    let role = layout.view(row.nodes.start).line.role;
    let uid = layout.view(within).uid.map_or_else(String::new, |uid| format!(": uid {uid}"));
    let _ = write!(out, "… {count} more ");
    push_word(out, role);
    let _ = writeln!(out, " without controls{uid}");
}

/// Whether a node has nothing to show.
fn is_empty(view: &NodeView<'_>) -> bool {
    view.line.name.is_empty() && !view.line.is_interactive() && view.line.properties().next().is_none()
}

/// Whether a node is text that cannot be operated.
fn is_read(view: &NodeView<'_>) -> bool {
    !view.line.is_interactive() && is_text(view.line.role)
}

/// The bytes of such text in a row.
fn text_length(layout: &Layout<'_>, row: &Row) -> usize {
    layout
        .shown(&row.nodes)
        .map(|index| layout.view(index))
        .filter(|view| is_read(view))
        .map(|view| view.line.name.chars().count())
        .sum()
}

/// Whether the only node in a heading, cell or item has the same name.
fn has_same_name(outer: &NodeView<'_>, inner: &NodeView<'_>) -> bool {
    inner.depth > outer.depth && outer.line.name == inner.line.name
}
