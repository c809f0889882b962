//! What `find` answers, and where it says that a hit is.

use super::*;
use crate::snapshot::PageRequest;
use crate::snapshot::tests::frame;

/// A table as a walk gives it: rows have no names, and two of their cells hold the same text.
const TABLE: &str = "0\t1\tdocument\t\tT\n1\t2\ttable\t\tPeople\n\
    2\t3\trow\t\t\n3\t4\tcolumnheader\tt\tName\n3\t5\tcolumnheader\tt\tState\n3\t6\tcolumnheader\t\t\n4\t7\tbutton\ti\tSort\n\
    2\t8\trow\t\t\n3\t9\tcell\t\t\n4\t10\tlink\ti\tAda Lovelace\thref=#ada\n3\t11\tcell\tt\tPending\n3\t12\tcell\t\t\n4\t13\tbutton\ti\tEdit\n\
    2\t14\trow\tit\tAlan Turing Pending\tselected=true\n3\t15\tcell\tt\tAlan Turing\n3\t16\tcell\t\t\n4\t\ttext\t\tPending\n4\t17\tbutton\ti\tEdit\n\
    1\t18\tparagraph\t\t\n2\t\ttext\t\tRead the\n2\t19\tlink\ti\tterms\thref=#terms\n2\t\ttext\t\tof use";

fn find(options: &FindOptions) -> String {
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![frame("main", TABLE, &[])], 0, &mut uids).expect("builds");
    let query = Query::new(options).expect("a query");
    snapshot.find(&query, options, 0, &mut uids).expect("finds").text
}

fn text(text: &str) -> String {
    find(&FindOptions {
        text: Some(text.to_owned()),
        ..FindOptions::default()
    })
}

