//! One page: its state, and the ways to ask it something.

use super::encode;
use super::events::{PageData, Registry};
use super::protocol::Picture;
use super::route::Route;
use crate::backend::state::PageEnd;
use crate::backend::wire::{Command, Wire, WireError, parse};
use crate::backend::{
    Capabilities, Evaluated, Frame, FrameId, Happening, ImageFormat, InputReturns, Navigation, Page, PageId, PageState,
    ScreenshotRequest,
};
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::{InputEvent, MouseButton, Point};
use crate::text::{quote, shorten};
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// A top-level browsing context.
#[derive(Debug)]
pub(super) struct BidiPage {
    pub(super) wire: Wire,
    pub(super) registry: Arc<Registry>,
    pub(super) data: Arc<PageData>,
}

impl BidiPage {
    /// Refuses when nothing can be done with the page now.
    pub(super) fn check(&self) -> Result<()> {
        if let Some(end) = self.data.state.end() {
            return Err(self.ended(end));
        }
        match self.data.state.dialog() {
            Some(dialog) => Err(EngineError::new(
                ErrorKind::DialogOpen,
                format!(
                    "a {} dialog is open: {}",
                    dialog.kind.name(),
                    quote(&shorten(&dialog.message, 200))
                ),
            )),
            None => Ok(()),
        }
    }

    /// Why the page can no longer be driven, as an error.
    pub(super) fn ended(&self, end: PageEnd) -> EngineError {
        match (self.wire.ended(), end) {
            (Some(why), _) => WireError::Ended { why }.into(),
            (None, PageEnd::Closed) => EngineError::new(ErrorKind::PageClosed, "the page was closed"),
            (None, PageEnd::Crashed) => EngineError::new(ErrorKind::PageCrashed, "the page's process crashed"),
        }
    }

    /// A failed command as an error: where the page has ended meanwhile, that is the reason.
    pub(super) fn while_open(&self, error: WireError) -> EngineError {
        match self.data.state.end() {
            Some(end) => self.ended(end),
            None if error.is_code("no such frame") => {
                EngineError::new(ErrorKind::PageClosed, "the page was closed").with_source(error)
            }
            None => error.into(),
        }
    }

