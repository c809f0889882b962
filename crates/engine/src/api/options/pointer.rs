//! Options of actions with the pointer: where on the element, with which button, and which keys are held meanwhile.

use super::{ChangesOptions, PictureView, TypeOptions};
use crate::api::json::{OptionalMillis, invalid};
use crate::error::{EngineError, ErrorKind, NextStep, Result};
use crate::input::MouseButton;
use derive_setters::Setters;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The most clicks in quick succession. Browsers count no further.
const MOST_CLICKS: u8 = 3;

/// The most points of a path.
const MOST_POINTS: usize = 1_000;

/// The longest distance, in CSS pixels. A longer one is a mistake.
const FURTHEST: f64 = 100_000.0;

/// The longest time that a drag may take.
const LONGEST_DRAG: Duration = Duration::from_secs(30);

/// A point of an element's box.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spot {
    /// From the left edge, in CSS pixels; with `share`, as a share of the width.
    pub x: f64,
    /// From the top edge, in CSS pixels; with `share`, as a share of the height.
    pub y: f64,
    /// Whether both are shares of the box, from 0 to 1. Default: false.
    #[serde(default)]
    pub share: bool,
}

impl Spot {
    /// A point in CSS pixels from the top left corner.
    pub fn pixels(x: f64, y: f64) -> Self {
        Self { x, y, share: false }
    }

    /// A point as shares of the width and the height.
    pub fn share(x: f64, y: f64) -> Self {
        Self { x, y, share: true }
    }

    /// Checks a point that may have been given under this name.
    ///
    /// # Errors
    /// `InvalidInput` for numbers out of range.
    pub(crate) fn check(given: Option<Self>, name: &str) -> Result<()> {
        given.map_or(Ok(()), |spot| spot.check_range(name))
    }

    fn check_range(self, name: &str) -> Result<()> {
        let (most, what) = if self.share {
            (1.0, "shares from 0 to 1")
        } else {
            (FURTHEST, "pixels from 0 to 100,000")
        };
        if [self.x, self.y].iter().all(|number| (0.0..=most).contains(number)) {
            return Ok(());
        }
        Err(invalid(format!(
            "{name} must have x and y as {what}, got {} and {}",
            self.x, self.y
        )))
    }
}

/// A distance in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Offset {
    /// To the right; negative to the left.
    #[serde(default)]
    pub dx: f64,
    /// Down; negative up.
    #[serde(default)]
    pub dy: f64,
}

impl Offset {
    /// Checks the distance that a wheel is turned.
    ///
    /// # Errors
    /// `InvalidInput`
    pub(crate) fn check_turn(self) -> Result<()> {
        self.check("by")?;
        if self.dx == 0.0 && self.dy == 0.0 {
            return Err(invalid("give dx or dy: how far to turn the wheel".to_owned()));
        }
        Ok(())
    }

    /// The axis of the longer distance, 0 for across and 1 for down, and whether it goes to the left or up.
    pub(crate) fn main_axis(self) -> (usize, bool) {
        if self.dx.abs() > self.dy.abs() {
            (0, self.dx < 0.0)
        } else {
            (1, self.dy < 0.0)
        }
    }

    /// Checks the points of a path.
    ///
    /// # Errors
    /// `InvalidInput`
    pub(crate) fn check_path(path: &[Self]) -> Result<()> {
        if path.is_empty() {
            return Err(invalid("give a path: where to drag to".to_owned()));
        }
        if path.len() > MOST_POINTS {
            return Err(invalid(format!(
                "path must have at most {MOST_POINTS} points, got {}",
                path.len()
            )));
        }
        path.iter().try_for_each(|distance| distance.check("path"))
    }

    fn check(self, name: &str) -> Result<()> {
        if [self.dx, self.dy].iter().all(|number| number.abs() <= FURTHEST) {
            return Ok(());
        }
        Err(invalid(format!("{name} must have dx and dy from -100,000 to 100,000 pixels")))
    }
}

words! {
    /// A key that is held while the pointer acts.
    pub enum ModifierKey {
        /// Alt, or Option on a Mac.
        Alt = "Alt",
        /// Control.
        Control = "Control",
        /// Meta (Command) on a Mac, Control elsewhere.
        ControlOrMeta = "ControlOrMeta",
        /// Command on a Mac, the Windows key elsewhere.
        Meta = "Meta",
        /// Shift.
        Shift = "Shift",
    }
}

words! {
    /// A side of an element.
    pub enum Side {
        /// Near the top edge.
        Above = "above",
        /// Near the bottom edge.
        Below = "below",
        /// Near the left edge.
        Left = "left",
        /// Near the right edge.
        Right = "right",
    }
}

impl Side {
    /// The point of a box that is near this side.
    pub(crate) fn spot(self) -> Spot {
        match self {
            Self::Above => Spot::share(0.5, 0.1),
            Self::Below => Spot::share(0.5, 0.9),
            Self::Left => Spot::share(0.1, 0.5),
            Self::Right => Spot::share(0.9, 0.5),
        }
    }
}

