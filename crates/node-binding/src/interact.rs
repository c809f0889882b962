//! Acting by meaning, and what was done last, as JavaScript sees them.

use crate::actions::ActionReport;
use crate::options::duration;
use crate::reports::{ScreenshotReport, count, ms};
use napi_derive::napi;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;
use uipilot_engine::error::{self, EngineError, Result};
use uipilot_engine::interact as engine;
use uipilot_engine::session;

/// An element, by what it means or by its UID.
#[napi(object, object_to_js = false)]
pub struct InteractTarget {
    /// By what. Default: by everything in turn (test id, role with this name, label, placeholder,
    /// name, alt, title, text, CSS, `XPath`).
    #[napi(
        ts_type = "'uid' | 'testid' | 'role' | 'label' | 'text' | 'placeholder' | 'name' | 'alt' | 'title' | 'css' | 'xpath'"
    )]
    pub by: Option<String>,
    /// What: a UID, a text, a role, a selector; or a chain of locators with ` >> ` between.
    pub value: String,
    /// With a role: the accessible name.
    pub name: Option<String>,
    /// `true`: the whole text, case and all; `false`: any part. Default: the whole text if something
    /// has it, else a part.
    pub exact: Option<bool>,
    /// Which of several matches, from 0; from the last one where negative.
    pub nth: Option<i32>,
    /// Only inside this UID, or the matches of this locator.
    pub within: Option<String>,
    /// Only in this frame: a CSS selector, with ` >> ` between those of nested frames. Default: all.
    pub frame_selector: Option<String>,
}

impl TryFrom<InteractTarget> for engine::InteractTarget {
    type Error = EngineError;

    fn try_from(target: InteractTarget) -> Result<Self> {
        Self::from_parts(engine::TargetParts {
            by: target.by,
            value: target.value,
            name: target.name,
            exact: target.exact,
            nth: target.nth,
            within: target.within,
            frame_selector: target.frame_selector,
        })
    }
}

/// What to do with an element.
#[napi(object, object_to_js = false)]
pub struct InteractOptions {
    /// What to do.
    #[napi(
        ts_type = "'click' | 'doubleClick' | 'rightClick' | 'pressAndHold' | 'hover' | 'type' | 'clear' | 'select' | 'check' | 'uncheck' | 'keypress' | 'scroll' | 'focus' | 'drag' | 'upload' | 'waitForSelector'"
    )]
    pub action: String,
    /// On what. A key press goes without, to what has the focus, and a scroll of the page.
    pub target: Option<InteractTarget>,
    /// Where to drag to: a UID, or a locator in its text form.
    pub to: Option<String>,
    /// The text, option, key, milliseconds to hold, or direction to scroll in: `down`, `left 200`.
    pub value: Option<String>,
    /// Files to upload.
    pub files: Option<Vec<String>>,
    /// How long finding the element and waiting until it can be acted on may take together, in
    /// milliseconds. Default: 5,000.
    pub timeout_ms: Option<f64>,
    /// Wait until it is visible. Default: true.
    pub wait_for_visible: Option<bool>,
    /// Wait until it is enabled. Default: where the action needs it.
    pub wait_for_enabled: Option<bool>,
    /// Wait afterwards until no request has been open for this many milliseconds, for `timeoutMs` at
    /// most; long polls, event streams and sockets do not count. Default: not waited for.
    pub wait_for_network_idle_ms: Option<f64>,
    /// Take a picture of the viewport afterwards. Default: false.
    pub screenshot: Option<bool>,
    /// In the user's own tab: whether the browser's debugger may be used; where not, the action is done by
    /// script alone or fails. It means nothing in other browsers. Default: true.
    pub fallback_to_cdp: Option<bool>,
}

impl TryFrom<InteractOptions> for engine::InteractRequest {
    type Error = EngineError;

