//! Reads the tree of an application.

use super::element::Element;
use super::fault::Fault;
use super::names;
use super::read::{Reader, children};
use super::registry::Registry;
use crate::desktop::{RawNode, Reading};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// The time limit of a reading.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);
/// The maximum number of nodes in a reading.
const MOST_NODES: usize = 20_000;
/// The maximum depth. A deeper tree is a fault of the application.
const DEEPEST: usize = 200;

struct Waiting {
    element: Element,
    parent: Option<usize>,
    depth: usize,
}

/// Reads the windows and the menu bar of an application. Closed menus are read only if hidden nodes are requested.
///
/// # Errors
/// If the application itself cannot be read.
pub(crate) fn walk(application: &Element, registry: &mut Registry, hidden: bool, deadline: Instant) -> Result<Reading, Fault> {
    let reader = Reader::new();
    let mut nodes: Vec<RawNode> = Vec::new();
    let mut cut = None;
    // Two parents, or one of its own descendants, may list the same element.
    let mut seen: HashSet<Element> = HashSet::new();
    seen.insert(application.clone());
    let mut open: Vec<Waiting> = Vec::new();
    push(&mut open, roots(application)?, None, 0);
    registry.begin();
    while let Some(Waiting { element, parent, depth }) = open.pop() {
        if Instant::now() >= deadline {
            cut = Some(format!("its time was up after {} nodes", nodes.len()));
            break;
        }
        if nodes.len() >= MOST_NODES {
            cut = Some(format!("it has more than {MOST_NODES} nodes"));
            break;
        }
        if !seen.insert(element.clone()) {
            continue;
        }
        let mut entry = match reader.read(&element) {
            Ok(entry) => entry,
            // The element disappeared after its parent was read, or it is broken. The rest is read all the same.
            Err(Fault::NoAnswer) => {
                cut = Some(format!("the application stopped to answer after {} nodes", nodes.len()));
                break;
            }
            Err(Fault::NotAllowed) => return Err(Fault::NotAllowed),
            Err(_) => continue,
        };
        entry.raw.key = registry.key(&element);
        entry.raw.parent = parent;
        let index = nodes.len();
        let closed = entry.role == "AXMenuBarItem" && !hidden && !entry.raw.node.states.iter().any(|state| state == "selected");
        nodes.push(entry.raw);
        if closed {
            continue;
        }
        if depth >= DEEPEST {
            cut = Some(format!("it is more than {DEEPEST} levels deep"));
            continue;
        }
        match children(&element, &entry.role, hidden) {
            Ok(below) => push(&mut open, below, Some(index), depth + 1),
            Err(Fault::NoAnswer) => {
                cut = Some(format!("the application stopped to answer after {} nodes", nodes.len()));
                break;
            }
            Err(_) => {}
        }
    }
    if cut.is_none() {
        registry.end();
    }
    Ok(Reading { nodes, cut })
}

/// Pushes elements in reverse order, so that the first is read first.
fn push(open: &mut Vec<Waiting>, elements: Vec<Element>, parent: Option<usize>, depth: usize) {
    open.extend(elements.into_iter().rev().map(|element| Waiting { element, parent, depth }));
}

/// The windows and the menu bar. Applications that list no children still report these.
fn roots(application: &Element) -> Result<Vec<Element>, Fault> {
    let mut roots = application.elements(names::CHILDREN)?;
    for window in application.elements(names::WINDOWS)? {
        if !roots.contains(&window) {
            roots.push(window);
        }
    }
    if let Some(bar) = application.element(names::MENU_BAR)?
        && !roots.contains(&bar)
    {
        roots.push(bar);
    }
    Ok(roots)
}
