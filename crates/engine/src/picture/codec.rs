//! PNG and JPEG: from bytes to pixels, and back.

use super::{Pixels, QUALITIES};
use crate::backend::ImageFormat;
use crate::error::{EngineError, ErrorContext as _, ErrorKind, Result};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use std::io::{BufReader, Cursor};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The maximum size of a decoded picture, larger than any screen.
const MOST_BYTES: usize = 512 << 20;

/// Decodes a PNG and drops its transparency.
///
/// # Errors
/// `Unsupported` for a picture too large to decode, `Protocol` for invalid data.
pub(crate) fn read(bytes: &[u8]) -> Result<Pixels> {
    let broken = "the picture could not be read";
    let mut decoder = png::Decoder::new(BufReader::new(Cursor::new(bytes)));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().or_kind(ErrorKind::Protocol, broken)?;
    let size = reader
        .output_buffer_size()
        .filter(|size| *size <= MOST_BYTES)
        .ok_or_else(|| {
            EngineError::new(ErrorKind::Unsupported, "the picture is too large to draw on")
                .with_next_step("take a smaller part: the viewport or an element")
        })?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).or_kind(ErrorKind::Protocol, broken)?;
    data.truncate(frame.buffer_size());
    let rgb = match frame.color_type {
        png::ColorType::Rgb => data,
        png::ColorType::Rgba => without_alpha(data),
        png::ColorType::Grayscale => data.iter().flat_map(|&value| [value; 3]).collect(),
        png::ColorType::GrayscaleAlpha => data.chunks_exact(2).flat_map(|pixel| [pixel[0]; 3]).collect(),
        png::ColorType::Indexed => return Err(EngineError::new(ErrorKind::Protocol, broken)),
    };
    Ok(Pixels::new(frame.width, frame.height, rgb))
}

/// Leaves every fourth byte out, in the same memory: a browser's picture of the page has millions of them.
fn without_alpha(mut data: Vec<u8>) -> Vec<u8> {
    let pixels = data.len() / 4;
    for index in 1..pixels {
        data.copy_within(index * 4..index * 4 + 3, index * 3);
    }
    data.truncate(pixels * 3);
    data
}

/// The most pixels of a picture that a caller gives: a page of 1280 pixels and 30,000 rows.
const MOST_GIVEN: u64 = 40_000_000;

/// Decodes a PNG or JPEG that a caller gives. `name` names it in errors.
///
/// # Errors
/// `InvalidInput` for anything else, and for a picture with more than 40 million pixels.
pub(crate) fn read_given(name: &str, bytes: &[u8]) -> Result<Pixels> {
    let refused = |why: &str| EngineError::new(ErrorKind::InvalidInput, format!("{name} {why}"));
    let broken =
        || refused("is no PNG or JPEG picture that can be read").with_next_step("give a picture that a screenshot wrote");
    let (width, height) = dimensions(bytes).ok_or_else(broken)?;
    if u64::from(width) * u64::from(height) > MOST_GIVEN {
        let why = format!("has {width} × {height} pixels, and at most {MOST_GIVEN} are compared");
        return Err(refused(&why).with_next_step("give pictures of a part: the viewport or an element"));
    }
    if bytes.starts_with(PNG) {
        return read(bytes).map_err(|_| broken());
    }
    let mut decoder = jpeg(bytes);
    let data = decoder.decode().map_err(|_| broken())?;
    match decoder.output_colorspace() {
        Some(ColorSpace::RGB) => Ok(Pixels::new(width, height, data)),
        _ => Err(broken()),
    }
}

/// A decoder of a JPEG that gives red, green and blue, also for shades of grey. The limit of pixels is the caller's.
fn jpeg(bytes: &[u8]) -> JpegDecoder<ZCursor<&[u8]>> {
    let longest = usize::from(u16::MAX);
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(longest)
        .set_max_height(longest);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

/// How a PNG begins.
const PNG: &[u8] = b"\x89PNG";

/// The width and height of an encoded PNG or JPEG in pixels; `None` if they cannot be read, or are 0.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, height) = if bytes.starts_with(PNG) {
        let reader = png::Decoder::new(BufReader::new(Cursor::new(bytes))).read_info().ok()?;
        (reader.info().width, reader.info().height)
    } else {
        let mut decoder = jpeg(bytes);
        decoder.decode_headers().ok()?;
        let info = decoder.info()?;
        (info.width.into(), info.height.into())
    };
    (width > 0 && height > 0).then_some((width, height))
}

/// The width of an encoded PNG or JPEG in pixels; `None` if it cannot be read.
pub(crate) fn width(bytes: &[u8]) -> Option<u32> {
    dimensions(bytes).map(|(width, _)| width)
}

