//! Which parts of the files of a page were used, put together of what its frames tell.

use crate::report::{CoverageKind, CoveredFile};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// How many files are told at most. Pages can make any number of scripts.
const MOST_FILES: usize = 2_000;

#[derive(Deserialize)]
pub(super) struct Scripts {
    pub(super) result: Vec<Script>,
}

#[derive(Deserialize)]
pub(super) struct Script {
    #[serde(rename = "scriptId")]
    number: String,
    url: String,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    ranges: Vec<CountedRange>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CountedRange {
    start_offset: u64,
    end_offset: u64,
    count: u64,
}

/// The files of a page, those of one address and one length together. The first part of a key says whether it is a style sheet.
#[derive(Default)]
pub(super) struct Files(BTreeMap<(bool, String, u64), Vec<[u64; 2]>>);

impl Files {
    /// `lengths`: those of scripts, by address and number. The code around the functions is counted only if it is still to run.
    pub(super) fn add_script(&mut self, script: &Script, lengths: &HashMap<(String, String), u64>) {
        let ranges: Vec<CountedRange> = script
            .functions
            .iter()
            .flat_map(|function| &function.ranges)
            .copied()
            .collect();
        let counted = ranges.iter().map(|range| range.end_offset).max().unwrap_or(0);
        let known = lengths.get(&(script.url.clone(), script.number.clone()));
        let length = known.copied().unwrap_or(0).max(counted);
        self.add(CoverageKind::Script, &script.url, length, used_of(ranges));
    }

    pub(super) fn add(&mut self, kind: CoverageKind, url: &str, length: u64, used: Vec<[u64; 2]>) {
        // What has no address is made by a script, or is ours.
        let is_loaded = ["http:", "https:", "file:", "blob:", "data:"]
            .iter()
            .any(|scheme| url.starts_with(scheme));
        if length > 0 && is_loaded {
            self.0
                .entry((kind == CoverageKind::Style, url.to_owned(), length))
                .or_default()
                .extend(used);
        }
    }

    /// Those with the most that is unused, first.
    pub(super) fn told(self) -> Vec<CoveredFile> {
        let each = self.0.into_iter().map(|((is_style, url, length), ranges)| {
            let used = joined(ranges);
            CoveredFile {
                kind: if is_style { CoverageKind::Style } else { CoverageKind::Script },
                url,
                length,
                used_length: used.iter().map(|[from, to]| to - from).sum(),
                used,
            }
        });
        let mut files: Vec<_> = each.collect();
        files.sort_by_key(|file| std::cmp::Reverse(file.length.saturating_sub(file.used_length)));
        files.truncate(MOST_FILES);
        files
    }
}

/// The parts that ran. Of nested ranges the innermost one counts.
fn used_of(mut ranges: Vec<CountedRange>) -> Vec<[u64; 2]> {
    ranges.sort_by_key(|range| (range.start_offset, std::cmp::Reverse(range.end_offset)));
    let mut used = Vec::new();
    let mut open: Vec<CountedRange> = Vec::new();
    let mut at = 0;
    let mut pass = |at: &mut u64, to: u64, count: u64| {
        if count > 0 && to > *at {
            used.push([*at, to]);
        }
        *at = to.max(*at);
    };
    for range in ranges {
        while let Some(inner) = open.pop_if(|inner| inner.end_offset <= range.start_offset) {
            pass(&mut at, inner.end_offset, inner.count);
        }
        let around = open.last().map_or(0, |around| around.count);
        pass(&mut at, range.start_offset, around);
        open.push(range);
    }
    while let Some(inner) = open.pop() {
        pass(&mut at, inner.end_offset, inner.count);
    }
    used
}

/// Ranges in order, those that touch as one.
fn joined(mut ranges: Vec<[u64; 2]>) -> Vec<[u64; 2]> {
    ranges.sort_unstable();
    let mut out: Vec<[u64; 2]> = Vec::with_capacity(ranges.len());
    for [from, to] in ranges {
        match out.last_mut() {
            Some(last) if from <= last[1] => last[1] = last[1].max(to),
            _ => out.push([from, to]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start_offset: u64, end_offset: u64, count: u64) -> CountedRange {
        CountedRange {
            start_offset,
            end_offset,
            count,
        }
    }

    #[test]
    fn of_nested_ranges_the_innermost_counts() {
        let used = used_of(vec![
            range(0, 100, 1),
            range(10, 50, 0),
            range(20, 30, 1),
            range(60, 70, 0),
            range(90, 100, 0),
        ]);
        assert_eq!(used, [[0, 10], [20, 30], [50, 60], [70, 90]]);
        assert_eq!(used_of(Vec::new()), [[0_u64; 2]; 0]);
        assert_eq!(used_of(vec![range(0, 9, 0)]), [[0_u64; 2]; 0]);
    }

    #[test]
    fn one_file_in_two_frames_is_used_where_either_uses_it() {
        let mut files = Files::default();
        files.add(CoverageKind::Style, "https://a.test/a.css", 100, vec![[0, 10], [10, 20]]);
        files.add(CoverageKind::Style, "https://a.test/a.css", 100, vec![[15, 30], [90, 95]]);
        files.add(CoverageKind::Style, "https://a.test/b.css", 500, Vec::new());
        files.add(CoverageKind::Script, "", 500, Vec::new());
        files.add(CoverageKind::Script, "chrome-extension://x/y.js", 500, Vec::new());
        let told = files.told();
        let short: Vec<_> = told.iter().map(|file| (file.url.as_str(), file.used_length)).collect();
        assert_eq!(short, [("https://a.test/b.css", 0), ("https://a.test/a.css", 35)]);
        assert_eq!(told[1].used, [[0, 30], [90, 95]]);
    }
}
