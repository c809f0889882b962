//! Emulation: what the pages of a browser context are made to believe.
//!
//! The overrides belong to a session of the protocol, and hold in it over navigations, crashes and changes of the process. So each
//! session of a page gets them: the page's own, and those of frames in other processes. While anything is emulated, the browser
//! stops new pages and frames before their first script, until their session has the overrides. In a browser of another
//! program, only frames and pages that are attached are stopped.
//!
//! A time zone and a locale hold for a whole process, and go with the session that set them. Pages that opened each other may
//! share a process, so all of them set both again when one of them leaves.

use super::browser::CdpBrowser;
use super::hub::{Attaching, ContextId};
use super::overrides::{Needs, Part, State, metrics};
use super::page::CdpPage;
use super::tree::{FrameTree, SessionId};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, WireError};
use crate::backend::{Emulating, Owner, Page as _, PageId};
use crate::deadline;
use crate::emulation::identity::{self, Identity};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{Permission, Viewport};
use crate::report::Emulation;
use crate::text::quote;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

/// How long a page may take to confirm what it was told. A busy page does it later.
pub(super) const CONFIRM_LIMIT: Duration = Duration::from_secs(2);

/// An origin at which the browser is asked what it says of itself: a secure one, and no server's.
const ASKING: &str = "https://emulation.invalid";

/// The code of a refusal of the parameters themselves.
const INVALID_PARAMS: &str = "-32602";

/// What is emulated in a browser context, and the pages that have it.
#[derive(Debug, Default)]
pub(super) struct Emulated {
    state: Mutex<State>,
    pages: Mutex<Vec<Weak<CdpPage>>>,
    /// Held during a change.
    changing: tokio::sync::Mutex<()>,
}

impl Emulated {
    /// Of a context that takes certificates that cannot be trusted.
    pub(super) fn trusting() -> Self {
        let state = State {
            is_trusting: true,
            ..State::default()
        };
        Self {
            state: Mutex::new(state),
            ..Self::default()
        }
    }

    fn state(&self) -> State {
        lock(&self.state).clone()
    }

    /// What has to be told something before its first script.
    pub(super) fn needs(&self) -> Needs {
        lock(&self.state).needs()
    }

    /// The commands for a page that has missed a change.
    pub(super) fn all_commands(&self) -> Vec<Command> {
        let state = lock(&self.state);
        let all = Part::ALL
            .into_iter()
            .filter(|part| *part != Part::Certificates || state.is_trusting);
        all.map(|part| state.params(part).map_or_else(|| part.clear(), |params| part.set(params)))
            .collect()
    }

    /// The command for a new worker, which takes the language from no page.
    pub(super) fn worker_command(&self) -> Option<Command> {
        Some(Part::Agent.set(lock(&self.state).params(Part::Agent)?))
    }

    /// Adds a page that was attached.
    pub(super) fn add(&self, page: &Arc<CdpPage>) {
        let mut pages = lock(&self.pages);
        pages.retain(|page| page.strong_count() > 0);
        pages.push(Arc::downgrade(page));
    }

    fn pages(&self) -> Vec<Arc<CdpPage>> {
        lock(&self.pages)
            .iter()
            .filter_map(Weak::upgrade)
            .filter(|page| page.is_open())
            .collect()
    }

    /// The commands for a new session.
    pub(super) fn commands(&self, is_page: bool) -> Vec<Command> {
        let changes = lock(&self.state).changes(&State::default(), is_page);
        changes.into_iter().map(|(_, command)| command).collect()
    }

    /// Sets what a process has lost because a page has left it, or was closed.
    pub(super) fn left_process(&self, by: &CdpPage) {
        let state = self.state();
        let lost: Vec<_> = Part::ALL.into_iter().filter(|part| part.is_of_process()).collect();
        let lost: Vec<_> = lost
            .into_iter()
            .filter_map(|part| Some((part, state.params(part)?)))
            .collect();
        if lost.is_empty() {
            return;
        }
        for page in self.pages().iter().filter(|page| page.id != by.id) {
            for session in page.tree.look(FrameTree::sessions) {
                let again = lost.iter().map(|(part, params)| part.set(params.clone()).on(&session));
                page.wire.post(again.collect());
            }
        }
    }

    /// Device pixels for a CSS pixel, beside those of the browser itself.
    pub(super) fn scale(&self) -> f64 {
        lock(&self.state).wanted.device_scale_factor.unwrap_or(1.0)
    }

    /// Whether pages may be zoomed in from the start.
    pub(super) fn is_mobile(&self) -> bool {
        lock(&self.state).wanted.mobile == Some(true)
    }

    /// The parameters for a page that is resized.
    pub(super) fn metrics_of(&self, width: u32, height: u32) -> Value {
        let mut wanted = lock(&self.state).wanted.clone();
        if wanted.viewport != Some(Viewport::new(width, height)) {
            wanted.screen = None;
        }
        metrics(&wanted, Some(Viewport::new(width, height)))
    }
}