words! {
    /// What the pointer is.
    pub enum PointerType {
        /// A mouse.
        Mouse = "mouse",
        /// A pen, with a pressure of 0.5 while it touches. Chromium only.
        Pen = "pen",
    }
}

/// How to click.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct ClickOptions {
    /// Which button. Default: left.
    pub button: MouseButton,
    /// How many clicks in quick succession, 1 to 3. Default: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub click_count: Option<u8>,
    /// Where on the element. Default: a point near its middle that hits it.
    pub at: Option<Spot>,
    /// Keys that are held down meanwhile. Default: none.
    pub modifiers: Vec<ModifierKey>,
    /// Default: a mouse. Fingers have a call of their own.
    pub pointer_type: Option<PointerType>,
    /// Click without waiting, whatever is on top there. The report says what got the click. Default: false.
    pub force: bool,
    /// Report what the click changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl ClickOptions {
    pub(crate) fn check(&self) -> Result<()> {
        check_count(self.click_count)?;
        Spot::check(self.at, "at")
    }
}

/// How to hover.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct HoverOptions {
    /// Where on the element. Default: a point near its middle that hits it.
    pub at: Option<Spot>,
    /// Report what hovering changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl HoverOptions {
    pub(crate) fn check(&self) -> Result<()> {
        Spot::check(self.at, "at")
    }
}

/// How to drag one element onto another.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct DragOptions {
    /// Where on the dragged element. Default: a point near its middle that hits it.
    pub at: Option<Spot>,
    /// Where on the other element to drop. Default: near its middle.
    pub to_at: Option<Spot>,
    /// Drop near this side of the other element, for places between the items of a list. Not with `toAt`.
    pub place: Option<Side>,
    /// Keys that are held down meanwhile. Default: none.
    pub modifiers: Vec<ModifierKey>,
    /// How long the button is down before the first move, in milliseconds, at most 30,000, for what can be dragged only after a hold.
    /// Default: not at all.
    #[serde(rename = "holdMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub hold: Option<Duration>,
    /// How long the movement takes until the release, in milliseconds, at most 30,000. Default: as fast as the page takes it.
    #[serde(rename = "durationMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub duration: Option<Duration>,
    /// Report what the drag changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl DragOptions {
    pub(crate) fn check(&self) -> Result<()> {
        if self.to_at.is_some() && self.place.is_some() {
            return Err(invalid("give toAt or place, not both".to_owned()));
        }
        check_duration(self.duration, "durationMs")?;
        check_duration(self.hold, "holdMs")?;
        Spot::check(self.at, "at")?;
        Spot::check(self.to_at, "toAt")
    }

    /// Where to drop.
    pub(crate) fn end(&self) -> Option<Spot> {
        self.to_at.or(self.place.map(Side::spot))
    }
}

/// How to drag an element by a distance or along a path, such as a slider's handle, a line on a canvas or a map.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct DragByOptions {
    /// Where on the element the button goes down. Default: a point near its middle that hits it.
    pub at: Option<Spot>,
    /// How far to drag.
    pub by: Option<Offset>,
    /// Further distances, each from the start, in the order in which the pointer goes there. Not with `by`.
    pub path: Vec<Offset>,
    /// Which button. Default: left.
    pub button: MouseButton,
    /// Keys that are held down meanwhile. Default: none.
    pub modifiers: Vec<ModifierKey>,
    /// Default: a mouse.
    pub pointer_type: Option<PointerType>,
    /// How long the button is down before the first move, in milliseconds, at most 30,000, for what can be dragged only after a hold.
    /// Default: not at all.
    #[serde(rename = "holdMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub hold: Option<Duration>,
    /// How long the movement takes until the release, in milliseconds, at most 30,000. Default: 200, and a short rest before the release.
    /// One of less than 300 is a flick: what is dragged is let go without a rest, at its speed.
    #[serde(rename = "durationMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub duration: Option<Duration>,
    /// Report what the drag changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl DragByOptions {
    /// The points to go to, as distances from the start.
    ///
    /// # Errors
    /// `InvalidInput` without a distance, with both forms, or with values out of range.
    pub(crate) fn distances(&self) -> Result<Vec<Offset>> {
        check_duration(self.duration, "durationMs")?;
        check_duration(self.hold, "holdMs")?;
        Spot::check(self.at, "at")?;
        let distances = match (self.by, self.path.is_empty()) {
            (Some(by), true) => vec![by],
            (None, false) => self.path.clone(),
            (None, true) => return Err(invalid("give by or path: how far to drag".to_owned())),
            (Some(_), false) => return Err(invalid("give by or path, not both".to_owned())),
        };
        match self.by {
            Some(by) => by.check("by")?,
            None => Offset::check_path(&distances)?,
        }
        Ok(distances)
    }
}

/// A point of the main frame's viewport, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Place {
    /// From the left edge.
    pub x: f64,
    /// From the top edge.
    pub y: f64,
}

