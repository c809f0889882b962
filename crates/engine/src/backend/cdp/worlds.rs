//! The documents that have the in-page script, kept in memory, without I/O.

use super::tree::DocumentRef;
use crate::backend::FrameId;
use crate::backend::monitor::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The script in one document.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) document: DocumentRef,
    /// The context's number, for commands that accept no handle.
    pub(super) context: i64,
    /// Handle of the script's entry function.
    pub(super) agent: Arc<str>,
}

/// The script in each document that was called so far, and the known frame owners.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    known: Mutex<HashMap<FrameId, World>>,
    /// Node numbers of frame owners, by child frame, with the document they are in.
    owners: Mutex<HashMap<FrameId, (u64, u32)>>,
}

impl Worlds {
    pub(super) fn get(&self, frame: &FrameId, document: &DocumentRef) -> Option<World> {
        let known = lock(&self.known);
        known.get(frame).filter(|world| world.document == *document).cloned()
    }

    pub(super) fn put(&self, frame: &FrameId, world: &World, exists: impl Fn(&str) -> bool) {
        let mut known = lock(&self.known);
        known.retain(|frame, _| exists(frame));
        known.insert(Arc::clone(frame), world.clone());
    }

    pub(super) fn forget(&self, frame: &FrameId) {
        lock(&self.known).remove(frame);
    }

    pub(super) fn owner(&self, child: &FrameId, document: u64) -> Option<u32> {
        let owners = lock(&self.owners);
        owners.get(child).filter(|owner| owner.0 == document).map(|owner| owner.1)
    }

    pub(super) fn put_owner(&self, child: &FrameId, document: u64, node: u32, exists: impl Fn(&str) -> bool) {
        let mut owners = lock(&self.owners);
        owners.retain(|frame, _| exists(frame));
        owners.insert(Arc::clone(child), (document, node));
    }
}
