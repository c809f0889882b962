//! Hears what the user does in the pages of a session.
//!
//! A script in our own world of each document calls a function that exists in that world only, and the browser tells us. The
//! message has left the document before the document can go.

use super::browser::CdpBrowser;
use super::hub::ContextId;
use super::page::CdpPage;
use super::protocol::FrameEvent;
use super::tree::{FrameTree, SessionId};
use crate::backend::agent;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, parse};
use crate::backend::{BrowserState, FrameId};
use crate::error::Result;
use futures_util::future::{join, join_all};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// The function that the script calls.
const BINDING: &str = "__uipilotTell";
const SEND: &str = "(text) => globalThis.__uipilotTell?.(text)";

const ADD: &str = "Page.addScriptToEvaluateOnNewDocument";
const REMOVE: &str = "Page.removeScriptToEvaluateOnNewDocument";

/// How long pages may take to begin to tell. One that is busy does later.
const BEGIN_LIMIT: Duration = Duration::from_secs(2);

/// What lets a page tell what the user does in it.
#[derive(Debug, Default)]
pub(super) struct Hands {
    /// The frames of our own worlds.
    contexts: HashMap<(SessionId, i64), FrameId>,
    /// The scripts for new documents.
    scripts: Vec<(SessionId, String)>,
    /// Whether the page has asked for a document that the browser has not begun to load.
    requested: bool,
    /// Whether it asked for the one that was loaded last.
    asked: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Called {
    name: String,
    payload: String,
    execution_context_id: i64,
}

#[derive(Deserialize)]
struct ContextCreated {
    context: Context,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    id: i64,
    name: String,
    aux_data: Option<AuxData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuxData {
    frame_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextDestroyed {
    execution_context_id: i64,
}

#[derive(Deserialize)]
struct Added {
    identifier: String,
}

impl CdpPage {
    /// Has the documents of a session tell what the user does, if that is wanted: those that are there, and those to come. What is
    /// returned ends when those that are there do.
    pub(super) fn watch_hands(&self, session: &SessionId) -> Option<oneshot::Receiver<()>> {
        let test_id = self.browser.hands.test_id()?;
        let binding = json!({"name": BINDING, "executionContextName": agent::WORLD});
        // The browser makes the function in worlds of a name only while this domain is on.
        let commands = [
            Command::new("Runtime.enable", json!({})),
            Command::new("Runtime.addBinding", binding),
        ];
        self.wire
            .post(commands.into_iter().map(|command| command.on(session)).collect());
        let source = agent::tell_hands(SEND, &test_id);
        let script = json!({"source": source, "worldName": agent::WORLD, "runImmediately": true});
        let (page, of) = (self.me.clone(), Arc::clone(session));
        let (done, told) = oneshot::channel();
        self.wire
            .start_in_order(Command::new(ADD, script).on(session), move |_, reply| {
                let added = reply.ok().and_then(|raw| parse::<Added>(&raw).ok());
                if let (Some(page), Some(Added { identifier })) = (page.upgrade(), added) {
                    lock(&page.hands).scripts.push((of, identifier));
                }
                let _ = done.send(());
            });
        Some(told)
    }

    /// Ends that.
    fn leave_hands(&self) {
        let Hands { scripts, .. } = std::mem::take(&mut *lock(&self.hands));
        let mut commands: Vec<_> = scripts
            .iter()
            .map(|(session, script)| Command::new(REMOVE, json!({"identifier": script})).on(session))
            .collect();
        for session in self.tree.look(FrameTree::sessions) {
            commands.push(Command::new("Runtime.removeBinding", json!({"name": BINDING})).on(&session));
            if self.recorder.is_none() {
                let group = json!({"objectGroup": "console"});
                commands.push(Command::new("Runtime.releaseObjectGroup", group).on(&session));
                commands.push(Command::new("Runtime.disable", json!({})).on(&session));
            }
            let of = Arc::clone(&session);
            let leave = json!({"source": agent::LEAVE_HANDS, "worldName": agent::WORLD, "runImmediately": true});
            self.wire
                .start_in_order(Command::new(ADD, leave).on(&session), move |wire, reply| {
                    if let Some(Added { identifier }) = reply.ok().and_then(|raw| parse::<Added>(&raw).ok()) {
                        wire.post(vec![Command::new(REMOVE, json!({"identifier": identifier})).on(&of)]);
                    }
                });
        }
        self.wire.post(commands);
    }

    /// Notes which frame a world of ours is in.
    pub(super) fn note_context(&self, session: &SessionId, event: &Event<'_>) {
        if !self.browser.hands.is_on() {
            return;
        }
        match event.method {
            "Runtime.executionContextCreated" => {
                let Some(ContextCreated { context }) =
                    event.read().filter(|made: &ContextCreated| made.context.name == agent::WORLD)
                else {
                    return;
                };
                if let Some(frame) = context.aux_data.and_then(|data| data.frame_id) {
                    let key = (Arc::clone(session), context.id);
                    lock(&self.hands).contexts.insert(key, frame.into());
                }
            }
            "Runtime.executionContextDestroyed" => {
                if let Some(ContextDestroyed { execution_context_id }) = event.read() {
                    let key = (Arc::clone(session), execution_context_id);
                    lock(&self.hands).contexts.remove(&key);
                }
            }
            "Runtime.executionContextsCleared" => lock(&self.hands).contexts.retain(|(of, _), _| of != session),
            _ => {}
        }
    }

    /// Notes whether the page asked for its next document.
    pub(super) fn note_cause(&self, method: &str, frame: &FrameEvent) {
        if !self.browser.hands.is_on() || !self.tree.look(|tree| tree.is_main(&frame.frame_id)) {
            return;
        }
        let mut hands = lock(&self.hands);
        match method {
            "Page.frameRequestedNavigation" if frame.disposition == "currentTab" => hands.requested = true,
            "Page.frameStartedNavigating"
                if !matches!(frame.navigation_type.as_str(), "sameDocument" | "historySameDocument") =>
            {
                hands.asked = std::mem::take(&mut hands.requested);
            }
            _ => {}
        }
    }

    /// Takes a message of the script.
    pub(super) fn on_told(&self, session: &SessionId, event: &Event<'_>) {
        let Some(called) = event.read::<Called>().filter(|called| called.name == BINDING) else {
            return;
        };
        let context = (Arc::clone(session), called.execution_context_id);
        let (known, asked) = {
            let hands = lock(&self.hands);
            (hands.contexts.get(&context).cloned(), hands.asked || hands.requested)
        };
        // The console may have been told of it before.
        let console = || self.recorder.as_ref()?.frame_of(session, called.execution_context_id);
        let Some(frame) = known.or_else(console) else { return };
        let hands = &self.browser.hands;
        hands.told(&self.id, &self.state, frame, &called.payload, Some(asked));
    }
}

impl CdpBrowser {
    /// Has the pages of a session tell what the user does in them, or ends that.
    pub(super) async fn watch_hands_of(
        &self,
        context: Option<&ContextId>,
        state: &BrowserState,
        test_id: Option<&str>,
    ) -> Result<()> {
        let was_on = state.hands.is_on();
        state.hands.set(test_id);
        let pages = self.hub.known.look(|known| known.ids(context));
        if test_id.is_none() {
            for page in pages {
                if let Some(page) = self.hub.known.look(|known| known.attached_page(&page)) {
                    page.leave_hands();
                }
            }
            return Ok(());
        }
        if was_on {
            return Ok(());
        }
        // Those that open are told before their first document.
        self.stop_new_pages().await?;
        let mut told = Vec::new();
        for id in &pages {
            if let Some(page) = self.hub.known.look(|known| known.attached_page(id)) {
                let sessions = page.tree.look(FrameTree::sessions);
                told.extend(sessions.iter().filter_map(|session| page.watch_hands(session)));
            }
        }
        // A page is told when it is attached to.
        let attached = join_all(pages.iter().map(|id| self.hub.attach(&self.wire, id)));
        let _ = timeout(BEGIN_LIMIT, join(attached, join_all(told))).await;
        Ok(())
    }
}
