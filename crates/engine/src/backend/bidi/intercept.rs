//! Requests that are stopped before they leave the browser.
//!
//! Firefox reports the handshakes of `WebSockets` as requests, too. It reports no request of a shared or a service worker, and no
//! connection that is made ahead of a request: the proxies that a launched browser is given refuse those (`launch`).

mod logins;
mod told;

use self::logins::Addresses;
use self::told::{Subscription, tell, unsaid};
use super::browser::BidiBrowser;
use super::emulation::CONFIRM_LIMIT;
use super::registry::{PageData, Registry, UserId};
use super::storage::answer_empty;
use crate::backend::intercept::{
    ASKS_FOR, Conditions, Ending, Policy, Rules, Stopped, Unconfirmed, Verdict, answer_headers, preflight_headers,
    without_fragment,
};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire, WireError};
use crate::backend::{Happening, Owner, Unsent};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{RequestKind, RouteOptions};
use crate::report::{NetworkHeader, RouteInfo};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the browser may take to confirm what it stops.
const LIMIT: Duration = Duration::from_secs(5);

const SENT: &str = "network.beforeRequestSent";
const ASKED: &str = "network.authRequired";

/// What is stopped in a browser, and why.
#[derive(Debug, Default)]
pub(super) struct Intercept {
    rules: Mutex<Rules>,
    /// All intercepts that were added for rules. Their numbers are never used again.
    ours: Mutex<HashSet<String>>,
    /// Those that hold now.
    now: tokio::sync::Mutex<Now>,
    /// The subscription to the events of requests.
    subscription: Mutex<Subscription>,
    /// Where requests go, while servers may ask for log-ins.
    addresses: Mutex<Addresses>,
}

/// What the browser was told last.
#[derive(Debug, Default)]
struct Now {
    intercepts: Vec<String>,
    /// Whether it bypasses its caches. It goes on doing so.
    uncached: bool,
}

/// A request that waits for an answer, by whose answer it is.
pub(super) enum Waiting {
    /// A document of our own, in which storage is read.
    Empty(String),
    /// A server or a proxy asked for a log-in.
    Credentials(StoppedEvent),
    /// It begins, and rules concern it.
    Rules(StoppedEvent),
}

impl Waiting {
    /// Whether the event tells of the begin of a page's request.
    pub(super) fn is_begin(&self) -> bool {
        matches!(self, Self::Rules(_))
    }
}

#[derive(Deserialize)]
pub(super) struct StoppedEvent {
    context: Option<String>,
    navigation: Option<String>,
    #[serde(rename = "isBlocked", default)]
    is_blocked: bool,
    #[serde(default)]
    intercepts: Vec<String>,
    request: Request,
    response: Option<Response>,
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    status: u16,
}

#[derive(Deserialize)]
pub(super) struct Request {
    #[serde(rename = "request")]
    id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    destination: Option<String>,
    #[serde(default, rename = "initiatorType")]
    initiator: Option<String>,
    #[serde(default)]
    headers: Vec<Header>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: Value,
}

impl Registry {
    /// What an event says about a request that waits for an answer; `None` if it waits for none.
    pub(super) fn stopped(&self, event: &Event<'_>) -> Option<Waiting> {
        self.note_address(event);
        // Most events are of requests that nothing stops.
        if !event.params.get().contains("\"isBlocked\":true") {
            return None;
        }
        let stopped = event.read::<StoppedEvent>().filter(|stopped| stopped.is_blocked)?;
        let is_ours = {
            let ours = lock(&self.intercept.ours);
            stopped.intercepts.iter().all(|intercept| ours.contains(intercept))
        };
        Some(if !is_ours {
            Waiting::Empty(stopped.request.id)
        } else if event.method == ASKED {
            Waiting::Credentials(stopped)
        } else {
            Waiting::Rules(stopped)
        })
    }

    /// Answers a request that waits.
    pub(super) fn answer_stopped(&self, wire: &Wire, waiting: Waiting) {
        match waiting {
            Waiting::Empty(id) => answer_empty(wire, &id),
            Waiting::Credentials(stopped) => self.authenticate(wire, &stopped),
            Waiting::Rules(stopped) => self.decide(wire, stopped),
        }
    }

