//! What lines that show several nodes say: the cells of a row, and words that run over several nodes.

use super::detail::{is_cell, is_text};
use super::find::Query;
use super::layout::{Layout, Row};
use super::piece::Pen;
use super::render::{NewRow, new_row};
use super::tree::Snapshot;
use crate::error::Result;
use crate::text::{quote_into, shorten};
use std::ops::Range;

/// The most characters of the cells that a row is told by, and of one of them.
const ROW_LENGTH: usize = 60;
const CELL_LENGTH: usize = 40;

/// The lines of a snapshot that show several nodes.
pub(super) struct Printed<'a> {
    layout: Layout<'a>,
    pen: Pen<'a>,
}

/// The text as words: without what separates the pieces of a printed line, in lower case.
pub(super) fn words(text: &str) -> String {
    let text = text.replace(['"', '|'], " ").to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<'a> Printed<'a> {
    pub(super) fn of(snapshot: &'a Snapshot) -> Result<Self> {
        let layout = Layout::unfolded(snapshot)?;
        let pen = snapshot.pen(&layout);
        Ok(Self { layout, pen })
    }

    /// The nodes of the lines in which the query runs over several nodes. `hits`: the nodes that match by themselves.
    pub(super) fn hits(&self, query: &Query, hits: &[usize]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for nodes in self.lines() {
            let inner = hits.partition_point(|hit| *hit < nodes.start);
            if hits.get(inner).is_some_and(|hit| nodes.contains(hit)) || found.last().is_some_and(|last| last.end > nodes.start) {
                continue;
            }
            let role = self.layout.view(nodes.start).line.role;
            let printed = || self.line(nodes.start).map_or_else(String::new, |line| line.text);
            if query.fits_words(role, &self.names(&nodes), printed) {
                found.push(nodes);
            }
        }
        found
    }

    /// The line that begins with a node, if it shows several.
    pub(super) fn line(&self, start: usize) -> Option<NewRow<'a>> {
        let row = self.row(start).filter(|row| row.nodes.len() > 1)?;
        Some(new_row(&self.pen, &self.layout, row, self.layout.text_budget(), true))
    }

    /// The nodes of the line that begins with a node.
    pub(super) fn nodes(&self, start: usize) -> Range<usize> {
        self.row(start).map_or(start..start + 1, |row| row.nodes.clone())
    }

    fn row(&self, start: usize) -> Option<&Row> {
        let rows = &self.layout.rows;
        let at = rows.binary_search_by_key(&start, |row| row.nodes.start).ok()?;
        rows.get(at)
    }

    /// The nodes of each line that shows several, and of each row.
    fn lines(&self) -> impl Iterator<Item = Range<usize>> {
        self.layout.rows.iter().filter_map(|row| {
            let start = row.nodes.start;
            let is_row = self.layout.view(start).line.role == "row";
            let nodes = if is_row {
                start..self.layout.end(start)
            } else {
                row.nodes.clone()
            };
            (nodes.len() > 1).then_some(nodes)
        })
    }

    /// The names of nodes, each once.
    fn names(&self, nodes: &Range<usize>) -> String {
        let mut names = String::new();
        let mut last = "";
        for index in nodes.clone() {
            let name = self.layout.view(index).written_name();
            if name.is_empty() || name == last {
                continue;
            }
            if !names.is_empty() {
                names.push(' ');
            }
            names.push_str(name);
            last = name;
        }
        names
    }
}

impl Snapshot {
    /// The first cells of a row that is not told by a name of its own, as a snapshot prints them. `None` if it has none that say
    /// which row it is.
    pub(super) fn first_cells(&self, row: usize) -> Result<Option<String>> {
        let view = self.node(row)?;
        if view.line.role != "row" || !view.written_name().is_empty() {
            return Ok(None);
        }
        let (mut cells, mut length) = (String::new(), 0);
        let (mut last, mut between) = ("", " | ");
        for below in row + 1..self.len() {
            if self.depth(below) <= view.depth {
                break;
            }
            let line = self.node(below)?.line;
            if is_cell(line.role) {
                between = " | ";
            }
            // The buttons of all rows have the same names.
            let tells = is_text(line.role) && line.role != "columnheader" || matches!(line.role, "link" | "heading" | "img");
            if !tells || line.name.is_empty() || line.name == last || line.is_unseen() {
                continue;
            }
            last = line.name;
            let short = shorten(line.name, CELL_LENGTH);
            length += short.chars().count();
            if length > ROW_LENGTH {
                cells.push_str(" | …");
                break;
            }
            if !cells.is_empty() {
                cells.push_str(between);
            }
            quote_into(&mut cells, &short);
            between = " ";
        }
        Ok((!cells.is_empty()).then_some(cells))
    }
}
