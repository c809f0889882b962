//! What typing and scrolling take, and what they, scripts and downloads answer.

use super::Effects;
use std::time::Duration;

/// Where to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScrollDirection {
    /// Towards the beginning.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl ScrollDirection {
    /// Reads `up`, `down`, `left` or `right`.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "up" => Some(Self::Up),
            "down" => Some(Self::Down),
            "left" => Some(Self::Left),
            "right" => Some(Self::Right),
            _ => None,
        }
    }
}

/// What to scroll. `uid` alone is scrolled into view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScrollOptions {
    /// What holds this element, in place of the page.
    pub uid: Option<String>,
    /// Where to.
    pub direction: Option<ScrollDirection>,
    /// How far, in CSS pixels; about four fifths of what is seen where absent.
    pub amount: Option<f64>,
}

/// The answer to a scroll.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollReport {
    /// What was scrolled or scrolled to, quoted: `the page`, `what holds option "Row 7"`.
    pub target: String,
    /// How far it moved, in CSS pixels; absent where an element was scrolled into view.
    pub moved: Option<f64>,
    /// How much further it goes in this direction; absent as `moved` is.
    pub remaining: Option<f64>,
    /// Whether the wheel did it. `false`: it was scrolled by script.
    pub trusted: bool,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took.
    pub duration: Duration,
}

/// The answer to a script.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluateReport {
    /// What it gave, as JSON that the page made: valid, but not to be trusted.
    pub json: Option<String>,
    /// What it threw, in the page's words; absent where it gave something.
    pub error: Option<String>,
    /// What else happened.
    pub effects: Effects,
    /// How long the whole call took.
    pub duration: Duration,
}

/// How far a download has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadState {
    /// It goes on.
    Running,
    /// The file is there.
    Finished,
    /// It failed or was cancelled.
    Failed,
}

impl DownloadState {
    /// The word used in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Failed => "failed",
        }
    }
}

/// A download of the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadInfo {
    /// The suggested file name.
    pub name: String,
    /// How far it has come.
    pub state: DownloadState,
    /// Where the file is, once it is there.
    pub path: Option<String>,
    /// Its size in bytes, or what has come of it; where that is known.
    pub size: Option<u64>,
}

/// How to type a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypeOptions {
    /// Type into this element, after what it holds; where the focus is, if absent.
    pub uid: Option<String>,
    /// Pause between two keys, at most a second.
    pub delay: Option<Duration>,
    /// A key or chord to press at the end, such as `Enter`.
    pub submit_key: Option<String>,
}