#[test]
fn a_cell_is_found_in_its_row() {
    insta::assert_snapshot!(text("pending"), @r##"
    2 found.
      uid=1_1 table "People"
        uid=1_7 row "Ada Lovelace" | "Pending"
    *     uid=1_10 cell "Pending"
        uid=1_13 row "Alan Turing" | "Pending" selected=true
    *     text "Pending"
    "##);
    insta::assert_snapshot!(text("edit"), @r##"
    2 found.
      uid=1_1 table "People"
        uid=1_7 row "Ada Lovelace" | "Pending"
    *     uid=1_12 button "Edit"
        uid=1_13 row "Alan Turing" | "Pending" selected=true
    *     uid=1_16 button "Edit"
    "##);
    // A header says by itself what it is.
    insta::assert_snapshot!(text("sort"), @r##"
    1 found.
      uid=1_1 table "People"
    *   uid=1_6 button "Sort"
    "##);
}

#[test]
fn the_row_is_told_once_for_all_that_is_found_in_it() {
    insta::assert_snapshot!(find(&FindOptions {
        regex: Some("^(Ada Lovelace|Edit)$".to_owned()),
        ..FindOptions::default()
    }), @r##"
    3 found.
      uid=1_1 table "People"
        uid=1_7 row "Ada Lovelace" | "Pending"
    *     uid=1_9 link "Ada Lovelace" href="#ada"
    *     uid=1_12 button "Edit"
        uid=1_13 row "Alan Turing" | "Pending" selected=true
    *     uid=1_16 button "Edit"
    "##);
}

#[test]
fn a_long_row_is_told_by_its_first_cells() {
    let mut lines = "0\t1\tdocument\t\tT\n1\t2\trow\t\t\n2\t3\tcell\t\t".to_owned();
    for cell in 4..30 {
        use std::fmt::Write as _;
        let _ = write!(lines, "\n2\t{cell}\tcell\tt\tThe cell with number {cell} of a wide table");
    }
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![frame("main", &lines, &[])], 0, &mut uids).expect("builds");
    let found = snapshot
        .find(&Query::text("number 20"), &FindOptions::default(), 0, &mut uids)
        .expect("finds");
    insta::assert_snapshot!(found.text, @r##"
    1 found.
      uid=1_1 row "The cell with number 4 of a wide table" | …
    *   uid=1_19 cell "The cell with number 20 of a wide table"
    "##);
}

#[test]
fn what_runs_over_several_cells_finds_the_row() {
    let row = text("ada lovelace Pending");
    insta::assert_snapshot!(row, @r##"
    1 found.
      uid=1_1 table "People"
    *   uid=1_7 row uid=1_9 link "Ada Lovelace" | "Pending" | uid=1_12 button "Edit"
    "##);
    for printed in [
        r#"row "Ada Lovelace" | "Pending""#,
        r#""Ada Lovelace" | "Pending" |"#,
        "Ada Lovelace | Pending",
        "Ada Lovelace\tPending\tEdit",
        r#"Pending" | uid=1_12 button "Edit""#,
    ] {
        assert!(text(printed).contains("Ada Lovelace"), "{printed}: {}", text(printed));
    }
    insta::assert_snapshot!(text("read the terms of"), @r##"
    1 found.
    * uid=1_17 paragraph "Read the" uid=1_18 link "terms" "of use"
    "##);
    // What one cell holds is found there alone.
    assert!(text("Ada Lovelace").starts_with("1 found"));
    assert!(text("Pending Ada").starts_with("0 found"));
}

#[test]
fn a_row_is_found_by_its_role_and_its_cells() {
    let role = |name: Option<&str>, regex: Option<&str>| {
        find(&FindOptions {
            role: Some("row".to_owned()),
            name: name.map(str::to_owned),
            regex: regex.map(str::to_owned),
            ..FindOptions::default()
        })
    };
    insta::assert_snapshot!(role(None, None), @r##"
    3 found.
      uid=1_1 table "People"
    *   uid=1_2 row columnheader "Name" | columnheader "State" | uid=1_6 button "Sort"
    *   uid=1_7 row uid=1_9 link "Ada Lovelace" | "Pending" | uid=1_12 button "Edit"
    *   uid=1_13 row selected=true "Alan Turing" | "Pending" uid=1_16 button "Edit"
    "##);
    insta::assert_snapshot!(role(Some("ada"), None), @r##"
    1 found.
      uid=1_1 table "People"
    *   uid=1_7 row uid=1_9 link "Ada Lovelace" | "Pending" | uid=1_12 button "Edit"
    "##);
    assert_eq!(role(Some("ada"), None), role(None, Some("^Ada.*Edit$")));
}

#[test]
fn lines_around_a_row_are_those_before_and_after_all_of_it() {
    insta::assert_snapshot!(find(&FindOptions {
        text: Some("ada lovelace pending".to_owned()),
        context: Some(1),
        ..FindOptions::default()
    }), @r##"
    1 found.
      uid=1_1 table "People"
        uid=1_6 button "Sort"
    *   uid=1_7 row uid=1_9 link "Ada Lovelace" | "Pending" | uid=1_12 button "Edit"
        uid=1_13 row "Alan Turing" | "Pending" selected=true
    "##);
}

#[test]
fn the_lines_of_a_snapshot_with_a_text_say_their_row_too() {
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![frame("main", TABLE, &[])], 0, &mut uids).expect("builds");
    let mut lines = |find| {
        let request = PageRequest {
            find: Some(find),
            ..PageRequest::default()
        };
        snapshot.write(&request, &mut uids).expect("writes").text
    };
    insta::assert_snapshot!(lines("pending"), @r##"
    uid=1_0 document "T"
      uid=1_1 table "People"
        uid=1_7 row "Ada Lovelace" | "Pending"
          uid=1_10 cell "Pending"
        uid=1_13 row "Alan Turing" | "Pending" selected=true
          uid=1_15 cell
            text "Pending"
    "##);
    insta::assert_snapshot!(lines("ada lovelace pending"), @r##"
    uid=1_0 document "T"
      uid=1_1 table "People"
        uid=1_7 row "Ada Lovelace" | "Pending"
          uid=1_8 cell
            uid=1_9 link "Ada Lovelace" href="#ada"
          uid=1_10 cell "Pending"
          uid=1_11 cell
            uid=1_12 button "Edit"
    "##);
}
