//! A picture put together of parts, where the browser draws none with a frame that does not answer.

use super::Target;
use crate::backend::{ImageFormat, ScreenshotRequest};
use crate::error::{EngineError, ErrorKind, Result};
use crate::picture::{self, Pixels};

/// Left, top, right and bottom.
type Area = [f64; 4];

/// More parts than that are not taken: a page has few frames that do not answer.
const MOST_PARTS: usize = 40;

/// A picture in parts, each with its place in the document.
pub(super) struct Pieces {
    area: Area,
    parts: Vec<(Area, Vec<u8>)>,
}

/// Takes pictures of an area of the document but for the areas of some frames in it.
///
/// # Errors
/// `Timeout` where the frames leave too many parts, or nothing.
pub(super) async fn take(target: &Target, area: Area, frames: &[Area]) -> Result<Pieces> {
    let around = around(area, frames);
    if around.is_empty() || around.len() > MOST_PARTS {
        let what = "the picture shows frames that do not answer, and the browser draws none without them";
        return Err(EngineError::new(ErrorKind::Timeout, what).with_next_step("take a picture of an element beside them"));
    }
    let mut parts = Vec::with_capacity(around.len());
    for part in around {
        let [left, top, right, bottom] = part;
        let request = ScreenshotRequest {
            format: ImageFormat::Png,
            clip: Some([left, top, right - left, bottom - top]),
            scale: 1.0,
        };
        parts.push((part, target.page.screenshot(&request).await?));
    }
    Ok(Pieces { area, parts })
}

impl Pieces {
    /// Puts them together. What is in no part is black.
    pub(super) fn join(self) -> Result<Pixels> {
        let Self { area, parts } = self;
        let mut joined: Option<(Pixels, f64)> = None;
        for ([left, top, right, _], data) in parts {
            let part = picture::read(&data)?;
            let (whole, density) = joined.get_or_insert_with(|| {
                let density = f64::from(part.width()) / (right - left);
                let side = |from: f64, to: f64| pixel((to - from) * density);
                let whole = Pixels::new(side(area[0], area[2]), side(area[1], area[3]), Vec::new());
                (whole, density)
            });
            whole.put(&part, pixel((left - area[0]) * *density), pixel((top - area[1]) * *density));
        }
        joined
            .map(|(whole, _)| whole)
            .ok_or_else(|| EngineError::new(ErrorKind::Internal, "a picture has no parts"))
    }
}

/// A whole number of pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of a float stays within the target's range"
)]
pub(super) fn pixel(length: f64) -> u32 {
    length.round() as u32
}

/// The parts of an area around others. They begin and end at whole CSS pixels from its corner, as the pixels of pictures do.
fn around(area: Area, others: &[Area]) -> Vec<Area> {
    let mut parts = vec![area];
    for &[left, top, right, bottom] in others {
        let whole = |edge: f64, from: f64, outward: fn(f64) -> f64| from + outward(edge - from);
        let (left, right) = (whole(left, area[0], f64::floor), whole(right, area[0], f64::ceil));
        let (top, bottom) = (whole(top, area[1], f64::floor), whole(bottom, area[1], f64::ceil));
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let (from, to) = (top.clamp(part[1], part[3]), bottom.clamp(part[1], part[3]));
                [
                    [part[0], part[1], part[2], from],
                    [part[0], from, left.clamp(part[0], part[2]), to],
                    [right.clamp(part[0], part[2]), from, part[2], to],
                    [part[0], to, part[2], part[3]],
                ]
            })
            .filter(|[left, top, right, bottom]| right - left >= 1.0 && bottom - top >= 1.0)
            .collect();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_what_is_around_frames_once() {
        let area = [10.0, 100.0, 110.0, 200.0];
        assert_eq!(around(area, &[]), [area]);
        // One in the middle, with broken edges.
        assert_eq!(
            around(area, &[[30.5, 120.5, 59.5, 150.5]]),
            [
                [10.0, 100.0, 110.0, 120.0],
                [10.0, 120.0, 30.0, 151.0],
                [60.0, 120.0, 110.0, 151.0],
                [10.0, 151.0, 110.0, 200.0],
            ]
        );
        // One that reaches over the edges, one outside, and one that covers everything.
        assert_eq!(around(area, &[[0.0, 50.0, 500.0, 150.0]]), [[10.0, 150.0, 110.0, 200.0]]);
        assert_eq!(around(area, &[[0.0, 0.0, 500.0, 50.0]]), [area]);
        assert!(around(area, &[[0.0, 0.0, 500.0, 500.0]]).is_empty());
    }

    #[test]
    fn parts_do_not_overlap() {
        let area = [0.0, 0.0, 60.0, 40.0];
        let frames = [[5.0, 5.0, 25.0, 20.0], [15.0, 10.0, 50.0, 30.0], [-5.0, 35.0, 10.0, 60.0]];
        let parts = around(area, &frames);
        let holds = |[left, top, right, bottom]: &Area, x: f64, y: f64| *left < x && x < *right && *top < y && y < *bottom;
        for (x, y) in (0..60).flat_map(|x| (0..40).map(move |y| (f64::from(x) + 0.5, f64::from(y) + 0.5))) {
            let in_frame = frames.iter().any(|frame| holds(frame, x, y));
            let count = parts.iter().filter(|part| holds(part, x, y)).count();
            assert_eq!(count, usize::from(!in_frame), "at {x}, {y}");
        }
    }
}