/// Encodes a picture. If it exceeds `max_bytes`, encodes it as JPEG of falling quality. Returns the format used.
pub(crate) fn write(picture: &Pixels, format: ImageFormat, max_bytes: Option<usize>) -> Result<(Vec<u8>, ImageFormat)> {
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

fn encode(picture: &Pixels, format: ImageFormat) -> Result<Vec<u8>> {
    let (width, height) = (picture.width(), picture.height());
    let failed = "the picture could not be written";
    let mut data = Vec::new();
    match format {
        ImageFormat::Png => {
            let mut encoder = png::Encoder::new(&mut data, width, height);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.set_compression(png::Compression::Fast);
            encoder
                .write_header()
                .and_then(|mut writer| writer.write_image_data(picture.bytes()))
                .or_kind(ErrorKind::Internal, failed)?;
        }
        ImageFormat::Jpeg(quality) => {
            let side = |length: u32| u16::try_from(length).or_kind(ErrorKind::Unsupported, failed);
            let (width, height) = (side(width)?, side(height)?);
            let mut encoder = Encoder::new(&mut data, quality);
            // Fewer colours than shades would blur coloured text.
            encoder.set_sampling_factor(SamplingFactor::F_1_1);
            encoder
                .encode(picture.bytes(), width, height, ColorType::Rgb)
                .or_kind(ErrorKind::Internal, failed)?;
        }
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random colours that hardly compress.
    fn noise(width: u32, height: u32) -> Pixels {
        let mut seed = 1_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed.to_le_bytes()[2]
        };
        Pixels::new(width, height, (0..width * height * 3).map(|_| next()).collect())
    }

    /// Encodes samples as PNG.
    fn png(color: png::ColorType, width: u32, samples: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, 1);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(samples).expect("pixels");
        drop(writer);
        bytes
    }

    #[test]
    fn every_kind_of_png_is_read() {
        use png::ColorType::{Grayscale, GrayscaleAlpha, Rgb, Rgba};
        for (color, samples) in [
            (Rgb, &[9, 9, 9, 8, 8, 8][..]),
            (Rgba, &[9, 9, 9, 255, 8, 8, 8, 255]),
            (Grayscale, &[9, 8]),
            (GrayscaleAlpha, &[9, 255, 8, 255]),
        ] {
            let picture = read(&png(color, 2, samples)).expect("reads");
            assert_eq!(picture, Pixels::new(2, 1, vec![9, 9, 9, 8, 8, 8]), "{color:?}");
        }
    }

    #[test]
    fn a_picture_is_read_as_it_was_written() {
        let picture = noise(40, 30);
        let (data, format) = write(&picture, ImageFormat::Png, None).expect("writes");
        assert_eq!((format, read(&data).expect("reads")), (ImageFormat::Png, picture));
        assert_eq!(read(b"no picture").expect_err("none").code(), "PROTOCOL");
    }

    #[test]
    fn what_a_caller_gives_is_read_or_refused() {
        let picture = noise(16, 8);
        let (png, _) = write(&picture, ImageFormat::Png, None).expect("writes");
        assert_eq!(read_given("before", &png).expect("reads"), picture);
        let (jpeg, _) = write(&picture, ImageFormat::Jpeg(90), None).expect("writes");
        let read = read_given("before", &jpeg).expect("reads");
        assert_eq!((read.width(), read.height()), (16, 8));
        for broken in [&b""[..], b"GIF89a", &png[..40], &jpeg[..20], b"\x89PNG\r\n\x1a\nno"] {
            assert_eq!(read_given("before", broken).expect_err("refused").code(), "INVALID_INPUT");
        }
    }

    #[test]
    fn a_long_page_and_shades_of_grey_are_read_from_a_jpeg() {
        let long = noise(4, 30_000);
        let (bytes, _) = write(&long, ImageFormat::Jpeg(90), None).expect("writes");
        assert_eq!(width(&bytes), Some(4));
        assert_eq!(read_given("before", &bytes).expect("reads").height(), 30_000);
        let mut grey = Vec::new();
        Encoder::new(&mut grey, 100)
            .encode(&[200; 64], 8, 8, ColorType::Luma)
            .expect("writes");
        let read = read_given("before", &grey).expect("reads");
        assert_eq!((read.width(), read.bytes()), (8, &[200; 192][..]));
    }

    #[test]
    fn a_picture_that_claims_to_be_huge_is_not_decoded() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 60_000, 60_000);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_chunk(png::chunk::IDAT, &[0; 64]).expect("a part of the data");
        drop(writer);
        let error = read_given("before", &bytes).expect_err("refused");
        assert!(error.context().contains("60000 × 60000"), "{error}");
    }

    #[test]
    fn a_picture_with_too_many_bytes_becomes_a_jpeg() {
        let (data, format) = write(&noise(200, 200), ImageFormat::Png, Some(30_000)).expect("writes");
        assert!(matches!(format, ImageFormat::Jpeg(_)), "{format:?}");
        assert!(data.len() <= 30_000, "{}", data.len());
    }
}
