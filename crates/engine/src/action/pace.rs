//! The path of a drag, and how long it takes.

use super::Gesture;
use crate::backend::between;
use crate::input::{Point, PointerDrag};
use std::time::Duration;

/// The least number of moves. Some drag libraries require several before they start a drag.
const STEPS: u32 = 10;
/// The most moves between two corners.
const MOST_STEPS: u32 = 250;
/// The time between two moves of a drag that takes time, as of a mouse at 60 Hz.
const FRAME: Duration = Duration::from_millis(16);
/// How long a drag by a distance takes.
const DRAG: Duration = Duration::from_millis(200);
/// What is shorter is a flick: the button is released without a rest, so what is dragged keeps its speed. Libraries of slides tell a flick
/// so, too.
const FLICK: Duration = Duration::from_millis(300);
/// The least time of moves of which the page is to see a few.
const SHORTEST: Duration = Duration::from_millis(64);
/// The time from the last move to the release of a drag that rests: the rest, and the look at where it is.
const END: Duration = Duration::from_millis(132);

/// How long the button is down before the moves, and how long they take.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pace {
    pub(crate) hold: Duration,
    /// From the first move to the release; `None` for the usual time.
    pub(crate) duration: Option<Duration>,
}

impl Pace {
    /// How long the call may take besides the action timeout.
    pub(crate) fn own_time(self) -> Duration {
        self.hold + self.duration.unwrap_or_default()
    }

    /// A drag through these corners. `onto`: onto an element, where it rests before the release in any case.
    pub(super) fn drag(self, corners: &[Point], gesture: &Gesture, onto: bool) -> PointerDrag {
        let wanted = self.duration.filter(|duration| !(onto && duration.is_zero()));
        let rests = onto || wanted.is_none_or(|duration| duration >= FLICK);
        let time = match wanted {
            None if onto => Duration::ZERO,
            None => DRAG,
            Some(duration) if rests => duration.saturating_sub(END).max(SHORTEST),
            Some(duration) => duration.max(SHORTEST),
        };
        let steps = steps(corners, time);
        PointerDrag {
            path: path(corners, steps),
            line: usize::try_from(steps).unwrap_or(usize::MAX),
            hold: self.hold,
            time,
            timed: wanted.is_some(),
            rests,
            button: gesture.button,
        }
    }
}

/// The nearest whole pixel. A mouse has no others, and some pages round each of its moves.
pub(super) fn whole(at: Point) -> Point {
    Point {
        x: at.x.round(),
        y: at.y.round(),
    }
}

/// How many moves lead from one corner to the next: so many as drag libraries and the time need.
fn steps(corners: &[Point], time: Duration) -> u32 {
    let lines = u32::try_from(corners.len().saturating_sub(1)).unwrap_or(u32::MAX).max(1);
    let frames = u32::try_from(time.as_millis() / FRAME.as_millis()).unwrap_or(u32::MAX);
    // A path that has many points of its own needs no further ones.
    let least = if lines > 1 { STEPS.div_ceil(lines) } else { STEPS };
    (frames / lines).clamp(least, MOST_STEPS)
}

/// The points of a drag through its corners.
fn path(corners: &[Point], steps: u32) -> Vec<Point> {
    let mut points = corners.first().copied().into_iter().collect::<Vec<_>>();
    for (from, to) in corners.iter().zip(corners.iter().skip(1)) {
        points.extend(between(*from, *to, steps).map(whole));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drag(corners: &[Point], duration: Option<u64>, onto: bool) -> PointerDrag {
        let pace = Pace {
            duration: duration.map(Duration::from_millis),
            ..Pace::default()
        };
        pace.drag(corners, &Gesture::default(), onto)
    }

    const FROM: Point = Point { x: 0.0, y: 10.0 };
    const TO: Point = Point { x: 100.0, y: 30.0 };

    #[test]
    fn a_path_begins_and_ends_at_its_ends() {
        let straight = drag(&[FROM, TO], None, true).path;
        assert_eq!(
            (straight.len(), straight[0], straight[5], straight[10]),
            (11, FROM, Point { x: 50.0, y: 20.0 }, TO)
        );
        let slow = drag(&[FROM, TO], Some(932), true);
        assert_eq!((slow.path.len(), slow.path.last()), (51, Some(&TO)));
        let drawn: Vec<_> = (0..40).map(|x| Point { x: f64::from(x), y: 0.0 }).collect();
        assert_eq!(drag(&drawn, Some(200), false).path, drawn);
    }

    #[test]
    fn moves_are_of_whole_pixels() {
        let path = drag(&[FROM, Point { x: 7.0, y: 13.0 }], None, false).path;
        assert!(path.iter().all(|at| *at == whole(*at)), "{path:?}");
    }

    #[test]
    fn a_short_time_is_a_flick_but_onto_an_element() {
        let way = |duration, onto| {
            let PointerDrag { time, timed, rests, .. } = drag(&[FROM, TO], duration, onto);
            (time.as_millis(), timed, rests)
        };
        assert_eq!(way(None, false), (200, false, true));
        assert_eq!(way(Some(60), false), (64, true, false));
        assert_eq!(way(Some(500), false), (368, true, true));
        assert_eq!(way(Some(60), true), (64, true, true));
        assert_eq!([way(None, true), way(Some(0), true)], [(0, false, true); 2]);
    }

    #[test]
    fn late_moves_are_left_out_and_corners_are_not() {
        let drag = drag(&[FROM, TO, FROM], Some(480), false);
        let (line, late) = (drag.line, Duration::from_secs(9));
        assert_eq!(drag.moves(), 2 * line);
        assert_eq!(drag.next(0, Duration::ZERO), 1);
        let mut seen = vec![0];
        while let Some(at) = seen.last().copied().filter(|at| *at < drag.moves()) {
            seen.push(drag.next(at, late));
        }
        assert_eq!(seen.len(), 9, "{seen:?}");
        assert!(seen.contains(&line), "{seen:?}");
    }
}
