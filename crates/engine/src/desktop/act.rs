//! Carries out one action: finds the node, tries the ways of its plan, waits until the interface
//! has followed, and looks what became of it.

use super::app::{DesktopApp, ReadScope};
use super::carry::{Carried, Pointer, carry};
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
use crate::text::{quote, shorten};
use std::time::Duration;

/// An expected effect is looked for this often again before it counts as missing.
const LOOKS: u32 = 6;
/// Between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(120);

/// What a session remembers between actions.
#[derive(Debug, Default)]
pub struct Memory {
    /// The ids given out.
    pub book: IdBook,
    /// Where and when the pointer was last pressed.
    pub(super) pointer: Pointer,
    /// The tree after the last reading.
    pub tree: UiTree,
}

/// A node that was found, and what is known of it.
struct Found {
    node: UiNode,
    handle: Handle,
}

/// The error of an application that has ended.
pub fn not_running(pid: u32) -> EngineError {
    EngineError::new(ErrorKind::SessionEnded, format!("Process not running (PID {pid} exited)"))
        .with_next_step(NextStep::OpenApplication)
}

/// Carries out a request that was validated. What goes wrong with the node or its application is
/// told in the answer.
///
/// # Errors
/// `SessionEnded` where the process does not run; whatever the first reading fails with.
pub async fn act(app: &dyn DesktopApp, memory: &mut Memory, request: &UiActionRequest) -> Result<UiActionResponse> {
    if !app.is_running() {
        return Err(not_running(app.pid()));
    }
    let chord = match &request.key {
        Some(key) if request.action == UiActionType::Key => {
            match keys::chord(key, request.modifiers.as_deref().unwrap_or_default()) {
                Ok(chord) => Some(chord),
                Err(error) => return Ok(UiActionResponse::failed(&error)),
            }
        }
        _ => None,
    };
    let before = read(app, memory, false).await?;
    let prepared = match prepare(app, memory, request, &before).await {
        Ok(prepared) => prepared,
        Err(error) => return Ok(UiActionResponse::failed(&error)),
    };
    let (target, other) = prepared;
    let node_before = target.as_ref().map(|found| found.node.alone());
    let can = app.capabilities();
    let (carried, expectation) = match (&target, chord) {
        (target, Some(chord)) => {
            let key = target.as_ref().map(|found| found.handle.key.as_str());
            (
                super::carry::press(app, key, &chord, &mut memory.pointer).await,
                Expectation::Change,
            )
        }
        (Some(found), None) => match plan(request, &found.node, &found.handle, can) {
            Ok(plan) => (
                carry(
                    app,
                    request,
                    &plan,
                    (&found.node, &found.handle),
                    other.as_ref().map(|other| &other.node),
                    &mut memory.pointer,
                )
                .await,
                plan.expectation,
            ),
            Err(error) => (Err(error), Expectation::Change),
        },
        // Validation lets only `key` come without a node.
        (None, None) => (
            Err(EngineError::new(
                ErrorKind::InvalidInput,
                "id is required for all actions except 'key'",
            )),
            Expectation::Change,
        ),
    };
    let carried = match carried {
        Ok(carried) => carried,
        Err(error) => {
            // Why a call failed matters less than that nobody is there any more.
            let error = if app.is_running() { error } else { not_running(app.pid()) };
            tracing::info!(action = ?request.action, code = error.code(), "desktop action refused");
            return Ok(UiActionResponse {
                node_before,
                ..UiActionResponse::failed(&error)
            });
        }
    };
    settle(
        app.activity(),
        Duration::from_millis(request.settle_ms.unwrap_or(DEFAULT_SETTLE_MS)),
    )
    .await;
    Ok(conclude(app, memory, (&before, target.as_ref()), &expectation, carried, request).await)
}

/// Reads the tree anew and remembers it.
pub async fn read(app: &dyn DesktopApp, memory: &mut Memory, hidden: bool) -> Result<UiTree> {
    let reading = app.read(&ReadScope { hidden }).await?;
    let tree = UiTree::build(reading, &mut memory.book);
    memory.tree = tree.clone();
    Ok(tree)
}

/// Finds the nodes of a request and checks that they take input.
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
    let kind = if memory.book.knows(id) {
        // It may be there and not shown: an item of a closed menu, another tab.
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

/// A node with what only a reading of its own gives: bounds and actions. Where that fails the
/// action itself will tell.
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

/// Looks what became of it and writes the answer.
async fn conclude(
    app: &dyn DesktopApp,
    memory: &mut Memory,
    (before, target): (&UiTree, Option<&Found>),
    expectation: &Expectation,
    carried: Carried,
    request: &UiActionRequest,
) -> UiActionResponse {
    let mut notices = carried.notices;
    let node_after = match target {
        Some(found) => look(app, found, expectation, &mut notices).await,
        None => None,
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
        Some(found) => verify::by_tree(expectation, &found.node, node_after.as_ref(), &changes),
        None if changes.is_empty() => Verified::Unknown,
        None => Verified::Yes,
    };
    let refuted = (verified == Verified::No).then(|| Fault::from(&refutation(expectation)));
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

/// The live node afterwards, looked at until it is as expected or that has taken too long.
async fn look(app: &dyn DesktopApp, found: &Found, expectation: &Expectation, notices: &mut Vec<String>) -> Option<UiNode> {
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
                return None;
            }
        };
        looks += 1;
        let verdict = verify::by_node(expectation, &found.node, after.as_ref());
        let waits = matches!(verdict, Some(Verified::No | Verified::Unknown)) && after.is_some();
        if !waits || looks > LOOKS {
            return after;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

fn refutation(expectation: &Expectation) -> EngineError {
    let what = match expectation {
        Expectation::Value(_) => "the value was set, but the node holds another one",
        Expectation::Checked(true) => "the node was pressed, but it is not checked",
        Expectation::Checked(false) => "the node was pressed, but it is still checked",
        Expectation::Toggled => "the node was pressed, but its state is as it was",
        Expectation::Focused => "the node was clicked, but it does not have the focus",
        Expectation::Typed(_) => "the text was typed, but the node's value is as it was",
        Expectation::Change => "nothing changed",
    };
    EngineError::new(ErrorKind::Timeout, what).with_next_step(NextStep::application("try another action on the node"))
}
