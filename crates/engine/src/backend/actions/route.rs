//! Finds the frame that receives the input, for browsers that do not find it themselves.
//!
//! A browser dispatches input in the process of the frame that a command names. A frame of another site lives
//! in another process, which input to the main frame does not reach. The innermost frame is therefore looked
//! up first.

use crate::backend::{Approach, CARRY_STEPS, DROP_HOLD, FrameId, Landing, MOST_CORRECTIONS, between, refusal};
use crate::error::Result;
use crate::input::{InputEvent, Point, PointerDrag};
use std::time::Duration;

/// The maximum depth of frames to search.
pub(in crate::backend) const DEPTH: usize = 16;

/// A function of the page that finds the frame owner at a point of its viewport, or the owner with the focus
/// if the point is null: `(agent, x, y, which) → [answer, …place]`, or `[]` if there is none. `which` selects the answer: -1
/// for the owner's node number, 1 for its window. The place is that of a [`Mapping`].
///
/// The document reports the host of a closed shadow root instead of the owner inside, so each owner is looked
/// up in its own root.
pub(in crate::backend) const FRAME_OWNER: &str = "((agent, x, y, which) => {
    const owners = agent.handles('frameOwners', '{}');
    for (let i = 1; i < owners.length; i += 3) {
        const owner = owners[i];
        const root = owner.getRootNode();
        if ((x === null ? root.activeElement : root.elementFromPoint?.(x, y)) === owner) return [owners[i + which], ...agent.framePlace(owner)];
    }
    return [];
})";

/// Maps points in the main frame's viewport to points in the viewport of the frame that receives the input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::backend) struct Mapping {
    /// The origin of the frame's viewport.
    origin: Point,
    /// Where a pixel of the frame to the right leads, as it is drawn, and one down. Transforms scale, turn and mirror frames.
    across: Point,
    down: Point,
}

impl Mapping {
    pub(in crate::backend) const IDENTITY: Self = Self {
        origin: Point { x: 0.0, y: 0.0 },
        across: Point { x: 1.0, y: 0.0 },
        down: Point { x: 0.0, y: 1.0 },
    };

    /// The point in the frame's viewport.
    pub(in crate::backend) fn apply(self, point: Point) -> Point {
        let (x, y) = self.apply_to_distance(point.x - self.origin.x, point.y - self.origin.y);
        Point { x, y }
    }

    /// The distance in the frame's viewport. In a frame without area it is the same.
    pub(super) fn apply_to_distance(self, dx: f64, dy: f64) -> (f64, f64) {
        let Self { across, down, .. } = self;
        let area = across.x * down.y - across.y * down.x;
        if area == 0.0 {
            return (dx, dy);
        }
        ((down.y * dx - down.x * dy) / area, (across.x * dy - across.y * dx) / area)
    }

    /// Where a distance in the frame leads in the main frame's viewport.
    fn drawn(self, of: Point) -> Point {
        Point {
            x: self.across.x * of.x + self.down.x * of.y,
            y: self.across.y * of.x + self.down.y * of.y,
        }
    }

    /// Combines this mapping with that of a frame inside the frame.
    fn then(self, inner: Self) -> Self {
        let origin = self.drawn(inner.origin);
        Self {
            origin: Point {
                x: self.origin.x + origin.x,
                y: self.origin.y + origin.y,
            },
            across: self.drawn(inner.across),
            down: self.drawn(inner.down),
        }
    }
}

/// The frame that receives the input, and the mapping of points from the main frame to it.
#[derive(Debug, Clone)]
pub(in crate::backend) struct Route {
    pub(in crate::backend) frame: FrameId,
    pub(in crate::backend) mapping: Mapping,
}

impl Route {
    /// A route to the main frame.
    pub(in crate::backend) fn to_main(frame: FrameId) -> Self {
        Self {
            frame,
            mapping: Mapping::IDENTITY,
        }
    }

    /// Continues into a child frame. The place is the answer of [`FRAME_OWNER`]: the points of the mapping.
    pub(in crate::backend) fn enter(&mut self, child: FrameId, place: [f64; 6]) {
        let point = |at: usize| Point {
            x: place[at],
            y: place[at + 1],
        };
        self.mapping = self.mapping.then(Mapping {
            origin: point(0),
            across: point(2),
            down: point(4),
        });
        self.frame = child;
    }
}

