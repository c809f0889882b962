//! The differences between two snapshots of a page, as lines marked `+`, `-` and `~`.
//!
//! [`align`](super::align) pairs the nodes of both. What is new is written as a snapshot would write it; a removed
//! subtree is one line. The session keeps the last 8
//! snapshots of a page within 32 MB; differences are against the page as it was last shown, so what `find_in_page` has
//! read does not count.

use super::align::{Item, Step, align};
use super::excerpt::{Excerpt, Mark, Row, Shown};
use super::tree::Snapshot;
use crate::error::Result;
use crate::report::Changes;
use std::fmt::Write as _;
use std::ops::Range;

/// More elements that only became inert, or are no longer, are counted: a page does that to all of it while something is open.
const FEW: usize = 3;
/// So many lines that are gone after another one are only counted: a list that is drawn anew.
const RUN: usize = 8;

/// The differences as text.
#[derive(Debug)]
pub(crate) struct Diff<'a> {
    pub(crate) text: String,
    pub(crate) changes: Changes,
    /// Whether the text contains all differences.
    pub(crate) complete: bool,
    pub(crate) shown: Shown<'a>,
}

/// Writes rows and counts them by their marks.
struct Writer<'a> {
    snapshot: &'a Snapshot,
    excerpt: Excerpt<'a>,
    /// The unchanged nodes since the last row: nearly all of the page.
    unchanged: Option<Range<usize>>,
    changes: Changes,
    left_out: usize,
    /// How many nodes became inert, and how many are no longer.
    inert: [usize; 2],
    max_bytes: usize,
}

impl<'a> Writer<'a> {
    fn new(snapshot: &'a Snapshot, since: u32, max_bytes: usize) -> Self {
        Self {
            snapshot,
            excerpt: Excerpt::default(),
            unchanged: None,
            changes: Changes {
                since,
                added: 0,
                removed: 0,
                changed: 0,
            },
            left_out: 0,
            inert: [0; 2],
            max_bytes,
        }
    }

    /// Passes over unchanged nodes.
    fn pass(&mut self, nodes: Range<usize>) {
        self.unchanged.get_or_insert(nodes.start..nodes.start).end = nodes.end;
    }

    /// Adds a row that stands for itself, `below` removed descendants, and `after` further lines that are gone with its siblings.
    fn row(&mut self, row: &Row<'a>, below: usize, after: usize) -> Result<()> {
        match row.mark {
            Mark::Removed => self.changes.removed += 1 + below + after,
            Mark::Changed => self.changes.changed += 1,
            Mark::None | Mark::Added | Mark::Context | Mark::Hit => {}
        }
        // What is gone leaves room for what is there.
        let room = if row.mark == Mark::Removed {
            self.max_bytes / 2
        } else {
            self.max_bytes
        };
        if row.mark != Mark::None && self.excerpt.len() > room {
            self.left_out += 1 + below + after;
            return Ok(());
        }
        self.open()?;
        self.excerpt.row(row);
        if below > 0 {
            let lines = if below == 1 { "line" } else { "lines" };
            self.excerpt.remark(&format!(" and {below} {lines} below"));
        }
        if after > 0 {
            self.excerpt.remark(&format!(" and {after} lines after it"));
        }
        Ok(())
    }

    /// Adds nodes that are new.
    fn new_rows(&mut self, nodes: Range<usize>) -> Result<()> {
        self.changes.added += nodes.len();
        if self.excerpt.len() > self.max_bytes {
            self.left_out += nodes.len();
            return Ok(());
        }
        self.open()?;
        for row in self.snapshot.new_rows(nodes)? {
            if self.excerpt.len() > self.max_bytes {
                self.left_out += 1;
            } else {
                self.excerpt.new_row(&row, Mark::Added);
            }
        }
        Ok(())
    }

    /// Tells the excerpt what the next row is in.
    fn open(&mut self) -> Result<()> {
        if let Some(unchanged) = self.unchanged.take() {
            for above in self.snapshot.open_after(unchanged) {
                self.excerpt.row(&Row {
                    view: self.snapshot.node(above)?,
                    mark: Mark::None,
                    cells: self.snapshot.first_cells(above)?,
                    before: None,
                });
            }
        }
        Ok(())
    }

