//! Gives a snapshot as data: a list of nodes, each with the index of its parent.

use super::tree::Snapshot;
use super::uid::UidMap;
use super::wire::value_text;
use crate::error::Result;
use crate::report::SnapshotNode;

impl Snapshot {
    /// All nodes. They are recorded as shown.
    pub(crate) fn nodes(&self, uids: &mut UidMap) -> Result<Vec<SnapshotNode>> {
        let mut nodes = Vec::with_capacity(self.len());
        // The indexes of the nodes above the current one, by level.
        let mut above: Vec<Option<usize>> = Vec::new();
        for index in 0..self.len() {
            let view = self.node(index)?;
            if let Some(uid) = view.uid {
                uids.shown(uid, view.line.meaning());
            }
            above.truncate(usize::from(view.depth));
            let parent = above.last().copied().flatten();
            // A level that the walk skips belongs to the nearest node above.
            above.resize(usize::from(view.depth), parent);
            above.push(Some(index));
            nodes.push(SnapshotNode {
                uid: view.uid.map(|uid| uid.to_string()),
                role: view.line.role.to_owned(),
                name: view.line.name.to_owned(),
                level: view.depth,
                parent,
                interactive: view.line.is_interactive(),
                hidden: view.line.is_hidden(),
                unseen: view.line.is_unseen() || view.line.is_described_unseen(),
                values: view
                    .line
                    .properties()
                    .map(|(key, value)| (key.to_owned(), value_text(value.unwrap_or("true")).into_owned()))
                    .collect(),
            });
        }
        Ok(nodes)
    }
}
