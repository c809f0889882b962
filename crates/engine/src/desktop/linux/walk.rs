//! Reads the tree of an application: in bulk if its toolkit supports that, else node by node with many concurrent
//! calls. Nodes that are not shown are left out unless requested.

use super::application::Application;
use super::bulk::bulk;
use super::bus::Object;
use super::read::{self, Facts};
use crate::desktop::node::RawNode;
use crate::desktop::tree::Reading;
use crate::error::{ErrorKind, Result};
use futures_util::stream::{self, FuturesUnordered, StreamExt as _};
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;
use tokio::time::Instant;

/// The maximum number of concurrent calls.
pub(super) const WIDTH: usize = 64;
/// A walk that takes longer is cut off.
const LIMIT: Duration = Duration::from_secs(6);
/// The maximum number of nodes in a reading.
pub(super) const MOST_NODES: usize = 20_000;
/// The maximum depth. A deeper tree is a fault of its application.
pub(super) const MOST_LEVELS: usize = 200;
/// The maximum number of children read of one node. Some tables create their rows on request.
const MOST_CHILDREN: usize = 1_000;

/// A node that was read, before the nodes are put in order.
pub(super) struct Found {
    pub(super) object: Object,
    pub(super) parent: Option<Object>,
    /// Its index among its siblings.
    pub(super) place: usize,
    pub(super) facts: Facts,
}

/// Reads the tree.
pub(super) async fn walk(app: &Application, hidden: bool) -> Result<Reading> {
    let until = Instant::now() + LIMIT;
    let (found, mut cut) = match bulk(app, hidden).await? {
        Some((found, are_left_out)) => (found, are_left_out.then(|| TOO_LARGE.to_owned())),
        None => one_by_one(app, hidden, until).await?,
    };
    app.keep_parents(
        found
            .iter()
            .filter_map(|node| Some((node.object.clone(), node.parent.clone()?)))
            .collect(),
    );
    let (nodes, unread) = values(app, order(found), until).await;
    if unread > 0 {
        cut.get_or_insert_with(|| format!("the values of {unread} elements could not be read in time"));
    }
    Ok(Reading { nodes, cut })
}

const TOO_LARGE: &str = "the tree is too large to be read in time; what is deep in it is left out";

/// A node that is to be read next.
struct Next {
    object: Object,
    parent: Option<Object>,
    /// Its index among its siblings.
    place: usize,
    depth: usize,
}

/// Reads node by node, [`WIDTH`] at a time. Toolkits answer one call after the other, so the walk is fast if they
/// always have a call to answer and the number of calls is small.
async fn one_by_one(app: &Application, hidden: bool, until: Instant) -> Result<(Vec<Found>, Option<String>)> {
    let mut windows: Vec<Object> = app.children(&app.root()).await?;
    let mut left_out = windows.len().saturating_sub(MOST_CHILDREN);
    windows.truncate(MOST_CHILDREN);
    let mut found: Vec<Found> = Vec::new();
    let mut seen: HashSet<Object> = windows.iter().cloned().collect();
    let next = |(place, object), parent: Option<&Object>, depth| Next {
        object,
        parent: parent.cloned(),
        place,
        depth,
    };
    let mut waiting: VecDeque<Next> = windows.into_iter().enumerate().map(|window| next(window, None, 0)).collect();
    let mut under_way = FuturesUnordered::new();
    let mut unread = 0;
    loop {
        if found.len() > MOST_NODES {
            return Ok((found, Some(TOO_LARGE.to_owned())));
        }
        while under_way.len() < WIDTH
            && let Some(next) = waiting.pop_front()
        {
            under_way.push(visit(app, next, hidden));
        }
        let Ok(visited) = tokio::time::timeout_at(until, under_way.next()).await else {
            return Ok((found, Some(TOO_LARGE.to_owned())));
        };
        let Some((at, read)) = visited else { break };
        let (facts, children) = match read {
            Ok(Some(node)) => node,
            Ok(None) => continue,
            Err(error) if matches!(error.kind(), ErrorKind::StaleUid) => continue,
            Err(error) if matches!(error.kind(), ErrorKind::SessionEnded) => return Err(error),
            Err(_) => {
                unread += 1;
                continue;
            }
        };
        left_out += children.len().saturating_sub(MOST_CHILDREN);
        for child in children.into_iter().take(MOST_CHILDREN).enumerate() {
            if at.depth < MOST_LEVELS && seen.insert(child.1.clone()) {
                waiting.push_back(next(child, Some(&at.object), at.depth + 1));
            }
        }
        found.push(Found {
            object: at.object,
            parent: at.parent,
            place: at.place,
            facts,
        });
    }
    let cut = [
        (unread, "elements did not answer"),
        (left_out, "elements of very long lists are left out"),
    ];
    let cut: Vec<String> = cut
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    Ok((found, (!cut.is_empty()).then(|| cut.join("; "))))
}

