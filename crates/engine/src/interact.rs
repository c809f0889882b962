//! What [`Session::interact`](crate::Session::interact) takes and answers: plain data.

use crate::error::{EngineError, ErrorKind, Result};
use crate::locator::{By, Locator, Within, is_uid};
use crate::report::{ActionReport, ScreenshotReport};
use crate::text::{quote, shorten};
use std::path::PathBuf;
use std::time::Duration;

/// What to do with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InteractAction {
    /// Click.
    Click,
    /// Two clicks in a row.
    DoubleClick,
    /// A click of the right button.
    RightClick,
    /// Press, and release after `value` milliseconds (1,000 where absent).
    PressAndHold,
    /// Move the pointer over it.
    Hover,
    /// Replace the text of a field by `value`.
    Type,
    /// Empty a field.
    Clear,
    /// Choose the option with the value or label `value`.
    Select,
    /// Make a checkbox or switch checked, or choose a radio button.
    Check,
    /// Make a checkbox or switch unchecked.
    Uncheck,
    /// Press the key or chord `value`; where the focus is, without a target.
    Keypress,
    /// Bring into view; with a direction as `value` (`down`, `left 200`), turn the wheel over the page or
    /// what holds the target.
    Scroll,
    /// Give the focus.
    Focus,
    /// Drag to a second target.
    Drag,
    /// Put files into a file input.
    Upload,
    /// Only wait until it is there.
    WaitForSelector,
}

/// Every action with its word.
const WORDS: [(InteractAction, &str); 16] = [
    (InteractAction::Click, "click"),
    (InteractAction::DoubleClick, "doubleClick"),
    (InteractAction::RightClick, "rightClick"),
    (InteractAction::PressAndHold, "pressAndHold"),
    (InteractAction::Hover, "hover"),
    (InteractAction::Type, "type"),
    (InteractAction::Clear, "clear"),
    (InteractAction::Select, "select"),
    (InteractAction::Check, "check"),
    (InteractAction::Uncheck, "uncheck"),
    (InteractAction::Keypress, "keypress"),
    (InteractAction::Scroll, "scroll"),
    (InteractAction::Focus, "focus"),
    (InteractAction::Drag, "drag"),
    (InteractAction::Upload, "upload"),
    (InteractAction::WaitForSelector, "waitForSelector"),
];

impl InteractAction {
    /// The word for it.
    pub fn name(self) -> &'static str {
        WORDS
            .iter()
            .find(|(action, _)| *action == self)
            .map_or("click", |(_, word)| word)
    }

    /// Reads the word for an action.
    ///
    /// # Errors
    /// `InvalidInput` naming the words there are.
    pub fn parse(word: &str) -> Result<Self> {
        WORDS
            .iter()
            .find(|(_, known)| *known == word)
            .map(|(action, _)| *action)
            .ok_or_else(|| {
                let words = WORDS.map(|(_, word)| word).join(", ");
                let what = format!("{} is not an action; there are {words}", quote(&shorten(word, 60)));
                EngineError::new(ErrorKind::InvalidInput, what)
            })
    }
}

/// What to act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InteractTarget {
    /// An element of a snapshot, or one that a locator led to before.
    Uid(String),
    /// What this finds.
    Locator(Locator),
}

impl InteractTarget {
    /// A UID, or else a locator in its text form.
    pub fn parse(text: &str) -> Self {
        if is_uid(text) {
            Self::Uid(text.to_owned())
        } else {
            Self::Locator(Locator::of(text))
        }
    }

    /// Reads what a caller gave in parts.
    ///
    /// # Errors
    /// `InvalidInput` for a `by` that there is not.
    pub fn from_parts(parts: TargetParts) -> Result<Self> {
        if parts.by.as_deref() == Some("uid") {
            return Ok(Self::Uid(parts.value));
        }
        Ok(Self::Locator(Locator {
            by: parts.by.as_deref().map(By::parse).transpose()?,
            value: parts.value,
            name: parts.name,
            exact: parts.exact,
            nth: parts.nth,
            within: parts.within.as_deref().map(Within::parse),
            frame_selector: parts.frame_selector,
        }))
    }
}

