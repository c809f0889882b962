//! Ids of nodes, such as `btn_a1b2c3d4`. This is the only module that makes them.
//!
//! An id is a short word for the role and 32 bits of a hash over the path to the node. Each step of the path is the
//! developer's identifier, or the role and the count among the siblings of that role. Titles are not part of it, so a
//! changed label changes no id. Nodes with the same hash get a suffix in reading order (`btn_a1b2c3d4_2`).
//!
//! A live object keeps the id that it first got, even if other nodes are inserted before it. Some toolkits create
//! their objects anew for every reading. Therefore an id passes to another live object if that is the same thing to
//! the user: same place, role, identifier and title. The things that went last are remembered for that. An id that was
//! given once never names another thing.

use super::node::RawNode;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// The short word for a role.
fn prefix(role: &str) -> &'static str {
    match role {
        "button" => "btn",
        "togglebutton" | "switch" => "tgl",
        "textbox" | "searchbox" => "txt",
        "checkbox" => "chk",
        "radio" => "rad",
        "slider" | "scrollbar" => "sld",
        "spinbutton" => "spn",
        "combobox" => "cmb",
        "listbox" | "list" => "lst",
        "option" | "listitem" => "itm",
        "menubar" | "menu" => "mnu",
        "menuitem" | "menuitemcheckbox" | "menuitemradio" => "mit",
        "tab" | "tablist" | "tabpanel" => "tab",
        "table" | "grid" | "treegrid" => "tbl",
        "row" => "row",
        "cell" | "gridcell" | "columnheader" | "rowheader" => "cel",
        "tree" => "tre",
        "treeitem" => "tri",
        "window" => "win",
        "dialog" | "alertdialog" => "dlg",
        "image" => "img",
        "link" => "lnk",
        "text" | "heading" | "label" => "lbl",
        "toolbar" => "tbr",
        "progressbar" => "prg",
        "group" | "region" => "grp",
        "document" => "doc",
        _ => "el",
    }
}

/// FNV-1a, 64 bits, folded to 32: the same on every machine and in every release.
fn hash(text: &str) -> u32 {
    let wide = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    #[expect(clippy::cast_possible_truncation, reason = "the fold keeps both halves")]
    let folded = (wide ^ (wide >> 32)) as u32;
    folded
}

/// The node that an id was given to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owner {
    key: String,
    role: String,
    identifier: Option<String>,
    title: Option<String>,
    /// The number of the reading that last had it.
    seen: u64,
}

impl Owner {
    fn of(raw: &RawNode, seen: u64) -> Self {
        Self {
            key: raw.key.clone(),
            role: raw.node.role.clone(),
            identifier: raw.identifier.clone(),
            title: raw.node.title.clone(),
            seen,
        }
    }

    fn looks_like(&self, raw: &RawNode) -> bool {
        self.role == raw.node.role && self.identifier == raw.identifier && self.title == raw.node.title
    }
}

/// The maximum number of remembered things that went, or are hidden. Above it, the half that went first is forgotten.
const MOST_GONE: usize = 20_000;

/// The ids with one hash.
#[derive(Debug, Default)]
struct Given {
    /// The last suffix that was given; 1 is the id without a suffix.
    last: u32,
    /// The suffixes whose owners are known, ascending.
    owned: Vec<u32>,
}

/// The ids of one application, over any number of readings.
#[derive(Debug, Default)]
pub struct IdBook {
    owners: HashMap<String, Owner>,
    ids: HashMap<String, String>,
    given: HashMap<String, Given>,
    readings: u64,
}

/// An id by its hash and its suffix.
fn id_of(base: &str, suffix: u32) -> String {
    match suffix {
        1 => base.to_owned(),
        suffix => format!("{base}_{suffix}"),
    }
}

/// The hash and the suffix of an id.
fn parts_of(id: &str) -> (&str, u32) {
    id.rsplit_once('_')
        .filter(|(base, _)| base.contains('_'))
        .and_then(|(base, suffix)| Some((base, suffix.parse().ok()?)))
        .filter(|(base, suffix)| *suffix > 1 && id_of(base, *suffix) == id)
        .unwrap_or((id, 1))
}

