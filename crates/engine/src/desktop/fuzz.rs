//! Trees that applications report, and the keys of requests.

use super::id::IdBook;
use super::node::{NodeSource, RawNode, UiNode};
use super::render::{Limits, render};
use super::tree::{Reading, UiTree};
use crate::error::Result;
use crate::fuzz::assert_clean;
use crate::input::Chord;
use std::collections::HashSet;

/// The line between the two readings of an input.
const BREAK: &str = "\n--\n";
const MAX_BYTES: usize = 1_000;

/// A chord of a request.
pub(crate) fn chord(key: &str, names: &[String]) -> Result<Chord> {
    super::keys::chord(key, names)
}

/// Reads two trees, whose nodes keep their ids, and writes them and what changed.
pub(crate) fn desktop(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (first, second) = text.split_once(BREAK).unwrap_or((&text, &text));
    let mut book = IdBook::default();
    let before = UiTree::build(reading(first), &mut book);
    let after = UiTree::build(reading(second), &mut book);
    for tree in [&before, &after] {
        let ids = tree.ids();
        let distinct: HashSet<_> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len(), "{ids:?}");
        assert!(ids.iter().all(|id| book.contains(id) && tree.get(id).is_some()));
        let limits = Limits {
            depth: None,
            max_bytes: Some(MAX_BYTES),
        };
        let written = render(&tree.roots, limits, None);
        assert_clean(&written.text);
        assert!(written.shown <= 1 || written.text.len() <= MAX_BYTES);
        assert_eq!((written.total, written.text.lines().count()), (ids.len(), written.shown));
    }
    if first == second {
        assert_eq!(before, after);
    }
    let diff = super::diff::diff_trees(&before, &after);
    if before == after {
        assert!(diff.is_empty(), "{}", diff.text());
    }
    assert_clean(&diff.text());
}

/// A node for each line: key, parent, role, title, value and states, separated by tabs.
fn reading(text: &str) -> Reading {
    let mut keys = HashSet::new();
    let nodes = text
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let key = fields.next().filter(|key| keys.insert((*key).to_owned()))?;
            let parent = fields.next().and_then(|parent| parent.parse().ok());
            let role = fields
                .next()
                .and_then(|role| ROLES.iter().find(|known| **known == role))
                .unwrap_or(&"group");
            let mut text = || fields.next().filter(|text| !text.is_empty()).map(str::to_owned);
            let (title, value, state) = (text(), text(), text());
            Some(RawNode {
                key: key.to_owned(),
                parent,
                identifier: state.clone(),
                press: None,
                secure: state.as_deref() == Some("secure"),
                node: UiNode {
                    id: String::new(),
                    role: (*role).to_owned(),
                    title,
                    value,
                    enabled: state.as_deref() != Some("disabled"),
                    focused: state.as_deref() == Some("focused"),
                    bounds: None,
                    states: Vec::new(),
                    actions: Vec::new(),
                    source: NodeSource::Atspi,
                    children: Vec::new(),
                },
            })
        })
        .collect();
    Reading { nodes, cut: None }
}

const ROLES: &[&str] = &["button", "textbox", "window", "listitem", "menuitem", "tab"];

/// An address of a D-Bus server that an application reports leads to a socket of this machine, or to nothing.
#[cfg(target_os = "linux")]
pub(crate) fn dbus(data: &[u8]) {
    super::linux::fuzz::dbus(&String::from_utf8_lossy(data));
}
