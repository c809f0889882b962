//! Finds the lines of a snapshot that match a query: text, regular expression, role and name.
//!
//! The expression comes from the caller, so the linear-time crate `regex` evaluates it, with a memory limit.

use super::detail::is_text;
use super::excerpt::{Excerpt, Mark, Row};
use super::printed::{Printed, words};
use super::tree::Snapshot;
use super::uid::UidMap;
use super::wire::{Line, value_text};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::FindOptions;
use crate::text::{plain, quote, shorten};
use regex::{Regex, RegexBuilder};
use std::fmt::Write as _;
use std::ops::Range;

/// The number of hits returned if the caller gives no limit.
const DEFAULT_LIMIT: usize = 20;
/// The maximum number of hits returned at once.
const MAX_LIMIT: usize = 500;
/// The maximum number of context lines. For more, a snapshot serves better.
const MAX_CONTEXT: usize = 50;
/// An answer ends after the hit that exceeds this many bytes.
const MAX_BYTES: usize = 20_000;
/// The memory limit of a compiled expression.
const REGEX_BYTES: usize = 1 << 20;

/// A query. All given conditions must match.
#[derive(Debug, Default)]
pub(crate) struct Query {
    text: Option<String>,
    regex: Option<Regex>,
    role: Option<String>,
    name: Option<String>,
}

/// A page of hits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) text: String,
    /// The number of all hits.
    pub(crate) total: usize,
    /// The number of hits in `text`.
    pub(crate) shown: usize,
    /// The number of the next hit, if some are left.
    pub(crate) next: Option<usize>,
}

impl Query {
    /// # Errors
    /// `InvalidInput` if no condition is given, or the expression is invalid.
    pub(crate) fn new(options: &FindOptions) -> Result<Self> {
        let given = |value: &Option<String>| value.clone().filter(|value| !value.is_empty());
        let query = Self {
            text: given(&options.text).map(|text| text.to_lowercase()),
            regex: given(&options.regex).map(|pattern| compile(&pattern)).transpose()?,
            role: given(&options.role),
            name: given(&options.name).map(|name| name.to_lowercase()),
        };
        if query.text.is_none() && query.regex.is_none() && query.role.is_none() && query.name.is_none() {
            return Err(EngineError::new(ErrorKind::InvalidInput, "nothing to look for was given")
                .with_next_step("give text, regex, role or name"));
        }
        Ok(query)
    }

    /// Lines that contain this text, ignoring case.
    pub(crate) fn text(text: &str) -> Self {
        Self {
            text: Some(text.to_lowercase()),
            ..Self::default()
        }
    }

    /// Whether a line matches. Text may be anywhere in it; the expression is matched against the name and each value.
    pub(super) fn fits(&self, line: &Line<'_>) -> bool {
        self.role.as_ref().is_none_or(|role| line.role.eq_ignore_ascii_case(role))
            && self.name.as_ref().is_none_or(|name| contains(line.name, name))
            && self.text.as_ref().is_none_or(|text| {
                contains(line.name, text)
                    || contains(line.role, text)
                    || line
                        .properties()
                        .any(|(_, value)| value.is_some_and(|value| holds(value, text)))
                    || is_printed(line, text)
            })
            && self.regex.as_ref().is_none_or(|regex| {
                regex.is_match(line.name)
                    || line
                        .properties()
                        .any(|(_, value)| value.is_some_and(|value| regex.is_match(&value_text(value))))
            })
    }

    /// Whether it can match a line that shows several nodes, and none of them.
    fn may_span(&self) -> bool {
        let runs_on = |text: &Option<String>| {
            text.as_ref()
                .is_some_and(|text| text.contains(char::is_whitespace) || text.contains('|'))
        };
        match &self.role {
            Some(role) => {
                is_text(&role.to_ascii_lowercase()) && (self.text.is_some() || self.name.is_some() || self.regex.is_some())
            }
            None => self.regex.is_some() || runs_on(&self.text) || runs_on(&self.name),
        }
    }