    fn decide(&self, wire: &Wire, stopped: StoppedEvent) {
        let StoppedEvent {
            context,
            navigation,
            request,
            ..
        } = stopped;
        let id = request.id.as_str();
        let page = context.as_deref().and_then(|context| self.page_of(context));
        let holder = page
            .as_ref()
            .map(|page| page.user.clone())
            .or_else(|| lock(&self.users).is_empty().then_some(None));
        let asked = Stopped {
            url: without_fragment(&request.url),
            method: &request.method,
            kind: kind(request.destination.as_deref(), request.initiator.as_deref()),
            asks_for: header_of(&request.headers, ASKS_FOR),
        };
        let verdict = lock(&self.intercept.rules).decide(holder.as_ref(), asked);
        let main = navigation.is_some() && page.as_ref().map(|page| &*page.id) == context.as_deref();
        let command = match verdict {
            Verdict::Pass => go_on(id),
            Verdict::Refuse(blocked) => {
                if let Some(page) = &page {
                    tracing::info!(origin = blocked.origin, pattern = blocked.pattern, "a request was blocked");
                    let opener = self.opener(page);
                    page.state
                        .record_blocked(blocked, main, opener.as_deref().map(|opener| &*opener.state));
                }
                note_failure(page.as_deref(), id, "blocked by a rule for origins");
                // Firefox stays with the document that led there, and tells of no end.
                if let (Some(page), Some(frame), Some(_)) = (&page, &context, &navigation) {
                    let frame = frame.as_str().into();
                    page.state.record(Happening::NavigationAborted { frame });
                }
                fail(id)
            }
            Verdict::End(ending) => {
                if let Some(page) = page.as_ref().filter(|_| main) {
                    let unsent = Unsent::Ended(request.url.clone(), ending);
                    page.state.blocked.record_document(unsent);
                }
                let why = match ending {
                    Ending::Blocked => "blocked by a route".to_owned(),
                    Ending::Failed(reason) => format!("failed by a route: {}", reason.name()),
                };
                note_failure(page.as_deref(), id, &why);
                fail(id)
            }
            Verdict::Answer(answer) => fulfill(id, &answer, &request.headers),
            Verdict::Allow => answer(id, 204, &preflight_headers(|name| header_of(&request.headers, name)), ""),
            Verdict::Change(change) => {
                let (texts, others): (Vec<_>, Vec<_>) = request.headers.into_iter().partition(|header| text_of(header).is_some());
                let texts = texts.into_iter().map(|header| {
                    let value = text_of(&header).unwrap_or_default().to_owned();
                    (header.name, value)
                });
                let sent = change.apply(texts);
                let mut headers: Vec<_> = sent.iter().map(|(name, value)| header(name, value)).collect();
                note_headers(page.as_deref(), id, sent);
                headers.extend(
                    others
                        .into_iter()
                        .map(|other| json!({"name": other.name, "value": other.value})),
                );
                Command::new("network.continueRequest", json!({"request": id, "headers": headers}))
            }
            Verdict::Hold(delay, held) => {
                let (wire, id) = (wire.clone(), request.id);
                tokio::spawn(async move {
                    held.wait(delay).await;
                    wire.post(vec![go_on(&id)]);
                });
                return;
            }
        };
        wire.post(vec![command]);
    }

    /// Forgets the rules of a user context that is gone.
    pub(super) fn forget_rules(&self, user: &UserId) {
        lock(&self.intercept.rules).forget(&Some(UserId::clone(user)));
    }
}

/// Notes why a request is about to fail. The browser gives one cause for all that do not go on, also for those that the page
/// ended.
fn note_failure(page: Option<&PageData>, id: &str, why: &str) {
    if let Some(recorder) = page.and_then(|page| page.state.recorder()) {
        recorder.log.change(id, |entry| entry.failure = Some(why.to_owned()));
    }
}

/// Notes the headers with which a request goes on: the browser told of it before a route changed them.
fn note_headers(page: Option<&PageData>, id: &str, sent: Vec<(String, String)>) {
    if let Some(recorder) = page.and_then(|page| page.state.recorder()) {
        let sent = sent.into_iter().map(|(name, value)| NetworkHeader { name, value }).collect();
        recorder.log.change(id, |entry| entry.set_request_headers(sent));
    }
}

impl BidiBrowser {
    /// Tells the browser what to stop. That goes on where the call is given up: an intercept whose number is not kept could not
    /// be removed.
    async fn tell_browser(&self) -> Result<()> {
        let told = tokio::spawn(tell(Arc::clone(&self.registry), self.wire.clone()));
        told.await.unwrap_or_else(|_| Err(unsaid()))
    }

    /// Refuses rules in a browser that another program started. Firefox keeps a session whose connection was lost, with all that
    /// it stops: if this process were killed, no page of the user's would get an answer any more.
    fn refuse_of_others(&self) -> Result<()> {
        if self.owner == Owner::Us {
            return Ok(());
        }
        let what = "rules for requests are not set in a Firefox that another program started: it would go on holding requests if this program were killed";
        Err(EngineError::new(ErrorKind::Unsupported, what)
            .with_next_step("launch a Firefox, or attach to a browser of the Chromium family"))
    }

