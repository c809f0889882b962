//! What a platform has to do for the core: one trait for a running application, one for the
//! desktop it runs on. Everything above them is the same on all platforms.

use super::node::{RawNode, Rect};
use super::plan::NewValue;
use super::request::{Method, ScrollDirection};
use super::tree::Reading;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, MouseButton, Point};
use crate::picture::Pixels;
use async_trait::async_trait;
use std::sync::Arc;
use tokio::sync::watch;

/// What a backend can do here and now. The rest answers `Unsupported`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Capabilities {
    /// What the platform's accessibility calls are called in answers.
    pub native: Method,
    /// What its input events are called in answers.
    pub input: Method,
    /// Pointer events can be sent.
    pub pointer: bool,
    /// Key events can be sent.
    pub keyboard: bool,
    /// The desktop asks the user before it takes the first key of a program.
    pub asks_first: bool,
    /// It can be found out which window is at a point.
    pub hit_test: bool,
    /// Windows can be listed, raised, moved, resized and closed.
    pub windows: bool,
    /// Pictures can be taken.
    pub pictures: bool,
    /// Why there is no pointer or keyboard, where that is so.
    pub without_input: &'static str,
}

/// Where input would go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hit {
    /// To the window that was meant.
    Target,
    /// To something else; described and quoted: `window "Terminal" of pid 42`.
    Other(String),
    /// The platform does not tell.
    Unknown,
}

/// A step of pointer input, in screen coordinates. A backend carries a slice of them out in order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointerStep {
    /// Move, as a drag where a button is held.
    Move(Point),
    /// Press. `click_count` is 2 for the second press of a double click.
    Down(Point, MouseButton, u8),
    /// Let go.
    Up(Point, MouseButton, u8),
    /// Turn the wheel this many lines: down and right are positive.
    Wheel(Point, i32, i32),
    /// Wait this many milliseconds, as a hand does.
    Pause(u64),
}

/// A window of an application.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowInfo {
    /// The platform's number of it.
    pub window: u64,
    /// The process it belongs to, where the platform tells.
    pub pid: Option<u32>,
    /// Its title.
    pub title: String,
    /// Where it is, where the platform tells.
    pub bounds: Option<Rect>,
    /// Whether it has the keyboard.
    pub active: bool,
    /// Whether it is minimised or on another desktop.
    pub hidden: bool,
}

/// What can be done with a window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WindowAction {
    /// To the front, with the keyboard.
    Raise,
    /// Its top left corner goes here.
    Move {
        /// From the left of the screen.
        x: i32,
        /// From the top.
        y: i32,
    },
    /// Its contents get this size.
    Resize {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// As its close button does: the application may ask first.
    Close,
}

/// A running application that can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationInfo {
    /// Its process.
    pub pid: u32,
    /// Its name, as it gives it.
    pub name: String,
    /// The toolkit, where it is known.
    pub toolkit: Option<String>,
    /// How many windows it has.
    pub windows: usize,
}

/// A picture of a part of the screen, a pixel a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// What it shows.
    pub pixels: Pixels,
    /// Where its top left corner is on the screen.
    pub left: i32,
    /// Where its top left corner is on the screen.
    pub top: i32,
}

/// What a reading covers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadScope {
    /// Also what is not shown on the screen (closed menus, other tabs).
    pub hidden: bool,
}

/// The error of a call that a backend cannot do.
pub fn unsupported(what: &str, why: &str) -> EngineError {
    EngineError::new(ErrorKind::Unsupported, format!("{what} is not possible here: {why}"))
}

/// One running application. Every call has a time limit of its own: an application that hangs
/// gives `Timeout`, one that ended `SessionEnded`.
///
/// Keys are those of [`RawNode::key`]. A key of an object that is gone gives `StaleUid`.
#[async_trait]
pub trait DesktopApp: Send + Sync {
    /// Its process.
    fn pid(&self) -> u32;

    /// What can be done with it.
    fn capabilities(&self) -> Capabilities;

    /// Whether its process runs.
    fn is_running(&self) -> bool;

    /// Counts what the application tells of changes; `None` where it tells nothing.
    fn activity(&self) -> Option<watch::Receiver<u64>>;

    /// Reads its tree. Secure fields come without value. What cannot be read in time is left out
    /// and said in [`Reading::cut`].
    async fn read(&self, scope: &ReadScope) -> Result<Reading>;

    /// Reads one node anew, without what is in it; `None` where the object is gone.
    async fn read_node(&self, key: &str) -> Result<Option<RawNode>>;

    /// Carries out an action that the node offers, by the platform's name of it.
    async fn perform(&self, key: &str, action: &str) -> Result<()>;

    /// Gives the node a value. `WrongElement` where it takes none of this kind.
    async fn set_value(&self, key: &str, value: &NewValue) -> Result<()>;

    /// Gives it the keyboard focus inside of its application; does not raise the window.
    async fn focus(&self, key: &str) -> Result<()>;

    /// Inserts text at the caret through accessibility.
    async fn insert_text(&self, key: &str, text: &str) -> Result<()>;

    /// Scrolls through accessibility (scroll bars), by lines.
    async fn scroll(&self, key: &str, direction: ScrollDirection, lines: i32) -> Result<()>;

    /// Brings the node into view, where the platform has a call for that.
    async fn scroll_into_view(&self, key: &str) -> Result<()>;

    /// Where a pointer event at this point would go: to the window that holds the node?
    async fn hit(&self, key: &str, point: Point) -> Result<Hit>;

    /// Where keys go now: to the window that holds the node, or without a key to any of the
    /// application's?
    async fn keyboard(&self, key: Option<&str>) -> Result<Hit>;

    /// Brings the window that holds the node to the front and gives it the keyboard; without a
    /// key, the application's foremost window.
    async fn raise(&self, key: Option<&str>) -> Result<()>;

    /// Sends pointer events.
    async fn pointer(&self, steps: &[PointerStep]) -> Result<()>;

    /// Presses a key with its modifiers and lets all of them go, also after a failure.
    async fn press(&self, chord: &Chord) -> Result<()>;

    /// Types text by key events, character by character.
    async fn type_text(&self, text: &str) -> Result<()>;

    /// Its windows.
    async fn windows(&self) -> Result<Vec<WindowInfo>>;

    /// Does something with one of its windows.
    async fn window_action(&self, window: u64, action: WindowAction) -> Result<()>;

    /// A picture of one of its windows as it is on the screen.
    async fn picture(&self, window: u64) -> Result<Picture>;
}

/// The desktop that applications run on.
#[async_trait]
pub trait DesktopPlatform: Send + Sync {
    /// Every application that can be seen.
    async fn applications(&self) -> Result<Vec<ApplicationInfo>>;

    /// Every window on the screen, the topmost last.
    async fn windows(&self) -> Result<Vec<WindowInfo>>;

    /// The application of this process, once it can be seen; `None` while it cannot.
    async fn attach(&self, pid: u32) -> Result<Option<Arc<dyn DesktopApp>>>;

    /// Variables that a program needs so that it can be seen.
    fn launch_environment(&self) -> Vec<(String, String)>;
}
