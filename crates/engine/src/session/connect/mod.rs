//! Opens the connection that a session's options name. Only this module names a backend.

#[cfg(feature = "webdriver")]
mod webdriver;

use super::Session;
use crate::backend::bidi::{self, BidiBrowser, SessionAt};
use crate::backend::cdp::{self, CdpBrowser};
use crate::backend::intercept::Wall;
use crate::backend::traffic::Traffic;
use crate::backend::{Browser, Owner};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::launch::{self, Family, LaunchOptions, Launched, LogIns};
use crate::options::{AttachOptions, AttachProtocol, Recorded, Route, SessionOptions};
use crate::proxy::{Access, Faults, Forwarder};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "webdriver")]
pub use webdriver::connect_webdriver;

/// A connected browser, with its process if this session launched it.
pub(super) struct Connection {
    pub(super) browser: Arc<dyn Browser>,
    launched: Option<Launched>,
    /// The connection of the session whose browser this one shares.
    host: Option<Arc<Connection>>,
    /// Whether other sessions share the browser, or did.
    is_shared: AtomicBool,
    /// Lives as long as the browser, or the session in it, that goes through it.
    forwarder: Option<Forwarder>,
    /// Whether the session has taken the network away from its pages.
    pub(super) is_offline: AtomicBool,
}

impl Connection {
    fn to(browser: Arc<dyn Browser>) -> Self {
        Self {
            browser,
            launched: None,
            host: None,
            is_shared: AtomicBool::new(false),
            forwarder: None,
            is_offline: AtomicBool::new(false),
        }
    }

    /// Pages and storage of their own in the same browser.
    async fn isolated(self: Arc<Self>, options: &SessionOptions) -> Result<Self> {
        let is_ours = self.process().is_some();
        let (access, forwarder) = Access::open(options.proxy.as_ref(), options.ignore_https_errors, is_ours).await?;
        let browser = Arc::clone(&self.browser).isolated(&access).await?;
        self.is_shared.store(true, Ordering::Relaxed);
        Ok(Self {
            host: Some(self),
            forwarder,
            ..Self::to(browser)
        })
    }

    /// What the proxy did not do, behind a forwarder.
    pub(super) fn proxy_faults(&self) -> Option<&Faults> {
        let own = self.forwarder.as_ref().map(Forwarder::faults);
        own.or_else(|| self.host.as_ref().and_then(|host| host.proxy_faults()))
    }

    /// The process that a session of this program launched.
    fn process(&self) -> Option<&Launched> {
        self.launched
            .as_ref()
            .or_else(|| self.host.as_ref().and_then(|host| host.launched.as_ref()))
    }

    pub(super) fn pid(&self) -> Option<u32> {
        self.process().map(Launched::pid)
    }

    /// Whether the browser was launched without its sandbox.
    pub(super) fn is_unsandboxed(&self) -> bool {
        self.process().is_some_and(Launched::is_unsandboxed)
    }

    /// Whether the browser's clipboard is that of the session. A browser with windows shares that of the desktop; what
    /// another program started may have windows.
    pub(super) fn has_own_clipboard(&self) -> bool {
        self.launched.as_ref().is_some_and(Launched::is_headless) && !self.is_shared.load(Ordering::Relaxed)
    }

    /// Disconnects, and ends the browser if this session launched it.
    pub(super) async fn end(&self) {
        if let Some(launched) = &self.launched {
            launched.expect_close();
        }
        self.browser.end().await;
        if let Some(launched) = &self.launched {
            launched.end().await;
        }
    }
}

pub(super) async fn connect(session: &Session) -> Result<Connection> {
    let connection = reach(session).await?;
    // A page that is attached to is told once what is recorded, so both are known before the first one is.
    let log = requests_of(session);
    if let Some(log) = log {
        let _ = connection.browser.state().traffic.set(Arc::clone(log));
    }
    let record = &session.inner.options.record;
    if record.contains(&Recorded::Console)
        && let Err(error) = connection.browser.record_console().await
    {
        // A call that wants the messages says so, and everything else works.
        tracing::info!(%error, "the console is not recorded");
    }
    if let Some(log) = log
        && let Err(error) = connection.browser.record(log).await
    {
        // Here, too.
        log.refuse(error.context());
    }
    Ok(connection)
}

/// Where the requests of pages are recorded, if the session wants that.
fn requests_of(session: &Session) -> Option<&Arc<Traffic>> {
    let log = session.inner.traffic.as_ref()?;
    #[cfg(feature = "relay")]
    if session.inner.options.extension.is_some() {
        log.refuse("the requests of the user's own browser are not recorded");
        return None;
    }
    Some(log)
}

async fn reach(session: &Session) -> Result<Connection> {
    if let Some(host) = &session.inner.host {
        return host.connected().await?.isolated(&session.inner.options).await;
    }
    let connection = connected(session).await?;
    if !session.inner.policy.is_empty()
        && let Err(error) = connection.browser.guard(session.inner.policy.clone()).await
    {
        // Without its rules, the session must not begin.
        connection.end().await;
        return Err(error);
    }
    Ok(connection)
}

