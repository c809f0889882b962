//! The changes of a page since an earlier snapshot.

use super::kept::Use;
use super::{Session, lock};
use crate::action::{self, Target};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{SnapshotFormat, SnapshotOptions};
use crate::report::Changes;
use crate::snapshot::{Diff, Snapshot};
use std::sync::Arc;

/// The default limit for the text of the changes, in bytes.
const DEFAULT_MAX_BYTES: usize = 20_000;
/// A page is nearly all new if less than one line in so many is as before.
const MOSTLY: usize = 10;

/// The result of a call that asked for changes.
pub(super) enum Since {
    Changes(Arc<Snapshot>, String, Changes),
    /// The whole tree instead, and the reason.
    Whole(Arc<Snapshot>, String),
}

impl Session {
    /// Takes a snapshot and compares it with the snapshot of this number, or with the last one for 0.
    pub(super) async fn since(&self, target: &Target, number: u32, options: &SnapshotOptions) -> Result<Since> {
        let part = options.uid.is_some() || options.selector.is_some() || options.find.is_some() || options.cursor.is_some();
        if part || options.format != SnapshotFormat::Text {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                "changes since a snapshot are available only for the whole page, as text",
            )
            .with_next_step("leave out uid, selector, find, cursor and format, or leave out since"));
        }
        let old = lock(&self.inner.snapshots).shown(target.number, (number > 0).then_some(number));
        if old.is_none() && !lock(&self.inner.uids).has_begun(number) {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("there is no snapshot {number} in this session"),
            )
            .with_next_step("give the number of a snapshot that was taken, or 0 for the last one"));
        }
        if options.settle {
            action::rest(target, &[target.page.main_frame()], false).await;
        }
        let new = self.take_page(target, Use::Page).await?;
        let Some(old) = old else {
            let why = if number == 0 {
                "The whole page: there is no earlier snapshot of it.".to_owned()
            } else {
                format!("The whole page: snapshot {number} is no longer kept, or is not one of this whole page.")
            };
            return Ok(Since::Whole(new, why));
        };
        if old.silent != new.silent {
            let why = "The whole page: other frames answered than the last time, so that changes cannot be told.";
            return Ok(Since::Whole(new, why.to_owned()));
        }
        let limit = match options.max_bytes.unwrap_or(DEFAULT_MAX_BYTES) {
            0 => usize::MAX,
            bytes => bytes,
        };
        let diff = new.changes_since(&old, limit)?;
        if let Some(why) = better_whole(&new, &diff, limit)? {
            let why = format!("The whole page: {why} since snapshot {}.", old.id);
            return Ok(Since::Whole(Arc::clone(&new), why));
        }
        diff.shown.note(&mut lock(&self.inner.uids));
        let Diff { text, changes, .. } = diff;
        Ok(Since::Changes(Arc::clone(&new), text, changes))
    }
}

/// Why the whole tree is better than the changes, if it is: it is shorter, or there is hardly anything else. Of what does not fit, the
/// changes are what the caller waits for, and the beginning of the page is what it knows.
fn better_whole(new: &Snapshot, diff: &Diff<'_>, limit: usize) -> Result<Option<&'static str>> {
    // The text form of a tree has at least half the size of its walks.
    if diff.changes.none() || (diff.complete && diff.text.len() < new.bytes() / 2) {
        return Ok(None);
    }
    let length = new.text_bytes()?;
    let shorter = if diff.complete {
        diff.text.len() >= length
    } else {
        length <= limit
    };
    if shorter {
        return Ok(Some("it is shorter than what has changed"));
    }
    let as_before = new.len().saturating_sub(diff.changes.added + diff.changes.changed);
    let is_new = !diff.complete && as_before * MOSTLY < new.len();
    Ok(is_new.then_some("nearly all of it is new"))
}