/// A target as callers give it, in words. See [`Locator`] for the parts.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TargetParts {
    /// By what: the word of a [`By`], or `uid`.
    pub by: Option<String>,
    /// What: a text, a role, a selector, a chain, a UID.
    pub value: String,
    /// With a role: the accessible name.
    pub name: Option<String>,
    /// The whole text, or any part of it.
    pub exact: Option<bool>,
    /// Which of several matches.
    pub nth: Option<i32>,
    /// Only inside of this UID or locator.
    pub within: Option<String>,
    /// Only in this frame; given apart from the target where it is read from JSON.
    #[serde(skip)]
    pub frame_selector: Option<String>,
}

/// One action and everything about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InteractRequest {
    /// What to do.
    pub action: InteractAction,
    /// On what; `Keypress` goes without, and `Scroll` of the page.
    pub target: Option<InteractTarget>,
    /// Where to drag to.
    pub to: Option<InteractTarget>,
    /// The text, option, key, direction or time.
    pub value: Option<String>,
    /// Files to upload.
    pub files: Vec<PathBuf>,
    /// How long finding the element and waiting until it can be acted on may take together.
    pub timeout: Duration,
    /// Whether to wait until the element is visible. Input reaches visible elements only, whatever
    /// this says.
    pub visible: bool,
    /// Whether to wait until it is enabled; as the action needs it where absent.
    pub enabled: Option<bool>,
    /// Wait afterwards until no request has been open for this time; for `timeout` at most.
    pub network_idle: Option<Duration>,
    /// Whether to take a picture of the viewport afterwards.
    pub screenshot: bool,
    /// In the user's own tab: whether the browser's debugger may be used. Where not, the action is done by
    /// script alone, a click with untrusted events, or fails. It means nothing in other browsers, which are driven by their protocol anyway.
    pub fallback_to_cdp: bool,
}

impl InteractRequest {
    /// A request with the defaults: 5 s, a visible and enabled target.
    pub fn new(action: InteractAction) -> Self {
        Self {
            action,
            target: None,
            to: None,
            value: None,
            files: Vec::new(),
            timeout: Duration::from_secs(5),
            visible: true,
            enabled: None,
            network_idle: None,
            screenshot: false,
            fallback_to_cdp: true,
        }
    }
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct InteractReport {
    /// What the action did.
    pub report: ActionReport,
    /// The locator by which the element was found, in its text form; none without a target.
    pub selector: Option<String>,
    /// The element's UID; none without the protocol.
    pub uid: Option<String>,
    /// How many elements matched; more than one only where one of them was chosen by its number, or
    /// where they were only waited for.
    pub matched: usize,
    /// Where it was when it was found, in its frame's viewport: x, y, width, height.
    pub bounds: Option<[f64; 4]>,
    /// How far the wheel went, and how much further it goes, in CSS pixels; where it was turned.
    pub scrolled: Option<[f64; 2]>,
    /// Whether the network was idle in the end, where that was waited for.
    pub network_idle: Option<bool>,
    /// The viewport afterwards.
    pub picture: Option<ScreenshotReport>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_read_from_its_parts() {
        let parts = |by: &str| TargetParts {
            by: Some(by.into()),
            value: "1_2".into(),
            within: Some("3_4".into()),
            ..TargetParts::default()
        };
        assert_eq!(
            InteractTarget::from_parts(parts("uid")).ok(),
            Some(InteractTarget::Uid("1_2".into()))
        );
        let Ok(InteractTarget::Locator(locator)) = InteractTarget::from_parts(parts("text")) else {
            panic!("a locator")
        };
        assert_eq!(
            (locator.by, locator.within),
            (Some(By::Text), Some(Within::Uid("3_4".into())))
        );
        assert_eq!(
            InteractTarget::from_parts(parts("id")).expect_err("unknown").code(),
            "INVALID_INPUT"
        );
    }

    #[test]
    fn every_action_has_its_word() {
        for (action, word) in WORDS {
            assert_eq!((InteractAction::parse(word).ok(), action.name()), (Some(action), word));
        }
        assert_eq!(InteractAction::parse("Click").expect_err("unknown").code(), "INVALID_INPUT");
    }
}
