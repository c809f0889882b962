//! WebDriver BiDi, for Firefox: on a direct socket (no geckodriver), or on the socket of a session
//! that a driver made.
//!
//! Standard: [WebDriver BiDi](https://w3c.github.io/webdriver-bidi/). What follows was seen on
//! Firefox 153 and shapes this backend:
//! - Input is dispatched in the content process of the context that a command names. It reaches
//!   frames of the same process by its own hit test; a frame of another site is in another
//!   process and gets nothing, its owner element gets the events instead. `route` therefore
//!   finds the context first.
//! - A command that a navigation interrupts is run again in the new document. The script in the
//!   page is not there then, so that no call of ours has an effect on a document it was not meant for.
//! - Scripts run while a dialog is open. Calls are refused all the same, as on every backend.
//! - An HTML drag cannot be finished: `dragstart` comes, `drop` never does. `page` tells before it
//!   presses.
//! - A page has to ask for the focus itself, or its elements see none (`focus`).
//! - A document that comes back from the back/forward cache is not told as committed (`restored`).

mod browser;
mod evaluate;
mod events;
mod files;
mod focus;
mod input;
mod navigate;
mod network;
mod operations;
mod page;
mod protocol;
mod registry;
mod restored;
mod route;
mod script;
mod tree;

pub use browser::{BidiBrowser, SessionAt};
