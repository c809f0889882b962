//! One page (target) that the session drives, with what actions share on it.

use crate::backend::{FrameId, Page, Protocol};
use crate::error::{EngineError, ErrorKind, Result};
use crate::injected;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// A page, its number in the session, and the lock that keeps two actions from mixing their input.
pub(crate) struct Target {
    pub(crate) number: u32,
    pub(crate) page: Arc<dyn Page>,
    pub(crate) protocol: Protocol,
    /// How long an action waits until its element can be acted on.
    pub(crate) patience: Duration,
    /// Held while input is dispatched: two clicks at once would interleave their presses.
    pub(crate) input: Mutex<()>,
}

impl Target {
    /// Calls the in-page script and reads its answer.
    pub(crate) async fn ask<T: for<'de> Deserialize<'de>>(
        &self,
        frame: &FrameId,
        method: &str,
        args: &(impl Serialize + Sync),
    ) -> Result<T> {
        let text = self.page.call(frame, method, &injected::encode(args)?).await?;
        injected::decode(method, &text)
    }

    /// The main frame's id.
    pub(crate) async fn main_frame(&self) -> Result<FrameId> {
        let frames = self.page.frames().await?;
        frames
            .first()
            .map(|frame| frame.id.clone())
            .ok_or_else(|| EngineError::new(ErrorKind::PageClosed, "the page has no frames"))
    }
}
