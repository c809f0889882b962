//! The two traits that a platform implements: one for a running application, one for the desktop it runs on.
//! Everything above them is the same on all platforms.

use super::node::{RawNode, Rect};
use super::plan::NewValue;
use super::request::Method;
use super::tree::Reading;
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Chord, MouseButton, Point};
use crate::options::ScrollDirection;
use crate::picture::Pixels;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::watch;

/// What a backend can do on this machine. Everything else returns `Unsupported`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Capabilities {
    /// The method that answers name for accessibility calls.
    pub native: Method,
    /// The method that answers name for input events.
    pub input: Method,
    /// Pointer events can be sent.
    pub pointer: bool,
    /// Key events can be sent.
    pub keyboard: bool,
    /// The desktop asks the user for permission before it accepts the first key event of a program.
    pub asks_first: bool,
    /// The backend can tell which window is at a point.
    pub hit_test: bool,
    /// Windows can be listed, raised, moved, resized and closed.
    pub windows: bool,
    /// Pictures can be taken.
    pub pictures: bool,
    /// Why pointer or keyboard input is missing; empty if both exist.
    pub without_input: &'static str,
}

/// What an application answered to an action of accessibility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Performed {
    /// It carried the action out.
    Done,
    /// It did nothing.
    Nothing,
    /// No answer yet. An application that opens a modal dialog answers after the dialog has closed.
    Unanswered,
}

/// Where an input event would arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hit {
    /// At the intended window.
    Target,
    /// At something else, described with its page text quoted: `window "Terminal" of pid 42`.
    Other(String),
    /// Unknown: the platform does not report it.
    Unknown,
}

/// A step of pointer input, in screen coordinates. A backend performs a slice of steps in order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointerStep {
    /// Move the pointer; with a button held this is a drag.
    Move(Point),
    /// Press a button. The last field is the click count: 2 for the second press of a double click.
    Down(Point, MouseButton, u8),
    /// Release a button.
    Up(Point, MouseButton, u8),
    /// Turn the wheel by this many lines; positive values go down and right.
    Wheel(Point, i32, i32),
    /// Wait this many milliseconds, as a hand does.
    Pause(u64),
    /// Wait until the application has taken the events so far: until it answers a call that follows them.
    Taken,
    /// Wait until what is dragged has left its place; a backend that is not told waits for a moment.
    Dragging,
}

/// A window of an application.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopWindow"))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WindowInfo {
    /// The platform's number for it.
    pub window: u64,
    /// The process that owns it, if the platform reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Its title: the application's text, quote it before it enters any output.
    pub title: String,
    /// Its place on the screen, if the platform reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// Whether it has the keyboard.
    pub active: bool,
    /// Whether it is minimised or on another desktop.
    pub hidden: bool,
}

/// An operation on a window.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopWindowAction"))]
#[serde(tag = "action", rename_all = "camelCase")]
pub enum WindowAction {
    /// Bring it to the front and give it the keyboard.
    Raise,
    /// Move its top left corner.
    Move {
        /// Pixels from the left of the screen.
        x: i32,
        /// Pixels from the top of the screen.
        y: i32,
    },
    /// Resize its contents.
    Resize {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// Close it as its close button does. The application may ask the user first.
    Close,
}

/// A running application that accessibility can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DesktopApplication"))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ApplicationInfo {
    /// Its process id.
    pub pid: u32,
    /// The name that it reports.
    pub name: String,
    /// The toolkit, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toolkit: Option<String>,
    /// How many windows it has.
    pub windows: usize,
    /// Whether it answered. An application that hangs reports neither name nor windows.
    pub answering: bool,
}

/// A picture of a part of the screen, one pixel for each screen point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// What it shows.
    pub pixels: Pixels,
    /// Screen coordinate of its left edge.
    pub left: i32,
    /// Screen coordinate of its top edge.
    pub top: i32,
}

/// What a reading covers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadScope {
    /// Also read what is not shown on the screen, such as closed menus and other tabs.
    pub hidden: bool,
}

