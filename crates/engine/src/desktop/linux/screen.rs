//! What a display does for applications: windows, hit tests, input and pictures. X11 supports all of it; a Wayland
//! compositor supports what its protocols allow.

use super::portal::Portal;
use crate::desktop::app::{Capabilities, Hit, Picture, PointerStep, WindowAction, WindowInfo};
use crate::desktop::node::Rect;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::{Chord, Point};
use crate::text::{quote, shorten};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An application as displays identify it.
#[derive(Debug, Clone)]
pub(super) struct Owner {
    pub(super) pid: u32,
    /// The titles of its windows; only filled if the display does not report processes.
    pub(super) titles: Vec<String>,
}

impl Owner {
    /// Whether a window may belong to the application, judging by what the display reports.
    pub(super) fn may_own(&self, window: &WindowInfo) -> bool {
        window
            .pid
            .map_or_else(|| self.titles.contains(&window.title), |pid| pid == self.pid)
    }
}

/// Where keys have to arrive.
#[derive(Debug, Clone)]
pub(super) struct Aim {
    pub(super) owner: Owner,
    /// A window of the owner; without it, any of them.
    pub(super) window: Option<u64>,
}

/// The types of information that a display reports.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reporting {
    /// The process that owns a window.
    pub(super) processes: bool,
    /// Applications know their position on the screen. Under Wayland they do not.
    pub(super) screen_positions: bool,
}

/// The origins of positions within a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origins {
    /// The corner of what the application draws, including a shadow that it draws itself.
    pub(super) surface: (i32, i32),
    /// The corner of the visible contents.
    pub(super) contents: (i32, i32),
}

/// A display. Its calls block; [`Display`] keeps them off the async runtime.
pub(super) trait Screen: Send {
    /// The operations it supports.
    fn capabilities(&self) -> Capabilities;

    /// The information it reports.
    fn reporting(&self) -> Reporting;

    /// Every window, the topmost last.
    fn windows(&mut self) -> Result<Vec<WindowInfo>>;

    /// The application's window that matches this title and place best; `None` if there is no candidate.
    fn window_like(&mut self, owner: &Owner, title: &str, place: Option<Rect>) -> Result<Option<u64>>;

    /// The origins of positions within a window.
    fn origins(&mut self, window: u64) -> Result<Origins>;

    /// The window that a pointer event at a point would reach, compared with `wanted`, or with any window of the
    /// application.
    fn pointer_target(&mut self, owner: &Owner, wanted: Option<u64>, at: Point) -> Result<Hit>;

    /// The window that keys go to, compared in the same way.
    fn key_target(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<Hit>;

    /// Brings a window to the front and gives it the keyboard: `wanted`, or the application's topmost window.
    fn raise(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<()>;

    /// Performs pointer steps in order. Pressed buttons are released, even after a failure. `taken` waits until the
    /// application has taken the events so far.
    fn pointer(&mut self, steps: &[PointerStep], taken: &dyn Fn() -> Result<()>) -> Result<()>;

    /// Presses a key with its modifiers. All are released, even after a failure. Nothing is pressed if keys go elsewhere.
    fn press(&mut self, aim: &Aim, chord: &Chord) -> Result<()>;

    /// Types a text, character by character, as long as keys arrive where they are meant to and the text is wanted.
    fn type_text(&mut self, aim: &Aim, text: &str, wanted: &dyn Fn() -> bool) -> Result<()>;

    /// Performs an operation on a window of an application.
    fn window_action(&mut self, owner: &Owner, window: u64, action: WindowAction) -> Result<()>;

    /// A picture of a window of an application, including anything that covers it.
    fn picture(&mut self, owner: &Owner, window: u64) -> Result<Picture>;
}

/// A connection to a display. Calls are serialised, so that two actions cannot interleave their events.
pub(super) struct Display {
    screen: Arc<Mutex<Box<dyn Screen>>>,
    capabilities: Capabilities,
    reporting: Reporting,
    ended: Arc<AtomicBool>,
    portal: Option<Arc<Portal>>,
}

impl Display {
    /// Wraps an open display. `portal` provides the keyboard if the display has none.
    pub(super) fn new(screen: Box<dyn Screen>, portal: Option<Portal>) -> Self {
        Self {
            portal: portal.map(Arc::new),
            capabilities: screen.capabilities(),
            reporting: screen.reporting(),
            screen: Arc::new(Mutex::new(screen)),
            ended: Arc::default(),
        }
    }

    /// The operations it supports, including those of the portal.
    pub(super) fn capabilities(&self) -> Capabilities {
        let Some(portal) = &self.portal else {
            return self.capabilities;
        };
        Capabilities {
            keyboard: true,
            asks_first: !portal.is_granted(),
            without_input: "under Wayland a program finds out where windows are only on sway, and the portal of this desktop takes its keys alone",
            ..self.capabilities
        }
    }

    /// The information it reports.
    pub(super) fn reporting(&self) -> Reporting {
        self.reporting
    }

    /// The desktop's portal, if keys go through it.
    pub(super) fn portal(&self) -> Option<&Arc<Portal>> {
        self.portal.as_ref()
    }

    /// Whether the connection to it was lost.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// [`Display::run`] for a call that takes long. The call can ask whether its caller still waits.
    pub(super) async fn run_while_wanted<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut dyn Screen, &dyn Fn() -> bool) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let wish = Wish(Arc::new(AtomicBool::new(true)));
        let wanted = Arc::clone(&wish.0);
        self.run(move |screen| call(screen, &|| wanted.load(Ordering::Relaxed))).await
    }

    /// Runs a call on the display. The call completes even if the caller is dropped, so that no key or button stays
    /// pressed.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut dyn Screen) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (screen, ended) = (Arc::clone(&self.screen), Arc::clone(&self.ended));
        let work = move || {
            let result = call(&mut **screen.lock().unwrap_or_else(PoisonError::into_inner));
            let lost = matches!(&result, Err(error) if *error.kind() == ErrorKind::SessionEnded);
            ended.fetch_or(lost, Ordering::Relaxed);
            result
        };
        tokio::task::spawn_blocking(work)
            .await
            .or_kind(ErrorKind::Internal, "a call to the display did not end")?
    }
}

/// Notes when it is dropped.
struct Wish(Arc<AtomicBool>);

impl Drop for Wish {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The error for a text whose caller has given up.
pub(super) fn given_up(typed: usize, length: usize) -> EngineError {
    EngineError::new(
        ErrorKind::Cancelled,
        format!("{typed} of {length} characters were typed before the call was given up"),
    )
}

/// The error for keys that would go elsewhere. None was pressed.
pub(super) fn taken_by(by: String) -> EngineError {
    let message = format!("nothing was pressed: the keyboard went to {by}");
    EngineError::new(ErrorKind::Covered { by }, message)
}

/// Describes a window that receives the input instead of the intended one.
pub(super) fn in_words(title: &str, pid: Option<u32>) -> String {
    let owner = pid.map_or_else(String::new, |pid| format!(" of pid {pid}"));
    format!("window {}{owner}", quote(&shorten(title, 80)))
}

/// The error for a text whose window lost the keyboard while it was typed.
pub(super) fn went_elsewhere(typed: usize, length: usize, by: String) -> EngineError {
    let message = format!("{typed} of {length} characters were typed, then the keyboard went to {by}");
    EngineError::new(ErrorKind::Covered { by }, message)
        .with_next_step(crate::error::NextStep::application("type the rest of the text"))
}

/// The error for a window number that the application does not have.
pub(super) fn no_such_window(window: u64) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, format!("the application has no window {window}"))
        .with_next_step(crate::error::NextStep::ListWindows)
}
