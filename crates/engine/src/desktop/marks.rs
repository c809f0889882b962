//! Pictures with numbers on what can be acted on, and their way into PNG.

use super::app::Picture;
use super::node::{Rect, UiNode};
use super::render::write_line;
use super::tree::each;
use crate::error::{ErrorContext as _, ErrorKind, Result};

/// More marks than this hide what they are on.
const MOST_MARKS: usize = 99;
/// Pixels of the picture for one of a digit.
const SCALE: i32 = 2;
const DIGIT_WIDTH: i32 = 3;
const DIGIT_HEIGHT: i32 = 5;
const INK: [u8; 3] = [255, 255, 255];
const PAPER: [u8; 3] = [200, 0, 60];

/// Digits as rows of three bits.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 2, 2],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// The nodes that are worth a mark, without what is in them.
pub(super) fn candidates(roots: &[UiNode]) -> Vec<UiNode> {
    let mut found = Vec::new();
    each(roots, &mut |node| {
        let acts = matches!(
            node.role.as_str(),
            "button"
                | "togglebutton"
                | "switch"
                | "textbox"
                | "searchbox"
                | "checkbox"
                | "radio"
                | "slider"
                | "spinbutton"
                | "combobox"
                | "option"
                | "listitem"
                | "menuitem"
                | "menuitemcheckbox"
                | "menuitemradio"
                | "menu"
                | "tab"
                | "cell"
                | "treeitem"
                | "link"
        );
        if acts && found.len() < MOST_MARKS {
            found.push(node.alone());
        }
    });
    found
}

/// Puts numbers on the nodes that are in the picture; answers a line for each.
pub(super) fn draw(picture: &mut Picture, nodes: &[UiNode]) -> String {
    let mut legend = String::new();
    let mut number = 0;
    for node in nodes {
        let Some(bounds) = node.bounds.and_then(|bounds| inside(picture, &bounds)) else {
            continue;
        };
        number += 1;
        frame(picture, bounds);
        label(picture, bounds.0, bounds.1, number);
        legend.push_str(&number.to_string());
        legend.push(' ');
        write_line(&mut legend, 0, node);
    }
    legend
}

/// A rectangle in the picture's own pixels, cut to it: left, top, right, bottom.
fn inside(picture: &Picture, bounds: &Rect) -> Option<(i32, i32, i32, i32)> {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates of a screen")]
    let pixel = |value: f64| value.round() as i32;
    let (width, height) = (picture.width.cast_signed(), picture.height.cast_signed());
    let left = (pixel(bounds.x) - picture.left).max(0);
    let top = (pixel(bounds.y) - picture.top).max(0);
    let right = (pixel(bounds.x + bounds.w) - picture.left).min(width) - 1;
    let bottom = (pixel(bounds.y + bounds.h) - picture.top).min(height) - 1;
    (right > left && bottom > top).then_some((left, top, right, bottom))
}

fn dot(picture: &mut Picture, x: i32, y: i32, colour: [u8; 3]) {
    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
        return;
    };
    if x >= picture.width || y >= picture.height {
        return;
    }
    let at = 4 * (y as usize * picture.width as usize + x as usize);
    if let Some(pixel) = picture.rgba.get_mut(at..at + 3) {
        pixel.copy_from_slice(&colour);
    }
}

fn frame(picture: &mut Picture, (left, top, right, bottom): (i32, i32, i32, i32)) {
    for x in left..=right {
        dot(picture, x, top, PAPER);
        dot(picture, x, bottom, PAPER);
    }
    for y in top..=bottom {
        dot(picture, left, y, PAPER);
        dot(picture, right, y, PAPER);
    }
}

fn label(picture: &mut Picture, left: i32, top: i32, number: usize) {
    let text = number.to_string();
    let digits: Vec<usize> = text.bytes().map(|byte| usize::from(byte - b'0')).collect();
    let step = (DIGIT_WIDTH + 1) * SCALE;
    let width = step * i32::try_from(digits.len()).unwrap_or(2) + SCALE;
    let height = (DIGIT_HEIGHT + 2) * SCALE;
    for y in 0..height {
        for x in 0..width {
            dot(picture, left + x, top + y, PAPER);
        }
    }
    let mut at = left + SCALE;
    for digit in digits {
        for y in 0..DIGIT_HEIGHT * SCALE {
            for x in 0..DIGIT_WIDTH * SCALE {
                let row = usize::try_from(y / SCALE).unwrap_or_default();
                if DIGITS[digit][row] & (1 << (DIGIT_WIDTH - 1 - x / SCALE)) != 0 {
                    dot(picture, at + x, top + SCALE + y, INK);
                }
            }
        }
        at += step;
    }
}

/// The picture as PNG.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&picture.rgba));
    written.or_kind(ErrorKind::Internal, "the picture could not be written")?;
    Ok(out)
}
