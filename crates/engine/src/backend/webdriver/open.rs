//! Creates a session, or queries one that another program created.

use super::begin::{Refused, begin};
use super::claim::is_plain;
use super::driver::{Driver, Request};
use super::fault::{Code, Fault};
use super::secrets::secrets_of;
use super::server::{Server, is_loopback};
use crate::backend::PageId;
use crate::backend::leftovers::Leftovers;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::WebDriverOptions;
use crate::text::{quote, shorten};
use reqwest::Method;
use serde_json::{Map, Value};
use std::time::Duration;

/// How long a new session may take unless the options say so, with the wait in a grid's queue. MCP clients give up after 60 s.
const NEW_LIMIT: Duration = Duration::from_secs(50);

/// How long the server may take to say whether an adopted session exists.
const ALIVE_LIMIT: Duration = Duration::from_secs(15);

/// How long the server may take to answer queries outside the standard.
const ASIDE_LIMIT: Duration = Duration::from_secs(2);

/// The capabilities that name options of Chromium-based browsers.
pub(super) const CHROMIUM_OPTIONS: [&str; 2] = ["goog:chromeOptions", "ms:edgeOptions"];

/// The default capabilities: dialogs that stay open until they are answered, and the standard's socket.
///
/// A Chromium on this machine is reached at its debugging address. There the standard's socket would cost a hidden page, which
/// stops new pages for ever if its process is killed.
fn defaults(server: &Server, given: &Map<String, Value>) -> Map<String, Value> {
    let mut asked = Map::new();
    asked.insert("unhandledPromptBehavior".into(), "ignore".into());
    let is_chromium = CHROMIUM_OPTIONS.iter().any(|name| given.contains_key(*name));
    if !(is_chromium && is_loopback(server.url())) {
        asked.insert("webSocketUrl".into(), true.into());
    }
    asked
}

/// Creates a session. It ends together with this engine's session.
pub(super) async fn new_session(server: &Server, options: &WebDriverOptions, leftovers: &Leftovers) -> Result<Driver> {
    let given = options.capabilities.clone().unwrap_or_default();
    let secrets = secrets_of(&given);
    let mut asked = defaults(server, &given);
    let may_omit_socket = asked.contains_key("webSocketUrl") && !given.contains_key("webSocketUrl");
    asked.extend(given);
    let limit = options.start_timeout.unwrap_or(NEW_LIMIT);
    let (claim, capabilities) = match begin(server, asked, may_omit_socket, limit, leftovers).await {
        Ok(made) => made,
        Err(Refused { fault, tries, places }) => {
            let mut error = refused(server, "making a session", fault.without(&secrets));
            if let Some(places) = places {
                error = error.besides(&format!("{places}."));
            }
            if tries > 1 {
                error = error.besides(&format!("It was asked {tries} times."));
            }
            return Err(error);
        }
    };
    let session = claim.session().to_owned();
    Driver::over(server, &session, capabilities, Some(claim))
        .await
        .map_err(|fault| refused(server, "making a session", fault.without(&secrets)))
}

/// Adopts an existing session. Another program created it and will end it.
pub(super) async fn adopt(server: &Server, session: &str) -> Result<Driver> {
    if !is_plain(session) {
        return Err(EngineError::new(
            ErrorKind::InvalidInput,
            format!("{} is not a WebDriver session id", quote(&shorten(session, 80))),
        ));
    }
    let path = format!("session/{session}/window");
    match server.ask(Method::GET, &path, None, ALIVE_LIMIT).await {
        Ok(_) => {}
        // The session exists, but its current window is closed.
        Err(fault) if matches!(fault.code, Code::NoWindow | Code::DialogOpen) => {}
        Err(fault) if fault.code == Code::NoSession => {
            return Err(EngineError::new(
                ErrorKind::ConnectFailed,
                format!(
                    "the WebDriver server at {} has no session {}",
                    server.shown(),
                    quote(&shorten(session, 80))
                ),
            )
            .with_next_step("check the session id, and that the program that made the session has not ended it")
            .with_source(fault));
        }
        Err(fault) => return Err(refused(server, "adopting a session", fault)),
    }
    let capabilities = find_capabilities(server, session).await.unwrap_or_default();
    Driver::over(server, session, capabilities, None)
        .await
        .map_err(|fault| refused(server, "adopting a session", fault))
}

