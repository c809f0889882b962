//! One Chromium over one browser-level connection.

use super::context::CdpContext;
use super::downloads::{Downloads, behavior};
use super::emulation::StopsPages;
use super::hub::{ContextId, Hub};
use super::known::Known;
use super::protocol::{TargetId, TargetInfos, Version};
use crate::backend::intercept::{Conditions, Policy};
use crate::backend::traffic::{BodyPlace, Traffic};
use crate::backend::wire::{Command, ReplyResult, Tunnel, Wire, WireError, read};
use crate::backend::{
    Body, Browser, BrowserDescription, BrowserState, Emulating, Owner, Page, PageId, PageSummary, Protocol, Workroom,
};
use crate::deadline;
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::RouteOptions;
use crate::proxy::Access;
use crate::report::{BodyOf, ClipboardReport, Cookie, Emulation, RouteInfo};
use crate::text::quote;
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The address that the browser gives its error pages. Callers know such a page by the address that could not be loaded.
const ERROR_PAGE: &str = "chrome-error:";

/// How long the connection may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// How long the user of a browser may take to allow a connection. It is below the limit of usual MCP clients.
const CONSENT_LIMIT: Duration = Duration::from_secs(45);

/// How long a page may take to open.
const TARGET_LIMIT: Duration = Duration::from_secs(5);

/// How long after it was told to close a page is told again. A document that takes the place of another one at that
/// moment forgets it.
const CLOSE_AGAIN: Duration = Duration::from_millis(700);

/// How often a page is told to close.
const CLOSES: u32 = 7;

/// How long the browser may take to acknowledge that it closes.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// A connected Chromium.
#[derive(Debug)]
pub struct CdpBrowser {
    pub(super) wire: Wire,
    pub(super) hub: Arc<Hub>,
    pub(super) owner: Owner,
    pub(super) product: String,
    /// Whether the browser is the user's own, reached through the extension.
    pub(super) is_tunnel: bool,
    pub(super) stops_pages: StopsPages,
}

impl CdpBrowser {
    /// Connects to a browser's own WebSocket (`ws://…/devtools/browser/…`). [`super::resolve_endpoint`]
    /// handles other addresses. Ending the session closes the browser if this program owns it. Otherwise it
    /// only disconnects.
    ///
    /// `downloads` is an existing folder for downloads, which get safe and unused names there. Without it,
    /// the browser handles downloads as usual. The setting applies to the whole browser, so use it only for a
    /// browser that this program owns.
    ///
    /// # Errors
    /// `ConnectFailed` when nothing answers at the address, or what answers is not a browser.
    pub async fn connect(endpoint: impl Into<Endpoint>, owner: Owner, downloads: Option<&Path>) -> Result<Arc<Self>> {
        Self::connect_within(CONNECT_LIMIT, endpoint, owner, downloads).await
    }

    /// The same for a browser that asks its user first.
    pub(crate) async fn connect_asking(endpoint: Endpoint) -> Result<Arc<Self>> {
        Self::connect_within(CONSENT_LIMIT, endpoint, Owner::Others, None).await
    }

    async fn connect_within(
        limit: Duration,
        endpoint: impl Into<Endpoint>,
        owner: Owner,
        downloads: Option<&Path>,
    ) -> Result<Arc<Self>> {
        let endpoint = endpoint.into();
        let hub = Hub::new(owner, Downloads::new(downloads.map(Path::to_owned)));
        let wire = Wire::connect(endpoint.clone(), hub.clone(), deadline::at_most(limit)).await?;
        Self::begin(wire, hub, owner, downloads, &format!("what answers at {endpoint}"), false).await
    }

    /// Drives a browser that this program started, over its pipe. `downloads` as in [`CdpBrowser::connect`].
    ///
    /// # Errors
    /// `ConnectFailed` when the program at the other end is not a browser.
    #[cfg(unix)]
    pub(crate) async fn through(pipe: crate::launch::Pipe, downloads: &Path) -> Result<Arc<Self>> {
        let hub = Hub::new(Owner::Us, Downloads::new(Some(downloads.to_owned())));
        let wire = Wire::through(pipe, hub.clone());
        Self::begin(wire, hub, Owner::Us, Some(downloads), "the program that was started", false).await
    }

