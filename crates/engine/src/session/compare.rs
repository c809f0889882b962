//! Compares a picture with the page, or with another picture.

use super::kept::Use;
use super::{Session, lock};
use crate::action::Target;
use crate::backend::ImageFormat;
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::CompareOptions;
use crate::picture::{self, Changed, Difference, Pixels};
use crate::report::{Bytes, ChangedBox, ChangedElement, CompareReport, ComparedSize, Effects};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most boxes that are reported.
const MOST_BOXES: usize = 30;
/// The most elements of a box.
const MOST_ELEMENTS: usize = 4;
/// The distance of two colours that counts, unless the caller says another.
const THRESHOLD: f64 = 0.1;
/// What the work on pixels may take: two large pictures are decoded and one is encoded.
const EXTRA: Duration = Duration::from_secs(15);

/// The page now, as it was taken.
struct Now {
    target: Arc<Target>,
    /// The upper left corner of the picture in the viewport, in CSS pixels.
    corner: (f64, f64),
    /// Width of the picture in CSS pixels.
    width: f64,
    /// Whether the picture is the viewport.
    viewport: bool,
    /// Elements that do not count, in CSS pixels of the viewport: left, top, right and bottom.
    ignored: Vec<[f64; 4]>,
}

/// What the work on pixels gives.
struct Compared {
    before: ComparedSize,
    after: ComparedSize,
    difference: Difference,
    boxes: Vec<Changed>,
    picture: Option<(Vec<u8>, ImageFormat)>,
}

impl Session {
    /// Compares an earlier picture (PNG or JPEG) with the selected page as it is now, or with a later picture.
    ///
    /// # Errors
    /// `InvalidInput` for what is no picture, for one with more than 40 million pixels, and for wrong options; those of
    /// [`Session::screenshot`] where the page's picture is taken.
    pub async fn compare(&self, before: Bytes, options: &CompareOptions) -> Result<CompareReport> {
        let began = Instant::now();
        // A page that does not answer is not waited for as long as large pictures.
        let (now, after, effects) = self.in_time(self.later_picture(options)).await?;
        let compared = deadline::within(EXTRA, compare_pixels(before, after, now.as_ref(), options)).await?;
        let elements = match &now {
            Some(now) if !compared.boxes.is_empty() => self.in_time(self.elements_in(now, &compared)).await?,
            _ => vec![Vec::new(); compared.boxes.len()],
        };
        let left_out = compared.difference.boxes.len() - compared.boxes.len();
        let (picture, format) = compared.picture.unzip();
        Ok(CompareReport {
            before: compared.before,
            after: compared.after,
            compared_pixels: compared.difference.compared,
            changed_pixels: compared.difference.changed,
            share: compared.difference.share(),
            boxes: compared
                .boxes
                .iter()
                .zip(elements)
                .map(|(changed, elements)| report(changed, elements))
                .collect(),
            boxes_left_out: left_out,
            picture: picture.map(Bytes::from),
            mime_type: format.map(|format| {
                if format == ImageFormat::Png {
                    "image/png"
                } else {
                    "image/jpeg"
                }
            }),
            effects,
            duration: began.elapsed(),
        })
    }

    /// The later picture: that of the options, or the page now.
    async fn later_picture(&self, options: &CompareOptions) -> Result<(Option<Now>, Bytes, Effects)> {
        options.check()?;
        if let Some(after) = &options.after {
            return Ok((None, after.clone(), Effects::default()));
        }
        let taken = self.screenshot(&options.now).await?;
        let target = self.target(None).await?;
        let now = Now {
            ignored: self.boxes_of(&target, &options.ignore_uids).await?,
            target,
            corner: (taken.view.left, taken.view.top),
            width: taken.width,
            viewport: taken.view.viewport,
        };
        Ok((Some(now), taken.data, taken.effects))
    }

