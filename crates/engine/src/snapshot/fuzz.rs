//! Walks as a page may answer them, and everything that is written from them.

use super::tree::{FrameWalk, Snapshot};
use super::uid::{Lookup, Uid, UidMap};
use super::wire::{Walk, WalkAnswer};
use super::{PageRequest, Query};
use crate::backend::FrameId;
use crate::fuzz::{assert_clean, assert_error};
use crate::options::{FindOptions, SnapshotFormat};
use serde_json::Value;
use std::collections::HashSet;

/// The line between the answers of an input: the first walk, the next one, and that of a frame.
const BREAK: &str = "\n--\n";
/// The size limit of a written part.
const MAX_BYTES: usize = 2_000;

/// Reads two walks of a document and one of a frame in it, and writes them in every form.
pub(crate) fn walk(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut answers = text.splitn(3, BREAK);
    let Some(first) = answers.next().and_then(|answer| read(answer, None)) else {
        return;
    };
    let second = answers.next().and_then(|answer| read(answer, Some(&first)));
    let inner = answers.next().and_then(|answer| read(answer, None));
    let mut uids = UidMap::default();
    let Some(before) = build(first, inner, &mut uids) else {
        return;
    };
    written(&before, &mut uids);
    found(&before, &mut uids);
    assert!(same(&before, &before));
    if let Some(after) = second.and_then(|walk| build(walk, None, &mut uids)) {
        written(&after, &mut uids);
        changed(&before, &after, &mut uids);
        changed(&after, &before, &mut uids);
    }
}

/// A walk as the page sends it. Every line of it can be read.
pub(crate) fn read(answer: &str, before: Option<&Walk>) -> Option<Walk> {
    let parsed =
        WalkAnswer::parse(answer.to_owned()).and_then(|answer| answer.ok().map(|answer| answer.resolve(before)).transpose());
    let walk = match parsed {
        Ok(walk) => walk?,
        Err(error) => {
            assert_error(&error, &["PROTOCOL"]);
            return None;
        }
    };
    for (index, at) in walk.lines().iter().enumerate() {
        let line = walk.line(index).ok();
        assert_eq!(line.map(|line| (line.depth, line.number)), Some((at.depth, at.number)));
        assert!(!walk.content(index).contains('\n'));
    }
    assert!(walk.bytes() <= answer.len() + before.map_or(0, |before| before.bytes() * (answer.len() + 1)));
    Some(walk)
}

/// A snapshot of a document, with the walk of a frame in its first frame owner.
pub(crate) fn build(walk: Walk, inner: Option<Walk>, uids: &mut UidMap) -> Option<Snapshot> {
    let owner = walk.lines().iter().find(|line| line.owns_frame).and_then(|line| line.number);
    let child = FrameId::from("inner");
    let mut walks = vec![FrameWalk {
        frame: FrameId::from("main"),
        walk,
        children: owner.map(|owner| (owner, FrameId::clone(&child))).into_iter().collect(),
        freed: Vec::new(),
    }];
    walks.extend(inner.map(|walk| FrameWalk {
        frame: child,
        walk,
        children: Vec::new(),
        freed: Vec::new(),
    }));
    match Snapshot::build(1, 1, walks, 0, uids) {
        Ok(snapshot) => Some(snapshot),
        Err(error) => {
            assert_error(&error, &["PROTOCOL"]);
            None
        }
    }
}