    fn try_from(options: InteractOptions) -> Result<Self> {
        let defaults = Self::new(engine::InteractAction::parse(&options.action)?);
        Ok(Self {
            target: options.target.map(TryInto::try_into).transpose()?,
            to: options.to.as_deref().map(engine::InteractTarget::parse),
            value: options.value,
            files: options.files.unwrap_or_default().into_iter().map(PathBuf::from).collect(),
            timeout: duration("timeoutMs", options.timeout_ms)?.unwrap_or(defaults.timeout),
            visible: options.wait_for_visible.unwrap_or(defaults.visible),
            enabled: options.wait_for_enabled,
            network_idle: duration("waitForNetworkIdleMs", options.wait_for_network_idle_ms)?.filter(|quiet| !quiet.is_zero()),
            screenshot: options.screenshot.unwrap_or(defaults.screenshot),
            fallback_to_cdp: options.fallback_to_cdp.unwrap_or(defaults.fallback_to_cdp),
            ..defaults
        })
    }
}

/// A box in CSS pixels.
#[napi(object, object_from_js = false)]
pub struct BoundingBox {
    /// From the left edge of the frame's viewport.
    pub x: f64,
    /// From its top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl From<[f64; 4]> for BoundingBox {
    fn from([x, y, width, height]: [f64; 4]) -> Self {
        Self { x, y, width, height }
    }
}

/// What came of it.
#[napi(object, object_from_js = false)]
pub struct InteractReport {
    /// What the action did.
    pub report: ActionReport,
    /// The locator by which the element was found, in its text form.
    pub selector_used: Option<String>,
    /// The element's UID; absent where the action was done by script alone.
    pub uid: Option<String>,
    /// How many elements matched.
    pub matched_count: f64,
    /// Where it was when it was found, in its frame's viewport.
    pub bounding_box: Option<BoundingBox>,
    /// How far the wheel went, in CSS pixels, where it was turned.
    pub moved: Option<f64>,
    /// How much further it goes in this direction; absent as `moved` is.
    pub remaining: Option<f64>,
    /// Whether the network was idle in the end, where that was waited for.
    pub network_idle: Option<bool>,
    /// The viewport afterwards.
    pub picture: Option<ScreenshotReport>,
}

impl From<engine::InteractReport> for InteractReport {
    fn from(report: engine::InteractReport) -> Self {
        Self {
            report: report.report.into(),
            selector_used: report.selector,
            uid: report.uid,
            matched_count: count(report.matched),
            bounding_box: report.bounds.map(Into::into),
            moved: report.scrolled.map(|[moved, _]| moved),
            remaining: report.scrolled.map(|[_, remaining]| remaining),
            network_idle: report.network_idle,
            picture: report.picture.map(Into::into),
        }
    }
}

/// How far a call with a locator came before it failed.
#[napi(object, object_from_js = false)]
pub struct Attempt {
    /// The locator as it was understood, in its text form.
    pub selector: String,
    /// By what was looked for, in this order.
    pub tried: Vec<String>,
    /// The element that was found, where exactly one was.
    pub uid: Option<String>,
    /// How many elements matched.
    pub matched_count: f64,
    /// Where it was, in its frame's viewport.
    pub bounding_box: Option<BoundingBox>,
}

impl From<&error::Attempt> for Attempt {
    fn from(attempt: &error::Attempt) -> Self {
        Self {
            selector: attempt.selector.clone(),
            tried: attempt.tried.iter().map(|&word| word.to_owned()).collect(),
            uid: attempt.uid.clone(),
            matched_count: count(attempt.matched),
            bounding_box: attempt.bounds.map(Into::into),
        }
    }
}

/// An action that has ended. Values of fields and keys are not kept.
#[napi(object, object_from_js = false)]
pub struct RecentAction {
    /// When it ended, in milliseconds since the epoch.
    pub at: f64,
    /// Its name.
    pub action: String,
    /// The element as it was shown, quoted; empty where none was found.
    pub target: String,
    /// The page's number.
    pub page: u32,
    /// The protocol that carried it.
    #[napi(ts_type = "'cdp' | 'bidi' | 'webdriver' | 'dom'")]
    pub method: String,
    /// Whether the page got trusted events.
    pub trusted: bool,
    /// The code of the error; absent where it went well.
    pub error: Option<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
}

impl From<session::RecentAction> for RecentAction {
    fn from(action: session::RecentAction) -> Self {
        Self {
            at: action.at.duration_since(UNIX_EPOCH).map_or(0.0, ms),
            action: action.action.to_owned(),
            target: action.target,
            page: action.page,
            method: action.protocol.name().to_owned(),
            trusted: action.trusted,
            error: action.error.map(ToOwned::to_owned),
            duration_ms: ms(action.duration),
        }
    }
}
