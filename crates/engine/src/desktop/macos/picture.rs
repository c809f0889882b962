//! Pictures of windows, taken by the system's `screencapture` program. The API for it changed with every other
//! release of macOS; the program did not.

use super::permissions;
use crate::desktop::{Picture, Rect};
use crate::error::{EngineError, ErrorContext, ErrorKind, Result};
use crate::picture;
use std::process::Stdio;
use std::time::Duration;

const PROGRAM: &str = "/usr/sbin/screencapture";
const LIMIT: Duration = Duration::from_secs(10);

/// A picture of the window with this window server number.
///
/// # Errors
/// `PermissionDenied` if the user has not granted it.
pub(crate) async fn take(window: u64, bounds: Rect) -> Result<Picture> {
    permissions::screen()?;
    let failed = "taking a picture of the window failed";
    let folder = tempfile::Builder::new()
        .prefix("uipilot-picture-")
        .tempdir()
        .or_kind(ErrorKind::Io, "making a folder for the picture failed")?;
    let file = folder.path().join("window.png");
    let child = tokio::process::Command::new(PROGRAM)
        // Without sound and shadow, and only this window.
        .args(["-x", "-o", "-t", "png", &format!("-l{window}")])
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .status();
    let status = tokio::time::timeout(LIMIT, child)
        .await
        .map_err(|_| EngineError::new(ErrorKind::Timeout, failed))?
        .or_kind(ErrorKind::Io, failed)?;
    if !status.success() {
        return Err(EngineError::new(
            ErrorKind::Protocol,
            format!("{failed}: {PROGRAM} ended with {status}"),
        ));
    }
    let bytes = tokio::fs::read(&file).await.or_kind(ErrorKind::Io, failed)?;
    decode(&bytes, bounds)
}

/// Scales the picture to screen points: dense displays have several pixels for each point.
fn decode(bytes: &[u8], bounds: Rect) -> Result<Picture> {
    let pixels = picture::read(bytes)?;
    let density = density(pixels.width(), bounds.w);
    let (width, height) = (pixels.width() / density, pixels.height() / density);
    #[expect(clippy::cast_possible_truncation, reason = "places on a screen are small")]
    let (left, top) = (bounds.x.round() as i32, bounds.y.round() as i32);
    Ok(Picture {
        pixels: pixels.shrink(width, height),
        left,
        top,
    })
}

/// Pixels for each point, in one direction.
fn density(pixels: u32, points: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let density = (f64::from(pixels) / points.max(1.0)).round().clamp(1.0, 4.0) as u32;
    density
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::ImageFormat;
    use crate::picture::Pixels;

    #[test]
    fn a_picture_of_a_dense_display_is_in_points() {
        // Two adjacent points of four pixels each: one red, one black and white.
        let (red, black, white) = ([200, 0, 0], [0; 3], [255; 3]);
        let dense = Pixels::new(4, 2, [red, red, black, white, red, red, white, black].concat());
        let (encoded, _) = picture::write(&dense, ImageFormat::Png, None).expect("writes");
        let bounds = Rect {
            x: 10.0,
            y: 20.0,
            w: 2.0,
            h: 1.0,
        };
        let picture = decode(&encoded, bounds).expect("a picture");
        assert_eq!((picture.left, picture.top), (10, 20));
        assert_eq!(picture.pixels, Pixels::new(2, 1, vec![200, 0, 0, 128, 128, 128]));
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        let bounds = Rect {
            x: 0.0,
            y: 0.0,
            w: 1.0,
            h: 1.0,
        };
        assert_eq!(decode(b"GIF89a", bounds).expect_err("no PNG").code(), "PROTOCOL");
    }
}
