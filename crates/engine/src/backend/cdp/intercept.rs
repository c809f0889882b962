//! Requests that are stopped before they leave the browser.
//!
//! A session with the browser itself stops the requests of all pages, frames and workers, also the first ones of new pages. It
//! does not see those of documents that were loaded before, so the sessions of pages stop requests too. A request that both have
//! stopped is decided about once.

use super::browser::CdpBrowser;
use super::emulation::CONFIRM_LIMIT;
use super::held_request::hold;
use super::hub::{ContextId, Hub, Place};
use super::own_headers::refuse_own_headers;
use super::past_workers;
use super::prompts::Challenge;
use super::protocol::SessionId as SessionParam;
use super::tree::SessionId;
use crate::backend::Unsent;
use crate::backend::intercept::{
    ASKS_FOR, Blocked, Conditions, Ending, Holder, Policy, Rules, Stopped, Unconfirmed, Verdict, answer_headers,
    preflight_headers,
};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire, WireError, read};
use crate::deadline;
use crate::error::Result;
use crate::options::{FailReason, RequestKind, RouteOptions};
use crate::report::RouteInfo;
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long sessions may take to confirm what they stop. The browser answers, also for a busy page.
const LIMIT: Duration = Duration::from_secs(5);

/// How many requests are remembered that one session has let go on and the other one has not seen yet.
const MOST_DECIDED: usize = 512;

/// What is stopped in a browser, and why.
#[derive(Debug, Default)]
pub(super) struct Intercept {
    pub(super) rules: Mutex<Rules>,
    /// The session with the browser itself, once there was a rule.
    browser: Mutex<Option<SessionId>>,
    /// Held while the sessions are told what to stop.
    telling: tokio::sync::Mutex<()>,
    decided: Mutex<VecDeque<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paused {
    pub(super) request_id: String,
    request: Request,
    #[serde(default)]
    pub(super) frame_id: String,
    #[serde(default)]
    pub(super) resource_type: String,
    auth_challenge: Option<Challenge>,
}

#[derive(Deserialize)]
struct Request {
    url: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

impl Hub {
    /// Handles an event about a request that was stopped by a rule. Returns `false` for an event of another cause.
    pub(super) fn on_stopped(&self, wire: &Wire, event: &Event<'_>) -> bool {
        let Some(session) = event.session else { return false };
        let ours = lock(&self.intercept.browser).as_deref() == Some(session);
        if !ours && self.known.look(|known| known.of_session(session)).is_none() {
            return false;
        }
        let session: SessionId = session.into();
        let Some(paused) = event.read::<Paused>() else { return true };
        match &paused.auth_challenge {
            Some(challenge) => self.authenticate(wire, &session, &paused, challenge),
            None => self.decide(wire, &session, paused),
        }
        true
    }

    fn decide(&self, wire: &Wire, session: &SessionId, paused: Paused) {
        let Paused {
            request_id,
            request,
            frame_id,
            resource_type,
            ..
        } = paused;
        let id = request_id.as_str();
        let is_guard = lock(&self.intercept.browser).as_ref() == Some(session);
        let key = format!("{frame_id} {} {}", request.method, request.url);
        let holder = self.holder_of(&frame_id);
        let asked = |wanted: &str| header_of(&request.headers, wanted);
        let stopped = Stopped {
            url: &request.url,
            method: &request.method,
            kind: kind(&resource_type),
            asks_for: asked(ASKS_FOR),
        };
        // What a page's session has stopped comes to the one with the browser afterwards.
        let known = is_guard && self.intercept.was_decided(&key);
        let verdict = {
            let mut rules = lock(&self.intercept.rules);
            // Where it may go is asked each time.
            rules.decide(if known { None } else { holder.as_ref() }, stopped)
        };
        let command = match verdict {
            Verdict::Pass => go_on(id),
            Verdict::Refuse(blocked) => {
                self.note_blocked(&frame_id, blocked, resource_type == "Document");
                fail(id, "BlockedByClient")
            }
            Verdict::End(ending) => {
                if resource_type == "Document"
                    && let Some(page) = self.page_of_frame(&frame_id)
                    && self.known.look(|known| known.contains(&frame_id))
                {
                    let unsent = Unsent::Ended(request.url.clone(), ending);
                    page.blocked.record_document(unsent);
                }
                match ending {
                    Ending::Blocked => fail(id, "BlockedByClient"),
                    Ending::Failed(reason) => fail(id, error_name(reason)),
                }
            }
            Verdict::Answer(answer) => fulfill(id, &answer, asked("origin")),
            Verdict::Allow => answer(id, 204, preflight_headers(asked), ""),
            Verdict::Change(change) => {
                self.intercept.remember(key, is_guard);
                let headers: Vec<_> = change
                    .apply(request.headers)
                    .into_iter()
                    .map(|(name, value)| json!({"name": name, "value": value}))
                    .collect();
                Command::new("Fetch.continueRequest", json!({"requestId": id, "headers": headers}))
            }
            Verdict::Hold(delay, held) => {
                self.intercept.remember(key, is_guard);
                let then = go_on(&request_id);
                hold(wire, session, request_id, delay, held, then);
                return;
            }
        };
        wire.post(vec![command.on(session)]);
    }

