//! What the protocols share about scripts in an empty document of an origin.

use super::wire::{Command, ReplyResult, Wire, WireError};
use crate::error::{EngineError, ErrorKind};
use serde_json::json;
use std::hash::{BuildHasher, Hasher, RandomState};
use tokio::sync::oneshot;

/// An address at which no page can open another one, because none knows it. A page that begins there is no page of a
/// session.
pub(super) fn hidden_page() -> String {
    format!("about:blank#{:016x}", RandomState::new().build_hasher().finish())
}

/// An empty document, in base64. It names an icon, because a browser asks the server for the icon of one that names none.
pub(super) const EMPTY_DOCUMENT: &str = "PCFkb2N0eXBlIGh0bWw+PGxpbmsgcmVsPSJpY29uIiBocmVmPSJkYXRhOiwiPg==";

/// Creates something that a caller who has gone would leave behind: then `undo` gives the command that removes it.
pub(super) async fn create(
    wire: &Wire,
    command: Command,
    undo: impl FnOnce(ReplyResult) -> Option<Command> + Send + 'static,
) -> ReplyResult {
    let (tell, told) = oneshot::channel();
    wire.start_in_order(command, move |wire, reply| {
        if let Err(untold) = tell.send(reply)
            && let Some(undo) = undo(untold)
        {
            wire.post(vec![undo]);
        }
    });
    let ended = |_| WireError::Ended {
        why: "the browser ended".into(),
    };
    told.await.map_err(ended)?
}

/// A script that gives `undefined` in a document of another origin than this one.
pub(super) fn only_in(origin: &str, script: &str) -> String {
    format!("location.origin === {} ? ({script}) : undefined", json!(origin))
}

/// The error for such a script that gave `undefined`.
pub(super) fn no_document(origin: &str) -> EngineError {
    let what = format!("no empty document of {origin:?} could be loaded, or its storage is closed");
    EngineError::new(ErrorKind::Protocol, what)
}

/// The error for a cookie that the browser refused. It quotes the browser.
pub(super) fn refused_cookie(error: WireError) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, "the browser refused the cookie").with_source(error)
}
