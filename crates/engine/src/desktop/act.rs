//! Carries out one action: finds the node, tries the attempts of its plan in order, waits for the interface to settle
//! and verifies the effect.

use super::app::{DesktopApp, Performed, ReadScope};
use super::carry::{Carried, Pointer, carry, press};
use super::diff::{TreeDiff, diff_nodes, diff_trees};
use super::id::IdBook;
use super::keys;
use super::node::UiNode;
use super::plan::{Expectation, plan};
use super::request::{DEFAULT_SETTLE_MS, UiActionRequest, UiActionResponse, UiActionType, Verified};
use super::settle::settle;
use super::tree::{Handle, UiTree};
use super::verify;
use crate::error::{EngineError, ErrorKind, Fault, NextStep, Result};
use crate::input::Chord;
use crate::text::{quote, shorten};
use std::time::Duration;

/// How often a missing effect is looked for again before it counts as missing.
const LOOKS: u32 = 6;
/// The pause between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(120);

/// What a session remembers between actions.
#[derive(Debug, Default)]
pub struct Memory {
    /// The ids given out.
    pub book: IdBook,
    /// The position and time of the last pointer press.
    pub(super) pointer: Pointer,
    /// The tree of the last reading.
    pub tree: UiTree,
}

/// A node with the handle that the backend knows it by.
struct Found {
    node: UiNode,
    handle: Handle,
}

/// The error for an application that has ended.
pub(super) fn not_running(pid: u32) -> EngineError {
    EngineError::new(ErrorKind::SessionEnded, format!("Process not running (PID {pid} exited)"))
        .with_next_step(NextStep::OpenApplication)
}

/// Carries out a validated request. Failures of the node or of its application are reported in the answer.
///
/// # Errors
/// `SessionEnded` if the process is not running, and any error of the first reading.
pub async fn act(app: &dyn DesktopApp, memory: &mut Memory, request: &UiActionRequest) -> Result<UiActionResponse> {
    if !app.is_running() {
        return Err(not_running(app.pid()));
    }
    let chord = match requested_chord(request) {
        Ok(chord) => chord,
        Err(error) => return Ok(UiActionResponse::failed(&error)),
    };
    let before = read(app, memory, false).await?;
    let (target, other) = match prepare(app, memory, request, &before).await {
        Ok(prepared) => prepared,
        Err(error) => return Ok(UiActionResponse::failed(&error)),
    };
    let node_before = target.as_ref().map(|found| found.node.alone());
    let carried = carry_out(app, memory, request, (target.as_ref(), other.as_ref()), chord).await;
    let (carried, expectation) = match carried {
        Ok(carried) => carried,
        Err(error) => {
            // That the application ended matters more than the call that failed because of it.
            let error = if app.is_running() { error } else { not_running(app.pid()) };
            tracing::info!(action = ?request.action, code = error.code(), "desktop action refused");
            return Ok(UiActionResponse {
                node_before,
                ..UiActionResponse::failed(&error)
            });
        }
    };
    let floor = Duration::from_millis(request.settle_ms.unwrap_or(DEFAULT_SETTLE_MS));
    settle(app.activity(), floor).await;
    Ok(conclude(app, memory, (&before, target.as_ref()), &expectation, carried, request).await)
}

/// The keys of a `key` action.
fn requested_chord(request: &UiActionRequest) -> Result<Option<Chord>> {
    match &request.key {
        Some(key) if request.action == UiActionType::Key => {
            keys::chord(key, request.modifiers.as_deref().unwrap_or_default()).map(Some)
        }
        _ => Ok(None),
    }
}

/// Presses the chord, or carries out the plan for the target. Also returns the effect to expect.
async fn carry_out(
    app: &dyn DesktopApp,
    memory: &mut Memory,
    request: &UiActionRequest,
    (target, other): (Option<&Found>, Option<&Found>),
    chord: Option<Chord>,
) -> Result<(Carried, Expectation)> {
    if let Some(chord) = chord {
        let key = target.map(|found| found.handle.key.as_str());
        let carried = press(app, key, &chord, &mut memory.pointer).await?;
        return Ok((carried, Expectation::Change));
    }
    // Validation lets only `key` pass without a node.
    let Some(found) = target else {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            "id is required for all actions except 'key'",
        ));
    };
    let plan = plan(request, &found.node, &found.handle, app.capabilities())?;
    let node = (&found.node, &found.handle);
    let carried = carry(app, request, &plan, node, other.map(|other| &other.node), &mut memory.pointer).await?;
    Ok((carried, plan.expectation))
}

/// Reads the tree again and remembers it.
pub async fn read(app: &dyn DesktopApp, memory: &mut Memory, hidden: bool) -> Result<UiTree> {
    let reading = app.read(&ReadScope { hidden }).await?;
    let tree = UiTree::build(reading, &mut memory.book);
    memory.tree = tree.clone();
    Ok(tree)
}

/// Finds the nodes that a request names and checks that the target is enabled.
async fn prepare(
    app: &dyn DesktopApp,
    memory: &mut Memory,
    request: &UiActionRequest,
    tree: &UiTree,
) -> Result<(Option<Found>, Option<Found>)> {
    let target = match &request.id {
        Some(id) => Some(locate(app, memory, tree, id, "node").await?),
        None => None,
    };
    let other = match &request.to_id {
        Some(id) if request.action == UiActionType::Drag => Some(locate(app, memory, tree, id, "drag destination node").await?),
        _ => None,
    };
    if let Some(found) = &target
        && !found.node.enabled
        && !matches!(request.action, UiActionType::Scroll | UiActionType::Key)
    {
        return Err(EngineError::new(
            ErrorKind::NotEnabled,
            format!("{} is disabled", found.node.describe()),
        ));
    }
    Ok((target, other))
}

