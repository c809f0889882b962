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

/// The tabs that the user granted in their own browser, through the uipilot extension in it.
#[napi(object, object_to_js = false)]
pub struct ExtensionOptions {
    /// Listen on this port. Default: the first free one of 38401 to 38410, where the extension
    /// looks by itself.
    pub port: Option<u32>,
    /// Folder for what is remembered of paired extensions. Default: the user's own for such state.
    pub state: Option<String>,
}

/// How a session is opened. At most one of `launch`, `attach`, `webdriver` and `extension` is
/// given; none means `launch` with its defaults.
#[napi(object, object_to_js = false)]
pub struct SessionOptions {
    /// Start a browser.
    pub launch: Option<LaunchOptions>,
    /// Attach to a running Chromium.
    pub attach: Option<AttachOptions>,
    /// Use a WebDriver server.
    pub webdriver: Option<WebDriverOptions>,
    /// Work in the user's own browser.
    pub extension: Option<ExtensionOptions>,
    /// How long an action waits until its element can be acted on, in milliseconds.
    /// Default: 5,000.
    pub action_timeout_ms: Option<f64>,
    /// How long a navigation and a wait may take, in milliseconds. Default: 30,000.
    pub navigation_timeout_ms: Option<f64>,
    /// Whether `file:` addresses may be opened. Default: false.
    pub allow_file_urls: Option<bool>,
    /// The viewport's size. Default: the browser's own.
    pub viewport: Option<Viewport>,
    /// The attribute that holds test ids. Default: `data-testid`.
    pub test_id_attribute: Option<String>,
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
    /// Only what can be operated, and the named containers around it. Default: false.
    pub interactive_only: Option<bool>,
    /// Levels below the first line; of what is deeper the count is said. Default: all.
    pub max_depth: Option<u32>,
    /// Whether text is given that nothing can be done with. Default: true.
    pub include_text: Option<bool>,
    /// Every attribute of the elements, and addresses and descriptions whole. Default: false.
    pub include_attributes: Option<bool>,
    /// Every visible element, each on a line of its own, nothing folded or cut. Default: false.
    pub include_all: Option<bool>,
    /// Where each element is drawn: `bounds=x,y,width,height`, CSS pixels in its frame's viewport. Default: false.
    pub bounds: Option<bool>,
    /// Only what has changed since the snapshot with this number, 0 for the last one: of the whole
    /// page, as text. The whole tree where that is shorter; the text says so.
    pub since: Option<u32>,
    /// With `since`: wait first, for at most half a second, until the page has stopped changing.
    pub settle: Option<bool>,
}

/// What to look for: all that is given has to fit, and something has to be given.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct FindOptions {
    /// Text in a line's name, role or values, in any case.
    pub text: Option<String>,
    /// Regular expression (of the Rust crate `regex`) that the name or a value matches.
    pub regex: Option<String>,
    /// The role.
    pub role: Option<String>,
    /// Text in the name, in any case.
    pub name: Option<String>,
    /// At most this many hits. Default: 20; at most 500.
    pub limit: Option<u32>,
    /// Lines given before and after each hit. Default: 0; at most 50.
    pub context: Option<u32>,
    /// Go on where an earlier answer ended, with the same arguments.
    pub cursor: Option<String>,
}

impl From<FindOptions> for report::FindOptions {
    fn from(options: FindOptions) -> Self {
        Self {
            text: options.text,
            regex: options.regex,
            role: options.role,
            name: options.name,
            limit: options.limit.map(|limit| limit as usize),
            context: options.context.map(|lines| lines as usize),
            cursor: options.cursor,
        }
    }
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
    /// Draw numbered boxes around the interactive nodes that are seen. Default: false.
    pub marks: Option<bool>,
}

/// What to scroll. `uid` alone is scrolled into view.
#[napi(object, object_to_js = false)]
pub struct ScrollOptions {
    /// What holds this element, in place of the page.
    pub uid: Option<String>,
    /// Where to.
    #[napi(ts_type = "'up' | 'down' | 'left' | 'right'")]
    pub direction: Option<String>,
    /// How far, in CSS pixels. Default: about four fifths of what is seen.
    pub amount: Option<f64>,
}

