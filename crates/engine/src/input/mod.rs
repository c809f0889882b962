//! Synthetic input: events at a point, and the keys of a keyboard.
//!
//! An action decides what should happen; this is the vocabulary in which a backend is told how.

pub mod keys;

pub use keys::{Chord, Key, Modifiers};

/// A point in CSS pixels in the main frame's viewport.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the top edge.
    pub y: f64,
}

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseButton {
    /// The main one.
    Left,
    /// The wheel.
    Middle,
    /// The one for the context menu.
    Right,
}

/// One event of trusted input. A backend dispatches a slice of them back to back.
#[derive(Debug, Clone, PartialEq)]
pub enum InputEvent {
    /// The pointer moves to a point.
    MouseMove(Point),
    /// A button goes down. `click_count` is 2 for the second press of a double click.
    MouseDown {
        /// Where.
        at: Point,
        /// Which.
        button: MouseButton,
        /// 1, or 2 for the second press of a double click.
        click_count: u8,
    },
    /// A button goes up.
    MouseUp {
        /// Where.
        at: Point,
        /// Which.
        button: MouseButton,
        /// As in the press.
        click_count: u8,
    },
    /// The wheel turns at a point, by so many CSS pixels to the right and down.
    Wheel {
        /// Where.
        at: Point,
        /// To the right; negative to the left.
        dx: f64,
        /// Down; negative up.
        dy: f64,
    },
    /// A key goes down; `modifiers` are those held at that time, this key included.
    KeyDown {
        /// Which key.
        key: Key,
        /// What is held.
        modifiers: Modifiers,
    },
    /// A key goes up; `modifiers` are those still held afterwards.
    KeyUp {
        /// Which key.
        key: Key,
        /// What is held.
        modifiers: Modifiers,
    },
}
