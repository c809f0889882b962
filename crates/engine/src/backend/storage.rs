//! What the protocols share about scripts in an empty document of an origin.

use super::wire::{Command, ReplyResult, Wire};
use std::hash::{BuildHasher, Hasher, RandomState};
use tokio::sync::oneshot;

/// An address at which no page can open another one, because none knows it. A page that begins there is no page of a
/// session.
pub(super) fn hidden_page() -> String {
    format!("about:blank#{:016x}", RandomState::new().build_hasher().finish())
}

/// Creates something that a caller who has gone would leave behind: then `undo` gives the command that removes it.
pub(super) async fn create(
    wire: &Wire,
    command: Command,
    undo: impl FnOnce(ReplyResult) -> Option<Command> + Send + 'static,
) -> Option<ReplyResult> {
    let (tell, told) = oneshot::channel();
    wire.start_in_order(command, move |wire, reply| {
        if let Err(untold) = tell.send(reply)
            && let Some(undo) = undo(untold)
        {
            wire.post(vec![undo]);
        }
    });
    told.await.ok()
}