/// The command that has frames in other processes attached, and workers too if they are to be told something.
/// `heard`: what they write to the console or ask of servers is recorded from their first script on.
pub(super) fn attach_inner(needs: Needs, heard: bool) -> Command {
    let filter = if heard || needs == Needs::FramesAndWorkers {
        json!([{"type": "iframe"}, {"type": "worker"}, {"exclude": true}])
    } else {
        json!([{"type": "iframe"}, {"exclude": true}])
    };
    let waits = heard || needs != Needs::Nothing;
    Command::new(
        "Target.setAutoAttach",
        json!({"autoAttach": true, "waitForDebuggerOnStart": waits, "flatten": true, "filter": filter}),
    )
}

/// The command that lets a session go on that was stopped before its first script.
pub(super) fn go_on(session: &SessionId) -> Command {
    Command::new("Runtime.runIfWaitingForDebugger", json!({})).on(session)
}

/// Whether new pages are stopped before their first script.
#[derive(Debug, Default)]
pub(super) struct StopsPages(AtomicBool);

impl CdpBrowser {
    /// Has new pages stopped before their first script from now on. Once begun, this stays: to end it would end the sessions of
    /// the pages.
    pub(super) async fn stop_new_pages(&self) -> Result<()> {
        if self.owner != Owner::Us || self.stops_pages.0.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let pages = Attaching {
            pages: true,
            ..Attaching::default()
        };
        self.hub.attach_also(&self.wire, pages);
        // The browser answers in order: from its answer on, new pages are stopped.
        self.ask::<Value>("Browser.getVersion", json!({})).await?;
        Ok(())
    }

    /// Emulates in all pages of a context.
    pub(super) async fn emulate_in(
        &self,
        context: Option<&ContextId>,
        emulated: &Emulated,
        wanted: &Emulation,
        sizes_again: bool,
    ) -> Result<Emulating> {
        if self.is_tunnel {
            let what = "nothing is emulated in the user's own browser";
            return Err(EngineError::new(ErrorKind::Unsupported, what));
        }
        let alone = emulated.changing.lock().await;
        let before = emulated.state();
        let mut wanted = wanted.clone();
        let agent = self.agent_for(context, &mut wanted, &before).await?;
        let timezone = wanted.timezone.clone();
        let next = State {
            wanted,
            agent,
            is_trusting: before.is_trusting,
        };
        if next.needs() != Needs::Nothing {
            self.stop_new_pages().await?;
        }
        self.set_permissions(context, &before.permissions(), &next.permissions())
            .await?;
        // Sessions that begin from now on get the new state by themselves.
        *lock(&emulated.state) = next.clone();
        let unconfirmed = match self.tell(emulated, &before, &next, sizes_again).await {
            Ok(unconfirmed) => unconfirmed,
            Err(error) => {
                *lock(&emulated.state) = before.clone();
                // What went wrong is told; the way back is not.
                let _ = self.tell(emulated, &next, &before, false).await;
                let _ = self
                    .set_permissions(context, &next.permissions(), &before.permissions())
                    .await;
                return Err(error);
            }
        };
        drop(alone);
        Ok(Emulating { timezone, unconfirmed })
    }

    /// The override of the user agent. Refuses a locale and a time zone that the browser does not know, and writes the name of
    /// a time zone as the browser does: its override takes no other way of writing, and says nothing of that where one is in
    /// force already.
    async fn agent_for(&self, context: Option<&ContextId>, wanted: &mut Emulation, before: &State) -> Result<Option<Value>> {
        let old = &before.wanted;
        if wanted.asks_like(old) && wanted.timezone == old.timezone {
            return Ok(before.agent.clone());
        }
        let (agent, locale, zone) = (
            wanted.user_agent.as_deref(),
            wanted.locale.as_deref(),
            wanted.timezone.as_deref(),
        );
        if agent.is_none() && locale.is_none() && zone.is_none() {
            return Ok(None);
        }
        let own = self.identity(context, locale, zone).await?;
        let unknown = |what: &str, value: &str, example: &str| {
            let context = format!("the browser does not know the {what} {}", quote(value));
            EngineError::new(ErrorKind::InvalidInput, context).with_next_step(format!("give one such as {example}"))
        };
        if let (Some(zone), None) = (zone, &own.timezone) {
            return Err(unknown("time zone", zone, "Europe/Berlin"));
        }
        if let Some(locale) = locale.filter(|_| !own.knows_locale) {
            return Err(unknown("locale", locale, "de-DE"));
        }
        let agent = (agent.is_some() || locale.is_some()).then(|| identity::override_of(agent, locale, &own));
        if wanted.timezone.is_some() {
            wanted.timezone = own.timezone;
        }
        Ok(agent)
    }

