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
//! Programs that look for an element by themselves read the nodes as data, see [`Session::nodes`].
//! [`Session::interact`] finds an element by its meaning ([`Locator`]), waits for it and acts in one
//! call. [`desktop`] does the same for desktop applications. Options ([`options`]) are made with
//! `default()` and setters; reports ([`report`]) are plain data. [`api::calls`] carries out calls by name
//! with JSON, for bindings to other languages.
//!
//! Errors are [`EngineError`]: a stable code, what was tried, and the next step.
//!
//! # Features
//!
//! Chromium over the Chrome DevTools Protocol and Firefox over WebDriver BiDi are always there.
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `webdriver` | yes | sessions at W3C WebDriver servers, made or adopted: `SessionOptions::webdriver` |
//! | `relay` | yes | the extension in the user's own browser: `SessionOptions::extension`; implies `pictures` |
//! | `desktop` | yes | desktop applications of Linux and macOS: [`desktop`]; implies `pictures` |
//! | `pictures` | yes | marks on screenshots, and scaling where the browser cannot scale; without it, these are refused as `Unsupported` |
//! | `schema` | no | JSON Schema of options and reports, for generators of bindings; implies all others |
//!
//! # TLS
//!
//! Connections to `https:` and `wss:` addresses use rustls with `ring`. The crate installs no provider for
//! the process.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "desktop"),
    allow(rustdoc::broken_intra_doc_links, reason = "the documentation names all features")
)]

#[macro_use]
pub mod api;

mod action;
mod backend;
mod deadline;
#[cfg(feature = "desktop")]
pub mod desktop;
mod emulation;
mod endpoint;
pub mod error;
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
pub mod fuzz;
mod input;
mod launch;
pub mod locator;
mod network;
mod page_script;
mod picture;
mod proxy;
mod reading;
#[cfg(feature = "relay")]
mod relay;
mod session;
mod snapshot;
#[doc(hidden)]
pub mod testing;
pub mod text;

pub use api::{interact, options, report};
pub use deadline::OneDeadline;
pub use error::{EngineError, ErrorKind, Result};
pub use interact::{InteractAction, InteractOptions, InteractReport, InteractRequest, InteractTarget};
pub use locator::Locator;
pub use options::*;
pub use report::RecentAction;
pub use session::Session;

/// Sessions are shared between tasks and threads, and errors cross them.
const _: () = {
    const fn crosses_threads<T: Send + Sync + 'static>() {}
    crosses_threads::<Session>();
    crosses_threads::<EngineError>();
    #[cfg(feature = "desktop")]
    crosses_threads::<desktop::Desktop>();
};