    /// Whether a line matches that begins with a node of this role and shows these names. `printed` gives what is printed of it.
    pub(super) fn fits_words(&self, role: &str, names: &str, printed: impl FnOnce() -> String) -> bool {
        let fits = self.role.as_ref().is_none_or(|wanted| role.eq_ignore_ascii_case(wanted))
            && self.name.as_ref().is_none_or(|name| contains(names, name))
            && self.regex.as_ref().is_none_or(|regex| regex.is_match(names));
        let Some(text) = self.text.as_ref().filter(|_| fits) else {
            return fits;
        };
        let wanted = words(text);
        if wanted.is_empty() || words(names).contains(&wanted) {
            return !wanted.is_empty();
        }
        let as_printed = text.contains(['"', '=']);
        as_printed && (words(&format!("{role} {names}")).contains(&wanted) || words(&printed()).contains(&wanted))
    }
}

/// What matches a query.
struct Hits<'a> {
    /// The indexes of the nodes, and of the first nodes of matching lines.
    nodes: Vec<usize>,
    /// The nodes of lines that match although none of their nodes does.
    lines: Vec<Range<usize>>,
    /// The lines that show several nodes, if they are needed.
    printed: Option<Printed<'a>>,
}

impl Hits<'_> {
    /// Whether a hit is written with what is beside it on its line.
    fn is_line(&self, hit: usize) -> bool {
        self.lines.binary_search_by_key(&hit, |nodes| nodes.start).is_ok()
    }
}

/// Whether a value contains this text; where it has several lines, also without their breaks.
fn holds(value: &str, text: &str) -> bool {
    let whole = value_text(value);
    contains(&whole, text) || whole.contains('\n') && contains(&whole.split_whitespace().collect::<Vec<_>>().join(" "), text)
}

/// Whether a line has this text in what is printed around its words: `button "Save"`, `expanded`, `type=file`.
fn is_printed(line: &Line<'_>, text: &str) -> bool {
    if text.contains('"') && contains(&format!("{} {}", line.role, quote(line.name)), text) {
        return true;
    }
    line.properties().any(|(key, value)| match value {
        None => key == text,
        Some(value) => {
            text.contains('=')
                && (contains(&format!("{key}={value}"), text) || contains(&format!("{key}={}", quote(value)), text))
        }
    })
}

/// Whether `text` contains `lower`, ignoring case. Most texts are ASCII and need no copy.
fn contains(text: &str, lower: &str) -> bool {
    if text.is_ascii() && lower.is_ascii() {
        return text.len() >= lower.len()
            && text
                .as_bytes()
                .windows(lower.len())
                .any(|window| window.eq_ignore_ascii_case(lower.as_bytes()));
    }
    text.to_lowercase().contains(lower)
}

fn compile(pattern: &str) -> Result<Regex> {
    RegexBuilder::new(pattern).size_limit(REGEX_BYTES).build().map_err(|source| {
        let why = match &source {
            regex::Error::CompiledTooBig(_) => "it is too large".to_owned(),
            other => plain(other.to_string().lines().last().unwrap_or_default(), 120),
        };
        EngineError::new(
            ErrorKind::InvalidInput,
            format!("{} is not a regular expression: {why}", quote(&shorten(pattern, 200))),
        )
        .with_next_step("correct it; the syntax is that of the Rust crate `regex`, without look-around and back-references")
    })
}

