//! Reads a tree in bulk if the toolkit supports it.
//!
//! One call of `Cache.GetItems` returns the toolkit's cache. It counts as the whole tree only if each node has as
//! many children in it as the node reports. Otherwise `Collection.GetMatches` lists the nodes that are shown.

use super::application::{Application, Cached};
use super::bus::Object;
use super::read;
use super::vocabulary::States;
use super::walk::{Found, MOST_LEVELS, MOST_NODES, WIDTH};
use crate::error::Result;
use futures_util::stream::{self, StreamExt as _};
use std::collections::{HashMap, HashSet};

/// All nodes, or those that are shown; `None` if the toolkit does not support bulk reading. The flag tells whether
/// some of them were left out, because there are too many.
///
/// # Errors
/// `Timeout` if the application does not answer.
pub(super) async fn bulk(app: &Application, hidden: bool) -> Result<Option<(Vec<Found>, bool)>> {
    // GTK 4 has no matching, and its `GetItems` takes longer than the calls that it would save.
    if app.is_gtk4() {
        return Ok(None);
    }
    let states = if hidden { 0 } else { 1 << States::SHOWING };
    let (listed, cached) = if app.keeps_whole_cache() {
        let Some(cached) = app.cached().await? else {
            return Ok(None);
        };
        if let Some(found) = whole(&app.root(), &cached, hidden) {
            return Ok(Some((found, false)));
        }
        // This application has closed menus, or tables that create their rows on demand.
        app.doubt_cache();
        (app.matches(states).await?, Some(cached))
    } else {
        tokio::try_join!(app.matches(states), app.cached())?
    };
    let (Some(listed), Some(cached)) = (listed, cached) else {
        return Ok(None);
    };
    let are_left_out = listed.len() > MOST_NODES;
    Ok(Some((listed_of(app, listed, cached).await, are_left_out)))
}

/// The nodes of a cache, or those of them that are shown. `None` unless the cache is certainly complete: each node
/// has as many children in the cache as it reports, at the indexes from first to last, and no shown node is inside a
/// hidden one.
fn whole(root: &Object, cached: &[Cached], hidden: bool) -> Option<Vec<Found>> {
    let shows = |node: &Cached| node.object != *root && (hidden || node.facts.states.is_showing());
    let mut below: HashMap<&Object, Vec<&Cached>> = HashMap::new();
    for node in cached {
        below.entry(&node.parent).or_default().push(node);
    }
    for siblings in below.values_mut() {
        siblings.sort_by_key(|node| node.place);
    }
    let mut found = Vec::new();
    let mut open = vec![cached.iter().find(|node| node.object == *root)?];
    while let Some(node) = open.pop() {
        let children = below.remove(&node.object).unwrap_or_default();
        let are_all = usize::try_from(node.children) == Ok(children.len())
            && (0..).zip(&children).all(|(place, child)| child.place == place);
        if !are_all || found.len() > MOST_NODES {
            return None;
        }
        for (place, child) in children.into_iter().enumerate().filter(|(_, child)| shows(child)) {
            found.push(Found {
                object: child.object.clone(),
                parent: (node.object != *root).then(|| node.object.clone()),
                place,
                facts: child.facts.clone(),
            });
            open.push(child);
        }
    }
    let all = cached.iter().filter(|node| shows(node)).count();
    (found.len() == all).then_some(found)
}

