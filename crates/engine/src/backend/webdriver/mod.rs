//! Any W3C WebDriver server (chromedriver, geckodriver, safaridriver, a grid) through `thirtyfour`.
//!
//! A session is either created here, or adopted from another program. An adopted session is never ended or
//! configured, and its current window is selected first.
//!
//! A session may offer sockets to its browser ([`Socket`]: `se:cdp`, a debugging address, `webSocketUrl`).
//! The caller decides which to use. [`WebDriverSession::over`] ties a browser that was connected through a
//! socket to the session. Without a socket, WebDriver commands drive the browser (`classic`), with these
//! limits:
//! - The in-page script and its registry live in the page's own world, under a global that does not show up
//!   when the page lists its properties. A hostile page can find that global and answer in the script's
//!   place. Classic WebDriver has no isolated worlds.
//! - The kind of a dialog is unknown, and downloads are not reported.
//! - A session has one current window and frame. Calls take turns, and another program must not use the same
//!   session during a call. An adopted session returns to the main frame of its original window.
//! - There are no events: the page is polled after each input, and for a while longer (in an adopted session
//!   only until the call ends).

mod begin;
mod claim;
mod classic;
mod driver;
mod fault;
mod files;
mod joined;
mod open;
mod order;
mod secrets;
mod server;
mod sockets;

use super::leftovers::Leftovers;
use super::{Browser, PageId};
use crate::error::Result;
use crate::options::WebDriverOptions;
use classic::ClassicBrowser;
use driver::Driver;
use joined::Joined;
use server::Server;
pub use sockets::Socket;
use std::sync::Arc;

/// A session at a WebDriver server whose browser is not driven yet.
#[derive(Debug)]
pub struct WebDriverSession {
    server: Server,
    driver: Arc<Driver>,
    window: Option<PageId>,
}

impl WebDriverSession {
    /// Opens a session, or adopts the one that the options name. Without capabilities, the server chooses
    /// the browser.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed address or id; `ConnectFailed` when no WebDriver server answers, when it
    /// does not have the session to adopt, or when it cannot create one.
    pub async fn open(options: &WebDriverOptions) -> Result<Self> {
        Self::open_counted(options, &Leftovers::default()).await
    }

    /// [`Self::open`]. A session that is begun and not used is ended in the background, and counts among `leftovers` meanwhile.
    pub(crate) async fn open_counted(options: &WebDriverOptions, leftovers: &Leftovers) -> Result<Self> {
        let server = Server::parse(&options.url)?;
        let driver = match &options.session {
            Some(session) => open::adopt(&server, session).await?,
            None => open::new_session(&server, options, leftovers).await?,
        };
        let window = open::current_window(&driver).await?;
        Ok(Self {
            server,
            driver: Arc::new(driver),
            window,
        })
    }

    /// The session's current window.
    pub fn window(&self) -> Option<&PageId> {
        self.window.as_ref()
    }

    /// Browser and version, from the session's capabilities.
    pub fn product(&self) -> String {
        self.driver.product()
    }

    /// The sockets that may lead to the browser, in no order of preference. Some lead elsewhere: a debugging
    /// address such as `localhost:9222` refers to the driver's machine, and on this machine another browser
    /// may listen there.
    pub fn sockets(&self) -> Vec<Socket> {
        sockets::offered(&self.server, &self.driver)
    }

    /// The session's browser, driven through `socket`. It ends with the session if the session was created
    /// here.
    pub fn over(self, socket: Arc<dyn Browser>) -> Arc<dyn Browser> {
        Arc::new(Joined::new(socket, self.driver, self.window.as_ref()))
    }

    /// The session's browser, driven only by WebDriver commands. It ends with the session if the session was
    /// created here.
    pub fn by_commands(self) -> Arc<dyn Browser> {
        Arc::new(ClassicBrowser::new(self.driver, self.window.as_ref()))
    }
}
