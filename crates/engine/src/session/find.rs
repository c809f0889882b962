//! Find lines of a page without returning the whole page.

use super::kept::Use;
use super::{Session, lock};
use crate::error::Result;
use crate::options::FindOptions;
use crate::report::FindReport;
use crate::snapshot::Query;
use std::time::Instant;

impl Session {
    /// Searches the lines of the selected page. The page is read again, unless a cursor continues an
    /// earlier call.
    ///
    /// # Errors
    /// `InvalidInput` without a criterion, for a malformed regular expression, or for an invalid cursor;
    /// `DialogOpen`; `Timeout` if the page's script does not yield.
    pub async fn find(&self, options: &FindOptions) -> Result<FindReport> {
        self.in_time(async {
            let began = Instant::now();
            let query = Query::new(options)?;
            let target = self.target(None).await.map_err(|error| self.noted(error))?;
            let at_cursor = options
                .cursor
                .as_deref()
                .map(|cursor| lock(&self.inner.snapshots).at_cursor(target.number, cursor));
            let (snapshot, start) = if let Some(found) = at_cursor {
                found.map_err(|error| self.noted(error))?
            } else {
                let snapshot = self.take_page(&target, Use::Cursor).await;
                (snapshot.map_err(|error| self.noted(error))?, 0)
            };
            let found = snapshot
                .find(&query, options, start, &mut lock(&self.inner.uids))
                .map_err(|error| self.noted(error))?;
            let main = target.page.main_frame();
            Ok(FindReport {
                snapshot_id: snapshot.id,
                page: target.number,
                text: found.text,
                total: found.total,
                shown: found.shown,
                cursor: found.next.map(|next| format!("{}:{next}", snapshot.id)),
                frames_left_out: snapshot.frames_left_out,
                origins_not_allowed: snapshot.origins_not_allowed.clone(),
                effects: self.effects(&target, &main, target.page.state().mark()),
                duration: began.elapsed(),
            })
        })
        .await
    }
}