impl Snapshot {
    /// What matches a query.
    fn hits(&self, query: &Query) -> Result<Hits<'_>> {
        let mut nodes: Vec<usize> = Vec::new();
        let mut unnamed = false;
        for index in (0..self.len()).rev() {
            let view = self.node(index)?;
            if !query.fits(&view.line) {
                continue;
            }
            let is_bare = view.written_name().is_empty();
            // A row is read by its cells: the one that matches says it.
            let says_again =
                is_bare && !view.line.name.is_empty() && nodes.last().is_some_and(|inner| self.is_inside(*inner, index));
            if !says_again {
                unnamed |= is_bare;
                nodes.push(index);
            }
        }
        nodes.reverse();
        let printed = (unnamed || query.may_span()).then(|| Printed::of(self)).transpose()?;
        let mut lines = Vec::new();
        if let Some(printed) = printed.as_ref().filter(|_| query.may_span()) {
            lines = printed.hits(query, &nodes);
            nodes.extend(lines.iter().map(|line| line.start));
            nodes.sort_unstable();
        }
        Ok(Hits { nodes, lines, printed })
    }

    /// Whether a node is below another one before it.
    fn is_inside(&self, index: usize, other: usize) -> bool {
        index > other && (other + 1..=index).all(|at| self.depth(at) > self.depth(other))
    }

    /// Writes the hits from number `start` on, each below its nearest named ancestor and with `context` lines before
    /// and after it. Hits are marked with `*` if other lines stand between them.
    pub(crate) fn find(&self, query: &Query, options: &FindOptions, start: usize, uids: &mut UidMap) -> Result<Found> {
        let found = self.hits(query)?;
        let hits = &found.nodes;
        if start > hits.len() {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("the cursor points behind the end: there are {} hits", hits.len()),
            ));
        }
        let limit = options.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT);
        let context = options.context.unwrap_or(0).min(MAX_CONTEXT);
        let mut excerpt = Excerpt::default();
        let mut shown = 0;
        let mut at = 0;
        for (number, &hit) in hits.iter().enumerate().skip(start).take(limit) {
            let next = hits.get(number + 1).copied().unwrap_or(self.len());
            let before = hit.saturating_sub(context);
            let mut line = None;
            if found.is_line(hit) || self.node(hit)?.written_name().is_empty() {
                line = found.printed.as_ref().and_then(|printed| printed.line(hit));
            }
            let end = match (&line, &found.printed) {
                (Some(_), Some(printed)) => printed.nodes(hit).end - 1,
                _ => hit,
            };
            let last = (end + context).min(next.saturating_sub(1)).min(self.len() - 1);
            while at <= last {
                if at == hit
                    && let Some(line) = &line
                {
                    excerpt.new_row(line, Mark::Hit);
                    at += 1;
                    continue;
                }
                let mark = if at == hit {
                    Mark::Hit
                } else if at >= before && !(at > hit && at <= end) {
                    Mark::Context
                } else {
                    Mark::None
                };
                excerpt.row(&Row {
                    view: self.node(at)?,
                    mark,
                    cells: self.first_cells(at)?,
                    before: None,
                });
                at += 1;
            }
            shown += 1;
            if excerpt.len() > MAX_BYTES {
                break;
            }
        }
        let mut text = format!("{} found", hits.len());
        if hits.is_empty() {
            let _ = write!(text, " in {} lines", self.len());
        } else if shown < hits.len() {
            let _ = write!(text, ", {}–{} shown", start + 1, start + shown);
        }
        text.push_str(".\n");
        let (body, written) = excerpt.finish();
        written.note(uids);
        text.push_str(&body);
        let end = start + shown;
        let next = (end < hits.len()).then_some(end);
        if let Some(next) = next {
            let _ = writeln!(text, "… {} more. Go on: cursor \"{}:{next}\".", hits.len() - next, self.id);
        }
        self.write_unseen(&mut text);
        Ok(Found {
            text,
            total: hits.len(),
            shown,
            next,
        })
    }

    /// The indexes of matching nodes and their ancestors.
    pub(super) fn hits_with_ancestors(&self, query: &Query) -> Result<Vec<usize>> {
        let mut chosen = vec![false; self.len()];
        let Hits { nodes, lines, .. } = self.hits(query)?;
        for line in lines {
            chosen[line].fill(true);
        }
        for hit in nodes {
            let mut depth = self.depth(hit);
            chosen[hit] = true;
            for above in (0..hit).rev() {
                if depth == 0 {
                    break;
                }
                if self.depth(above) < depth {
                    depth = self.depth(above);
                    // If an ancestor is included, so are all above it.
                    if std::mem::replace(&mut chosen[above], true) {
                        break;
                    }
                }
            }
        }
        Ok((0..self.len()).filter(|&index| chosen[index]).collect())
    }
}

#[cfg(test)]
mod tests;