/// The first point in the events.
pub(in crate::backend) fn first_point(events: &[InputEvent]) -> Option<Point> {
    events.iter().find_map(|event| match event {
        InputEvent::MouseMove(at)
        | InputEvent::MouseGlide(at, _)
        | InputEvent::MouseDown { at, .. }
        | InputEvent::MouseUp { at, .. }
        | InputEvent::Wheel { at, .. } => Some(*at),
        InputEvent::KeyDown { .. } | InputEvent::KeyUp { .. } | InputEvent::Pause(_) | InputEvent::Pen(_) => None,
    })
}

/// The time of one frame, and the least time of a whole movement.
const FRAME: Duration = Duration::from_millis(16);
const LEAST_MOVEMENT: Duration = Duration::from_millis(200);
/// The least time of a movement that is left to the browser: it makes a step each frame.
const LEAST_GLIDE: Duration = Duration::from_millis(48);

/// The least time before each of so many moves. One command contains all moves, and pages such as sorted lists follow
/// the pointer by frames and timers: moves without time between them are one move to such a page.
fn least_pause(moves: usize) -> Duration {
    let moves = u32::try_from(moves).unwrap_or(u32::MAX).max(1);
    FRAME.min(LEAST_MOVEMENT / moves)
}

/// Encodes a pointer drag: a press at the first point, moves along the path with pauses, a rest, a release at the last point. One command
/// contains the whole drag. With two commands, a cancelled call could leave the button pressed.
/// Returns the first point and the events.
///
/// # Errors
/// `InvalidInput` for a path without points.
pub(in crate::backend) fn pointer_drag(drag: &PointerDrag) -> Result<(Point, Vec<InputEvent>)> {
    let (Some(first), Some(last)) = (drag.path.first(), drag.path.last()) else {
        return Err(refusal::empty_drag());
    };
    let between: Vec<_> = (1..=drag.moves()).filter_map(|moves| drag.place(moves)).collect();
    let (button, click_count) = (drag.button, 1);
    let mut events = vec![
        InputEvent::MouseMove(*first),
        InputEvent::MouseDown {
            at: *first,
            button,
            click_count,
        },
    ];
    if !drag.hold.is_zero() {
        events.push(InputEvent::Pause(drag.hold));
    }
    let pause = drag.time / u32::try_from(drag.moves()).unwrap_or(u32::MAX).max(1);
    let line = pause * u32::try_from(drag.line).unwrap_or(u32::MAX);
    if drag.timed && line >= LEAST_GLIDE {
        let corners = between.chunks(drag.line.max(1)).filter_map(|line| line.last());
        events.extend(corners.map(|corner| InputEvent::MouseGlide(*corner, line)));
    } else {
        let pause = if drag.timed {
            pause
        } else {
            pause.max(least_pause(between.len()))
        };
        for to in &between {
            events.push(InputEvent::Pause(pause));
            events.push(InputEvent::MouseMove(*to));
        }
    }
    if drag.rests && !between.is_empty() {
        events.extend(rest(*last));
    }
    events.push(InputEvent::MouseUp {
        at: *last,
        button,
        click_count,
    });
    Ok((*first, events))
}

/// Dispatches the events of a drag in one command. If `landing` can say more of its end, the release has a command of its
/// own, and the pointer goes where `landing` says before it.
pub(in crate::backend) async fn dispatch_drag<D: Future<Output = Result<()>> + Send>(
    mut events: Vec<InputEvent>,
    landing: Option<&dyn Landing>,
    dispatch: impl Fn(Vec<InputEvent>) -> D + Send + Sync,
) -> Result<()> {
    let (Some(landing), Some(InputEvent::MouseUp { at, button, click_count })) = (landing, events.last().cloned()) else {
        return dispatch(events).await;
    };
    let mut at = at;
    events.pop();
    dispatch(events).await?;
    let mut is_there = false;
    for left in (0..=MOST_CORRECTIONS).rev() {
        let (to, steps) = match landing.approach().await {
            Approach::There => (None, 0),
            Approach::Go { on, .. } if left == 0 => {
                is_there = on;
                break;
            }
            Approach::Go { to, .. } => (Some(to), 1),
            Approach::Carry(to) if left > 0 => (Some(to), CARRY_STEPS),
            Approach::Carry(_) | Approach::Lost => break,
        };
        let Some(to) = to else {
            is_there = true;
            break;
        };
        dispatch(carry(at, to, steps)).await?;
        at = to;
    }
    if !is_there && let Some(to) = landing.retreat(at).await {
        dispatch(carry(at, to, CARRY_STEPS)).await?;
        at = to;
    }
    dispatch(vec![InputEvent::MouseUp { at, button, click_count }]).await?;
    if is_there { Ok(()) } else { Err(refusal::drag_taken_back()) }
}

