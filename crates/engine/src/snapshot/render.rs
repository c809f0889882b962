//! Writes a snapshot as text within a budget, and says what was left out.
//!
//! ```text
//! uid=1_0 document "Shop"
//!   uid=1_1 heading "Basket" level=1
//!   uid=1_2 button "Pay" disabled
//! ```

use super::tree::{NodeView, Snapshot};
use super::uid::UidMap;
use crate::error::{EngineError, ErrorKind, Result};
use crate::report::SnapshotFormat;
use crate::text::{is_deceptive, quote, quote_into};
use std::fmt::Write as _;

/// Default size of an answer, bytes of text.
const DEFAULT_MAX_BYTES: usize = 20_000;
/// Room kept for the last line.
const LAST_LINE_BYTES: usize = 400;

/// Which part of a snapshot to write.
#[derive(Debug, Default)]
pub(crate) struct PageRequest<'a> {
    pub(crate) find: Option<&'a str>,
    pub(crate) max_lines: Option<usize>,
    pub(crate) max_bytes: Option<usize>,
    /// Index, in the list of nodes to be shown, of the first one to write.
    pub(crate) start: usize,
    pub(crate) format: SnapshotFormat,
}

/// A written part.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) total_lines: usize,
    pub(crate) shown_lines: usize,
    /// Index of the next node to write, when something is left.
    pub(crate) next: Option<usize>,
}

