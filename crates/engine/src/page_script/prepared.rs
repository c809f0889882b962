//! Answers to `prepare` and `through`: where an element is pressed, and what a press would do.

use super::Checked;
use serde::Deserialize;

/// What the default action of a click would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Expects {
    Nothing,
    Navigation,
    Window,
    Download,
    Chooser,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Prepared {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) rect: [f64; 4],
    pub(crate) page: [f64; 4],
    pub(crate) expects: Expects,
    #[serde(default)]
    pub(crate) checked: Option<Checked>,
    #[serde(default)]
    pub(crate) apart: Option<f64>,
    #[serde(default)]
    pub(crate) scrolled: bool,
}

/// `ready` of `prepare` (with boxes) or of `through` (a point only).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct ReadyAnswer {
    pub(crate) x: f64,
    pub(crate) y: f64,
    #[serde(default)]
    pub(crate) rect: [f64; 4],
    #[serde(default)]
    pub(crate) page: [f64; 4],
    #[serde(default = "nothing")]
    pub(crate) expects: Expects,
    #[serde(default)]
    pub(crate) checked: Option<Checked>,
    /// The further points that `through` was to convert.
    #[serde(default)]
    pub(crate) corners: Vec<[f64; 2]>,
    /// How far apart two fingers can go down on the element.
    #[serde(default)]
    pub(crate) apart: Option<f64>,
    /// Whether `through` has scrolled the frame into view, or `prepare` the element in its frame.
    #[serde(default)]
    pub(crate) scrolled: bool,
}

fn nothing() -> Expects {
    Expects::Nothing
}

impl From<ReadyAnswer> for Prepared {
    fn from(ready: ReadyAnswer) -> Self {
        let ReadyAnswer {
            x,
            y,
            rect,
            page,
            expects,
            checked,
            apart,
            scrolled,
            ..
        } = ready;
        Self {
            x,
            y,
            rect,
            page,
            expects,
            checked,
            apart,
            scrolled,
        }
    }
}