/// How to type a text.
#[napi(object, object_to_js = false)]
pub struct TypeOptions {
    /// Type into this element, after what it holds. Default: where the focus is.
    pub uid: Option<String>,
    /// Pause between two keys, in milliseconds, at most 1,000. Default: none.
    pub delay_ms: Option<f64>,
    /// A key or combination to press at the end, for example `Enter`.
    pub submit_key: Option<String>,
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
    /// The address contains this; with `*` for any text, the whole address is like this.
    pub url: Option<String>,
    /// The document has come so far.
    #[napi(ts_type = "'domcontentloaded' | 'load'")]
    pub load_state: Option<String>,
    /// This script, a function or an expression, gives something true in the main frame.
    pub function: Option<String>,
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
        let route = match (options.launch, options.attach, options.webdriver, options.extension) {
            (launch, None, None, None) => engine::Route::Launch(launch_options(launch.unwrap_or_default(), viewport)?),
            (None, Some(attach), None, None) => engine::Route::Attach {
                endpoint: attach.endpoint,
            },
            (None, None, Some(webdriver), None) => engine::Route::WebDriver {
                url: webdriver.url,
                session: webdriver.session,
                capabilities: webdriver.capabilities,
            },
            (None, None, None, Some(extension)) => engine::Route::Extension(extension_options(extension)?),
            _ => {
                return Err(invalid("Give only one of launch, attach, webdriver and extension".to_owned()));
            }
        };
        let defaults = Self::default();
        Ok(Self {
            route,
            action_timeout: duration("actionTimeoutMs", options.action_timeout_ms)?.unwrap_or(defaults.action_timeout),
            navigation_timeout: duration("navigationTimeoutMs", options.navigation_timeout_ms)?
                .unwrap_or(defaults.navigation_timeout),
            allow_file_urls: options.allow_file_urls.unwrap_or(defaults.allow_file_urls),
            viewport,
            test_id_attribute: options.test_id_attribute.unwrap_or(defaults.test_id_attribute),
        })
    }
}

fn extension_options(options: ExtensionOptions) -> Result<uipilot_engine::relay::ExtensionOptions> {
    let port = options
        .port
        .map(|port| match u16::try_from(port) {
            Ok(port @ 1..) => Ok(port),
            _ => Err(invalid(format!("extension.port must be 1 to 65535; got {port}"))),
        })
        .transpose()?;
    Ok(uipilot_engine::relay::ExtensionOptions {
        port,
        state: options.state.map(PathBuf::from),
    })
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
            interactive_only: options.interactive_only.unwrap_or(false),
            max_depth: options.max_depth.map(|levels| u16::try_from(levels).unwrap_or(u16::MAX)),
            include_text: options.include_text.unwrap_or(true),
            include_attributes: options.include_attributes.unwrap_or(false),
            include_all: options.include_all.unwrap_or(false),
            bounds: options.bounds.unwrap_or(false),
            since: options.since,
            settle: options.settle.unwrap_or(false),
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
            marks: options.marks.unwrap_or(false),
            max_bytes: options.max_bytes.map(|bytes| bytes as usize),
        })
    }
}

impl TryFrom<ScrollOptions> for report::ScrollOptions {
    type Error = EngineError;

    fn try_from(options: ScrollOptions) -> Result<Self> {
        let read = |word: &str| {
            report::ScrollDirection::parse(word).ok_or_else(|| {
                let got = uipilot_engine::text::quote(word);
                invalid(format!("direction must be up, down, left or right; got {got}"))
            })
        };
        let direction = options.direction.as_deref().map(read).transpose()?;
        Ok(Self {
            uid: options.uid,
            direction,
            amount: options.amount,
        })
    }
}

impl TryFrom<TypeOptions> for report::TypeOptions {
    type Error = EngineError;

    fn try_from(options: TypeOptions) -> Result<Self> {
        Ok(Self {
            uid: options.uid,
            delay: duration("delayMs", options.delay_ms)?,
            submit_key: options.submit_key,
        })
    }
}

impl TryFrom<WaitOptions> for report::WaitOptions {
    type Error = EngineError;

    fn try_from(options: WaitOptions) -> Result<Self> {
        let load_state = match options.load_state.as_deref() {
            None => None,
            Some("domcontentloaded") => Some(report::LoadState::DomContentLoaded),
            Some("load") => Some(report::LoadState::Loaded),
            Some(other) => {
                let got = uipilot_engine::text::quote(other);
                return Err(invalid(format!(
                    "loadState must be \"domcontentloaded\" or \"load\"; got {got}"
                )));
            }
        };
        Ok(Self {
            text: options.text,
            text_gone: options.text_gone,
            selector: options.selector,
            url: options.url,
            load_state,
            function: options.function,
            timeout: duration("timeoutMs", options.timeout_ms)?,
        })
    }
}
