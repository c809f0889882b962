//! What differs between two snapshots of a page, as lines marked `+`, `-` and `~`.

use super::align::{Item, Step, align};
use super::excerpt::{Excerpt, Mark, Row, Shown};
use super::tree::Snapshot;
use crate::error::Result;
use crate::report::Changes;
use std::fmt::Write as _;
use std::ops::Range;

/// The differences, written.
#[derive(Debug)]
pub(crate) struct Diff<'a> {
    pub(crate) text: String,
    pub(crate) changes: Changes,
    /// Whether nothing was left out.
    pub(crate) complete: bool,
    pub(crate) shown: Shown<'a>,
}

impl Snapshot {
    /// Writes what is different from `old`, which is an earlier snapshot of the same page, in at
    /// most about `max_bytes` bytes; what is left out is counted in the last line. What has moved
    /// is removed and added.
    pub(crate) fn changes_since<'a>(&'a self, old: &'a Self, max_bytes: usize) -> Result<Diff<'a>> {
        let before = old.items();
        let after = self.items();
        let steps = align(&before, &after);
        let mut changes = Changes {
            since: old.id,
            added: 0,
            removed: 0,
            changed: 0,
        };
        let mut left_out = 0;
        let mut excerpt = Excerpt::default();
        // The nodes since the last row that read as before: nearly all of the page.
        let mut passed: Option<Range<usize>> = None;
        let mut index = 0;
        while let Some(&step) = steps.get(index) {
            index += 1;
            let (view, mark) = match step {
                Step::Alike { new: is, count, .. } => {
                    passed.get_or_insert(is..is).end = is + count;
                    continue;
                }
                Step::Same { old: was, new: is } if before[was].line == after[is].line => {
                    passed.get_or_insert(is..is).end = is + 1;
                    continue;
                }
                Step::Same { old: was, new: is } => {
                    let view = self.node(is)?;
                    // The letters that say how a line came to be are not shown.
                    let mark = if view.line.reads_like(&old.node(was)?.line) {
                        Mark::None
                    } else {
                        Mark::Changed
                    };
                    (view, mark)
                }
                Step::Added(is) => (self.node(is)?, Mark::Added),
                Step::Removed(was) => (old.node(was)?, Mark::Removed),
            };
            // What goes with a removed line is below it, and is only counted.
            let mut below = 0;
            if let Step::Removed(was) = step {
                while let Some(&Step::Removed(next)) = steps.get(index) {
                    if old.depth(next) <= old.depth(was) {
                        break;
                    }
                    below += 1;
                    index += 1;
                }
            }
            match mark {
                Mark::Added => changes.added += 1,
                Mark::Removed => changes.removed += 1 + below,
                Mark::Changed => changes.changed += 1,
                Mark::None | Mark::Context | Mark::Hit => {}
            }
            if mark != Mark::None && excerpt.len() > max_bytes {
                left_out += 1 + below;
                continue;
            }
            for above in passed.take().map_or_else(Vec::new, |passed| self.open_after(passed)) {
                excerpt.row(&Row {
                    view: self.node(above)?,
                    mark: Mark::None,
                });
            }
            excerpt.row(&Row { view, mark });
            if below > 0 {
                let lines = if below == 1 { "line" } else { "lines" };
                excerpt.remark(&format!(" and {below} {lines} below"));
            }
        }
        let (body, shown) = excerpt.finish();
        let mut text = if changes.none() {
            format!("Nothing has changed since snapshot {}.\n", old.id)
        } else {
            let Changes {
                added, removed, changed, ..
            } = changes;
            format!(
                "Since snapshot {}: {added} added (+), {removed} removed (-), {changed} changed (~).\n",
                old.id
            )
        };
        text.push_str(&body);
        if left_out > 0 {
            let _ = writeln!(text, "… {left_out} more changed lines; a snapshot shows the whole page.");
        }
        Ok(Diff {
            text,
            changes,
            complete: left_out == 0,
            shown,
        })
    }

    /// The nodes of a range in which what follows the range may be, outermost first.
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
    use crate::snapshot::{FrameWalk, Told, UidMap};

    fn snapshot(lines: &str, uids: &mut UidMap) -> Snapshot {
        let walk = FrameWalk {
            frame: FrameId::from("main"),
            walk: Told::parse(format!("doc\thttp://host/\tShop\t800\t600\t0\t0\t0\t0\n{lines}"))
                .expect("well formed")
                .expect("not refused")
                .on_top_of(None)
                .expect("all of it"),
            children: Vec::new(),
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
    fn a_subtree_that_is_gone_is_one_line() {
        let new = SHOP.replace("1\t5\tdialog\t\tCookies\n2\t6\tbutton\ti\tYes\n2\t7\tbutton\ti\tNo\n", "");
        insta::assert_snapshot!(diff(&new), @r#"
        Since snapshot 1: 0 added (+), 3 removed (-), 0 changed (~).
        - uid=1_4 dialog "Cookies" and 2 lines below
        "#);
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
