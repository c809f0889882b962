//! Cookies, and scripts in an empty document of an origin.

use super::browser::CdpBrowser;
use super::hub::ContextId;
use super::protocol::{ScriptReply, SessionId, TargetId};
use crate::backend::storage;
use crate::backend::wire::{Command, Event, Wire, read};
use crate::error::Result;
use crate::report::{Cookie, SameSite};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long an empty document may take to load, and its script to end.
pub(super) const LIMIT: Duration = Duration::from_secs(10);
/// How often the empty document is looked for.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The protocol's code for parameters that it does not take.
const INVALID: &str = "-32602";

#[derive(Deserialize)]
struct Cookies {
    cookies: Vec<CookieInfo>,
}

/// A cookie of the protocol.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CookieInfo {
    name: String,
    value: String,
    domain: String,
    path: String,
    expires: f64,
    http_only: bool,
    secure: bool,
    same_site: Option<SameSite>,
    partition_key: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paused {
    request_id: String,
}

/// Closes the page in which a script ran, also when the call is cancelled.
struct Scratch<'a> {
    wire: &'a Wire,
    target: String,
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        self.wire.post(vec![close(&self.target)]);
    }
}

impl CdpBrowser {
    pub(super) async fn cookies_of(&self, context: Option<&ContextId>) -> Result<Vec<Cookie>> {
        let Cookies { cookies } = self.ask("Storage.getCookies", within(json!({}), context)).await?;
        // A partitioned cookie belongs to a site in another one, which the form of the file cannot say.
        let own = cookies.into_iter().filter(|cookie| cookie.partition_key.is_none());
        Ok(own
            .map(|cookie| Cookie {
                name: cookie.name,
                value: cookie.value,
                domain: cookie.domain,
                path: cookie.path,
                expires: cookie.expires,
                http_only: cookie.http_only,
                secure: cookie.secure,
                same_site: cookie.same_site.unwrap_or_default(),
            })
            .collect())
    }

    pub(super) async fn set_cookies_of(&self, context: Option<&ContextId>, cookies: &[Cookie]) -> Result<()> {
        let cookies: Vec<Value> = cookies
            .iter()
            .map(|cookie| {
                let mut set = json!({
                    "name": cookie.name,
                    "value": cookie.value,
                    "domain": cookie.domain,
                    "path": cookie.path,
                    "httpOnly": cookie.http_only,
                    "secure": cookie.secure,
                    "sameSite": cookie.same_site,
                });
                if cookie.expires >= 0.0 {
                    set["expires"] = json!(cookie.expires);
                }
                set
            })
            .collect();
        let set = Command::new("Storage.setCookies", within(json!({"cookies": cookies}), context));
        match self.wire.send(set).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_code(INVALID) => Err(storage::refused_cookie(error)),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn delete_cookies_of(&self, context: Option<&ContextId>, cookies: &[Cookie]) -> Result<()> {
        // The protocol deletes all cookies of a context or none, but a cookie that has expired is removed.
        let expired: Vec<_> = cookies
            .iter()
            .map(|cookie| Cookie {
                expires: 1.0,
                ..cookie.clone()
            })
            .collect();
        self.set_cookies_of(context, &expired).await
    }

    /// Opens a page that is none of any session.
    async fn hidden_page(&self, context: Option<&ContextId>) -> Result<Scratch<'_>> {
        const METHOD: &str = "Target.createTarget";
        let hidden = json!({"url": self.hub.hidden_page, "background": true});
        let created = storage::create(&self.wire, Command::new(METHOD, within(hidden, context)), |reply| {
            let TargetId { target_id } = read(METHOD, reply).ok()?;
            Some(close(&target_id))
        });
        let TargetId { target_id } = read(METHOD, created.await)?;
        Ok(Scratch {
            wire: &self.wire,
            target: target_id,
        })
    }

    /// Shows an empty document of an origin in a page of this program's own. The document may come a moment later.
    pub(super) async fn enter_empty(&self, session: &Arc<str>, origin: &str) -> Result<()> {
        self.each(
            session,
            [
                Command::new("Network.enable", json!({})),
                // A worker of the origin would answer with its own document.
                Command::new("Network.setBypassServiceWorker", json!({"bypass": true})),
                Command::new("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]})),
            ],
        )
        .await?;
        let navigate = Command::new("Page.navigate", json!({"url": format!("{origin}/")}));
        self.each(session, [navigate.within(LIMIT)]).await
    }

    /// Runs a script in an empty document of an origin. Its server is not asked for anything.
    pub(super) async fn in_origin_of(&self, context: Option<&ContextId>, origin: &str, script: &str) -> Result<String> {
        let scratch = self.hidden_page(context).await?;
        let attach = json!({"targetId": scratch.target, "flatten": true});
        let SessionId { session_id } = self.ask("Target.attachToTarget", attach).await?;
        let session: Arc<str> = session_id.into();
        self.enter_empty(&session, origin).await?;
        // The answer to the navigation comes when the document has been committed, and its world may follow.
        let guarded = storage::only_in(origin, script);
        let ends = tokio::time::Instant::now() + LIMIT;
        loop {
            let params = json!({"expression": guarded, "returnByValue": true, "awaitPromise": true});
            let evaluate = Command::new("Runtime.evaluate", params).on(&session).within(LIMIT);
            let reply: ScriptReply = read("Runtime.evaluate", self.wire.send(evaluate).await)?;
            if let Some(text) = reply.result.value {
                return Ok(text);
            }
            if tokio::time::Instant::now() > ends {
                return Err(storage::no_document(origin));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}

/// Answers a request of such a page with an empty document. No other page's requests are stopped.
pub(super) fn answer_empty(wire: &Wire, session: &str, event: &Event<'_>) {
    let Some(Paused { request_id }) = event.read() else { return };
    let empty = json!({
        "requestId": request_id,
        "responseCode": 200,
        "responseHeaders": [{"name": "Content-Type", "value": "text/html"}],
        "body": storage::EMPTY_DOCUMENT,
    });
    wire.post(vec![Command::new("Fetch.fulfillRequest", empty).on(&session.into())]);
}

fn close(target: &str) -> Command {
    Command::new("Target.closeTarget", json!({"targetId": target}))
}

fn within(mut params: Value, context: Option<&ContextId>) -> Value {
    if let Some(context) = context {
        params["browserContextId"] = json!(&**context);
    }
    params
}
