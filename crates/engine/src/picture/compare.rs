//! What two pictures differ in: pixels, and boxes around them.
//!
//! The distance of two colours is that of Kotsarenko and Ramos (2010), which weighs brightness and hue in YIQ as eyes do.
//! A pixel that differs only because an edge was drawn at another fraction of a pixel does not count: it lies between the
//! colours of both sides (after Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector", 2009).
//!
//! Crates for this give a number and a painted picture, but no pixels to draw boxes around (`dify`, which also brings rayon), or do not know
//! anti-aliasing (`image-compare`).

use super::{Mark, Pixels, draw};

/// The distance of black and white in YIQ.
const FARTHEST: f64 = 35_215.0;
/// How many pixels may lie between two changes in one box, about.
const CELL: u32 = 8;
/// The most boxes before near ones are joined.
const MOST_BOXES: usize = 300;

/// A box around changed pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Changed {
    /// Left, top, right and bottom, in pixels.
    pub(crate) area: [u32; 4],
    /// How many pixels in it differ.
    pub(crate) pixels: usize,
}

/// What two pictures differ in.
#[derive(Debug)]
pub(crate) struct Difference {
    /// Width and height of what was compared: the larger ones of both pictures.
    width: u32,
    height: u32,
    /// How many pixels were compared. Ignored ones do not count.
    pub(crate) compared: usize,
    /// How many of them differ.
    pub(crate) changed: usize,
    /// Boxes around them, from the top to the bottom.
    pub(crate) boxes: Vec<Changed>,
    /// One entry a pixel.
    states: Vec<State>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Same,
    Changed,
    Ignored,
}

/// Compares two pictures from their upper left corners. Where only one of them is, they differ.
///
/// `threshold`: 0 to 1, the least distance of two colours that counts. `ignored`: areas (left, top, right, bottom) that are
/// left out.
pub(crate) fn compare(before: &Pixels, after: &Pixels, threshold: f64, ignored: &[[i64; 4]]) -> Difference {
    let (width, height) = (before.width().max(after.width()), before.height().max(after.height()));
    let mut states = vec![State::Same; width as usize * height as usize];
    let least = FARTHEST * threshold * threshold;
    let index = |x: u32, y: u32| y as usize * width as usize + x as usize;
    let inside = |picture: &Pixels, x: u32, y: u32| x < picture.width() && y < picture.height();
    for area in ignored {
        let [left, right] = [area[0], area[2]].map(|edge| clamp(edge, width));
        let [top, bottom] = [area[1], area[3]].map(|edge| clamp(edge, height));
        for y in top..bottom {
            states[index(left, y)..index(right.max(left), y)].fill(State::Ignored);
        }
    }
    let (mut compared, mut changed) = (0, 0);
    for y in 0..height {
        for x in 0..width {
            let state = &mut states[index(x, y)];
            if *state == State::Ignored {
                continue;
            }
            compared += 1;
            let differs = if inside(before, x, y) && inside(after, x, y) {
                let (old, new) = (before.at(x, y), after.at(x, y));
                old != new && distance(old, new) > least && !(is_edge(before, after, x, y) || is_edge(after, before, x, y))
            } else {
                true
            };
            if differs {
                *state = State::Changed;
                changed += 1;
            }
        }
    }
    let mut difference = Difference {
        width,
        height,
        compared,
        changed,
        boxes: Vec::new(),
        states,
    };
    difference.boxes = difference.find_boxes();
    difference
}

fn clamp(edge: i64, size: u32) -> u32 {
    u32::try_from(edge.clamp(0, i64::from(size))).unwrap_or(size)
}

fn brightness([red, green, blue]: [u8; 3]) -> f64 {
    0.298_895_31 * f64::from(red) + 0.586_622_47 * f64::from(green) + 0.114_482_23 * f64::from(blue)
}

