//! The Chromium family over the Chrome DevTools Protocol.
//!
//! One connection to the browser has one flattened session for each driven page and for each frame in another
//! process. A page is attached when a call first needs it, so that other tabs are left alone.
//!
//! Events keep the frames (`tree`) and the page's state up to date, in the order in which the browser sends
//! them. Most questions about frames, dialogs and navigation are answered from memory.
//!
//! The commands on the hot path are written by hand. The `Runtime`, `DOM` and `Network` domains stay
//! disabled: an enabled domain slows the page down with every script, node or request, and nothing here needs
//! its events, unless a session records them (`console`).

mod attach;
mod browser;
mod by_hand;
mod clipboard;
mod console;
mod context;
mod coverage;
mod dialog;
mod downloads;
mod drag;
mod editing;
mod emulation;
mod endpoint;
mod evaluate;
mod events;
mod failed_load;
mod files;
mod frames;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod gates;
mod held;
mod held_request;
mod hub;
mod input;
mod intercept;
mod known;
mod navigation;
mod network;
mod nodes;
mod operations;
mod overrides;
mod own_headers;
mod page;
mod paper;
mod past_workers;
mod prompts;
mod protocol;
mod related;
mod requested;
mod resource;
mod room;
mod screenshot;
mod storage;
mod stream;
mod touch;
mod trace;
mod traffic;
mod tree;
mod world;
mod worlds;

pub use browser::CdpBrowser;
#[cfg(feature = "webdriver")]
pub(super) use downloads::safe_name;
pub use endpoint::resolve_endpoint;
pub use page::CdpPage;