    /// Whose page a frame is in. Workers of several pages are no frames: with one session only, they are its own.
    fn holder_of(&self, frame: &str) -> Option<Holder> {
        self.known.look(|known| known.context_of_frame(frame)).or_else(|| {
            let several = |place: &Place| matches!(place, Place::Session(_));
            let alone = self.contexts.look(|contexts| !contexts.values().any(several));
            alone.then_some(None)
        })
    }

    fn note_blocked(&self, frame: &str, blocked: Blocked, document: bool) {
        tracing::info!(origin = blocked.origin, pattern = blocked.pattern, "a request was blocked");
        if let Some(page) = self.page_of_frame(frame) {
            let main = document && self.known.look(|known| known.contains(frame));
            let opener = self.opener(frame).filter(|_| main);
            page.record_blocked(blocked, main, opener.map(|opener| Arc::clone(&opener.state)).as_deref());
        }
    }

    /// Tells a new session of a page what to stop.
    pub(super) fn stop_requests_of(&self, wire: &Wire, session: &SessionId, page: &str) {
        let holder = self.known.look(|known| known.context_of_frame(page)).flatten();
        let rules = lock(&self.intercept.rules);
        let enable = self.enable(&rules, Some(&holder)).map(|command| command.on(session));
        let conditions = rules.conditions(&holder);
        let page = self.known.look(|known| known.of_session(session));
        let recorded = page.as_ref().is_some_and(|page| page.state.recorder().is_some());
        let slow = slow_down(conditions, false, recorded);
        let routed = rules.has_routes_of(&holder);
        if let Some(page) = page {
            page.is_slowed.fetch_or(conditions.is_slow(), Ordering::Relaxed);
            page.is_routed.fetch_or(routed, Ordering::Relaxed);
        }
        let past = routed.then(|| past_workers::commands(true, recorded));
        let network = slow.into_iter().chain(past.into_iter().flatten());
        wire.post(enable.into_iter().chain(network.map(|command| command.on(session))).collect());
    }

    /// Forgets the rules of a browser context that is gone.
    pub(super) fn forget_rules(&self, context: &ContextId) {
        lock(&self.intercept.rules).forget(&Some(Arc::clone(context)));
    }
}

impl Intercept {
    /// Remembers a request that goes on, unless the last one to see it has decided.
    fn remember(&self, key: String, is_guard: bool) {
        if is_guard {
            return;
        }
        let mut decided = lock(&self.decided);
        if decided.len() == MOST_DECIDED {
            decided.pop_front();
        }
        decided.push_back(key);
    }

    /// Whether a page's session has decided about the request and let it go on. Asked once.
    fn was_decided(&self, key: &str) -> bool {
        let mut decided = lock(&self.decided);
        let at = decided.iter().position(|known| known == key);
        at.is_some_and(|at| decided.remove(at).is_some())
    }
}

impl Hub {
    /// The command that stops what the rules of a session concern, or all rules; `None` if there are none.
    fn enable(&self, rules: &Rules, holder: Option<&Option<ContextId>>) -> Option<Command> {
        let patterns = rules.patterns(holder);
        if patterns.is_empty() {
            return None;
        }
        // A question mark stands for one character there.
        let escaped = |pattern: &String| pattern.replace('\\', "\\\\").replace('?', "\\?");
        let patterns: Vec<_> = patterns
            .iter()
            .map(|pattern| json!({"urlPattern": escaped(pattern)}))
            .collect();
        // Requests that are stopped anyway cost nothing more. The user of another program's browser answers its prompts.
        let asks = self.is_ours() || !rules.policy.credentials.is_empty();
        Some(Command::new(
            "Fetch.enable",
            json!({"patterns": patterns, "handleAuthRequests": asks}),
        ))
    }

