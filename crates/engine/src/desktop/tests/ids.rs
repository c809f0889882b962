use super::raw;
use crate::desktop::id::IdBook;
use crate::desktop::node::RawNode;
use std::collections::HashSet;

fn list(titles: &[(&str, &str)]) -> Vec<RawNode> {
    let mut nodes = vec![raw("w", None, "window", "Main"), raw("l", Some(0), "list", "")];
    nodes.extend(titles.iter().map(|(key, title)| raw(key, Some(1), "listitem", title)));
    nodes
}

#[test]
fn ids_have_the_agreed_form() {
    let ids = IdBook::default().assign(&[raw("b", None, "button", "OK"), raw("x", None, "canvas", "")]);
    let (word, hash) = ids[0].split_once('_').expect("two parts");
    assert_eq!(word, "btn");
    assert!(hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)));
    assert!(ids[1].starts_with("el_"));
}

#[test]
fn two_books_give_the_same_ids() {
    let nodes = list(&[("a", "one"), ("b", "two")]);
    assert_eq!(IdBook::default().assign(&nodes), IdBook::default().assign(&nodes));
}

#[test]
fn no_two_nodes_share_an_id() {
    let mut nodes = vec![raw("w", None, "window", "")];
    for number in 0..60_000 {
        let parent = if number % 7 == 0 { 0 } else { nodes.len() - 1 };
        nodes.push(raw(&format!("n{number}"), Some(parent), "button", "same"));
        if number % 50 == 0 {
            nodes.push(raw(&format!("g{number}"), Some(0), "group", ""));
        }
    }
    let ids = IdBook::default().assign(&nodes);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), nodes.len());
}

#[test]
fn a_living_node_keeps_its_id() {
    let mut book = IdBook::default();
    let before = book.assign(&list(&[("a", "one"), ("b", "two")]));
    assert_eq!(book.assign(&list(&[("a", "one"), ("b", "two")])), before, "read again");
    assert_eq!(book.assign(&list(&[("a", "1"), ("b", "two")])), before, "another title");
    let inserted = book.assign(&list(&[("n", "new"), ("a", "1"), ("b", "two")]));
    assert_eq!((&inserted[3], &inserted[4]), (&before[2], &before[3]), "a sibling before it");
    assert!(!before.contains(&inserted[2]));
}

#[test]
fn an_id_is_not_given_to_another_thing() {
    let mut book = IdBook::default();
    let before = book.assign(&list(&[("a", "one"), ("b", "two")]));
    let after = book.assign(&list(&[("b", "two"), ("c", "three")]));
    assert_eq!(after[2], before[3]);
    assert_ne!(after[3], before[2]);
    let other = book.assign(&list(&[("z", "zero")]));
    assert!(!before.contains(&other[2]), "what stands in its place is another thing");
    assert!(book.contains(&before[2]));
}

#[test]
fn a_list_that_never_stays_the_same_is_not_kept_whole_and_its_ids_are_not_given_again() {
    let mut book = IdBook::default();
    let first = book.assign(&list(&[("first", "first")]));
    let mut given = HashSet::new();
    for reading in 0..600 {
        let rows: Vec<_> = (0..50).map(|row| format!("row {reading} {row}")).collect();
        let rows: Vec<_> = rows.iter().map(|row| (row.as_str(), row.as_str())).collect();
        for id in &book.assign(&list(&rows))[2..] {
            assert!(given.insert(id.clone()), "{id} was given twice");
        }
    }
    assert!(book.len() < 21_000, "{} are kept of {}", book.len(), given.len());
    assert!(book.contains(&first[2]) && given.iter().all(|id| book.contains(id)));
    assert!(!book.contains("itm_00000000") && !book.contains(&format!("{}_99999", first[2])));
    assert!(!book.contains(&format!("{}_02", first[2])));
    assert_eq!(book.assign(&list(&[("w2", "x")]))[..2], first[..2], "what stays keeps its id");
}

#[test]
fn an_object_made_anew_for_the_same_thing_keeps_the_id() {
    let mut book = IdBook::default();
    let before = book.assign(&list(&[("a", "one"), ("b", "two")]));
    assert_eq!(book.assign(&list(&[("a2", "one"), ("b2", "two")])), before);
}

#[test]
fn a_developers_identifier_outlives_a_move() {
    let named = |index: usize| {
        let mut nodes = list(&[("a", "one"), ("b", "two"), ("c", "three")]);
        nodes[2 + index].identifier = Some("save".into());
        nodes
    };
    let first = IdBook::default().assign(&named(0));
    let last = IdBook::default().assign(&named(2));
    assert_eq!(first[2], last[4]);
}

#[test]
fn a_key_that_names_something_else_now_gets_another_id() {
    let mut book = IdBook::default();
    let before = book.assign(&[raw("x", None, "button", "OK")]);
    let after = book.assign(&[raw("x", None, "textbox", "OK")]);
    assert_ne!(before, after);
    let again = book.assign(&[raw("x", None, "textbox", "OK")]);
    assert_eq!(after, again);
}
