//! Records the requests of a page while a caller waits for them to end.

use super::page::BidiPage;
use super::registry::Registry;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, parse};
use crate::error::Result;
use serde::Deserialize;
use serde_json::json;

const EVENTS: [&str; 4] = [
    "network.beforeRequestSent",
    "network.responseStarted",
    "network.responseCompleted",
    "network.fetchError",
];

#[derive(Debug, Deserialize)]
struct Subscribed {
    subscription: String,
}

#[derive(Debug, Deserialize)]
struct RequestEvent {
    context: Option<String>,
    navigation: Option<String>,
    request: Request,
    #[serde(default)]
    response: Response,
}

#[derive(Debug, Deserialize)]
struct Request {
    #[serde(rename = "request")]
    id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    destination: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(default)]
    mime_type: String,
}

impl BidiPage {
    /// Turns the events on or off.
    pub(super) async fn listen_to_network(&self, on: bool) -> Result<()> {
        if !self.data.state.watch_network(on) {
            return Ok(());
        }
        if on {
            let params = json!({"events": EVENTS, "contexts": [&*self.data.id]});
            let reply = self.wire.send(Command::new("session.subscribe", params)).await;
            let subscribed = reply
                .map_err(|error| self.while_open(error))
                .map(|raw| parse::<Subscribed>(&raw).ok());
            if subscribed.is_err() {
                self.data.state.watch_network(false);
            }
            *lock(&self.data.subscription) = subscribed?.map(|subscribed| subscribed.subscription);
            return Ok(());
        }
        let held = lock(&self.data.subscription).take();
        if let Some(id) = held {
            self.wire
                .post(vec![Command::new("session.unsubscribe", json!({"subscriptions": [id]}))]);
        }
        Ok(())
    }
}

impl Registry {
    pub(super) fn on_network(&self, event: &Event<'_>) {
        let Some(request) = event.read::<RequestEvent>() else { return };
        let Some(page) = request.context.and_then(|context| self.page_of(&context)) else {
            return;
        };
        let id = &request.request.id;
        let uncounted = request.request.url.starts_with("data:")
            || request.request.url.starts_with("ws")
            || matches!(request.request.destination.as_str(), "audio" | "video" | "track");
        match event.method {
            "network.beforeRequestSent" if !uncounted => page.state.request_began(id, request.navigation.is_some()),
            "network.responseStarted" if !request.response.mime_type.starts_with("text/event-stream") => {}
            "network.responseStarted" | "network.responseCompleted" | "network.fetchError" => page.state.request_ended(id),
            _ => {}
        }
    }
}
