//! Options as they come from JavaScript, and how they become the engine's.

use napi_derive::napi;
use std::path::PathBuf;
use std::time::Duration;
use uipilot_engine::error::{EngineError, ErrorKind, Result};
use uipilot_engine::launch::{self, BrowserKind, Profile};
use uipilot_engine::{options as engine, report};

/// Size in CSS pixels.
#[napi(object, object_to_js = false)]
pub struct Viewport {
    /// Width, at least 1.
    pub width: u32,
    /// Height, at least 1.
    pub height: u32,
}

/// A browser of our own; it ends with the session.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct LaunchOptions {
    /// Which browser: `chromium` (default: any of the Chromium family), `chrome`, `chrome-beta`,
    /// `chrome-dev`, `chrome-canary`, `msedge`, `msedge-beta`, `msedge-dev`, `msedge-canary`,
    /// `brave`, `brave-beta`, `brave-nightly`, `firefox`, `firefox-beta`, `firefox-dev`,
    /// `firefox-nightly`.
    pub browser: Option<String>,
    /// This executable instead of looking for one.
    pub executable: Option<String>,
    /// Without a window. Default: true.
    pub headless: Option<bool>,
    /// Folder for the browser's data, made if it is missing and kept. Default: a fresh one that is
    /// removed when the browser ends.
    pub profile: Option<String>,
    /// Further arguments for the browser.
    #[napi(js_name = "arguments")]
    pub arguments: Option<Vec<String>>,
    /// How long the browser may take to start, in milliseconds. Default: 30,000.
    pub timeout_ms: Option<f64>,
}

/// A running Chromium, over the Chrome DevTools Protocol. It is left alone when the session ends.
#[napi(object, object_to_js = false)]
pub struct AttachOptions {
    /// `ws://…`, `http://host:port`, or a port.
    pub endpoint: String,
}

/// A W3C WebDriver server: chromedriver, geckodriver, safaridriver, a grid.
#[napi(object, object_to_js = false)]
pub struct WebDriverOptions {
    /// The server's URL.
    pub url: String,
    /// Adopt this session, which another program made and will end.
    pub session: Option<String>,
    /// Capabilities of a new session (`alwaysMatch`), as JSON.
    pub capabilities: Option<String>,
}

/// How a session is opened. At most one of `launch`, `attach` and `webdriver` is given; none
/// means `launch` with its defaults.
#[napi(object, object_to_js = false)]
pub struct SessionOptions {
    /// Start a browser.
    pub launch: Option<LaunchOptions>,
    /// Attach to a running Chromium.
    pub attach: Option<AttachOptions>,
    /// Use a WebDriver server.
    pub webdriver: Option<WebDriverOptions>,
    /// How long an action waits until its element can be acted on, in milliseconds.
    /// Default: 5,000.
    pub action_timeout_ms: Option<f64>,
    /// How long a navigation and a wait may take, in milliseconds. Default: 30,000.
    pub navigation_timeout_ms: Option<f64>,
    /// Whether `file:` addresses may be opened. Default: false.
    pub allow_file_urls: Option<bool>,
    /// The viewport's size. Default: the browser's own.
    pub viewport: Option<Viewport>,
}

/// What to snapshot and how much of it to give.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct SnapshotOptions {
    /// Only the subtree of this UID.
    pub uid: Option<String>,
    /// Only the subtree of the first match of this CSS selector in the main frame.
    pub selector: Option<String>,
    /// Only lines that contain this text (any case), with their ancestors.
    pub find: Option<String>,
    /// At most this many lines; the budget in bytes holds too.
    pub max_lines: Option<u32>,
    /// At most about this many bytes of text. Default: 20,000; no limit where 0.
    pub max_bytes: Option<u32>,
    /// Go on where an earlier answer of the same snapshot was cut.
    pub cursor: Option<String>,
    /// One line a node, or a JSON tree. Default: `text`.
    #[napi(ts_type = "'text' | 'json'")]
    pub format: Option<String>,
}

/// What to take a picture of.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct ScreenshotOptions {
    /// Only this element.
    pub uid: Option<String>,
    /// The whole document, not only the viewport. Default: false.
    pub full_page: Option<bool>,
    /// JPEG with this quality, 1 to 100, instead of PNG.
    pub jpeg_quality: Option<u32>,
    /// The longer side has at most this many pixels. Default: no limit.
    pub max_side: Option<u32>,
    /// The encoded picture has at most this many bytes. Default: no limit.
    pub max_bytes: Option<u32>,
}

/// What to wait for: all that is given must hold.
#[napi(object, object_to_js = false)]
pub struct WaitOptions {
    /// Visible text that contains this.
    pub text: Option<String>,
    /// No visible text contains this.
    pub text_gone: Option<String>,
    /// An element that matches this CSS selector and is visible.
    pub selector: Option<String>,
    /// The address contains this.
    pub url: Option<String>,
    /// Give up after this, in milliseconds. Default: the session's navigation timeout.
    pub timeout_ms: Option<f64>,
}

