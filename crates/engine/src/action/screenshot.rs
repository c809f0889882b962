//! Pictures of a page or an element, within size limits, with numbered marks on request.

use super::Target;
use super::ready::{Obstacle, element_box};
#[cfg(feature = "pictures")]
use crate::backend::picture_size::OF_A_PART;
use crate::backend::picture_size::drawing_time;
use crate::backend::{ImageFormat, ScreenshotRequest};
use crate::deadline;
use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{PictureView, ScreenshotOptions};
use crate::page_script::{Answer, PageFacts, PictureArgs, ScrollBackArgs};
use crate::picture::QUALITIES;
#[cfg(feature = "pictures")]
use crate::picture::{self, Mark};
use crate::report::{Effects, ScreenshotReport};
use crate::snapshot::NodeRef;
use futures_util::future::join_all;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// The number of the next picture.
static PICTURES: AtomicU64 = AtomicU64::new(1);

/// How many child frames remember what a picture shows of them, and how long each may take for that.
const MOST_FRAMES: usize = 32;
const FRAME_LIMIT: Duration = Duration::from_millis(300);

/// The area of a picture, determined before the picture is taken.
#[derive(Debug)]
pub(crate) struct Framing {
    fit: Fit,
    /// Where the captured area begins in the main frame's viewport.
    corner: (f64, f64),
    /// Whether the area is cut out of a picture of the viewport.
    cropped: bool,
    view: PictureView,
}

impl Framing {
    /// The captured area in the main frame's viewport: left, top, right and bottom.
    pub(crate) fn area(&self) -> [f64; 4] {
        let (left, top) = self.corner;
        [left, top, left + self.fit.width, top + self.fit.height]
    }

    /// The captured area, and areas of the main frame's viewport, as areas of the document.
    #[cfg(feature = "pictures")]
    fn in_document(&self, areas: &[[f64; 4]]) -> ([f64; 4], Vec<[f64; 4]>) {
        let (x, y) = (self.view.scroll_x, self.view.scroll_y);
        let moved = |[left, top, right, bottom]: [f64; 4]| [left + x, top + y, right + x, bottom + y];
        (moved(self.area()), areas.iter().copied().map(moved).collect())
    }

    /// Whether the captured area is the viewport.
    pub(crate) fn is_viewport(&self) -> bool {
        self.view.viewport
    }
}

/// Determines the area of a picture. `node` is the element of `options.uid`; it is scrolled into view.
pub(crate) async fn frame(target: &Target, node: Option<&NodeRef>, options: &ScreenshotOptions) -> Result<Framing> {
    let boxed = match node {
        Some(node) => Some((node, element_box(target, node).await?)),
        None => None,
    };
    let main = target.page.main_frame();
    let picture = PICTURES.fetch_add(1, Ordering::Relaxed);
    let facts: PageFacts = if options.aside {
        target.ask(&main, "page", &serde_json::json!({})).await?
    } else {
        let facts = target.ask(&main, "page", &PictureArgs { picture }).await?;
        note_in_frames(target, picture).await?;
        facts
    };
    let area = match boxed {
        Some((node, boxed)) => {
            Some(within_page(boxed, &facts).ok_or_else(|| Obstacle::Outside.into_error(node, Duration::ZERO))?)
        }
        None if options.full_page => {
            // No browser cuts out what lies before the document's origin.
            let (width, height) = (
                facts.content_width + facts.content_left,
                facts.content_height + facts.content_top,
            );
            Some([0.0, 0.0, width.max(1.0), height.max(1.0)])
        }
        None => None,
    };
    let cropped = area.is_some_and(|[x, y, ..]| x < 0.0 || y < 0.0);
    let area = if cropped {
        area.map(|area| in_viewport(area, &facts))
    } else {
        area
    };
    let corner = area.map_or((0.0, 0.0), |[x, y, ..]| (x - facts.scroll_x, y - facts.scroll_y));
    let mut fit = Fit::new(area, (facts.width, facts.height), options.max_side);
    if cropped {
        fit.clip = None;
    }
    if fit.clip.is_some() {
        let capabilities = target.page.capabilities();
        let scale = if capabilities.scaled_screenshots {
            fit.scale
        } else {
            facts.density
        };
        let (width, height) = (fit.width * scale, fit.height * scale);
        capabilities.largest_picture.check(width, height)?;
        deadline::add(drawing_time(width, height));
    }
    Ok(Framing {
        fit,
        corner,
        cropped,
        view: PictureView {
            page: target.number,
            document: facts.doc,
            picture,
            viewport: area.is_none(),
            left: corner.0,
            top: corner.1,
            scroll_x: facts.scroll_x,
            scroll_y: facts.scroll_y,
            width: facts.width,
            height: facts.height,
        },
    })
}