/// How far two colours lie apart.
fn distance(a: [u8; 3], b: [u8; 3]) -> f64 {
    let difference = [0, 1, 2].map(|part: usize| f64::from(a[part]) - f64::from(b[part]));
    let part = |weights: [f64; 3]| -> f64 { weights.iter().zip(difference).map(|(weight, part)| weight * part).sum() };
    let luma = part([0.298_895_31, 0.586_622_47, 0.114_482_23]);
    let in_phase = part([0.595_977_99, -0.274_176_10, -0.321_801_89]);
    let quadrature = part([0.211_470_17, -0.522_617_11, 0.311_146_94]);
    0.5053 * luma * luma + 0.299 * in_phase * in_phase + 0.1957 * quadrature * quadrature
}

/// The pixels around one, inside the picture.
fn around(picture: &Pixels, x: u32, y: u32) -> impl Iterator<Item = (u32, u32)> {
    let (right, bottom) = ((x + 1).min(picture.width() - 1), (y + 1).min(picture.height() - 1));
    (y.saturating_sub(1)..=bottom)
        .flat_map(move |row| (x.saturating_sub(1)..=right).map(move |column| (column, row)))
        .filter(move |at| *at != (x, y))
}

/// Whether a pixel is a step between two even sides, as an edge is drawn: some neighbour is darker, some is brighter, few
/// are like it, and the darkest or the brightest one lies in an even area of both pictures.
fn is_edge(picture: &Pixels, other: &Pixels, x: u32, y: u32) -> bool {
    let own = picture.at(x, y);
    let light = brightness(own);
    let (mut alike, mut darkest, mut brightest) = (0, (0.0, None), (0.0, None));
    for (column, row) in around(picture, x, y) {
        let step = brightness(picture.at(column, row)) - light;
        if step == 0.0 {
            alike += 1;
            if alike > 2 {
                return false;
            }
        } else if step < darkest.0 {
            darkest = (step, Some((column, row)));
        } else if step > brightest.0 {
            brightest = (step, Some((column, row)));
        }
    }
    let (Some(darkest), Some(brightest)) = (darkest.1, brightest.1) else {
        return false;
    };
    [darkest, brightest]
        .into_iter()
        .any(|(x, y)| is_even(picture, x, y) && x < other.width() && y < other.height() && is_even(other, x, y))
}

/// Whether at least three neighbours have a pixel's colour. What lies outside of the picture counts as one.
fn is_even(picture: &Pixels, x: u32, y: u32) -> bool {
    let own = picture.at(x, y);
    let at_border = x == 0 || y == 0 || x + 1 == picture.width() || y + 1 == picture.height();
    let alike = around(picture, x, y).filter(|&(x, y)| picture.at(x, y) == own).count();
    alike + usize::from(at_border) > 2
}

