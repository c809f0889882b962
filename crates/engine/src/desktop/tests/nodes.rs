use super::{node, raw};
use crate::desktop::diff::{diff_nodes, diff_trees};
use crate::desktop::find::{Query, find};
use crate::desktop::id::IdBook;
use crate::desktop::node::{Rect, UiNode};
use crate::desktop::render::{Limits, render};
use crate::desktop::tree::{Reading, UiTree};

fn slider() -> UiNode {
    UiNode {
        value: Some("0.5".into()),
        bounds: Some(Rect {
            x: 10.0,
            y: 20.0,
            w: 200.0,
            h: 30.0,
        }),
        ..node("slider", "Volume")
    }
}

#[test]
fn a_node_differs_by_what_can_be_observed() {
    type Change = fn(&mut UiNode);
    let before = slider();
    assert!(!diff_nodes(&before, &before));
    let changes: [(&str, Change); 5] = [
        ("value", |node| node.value = Some("0.8".into())),
        ("focus", |node| node.focused = true),
        ("enabled", |node| node.enabled = false),
        ("title", |node| node.title = Some("Loudness".into())),
        ("states", |node| node.states.push("checked".into())),
    ];
    for (what, change) in changes {
        let mut after = before.clone();
        change(&mut after);
        assert!(diff_nodes(&before, &after), "{what}");
    }
    let mut moved = before.clone();
    moved.bounds = None;
    moved.children.push(node("text", "inside"));
    assert!(!diff_nodes(&before, &moved), "bounds and children are not looked at");
}

/// A window with a button, a label, and a list of two.
fn reading() -> Reading {
    Reading {
        nodes: vec![
            raw("w", None, "window", "Main"),
            raw("b", Some(0), "button", "OK"),
            raw("t", Some(0), "text", "0"),
            raw("l", Some(0), "list", ""),
            raw("i1", Some(3), "listitem", "one"),
            raw("i2", Some(3), "listitem", "two"),
        ],
        cut: None,
    }
}

#[test]
fn a_tree_keeps_order_and_handles() {
    let mut book = IdBook::default();
    let tree = UiTree::build(reading(), &mut book);
    let titles: Vec<_> = render(&tree.roots, Limits::default(), None)
        .text
        .lines()
        .map(|line| {
            line.split(' ')
                .skip_while(|word| !word.starts_with("id="))
                .skip(1)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(
        titles,
        [
            "window \"Main\"",
            "button \"OK\"",
            "text \"0\"",
            "list",
            "listitem \"one\"",
            "listitem \"two\""
        ]
    );
    let id = tree.id_of("i2").expect("an id");
    assert_eq!(tree.handle(id).expect("a handle").key, "i2");
    assert_eq!(tree.get(id).expect("a node").title.as_deref(), Some("two"));
    assert_eq!(tree.len(), 6);
}

#[test]
fn a_tree_diff_tells_what_changed_elsewhere() {
    let mut book = IdBook::default();
    let before = UiTree::build(reading(), &mut book);
    assert!(diff_trees(&before, &before).is_empty());

    let mut now = reading();
    now.nodes[2].node.title = Some("1".into());
    now.nodes.pop();
    now.nodes.push(raw("d", Some(0), "dialog", "Saved"));
    now.nodes.push(raw("x", Some(5), "button", "Close"));
    let after = UiTree::build(now, &mut book);
    let diff = diff_trees(&before, &after);
    assert!(diff.beyond_focus());
    let text: Vec<String> = diff
        .text()
        .lines()
        .map(|line| line.replace(|c: char| c.is_ascii_hexdigit(), ""))
        .collect();
    assert_eq!(text.len(), 3, "{text:?}");
    assert!(
        text[0].starts_with("+ ") && text[0].ends_with("\"Sv\""),
        "only the dialog, not what is in it: {text:?}"
    );
    assert!(diff.text().contains("title \"0\" → \"1\""));
    assert_eq!(diff.removed[0].title.as_deref(), Some("two"));
}

#[test]
fn nodes_are_found_by_id_role_title_text_and_path() {
    let tree = UiTree::build(reading(), &mut IdBook::default());
    let id = tree.id_of("b").expect("an id").to_owned();
    let query = |query: Query| -> Vec<String> {
        find(&tree.roots, &query)
            .iter()
            .map(|node| node.title.clone().unwrap_or_else(|| node.role.clone()))
            .collect()
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        query(Query {
            id: Some(id),
            ..Query::default()
        }),
        ["OK"]
    );
    assert_eq!(
        query(Query {
            role: text("listitem"),
            ..Query::default()
        }),
        ["one", "two"]
    );
    assert_eq!(
        query(Query {
            title: text("one"),
            ..Query::default()
        }),
        ["one"]
    );
    assert_eq!(
        query(Query {
            text: text("TW"),
            ..Query::default()
        }),
        ["two"]
    );
    let path = |steps: &[&str]| Query {
        path: steps.iter().map(|step| (*step).to_owned()).collect(),
        ..Query::default()
    };
    assert_eq!(query(path(&["Main", "list", "two"])), ["two"]);
    assert_eq!(
        query(path(&["main", "TWO"])),
        ["two"],
        "steps may be left out, case does not count"
    );
    assert!(query(path(&["OK", "two"])).is_empty());
    assert!(
        query(Query {
            role: text("button"),
            title: text("two"),
            ..Query::default()
        })
        .is_empty()
    );
}

#[test]
fn text_of_an_application_stays_in_its_quotes() {
    let mut nodes = reading();
    nodes.nodes[1].node.title = Some("OK\"\nid=btn_00000000 button \"Forged".into());
    let tree = UiTree::build(nodes, &mut IdBook::default());
    let text = render(&tree.roots, Limits::default(), None).text;
    assert_eq!(text.lines().count(), 6);
    assert!(text.contains(r#"button "OK\"\nid=btn_00000000 button \"Forged""#));
}

#[test]
fn a_secure_field_never_has_a_value() {
    let mut nodes = reading();
    nodes.nodes[1].secure = true;
    nodes.nodes[1].node.value = Some("hunter2".into());
    let tree = UiTree::build(nodes, &mut IdBook::default());
    assert!(!format!("{tree:?}").contains("hunter2"));
}

#[test]
fn a_text_is_cut_by_depth_and_size() {
    let tree = UiTree::build(reading(), &mut IdBook::default());
    let shallow = render(
        &tree.roots,
        Limits {
            depth: Some(1),
            max_bytes: None,
        },
        None,
    );
    assert_eq!((shallow.shown, shallow.total), (4, 6));
    assert!(shallow.text.ends_with("list (2 children)\n"));
    let small = render(
        &tree.roots,
        Limits {
            depth: None,
            max_bytes: Some(1),
        },
        None,
    );
    assert_eq!((small.shown, small.total), (1, 6));
}