    fn finish(self) -> Diff<'a> {
        let (body, shown) = self.excerpt.finish();
        let Changes {
            since,
            added,
            removed,
            changed,
        } = self.changes;
        let mut text = if self.changes.none() {
            format!("Nothing has changed since snapshot {since}.\n")
        } else {
            format!("Since snapshot {since}: {added} added (+), {removed} removed (-), {changed} changed (~).\n")
        };
        text.push_str(&body);
        for (count, how) in self
            .inert
            .into_iter()
            .zip(["inert now: the page keeps all input from them", "inert no more"])
        {
            if count > 0 {
                let _ = writeln!(text, "~ {count} elements are {how}");
            }
        }
        if self.left_out > 0 {
            let _ = writeln!(
                text,
                "… {} more changed lines; a snapshot shows the whole page.",
                self.left_out
            );
        }
        Diff {
            text,
            changes: self.changes,
            complete: self.left_out == 0,
            shown,
        }
    }
}

impl Snapshot {
    /// Writes the differences from `old`, an earlier snapshot of the same page, in about `max_bytes` bytes. The last
    /// line counts what is left out. A node that moved is removed and added.
    pub(crate) fn changes_since<'a>(&'a self, old: &'a Self, max_bytes: usize) -> Result<Diff<'a>> {
        let before = old.items();
        let after = self.items();
        let steps = self.regrouped(align(&before, &after), &after);
        let mut writer = Writer::new(self, old.id, max_bytes);
        let moved_on = focus_moved(&steps, &before, &after);
        let counts_inert = steps
            .iter()
            .filter(|step| self.is_now_inert(step, old).is_some())
            .nth(FEW)
            .is_some();
        let mut index = 0;
        while let Some(&step) = steps.get(index) {
            index += 1;
            let (view, mark, cells, earlier) = match step {
                Step::Alike { new: is, count, .. } => {
                    writer.pass(is..is + count);
                    continue;
                }
                Step::Same { old: was, new: is }
                    if before[was].line == after[is].line || moved_on && only_lost_focus(before[was].line, after[is].line) =>
                {
                    writer.pass(is..is + 1);
                    continue;
                }
                Step::Same { new: is, .. } if counts_inert && let Some(inert) = self.is_now_inert(&step, old) => {
                    writer.inert[usize::from(!inert)] += 1;
                    writer.changes.changed += 1;
                    writer.pass(is..is + 1);
                    continue;
                }
                Step::Same { old: was, new: is } => {
                    let view = self.node(is)?;
                    let was = old.node(was)?.line;
                    // Flags of a line are not part of the text form.
                    let alike = view.line.reads_like(&was);
                    let mark = if alike { Mark::None } else { Mark::Changed };
                    (view, mark, self.first_cells(is)?, Some(was))
                }
                Step::Added(is) => {
                    let more = (is + 1..).zip(&steps[index..]);
                    let count = more.take_while(|(next, step)| **step == Step::Added(*next)).count();
                    index += count;
                    writer.new_rows(is..is + 1 + count)?;
                    continue;
                }
                Step::Removed(was) => (old.node(was)?, Mark::Removed, old.first_cells(was)?, None),
            };
            // The descendants of a removed node are only counted.
            let below = match step {
                Step::Removed(was) => old.removed_below(was, &steps[index..]),
                _ => 0,
            };
            index += below;
            let after = match step {
                Step::Removed(was) => old.removed_after(was, &steps[index..]),
                _ => 0,
            };
            index += after;
            writer.row(
                &Row {
                    view,
                    mark,
                    cells,
                    before: earlier,
                },
                below,
                after,
            )?;
        }
        Ok(writer.finish())
    }