/// The error for a call that a backend does not support.
pub fn unsupported(what: &str, why: &str) -> EngineError {
    EngineError::new(ErrorKind::Unsupported, format!("{what} is not possible here: {why}"))
}

/// One running application. Every call has its own time limit: an application that hangs gives `Timeout`, one that
/// ended gives `SessionEnded`.
///
/// Keys are those of [`RawNode::key`]. The key of an object that no longer exists gives `StaleUid`.
#[async_trait]
pub trait DesktopApp: Send + Sync {
    /// Its process id.
    fn pid(&self) -> u32;

    /// What the backend can do with it.
    fn capabilities(&self) -> Capabilities;

    /// Whether its process is running.
    fn is_running(&self) -> bool;

    /// Counts the change events of the application; `None` if it sends none.
    fn activity(&self) -> Option<watch::Receiver<u64>>;

    /// Reads its tree. Secure fields have no value. What cannot be read in time is left out and explained in
    /// [`Reading::cut`].
    async fn read(&self, scope: &ReadScope) -> Result<Reading>;

    /// Reads one node again, without its children; `None` if the object no longer exists.
    async fn read_node(&self, key: &str) -> Result<Option<RawNode>>;

    /// Performs an action that the node offers, by the platform's name for it.
    async fn perform(&self, key: &str, action: &str) -> Result<Performed>;

    /// Sets the node's value. `WrongElement` if it takes no value of this type.
    async fn set_value(&self, key: &str, value: &NewValue) -> Result<()>;

    /// Gives the node the keyboard focus within its application, without raising the window.
    async fn focus(&self, key: &str) -> Result<()>;

    /// Inserts text at the caret through accessibility.
    async fn insert_text(&self, key: &str, text: &str) -> Result<()>;

    /// Scrolls by lines through accessibility (scroll bars).
    async fn scroll(&self, key: &str, direction: ScrollDirection, lines: i32) -> Result<()>;

    /// Scrolls the node into view, if the platform has a call for that.
    async fn scroll_into_view(&self, key: &str) -> Result<()>;

    /// Whether a pointer event at this point would arrive at the window that holds the node.
    async fn hit(&self, key: &str, point: Point) -> Result<Hit>;

    /// Whether keys currently go to the window that holds the node; without a node, to any window of the application.
    async fn keyboard(&self, key: Option<&str>) -> Result<Hit>;

    /// Brings the window that holds the node to the front and gives it the keyboard; without a node, the
    /// application's foremost window.
    async fn raise(&self, key: Option<&str>) -> Result<()>;

    /// Sends pointer events.
    async fn pointer(&self, steps: &[PointerStep]) -> Result<()>;

    /// Presses a key with its modifiers and releases all of them, even after a failure. Where the platform allows it,
    /// keys that would go elsewhere than to the window of the node (without a node: to the application) are refused
    /// with `Covered` at the moment of the press.
    async fn press(&self, key: Option<&str>, chord: &Chord) -> Result<()>;

    /// Types text by key events, character by character. It stops with `Covered` when the keyboard goes elsewhere, and
    /// when the caller gives up.
    async fn type_text(&self, key: Option<&str>, text: &str) -> Result<()>;

    /// Its windows.
    async fn windows(&self) -> Result<Vec<WindowInfo>>;

    /// Performs an operation on one of its windows.
    async fn window_action(&self, window: u64, action: WindowAction) -> Result<()>;

    /// A picture of one of its windows as the screen shows it.
    async fn picture(&self, window: u64) -> Result<Picture>;
}

/// The desktop that applications run on.
#[async_trait]
pub trait DesktopPlatform: Send + Sync {
    /// Every application that accessibility can see.
    async fn applications(&self) -> Result<Vec<ApplicationInfo>>;

    /// Every window on the screen, the topmost last.
    async fn windows(&self) -> Result<Vec<WindowInfo>>;

    /// The application of this process; `None` until accessibility can see it.
    async fn attach(&self, pid: u32) -> Result<Option<Arc<dyn DesktopApp>>>;

    /// Environment variables that make a program visible to accessibility.
    fn launch_environment(&self) -> Vec<(String, String)>;
}
