//! Pictures as pixels: read, made smaller, drawn on, written. No I/O.

mod marks;

pub(crate) use marks::{Mark, draw};

use crate::backend::ImageFormat;
use crate::error::{EngineError, ErrorKind, Result};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageEncoder as _, RgbImage};

/// Qualities that are tried in turn when a picture has too many bytes.
pub(crate) const QUALITIES: [u8; 3] = [80, 55, 30];

/// Reads a PNG or JPEG.
///
/// # Errors
/// `Unsupported` for a picture too large to be held as pixels, `Protocol` for what is none.
pub(crate) fn read(bytes: &[u8]) -> Result<RgbImage> {
    match image::load_from_memory(bytes) {
        Ok(picture) => Ok(picture.into_rgb8()),
        Err(source @ image::ImageError::Limits(_)) => Err(EngineError::new(
            ErrorKind::Unsupported,
            "the picture is too large to draw on",
        )
        .with_next_step("take a smaller part: the viewport or an element")
        .with_source(source)),
        Err(source) => Err(EngineError::new(ErrorKind::Protocol, "the browser's picture could not be read").with_source(source)),
    }
}

/// Makes a picture this size, unless it is as small.
pub(crate) fn shrink(picture: RgbImage, width: u32, height: u32) -> RgbImage {
    if picture.width() <= width && picture.height() <= height {
        return picture;
    }
    DynamicImage::ImageRgb8(picture)
        .resize_exact(width.max(1), height.max(1), FilterType::Triangle)
        .into_rgb8()
}

/// Writes a picture; as JPEG of falling quality where it would have more than `max_bytes`. Gives
/// the format used.
pub(crate) fn write(picture: &RgbImage, format: ImageFormat, max_bytes: Option<usize>) -> Result<(Vec<u8>, ImageFormat)> {
    let mut used = format;
    let mut data = encode(picture, used)?;
    for quality in QUALITIES {
        if max_bytes.is_none_or(|limit| data.len() <= limit) {
            break;
        }
        used = ImageFormat::Jpeg(quality);
        data = encode(picture, used)?;
    }
    Ok((data, used))
}

fn encode(picture: &RgbImage, format: ImageFormat) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    let written = match format {
        ImageFormat::Png => image::codecs::png::PngEncoder::new(&mut data).write_image(
            picture.as_raw(),
            picture.width(),
            picture.height(),
            image::ExtendedColorType::Rgb8,
        ),
        ImageFormat::Jpeg(quality) => JpegEncoder::new_with_quality(&mut data, quality).encode_image(picture),
    };
    written.map_err(|source| EngineError::new(ErrorKind::Internal, "the picture could not be written").with_source(source))?;
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours all over, so that it does not compress to nothing.
    fn noise(width: u32, height: u32) -> RgbImage {
        let mut seed = 1_u32;
        RgbImage::from_fn(width, height, |_, _| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            image::Rgb(seed.to_le_bytes()[1..4].try_into().expect("three bytes"))
        })
    }

    #[test]
    fn a_picture_is_read_as_it_was_written() {
        let picture = noise(40, 30);
        let (data, format) = write(&picture, ImageFormat::Png, None).expect("writes");
        assert_eq!((format, read(&data).expect("reads")), (ImageFormat::Png, picture));
        assert_eq!(read(b"no picture").expect_err("none").code(), "PROTOCOL");
    }

    #[test]
    fn a_picture_with_too_many_bytes_becomes_a_jpeg() {
        let (data, format) = write(&noise(200, 200), ImageFormat::Png, Some(30_000)).expect("writes");
        assert!(matches!(format, ImageFormat::Jpeg(_)), "{format:?}");
        assert!(data.len() <= 30_000, "{}", data.len());
    }

    #[test]
    fn a_picture_is_made_smaller_and_never_larger() {
        assert_eq!(shrink(noise(40, 30), 20, 15).dimensions(), (20, 15));
        assert_eq!(shrink(noise(40, 30), 80, 60).dimensions(), (40, 30));
    }
}
