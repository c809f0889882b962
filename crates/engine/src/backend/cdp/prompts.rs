//! Servers and proxies that ask for a log-in, and the browser's prompt for it.
//!
//! Chromium gives a challenge only to a session that stops the request, and stopping every request costs each of them about a
//! millisecond. So its prompt can open for a request of a page, and it keeps all input from that page. No event tells of it. Once
//! input was kept away, all requests are stopped, so that the page gets the server's answer after it was loaded again.

use super::hub::Hub;
use super::intercept::Paused;
use super::page::CdpPage;
use super::tree::SessionId;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Wire};
use crate::error::NextStep;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// Who asks for a log-in.
#[derive(Deserialize)]
pub(super) struct Challenge {
    #[serde(default)]
    source: String,
    #[serde(default)]
    origin: String,
}

impl Hub {
    /// Answers the server or the proxy that asks for a log-in.
    pub(super) fn authenticate(&self, wire: &Wire, session: &SessionId, paused: &Paused, challenge: &Challenge) {
        let credentials = Arc::clone(&lock(&self.intercept.rules).policy.credentials);
        let known = (challenge.source != "Proxy").then(|| credentials.answer(&challenge.origin, &paused.request_id));
        let is_main = paused.resource_type == "Document" && self.known.look(|known| known.contains(&paused.frame_id));
        let response = match known.flatten() {
            Some((username, password)) => {
                json!({"response": "ProvideCredentials", "username": username, "password": password})
            }
            // The failed load of a page says why. Anything else would wait for a person, so that it gets the server's answer.
            None if is_main => {
                credentials.note_refused(&challenge.origin);
                json!({"response": "Default"})
            }
            None => json!({"response": "CancelAuth"}),
        };
        let params = json!({"requestId": paused.request_id, "authChallengeResponse": response});
        wire.post(vec![Command::new("Fetch.continueWithAuth", params).on(session)]);
    }
}

impl CdpPage {
    /// What keeps input from a page that answers, and what is to be done.
    pub(super) async fn lost_input(&self) -> Option<(&'static str, NextStep)> {
        const OURS: &str = "a window of the browser's own keeps input from the page, most likely the prompt for a name and a password that a request of the page has opened; from now on, such a request gets the server's refusal, and no prompt opens";
        const OTHERS: &str = "a window of the browser's own keeps input from the page, most likely the prompt for a name and a password that a request of the page has opened";
        if !self.is_ours {
            let step = NextStep::advice("ask the user to answer or to close that window in the browser, and try again");
            return Some((OTHERS, step));
        }
        let hub = self.related.hub.upgrade()?;
        lock(&hub.intercept.rules).answers_prompts = true;
        if let Err(error) = hub.stop_requests(&self.wire).await {
            tracing::debug!(%error, "the prompts of the browser are not answered");
            return None;
        }
        Some((OURS, NextStep::ReloadPage))
    }
}
