//! Opens the connection that a session's options name. The only place that names a backend.

use super::extension::RelaySlot;
use crate::backend::bidi::{BidiBrowser, SessionAt};
use crate::backend::cdp::{self, CdpBrowser};
use crate::backend::{Browser, Owner, webdriver};
use crate::error::Result;
use crate::launch::{self, Family, Launched};
use crate::options::{Route, SessionOptions};
use crate::relay::Actor;
use std::sync::Arc;

/// A connected browser, and its process where it is ours.
pub(super) struct Connection {
    pub(super) browser: Arc<dyn Browser>,
    launched: Option<Launched>,
}

impl Connection {
    pub(super) fn pid(&self) -> Option<u32> {
        self.launched.as_ref().map(Launched::pid)
    }

    /// Ends what is ours.
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

pub(super) async fn connect(options: &SessionOptions, relay: &RelaySlot, actor: Arc<dyn Actor>) -> Result<Connection> {
    match &options.route {
        Route::Launch(launch) => {
            let mut launch = launch.clone();
            launch.viewport = launch.viewport.or(options.viewport);
            let launched = launch::launch(&launch).await?;
            let (endpoint, downloads) = (launched.endpoint(), Some(launched.download_dir()));
            let browser: Result<Arc<dyn Browser>> = match launched.family() {
                Family::Chromium => CdpBrowser::connect(endpoint, Owner::Us, downloads)
                    .await
                    .map(|browser| browser as _),
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
        Route::Attach { endpoint } => {
            let endpoint = cdp::resolve_endpoint(endpoint).await?;
            Ok(Connection {
                browser: CdpBrowser::connect(&endpoint, Owner::Others, None).await?,
                launched: None,
            })
        }
        Route::WebDriver {
            url,
            session,
            capabilities,
        } => Ok(Connection {
            browser: webdriver::connect(url, session.as_deref(), capabilities.as_deref()).await?,
            launched: None,
        }),
        Route::Extension(extension) => {
            let tunnel = relay.get(extension, actor).await?.tunnel().await?;
            Ok(Connection {
                browser: CdpBrowser::over(tunnel).await?,
                launched: None,
            })
        }
    }
}
