//! What a backend does for a whole browser.

use super::film::no_films;
use super::traffic::{BodyPlace, Traffic};
use super::{Body, BrowserDescription, BrowserState, Page, PageId, PageSummary, RemoteFiles, Workroom, intercept};
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::RouteOptions;
use crate::proxy::Access;
use crate::report::{BodyOf, ClipboardReport, Cookie, Emulation, RouteInfo};
use async_trait::async_trait;
use std::sync::Arc;

/// What came of [`Browser::emulate`].
#[derive(Debug, Default)]
pub struct Emulating {
    /// The time zone, as the browser writes it.
    pub timezone: Option<String>,
    /// How many pages have not confirmed it yet.
    pub unconfirmed: usize,
}

/// One running browser, or one session at a driver.
#[async_trait]
pub trait Browser: Send + Sync + 'static {
    /// Product and protocol.
    fn describe(&self) -> BrowserDescription;
    /// State of the whole browser: its downloads and whether it has ended.
    fn state(&self) -> &Arc<BrowserState>;
    /// The open pages, oldest first.
    async fn pages(&self) -> Result<Vec<PageSummary>>;
    /// Whether the page is open, as far as events say; true where the protocol has no such events.
    fn has(&self, id: &PageId) -> bool {
        let _ = id;
        true
    }
    /// The page with this id, connected and ready for use.
    async fn page(&self, id: &PageId) -> Result<Arc<dyn Page>>;
    /// Opens an empty page (`about:blank`).
    async fn open_page(&self) -> Result<PageId>;
    /// Closes a page without a `beforeunload` prompt.
    async fn close_page(&self, id: &PageId) -> Result<()>;
    /// What the clipboard holds, with at most `most` characters of each text. Reads it in an empty page of its own, and
    /// leaves all other pages alone. Callers make sure that the clipboard is not the user's.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has no place for such a page.
    async fn clipboard(&self, most: usize) -> Result<ClipboardReport> {
        let _ = most;
        let what = "this connection cannot read the clipboard";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }
    /// Records from now on what pages write to the console, in [`BrowserState::console`].
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not report that.
    async fn record_console(&self) -> Result<()> {
        let what = "this connection does not report what pages write to the console";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }
    /// Has all pages tell from now on what the user does in them, in `hands` of its [`BrowserState`], with this attribute for test ids;
    /// with `None`, ends that.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot hear scripts of ours in each document.
    async fn watch_hands(&self, test_id: Option<&str>) -> Result<()> {
        if test_id.is_none() {
            return Ok(());
        }
        let what = "over this connection, what the user does in a page is not told";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }
    /// The cookies.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has no access to them.
    async fn cookies(&self) -> Result<Vec<Cookie>> {
        Err(no_storage())
    }
    /// Sets cookies, in the place of those with the same name, domain and path.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has no access to them.
    async fn set_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        let _ = cookies;
        Err(no_storage())
    }
    /// Deletes cookies, by name, domain and path.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has no access to them.
    async fn delete_cookies(&self, cookies: &[Cookie]) -> Result<()> {
        let _ = cookies;
        Err(no_storage())
    }
    /// Evaluates an expression, whose value is a string or the promise of one, in an empty document of an origin. The page in which it runs is
    /// no page of the session, and no server is asked for the document.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot do that.
    async fn in_origin(&self, origin: &str, expression: &str) -> Result<String> {
        let _ = (origin, expression);
        Err(no_storage())
    }
    /// Opens a page of this program's own, and evaluates an expression for an object there.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot do that; `Protocol` if the expression throws.
    async fn workroom(&self, script: &str) -> Result<Box<dyn Workroom>> {
        let _ = script;
        Err(no_films())
    }
    /// Holds all pages to a policy, from now on to the end of the session. Pages of isolated sessions are held to it too.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot stop requests.
    async fn guard(&self, policy: intercept::Policy) -> Result<()> {
        let _ = policy;
        Err(no_interception())
    }
    /// Adds a route, whose body is in base64.
    ///
    /// # Errors
    /// `Unsupported` if the protocol cannot stop requests; `InvalidInput` if there are too many.
    async fn add_route(&self, route: RouteOptions) -> Result<RouteInfo> {
        let _ = route;
        Err(no_interception())
    }
    /// The routes.
    fn routes(&self) -> Vec<RouteInfo> {
        Vec::new()
    }
    /// Removes the route with this number, or all. Returns those that were removed.
    ///
    /// # Errors
    /// If the connection was lost.
    async fn remove_routes(&self, id: Option<u32>) -> Result<Vec<RouteInfo>> {
        let _ = id;
        Ok(Vec::new())
    }
    /// Sets how the pages see the network. Returns how many pages have not confirmed it.
    ///
    /// # Errors
    /// `Unsupported` by name for what the protocol cannot do.
    async fn set_network(&self, conditions: intercept::Conditions) -> Result<usize> {
        let _ = conditions;
        Err(no_interception())
    }
    /// A view of this browser with pages, cookies and storage of its own, whose requests take another way if `access` says so. Its end
    /// closes its pages, and leaves the browser alone; the browser's end is also its own.
    ///
    /// # Errors
    /// `Unsupported` if the protocol has no such thing.
    async fn isolated(self: Arc<Self>, access: &Access) -> Result<Arc<dyn Browser>> {
        let _ = access;
        let what = "this connection cannot keep several sessions apart in one browser";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }
    /// Emulates this, and nothing else, in all pages: those that are open, those that are opened from now on, and their frames.
    /// `sizes_again`: also pages that were given a size of their own get the emulated one. If it fails, what was emulated
    /// before stays.
    ///
    /// # Errors
    /// `Unsupported` naming what the protocol or the browser cannot do; `InvalidInput` for a time zone, a locale or a permission
    /// that the browser does not know.
    async fn emulate(&self, wanted: &Emulation, sizes_again: bool) -> Result<Emulating> {
        let _ = (wanted, sizes_again);
        let what = "nothing can be emulated over this connection";
        Err(EngineError::new(ErrorKind::Unsupported, what))
    }

    /// Records the requests of all pages into a log from now on. Called before any page is used.
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not report requests.
    async fn record(&self, log: &Arc<Traffic>) -> Result<()> {
        let _ = log;
        Err(no_requests())
    }
    /// A body of a recorded request; `None` if the browser does not keep it any more.
    ///
    /// # Errors
    /// `Unsupported` if the protocol does not hand out bodies.
    async fn body(&self, place: &BodyPlace, of: BodyOf) -> Result<Option<Body>> {
        let _ = (place, of);
        Err(no_requests())
    }
    /// The way for files to and from the machine of a browser that runs elsewhere. `None` if the browser reads the files of
    /// this machine.
    fn remote_files(&self) -> Option<Arc<dyn RemoteFiles>> {
        None
    }
    /// Ends the browser, whatever started it.
    async fn quit(&self) {
        self.end().await;
    }
    /// Ends what this session started: a launched browser or a new driver session. An attached browser and an
    /// adopted driver session keep running. Idempotent.
    async fn end(&self);
}

fn no_interception() -> EngineError {
    let what = "this connection cannot stop requests before they leave the browser";
    EngineError::new(ErrorKind::Unsupported, what)
}

fn no_requests() -> EngineError {
    EngineError::new(
        ErrorKind::Unsupported,
        "this connection does not report the requests of pages",
    )
}

fn no_storage() -> EngineError {
    let what = "this connection has no access to the cookies and the storage of its browser";
    EngineError::new(ErrorKind::Unsupported, what)
}
