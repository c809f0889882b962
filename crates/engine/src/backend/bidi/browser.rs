//! The connection to one browser: opening it, listing its pages, ending it.

use super::addresses;
use super::context::BidiContext;
use super::events::{EVENTS, Listener};
use super::page::BidiPage;
use super::protocol::{Capabilities, Created, NewSession, TextEvaluated, Tree};
use super::registry::{Registry, UserId};
use crate::backend::intercept::{Conditions, Policy};
use crate::backend::traffic::{BodyPlace, Traffic};
use crate::backend::wire::{Command, Wire, WireError, read};
use crate::backend::{
    Body, Browser, BrowserDescription, BrowserState, Emulating, Owner, Page, PageId, PageSummary, Protocol, agent,
};
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::RouteOptions;
use crate::proxy::Access;
use crate::report::{BodyOf, ClipboardReport, Cookie, Emulation, RouteInfo};
use crate::text::{quote, shorten};
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::sync::oneshot;

/// The time limit for the first commands to a browser that listens.
const CONNECT_LIMIT: Duration = Duration::from_secs(30);

/// The time limit for a page to report its title.
const TITLE_LIMIT: Duration = Duration::from_secs(1);

/// The time limit for a new tab to come to the front.
const SHOW_LIMIT: Duration = Duration::from_millis(500);

/// The time limit for the browser to acknowledge its end.
const END_LIMIT: Duration = Duration::from_secs(2);

/// The kind of endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionAt {
    /// The browser itself, as `--remote-debugging-port` offers it. The session must be created.
    Browser,
    /// A session that a driver created (its `webSocketUrl` capability).
    Driver {
        /// Product and version, from the session's capabilities.
        product: String,
    },
}

/// A Firefox that is driven over WebDriver BiDi.
#[derive(Debug)]
pub struct BidiBrowser {
    pub(super) wire: Wire,
    pub(super) registry: Arc<Registry>,
    description: BrowserDescription,
    pub(super) owner: Owner,
    /// Whether this connection created the BiDi session and must end it.
    own_session: bool,
    ended: Mutex<bool>,
}

impl BidiBrowser {
    /// Connects to `endpoint`. For [`SessionAt::Browser`] it is the address that the browser printed
    /// (`ws://127.0.0.1:9222`, with or without `/session`). For [`SessionAt::Driver`] it is the session's
    /// `webSocketUrl`. Downloads go to the folder `downloads`; if it is `None`, the browser keeps its own
    /// setting.
    ///
    /// # Errors
    /// `ConnectFailed` if nothing answers, or if another program holds the only session that Firefox offers.
    pub async fn connect(
        endpoint: impl Into<Endpoint>,
        session: SessionAt,
        owner: Owner,
        downloads: Option<&Path>,
    ) -> Result<Arc<Self>> {
        Self::connect_for(endpoint, session, owner, downloads, &Access::default()).await
    }

    /// The same, with the way that requests take.
    pub(crate) async fn connect_for(
        endpoint: impl Into<Endpoint>,
        session: SessionAt,
        owner: Owner,
        downloads: Option<&Path>,
        access: &Access,
    ) -> Result<Arc<Self>> {
        let endpoint = endpoint.into();
        let direct = session == SessionAt::Browser;
        let registry = Arc::new(Registry::default());
        let address: Endpoint = if direct {
            session_address(endpoint.expose()).into()
        } else {
            endpoint
        };
        let wire = Wire::connect(address, Arc::new(Listener(Arc::clone(&registry))), CONNECT_LIMIT).await?;
        let mut browser = Self {
            wire,
            registry,
            description: BrowserDescription {
                product: String::new(),
                protocol: Protocol::Bidi,
            },
            owner,
            own_session: false,
            ended: Mutex::new(false),
        };
        match session {
            SessionAt::Driver { product } => browser.description.product = product,
            SessionAt::Browser => browser = browser.with_session(access.clone()).await?,
        }
        browser.listen(downloads).await?;
        Ok(Arc::new(browser))
    }