impl Place {
    /// Checks that it can be a point of a page.
    ///
    /// # Errors
    /// `InvalidInput`
    pub(crate) fn check(self, name: &str) -> Result<()> {
        if [self.x, self.y].iter().all(|number| number.abs() <= FURTHEST) {
            return Ok(());
        }
        Err(invalid(format!(
            "{name} must have x and y as pixels from -100,000 to 100,000"
        )))
    }
}

/// How to act at a point of the viewport.
///
/// A call reads what applies to it: all of them `modifiers`, `seen` and `changes`; a click, a drag and typing
/// `button`; a click `clickCount`; a drag `durationMs`; typing `delayMs` and `submitKey`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct PointOptions {
    /// Which button. Default: left.
    pub button: MouseButton,
    /// How many clicks in quick succession, 1 to 3. Default: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub click_count: Option<u8>,
    /// Keys that are held down meanwhile. Default: none.
    pub modifiers: Vec<ModifierKey>,
    /// How long the button is down before the first move of a drag, in milliseconds, at most 30,000. Default: not at all.
    #[serde(rename = "holdMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub hold: Option<Duration>,
    /// How long a drag takes, in milliseconds, at most 30,000. Default: 200.
    #[serde(rename = "durationMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub duration: Option<Duration>,
    /// Pause between two keys, in milliseconds, at most 1,000. Default: none.
    #[serde(rename = "delayMs", deserialize_with = "OptionalMillis::deserialize")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionalMillis"))]
    pub delay: Option<Duration>,
    /// A key or combination to press after the text.
    #[setters(into)]
    pub submit_key: Option<String>,
    /// The `view` of the screenshot that the point was read from. The call is refused if the page no longer is as that
    /// picture shows it. For a picture of an element or of the whole page, the point is where it was in the viewport
    /// when the picture was taken; it is scrolled into view if needed. Default: the point is used as it is.
    pub seen: Option<PictureView>,
    /// Report what the action changed. Default: no report.
    pub changes: Option<ChangesOptions>,
}

impl PointOptions {
    pub(crate) fn check(&self) -> Result<()> {
        check_count(self.click_count)?;
        check_duration(self.hold, "holdMs")?;
        check_duration(self.duration, "durationMs")
    }

    /// Checks that the picture, if any, is one of this page.
    ///
    /// # Errors
    /// `InvalidInput`
    pub(crate) fn refuse_other_page(&self, page: u32) -> Result<()> {
        match self.seen.as_ref().map(|seen| seen.page) {
            Some(other) if other != page => {
                let what = format!("the point is of a picture of page {other}, and page {page} is selected; nothing was done");
                Err(EngineError::new(ErrorKind::InvalidInput, what).with_next_step(NextStep::TakeScreenshot))
            }
            _ => Ok(()),
        }
    }

    /// How long the call may take besides the action timeout.
    pub(crate) fn own_time(&self, text: &str) -> Duration {
        let typing = TypeOptions {
            delay: self.delay,
            ..TypeOptions::default()
        };
        self.hold.unwrap_or_default() + self.duration.unwrap_or_default() + typing.own_time(text)
    }
}

fn check_count(count: Option<u8>) -> Result<()> {
    match count.filter(|count| !(1..=MOST_CLICKS).contains(count)) {
        Some(count) => Err(invalid(format!("clickCount must be 1 to {MOST_CLICKS}, got {count}"))),
        None => Ok(()),
    }
}

fn check_duration(duration: Option<Duration>, name: &str) -> Result<()> {
    match duration {
        Some(duration) if duration > LONGEST_DRAG => Err(invalid(format!("{name} must be 0 to {}", LONGEST_DRAG.as_millis()))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_counts_out_of_range_are_refused() {
        for at in [
            Spot::pixels(-1.0, 0.0),
            Spot::share(0.5, 1.1),
            Spot::pixels(f64::NAN, 0.0),
            Spot::pixels(0.0, 1e9),
        ] {
            let error = ClickOptions::default().at(at).check().expect_err("out of range");
            assert!(error.context().starts_with("at must have"), "{error}");
        }
        for count in [0, 4] {
            let options = ClickOptions::default().click_count(count);
            assert_eq!(options.check().expect_err("a count").code(), "INVALID_INPUT");
        }
        let both = DragOptions::default().to_at(Spot::share(0.5, 0.5)).place(Side::Above);
        assert_eq!(both.check().expect_err("both").code(), "INVALID_INPUT");
    }

    #[test]
    fn a_drag_by_a_distance_needs_one_form_of_it() {
        let (by, far) = (Offset { dx: 3.0, dy: 0.0 }, Offset { dx: 0.0, dy: 1e9 });
        assert_eq!(DragByOptions::default().by(by).distances().expect("one"), [by]);
        assert_eq!(DragByOptions::default().path(vec![by, by]).distances().expect("two").len(), 2);
        for options in [
            DragByOptions::default(),
            DragByOptions::default().by(by).path(vec![by]),
            DragByOptions::default().by(far),
            DragByOptions::default().path(vec![by; MOST_POINTS + 1]),
            DragByOptions::default().by(by).duration(Duration::from_mins(1)),
        ] {
            assert_eq!(options.distances().expect_err("refused").code(), "INVALID_INPUT");
        }
    }
}
