//! How a session is opened.

use crate::launch::LaunchOptions;
use crate::relay::ExtensionOptions;
use std::time::Duration;

/// The way to a browser. Chosen here and nowhere else.
#[derive(Debug, Clone)]
pub enum Route {
    /// Start a browser of our own; it ends with the session.
    Launch(LaunchOptions),
    /// Attach to a running Chromium over CDP: `ws://…`, `http://host:port` or a port. It is left
    /// alone when the session ends.
    Attach {
        /// The address.
        endpoint: String,
    },
    /// A W3C WebDriver server (chromedriver, geckodriver, safaridriver, a grid).
    WebDriver {
        /// The server's URL.
        url: String,
        /// Adopt this session, which another program made and will end.
        session: Option<String>,
        /// Capabilities of a new session, one JSON object (`alwaysMatch`).
        capabilities: Option<String>,
    },
    /// The tabs that the user granted in their own browser, through the extension in it.
    Extension(ExtensionOptions),
}

/// Options of a session.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// The way to a browser.
    pub route: Route,
    /// How long an action waits until its target can be acted on.
    pub action_timeout: Duration,
    /// How long a navigation and a wait may take.
    pub navigation_timeout: Duration,
    /// Whether `file:` addresses may be opened.
    pub allow_file_urls: bool,
    /// Viewport in CSS pixels; the browser's own where absent.
    pub viewport: Option<(u32, u32)>,
    /// The attribute that holds test ids.
    pub test_id_attribute: String,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self {
            route: Route::Launch(LaunchOptions::default()),
            action_timeout: Duration::from_secs(5),
            navigation_timeout: Duration::from_secs(30),
            allow_file_urls: false,
            viewport: None,
            test_id_attribute: "data-testid".to_owned(),
        }
    }
}