    /// The same with a session of its own. The browser offers only one, and keeps it when the connection ends, so one that
    /// comes after the caller has given up is ended.
    async fn with_session(self, access: Access) -> Result<Self> {
        let (sender, opened) = oneshot::channel();
        tokio::spawn(async move {
            let mut browser = self;
            browser.registry.proxied.fetch_or(access.proxy.is_some(), Ordering::Relaxed);
            let answer = new_session(&browser.wire, &access).await;
            if sender.is_closed() {
                tracing::debug!("the caller has given up before the browser opened a session");
            }
            // Without a receiver, the browser is dropped, which ends the session.
            drop(sender.send(answer.map(|product| {
                browser.description.product = product;
                browser.own_session = true;
                browser
            })));
        });
        opened.await.unwrap_or_else(|_| {
            let what = "the program ended while a WebDriver BiDi session was opened";
            Err(EngineError::new(ErrorKind::ConnectFailed, what))
        })
    }

    /// The connection, for commands that the traits do not cover.
    pub fn wire(&self) -> &Wire {
        &self.wire
    }

    /// Subscribes to events and registers the existing contexts.
    async fn listen(&self, downloads: Option<&Path>) -> Result<()> {
        let mut commands = vec![
            Command::new("session.subscribe", json!({"events": EVENTS})),
            Command::new("browsingContext.getTree", json!({})),
        ];
        if let Some(folder) = downloads {
            let behavior = json!({"type": "allowed", "destinationFolder": folder});
            commands.push(Command::new(
                "browser.setDownloadBehavior",
                json!({"downloadBehavior": behavior}),
            ));
        }
        let mut replies = self.wire.batch(commands).await.into_iter();
        let (subscribed, tree) = (replies.next(), replies.next());
        if let Some(Err(error)) = replies.next() {
            tracing::warn!(%error, "this browser does not let the folder for downloads be set");
        }
        match subscribed {
            Some(Err(error)) if error.is_code("invalid argument") => self.subscribe_one_by_one().await,
            Some(Err(error)) => return Err(error.into()),
            _ => {}
        }
        let Some(tree) = tree else { return Ok(()) };
        let tree: Tree = read("browsingContext.getTree", tree)?;
        for context in &tree.contexts {
            self.registry.add(context);
        }
        Ok(())
    }

    /// Subscribes to each event separately, for a browser that does not support all of them.
    async fn subscribe_one_by_one(&self) {
        let commands = EVENTS.map(|event| Command::new("session.subscribe", json!({"events": [event]})));
        let replies = self.wire.batch(commands.into()).await;
        for (event, reply) in EVENTS.iter().zip(replies) {
            if let Err(error) = reply {
                tracing::debug!(event, %error, "not subscribed");
            }
        }
    }

    pub(super) async fn ask<T: DeserializeOwned>(&self, method: &'static str, params: Value) -> Result<T> {
        Ok(read(method, self.wire.send(Command::new(method, params)).await)?)
    }

    /// The string that an expression gives in a context, if it gives one.
    pub(super) async fn evaluate_in(&self, context: &str, expression: &str, limit: Duration) -> Result<Option<String>> {
        let method = "script.evaluate";
        let params = json!({"expression": expression, "target": {"context": context}, "awaitPromise": true});
        let reply = self.wire.send(Command::new(method, params).within(limit)).await;
        let TextEvaluated { result, .. } = read(method, reply)?;
        Ok(result.and_then(|result| result.value))
    }
}

impl Drop for BidiBrowser {
    fn drop(&mut self) {
        let why = "the browser was dropped";
        // Closing the socket does not end the session, and a busy Firefox does not read what came just before it.
        if self.own_session && self.wire.ended().is_none() {
            let end = Command::new("session.end", json!({})).within(CONNECT_LIMIT);
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                let wire = self.wire.clone();
                runtime.spawn(async move {
                    if let Err(error) = wire.send(end).await {
                        tracing::debug!(%error, "the session could not be ended");
                    }
                    wire.close(why);
                });
                return;
            }
            self.wire.post(vec![end]);
        }
        self.wire.close(why);
    }
}

/// The address for a new session.
fn session_address(endpoint: &str) -> String {
    let endpoint = endpoint.trim_end_matches('/');
    if endpoint.ends_with("/session") {
        endpoint.to_owned()
    } else {
        format!("{endpoint}/session")
    }
}

