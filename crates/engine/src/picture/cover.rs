//! Paints over what a picture must not show.

use super::Pixels;

/// Dark grey, which is no colour of a mark.
const COLOUR: [u8; 3] = [70, 70, 70];
/// How far the paint reaches over an area, in pixels: letters reach over their boxes.
const MARGIN: i64 = 3;

/// Fills areas: left, top, right and bottom in pixels of the picture. They may extend over its edge.
pub(crate) fn cover(picture: &mut Pixels, areas: &[[f64; 4]]) {
    for [left, top, right, bottom] in areas {
        // The casts saturate.
        #[expect(clippy::cast_possible_truncation, reason = "pictures are far smaller than 2^63 pixels")]
        let (left, top, right, bottom) = (
            left.floor() as i64,
            top.floor() as i64,
            right.ceil() as i64,
            bottom.ceil() as i64,
        );
        picture.fill(
            [
                left.saturating_sub(MARGIN),
                top.saturating_sub(MARGIN),
                right.saturating_add(MARGIN),
                bottom.saturating_add(MARGIN),
            ],
            COLOUR,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_filled_with_its_margin_and_nothing_else() {
        let mut picture = Pixels::new(40, 20, vec![255; 2_400]);
        cover(&mut picture, &[[10.4, 8.0, 20.0, 9.5], [-50.0, -50.0, -20.0, 1e18]]);
        assert_eq!(picture.at(7, 5), COLOUR);
        assert_eq!(picture.at(22, 12), COLOUR);
        assert_eq!(picture.at(6, 8), [255; 3]);
        assert_eq!(picture.at(23, 8), [255; 3]);
        assert_eq!(picture.at(12, 13), [255; 3]);
    }
}