/// Finds an adopted session's capabilities outside the standard, which has no command for that. chromedriver
/// and related drivers list their sessions. A Selenium grid includes them in its status.
async fn find_capabilities(server: &Server, session: &str) -> Option<Map<String, Value>> {
    let (listed, status) = tokio::join!(
        server.ask(Method::GET, "sessions", None, ASIDE_LIMIT),
        server.ask(Method::GET, "status", None, ASIDE_LIMIT),
    );
    listed
        .ok()
        .and_then(|sessions| in_list(&sessions, session))
        .or_else(|| in_status(&status.ok()?, session))
}

fn in_list(sessions: &Value, session: &str) -> Option<Map<String, Value>> {
    let entry = sessions.as_array()?.iter().find(|entry| entry["id"] == session)?;
    entry["capabilities"].as_object().cloned()
}

fn in_status(status: &Value, session: &str) -> Option<Map<String, Value>> {
    let slots = status["nodes"]
        .as_array()?
        .iter()
        .filter_map(|node| node["slots"].as_array())
        .flatten();
    let entry = slots
        .map(|slot| &slot["session"])
        .find(|entry| entry["sessionId"] == session)?;
    entry["capabilities"].as_object().cloned()
}

/// The session's current window, or its first one if the current one is closed.
pub(super) async fn current_window(driver: &Driver) -> Result<Option<PageId>> {
    let found = match driver.run(Request::get("window")).await {
        Ok(window) => window.as_str().map(PageId::from),
        Err(fault) if fault.code == Code::NoWindow => None,
        Err(fault) => return Err(fault.during("asking for the window")),
    };
    if found.is_some() {
        return Ok(found);
    }
    let windows = driver.run(Request::get("window/handles")).await;
    let windows = windows.map_err(|fault| fault.during("asking for the windows"))?;
    Ok(windows
        .as_array()
        .and_then(|windows| windows.first()?.as_str().map(PageId::from)))
}

/// The error for a server that cannot be reached or does not provide a session.
fn refused(server: &Server, doing: &str, fault: Fault) -> EngineError {
    let at = server.shown();
    let (found, step) = match fault.code {
        Code::Unreachable => (
            format!("no WebDriver server answers at {at}"),
            "start the driver, and check the address",
        ),
        Code::Late => (
            format!("the WebDriver server at {at} has not answered in time"),
            "check that the driver or grid is not busy, and has a free place for a session",
        ),
        Code::Busy => (
            format!("the WebDriver server at {at} is busy"),
            "wait until other sessions have ended, or add nodes to the grid",
        ),
        Code::NotWebDriver | Code::Unsupported => (
            format!("what answers at {at} is not a WebDriver server"),
            "give the address of a WebDriver server, with its path where it has one (such as /wd/hub)",
        ),
        Code::InvalidArgument => {
            return EngineError::new(
                ErrorKind::InvalidInput,
                format!("{doing}: the WebDriver server at {at} rejects these capabilities"),
            )
            .with_source(fault);
        }
        _ => (
            format!("the WebDriver server at {at} gives no session"),
            "read the driver's own words; check the capabilities, and that the browser can start",
        ),
    };
    EngineError::new(ErrorKind::ConnectFailed, format!("{doing}: {found}"))
        .with_next_step(step)
        .with_source(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_chromium_on_this_machine_is_asked_for_no_socket_of_the_standard() {
        let asks = |url: &str, given: Value| {
            let server = Server::parse(url).expect("an address");
            defaults(&server, given.as_object().expect("an object")).contains_key("webSocketUrl")
        };
        assert!(!asks("http://127.0.0.1:9515", json!({"goog:chromeOptions": {}})));
        assert!(asks("http://grid.example:4444", json!({"goog:chromeOptions": {}})));
        assert!(asks("http://127.0.0.1:4444", json!({"moz:firefoxOptions": {}})));
        assert!(asks("http://127.0.0.1:4444", json!({})));
    }

    #[test]
    fn capabilities_are_found_in_lists_and_grids() {
        let listed = json!([{"id": "a", "capabilities": {"x": 1}}, {"id": "b", "capabilities": {"x": 2}}]);
        assert_eq!(in_list(&listed, "b").expect("listed")["x"], 2);
        assert_eq!(in_list(&listed, "c"), None);
        let grid = json!({"nodes": [{"slots": [{"session": null}, {"session": {"sessionId": "b", "capabilities": {"x": 3}}}]}]});
        assert_eq!(in_status(&grid, "b").expect("told")["x"], 3);
        assert_eq!(in_status(&json!({"ready": true}), "b"), None);
    }
}
