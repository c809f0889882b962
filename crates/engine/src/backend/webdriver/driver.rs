//! One session at a WebDriver server, and the commands sent to it.

use super::claim::Claim;
use super::fault::{Code, Fault};
use super::server::{Server, is_loopback};
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::time::Duration;
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::{Capabilities, RequestData, SessionId, WebDriver};

/// The default time limit of a command. It is a little longer than a driver's limit for scripts.
const LIMIT: Duration = Duration::from_secs(35);

/// A command to a session: its path is below `session/{id}/`.
#[derive(Debug, Clone)]
pub(super) struct Request {
    method: Method,
    path: Cow<'static, str>,
    body: Option<Value>,
    limit: Duration,
}

impl Request {
    pub(super) fn get(path: impl Into<Cow<'static, str>>) -> Self {
        Self {
            method: Method::GET,
            path: path.into(),
            body: None,
            limit: LIMIT,
        }
    }

    pub(super) fn post(path: impl Into<Cow<'static, str>>, body: Value) -> Self {
        Self {
            method: Method::POST,
            body: Some(body),
            ..Self::get(path)
        }
    }

    pub(super) fn delete(path: &'static str) -> Self {
        Self {
            method: Method::DELETE,
            ..Self::get(path)
        }
    }

    /// Replaces the deadline of 35 s.
    pub(super) fn within(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }
}

impl FormatRequestData for Request {
    fn format_request(&self, session: &SessionId) -> RequestData {
        let request = RequestData::new(self.method.clone(), format!("session/{session}/{}", self.path));
        match &self.body {
            Some(body) => request.add_body(body.clone()),
            None => request,
        }
    }
}

/// A session, ours or adopted.
#[derive(Debug)]
pub(super) struct Driver {
    web: WebDriver,
    /// The session, if it was created here.
    claim: Option<Claim>,
    capabilities: Map<String, Value>,
    is_elsewhere: bool,
}

impl Driver {
    /// Wraps an existing session. Sends nothing.
    pub(super) async fn over(
        server: &Server,
        session: &str,
        capabilities: Map<String, Value>,
        claim: Option<Claim>,
    ) -> Result<Self, Fault> {
        let web = WebDriver::builder(server.url().as_str(), Capabilities::new())
            .client(server.client(session, &capabilities))
            .connect()
            .await?;
        // A grid starts the browser on one of its nodes, and names that in capabilities of its own.
        let is_elsewhere = !is_loopback(server.url()) || capabilities.keys().any(|name| name.starts_with("se:"));
        Ok(Self {
            web,
            claim,
            capabilities,
            is_elsewhere,
        })
    }

    /// The session's id.
    pub(super) fn session(&self) -> String {
        self.web.session_id().to_string()
    }

    /// Whether the session was created here. If so, it ends together with this engine's session.
    pub(super) fn is_ours(&self) -> bool {
        self.claim.is_some()
    }

    /// The capabilities in the answer of New Session. For an adopted session, those that could be found.
    pub(super) fn capabilities(&self) -> &Map<String, Value> {
        &self.capabilities
    }

    /// Browser and version, for example `chrome/156.0.1`.
    pub(super) fn product(&self) -> String {
        let word = |key: &str| self.capabilities.get(key).and_then(Value::as_str);
        match (word("browserName"), word("browserVersion")) {
            (Some(name), Some(version)) => format!("{name}/{version}"),
            (Some(name), None) => name.to_owned(),
            _ => "WebDriver".to_owned(),
        }
    }

    /// Sends a command and returns the `value` of its answer.
    pub(super) async fn run(&self, request: Request) -> Result<Value, Fault> {
        let limit = request.limit;
        let answer = tokio::time::timeout(limit, self.web.cmd(request))
            .await
            .map_err(|_| Fault::late(limit))??;
        Ok(answer.value_json()?)
    }

    /// Runs a function body in the current frame. `arguments` is a JSON array.
    pub(super) async fn execute(&self, script: &str, arguments: &Value) -> Result<Value, Fault> {
        self.run(Request::post("execute/sync", json!({"script": script, "args": arguments})))
            .await
    }

    /// Whether the browser may run on another machine than this program.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    /// Ends the session if it was created here. An adopted one stays open. Idempotent. Returns `false` if the server cannot be
    /// reached, so that the browser of a session created here may be left.
    pub(super) async fn end(&self) -> bool {
        let Some(claim) = &self.claim else { return true };
        match claim.end().await {
            Ok(()) => true,
            Err(fault) => {
                tracing::debug!(%fault, "the session could not be ended");
                fault.code != Code::Unreachable
            }
        }
    }
}
