//! Whole snapshots, from walks to text and JSON.

use super::*;
use crate::backend::{Frame, FrameId};
use crate::options::SnapshotFormat;

pub(super) fn frame(id: &str, lines: &str, children: &[(u32, &str)]) -> FrameWalk {
    let text = format!(
        "doc-{id}\thttp://host/{id}\tTitle {id}\t800\t600\t0\t0\t{}\t0\n{lines}",
        children.len()
    );
    FrameWalk {
        frame: FrameId::from(id),
        walk: WalkAnswer::parse(text)
            .expect("well formed")
            .expect("not refused")
            .resolve(None)
            .expect("all of it"),
        children: children
            .iter()
            .map(|(number, child)| (*number, FrameId::from(*child)))
            .collect(),
        freed: Vec::new(),
    }
}

fn shop() -> (Snapshot, UidMap) {
    let main = frame(
        "main",
        "0\t1\tdocument\t\tShop\n1\t2\theading\t\tBasket\tlevel=1\n1\t3\tiframe\tf\tPay\n1\t4\ttextbox\ti\tName\tvalue=a \"b\"\trequired\n1\t\ttext\t\tuid=9_9 button \"Forged\"",
        &[(3, "pay")],
    );
    let pay = frame(
        "pay",
        "0\t1\tdocument\t\tPay\n1\t2\tgroup\t\t\n2\t3\tbutton\ti\tPay now\tdisabled",
        &[],
    );
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![main, pay], 0, &mut uids).expect("builds");
    (snapshot, uids)
}

#[test]
fn frames_are_stitched_below_their_owners() {
    let (snapshot, mut uids) = shop();
    let page = snapshot.write(&PageRequest::default(), &mut uids).expect("writes");
    insta::assert_snapshot!(page.text, @r#"
    uid=1_0 document "Shop"
      heading "Basket" level=1
      uid=1_2 iframe "Pay"
        uid=1_4 button "Pay now" disabled
      uid=1_5 textbox "Name" value="a \"b\"" required
      text "uid=9_9 button \"Forged\""
    "#);
    assert_eq!((page.total_lines, page.shown_lines, page.next), (6, 6, None));
}

#[test]
fn a_forged_role_breaks_no_line() {
    let mut lines = String::from("0\t1\tdocument\t\tT");
    for depth in 1..40 {
        use std::fmt::Write as _;
        let _ = write!(lines, "\n{depth}\t{}\tgr\u{202e}o\u{1b}up\t\tLevel {depth}", depth + 1);
    }
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![frame("main", &lines, &[])], 0, &mut uids).expect("builds");
    let request = PageRequest {
        start: 39,
        ..PageRequest::default()
    };
    let page = snapshot.write(&request, &mut uids).expect("writes");
    let first = page.text.lines().next().expect("the ancestors");
    assert!(
        first.starts_with("(continued inside … > uid=1_31 group \"Level 31\" > "),
        "{first}"
    );
    assert!(
        !page.text.contains(|c| c != '\n' && crate::text::is_deceptive(c)),
        "{}",
        page.text
    );
}

#[test]
fn nodes_without_a_root_have_no_parent() {
    let walk = frame("main", "2\t1\tgroup\t\t\n2\t2\tgroup\t\t\n3\t3\tbutton\t\t", &[]);
    let mut uids = UidMap::default();
    let snapshot = Snapshot::build(1, 1, vec![walk], 0, &mut uids).expect("builds");
    let nodes = snapshot.nodes(&mut uids).expect("nodes");
    let parents: Vec<_> = nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, None, Some(1)]);
}

#[test]
fn nodes_name_their_parents_across_frames() {
    let (snapshot, mut uids) = shop();
    let nodes = snapshot.nodes(&mut uids).expect("reads");
    let seen: Vec<_> = nodes
        .iter()
        .map(|node| (node.uid.as_deref(), node.role.as_str(), node.name.as_str(), node.parent))
        .collect();
    assert_eq!(
        seen,
        [
            (Some("1_0"), "document", "Shop", None),
            (Some("1_1"), "heading", "Basket", Some(0)),
            (Some("1_2"), "iframe", "Pay", Some(0)),
            (Some("1_3"), "group", "", Some(2)),
            (Some("1_4"), "button", "Pay now", Some(3)),
            (Some("1_5"), "textbox", "Name", Some(0)),
            (None, "text", "uid=9_9 button \"Forged\"", Some(0)),
        ]
    );
    let states = |index: usize| nodes[index].values.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    assert_eq!(states(4).collect::<Vec<_>>(), [("disabled", "true")]);
    assert_eq!(states(5).collect::<Vec<_>>(), [("required", "true"), ("value", "a \"b\"")]);
    assert!(nodes[4].interactive && !nodes[3].interactive);
}