    /// The elements in each changed box, those that show most of it first.
    async fn elements_in(&self, now: &Now, compared: &Compared) -> Result<Vec<Vec<ChangedElement>>> {
        let snapshot = self.take_page(&now.target, Use::Cursor).await?;
        let nodes = snapshot.numbered(false)?;
        let drawn = self.candidates(&now.target, &snapshot, &nodes, !now.viewport).await?;
        let rects: Vec<[f64; 4]> = drawn.iter().map(|candidate| candidate.rect).collect();
        let density = f64::from(compared.after.width) / now.width;
        let mut uids = lock(&self.inner.uids);
        let mut all = Vec::with_capacity(compared.boxes.len());
        for changed in &compared.boxes {
            let [left, top, right, bottom] = changed.area.map(f64::from).map(|edge| edge / density);
            let (x, y) = now.corner;
            let area = [left + x, top + y, right + x, bottom + y];
            let mut elements = Vec::new();
            for at in showing(area, &rects) {
                let view = snapshot.node(drawn[at].index)?;
                if let Some(uid) = view.uid {
                    uids.shown(uid, view.line.meaning());
                    elements.push(ChangedElement {
                        uid: uid.to_string(),
                        target: view.line.meaning().describe(),
                    });
                }
            }
            all.push(elements);
        }
        Ok(all)
    }
}

fn report(changed: &Changed, mut elements: Vec<ChangedElement>) -> ChangedBox {
    let [left, top, right, bottom] = changed.area;
    let elements_left_out = elements.len().saturating_sub(MOST_ELEMENTS);
    elements.truncate(MOST_ELEMENTS);
    ChangedBox {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
        pixels: changed.pixels,
        elements,
        elements_left_out,
    }
}

/// The rectangles that show something of an area, as indexes. One is left out if a smaller one shows nearly all of the area that it
/// shows: a text stands for the section that it is in.
fn showing(area: [f64; 4], rects: &[[f64; 4]]) -> Vec<usize> {
    let size = |[left, top, right, bottom]: [f64; 4]| (right - left).max(0.0) * (bottom - top).max(0.0);
    let both = |a: [f64; 4], b: [f64; 4]| [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])];
    let common = |a: [f64; 4]| size(both(a, area));
    let mut found: Vec<(usize, f64, f64)> = (0..)
        .zip(rects)
        .map(|(at, rect)| (at, common(*rect), size(*rect)))
        .filter(|(_, shown, _)| *shown > 0.0)
        .collect();
    // Smaller ones first, and of two that are equal the later one, which is inside the other.
    found.sort_by(|a, b| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)));
    let mut kept: Vec<(usize, f64, f64)> = Vec::new();
    for one in found {
        let least = 0.9 * one.1;
        let shown = |smaller: usize| common(both(rects[smaller], rects[one.0]));
        if !kept.iter().any(|smaller| smaller.1 >= least && shown(smaller.0) >= least) {
            kept.push(one);
        }
    }
    kept.sort_by(|a, b| b.1.total_cmp(&a.1));
    kept.into_iter().map(|(at, ..)| at).collect()
}

/// Decodes and compares, on a blocking thread.
async fn compare_pixels(before: Bytes, after: Bytes, now: Option<&Now>, options: &CompareOptions) -> Result<Compared> {
    let threshold = options.threshold.unwrap_or(THRESHOLD);
    let given = options.ignore.clone();
    let elements = now.map(|now| (now.ignored.clone(), now.corner, now.width));
    let drawn = options.picture;
    let (max_side, max_bytes) = (options.picture_max_side, options.picture_max_bytes);
    let work = move || {
        let before = picture::read_given("the earlier picture", &before)?;
        let after = picture::read_given("the later picture", &after)?;
        let mut ignored: Vec<[i64; 4]> = given
            .iter()
            .map(|area| pixels([area.x, area.y, area.x + area.width, area.y + area.height], 0.0))
            .collect();
        if let Some((elements, (x, y), width)) = elements {
            let density = f64::from(after.width()) / width;
            let placed = |[left, top, right, bottom]: [f64; 4]| {
                pixels([left - x, top - y, right - x, bottom - y].map(|edge| edge * density), 1.0)
            };
            ignored.extend(elements.into_iter().map(placed));
        }
        let difference = picture::compare(&before, &after, threshold, &ignored);
        let boxes = largest(&difference.boxes);
        let picture = if drawn {
            let picture = fitted(difference.picture(&after, &boxes), max_side);
            Some(picture::write(&picture, ImageFormat::Png, max_bytes)?)
        } else {
            None
        };
        Ok(Compared {
            before: size(&before),
            after: size(&after),
            difference,
            boxes,
            picture,
        })
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|source| EngineError::new(ErrorKind::Internal, "the pictures could not be compared").with_source(source))?
}

