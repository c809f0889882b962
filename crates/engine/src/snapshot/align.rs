//! Matches the nodes of two snapshots.
//!
//! Elements are identified by their UIDs, so no general diff is needed. Elements that both lists have in the same
//! order stay (the longest such sequence); all others were removed or added, or both if they moved. Runs of text have
//! no UID. They are compared by content between two elements that stayed. Everything is O(n log n).

use super::uid::Uid;
use std::collections::HashMap;

/// The parts of a node that matter for the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub(super) uid: Option<Uid>,
    /// The node's line without its depth.
    pub(super) line: &'a str,
}

/// One step from the old list to the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// This many consecutive nodes are identical in both lists.
    Alike { old: usize, new: usize, count: usize },
    /// In both lists: the same element, or a text that replaces another one.
    Same { old: usize, new: usize },
    /// In the old list only.
    Removed(usize),
    /// In the new list only.
    Added(usize),
}

/// The steps from `old` to `new`, in the order of `new`. Removed nodes come before the ones added in their place.
pub(super) fn align(old: &[Item<'_>], new: &[Item<'_>]) -> Vec<Step> {
    let mut steps = Vec::new();
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - start;
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let alike = |old, new, count| (count > 0).then_some(Step::Alike { old, new, count });
    steps.extend(alike(0, 0, start));
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let mut at = (start, start);
    for (was, is) in stayed(&old[start..old_end], &new[start..new_end]) {
        let next = (start + was, start + is);
        between(&mut steps, old, new, at, next);
        steps.push(Step::Same {
            old: next.0,
            new: next.1,
        });
        at = (next.0 + 1, next.1 + 1);
    }
    between(&mut steps, old, new, at, (old_end, new_end));
    steps.extend(alike(old_end, new_end, end));
    steps
}