/// Creates the session of this connection and returns product and version.
async fn new_session(wire: &Wire, access: &Access) -> Result<String> {
    // Dialogs stay open until the caller answers them. A file chooser cannot be answered, so it is dismissed;
    // files are set on the field directly.
    let behavior = json!({"default": "ignore", "file": "dismiss"});
    let mut always = json!({"unhandledPromptBehavior": behavior});
    if access.trusts_all {
        always["acceptInsecureCerts"] = json!(true);
    }
    if let Some(proxy) = &access.proxy {
        always["proxy"] = proxy.for_webdriver()?;
    }
    let capabilities = json!({"alwaysMatch": always});
    let command = Command::new("session.new", json!({"capabilities": capabilities})).within(CONNECT_LIMIT);
    let reply = wire.send(command).await;
    if let Err(error) = &reply
        && error.is_code("session not created")
    {
        return Err(EngineError::new(
            ErrorKind::ConnectFailed,
            "the browser refused to open a WebDriver BiDi session",
        )
        .with_next_step(
            "end the other program that drives this browser, or have its session adopted; \
                     a program that was killed leaves its session behind: then start the browser again",
        )
        .with_source(error.clone()));
    }
    let NewSession {
        capabilities: Capabilities {
            browser_name,
            browser_version,
        },
    } = read("session.new", reply)?;
    Ok(format!("{browser_name}/{browser_version}"))
}

/// The pages of one user context; `None` is the browser's own one.
impl BidiBrowser {
    pub(super) fn has_in(&self, user: Option<&UserId>, id: &PageId) -> bool {
        self.registry.page(id).is_some_and(|page| page.user.as_ref() == user)
    }

    pub(super) async fn pages_of(&self, user: Option<&UserId>) -> Result<Vec<PageSummary>> {
        if let Some(why) = self.wire.ended() {
            return Err(WireError::Ended { why }.into());
        }
        let mut pages = self.registry.contexts().pages();
        pages.retain(|(id, _)| self.has_in(user, id));
        let is_silent = |id: &PageId| {
            let page = self.registry.page(id);
            page.is_some_and(|page| page.state.silent_since(id).is_some())
        };
        let asked: Vec<_> = pages.iter().map(|(id, _)| !is_silent(id)).collect();
        let commands = pages.iter().zip(&asked).filter(|(_, asked)| **asked).map(|((id, _), _)| {
            let params = json!({
                "functionDeclaration": "function() { return document.title; }",
                "target": {"context": &**id, "sandbox": agent::WORLD}, "awaitPromise": false,
            });
            Command::new("script.callFunction", params).within(TITLE_LIMIT)
        });
        let commands = std::iter::once(addresses::question()).chain(commands).collect();
        let mut titles = self.wire.batch(commands).await.into_iter();
        if let Some(shown) = titles.next() {
            self.registry.take_addresses(&pages, shown);
        }
        let address = |id: &PageId, before: String| self.registry.contexts().address_of(id).unwrap_or(before);
        Ok(pages
            .into_iter()
            .zip(asked)
            .map(|((id, url), asked)| PageSummary {
                dialog: self.registry.page(&id).and_then(|page| page.state.dialog()),
                url: address(&id, url),
                id,
                // The browser's own pages report no title, and a busy page answers too late.
                title: asked
                    .then(|| titles.next())
                    .flatten()
                    .and_then(|title| read::<TextEvaluated>("script.callFunction", title).ok())
                    .and_then(|reply| reply.result?.value)
                    .unwrap_or_default(),
            })
            .collect())
    }

    pub(super) fn page_of(&self, user: Option<&UserId>, id: &PageId) -> Result<Arc<dyn Page>> {
        if let Some(why) = self.wire.ended() {
            return Err(WireError::Ended { why }.into());
        }
        let data = self.registry.page(id).filter(|page| page.user.as_ref() == user);
        Ok(Arc::new(BidiPage {
            wire: self.wire.clone(),
            registry: Arc::clone(&self.registry),
            data: data.ok_or_else(|| no_such_page(id))?,
        }))
    }

    /// Creates a page with these parameters of `browsingContext.create`.
    pub(super) async fn open_page_as(&self, params: Value) -> Result<PageId> {
        let alone = self.registry.opening.lock().await;
        let created: Created = self.ask("browsingContext.create", params).await?;
        drop(alone);
        let show = Command::new("browsingContext.activate", json!({"context": created.context}));
        if let Err(error) = self.wire.send(show.within(SHOW_LIMIT)).await {
            tracing::debug!(%error, "the new tab was not brought to the front");
        }
        Ok(created.context.into())
    }

