//! Shortens the addresses of links to the part that distinguishes them.

use super::tree::NodeView;
use std::collections::HashMap;

/// The maximum length of a shown address.
const LONGEST: usize = 32;
/// If more links share a name, the lines around them distinguish them well enough.
const MOST_ALIKE: usize = 4;

/// The links of a snapshot by name.
#[derive(Debug, Default)]
pub(super) struct Addresses<'a> {
    /// For each name, the beginning that the addresses of all its links share.
    names: HashMap<&'a str, Shared<'a>>,
}

#[derive(Debug)]
struct Shared<'a> {
    common: &'a str,
    /// Whether links of this name have different addresses.
    differ: bool,
    links: usize,
}

impl<'a> Addresses<'a> {
    /// Collects the links of a snapshot.
    pub(super) fn of(views: &[NodeView<'a>]) -> Self {
        let mut names: HashMap<&str, Shared<'_>> = HashMap::new();
        for NodeView { line, .. } in views {
            if line.role != "link" {
                continue;
            }
            let Some(address) = line.property("href") else { continue };
            names
                .entry(line.name)
                .and_modify(|shared| {
                    shared.links += 1;
                    if shared.common != address || shared.differ {
                        shared.common = common(shared.common, address);
                        shared.differ = true;
                    }
                })
                .or_insert(Shared {
                    common: address,
                    differ: false,
                    links: 1,
                });
        }
        Self { names }
    }

    /// The part of a link's address that its name does not convey; `None` if the name is enough.
    pub(super) fn short(&self, name: &str, address: &str) -> Option<String> {
        if address.starts_with("javascript:") || address == "#" {
            return None;
        }
        if !name.is_empty() {
            let shared = self
                .names
                .get(name)
                .filter(|shared| shared.differ && shared.links <= MOST_ALIKE)?;
            // From the last boundary before the first difference.
            let from = boundary(shared.common);
            return Some(fit(&address[from.min(address.len())..], from > 0));
        }
        let path = address.split(['?', '#']).next().unwrap_or(address).trim_end_matches('/');
        let from = path.rfind('/').map_or(0, |at| at + 1);
        Some(fit(&address[from..], from > 0))
    }
}

/// The common beginning of two texts.
fn common<'a>(a: &'a str, b: &str) -> &'a str {
    let end = a
        .char_indices()
        .zip(b.chars())
        .find(|((_, x), y)| x != y)
        .map_or(a.len().min(b.len()), |((at, _), _)| at);
    &a[..end]
}

/// The index at which the last segment of an address begins.
fn boundary(text: &str) -> usize {
    text.rfind(['/', '?', '&', '=', '#']).map_or(0, |at| at + 1)
}

/// The end of an address, cut in the middle if it is long.
fn fit(text: &str, cut_before: bool) -> String {
    let mut out = String::from(if cut_before { "…" } else { "" });
    let length = text.chars().count();
    if length <= LONGEST {
        out.push_str(text);
        return out;
    }
    // Addresses differ more often at the end than in the middle.
    let (head, tail) = (LONGEST / 3, LONGEST - LONGEST / 3);
    out.extend(text.chars().take(head));
    out.push('…');
    out.extend(text.chars().skip(length - tail));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_beginning_ends_at_a_boundary() {
        assert_eq!(common("/a/bc?x=1", "/a/bd?x=1"), "/a/b");
        assert_eq!(boundary("/a/b"), 3);
        assert_eq!(common("/a", "/a/b"), "/a");
        assert_eq!(common("/ä1", "/ö1"), "/");
    }

    #[test]
    fn a_long_address_keeps_its_end() {
        let long = format!("{}/end", "x".repeat(100));
        let short = fit(&long, true);
        assert!(short.starts_with("…xxx") && short.ends_with("x/end"), "{short}");
        assert_eq!(short.chars().count(), LONGEST + 2);
    }
}
