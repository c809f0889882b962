//! Synthetic input: events at a point, and the keys of a keyboard. Actions express input in these types; backends
//! dispatch it.

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
pub mod keys;

pub use keys::{Chord, Key, Modifiers};
use std::time::Duration;

/// A point in the main frame's viewport, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
}

impl Point {
    /// Where a pointer that comes from another point rests before it goes to this one: a pixel away, in whole pixels. Pages reckon the
    /// speed at which something is let go from the last moves that differ, so the rest has to be between those. A second move to the
    /// same point would be none to them.
    pub(crate) fn short_of(self, from: Self) -> Self {
        let (dx, dy) = (self.x - from.x, self.y - from.y);
        let far = dx.abs().max(dy.abs());
        if far < 2.0 {
            return self;
        }
        Self {
            x: self.x - (dx / far).round(),
            y: self.y - (dy / far).round(),
        }
    }
}

words! {
    /// A mouse button.
    #[derive(Default)]
    pub enum MouseButton {
        /// The primary button.
        #[default]
        Left = "left",
        /// The wheel button.
        Middle = "middle",
        /// The secondary button, for the context menu.
        Right = "right",
        /// The first side button.
        Back = "back",
        /// The second side button.
        Forward = "forward",
    }
}

/// A touch with one or more fingers.
#[derive(Debug, Clone, PartialEq)]
pub struct TouchPath {
    /// The positions of each finger, in CSS pixels of the main frame's viewport. All have the same number of them.
    pub fingers: Vec<Vec<Point>>,
    /// How long the fingers take from the first position to the last, and rest at an only one.
    pub time: Duration,
}

/// A press at the first point of a path, moves along it, and a release at the last point.
#[derive(Debug, Clone, PartialEq)]
pub struct PointerDrag {
    /// The points, from the press to the release.
    pub path: Vec<Point>,
    /// How many moves lead from one corner of the path to the next. A corner is never left out.
    pub line: usize,
    /// How long the pointer rests after the press.
    pub hold: Duration,
    /// How long all moves take together, at least.
    pub time: Duration,
    /// Whether they take no longer either: moves that are late are left out, but for a few of each line.
    pub timed: bool,
    /// Whether the pointer rests before the last pixel and the release, as pages need it on which something is dropped. Without it, what is dragged keeps
    /// its speed.
    pub rests: bool,
    /// The button.
    pub button: MouseButton,
}

/// The least number of moves of a line of which late moves are left out.
const FEW: usize = 4;

impl PointerDrag {
    /// A drag with the left button, without pauses.
    pub fn along(path: Vec<Point>) -> Self {
        Self {
            path,
            line: 1,
            hold: Duration::ZERO,
            time: Duration::ZERO,
            timed: false,
            rests: true,
            button: MouseButton::Left,
        }
    }

    /// The number of moves.
    pub(crate) fn moves(&self) -> usize {
        self.path.len().saturating_sub(1)
    }

    /// Where the pointer is after so many moves. A drag that rests does so where [`Point::short_of`] says.
    pub(crate) fn place(&self, moves: usize) -> Option<Point> {
        let to = *self.path.get(moves)?;
        let before = moves.checked_sub(1).and_then(|before| self.path.get(before));
        Some(match before {
            Some(before) if self.rests && moves == self.moves() => to.short_of(*before),
            _ => to,
        })
    }

    /// When a move is due, from the first one's beginning.
    pub(crate) fn due(&self, point: usize) -> Duration {
        due(self.time, point, self.moves())
    }

    /// The point to which the pointer goes after this one, if the moves have taken so long.
    pub(crate) fn next(&self, point: usize, elapsed: Duration) -> usize {
        if !self.timed {
            return point + 1;
        }
        let line = self.line.max(1);
        let corner = (point / line + 1) * line;
        let furthest = corner.min(point + line.div_ceil(FEW)).min(self.moves());
        latest_due(point, furthest, elapsed, |later| self.due(later))
    }
}

impl TouchPath {
    /// The number of moves.
    pub(crate) fn moves(&self) -> usize {
        self.fingers.first().map_or(0, |finger| finger.len().saturating_sub(1))
    }

    /// When the fingers are due at a position, from the touch on.
    pub(crate) fn due(&self, position: usize) -> Duration {
        due(self.time, position, self.moves())
    }

    /// The position after this one, if the gesture has taken so long. Late ones are left out, but for a few.
    pub(crate) fn next(&self, position: usize, elapsed: Duration) -> usize {
        let furthest = (position + self.moves().div_ceil(FEW)).min(self.moves());
        latest_due(position, furthest, elapsed, |later| self.due(later))
    }
}

/// The last step after this one, up to the furthest, that is due; the next one if none is.
fn latest_due(step: usize, furthest: usize, elapsed: Duration, due: impl Fn(usize) -> Duration) -> usize {
    let next = step + 1;
    (next..=furthest).rev().find(|later| due(*later) <= elapsed).unwrap_or(next)
}

/// When one of so many steps is due.
fn due(time: Duration, step: usize, steps: usize) -> Duration {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    time * count(step) / count(steps).max(1)
}

/// One trusted input event. A backend dispatches a slice of them back to back.
#[derive(Debug, Clone, PartialEq)]
pub enum InputEvent {
    /// The pointer is a pen from now on (`true`), or a mouse again.
    Pen(bool),
    /// The pointer moves to a point.
    MouseMove(Point),
    /// The pointer moves to a point in so long, in steps of the browser's own if it has them.
    MouseGlide(Point, Duration),
    /// A button goes down. `click_count` is 2 for the second press of a double click.
    MouseDown {
        /// The point.
        at: Point,
        /// The button.
        button: MouseButton,
        /// 1, or 2 for the second press of a double click.
        click_count: u8,
    },
    /// A button goes up.
    MouseUp {
        /// The point.
        at: Point,
        /// The button.
        button: MouseButton,
        /// As in the press.
        click_count: u8,
    },
    /// Nothing happens for a while.
    Pause(Duration),
    /// The wheel turns at a point, by CSS pixels.
    Wheel {
        /// The point.
        at: Point,
        /// To the right; negative to the left.
        dx: f64,
        /// Down; negative up.
        dy: f64,
    },
    /// A key goes down. `modifiers` are those held at that time, including this key.
    KeyDown {
        /// The key.
        key: Key,
        /// The modifiers held.
        modifiers: Modifiers,
    },
    /// A key goes up. `modifiers` are those still held afterwards.
    KeyUp {
        /// The key.
        key: Key,
        /// The modifiers held.
        modifiers: Modifiers,
    },
}