/// The part of an element's box that is within the page, in the document: an element may extend beyond the page's edge. `None` if
/// nothing of it is in the viewport, into which it was scrolled: no scrolling leads there, or the page moves it away meanwhile.
fn within_page([x, y, width, height]: [f64; 4], facts: &PageFacts) -> Option<[f64; 4]> {
    if x + width <= 0.0 || y + height <= 0.0 || x >= facts.width || y >= facts.height {
        return None;
    }
    let (left, top) = (x + facts.scroll_x, y + facts.scroll_y);
    let (right, bottom) = (left + width, top + height);
    // Content that the document does not count, as that of a fixed element, can be in the viewport.
    let (from_x, from_y) = (facts.content_left.min(facts.scroll_x), facts.content_top.min(facts.scroll_y));
    let (left, top) = (left.max(from_x), top.max(from_y));
    Some([left, top, (right - left).max(1.0), (bottom - top).max(1.0)])
}

/// The part of an area of the document that is in the viewport. Elements before the document's origin, as on pages that run to the
/// left, are cut out of that: browsers cut out nothing there.
fn in_viewport([x, y, width, height]: [f64; 4], facts: &PageFacts) -> [f64; 4] {
    let (left, top) = (x.max(facts.scroll_x), y.max(facts.scroll_y));
    let (right, bottom) = (
        (x + width).min(facts.scroll_x + facts.width),
        (y + height).min(facts.scroll_y + facts.height),
    );
    [left, top, (right - left).max(1.0), (bottom - top).max(1.0)]
}

/// Has the child frames remember how far they are scrolled in a picture.
async fn note_in_frames(target: &Target, picture: u64) -> Result<()> {
    let frames = target.page.frames().await?;
    let inner = frames.iter().filter(|frame| frame.parent.is_some()).take(MOST_FRAMES);
    let args = crate::page_script::encode(&PictureArgs { picture })?;
    // A frame that does not answer in time is not compared with the picture later.
    join_all(inner.map(|frame| timeout(FRAME_LIMIT, target.page.call(&frame.id, "page", &args)))).await;
    Ok(())
}

/// Puts back how far the page is scrolled after a picture of more than the viewport: a browser that makes the viewport larger for it
/// leaves less to scroll meanwhile. The picture is good without that.
pub(crate) async fn scroll_back(target: &Target, framing: &Framing) {
    let PictureView {
        picture,
        scroll_x: x,
        scroll_y: y,
        width,
        height,
        ..
    } = framing.view;
    let [left, top, right, bottom] = framing.area();
    if left >= 0.0 && top >= 0.0 && right <= width && bottom <= height {
        return;
    }
    let args = ScrollBackArgs {
        picture,
        x,
        y,
        width,
        height,
    };
    if let Err(error) = target.ask::<Answer>(&target.page.main_frame(), "scrollBack", &args).await {
        tracing::debug!(%error, "the page is not scrolled back after a picture");
    }
}

/// Takes the picture. `boxes` (left, top, right and bottom in the main frame's viewport) are drawn
/// on it, numbered from 1, and what is in `hidden` is painted over. `without` are frames that do not answer: the browser is
/// asked for what is around them, and they are painted over, too.
pub(crate) async fn capture(
    target: &Target,
    framing: &Framing,
    options: &ScreenshotOptions,
    boxes: &[[f64; 4]],
    hidden: &[[f64; 4]],
    without: &[[f64; 4]],
) -> Result<ScreenshotReport> {
    let fit = &framing.fit;
    let wanted = options
        .jpeg_quality
        .map_or(ImageFormat::Png, |quality| ImageFormat::Jpeg(quality.clamp(1, 100)));
    let scales_itself = target.page.capabilities().scaled_screenshots || fit.scale >= 1.0;
    // For a record, a picture that is too large is better than one that takes long.
    let taken =
        if boxes.is_empty() && hidden.is_empty() && without.is_empty() && !framing.cropped && (scales_itself || options.aside) {
            as_taken(target, framing, wanted, options.max_bytes).await.map(Some)
        } else {
            Ok(None)
        };
    let (data, format, scale) = match taken {
        Ok(Some((data, format))) => {
            let scale = scale_of(&data, fit);
            (data, format, scale)
        }
        // Where only PNG can be taken, another format takes pixels.
        Err(error) if scales_itself || *error.kind() != ErrorKind::Unsupported => return Err(error),
        _ => redrawn(target, framing, wanted, options.max_bytes, [boxes, hidden, without]).await?,
    };
    Ok(ScreenshotReport {
        data: data.into(),
        mime_type: if format == ImageFormat::Png {
            "image/png"
        } else {
            "image/jpeg"
        },
        width: fit.width,
        height: fit.height,
        scale,
        url: target.page.state().url(),
        view: framing.view.clone(),
        cut: fit.cut,
        marks: Vec::new(),
        marks_left_out: 0,
        located: Vec::new(),
        effects: Effects::default(),
    })
}

