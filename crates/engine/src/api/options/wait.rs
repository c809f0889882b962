//! Navigations, waits, scripts and dialogs.

use crate::api::json::OptionalMillis;
use crate::api::report::LoadState;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// Options of a navigation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct NavigateOptions {
    /// The page to navigate. Default: the selected one.
    pub page: Option<u32>,
    /// How long it may take, in milliseconds. Default: the session's navigation timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}

/// What to wait for. The wait ends when all given conditions hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct WaitOptions {
    /// Visible text that contains this.
    #[setters(into)]
    pub text: Option<String>,
    /// No visible text contains this.
    #[setters(into)]
    pub text_gone: Option<String>,
    /// An element that matches this CSS selector and is visible.
    #[setters(into)]
    pub selector: Option<String>,
    /// The address contains this. With `*` for any text, the whole address matches this.
    #[setters(into)]
    pub url: Option<String>,
    /// How far the document has loaded.
    pub load_state: Option<LoadState>,
    /// This script, a function or an expression, returns a true value in the main frame.
    #[setters(into)]
    pub function: Option<String>,
    /// The time limit, in milliseconds. Default: the session's navigation timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}

/// Options of a script.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct EvaluateOptions {
    /// Run the script in this element's frame, and pass the element to a function. Default: the main frame.
    #[setters(into)]
    pub uid: Option<String>,
    /// How long it may take, in milliseconds. Default: the session's action timeout.
    #[serde(rename = "timeoutMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub timeout: Option<Duration>,
}

/// How to accept a dialog.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct DialogOptions {
    /// The answer to a prompt. Default: the value that it offers.
    #[setters(into)]
    pub text: Option<String>,
}