    pub(super) async fn hold_to(&self, policy: Policy) -> Result<()> {
        if policy.is_empty() {
            return Ok(());
        }
        self.refuse_of_others()?;
        lock(&self.registry.intercept.rules).policy = policy;
        self.tell_browser().await
    }

    pub(super) async fn add_route_of(&self, user: Option<&UserId>, route: RouteOptions) -> Result<RouteInfo> {
        self.refuse_of_others()?;
        let holder = user.cloned();
        let added = Unconfirmed::add(&self.registry.intercept.rules, &holder, route)?;
        self.tell_browser().await?;
        Ok(added.confirm())
    }

    pub(super) fn routes_of(&self, user: Option<&UserId>) -> Vec<RouteInfo> {
        lock(&self.registry.intercept.rules).list(&user.cloned())
    }

    pub(super) async fn remove_routes_of(&self, user: Option<&UserId>, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        let removed = lock(&self.registry.intercept.rules).remove(&user.cloned(), id);
        if !removed.is_empty() {
            self.tell_browser().await?;
        }
        Ok(removed)
    }

    pub(super) async fn set_network_of(&self, user: Option<&UserId>, conditions: Conditions) -> Result<usize> {
        self.refuse_of_others()?;
        if conditions.is_slow() {
            let what = "Firefox cannot slow the network down for a program: latency, download and upload";
            return Err(EngineError::new(ErrorKind::Unsupported, what)
                .with_next_step("hold single requests with a route, or use a browser of the Chromium family"));
        }
        let offline = conditions.offline.then(|| json!({"type": "offline"}));
        let id = user.map_or("default", |user| &**user);
        let params = json!({"networkConditions": offline, "userContexts": [id]});
        match self
            .wire
            .send(Command::new("emulation.setNetworkConditions", params).within(deadline::at_most(CONFIRM_LIMIT)))
            .await
        {
            Ok(_) => Ok(0),
            // It waits for its pages, and a busy one does it later.
            Err(WireError::Late { .. }) => Ok(self.silent_pages(user).await.max(1)),
            Err(error) if error.is_code("unknown command") => {
                let what = "this version of Firefox cannot take the network away for a program";
                Err(EngineError::new(ErrorKind::Unsupported, what).with_source(error))
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn go_on(id: &str) -> Command {
    Command::new("network.continueRequest", json!({"request": id}))
}

fn fail(id: &str) -> Command {
    Command::new("network.failRequest", json!({"request": id}))
}

fn header(name: &str, value: &str) -> Value {
    json!({"name": name, "value": {"type": "string", "value": value}})
}

fn text_of(header: &Header) -> Option<&str> {
    let is_text = header.value.get("type").and_then(Value::as_str) == Some("string");
    header.value.get("value").and_then(Value::as_str).filter(|_| is_text)
}

/// Answers a request with what a route holds.
fn fulfill(id: &str, with: &RouteOptions, asked: &[Header]) -> Command {
    let headers = answer_headers(with, header_of(asked, "origin"));
    answer(
        id,
        with.status.unwrap_or(200),
        &headers,
        with.base64.as_deref().unwrap_or_default(),
    )
}

fn answer(id: &str, status: u16, headers: &[(String, String)], base64: &str) -> Command {
    let headers: Vec<_> = headers.iter().map(|(name, value)| header(name, value)).collect();
    let params = json!({
        "request": id,
        "statusCode": status,
        "headers": headers,
        "body": {"type": "base64", "value": base64},
    });
    Command::new("network.provideResponse", params)
}

fn header_of<'a>(headers: &'a [Header], name: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case(name))
        .and_then(text_of)
}

fn kind(destination: Option<&str>, initiator: Option<&str>) -> RequestKind {
    match destination.unwrap_or_default() {
        "document" | "iframe" | "frame" | "embed" | "object" => RequestKind::Document,
        "style" => RequestKind::Stylesheet,
        "image" => RequestKind::Image,
        "audio" | "video" | "track" => RequestKind::Media,
        "font" => RequestKind::Font,
        "script" | "worker" | "sharedworker" | "serviceworker" | "audioworklet" | "paintworklet" => RequestKind::Script,
        "" if matches!(initiator, Some("fetch" | "xmlhttprequest")) => RequestKind::Fetch,
        _ => RequestKind::Other,
    }
}
