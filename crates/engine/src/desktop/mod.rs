//! Desktop applications: a tree of nodes read through the platform's accessibility interface,
//! and six actions on them.
//!
//! The core is the same on every platform. A platform implements [`DesktopPlatform`] and [`DesktopApp`]; the core plans,
//! carries out and verifies actions over these traits. [`Desktop`] holds the sessions: programs that it launched or
//! attached to, and no others. A launched program runs in a process group of its own, which the process guard of
//! `launch` ends. A launch returns when accessibility shows the program's tree and the display shows its window.
//!
//! - **Ids** (`id`) are hashes of the path to the node; titles are not part of it.
//! - **An action** (`act`) tries accessibility first and input second (`plan`, `carry`), waits until the application is
//!   quiet (`settle`), and compares the trees before and after (`diff`, `verify`). `success` means that nothing observed
//!   contradicts the effect; `verified` tells whether the effect itself was observed.
//! - **Input** goes to the window that holds the node. If another window is in the way, the window is raised and the
//!   answer says so; if that does not help, the action is refused as `Covered`.
//! - **Reading** a tree leaves out bounds and actions. They are read for the node that is acted on, and for JSON and
//!   marked pictures.
//! - **Secrets**: the value of a password field is neither read nor set. Typed text is not logged.

mod act;
mod app;
mod carry;
mod diff;
mod find;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod geometry;
mod id;
mod keys;
mod launch;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(target_os = "macos", all(test, unix)))]
mod macos;
mod marks;
mod menu;
mod node;
mod plan;
mod registry;
mod render;
mod request;
mod session;
mod settle;
mod tree;
mod verify;

#[cfg(test)]
mod tests;

pub use crate::options::ScrollDirection;
pub use app::{ApplicationInfo, WindowAction, WindowInfo};
pub use diff::{FieldChange, NodeBrief, NodeChange, TreeDiff};
pub use find::Query;
pub use launch::LaunchSpec;
pub use node::{NodeSource, Rect, UiNode};
pub use registry::{AttachTo, Desktop, SessionInfo};
pub use request::{Method, UiActionRequest, UiActionResponse, UiActionType, Verified};
pub use session::{Session, UiQuery, UiReport, WindowOptions, WindowPicture, WindowPictureOptions};

#[allow(clippy::wildcard_imports, unused_imports, reason = "which are used depends on the platform")]
use testing::*;

/// What a platform implements, and actions on it without a session.
#[doc(hidden)]
pub mod testing {
    pub use super::act::{Memory, act, read};
    pub use super::app::{
        Capabilities, DesktopApp, DesktopPlatform, Hit, Performed, Picture, PointerStep, ReadScope, unsupported,
    };
    pub use super::id::IdBook;
    #[cfg(any(target_os = "macos", all(test, unix)))]
    pub use super::macos::MacPlatform;
    pub use super::node::RawNode;
    pub use super::plan::NewValue;
    pub use super::tree::{Handle, Reading, UiTree};
    pub use crate::picture::Pixels;
}
