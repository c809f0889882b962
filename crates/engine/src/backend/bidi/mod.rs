//! WebDriver BiDi, for Firefox. The connection is a direct socket (no geckodriver) or the socket of a session
//! that a driver created.
//!
//! Standard: [WebDriver BiDi](https://w3c.github.io/webdriver-bidi/). These observations from Firefox 153
//! shape this backend:
//! - Firefox dispatches input in the content process of the context that a command names. Its own hit test
//!   reaches frames of the same process. A frame of another site is in another process and gets nothing; its
//!   owner element gets the events instead. `route` therefore finds the context first.
//! - Firefox repeats a command in the new document if a navigation interrupts it. The in-page script is
//!   missing there, so a call never affects a document that it was not meant for.
//! - Scripts run while a dialog is open. Calls are still refused, as on every backend.
//! - An HTML drag cannot be finished: `dragstart` fires, but `drop` never does. `input` reports this before
//!   it presses.
//! - A page must request the focus itself, or its elements get no focus events (`focus`).
//! - Firefox does not report the commit of a document that comes back from the back/forward cache
//!   (`restored`).

mod addresses;
mod asked;
mod browser;
mod by_hand;
mod clipboard;
mod console;
mod context;
mod emulation;
mod endpoint;
mod evaluate;
mod events;
mod files;
mod focus;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod gates;
mod input;
mod intercept;
mod navigate;
mod network;
mod operations;
mod page;
mod paper;
mod protocol;
mod realms;
mod registry;
mod restored;
mod route;
mod script;
mod storage;
mod touch;
mod traffic;
mod tree;

pub use browser::{BidiBrowser, SessionAt};
pub(crate) use endpoint::endpoint;
