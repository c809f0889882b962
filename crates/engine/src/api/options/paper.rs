//! Options of papers.

use crate::api::json::invalid;
use crate::error::Result;
use derive_setters::Setters;
use serde::Deserialize;

words! {
    /// A size of paper (ISO 216, ANSI).
    #[derive(Default)]
    pub enum PaperFormat {
        /// 297 × 420 mm.
        A3 = "A3",
        /// 210 × 297 mm.
        #[default]
        A4 = "A4",
        /// 148 × 210 mm.
        A5 = "A5",
        /// 8.5 × 11 inches.
        Letter = "Letter",
        /// 8.5 × 14 inches.
        Legal = "Legal",
        /// 11 × 17 inches.
        Tabloid = "Tabloid",
    }
}

impl PaperFormat {
    /// Width and height in millimetres, upright.
    pub(crate) fn size(self) -> (f64, f64) {
        match self {
            Self::A3 => (297.0, 420.0),
            Self::A4 => (210.0, 297.0),
            Self::A5 => (148.0, 210.0),
            Self::Letter => (215.9, 279.4),
            Self::Legal => (215.9, 355.6),
            Self::Tabloid => (279.4, 431.8),
        }
    }
}

/// The margins of a paper, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Margins {
    /// Above the text. Default: 10.
    pub top: f64,
    /// Right of it. Default: 10.
    pub right: f64,
    /// Below it. Default: 10.
    pub bottom: f64,
    /// Left of it. Default: 10.
    pub left: f64,
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            top: 10.0,
            right: 10.0,
            bottom: 10.0,
            left: 10.0,
        }
    }
}

/// How to print a page.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, Setters)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[setters(strip_option)]
#[non_exhaustive]
pub struct PdfOptions {
    /// Size of the paper. Default: A4.
    pub format: PaperFormat,
    /// The paper lies on its long side. Default: false.
    pub landscape: bool,
    /// Default: 10 mm on each side.
    pub margins: Margins,
    /// With the background colours and pictures of the page. Default: false.
    pub background: bool,
    /// Scale of the content, 0.1 to 2. Default: 1.
    pub scale: Option<f64>,
    /// Only these pages of the paper, as in `1-3,5,8-`. Default: all.
    #[setters(into)]
    pub pages: Option<String>,
    /// A text above each page. `{page}`, `{pages}`, `{title}`, `{url}` and `{date}` in it are replaced. Chromium only.
    #[setters(into)]
    pub header: Option<String>,
    /// The same below each page.
    #[setters(into)]
    pub footer: Option<String>,
}

/// The longest header or footer, in bytes.
const LONGEST_TEXT: usize = 2_000;
/// The most ranges of pages.
const MOST_RANGES: usize = 100;

impl PdfOptions {
    /// # Errors
    /// `InvalidInput` naming the field.
    pub(crate) fn check(&self) -> Result<()> {
        if let Some(scale) = self.scale.filter(|scale| !(0.1..=2.0).contains(scale)) {
            return Err(invalid(format!("scale must be 0.1 to 2; got {scale}")));
        }
        for text in [&self.header, &self.footer].into_iter().flatten() {
            if text.len() > LONGEST_TEXT {
                return Err(invalid(format!("header and footer may have {LONGEST_TEXT} bytes each")));
            }
        }
        let (width, height) = self.size();
        let Margins {
            top,
            right,
            bottom,
            left,
        } = self.margins;
        if [top, right, bottom, left].iter().any(|side| !side.is_finite() || *side < 0.0) {
            return Err(invalid("margins must be 0 or more millimetres".to_owned()));
        }
        if left + right >= width || top + bottom >= height {
            return Err(invalid(format!(
                "the margins leave no room on a paper of {width} × {height} mm"
            )));
        }
        self.ranges().map(|_| ())
    }

    /// Width and height of the paper in millimetres, as it lies.
    pub(crate) fn size(&self) -> (f64, f64) {
        let (width, height) = self.format.size();
        if self.landscape { (height, width) } else { (width, height) }
    }

    /// The wanted pages, a range each, as the protocols take them; none for all.
    ///
    /// # Errors
    /// `InvalidInput`.
    pub(crate) fn ranges(&self) -> Result<Vec<String>> {
        let Some(pages) = &self.pages else { return Ok(Vec::new()) };
        let parts: Vec<&str> = pages.split(',').map(str::trim).collect();
        if parts.len() > MOST_RANGES || !parts.iter().all(|part| is_range(part)) {
            return Err(invalid(format!(
                "pages must be at most {MOST_RANGES} numbers and ranges from 1 to {}, as in 1-3,5,8-",
                u16::MAX
            )));
        }
        Ok(parts.into_iter().map(str::to_owned).collect())
    }
}

fn is_range(part: &str) -> bool {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|number| digits && *number > 0)
    };
    match part.split_once('-') {
        None => number(part).is_some(),
        Some(("", to)) => number(to).is_some(),
        Some((from, "")) => number(from).is_some(),
        Some((from, to)) => matches!((number(from), number(to)), (Some(from), Some(to)) if from <= to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_pages_are_checked() {
        let ranges = |pages: &str| PdfOptions::default().pages(pages).ranges();
        assert_eq!(ranges("1-3, 5,8-,-2").expect("ranges"), ["1-3", "5", "8-", "-2"]);
        for wrong in ["", "0", "3-1", "a", "1,,2", "+1", "1--2", "-", "99999999"] {
            assert_eq!(ranges(wrong).expect_err(wrong).code(), "INVALID_INPUT", "{wrong}");
        }
        assert!(PdfOptions::default().ranges().expect("all").is_empty());
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        let refused = |options: PdfOptions| options.check().expect_err("refused").code();
        assert_eq!(refused(PdfOptions::default().scale(3.0)), "INVALID_INPUT");
        assert_eq!(refused(PdfOptions::default().scale(f64::NAN)), "INVALID_INPUT");
        let wide = Margins {
            left: 120.0,
            right: 120.0,
            ..Margins::default()
        };
        assert_eq!(refused(PdfOptions::default().margins(wide)), "INVALID_INPUT");
        // They fit on the paper that lies.
        PdfOptions::default().margins(wide).landscape(true).check().expect("room");
        let negative = Margins {
            top: -1.0,
            ..Margins::default()
        };
        assert_eq!(refused(PdfOptions::default().margins(negative)), "INVALID_INPUT");
    }
}