    /// Connects to the user's own browser through the extension in it. The tunnel's peer speaks CDP like a
    /// browser and exposes only the tabs that the user granted.
    ///
    /// # Errors
    /// `ConnectFailed` when the extension gives no valid answer.
    pub async fn over(tunnel: Tunnel) -> Result<Arc<Self>> {
        let hub = Hub::new(Owner::Others, Downloads::new(None));
        let wire = Wire::over(tunnel, hub.clone());
        Self::begin(wire, hub, Owner::Others, None, "what the extension is in", true).await
    }

    async fn begin(
        wire: Wire,
        hub: Arc<Hub>,
        owner: Owner,
        downloads: Option<&Path>,
        what: &str,
        is_tunnel: bool,
    ) -> Result<Arc<Self>> {
        let limit = deadline::at_most(CONNECT_LIMIT);
        let mut replies = wire
            .batch(vec![
                Command::new("Browser.getVersion", json!({})).within(limit),
                Command::new(
                    "Target.setDiscoverTargets",
                    json!({"discover": true, "filter": [{"type": "page"}, {"exclude": true}]}),
                )
                .within(limit),
                // Some Chromium-based browsers refuse this command. They download to their own folder.
                Command::new("Browser.setDownloadBehavior", behavior(downloads)).within(limit),
            ])
            .await
            .into_iter();
        let mut next = || replies.next().unwrap_or(Err(WireError::Ended { why: "no reply".into() }));
        let told: Result<Version, WireError> = read("Browser.getVersion", next());
        let product = match (told, next()) {
            (Ok(version), Ok(_)) => version.product,
            (Err(error), _) | (_, Err(error)) => {
                wire.close("it is not a browser that can be driven");
                return Err(EngineError::new(
                    ErrorKind::ConnectFailed,
                    format!("{what} cannot be driven as a Chromium browser"),
                )
                .with_source(error)
                .with_next_step("use the WebSocket address that the browser prints at its start, or its host and port"));
            }
        };
        Ok(Arc::new(Self {
            wire,
            hub,
            owner,
            product,
            is_tunnel,
            stops_pages: StopsPages::default(),
        }))
    }

    pub(super) async fn ask<T: DeserializeOwned>(&self, method: &'static str, params: Value) -> Result<T> {
        let reply: ReplyResult = self.wire.send(Command::new(method, params)).await;
        Ok(read(method, reply)?)
    }

    /// Sends commands to a session, and waits for all of them.
    pub(super) async fn each<const N: usize>(&self, session: &Arc<str>, commands: [Command; N]) -> Result<()> {
        for reply in self.wire.batch(commands.map(|command| command.on(session)).into()).await {
            reply?;
        }
        Ok(())
    }
}

/// The pages of one browser context; `None` is the browser's own one.
impl CdpBrowser {
    pub(super) async fn pages_of(&self, context: Option<&ContextId>) -> Result<Vec<PageSummary>> {
        // The titles are queried, because titles change without an event. The order is that of the events.
        let filter = json!({"filter": [{"type": "page"}, {"exclude": true}]});
        let TargetInfos { mut target_infos } = self.ask("Target.getTargets", filter).await?;
        let mut pages = Vec::new();
        for id in self.hub.known.look(|known| known.ids(context)) {
            if let Some(at) = target_infos.iter().position(|info| *info.target_id == *id) {
                let info = target_infos.swap_remove(at);
                let attached = |known: &Known| known.attached(&id).map(|page| Arc::clone(&page.state));
                let state = self.hub.known.look(attached);
                let dialog = state.as_ref().and_then(|state| state.dialog());
                // The browser names where a page goes, or nothing, before it is there.
                let shown = state.filter(|state| dialog.is_some() || info.url.is_empty() || state.navigating_to(&id).is_some());
                let url = shown.map(|state| state.url()).filter(|url| !url.starts_with(ERROR_PAGE));
                pages.push(PageSummary {
                    dialog,
                    url: url.unwrap_or(info.url),
                    id,
                    title: info.title,
                });
            }
        }
        Ok(pages)
    }

    pub(super) async fn page_of(&self, context: Option<&ContextId>, id: &PageId) -> Result<Arc<dyn Page>> {
        self.refuse_other(context, id)?;
        Ok(self.hub.attach(&self.wire, id).await?)
    }

    pub(super) async fn open_page_in(&self, context: Option<&ContextId>) -> Result<PageId> {
        let mut params = json!({"url": "about:blank"});
        if let Some(context) = context {
            params["browserContextId"] = json!(&**context);
        }
        let TargetId { target_id } = self.ask("Target.createTarget", params).await?;
        let known = |known: &Known| known.contains(&target_id).then_some(());
        self.hub.known.wait(TARGET_LIMIT, known).await;
        Ok(target_id.into())
    }