impl Snapshot {
    /// Writes a part of the snapshot; the nodes written count as shown from then on.
    pub(crate) fn write(&self, request: &PageRequest<'_>, uids: &mut UidMap) -> Result<Page> {
        let selected = match request.find {
            Some(text) => self.find(text)?,
            None => (0..self.len()).collect(),
        };
        if request.start > selected.len() {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("the cursor points behind the end: the snapshot has {} lines", selected.len()),
            ));
        }
        let limit = Limit {
            lines: request.max_lines.unwrap_or(usize::MAX).max(1),
            bytes: match request.max_bytes.unwrap_or(DEFAULT_MAX_BYTES) {
                0 => usize::MAX,
                bytes => bytes.saturating_sub(LAST_LINE_BYTES),
            },
        };
        let remaining = &selected[request.start..];
        let (mut text, count) = match request.format {
            SnapshotFormat::Text => self.write_text(remaining, request.start, &limit, uids)?,
            SnapshotFormat::Json => super::json::write(self, remaining, &limit, uids)?,
        };
        let end = request.start + count;
        let next = (end < selected.len()).then_some(end);
        match request.format {
            SnapshotFormat::Text => self.write_last_lines(&mut text, request, count, selected.len(), next),
            SnapshotFormat::Json => super::json::close(&mut text, self, selected.len(), count, next),
        }
        Ok(Page {
            text,
            total_lines: selected.len(),
            shown_lines: count,
            next,
        })
    }

    fn write_text(&self, indexes: &[usize], start: usize, limit: &Limit, uids: &mut UidMap) -> Result<(String, usize)> {
        let mut text = String::with_capacity(
            indexes
                .len()
                .min(limit.lines)
                .saturating_mul(40)
                .min(limit.bytes.min(4 << 20)),
        );
        if start > 0
            && let Some(&first) = indexes.first()
        {
            self.write_ancestors(&mut text, first)?;
        }
        let mut count = 0;
        for &index in indexes {
            let view = self.node(index)?;
            let before = text.len();
            write_line(&mut text, &view);
            // The first line is always given, so that a cursor gets on.
            if count > 0 && (text.len() > limit.bytes || count >= limit.lines) {
                text.truncate(before);
                break;
            }
            if let Some(uid) = view.uid {
                uids.shown(uid, view.line.role, view.line.name);
            }
            count += 1;
        }
        Ok((text, count))
    }

    /// Says where a continued part hangs.
    fn write_ancestors(&self, text: &mut String, index: usize) -> Result<()> {
        let mut depth = self.depth(index);
        let mut chain = Vec::new();
        for above in (0..index).rev() {
            if self.depth(above) < depth {
                depth = self.depth(above);
                let view = self.node(above)?;
                let uid = view.uid.map_or_else(String::new, |uid| format!("uid={uid} "));
                chain.push(format!("{uid}{}", super::describe(view.line.role, view.line.name)));
            }
            if depth == 0 {
                break;
            }
        }
        chain.reverse();
        if !chain.is_empty() {
            let _ = writeln!(text, "(continued inside {})", chain.join(" > "));
        }
        Ok(())
    }

    fn write_last_lines(&self, text: &mut String, request: &PageRequest<'_>, count: usize, total: usize, next: Option<usize>) {
        if total == 0 {
            match request.find {
                Some(find) => {
                    let _ = writeln!(
                        text,
                        "Nothing found: no line of the snapshot ({} lines) contains {}.",
                        self.len(),
                        quote(find)
                    );
                }
                None => text.push_str("The page is empty.\n"),
            }
        }
        if self.frames_left_out > 0 {
            let _ = writeln!(
                text,
                "({} of the page's frames could not be read; take another snapshot to see them.)",
                self.frames_left_out
            );
        }
        if let Some(next) = next {
            let _ = writeln!(
                text,
                "… {} of {total} lines left out (lines {}–{} shown). Go on: cursor \"{}:{next}\". Narrow down: uid, selector or find. Everything in a file: saveTo.",
                total - next,
                request.start + 1,
                request.start + count,
                self.id
            );
        }
    }

    /// Indexes of the nodes whose line contains `text` in any case, and of their ancestors.
    fn find(&self, text: &str) -> Result<Vec<usize>> {
        let wanted = text.to_lowercase();
        let mut chosen = vec![false; self.len()];
        let mut ancestors: Vec<(u16, usize)> = Vec::new();
        for index in 0..self.len() {
            let view = self.node(index)?;
            ancestors.retain(|(depth, _)| *depth < view.depth);
            let hit = view.line.name.to_lowercase().contains(&wanted)
                || view.line.role.contains(&wanted)
                || view
                    .line
                    .properties()
                    .any(|(_, value)| value.is_some_and(|value| value.to_lowercase().contains(&wanted)));
            if hit {
                chosen[index] = true;
                for (_, above) in &ancestors {
                    chosen[*above] = true;
                }
            }
            ancestors.push((view.depth, index));
        }
        Ok(chosen
            .iter()
            .enumerate()
            .filter_map(|(index, chosen)| chosen.then_some(index))
            .collect())
    }
}

/// How much may be written.
pub(super) struct Limit {
    pub(super) lines: usize,
    pub(super) bytes: usize,
}

fn write_line(out: &mut String, view: &NodeView<'_>) {
    for _ in 0..view.depth {
        out.push_str("  ");
    }
    if let Some(uid) = view.uid {
        let _ = write!(out, "uid={uid} ");
    }
    push_word(out, view.line.role);
    if !view.line.name.is_empty() {
        out.push(' ');
        quote_into(out, view.line.name);
    }
    for (key, value) in view.line.properties() {
        out.push(' ');
        push_word(out, key);
        if let Some(value) = value {
            out.push('=');
            if is_plain(value) {
                out.push_str(value);
            } else {
                quote_into(out, value);
            }
        }
    }
    if view.line.is_hidden() {
        out.push_str(" hidden");
    }
    out.push('\n');
}

/// Words are ours by contract; a page that found a way to choose one must still not break a line.
fn push_word(out: &mut String, word: &str) {
    out.extend(word.chars().filter(|c| !c.is_whitespace() && !is_deceptive(*c) && *c != '"'));
}

/// Whether a value can stand without quotes and cannot be taken for anything else.
fn is_plain(value: &str) -> bool {
    !value.is_empty()
        && value.len() <= 24
        && value
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
}
