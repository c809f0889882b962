//! One action by a locator: the request and the report of [`Session::interact`](crate::Session::interact),
//! the MCP tool `interactWithPage` and `POST /dom-action`.

mod pointer;

use super::json::{OptionalMillis, invalid};
use super::options::{ChangesOptions, ModifierKey, Spot};
use super::report::{ActionReport, BoundingBox, ScreenshotReport};
use crate::backend::Protocol;
use crate::error::Result;
use crate::locator::{By, Locator, Within, is_uid};
use crate::text::quote;
use derive_setters::Setters;
use serde::{Deserialize, Deserializer, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// Longest text to type or to choose, in characters.
const MAX_VALUE: usize = 200_000;
/// Longest locator, name, selector or label, in characters.
const MAX_TEXT: usize = 2_000;
/// Longest time to wait for an element or the network.
const MAX_WAIT: Duration = Duration::from_mins(10);

words! {
    /// What to do with an element.
    pub enum InteractAction {
        /// Click.
        Click = "click",
        /// Two clicks in a row.
        DoubleClick = "doubleClick",
        /// A click of the right button.
        RightClick = "rightClick",
        /// Press, and release after `value` milliseconds (default: 1,000).
        PressAndHold = "pressAndHold",
        /// Move the pointer over the element.
        Hover = "hover",
        /// Replace the text of a field with `value`.
        Type = "type",
        /// Empty a field.
        Clear = "clear",
        /// Choose the option whose label or value is `value`.
        Select = "select",
        /// Make a checkbox or switch checked, or choose a radio button.
        Check = "check",
        /// Make a checkbox or switch unchecked.
        Uncheck = "uncheck",
        /// Press the key or chord `value` on the target, or without one where the focus is.
        Keypress = "keypress",
        /// Scroll the target into view. With a direction as `value` (`down`, `left 200`), scroll the page
        /// or the area that contains the target with the wheel.
        Scroll = "scroll",
        /// Give the focus.
        Focus = "focus",
        /// Drag to a second target.
        Drag = "drag",
        /// Put files into a file input.
        Upload = "upload",
        /// Only wait for the element.
        WaitForSelector = "waitForSelector",
    }
}

impl InteractAction {
    /// The past tense of the action, which precedes the element: `Clicked`.
    fn past(self) -> &'static str {
        match self {
            Self::Click => "Clicked",
            Self::DoubleClick => "Double-clicked",
            Self::RightClick => "Right-clicked",
            Self::PressAndHold => "Pressed and held",
            Self::Hover => "Hovered over",
            Self::Type => "Typed into",
            Self::Clear => "Cleared",
            Self::Select => "Chose in",
            Self::Check => "Checked",
            Self::Uncheck => "Unchecked",
            Self::Keypress => "Pressed the key on",
            Self::Scroll => "Scrolled to",
            Self::Focus => "Focused",
            Self::Drag => "Dragged",
            Self::Upload => "Uploaded to",
            Self::WaitForSelector => "Found",
        }
    }
}

/// What to act on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "TargetParts")]
pub enum InteractTarget {
    /// An element of a snapshot, or one that an earlier locator found.
    Uid(String),
    /// The element that this locator finds.
    Locator(Locator),
}

impl InteractTarget {
    /// Parses a UID, or otherwise a locator in its text form.
    pub fn parse(text: &str) -> Self {
        if is_uid(text) {
            Self::Uid(text.to_owned())
        } else {
            Self::Locator(Locator::of(text))
        }
    }

    fn check(&self, name: &str) -> Result<()> {
        match self {
            Self::Uid(uid) => check_length(&format!("{name}.value"), Some(uid), MAX_TEXT),
            Self::Locator(locator) => {
                let within = match &locator.within {
                    Some(Within::Uid(text) | Within::Chain(text)) => Some(text),
                    None => None,
                };
                check_length(&format!("{name}.value"), Some(&locator.value), MAX_TEXT)?;
                check_length(&format!("{name}.name"), locator.name.as_ref(), MAX_TEXT)?;
                check_length(&format!("{name}.within"), within, MAX_TEXT)
            }
        }
    }
}

/// An element, by a locator or by its UID.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "InteractTarget"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TargetParts {
    /// The strategy. Default: all of them in turn (test id, role with this name, label, placeholder, name,
    /// alt, title, text, CSS, `XPath`).
    #[cfg_attr(feature = "schema", schemars(schema_with = "by_schema"))]
    #[serde(default)]
    by: Option<String>,
    /// A text, a role or a selector; or a chain of locators joined by ` >> `. A UID only without `by`.
    value: String,
    /// With a role: the accessible name.
    name: Option<String>,
    /// `true`: match the whole text, case-sensitively. `false`: match any part. Default: match the whole
    /// text, or any part if no element has the whole text.
    exact: Option<bool>,
    /// Which of several matches, from 0. A negative number counts from the last one. Only visible elements count, if
    /// there are any: Selenium and Playwright count hidden ones too.
    nth: Option<i32>,
    /// `false`: hidden elements match and count, too. Default: true.
    visible: Option<bool>,
    /// Only inside the element of this UID, or the matches of this locator.
    within: Option<String>,
}

