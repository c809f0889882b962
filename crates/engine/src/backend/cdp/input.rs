//! Trusted input: all events of a call in one write.

use super::page::CdpPage;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Reply, WireError};
use crate::error::{ErrorKind, Result};
use crate::input::InputEvent;

impl CdpPage {
    pub(super) fn commands(&self, events: &[InputEvent]) -> Vec<Command> {
        let mut held = lock(&self.held);
        events.iter().map(|event| held.command(event).on(&self.session)).collect()
    }

    /// Dispatches events back to back. The last reply arrives when the page has handled the last event.
    pub(super) async fn dispatch(&self, events: &[InputEvent]) -> Result<()> {
        self.check()?;
        self.related.refuse_suspended().await?;
        let replies = self.wire.start_all(self.commands(events));
        self.handled(replies).await
    }

    /// Waits for replies to input, or for a dialog, which suspends the remaining events until it is answered.
    pub(super) async fn handled(&self, replies: Vec<Reply>) -> Result<()> {
        let done = self
            .uninterrupted(async {
                for reply in replies {
                    reply.await?;
                }
                Ok::<(), WireError>(())
            })
            .await;
        match done {
            Ok(Err(WireError::SessionGone { .. })) => {
                self.check()?;
                Err(self.ended_or(ErrorKind::PageClosed, "the page was closed during the input"))
            }
            Ok(result) => Ok(result?),
            Err(error) if *error.kind() == ErrorKind::DialogOpen => Ok(()),
            Err(error) => Err(error),
        }
    }
}