/// Pairs of elements that both lists have in the same order: the longest such sequence.
fn stayed(old: &[Item<'_>], new: &[Item<'_>]) -> Vec<(usize, usize)> {
    let places: HashMap<Uid, usize> = old
        .iter()
        .enumerate()
        .filter_map(|(index, item)| item.uid.map(|uid| (uid, index)))
        .collect();
    // Longest increasing subsequence of old indexes: `ends[n]` is the last pair of the best sequence of n + 1 pairs,
    // and each pair refers to its predecessor.
    let mut pairs: Vec<(usize, usize, Option<usize>)> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    for (is, item) in new.iter().enumerate() {
        let Some(&was) = item.uid.as_ref().and_then(|uid| places.get(uid)) else {
            continue;
        };
        let length = ends.partition_point(|&end| pairs[end].0 < was);
        let before = length.checked_sub(1).map(|index| ends[index]);
        pairs.push((was, is, before));
        if length == ends.len() {
            ends.push(pairs.len() - 1);
        } else {
            ends[length] = pairs.len() - 1;
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        let (was, is, before) = pairs[index];
        found.push((was, is));
        at = before;
    }
    found.reverse();
    found
}

/// The steps between two pairs at which the lists meet.
fn between(steps: &mut Vec<Step>, old: &[Item<'_>], new: &[Item<'_>], from: (usize, usize), to: (usize, usize)) {
    let texts = |items: &[Item<'_>], from: usize, to: usize| -> Vec<usize> {
        (from..to).filter(|&index| items[index].uid.is_none()).collect()
    };
    let old_texts = texts(old, from.0, to.0);
    let new_texts = texts(new, from.1, to.1);
    let (mut was, mut is) = from;
    for (old_text, new_text) in pair_texts(old, new, &old_texts, &new_texts) {
        steps.extend((was..old_text).map(Step::Removed));
        steps.extend((is..new_text).map(Step::Added));
        steps.push(Step::Same {
            old: old_text,
            new: new_text,
        });
        (was, is) = (old_text + 1, new_text + 1);
    }
    steps.extend((was..to.0).map(Step::Removed));
    steps.extend((is..to.1).map(Step::Added));
}

/// Pairs equal texts in order. If both lists have the same number of texts, pairs them by position.
fn pair_texts(old: &[Item<'_>], new: &[Item<'_>], old_texts: &[usize], new_texts: &[usize]) -> Vec<(usize, usize)> {
    if old_texts.len() == new_texts.len() {
        return old_texts.iter().copied().zip(new_texts.iter().copied()).collect();
    }
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for &index in old_texts.iter().rev() {
        places.entry(old[index].line).or_default().push(index);
    }
    let mut pairs = Vec::new();
    let mut least = 0;
    for &index in new_texts {
        if let Some(candidates) = places.get_mut(new[index].line) {
            while candidates.last().is_some_and(|&place| place < least) {
                candidates.pop();
            }
            if let Some(place) = candidates.pop() {
                pairs.push((place, index));
                least = place + 1;
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    /// Words are texts, numbers are elements; `3:x` is element 3 with the line x.
    fn items(list: &str) -> Vec<Item<'_>> {
        list.split_whitespace()
            .map(|word| {
                let (id, line) = word.split_once(':').unwrap_or((word, ""));
                match id.parse() {
                    Ok(counter) => Item {
                        uid: Some(Uid { snapshot: 1, counter }),
                        line,
                    },
                    Err(_) => Item { uid: None, line: word },
                }
            })
            .collect()
    }

    /// Applies the steps. Elements that stay must be the same.
    fn apply<'a>(old: &[Item<'a>], new: &[Item<'a>], steps: &[Step]) -> Vec<Item<'a>> {
        let mut next_old = 0;
        let mut result = Vec::new();
        for step in steps {
            match *step {
                Step::Alike {
                    old: was,
                    new: is,
                    count,
                } => {
                    assert_eq!((was, &old[was..was + count]), (next_old, &new[is..is + count]));
                    next_old += count;
                    result.extend_from_slice(&new[is..is + count]);
                }
                Step::Same { old: was, new: is } => {
                    assert_eq!((was, old[was].uid), (next_old, new[is].uid));
                    next_old += 1;
                    result.push(new[is]);
                }
                Step::Removed(was) => {
                    assert_eq!(was, next_old);
                    next_old += 1;
                }
                Step::Added(is) => result.push(new[is]),
            }
        }
        assert_eq!(next_old, old.len());
        result
    }

    fn check(old: &str, new: &str) -> (usize, usize, usize) {
        let (old, new) = (items(old), items(new));
        let steps = align(&old, &new);
        assert_eq!(apply(&old, &new, &steps), new);
        let mut counts = (0, 0, 0);
        for step in steps {
            match step {
                Step::Added(_) => counts.0 += 1,
                Step::Removed(_) => counts.1 += 1,
                Step::Alike { .. } => {}
                Step::Same { old: was, new: is } => counts.2 += usize::from(old[was] != new[is]),
            }
        }
        counts
    }

    #[test]
    fn added_removed_and_changed() {
        for (old, new, counts) in [
            ("", "", (0, 0, 0)),
            ("", "1 2", (2, 0, 0)),
            ("1 2", "", (0, 2, 0)),
            ("1 2 3", "1 2 3", (0, 0, 0)),
            ("1 2 3", "1 4 2 3", (1, 0, 0)),
            ("1 2 3", "1 3", (0, 1, 0)),
            ("1 2:a 3", "1 2:b 3", (0, 0, 1)),
            ("1 2 3 4 5", "1 5 2 3 4", (1, 1, 0)),
            ("1 2 3 4", "4 3 2 1", (3, 3, 0)),
            ("1 a 2", "1 b 2", (0, 0, 1)),
            ("1 a b c 2", "1 a c 2", (0, 1, 0)),
            ("1 a 2", "1 x a y 2", (2, 0, 0)),
            ("1 a b 2", "1 b a a 2", (2, 1, 0)),
            ("1 a 2 b 3", "1 c 4 d 3", (1, 1, 2)),
        ] {
            assert_eq!(check(old, new), counts, "{old} to {new}");
        }
    }

    #[test]
    fn any_list_becomes_any_other() {
        // A simple generator, so that every run has the same lists.
        let mut seed = 7_u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..2_000 {
            let mut list = |length: u32| {
                let mut used = Vec::new();
                let mut out = String::new();
                for _ in 0..length {
                    let id = random(30);
                    if random(4) == 0 {
                        out.push_str(["a ", "b ", "c "][random(3) as usize]);
                    } else if !used.contains(&id) {
                        used.push(id);
                        let _ = write!(out, "{id}:{} ", random(2));
                    }
                }
                out
            };
            let (old, new) = (list(20), list(20));
            check(&old, &new);
        }
    }
}
