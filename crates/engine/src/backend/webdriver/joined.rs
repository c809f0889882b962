//! A browser of a WebDriver session that is driven over a socket.

use super::driver::Driver;
use super::files::SessionFiles;
use super::order::Order;
use crate::backend::intercept::Conditions;
use crate::backend::traffic::{BodyPlace, Traffic};
use crate::backend::{Body, Browser, BrowserDescription, BrowserState, Emulating, Page, PageId, PageSummary, RemoteFiles};
use crate::error::Result;
use crate::options::RouteOptions;
use crate::report::{BodyOf, Cookie, Emulation, RouteInfo};
use async_trait::async_trait;
use std::sync::Arc;

/// The socket's browser. It ends with the session, and lists its pages by [`Order`]. It has no [`Workroom`](crate::backend::Workroom):
/// beside `ChromeDriver`, a page without a window does not load.
pub(super) struct Joined {
    socket: Arc<dyn Browser>,
    driver: Arc<Driver>,
    files: Option<Arc<SessionFiles>>,
    order: Order,
}

impl Joined {
    pub(super) fn new(socket: Arc<dyn Browser>, driver: Arc<Driver>, window: Option<&PageId>) -> Self {
        Self {
            socket,
            files: SessionFiles::of(&driver),
            driver,
            order: Order::new(window),
        }
    }
}

#[async_trait]
impl Browser for Joined {
    fn describe(&self) -> BrowserDescription {
        self.socket.describe()
    }

    fn state(&self) -> &Arc<BrowserState> {
        self.socket.state()
    }

    async fn pages(&self) -> Result<Vec<PageSummary>> {
        let mut pages = self.socket.pages().await?;
        self.order.sort(&mut pages, |page| &page.id);
        Ok(pages)
    }

    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>> {
        self.socket.page(id).await
    }

    async fn open_page(&self) -> Result<PageId> {
        self.socket.open_page().await
    }

    async fn close_page(&self, id: &PageId) -> Result<()> {
        // Closing the last window ends the session, which may belong to another program.
        if self.socket.pages().await?.iter().all(|page| page.id == *id) {
            self.socket.open_page().await?;
        }
        self.socket.close_page(id).await
    }

    async fn record_console(&self) -> Result<()> {
        self.socket.record_console().await
    }

    async fn watch_hands(&self, test_id: Option<&str>) -> Result<()> {
        self.socket.watch_hands(test_id).await
    }

    async fn cookies(&self) -> Result<Vec<Cookie>> {
        self.socket.cookies().await
    }

    async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.socket.set_cookies(cookies).await
    }

    async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        self.socket.delete_cookies(cookies).await
    }

    async fn emulate(&self, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        self.socket.emulate(wanted, sizes_again).await
    }

    fn remote_files(&self) -> Option<Arc<dyn RemoteFiles>> {
        self.files.clone().map(|files| files as _)
    }

    async fn record(&self, log: &Arc<Traffic>) -> Result<()> {
        self.socket.record(log).await
    }

    async fn body(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        self.socket.body(place, of).await
    }

    async fn in_origin(&self, origin: &str, expression: &str) -> Result<String> {
        self.socket.in_origin(origin, expression).await
    }

    async fn add_route(&self, route: RouteOptions) -> Result<RouteInfo> {
        self.socket.add_route(route).await
    }

    fn routes(&self) -> Vec<RouteInfo> {
        self.socket.routes()
    }

    async fn remove_routes(&self, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        self.socket.remove_routes(id).await
    }

    async fn set_network(&self, conditions: Conditions) -> Result<usize> {
        self.socket.set_network(conditions).await
    }

    async fn end(&self) {
        // The browser of a driver that is dead, or cannot be reached, would be left.
        if !self.driver.end().await {
            self.socket.quit().await;
        }
        self.socket.end().await;
    }
}
