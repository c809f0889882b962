//! One page: its state and the ways to send it commands.

use super::registry::{PageData, Registry};
use crate::backend::state::PageEnd;
use crate::backend::wire::{Command, Wire, WireError};
use crate::backend::{Page, refusal};
use crate::error::{EngineError, ErrorKind, Result};
use serde_json::Value;
use std::sync::Arc;

/// A top-level browsing context.
#[derive(Debug)]
pub(super) struct BidiPage {
    pub(super) wire: Wire,
    pub(super) registry: Arc<Registry>,
    pub(super) data: Arc<PageData>,
}

impl BidiPage {
    /// Returns an error if the page has ended or shows a dialog.
    pub(super) fn check(&self) -> Result<()> {
        self.refuse_blocked()
    }

    /// The error for a page that has ended.
    pub(super) fn ended(&self, end: PageEnd) -> EngineError {
        match (self.wire.ended(), end) {
            (Some(why), _) => WireError::Ended { why }.into(),
            (None, PageEnd::Closed) => EngineError::new(ErrorKind::PageClosed, "the page was closed"),
            (None, PageEnd::Crashed) => EngineError::new(ErrorKind::PageCrashed, "the page's process crashed"),
        }
    }

    /// Converts the error of a failed command. If the page has ended in the meantime, the end is the reason.
    pub(super) fn while_open(&self, error: WireError) -> EngineError {
        match self.data.state.end() {
            Some(end) => self.ended(end),
            None if error.is_code("no such frame") => {
                EngineError::new(ErrorKind::PageClosed, "the page was closed").with_source(error)
            }
            None => error.into(),
        }
    }

    /// Runs `work` until a dialog opens or the page ends.
    pub(super) async fn uninterrupted<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        refusal::uninterrupted(self, std::future::pending(), work).await
    }

    /// Sends a command whose result is ignored apart from its success.
    pub(super) async fn tell(&self, method: &'static str, params: Value) -> Result<()> {
        let reply = self.uninterrupted(self.wire.send(Command::new(method, params))).await?;
        match reply {
            Ok(_) => Ok(()),
            Err(error) => Err(self.why(error).await),
        }
    }
}
