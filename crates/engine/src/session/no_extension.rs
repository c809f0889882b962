//! Replaces the extension in a build without the feature `relay`. There is nothing to start, to wait for or
//! to show.

use super::Session;
use crate::backend::Page;
use crate::error::{Attempt, Result};
use crate::interact::{InteractReport, InteractRequest};
use crate::report::ScreenshotReport;
use std::time::Duration;

/// An empty slot: the session has no relay.
#[derive(Default)]
pub(super) struct RelaySlot(());

impl RelaySlot {
    #[expect(clippy::unused_async, reason = "as with the feature `relay`")]
    pub(super) async fn close(&self) {}
}

/// Does nothing: without the extension, actions are not shown.
pub(super) struct ActionGuard;

#[expect(clippy::unused_self, reason = "as with the feature `relay`")]
impl ActionGuard {
    pub(super) fn illustrate(&self, _: &ScreenshotReport) {}

    pub(super) fn announce(&self) {}

    pub(super) fn end(&self, _: &str, _: &'static str, _: Duration) {}
}

#[expect(clippy::unused_async, clippy::unused_self, reason = "as with the feature `relay`")]
impl Session {
    pub(super) async fn guard(&self, _: &'static str, _: &dyn Page) -> ActionGuard {
        ActionGuard
    }

    pub(super) fn is_in_tabs(&self) -> bool {
        false
    }

    pub(super) async fn by_script(&self, _: &InteractRequest, _: bool, _: &mut Attempt) -> Option<Result<InteractReport>> {
        None
    }
}
