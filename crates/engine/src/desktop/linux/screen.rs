//! What a display does for applications: windows, where input would go, input, pictures. X11 does
//! all of it; a Wayland compositor what its protocols allow.

use super::portal::Portal;
use crate::desktop::app::{Capabilities, Hit, Picture, PointerStep, WindowAction, WindowInfo};
use crate::desktop::node::Rect;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::input::{Chord, Point};
use crate::text::{quote, shorten};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An application, as displays know it.
#[derive(Debug, Clone)]
pub(super) struct Owner {
    pub(super) pid: u32,
    /// The titles of its windows, where the display does not tell processes.
    pub(super) titles: Vec<String>,
}

impl Owner {
    /// Whether a window is the application's, as far as the display tells.
    pub(super) fn may_own(&self, window: &WindowInfo) -> bool {
        window
            .pid
            .map_or_else(|| self.titles.contains(&window.title), |pid| pid == self.pid)
    }
}

/// What kinds of things a display tells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nature {
    /// Whose a window is.
    pub(super) processes: bool,
    /// Applications know where they are on the screen. Under Wayland they do not.
    pub(super) places_known_to_applications: bool,
}

/// Where places inside of a window are counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origins {
    /// Where what the application draws begins, with a shadow that it draws itself.
    pub(super) surface: (i32, i32),
    /// Where the visible contents begin.
    pub(super) contents: (i32, i32),
}

/// A display. Its calls block: [`Display`] keeps them off the runtime.
pub(super) trait Screen: Send {
    /// What can be done on it.
    fn capabilities(&self) -> Capabilities;

    /// What it tells.
    fn nature(&self) -> Nature;

    /// Every window, the topmost last.
    fn windows(&mut self) -> Result<Vec<WindowInfo>>;

    /// The window of an application that is most like one with this title and place; `None` where
    /// the display knows none.
    fn window_like(&mut self, owner: &Owner, title: &str, place: Option<Rect>) -> Result<Option<u64>>;

    /// Where places inside of a window are counted from.
    fn origins(&mut self, window: u64) -> Result<Origins>;

    /// Which window a pointer event at a point would reach; `wanted` is the one that is meant,
    /// else any of the application.
    fn pointer_target(&mut self, owner: &Owner, wanted: Option<u64>, at: Point) -> Result<Hit>;

    /// Which window keys go to.
    fn key_target(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<Hit>;

    /// Brings a window to the front and gives it the keyboard: `wanted`, else the topmost of the
    /// application.
    fn raise(&mut self, owner: &Owner, wanted: Option<u64>) -> Result<()>;

    /// Carries pointer steps out in order. Buttons that are down are let go also after a failure.
    fn pointer(&mut self, steps: &[PointerStep]) -> Result<()>;

    /// Presses a key with its modifiers. All are let go also after a failure.
    fn press(&mut self, chord: &Chord) -> Result<()>;

    /// Types a text, character by character.
    fn type_text(&mut self, text: &str) -> Result<()>;

    /// Does something with a window of an application.
    fn window_action(&mut self, owner: &Owner, window: u64, action: WindowAction) -> Result<()>;

    /// A picture of a window of an application, with whatever covers it.
    fn picture(&mut self, owner: &Owner, window: u64) -> Result<Picture>;
}

/// A connection to a display, of which one call at a time is made: two actions must not mix their
/// events.
pub(super) struct Display {
    screen: Arc<Mutex<Box<dyn Screen>>>,
    capabilities: Capabilities,
    nature: Nature,
    ended: Arc<AtomicBool>,
    portal: Option<Arc<Portal>>,
}

impl Display {
    /// A display that is connected to; `portal` has the keyboard that it lacks.
    pub(super) fn new(screen: Box<dyn Screen>, portal: Option<Portal>) -> Self {
        Self {
            portal: portal.map(Arc::new),
            capabilities: screen.capabilities(),
            nature: screen.nature(),
            screen: Arc::new(Mutex::new(screen)),
            ended: Arc::default(),
        }
    }

    /// What can be done on it.
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

    /// What it tells.
    pub(super) fn nature(&self) -> Nature {
        self.nature
    }

    /// The desktop's portal, where keys go through it.
    pub(super) fn portal(&self) -> Option<&Arc<Portal>> {
        self.portal.as_ref()
    }

    /// Whether the connection to it was lost.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Runs something on the display. It runs to its end also when nobody waits any more, so that
    /// no key and no button stays pressed.
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

/// A window that has the input which was meant for another one, in words.
pub(super) fn in_words(title: &str, pid: Option<u32>) -> String {
    let owner = pid.map_or_else(String::new, |pid| format!(" of pid {pid}"));
    format!("window {}{owner}", quote(&shorten(title, 80)))
}

/// The error of a text that began in one window and would go on in another.
pub(super) fn went_elsewhere(typed: usize, length: usize, by: String) -> EngineError {
    let message = format!("{typed} of {length} characters were typed, then the keyboard went to {by}");
    EngineError::new(ErrorKind::Covered { by }, message)
        .with_next_step(crate::error::NextStep::application("type the rest of the text"))
}

/// The error of a window that the application does not have.
pub(super) fn no_such_window(window: u64) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, format!("the application has no window {window}"))
        .with_next_step(crate::error::NextStep::ListWindows)
}
