//! Refuses documents that the caller may not open, in front of every connection to a page.
//!
//! An address is checked when it is typed. A page also gets elsewhere by itself: the user, another program or another
//! tab leads it to a file, or to the browser's settings. So each read and each action checks what is shown, before and
//! after it. The addresses come from events, so a check costs no round trip.

use super::address::{self, Allowed};
use crate::backend::{Capabilities, Evaluated, Frame, FrameId, Navigation, Page, PageId, PageState, Release, ScreenshotRequest};
use crate::error::Result;
use crate::input::{InputEvent, Point};
use crate::report::FailedLoad;
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A page whose documents are checked.
pub(super) struct Fence {
    page: Arc<dyn Page>,
    allowed: Allowed,
}

impl Fence {
    pub(super) fn around(page: Arc<dyn Page>, allowed: Allowed) -> Arc<dyn Page> {
        Arc::new(Self { page, allowed })
    }

    /// Checks the page's document, and that of a frame in it.
    fn check(&self, frame: Option<&FrameId>) -> Result<()> {
        address::check_shown(&self.page.state().url(), self.allowed)?;
        match frame.and_then(|frame| self.page.address_of(frame)) {
            Some(address) => address::check_shown(&address, self.allowed),
            None => Ok(()),
        }
    }

    /// Gives out what was read, if the document may still be read.
    fn checked<T>(&self, frame: Option<&FrameId>, read: Result<T>) -> Result<T> {
        self.check(frame)?;
        read
    }
}

#[async_trait]
impl Page for Fence {
    fn id(&self) -> &PageId {
        self.page.id()
    }

    fn capabilities(&self) -> Capabilities {
        self.page.capabilities()
    }

    fn state(&self) -> &Arc<PageState> {
        self.page.state()
    }

    fn main_frame(&self) -> FrameId {
        self.page.main_frame()
    }

    fn refuse_ended(&self) -> Result<()> {
        self.page.refuse_ended()
    }

    fn refuse_blocked(&self) -> Result<()> {
        self.page.refuse_blocked()
    }

    fn address_of(&self, frame: &FrameId) -> Option<String> {
        self.page.address_of(frame)
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        self.page.frames().await
    }

    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        self.check(Some(frame))?;
        let answer = self.page.call(frame, method, args).await;
        self.checked(Some(frame), answer)
    }

    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        self.check(Some(frame))?;
        self.page.child_frames(frame).await
    }

    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        self.check(Some(frame))?;
        self.page.adopt_closed_shadow_roots(frame).await
    }

    async fn input(&self, events: &[InputEvent]) -> Result<()> {
        self.check(None)?;
        self.page.input(events).await
    }

    fn release(&self) {
        self.page.release();
    }

    async fn released(&self) -> Result<()> {
        self.page.released().await
    }

    async fn failed_load(&self) -> Option<FailedLoad> {
        self.page.failed_load().await
    }

    async fn stop_loading(&self) -> Result<()> {
        self.page.stop_loading().await
    }

    async fn unblock(&self) -> Result<Release> {
        self.page.unblock().await
    }

    async fn set_silent(&self, frame: &FrameId, since: tokio::time::Instant) {
        self.page.set_silent(frame, since).await;
    }

    async fn drag(&self, path: &[Point]) -> Result<()> {
        self.check(None)?;
        self.page.drag(path).await
    }

    async fn set_files(&self, frame: &FrameId, node: u32, files: &[PathBuf]) -> Result<()> {
        self.check(Some(frame))?;
        self.page.set_files(frame, node, files).await
    }

    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        self.check(Some(frame))?;
        let answer = self.page.evaluate(frame, node, function, limit).await;
        self.checked(Some(frame), answer)
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        self.page.navigate(to).await
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        self.page.answer_dialog(accept, text).await
    }

    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        self.check(None)?;
        let picture = self.page.screenshot(request).await;
        self.checked(None, picture)
    }

    async fn activate(&self) -> Result<()> {
        self.page.activate().await
    }

    async fn watch_network(&self, on: bool) -> Result<()> {
        self.page.watch_network(on).await
    }

    async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        self.page.set_viewport(width, height).await
    }
}
