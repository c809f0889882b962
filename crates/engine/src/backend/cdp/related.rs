//! Dialogs of related pages. A page and those it opened may share one process; a dialog in one of
//! them then stops the scripts of all, and the browser tells only the page that shows it.

use super::page::CdpPage;
use super::watched::Watched;
use crate::backend::wire::{Command, WireError};
use crate::backend::{Dialog, PageId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long a call may take beside a related page's dialog before it is looked whether it is
/// stopped by it.
const CALM: Duration = Duration::from_millis(300);

/// How long a page that is not stopped may take to answer the simplest question.
const PROBE_LIMIT: Duration = Duration::from_millis(700);

const FOR_EVER: Duration = Duration::from_hours(24 * 365);

/// An open dialog and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenDialog {
    pub(super) page: PageId,
    /// The page that, by opening others, began the group.
    pub(super) group: PageId,
    pub(super) dialog: Dialog,
}

/// The open dialogs of all pages that are driven.
pub(super) type OpenDialogs = Arc<Watched<Vec<OpenDialog>>>;

impl CdpPage {
    /// Tells related pages of a dialog here, or that there is none any more.
    pub(super) fn tell_related(&self, dialog: Option<Dialog>) {
        self.open_dialogs.change(|open| {
            open.retain(|other| other.page != self.id);
            open.extend(dialog.map(|dialog| OpenDialog {
                page: Arc::clone(&self.id),
                group: Arc::clone(&self.group),
                dialog,
            }));
        });
    }

    fn find_related(&self, open: &[OpenDialog]) -> Option<OpenDialog> {
        open.iter()
            .find(|other| other.group == self.group && other.page != self.id)
            .cloned()
    }

    fn related_dialog(&self) -> Option<OpenDialog> {
        self.open_dialogs.look(|open| self.find_related(open))
    }

    /// Refuses when a related page's dialog stops this page now.
    pub(super) async fn check_related(&self) -> Result<()> {
        match self.related_dialog() {
            Some(other) if self.is_stopped().await => Err(stopped_by(&other)),
            _ => Ok(()),
        }
    }

    /// Resolves when a related page's dialog stops this page.
    pub(super) async fn stopped(&self) -> EngineError {
        loop {
            let found = self.open_dialogs.wait(FOR_EVER, |open| self.find_related(open)).await;
            let Some(other) = found else { continue };
            tokio::time::sleep(CALM).await;
            if self.related_dialog().as_ref() != Some(&other) {
                continue;
            }
            if self.is_stopped().await {
                return stopped_by(&other);
            }
            // It does not: nothing to look for until the dialogs change.
            self.open_dialogs
                .wait(FOR_EVER, |open| (!open.contains(&other)).then_some(()))
                .await;
        }
    }

    async fn is_stopped(&self) -> bool {
        let probe = Command::new("Runtime.evaluate", json!({"expression": "0"}))
            .on(&self.session)
            .within(PROBE_LIMIT);
        matches!(self.wire.send(probe).await, Err(WireError::Late { .. }))
    }
}

fn stopped_by(other: &OpenDialog) -> EngineError {
    EngineError::new(
        ErrorKind::DialogOpen,
        format!(
            "the page {} shows a {} dialog, which stops this page too: {}",
            quote(&other.page),
            other.dialog.kind.name(),
            quote(&shorten(&other.dialog.message, 200))
        ),
    )
    .with_next_step(crate::error::NextStep::AnswerDialog { other_page: true })
}
