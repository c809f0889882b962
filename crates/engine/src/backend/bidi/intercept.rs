//! Requests that are stopped before they leave the browser.
//!
//! Firefox reports the handshakes of `WebSockets` as requests, too. It reports no request of a shared or a service worker, and no
//! connection that is made ahead of a request: the proxies that a launched browser is given refuse those (`launch`).

mod told;

use self::told::{Subscription, tell, unsaid};
use super::browser::BidiBrowser;
use super::registry::{PageData, Registry, UserId};
use super::storage::answer_empty;
use crate::backend::Owner;
use crate::backend::intercept::{Blocked, Conditions, Policy, Rules, Stopped, Unconfirmed, Verdict, answer_headers};
use crate::backend::monitor::lock;
use crate::backend::wire::{Command, Event, Wire};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{RequestKind, RouteOptions};
use crate::report::RouteInfo;
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
    now: tokio::sync::Mutex<Vec<String>>,
    /// The subscription to the events of requests.
    subscription: Mutex<Subscription>,
}

/// A request that waits for an answer, by whose answer it is.
pub(super) enum Waiting {
    /// A document of our own, in which storage is read.
    Empty(String),
    /// The server asked for a log-in.
    Credentials(Request),
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
            Waiting::Credentials(stopped.request)
        } else {
            Waiting::Rules(stopped)
        })
    }

    /// Answers a request that waits.
    pub(super) fn answer_stopped(&self, wire: &Wire, waiting: Waiting) {
        match waiting {
            Waiting::Empty(id) => answer_empty(wire, &id),
            Waiting::Credentials(request) => self.authenticate(wire, &request),
            Waiting::Rules(stopped) => self.decide(wire, stopped),
        }
    }

    fn authenticate(&self, wire: &Wire, request: &Request) {
        let credentials = Arc::clone(&lock(&self.intercept.rules).policy.credentials);
        let params = match credentials.answer(&request.url, &request.id) {
            Some((username, password)) => json!({
                "request": request.id,
                "action": "provideCredentials",
                "credentials": {"type": "password", "username": username, "password": password},
            }),
            // The page gets the server's answer, and the person no question.
            None => json!({"request": request.id, "action": "cancel"}),
        };
        wire.post(vec![Command::new("network.continueWithAuth", params)]);
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
            url: &request.url,
            method: &request.method,
            kind: kind(request.destination.as_deref(), request.initiator.as_deref()),
        };
        let verdict = lock(&self.intercept.rules).decide(holder.as_ref(), asked);
        let command = match verdict {
            Verdict::Pass => go_on(id),
            Verdict::Refuse(blocked) => {
                let main = navigation.is_some() && page.as_ref().map(|page| &*page.id) == context.as_deref();
                if let Some(page) = &page {
                    note_blocked(&page.state.blocked, blocked, main);
                }
                note_failure(page.as_deref(), id, "blocked by a rule for origins");
                fail(id)
            }
            Verdict::Block => {
                note_failure(page.as_deref(), id, "blocked by a route");
                fail(id)
            }
            Verdict::Fail(reason) => {
                note_failure(page.as_deref(), id, &format!("failed by a route: {}", reason.name()));
                fail(id)
            }
            Verdict::Answer(answer) => fulfill(id, &answer, &request.headers),
            Verdict::Change(change) => {
                let (texts, others): (Vec<_>, Vec<_>) = request.headers.into_iter().partition(|header| text_of(header).is_some());
                let texts = texts.into_iter().map(|header| {
                    let value = text_of(&header).unwrap_or_default().to_owned();
                    (header.name, value)
                });
                let mut headers: Vec<_> = change
                    .apply(texts)
                    .into_iter()
                    .map(|(name, value)| header(&name, &value))
                    .collect();
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
                    tokio::time::sleep(delay).await;
                    drop(held);
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

fn note_blocked(log: &crate::backend::blocked_log::BlockedLog, blocked: Blocked, document: bool) {
    tracing::info!(origin = blocked.origin, pattern = blocked.pattern, "a request was blocked");
    log.record(blocked, document);
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
        let user = user.map_or("default", |user| &**user);
        let params = json!({"networkConditions": offline, "userContexts": [user]});
        match self
            .wire
            .send(Command::new("emulation.setNetworkConditions", params).within(LIMIT))
            .await
        {
            Ok(_) => Ok(0),
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
fn fulfill(id: &str, answer: &RouteOptions, asked: &[Header]) -> Command {
    let origin = asked
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case("origin"))
        .and_then(text_of);
    let headers: Vec<_> = answer_headers(answer, origin)
        .iter()
        .map(|(name, value)| header(name, value))
        .collect();
    let params = json!({
        "request": id,
        "statusCode": answer.status.unwrap_or(200),
        "headers": headers,
        "body": {"type": "base64", "value": answer.base64.as_deref().unwrap_or_default()},
    });
    Command::new("network.provideResponse", params)
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
