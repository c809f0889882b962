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
                self.excerpt.new_row(&row);
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
        let mut index = 0;
        while let Some(&step) = steps.get(index) {
            index += 1;
            let (view, mark, earlier) = match step {
                Step::Alike { new: is, count, .. } => {
                    writer.pass(is..is + count);
                    continue;
                }
                Step::Same { old: was, new: is } if before[was].line == after[is].line => {
                    writer.pass(is..is + 1);
                    continue;
                }
                Step::Same { old: was, new: is } => {
                    let view = self.node(is)?;
                    let was = old.node(was)?.line;
                    // Flags of a line are not part of the text form.
                    let alike = view.line.reads_like(&was);
                    (view, if alike { Mark::None } else { Mark::Changed }, Some(was))
                }
                Step::Added(is) => {
                    let more = (is + 1..).zip(&steps[index..]);
                    let count = more.take_while(|(next, step)| **step == Step::Added(*next)).count();
                    index += count;
                    writer.new_rows(is..is + 1 + count)?;
                    continue;
                }
                Step::Removed(was) => (old.node(was)?, Mark::Removed, None),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::FrameId;
    use crate::snapshot::{FrameWalk, UidMap, WalkAnswer};

    fn snapshot(lines: &str, uids: &mut UidMap) -> Snapshot {
        let walk = FrameWalk {
            frame: FrameId::from("main"),
            walk: WalkAnswer::parse(format!("doc\thttp://host/\tShop\t800\t600\t0\t0\t0\t0\n{lines}"))
                .expect("well formed")
                .expect("not refused")
                .resolve(None)
                .expect("all of it"),
            children: Vec::new(),
            freed: Vec::new(),
        };
        Snapshot::build(1, 1, vec![walk], 0, uids).expect("builds")
    }

    const SHOP: &str = "0\t1\tdocument\t\tShop\n1\t2\tform\t\tSign in\n2\t3\ttextbox\ti\tName\n2\t4\tbutton\ti\tGo\n1\t5\tdialog\t\tCookies\n2\t6\tbutton\ti\tYes\n2\t7\tbutton\ti\tNo\n1\t\ttext\t\tFoot";

    fn diff(new: &str) -> String {
        let mut uids = UidMap::default();
        let old = snapshot(SHOP, &mut uids);
        let new = snapshot(new, &mut uids);
        new.changes_since(&old, 10_000).expect("known lines").text
    }

    #[test]
    fn nothing_changed() {
        assert_eq!(diff(SHOP), "Nothing has changed since snapshot 1.\n");
        let flags = SHOP.replace("textbox\ti\t", "textbox\tit\t");
        assert_eq!(diff(&flags), "Nothing has changed since snapshot 1.\n");
    }

    #[test]
    fn lines_stand_below_their_nearest_named_ancestor() {
        let new = SHOP
            .replace("Name\n", "Name\tvalue=Ada\n")
            .replace("\tGo\n", "\tGo\n2\t8\talert\t\tWrong password\n");
        insta::assert_snapshot!(diff(&new), @r#"
        Since snapshot 1: 1 added (+), 0 removed (-), 1 changed (~).
          uid=1_1 form "Sign in"
        ~   uid=1_2 textbox "Name" value=Ada
        +   uid=2_0 alert "Wrong password"
        "#);
    }

    #[test]
    fn what_is_new_is_written_as_a_snapshot_would_write_it() {
        let mut new = SHOP.to_owned();
        new.push_str("\n1\t8\tdialog\t\tWhen\n2\t9\theading\tt\tMay 2026\tlevel=2\n2\t10\ttable\t\t");
        for week in 0..2 {
            let row = 20 + week * 10;
            let _ = write!(new, "\n3\t{row}\trow\tt\tall its days");
            for day in 1..4 {
                let n = row + day * 3;
                let _ = write!(new, "\n4\t{n}\tcell\t\t\n5\t{}\tbutton\ti\t{}", n + 1, week * 7 + day);
            }
        }
        insta::assert_snapshot!(diff(&new), @r#"
        Since snapshot 1: 17 added (+), 0 removed (-), 0 changed (~).
        + uid=2_0 dialog "When"
        +   heading "May 2026" level=2
        +   uid=2_2 table
        +     row uid=2_5 button "1" | uid=2_7 button "2" | uid=2_9 button "3"
        +     row uid=2_11 button "8" | uid=2_13 button "9" | uid=2_15 button "10"
        "#);
    }

    #[test]
    fn a_change_does_not_repeat_the_long_properties_that_stayed() {
        let mut uids = UidMap::default();
        let shop = |state: &str, options: &str| {
            format!("{SHOP}\n1\t8\tcombobox\ti\tSize\tvalue={state}\tdescription=How large\toptions={options}")
        };
        let old = snapshot(&shop("S", "S|M"), &mut uids);
        let new = snapshot(&shop("M", "S|M"), &mut uids);
        let other = snapshot(&shop("M", "M|L"), &mut uids);
        let said = |new: &Snapshot, old: &Snapshot| new.changes_since(old, 10_000).expect("known lines").text;
        assert!(
            said(&new, &old).ends_with("\n~ uid=1_7 combobox \"Size\" value=M\n"),
            "{}",
            said(&new, &old)
        );
        assert!(
            said(&other, &new).ends_with(" value=M options=\"M|L\"\n"),
            "{}",
            said(&other, &new)
        );
    }

    #[test]
    fn a_text_of_a_new_element_is_new() {
        let mut uids = UidMap::default();
        let shop = |id: u32| {
            format!(
                "{SHOP}\n1\t{id}\tlistitem\t\t\n2\t\ttext\t\tBread\n2\t{}\tbutton\ti\tBuy\n2\t\ttext\t\tnow",
                id + 1
            )
        };
        let old = snapshot(&shop(8), &mut uids);
        let new = snapshot(&shop(20), &mut uids);
        insta::assert_snapshot!(new.changes_since(&old, 10_000).expect("known lines").text, @r#"
        Since snapshot 1: 4 added (+), 4 removed (-), 0 changed (~).
        - uid=1_7 listitem and 3 lines below
        + listitem "Bread" uid=2_1 button "Buy" "now"
        "#);
    }

    #[test]
    fn new_text_is_written_in_full() {
        let long = "Every word of this is what the caller waits for. ".repeat(12);
        let new = format!("{SHOP}\n1\t8\tparagraph\tt\t{long}");
        assert!(diff(&new).contains(long.trim()), "{}", diff(&new));
    }

    #[test]
    fn a_subtree_that_is_gone_is_one_line() {
        let new = SHOP.replace("1\t5\tdialog\t\tCookies\n2\t6\tbutton\ti\tYes\n2\t7\tbutton\ti\tNo\n", "");
        insta::assert_snapshot!(diff(&new), @r#"
        Since snapshot 1: 0 added (+), 3 removed (-), 0 changed (~).
        - uid=1_4 dialog "Cookies" and 2 lines below
        "#);
    }

    #[test]
    fn a_long_run_of_siblings_that_are_gone_is_one_line() {
        let mut uids = UidMap::default();
        let list = |names: &str, from: usize| {
            let mut lines = SHOP.to_owned();
            for (n, name) in names.chars().enumerate() {
                let _ = write!(lines, "\n1\t{}\tbutton\ti\t{name}", n + from);
            }
            lines
        };
        let old = snapshot(&list("abcdefghij", 20), &mut uids);
        let new = snapshot(&list("xy", 40), &mut uids);
        insta::assert_snapshot!(new.changes_since(&old, 10_000).expect("known lines").text, @r#"
        Since snapshot 1: 2 added (+), 10 removed (-), 0 changed (~).
        - uid=1_7 button "a" and 9 lines after it
        + uid=2_0 button "x"
        + uid=2_1 button "y"
        "#);
    }

    #[test]
    fn what_is_gone_leaves_room_for_what_is_there() {
        let mut uids = UidMap::default();
        // Each has a sibling that stays, so that no run is one line.
        let list = |from: usize| {
            (0..60).fold(SHOP.to_owned(), |mut lines, n| {
                let _ = write!(
                    lines,
                    "\n1\t{}\tbutton\ti\tKept {n}\n1\t{}\tbutton\ti\tLine {from} {n}",
                    n + 100,
                    n + from
                );
                lines
            })
        };
        let old = snapshot(&list(200), &mut uids);
        let new = snapshot(&list(300), &mut uids);
        let cut = new.changes_since(&old, 2_000).expect("known lines").text;
        let count = |mark: &str| cut.lines().filter(|line| line.starts_with(mark)).count();
        assert!(count("+") >= 2 * count("-"), "{cut}");
    }

    #[test]
    fn a_text_that_reads_otherwise_is_one_change() {
        insta::assert_snapshot!(diff(&SHOP.replace("Foot", "New foot")), @r#"
        Since snapshot 1: 0 added (+), 0 removed (-), 1 changed (~).
        ~ text "New foot"
        "#);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let mut uids = UidMap::default();
        let old = snapshot(SHOP, &mut uids);
        let mut many = SHOP.to_owned();
        for n in 0..50 {
            let _ = write!(many, "\n1\t{}\tbutton\ti\tNew {n}", n + 20);
        }
        let new = snapshot(&many, &mut uids);
        let cut = new.changes_since(&old, 300).expect("known lines");
        assert_eq!((cut.changes.added, cut.complete), (50, false));
        assert!(
            cut.text.ends_with("more changed lines; a snapshot shows the whole page.\n"),
            "{}",
            cut.text
        );
    }
}
