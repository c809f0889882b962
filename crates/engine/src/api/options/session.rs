//! How a session is opened.

use super::{EmulateOptions, HttpCredentials, ProxyOptions};
use crate::api::json::Millis;
#[cfg(feature = "webdriver")]
use crate::api::json::OptionalMillis;
use crate::backend::intercept::{Policy, has_proxy};
use crate::endpoint::Endpoint;
use crate::error::{EngineError, ErrorKind, Result};
use crate::launch::{LaunchOptions, Profile};
#[cfg(feature = "relay")]
use crate::relay::ExtensionOptions;
use crate::text::{quote, shorten};
use derive_setters::Setters;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Shorter texts are everywhere on a page.
const LEAST_HIDDEN: usize = 4;

/// Size in CSS pixels, each side 1 to 10,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Viewport {
    /// Width.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub width: u32,
    /// Height.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub height: u32,
}

impl Viewport {
    /// A size.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Rejects an empty viewport, and one that no screen has.
    pub(crate) fn check(self) -> Result<()> {
        let Self { width, height } = self;
        if !(1..=10_000).contains(&width) || !(1..=10_000).contains(&height) {
            let what = format!("the viewport must be 1x1 to 10000x10000, got {width}x{height}");
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        Ok(())
    }
}

/// A session in the browser of another one.
#[derive(Debug, Clone, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct IsolatedOptions {
    /// The viewport's size. Default: that of the other session.
    pub viewport: Option<Viewport>,
    /// What its pages are made to believe. Default: as the other session began.
    pub emulate: Option<EmulateOptions>,
    /// The proxy for its requests. Default: the way of the other session.
    pub proxy: Option<ProxyOptions>,
    /// Whether certificates that cannot be trusted are taken, such as self-signed ones. Default: as in the other session.
    pub ignore_https_errors: bool,
}

words! {
    /// What a running browser speaks.
    pub enum AttachProtocol {
        /// Chrome DevTools Protocol: Chromium and its relatives.
        Cdp = "cdp",
        /// WebDriver BiDi: Firefox.
        Bidi = "bidi",
    }
}

/// A running browser. It keeps running when the session ends.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct AttachOptions {
    /// `ws://…`, `http://host:port`, or a port. Also the absolute path of the profile folder of a Chromium that runs with
    /// it, which has its address in the file `DevToolsActivePort`.
    pub endpoint: String,
    /// What the browser speaks. Default: `cdp`.
    pub protocol: Option<AttachProtocol>,
    /// The page to work in at first, by the id that the browser's protocol gives it: a `targetId` of CDP, a browsing
    /// context of BiDi. Default: the last one that the browser lists.
    pub target: Option<String>,
}

impl fmt::Debug for AttachOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endpoint = Endpoint::from(self.endpoint.as_str());
        f.debug_struct("AttachOptions")
            .field("endpoint", &endpoint)
            .field("protocol", &self.protocol)
            .field("target", &self.target)
            .finish()
    }
}

impl AttachOptions {
    /// A Chromium by its address: `ws://…`, `http://host:port`, a port, or the path of its profile folder.
    pub fn new(endpoint: impl Into<String>) -> Self {
        Self {
            endpoint: endpoint.into(),
            protocol: None,
            target: None,
        }
    }

    /// A Firefox by its address: `ws://…`, `host:port` or a port. It offers one session at a time.
    pub fn bidi(endpoint: impl Into<String>) -> Self {
        Self {
            protocol: Some(AttachProtocol::Bidi),
            ..Self::new(endpoint)
        }
    }

    /// Whether the browser may ask its user first.
    pub(crate) fn may_ask(&self) -> bool {
        Path::new(self.endpoint.trim()).is_absolute()
    }
}

