//! Documents that come back from the back/forward cache.
//!
//! Firefox tells that such a navigation starts, and that the document has a realm again; that it
//! was committed and loaded, it does not tell. An ordinary navigation makes its realm just before
//! it is committed. So where the commit stays away and the document is complete, it came back.

use super::protocol::{NavigationInfo, TextEvaluated};
use super::registry::Registry;
use crate::backend::wire::{Command, Wire, parse};
use crate::backend::{Happening, agent};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long the commit of an ordinary navigation may stay away after its realm.
const PAUSE: Duration = Duration::from_millis(100);

/// How often it is looked again where the document is not complete.
const LOOKS: usize = 20;

/// The address of a document that is complete, otherwise null.
const COMPLETE: &str = "function() { return document.readyState === 'complete' ? location.href : null; }";

/// The context got a new realm: where that ends a navigation, has it recorded.
pub(super) fn watch(registry: &Arc<Registry>, wire: &Wire, context: String) {
    let Some(pending) = registry.contexts().pending(&context).cloned() else {
        return;
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
            // Until the document is exchanged, the old one answers.
            if url.is_some_and(|url| url == pending.url) && goes_on() {
                registry.committed(&NavigationInfo {
                    context: context.clone(),
                    navigation: Some(pending.navigation.clone()),
                    url: pending.url.clone(),
                });
                registry.loading(&context, Happening::DomContentLoaded);
                registry.loading(&context, Happening::Loaded);
                return;
            }
        }
    });
}