    /// Does `work`, unless a dialog is open or opens, or the page ends: then that is the error, at once.
    pub(super) async fn uninterrupted<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        self.check()?;
        tokio::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return Ok(done),
                () = self.data.state.interrupted() => {}
            }
            // The dialog may be gone again; then the work goes on.
            self.check()?;
        }
    }

    /// Sends a command of which only the success matters.
    async fn tell(&self, method: &'static str, params: Value) -> Result<()> {
        let reply = self.uninterrupted(self.wire.send(Command::new(method, params))).await?;
        reply.map(|_| ()).map_err(|error| self.while_open(error))
    }

    /// Dispatches input in the context where it belongs.
    async fn dispatch(&self, events: &[InputEvent]) -> Result<()> {
        self.check()?;
        if events.is_empty() {
            return Ok(());
        }
        self.fetch_focus().await?;
        let Route { context, mapping } = self.route(events).await?;
        let actions = {
            let mut pointers = self.data.pointers.lock().unwrap_or_else(PoisonError::into_inner);
            let mut at = pointers.get(&context).copied();
            let actions = encode::actions(events, mapping, &mut at)?;
            if let Some(at) = at {
                pointers.insert(FrameId::clone(&context), at);
            }
            actions
        };
        self.perform(&context, actions).await
    }

    /// Has the browser perform actions and waits for the end of them, or for a dialog or the page's
    /// end: what remains of the actions follows when the dialog is answered.
    async fn perform(&self, context: &FrameId, actions: Value) -> Result<()> {
        let (documents, mark) = (self.documents(context), self.data.state.mark());
        let command = Command::new("input.performActions", json!({"context": &**context, "actions": actions}));
        let reply = tokio::select! {
            biased;
            reply = self.wire.send(command) => reply,
            () = self.data.state.interrupted() => {
                return match self.data.state.end() {
                    // Closing the page can be what the input was for.
                    Some(PageEnd::Crashed) => Err(self.ended(PageEnd::Crashed)),
                    Some(PageEnd::Closed) if self.wire.ended().is_some() => Err(self.ended(PageEnd::Closed)),
                    _ => Ok(()),
                };
            }
        };
        let Err(error) = reply else { return Ok(()) };
        // The pointer is not where it was meant to be; keys and buttons must not stay down.
        self.data
            .pointers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(context);
        self.wire
            .post(vec![Command::new("input.releaseActions", json!({"context": &**context}))]);
        match self.data.state.end() {
            Some(PageEnd::Closed) if self.wire.ended().is_none() => return Ok(()),
            Some(end) => return Err(self.ended(end)),
            None => {}
        }
        if error.is_code("move target out of bounds") {
            return Err(EngineError::new(ErrorKind::NotVisible, "the point is outside the viewport").with_source(error));
        }
        // The first events have brought another document, or will: the others have lost their place.
        let leaves =
            |happening: &Happening| matches!(happening, Happening::NavigationRequested { .. } | Happening::Committed { .. });
        if self.documents(context) != documents || self.data.state.since(mark).iter().any(leaves) {
            return Ok(());
        }
        Err(self.while_open(error))
    }

    fn documents(&self, context: &FrameId) -> Option<u64> {
        self.registry.contexts().documents(context)
    }

    /// Drags with the pointer.
    async fn drag_along(&self, path: &[Point]) -> Result<()> {
        self.check()?;
        let ([first, between @ ..], Some(last)) = (path, path.last()) else {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                "a drag needs at least one point of its path",
            ));
        };
        let (button, click_count) = (MouseButton::Left, 1);
        let press = [
            InputEvent::MouseMove(*first),
            InputEvent::MouseDown {
                at: *first,
                button,
                click_count,
            },
        ];
        let no_drop = || {
            EngineError::new(
                ErrorKind::Unsupported,
                "Firefox cannot complete an HTML drag: it never sends the drop",
            )
        };
        if self.starts_html_drag(*first).await? {
            return Err(no_drop());
        }
        // What becomes draggable only by the press shows now.
        let guard = self.hold_html_drags(*first).await?;
        let mut events = press.to_vec();
        events.extend(between.iter().map(|to| InputEvent::MouseMove(*to)));
        events.push(InputEvent::MouseUp {
            at: *last,
            button,
            click_count,
        });
        self.dispatch(&events).await?;
        if self.held_html_drag(&guard).await {
            Err(no_drop())
        } else {
            Ok(())
        }
    }

    async fn take_picture(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        let format = match request.format {
            ImageFormat::Png => json!({"type": "image/png"}),
            ImageFormat::Jpeg(quality) => json!({"type": "image/jpeg", "quality": f64::from(quality.min(100)) / 100.0}),
        };
        let mut params = json!({"context": &*self.data.id, "format": format});
        if let Some([x, y, width, height]) = request.clip {
            params["origin"] = "document".into();
            params["clip"] = json!({"type": "box", "x": x, "y": y, "width": width, "height": height});
        }
        let command = Command::new("browsingContext.captureScreenshot", params);
        let reply = self.uninterrupted(self.wire.send(command)).await?;
        let raw = reply.map_err(|error| {
            if error.is_code("unable to capture screen") {
                EngineError::new(ErrorKind::InvalidInput, "the area of the picture is outside the page").with_source(error)
            } else {
                self.while_open(error)
            }
        })?;
        let picture: Picture = parse(&raw).or_kind(ErrorKind::Protocol, "the picture could not be read")?;
        STANDARD
            .decode(picture.data)
            .or_kind(ErrorKind::Protocol, "the picture is not Base64")
    }

    async fn put_files(&self, frame: &FrameId, node: u32, files: &[PathBuf]) -> Result<()> {
        let paths = files
            .iter()
            .map(|path| {
                path.to_str().ok_or_else(|| {
                    EngineError::new(
                        ErrorKind::InvalidInput,
                        format!("the path {} is not valid Unicode", quote(&path.to_string_lossy())),
                    )
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let shared = self.node(frame, node).await?;
        let params = json!({"context": &**frame, "element": {"sharedId": shared}, "files": paths});
        let reply = self
            .uninterrupted(self.wire.send(Command::new("input.setFiles", params)))
            .await?;
        reply.map(|_| ()).map_err(|error| {
            if error.is_code("unable to set file input") {
                EngineError::new(ErrorKind::WrongElement, "the file input rejects these files").with_source(error)
            } else if error.is_code("unsupported operation") {
                EngineError::new(ErrorKind::Io, "the browser could not read a file").with_source(error)
            } else {
                self.while_open(error)
            }
        })
    }
}

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
            dialogs_suspend_scripts: false,
            longest_call: None,
        }
    }

    fn main_frame(&self) -> FrameId {
        FrameId::clone(&self.data.id)
    }

    fn refuse_ended(&self) -> Result<()> {
        self.data.state.end().map_or(Ok(()), |end| Err(self.ended(end)))
    }

    async fn frames(&self) -> Result<Vec<Frame>> {
        // An open dialog does not matter: the list is kept here.
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

    async fn drag(&self, path: &[Point]) -> Result<()> {
        self.drag_along(path).await
    }

    async fn set_files(&self, frame: &FrameId, node: u32, files: &[PathBuf]) -> Result<()> {
        self.put_files(frame, node, files).await
    }

    async fn evaluate(&self, frame: &FrameId, node: Option<u32>, function: &str, limit: Duration) -> Result<Evaluated> {
        self.run_in_page(frame, node, function, limit).await
    }

    async fn navigate(&self, to: &Navigation) -> Result<()> {
        self.go(to).await
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        self.close_dialog(accept, text).await
    }

    async fn screenshot(&self, request: &ScreenshotRequest) -> Result<Vec<u8>> {
        self.take_picture(request).await
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
