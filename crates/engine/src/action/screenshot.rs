//! Pictures of a page or an element, within limits of size.

use super::ready::element_box;
use crate::backend::{ImageFormat, ScreenshotRequest};
use crate::error::Result;
use crate::injected::PageFacts;
use crate::report::{Effects, ScreenshotOptions, ScreenshotReport};
use crate::snapshot::NodeRef;
use crate::target::Target;

/// Qualities that are tried in turn when a picture has too many bytes.
const QUALITIES: [u8; 3] = [80, 55, 30];

/// Takes the picture; `node` is the element of `options.uid`.
pub(crate) async fn screenshot(target: &Target, node: Option<&NodeRef>, options: &ScreenshotOptions) -> Result<ScreenshotReport> {
    let boxed = match node {
        Some(node) => Some(element_box(target, node).await?),
        None => None,
    };
    let main = target.main_frame().await?;
    let facts: PageFacts = target.ask(&main, "page", &serde_json::json!({})).await?;
    let area = match boxed {
        // The part that is on the page: an element may hang over its edge.
        Some([x, y, width, height]) => {
            let (left, top) = ((x + facts.scroll_x).max(0.0), (y + facts.scroll_y).max(0.0));
            let (right, bottom) = (x + facts.scroll_x + width, y + facts.scroll_y + height);
            Some([left, top, (right - left).max(1.0), (bottom - top).max(1.0)])
        }
        None if options.full_page => Some([0.0, 0.0, facts.content_width.max(1.0), facts.content_height.max(1.0)]),
        None => None,
    };
    let fit = Fit::new(area, (facts.width, facts.height), options.max_side);
    let mut format = options
        .jpeg_quality
        .map_or(ImageFormat::Png, |quality| ImageFormat::Jpeg(quality.clamp(1, 100)));
    let mut data = target
        .page
        .screenshot(&ScreenshotRequest {
            format,
            clip: fit.clip,
            scale: fit.scale,
        })
        .await?;
    if let Some(limit) = options.max_bytes {
        for quality in QUALITIES {
            if data.len() <= limit {
                break;
            }
            format = ImageFormat::Jpeg(quality);
            data = target
                .page
                .screenshot(&ScreenshotRequest {
                    format,
                    clip: fit.clip,
                    scale: fit.scale,
                })
                .await?;
        }
    }
    Ok(ScreenshotReport {
        data,
        mime_type: if format == ImageFormat::Png {
            "image/png"
        } else {
            "image/jpeg"
        },
        width: fit.width,
        height: fit.height,
        scale: fit.scale,
        cut: fit.cut,
        effects: Effects::default(),
    })
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
    /// A picture longer than three times its limit would scale to an unreadable strip: it is cut
    /// at that length first.
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

    #[test]
    fn a_large_picture_is_scaled_and_a_very_long_one_cut() {
        let fit = Fit::new(Some([0.0, 0.0, 1000.0, 2000.0]), (800.0, 600.0), Some(1000));
        assert_eq!((fit.scale, fit.cut), (0.5, false));
        let fit = Fit::new(Some([0.0, 0.0, 1000.0, 100_000.0]), (800.0, 600.0), Some(1000));
        assert_eq!((fit.height, fit.cut), (3000.0, true));
    }
}
