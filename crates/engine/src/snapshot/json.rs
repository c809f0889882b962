//! Writes a snapshot as a JSON tree.

use super::render::Limit;
use super::tree::Snapshot;
use super::uid::UidMap;
use super::wire::value_text;
use crate::error::Result;
use crate::text::json_line;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Writes the properties of the document and as many nodes as fit. Leaves the object open for [`close`].
pub(super) fn write(snapshot: &Snapshot, indexes: &[usize], limit: &Limit, uids: &mut UidMap) -> Result<(String, usize)> {
    let mut text = String::new();
    let _ = write!(
        text,
        "{{\"snapshotId\":{},\"page\":{},\"url\":{},\"title\":{},\"nodes\":[",
        snapshot.id,
        snapshot.page,
        json_line(&Value::from(snapshot.url()).to_string()),
        json_line(&Value::from(snapshot.title()).to_string())
    );
    // Depths of the open nodes. The part may begin deep in the tree.
    let mut open: Vec<u16> = Vec::new();
    let mut has_sibling = false;
    let mut count = 0;
    for &index in indexes {
        let view = snapshot.node(index)?;
        let mut node = Map::new();
        if let Some(uid) = view.uid {
            node.insert("uid".into(), uid.to_string().into());
        }
        node.insert("role".into(), view.line.role.into());
        if !view.line.name.is_empty() {
            node.insert("name".into(), view.line.name.into());
        }
        if view.line.is_hidden() {
            node.insert("hidden".into(), true.into());
        }
        if view.line.is_unseen() || view.line.is_described_unseen() {
            node.insert("unseen".into(), true.into());
        }
        for (key, value) in view.line.properties() {
            node.entry(key)
                .or_insert_with(|| value.map_or(json!(true), |value| json!(value_text(value))));
        }
        let mut piece = json_line(&Value::Object(node).to_string()).into_owned();
        piece.pop();
        let closing = open.iter().rev().take_while(|depth| **depth >= view.depth).count();
        if count > 0 && (text.len() + piece.len() + 2 * (open.len() + 1) > limit.bytes || count >= limit.lines) {
            break;
        }
        for _ in 0..closing {
            open.pop();
            text.push_str("]}");
            has_sibling = true;
        }
        if has_sibling {
            text.push(',');
        }
        text.push_str(&piece);
        text.push_str(",\"children\":[");
        open.push(view.depth);
        has_sibling = false;
        if let Some(uid) = view.uid {
            uids.shown(uid, view.line.meaning());
        }
        count += 1;
    }
    for _ in 0..open.len() {
        text.push_str("]}");
    }
    Ok((text, count))
}

/// Ends the object with the counts of what was left out.
pub(super) fn close(text: &mut String, snapshot: &Snapshot, total: usize, count: usize, next: Option<usize>) {
    let _ = write!(
        text,
        "],\"totalNodes\":{total},\"shownNodes\":{count},\"framesLeftOut\":{},\"unseenLeftOut\":{},\"unseenUnfinished\":{}",
        snapshot.frames_left_out,
        snapshot.unseen(),
        snapshot.unseen_unfinished()
    );
    if !snapshot.origins_not_allowed.is_empty() {
        let _ = write!(
            text,
            ",\"originsNotAllowed\":{}",
            serde_json::json!(snapshot.origins_not_allowed)
        );
    }
    if let Some(next) = next {
        let _ = write!(text, ",\"leftOut\":{},\"cursor\":\"{}:{next}\"", total - next, snapshot.id);
    }
    text.push('}');
}
