//! Snapshots as data.

use super::Effects;
use crate::api::json::Millis;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// One node of a snapshot. Its strings are as the page gave them: quote them before you show them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SnapshotNode {
    /// The UID by which calls take the element; absent for a run of text among elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// The role, for example `button`.
    pub role: String,
    /// The accessible name, or the text; empty where there is none.
    pub name: String,
    /// How deep it lies below the first node, which has 0.
    pub level: u16,
    /// Index of the parent among the nodes; absent for the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Whether a person can operate it.
    pub interactive: bool,
    /// Whether it is listed although it has no visible box: a hidden file input, or a control in a part of the page that is folded to nothing.
    pub hidden: bool,
    /// Whether a person cannot see words of its name, its text or its description that are enough to be an order.
    pub unseen: bool,
    /// States and values by their names, for example `checked`, `value`, `level`. A state without a
    /// value, such as `disabled`, is `true`.
    pub values: BTreeMap<String, String>,
}

/// The nodes of a snapshot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NodesReport {
    /// Number of the snapshot in this session: the first part of the UIDs that are new in it.
    pub snapshot_id: u32,
    /// The page's number.
    pub page: u32,
    /// The document's address.
    pub url: String,
    /// The document's title.
    pub title: String,
    /// All nodes, in the order of the document: parents come before their children.
    pub nodes: Vec<SnapshotNode>,
    /// Frames that could not be read (they navigated away or crashed meanwhile).
    pub frames_left_out: usize,
    /// The origins of frames in the user's own tab that the user has not allowed, each once. These frames are not among
    /// `framesLeftOut`: reading again does not help.
    pub origins_not_allowed: Vec<String>,
    /// Texts that are not among the nodes because a person cannot see them.
    pub unseen_left_out: usize,
    /// Whether some texts were not yet checked for being visible to a person, so that a later snapshot may leave out more.
    pub unseen_unfinished: bool,
    /// What else is to be said.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    #[serde(rename = "durationMs", with = "Millis")]
    pub duration: Duration,
}

impl NodesReport {
    /// The first node with this role and name that calls can take, which is one with a UID.
    ///
    /// ```no_run
    /// # async fn example(session: uipilot_engine::Session) -> uipilot_engine::Result<()> {
    /// let report = session.nodes(&Default::default()).await?;
    /// if let Some(uid) = report.find("button", "Save") {
    ///     session.click(uid, &Default::default()).await?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn find(&self, role: &str, name: &str) -> Option<&str> {
        self.nodes
            .iter()
            .filter(|node| node.role == role && node.name == name)
            .find_map(|node| node.uid.as_deref())
    }

    /// The children of the node with this index.
    pub fn children(&self, index: usize) -> impl Iterator<Item = &SnapshotNode> {
        self.nodes.iter().filter(move |node| node.parent == Some(index))
    }
}
