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
    /// The time that the fingers rest at each position.
    pub pause: Duration,
}

/// A press at the first point of a path, moves along it, and a release at the last point.
#[derive(Debug, Clone, PartialEq)]
pub struct PointerDrag {
    /// The points, from the press to the release.
    pub path: Vec<Point>,
    /// The time before each move.
    pub pause: Duration,
    /// The button.
    pub button: MouseButton,
}

impl PointerDrag {
    /// A drag with the left button, without pauses.
    pub fn along(path: Vec<Point>) -> Self {
        Self {
            path,
            pause: Duration::ZERO,
            button: MouseButton::Left,
        }
    }
}

/// One trusted input event. A backend dispatches a slice of them back to back.
#[derive(Debug, Clone, PartialEq)]
pub enum InputEvent {
    /// The pointer is a pen from now on (`true`), or a mouse again.
    Pen(bool),
    /// The pointer moves to a point.
    MouseMove(Point),
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
