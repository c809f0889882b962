//! Requests of a page's sessions, while someone waits for them to end.

use super::page::CdpPage;
use super::tree::FrameTree;
use crate::backend::wire::{Command, Event};
use serde::Deserialize;
use serde_json::json;

/// Held open by design, or of no interest to the page.
const UNCOUNTED: [&str; 6] = ["EventSource", "WebSocket", "Media", "Ping", "Prefetch", "CSPViolationReport"];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RequestEvent {
    request_id: String,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    request: Address,
    #[serde(default)]
    response: Response,
}

#[derive(Debug, Default, Deserialize)]
struct Address {
    #[serde(default)]
    url: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(default)]
    mime_type: String,
}

impl CdpPage {
    /// Switches the events on or off, in all sessions.
    pub(super) fn listen_to_network(&self, on: bool) {
        if !self.state.watch_network(on) {
            return;
        }
        let sessions = self.tree.look(FrameTree::sessions);
        self.wire
            .post(sessions.iter().map(|session| command(on).on(session)).collect());
    }

    pub(super) fn on_network(&self, event: &Event<'_>) {
        let Some(told) = event.read::<RequestEvent>() else { return };
        match event.method {
            "Network.requestWillBeSent" if !UNCOUNTED.contains(&told.kind.as_str()) && !told.request.url.starts_with("data:") => {
                self.state.request_began(&told.request_id, told.kind == "Document");
            }
            "Network.responseReceived" if told.response.mime_type != "text/event-stream" => {}
            "Network.responseReceived" | "Network.loadingFinished" | "Network.loadingFailed" => {
                self.state.request_ended(&told.request_id);
            }
            _ => {}
        }
    }
}

/// The command that switches a session's events on or off.
pub(super) fn command(on: bool) -> Command {
    if on {
        // Nothing of the contents is wanted, so that none is kept.
        Command::new("Network.enable", json!({"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}))
    } else {
        Command::new("Network.disable", json!({}))
    }
}