    pub(super) async fn close_page_of(&self, user: Option<&UserId>, id: &PageId) -> Result<()> {
        if !self.has_in(user, id) && self.wire.ended().is_none() {
            return Err(no_such_page(id));
        }
        let params = json!({"context": &**id, "promptUnload": false});
        match self.wire.send(Command::new("browsingContext.close", params)).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_code("no such frame") => Err(no_such_page(id)),
            Err(error) => Err(error.into()),
        }
    }
}

#[async_trait]
impl Browser for BidiBrowser {
    fn describe(&self) -> BrowserDescription {
        self.description.clone()
    }

    fn state(&self) -> &Arc<BrowserState> {
        &self.registry.state
    }

    fn has(&self, id: &PageId) -> bool {
        self.has_in(None, id)
    }

    async fn pages(&self) -> Result<Vec<PageSummary>> {
        self.pages_of(None).await
    }

    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>> {
        self.page_of(None, id)
    }

    async fn open_page(&self) -> Result<PageId> {
        // A tab in the foreground is ready only once the tab before it has been hidden, which a page whose script
        // is busy never reports.
        self.open_page_as(json!({"type": "tab", "background": true})).await
    }

    async fn close_page(&self, id: &PageId) -> Result<()> {
        self.close_page_of(None, id).await
    }

    async fn isolated(self: Arc<Self>, access: &Access) -> Result<Arc<dyn Browser>> {
        Ok(Arc::new(BidiContext::open(self, access).await?))
    }

    async fn watch_hands(&self, test_id: Option<&str>) -> Result<()> {
        self.watch_hands_of(None, &self.registry.state, test_id).await
    }

    async fn record_console(&self) -> Result<()> {
        self.record_console_of(&self.registry.state).await
    }

    async fn cookies(&self) -> Result<Vec<Cookie>> {
        self.cookies_of(None).await
    }

    async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.set_cookies_of(None, cookies).await
    }

    async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.delete_cookies_of(None, cookies).await
    }

    async fn record(&self, log: &Arc<Traffic>) -> Result<()> {
        self.record_into(&self.registry.state, log).await
    }

    async fn body(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        self.body_of(place, of).await
    }

    async fn in_origin(&self, origin: &str, expression: &str) -> Result<String> {
        self.in_origin_of(None, origin, expression).await
    }

    async fn emulate(&self, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        self.emulate_in(None, wanted, sizes_again).await
    }

    async fn clipboard(&self, most: usize) -> Result<ClipboardReport> {
        self.paste_clipboard(most).await
    }

    async fn guard(&self, policy: Policy) -> Result<()> {
        self.hold_to(policy).await
    }

    async fn add_route(&self, route: RouteOptions) -> Result<RouteInfo> {
        self.add_route_of(None, route).await
    }

    fn routes(&self) -> Vec<RouteInfo> {
        self.routes_of(None)
    }

    async fn remove_routes(&self, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        self.remove_routes_of(None, id).await
    }

    async fn set_network(&self, conditions: Conditions) -> Result<usize> {
        self.set_network_of(None, conditions).await
    }

    async fn end(&self) {
        let mut ended = self.ended.lock().await;
        if std::mem::replace(&mut *ended, true) {
            return;
        }
        let last = match (self.owner, self.own_session) {
            (Owner::Us, true) => Some("browser.close"),
            // Firefox offers only one session. The next program needs it.
            (_, true) => Some("session.end"),
            // The program that created the driver's session ends it.
            (_, false) => None,
        };
        if let Some(method) = last {
            let reply = self.wire.send(Command::new(method, json!({})).within(END_LIMIT)).await;
            if let Err(error) = reply {
                tracing::debug!(method, %error, "no answer at the end");
            }
        }
        self.wire.close("the session was ended");
    }
}

fn no_such_page(id: &PageId) -> EngineError {
    EngineError::new(
        ErrorKind::PageNotFound,
        format!("there is no page with the id {}", quote(&shorten(id, 80))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_is_asked_for_at_its_own_address() {
        for endpoint in ["ws://h:1", "ws://h:1/", "ws://h:1/session", "ws://h:1/session/"] {
            assert_eq!(session_address(endpoint), "ws://h:1/session");
        }
    }
}
