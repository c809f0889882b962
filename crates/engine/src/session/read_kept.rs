//! The last texts that were read, for cursors.

use super::read::Taken;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of texts in a session.
const MOST: usize = 8;
/// Their maximum size without the last one, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// Texts by their numbers, oldest first. The cursor `t3:240-900` is the part from byte 240 to 900 of the text 3.
#[derive(Debug, Default)]
pub(super) struct Kept {
    last: u32,
    texts: VecDeque<Text>,
}

#[derive(Debug)]
struct Text {
    id: u32,
    taken: Arc<Taken>,
    /// The parts whose cursors were given out. Others are refused: one that begins inside a secret would show its rest, which
    /// no mask finds.
    given: HashSet<Range<usize>>,
}

impl Kept {
    /// Keeps a text, and gives the cursor for a part of it.
    pub(super) fn keep(&mut self, taken: Arc<Taken>, part: Range<usize>) -> String {
        let cursor = |id: u32| format!("t{id}:{}-{}", part.start, part.end);
        if let Some(text) = self.texts.iter_mut().find(|text| Arc::ptr_eq(&text.taken, &taken)) {
            text.given.insert(part.clone());
            return cursor(text.id);
        }
        self.last += 1;
        self.texts.push_back(Text {
            id: self.last,
            taken,
            given: HashSet::from([part.clone()]),
        });
        let mut bytes = 0;
        let fitting = self
            .texts
            .iter()
            .rev()
            .take(MOST)
            .enumerate()
            .take_while(|(number, text)| {
                bytes += text.taken.reading.text.len();
                *number == 0 || bytes <= MOST_BYTES
            })
            .count();
        self.texts.drain(..self.texts.len() - fitting);
        cursor(self.last)
    }

    /// The text and the part of it that a cursor names.
    pub(super) fn at_cursor(&self, page: u32, cursor: &str) -> Result<(Arc<Taken>, Range<usize>)> {
        let shown = quote(&shorten(cursor, 60));
        let parsed = cursor.strip_prefix('t').and_then(|rest| {
            let (id, part) = rest.split_once(':')?;
            let (start, end) = part.split_once('-')?;
            Some((
                id.parse::<u32>().ok()?,
                start.parse::<usize>().ok()?..end.parse::<usize>().ok()?,
            ))
        });
        let Some((id, part)) = parsed else {
            let what = format!("{shown} is not a cursor of a text; one looks like \"t3:240-900\"");
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        };
        let found = self.texts.iter().find(|text| text.id == id && text.taken.page == page);
        let Some(text) = found else {
            let what = format!("the text of cursor {shown} is no longer kept for page {page}");
            return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("read the page again"));
        };
        if !text.given.contains(&part) {
            let what = format!("the cursor {shown} is not one that was given out");
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        Ok((Arc::clone(&text.taken), part))
    }

    /// Forgets the texts of a page, or all of them.
    pub(super) fn forget(&mut self, page: Option<u32>) {
        self.texts.retain(|text| page.is_some_and(|page| text.taken.page != page));
    }
}