    /// Tells all sessions what to stop.
    pub(super) async fn stop_requests(&self, wire: &Wire) -> Result<()> {
        let _alone = self.intercept.telling.lock().await;
        let guard = lock(&self.intercept.browser).clone();
        let (all, needed) = {
            let rules = lock(&self.intercept.rules);
            let all = self.enable(&rules, None);
            let needed = all.is_some();
            (all.unwrap_or_else(|| Command::new("Fetch.disable", json!({}))), needed)
        };
        let guard = match guard {
            Some(guard) => guard,
            None if !needed => return Ok(()),
            None => {
                let method = "Target.attachToBrowserTarget";
                let reply = wire.send(Command::new(method, json!({}))).await;
                let SessionParam { session_id } = read(method, reply)?;
                let guard: SessionId = session_id.into();
                *lock(&self.intercept.browser) = Some(Arc::clone(&guard));
                guard
            }
        };
        read::<Value>("Fetch.enable", wire.send(all.on(&guard).within(LIMIT)).await)?;
        let sessions = self.known.look(super::known::Known::page_sessions);
        let commands = {
            let rules = lock(&self.intercept.rules);
            let each = sessions.iter().map(|(session, holder)| {
                let command = self
                    .enable(&rules, Some(holder))
                    .unwrap_or_else(|| Command::new("Fetch.disable", json!({})));
                command.on(session).within(LIMIT)
            });
            each.collect::<Vec<_>>()
        };
        // A page may go meanwhile.
        for reply in wire.batch(commands).await {
            if let Err(error) = reply {
                tracing::debug!(%error, "a page was not told which requests to stop");
            }
        }
        Ok(())
    }
}

impl CdpBrowser {
    /// Tells all sessions what to stop.
    async fn tell_sessions(&self) -> Result<()> {
        self.hub.stop_requests(&self.wire).await?;
        self.lead_past_workers().await;
        Ok(())
    }

    pub(super) async fn hold_to(&self, policy: Policy) -> Result<()> {
        if policy.is_empty() {
            return Ok(());
        }
        lock(&self.hub.intercept.rules).policy = policy;
        self.tell_sessions().await
    }

    pub(super) async fn add_route_of(&self, context: Option<&ContextId>, route: RouteOptions) -> Result<RouteInfo> {
        refuse_own_headers(&route)?;
        let holder = context.cloned();
        let added = Unconfirmed::add(&self.hub.intercept.rules, &holder, route)?;
        self.tell_sessions().await?;
        self.forget_loaded(&holder);
        Ok(past_workers::told(added.confirm()))
    }

    pub(super) fn routes_of(&self, context: Option<&ContextId>) -> Vec<RouteInfo> {
        let routes = lock(&self.hub.intercept.rules).list(&context.cloned());
        routes.into_iter().map(past_workers::told).collect()
    }

    pub(super) async fn remove_routes_of(&self, context: Option<&ContextId>, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        let holder = context.cloned();
        let removed = lock(&self.hub.intercept.rules).remove(&holder, id);
        if !removed.is_empty() {
            self.tell_sessions().await?;
            self.forget_loaded(&holder);
        }
        Ok(removed.into_iter().map(past_workers::told).collect())
    }

    /// Makes the renderers of a holder's pages forget what they have loaded. They take it from their own memory for later
    /// documents, and no rule is asked; what the browser keeps on disk is asked for like any other request. A page that is busy
    /// does it before it begins the next document, and is not waited for.
    fn forget_loaded(&self, holder: &Holder) {
        let sessions = self.hub.known.look(super::known::Known::page_sessions);
        for (session, _) in sessions.into_iter().filter(|(_, of)| of == holder) {
            let Some(page) = self.hub.known.look(|known| known.of_session(&session)) else {
                continue;
            };
            // Only a session that reports its requests has a say in what is taken from memory.
            let reports = page.reports();
            let switch = |on: bool| (!reports).then(|| super::network::command(on));
            let set = |disabled: bool| Command::new("Network.setCacheDisabled", json!({"cacheDisabled": disabled}));
            let commands = switch(true).into_iter().chain([set(true), set(false)]).chain(switch(false));
            self.wire.post(commands.map(|command| command.on(&session)).collect());
        }
    }

