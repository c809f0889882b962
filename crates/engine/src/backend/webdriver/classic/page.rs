//! One window of the session, as a page.

use super::context::Context;
use super::document::Look;
use super::frames::Frames;
use crate::backend::monitor::lock;
use crate::backend::pressed::{Pressed, Releases};
use crate::backend::state::PageEnd;
use crate::backend::webdriver::driver::Request;
use crate::backend::webdriver::fault::{Code, Fault};
use crate::backend::{
    Capabilities, Dragged, FileInput, Frame, FrameId, Guard, InputReturns, Landing, Navigation, Page, PageId, PageState,
    PictureLimits, ScreenshotRequest, Unblocked, refusal,
};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{InputEvent, Point, PointerDrag};
use crate::options::PdfOptions;
use crate::report::FailedLoad;
use crate::text::quote;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::time::Instant;

/// The maximum depth of nested frames.
const DEPTH: usize = 16;

/// The longest single wait in the page. The driver ends scripts that take longer than 30 s.
const LONGEST_CALL: Duration = Duration::from_secs(20);

/// The file input with a number. Its files are cleared first, because a driver adds to them.
const FILE_INPUT: &str = "agent.handles('node', arguments[0]).map((input) => (input.value = '', input))";

/// A window.
#[derive(Debug)]
pub(super) struct ClassicPage {
    pub(super) id: PageId,
    pub(super) context: Arc<Context>,
    pub(super) state: Arc<PageState>,
    pub(super) frames: Mutex<Frames>,
    /// The main frame's document at the last observation.
    pub(super) document: Mutex<Option<Look>>,
    /// Frames that contain the in-page script.
    pub(super) scripted: Mutex<HashSet<FrameId>>,
    /// The last position of the mouse pointer, with the frame that received the input.
    pub(super) pointer: Mutex<Option<(FrameId, Point)>>,
    pub(super) pressed: Mutex<Pressed>,
    pub(super) releases: Releases,
    /// When the watching task stops observing the page. `None` if no such task runs.
    pub(super) watched_until: Mutex<Option<Instant>>,
    pub(super) me: Weak<Self>,
}