/// Whole pixels around an area, with a margin.
fn pixels([left, top, right, bottom]: [f64; 4], margin: f64) -> [i64; 4] {
    // The cast saturates.
    #[expect(clippy::cast_possible_truncation, reason = "pictures are far smaller than 2^63 pixels")]
    let edges = [
        (left - margin).floor() as i64,
        (top - margin).floor() as i64,
        (right + margin).ceil() as i64,
        (bottom + margin).ceil() as i64,
    ];
    edges
}

/// The boxes with the most changed pixels, from the top to the bottom.
fn largest(boxes: &[Changed]) -> Vec<Changed> {
    let mut chosen: Vec<(usize, Changed)> = boxes.iter().copied().enumerate().collect();
    chosen.sort_by_key(|(_, changed)| std::cmp::Reverse(changed.pixels));
    chosen.truncate(MOST_BOXES);
    chosen.sort_by_key(|(at, _)| *at);
    chosen.into_iter().map(|(_, changed)| changed).collect()
}

fn fitted(picture: Pixels, max_side: Option<u32>) -> Pixels {
    let longer = picture.width().max(picture.height());
    match max_side.filter(|most| *most < longer) {
        None => picture,
        Some(most) => {
            let scaled = |side: u32| u32::try_from(u64::from(side) * u64::from(most) / u64::from(longer)).unwrap_or(most);
            let (width, height) = (scaled(picture.width()), scaled(picture.height()));
            picture.shrink(width, height)
        }
    }
}

fn size(picture: &Pixels) -> ComparedSize {
    ComparedSize {
        width: picture.width(),
        height: picture.height(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_element_stands_for_those_around_it() {
        let rects = [
            [0.0, 0.0, 800.0, 600.0],
            [0.0, 100.0, 800.0, 200.0],
            [10.0, 110.0, 90.0, 130.0],
            [300.0, 300.0, 310.0, 310.0],
        ];
        assert_eq!(showing([20.0, 112.0, 80.0, 128.0], &rects), [2]);
        // Only the section shows all of it.
        assert_eq!(showing([20.0, 112.0, 400.0, 128.0], &rects), [1, 2]);
        assert_eq!(showing([700.0, 500.0, 710.0, 510.0], &rects), [0]);
        assert!(showing([900.0, 900.0, 910.0, 910.0], &rects).is_empty());
        // Those side by side do not stand for each other.
        let beside = [[0.0, 0.0, 10.0, 10.0], [20.0, 0.0, 30.0, 10.0], [40.0, 0.0, 50.0, 10.0]];
        assert_eq!(showing([0.0, 0.0, 60.0, 20.0], &beside).len(), 3);
        // Of two that are the same, the inner one.
        assert_eq!(
            showing([1.0, 1.0, 5.0, 5.0], &[[0.0, 0.0, 9.0, 9.0], [0.0, 0.0, 9.0, 9.0]]),
            [1]
        );
    }

    #[test]
    fn the_largest_boxes_are_reported_in_their_order() {
        let boxes: Vec<Changed> = (0..40)
            .map(|at| Changed {
                area: [0, at * 10, 5, at * 10 + 5],
                pixels: if at < 5 { 1 } else { 10 },
            })
            .collect();
        let chosen = largest(&boxes);
        assert_eq!(chosen.len(), MOST_BOXES);
        assert_eq!(chosen[0].area[1], 50);
        assert!(chosen.windows(2).all(|pair| pair[0].area[1] < pair[1].area[1]));
    }
}
