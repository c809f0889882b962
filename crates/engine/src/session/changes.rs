//! What an action changed on the page, in the action's own report.

use super::Session;
use crate::options::{ChangesOptions, SnapshotOptions};
use crate::report::{ChangesReport, Effects};

impl Session {
    /// If `wanted`, compares the page with the snapshot that the caller saw last, and adds the differences
    /// to the effects. The action has succeeded, so an unreadable page is reported in the effects and is
    /// not an error.
    pub(super) async fn add_changes(&self, effects: &mut Effects, wanted: Option<&ChangesOptions>) {
        // An open dialog suspends the page. The effects report it.
        let Some(wanted) = wanted.filter(|_| effects.dialog.is_none()) else {
            return;
        };
        let options = SnapshotOptions {
            since: Some(0),
            settle: true,
            max_bytes: wanted.max_bytes,
            ..SnapshotOptions::default()
        };
        effects.changes = Some(match self.snapshot(&options).await {
            Ok(report) => {
                let new = report
                    .effects
                    .notices
                    .into_iter()
                    .filter(|notice| !effects.notices.contains(notice));
                effects.notices.extend(new.collect::<Vec<_>>());
                ChangesReport {
                    snapshot_id: Some(report.snapshot_id),
                    text: report.text,
                    counts: report.changes,
                }
            }
            Err(error) => ChangesReport {
                snapshot_id: None,
                text: format!("What changed could not be read: {}", error.context()),
                counts: None,
            },
        });
    }
}
