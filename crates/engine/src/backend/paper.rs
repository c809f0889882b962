//! What printing has in common in all protocols.

use crate::error::{EngineError, ErrorKind, Result};
use crate::options::{Margins, PdfOptions};
use serde_json::{Value, json};
use std::time::Duration;

/// The largest document, in bytes.
pub(super) const MOST_BYTES: usize = 100 << 20;
/// How long a browser may take to print.
pub(super) const LIMIT: Duration = Duration::from_secs(30);

/// Refuses a document that is too large to hand out.
pub(super) fn check_size(bytes: usize) -> Result<()> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let what = format!("the PDF has more than {} MB", MOST_BYTES >> 20);
    Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("print fewer pages of it, with pages"))
}

/// The error of a browser that refused to print. It tells a wrong range of pages only in words.
pub(super) fn refused(error: EngineError, options: &PdfOptions) -> EngineError {
    match (&options.pages, error.kind()) {
        (Some(_), ErrorKind::Protocol | ErrorKind::InvalidInput) => {
            EngineError::new(ErrorKind::InvalidInput, "the browser printed nothing")
                .with_source(error)
                .with_next_step("check that the paper has the pages that are wanted, or leave pages out")
        }
        // A page that has called `print` is being printed already, in Chromium for as long as its tab lives.
        (None, ErrorKind::Protocol) => EngineError::new(ErrorKind::Unsupported, "the browser does not print this page now")
            .with_source(error)
            .with_next_step(
                "open its address in a new page if it has called for its own print window, or take a screenshot of it",
            ),
        _ => error,
    }
}

/// The parameters of `print` in the WebDriver standards. They have no headers and footers.
///
/// # Errors
/// `Unsupported` for a header or a footer.
pub(super) fn standard(options: &PdfOptions) -> Result<Value> {
    if options.header.is_some() || options.footer.is_some() {
        let what = "header and footer cannot be printed over WebDriver, which this browser is driven by";
        return Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step("leave them out, or print in Chromium"));
    }
    let cm = |mm: f64| mm / 10.0;
    let Margins {
        top,
        right,
        bottom,
        left,
    } = options.margins;
    let (width, height) = options.format.size();
    let mut params = json!({
        "background": options.background,
        "margin": {"top": cm(top), "right": cm(right), "bottom": cm(bottom), "left": cm(left)},
        "orientation": if options.landscape { "landscape" } else { "portrait" },
        "page": {"width": cm(width), "height": cm(height)},
        // Firefox chooses the scale itself where it may shrink, and leaves out the one that is given.
        "shrinkToFit": options.scale.is_none(),
    });
    if let Some(scale) = options.scale {
        params["scale"] = json!(scale);
    }
    let ranges = options.ranges()?;
    if !ranges.is_empty() {
        params["pageRanges"] = json!(ranges);
    }
    Ok(params)
}