impl IdBook {
    /// Gives every node of a reading its id. The ids are in the order of the nodes.
    pub fn assign(&mut self, nodes: &[RawNode]) -> Vec<String> {
        self.readings += 1;
        let present: HashSet<&str> = nodes.iter().map(|raw| raw.key.as_str()).collect();
        let ways = ways(nodes);
        let assigned = nodes
            .iter()
            .zip(&ways)
            .map(|(raw, way)| {
                if let Some(id) = self.live_id(raw) {
                    return id;
                }
                let id = self.fresh(raw, way, &present);
                if let Some(before) = self.owners.insert(id.clone(), Owner::of(raw, self.readings)) {
                    self.ids.remove(&before.key);
                }
                self.ids.insert(raw.key.clone(), id.clone());
                id
            })
            .collect();
        if self.owners.len() > nodes.len() + MOST_GONE {
            self.forget_oldest();
        }
        assigned
    }

    /// The number of things that are known.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.owners.len()
    }

    /// Whether this id was ever given to a node.
    pub fn contains(&self, id: &str) -> bool {
        let (base, suffix) = parts_of(id);
        self.given.get(base).is_some_and(|given| suffix <= given.last)
    }

    /// Forgets half of the things that went, the oldest first.
    fn forget_oldest(&mut self) {
        let mut gone: Vec<(u64, String)> = self
            .owners
            .iter()
            .filter(|(_, owner)| owner.seen < self.readings)
            .map(|(id, owner)| (owner.seen, id.clone()))
            .collect();
        gone.sort();
        for (_, id) in gone.into_iter().take(MOST_GONE / 2) {
            let Some(owner) = self.owners.remove(&id) else { continue };
            if self.ids.get(&owner.key) == Some(&id) {
                self.ids.remove(&owner.key);
            }
            let (base, suffix) = parts_of(&id);
            if let Some(given) = self.given.get_mut(base) {
                given.owned.retain(|owned| *owned != suffix);
            }
        }
    }

    /// The id that a live object already has; `None` if its key names a different thing now.
    fn live_id(&mut self, raw: &RawNode) -> Option<String> {
        let id = self.ids.get(&raw.key)?;
        let owner = self.owners.get_mut(id)?;
        if owner.role != raw.node.role {
            return None;
        }
        owner.title.clone_from(&raw.node.title);
        owner.seen = self.readings;
        Some(id.clone())
    }

    fn fresh(&mut self, raw: &RawNode, way: &str, present: &HashSet<&str>) -> String {
        let base = format!("{}_{:08x}", prefix(&raw.node.role), hash(way));
        let owners = &self.owners;
        let given = self.given.entry(base.clone()).or_default();
        let same = given.owned.iter().map(|suffix| id_of(&base, *suffix)).find(|id| {
            owners
                .get(id)
                .is_some_and(|owner| !present.contains(owner.key.as_str()) && owner.looks_like(raw))
        });
        same.unwrap_or_else(|| {
            given.last += 1;
            given.owned.push(given.last);
            id_of(&base, given.last)
        })
    }
}

/// The path to each node, as the text that is hashed.
fn ways(nodes: &[RawNode]) -> Vec<String> {
    let mut counts: HashMap<(Option<usize>, &str, Option<&str>), usize> = HashMap::new();
    let mut ways: Vec<String> = Vec::with_capacity(nodes.len());
    for raw in nodes {
        let identifier = raw.identifier.as_deref().filter(|name| !name.is_empty());
        let count = counts.entry((raw.parent, raw.node.role.as_str(), identifier)).or_default();
        let mut way = raw
            .parent
            .and_then(|parent| ways.get(parent))
            .map_or_else(String::new, |parent| format!("{:08x}", hash(parent)));
        let _ = write!(way, "/{}", raw.node.role);
        if let Some(identifier) = identifier {
            let _ = write!(way, "#{identifier}");
        }
        // The first one needs no number: a unique identifier stands for itself.
        if *count > 0 {
            let _ = write!(way, "[{count}]");
        }
        *count += 1;
        ways.push(way);
    }
    ways
}