impl Difference {
    /// The share of the compared pixels that differ, 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "pictures have fewer than 2^52 pixels")]
        let share = self.changed as f64 / self.compared.max(1) as f64;
        share
    }

    /// Boxes around the changed pixels. Those that are near each other share one.
    fn find_boxes(&self) -> Vec<Changed> {
        let mut cell = CELL;
        loop {
            let boxes = self.boxes_by(cell);
            if boxes.len() <= MOST_BOXES || cell >= self.width.max(self.height) {
                let mut boxes = join_overlapping(boxes);
                boxes.sort_by_key(|changed| (changed.area[1], changed.area[0]));
                return boxes;
            }
            cell *= 2;
        }
    }

    /// Boxes around groups of cells with changes, each at most one empty cell from the next.
    fn boxes_by(&self, cell: u32) -> Vec<Changed> {
        let (across, down) = (self.width.div_ceil(cell) as usize, self.height.div_ceil(cell) as usize);
        let mut cells: Vec<Option<Changed>> = vec![None; across * down];
        for (y, row) in (0..).zip(self.states.chunks(self.width.max(1) as usize)) {
            for (x, _) in (0..).zip(row).filter(|(_, state)| **state == State::Changed) {
                let at = (y / cell) as usize * across + (x / cell) as usize;
                let pixel = Changed {
                    area: [x, y, x + 1, y + 1],
                    pixels: 1,
                };
                cells[at] = Some(cells[at].map_or(pixel, |known| known.with(pixel)));
            }
        }
        let mut boxes = Vec::new();
        let mut open = Vec::new();
        for first in 0..cells.len() {
            let Some(mut found) = cells[first].take() else { continue };
            open.push(first);
            while let Some(at) = open.pop() {
                let (x, y) = (at % across, at / across);
                for row in y.saturating_sub(2)..(y + 3).min(down) {
                    for column in x.saturating_sub(2)..(x + 3).min(across) {
                        if let Some(next) = cells[row * across + column].take() {
                            found = found.with(next);
                            open.push(row * across + column);
                        }
                    }
                }
            }
            boxes.push(found);
        }
        boxes
    }

    /// The later picture in pale grey, with what changed in red, what was ignored in blue, and the boxes numbered from 1.
    pub(crate) fn picture(&self, after: &Pixels, boxes: &[Changed]) -> Pixels {
        let mut picture = Pixels::new(self.width, self.height, Vec::new());
        for y in 0..self.height {
            for x in 0..self.width {
                let inside = x < after.width() && y < after.height();
                let light = if inside { brightness(after.at(x, y)) } else { 255.0 };
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a brightness is a byte")]
                let pale = (255.0 - (255.0 - light) * 0.3) as u8;
                picture.set(
                    x,
                    y,
                    match self.states[y as usize * self.width as usize + x as usize] {
                        State::Same => [pale; 3],
                        State::Changed => [224, 0, 48],
                        State::Ignored => [pale / 2 + 80, pale / 2 + 100, pale / 2 + 127],
                    },
                );
            }
        }
        let marks: Vec<Mark> = (1..)
            .zip(boxes)
            .map(|(number, changed)| {
                let [left, top, right, bottom] = changed.area.map(f64::from);
                Mark {
                    number,
                    left: left - 3.0,
                    top: top - 3.0,
                    right: right + 3.0,
                    bottom: bottom + 3.0,
                }
            })
            .collect();
        draw(&mut picture, &marks);
        picture
    }
}

impl Changed {
    fn with(self, other: Self) -> Self {
        let ([left, top, right, bottom], with) = (self.area, other.area);
        Self {
            area: [left.min(with[0]), top.min(with[1]), right.max(with[2]), bottom.max(with[3])],
            pixels: self.pixels + other.pixels,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.area, other.area);
        a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
    }
}

