//! The session's single current window and frame. Calls take turns to use them.

use crate::backend::monitor::lock;
use crate::backend::webdriver::driver::{Driver, Request};
use crate::backend::webdriver::fault::{Code, Fault};
use crate::backend::{BrowserState, FrameId, PageId};
use crate::error::EngineError;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::Mutex as TurnMutex;

/// The standard's JSON key for an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The standard's JSON key for a shadow root.
const SHADOW_ROOT: &str = "shadow-6066-11e4-a52e-4f735466cecf";

/// An element reference as an argument.
pub(super) fn element(reference: &str) -> Value {
    json!({ELEMENT: reference})
}

/// The element reference in an answer.
pub(super) fn reference(value: &Value) -> Option<&str> {
    value.get(ELEMENT)?.as_str()
}

/// A shadow root reference in its JSON form, which is also its form as an argument.
pub(super) fn shadow_root(value: &Value) -> Option<Value> {
    value.get(SHADOW_ROOT).map(|_| value.clone())
}

/// The frames from the main frame's child inwards, each with its id and owner element.
pub(super) type FramePath = Vec<(FrameId, String)>;

/// The session's current window and frame, if known.
#[derive(Debug, Default)]
struct Position {
    window: Option<PageId>,
    /// The frames that were switched into. `None` if unknown.
    frames: Option<Vec<FrameId>>,
}

/// A session with its current window and frame.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) driver: Arc<Driver>,
    pub(super) state: Arc<BrowserState>,
    /// The window that an adopted session was in. The session returns to it after each call.
    home: Option<PageId>,
    position: TurnMutex<Position>,
    windows: Mutex<Vec<PageId>>,
}

impl Context {
    pub(super) fn new(driver: Arc<Driver>, window: Option<&PageId>) -> Self {
        let home = window.filter(|_| !driver.is_ours()).cloned();
        Self {
            driver,
            state: Arc::default(),
            home,
            position: TurnMutex::default(),
            windows: Mutex::default(),
        }
    }

    /// Waits for this call's turn.
    pub(super) async fn turn(&self) -> Turn<'_> {
        let mut position = self.position.lock().await;
        if !self.driver.is_ours() {
            // The program that created the session may have switched windows or frames since the last call.
            *position = Position::default();
        }
        Turn { context: self, position }
    }

    /// Converts a fault to an engine error. Records the end of the session if the fault shows it.
    pub(super) fn failed(&self, fault: Fault, doing: &str) -> EngineError {
        let ended = matches!(fault.code, Code::NoSession | Code::Unreachable | Code::Disconnected);
        let error = fault.during(doing);
        if ended {
            self.state.set_ended(error.context());
        }
        error
    }

    /// Records the open windows. Returns the new ones.
    pub(super) fn note_windows(&self, now: &[PageId]) -> Vec<PageId> {
        let mut windows = lock(&self.windows);
        let new = if windows.is_empty() {
            Vec::new()
        } else {
            now.iter().filter(|window| !windows.contains(window)).cloned().collect()
        };
        now.clone_into(&mut windows);
        new
    }

    /// Records a window that was opened here, so that it does not count as new.
    pub(super) fn note_window(&self, window: &PageId) {
        lock(&self.windows).push(window.clone());
    }

    /// `goog` or `ms` if the driver accepts CDP commands under that name.
    pub(super) fn vendor(&self) -> Option<&'static str> {
        let capabilities = self.driver.capabilities();
        [("goog:chromeOptions", "goog"), ("ms:edgeOptions", "ms")]
            .into_iter()
            .find(|(options, _)| capabilities.contains_key(*options))
            .map(|(_, vendor)| vendor)
    }
}

/// The right to switch and to send commands, until it is dropped.
pub(super) struct Turn<'a> {
    context: &'a Context,
    position: tokio::sync::MutexGuard<'a, Position>,
}

impl Turn<'_> {
    pub(super) async fn run(&mut self, request: Request) -> Result<Value, Fault> {
        self.context.driver.run(request).await
    }

    pub(super) async fn execute(&mut self, script: &str, arguments: &Value) -> Result<Value, Fault> {
        self.context.driver.execute(script, arguments).await
    }

    /// Switches to a window and, if it was not the current one, to its main frame. A dialog in the window
    /// does not prevent that.
    pub(super) async fn window(&mut self, window: &PageId) -> Result<(), Fault> {
        if self.position.window.as_ref() == Some(window) {
            return Ok(());
        }
        self.forget_position();
        self.run(Request::post("window", json!({"handle": &**window}))).await?;
        *self.position = Position {
            window: Some(window.clone()),
            frames: Some(Vec::new()),
        };
        Ok(())
    }

    /// Switches to a window and to a frame in it. An empty path names the main frame.
    pub(super) async fn enter(&mut self, window: &PageId, path: &[(FrameId, String)]) -> Result<(), Fault> {
        self.window(window).await?;
        // The position is unknown during the switch, because the call may be cancelled.
        let there = self.position.frames.take();
        let inside = |frames: &[FrameId]| {
            frames.len() <= path.len() && frames.iter().zip(path).all(|(frame, (wanted, _))| frame == wanted)
        };
        let done = match &there {
            Some(frames) if inside(frames) => frames.len(),
            _ => {
                self.run(Request::post("frame", json!({"id": null}))).await?;
                0
            }
        };
        for (_, owner) in &path[done..] {
            self.run(Request::post("frame", json!({"id": element(owner)}))).await?;
        }
        self.position.frames = Some(path.iter().map(|(frame, _)| frame.clone()).collect());
        Ok(())
    }

    /// The open windows.
    pub(super) async fn windows(&mut self) -> Result<Vec<PageId>, Fault> {
        let windows = self.run(Request::get("window/handles")).await?;
        let windows = windows.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(windows.iter().filter_map(Value::as_str).map(PageId::from).collect())
    }

    /// Forgets the current window and frame. The next command switches again.
    pub(super) fn forget_position(&mut self) {
        *self.position = Position::default();
    }

    /// Ends the turn. An adopted session returns to the main frame of its original window, where its creator
    /// most likely expects it.
    pub(super) async fn leave(mut self) {
        let Some(home) = self.context.home.clone() else { return };
        if let Err(fault) = self.enter(&home, &[]).await {
            tracing::debug!(%fault, "the adopted session is not at its own window");
        }
    }
}
