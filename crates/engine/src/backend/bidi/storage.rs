//! Cookies, and scripts in an empty document of an origin.

use super::browser::BidiBrowser;
use super::protocol::Created;
use super::registry::UserId;
use crate::backend::storage;
use crate::backend::wire::{Command, Wire, WireError, read};
use crate::error::{EngineError, Result};
use crate::report::{Cookie, SameSite};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How long an empty document may take to load, and its script to end.
const LIMIT: Duration = Duration::from_secs(10);
const CREATE: &str = "browsingContext.create";
const SENT: &str = "network.beforeRequestSent";

#[derive(Deserialize)]
struct Cookies {
    cookies: Vec<CookieInfo>,
}

/// A cookie of the protocol.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CookieInfo {
    name: String,
    value: Bytes,
    domain: String,
    path: String,
    expiry: Option<f64>,
    http_only: bool,
    secure: bool,
    same_site: String,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Bytes {
    String { value: String },
    Base64,
}

#[derive(Deserialize)]
struct Intercepted {
    intercept: String,
}

#[derive(Deserialize)]
struct Subscribed {
    subscription: String,
}

/// Undoes what a script in an empty document needed, also when the call is cancelled. The last begun is undone first.
struct Undo<'a>(&'a Wire, Vec<Command>);

impl Drop for Undo<'_> {
    fn drop(&mut self) {
        self.1.reverse();
        self.0.post(std::mem::take(&mut self.1));
    }
}

impl BidiBrowser {
    pub(super) async fn cookies_of(&self, user: Option<&UserId>) -> Result<Vec<Cookie>> {
        let Cookies { cookies } = self.ask("storage.getCookies", json!({"partition": partition(user)})).await?;
        let mut read = Vec::with_capacity(cookies.len());
        for cookie in cookies {
            let value = match cookie.value {
                Bytes::String { value } => value,
                Bytes::Base64 => {
                    tracing::warn!("a cookie whose value is no text is left out");
                    continue;
                }
            };
            read.push(Cookie {
                name: cookie.name,
                value,
                domain: cookie.domain,
                path: cookie.path,
                expires: cookie.expiry.unwrap_or(-1.0),
                http_only: cookie.http_only,
                secure: cookie.secure,
                same_site: match cookie.same_site.as_str() {
                    "strict" => SameSite::Strict,
                    // A cookie that says nothing is told as this, too, and could not be set again without `Secure`.
                    "none" if cookie.secure => SameSite::None,
                    _ => SameSite::Lax,
                },
            });
        }
        Ok(read)
    }

    pub(super) async fn set_cookies_of(&self, user: Option<&UserId>, cookies: &[Cookie]) -> Result<()> {
        let set = cookies.iter().map(|cookie| {
            let mut params = json!({
                "name": cookie.name,
                "value": {"type": "string", "value": cookie.value},
                "domain": cookie.domain,
                "path": cookie.path,
                "httpOnly": cookie.http_only,
                "secure": cookie.secure,
                "sameSite": match cookie.same_site {
                    SameSite::Strict => "strict",
                    SameSite::Lax => "lax",
                    SameSite::None => "none",
                },
            });
            if cookie.expires >= 0.0 {
                params["expiry"] = json!(cookie.expires.trunc());
            }
            Command::new("storage.setCookie", json!({"cookie": params, "partition": partition(user)}))
        });
        let replies = self.wire.batch(set.collect()).await;
        let count = replies.iter().filter(|reply| reply.is_ok()).count();
        for reply in replies {
            let what = format!("setting cookies, of which {count} of {} were set", cookies.len());
            reply.map_err(|error| refused(error).during(&what))?;
        }
        Ok(())
    }

    pub(super) async fn delete_cookies_of(&self, user: Option<&UserId>, cookies: &[Cookie]) -> Result<()> {
        let delete = cookies.iter().map(|cookie| {
            let filter = json!({"name": cookie.name, "domain": cookie.domain, "path": cookie.path});
            Command::new(
                "storage.deleteCookies",
                json!({"filter": filter, "partition": partition(user)}),
            )
        });
        for reply in self.wire.batch(delete.collect()).await {
            reply?;
        }
        Ok(())
    }

    /// Runs a script in an empty document of an origin. Its server is not asked for anything.
    pub(super) async fn in_origin_of(&self, user: Option<&UserId>, origin: &str, script: &str) -> Result<String> {
        let mut params = json!({"type": "tab", "background": true});
        if let Some(user) = user {
            params["userContext"] = json!(&**user);
        }
        let context = self.open_hidden(params).await?;
        let mut undo = Undo(&self.wire, vec![close(&context)]);
        let stop = json!({"phases": ["beforeRequestSent"], "contexts": [context]});
        let Intercepted { intercept } = self.ask("network.addIntercept", stop).await?;
        undo.1
            .push(Command::new("network.removeIntercept", json!({"intercept": intercept})));
        let listen = json!({"events": [SENT], "contexts": [context]});
        let Subscribed { subscription } = self.ask("session.subscribe", listen).await?;
        undo.1
            .push(Command::new("session.unsubscribe", json!({"subscriptions": [subscription]})));
        let to = json!({"context": context, "url": format!("{origin}/"), "wait": "complete"});
        self.wire
            .send(Command::new("browsingContext.navigate", to).within(LIMIT))
            .await?;
        let given = self.evaluate_in(&context, &storage::only_in(origin, script), LIMIT).await?;
        given.ok_or_else(|| storage::no_document(origin))
    }

    /// Opens a tab that is no page of any session.
    async fn open_hidden(&self, params: Value) -> Result<String> {
        let _alone = self.registry.opening.lock().await;
        let mut held = self.registry.hold();
        let created = storage::create(&self.wire, Command::new(CREATE, params), |reply| {
            let Created { context } = read(CREATE, reply).ok()?;
            Some(close(&context))
        });
        let Created { context } = read(CREATE, created.await)?;
        held.keep(&context);
        Ok(context)
    }
}

/// The error for a cookie that the browser did not set. What it finds wrong with the cookie is the caller's to mend.
fn refused(error: WireError) -> EngineError {
    if ["unable to set cookie", "invalid argument"]
        .iter()
        .any(|code| error.is_code(code))
    {
        storage::refused_cookie(error)
    } else {
        error.into()
    }
}

fn close(context: &str) -> Command {
    Command::new("browsingContext.close", json!({"context": context, "promptUnload": false}))
}

/// Answers a request of such a tab with an empty document. No other page's requests are stopped.
pub(super) fn answer_empty(wire: &Wire, request: &str) {
    let empty = json!({
        "request": request,
        "statusCode": 200,
        "headers": [{"name": "Content-Type", "value": {"type": "string", "value": "text/html"}}],
        "body": {"type": "base64", "value": storage::EMPTY_DOCUMENT},
    });
    wire.post(vec![Command::new("network.provideResponse", empty)]);
}

fn partition(user: Option<&UserId>) -> Value {
    json!({"type": "storageKey", "userContext": user.map_or("default", |user| &**user)})
}