/// Moves to a point and a rest there.
fn carry(from: Point, to: Point, steps: u32) -> Vec<InputEvent> {
    let moves = between(from, to.short_of(from), steps).flat_map(|at| [InputEvent::Pause(FRAME), InputEvent::MouseMove(at)]);
    // A single move needs no time before it.
    moves.skip(usize::from(steps == 1)).chain(rest(to)).collect()
}

/// A rest, after which the page is shown the last point, also if the pointer is there.
fn rest(at: Point) -> [InputEvent; 2] {
    [InputEvent::Pause(DROP_HOLD), InputEvent::MouseMove(at)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_mapped_through_nested_frames() {
        let mut route = Route::to_main("main".into());
        route.enter("outer".into(), [100.0, 50.0, 2.0, 0.0, 0.0, 2.0]);
        let outer = route.mapping;
        route.enter("inner".into(), [10.0, 10.0, 0.5, 0.0, 0.0, 0.5]);
        let point = Point { x: 130.0, y: 90.0 };
        let mut inner = Route::to_main("outer".into());
        inner.enter("inner".into(), [10.0, 10.0, 0.5, 0.0, 0.0, 0.5]);
        let stepwise = inner.mapping.apply(outer.apply(point));
        assert_eq!(route.mapping.apply(point), stepwise);
        assert_eq!(stepwise, Point { x: 10.0, y: 20.0 });
    }

    #[test]
    fn points_are_mapped_through_turned_frames() {
        // A quarter to the right: what is right in the frame is down, and what is down is left.
        let mut route = Route::to_main("main".into());
        route.enter("turned".into(), [100.0, 50.0, 0.0, 1.0, -1.0, 0.0]);
        route.enter("mirrored".into(), [30.0, 0.0, -2.0, 0.0, 0.0, 1.0]);
        // The point 5, 7 there is 20, 7 in the turned frame.
        let point = Point { x: 93.0, y: 70.0 };
        assert_eq!(route.mapping.apply(point), Point { x: 5.0, y: 7.0 });
        route.enter("flat".into(), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert!(route.mapping.apply(point).x.is_finite());
    }

    #[test]
    fn a_drag_needs_points() {
        assert_eq!(
            pointer_drag(&PointerDrag::along(vec![])).expect_err("no points").code(),
            "INVALID_INPUT"
        );
        let at = Point { x: 1.0, y: 2.0 };
        assert_eq!(pointer_drag(&PointerDrag::along(vec![at])).expect("a point").1.len(), 3);
        let slow = PointerDrag {
            time: Duration::from_millis(5),
            ..PointerDrag::along(vec![at, at])
        };
        let encoded = pointer_drag(&slow).expect("two points").1;
        assert_eq!(encoded[2], InputEvent::Pause(FRAME));
        assert_eq!(encoded[4..6], rest(at));
        let up = Point { x: 5.0, y: -40.0 };
        let far = PointerDrag::along(vec![at, up]);
        let encoded = pointer_drag(&far).expect("two points").1;
        assert_eq!(encoded[3], InputEvent::MouseMove(Point { x: 5.0, y: -39.0 }));
        assert_eq!(encoded[4..6], rest(up));
        let slower = PointerDrag {
            time: Duration::from_millis(50),
            rests: false,
            ..slow
        };
        let encoded = pointer_drag(&slower).expect("two points").1;
        assert_eq!((&encoded[2], encoded.len()), (&InputEvent::Pause(slower.time), 5));
        let timed = PointerDrag {
            time: Duration::from_millis(200),
            timed: true,
            hold: Duration::from_millis(500),
            ..PointerDrag::along(vec![at, at])
        };
        let encoded = pointer_drag(&timed).expect("two points").1;
        let held = [InputEvent::Pause(timed.hold), InputEvent::MouseGlide(at, timed.time)];
        assert_eq!(encoded[2..4], held);
        assert_eq!(least_pause(10), FRAME);
        assert_eq!(least_pause(100), Duration::from_millis(2));
    }
}
