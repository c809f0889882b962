//! Tells Firefox which requests to stop.

use super::{ASKED, LIMIT, SENT};
use crate::backend::bidi::registry::Registry;
use crate::backend::monitor::{NO_LIMIT, lock};
use crate::backend::wire::{Command, ReplyResult, Wire, parse, read};
use crate::error::{EngineError, ErrorKind, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use url::Url;

/// How long the subscription to the events of requests is waited for. Firefox stops requests from the moment on that it is asked,
/// but confirms only when all its processes have, also those of busy pages.
const PATIENCE: Duration = Duration::from_millis(500);

/// The subscription to the events of requests.
#[derive(Debug, Default)]
pub(super) enum Subscription {
    #[default]
    None,
    /// Asked for, and not confirmed.
    Asked,
    /// With this id.
    Made(String),
}

#[derive(Deserialize)]
struct Added {
    intercept: String,
}

#[derive(Deserialize)]
struct Subscribed {
    subscription: String,
}

/// Tells the browser what to stop. What was stopped before is stopped until then.
pub(super) async fn tell(registry: Arc<Registry>, wire: Wire) -> Result<()> {
    let mut now = registry.intercept.now.lock().await;
    let (patterns, answers, uncached) = {
        let rules = lock(&registry.intercept.rules);
        let answers = rules.answers_prompts || !rules.policy.credentials.is_empty();
        (rules.requests(), answers, rules.has_routes())
    };
    let mut wanted = Vec::new();
    if !patterns.is_empty() {
        let mut params = json!({"phases": ["beforeRequestSent"]});
        let exact: Option<Vec<_>> = patterns.iter().map(|pattern| url_pattern(pattern)).collect();
        if let Some(exact) = exact {
            params["urlPatterns"] = json!(exact);
        }
        wanted.push(params);
    }
    // Of all servers: where one has a log-in, the prompt of another would keep input from the page.
    if answers {
        wanted.push(json!({"phases": ["authRequired"]}));
    }
    if !wanted.is_empty() {
        subscribe(&registry, &wire).await?;
    }
    let mut added = Vec::new();
    for params in wanted {
        added.push(add_intercept(&registry, &wire, params).await?);
    }
    let old = std::mem::replace(&mut now.intercepts, added);
    let mut undo: Vec<_> = old
        .into_iter()
        .map(|intercept| Command::new("network.removeIntercept", json!({"intercept": intercept})))
        .collect();
    if now.intercepts.is_empty() {
        let mut held = lock(&registry.intercept.subscription);
        // One that is not confirmed has no id to end it by, and stays.
        if let Subscription::Made(id) = &*held {
            undo.push(Command::new("session.unsubscribe", json!({"subscriptions": [id]})));
            *held = Subscription::None;
        }
    }
    // Pictures in memory are not asked for, and stay there when the caches are used again: those of routes, too.
    if uncached && !now.uncached {
        undo.push(Command::new("network.setCacheBehavior", json!({"cacheBehavior": "bypass"})));
        now.uncached = true;
    }
    for reply in wire.batch(undo).await {
        if let Err(error) = reply {
            tracing::debug!(%error, "the browser goes on stopping requests");
        }
    }
    Ok(())
}

/// Asks for the events of requests, once.
async fn subscribe(registry: &Arc<Registry>, wire: &Wire) -> Result<()> {
    const METHOD: &str = "session.subscribe";
    {
        let mut held = lock(&registry.intercept.subscription);
        if !matches!(*held, Subscription::None) {
            return Ok(());
        }
        *held = Subscription::Asked;
    }
    let (done, subscribed) = oneshot::channel();
    let registry = Arc::clone(registry);
    let command = Command::new(METHOD, json!({"events": [SENT, ASKED]})).within(NO_LIMIT);
    wire.start_in_order(command, move |_, reply: ReplyResult| {
        let reply = read::<Subscribed>(METHOD, reply);
        *lock(&registry.intercept.subscription) = match &reply {
            Ok(made) => Subscription::Made(made.subscription.clone()),
            Err(_) => Subscription::None,
        };
        let _ = done.send(reply);
    });
    match tokio::time::timeout(PATIENCE, subscribed).await {
        Ok(Ok(reply)) => Ok(reply.map(|_| ())?),
        _ => Ok(()),
    }
}

/// Adds an intercept. It is known before the first event of it is handled.
async fn add_intercept(registry: &Arc<Registry>, wire: &Wire, params: Value) -> Result<String> {
    const METHOD: &str = "network.addIntercept";
    let (done, added) = oneshot::channel();
    let registry = Arc::clone(registry);
    wire.start_in_order(Command::new(METHOD, params).within(LIMIT), move |_, reply: ReplyResult| {
        let added = reply.map(|raw| parse::<Added>(&raw).ok().map(|added| added.intercept));
        if let Ok(Some(added)) = &added {
            lock(&registry.intercept.ours).insert(added.clone());
        }
        let _ = done.send(added);
    });
    match added.await {
        Ok(Ok(Some(added))) => Ok(added),
        Ok(Err(error)) => Err(error.into()),
        _ => Err(unsaid()),
    }
}

pub(super) fn unsaid() -> EngineError {
    EngineError::new(ErrorKind::Protocol, "the browser has not said what it stops")
}

/// The protocol's form of a pattern that fixes scheme, host and port. Others it cannot say, and then all requests are stopped.
fn url_pattern(pattern: &str) -> Option<Value> {
    let (scheme, rest) = pattern.split_once("://")?;
    let place = rest.split('/').next().unwrap_or_default();
    if scheme.contains('*') || place.contains(['*', '@', '?', '#', '\\']) || (place == rest && pattern.contains('*')) {
        return None;
    }
    let url = Url::parse(&format!("{scheme}://{place}/"))
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let port = url.port_or_known_default()?.to_string();
    Some(json!({"type": "pattern", "protocol": url.scheme(), "hostname": url.host_str()?, "port": port}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_told_to_the_browser_where_it_can_say_them() {
        assert_eq!(
            url_pattern("http://a.test:8080/api/*"),
            Some(json!({"type": "pattern", "protocol": "http", "hostname": "a.test", "port": "8080"}))
        );
        assert_eq!(
            url_pattern("https://a.test/*"),
            Some(json!({"type": "pattern", "protocol": "https", "hostname": "a.test", "port": "443"}))
        );
        for pattern in [
            "*",
            "*://a.test/x",
            "https://*.a.test/",
            "https://a.test*",
            "ws://a.test/*",
            "https://a@b.test/",
        ] {
            assert_eq!(url_pattern(pattern), None, "{pattern}");
        }
    }
}