    /// The steps with texts of new elements as new. They were paired with equal texts of elements that are gone, so that the new ones
    /// would be told without them.
    fn regrouped(&self, steps: Vec<Step>, after: &[Item<'_>]) -> Vec<Step> {
        let mut regrouped = Vec::with_capacity(steps.len());
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        // The level of the outermost new element that the next node may be in.
        let mut inside: Option<u16> = None;
        for mut step in steps {
            if let Step::Alike { old, new, count } = &mut step {
                while *count > 0 && self.is_text_inside(*new, inside, after) {
                    removed.push(Step::Removed(*old));
                    added.push(Step::Added(*new));
                    (*old, *new, *count) = (*old + 1, *new + 1, *count - 1);
                }
            }
            match step {
                Step::Removed(_) => removed.push(step),
                Step::Added(is) => {
                    if inside.is_none_or(|level| self.depth(is) <= level) {
                        inside = Some(self.depth(is));
                    }
                    added.push(step);
                }
                Step::Same { old, new } if self.is_text_inside(new, inside, after) => {
                    removed.push(Step::Removed(old));
                    added.push(Step::Added(new));
                }
                Step::Alike { count: 0, .. } => {}
                Step::Same { .. } | Step::Alike { .. } => {
                    inside = None;
                    regrouped.append(&mut removed);
                    regrouped.append(&mut added);
                    regrouped.push(step);
                }
            }
        }
        regrouped.append(&mut removed);
        regrouped.append(&mut added);
        regrouped
    }

    /// Whether a node is a text in an element of this level.
    fn is_text_inside(&self, index: usize, level: Option<u16>, after: &[Item<'_>]) -> bool {
        after[index].uid.is_none() && level.is_some_and(|level| self.depth(index) > level)
    }

    /// Whether a node is inert now, if nothing else of it has changed.
    fn is_now_inert(&self, step: &Step, old: &Self) -> Option<bool> {
        let Step::Same { old: was, new: is } = *step else {
            return None;
        };
        let (is, was) = (self.node(is).ok()?.line, old.node(was).ok()?.line);
        is.differs_by_inert(&was).then(|| is.is_inert())
    }

    /// The number of steps at the beginning of `steps` that remove descendants of a node.
    fn removed_below(&self, node: usize, steps: &[Step]) -> usize {
        let is_below = |step: &&Step| matches!(step, Step::Removed(next) if self.depth(*next) > self.depth(node));
        steps.iter().take_while(is_below).count()
    }

    /// The number of steps at the beginning of `steps` that remove a long run of siblings of a node, with what is in them.
    fn removed_after(&self, node: usize, steps: &[Step]) -> usize {
        let is_of_run = |step: &&Step| matches!(step, Step::Removed(next) if self.depth(*next) >= self.depth(node));
        let run = steps.iter().take_while(is_of_run).count();
        if run >= RUN { run } else { 0 }
    }

    /// The nodes of a range that may contain the node after it, outermost first.
    fn open_after(&self, range: Range<usize>) -> Vec<usize> {
        let mut open = Vec::new();
        let mut below = u16::MAX;
        for index in range.rev() {
            if self.depth(index) < below {
                below = self.depth(index);
                open.push(index);
            }
        }
        open.reverse();
        open
    }

    fn items(&self) -> Vec<Item<'_>> {
        (0..self.len()).map(|index| self.item(index)).collect()
    }
}

/// The property of the line that has the focus.
const FOCUSED: &str = "\tfocused";

/// Whether a line has the focus that did not have it. That says, too, that another one has lost it.
fn focus_moved(steps: &[Step], before: &[Item<'_>], after: &[Item<'_>]) -> bool {
    let is_focused = |item: &Item<'_>| item.line.contains(FOCUSED);
    steps.iter().any(|step| match *step {
        Step::Same { old, new } => is_focused(&after[new]) && !is_focused(&before[old]),
        Step::Added(new) => is_focused(&after[new]),
        Step::Alike { .. } | Step::Removed(_) => false,
    })
}

/// Whether a line differs from what it was by the focus alone, which it had.
fn only_lost_focus(was: &str, is: &str) -> bool {
    was.len() == is.len() + FOCUSED.len()
        && was
            .split_once(FOCUSED)
            .is_some_and(|(head, tail)| is.starts_with(head) && is.ends_with(tail))
}

#[cfg(test)]
mod tests;
