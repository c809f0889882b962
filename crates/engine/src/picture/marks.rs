//! Draws numbered boxes on a picture. The page never sees them.

use super::Pixels;

/// A box to draw, in pixels of the picture. It may extend over the edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    pub(crate) number: u32,
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// Dark enough for white digits. Neighbouring colours differ clearly.
const COLOURS: [[u8; 3]; 6] = [
    [200, 30, 40],
    [20, 95, 190],
    [25, 120, 45],
    [140, 50, 180],
    [185, 80, 0],
    [0, 115, 120],
];
const WHITE: [u8; 3] = [255, 255, 255];

/// The digits, five pixels wide; one byte for each row.
const DIGITS: [[u8; 7]; 10] = [
    [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111],
    [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];
/// The size of a digit's pixel in pixels of the picture.
const SIZE: i64 = 2;
const LABEL_HEIGHT: i64 = 7 * SIZE + 4;
const LINE: i64 = 2;

/// Left, top, right and bottom in whole pixels.
type Area = [i64; 4];

/// Draws all boxes, then the numbers, so that no box covers a number.
pub(crate) fn draw(picture: &mut Pixels, marks: &[Mark]) {
    let boxes: Vec<Area> = marks.iter().map(pixels).collect();
    for (mark, area) in marks.iter().zip(&boxes) {
        outline(picture, *area, colour(mark.number));
    }
    let mut taken: Vec<Area> = Vec::with_capacity(marks.len());
    for (mark, area) in marks.iter().zip(&boxes) {
        let place = label_place(picture, *area, label_width(mark.number), &taken);
        taken.push(place);
        picture.fill(place, colour(mark.number));
        number(picture, mark.number, place[0] + 3, place[1] + 2);
    }
}

fn colour(number: u32) -> [u8; 3] {
    COLOURS[number as usize % COLOURS.len()]
}

fn pixels(mark: &Mark) -> Area {
    // The cast saturates.
    #[expect(clippy::cast_possible_truncation, reason = "pictures are far smaller than 2^63 pixels")]
    [mark.left, mark.top, mark.right, mark.bottom].map(|edge| edge.round() as i64)
}

fn digits(number: u32) -> Vec<u8> {
    number.to_string().bytes().map(|digit| digit - b'0').collect()
}

fn label_width(number: u32) -> i64 {
    let count = i64::from(number.max(1).ilog10()) + 1;
    count * 6 * SIZE + 4
}

/// The place of a number: next to its box, inside the picture and, if possible, clear of all other numbers.
fn label_place(picture: &Pixels, [left, top, right, bottom]: Area, width: i64, taken: &[Area]) -> Area {
    let (most_x, most_y) = (i64::from(picture.width()) - width, i64::from(picture.height()) - LABEL_HEIGHT);
    let within = |x: i64, y: i64| {
        let (x, y) = (x.clamp(0, most_x.max(0)), y.clamp(0, most_y.max(0)));
        [x, y, x + width, y + LABEL_HEIGHT]
    };
    let places = [
        within(left, top - LABEL_HEIGHT),
        within(right - width, top - LABEL_HEIGHT),
        within(left - width, top),
        within(left, top),
        within(right, top),
        within(left, bottom),
        within(right - width, bottom),
    ];
    let free = |place: &&Area| taken.iter().all(|other| !overlap(**place, *other));
    *places.iter().find(free).unwrap_or(&places[0])
}

fn overlap(a: Area, b: Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

fn outline(picture: &mut Pixels, [left, top, right, bottom]: Area, colour: [u8; 3]) {
    for edge in [
        [left, top, right, top + LINE],
        [left, bottom - LINE, right, bottom],
        [left, top, left + LINE, bottom],
        [right - LINE, top, right, bottom],
    ] {
        picture.fill(edge, colour);
    }
}

fn number(picture: &mut Pixels, number: u32, left: i64, top: i64) {
    for (place, digit) in (0_i64..).zip(digits(number)) {
        for (row, bits) in (0_i64..).zip(DIGITS[usize::from(digit)]) {
            for column in (0_i64..5).filter(|column| bits & (0b10000 >> column) != 0) {
                let x = left + (place * 6 + column) * SIZE;
                let y = top + row * SIZE;
                picture.fill([x, y, x + SIZE, y + SIZE], WHITE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(number: u32, left: f64, top: f64, right: f64, bottom: f64) -> Mark {
        Mark {
            number,
            left,
            top,
            right,
            bottom,
        }
    }

    #[test]
    fn a_box_has_an_outline_and_its_number_outside_of_it() {
        let mut picture = Pixels::new(100, 100, vec![255; 30_000]);
        draw(&mut picture, &[mark(7, 20.0, 40.0, 80.0, 60.0)]);
        let red = colour(7);
        assert_eq!(picture.at(79, 50), red);
        assert_eq!(picture.at(50, 41), red);
        assert_eq!(picture.at(50, 50), WHITE, "what is inside stays");
        assert_eq!(picture.at(21, 39), red, "the label is above");
        // The top stroke of a seven: five digit pixels wide, one high.
        assert_eq!(picture.at(23, 25), WHITE);
        assert_eq!(picture.at(32, 25), WHITE);
        assert_eq!(picture.at(24, 30), red);
    }

    #[test]
    fn what_reaches_over_the_edge_is_cut() {
        let mut picture = Pixels::new(30, 30, vec![255; 2_700]);
        draw(
            &mut picture,
            &[mark(123, -50.0, -50.0, 500.0, 1e18), mark(4, 29.0, 29.0, 29.5, 29.5)],
        );
        assert_eq!(picture.bytes().len(), 2_700);
    }

    #[test]
    fn numbers_do_not_cover_each_other() {
        let picture = Pixels::new(400, 400, Vec::new());
        let mut taken = Vec::new();
        for row in 0..5 {
            let top = 100 + row * 20;
            let place = label_place(&picture, [100, top, 160, top + 20], 16, &taken);
            assert!(taken.iter().all(|other| !overlap(place, *other)), "{place:?} on {taken:?}");
            taken.push(place);
        }
    }
}
