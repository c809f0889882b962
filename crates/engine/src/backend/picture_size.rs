//! How large pictures of a page can be, and how long they take.

use crate::error::{EngineError, ErrorKind, Result};
use std::time::Duration;

/// The largest picture that a browser takes, in pixels of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLimits {
    /// Longest side.
    pub side: u32,
    /// Most pixels in all.
    pub area: u32,
}

/// The next step where a picture is too large.
pub(crate) const OF_A_PART: &str = "take a picture of a part of it by uid, or of the viewport, without fullPage";

/// Pixels that every call has the time for, and how many take another second where a machine is slow.
const IN_TIME: f64 = 4_000_000.0;
const IN_A_SECOND: f64 = 5_000_000.0;

impl PictureLimits {
    /// Chromium leaves what is more than 519,000 pixels down or to the right white. It draws no picture of 2 GiB, which are 2^29 pixels,
    /// and may end of one of several. Half of that leaves room for what encodes it.
    pub(crate) const CHROMIUM: Self = Self {
        side: 500_000,
        area: 1 << 28,
    };

    /// What Firefox cuts pictures to, without a word.
    pub(crate) const FIREFOX: Self = Self {
        side: 32_767,
        area: 472_907_776,
    };

    /// # Errors
    /// `Unsupported` for a picture that is larger.
    pub(crate) fn check(self, width: f64, height: f64) -> Result<()> {
        let Self { side, area } = self;
        if width.max(height) <= f64::from(side) && width * height <= f64::from(area) {
            return Ok(());
        }
        let what = format!(
            "the picture would have {width:.0} × {height:.0} pixels; in this browser it has at most {side} on a side, and {area} in all"
        );
        Err(EngineError::new(ErrorKind::Unsupported, what).with_next_step(OF_A_PART))
    }
}

/// How much longer a picture may take than a small one.
pub(crate) fn drawing_time(width: f64, height: f64) -> Duration {
    let seconds = (width * height - IN_TIME).max(0.0) / IN_A_SECOND;
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_a_longest_side_and_a_largest_area() {
        let limits = PictureLimits { side: 100, area: 5_000 };
        limits.check(100.0, 50.0).expect("it fits");
        for (width, height) in [(101.0, 1.0), (1.0, 101.0), (100.0, 51.0)] {
            let error = limits.check(width, height).expect_err("too large");
            assert_eq!(error.code(), "UNSUPPORTED", "{width} × {height}");
        }
    }

    #[test]
    fn large_pictures_take_longer() {
        assert_eq!(drawing_time(1920.0, 1080.0), Duration::ZERO);
        assert_eq!(drawing_time(1000.0, 14_000.0), Duration::from_secs(2));
    }
}