/// A W3C WebDriver server: chromedriver, geckodriver, safaridriver, a grid.
#[cfg(feature = "webdriver")]
#[derive(Clone, PartialEq, Eq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct WebDriverOptions {
    /// The server's URL.
    #[setters(into)]
    pub url: String,
    /// Adopt this session, which another program created and will end.
    #[setters(into)]
    pub session: Option<String>,
    /// Capabilities of a new session (`alwaysMatch`).
    pub capabilities: Option<serde_json::Map<String, serde_json::Value>>,
    /// How long a new session may take, with the wait in a grid's queue and further tries after refusals, in milliseconds.
    /// Default: 50,000.
    #[serde(default, rename = "startTimeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub start_timeout: Option<Duration>,
}

#[cfg(feature = "webdriver")]
impl fmt::Debug for WebDriverOptions {
    /// Without the id of the session and the values of capabilities, which may be secrets of a grid.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebDriverOptions")
            .field("url", &Endpoint::from(self.url.as_str()))
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "webdriver")]
impl WebDriverOptions {
    /// A new session at the server with this URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            session: None,
            capabilities: None,
            start_timeout: None,
        }
    }
}

/// Texts that are shown nowhere, also not in the log.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct HiddenTexts(Vec<String>);

impl HiddenTexts {
    /// These texts.
    pub fn new(texts: Vec<String>) -> Self {
        Self(texts)
    }

    pub(crate) fn texts(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Debug for HiddenTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} texts", self.0.len())
    }
}

words! {
    /// What a session can keep of what its pages do.
    pub enum Recorded {
        /// What pages write to the console, and errors that nothing handled.
        Console = "console",
        /// The requests of pages, and their answers.
        Network = "network",
    }
}

/// How to open a session. At most one of `launch`, `attach`, `webdriver` and `extension` is given. Without
/// any, a browser is launched with the defaults.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Clone, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct SessionOptions {
    /// Start a browser. It ends with the session.
    pub launch: Option<LaunchOptions>,
    /// Attach to a running browser.
    pub attach: Option<AttachOptions>,
    /// Use a WebDriver server.
    #[cfg(feature = "webdriver")]
    pub webdriver: Option<WebDriverOptions>,
    /// Work in the tabs that the user granted in their own browser.
    #[cfg(feature = "relay")]
    pub extension: Option<ExtensionOptions>,
    /// How long an action waits until its element can be acted on, in milliseconds. Default: 5,000.
    #[serde(rename = "actionTimeoutMs", with = "Millis")]
    pub action_timeout: Duration,
    /// How long a navigation and a wait may take, in milliseconds. Default: 30,000.
    #[serde(rename = "navigationTimeoutMs", with = "Millis")]
    pub navigation_timeout: Duration,
    /// Whether `file:` addresses may be opened. Default: false.
    pub allow_file_urls: bool,
    /// Whether pages of the browser itself and of its extensions may be opened, read and acted on, such as
    /// `chrome://settings`. Default: false.
    pub allow_browser_pages: bool,
    /// The viewport's size. Default: the browser's own.
    pub viewport: Option<Viewport>,
    /// What pages are made to believe, from the first one on. Default: nothing.
    pub emulate: Option<EmulateOptions>,
    /// The proxy for all requests of a browser that is launched, or of a new session at a WebDriver server. Default: the
    /// browser's own way.
    pub proxy: Option<ProxyOptions>,
    /// Whether certificates that cannot be trusted are taken, such as self-signed ones, by a browser that is launched, or in a
    /// new session at a WebDriver server. Default: false.
    pub ignore_https_errors: bool,
    /// The attribute that holds test ids. Default: `data-testid`.
    #[setters(into)]
    pub test_id_attribute: String,
    /// Texts that pictures of pages must not show, such as passwords: what shows one of them is painted over. A text has 4 or
    /// more characters. Default: none.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hidden_texts: HiddenTexts,
    /// Files that are neither opened nor read nor acted on in a page, also where `allowFileUrls` is set. Default: none.
    pub withheld_files: Vec<PathBuf>,
    /// What is kept of what pages do, from the first moment of each page on, within bounds. Default: nothing.
    pub record: Vec<Recorded>,
    /// Where pages may go: patterns of origins, such as `https://*.example.org` or `http://localhost:*`. If any is given, requests
    /// of pages to other servers are stopped in the browser.
    pub allow_origins: Vec<String>,
    /// Where pages may not go, also where `allowOrigins` lets them. Alone it is no boundary: a server can have more names.
    pub block_origins: Vec<String>,
    /// Names and passwords for servers that ask for them (HTTP authentication).
    pub http_credentials: Vec<HttpCredentials>,
    /// Whether reports of actions tell the errors that the page wrote to the console meanwhile, if the console is recorded.
    /// Default: true.
    pub report_console_errors: bool,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self {
            launch: None,
            attach: None,
            #[cfg(feature = "webdriver")]
            webdriver: None,
            #[cfg(feature = "relay")]
            extension: None,
            action_timeout: Duration::from_secs(5),
            navigation_timeout: Duration::from_secs(30),
            allow_file_urls: false,
            allow_browser_pages: false,
            viewport: None,
            emulate: None,
            proxy: None,
            ignore_https_errors: false,
            test_id_attribute: "data-testid".to_owned(),
            hidden_texts: HiddenTexts::default(),
            withheld_files: Vec::new(),
            record: Vec::new(),
            allow_origins: Vec::new(),
            block_origins: Vec::new(),
            http_credentials: Vec::new(),
            report_console_errors: true,
        }
    }
}

