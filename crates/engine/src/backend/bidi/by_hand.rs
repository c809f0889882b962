//! Hears what the user does in the pages of a session: a script in our sandbox of each document sends it through a channel.

use super::browser::BidiBrowser;
use super::registry::{Registry, UserId};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire, WireError, read};
use crate::backend::{BrowserState, agent};
use crate::error::{EngineError, ErrorKind, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(super) const EVENT: &str = "script.message";

/// The channel that the script sends to.
const CHANNEL: &str = "uipilot-hands";

/// How long the browser may take to confirm the subscription. It asks all its processes, also those of busy pages.
const SUBSCRIBE_LIMIT: Duration = Duration::from_secs(3);
/// How long a document may take to begin to tell. One that is busy does later.
const BEGIN_LIMIT: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
struct Message {
    channel: String,
    data: Sent,
    source: Source,
}

#[derive(Deserialize)]
struct Sent {
    value: Option<String>,
}

#[derive(Deserialize)]
struct Source {
    context: Option<String>,
}

#[derive(Deserialize)]
struct Added {
    script: String,
}

impl Registry {
    /// Takes a message of the script.
    pub(super) fn on_told(&self, event: &Event<'_>) {
        let Some(message) = event.read::<Message>().filter(|message| message.channel == CHANNEL) else {
            return;
        };
        let (Some(context), Some(payload)) = (message.source.context, message.data.value) else {
            return;
        };
        let Some(page) = self.page_of(&context) else { return };
        let browser = self.state_of(&context);
        browser
            .hands
            .told(&page.id, &page.state, context.as_str().into(), &payload, None);
    }
}

impl Registry {
    /// Has a page tell again that shows an earlier document: the browser has dropped our sandboxes in it.
    pub(super) fn tell_again(&self, wire: &Wire, context: &str, url: &str) {
        let hands = self.state_of(context);
        let hands = &hands.hands;
        let (Some(test_id), Some(page)) = (hands.test_id(), self.page(context)) else {
            return;
        };
        hands.restored(&page.id, &page.state, url);
        let frames = self.contexts().frames(context);
        wire.post(frames.iter().map(|frame| begin(&frame.id, &test_id)).collect());
    }
}

/// Begins to tell in a document that is there.
fn begin(frame: &str, test_id: &str) -> Command {
    let mut call = script(test_id);
    call["target"] = json!({"context": frame, "sandbox": agent::WORLD});
    call["awaitPromise"] = json!(false);
    Command::new("script.callFunction", call).within(BEGIN_LIMIT)
}

/// The script and its argument, in our sandbox.
fn script(test_id: &str) -> Value {
    let body = agent::tell_hands("send", test_id);
    json!({
        "functionDeclaration": format!("(send) => {{ {body} }}"),
        "arguments": [{"type": "channel", "value": {"channel": CHANNEL, "ownership": "none"}}],
    })
}

impl BidiBrowser {
    /// Has the pages of a session tell what the user does in them, or ends that.
    pub(super) async fn watch_hands_of(&self, user: Option<&UserId>, state: &BrowserState, test_id: Option<&str>) -> Result<()> {
        let Some(test_id) = test_id else {
            state.hands.set(None);
            return self.leave_hands(user).await;
        };
        if state.hands.is_on() {
            state.hands.set(Some(test_id));
            return Ok(());
        }
        self.hear_channels().await?;
        let mut preload = script(test_id);
        preload["sandbox"] = json!(agent::WORLD);
        // A browser that does not know the field runs the script in all of its pages. What pages of others tell goes to no log.
        preload["userContexts"] = json!([user.map_or("default", |user| &**user)]);
        let Added { script: added } = self.ask("script.addPreloadScript", preload).await?;
        state.hands.set(Some(test_id));
        lock(&self.registry.hands).insert(user.cloned(), added);
        let frames = self.frames_of(user);
        let commands = frames.iter().map(|frame| begin(frame, test_id));
        self.wire.batch(commands.collect()).await;
        Ok(())
    }

    async fn leave_hands(&self, user: Option<&UserId>) -> Result<()> {
        let Some(script) = lock(&self.registry.hands).remove(&user.cloned()) else {
            return Ok(());
        };
        let remove = Command::new("script.removePreloadScript", json!({"script": script}));
        let reply = self.wire.send(remove).await;
        let commands = self.frames_of(user).into_iter().map(|frame| {
            let call = json!({
                "expression": agent::LEAVE_HANDS, "target": {"context": frame, "sandbox": agent::WORLD}, "awaitPromise": false,
            });
            Command::new("script.evaluate", call)
        });
        self.wire.post(commands.collect());
        read::<Value>("script.removePreloadScript", reply)?;
        Ok(())
    }

    /// The frames of all pages of a session.
    fn frames_of(&self, user: Option<&UserId>) -> Vec<String> {
        let mut pages = self.registry.contexts().pages();
        pages.retain(|(id, _)| self.has_in(user, id));
        let contexts = self.registry.contexts();
        let frames = pages.iter().flat_map(|(id, _)| contexts.frames(id));
        frames.map(|frame| frame.id.to_string()).collect()
    }

    async fn hear_channels(&self) -> Result<()> {
        if self.registry.tells.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let subscribe = Command::new("session.subscribe", json!({"events": [EVENT]})).within(SUBSCRIBE_LIMIT);
        match self.wire.send(subscribe).await {
            // The subscription is confirmed late by a browser with busy pages.
            Ok(_) | Err(WireError::Late { .. }) => Ok(()),
            Err(error) => {
                self.registry.tells.store(false, Ordering::Relaxed);
                let what = "this browser does not tell what our scripts send";
                Err(EngineError::new(ErrorKind::Unsupported, what).with_source(error))
            }
        }
    }
}
