//! Options of touch gestures.

use super::ChangesOptions;
use super::pointer::{Offset, Spot};
use crate::api::json::{OptionalMillis, invalid};
use crate::error::Result;
use derive_setters::Setters;
use serde::Deserialize;
use std::time::Duration;

/// The longest gesture.
const LONGEST: Duration = Duration::from_secs(30);

words! {
    /// What fingers do.
    pub enum TouchGesture {
        /// Touch and lift.
        Tap = "tap",
        /// Two taps in quick succession.
        DoubleTap = "doubleTap",
        /// Touch, rest and lift.
        LongPress = "longPress",
        /// Touch, move and lift.
        Swipe = "swipe",
        /// Two fingers move apart, or towards each other.
        Pinch = "pinch",
    }
}

/// How to touch an element.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct TouchOptions {
    /// Where on the element the first finger, or the middle of a pinch, is. Default: a point near its middle that hits it.
    pub at: Option<Spot>,
    /// How far a swipe goes. For a swipe only, which needs it.
    pub by: Option<Offset>,
    /// The distance of the fingers at the end of a pinch, relative to that at its start: over 1 moves them apart. 0.1 to 10.
    /// For a pinch only, which needs it.
    pub scale: Option<f64>,
    /// How long the gesture takes, in milliseconds, at most 30,000. Default: 0 for taps, 800 for a long press, 120 for
    /// a swipe, which is a flick, and 200 for a pinch.
    #[serde(rename = "durationMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub duration: Option<Duration>,
    /// Report what the gesture changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl TouchOptions {
    /// # Errors
    /// `InvalidInput` for options that do not belong to the gesture, and for values out of range.
    pub(crate) fn check(&self, gesture: TouchGesture) -> Result<()> {
        let refused = if (gesture == TouchGesture::Swipe) != self.by.is_some() {
            "a swipe needs by, and no other gesture takes it"
        } else if (gesture == TouchGesture::Pinch) != self.scale.is_some() {
            "a pinch needs scale, and no other gesture takes it"
        } else if self.scale.is_some_and(|scale| !(0.1..=10.0).contains(&scale)) {
            "scale must be 0.1 to 10"
        } else if self.duration.is_some_and(|duration| duration > LONGEST) {
            "durationMs must be 0 to 30000"
        } else {
            if let Some(by) = self.by {
                Offset::check_path(&[by])?;
            }
            return Spot::check(self.at, "at");
        };
        Err(invalid(refused.to_owned()))
    }

    /// How long the gesture takes.
    pub(crate) fn time(&self, gesture: TouchGesture) -> Duration {
        self.duration.unwrap_or(match gesture {
            TouchGesture::Tap | TouchGesture::DoubleTap => Duration::ZERO,
            TouchGesture::LongPress => Duration::from_millis(800),
            // Pages tell a flick from a slow swipe by its time: some from 300 ms on, and by its speed.
            TouchGesture::Swipe => Duration::from_millis(120),
            TouchGesture::Pinch => Duration::from_millis(200),
        })
    }
}