/// Rejects empty values. An empty profile would be the working directory.
fn check_not_empty(route: Route<'_>) -> Result<()> {
    let is_empty = |path: &Path| path.as_os_str().is_empty();
    let empty = match route {
        Route::Launch(None) => None,
        Route::Launch(Some(launch)) => match &launch.profile {
            Profile::Kept(path) if is_empty(path) => Some("profile"),
            _ if launch.executable.as_deref().is_some_and(is_empty) => Some("executable"),
            _ => launch.arguments.iter().any(String::is_empty).then_some("arguments"),
        },
        Route::Attach(attach) => attach.endpoint.trim().is_empty().then_some("endpoint"),
        #[cfg(feature = "webdriver")]
        Route::WebDriver(webdriver) if webdriver.url.trim().is_empty() => Some("url"),
        #[cfg(feature = "webdriver")]
        Route::WebDriver(webdriver) => webdriver.session.as_ref().is_some_and(String::is_empty).then_some("session"),
        #[cfg(feature = "relay")]
        Route::Extension(extension) => extension.state.as_deref().is_some_and(is_empty).then_some("state"),
    };
    empty.map_or(Ok(()), |name| {
        Err(EngineError::new(ErrorKind::InvalidInput, format!("{name} must not be empty"))
            .with_next_step(format!("give {name} a value, or leave it out")))
    })
}

