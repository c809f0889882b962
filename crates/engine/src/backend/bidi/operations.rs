//! The trait [`Page`] over WebDriver BiDi.

use super::page::BidiPage;
use super::restored;
use crate::backend::monitor::lock;
use crate::backend::{
    Capabilities, Dragged, Evaluated, FileInput, Frame, FrameId, Guard, InputReturns, Landing, Navigation, Page, PageId,
    PageState, PictureLimits, ScreenshotRequest, Unblocked, error_page,
};
use crate::error::{NextStep, Result};
use crate::input::{InputEvent, Key, PointerDrag, TouchPath};
use crate::options::PdfOptions;
use crate::report::FailedLoad;
use async_trait::async_trait;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The time limit for a page to stop its navigation.
const STOP_LIMIT: Duration = Duration::from_secs(1);

#[async_trait]
impl Page for BidiPage {
    fn id(&self) -> &PageId {
        &self.data.id
    }

    fn state(&self) -> &Arc<PageState> {
        &self.data.state
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            input_returns: InputReturns::WhenHandled,
            concurrent_calls: true,
            scaled_screenshots: false,
            largest_picture: PictureLimits::FIREFOX,
            pictures_wait_for_frames: true,
            navigations_hold_calls: false,
            longest_call: None,
        }
    }

    fn main_frame(&self) -> FrameId {
        FrameId::clone(&self.data.id)
    }

    fn refuse_ended(&self) -> Result<()> {
        self.data.state.end().map_or(Ok(()), |end| Err(self.ended(end)))
    }

    async fn explain_lost_input(&self) -> Option<(&'static str, NextStep)> {
        const WHY: &str =
            "the browser's prompt for a name and a password, which a request of the page has opened, keeps input from the page";
        let step = NextStep::advice("ask the user to answer or to close the prompt in the browser, and try again");
        (self.state().dialog().is_none() && self.asks_for_password().await).then_some((WHY, step))
    }

    async fn look_at_address(&self) {
        self.look().await;
    }

    fn address_of(&self, frame: &FrameId) -> Option<String> {
        self.registry.contexts().address_of(frame)
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        // An open dialog does not block this call, because the list is in memory.
        self.refuse_ended()?;
        Ok(self.registry.contexts().frames(&self.data.id))
    }

    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        self.call_script(frame, method, args).await
    }

    async fn child_frames(&self, frame: &FrameId) -> Result<Vec<(u32, FrameId)>> {
        self.find_child_frames(frame).await
    }

    async fn adopt_closed_shadow_roots(&self, frame: &FrameId) -> Result<bool> {
        self.hand_in_shadow_roots(frame).await
    }

    async fn input(&self, events: &[InputEvent]) -> Result<()> {
        self.dispatch(events).await
    }

    async fn call_guarded(&self, frame: &FrameId, method: &str, args: &str, guard: Guard) -> Result<String> {
        self.call_behind_gates(frame, method, args, guard).await
    }

    fn is_guarded(&self) -> bool {
        self.data.gates.are_closed()
    }

    fn release(&self) {
        self.let_go();
        self.open_gates();
    }

    fn keep_key(&self, key: &Key, keep: bool) {
        self.keep(key, keep);
    }

    fn kept_keys(&self) -> Option<Vec<Key>> {
        Some(lock(&self.data.kept).list())
    }

    async fn released(&self) -> Result<()> {
        self.uninterrupted(self.data.releases.confirmed()).await??;
        restored::takes_input(self).await;
        Ok(())
    }

    async fn drag(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged> {
        self.drag_along(drag, landing).await
    }

    async fn touch(&self, path: &TouchPath) -> Result<()> {
        self.touch_along(path).await
    }

    async fn set_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()> {
        self.put_files(frame, input, files).await
    }

    async fn takes_folder(&self, frame: &FrameId, input: &str) -> Result<bool> {
        self.is_folder_input(frame, input).await
    }

    async fn await_choosers(&self) -> Result<()> {
        // The browser cancels each chooser and reports it. Its input takes files all the same.
        Ok(())
    }

    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        self.run_in_page(frame, node, function, limit).await
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        self.go(to).await
    }

    async fn failed_load(&self) -> Option<FailedLoad> {
        // No event comes for the error page of a document whose connection broke early.
        if !self.data.state.load_state().1 {
            self.look().await;
        }
        error_page::failed_load(&self.data.state.url())
    }

    async fn stop_loading(&self) -> Result<()> {
        // The protocol has no command for it.
        let stop = "function() { stop(); return null; }";
        self.ask_text(&self.main_frame(), stop, &json!([]), STOP_LIMIT).await?;
        Ok(())
    }

    async fn unblock(&self) -> Result<Unblocked> {
        Ok(Unblocked::Impossible)
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

    async fn print_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        self.print_to_pdf(options).await
    }

    async fn activate(&self) -> Result<()> {
        self.tell("browsingContext.activate", json!({"context": &*self.data.id}))
            .await?;
        self.fetch_focus().await
    }

    async fn watch_network(&self, on: bool) -> Result<()> {
        self.listen_to_network(on).await
    }

    async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        let viewport = json!({"width": width, "height": height});
        self.tell(
            "browsingContext.setViewport",
            json!({"context": &*self.data.id, "viewport": viewport}),
        )
        .await
    }
}