async fn take(target: &Target, framing: &Framing, format: ImageFormat) -> Result<Vec<u8>> {
    let fit = &framing.fit;
    let request = ScreenshotRequest {
        format,
        clip: fit.clip,
        scale: if framing.cropped { 1.0 } else { fit.scale },
    };
    target.page.screenshot(&request).await
}

/// The picture as the browser encodes it. If it exceeds the byte limit, it is taken again as JPEG.
async fn as_taken(
    target: &Target,
    framing: &Framing,
    wanted: ImageFormat,
    max_bytes: Option<usize>,
) -> Result<(Vec<u8>, ImageFormat)> {
    let mut format = wanted;
    let mut data = take(target, framing, format).await?;
    for quality in QUALITIES {
        if max_bytes.is_none_or(|limit| data.len() <= limit) {
            break;
        }
        format = ImageFormat::Jpeg(quality);
        data = take(target, framing, format).await?;
    }
    Ok((data, format))
}

/// The pixels of a picture for a CSS pixel. Where the browser does not scale, a dense display gives a larger picture.
#[cfg(feature = "pictures")]
fn scale_of(data: &[u8], fit: &Fit) -> f64 {
    picture::width(data).map_or(fit.scale, |width| {
        let scale = f64::from(width) / fit.width;
        // Sides are whole pixels, so a small difference is rounding.
        if (scale / fit.scale - 1.0).abs() < 0.05 {
            fit.scale
        } else {
            scale
        }
    })
}

#[cfg(not(feature = "pictures"))]
fn scale_of(_: &[u8], fit: &Fit) -> f64 {
    fit.scale
}

/// A picture of the browser, or one put together of several.
#[cfg(feature = "pictures")]
enum Taken {
    Encoded(Vec<u8>),
    Pieces(super::pieces::Pieces),
}

/// Takes the picture, scales it if the browser could not, draws the marks and encodes it. The work on pixels
/// runs on a blocking thread.
#[cfg(feature = "pictures")]
async fn redrawn(
    target: &Target,
    framing: &Framing,
    wanted: ImageFormat,
    max_bytes: Option<usize>,
    [boxes, hidden, without]: [&[[f64; 4]]; 3],
) -> Result<(Vec<u8>, ImageFormat, f64)> {
    let taken = if without.is_empty() {
        Taken::Encoded(take(target, framing, ImageFormat::Png).await?)
    } else {
        let (area, frames) = framing.in_document(without);
        Taken::Pieces(super::pieces::take(target, area, &frames).await?)
    };
    let boxes = boxes.to_vec();
    let hidden = [hidden, without].concat();
    let (width, height, scale) = (framing.fit.width, framing.fit.height, framing.fit.scale);
    let corner = framing.corner;
    let viewport = framing.cropped.then_some(framing.view.width);
    let work = move || {
        let pixels = match (taken, viewport) {
            (Taken::Encoded(data), None) => picture::read(&data)?,
            (Taken::Encoded(data), Some(whole)) => {
                let pixels = picture::read(&data)?;
                let density = f64::from(pixels.width()) / whole;
                let (x, y) = corner;
                pixels.part([x, y, width, height].map(|length| super::pieces::pixel(length * density)))
            }
            (Taken::Pieces(pieces), _) => pieces.join()?,
        };
        let side = |length: f64| super::pieces::pixel(length * scale);
        let mut pixels = if scale < 1.0 {
            pixels.shrink(side(width), side(height))
        } else {
            pixels
        };
        // A display with a higher pixel density gives a larger picture.
        let density = f64::from(pixels.width()) / width;
        let placed = |[left, top, right, bottom]: [f64; 4]| {
            let (x, y) = corner;
            [left - x, top - y, right - x, bottom - y].map(|edge| edge * density)
        };
        let hidden: Vec<_> = hidden.into_iter().map(placed).collect();
        picture::cover(&mut pixels, &hidden);
        let marks: Vec<Mark> = (1..)
            .zip(boxes.into_iter().map(placed))
            .map(|(number, [left, top, right, bottom])| Mark {
                number,
                left,
                top,
                right,
                bottom,
            })
            .collect();
        picture::draw(&mut pixels, &marks);
        let (data, format) = picture::write(&pixels, wanted, max_bytes)?;
        Ok((data, format, density))
    };
    worked(framing.is_viewport(), work).await
}

