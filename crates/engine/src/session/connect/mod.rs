//! Opens the connection that a session's options name. Only this module names a backend.

#[cfg(feature = "webdriver")]
mod webdriver;

use super::Session;
use crate::backend::bidi::{self, BidiBrowser, SessionAt};
use crate::backend::cdp::{self, CdpBrowser};
use crate::backend::{Browser, Owner};
use crate::error::Result;
use crate::launch::{self, Family, LaunchOptions, Launched};
use crate::options::{AttachOptions, AttachProtocol, Route};
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
}

impl Connection {
    fn to(browser: Arc<dyn Browser>) -> Self {
        Self {
            browser,
            launched: None,
            host: None,
            is_shared: AtomicBool::new(false),
        }
    }

    /// Pages and storage of their own in the same browser.
    async fn isolated(self: Arc<Self>) -> Result<Self> {
        let browser = Arc::clone(&self.browser).isolated().await?;
        self.is_shared.store(true, Ordering::Relaxed);
        Ok(Self {
            host: Some(self),
            ..Self::to(browser)
        })
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
    if let Some(host) = &session.inner.host {
        return host.connected().await?.isolated().await;
    }
    let options = &session.inner.options;
    Ok(match options.route()? {
        Route::Launch(launch) => {
            let mut launch = launch.cloned().unwrap_or_default();
            launch.viewport = launch.viewport.or(options.viewport);
            launch.pipe = cfg!(unix);
            launch_browser(&launch).await?
        }
        Route::Attach(attach) => attached(attach).await?,
        #[cfg(feature = "webdriver")]
        Route::WebDriver(given) => Connection::to(webdriver::connect(given, &session.inner.leftovers).await?),
        #[cfg(feature = "relay")]
        Route::Extension(extension) => Connection::to(CdpBrowser::over(session.tunnel(extension).await?).await?),
    })
}

/// Connects to a browser that another program started.
async fn attached(attach: &AttachOptions) -> Result<Connection> {
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
        Family::Firefox => BidiBrowser::connect(endpoint, SessionAt::Browser, Owner::Us, downloads)
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
