//! Menu items by their path, as in `File > Open`. Pressing an item this way needs neither the keyboard nor the window
//! in front.

use super::act::{Memory, read};
use super::app::{DesktopApp, Performed, ReadScope};
use super::diff::{TreeDiff, diff_trees};
use super::node::UiNode;
use super::settle::settle;
use super::tree::UiTree;
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::text::{quote, shorten};
use std::time::Duration;

/// How often an opened menu is searched for the item before the search fails.
const OPEN_LOOKS: u32 = 10;
const BETWEEN_LOOKS: Duration = Duration::from_millis(60);
const SETTLE: Duration = Duration::from_millis(120);

/// Presses the item at the end of a path of titles and returns the changes.
///
/// # Errors
/// `InvalidInput` for an empty path, `OptionNotFound` with the available items, `NotEnabled` for a disabled one.
pub(super) async fn press_menu(app: &dyn DesktopApp, memory: &mut Memory, path: &[String]) -> Result<TreeDiff> {
    if path.is_empty() || path.iter().any(|title| title.trim().is_empty()) {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            "path must name every menu down to the item, as in [\"File\", \"Open\"]",
        ));
    }
    let before = read(app, memory, false).await?;
    let mut holder: Option<String> = None;
    let mut performed = Performed::Done;
    for (depth, title) in path.iter().enumerate() {
        let last = depth + 1 == path.len();
        let (id, tree) = item(app, memory, holder.as_deref(), title).await?;
        let (Some(node), Some(handle)) = (tree.get(&id), tree.handle(&id)) else {
            return Err(EngineError::new(ErrorKind::Internal, "a menu item was found and lost"));
        };
        if last || !has_items(node) {
            performed = press(app, node, &handle.key).await?;
            settle(app.activity(), SETTLE).await;
        }
        holder = Some(id);
    }
    let changes = diff_trees(&before, &read(app, memory, false).await?);
    if performed == Performed::Nothing && !changes.beyond_focus() {
        return Err(super::act::did_nothing());
    }
    Ok(changes)
}

async fn press(app: &dyn DesktopApp, node: &UiNode, key: &str) -> Result<Performed> {
    let now = app.read_node(key).await?;
    if !node.enabled && now.as_ref().is_none_or(|raw| !raw.node.enabled) {
        return Err(EngineError::new(
            ErrorKind::NotEnabled,
            format!("{} is disabled", node.describe()),
        ));
    }
    match now.and_then(|raw| raw.press) {
        Some(action) => app.perform(key, &action).await,
        None => Err(EngineError::new(
            ErrorKind::Unsupported,
            format!("{} offers no way to press it", node.describe()),
        )
        .with_next_step("open its menu with a click, and click the item")),
    }
}

/// The item with this title in a menu, or in the menu bars. Waits, because a menu may be filled only when it opens.
async fn item(app: &dyn DesktopApp, memory: &mut Memory, holder: Option<&str>, title: &str) -> Result<(String, UiTree)> {
    let mut looks = 0;
    loop {
        let tree = UiTree::build(app.read(&ReadScope { hidden: true }).await?, &mut memory.book);
        let items = match holder {
            Some(id) => tree.get(id).map(|node| items_in(node)).unwrap_or_default(),
            None => bars(&tree.roots).into_iter().flat_map(items_in).collect(),
        };
        let wanted = plain(title);
        if let Some(found) = items
            .iter()
            .find(|item| item.title.as_deref().is_some_and(|have| plain(have) == wanted))
        {
            let id = found.id.clone();
            return Ok((id, tree));
        }
        looks += 1;
        if looks > OPEN_LOOKS || holder.is_none() {
            return Err(not_found(title, &items));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

fn not_found(title: &str, items: &[&UiNode]) -> EngineError {
    let known: Vec<String> = items
        .iter()
        .filter_map(|item| item.title.as_deref())
        .take(40)
        .map(str::to_owned)
        .collect();
    let step = if known.is_empty() {
        NextStep::application("look for a menu button: the application shows no menu bar")
    } else {
        NextStep::one_of(known)
    };
    EngineError::new(
        ErrorKind::OptionNotFound,
        format!("there is no menu item {}", quote(&shorten(title, 80))),
    )
    .with_next_step(step)
}

/// A title in lower case without mnemonic marks and `…`.
fn plain(title: &str) -> String {
    title
        .chars()
        .filter(|c| !matches!(c, '_' | '&'))
        .collect::<String>()
        .trim()
        .trim_end_matches(['…', '.'])
        .to_lowercase()
}

fn is_item(node: &UiNode) -> bool {
    matches!(node.role.as_str(), "menu" | "menuitem" | "menuitemcheckbox" | "menuitemradio")
}

fn has_items(node: &UiNode) -> bool {
    !items_in(node).is_empty()
}

/// The items of a menu, including those of an unnamed menu or group inside it.
fn items_in(node: &UiNode) -> Vec<&UiNode> {
    let mut found = Vec::new();
    let mut stack: Vec<&UiNode> = node.children.iter().rev().collect();
    while let Some(child) = stack.pop() {
        if is_item(child) && child.title.is_some() {
            found.push(child);
        } else if matches!(child.role.as_str(), "menu" | "group" | "window" | "list") {
            stack.extend(child.children.iter().rev());
        }
    }
    found
}

fn bars(roots: &[UiNode]) -> Vec<&UiNode> {
    let mut bars = Vec::new();
    super::tree::each(roots, &mut |node| {
        if node.role == "menubar" {
            bars.push(node);
        }
    });
    bars
}
