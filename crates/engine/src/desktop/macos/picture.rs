//! Pictures of windows, taken by the system's own program for that: the calls for it changed with
//! every other release, the program did not.

use super::permissions;
use crate::desktop::{Picture, Rect};
use crate::error::{EngineError, ErrorContext, ErrorKind, Result};
use std::io::{BufReader, Cursor};
use std::process::Stdio;
use std::time::Duration;

const PROGRAM: &str = "/usr/sbin/screencapture";
const LIMIT: Duration = Duration::from_secs(10);
/// Larger pictures than this no screen shows.
const MOST_BYTES: usize = 512 << 20;

/// A picture of the window with the window server's number.
///
/// # Errors
/// `PermissionDenied` where the user has not allowed it.
pub(crate) async fn take(window: u64, bounds: Rect) -> Result<Picture> {
    permissions::screen()?;
    let failed = "taking a picture of the window failed";
    let folder = tempfile::Builder::new()
        .prefix("uipilot-picture-")
        .tempdir()
        .or_kind(ErrorKind::Io, "making a folder for the picture failed")?;
    let file = folder.path().join("window.png");
    let child = tokio::process::Command::new(PROGRAM)
        // No sound, no shadow, one window.
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

/// The picture in points of the screen: displays of a higher density have several pixels for one.
fn decode(bytes: &[u8], bounds: Rect) -> Result<Picture> {
    let broken = "the picture of the window cannot be read";
    let mut decoder = png::Decoder::new(BufReader::new(Cursor::new(bytes)));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().or_kind(ErrorKind::Protocol, broken)?;
    let size = reader
        .output_buffer_size()
        .filter(|size| *size <= MOST_BYTES)
        .ok_or_else(|| EngineError::new(ErrorKind::Protocol, broken))?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).or_kind(ErrorKind::Protocol, broken)?;
    pixels.truncate(info.buffer_size());
    let rgba = match info.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::GrayscaleAlpha => pixels.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        _ => return Err(EngineError::new(ErrorKind::Protocol, broken)),
    };
    let density = density(info.width, bounds.w);
    let (width, height) = (info.width / density, info.height / density);
    #[expect(clippy::cast_possible_truncation, reason = "places on a screen are small")]
    let (left, top) = (bounds.x.round() as i32, bounds.y.round() as i32);
    Ok(Picture {
        width,
        height,
        rgba: shrink(&rgba, info.width, (width, height), density),
        left,
        top,
    })
}

/// Pixels for a point, in one direction.
fn density(pixels: u32, points: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let density = (f64::from(pixels) / points.max(1.0)).round().clamp(1.0, 4.0) as u32;
    density
}

/// The mean of the pixels of each point, opaque.
fn shrink(rgba: &[u8], row: u32, (width, height): (u32, u32), density: u32) -> Vec<u8> {
    let (row, width, height, density) = (row as usize, width as usize, height as usize, density as usize);
    let mut out = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0usize; 3];
            for dy in 0..density {
                let start = ((y * density + dy) * row + x * density) * 4;
                for pixel in rgba[start..start + density * 4].chunks_exact(4) {
                    for (sum, value) in sum.iter_mut().zip(pixel) {
                        *sum += usize::from(*value);
                    }
                }
            }
            #[expect(clippy::cast_possible_truncation, reason = "a mean of bytes is a byte")]
            out.extend(sum.map(|sum| (sum / (density * density)) as u8));
            out.push(255);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(rgba).expect("pixels");
        drop(writer);
        bytes
    }

    #[test]
    fn a_picture_of_a_dense_display_is_in_points() {
        // Two points side by side, of four pixels each: one red, one of black and white.
        let (red, black, white) = ([200, 0, 0, 255], [0, 0, 0, 255], [255, 255, 255, 255]);
        let rgba = [red, red, black, white, red, red, white, black].concat();
        let bounds = Rect {
            x: 10.0,
            y: 20.0,
            w: 2.0,
            h: 1.0,
        };
        let picture = decode(&encoded(4, 2, &rgba), bounds).expect("a picture");
        assert_eq!((picture.width, picture.height, picture.left, picture.top), (2, 1, 10, 20));
        assert_eq!(picture.rgba, [200, 0, 0, 255, 127, 127, 127, 255]);
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
