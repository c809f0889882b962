//! How elements are acted on.

use crate::api::json::{OptionalMillis, not_negative};
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// Report what an action changed on the page, compared with what the caller saw last.
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
    /// Report what the action changed. Default: not read.
    pub changes: Option<ChangesOptions>,
}

/// How to click.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ClickOptions {
    /// Two clicks in quick succession. Default: false.
    pub double: bool,
    /// Report what the click changed. Default: not read.
    pub changes: Option<ChangesOptions>,
}

/// How to press a key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct PressKeyOptions {
    /// Focus this element first. Default: the key goes to what has the focus.
    #[setters(into)]
    pub uid: Option<String>,
    /// Report what the key changed. Default: not read.
    pub changes: Option<ChangesOptions>,
}

/// How to type a text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct TypeOptions {
    /// Type into this element, after what it holds. Default: where the focus is.
    #[setters(into)]
    pub uid: Option<String>,
    /// Pause between two keys, in milliseconds, at most 1,000. Default: none.
    #[serde(rename = "delayMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub delay: Option<Duration>,
    /// A key or combination to press at the end, for example `Enter`.
    #[setters(into)]
    pub submit_key: Option<String>,
    /// Report what the keys changed. Default: not read.
    pub changes: Option<ChangesOptions>,
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

/// What to scroll. `uid` alone is scrolled into view.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ScrollOptions {
    /// Scroll what holds this element. Default: the page.
    #[setters(into)]
    pub uid: Option<String>,
    /// Which way.
    pub direction: Option<ScrollDirection>,
    /// How far, in CSS pixels. Default: about four fifths of what is seen.
    #[serde(deserialize_with = "not_negative")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>", range(min = 0.0)))]
    pub amount: Option<f64>,
    /// Report what scrolling changed. Default: not read.
    pub changes: Option<ChangesOptions>,
}

/// A field and what to put into it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct FormField {
    /// The field's UID.
    pub uid: String,
    /// Its value, in the form that `fill` takes.
    pub value: String,
}

impl FormField {
    /// A field by its UID, and its value.
    pub fn new(uid: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            uid: uid.into(),
            value: value.into(),
        }
    }
}
