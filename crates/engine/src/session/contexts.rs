//! Several sessions in one browser, and several callers in one session.

use super::Session;
use super::connect::Connection;
use crate::error::Result;
#[cfg(any(feature = "webdriver", feature = "relay"))]
use crate::error::{EngineError, ErrorKind};
use crate::options::{IsolatedOptions, Route};
use std::pin::Pin;
use std::sync::Arc;

impl Session {
    /// Creates a session in the browser of this one, with pages, cookies, storage and UIDs of its own. Nothing is started
    /// yet. Closing it closes its pages and leaves the browser alone. If this session is closed, the other one ends too.
    ///
    /// # Errors
    /// `Unsupported` for the user's own tabs, and at a WebDriver server, where each session has its own browser.
    pub fn isolated(&self, options: &IsolatedOptions) -> Result<Self> {
        // A browser has one level of contexts: those of an isolated session would stand beside it.
        let host = self.inner.host.as_ref().unwrap_or(self);
        let mut own = host.inner.options.clone();
        own.viewport = options.viewport.or(own.viewport);
        // The browser's own way is that of all its contexts.
        own.proxy.clone_from(&options.proxy);
        own.ignore_https_errors = options.ignore_https_errors;
        own.emulate = options.emulate.clone().or(own.emulate);
        match own.route()? {
            Route::Launch(_) | Route::Attach(_) => Self::with_host(own, Some(host.on_any_page())),
            #[cfg(feature = "webdriver")]
            Route::WebDriver(_) => Err(unsupported("a WebDriver session is the only one in its browser")),
            #[cfg(feature = "relay")]
            Route::Extension(_) => Err(unsupported("the tabs of the user's own browser belong to one session")),
        }
    }

    /// This session with a page that its calls use in place of the selected one. It shares everything else. Callers that
    /// name their pages do not disturb each other by selecting pages.
    #[must_use]
    pub fn on_page(&self, page: u32) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            page: Some(page),
        }
    }

    fn on_any_page(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            page: None,
        }
    }

    /// The connection, as a future whose type does not contain that of the host's connection.
    pub(super) fn connected(&self) -> Pin<Box<dyn Future<Output = Result<Arc<Connection>>> + Send + '_>> {
        Box::pin(self.connection())
    }
}

#[cfg(any(feature = "webdriver", feature = "relay"))]
fn unsupported(what: &str) -> EngineError {
    EngineError::new(ErrorKind::Unsupported, what).with_next_step("open another session with the options of this one")
}
