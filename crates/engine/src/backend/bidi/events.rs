//! Handles events of the connection and records them in the [`Registry`].

use super::protocol::{InContext, NavigationInfo, RealmCreated, RealmDestroyed};
use super::registry::Registry;
use super::restored;
use crate::backend::Happening;
use crate::backend::state::PageEnd;
use crate::backend::wire::{Event, EventSink, Wire};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The subscribed events.
pub(super) const EVENTS: [&str; 17] = [
    "browsingContext.contextCreated",
    "browsingContext.contextDestroyed",
    "browsingContext.navigationStarted",
    "browsingContext.navigationCommitted",
    "browsingContext.navigationFailed",
    "browsingContext.navigationAborted",
    "browsingContext.domContentLoaded",
    "browsingContext.load",
    "browsingContext.fragmentNavigated",
    "browsingContext.historyUpdated",
    "browsingContext.userPromptOpened",
    "browsingContext.userPromptClosed",
    "browsingContext.downloadWillBegin",
    "browsingContext.downloadEnd",
    "script.realmCreated",
    "script.realmDestroyed",
    "input.fileDialogOpened",
];

/// Receives the connection's events for the registry.
pub(super) struct Listener(pub(super) Arc<Registry>);

impl EventSink for Listener {
    fn event(&self, wire: &Wire, event: Event<'_>) {
        if event.method == "script.realmCreated" {
            if let Some(realm) = event.read::<RealmCreated>()
                && let (Some(context), None) = (realm.context, realm.sandbox)
            {
                self.0.realm_created(realm.realm, &context);
                restored::watch(&self.0, wire, context);
            }
            return;
        }
        if event.method == "script.realmDestroyed" {
            read(&event, |RealmDestroyed { realm }| self.0.realm_destroyed(&realm));
            return;
        }
        if event.method == super::console::EVENT {
            return self.0.on_log(&event);
        }
        if event.method == super::by_hand::EVENT {
            return self.0.on_told(&event);
        }
        if event.method == "input.fileDialogOpened" {
            read(&event, |chooser| self.0.chooser_opened(chooser));
        } else if event.method.starts_with("network.") {
            self.0.on_network(wire, &event);
        } else if let Some(name) = event.method.strip_prefix("browsingContext.") {
            if matches!(name, "navigationStarted" | "navigationCommitted") {
                self.0.permit_origin(wire, &event);
            }
            self.0.on_context_event(name, &event);
        }
    }

    fn ended(&self, why: &str) {
        self.0.set_ended(why);
        // Wakes the waiting tasks of every page.
        for page in self.0.pages().values() {
            page.state.set_end(PageEnd::Closed);
        }
    }
}

impl Registry {
    fn on_context_event(&self, name: &str, event: &Event<'_>) {
        match name {
            "contextCreated" => read(event, |info| self.add(&info)),
            "contextDestroyed" => read(event, |InContext { context }| self.remove(&context)),
            "navigationStarted" => read(event, |info| self.started(info)),
            "navigationCommitted" => read(event, |info| self.committed(&info)),
            "navigationFailed" | "navigationAborted" => {
                read(event, |info: NavigationInfo| {
                    self.aborted(&info.context, info.navigation.as_deref());
                });
            }
            "domContentLoaded" => {
                read(event, |InContext { context }| {
                    self.loading(&context, Happening::DomContentLoaded);
                });
            }
            "load" => read(event, |InContext { context }| self.loading(&context, Happening::Loaded)),
            "fragmentNavigated" | "historyUpdated" => read(event, |info| self.moved(info)),
            "userPromptOpened" => read(event, |prompt| self.prompt_opened(prompt)),
            "userPromptClosed" => read(event, |closed| self.prompt_closed(&closed)),
            "downloadWillBegin" => read(event, |download| self.download_started(download)),
            "downloadEnd" => read(event, |download| self.download_ended(download)),
            _ => {}
        }
    }
}

/// Parses the parameters of an event and handles them. Unreadable parameters are ignored.
fn read<T: DeserializeOwned>(event: &Event<'_>, handle: impl FnOnce(T)) {
    if let Some(params) = event.read() {
        handle(params);
    }
}
