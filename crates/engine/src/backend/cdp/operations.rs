//! The trait [`Page`] over the Chrome DevTools Protocol.

use super::network;
use super::page::CdpPage;
use super::tree::FrameTree;
use crate::backend::monitor::lock;
use crate::backend::state::PageEnd;
use crate::backend::{
    Capabilities, Covered, Dragged, DrawnFrame, Evaluated, FileInput, Frame, FrameId, Guard, InputReturns, Landing, Navigation,
    Page, PageId, PageState, PictureLimits, ScreenshotRequest, TraceEnd, TraceWish, Unblocked, agent, refusal,
};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::{InputEvent, Key, PointerDrag, TouchPath};
use crate::options::PdfOptions;
use crate::report::{FailedLoad, ResourceReport};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[async_trait]
impl Page for CdpPage {
    async fn explain_lost_input(&self) -> Option<(&'static str, NextStep)> {
        self.lost_input().await
    }

    fn id(&self) -> &PageId {
        &self.id
    }

    fn state(&self) -> &Arc<PageState> {
        &self.state
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            input_returns: InputReturns::AfterNextFrame,
            concurrent_calls: true,
            scaled_screenshots: true,
            largest_picture: PictureLimits::CHROMIUM,
            pictures_wait_for_frames: false,
            navigations_hold_calls: true,
            longest_call: None,
        }
    }

    fn main_frame(&self) -> FrameId {
        self.tree.look(|tree| Arc::clone(tree.main()))
    }

    fn refuse_ended(&self) -> Result<()> {
        match self.state.end() {
            Some(PageEnd::Closed) if self.state.is_taken_back() => Err(refusal::taken_back()),
            Some(PageEnd::Closed) => Err(self.ended_or(ErrorKind::PageClosed, "the page was closed")),
            Some(PageEnd::Crashed) => Err(EngineError::new(ErrorKind::PageCrashed, "the page's renderer crashed")),
            None => Ok(()),
        }
    }

    fn address_of(&self, frame: &FrameId) -> Option<String> {
        self.tree.look(|tree| tree.address_of(frame))
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        // An open dialog does not matter, because the list is kept in memory.
        self.refuse_ended()?;
        // A frame in a busy process is listed too. It is waited for once.
        if !self.settled(super::page::SETTLE_LIMIT).await {
            self.tree.change(FrameTree::settle_all);
        }
        Ok(self.tree.look(FrameTree::list))
    }

    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        if agent::acts(method) {
            self.take_focus();
        }
        self.call_script(frame, method, args).await
    }

    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        self.find_child_frames(frame).await
    }

    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        self.hand_in_shadow_roots(frame).await
    }

    async fn input(&self, events: &[InputEvent]) -> Result<()> {
        self.take_focus();
        self.dispatch(events).await
    }

    async fn call_guarded(&self, frame: &FrameId, method: &str, args: &str, guard: Guard) -> Result<String> {
        self.take_focus();
        self.call_behind_gates(frame, method, args, guard).await
    }

    fn is_guarded(&self) -> bool {
        self.gates.are_closed()
    }

    fn release(&self) {
        self.let_go();
        self.open_gates();
        self.let_choosers_go();
    }

    fn keep_key(&self, key: &Key, keep: bool) {
        self.keep(key, keep);
    }

    fn kept_keys(&self) -> Option<Vec<Key>> {
        Some(lock(&self.kept).list())
    }

    async fn released(&self) -> Result<()> {
        self.uninterrupted(self.releases.confirmed()).await?
    }

    async fn drag(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged> {
        self.take_focus();
        self.drag_along(drag, landing).await.map(|()| Dragged::Through)
    }

    async fn touch(&self, path: &TouchPath) -> Result<()> {
        self.take_focus();
        self.touch_along(path).await
    }

    async fn set_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()> {
        self.put_files(frame, input, files).await
    }

    async fn takes_folder(&self, frame: &FrameId, input: &str) -> Result<bool> {
        self.is_folder_input(frame, input).await
    }

    async fn await_choosers(&self) -> Result<()> {
        self.keep_choosers().await
    }

    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        self.run_in_page(frame, node, function, limit).await
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        self.go(to).await
    }

    async fn load_resource(&self, url: &str, most: usize) -> Result<ResourceReport> {
        Self::load_resource(self, url, most).await
    }

    async fn failed_load(&self) -> Option<FailedLoad> {
        self.read_failed_load().await
    }

    async fn stop_loading(&self) -> Result<()> {
        self.stop_navigation().await
    }

    async fn unblock(&self) -> Result<Unblocked> {
        Ok(self.end_stuck_page().await)
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        self.close_dialog(accept, text).await
    }

    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        self.take_picture(request).await
    }

    async fn install(&self, frame: &FrameId, name: &str, source: &str) -> Result<()> {
        self.add_script(frame, name, source).await
    }

    async fn start_coverage(&self) -> Result<()> {
        self.begin_coverage().await
    }

    async fn stop_coverage(&self) -> Result<Covered> {
        self.end_coverage().await
    }

    async fn start_trace(&self, wish: TraceWish) -> Result<()> {
        self.begin_trace(wish).await
    }

    fn is_tracing(&self) -> bool {
        self.trace.look(|trace| matches!(trace, super::trace::Trace::Running))
    }

    async fn stop_trace(&self, limit: Duration) -> Result<TraceEnd> {
        self.end_trace(limit).await
    }

    async fn read_trace(&self) -> Result<Vec<u8>> {
        self.trace_part().await
    }

    async fn print_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        self.print_to_pdf(options).await
    }

    async fn start_frames(&self, max_side: u32) -> Result<()> {
        self.begin_frames(max_side)
    }

    async fn next_frame(&self, limit: Duration) -> Option<DrawnFrame> {
        self.next_drawn(limit).await
    }

    fn stop_frames(&self) {
        self.end_frames();
    }

    async fn activate(&self) -> Result<()> {
        let _: Value = self.ask("Page.bringToFront", json!({})).await?;
        Ok(())
    }

    async fn watch_network(&self, on: bool) -> Result<()> {
        // A page whose requests are recorded reports them anyway.
        if self.state.watch_network(on) && self.state.recorder().is_none() {
            if !on && self.reports_for_rules() {
                return Ok(());
            }
            let sessions = self.tree.look(FrameTree::sessions);
            self.wire
                .post(sessions.iter().map(|session| network::command(on).on(session)).collect());
        }
        Ok(())
    }

    async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        let params = match self.emulated.get() {
            Some(emulated) => emulated.metrics_of(width, height),
            None => json!({"width": width, "height": height, "deviceScaleFactor": 0, "mobile": false}),
        };
        let _: Value = self.ask("Emulation.setDeviceMetricsOverride", params).await?;
        Ok(())
    }
}