/// The listed nodes in their order. Nodes missing from the cache are read one by one.
async fn listed_of(app: &Application, listed: Vec<Object>, cached: Vec<Cached>) -> Vec<Found> {
    let mut cached: HashMap<Object, _> = cached
        .into_iter()
        .map(|node| (node.object, (node.parent, node.facts)))
        .collect();
    let listed: Vec<Object> = listed.into_iter().take(MOST_NODES).collect();
    let missing: Vec<Object> = listed.iter().filter(|object| !cached.contains_key(object)).cloned().collect();
    let read: Vec<_> = stream::iter(missing)
        .map(|object| async move {
            let facts = read::facts(app, &object).await.ok()?;
            let parent = read::parent(app, &object).await.ok()?;
            Some((object, (parent, facts)))
        })
        .buffer_unordered(WIDTH)
        .filter_map(|read| async { read })
        .collect()
        .await;
    cached.extend(read);
    let all: HashSet<Object> = listed.iter().cloned().collect();
    let parents: HashMap<Object, Object> = cached
        .iter()
        .map(|(object, (parent, _))| (object.clone(), parent.clone()))
        .collect();
    listed
        .into_iter()
        .enumerate()
        .filter_map(|(place, object)| {
            let (_, facts) = cached.remove(&object)?;
            let parent = nearest(&object, &parents, &all);
            Some(Found {
                object,
                parent,
                place,
                facts,
            })
        })
        .collect()
}

/// The nearest ancestor that is listed too. Ancestors in between may be hidden.
fn nearest(object: &Object, parents: &HashMap<Object, Object>, listed: &HashSet<Object>) -> Option<Object> {
    let mut above = parents.get(object)?;
    for _ in 0..MOST_LEVELS {
        if listed.contains(above) && above != object {
            return Some(above.clone());
        }
        above = parents.get(above)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::linux::read::Facts;

    /// A node with a name, a parent, an index and a number of children.
    fn node(name: &str, parent: &str, place: i32, children: i32, shows: bool) -> Cached {
        let showing = if shows { 1 << States::SHOWING } else { 0 };
        Cached {
            object: Object::new(":1.1", name),
            parent: Object::new(":1.1", parent),
            place,
            children,
            facts: Facts {
                role: 39,
                name: name.to_owned(),
                states: States::of(&[showing, 0]),
            },
        }
    }

    /// A window with two rows, of which the first is shown. The items are not in tree order.
    fn cache() -> Vec<Cached> {
        vec![
            node("/b", "/window", 1, 0, false),
            node("/a", "/window", 0, 0, true),
            node("/window", "/root", 0, 2, true),
            node("/root", "/desktop", -1, 1, false),
        ]
    }

    fn read(cached: &[Cached], hidden: bool) -> Option<Vec<(String, Option<String>)>> {
        let found = whole(&Object::new(":1.1", "/root"), cached, hidden)?;
        Some(
            found
                .into_iter()
                .map(|node| (node.object.path, node.parent.map(|parent| parent.path)))
                .collect(),
        )
    }

    #[test]
    fn a_whole_cache_is_the_tree() {
        let window = || ("/window".to_owned(), None);
        let row = |name: &str| (name.to_owned(), Some("/window".to_owned()));
        assert_eq!(read(&cache(), false), Some(vec![window(), row("/a")]));
        assert_eq!(read(&cache(), true), Some(vec![window(), row("/a"), row("/b")]));
    }

    #[test]
    fn a_cache_that_may_lack_something_is_none() {
        let changed = |index: usize, other: Cached| {
            let mut cached = cache();
            cached[index] = other;
            cached
        };
        for (what, cached) in [
            ("one child is not there", changed(2, node("/window", "/root", 0, 3, true))),
            (
                "the number of children is unknown",
                changed(2, node("/window", "/root", 0, -1, true)),
            ),
            ("two at one place", changed(0, node("/b", "/window", 0, 0, false))),
            ("a place too far", changed(0, node("/b", "/window", 2, 0, false))),
            ("another window", changed(3, node("/root", "/desktop", -1, 2, false))),
            ("one that shows in one that does not", {
                let mut cached = changed(0, node("/b", "/window", 1, 1, false));
                cached.push(node("/c", "/b", 0, 0, true));
                cached
            }),
            ("no application", cache()[..3].to_vec()),
            ("nothing", Vec::new()),
        ] {
            assert_eq!(read(&cached, false), None, "{what}");
        }
    }

    #[test]
    fn what_does_not_show_may_lack_something() {
        let mut cached = cache();
        cached[0].children = -1;
        assert!(read(&cached, false).is_some());
        assert!(read(&cached, true).is_none());
    }
}
