//! What the in-page script cannot do by itself: map elements to the frames that they own, and reach closed shadow
//! roots.

use super::page::CdpPage;
use super::protocol::{DescribedNode, FrameOwner, Properties, ResolvedNode};
use super::tree::SessionId;
use super::worlds::World;
use crate::backend::wire::{Command, WireError, read};
use crate::backend::{FrameId, agent};
use crate::error::Result;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// A group of handles that are released together. Each group has a unique name, so that concurrent calls do
/// not release each other's handles.
pub(super) struct Handles<'a> {
    page: &'a CdpPage,
    session: SessionId,
    pub(super) name: String,
}

impl<'a> Handles<'a> {
    pub(super) fn new(page: &'a CdpPage, world: &World) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            page,
            session: world.document.session.clone(),
            name: format!("uipilot-{}", NEXT.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

impl Drop for Handles<'_> {
    fn drop(&mut self) {
        self.page.wire.post(vec![
            Command::new("Runtime.releaseObjectGroup", json!({"objectGroup": self.name})).on(&self.session),
        ]);
    }
}

impl CdpPage {
    /// Sends several commands of one kind and returns the successful results. A node that disappears
    /// meanwhile does not affect the others.
    async fn ask_all<T: DeserializeOwned>(
        &self,
        session: &SessionId,
        method: &'static str,
        params: Vec<Value>,
    ) -> Result<Vec<Option<T>>> {
        let commands = params
            .into_iter()
            .map(|params| Command::new(method, params).on(session))
            .collect();
        let replies = self.uninterrupted(self.wire.batch(commands)).await?;
        replies
            .into_iter()
            .map(|reply| match read::<T>(method, reply) {
                Ok(result) => Ok(Some(result)),
                Err(WireError::Refused { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            })
            .collect()
    }

    /// Handles of the nodes that the script names, in its order.
    pub(super) async fn handles(
        &self,
        frame: &FrameId,
        world: &World,
        group: &Handles<'_>,
        method: &str,
        args: &str,
    ) -> Result<Vec<String>> {
        let arguments = json!([{"value": method}, {"value": args}]);
        let Some(list) = self
            .run_for_handle(frame, world, agent::HANDLES, arguments, &group.name)
            .await?
        else {
            return Ok(Vec::new());
        };
        let properties: Properties = self
            .ask_on(
                &world.document.session,
                "Runtime.getProperties",
                json!({"objectId": list, "ownProperties": true}),
            )
            .await?;
        Ok(properties
            .result
            .into_iter()
            .filter(|property| property.name.bytes().all(|byte| byte.is_ascii_digit()))
            .filter_map(|property| property.value?.object_id)
            .collect())
    }

    /// Maps frame owners to their child frames. An element owns the same frame as long as it is in the
    /// document, so each is queried once.
    pub(super) async fn find_child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        self.check()?;
        let children = self.tree.look(|tree| tree.children(frame));
        if children.is_empty() {
            return Ok(Vec::new());
        }
        let world = self.world(frame).await?;
        let document = world.document.number;
        let mut found = Vec::with_capacity(children.len());
        let mut unknown = Vec::new();
        for child in children {
            match self.worlds.owner(&child, document) {
                Some(node) => found.push((node, child)),
                None => unknown.push(child),
            }
        }
        if unknown.is_empty() {
            return Ok(found);
        }
        let session = &world.document.session;
        let group = Handles::new(self, &world);
        let owners = unknown.iter().map(|child| json!({"frameId": &**child})).collect();
        let owners: Vec<Option<FrameOwner>> = self.ask_all(session, "DOM.getFrameOwner", owners).await?;
        let (unknown, owners): (Vec<FrameId>, Vec<Value>) = unknown
            .into_iter()
            .zip(owners)
            .filter_map(|(child, owner)| {
                let owner = owner?.backend_node_id;
                Some((child, resolve(owner, &world, &group)))
            })
            .unzip();
        let nodes: Vec<Option<ResolvedNode>> = self.ask_all(session, "DOM.resolveNode", owners).await?;
        for (child, node) in unknown.into_iter().zip(nodes) {
            let Some(owner) = node.and_then(|node| node.object.object_id) else {
                continue;
            };
            let arguments = json!([{"value": "frameOwner"}, {"objectId": owner}]);
            let number = self.run_for_text(frame, &world, agent::ADOPT, arguments).await?;
            if let Some(number) = number.and_then(|number| number.parse::<u32>().ok()) {
                self.tree.look(|tree| {
                    self.worlds.put_owner(&child, document, number, |frame| tree.contains(frame));
                });
                found.push((number, child));
            }
        }
        Ok(found)
    }

    /// Hands closed shadow roots to the script. Returns whether there were new ones.
    pub(super) async fn hand_in_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        self.check()?;
        let world = self.world(frame).await?;
        let session = &world.document.session;
        let group = Handles::new(self, &world);
        let hosts = self.handles(frame, &world, &group, "shadowCandidates", "{}").await?;
        if hosts.is_empty() {
            return Ok(false);
        }
        let described = hosts.iter().map(|host| json!({"objectId": host})).collect();
        let described: Vec<Option<DescribedNode>> = self.ask_all(session, "DOM.describeNode", described).await?;
        let roots: Vec<Option<i64>> = described.into_iter().map(|host| closed_root(&host?)).collect();
        let wanted = roots.iter().flatten().map(|root| resolve(*root, &world, &group)).collect();
        let resolved: Vec<Option<ResolvedNode>> = self.ask_all(session, "DOM.resolveNode", wanted).await?;
        let mut resolved = resolved.into_iter();
        let mut arguments = vec![json!({"value": "shadowRoots"})];
        for (host, root) in hosts.iter().zip(roots) {
            let root = root.and_then(|_| resolved.next().flatten()?.object.object_id);
            arguments.push(json!({"objectId": host}));
            arguments.push(root.map_or(json!({"value": null}), |root| json!({"objectId": root})));
        }
        let answer = self
            .run_for_text(frame, &world, agent::ADOPT, Value::Array(arguments))
            .await?;
        Ok(answer.as_deref() == Some("true"))
    }
}

pub(super) fn resolve(node: i64, world: &World, group: &Handles<'_>) -> Value {
    json!({"backendNodeId": node, "executionContextId": world.context, "objectGroup": group.name})
}

fn closed_root(host: &DescribedNode) -> Option<i64> {
    host.node
        .shadow_roots
        .iter()
        .find(|root| root.shadow_root_type.as_deref() == Some("closed"))
        .map(|root| root.backend_node_id)
}