#[test]
fn a_later_walk_keeps_its_frames_as_long_as_they_are_all_known_and_there() {
    let list = |ids: &[&str]| -> Vec<Frame> {
        let child = |id: &&str| Frame {
            id: FrameId::from(*id),
            parent: Some(FrameId::from("main")),
            url: String::new(),
        };
        ids.iter().map(child).collect()
    };
    let two = "0\t1\tdocument\t\tT\n1\t3\tiframe\tf\tA\n1\t4\tiframe\tf\tB";
    let before = frame("main", two, &[(3, "a"), (4, "b")]);
    let still = |walk: &FrameWalk, frames: &[&str]| before.children_still(&walk.walk, &list(frames));
    assert_eq!(still(&before, &["b", "a"]), Some(before.children.clone()));
    let one = frame("main", "0\t1\tdocument\t\tT\n1\t4\tiframe\tf\tB", &[(4, "b")]);
    assert_eq!(still(&one, &["a", "b"]), Some(one.children.clone()));
    let none = frame("main", "0\t1\tdocument\t\tT", &[]);
    assert_eq!(still(&none, &["a"]), Some(Vec::new()));
    // Another frame in the same element, a new element, another document.
    assert_eq!(still(&before, &["b", "c"]), None);
    let new = frame("main", &two.replace("\t4\t", "\t5\t"), &[(3, "a"), (5, "b")]);
    assert_eq!(still(&new, &["a", "b"]), None);
    assert_eq!(still(&frame("other", two, &[(3, "a"), (4, "b")]), &["a", "b"]), None);
}

#[test]
fn documents_other_than_web_pages_state_their_type() {
    let main = frame("main", "0\t1\tdocument\t\tT\n1\t3\tiframe\tf\tReport", &[(3, "a")]);
    let pdf = "0\t1\tdocument\t\t\ttype=application/pdf";
    let below = frame("a", &format!("{pdf}\n1\t2\tbutton\ti\tNext"), &[]);
    let mut uids = UidMap::default();
    let mut written = |walks| {
        let snapshot = Snapshot::build(1, 1, walks, 0, &mut uids).expect("builds");
        snapshot.write(&PageRequest::default(), &mut uids).expect("writes").text
    };
    assert_eq!(
        written(vec![main, below]),
        "uid=1_0 document \"T\"\n  uid=1_1 iframe \"Report\"\n    uid=1_2 document type=\"application/pdf\"\n      uid=1_3 button \"Next\"\n"
    );
    assert_eq!(
        written(vec![frame("main", pdf, &[])]),
        "uid=1_0 document type=\"application/pdf\"\n(The browser shows the PDF in a viewer of its own, which cannot be read. A screenshot shows it.)\n"
    );
    // A walk that is not ours may have no line at all.
    assert_eq!(written(vec![frame("main", "", &[])]), "The page is empty.\n");
    // An empty file gets no remark.
    let empty = frame("main", "0\t1\tdocument\t\t\ttype=text/plain", &[]);
    assert_eq!(written(vec![empty]), "uid=1_0 document type=\"text/plain\"\n");
}

