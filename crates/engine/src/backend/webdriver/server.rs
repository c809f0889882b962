//! A WebDriver server's address and the HTTP client for it.
//!
//! thirtyfour accepts only sessions from an answer to New Session, and sets timeouts of its own on them. The
//! client here answers New Session itself, with an existing session. So thirtyfour can drive sessions that
//! other programs created, and leaves the timeouts of our own unchanged.

use super::fault::{Code, Fault};
use crate::backend::tls;
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use bytes::Bytes;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use thirtyfour::error::{WebDriverError, WebDriverResult};
use thirtyfour::session::http::{Body, HttpClient};
use url::{Host, Url};

/// How long a connection to the server may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// A server's address and an HTTP client for it.
#[derive(Clone)]
pub(super) struct Server {
    /// Ends with `/`, so that paths can be joined to it.
    url: Url,
    http: reqwest::Client,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Server").field(&self.shown()).finish()
    }
}

impl Server {
    /// Reads `http://host:port`, with or without a path such as `/wd/hub`, or `host:port`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let full = if text.contains("://") {
            text.to_owned()
        } else {
            format!("http://{text}")
        };
        let parsed = Url::parse(&full).ok();
        let Some(mut url) = parsed.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host()) else {
            return Err(EngineError::new(
                ErrorKind::InvalidInput,
                format!("{} is not the address of a WebDriver server", Endpoint::from(text)),
            )
            .with_next_step("give an address such as http://127.0.0.1:9515"));
        };
        url.set_query(None);
        url.set_fragment(None);
        let path = format!("{}/", url.path().trim_end_matches('/'));
        url.set_path(&path);
        let mut client = client().tcp_nodelay(true);
        if is_loopback(&url) {
            // A driver on this machine is never reached through the proxy that the environment sets.
            client = client.no_proxy();
        }
        let http = client
            .build()
            .or_kind(ErrorKind::Internal, "the HTTP client could not be made")?;
        Ok(Self { url, http })
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// The address without its secrets.
    pub(super) fn shown(&self) -> String {
        Endpoint::from(self.url.as_str()).to_string()
    }

    /// The address of a WebSocket below this server.
    pub(super) fn web_socket(&self, path: &str) -> Option<String> {
        let mut url = self.url.join(path).ok()?;
        let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
        url.set_scheme(scheme).ok()?;
        Some(url.into())
    }

    /// Sends a command that belongs to no session. Returns the answer's `value`.
    pub(super) async fn ask(&self, method: Method, path: &str, body: Option<&Value>, limit: Duration) -> Result<Value, Fault> {
        let url = self
            .url
            .join(path)
            .map_err(|error| Fault::new(Code::Other, error.to_string()))?;
        let mut request = self.http.request(method, url);
        if let Some(body) = body {
            // A Selenium grid requires the character set.
            request = request.header(CONTENT_TYPE, "application/json; charset=utf-8").json(body);
        }
        let answer = tokio::time::timeout(limit, async {
            let response = request.send().await?;
            Ok((response.status(), response.bytes().await?))
        });
        let (status, bytes) = answer
            .await
            .map_err(|_| Fault::late(limit))?
            .map_err(|error: reqwest::Error| Fault::from(request_failed(&error)))?;
        if !status.is_success() {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            return Err(WebDriverError::parse(status.as_u16(), text).into());
        }
        let read = serde_json::from_slice(&bytes);
        match read {
            Ok(Value::Object(mut answer)) if answer.contains_key("value") => Ok(answer.remove("value").unwrap_or_default()),
            _ => Err(Fault::new(Code::NotWebDriver, format!("HTTP {}", status.as_u16()))),
        }
    }

    /// The HTTP client with which thirtyfour drives `session`.
    pub(super) fn client(&self, session: &str, capabilities: &Map<String, Value>) -> impl HttpClient + use<> {
        Client {
            http: self.http.clone(),
            made: Arc::new(Made {
                session: session.to_owned(),
                capabilities: capabilities.clone(),
            }),
        }
    }
}

/// Whether an address names this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The common settings of all HTTP clients.
fn client() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .connect_timeout(CONNECT_LIMIT)
        .tls_backend_preconfigured((*tls::client_config()).clone())
}