async fn connected(session: &Session) -> Result<Connection> {
    let options = &session.inner.options;
    let route = options.route()?;
    let is_ours = matches!(route, Route::Launch(_));
    let (access, forwarder) = Access::open(options.proxy.as_ref(), options.ignore_https_errors, is_ours).await?;
    Ok(match route {
        Route::Launch(launch) => {
            let mut launch = launch.cloned().unwrap_or_default();
            launch.viewport = launch.viewport.or(options.viewport);
            launch.pipe = cfg!(unix);
            launch.access = access;
            if !session.inner.policy.credentials.is_empty() {
                launch.log_ins = LogIns::OfSession;
            }
            let origins = &session.inner.policy.origins;
            launch.wall = (!origins.is_empty()).then(|| Wall::around(origins, &launch.arguments));
            Connection {
                forwarder,
                ..launch_browser(&launch).await?
            }
        }
        _ if forwarder.is_some() || !can_have(&options.route()?, &access) => return Err(has_its_own_way()),
        #[cfg(feature = "webdriver")]
        Route::WebDriver(given) if !access.is_usual() => {
            let given = webdriver::with_access(given, &access)?;
            Connection::to(webdriver::connect(&given, &session.inner.leftovers).await?)
        }
        Route::Attach(attach) => attached(attach).await?,
        #[cfg(feature = "webdriver")]
        Route::WebDriver(given) => Connection::to(webdriver::connect(given, &session.inner.leftovers).await?),
        #[cfg(feature = "relay")]
        Route::Extension(extension) => Connection::to(CdpBrowser::over(session.tunnel(extension).await?).await?),
    })
}

/// Whether this session can choose the way of the browser's requests: not of one that runs, and a log-in at a proxy is added on
/// this machine, where a browser elsewhere does not reach it.
fn can_have(route: &Route<'_>, access: &Access) -> bool {
    #[cfg(feature = "webdriver")]
    if let Route::WebDriver(given) = route {
        return access.is_usual() || given.session.is_none();
    }
    let _ = route;
    access.is_usual()
}

fn has_its_own_way() -> EngineError {
    let what = "the browser runs already, or on another machine, so its proxy with a log-in and its certificates are not this session's to choose";
    EngineError::new(ErrorKind::Unsupported, what)
        .with_next_step("launch a browser, or leave the proxy and ignoreHttpsErrors out")
}

/// Connects to a browser that another program started.
async fn attached(attach: &AttachOptions) -> Result<Connection> {
    // The limits of the steps below may be met just after that of the call, which then has to tell the same.
    let _asked = deadline::asking(|| {
        EngineError::new(
            ErrorKind::ConnectFailed,
            "the browser at the endpoint has not answered in time",
        )
        .with_next_step("check that the browser at the endpoint runs and is not busy, or allow more time")
    });
    Ok(match attach.protocol.unwrap_or(AttachProtocol::Cdp) {
        AttachProtocol::Cdp => {
            let endpoint = cdp::resolve_endpoint(&attach.endpoint).await?;
            Connection::to(if attach.may_ask() {
                CdpBrowser::connect_asking(endpoint).await?
            } else {
                CdpBrowser::connect(endpoint, Owner::Others, None).await?
            })
        }
        AttachProtocol::Bidi => {
            let endpoint = bidi::endpoint(&attach.endpoint)?;
            Connection::to(BidiBrowser::connect(endpoint, SessionAt::Browser, Owner::Others, None).await?)
        }
    })
}

/// Drives a Chromium that was started over its pipe, or over its port where there is no pipe.
async fn chromium(launched: &Launched) -> Result<Arc<CdpBrowser>> {
    #[cfg(unix)]
    if let Some(pipe) = launched.take_pipe() {
        return CdpBrowser::through(pipe, launched.download_dir()).await;
    }
    CdpBrowser::connect(launched.endpoint(), Owner::Us, Some(launched.download_dir())).await
}

async fn launch_browser(options: &LaunchOptions) -> Result<Connection> {
    let launched = launch::launch(options).await?;
    let (endpoint, downloads) = (launched.endpoint(), Some(launched.download_dir()));
    let browser: Result<Arc<dyn Browser>> = match launched.family() {
        Family::Chromium => chromium(&launched).await.map(|browser| browser as _),
        Family::Firefox => BidiBrowser::connect_for(endpoint, SessionAt::Browser, Owner::Us, downloads, &options.access)
            .await
            .map(|browser| browser as _),
    };
    match browser {
        Ok(browser) => Ok(Connection {
            launched: Some(launched),
            ..Connection::to(browser)
        }),
        Err(error) => {
            let summary = launched.exit_summary();
            launched.end().await;
            Err(if summary.is_empty() { error } else { error.during(&summary) })
        }
    }
}
