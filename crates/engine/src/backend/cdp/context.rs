//! Browser contexts: sets of pages with cookies, storage and downloads of their own, within one browser process.

use super::browser::CdpBrowser;
use super::downloads::behavior;
use super::emulation::Emulated;
use super::hub::{ContextId, Hub, Place};
use super::protocol::BrowserContext;
use crate::backend::intercept::Conditions;
use crate::backend::monitor::lock;
use crate::backend::traffic::{BodyPlace, Traffic};
use crate::backend::wire::{Command, Wire, read};
use crate::backend::{Body, Browser, BrowserDescription, BrowserState, Emulating, Page, PageId, PageSummary, Workroom, storage};
use crate::error::Result;
use crate::options::RouteOptions;
use crate::proxy::Access;
use crate::report::{BodyOf, Cookie, Emulation, RouteInfo};
use async_trait::async_trait;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long the pages of a context may take to close.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// A browser context of this program. Dropping it closes it, also when a call is cancelled.
#[derive(Debug)]
pub(super) struct Context {
    wire: Wire,
    hub: Arc<Hub>,
    pub(super) id: ContextId,
}

impl Context {
    pub(super) async fn create(wire: &Wire, hub: &Arc<Hub>, place: Place) -> Result<Self> {
        Self::create_with(wire, hub, place, &Access::default()).await
    }

    async fn create_with(wire: &Wire, hub: &Arc<Hub>, place: Place, access: &Access) -> Result<Self> {
        let method = "Target.createBrowserContext";
        let mut params = json!({"disposeOnDetach": true});
        if let Some(proxy) = &access.proxy {
            params["proxyServer"] = json!(proxy.for_chromium());
            params["proxyBypassList"] = json!(proxy.bypass_for_chromium());
        }
        let created = storage::create(wire, Command::new(method, params), |reply| {
            let BrowserContext { browser_context_id } = read(method, reply).ok()?;
            Some(dispose(&browser_context_id))
        });
        let BrowserContext { browser_context_id } = read(method, created.await)?;
        let id: ContextId = browser_context_id.into();
        hub.contexts.change(|contexts| contexts.insert(Arc::clone(&id), place));
        Ok(Self {
            wire: wire.clone(),
            hub: Arc::clone(hub),
            id,
        })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let (hub, context) = (Arc::clone(&self.hub), Arc::clone(&self.id));
        let close = dispose(&context);
        // A page that is being created in it may be reported until then.
        self.wire.start_in_order(close, move |_, _| {
            hub.forget_rules(&context);
            hub.contexts.change(|contexts| contexts.remove(&context));
            lock(&hub.emulated).remove(&Some(context));
        });
    }
}

fn dispose(context: &str) -> Command {
    Command::new("Target.disposeBrowserContext", json!({"browserContextId": context}))
}

/// One context of a Chromium, as a browser of its own.
#[derive(Debug)]
pub(super) struct CdpContext {
    browser: Arc<CdpBrowser>,
    state: Arc<BrowserState>,
    context: Context,
}

impl CdpContext {
    pub(super) async fn open(browser: Arc<CdpBrowser>, access: &Access) -> Result<Self> {
        let state = Arc::new(BrowserState::default());
        let place = Place::Session(Arc::clone(&state));
        let context = Context::create_with(&browser.wire, &browser.hub, place, access).await?;
        if access.trusts_all {
            let emulated = Arc::new(Emulated::trusting());
            lock(&browser.hub.emulated).insert(Some(Arc::clone(&context.id)), emulated);
            browser.stop_new_pages().await?;
        }
        // The setting of the browser does not hold in its contexts.
        let mut downloads = behavior(browser.hub.downloads.folder.as_deref());
        downloads["browserContextId"] = json!(&*context.id);
        let set = Command::new("Browser.setDownloadBehavior", downloads);
        if let Err(error) = browser.wire.send(set).await {
            tracing::warn!(%error, "this browser does not let the folder for downloads be set");
        }
        if let Some(why) = browser.wire.ended() {
            state.set_ended(&*why);
        }
        Ok(Self { browser, state, context })
    }
}

#[async_trait]
impl Browser for CdpContext {
    fn describe(&self) -> BrowserDescription {
        self.browser.describe()
    }

    fn state(&self) -> &Arc<BrowserState> {
        &self.state
    }

    fn has(&self, id: &PageId) -> bool {
        self.browser.hub.known.look(|known| known.has(id, Some(&self.context.id)))
    }

    async fn pages(&self) -> Result<Vec<PageSummary>> {
        self.browser.pages_of(Some(&self.context.id)).await
    }

    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>> {
        self.browser.page_of(Some(&self.context.id), id).await
    }

    async fn open_page(&self) -> Result<PageId> {
        self.browser.open_page_in(Some(&self.context.id)).await
    }

    async fn close_page(&self, id: &PageId) -> Result<()> {
        self.browser.close_page_of(Some(&self.context.id), id).await
    }

    async fn watch_hands(&self, test_id: Option<&str>) -> Result<()> {
        self.browser
            .watch_hands_of(Some(&self.context.id), &self.state, test_id)
            .await
    }

    async fn record_console(&self) -> Result<()> {
        let pages = self.browser.hub.known.look(|known| known.ids(Some(&self.context.id)));
        self.browser.record_console_of(&self.state, pages)
    }

    async fn cookies(&self) -> Result<Vec<Cookie>> {
        self.browser.cookies_of(Some(&self.context.id)).await
    }

    async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.browser.set_cookies_of(Some(&self.context.id), cookies).await
    }

    async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.browser.delete_cookies_of(Some(&self.context.id), cookies).await
    }

    async fn record(&self, log: &Arc<Traffic>) -> Result<()> {
        self.browser.record_into(&self.state, log).await
    }

    async fn body(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        self.browser.body_of(place, of).await
    }

    async fn in_origin(&self, origin: &str, expression: &str) -> Result<String> {
        self.browser.in_origin_of(Some(&self.context.id), origin, expression).await
    }

    async fn workroom(&self, script: &str) -> Result<Box<dyn Workroom>> {
        self.browser.workroom(script).await
    }

    async fn emulate(&self, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        let context = Some(&self.context.id);
        self.browser
            .emulate_in(context, &self.browser.hub.emulated_in(context), wanted, sizes_again)
            .await
    }

    async fn add_route(&self, route: RouteOptions) -> Result<RouteInfo> {
        self.browser.add_route_of(Some(&self.context.id), route).await
    }

    fn routes(&self) -> Vec<RouteInfo> {
        self.browser.routes_of(Some(&self.context.id))
    }

    async fn remove_routes(&self, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        self.browser.remove_routes_of(Some(&self.context.id), id).await
    }

    async fn set_network(&self, conditions: Conditions) -> Result<usize> {
        self.browser.set_network_of(Some(&self.context.id), conditions).await
    }

    async fn end(&self) {
        self.state.set_ended("the session was ended");
        let close = dispose(&self.context.id).within(CLOSE_LIMIT);
        // The browser refuses this once the context is gone.
        let _ = self.browser.wire.send(close).await;
    }
}
