//! Differences between snapshots, as they are written.

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
fn what_changed_in_a_table_says_its_row() {
    let table = "0\t1\tdocument\t\tT\n1\t2\ttable\t\tPeople\n\
        2\t3\trow\t\t\n3\t4\tcell\tt\tAda\n3\t5\tcell\tt\tPending\n3\t6\tbutton\ti\tEdit\n\
        2\t7\trow\t\t\n3\t8\tcell\tt\tAlan\n3\t9\tcell\tt\tPending\n3\t10\tbutton\ti\tEdit\n\
        2\t11\trow\ti\t\n3\t12\tcell\tt\tGrace\n3\t13\tcell\tt\tPending";
    let mut uids = UidMap::default();
    let old = snapshot(table, &mut uids);
    let new = table
        .replace("9\tcell\tt\tPending", "9\tcell\tt\tDone")
        .replace("10\tbutton\ti\tEdit", "10\tbutton\ti\tReopen")
        .replace("11\trow\ti\t", "11\trow\ti\t\tselected=true")
        .replace(
            "\n2\t3\trow\t\t\n3\t4\tcell\tt\tAda\n3\t5\tcell\tt\tPending\n3\t6\tbutton\ti\tEdit",
            "",
        );
    let new = snapshot(&new, &mut uids);
    insta::assert_snapshot!(new.changes_since(&old, 10_000).expect("known lines").text, @r##"
    Since snapshot 1: 0 added (+), 4 removed (-), 3 changed (~).
      uid=1_1 table "People"
    -   uid=1_2 row "Ada" | "Pending" and 3 lines below
        uid=1_6 row "Alan" | "Done"
    ~     uid=1_8 cell "Done"
    ~     uid=1_9 button "Reopen"
    ~   uid=1_10 row "Grace" | "Pending" selected=true
    "##);
}

#[test]
fn the_focus_that_moved_is_told_where_it_is() {
    let mut uids = UidMap::default();
    let first = snapshot(&SHOP.replace("\tName\n", "\tName\tfocused\tvalue=x\n"), &mut uids);
    let moved = SHOP.replace("\tName\n", "\tName\tvalue=x\n");
    let next = snapshot(&moved.replace("\tGo\n", "\tGo\tfocused\n"), &mut uids);
    insta::assert_snapshot!(next.changes_since(&first, 10_000).expect("known lines").text, @r#"
    Since snapshot 1: 0 added (+), 0 removed (-), 1 changed (~).
      uid=1_1 form "Sign in"
    ~   uid=1_3 button "Go" focused
    "#);
    // Nothing else would say that the focus is gone.
    let none = snapshot(&moved, &mut uids);
    let text = none.changes_since(&first, 10_000).expect("known lines").text;
    assert!(text.ends_with("\n~   uid=1_2 textbox \"Name\" value=x\n"), "{text}");
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
fn what_only_became_inert_is_counted_where_it_is_much() {
    let mut uids = UidMap::default();
    let page = |inert: &str, count: u32| {
        (0..count).fold(SHOP.to_owned(), |mut lines, n| {
            let _ = write!(lines, "\n1\t{}\tbutton\ti\tItem {n}{inert}", n + 20);
            lines
        })
    };
    let old = snapshot(&page("", 5), &mut uids);
    let new = snapshot(&format!("{}\n1\t90\tdialog\t\tPick", page("\tinert", 5)), &mut uids);
    let said = |new: &Snapshot, old: &Snapshot| new.changes_since(old, 10_000).expect("known lines").text;
    insta::assert_snapshot!(said(&new, &old), @r#"
    Since snapshot 1: 1 added (+), 0 removed (-), 5 changed (~).
    + uid=2_0 dialog "Pick"
    ~ 5 elements are inert now: the page keeps all input from them
    "#);
    assert!(
        said(&old, &new).ends_with("\n~ 5 elements are inert no more\n"),
        "{}",
        said(&old, &new)
    );
    let one = snapshot(&page("\tinert", 1), &mut uids);
    let free = snapshot(&page("", 1), &mut uids);
    assert!(
        said(&one, &free).ends_with("button \"Item 0\" inert\n"),
        "{}",
        said(&one, &free)
    );
}

#[test]
fn where_on_the_screen_an_element_is_is_no_change() {
    let mut uids = UidMap::default();
    let old = snapshot(SHOP, &mut uids);
    let new = snapshot(&SHOP.replace("\tGo\n", "\tGo\toffscreen=above\n"), &mut uids);
    let diff = new.changes_since(&old, 10_000).expect("known lines");
    assert!(diff.changes.none(), "{}", diff.text);
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