impl TryFrom<TargetParts> for InteractTarget {
    type Error = String;

    fn try_from(parts: TargetParts) -> std::result::Result<Self, String> {
        let by = match parts.by.as_deref() {
            Some(BY_UID) => return Ok(Self::Uid(parts.value)),
            Some(by) => Some(By::parse(by).map_err(|error| error.context().to_owned())?),
            None => None,
        };
        Ok(Self::Locator(Locator {
            by,
            value: parts.value,
            name: parts.name,
            exact: parts.exact,
            nth: parts.nth,
            hidden: parts.visible == Some(false),
            within: parts.within.as_deref().map(Within::parse),
            frame_selector: None,
        }))
    }
}

/// The strategy for a target's UID, in addition to those of [`By`].
const BY_UID: &str = "uid";

#[cfg(feature = "schema")]
fn by_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let words: Vec<_> = std::iter::once(BY_UID).chain(By::ORDER.iter().map(|by| by.name())).collect();
    schemars::json_schema!({"type": ["string", "null"], "enum": words})
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for InteractTarget {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        TargetParts::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        TargetParts::json_schema(generator)
    }
}

/// Reads a target in its text form.
fn text_target<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<InteractTarget>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|text| InteractTarget::parse(&text)))
}

/// One action with its target and options.
#[derive(Debug, Clone, PartialEq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct InteractRequest {
    /// What to do.
    pub action: InteractAction,
    /// The element to act on. Without one, a key press goes to the focused element, and a scroll scrolls
    /// the page.
    #[setters(into)]
    pub target: Option<InteractTarget>,
    /// Where to drag to: a UID, or a locator in its text form.
    #[serde(default, deserialize_with = "text_target")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[setters(into)]
    pub to: Option<InteractTarget>,
    /// The text, option, key, milliseconds to hold, or direction to scroll in: `down`, `left 200`.
    #[setters(into)]
    pub value: Option<String>,
    /// Files to upload.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// What to wait for, and what to report.
    #[serde(default)]
    pub options: InteractOptions,
}

impl InteractRequest {
    /// A request with the defaults.
    pub fn new(action: InteractAction) -> Self {
        Self {
            action,
            target: None,
            to: None,
            value: None,
            files: Vec::new(),
            options: InteractOptions::default(),
        }
    }

    /// Rejects texts that are too long and time limits that are too high.
    pub(crate) fn check(&self) -> Result<()> {
        let options = &self.options;
        check_length("value", self.value.as_ref(), MAX_VALUE)?;
        check_length("options.frameSelector", options.frame_selector.as_ref(), MAX_TEXT)?;
        check_length("options.screenshotLabel", options.screenshot_label.as_ref(), MAX_TEXT)?;
        if let Some(target) = &self.target {
            target.check("target")?;
        }
        if let Some(to) = &self.to {
            to.check("to")?;
        }
        Spot::check(options.at, "options.at")?;
        self.check_pointer()?;
        for (name, time) in [
            ("timeoutMs", options.timeout),
            ("waitForNetworkIdleMs", options.wait_for_network_idle),
        ] {
            if time.is_some_and(|time| time > MAX_WAIT) {
                return Err(invalid(format!(
                    "options.{name} must be 0 to {} milliseconds",
                    MAX_WAIT.as_millis()
                )));
            }
        }
        Ok(())
    }
}

fn check_length(name: &str, text: Option<&String>, most: usize) -> Result<()> {
    match text.map(|text| text.chars().count()) {
        Some(length) if length > most => Err(invalid(format!("{name} has {length} characters; it may have at most {most}"))),
        _ => Ok(()),
    }
}

/// What an action by a locator waits for, and what it reports.
#[derive(Debug, Clone, PartialEq, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[non_exhaustive]
pub struct InteractOptions {
    /// The time limit for finding the element and waiting until it can be acted on, in milliseconds.
    /// Default: the session's action timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
    /// Wait until the element is visible. Input reaches only visible elements in any case. Default: true.
    pub wait_for_visible: bool,
    /// Wait until the element is enabled. Default: if the action needs that.
    pub wait_for_enabled: Option<bool>,
    /// After the action, wait until no request has been open for this many milliseconds, for at most
    /// `timeoutMs`. Long polls, event streams and sockets do not count. Default and 0: no wait.
    #[serde(rename = "waitForNetworkIdleMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub wait_for_network_idle: Option<Duration>,
    /// Take a picture of the viewport after the action. Default: false.
    pub post_action_screenshot: bool,
    /// The caller's name for that picture, which is returned with it.
    #[setters(into)]
    pub screenshot_label: Option<String>,
    /// In the user's own tab: whether the browser's debugger may be used. If not, script alone carries out
    /// the action, or the action fails. Other browsers ignore this. Default: true.
    pub fallback_to_cdp: bool,
    /// Search only this frame: a CSS selector of its element, with ` >> ` between the selectors of nested
    /// frames. Default: all frames.
    #[setters(into)]
    pub frame_selector: Option<String>,
    /// Where on the element the pointer acts: a click, hover, hold, or the start of a drag. Default: a point near its
    /// middle that hits it.
    pub at: Option<Spot>,
    /// Keys that are held while the pointer acts. Default: none.
    pub modifiers: Vec<ModifierKey>,
    /// Click without waiting, whatever is on top there. For clicks only. Default: false.
    pub force: bool,
    /// Report what the action changed. Default: not read.
    pub changes: Option<ChangesOptions>,
}

