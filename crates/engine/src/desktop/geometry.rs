//! Points on the screen.

use super::node::Rect;
use crate::input::Point;

/// The middle of an element.
pub(super) fn element_center(bounds: &Rect) -> Point {
    Point {
        x: bounds.x + bounds.w / 2.0,
        y: bounds.y + bounds.h / 2.0,
    }
}

/// `steps` points on the straight line from `from` (exclusive) to `to` (the last point).
pub(super) fn drag_interpolation_points(from: Point, to: Point, steps: usize) -> Vec<Point> {
    (1..=steps)
        .map(|step| {
            #[expect(clippy::cast_precision_loss, reason = "a drag has a few steps")]
            let part = step as f64 / steps as f64;
            Point {
                x: from.x + (to.x - from.x) * part,
                y: from.y + (to.y - from.y) * part,
            }
        })
        .collect()
}

/// Whether a rectangle is large enough for a pointer to be inside it.
pub(super) fn has_area(bounds: &Rect) -> bool {
    bounds.w >= 1.0 && bounds.h >= 1.0
}

/// Whether a point is in a rectangle.
#[cfg(any(target_os = "linux", target_os = "macos", test))]
pub(super) fn contains(bounds: &Rect, point: Point) -> bool {
    point.x >= bounds.x && point.x < bounds.x + bounds.w && point.y >= bounds.y && point.y < bounds.y + bounds.h
}
