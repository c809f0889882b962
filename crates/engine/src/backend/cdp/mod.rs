//! The Chromium family over the Chrome DevTools Protocol.
//!
//! One connection to the browser, one flattened session for each page that is driven and for each
//! frame in another process. Pages are attached to when someone first asks for them, so that a
//! browser with a hundred tabs is left alone but for the one that is wanted.
//!
//! Events keep the frames (`tree`) and the page's state up to date, in the order in which the
//! browser tells them; most questions about frames, dialogs and navigation are answered from memory.
//!
//! Commands that the hot path needs are written here by hand. The `Runtime`, `DOM` and `Network`
//! domains stay disabled: enabled domains cost the page something with every script, node or
//! request, and nothing here needs their events.

mod attach;
mod browser;
mod dialog;
mod downloads;
mod drag;
mod editing;
mod endpoint;
mod evaluate;
mod events;
mod held;
mod hub;
mod input;
mod navigation;
mod network;
mod nodes;
mod operations;
mod page;
mod protocol;
mod related;
mod screenshot;
mod tree;
mod world;
mod worlds;

pub use browser::CdpBrowser;
pub use endpoint::resolve_endpoint;
pub use page::CdpPage;