/// Runs work on pixels, of the viewport or of more, on a blocking thread until the call's deadline.
#[cfg(feature = "pictures")]
async fn worked<T: Send + 'static>(viewport: bool, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let Ok(worked) = timeout(deadline::left(), tokio::task::spawn_blocking(work)).await else {
        let late = EngineError::new(
            ErrorKind::Timeout,
            "the picture was taken, but not scaled and encoded within the time of the call",
        );
        return Err(if viewport { late } else { late.with_next_step(OF_A_PART) });
    };
    worked.map_err(|source| EngineError::new(ErrorKind::Internal, "the picture could not be processed").with_source(source))?
}

/// Refuses work on pixels, which this build cannot do.
#[cfg(not(feature = "pictures"))]
#[expect(clippy::unused_async, reason = "as with the feature `pictures`")]
async fn redrawn(
    _: &Target,
    _: &Framing,
    _: ImageFormat,
    _: Option<usize>,
    _: [&[[f64; 4]]; 3],
) -> Result<(Vec<u8>, ImageFormat, f64)> {
    let what = "marks, hiding texts, and scaling where the browser does not scale, take the feature `pictures` of uipilot-engine, which this build lacks";
    Err(EngineError::new(ErrorKind::Unsupported, what)
        .with_next_step("take the picture without marks and without a limit on its sides, or enable the feature"))
}

/// The area and scale that keep a picture within its limits.
#[derive(Debug, PartialEq)]
struct Fit {
    clip: Option<[f64; 4]>,
    width: f64,
    height: f64,
    scale: f64,
    cut: bool,
}

impl Fit {
    /// A picture longer than three times its limit is cut there first. Scaled as a whole, it would be an
    /// unreadable strip.
    fn new(area: Option<[f64; 4]>, viewport: (f64, f64), max_side: Option<u32>) -> Self {
        let [x, y, mut width, mut height] = area.unwrap_or([0.0, 0.0, viewport.0, viewport.1]);
        let Some(limit) = max_side.map(f64::from) else {
            return Self {
                clip: area,
                width,
                height,
                scale: 1.0,
                cut: false,
            };
        };
        let longest = 3.0 * limit;
        let cut = width > longest || height > longest;
        width = width.min(longest);
        height = height.min(longest);
        let scale = (limit / width.max(height)).min(1.0);
        let clip = if cut || area.is_some() {
            Some([x, y, width, height])
        } else {
            None
        };
        Self {
            clip,
            width,
            height,
            scale,
            cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_is_left_as_it_is() {
        let fit = Fit::new(None, (800.0, 600.0), Some(1568));
        assert_eq!(
            fit,
            Fit {
                clip: None,
                width: 800.0,
                height: 600.0,
                scale: 1.0,
                cut: false
            }
        );
    }

    #[cfg(feature = "pictures")]
    #[tokio::test]
    async fn a_large_picture_that_takes_too_long_is_told_with_the_step_to_a_smaller_one() {
        let slow = || {
            std::thread::sleep(Duration::from_secs(3));
            Ok(())
        };
        let error = deadline::within(Duration::from_millis(1), worked(false, slow))
            .await
            .expect_err("late");
        assert_eq!(
            (error.code(), error.next_step().to_string()),
            ("TIMEOUT", OF_A_PART.to_owned())
        );
    }

    #[test]
    fn a_large_picture_is_scaled_and_a_very_long_one_cut() {
        let fit = Fit::new(Some([0.0, 0.0, 1000.0, 2000.0]), (800.0, 600.0), Some(1000));
        assert_eq!((fit.scale, fit.cut), (0.5, false));
        let fit = Fit::new(Some([0.0, 0.0, 1000.0, 100_000.0]), (800.0, 600.0), Some(1000));
        assert_eq!((fit.height, fit.cut), (3000.0, true));
    }
}
