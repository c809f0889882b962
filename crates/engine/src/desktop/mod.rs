//! Desktop applications: a tree of nodes read through the platform's accessibility interface,
//! and six actions on them.
//!
//! The core is the same on every platform. A backend implements [`DesktopPlatform`] and
//! [`DesktopApp`]; [`act`](act::act) carries actions out over them. [`Desktop`] holds the sessions: programs that it
//! started or was attached to, and no others.

pub mod act;
pub mod app;
mod carry;
pub mod diff;
pub mod find;
pub mod geometry;
pub mod id;
pub mod keys;
mod launch;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(target_os = "macos", all(test, unix)))]
pub mod macos;
mod marks;
pub mod menu;
pub mod node;
pub mod plan;
pub mod registry;
pub mod render;
pub mod request;
mod session;
pub mod settle;
pub mod tree;
pub mod verify;

#[cfg(test)]
mod tests;

pub use crate::picture::Pixels;
pub use app::{
    ApplicationInfo, Capabilities, DesktopApp, DesktopPlatform, Hit, Picture, PointerStep, ReadScope, WindowAction, WindowInfo,
    unsupported,
};
pub use launch::LaunchSpec;
pub use node::{NodeSource, RawNode, Rect, UiNode};
pub use plan::NewValue;
pub use registry::{Desktop, SessionInfo};
pub use request::{Method, ScrollDirection, UiActionRequest, UiActionResponse, UiActionType, Verified};
pub use session::{Format, UiQuery, UiReport};
pub use tree::{Reading, UiTree};
