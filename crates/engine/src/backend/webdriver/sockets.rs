//! The sockets that a session offers, and which of them leads to its browser.
//!
//! A command by WebDriver takes three to five milliseconds and has one current frame for all; a
//! socket takes half of one, tells events, and has worlds of its own. So the socket is preferred
//! wherever it can be reached, CDP before BiDi (which is slow in Chromium).

use super::driver::Driver;
use super::server::{Server, is_loopback};
use crate::backend::bidi::{BidiBrowser, SessionAt};
use crate::backend::cdp::{self, CdpBrowser};
use crate::backend::{Browser, Owner, PageId};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// How long an address may take to turn out to lead to the browser: most are on this machine, and
/// one that leads nowhere must not hold everything up.
const LIMIT: Duration = Duration::from_secs(5);

/// The port that geckodriver gives its Firefox for BiDi, where it is not told another one.
const FIREFOX_PORT: u16 = 9222;

/// An address to try.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Socket {
    /// A browser's debugging address (`host:port`), which tells its WebSocket.
    Debugger(String),
    /// A WebSocket that speaks CDP.
    Cdp(String),
    /// A WebSocket that speaks BiDi, of this session.
    Bidi(String),
}

/// The browser by the first socket that leads to the session's own `window`.
///
/// A debugging address such as `localhost:9222` is told from where the driver stands: here another
/// browser may listen at it. The window's id, which both sides know, tells them apart.
pub(super) async fn connect(
    server: &Server,
    session: &str,
    driver: &Driver,
    window: Option<&PageId>,
) -> Option<Arc<dyn Browser>> {
    for socket in candidates(server, session, driver.capabilities(), driver.is_ours()) {
        let tried = tokio::time::timeout(LIMIT, open(&socket, driver)).await;
        let browser = match tried {
            Ok(Ok(browser)) => browser,
            Ok(Err(error)) => {
                tracing::debug!(?socket, %error, "not reached");
                continue;
            }
            Err(_) => {
                tracing::debug!(?socket, "does not answer");
                continue;
            }
        };
        let pages = browser.pages().await.unwrap_or_default();
        if window.is_none_or(|window| pages.iter().any(|page| page.id == *window)) {
            return Some(browser);
        }
        tracing::debug!(?socket, "leads to another browser");
        browser.end().await;
    }
    None
}

async fn open(socket: &Socket, driver: &Driver) -> crate::error::Result<Arc<dyn Browser>> {
    Ok(match socket {
        Socket::Debugger(address) => {
            let endpoint = cdp::resolve_endpoint(address).await?;
            CdpBrowser::connect(&endpoint, Owner::Others, None).await?
        }
        Socket::Cdp(url) => CdpBrowser::connect(url, Owner::Others, None).await?,
        Socket::Bidi(url) => {
            let product = driver.product();
            BidiBrowser::connect(url, SessionAt::Driver { product }, Owner::Others, None).await?
        }
    })
}

/// What to try, best first. Without capabilities to go by (an adopted session), the addresses where
/// drivers and grids serve these sockets.
fn candidates(server: &Server, session: &str, capabilities: &Map<String, Value>, ours: bool) -> Vec<Socket> {
    let mut sockets = Vec::new();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    sockets.extend(text(capabilities.get("se:cdp")).map(Socket::Cdp));
    for options in ["goog:chromeOptions", "ms:edgeOptions"] {
        let address = capabilities.get(options).and_then(|options| options.get("debuggerAddress"));
        sockets.extend(text(address).map(Socket::Debugger));
    }
    let told = text(capabilities.get("webSocketUrl"));
    if let Some(url) = &told {
        sockets.extend(at_server(server, url).map(Socket::Bidi));
        sockets.push(Socket::Bidi(url.clone()));
    }
    if !ours && capabilities.is_empty() {
        let below = |path: &str| server.web_socket(&format!("session/{session}{path}"));
        sockets.extend(below("/se/cdp").map(Socket::Cdp));
        sockets.extend(below("/se/bidi").map(Socket::Bidi));
        sockets.extend(below("").map(Socket::Bidi));
        sockets.extend(of_firefox(server, session).map(Socket::Bidi));
    }
    sockets
}

/// Where the Firefox of a geckodriver listens, if the program that made the session asked for that and
/// did not choose a port.
fn of_firefox(server: &Server, session: &str) -> Option<String> {
    let mut url = Url::parse(&format!("ws://localhost/session/{session}")).ok()?;
    url.set_host(server.url().host_str()).ok()?;
    url.set_port(Some(FIREFOX_PORT)).ok()?;
    Some(url.into())
}

/// A driver on another machine may tell a socket at its own `localhost`: the same socket, by the
/// name by which the driver is reached from here.
fn at_server(server: &Server, socket: &str) -> Option<String> {
    let mut url = Url::parse(socket).ok()?;
    if !is_loopback(&url) || is_loopback(server.url()) {
        return None;
    }
    url.set_host(server.url().host_str()).ok()?;
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(url: &str, capabilities: &Value, ours: bool) -> Vec<Socket> {
        let server = Server::parse(url).expect("an address");
        candidates(&server, "s", capabilities.as_object().expect("an object"), ours)
    }

    #[test]
    fn cdp_comes_before_bidi() {
        let told = json!({
            "webSocketUrl": "ws://localhost:1/session/s", "se:cdp": "ws://grid/session/s/se/cdp",
            "goog:chromeOptions": {"debuggerAddress": "localhost:2"},
        });
        assert_eq!(
            of("http://localhost:4444", &told, true),
            [
                Socket::Cdp("ws://grid/session/s/se/cdp".into()),
                Socket::Debugger("localhost:2".into()),
                Socket::Bidi("ws://localhost:1/session/s".into()),
            ]
        );
    }

    #[test]
    fn a_remote_drivers_localhost_is_the_driver() {
        let told = json!({"webSocketUrl": "ws://localhost:9515/session/s"});
        assert_eq!(
            of("http://10.1.2.3:9515", &told, true)[0],
            Socket::Bidi("ws://10.1.2.3:9515/session/s".into())
        );
    }

    #[test]
    fn addresses_are_guessed_only_where_nothing_is_known() {
        let nothing = json!({});
        assert_eq!(of("http://h:1", &nothing, true), []);
        assert_eq!(
            of("http://h:1/wd/hub", &nothing, false),
            [
                Socket::Cdp("ws://h:1/wd/hub/session/s/se/cdp".into()),
                Socket::Bidi("ws://h:1/wd/hub/session/s/se/bidi".into()),
                Socket::Bidi("ws://h:1/wd/hub/session/s".into()),
                Socket::Bidi("ws://h:9222/session/s".into()),
            ]
        );
    }
}
