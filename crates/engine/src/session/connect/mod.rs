//! Opens the connection that a session's options name. Only this module names a backend.

#[cfg(feature = "webdriver")]
mod webdriver;

use super::Session;
use crate::backend::bidi::{BidiBrowser, SessionAt};
use crate::backend::cdp::{self, CdpBrowser};
use crate::backend::{Browser, Owner};
use crate::error::Result;
use crate::launch::{self, Family, LaunchOptions, Launched};
use crate::options::Route;
use std::sync::Arc;
#[cfg(feature = "webdriver")]
pub use webdriver::connect_webdriver;

/// A connected browser, with its process if this session launched it.
pub(super) struct Connection {
    pub(super) browser: Arc<dyn Browser>,
    launched: Option<Launched>,
}

impl Connection {
    /// A browser that this session did not launch.
    fn to(browser: Arc<dyn Browser>) -> Self {
        Self { browser, launched: None }
    }

    pub(super) fn pid(&self) -> Option<u32> {
        self.launched.as_ref().map(Launched::pid)
    }

    /// Whether this session launched the browser without its sandbox.
    pub(super) fn is_unsandboxed(&self) -> bool {
        self.launched.as_ref().is_some_and(Launched::is_unsandboxed)
    }

    /// Whether the browser's clipboard is its own. A browser with windows shares that of the desktop; what another
    /// program started may have windows.
    pub(super) fn has_own_clipboard(&self) -> bool {
        self.launched.as_ref().is_some_and(Launched::is_headless)
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
    let options = &session.inner.options;
    Ok(match options.route()? {
        Route::Launch(launch) => {
            let mut launch = launch.cloned().unwrap_or_default();
            launch.viewport = launch.viewport.or(options.viewport);
            launch.pipe = cfg!(unix);
            launch_browser(&launch).await?
        }
        Route::Attach(attach) => {
            let endpoint = cdp::resolve_endpoint(&attach.endpoint).await?;
            Connection::to(CdpBrowser::connect(endpoint, Owner::Others, None).await?)
        }
        #[cfg(feature = "webdriver")]
        Route::WebDriver(webdriver) => Connection::to(connect_webdriver(webdriver).await?),
        #[cfg(feature = "relay")]
        Route::Extension(extension) => Connection::to(CdpBrowser::over(session.tunnel(extension).await?).await?),
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
            browser,
            launched: Some(launched),
        }),
        Err(error) => {
            let summary = launched.exit_summary();
            launched.end().await;
            Err(if summary.is_empty() { error } else { error.during(&summary) })
        }
    }
}
