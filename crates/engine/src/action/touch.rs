//! Touch gestures: tap, double tap, long press, swipe and pinch.

use super::delivery::{Witness, after_failure, broken_off, refuse_closed, seen, unknown, unseen};
use super::drag::refuse_outside;
use super::ready::{Obstacle, Tries, ready_within};
use super::{Done, Target, is_effect};
use crate::error::{EngineError, ErrorKind, Result};
use crate::input::{Point, TouchPath};
use crate::options::{Offset, TouchGesture, TouchOptions};
use crate::page_script::{ActionKind, Aim, Outcome, Seen};
use crate::snapshot::NodeRef;
use std::time::Duration;
use tokio::time::timeout;

/// The time between two positions of a finger.
const FRAME: Duration = Duration::from_millis(16);
/// The least positions of a moving finger. Browsers need several to tell a swipe from a tap.
const LEAST: u32 = 6;
/// The distance of two fingers that are close together, in CSS pixels.
const NEAR: f64 = 40.0;
/// The same at least, on an element that has room for no more.
const LEAST_APART: f64 = 8.0;
/// How far a finger of a pinch moves at once, at least, in CSS pixels. The two move by turns, as those of a hand are never quite alike:
/// gestures are recognized by the middle of the fingers, too, and some pages wait for that to move.
const STRIDE: f64 = 4.0;
/// What is said of a touch that no document has seen, again.
const KEPT_BACK: &str = "was touched twice, and no document saw it: the browser may have kept the touch back";
/// What is said of a touch that the page took from its element.
const ASTRAY: &str = "The page took away the touched element before the touch ended.";
/// The same of a double tap whose taps were two clicks.
const UNDOUBLED: &str = "Each tap was a click, but the browser made no dblclick event of the two.";
/// How long after a tap its click may come. A page can prevent it, and it never comes then.
const CLICK: Duration = Duration::from_millis(400);

/// Touches the element.
///
/// # Errors
/// `InvalidInput` if a finger would leave the viewport; `Unsupported` if the connection has no touch input.
pub(crate) async fn touch(target: &Target, node: &NodeRef, gesture: TouchGesture, options: &TouchOptions) -> Result<Done> {
    let pinch = (gesture == TouchGesture::Pinch).then(|| Pinch::of(options));
    let mut tries = Tries::new(node, target.patience)
        .at(options.at.map(Aim::Spot))
        .apart(pinch.as_ref().map(|pinch| pinch.start));
    let clicks = match gesture {
        TouchGesture::Tap => Some(1),
        TouchGesture::DoubleTap => Some(2),
        _ => None,
    };
    let mut witness = Witness::new(target, node, clicks.unwrap_or(1).into());
    // Twice is no chance: the element would have moved away from the finger both times.
    let mut was_unseen = false;
    loop {
        let ready = witness
            .during(ready_within(target, &mut tries, node, ActionKind::Touch))
            .await?;
        let path = match (&pinch, ready.fingers) {
            (Some(pinch), Some(fingers)) => {
                pinch.refuse_narrow(node, &fingers)?;
                pinch.path(ready.at, fingers, options.time(gesture))
            }
            _ => path(ready.at, gesture, options),
        };
        refuse_outside(target, path.fingers.iter().flatten()).await?;
        let mark = target.page.state().mark();
        let touching = async {
            target.page.touch(&path).await?;
            if gesture == TouchGesture::DoubleTap {
                target.page.touch(&path).await?;
            }
            // The browser makes the click from the touch, a moment later.
            if clicks.is_some() {
                let _ = timeout(CLICK, seen(target, node, clicks)).await;
            }
            Ok(())
        };
        let outcome = match Box::pin(witness.while_there(node, touching)).await {
            None => Ok(None),
            Some(Ok(())) => seen(target, node, None).await,
            Some(Err(error)) => after_failure(target, node, error).await,
        };
        let outcome = match outcome {
            Err(error) if is_effect(target, mark, &error) => {
                if clicks.is_none() || !witness.saw(node).await {
                    refuse_closed(target, node, "may have been touched")?;
                }
                return Ok(Done {
                    expects: ready.expects,
                    ..Done::trusted()
                });
            }
            result => result?,
        };
        let Some(outcome) = outcome else {
            if clicks.is_some() && witness.saw(node).await {
                return Ok(Done {
                    changed: Some(true),
                    expects: ready.expects,
                    ..Done::trusted()
                });
            }
            return Err(broken_off(target, node, mark, clicks.unwrap_or(1), "may have been touched").await);
        };
        match outcome.seen {
            Seen::Hit => {
                return Ok(Done {
                    changed: Some(outcome.changed),
                    checked: outcome.checked,
                    expects: ready.expects,
                    notice: notice(gesture, &outcome),
                    ..Done::trusted()
                });
            }
            Seen::Missed => tries.again(Obstacle::missed(outcome)).await?,
            Seen::None => {
                let obstacle = unseen(target, node).await?;
                if was_unseen {
                    return Err(unknown(node, KEPT_BACK));
                }
                was_unseen = true;
                tries.again(obstacle).await?;
            }
        }
    }
}

