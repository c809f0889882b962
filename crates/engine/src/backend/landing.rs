//! How a drag comes to where it has to end.

use crate::input::Point;
use async_trait::async_trait;
use std::time::Duration;

/// How long a drag rests at its end before the release. Drag libraries poll for the drop position. One
/// sorting library polls every 50 ms and pauses for 30 ms after each move of an item.
pub const DROP_HOLD: Duration = Duration::from_millis(100);

/// How often a drag follows the element on which it is to end, before it is released.
pub const MOST_CORRECTIONS: usize = 6;

/// In how many moves a drag goes to what came into view during it.
pub const CARRY_STEPS: u32 = 10;

/// Says where a drag has to end, once its pointer is at the last point and rests. Pages move the element on which the
/// drag is to end while something is dragged over it.
#[async_trait]
pub trait Landing: Send + Sync {
    /// How a drag goes on that rests at this point.
    async fn approach(&self) -> Approach;
    /// Where to go from this point to release what is dragged without an effect: where the dragged element was. `None` if it is gone.
    async fn retreat(&self, at: Point) -> Option<Point>;
}

/// What became of the input of a drag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dragged {
    /// The page got all of it.
    Through,
    /// The page has begun an HTML drag, which this browser cannot finish. It is held, for a script to go on with or to end, and
    /// the button is released.
    Held,
}

/// How a drag that rests goes on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Approach {
    /// It is where it has to be.
    There,
    /// It goes to a point.
    Go {
        /// The point.
        to: Point,
        /// Whether it may also be released where it is.
        on: bool,
    },
    /// It goes to a point that is not near, as a hand would: step by step.
    Carry(Point),
    /// It can not get there. Nothing may be dropped, since it would be dropped on something else.
    Lost,
}

/// The points from one to another, without the first.
pub(crate) fn between(from: Point, to: Point, steps: u32) -> impl Iterator<Item = Point> {
    (1..=steps).map(move |step| {
        let part = f64::from(step) / f64::from(steps);
        Point {
            x: from.x + (to.x - from.x) * part,
            y: from.y + (to.y - from.y) * part,
        }
    })
}
