//! What a display does for applications: windows, where input would go, input, pictures. X11 does
//! all of it; a Wayland compositor what its protocols allow.

use crate::desktop::app::{Capabilities, Hit, Picture, PointerStep, WindowAction, WindowInfo};
use crate::desktop::node::Rect;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::{Chord, Point};
use crate::text::{quote, shorten};
use std::sync::{Arc, Mutex, PoisonError};

/// A display. Its calls block: [`Display`] keeps them off the runtime.
pub(super) trait Screen: Send {
    /// What can be done on it.
    fn capabilities(&self) -> Capabilities;

    /// Every window, the topmost last.
    fn windows(&mut self) -> Result<Vec<WindowInfo>>;

    /// The window of a process that is most like one with this title and place; `None` where the
    /// display knows none.
    fn window_like(&mut self, pid: u32, title: &str, place: Option<Rect>) -> Result<Option<u64>>;

    /// Where the visible contents of a window begin: inside of the shadow that it draws itself.
    fn content_origin(&mut self, window: u64) -> Result<(i32, i32)>;

    /// Which window a pointer event at a point would reach; `wanted` is the one that is meant,
    /// else any of the process.
    fn pointer_target(&mut self, pid: u32, wanted: Option<u64>, at: Point) -> Result<Hit>;

    /// Which window keys go to.
    fn key_target(&mut self, pid: u32, wanted: Option<u64>) -> Result<Hit>;

    /// Brings a window to the front and gives it the keyboard: `wanted`, else the topmost of the process.
    fn raise(&mut self, pid: u32, wanted: Option<u64>) -> Result<()>;

    /// Carries pointer steps out in order. Buttons that are down are let go also after a failure.
    fn pointer(&mut self, steps: &[PointerStep]) -> Result<()>;

    /// Presses a key with its modifiers. All are let go also after a failure.
    fn press(&mut self, chord: &Chord) -> Result<()>;

    /// Types a text, character by character.
    fn type_text(&mut self, text: &str) -> Result<()>;

    /// Does something with a window of a process.
    fn window_action(&mut self, pid: u32, window: u64, action: WindowAction) -> Result<()>;

    /// A picture of a window of a process, with whatever covers it.
    fn picture(&mut self, pid: u32, window: u64) -> Result<Picture>;
}

/// A connection to a display, of which one call at a time is made: two actions must not mix their
/// events.
pub(super) struct Display {
    screen: Arc<Mutex<Box<dyn Screen>>>,
    capabilities: Capabilities,
}

impl Display {
    /// A display that is connected to.
    pub(super) fn new(screen: Box<dyn Screen>) -> Self {
        Self {
            capabilities: screen.capabilities(),
            screen: Arc::new(Mutex::new(screen)),
        }
    }

    /// What can be done on it.
    pub(super) fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    /// Runs something on the display. It runs to its end also when nobody waits any more, so that
    /// no key and no button stays pressed.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut dyn Screen) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let screen = Arc::clone(&self.screen);
        tokio::task::spawn_blocking(move || call(&mut **screen.lock().unwrap_or_else(PoisonError::into_inner)))
            .await
            .or_kind(ErrorKind::Internal, "a call to the display did not end")?
    }
}

/// A window that has the input which was meant for another one, in words.
pub(super) fn in_words(title: &str, pid: Option<u32>) -> String {
    let owner = pid.map_or_else(String::new, |pid| format!(" of pid {pid}"));
    format!("window {}{owner}", quote(&shorten(title, 80)))
}

/// The error of a window that the application does not have.
pub(super) fn no_such_window(window: u64) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, format!("the application has no window {window}"))
        .with_next_step("use a number from list_windows")
}