/// What the page saw of a touch that is not as it was meant.
fn notice(gesture: TouchGesture, outcome: &Outcome) -> Option<&'static str> {
    if outcome.astray {
        return Some(ASTRAY);
    }
    let is_undoubled = gesture == TouchGesture::DoubleTap && outcome.arrived > 1 && !outcome.doubled;
    is_undoubled.then_some(UNDOUBLED)
}

/// How many positions a finger has in this time.
fn steps(time: Duration) -> u32 {
    u32::try_from(time.as_millis() / FRAME.as_millis())
        .unwrap_or(u32::MAX)
        .clamp(LEAST, 500)
}

/// Where one finger is, and when.
fn path(at: Point, gesture: TouchGesture, options: &TouchOptions) -> TouchPath {
    let time = options.time(gesture);
    let steps = steps(time);
    let line = |from: Point, to: Point| {
        let part = |step| f64::from(step) / f64::from(steps);
        (0..=steps)
            .map(|step| Point {
                x: from.x + (to.x - from.x) * part(step),
                y: from.y + (to.y - from.y) * part(step),
            })
            .collect()
    };
    let fingers = match gesture {
        TouchGesture::Swipe => {
            let by = options.by.unwrap_or(Offset { dx: 0.0, dy: 0.0 });
            let to = Point {
                x: at.x + by.dx,
                y: at.y + by.dy,
            };
            vec![line(at, to)]
        }
        _ => vec![vec![at]],
    };
    TouchPath { fingers, time }
}

/// Two fingers that move apart or together.
struct Pinch {
    /// How far apart they are to go down.
    start: f64,
    /// How far apart they are at the end, relative to that.
    scale: f64,
}

impl Pinch {
    fn of(options: &TouchOptions) -> Self {
        let scale = options.scale.unwrap_or(1.0);
        Self {
            start: NEAR / scale.min(1.0),
            scale,
        }
    }

    /// Refuses fingers that begin so near to each other that no page tells them apart.
    ///
    /// # Errors
    /// `InvalidInput`
    fn refuse_narrow(&self, node: &NodeRef, fingers: &[Point; 2]) -> Result<()> {
        let least = LEAST_APART / self.scale.min(1.0);
        if distance(fingers) >= least {
            return Ok(());
        }
        let what = format!(
            "UID {} ({}) has no room at that point for two fingers {least:.0} pixels apart, as this pinch needs to begin on it; nothing was touched",
            node.uid,
            node.describe()
        );
        Err(EngineError::new(ErrorKind::InvalidInput, what)
            .with_next_step("pinch another point of it, or a larger element around it"))
    }

    /// Where the fingers are, and when. They go down at two points of the element, around `at`.
    fn path(&self, at: Point, fingers: [Point; 2], time: Duration) -> TouchPath {
        let growth = self.scale - 1.0;
        let strides = strides((distance(&fingers) * growth).abs() / 2.0, steps(time));
        let finger = |from: Point, ahead: u32| {
            let place = |step: u32| {
                let part = 1.0 + growth * f64::from(u32::midpoint(step, ahead)) / f64::from(strides);
                Point {
                    x: at.x + (from.x - at.x) * part,
                    y: at.y + (from.y - at.y) * part,
                }
            };
            (0..=2 * strides).map(place).collect()
        };
        let [one, other] = fingers;
        TouchPath {
            fingers: vec![finger(one, 1), finger(other, 0)],
            time,
        }
    }
}

fn distance([one, other]: &[Point; 2]) -> f64 {
    (other.x - one.x).hypot(other.y - one.y)
}

/// How often each finger of a pinch moves. Both together take `steps`.
fn strides(way: f64, steps: u32) -> u32 {
    let most = (steps / 2).max(3);
    (3..most).find(|count| way / f64::from(count + 1) < STRIDE).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_begin_and_end_where_the_gesture_says() {
        let at = Point { x: 100.0, y: 50.0 };
        let swipe = path(
            at,
            TouchGesture::Swipe,
            &TouchOptions::default().by(Offset { dx: 60.0, dy: 0.0 }),
        );
        assert_eq!((swipe.fingers.len(), swipe.fingers[0][0]), (1, at));
        assert_eq!(swipe.fingers[0].last(), Some(&Point { x: 160.0, y: 50.0 }));
        let fingers = [80.0, 120.0].map(|x| Point { x, y: 50.0 });
        let pinch = Pinch::of(&TouchOptions::default().scale(2.0));
        let apart = pinch.path(at, fingers, Duration::from_millis(200));
        let distance = |index: usize| apart.fingers[1][index].x - apart.fingers[0][index].x;
        assert_eq!(apart.fingers.iter().map(|finger| finger[0]).collect::<Vec<_>>(), fingers);
        assert!((distance(apart.fingers[0].len() - 1) - 2.0 * NEAR).abs() < 1e-6);
    }
}