/// The route to a browser.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Route<'a> {
    /// Launch one with these options, or with the defaults.
    Launch(Option<&'a LaunchOptions>),
    Attach(&'a AttachOptions),
    #[cfg(feature = "webdriver")]
    WebDriver(&'a WebDriverOptions),
    #[cfg(feature = "relay")]
    Extension(&'a ExtensionOptions),
}

impl SessionOptions {
    /// Attaches to a running Chromium: `ws://…`, `http://host:port`, or a port.
    pub fn attached_to(endpoint: impl Into<String>) -> Self {
        Self::default().attach(AttachOptions::new(endpoint))
    }

    /// The route that the options name.
    ///
    /// # Errors
    /// `InvalidInput` if they name more than one.
    pub(crate) fn route(&self) -> Result<Route<'_>> {
        let named = [
            self.launch.as_ref().map(|launch| Route::Launch(Some(launch))),
            self.attach.as_ref().map(Route::Attach),
            #[cfg(feature = "webdriver")]
            self.webdriver.as_ref().map(Route::WebDriver),
            #[cfg(feature = "relay")]
            self.extension.as_ref().map(Route::Extension),
        ];
        let mut named = named.into_iter().flatten();
        match (named.next(), named.next()) {
            (None, _) => Ok(Route::Launch(None)),
            (Some(route), None) => Ok(route),
            _ => Err(EngineError::new(
                ErrorKind::InvalidInput,
                "more than one of launch, attach, webdriver and extension was given",
            )),
        }
    }

    /// Rejects invalid options.
    pub(crate) fn check(&self) -> Result<()> {
        check_not_empty(self.route()?)?;
        if let Some(viewport) = self.viewport {
            viewport.check()?;
        }
        if let Some(proxy) = &self.proxy {
            crate::proxy::check(proxy)?;
        }

        if self
            .hidden_texts
            .texts()
            .iter()
            .any(|text| text.chars().count() < LEAST_HIDDEN)
        {
            let what = format!("a text of hiddenTexts has less than {LEAST_HIDDEN} characters");
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        let attribute = &self.test_id_attribute;
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        if attribute.is_empty() || !attribute.bytes().all(plain) {
            let what = format!("{} is not the name of an attribute", quote(&shorten(attribute, 60)));
            return Err(EngineError::new(ErrorKind::InvalidInput, what));
        }
        self.check_policy()
    }

    /// Rejects another proxy beside rules about origins. A launched browser is kept within them by a proxy of ours, and has
    /// one only: with the caller's, `WebSockets` and workers would go where they like.
    fn check_wall(&self, launch: Option<&LaunchOptions>) -> Result<()> {
        let rules = match (self.allow_origins.is_empty(), self.block_origins.is_empty()) {
            (true, true) => return Ok(()),
            (false, _) => "allowOrigins",
            (true, false) => "blockOrigins",
        };
        let other = if self.proxy.is_some() {
            "proxy"
        } else if launch.is_some_and(|launch| has_proxy(&launch.arguments)) {
            "an argument about the browser's proxy"
        } else {
            return Ok(());
        };
        let what = format!("{rules} and {other} exclude each other: origins are held by the browser's proxy settings, too");
        Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step("leave one of them out"))
    }

    /// Rejects rules for requests that are wrong, and those that the route to the browser cannot hold.
    fn check_policy(&self) -> Result<()> {
        if Policy::of(self)?.is_empty() {
            return Ok(());
        }
        let place: Option<&str> = match self.route()? {
            Route::Launch(launch) => return self.check_wall(launch),
            Route::Attach(_) => None,
            #[cfg(feature = "webdriver")]
            Route::WebDriver(_) => Some("at a WebDriver server"),
            #[cfg(feature = "relay")]
            Route::Extension(_) => Some("in the user's own tabs"),
        };
        let Some(place) = place else { return Ok(()) };
        let what =
            format!("allowOrigins, blockOrigins and httpCredentials do not work {place}, where requests cannot be stopped");
        Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("leave them out, or launch a browser"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_has_one_proxy() {
        let rules = SessionOptions::default().allow_origins(vec!["https://a.test".to_owned()]);
        let blocks = SessionOptions::default().block_origins(vec!["https://a.test".to_owned()]);
        let launch = LaunchOptions::default().arguments(vec!["--no-proxy-server".to_owned()]);
        for (options, named) in [
            (rules.clone().proxy(ProxyOptions::new("p:1")), "allowOrigins and proxy"),
            (rules.clone().launch(launch), "allowOrigins and an argument"),
            (blocks.proxy(ProxyOptions::new("p:1")), "blockOrigins and proxy"),
        ] {
            let error = options.check().expect_err(named);
            assert_eq!(error.kind(), &ErrorKind::InvalidInput);
            assert!(error.message().contains(named), "{}", error.message());
        }
        assert!(rules.check().is_ok());
    }
}
