//! Any W3C WebDriver server (chromedriver, geckodriver, safaridriver, a grid) through `thirtyfour`.
//!
//! A session is made, or one that another program made is adopted: that one is never ended and never
//! configured, and the page that is selected first is the window it is in.
//!
//! Where the session offers a socket that can be reached from here (`se:cdp`, a debugging address,
//! `webSocketUrl`), everything but the session itself goes through it: [`sockets`] finds it,
//! [`joined`] ties the two together. A session that offers none is driven by WebDriver commands
//! ([`classic`]), with these limits:
//! - The in-page script and its registry live in the page's own world, under a global that does not
//!   show up when the page lists its properties. A hostile page can look for it there and answer in
//!   its place. This is the only way in without isolation.
//! - The kind of a dialog and downloads cannot be seen.
//! - A session has one current window and frame. Calls take turns, and another program that uses
//!   the same session must not do so during a call. An adopted session is left in the main frame of
//!   the window it was found in.
//! - There are no events: the page is looked at after each input, and for a while longer (in an
//!   adopted session only until the call ends).

mod classic;
mod driver;
mod fault;
mod joined;
mod open;
mod order;
mod server;
mod sockets;

use super::Browser;
use crate::error::Result;
use classic::ClassicBrowser;
use joined::Joined;
use server::Server;
use std::sync::Arc;

/// Opens a session at the server `url`, or adopts `session`. `capabilities` is one JSON object for a
/// new session (`alwaysMatch`); without it, whatever browser the server has.
///
/// Ending the browser ends the session only if it was made here.
///
/// # Errors
/// `InvalidInput` for an address, an id or capabilities that cannot be meant; `ConnectFailed` when no
/// WebDriver server answers, when it has no such session, or when it makes none.
pub async fn connect(url: &str, session: Option<&str>, capabilities: Option<&str>) -> Result<Arc<dyn Browser>> {
    let server = Server::parse(url)?;
    let driver = driver(&server, session, capabilities).await?;
    let window = open::current_window(&driver).await?;
    let id = driver.session();
    match sockets::connect(&server, &id, &driver, window.as_ref()).await {
        Some(socket) => Ok(Arc::new(Joined::new(socket, driver, window.as_ref()))),
        None => Ok(Arc::new(ClassicBrowser::new(driver, window.as_ref()))),
    }
}

/// As [`connect`], but with WebDriver commands only, whatever sockets there are.
///
/// # Errors
/// As [`connect`].
pub async fn connect_classic(url: &str, session: Option<&str>, capabilities: Option<&str>) -> Result<Arc<dyn Browser>> {
    let server = Server::parse(url)?;
    let driver = driver(&server, session, capabilities).await?;
    let window = open::current_window(&driver).await?;
    Ok(Arc::new(ClassicBrowser::new(driver, window.as_ref())))
}

async fn driver(server: &Server, session: Option<&str>, capabilities: Option<&str>) -> Result<driver::Driver> {
    match session {
        Some(session) => open::adopt(server, session).await,
        None => open::new_session(server, capabilities).await,
    }
}