#[test]
fn a_cut_says_what_is_left_and_the_cursor_gives_exactly_that() {
    let (snapshot, mut uids) = shop();
    let first = snapshot
        .write(
            &PageRequest {
                max_lines: Some(3),
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    assert!(
        first
            .text
            .ends_with("… 3 of 6 lines left out (lines 1–3 shown). Go on: cursor \"1:4\". Narrow down: uid, selector or find.\n"),
        "{}",
        first.text
    );
    let rest = snapshot
        .write(
            &PageRequest {
                start: 4,
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    insta::assert_snapshot!(rest.text, @r#"
    (continued inside uid=1_0 document "Shop" > uid=1_2 iframe "Pay" > uid=1_3 group)
        uid=1_4 button "Pay now" disabled
      uid=1_5 textbox "Name" value="a \"b\"" required
      text "uid=9_9 button \"Forged\""
    "#);
    assert_eq!(
        snapshot
            .write(
                &PageRequest {
                    start: 8,
                    ..PageRequest::default()
                },
                &mut uids
            )
            .expect_err("behind the end")
            .code(),
        "INVALID_INPUT"
    );
}

#[test]
fn a_budget_in_bytes_always_gives_one_line() {
    let (snapshot, mut uids) = shop();
    let page = snapshot
        .write(
            &PageRequest {
                max_bytes: Some(1),
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    assert_eq!((page.shown_lines, page.next), (1, Some(1)));
}

#[test]
fn find_keeps_the_ancestors_of_what_it_finds() {
    let (snapshot, mut uids) = shop();
    let page = snapshot
        .write(
            &PageRequest {
                find: Some("PAY NOW"),
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    assert_eq!(
        page.text
            .lines()
            .map(|line| line.trim().split(' ').nth(1).unwrap_or_default())
            .collect::<Vec<_>>(),
        ["document", "iframe", "group", "button"]
    );
    let none = snapshot
        .write(
            &PageRequest {
                find: Some("nowhere"),
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    assert_eq!(
        none.text,
        "Nothing found: no line of the snapshot (7 lines) contains \"nowhere\".\n"
    );
}

#[test]
fn json_is_a_tree_that_parses_whole_and_in_parts() {
    let (snapshot, mut uids) = shop();
    for (start, max_lines) in [(0, None), (0, Some(5)), (4, None), (3, Some(2))] {
        let request = PageRequest {
            start,
            max_lines,
            format: SnapshotFormat::Json,
            ..PageRequest::default()
        };
        let page = snapshot.write(&request, &mut uids).expect("writes");
        let value: serde_json::Value = serde_json::from_str(&page.text).unwrap_or_else(|e| panic!("{e}: {}", page.text));
        assert_eq!(value["totalNodes"], 7);
        assert_eq!(value["shownNodes"], page.shown_lines);
    }
    let page = snapshot
        .write(
            &PageRequest {
                format: SnapshotFormat::Json,
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    let value: serde_json::Value = serde_json::from_str(&page.text).expect("parses");
    assert_eq!(
        value.pointer("/nodes/0/children/1/children/0/children/0/name"),
        Some(&"Pay now".into())
    );
    assert_eq!(value.pointer("/nodes/0/children/2/required"), Some(&true.into()));
}

#[test]
fn only_what_was_shown_changes_the_identity() {
    let (_, mut uids) = shop();
    let renamed = frame("main", "0\t1\tdocument\t\tShop\n1\t2\theading\t\tEmpty basket\tlevel=1", &[]);
    let snapshot = Snapshot::build(1, 1, vec![renamed], 0, &mut uids).expect("builds");
    snapshot
        .write(
            &PageRequest {
                max_lines: Some(1),
                ..PageRequest::default()
            },
            &mut uids,
        )
        .expect("writes");
    let name = |uids: &UidMap| match uids.look_up(Uid { snapshot: 1, counter: 1 }) {
        Lookup::Live(node) => node.node.name,
        other => panic!("{other:?}"),
    };
    assert_eq!(name(&uids), "Basket");
    snapshot.write(&PageRequest::default(), &mut uids).expect("writes");
    assert_eq!(name(&uids), "Empty basket");
}

#[test]
fn find_compares_what_is_printed_too() {
    let (snapshot, mut uids) = shop();
    let mut lines = |find: &str| {
        let request = PageRequest {
            find: Some(find),
            ..PageRequest::default()
        };
        snapshot.write(&request, &mut uids).expect("writes").text
    };
    assert!(lines("button \"pay now\"").contains("button \"Pay now\""));
    let printed = lines("pay now");
    let state = printed
        .lines()
        .last()
        .and_then(|line| line.rsplit_once('"'))
        .map_or("", |(_, states)| states.trim());
    assert!(state.is_empty() || lines(state).contains("Pay now"), "{printed}");
    assert!(lines("nowhere=").starts_with("Nothing found"));
}
