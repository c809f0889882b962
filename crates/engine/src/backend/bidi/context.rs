//! User contexts: sets of pages with cookies, storage and downloads of their own, within one browser process.

use super::browser::BidiBrowser;
use super::protocol::CreatedUser;
use super::registry::{Place, Registry, UserId};
use crate::backend::intercept::Conditions;
use crate::backend::monitor::lock;
use crate::backend::traffic::{BodyPlace, Traffic};
use crate::backend::wire::{Command, Wire, read};
use crate::backend::{Body, Browser, BrowserDescription, BrowserState, Emulating, Page, PageId, PageSummary};
use crate::error::Result;
use crate::options::RouteOptions;
use crate::proxy::Access;
use crate::report::{BodyOf, Cookie, Emulation, RouteInfo};
use async_trait::async_trait;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long the pages of a user context may take to close.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// A user context of this program. Dropping it closes it, also when a call is cancelled.
#[derive(Debug)]
pub(super) struct UserContext {
    wire: Wire,
    registry: Arc<Registry>,
    pub(super) id: UserId,
}

impl UserContext {
    pub(super) async fn create(wire: &Wire, registry: &Arc<Registry>, place: Place) -> Result<Self> {
        Self::create_with(wire, registry, place, &Access::default()).await
    }

    async fn create_with(wire: &Wire, registry: &Arc<Registry>, place: Place, access: &Access) -> Result<Self> {
        let method = "browser.createUserContext";
        let mut params = json!({});
        if access.trusts_all {
            params["acceptInsecureCerts"] = json!(true);
        }
        if let Some(proxy) = &access.proxy {
            params["proxy"] = proxy.for_webdriver()?;
            registry.proxied.store(true, Ordering::Relaxed);
        }
        let reply = wire.send(Command::new(method, params)).await;
        let CreatedUser { user_context } = read(method, reply)?;
        let id: UserId = user_context.into();
        lock(&registry.users).insert(Arc::clone(&id), place);
        Ok(Self {
            wire: wire.clone(),
            registry: Arc::clone(registry),
            id,
        })
    }
}

impl Drop for UserContext {
    fn drop(&mut self) {
        let (registry, user) = (Arc::clone(&self.registry), Arc::clone(&self.id));
        let close = Command::new("browser.removeUserContext", json!({"userContext": &*user}));
        // A page that is being created in it may be reported until then.
        self.wire.start_in_order(close, move |_, _| {
            registry.forget_rules(&user);
            lock(&registry.users).remove(&user);
            lock(&registry.emulated).remove(&Some(user));
        });
    }
}

/// One user context of a Firefox, as a browser of its own.
#[derive(Debug)]
pub(super) struct BidiContext {
    browser: Arc<BidiBrowser>,
    state: Arc<BrowserState>,
    user: UserContext,
}

impl BidiContext {
    pub(super) async fn open(browser: Arc<BidiBrowser>, access: &Access) -> Result<Self> {
        let state = Arc::new(BrowserState::default());
        let place = Place::Session(Arc::clone(&state));
        let user = UserContext::create_with(&browser.wire, &browser.registry, place, access).await?;
        if let Some(why) = browser.wire.ended() {
            state.set_ended(&*why);
        }
        Ok(Self { browser, state, user })
    }
}

#[async_trait]
impl Browser for BidiContext {
    fn describe(&self) -> BrowserDescription {
        self.browser.describe()
    }

    fn state(&self) -> &Arc<BrowserState> {
        &self.state
    }

    fn has(&self, id: &PageId) -> bool {
        self.browser.has_in(Some(&self.user.id), id)
    }

    async fn pages(&self) -> Result<Vec<PageSummary>> {
        self.browser.pages_of(Some(&self.user.id)).await
    }

    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>> {
        self.browser.page_of(Some(&self.user.id), id)
    }

    async fn open_page(&self) -> Result<PageId> {
        let user = Some(&self.user.id);
        let beside = self.browser.registry.contexts().pages().into_iter().rev();
        let beside = beside.map(|(id, _)| id).find(|id| self.browser.has_in(user, id));
        // Each session has a window of its own. A page behind those of other sessions would be hidden, and its frames and
        // timers slowed down.
        let params = match beside {
            None => json!({"type": "window", "userContext": &*self.user.id}),
            Some(beside) => {
                json!({"type": "tab", "userContext": &*self.user.id, "referenceContext": &*beside, "background": true})
            }
        };
        self.browser.open_page_as(params).await
    }

    async fn close_page(&self, id: &PageId) -> Result<()> {
        self.browser.close_page_of(Some(&self.user.id), id).await
    }

    async fn watch_hands(&self, test_id: Option<&str>) -> Result<()> {
        self.browser.watch_hands_of(Some(&self.user.id), &self.state, test_id).await
    }

    async fn record_console(&self) -> Result<()> {
        self.browser.record_console_of(&self.state).await
    }

    async fn cookies(&self) -> Result<Vec<Cookie>> {
        self.browser.cookies_of(Some(&self.user.id)).await
    }

    async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.browser.set_cookies_of(Some(&self.user.id), cookies).await
    }

    async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.browser.delete_cookies_of(Some(&self.user.id), cookies).await
    }

    async fn record(&self, log: &Arc<Traffic>) -> Result<()> {
        self.browser.record_into(&self.state, log).await
    }

    async fn body(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        self.browser.body_of(place, of).await
    }

    async fn in_origin(&self, origin: &str, expression: &str) -> Result<String> {
        self.browser.in_origin_of(Some(&self.user.id), origin, expression).await
    }

    async fn emulate(&self, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        self.browser.emulate_in(Some(&self.user.id), wanted, sizes_again).await
    }

    async fn add_route(&self, route: RouteOptions) -> Result<RouteInfo> {
        self.browser.add_route_of(Some(&self.user.id), route).await
    }

    fn routes(&self) -> Vec<RouteInfo> {
        self.browser.routes_of(Some(&self.user.id))
    }

    async fn remove_routes(&self, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        self.browser.remove_routes_of(Some(&self.user.id), id).await
    }

    async fn set_network(&self, conditions: Conditions) -> Result<usize> {
        self.browser.set_network_of(Some(&self.user.id), conditions).await
    }

    async fn end(&self) {
        self.state.set_ended("the session was ended");
        let close = Command::new("browser.removeUserContext", json!({"userContext": &*self.user.id}));
        if let Err(error) = self.browser.wire.send(close.within(CLOSE_LIMIT)).await {
            tracing::debug!(%error, "the user context was not removed");
        }
    }
}
