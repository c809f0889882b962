//! Trusted input: all events of a call in one write.

use super::page::CdpPage;
use super::protocol::LayoutMetrics;
use crate::backend::PageState;
use crate::backend::monitor::{NO_LIMIT, lock};
use crate::backend::wire::{Command, Reply, WireError};
use crate::error::{ErrorKind, Result};
use crate::input::{InputEvent, Key};
use serde_json::json;
use std::sync::Arc;
use tokio::runtime::Handle;

impl CdpPage {
    pub(super) fn commands(&self, events: &[InputEvent]) -> Vec<Command> {
        let kept = lock(&self.kept);
        let events = kept.adjust(events);
        lock(&self.pressed).note(&events);
        let mut held = lock(&self.held);
        let commands = events.iter().filter_map(|event| held.command(event));
        commands.map(|command| command.on(&self.session)).collect()
    }

    /// Dispatches events back to back. The last reply arrives when the page has handled the last event.
    pub(super) async fn dispatch(&self, events: &[InputEvent]) -> Result<()> {
        self.check()?;
        self.related.refuse_suspended().await?;
        self.look_offset().await?;
        for part in events.split_inclusive(|event| matches!(event, InputEvent::Pause(_))) {
            let replies = self.wire.start_all(self.commands(part));
            self.handled(replies).await?;
            if let Some(InputEvent::Pause(time)) = part.last() {
                tokio::time::sleep(*time).await;
            }
        }
        Ok(())
    }

    /// Asks which part of the viewport is on the screen, where pages may be zoomed in.
    pub(super) async fn look_offset(&self) -> Result<()> {
        let is_mobile = self.emulated.get().is_some_and(|emulated| emulated.is_mobile());
        let offset = if is_mobile {
            let metrics: LayoutMetrics = self.ask("Page.getLayoutMetrics", json!({})).await?;
            (metrics.visual.offset_x, metrics.visual.offset_y)
        } else {
            (0.0, 0.0)
        };
        lock(&self.held).offset = offset;
        Ok(())
    }

    /// Keeps a key down over the end of an action, or ends that.
    pub(super) fn keep(&self, key: &Key, keep: bool) {
        let (mut kept, mut pressed) = (lock(&self.kept), lock(&self.pressed));
        if keep {
            pressed.forget(key);
            kept.add(key);
        } else {
            kept.remove(key);
            pressed.remember(key);
        }
    }

    /// Sends the releases of everything that is down. The browser drops input while a dialog is open, so they
    /// are sent when the dialog is closed.
    pub(super) fn let_go(&self) {
        let releases = lock(&self.pressed).releases();
        let commands: Vec<_> = self
            .commands(&releases)
            .into_iter()
            .map(|command| (command, self.releases.begin()))
            .collect();
        lock(&self.held).drop_pen();
        let wire = self.wire.clone();
        let send = move || {
            for (command, release) in commands {
                wire.start_in_order(command, move |_, _| drop(release));
            }
        };
        match Handle::try_current() {
            Ok(runtime) if self.state.dialog().is_some() => {
                let state = Arc::clone(&self.state);
                runtime.spawn(async move {
                    let closed = |state: &PageState| (state.dialog().is_none() || state.end().is_some()).then_some(());
                    state.wait(NO_LIMIT, closed).await;
                    send();
                });
            }
            _ => send(),
        }
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
