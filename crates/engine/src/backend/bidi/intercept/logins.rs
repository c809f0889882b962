//! Which server it is that asks for a log-in.
//!
//! After a redirect, Firefox's event tells of the first request: its address, and its answer. So the address is that of
//! the last begin that was told, and what a proxy asks for can be told apart only by the status of an answer that was not
//! redirected.

use super::{Request, StoppedEvent};
use crate::backend::bidi::registry::Registry;
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire};
use crate::launch::environment;
use serde::Deserialize;
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Of how many requests the addresses are kept. One whose address is no longer known gets no log-in.
const MOST: usize = 4_096;

/// The status by which a server asks for a log-in.
const UNAUTHORIZED: u16 = 401;

/// The status by which a proxy does.
const PROXY_ASKS: u16 = 407;

/// Where requests go now.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    known: HashMap<String, String>,
    order: VecDeque<String>,
}

impl Addresses {
    fn note(&mut self, id: String, address: String) {
        if self.known.insert(id.clone(), address).is_some() {
            return;
        }
        self.order.push_back(id);
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}

#[derive(Deserialize)]
struct Begin {
    request: Request,
}

impl Registry {
    /// Notes where a request goes, if servers may ask it for a log-in.
    pub(super) fn note_address(&self, event: &Event<'_>) {
        if event.method != super::SENT || lock(&self.intercept.rules).policy.credentials.is_empty() {
            return;
        }
        if let Some(Begin { request }) = event.read::<Begin>() {
            lock(&self.intercept.addresses).note(request.id, request.url);
        }
    }

    /// Answers the server that asks for a log-in.
    pub(super) fn authenticate(&self, wire: &Wire, stopped: &StoppedEvent) {
        let request = &stopped.request;
        let status = stopped.response.as_ref().map(|response| response.status);
        let credentials = Arc::clone(&lock(&self.intercept.rules).policy.credentials);
        let address = lock(&self.intercept.addresses).known.get(&request.id).cloned();
        let by_server = match status {
            Some(UNAUTHORIZED) => true,
            Some(PROXY_ASKS) => false,
            _ => !self.may_use_proxy(),
        };
        let is_known = address.as_deref().is_some_and(|address| credentials.is_for(address));
        let answer = address.filter(|_| by_server).and_then(|address| {
            credentials
                .answer(&address, &request.id)
                .map(|(name, word)| (name.to_owned(), word.to_owned()))
        });
        let params = match answer {
            Some((username, password)) => json!({
                "request": request.id,
                "action": "provideCredentials",
                "credentials": {"type": "password", "username": username, "password": password},
            }),
            // The call that loads the document sees the prompt, and says so.
            None if !is_known && self.is_main_document(stopped) => json!({"request": request.id, "action": "default"}),
            // The page gets the server's answer, and the person no question.
            None => json!({"request": request.id, "action": "cancel"}),
        };
        wire.post(vec![Command::new("network.continueWithAuth", params)]);
    }

    /// Whether the request is for the document of a page, and not for one of a frame in it.
    fn is_main_document(&self, stopped: &StoppedEvent) -> bool {
        let context = stopped.context.as_deref().filter(|_| stopped.navigation.is_some());
        context.is_some_and(|context| self.page_of(context).is_some_and(|page| &*page.id == context))
    }

    fn may_use_proxy(&self) -> bool {
        self.proxied.load(Ordering::Relaxed) || environment::gives_proxy()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_address_of_a_request_is_kept_and_the_oldest_request_forgotten() {
        let mut addresses = Addresses::default();
        addresses.note("a".to_owned(), "http://first.test/".to_owned());
        addresses.note("a".to_owned(), "http://second.test/".to_owned());
        assert_eq!(addresses.known.get("a").map(String::as_str), Some("http://second.test/"));
        for other in 0..MOST {
            addresses.note(other.to_string(), String::new());
        }
        assert!(!addresses.known.contains_key("a"));
        assert_eq!((addresses.known.len(), addresses.order.len()), (MOST, MOST));
    }
}
