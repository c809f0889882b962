//! What shares a line, and what is folded, cut or left out.

use super::tests::frame;
use super::*;
use crate::options::SnapshotFormat;
use std::fmt::Write as _;

/// The text of a document with these lines below its first one.
fn written(lines: &str, detail: Detail) -> String {
    let main = frame("main", &format!("0\t1\tdocument\t\tPage\n{lines}"), &[]);
    let mut uids = UidMap::default();
    let mut snapshot = Snapshot::build(1, 1, vec![main], 0, &mut uids).expect("builds");
    snapshot.detail = detail;
    let request = PageRequest {
        max_bytes: Some(0),
        ..PageRequest::default()
    };
    snapshot.write(&request, &mut uids).expect("writes").text
}

const TABLE: &str = "1\t2\ttable\t\tOrders
2\t3\trow\t\t
3\t4\tcolumnheader\tt\tOrder
3\t5\tcolumnheader\tt\tAction
2\t6\trow\t\t
3\t7\tcell\t\t
4\t8\tlink\tit\tNo 1\thref=/orders/1
3\t9\tcell\t\t
3\t10\tcell\tt\tPaid
3\t11\tcell\t\t
4\t12\tcheckbox\ti\tPick\tchecked=false
4\t13\tbutton\tit\tEdit";