/// A field and what to put into it.
#[napi(object, object_to_js = false)]
pub struct FormField {
    /// The field's UID.
    pub uid: String,
    /// Its value, in the form which `fill` takes.
    pub value: String,
}

fn invalid(context: String) -> EngineError {
    EngineError::new(ErrorKind::InvalidInput, context)
}

/// Milliseconds as a duration.
pub(crate) fn duration(name: &str, ms: Option<f64>) -> Result<Option<Duration>> {
    ms.map(|ms| {
        Duration::try_from_secs_f64(ms / 1000.0)
            .map_err(|_| invalid(format!("{name} must be a number of milliseconds, 0 or more; got {ms}")))
    })
    .transpose()
}

impl TryFrom<SessionOptions> for engine::SessionOptions {
    type Error = EngineError;

    fn try_from(options: SessionOptions) -> Result<Self> {
        let viewport = options.viewport.map(|viewport| (viewport.width, viewport.height));
        let route = match (options.launch, options.attach, options.webdriver) {
            (launch, None, None) => engine::Route::Launch(launch_options(launch.unwrap_or_default(), viewport)?),
            (None, Some(attach), None) => engine::Route::Attach {
                endpoint: attach.endpoint,
            },
            (None, None, Some(webdriver)) => engine::Route::WebDriver {
                url: webdriver.url,
                session: webdriver.session,
                capabilities: webdriver.capabilities,
            },
            _ => return Err(invalid("Give only one of launch, attach and webdriver".to_owned())),
        };
        let defaults = Self::default();
        Ok(Self {
            route,
            action_timeout: duration("actionTimeoutMs", options.action_timeout_ms)?.unwrap_or(defaults.action_timeout),
            navigation_timeout: duration("navigationTimeoutMs", options.navigation_timeout_ms)?
                .unwrap_or(defaults.navigation_timeout),
            allow_file_urls: options.allow_file_urls.unwrap_or(defaults.allow_file_urls),
            viewport,
        })
    }
}

fn launch_options(options: LaunchOptions, viewport: Option<(u32, u32)>) -> Result<launch::LaunchOptions> {
    let defaults = launch::LaunchOptions::default();
    let (browser, channel) = match options.browser {
        Some(name) => BrowserKind::parse(&name)?,
        None => (defaults.browser, defaults.channel),
    };
    Ok(launch::LaunchOptions {
        browser,
        channel,
        executable: options.executable.map(PathBuf::from),
        headless: options.headless.unwrap_or(defaults.headless),
        viewport,
        profile: options
            .profile
            .map_or(defaults.profile, |folder| Profile::Kept(folder.into())),
        arguments: options.arguments.unwrap_or_default(),
        timeout: duration("timeoutMs", options.timeout_ms)?.unwrap_or(defaults.timeout),
    })
}

impl TryFrom<SnapshotOptions> for report::SnapshotOptions {
    type Error = EngineError;

    fn try_from(options: SnapshotOptions) -> Result<Self> {
        let format = match options.format.as_deref() {
            None | Some("text") => report::SnapshotFormat::Text,
            Some("json") => report::SnapshotFormat::Json,
            Some(other) => {
                let got = uipilot_engine::text::quote(other);
                return Err(invalid(format!("format must be \"text\" or \"json\"; got {got}")));
            }
        };
        Ok(Self {
            uid: options.uid,
            selector: options.selector,
            find: options.find,
            max_lines: options.max_lines.map(|lines| lines as usize),
            max_bytes: options.max_bytes.map(|bytes| bytes as usize),
            cursor: options.cursor,
            format,
        })
    }
}

impl TryFrom<ScreenshotOptions> for report::ScreenshotOptions {
    type Error = EngineError;

    fn try_from(options: ScreenshotOptions) -> Result<Self> {
        let jpeg_quality = match options.jpeg_quality {
            None => None,
            Some(quality) => match u8::try_from(quality) {
                Ok(quality @ 1..=100) => Some(quality),
                _ => return Err(invalid(format!("jpegQuality must be 1 to 100; got {quality}"))),
            },
        };
        Ok(Self {
            uid: options.uid,
            full_page: options.full_page.unwrap_or(false),
            jpeg_quality,
            max_side: options.max_side,
            max_bytes: options.max_bytes.map(|bytes| bytes as usize),
        })
    }
}

impl TryFrom<WaitOptions> for report::WaitOptions {
    type Error = EngineError;

    fn try_from(options: WaitOptions) -> Result<Self> {
        Ok(Self {
            text: options.text,
            text_gone: options.text_gone,
            selector: options.selector,
            url: options.url,
            timeout: duration("timeoutMs", options.timeout_ms)?,
        })
    }
}
