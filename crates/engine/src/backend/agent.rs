//! The parts that the protocols share about the in-page script: its text and the calls to it.
//!
//! The script lives in an isolated world (CDP) or a sandbox (BiDi), under `__uipilot`; see
//! `injected/src/protocol.ts`. Only our own constants and data arguments reach the page.

use super::gates::Guard;
use super::wire::DEFAULT_LIMIT;
use std::time::Duration;

/// The name of the isolated world or sandbox.
pub const WORLD: &str = "uipilot";

/// An expression that injects the first part of the script, once per document, and evaluates to its entry function. A document
/// that comes back from the back/forward cache keeps the script and its registry. A frame or an element of
/// this name is also a property of the global object, but it is never a function.
pub const INJECT: &str = concat!(
    "if (typeof globalThis.__uipilot !== 'function') {\n",
    include_str!("../generated/injected.js"),
    "\n}\nglobalThis.__uipilot"
);

/// Adds the methods that a first look does not need, to a script that is there. It may be done again.
pub const REST: &str = include_str!("../generated/rest.js");

/// The answer of a method that is in [`REST`], and that is not there. No method answers so.
pub const REST_WANTED: &str = "\u{1}rest";

/// Injects the whole script.
pub(super) fn inject_whole() -> String {
    format!("{INJECT};\n{REST}globalThis.__uipilot")
}

macro_rules! close_gate {
    ($guard:literal) => {
        concat!(
            include_str!("../generated/gate.js"),
            "\nglobalThis.__uipilotGate?.close?.(5000, '",
            $guard,
            "');"
        )
    };
}

/// The script that stops input in a document, for 5 s at most, until [`OPEN_GATE`].
pub(super) fn close_gate(guard: Guard) -> &'static str {
    match guard {
        Guard::Input => close_gate!("input"),
        Guard::Presses => close_gate!("presses"),
        Guard::Wheel => close_gate!("wheel"),
        Guard::Touch => close_gate!("touch"),
    }
}

/// How long other documents may take to close their gates. One that takes longer is busy.
pub(super) const GATE_LIMIT: Duration = Duration::from_millis(500);

/// Ends what `close_gate` begins. Does nothing in a document without a gate.
pub const OPEN_GATE: &str = "globalThis.__uipilotGate?.open?.();";

/// Opens the gates that a document closed when it came from the back/forward cache, also in a sandbox that no call reaches. As `OVER`
/// in `watching/gate.ts`.
pub const OPEN_RESTORED: &str = "window.dispatchEvent(new Event('uipilot:over'));";

/// Calls a method: `(method, args) -> string`. The result is `null` if the script is missing, and [`REST_WANTED`] if its rest is; the
/// backend then injects that and calls again.
pub const CALL: &str = "function(method, args) { const agent = globalThis.__uipilot; return typeof agent === 'function' ? agent(method, args) : null; }";

/// Requests nodes: `(method, args) -> array`, or `null` as in [`CALL`].
pub const HANDLES: &str =
    "function(method, args) { const agent = globalThis.__uipilot; return agent ? agent.handles(method, args) : null; }";

/// Passes nodes to the script: `(method, ...nodes) -> string`, or `null` as in [`CALL`].
pub const ADOPT: &str =
    "function(method, ...nodes) { const agent = globalThis.__uipilot; return agent ? agent.adopt(method, ...nodes) : null; }";

/// A function that gives a script of the caller's to ours, or answers `null` as in [`CALL`]. `source` is the caller's, never
/// the page's.
pub(super) fn install(name: &str, source: &str) -> String {
    let name = serde_json::Value::from(name);
    format!(
        "function() {{ const agent = globalThis.__uipilot; return typeof agent === 'function' ? agent.install({name}, (\n{source}\n)) : null; }}"
    )
}

/// A script that tells what the user does in a document, besides ours: `send` is an expression for a function of one string,
/// `test_id` the attribute that holds test ids.
pub(super) fn tell_hands(send: &str, test_id: &str) -> String {
    let test_id = serde_json::Value::from(test_id);
    let hands = include_str!("../generated/by-hand.js");
    format!(
        "{};\n{hands}\nglobalThis.__uipilotHands?.start?.({{ send: {send}, testId: {test_id} }});",
        inject_whole()
    )
}

/// Ends what [`tell_hands`] begins, in a document that has it.
pub(super) const LEAVE_HANDS: &str = "globalThis.__uipilotHands?.stop?.();";

/// Whether a method has no side effects, so that it can be repeated in the document that replaced the
/// original one.
pub fn is_repeatable(method: &str) -> bool {
    matches!(method, "walk" | "read" | "page" | "alive" | "wait" | "locate" | "point")
}

/// How often a method is tried in successive documents of a frame, where each may want the two parts of the script first.
pub(super) const MAX_DOCUMENTS: usize = 10;

/// The time limit for the answer of a method.
pub(super) fn answer_limit(method: &str) -> Duration {
    if waits(method) {
        Duration::from_hours(24)
    } else {
        DEFAULT_LIMIT
    }
}

/// Whether the method's own arguments set its time limit, so that the default limit does not apply.
pub fn waits(method: &str) -> bool {
    matches!(method, "wait" | "locate" | "choose" | "witness" | "source" | "run")
}

/// Whether a method changes the page, so that a late answer means a late change.
pub fn acts(method: &str) -> bool {
    matches!(method, "fill" | "upload" | "dragSynthetic" | "choose" | "paste" | "drop")
}
