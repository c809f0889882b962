//! Finds a browser's WebSocket from the address that a user gives.

use crate::backend::tls;
use crate::deadline;
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use crate::text::quote;
use serde::Deserialize;
use std::path::Path;
use std::time::Duration;
use url::Url;

/// How long the browser may take to report its WebSocket.
const LIMIT: Duration = Duration::from_secs(10);

const NEXT_STEP: &str = "start the browser with --remote-debugging-port=PORT (and a --user-data-dir of its own), and give http://127.0.0.1:PORT or the ws:// address that it prints";

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "webSocketDebuggerUrl")]
    web_socket: String,
}

/// The file in which a Chromium that can be attached to leaves its port and the path of its WebSocket.
const PORT_FILE: &str = "DevToolsActivePort";

/// The WebSocket of a browser that is given as `ws://…`, `http://host:port`, `host:port`, a port, or the absolute path of
/// its profile folder. Newer Chromes that ask their user tell their WebSocket only there.
///
/// # Errors
/// `InvalidInput` for other text; `ConnectFailed` naming the address that was tried.
pub async fn resolve_endpoint(text: &str) -> Result<Endpoint> {
    let text = text.trim();
    if Path::new(text).is_absolute() {
        return of_profile(Path::new(text)).await;
    }
    let url = parse(text).ok_or_else(|| {
        EngineError::new(
            ErrorKind::InvalidInput,
            format!("{} is not the address of a browser", Endpoint::from(text)),
        )
        .with_next_step(NEXT_STEP)
    })?;
    if matches!(url.scheme(), "ws" | "wss") {
        return Ok(String::from(url).into());
    }
    ask(&url).await
}

/// The WebSocket of the browser that runs with a profile.
async fn of_profile(folder: &Path) -> Result<Endpoint> {
    let file = folder.join(PORT_FILE);
    let shown = quote(&file.to_string_lossy());
    let read = tokio::fs::read_to_string(&file).await.map_err(|error| {
        let what = format!("no browser that can be attached to runs with this profile: {shown} cannot be read");
        EngineError::new(ErrorKind::ConnectFailed, what)
            .with_source(error)
            .with_next_step(
                "allow remote debugging at chrome://inspect/#remote-debugging in that browser, or start it with \
                 --remote-debugging-port=0",
            )
    })?;
    active_port(&read).ok_or_else(|| {
        let what = format!("{shown} does not name a port and a path");
        EngineError::new(ErrorKind::ConnectFailed, what).with_next_step(NEXT_STEP)
    })
}

/// Reads the port and the path of a WebSocket on this machine, a line each.
fn active_port(text: &str) -> Option<Endpoint> {
    let mut lines = text.lines().map(str::trim);
    let port: u16 = lines.next()?.parse().ok()?;
    let path = lines.next().filter(|path| path.starts_with('/') && !path.starts_with("//"))?;
    let mut url = Url::parse(&format!("ws://127.0.0.1:{port}/")).ok()?;
    url.set_path(path);
    Some(String::from(url).into())
}

fn parse(text: &str) -> Option<Url> {
    let full = if text.parse::<u16>().is_ok() {
        format!("http://127.0.0.1:{text}")
    } else if text.contains("://") {
        text.to_owned()
    } else {
        format!("http://{text}")
    };
    let url = Url::parse(&full).ok()?;
    (matches!(url.scheme(), "ws" | "wss" | "http" | "https") && url.has_host()).then_some(url)
}

