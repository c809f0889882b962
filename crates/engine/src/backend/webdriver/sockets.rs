//! The sockets through which the browser of a WebDriver session may be reached.

use super::driver::Driver;
use super::open::CHROMIUM_OPTIONS;
use super::server::{Server, is_loopback};
use crate::endpoint::Endpoint;
use serde_json::{Map, Value};
use url::Url;

/// The port on which Firefox listens for BiDi if geckodriver gets no other one.
const FIREFOX_PORT: u16 = 9222;

/// An address that may lead to the session's browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Socket {
    /// The browser's debugging address (`host:port`), from which its CDP WebSocket is read.
    Debugger(Endpoint),
    /// A WebSocket that speaks CDP.
    Cdp(Endpoint),
    /// The session's own WebSocket that speaks BiDi.
    Bidi(Endpoint),
}

/// The sockets that the session's capabilities name. If an adopted session's capabilities are unknown, the
/// usual addresses of drivers and grids.
pub(super) fn offered(server: &Server, driver: &Driver) -> Vec<Socket> {
    candidates(server, &driver.session(), driver.capabilities(), driver.is_ours())
}

fn candidates(server: &Server, session: &str, capabilities: &Map<String, Value>, ours: bool) -> Vec<Socket> {
    let mut sockets = Vec::new();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    if let Some(url) = text(capabilities.get("se:cdp")) {
        sockets.extend(at_grid(server, session, &url).map(|url| Socket::Cdp(url.into())));
        sockets.push(Socket::Cdp(url.into()));
    }
    for options in CHROMIUM_OPTIONS {
        let address = capabilities.get(options).and_then(|options| options.get("debuggerAddress"));
        sockets.extend(text(address).map(|at| Socket::Debugger(at.into())));
    }
    let address = text(capabilities.get("webSocketUrl"));
    if let Some(url) = &address {
        let better = at_grid(server, session, url).or_else(|| at_server(server, url));
        sockets.extend(better.map(|url| Socket::Bidi(url.into())));
        sockets.push(Socket::Bidi(url.as_str().into()));
    }
    // A grid that is reached by its own name offers one address twice.
    sockets.dedup();
    if !ours && capabilities.is_empty() {
        let below = |path: &str| server.web_socket(&format!("session/{session}{path}"));
        sockets.extend(below("/se/cdp").map(|url| Socket::Cdp(url.into())));
        sockets.extend(below("/se/bidi").map(|url| Socket::Bidi(url.into())));
        sockets.extend(below("").map(|url| Socket::Bidi(url.into())));
        sockets.extend(of_firefox(server, session).map(|url| Socket::Bidi(url.into())));
    }
    sockets
}

/// Where geckodriver's Firefox listens if the session was created with `webSocketUrl` and no port.
fn of_firefox(server: &Server, session: &str) -> Option<String> {
    let mut url = Url::parse(&format!("ws://localhost/session/{session}")).ok()?;
    url.set_host(server.url().host_str()).ok()?;
    url.set_port(Some(FIREFOX_PORT)).ok()?;
    Some(url.into())
}

/// A grid passes the sockets of its nodes on, at an address that it believes to be its own: in a container, one that only the
/// containers know. Returns that socket below the address by which the grid was reached.
fn at_grid(server: &Server, session: &str, socket: &str) -> Option<String> {
    let url = Url::parse(socket).ok()?;
    ["cdp", "bidi"].into_iter().find_map(|kind| {
        let below = format!("session/{session}/se/{kind}");
        let is_passed_on = url.path().strip_suffix(&below).is_some_and(|base| base.ends_with('/'));
        is_passed_on.then(|| server.web_socket(&below)).flatten()
    })
}

/// A driver on another machine may name a socket at its own `localhost`. Returns that socket with the host
/// name of the driver instead.
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
    fn every_socket_that_is_named_is_offered() {
        let capabilities = json!({
            "webSocketUrl": "ws://localhost:1/session/s", "se:cdp": "ws://grid/devtools/s",
            "goog:chromeOptions": {"debuggerAddress": "localhost:2"},
        });
        assert_eq!(
            of("http://localhost:4444", &capabilities, true),
            [
                Socket::Cdp("ws://grid/devtools/s".into()),
                Socket::Debugger("localhost:2".into()),
                Socket::Bidi("ws://localhost:1/session/s".into()),
            ]
        );
    }

    #[test]
    fn a_remote_drivers_localhost_is_the_driver() {
        let capabilities = json!({"webSocketUrl": "ws://localhost:9515/session/s"});
        assert_eq!(
            of("http://10.1.2.3:9515", &capabilities, true)[0],
            Socket::Bidi("ws://10.1.2.3:9515/session/s".into())
        );
    }

    #[test]
    fn a_grids_sockets_are_where_the_grid_is() {
        let capabilities = json!({
            "se:cdp": "ws://172.18.0.2:4444/session/s/se/cdp", "webSocketUrl": "ws://172.18.0.2:4444/session/s/se/bidi",
        });
        assert_eq!(
            of("https://grid.example/wd/hub", &capabilities, true),
            [
                Socket::Cdp("wss://grid.example/wd/hub/session/s/se/cdp".into()),
                Socket::Cdp("ws://172.18.0.2:4444/session/s/se/cdp".into()),
                Socket::Bidi("wss://grid.example/wd/hub/session/s/se/bidi".into()),
                Socket::Bidi("ws://172.18.0.2:4444/session/s/se/bidi".into()),
            ]
        );
        let local = json!({"se:cdp": "ws://localhost:4444/session/s/se/cdp"});
        assert_eq!(
            of("http://localhost:4444", &local, true),
            [Socket::Cdp("ws://localhost:4444/session/s/se/cdp".into())]
        );
        let another = json!({"se:cdp": "ws://h:1/session/other/se/cdp"});
        assert_eq!(
            of("http://grid:4444", &another, true),
            [Socket::Cdp("ws://h:1/session/other/se/cdp".into())]
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