    pub(super) async fn close_page_of(&self, context: Option<&ContextId>, id: &PageId) -> Result<()> {
        self.refuse_other(context, id)?;
        let gone = |known: &Known| (!known.contains(id)).then_some(());
        for _ in 0..CLOSES {
            let close = Command::new("Target.closeTarget", json!({"targetId": &**id}));
            match self.wire.send(close).await {
                // The page has closed already.
                Err(WireError::Refused { .. }) => {}
                reply => drop(reply?),
            }
            if self.hub.known.wait(CLOSE_AGAIN, gone).await.is_some() {
                return Ok(());
            }
        }
        let what = format!(
            "the page {} did not close within {} s",
            quote(id),
            (CLOSES * CLOSE_AGAIN).as_secs()
        );
        Err(EngineError::new(ErrorKind::Timeout, what))
    }

    /// Records what the pages of a session write to the console.
    pub(super) fn record_console_of(&self, state: &Arc<BrowserState>, pages: Vec<PageId>) -> Result<()> {
        if self.is_tunnel {
            let what = "the user's own browser does not report what pages write to the console to this program";
            return Err(EngineError::new(ErrorKind::Unsupported, what));
        }
        self.hub.record_console(&self.wire, state, pages);
        Ok(())
    }

    /// Refuses a page that the context does not have.
    fn refuse_other(&self, context: Option<&ContextId>, id: &PageId) -> Result<()> {
        if self.hub.known.look(|known| known.has(id, context)) {
            return Ok(());
        }
        Err(match self.wire.ended() {
            Some(why) => WireError::Ended { why }.into(),
            None => super::attach::not_found(id),
        })
    }
}

#[async_trait]
impl Browser for CdpBrowser {
    fn describe(&self) -> BrowserDescription {
        BrowserDescription {
            product: self.product.clone(),
            protocol: Protocol::Cdp,
        }
    }

    fn state(&self) -> &Arc<BrowserState> {
        &self.hub.state
    }

    fn has(&self, id: &PageId) -> bool {
        self.hub.known.look(|known| known.has(id, None))
    }

    async fn pages(&self) -> Result<Vec<PageSummary>> {
        self.pages_of(None).await
    }

    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>> {
        self.page_of(None, id).await
    }

    async fn open_page(&self) -> Result<PageId> {
        self.open_page_in(None).await
    }

    async fn close_page(&self, id: &PageId) -> Result<()> {
        self.close_page_of(None, id).await
    }

    async fn isolated(self: Arc<Self>, access: &Access) -> Result<Arc<dyn Browser>> {
        Ok(Arc::new(CdpContext::open(self, access).await?))
    }

    async fn watch_hands(&self, test_id: Option<&str>) -> Result<()> {
        self.watch_hands_of(None, &self.hub.state, test_id).await
    }

    async fn record_console(&self) -> Result<()> {
        let pages = self.hub.known.look(|known| known.ids(None));
        self.record_console_of(&self.hub.state, pages)
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
        self.record_into(&self.hub.state, log).await
    }

    async fn body(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        self.body_of(place, of).await
    }

    async fn in_origin(&self, origin: &str, expression: &str) -> Result<String> {
        self.in_origin_of(None, origin, expression).await
    }

    async fn workroom(&self, script: &str) -> Result<Box<dyn Workroom>> {
        Ok(Box::new(self.open_room(script).await?))
    }

    async fn clipboard(&self, most: usize) -> Result<ClipboardReport> {
        self.paste_clipboard(most).await
    }

    async fn emulate(&self, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        self.emulate_in(None, &self.hub.emulated_in(None), wanted, sizes_again).await
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

    async fn quit(&self) {
        if self.wire.ended().is_none() {
            let close = Command::new("Browser.close", json!({})).within(CLOSE_LIMIT);
            // The launcher ends a browser that does not respond.
            let _ = self.wire.send(close).await;
        }
        self.wire.close("the session was ended");
    }

    async fn end(&self) {
        if self.owner == Owner::Us {
            return self.quit().await;
        }
        self.wire.close("the session was ended");
    }
}

impl Drop for CdpBrowser {
    fn drop(&mut self) {
        self.wire.close("the session was dropped");
    }
}
