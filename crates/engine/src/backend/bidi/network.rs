//! Records the requests of a page while a caller waits for them to end.

use super::page::BidiPage;
use super::registry::Registry;
use crate::backend::PageState;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire, WireError, parse};
use crate::error::{EngineError, ErrorKind, Result};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

const SUBSCRIBE: &str = "session.subscribe";

/// How long the browser may take to confirm a subscription. Firefox asks all its processes, also those of busy
/// pages.
const SUBSCRIBE_LIMIT: Duration = Duration::from_millis(300);

pub(super) const EVENTS: [&str; 4] = [
    "network.beforeRequestSent",
    "network.responseStarted",
    "network.responseCompleted",
    "network.fetchError",
];

/// Statuses of an answer to a navigation after which no document comes. The browser reports no other end of such a navigation.
const NO_DOCUMENT: [u16; 2] = [204, 205];

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
    #[serde(default)]
    status: u16,
}

impl BidiPage {
    /// Turns the events on or off.
    pub(super) async fn listen_to_network(&self, on: bool) -> Result<()> {
        // A page whose requests are recorded reports them anyway.
        if !self.data.state.watch_network(on) || self.data.state.recorder().is_some() {
            return Ok(());
        }
        if !on {
            let held = lock(&self.data.subscription).take();
            self.wire.post(held.as_deref().map(unsubscribe).into_iter().collect());
            return Ok(());
        }
        let unwatch = Unwatch(&self.data.state);
        let limit = if self.data.state.silent_frames().is_empty() {
            SUBSCRIBE_LIMIT
        } else {
            Duration::ZERO
        };
        match timeout(limit, self.subscribe_to_network()).await {
            Ok(Ok(Ok(()))) => {
                std::mem::forget(unwatch);
                Ok(())
            }
            Ok(Ok(Err(error))) => Err(self.while_open(error)),
            Ok(Err(_)) => Err(self.while_open(WireError::SessionGone { method: SUBSCRIBE })),
            Err(_) => Err(EngineError::new(
                ErrorKind::Timeout,
                "the browser has not confirmed that it reports requests",
            )),
        }
    }

    /// The subscription is kept, or ended if nothing is watched any more when the reply comes.
    fn subscribe_to_network(&self) -> oneshot::Receiver<Result<(), WireError>> {
        let (done, confirmed) = oneshot::channel();
        let data = Arc::clone(&self.data);
        let params = json!({"events": EVENTS, "contexts": [&*self.data.id]});
        self.wire.start_in_order(Command::new(SUBSCRIBE, params), move |wire, reply| {
            let reply = reply.map(|raw| {
                if let Ok(Subscribed { subscription }) = parse::<Subscribed>(&raw) {
                    let mut held = lock(&data.subscription);
                    let ends = if data.state.is_network_watched() {
                        held.replace(subscription)
                    } else {
                        Some(subscription)
                    };
                    wire.post(ends.as_deref().map(unsubscribe).into_iter().collect());
                }
            });
            let _ = done.send(reply);
        });
        confirmed
    }
}

fn unsubscribe(subscription: &str) -> Command {
    Command::new("session.unsubscribe", json!({"subscriptions": [subscription]}))
}

/// Ends a watch that did not begin.
struct Unwatch<'a>(&'a PageState);

impl Drop for Unwatch<'_> {
    fn drop(&mut self) {
        self.0.watch_network(false);
    }
}

impl Registry {
    pub(super) fn on_network(&self, wire: &Wire, event: &Event<'_>) {
        let stopped = self.stopped(event);
        // A request that a rule concerns is told of only here: the browser tells of no second begin once it goes on. So it is
        // recorded first, and then decided about. What else waits for an answer is no step of a request, or not the page's.
        if stopped.as_ref().is_none_or(super::intercept::Waiting::is_begin) {
            self.note_request(event);
        }
        if let Some(stopped) = stopped {
            self.answer_stopped(wire, stopped);
        }
    }

    fn note_request(&self, event: &Event<'_>) {
        let Some(request) = event.read::<RequestEvent>() else { return };
        let Some(context) = &request.context else { return };
        let Some(page) = self.page_of(context) else { return };
        self.record(&page.state, event);
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
        if request.navigation.is_some() && NO_DOCUMENT.contains(&request.response.status) {
            self.aborted(context, request.navigation.as_deref());
        }
    }
}