/// Joins boxes until none overlaps another one.
fn join_overlapping(boxes: Vec<Changed>) -> Vec<Changed> {
    let mut apart: Vec<Changed> = Vec::with_capacity(boxes.len());
    for mut joined in boxes {
        while let Some(at) = apart.iter().position(|other| other.overlaps(&joined)) {
            joined = joined.with(apart.swap_remove(at));
        }
        apart.push(joined);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255; 3];
    const BLACK: [u8; 3] = [0; 3];

    fn white(width: u32, height: u32) -> Pixels {
        Pixels::new(width, height, vec![255; (width * height * 3) as usize])
    }

    fn areas(difference: &Difference) -> Vec<[u32; 4]> {
        difference.boxes.iter().map(|changed| changed.area).collect()
    }

    #[test]
    fn equal_pictures_differ_in_nothing() {
        let difference = compare(&white(50, 40), &white(50, 40), 0.1, &[]);
        assert_eq!((difference.changed, difference.compared), (0, 2_000));
        assert!(difference.boxes.is_empty());
    }

    #[test]
    fn near_changes_share_a_box_and_far_ones_do_not() {
        let mut after = white(200, 100);
        for area in [[10, 10, 20, 20], [24, 12, 30, 22], [150, 80, 160, 90]] {
            after.fill(area, BLACK);
        }
        let difference = compare(&white(200, 100), &after, 0.1, &[]);
        assert_eq!(areas(&difference), [[10, 10, 30, 22], [150, 80, 160, 90]]);
        assert_eq!(difference.changed, 100 + 60 + 100);
        assert_eq!(difference.boxes[0].pixels, 160);
        assert!((difference.share() - 260.0 / 20_000.0).abs() < 1e-9);
    }

    #[test]
    fn boxes_that_overlap_are_one() {
        // A frame with a far change in its middle.
        let mut after = white(300, 300);
        after.fill([10, 10, 290, 290], BLACK);
        after.fill([20, 20, 280, 280], WHITE);
        after.fill([140, 140, 160, 160], BLACK);
        let difference = compare(&white(300, 300), &after, 0.1, &[]);
        assert_eq!(areas(&difference), [[10, 10, 290, 290]]);
    }

    #[test]
    fn small_differences_of_colour_do_not_count_unless_wanted() {
        let mut after = white(20, 20);
        after.fill([5, 5, 15, 15], [250, 250, 250]);
        assert_eq!(compare(&white(20, 20), &after, 0.1, &[]).changed, 0);
        assert_eq!(compare(&white(20, 20), &after, 0.0, &[]).changed, 100);
    }

    #[test]
    fn an_edge_at_another_fraction_of_a_pixel_does_not_count() {
        // Black on the left, white on the right, and one column between them.
        let drawn = |between: u8| {
            let mut picture = white(40, 40);
            picture.fill([0, 0, 20, 40], BLACK);
            picture.fill([20, 0, 21, 40], [between; 3]);
            picture
        };
        assert_eq!(compare(&drawn(90), &drawn(170), 0.1, &[]).changed, 0);
        // A whole pixel counts.
        let mut moved = drawn(90);
        moved.fill([18, 0, 21, 40], WHITE);
        assert!(compare(&drawn(90), &moved, 0.1, &[]).changed > 0);
    }

    #[test]
    fn what_is_ignored_does_not_count() {
        let mut after = white(100, 100);
        after.fill([10, 10, 20, 20], BLACK);
        let difference = compare(&white(100, 100), &after, 0.1, &[[-50, -50, 20, 1 << 40]]);
        assert_eq!((difference.changed, difference.compared), (0, 8_000));
        let turned = compare(&white(100, 100), &after, 0.1, &[[50, 50, 10, 10]]);
        assert_eq!(turned.changed, 100);
    }

    #[test]
    fn pictures_of_other_sizes_are_compared_from_the_corner() {
        let difference = compare(&white(40, 40), &white(60, 30), 0.1, &[]);
        assert_eq!(difference.compared, 60 * 40);
        assert_eq!(difference.changed, 20 * 30 + 40 * 10 + 20 * 10);
        let picture = difference.picture(&white(60, 30), &difference.boxes);
        assert_eq!((picture.width(), picture.height()), (60, 40));
    }

    #[test]
    fn a_flood_of_changes_gives_few_boxes() {
        let mut after = white(2_000, 2_000);
        for row in 0..80 {
            for column in 0..80 {
                let (x, y) = (column * 25, row * 25);
                after.fill([x, y, x + 3, y + 3], BLACK);
            }
        }
        let difference = compare(&white(2_000, 2_000), &after, 0.1, &[]);
        assert_eq!(difference.changed, 80 * 80 * 9);
        assert!(difference.boxes.len() <= MOST_BOXES, "{}", difference.boxes.len());
    }

    #[test]
    fn the_picture_shows_changes_and_what_was_ignored() {
        let mut after = white(100, 100);
        after.fill([10, 50, 20, 60], BLACK);
        let difference = compare(&white(100, 100), &after, 0.1, &[[80, 80, 100, 100]]);
        let picture = difference.picture(&after, &difference.boxes);
        assert_eq!(picture.at(15, 55), [224, 0, 48]);
        assert_eq!(picture.at(50, 90), WHITE);
        assert_ne!(picture.at(90, 90), WHITE);
    }
}