/// The properties and children of a node; `None` if it is left out. The states decide that, so they are read first,
/// and nothing else is read of nodes that are left out.
async fn visit(app: &Application, at: Next, hidden: bool) -> (Next, Result<Option<(Facts, Vec<Object>)>>) {
    let read = async {
        let states = read::states(app, &at.object).await?;
        if states.is_defunct() {
            return Ok(None);
        }
        // Covered and minimised windows are included, because they can be raised.
        let shown = hidden || at.parent.is_none() || states.is_showing();
        let shown = shown || states.is_visible() && has_place(app, &at.object).await;
        if !shown {
            return Ok(None);
        }
        let (facts, children) = tokio::join!(read::facts_with(app, &at.object, states), app.children(&at.object));
        Ok(Some((facts?, children.unwrap_or_default())))
    };
    let read = read.await;
    (at, read)
}

/// Whether a GTK 4 node has a place. GTK 4 sets the state `showing` on nothing inside a window, so the place decides.
async fn has_place(app: &Application, object: &Object) -> bool {
    app.is_gtk4() && read::extents(app, object).await.is_some()
}

/// Puts parents before their children, and siblings in their order.
fn order(found: Vec<Found>) -> Vec<(Object, RawNode, Facts)> {
    let index: HashMap<Object, usize> = found
        .iter()
        .enumerate()
        .map(|(index, node)| (node.object.clone(), index))
        .collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); found.len()];
    let mut roots = Vec::new();
    for (at, node) in found.iter().enumerate() {
        match node.parent.as_ref().and_then(|parent| index.get(parent)) {
            Some(&parent) if parent != at => children[parent].push(at),
            _ => roots.push(at),
        }
    }
    for siblings in children.iter_mut().chain([&mut roots]) {
        siblings.sort_by_key(|&at| found[at].place);
    }
    let mut left: Vec<Option<Found>> = found.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(left.len());
    let mut stack: Vec<(usize, Option<usize>)> = roots.into_iter().rev().map(|root| (root, None)).collect();
    while let Some((at, parent)) = stack.pop() {
        // Each node is taken once, which also breaks cycles.
        let Some(node) = left[at].take() else { continue };
        let here = ordered.len();
        stack.extend(children[at].iter().rev().map(|&child| (child, Some(here))));
        let raw = node.facts.raw(&node.object, parent);
        ordered.push((node.object, raw, node.facts));
    }
    ordered
}

/// Reads the values of the nodes that have one, and the developers' names. Also returns how many nodes were not read in
/// time.
async fn values(app: &Application, nodes: Vec<(Object, RawNode, Facts)>, until: Instant) -> (Vec<RawNode>, usize) {
    app.keep_lasting(&nodes.iter().map(|(object, ..)| object).collect());
    let read: Vec<(RawNode, bool)> = stream::iter(nodes)
        .map(|(object, mut raw, facts)| async move {
            let read = async { tokio::join!(read::value(app, &object, &facts), app.identifier(&object)) };
            let read = tokio::time::timeout_at(until, read).await;
            let in_time = read.is_ok();
            (raw.node.value, raw.identifier) = read.unwrap_or_default();
            (raw, in_time)
        })
        .buffered(WIDTH)
        .collect()
        .await;
    let unread = read.iter().filter(|(_, in_time)| !in_time).count();
    (read.into_iter().map(|(raw, _)| raw).collect(), unread)
}
