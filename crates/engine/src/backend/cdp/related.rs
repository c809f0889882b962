//! Dialogs of related pages. A page and those it opened may share one process. A dialog in one of them
//! then suspends the scripts of all, and the browser reports it only for the page that shows it.

use super::hub::Hub;
use super::tree::SessionId;
use crate::backend::monitor::{Monitor, NO_LIMIT};
use crate::backend::wire::{Command, Wire, WireError};
use crate::backend::{Dialog, PageId};
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use serde_json::json;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long a call may take while a related page shows a dialog, before this page is probed.
const CALM: Duration = Duration::from_millis(300);

/// How long a page that is not suspended may take to answer the probe.
const PROBE_LIMIT: Duration = Duration::from_millis(700);

/// An open dialog and the page that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenDialog {
    page: PageId,
    group: PageId,
    url: String,
    dialog: Dialog,
}

/// The open dialogs of all attached pages.
pub(super) type OpenDialogs = Arc<Monitor<Vec<OpenDialog>>>;

/// The group of pages that opened each other, as seen from one of its pages.
#[derive(Debug)]
pub(super) struct Related {
    pub(super) page: PageId,
    /// The root page of the group, which no other page of the group opened.
    pub(super) group: PageId,
    pub(super) session: SessionId,
    pub(super) wire: Wire,
    pub(super) open_dialogs: OpenDialogs,
    /// What knows the browser's other pages.
    pub(super) hub: Weak<Hub>,
}

impl Related {
    /// Publishes the dialog that this page shows at an address; `None` if it shows none.
    pub(super) fn publish(&self, dialog: Option<(String, Dialog)>) {
        self.open_dialogs.change(|open| {
            open.retain(|other| other.page != self.page);
            open.extend(dialog.map(|(url, dialog)| OpenDialog {
                page: Arc::clone(&self.page),
                group: Arc::clone(&self.group),
                url,
                dialog,
            }));
        });
    }

    fn find(&self, open: &[OpenDialog]) -> Option<OpenDialog> {
        open.iter()
            .find(|other| other.group == self.group && other.page != self.page)
            .cloned()
    }

    fn dialog(&self) -> Option<OpenDialog> {
        self.open_dialogs.look(|open| self.find(open))
    }

    /// Refuses while a related page's dialog suspends this page.
    pub(super) async fn refuse_suspended(&self) -> Result<()> {
        match self.dialog() {
            Some(other) if self.is_suspended().await => Err(suspended_by(&other)),
            _ => Ok(()),
        }
    }

    /// Resolves when a related page's dialog suspends this page.
    pub(super) async fn suspended(&self) -> EngineError {
        loop {
            let found = self.open_dialogs.wait(NO_LIMIT, |open| self.find(open)).await;
            let Some(other) = found else { continue };
            tokio::time::sleep(CALM).await;
            if self.dialog().as_ref() != Some(&other) {
                continue;
            }
            if self.is_suspended().await {
                return suspended_by(&other);
            }
            // This page is not suspended. It is checked again when that dialog closes.
            self.open_dialogs
                .wait(NO_LIMIT, |open| (!open.contains(&other)).then_some(()))
                .await;
        }
    }

    async fn is_suspended(&self) -> bool {
        let probe = Command::new("Runtime.evaluate", json!({"expression": "0"}))
            .on(&self.session)
            .within(PROBE_LIMIT);
        matches!(self.wire.send(probe).await, Err(WireError::Late { .. }))
    }
}

fn suspended_by(other: &OpenDialog) -> EngineError {
    EngineError::new(
        ErrorKind::DialogOpen,
        format!(
            "the page {} shows a dialog ({}), which stops this page too: {}",
            quote(&shorten(&other.url, 200)),
            other.dialog.kind.name(),
            quote(&shorten(&other.dialog.message, 200))
        ),
    )
    .with_next_step(crate::error::NextStep::AnswerDialog { other_page: true })
}
