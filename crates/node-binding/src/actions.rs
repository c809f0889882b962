//! What actions answer, as JavaScript sees it.

use crate::reports::{Effects, ms};
use napi_derive::napi;
use uipilot_engine::report as engine;

/// The answer to an action on an element.
#[napi(object, object_from_js = false)]
pub struct ActionReport {
    /// The element as the snapshot showed it, quoted: `button "Save"`.
    pub target: String,
    /// The protocol that carried the input.
    #[napi(ts_type = "'cdp' | 'bidi' | 'webdriver' | 'dom'")]
    pub protocol: String,
    /// Whether the page got trusted events. False: the value or event was set by script.
    pub trusted: bool,
    /// Whether the page changed, where that is known.
    pub changed: Option<bool>,
    /// For checkboxes, radio buttons and switches: the state afterwards.
    pub checked: Option<bool>,
    /// For fields that hold another value than the one given: what they hold.
    pub value_now: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    pub duration_ms: f64,
}

impl From<engine::ActionReport> for ActionReport {
    fn from(report: engine::ActionReport) -> Self {
        Self {
            target: report.target,
            protocol: report.protocol.name().to_owned(),
            trusted: report.trusted,
            changed: report.changed,
            checked: report.checked,
            value_now: report.value_now,
            effects: report.effects.into(),
            duration_ms: ms(report.duration),
        }
    }
}

/// The answer to filling a form.
#[napi(object, object_from_js = false)]
pub struct FormReport {
    /// A report for each field, in the order given.
    pub fields: Vec<ActionReport>,
    /// What else happened, over all fields.
    pub effects: Effects,
}

impl From<engine::FormReport> for FormReport {
    fn from(report: engine::FormReport) -> Self {
        Self {
            fields: report.fields.into_iter().map(Into::into).collect(),
            effects: report.effects.into(),
        }
    }
}

/// The answer to a scroll.
#[napi(object, object_from_js = false)]
pub struct ScrollReport {
    /// What was scrolled or scrolled to, quoted: `the page`, `what holds option "Row 7"`.
    pub target: String,
    /// How far it moved, in CSS pixels; absent where an element was scrolled into view.
    pub moved: Option<f64>,
    /// How much further it goes in this direction; absent as `moved` is.
    pub remaining: Option<f64>,
    /// Whether the wheel did it. False: it was scrolled by script.
    pub trusted: bool,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    pub duration_ms: f64,
}

impl From<engine::ScrollReport> for ScrollReport {
    fn from(report: engine::ScrollReport) -> Self {
        Self {
            target: report.target,
            moved: report.moved,
            remaining: report.remaining,
            trusted: report.trusted,
            effects: report.effects.into(),
            duration_ms: ms(report.duration),
        }
    }
}

/// The answer to a script.
#[napi(object, object_from_js = false)]
pub struct EvaluateReport {
    /// What it gave, as JSON that the page made: valid, but not to be trusted.
    pub json: Option<String>,
    /// What it threw, in the page's words; absent where it gave something.
    pub error: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took, in milliseconds.
    pub duration_ms: f64,
}

impl From<engine::EvaluateReport> for EvaluateReport {
    fn from(report: engine::EvaluateReport) -> Self {
        Self {
            json: report.json,
            error: report.error,
            effects: report.effects.into(),
            duration_ms: ms(report.duration),
        }
    }
}