/// The session with which New Session is answered.
#[derive(Debug)]
struct Made {
    session: String,
    capabilities: Map<String, Value>,
}

impl Made {
    /// The answer to a command that must not reach the server.
    fn answer(&self, method: &Method, path: &str) -> Option<Value> {
        let of_session = |rest: &str| path.ends_with(&format!("/session/{}{rest}", self.session));
        if *method == Method::POST && path.ends_with("/session") {
            return Some(json!({"value": {"sessionId": self.session, "capabilities": self.capabilities}}));
        }
        // thirtyfour tries to set its own timeouts on every session that it starts.
        let timeouts = *method == Method::POST && of_session("/timeouts");
        // The session is ended by its claim, if it was created here.
        let end = *method == Method::DELETE && of_session("");
        (timeouts || end).then(|| json!({"value": null}))
    }
}

#[derive(Debug, Clone)]
struct Client {
    http: reqwest::Client,
    made: Arc<Made>,
}

#[async_trait::async_trait]
impl HttpClient for Client {
    async fn send(&self, request: http::Request<Body<'_>>) -> WebDriverResult<http::Response<Bytes>> {
        let (parts, body) = request.into_parts();
        if let Some(answer) = self.made.answer(&parts.method, parts.uri.path()) {
            return Ok(http::Response::new(Bytes::from(answer.to_string())));
        }
        let request = self.http.request(parts.method, parts.uri.to_string()).headers(parts.headers);
        let request = match body {
            Body::Empty => request,
            Body::Json(body) => request.json(body),
        };
        let response = request.send().await.map_err(|error| request_failed(&error))?;
        let status = response.status();
        let bytes = response.bytes().await.map_err(|error| request_failed(&error))?;
        let mut response = http::Response::new(bytes);
        *response.status_mut() = status;
        Ok(response)
    }

    async fn new(&self) -> Arc<dyn HttpClient> {
        // The connections of a pool belong to the runtime that opened them.
        let http = client().build();
        Arc::new(Self {
            http: http.unwrap_or_else(|_| self.http.clone()),
            made: Arc::clone(&self.made),
        })
    }
}

/// reqwest's error with its causes, but without the address, which may hold a password.
fn request_failed(error: &reqwest::Error) -> WebDriverError {
    let mut why = if error.is_connect() {
        "no connection".to_owned()
    } else {
        "the connection broke".to_owned()
    };
    let mut cause = error.source();
    while let Some(inner) = cause {
        why = format!("{why}: {inner}");
        cause = inner.source();
    }
    if error.is_timeout() {
        WebDriverError::Timeout(why)
    } else {
        WebDriverError::RequestFailed(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_address_are_kept() {
        let hub = Server::parse("https://user:secret@grid.test/wd/hub").expect("an address");
        assert_eq!(hub.url().join("session").expect("a path").path(), "/wd/hub/session");
        assert!(!hub.shown().contains("secret") && !format!("{hub:?}").contains("secret"));
        let socket = hub.web_socket("session/1/se/cdp").expect("an address");
        assert!(socket.starts_with("wss://") && socket.ends_with("/wd/hub/session/1/se/cdp"));
        assert_eq!(
            Server::parse("127.0.0.1:9515").expect("host and port").url().as_str(),
            "http://127.0.0.1:9515/"
        );
        assert_eq!(Server::parse("ftp://x").expect_err("another scheme").code(), "INVALID_INPUT");
    }

    #[test]
    fn thirtyfour_neither_configures_nor_ends_a_session() {
        let made = Made {
            session: "s1".into(),
            capabilities: Map::new(),
        };
        let kept = |method: Method, path: &str| made.answer(&method, path).is_some();
        assert!(kept(Method::POST, "/wd/hub/session"));
        assert!(kept(Method::POST, "/session/s1/timeouts"));
        assert!(!kept(Method::POST, "/session/s1/url"));
        assert!(!kept(Method::DELETE, "/session/s1/window"));
        assert!(kept(Method::DELETE, "/session/s1"));
    }
}
