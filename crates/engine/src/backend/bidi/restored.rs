//! Documents that come back from the back/forward cache.
//!
//! Firefox reports that such a navigation starts and that the document has a realm again. It does not report
//! that the document was committed and loaded. An ordinary navigation creates its realm just before it is
//! committed. If no commit follows and the document is complete, the document was restored from the cache.

use super::page::BidiPage;
use super::protocol::{ContextInfo, NavigationInfo, TextEvaluated, Tree};
use super::registry::Registry;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Wire, parse};
use crate::backend::{Happening, agent};
use crate::deadline;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long after its realm an ordinary navigation may be committed.
const PAUSE: Duration = Duration::from_millis(100);

/// For how long such a document takes no input: our script in it keeps that out, for an action that began before, and runs in a
/// sandbox that no later call reaches. As `RESTORED_MS` in `watching/gate.ts`.
const CLOSED: Duration = Duration::from_millis(1_500);

/// The maximum number of checks for a complete document.
const LOOKS: usize = 20;

/// Returns the address of a complete document, otherwise null.
const COMPLETE: &str = "function() { return document.readyState === 'complete' ? location.href : null; }";

/// Has a document that came back from the cache take input, now that no earlier action is under way. Where a frame does not answer
/// to that, its gate opens by itself, which is waited for.
pub(super) async fn takes_input(page: &BidiPage) {
    let Some(restored) = lock(&page.data.restored).take() else {
        return;
    };
    if restored.elapsed() >= CLOSED || page.open_restored().await {
        return;
    }
    let closed = CLOSED.saturating_sub(restored.elapsed());
    tokio::time::sleep(deadline::before_last_look(closed)).await;
}

/// Handles a new realm of a context. If it ends a navigation, the navigation is recorded as committed.
pub(super) fn watch(registry: &Arc<Registry>, wire: &Wire, context: String) {
    let (pending, before) = {
        let contexts = registry.contexts();
        let Some(pending) = contexts.pending(&context).cloned() else {
            return;
        };
        (pending, contexts.address_of(&context))
    };
    let (registry, wire) = (Arc::clone(registry), wire.clone());
    tokio::spawn(async move {
        for _ in 0..LOOKS {
            tokio::time::sleep(PAUSE).await;
            let goes_on = || registry.contexts().pending(&context) == Some(&pending);
            if !goes_on() {
                return;
            }
            let params = json!({
                "functionDeclaration": COMPLETE, "awaitPromise": false,
                "target": {"context": context, "sandbox": agent::WORLD},
            });
            let Ok(reply) = wire.send(Command::new("script.callFunction", params)).await else {
                return;
            };
            let url = parse::<TextEvaluated>(&reply).ok().and_then(|reply| reply.result?.value);
            // The old document answers until the new one replaces it.
            // A navigation that asked whether the page may be left has no address.
            let arrived = url.filter(|url| match pending.url.as_str() {
                "" => Some(url) != before.as_ref(),
                wanted => url == wanted,
            });
            let Some(url) = arrived else { continue };
            let children = children(&wire, &context).await;
            if goes_on() {
                if let Some(page) = registry.page_of(&context) {
                    *lock(&page.restored) = Some(Instant::now());
                }
                for child in children {
                    registry.add(&child);
                }
                registry.tell_again(&wire, &context, &url);
                registry.committed(&NavigationInfo {
                    context: context.clone(),
                    navigation: Some(pending.navigation.clone()),
                    url,
                });
                registry.loading(&context, Happening::DomContentLoaded);
                registry.loading(&context, Happening::Loaded);
                return;
            }
        }
    });
}

/// The child frames of a document. Firefox does not report those that come back with it.
async fn children(wire: &Wire, context: &str) -> Vec<ContextInfo> {
    let command = Command::new("browsingContext.getTree", json!({"root": context}));
    let tree: Option<Tree> = wire.send(command).await.ok().and_then(|reply| parse(&reply).ok());
    let root = tree.and_then(|tree| tree.contexts.into_iter().next());
    let mut children = root.and_then(|root| root.children).unwrap_or_default();
    for child in &mut children {
        child.parent = Some(context.to_owned());
    }
    children
}
