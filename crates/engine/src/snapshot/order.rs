//! Puts the cells of a row, and the rows of a table, in the order in which a person sees them.
//!
//! Grids that draw only what is in view keep their cells in any order and say by `aria-colindex` and `aria-rowindex` where each one
//! belongs. A walk keeps the order of the document, on which the next walk builds, so that they are put in order here.

use super::wire::{LineAt, Walk};
use crate::error::Result;
use std::ops::Range;

const PLACED: [&str; 5] = ["row", "cell", "gridcell", "columnheader", "rowheader"];

/// The indexes of the lines in the order to tell them; `None` if that is the order in which they are.
pub(super) fn seen_order(walk: &Walk) -> Result<Option<Vec<usize>>> {
    let lines = walk.lines();
    let mut parents = disordered(lines);
    let mut children = Vec::with_capacity(parents.len());
    for &parent in &parents {
        children.push(sorted(walk, parent)?);
    }
    let mut kept = children.iter().map(Option::is_some);
    parents.retain(|_| kept.next() == Some(true));
    if parents.is_empty() {
        return Ok(None);
    }
    let mut children: Vec<_> = children.into_iter().flatten().collect();
    let mut order = Vec::with_capacity(lines.len());
    let mut open: Vec<Range<usize>> = std::iter::once(0..lines.len()).collect();
    while let Some(range) = open.pop() {
        let first = parents.partition_point(|parent| *parent < range.start);
        let Some(&parent) = parents.get(first).filter(|parent| range.contains(parent)) else {
            order.extend(range);
            continue;
        };
        order.extend(range.start..=parent);
        let inside = std::mem::take(&mut children[first]);
        open.push(parent + 1 + inside.iter().map(ExactSizeIterator::len).sum::<usize>()..range.end);
        open.extend(inside.into_iter().rev());
    }
    Ok(Some(order))
}

/// The lines that have a child with a lower place than one before it, ascending.
fn disordered(lines: &[LineAt]) -> Vec<usize> {
    let mut found = Vec::new();
    // The lines around the next one, each with its depth and the highest place of its children so far.
    let mut around: Vec<(usize, u16, u32)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        while around.last().is_some_and(|(_, depth, _)| *depth >= line.depth) {
            around.pop();
        }
        if let Some((parent, _, highest)) = around.last_mut().filter(|_| line.place > 0) {
            if line.place < *highest {
                found.push(*parent);
            }
            *highest = line.place.max(*highest);
        }
        around.push((at, line.depth, 0));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The children of a line, each with what is below it, rows and cells each in the order of their places. What has none stays where it is.
/// `None` if a row or cell is among that, since the others may belong to it, or if they are in order.
fn sorted(walk: &Walk, parent: usize) -> Result<Option<Vec<Range<usize>>>> {
    let lines = walk.lines();
    let mut children: Vec<Range<usize>> = Vec::new();
    let below = (parent + 1..lines.len()).take_while(|at| lines[*at].depth > lines[parent].depth);
    let mut depth = u16::MAX;
    for at in below {
        if lines[at].depth <= depth {
            depth = lines[at].depth;
            if lines[at].place == 0 && PLACED.contains(&walk.line(at)?.role) {
                return Ok(None);
            }
            children.push(at..at);
        }
        if let Some(last) = children.last_mut() {
            last.end = at + 1;
        }
    }
    // A row's place is among the rows, and that of a cell or header is a column.
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for (at, child) in children.iter().enumerate().filter(|(_, child)| lines[child.start].place > 0) {
        let is_row = walk.line(child.start)?.role == "row";
        let kind = if is_row { &mut rows } else { &mut cells };
        kind.push((at, child.clone()));
    }
    for kind in [rows, cells] {
        let mut placed = kind.clone();
        placed.sort_by_key(|(_, child)| lines[child.start].place);
        for ((at, _), (_, there)) in kind.into_iter().zip(placed) {
            children[at] = there;
        }
    }
    if children.is_sorted_by_key(|child| child.start) {
        return Ok(None);
    }
    Ok(Some(children))
}

#[cfg(test)]
mod tests {
    use super::super::tests::frame;
    use super::*;

    fn order(lines: &str) -> Option<Vec<usize>> {
        seen_order(&frame("main", lines, &[]).walk).expect("parses")
    }

    #[test]
    fn cells_and_rows_are_told_in_the_order_of_their_numbers() {
        let grid = "0\t1\tgrid\t\t\n1\t2\trow\t2\t\n2\t3\tgridcell\t2\tb\n3\t4\tbutton\ti\tB\n2\t5\tgridcell\t10i\tc\n2\t\ttext\t\t|\n2\t6\tgridcell\t1\ta\n1\t7\trow\t1\t\n2\t8\tcolumnheader\t1\tA";
        assert_eq!(order(grid), Some(vec![0, 7, 8, 1, 6, 2, 3, 5, 4]));
    }

    #[test]
    fn headers_beside_rows_stay_before_them() {
        let lines = |first: u8, last: u8| {
            format!(
                "0\t1\ttreegrid\t\t\n1\t2\tcolumnheader\t{first}\tName\n1\t3\tcolumnheader\t{last}\tQty\n1\t4\trow\t{first}\t\n2\t5\tgridcell\t1\tPear\n1\t6\trow\t{last}\t"
            )
        };
        assert_eq!(order(&lines(1, 2)), None);
        assert_eq!(order(&lines(2, 1)), Some(vec![0, 2, 1, 5, 3, 4]));
    }

    #[test]
    fn what_is_in_order_or_has_rows_without_numbers_stays() {
        assert_eq!(
            order("0\t1\trow\t\t\n1\t2\tcell\t1\ta\n1\t3\tcell\t1\tb\n1\t4\tcell\t3\tc"),
            None
        );
        assert_eq!(
            order("0\t1\tgrid\t\t\n1\t2\trow\t2\ta\n1\t3\trow\t\tb\n1\t4\trow\t1\tc"),
            None
        );
        assert_eq!(order("0\t1\trow\t\t\n1\t2\tcell\t\ta\n1\t3\tcell\ti\tb"), None);
    }
}