impl ClassicPage {
    pub(super) fn new(id: &PageId, context: &Arc<Context>) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            id: id.clone(),
            context: Arc::clone(context),
            state: Arc::default(),
            frames: Mutex::new(Frames::new(id.clone())),
            document: Mutex::default(),
            scripted: Mutex::default(),
            pointer: Mutex::default(),
            pressed: Mutex::default(),
            releases: Releases::default(),
            watched_until: Mutex::default(),
            me: me.clone(),
        })
    }

    /// Observes the page for the first time.
    pub(super) async fn begin(&self) -> Result<()> {
        let mut turn = self.context.turn().await;
        let looked = self.observe(&mut turn).await;
        turn.leave().await;
        if self.state.dialog().is_some() || !self.state.load_state().1 {
            self.watch();
        }
        looked
    }

    /// Refuses a page that has ended or shows a dialog.
    pub(super) fn check(&self) -> Result<()> {
        self.refuse_blocked()
    }

    /// Records that the page is closed. Returns the error.
    pub(super) fn closed(&self) -> EngineError {
        self.state.set_end(PageEnd::Closed);
        match self.context.state.ended() {
            Some(why) => EngineError::new(ErrorKind::SessionEnded, why),
            None => EngineError::new(ErrorKind::PageClosed, "the page was closed"),
        }
    }

    /// Converts a fault to an engine error. Records the end of the page or session if the fault shows it.
    pub(super) fn failed(&self, fault: Fault, doing: &str) -> EngineError {
        match fault.code {
            Code::NoWindow => self.closed(),
            Code::Crashed => {
                self.state.set_end(PageEnd::Crashed);
                fault
                    .during(doing)
                    .with_next_step("close this page, or open a new session where it is the only one: the driver has given it up")
            }
            _ => self.context.failed(fault, doing),
        }
    }

    /// Searches every frame for its child frames.
    async fn find_frames(&self) -> Result<Vec<Frame>> {
        if self.state.end().is_none() && self.state.dialog().is_some() {
            // The page cannot be queried now. The known frames suffice for a caller that answers the dialog.
            return Ok(lock(&self.frames).list(self.state.url()));
        }
        self.find_child_frames(&self.id).await?;
        let mut looked = 1;
        for _ in 0..DEPTH {
            let known = lock(&self.frames).list(String::new());
            if known.len() <= looked {
                break;
            }
            for frame in known.iter().skip(looked) {
                match self.find_child_frames(&frame.id).await {
                    Ok(_) => {}
                    // The frame has disappeared, or cannot be searched.
                    Err(error) if matches!(error.kind(), ErrorKind::StaleUid | ErrorKind::Protocol) => {
                        lock(&self.frames).remove(&frame.id);
                    }
                    Err(error) => return Err(error),
                }
            }
            looked = known.len();
        }
        Ok(lock(&self.frames).list(self.state.url()))
    }

    /// Puts files into a file input. The driver must find the files at the same paths.
    async fn put_files(&self, frame: &FrameId, node: u32, files: &[PathBuf]) -> Result<()> {
        const DOING: &str = "giving the files to the file input";
        let paths = files.iter().map(|file| full_path(file)).collect::<Result<Vec<_>>>()?;
        let args = json!({"id": node}).to_string();
        let found = self.ask(frame, FILE_INPUT, &json!([args]), false).await?;
        let Some(input) = found.get(0).and_then(super::context::reference) else {
            return Err(refusal::element_gone());
        };
        let path = lock(&self.frames).path(frame).unwrap_or_default();
        let request = Request::post(format!("element/{input}/value"), json!({"text": paths.join("\n")}));
        let mut turn = self.context.turn().await;
        let sent = match turn.enter(&self.id, &path).await {
            Ok(()) => turn.run(request).await,
            Err(fault) => Err(fault),
        };
        let result = match sent {
            Ok(_) => self.observe(&mut turn).await,
            Err(fault) if fault.code == Code::InvalidArgument => Err(EngineError::new(
                ErrorKind::Io,
                "the driver does not find the files, or the input rejects them",
            )
            .with_next_step("use files that are on the machine of the WebDriver server, at the same paths")
            .with_source(fault)),
            Err(fault) => Err(self.why(&mut turn, frame, fault, DOING).await),
        };
        turn.leave().await;
        self.watch();
        result
    }

    /// Sets the size of the page's viewport by resizing the window around it.
    async fn resize(&self, width: u32, height: u32) -> Result<()> {
        const DOING: &str = "setting the viewport's size";
        const SIZES: &str = "return [innerWidth, innerHeight, outerWidth, outerHeight];";
        self.check()?;
        let wanted = (f64::from(width), f64::from(height));
        let mut turn = self.context.turn().await;
        // The size of the window's borders and bars is known only after the window has been resized.
        for _ in 0..2 {
            let set = async {
                turn.enter(&self.id, &[]).await?;
                let sizes = turn.execute(SIZES, &json!([])).await?;
                let size = |index: usize| sizes.get(index).and_then(Value::as_f64).unwrap_or_default();
                if (size(0), size(1)) == wanted {
                    return Ok(true);
                }
                let outer = (wanted.0 + size(2) - size(0), wanted.1 + size(3) - size(1));
                turn.run(Request::post("window/rect", json!({"width": outer.0, "height": outer.1})))
                    .await?;
                Ok(false)
            };
            match set.await {
                Ok(true) => break,
                Ok(false) => {}
                Err(fault) => {
                    let main = self.id.clone();
                    let error = self.why(&mut turn, &main, fault, DOING).await;
                    turn.leave().await;
                    return Err(error);
                }
            }
        }
        turn.leave().await;
        Ok(())
    }
}

