//! The last texts that were read, for cursors.

use super::read::Taken;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use std::collections::VecDeque;
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
    texts: VecDeque<(u32, Arc<Taken>)>,
}

impl Kept {
    /// Keeps a text, and gives the cursor for a part of it.
    pub(super) fn keep(&mut self, taken: Arc<Taken>, part: Range<usize>) -> String {
        let known = self
            .texts
            .iter()
            .find(|(_, kept)| Arc::ptr_eq(kept, &taken))
            .map(|(id, _)| *id);
        let id = known.unwrap_or_else(|| {
            self.last += 1;
            self.texts.push_back((self.last, taken));
            self.last
        });
        let mut bytes = 0;
        let fitting = self
            .texts
            .iter()
            .rev()
            .take(MOST)
            .enumerate()
            .take_while(|(number, (_, taken))| {
                bytes += taken.reading.text.len();
                *number == 0 || bytes <= MOST_BYTES
            })
            .count();
        self.texts.drain(..self.texts.len() - fitting);
        format!("t{id}:{}-{}", part.start, part.end)
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
        let found = self.texts.iter().find(|(kept, taken)| *kept == id && taken.page == page);
        let Some((_, taken)) = found else {
            let what = format!("the text of cursor {shown} is no longer kept for page {page}");
            return Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("read the page again"));
        };
        let text = &taken.reading.text;
        if part.start > part.end
            || part.end > text.len()
            || !text.is_char_boundary(part.start)
            || !text.is_char_boundary(part.end)
        {
            let what = format!("the cursor {shown} is not one that was given out");
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        Ok((Arc::clone(taken), part))
    }

    /// Forgets the texts of a page, or all of them.
    pub(super) fn forget(&mut self, page: Option<u32>) {
        self.texts.retain(|(_, taken)| page.is_some_and(|page| taken.page != page));
    }
}
