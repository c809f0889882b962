//! Requests of a page's sessions, recorded while a call waits for the network to be idle.

use crate::backend::PageState;
use crate::backend::wire::{Command, Event};
use serde::Deserialize;
use serde_json::json;

/// Requests that stay open by design, or that the page does not wait for.
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

/// The events that begin and end a request. Others are of other forms.
const COUNTED: [&str; 4] = [
    "Network.requestWillBeSent",
    "Network.responseReceived",
    "Network.loadingFinished",
    "Network.loadingFailed",
];

/// Records a network event in the page's state.
pub(super) fn record(state: &PageState, event: &Event<'_>) {
    if !state.is_network_watched() || !COUNTED.contains(&event.method) {
        return;
    }
    let Some(request) = event.read::<RequestEvent>() else { return };
    match event.method {
        "Network.requestWillBeSent"
            if !UNCOUNTED.contains(&request.kind.as_str()) && !request.request.url.starts_with("data:") =>
        {
            state.request_began(&request.request_id, request.kind == "Document");
        }
        "Network.responseReceived" if request.response.mime_type != "text/event-stream" => {}
        "Network.responseReceived" | "Network.loadingFinished" | "Network.loadingFailed" => {
            state.request_ended(&request.request_id);
        }
        _ => {}
    }
}

/// The command that switches a session's events on or off.
pub(super) fn command(on: bool) -> Command {
    if on {
        // The response bodies are not needed, so the browser keeps none.
        Command::new("Network.enable", json!({"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}))
    } else {
        Command::new("Network.disable", json!({}))
    }
}
