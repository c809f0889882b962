//! Creates a session, or queries one that another program created.

use super::driver::{Driver, Request};
use super::fault::{Code, Fault};
use super::secrets::secrets_of;
use super::server::Server;
use crate::backend::PageId;
use crate::error::{EngineError, ErrorKind, Result};
use crate::text::{quote, shorten};
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long a new session may take. A grid may have to wait for a free slot.
const NEW_LIMIT: Duration = Duration::from_mins(2);

/// How long the server may take to say whether an adopted session exists.
const ALIVE_LIMIT: Duration = Duration::from_secs(15);

/// How long the server may take to answer queries outside the standard.
const ASIDE_LIMIT: Duration = Duration::from_secs(2);

/// The default capabilities: a socket, and dialogs that stay open until they are answered.
fn defaults() -> Map<String, Value> {
    let mut asked = Map::new();
    asked.insert("webSocketUrl".into(), true.into());
    asked.insert("unhandledPromptBehavior".into(), "ignore".into());
    asked
}

/// Creates a session. It ends together with this engine's session.
pub(super) async fn new_session(server: &Server, capabilities: Option<&Map<String, Value>>) -> Result<Driver> {
    let given = capabilities.cloned().unwrap_or_default();
    let secrets = secrets_of(&given);
    let mut asked = defaults();
    asked.extend(given.clone());
    let made = match create(server, &asked).await {
        // Drivers without BiDi reject a request that asks for it.
        Err(fault) if matches!(fault.code, Code::NotCreated | Code::InvalidArgument) && !given.contains_key("webSocketUrl") => {
            let fault = fault.without(&secrets);
            tracing::debug!(error = %fault, "no session with a socket; asking for one without");
            asked.remove("webSocketUrl");
            create(server, &asked).await
        }
        made => made,
    };
    let (session, capabilities) = made.map_err(|fault| refused(server, "making a session", fault.without(&secrets)))?;
    Driver::over(server, &session, capabilities, true)
        .await
        .map_err(|fault| refused(server, "making a session", fault.without(&secrets)))
}

async fn create(server: &Server, asked: &Map<String, Value>) -> Result<(String, Map<String, Value>), Fault> {
    let body = json!({"capabilities": {"alwaysMatch": asked}});
    let mut made = server.ask(Method::POST, "session", Some(&body), NEW_LIMIT).await?;
    let session = made.get("sessionId").and_then(Value::as_str).map(str::to_owned);
    match (session, made.get_mut("capabilities").map(Value::take)) {
        (Some(session), Some(Value::Object(capabilities))) => Ok((session, capabilities)),
        _ => Err(Fault::new(
            Code::NotWebDriver,
            "New Session was answered without an id and capabilities",
        )),
    }
}

/// Adopts an existing session. Another program created it and will end it.
pub(super) async fn adopt(server: &Server, session: &str) -> Result<Driver> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if session.is_empty() || session.starts_with('.') || !session.chars().all(is_plain) {
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
    Driver::over(server, session, capabilities, false)
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
            format!("the WebDriver server at {at} does not answer"),
            "check that the driver or grid is not busy, and has a free place for a session",
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