async fn ask(base: &Url) -> Result<Endpoint> {
    let mut at = base.clone();
    // The path is appended to that of the given address: a gateway may serve the browser below a path.
    at.set_path(&format!("{}/json/version", base.path().trim_end_matches('/')));
    let tried = format!("no browser could be found at {}", Endpoint::from(at.as_str()));
    let failed = |error: EngineError| error.with_next_step(NEXT_STEP);
    let client = reqwest::Client::builder()
        .timeout(deadline::at_most(LIMIT))
        // A browser on this machine is never reached through the proxy that the environment sets.
        .no_proxy()
        .tls_backend_preconfigured((*tls::client_config()).clone())
        .build()
        .or_kind(ErrorKind::Internal, "the HTTP client could not be made")?;
    let answer = client.get(at.clone()).send().await.map_err(without_address);
    let answer = answer.or_kind(ErrorKind::ConnectFailed, tried.clone()).map_err(failed)?;
    if !answer.status().is_success() {
        return Err(failed(EngineError::new(
            ErrorKind::ConnectFailed,
            format!("{tried}: it answered HTTP {}", answer.status().as_u16()),
        )));
    }
    let version: Version = answer
        .json()
        .await
        .map_err(without_address)
        .or_kind(ErrorKind::ConnectFailed, tried)
        .map_err(failed)?;
    reached_as(&version.web_socket, base).ok_or_else(|| {
        failed(EngineError::new(
            ErrorKind::ConnectFailed,
            format!("the browser at {} gave no WebSocket address", Endpoint::from(base.as_str())),
        ))
    })
}

/// Combines the WebSocket's path with the host and port that the user gave. The browser reports the host of
/// the request, which is wrong behind a forwarder.
fn reached_as(web_socket: &str, base: &Url) -> Option<Endpoint> {
    let told = Url::parse(web_socket).ok()?;
    let mut url = base.clone();
    url.set_scheme(if base.scheme() == "https" { "wss" } else { "ws" }).ok()?;
    url.set_path(&format!("{}{}", base.path().trim_end_matches('/'), told.path()));
    url.set_query(told.query().or(base.query()));
    Some(String::from(url).into())
}

/// reqwest names the address, also that of a redirect, in its errors.
fn without_address(error: reqwest::Error) -> reqwest::Error {
    error.without_url()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_understood_in_all_their_forms() {
        for (text, url) in [
            ("9222", "http://127.0.0.1:9222/"),
            ("localhost:9222", "http://localhost:9222/"),
            ("http://10.0.0.1:9222", "http://10.0.0.1:9222/"),
            ("ws://127.0.0.1:1/devtools/browser/x", "ws://127.0.0.1:1/devtools/browser/x"),
        ] {
            assert_eq!(parse(text).expect(text).as_str(), url);
        }
        for text in ["", "ftp://x:1", "99999999", "a b:1"] {
            // A bare number too large for a port is read as a host; hosts like that do not resolve.
            assert!(parse(text).is_none() || text == "99999999", "{text}");
        }
    }

    #[test]
    fn the_port_of_a_profile_leads_to_this_machine_only() {
        let expose = |text: &str| active_port(text).map(|endpoint| endpoint.expose().to_owned());
        let path = "/devtools/browser/8a5f";
        assert_eq!(
            expose(&format!("9222\n{path}\n")).as_deref(),
            Some("ws://127.0.0.1:9222/devtools/browser/8a5f")
        );
        for text in [
            "",
            "9222",
            "9222\n",
            "x\n/a",
            "99999\n/a",
            "1\n//evil.example/a",
            "1\n@evil.example/a",
        ] {
            assert_eq!(expose(text), None, "{text:?}");
        }
        assert_eq!(
            expose("1\r\n/a?x#y").as_deref(),
            Some("ws://127.0.0.1:1/a%3Fx%23y"),
            "only a path"
        );
    }

    #[test]
    fn the_given_host_is_kept() {
        let base = Url::parse("https://gateway.example/browser/?token=1").expect("a URL");
        assert_eq!(
            reached_as("ws://localhost/devtools/browser/x", &base)
                .as_ref()
                .map(Endpoint::expose),
            Some("wss://gateway.example/browser/devtools/browser/x?token=1")
        );
    }

    #[tokio::test]
    async fn an_address_where_nothing_listens_is_named() {
        let error = resolve_endpoint("127.0.0.1:9").await.expect_err("nothing there");
        assert_eq!(error.code(), "CONNECT_FAILED");
        assert!(error.to_string().contains("127.0.0.1:9/json/version"), "{error}");
        assert!(error.next_step().to_string().contains("--remote-debugging-port"));
    }
}
