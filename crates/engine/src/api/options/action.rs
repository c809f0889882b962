//! Options of actions on elements.

use super::{ModifierKey, Offset, Spot};
use crate::api::json::{OptionalMillis, invalid, not_negative};
use crate::error::Result;
use derive_setters::Setters;
use serde::Deserialize;
use std::fmt;
use std::time::Duration;

/// How to report what an action changed on the page, compared with the caller's last snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ChangesOptions {
    /// At most about this many bytes of text; 0: no limit. Default: 20,000.
    pub max_bytes: Option<usize>,
}

/// Options that every action takes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ActionOptions {
    /// Report what the action changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

/// How to fill a field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct FillOptions {
    /// Report what filling changed. Default: no report.
    pub changes: Option<ChangesOptions>,
    /// Fill only in a document of one of these origins, such as `https://example.org`. It is checked in the document that gets
    /// the value. Default: any.
    pub origins: Vec<String>,
}

/// What would be done with an element, besides pressing it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ActivatedOptions {
    /// The value that it would be filled with, as by `fill`. Default: none.
    #[setters(into)]
    pub value: Option<String>,
    /// The options that would be chosen of it, as by `selectOption`. Default: none.
    pub values: Option<Vec<String>>,
}

/// How to press a key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct PressKeyOptions {
    /// Focus this element first. Default: the key goes to the focused element.
    #[setters(into)]
    pub uid: Option<String>,
    /// How long the key is held down, in milliseconds, at most 30,000. Default: not at all.
    #[serde(rename = "holdMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub hold: Option<Duration>,
    /// Report what the key changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

/// How to type a text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct TypeOptions {
    /// Type into this element, at the end of its text. Default: where the focus is.
    #[setters(into)]
    pub uid: Option<String>,
    /// Pause between two keys, in milliseconds, at most 1,000. Default: none.
    #[serde(rename = "delayMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub delay: Option<Duration>,
    /// A key or combination to press at the end, for example `Enter`.
    #[setters(into)]
    pub submit_key: Option<String>,
    /// Type only in a document of one of these origins, as in [`FillOptions`]; needs `uid`. Default: any.
    pub origins: Vec<String>,
    /// Report what the keys changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

/// The time that the browser takes for one key, on a slow machine.
const KEY: Duration = Duration::from_millis(12);

impl TypeOptions {
    /// The time that typing takes by itself, besides the time limit of the call.
    pub(crate) fn own_time(&self, text: &str) -> Duration {
        let keys = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        (KEY + self.delay.unwrap_or_default()).saturating_mul(keys)
    }
}

/// How far the wheel turns at a point, if the caller names no amount.
const NOTCH: f64 = 100.0;

impl ScrollOptions {
    /// # Errors
    /// `InvalidInput` for options that exclude or need each other.
    pub(crate) fn check(&self) -> Result<()> {
        Spot::check(self.at, "at")?;
        if let Some(text) = &self.until_text {
            let other = self.at.is_some() || self.by.is_some() || !self.modifiers.is_empty();
            return match text.trim() {
                "" => Err(invalid("untilText is empty".to_owned())),
                _ if other => Err(invalid("give untilText, or at, by and modifiers, not both".to_owned())),
                _ => Ok(()),
            };
        }
        let refused = if self.by.is_some() && (self.direction.is_some() || self.amount.is_some()) {
            "give by, or direction and amount, not both"
        } else if self.at.is_some() && self.uid.is_none() {
            "at is a point of an element: give its uid"
        } else if (self.at.is_some() || !self.modifiers.is_empty()) && self.by.is_none() && self.direction.is_none() {
            "give direction or by: how far to turn the wheel"
        } else {
            return self.by.map_or(Ok(()), Offset::check_turn);
        };
        Err(invalid(refused.to_owned()))
    }

    /// How far the wheel turns at a point; `None` to scroll an area by its size.
    pub(crate) fn turn(&self) -> Option<Offset> {
        if self.by.is_some() {
            return self.by;
        }
        if self.at.is_none() && self.modifiers.is_empty() {
            return None;
        }
        Some(self.direction?.turn(self.amount))
    }
}

impl ScrollDirection {
    /// A turn of the wheel in this direction by an amount, or by a notch.
    pub(crate) fn turn(self, amount: Option<f64>) -> Offset {
        let (dx, dy) = self.delta(amount.unwrap_or(NOTCH));
        Offset { dx, dy }
    }
}

words! {
    /// Which way to scroll.
    pub enum ScrollDirection {
        /// Towards the beginning.
        Up = "up",
        /// Towards the end.
        Down = "down",
        /// To the left.
        Left = "left",
        /// To the right.
        Right = "right",
    }
}

/// What to scroll. Without a direction, the element of `uid` is scrolled into view.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ScrollOptions {
    /// Scroll the area that contains this element. Default: the page.
    #[setters(into)]
    pub uid: Option<String>,
    /// Which way.
    pub direction: Option<ScrollDirection>,
    /// Turn the wheel at this point of the element. A page that handles the wheel itself, such as a map, gets it there.
    pub at: Option<Spot>,
    /// Turn the wheel by this distance, also to the side. Not with `direction`.
    pub by: Option<Offset>,
    /// Keys that are held down meanwhile. Default: none.
    pub modifiers: Vec<ModifierKey>,
    /// How far, in CSS pixels. Default: about four fifths of the visible area; with `at` or `modifiers` 100, a notch of
    /// the wheel.
    #[serde(deserialize_with = "not_negative")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>", range(min = 0.0)))]
    pub amount: Option<f64>,
    /// Scroll in steps of `amount` until this text is in the area, as whole words, also in a list that holds only what is
    /// in view or that loads more at its end. The default direction is down. The report has the element's UID.
    #[setters(into)]
    pub until_text: Option<String>,
    /// How long to look for `untilText`, in milliseconds. Default: the session's navigation timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
    /// Report what scrolling changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

/// A field and its new value.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct FormField {
    /// The field's UID.
    pub uid: String,
    /// Its value, in the form that `fill` takes.
    pub value: String,
    /// The origins that its document may have, as in [`FillOptions`]. Default: any.
    #[serde(default)]
    pub origins: Vec<String>,
}

impl fmt::Debug for FormField {
    /// Without the value, which may be a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FormField").field("uid", &self.uid).finish_non_exhaustive()
    }
}

impl FormField {
    /// A field by its UID, and its value.
    pub fn new(uid: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            uid: uid.into(),
            value: value.into(),
            origins: Vec::new(),
        }
    }
}
