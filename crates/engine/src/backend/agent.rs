//! What the protocols share about the script in the page: its text and how it is called.
//!
//! The script keeps to an isolated world (CDP) or a sandbox (BiDi), under `__uipilot`; see
//! `injected/src/protocol.ts`. Only constants of ours and data arguments reach the page.

use super::wire::DEFAULT_LIMIT;
use std::time::Duration;

/// The name of the isolated world or sandbox.
pub const WORLD: &str = "uipilot";

/// An expression that puts the script in place, once a document, and gives its entry function.
/// A document that comes back from the back/forward cache keeps the script and its registry. A frame or
/// an element of this name is a property of the global object too, but never a function.
pub const INJECT: &str = concat!(
    "if (typeof globalThis.__uipilot !== 'function') {\n",
    include_str!("../generated/injected.js"),
    "\n}\nglobalThis.__uipilot"
);

/// Calls a method: `(method, args) -> string`, or `null` where the script is not there yet, so
/// that the backend injects it and calls again.
pub const CALL: &str = "function(method, args) { const agent = globalThis.__uipilot; return typeof agent === 'function' ? agent(method, args) : null; }";

/// Asks for nodes: `(method, args) -> array`, or `null` as in [`CALL`].
pub const HANDLES: &str =
    "function(method, args) { const agent = globalThis.__uipilot; return agent ? agent.handles(method, args) : null; }";

/// Hands nodes in: `(method, ...nodes) -> string`, or `null` as in [`CALL`].
pub const ADOPT: &str =
    "function(method, ...nodes) { const agent = globalThis.__uipilot; return agent ? agent.adopt(method, ...nodes) : null; }";

/// Whether a method only looks, so that it may be called again on the document that took the place
/// of the one it was called on.
pub fn is_repeatable(method: &str) -> bool {
    matches!(method, "walk" | "page" | "wait" | "locate")
}

/// How many documents a method that only looks follows a frame through.
pub(super) const MAX_DOCUMENTS: usize = 5;

/// How long the answer of a method may take.
pub(super) fn answer_limit(method: &str) -> Duration {
    if waits(method) {
        Duration::from_hours(24)
    } else {
        DEFAULT_LIMIT
    }
}

/// Whether a method takes as long as its own arguments say, so that no deadline of ours applies.
pub fn waits(method: &str) -> bool {
    matches!(method, "wait" | "locate" | "choose")
}
