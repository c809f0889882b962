//! Writes a snapshot as text within a budget, and says what was left out.
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
use super::piece::{Pen, Piece, push_line};
use super::tree::{NodeView, Snapshot};
use super::uid::UidMap;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::SnapshotFormat;
use crate::text::quote;
use std::fmt::Write as _;

/// Default size of an answer, bytes of text.
const DEFAULT_MAX_BYTES: usize = 20_000;
/// Room kept for the last line.
const LAST_LINE_BYTES: usize = 400;

/// Which part of a snapshot to write.
#[derive(Debug, Default)]
pub(crate) struct PageRequest<'a> {
    pub(crate) find: Option<&'a str>,
    pub(crate) max_lines: Option<usize>,
    pub(crate) max_bytes: Option<usize>,
    /// Index of the node to begin with.
    pub(crate) start: usize,
    pub(crate) format: SnapshotFormat,
}

/// A written part.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) total_lines: usize,
    pub(crate) shown_lines: usize,
    /// Index of the next node to write, when something is left.
    pub(crate) next: Option<usize>,
}

impl Snapshot {
    /// Writes a part of the snapshot; the nodes written count as shown from then on.
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

    /// One node after the other: JSON, and the lines that contain a text.
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

    /// The rows of the layout.
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
            write_row(&mut text, &pen, layout, row, budget);
            // The first line is always given, so that a cursor gets on.
            if count > 0 && (text.len() > limit.bytes || count >= limit.lines) {
                text.truncate(before);
                break;
            }
            for view in layout.shown(&row.nodes).map(|index| layout.view(index)) {
                if let Some(uid) = view.uid {
                    uids.shown(uid, view.line.role, view.line.name);
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

    fn pen<'a>(&self, layout: &Layout<'a>) -> Pen<'a> {
        let whole = self.detail.attributes || self.detail.all;
        Pen {
            addresses: (!whole).then(|| Addresses::of(layout.views())),
            detail: self.detail,
            terse: layout.is_crowded(),
        }
    }

    /// Bytes of the whole tree as text.
    pub(crate) fn text_bytes(&self) -> Result<usize> {
        let layout = Layout::of(self)?;
        let pen = self.pen(&layout);
        let budget = layout.text_budget();
        let mut line = String::new();
        Ok(layout.rows.iter().fold(0, |bytes, row| {
            line.clear();
            write_row(&mut line, &pen, &layout, row, budget);
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
            write_line(&mut text, &view, view.depth);
            // The first line is always given, so that a cursor gets on.
            if count > 0 && (text.len() > limit.bytes || count >= limit.lines) {
                text.truncate(before);
                break;
            }
            if let Some(uid) = view.uid {
                uids.shown(uid, view.line.role, view.line.name);
            }
            count += 1;
        }
        Ok((text, count))
    }

    /// Says where a continued part hangs.
    fn write_ancestors(&self, text: &mut String, index: usize) -> Result<()> {
        let mut depth = self.depth(index);
        let mut chain = Vec::new();
        for above in (0..index).rev() {
            if self.depth(above) < depth {
                depth = self.depth(above);
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
                None => text.push_str("The page is empty.\n"),
            }
        }
        if let (1, Ok(only)) = (self.len(), self.node(0))
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
        if let Some(next) = part.next {
            let _ = writeln!(
                text,
                "… {} of {} lines left out (lines {}–{} shown). Go on: cursor \"{}:{next}\". Narrow down: uid, selector or find. Everything in a file: saveTo.",
                part.total - part.at - part.count,
                part.total,
                part.at + 1,
                part.at + part.count,
                self.id
            );
        }
    }
}

/// How much may be written.
pub(super) struct Limit {
    pub(super) lines: usize,
    pub(super) bytes: usize,
}

/// Which lines were written.
struct Part {
    /// Lines before it.
    at: usize,
    count: usize,
    total: usize,
    /// The node to go on with.
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

/// A node on a line of its own with `level` levels before it, and all that is known of it.
pub(super) fn write_line(out: &mut String, view: &NodeView<'_>, level: u16) {
    indent(out, level);
    push_line(out, view);
    out.push('\n');
}

fn indent(out: &mut String, depth: u16) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// Nodes that share a line; the cells of a table's row with bars between them.
fn write_row(out: &mut String, pen: &Pen<'_>, layout: &Layout<'_>, row: &Row, budget: usize) {
    indent(out, row.depth);
    if let Some(Folded::Alike { count, within }) = row.folded {
        let role = layout.view(row.nodes.start).line.role;
        let uid = layout.view(within).uid.map_or_else(String::new, |uid| format!(": uid {uid}"));
        let _ = writeln!(out, "… {count} more {role} without controls{uid}");
        return;
    }
    let start = out.len();
    let is_table = layout.view(row.nodes.start).line.role == "row";
    let length = text_length(layout, row);
    // A table is there for what is in its cells: each may be as long as a line elsewhere. What would be cut has to be worth the words that say so.
    let cuts = !is_table && length > budget.saturating_add(budget / 2);
    let budget = if cuts || is_table { budget } else { usize::MAX };
    let mut left = budget;
    let mut cells = 0;
    let mut nodes = layout.shown(&row.nodes).peekable();
    while let Some(index) = nodes.next() {
        let view = layout.view(index);
        let first = out.len() == start;
        let cell = is_table && is_cell(view.line.role);
        let text = is_read(view).then_some(if is_table { budget } else { left });
        if text == Some(0) && view.uid.is_none() && !first {
            continue;
        }
        if text.is_some() && !is_table {
            left = left.saturating_sub(view.line.name.len());
        }
        cells += usize::from(cell);
        if !first {
            out.push_str(if cell && cells > 1 { " | " } else { " " });
        }
        // An empty cell keeps its place, a cell around controls is its controls.
        if cell && view.line.name.is_empty() && !view.line.is_interactive() && view.line.properties().next().is_none() {
            if out.ends_with(' ') {
                out.pop();
            }
            continue;
        }
        let same = !view.line.is_interactive() && nodes.peek().is_some_and(|next| says_the_same(view, layout.view(*next)));
        let uid = first && (cuts || matches!(row.folded, Some(Folded::Below(_))));
        // An item that begins with what can be operated is known by that.
        if first
            && !uid
            && view.line.role == "listitem"
            && is_wrapper(&view.line)
            && nodes.peek().is_some_and(|next| layout.view(*next).line.is_interactive())
        {
            continue;
        }
        let piece = Piece {
            view,
            first,
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

/// Whether a node is text that nothing can be done with.
fn is_read(view: &NodeView<'_>) -> bool {
    !view.line.is_interactive() && is_text(view.line.role)
}

/// Characters of such text in a row.
fn text_length(layout: &Layout<'_>, row: &Row) -> usize {
    layout
        .shown(&row.nodes)
        .map(|index| layout.view(index))
        .filter(|view| is_read(view))
        .map(|view| view.line.name.chars().count())
        .sum()
}

/// Whether the only thing in a title, cell or item is called the same.
fn says_the_same(outer: &NodeView<'_>, inner: &NodeView<'_>) -> bool {
    inner.depth > outer.depth && outer.line.name == inner.line.name
}