impl Default for InteractOptions {
    fn default() -> Self {
        Self {
            timeout: None,
            wait_for_visible: true,
            wait_for_enabled: None,
            wait_for_network_idle: None,
            post_action_screenshot: false,
            screenshot_label: None,
            fallback_to_cdp: true,
            frame_selector: None,
            at: None,
            modifiers: Vec::new(),
            force: false,
            changes: None,
        }
    }
}

/// How far the wheel scrolled, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScrollDistance {
    /// How far it moved.
    pub moved: f64,
    /// How far it can still scroll in this direction.
    pub remaining: f64,
}

/// What an action by a locator found and did, for programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InteractDetails {
    /// The locator by which the element was found, in its text form; absent without a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector_used: Option<String>,
    /// The element's UID; absent if script alone carried out the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// How many elements matched. More than one only if `nth` chose one of them, or if the action was only
    /// a wait.
    pub matched_count: usize,
    /// Where the element was when it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounding_box: Option<BoundingBox>,
    /// Whether the page now shows another document or address.
    pub navigation_occurred: bool,
    /// How far the wheel scrolled; absent if it was not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrolled: Option<ScrollDistance>,
    /// Whether the network was idle at the end; absent if the request did not wait for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_idle: Option<bool>,
    /// The protocol that carried the action.
    pub method: Protocol,
    /// How long the whole call took, in whole milliseconds.
    pub duration_ms: u64,
}

/// The result of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InteractReport {
    /// What was done, in one line. Page text in it is quoted.
    pub message: String,
    /// What was found and done.
    pub details: InteractDetails,
    /// What the action did.
    pub report: ActionReport,
    /// A picture of the viewport after the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<ScreenshotReport>,
}

/// What a request found, and the further results at its end.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) selector: Option<String>,
    pub(crate) uid: Option<String>,
    pub(crate) matched: usize,
    pub(crate) bounds: Option<[f64; 4]>,
    pub(crate) scrolled: Option<ScrollDistance>,
    pub(crate) network_idle: Option<bool>,
    pub(crate) picture: Option<ScreenshotReport>,
}

impl InteractReport {
    pub(crate) fn new(action: InteractAction, report: ActionReport, outcome: Outcome) -> Self {
        let details = InteractDetails {
            selector_used: outcome.selector,
            uid: outcome.uid,
            matched_count: outcome.matched,
            bounding_box: outcome.bounds.map(Into::into),
            navigation_occurred: report.effects.navigated_to.is_some(),
            scrolled: outcome.scrolled,
            network_idle: outcome.network_idle,
            method: report.protocol,
            duration_ms: u64::try_from(report.duration.as_millis()).unwrap_or(u64::MAX),
        };
        Self {
            message: message(action, &report, &details),
            details,
            report,
            picture: outcome.picture,
        }
    }
}

/// Says what was done: `Clicked button "Save" (uid 1_4), found by role button "Save".`
fn message(action: InteractAction, report: &ActionReport, details: &InteractDetails) -> String {
    let target = &report.target;
    let target = match &details.uid {
        Some(uid) => format!("{target} (uid {uid})"),
        None => target.clone(),
    };
    let found_by = match &details.selector_used {
        Some(selector) if details.matched_count > 1 => format!(", found by {selector}, one of {}", details.matched_count),
        Some(selector) => format!(", found by {selector}"),
        None => String::new(),
    };
    let idle = match details.network_idle {
        Some(true) => " The network is idle.",
        Some(false) => " The network is still busy.",
        None => "",
    };
    match details.scrolled {
        Some(distance) => format!("{}{found_by}.{idle}", distance.text(&target)),
        None => format!("{} {target}{}{found_by}.{idle}", action.past(), but(report)),
    }
}

/// What is said at once of a value that is not as it was given.
fn but(report: &ActionReport) -> String {
    match &report.value_now {
        Some(now) if report.lost == Some(true) => format!(", but its value is now {}", quote(now)),
        _ => String::new(),
    }
}

impl ScrollDistance {
    /// A sentence about how far something was scrolled, and how much is left.
    fn text(self, target: &str) -> String {
        let Self { moved, remaining } = self;
        let more = if remaining >= 1.0 {
            format!("; {remaining:.0} px more")
        } else if moved == 0.0 {
            " is at its end".to_owned()
        } else {
            "; that is its end".to_owned()
        };
        if moved == 0.0 {
            format!("Nothing moved: {target}{more}")
        } else {
            format!("Scrolled {target} {moved:.0} px{more}")
        }
    }
}