    pub(super) async fn set_network_of(&self, context: Option<&ContextId>, conditions: Conditions) -> Result<usize> {
        let holder = context.cloned();
        let before = {
            let mut rules = lock(&self.hub.intercept.rules);
            let before = rules.conditions(&holder);
            rules.set_conditions(&holder, conditions);
            before
        };
        self.tell_sessions().await?;
        let sessions = self.hub.known.look(super::known::Known::page_sessions);
        let limit = deadline::at_most(CONFIRM_LIMIT);
        let (mut commands, mut told) = (Vec::new(), Vec::new());
        for (session, of) in sessions {
            if of != holder {
                continue;
            }
            let Some(page) = self.hub.known.look(|known| known.of_session(&session)) else {
                continue;
            };
            page.is_slowed.store(conditions.is_slow(), Ordering::Relaxed);
            let recorded = page.state.recorder().is_some();
            let each = slow_down(conditions, !before.is_real(), recorded).into_iter();
            let off = (before.is_slow() && !page.reports()).then(|| super::network::command(false));
            let count = commands.len();
            commands.extend(each.chain(off).map(|command| command.on(&session).within(limit)));
            told.resize(told.len() + commands.len() - count, Arc::clone(&page.id));
        }
        let mut unconfirmed = BTreeSet::new();
        for (page, reply) in told.into_iter().zip(self.wire.batch(commands).await) {
            match reply {
                Ok(_) => {}
                Err(WireError::Late { .. }) => {
                    unconfirmed.insert(page);
                }
                Err(error) => tracing::debug!(%error, "the network of a page was not set"),
            }
        }
        Ok(unconfirmed.len())
    }
}

/// The commands that make a session see the network in another way. `reset`: also if it is as it is. `recorded`: the session
/// reports its requests already, and keeps their bodies.
fn slow_down(conditions: Conditions, reset: bool, recorded: bool) -> Vec<Command> {
    if conditions.is_real() && !reset {
        return Vec::new();
    }
    let rate = |rate: Option<f64>| rate.unwrap_or(-1.0);
    let set = json!({
        "offline": conditions.offline,
        "latency": conditions.latency.unwrap_or(0.0),
        "downloadThroughput": rate(conditions.download),
        "uploadThroughput": rate(conditions.upload),
    });
    let mut commands = Vec::new();
    if conditions.is_slow() && !recorded {
        commands.push(super::network::command(true));
    }
    commands.push(Command::new("Network.emulateNetworkConditions", set));
    commands
}

fn go_on(id: &str) -> Command {
    Command::new("Fetch.continueRequest", json!({"requestId": id}))
}

fn fail(id: &str, reason: &str) -> Command {
    Command::new("Fetch.failRequest", json!({"requestId": id, "errorReason": reason}))
}

/// Answers a request with what a route holds.
fn fulfill(id: &str, with: &RouteOptions, origin: Option<&str>) -> Command {
    let body = with.base64.as_deref().unwrap_or_default();
    answer(id, with.status.unwrap_or(200), answer_headers(with, origin), body)
}

fn answer(id: &str, status: u16, headers: Vec<(String, String)>, base64: &str) -> Command {
    let headers: Vec<_> = headers
        .into_iter()
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect();
    // Chromium never ends a request with a status that it has no phrase for.
    let phrase = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    let params = json!({
        "requestId": id,
        "responseCode": status,
        "responsePhrase": phrase.unwrap_or("Unknown"),
        "responseHeaders": headers,
        "body": base64,
    });
    Command::new("Fetch.fulfillRequest", params)
}

fn header_of<'a>(headers: &'a BTreeMap<String, String>, wanted: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .map(|(_, value)| value.as_str())
}

fn kind(resource: &str) -> RequestKind {
    match resource {
        "Document" => RequestKind::Document,
        "Stylesheet" => RequestKind::Stylesheet,
        "Image" => RequestKind::Image,
        "Media" | "TextTrack" => RequestKind::Media,
        "Font" => RequestKind::Font,
        "Script" => RequestKind::Script,
        "XHR" | "Fetch" | "EventSource" => RequestKind::Fetch,
        _ => RequestKind::Other,
    }
}

fn error_name(reason: FailReason) -> &'static str {
    match reason {
        FailReason::Failed => "Failed",
        FailReason::Aborted => "Aborted",
        FailReason::TimedOut => "TimedOut",
        FailReason::AccessDenied => "AccessDenied",
        FailReason::ConnectionClosed => "ConnectionClosed",
        FailReason::ConnectionReset => "ConnectionReset",
        FailReason::ConnectionRefused => "ConnectionRefused",
        FailReason::NameNotResolved => "NameNotResolved",
        FailReason::InternetDisconnected => "InternetDisconnected",
        FailReason::AddressUnreachable => "AddressUnreachable",
    }
}