/// Reads a snapshot part by part, as text and as JSON: the parts are bounded and complete, and name only live UIDs.
fn written(snapshot: &Snapshot, uids: &mut UidMap) {
    for format in [SnapshotFormat::Text, SnapshotFormat::Json] {
        let (mut start, mut shown) = (0, 0);
        let total = loop {
            let request = PageRequest {
                start,
                max_bytes: Some(MAX_BYTES),
                format,
                ..PageRequest::default()
            };
            let Ok(page) = snapshot.write(&request, uids) else {
                panic!("not written from {start}")
            };
            shown += page.shown_lines;
            match format {
                SnapshotFormat::Text => checked(&page.text, uids),
                SnapshotFormat::Json => assert!(serde_json::from_str::<Value>(&page.text).is_ok()),
            }
            if page.shown_lines > 1 {
                assert!(page.text.len() <= MAX_BYTES + 1_000, "{} bytes", page.text.len());
            }
            let Some(next) = page.next else {
                break page.total_lines;
            };
            assert!(next > start && next < snapshot.len());
            start = next;
        };
        assert_eq!(shown, total);
    }
    let nodes = snapshot.nodes(uids).unwrap_or_default();
    assert_eq!(nodes.len(), snapshot.len());
    for (index, node) in nodes.iter().enumerate() {
        assert!(
            node.parent
                .is_none_or(|parent| parent < index && nodes[parent].level < node.level)
        );
    }
}

/// Searches with a text of the page and with an expression.
fn found(snapshot: &Snapshot, uids: &mut UidMap) {
    let Ok(first) = (if snapshot.len() > 0 { snapshot.node(0) } else { return }) else {
        return;
    };
    let options = FindOptions {
        text: Some(first.line.name.to_owned()),
        regex: Some(first.line.role.to_owned()),
        limit: Some(3),
        context: Some(2),
        ..FindOptions::default()
    };
    let query = match Query::new(&options) {
        Ok(query) => query,
        Err(error) => return assert_error(&error, &["INVALID_INPUT"]),
    };
    let mut start = 0;
    while let Ok(part) = snapshot.find(&query, &options, start, uids) {
        checked(&part.text, uids);
        assert!(part.shown <= 3);
        let Some(next) = part.next else { break };
        assert!(next > start);
        start = next;
    }
}

/// Asserts that a text is clean, and that each UID at the beginning of a line is one that was given.
fn checked(text: &str, uids: &UidMap) {
    assert_clean(text);
    for line in text.lines() {
        let begin = line.trim_start_matches([' ', '+', '-', '~', '*']);
        if let Some(rest) = begin.strip_prefix("uid=") {
            let uid = rest.split(' ').next().unwrap_or_default().parse::<Uid>();
            assert!(uid.is_ok_and(|uid| !matches!(uids.look_up(uid), Lookup::Unknown)), "{line:?}");
        }
    }
}

/// The changes from one snapshot to another add up, and none are told exactly if both read the same.
fn changed(before: &Snapshot, after: &Snapshot, uids: &mut UidMap) {
    let Ok(diff) = after.changes_since(before, MAX_BYTES) else {
        panic!("not compared")
    };
    checked(&diff.text, uids);
    let changes = &diff.changes;
    assert_eq!(before.len() + changes.added, after.len() + changes.removed, "{}", diff.text);
    if same(before, after) {
        assert!(changes.none(), "{}", diff.text);
    }
    if changes.none() && distinct(before) && distinct(after) {
        assert!(alike(before, after), "{}", diff.text);
    }
    diff.shown.note(uids);
}

/// Whether two snapshots have the same lines.
fn same(one: &Snapshot, other: &Snapshot) -> bool {
    one.len() == other.len() && (0..one.len()).all(|index| one.item(index) == other.item(index))
}

/// Whether two snapshots read the same.
fn alike(one: &Snapshot, other: &Snapshot) -> bool {
    one.len() == other.len()
        && (0..one.len()).all(|index| match (one.node(index), other.node(index)) {
            (Ok(one), Ok(other)) => one.uid == other.uid && one.line.reads_like(&other.line),
            _ => false,
        })
}

/// Whether no two nodes have the same UID. Only a page that forges its walk has such nodes.
fn distinct(snapshot: &Snapshot) -> bool {
    let mut seen = HashSet::new();
    (0..snapshot.len())
        .filter_map(|index| snapshot.item(index).uid)
        .all(|uid| seen.insert(uid))
}