fn full_path(file: &Path) -> Result<String> {
    // The path is absolute. On the browser's machine, another system may run.
    let path = file.to_str().map(str::to_owned);
    // Several paths are sent in one text, one on each line.
    path.filter(|path| !path.contains('\n')).ok_or_else(|| {
        EngineError::new(
            ErrorKind::InvalidInput,
            format!("the path {} cannot be sent to the driver", quote(&file.to_string_lossy())),
        )
        .with_next_step("use a path that is valid Unicode without line breaks")
    })
}

#[async_trait]
impl Page for ClassicPage {
    fn id(&self) -> &PageId {
        &self.id
    }

    fn state(&self) -> &Arc<PageState> {
        &self.state
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            input_returns: InputReturns::WhenHandled,
            concurrent_calls: false,
            scaled_screenshots: false,
            // Drivers of Chromium take its own commands.
            largest_picture: if self.context.vendor().is_some() {
                PictureLimits::CHROMIUM
            } else {
                PictureLimits::FIREFOX
            },
            pictures_wait_for_frames: false,
            navigations_hold_calls: false,
            longest_call: Some(LONGEST_CALL),
        }
    }

    fn main_frame(&self) -> FrameId {
        FrameId::clone(&self.id)
    }

    fn refuse_ended(&self) -> Result<()> {
        match self.state.end() {
            Some(PageEnd::Closed) => Err(self.closed()),
            Some(PageEnd::Crashed) => Err(self.failed(Fault::new(Code::Crashed, "tab crashed"), "using the page")),
            None => Ok(()),
        }
    }

    fn address_of(&self, _frame: &FrameId) -> Option<String> {
        None
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        self.find_frames().await
    }

    async fn call(&self, frame: &FrameId, method: &str, args: &str) -> Result<String> {
        self.call_script(frame, method, args).await
    }

    async fn call_guarded(&self, frame: &FrameId, method: &str, args: &str, _guard: Guard) -> Result<String> {
        self.call(frame, method, args).await
    }

    fn is_guarded(&self) -> bool {
        false
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

    fn release(&self) {
        self.let_go();
    }

    async fn released(&self) -> Result<()> {
        refusal::uninterrupted(self, std::future::pending(), self.releases.confirmed()).await?
    }

    async fn drag(&self, drag: &PointerDrag, landing: Option<&dyn Landing>) -> Result<Dragged> {
        self.drag_along(drag, landing).await.map(|()| Dragged::Through)
    }

    async fn set_files(&self, frame: &FrameId, input: &FileInput, files: &[PathBuf]) -> Result<()> {
        let FileInput::Node(node) = input else {
            return Err(EngineError::new(
                ErrorKind::Unsupported,
                "this connection gives files to inputs of the page only",
            ));
        };
        self.put_files(frame, *node, files).await
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        self.go(to).await
    }

    async fn failed_load(&self) -> Option<FailedLoad> {
        lock(&self.document).as_ref().and_then(Look::failed_load)
    }

    async fn stop_loading(&self) -> Result<()> {
        Err(EngineError::new(
            ErrorKind::Unsupported,
            "this connection cannot stop a navigation",
        ))
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

    async fn print_pdf(&self, options: &PdfOptions) -> Result<Vec<u8>> {
        self.print_to_pdf(options).await
    }

    async fn activate(&self) -> Result<()> {
        self.check()?;
        let mut turn = self.context.turn().await;
        let entered = turn.enter(&self.id, &[]).await;
        let result = match entered {
            // The driver brings a window of its own choice to the front, so the page requests the focus for
            // this one.
            Ok(()) => match turn.execute("window.focus();", &json!([])).await {
                Ok(_) => Ok(()),
                Err(fault) => Err(self.why(&mut turn, &self.id, fault, "bringing the page to the front").await),
            },
            Err(fault) => Err(self.why(&mut turn, &self.id, fault, "bringing the page to the front").await),
        };
        turn.leave().await;
        result
    }

    async fn set_viewport(&self, width: u32, height: u32) -> Result<()> {
        self.resize(width, height).await
    }
}