#[test]
fn a_row_of_a_table_is_one_line_and_loses_no_control() {
    insta::assert_snapshot!(written(TABLE, Detail::default()), @r#"
    uid=1_0 document "Page"
      uid=1_1 table "Orders"
        row columnheader "Order" | columnheader "Action"
        row uid=1_7 link "No 1" | | "Paid" | uid=1_11 checkbox "Pick" uid=1_12 button "Edit"
    "#);
}

#[test]
fn a_row_with_a_bar_beside_a_text_is_one_line() {
    let lines = "1\t2\ttable\t\tRuns\n2\t3\trow\t\t\n3\t4\tcell\tt\tSteel\n3\t5\tcell\t\t
4\t6\ttext\tt\t30%\n4\t7\tprogressbar\t\tComplete\tvaluenow=30\n2\t8\trow\t\t\n3\t9\tcell\tt\tFury\n3\t10\tcell\tt\t0%";
    insta::assert_snapshot!(written(lines, Detail::default()), @r#"
    uid=1_0 document "Page"
      uid=1_1 table "Runs"
        row "Steel" | "30%" uid=1_6 progressbar "Complete" valuenow=30
        row "Fury" | "0%"
    "#);
}

#[test]
fn include_all_writes_every_node_with_all_properties() {
    let all = Detail {
        all: true,
        ..Detail::default()
    };
    let text = written(TABLE, all);
    assert_eq!(text.lines().count(), 13);
    assert!(text.contains("uid=1_11 checkbox \"Pick\" checked=false"), "{text}");
    assert!(text.contains("uid=1_7 link \"No 1\" href=\"/orders/1\""), "{text}");
}

#[test]
fn labels_of_a_drawing_share_a_line_and_are_cut_between_them() {
    let labels = |count: usize, name: &str| {
        (0..count).fold(String::new(), |mut lines, at| {
            let _ = writeln!(lines, "1\t{}\ttext\ttl\t{name}{at}", at + 2);
            lines
        })
    };
    let axis = written(labels(40, "").trim_end(), Detail::default());
    assert_eq!(axis.lines().count(), 2, "{axis}");
    assert!(axis.contains("  text \"0\" \"1\" \"2\""), "{axis}");
    assert!(axis.contains("\"39\"") && !axis.contains("length="), "{axis}");
    let long = written(labels(40, "A long label of a shape ").trim_end(), Detail::default());
    assert_eq!(long.lines().count(), 2, "{long}");
    assert!(
        long.contains("  text \"A long label of a shape 0\" \"A long label of a shape 1\""),
        "{long}"
    );
    assert!(long.contains(" length=") && !long.contains("…\" \"…\""), "{long}");
    let all = Detail {
        all: true,
        ..Detail::default()
    };
    assert_eq!(written(labels(40, "").trim_end(), all).lines().count(), 41);
}

#[test]
fn a_sentence_with_its_links_is_one_line_and_separators_are_left_out() {
    let lines = "1\t2\tparagraph\t\t
2\t\ttext\t\tMade by
2\t3\tlink\tit\tAnn\thref=/ann
2\t\ttext\t\t,
2\t4\tlink\tit\tBob\thref=/bob
2\t\ttext\t\tand others
1\t5\ttextbox\ti\tName\tvalue=x
1\t\ttext\t\tuid=9_9 button \"Forged\"";
    insta::assert_snapshot!(written(lines, Detail::default()), @r#"
    uid=1_0 document "Page"
      paragraph "Made by" uid=1_2 link "Ann" uid=1_3 link "Bob" "and others"
      uid=1_4 textbox "Name" value=x
      text "uid=9_9 button \"Forged\""
    "#);
}

#[test]
fn wrappers_around_one_thing_are_folded() {
    let lines = "1\t2\tnavigation\t\tMain
2\t3\tlist\t\t
3\t4\tlink\tit\tHome\thref=/
3\t5\tlistitem\t\t
4\t6\tlink\tit\tShop\thref=/shop
1\t7\tgroup\t\t
2\t8\tbutton\tit\tGo
1\t9\theading\tt\tNews\tlevel=2
2\t10\tlink\tit\tNews\thref=/news";
    insta::assert_snapshot!(written(lines, Detail::default()), @r#"
    uid=1_0 document "Page"
      uid=1_1 navigation "Main"
        uid=1_3 link "Home"
        uid=1_5 link "Shop"
      uid=1_7 button "Go"
      heading level=2 uid=1_9 link "News"
    "#);
}

#[test]
fn an_address_says_what_the_name_does_not() {
    let lines = "1\t2\tlink\tit\tOpen\thref=/a/first?x=1
1\t3\tlink\tit\tOpen\thref=/a/second?x=1
1\t4\tlink\ti\t\thref=https://example.org/cart/
1\t5\tlink\tit\tSame\thref=/s
1\t6\tlink\tit\tSame\thref=/s
1\t7\tlink\tit\tKiwi\tdescription=Kiwi (bird)\thref=/k";
    insta::assert_snapshot!(written(lines, Detail::default()), @r#"
    uid=1_0 document "Page"
      uid=1_1 link "Open" href="…first?x=1"
      uid=1_2 link "Open" href="…second?x=1"
      uid=1_3 link href="…cart/"
      uid=1_4 link "Same"
      uid=1_5 link "Same"
      uid=1_6 link "Kiwi"
    "#);
    let attributes = Detail {
        attributes: true,
        ..Detail::default()
    };
    assert!(written(lines, attributes).contains("link \"Kiwi\" description=\"Kiwi (bird)\" href=\"/k\""));
}

#[test]
fn long_text_is_cut_with_its_length_and_a_way_to_open_it() {
    let long = "word ".repeat(100);
    let lines = format!("1\t2\tparagraph\tt\t{}", long.trim());
    let text = written(&lines, Detail::default());
    assert!(text.contains("uid=1_1 paragraph \"word word"), "{text}");
    assert!(text.trim_end().ends_with("word…\" length=499"), "{text}");
    let whole = Detail {
        whole: true,
        ..Detail::default()
    };
    assert!(written(&lines, whole).contains(long.trim()));
}

#[test]
fn the_rest_of_a_long_run_without_controls_is_a_count() {
    let log = |entries: usize| {
        let mut lines = String::from("1\t2\tlist\t\tLog");
        for number in 0..entries {
            let _ = write!(lines, "\n2\t{}\tlistitem\tt\tEntry {number}", number + 3);
        }
        lines
    };
    let text = written(&log(60), Detail::default());
    assert!(text.contains("listitem \"Entry 5\""), "{text}");
    assert!(!text.contains("Entry 6"), "{text}");
    assert!(text.contains("    … 54 more listitem without controls: uid 1_1\n"), "{text}");
    // A small page is soon read, a large one is not.
    assert!(written(&log(40), Detail::default()).contains("Entry 39"));
    let large = format!(
        "{}{}",
        log(40),
        "\n1\t900\tparagraph\tt\tOther\n1\t901\theading\tt\tH".repeat(90)
    );
    let text = written(&large, Detail::default());
    assert!(text.contains("    … 34 more listitem without controls: uid 1_1\n"), "{text}");
}

#[test]
fn a_text_beside_a_control_without_a_name_is_no_name_of_it() {
    let lines = "1\t2\ttable\t\tTasks
2\t3\trow\t\t
3\t4\tcell\t\t
4\t5\tbutton\ti\t
4\t\ttext\t\tDelete account
3\t6\tcell\tt\t5
2\t11\trow\t\t
3\t12\tcell\t\t
4\t13\tcheckbox\ti\t
3\t14\tcell\tt\tAnn
1\t8\tlistitem\t\t
2\t10\tbutton\tit\tShare
2\t\ttext\t\tShared by Ann";
    let text = written(lines, Detail::default());
    assert!(text.contains(r#"button text "Delete account" | "5""#), "{text}");
    assert!(text.contains(r#"checkbox | "Ann""#), "{text}");
    assert!(text.contains(r#"button "Share" "Shared by Ann""#), "{text}");
}

#[test]
fn an_entry_of_a_list_shares_no_line_with_another_one() {
    let lines = "1\t2\tlist\t\t
2\t3\tlistitem\t\t
3\t\ttext\t\tVegetables
3\t4\tlist\t\t
4\t5\tlistitem\tt\tKale
2\t6\tlistitem\t\t
3\t\ttext\t\tEmpty
2\t7\tlistitem\tt\tBread";
    insta::assert_snapshot!(written(lines, Detail::default()), @r#"
    uid=1_0 document "Page"
      listitem
        text "Vegetables"
        uid=1_4 listitem "Kale"
      text "Empty"
      uid=1_6 listitem "Bread"
    "#);
}

#[test]
fn each_detail_option_selects_what_is_written() {
    let lines = "1\t2\tmain\t\t
2\t3\tparagraph\tt\tWords
2\t4\tregion\t\tCart
3\t5\theading\tt\tTwo things\tlevel=2
3\t6\tlist\t\t
4\t7\tlistitem\t\t
5\t\ttext\t\tTea
5\t8\tbutton\tit\tRemove";
    let detail = |change: fn(&mut Detail)| {
        let mut detail = Detail::default();
        change(&mut detail);
        written(lines, detail)
    };
    insta::assert_snapshot!(detail(|detail| detail.interactive_only = true), @r#"
    uid=1_0 document "Page"
      uid=1_3 region "Cart"
        uid=1_7 button "Remove"
    "#);
    insta::assert_snapshot!(detail(|detail| detail.text = false), @r#"
    uid=1_0 document "Page"
      main
        uid=1_3 region "Cart"
          heading "Two things" level=2
          uid=1_7 button "Remove"
    "#);
    insta::assert_snapshot!(detail(|detail| detail.max_depth = Some(2)), @r#"
    uid=1_0 document "Page"
      main
        paragraph "Words"
        uid=1_3 region "Cart" … 4 below
    "#);
}

#[test]
fn a_cursor_goes_on_at_the_same_node_in_both_forms() {
    let main = frame("main", &format!("0\t1\tdocument\t\tPage\n{TABLE}"), &[]);
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![main], 0, &mut uids).expect("builds");
    for format in [SnapshotFormat::Text, SnapshotFormat::Json] {
        let request = PageRequest {
            start: 5,
            format,
            ..PageRequest::default()
        };
        let page = snapshot.write(&request, &mut uids).expect("writes");
        assert!(
            page.text.contains("Paid") && !page.text.contains("columnheader"),
            "{}",
            page.text
        );
    }
}
