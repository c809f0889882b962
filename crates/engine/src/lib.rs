//! Sees web pages as a short text tree and acts on them by UID.
//!
//! A [`Session`] owns one browser: started by us, attached to, or adopted from a WebDriver server.
//! [`Session::snapshot`] answers one line a node, each element with a UID; the actions
//! ([`Session::click`], [`Session::fill`], …) take a UID, check that it still names what was
//! shown, wait until it can be acted on, and dispatch trusted input.
//!
//! ```no_run
//! # async fn example() -> uipilot_engine::Result<()> {
//! use uipilot_engine::{Session, SessionOptions, SnapshotOptions};
//!
//! let session = Session::open(SessionOptions::default())?;
//! session.new_page("https://example.com").await?;
//! let snapshot = session.snapshot(&SnapshotOptions::default()).await?;
//! println!("{}", snapshot.text);
//! session.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! Errors are [`EngineError`]: a stable code, what was tried, and the next step.

#[macro_use]
pub mod api;

mod action;
mod backend;
#[cfg(feature = "desktop")]
pub mod desktop;
pub mod error;
mod input;
mod launch;
pub mod locator;
mod page_script;
mod picture;
#[cfg(feature = "relay")]
mod relay;
mod session;
mod snapshot;
#[doc(hidden)]
pub mod testing;
pub mod text;

pub use api::{interact, options, report};
pub use error::{EngineError, ErrorKind, Result};
pub use interact::{InteractAction, InteractOptions, InteractReport, InteractRequest, InteractTarget};
pub use locator::Locator;
pub use options::*;
pub use report::RecentAction;
pub use session::Session;