async fn locate(app: &dyn DesktopApp, memory: &mut Memory, tree: &UiTree, id: &str, what: &str) -> Result<Found> {
    if let Some(found) = lookup(tree, id) {
        return Ok(detailed(app, found).await);
    }
    let kind = if memory.book.contains(id) {
        // The node may exist without being shown: an item of a closed menu, a widget on another tab.
        let all = UiTree::build(app.read(&ReadScope { hidden: true }).await?, &mut memory.book);
        if let Some(found) = lookup(&all, id) {
            return Ok(detailed(app, found).await);
        }
        ErrorKind::StaleUid
    } else {
        ErrorKind::UnknownUid
    };
    Err(
        EngineError::new(kind, format!("{what} not found: {}", quote(&shorten(id, 60))))
            .with_next_step(NextStep::application("use an id from it")),
    )
}

/// Reads the node again on its own, which adds bounds and actions. On failure the node stays as it was: the action
/// itself then reports the error.
async fn detailed(app: &dyn DesktopApp, found: Found) -> Found {
    match app.read_node(&found.handle.key).await {
        Ok(Some(raw)) => Found {
            handle: Handle {
                press: raw.press,
                ..found.handle
            },
            node: UiNode {
                id: found.node.id,
                children: found.node.children,
                ..raw.node
            },
        },
        _ => found,
    }
}

fn lookup(tree: &UiTree, id: &str) -> Option<Found> {
    Some(Found {
        node: tree.get(id)?.clone(),
        handle: tree.handle(id)?.clone(),
    })
}

/// Verifies the effect and builds the answer.
async fn conclude(
    app: &dyn DesktopApp,
    memory: &mut Memory,
    (before, target): (&UiTree, Option<&Found>),
    expectation: &Expectation,
    carried: Carried,
    request: &UiActionRequest,
) -> UiActionResponse {
    let mut notices = carried.notices;
    let (node_after, was_read) = match target {
        Some(found) => look(app, found, expectation, &mut notices).await,
        None => (None, true),
    };
    let changes = match read(app, memory, false).await {
        Ok(after) => diff_trees(before, &after),
        Err(error) => {
            notices.push(if app.is_running() {
                format!("the tree could not be read afterwards: {error}")
            } else {
                format!("the application ended (PID {})", app.pid())
            });
            TreeDiff::default()
        }
    };
    let verified = match target {
        Some(found) if was_read => verify::by_tree(expectation, &found.node, node_after.as_ref(), &changes),
        Some(_) => verify::unread(expectation, &changes),
        None if changes.is_empty() => Verified::Unknown,
        None => Verified::Yes,
    };
    let refuted = match (verified, carried.performed) {
        (Verified::No, _) => Some(Fault::from(&refutation(expectation))),
        (Verified::Unknown, Performed::Nothing) => Some(Fault::from(&did_nothing())),
        (Verified::Unknown, Performed::Unanswered) => {
            notices.push("the application has not answered the action yet and may still carry it out".to_owned());
            None
        }
        _ => None,
    };
    let verified = if refuted.is_some() { Verified::No } else { verified };
    tracing::info!(action = ?request.action, id = request.id.as_deref().unwrap_or(""), method = ?carried.method, ?verified, "desktop action");
    UiActionResponse {
        method: Some(carried.method),
        changed: target.and_then(|found| node_after.as_ref().map(|after| diff_nodes(&found.node, after))),
        node_before: target.map(|found| found.node.alone()),
        node_after,
        changes: Some(changes),
        verified: Some(verified),
        notices,
        ..UiActionResponse::of(refuted)
    }
}

/// Reads the node until it is as expected or the looks are used up. Also returns whether it could be read: a node that
/// cannot be read is not gone.
async fn look(
    app: &dyn DesktopApp,
    found: &Found,
    expectation: &Expectation,
    notices: &mut Vec<String>,
) -> (Option<UiNode>, bool) {
    let mut looks = 0;
    loop {
        let after = match app.read_node(&found.handle.key).await {
            Ok(after) => after.map(|raw| UiNode {
                id: found.node.id.clone(),
                ..raw.node
            }),
            Err(error) => {
                if app.is_running() {
                    notices.push(format!("the node could not be read afterwards: {error}"));
                }
                return (None, false);
            }
        };
        looks += 1;
        let verdict = verify::by_node(expectation, &found.node, after.as_ref());
        let waits = matches!(verdict, Some(Verified::No | Verified::Unknown)) && after.is_some();
        if !waits || looks > LOOKS {
            return (after, true);
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// The error for an action that the application refused by its answer.
pub(super) fn did_nothing() -> EngineError {
    EngineError::new(
        ErrorKind::WrongElement,
        "the application answered that it did nothing, and nothing was seen to change",
    )
    .with_next_step(NextStep::application("try another action on the node"))
}

fn refutation(expectation: &Expectation) -> EngineError {
    let what = match expectation {
        Expectation::Value(_) => "the value was set, but the node holds a different value",
        Expectation::Checked(true) => "the node was pressed, but it is not checked",
        Expectation::Checked(false) => "the node was pressed, but it is still checked",
        Expectation::Toggled => "the node was pressed, but its state did not change",
        Expectation::Focused => "the node was clicked, but it does not have the focus",
        Expectation::Typed(_) => "the text was typed, but the node's value did not change",
        Expectation::Change | Expectation::Dropped => "nothing changed",
    };
    EngineError::new(ErrorKind::Timeout, what).with_next_step(NextStep::application("try another action on the node"))
}