    /// What the browser says of itself, from a page that is none of the session's and has no override.
    async fn identity(&self, context: Option<&ContextId>, locale: Option<&str>, zone: Option<&str>) -> Result<Identity> {
        let answer = self.in_origin_of(context, ASKING, &identity::question(locale, zone)).await?;
        serde_json::from_str(&answer).map_err(|error| {
            let what = "what the browser says of itself could not be read";
            EngineError::new(ErrorKind::Protocol, what).with_source(error)
        })
    }

    async fn set_permissions(&self, context: Option<&ContextId>, old: &[Permission], new: &[Permission]) -> Result<()> {
        let within = |mut params: Value| {
            if let Some(context) = context {
                params["browserContextId"] = json!(&**context);
            }
            params
        };
        if old == new {
            return Ok(());
        }
        let is_reset = !new.starts_with(old);
        let added = if is_reset { new } else { &new[old.len()..] };
        if is_reset {
            self.ask::<Value>("Browser.resetPermissions", within(json!({}))).await?;
        }
        for permission in added {
            let set = Command::new("Browser.setPermission", within(set_permission(permission)));
            match self.wire.send(set).await {
                Ok(_) => {}
                Err(error @ WireError::Refused { .. }) => {
                    self.ask::<Value>("Browser.resetPermissions", within(json!({}))).await?;
                    for known in old {
                        let again = Command::new("Browser.setPermission", within(set_permission(known)));
                        let _ = self.wire.send(again).await;
                    }
                    let what = format!("the browser refuses to set the permission {}", quote(&permission.name));
                    let advice = "give the name of another permission, or another state";
                    return Err(EngineError::new(ErrorKind::InvalidInput, what)
                        .with_source(error)
                        .with_next_step(advice));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Tells all sessions of the pages what changes, and the size also where it does not. Returns how many pages have not
    /// confirmed it.
    async fn tell(&self, emulated: &Emulated, before: &State, next: &State, sizes_again: bool) -> Result<usize> {
        let limit = deadline::at_most(CONFIRM_LIMIT);
        let mut sent: Vec<(PageId, Option<Part>)> = Vec::new();
        let mut commands = Vec::new();
        for page in emulated.pages() {
            if page.refuse_ended().is_err() {
                // It has crashed, and is told once it is loaded again.
                page.missed_emulation.store(true, Ordering::Relaxed);
                continue;
            }
            for session in page.tree.look(FrameTree::sessions) {
                if next.needs() != before.needs() {
                    sent.push((Arc::clone(&page.id), None));
                    commands.push(page.attach_inner_for(next.needs()).on(&session).within(limit));
                }
                let is_page = session == page.session;
                let mut changes = next.changes(before, is_page);
                if is_page && sizes_again && !changes.iter().any(|(part, _)| *part == Part::Metrics) {
                    let size = next.params(Part::Metrics);
                    changes.extend(size.map(|params| (Part::Metrics, Part::Metrics.set(params))));
                }
                for (part, command) in changes {
                    sent.push((Arc::clone(&page.id), Some(part)));
                    commands.push(command.on(&session).within(limit));
                }
            }
        }
        let mut unconfirmed = BTreeSet::new();
        for ((page, part), reply) in sent.into_iter().zip(self.wire.batch(commands).await) {
            match reply {
                // A process in which another session has set the value refuses it, and a session may have gone.
                Ok(_) | Err(WireError::SessionGone { .. }) => {}
                Err(WireError::Refused { .. }) if part.is_none() => {}
                Err(WireError::Refused { code, .. }) if part.is_some_and(Part::is_of_process) && code != INVALID_PARAMS => {}
                Err(WireError::Late { .. }) => {
                    unconfirmed.insert(page);
                }
                Err(error) if self.hub.known.look(|known| known.contains(&page)) => return Err(error.into()),
                Err(error @ WireError::Ended { .. }) => return Err(error.into()),
                Err(_) => {}
            }
        }
        Ok(unconfirmed.len())
    }
}

fn set_permission(permission: &Permission) -> Value {
    let mut params = json!({"permission": {"name": permission.name}, "setting": permission.state.name()});
    if let Some(origin) = &permission.origin {
        params["origin"] = json!(origin);
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::EmulateOptions;

    #[test]
    fn a_page_that_is_resized_keeps_scale_and_layout() {
        let emulated = Emulated::default();
        let device = EmulateOptions::default().device("Pixel 7");
        lock(&emulated.state).wanted = Emulation::default().with(&device).expect("a device");
        let params = emulated.metrics_of(300, 200);
        assert_eq!(
            (&params["width"], &params["mobile"], &params["deviceScaleFactor"]),
            (&json!(300), &json!(true), &json!(2.625))
        );
        assert_eq!(
            (&params["screenWidth"], &params["screenOrientation"]["type"]),
            (&json!(300), &json!("landscapePrimary"))
        );
        let plain = Emulated::default().metrics_of(300, 200);
        assert_eq!(
            plain,
            json!({"width": 300, "height": 200, "deviceScaleFactor": 0.0, "mobile": false})
        );
    }
}
