//! A decoded picture, and operations that do not depend on its format.

/// A picture: rows from the top, three bytes (red, green, blue) for each pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Bytes for each pixel.
const DEPTH: usize = 3;

impl Pixels {
    /// Creates a picture from bytes. Surplus bytes are dropped, missing ones are black.
    pub fn new(width: u32, height: u32, mut rgb: Vec<u8>) -> Self {
        rgb.resize(width as usize * height as usize * DEPTH, 0);
        Self { width, height, rgb }
    }

    /// Its width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Its height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.rgb
    }

    /// Sets a pixel that is inside the picture.
    pub(super) fn set(&mut self, x: u32, y: u32, colour: [u8; DEPTH]) {
        let start = (y as usize * self.width as usize + x as usize) * DEPTH;
        if let Some(pixel) = self.rgb.get_mut(start..start + DEPTH) {
            pixel.copy_from_slice(&colour);
        }
    }

    /// Puts another picture on this one, with its corner at a pixel. What reaches over the edge is left out.
    pub(crate) fn put(&mut self, other: &Self, x: u32, y: u32) {
        let (x, y) = (x.min(self.width) as usize, y.min(self.height) as usize);
        let (row, line) = (self.width as usize * DEPTH, other.width as usize * DEPTH);
        let length = line.min(row - x * DEPTH);
        let rows = self.rgb.chunks_exact_mut(row.max(1)).skip(y);
        for (to, from) in rows.zip(other.rgb.chunks_exact(line.max(1))) {
            to[x * DEPTH..x * DEPTH + length].copy_from_slice(&from[..length]);
        }
    }

    /// Fills the part of an area (left, top, right, bottom) that is inside the picture.
    pub(super) fn fill(&mut self, [left, top, right, bottom]: [i64; 4], colour: [u8; DEPTH]) {
        let within = |edge: i64, size: u32| usize::try_from(edge.clamp(0, i64::from(size))).unwrap_or_default();
        let (left, right) = (within(left, self.width), within(right, self.width));
        let (top, bottom) = (within(top, self.height), within(bottom, self.height));
        let row = self.width as usize * DEPTH;
        for y in top..bottom {
            if let Some(line) = self.rgb.get_mut(y * row + left * DEPTH..y * row + right.max(left) * DEPTH) {
                for pixel in line.chunks_exact_mut(DEPTH) {
                    pixel.copy_from_slice(&colour);
                }
            }
        }
    }

    /// A part of the picture: x, y, width and height. What reaches over the edge is left out.
    #[must_use]
    pub(crate) fn part(&self, [x, y, width, height]: [u32; 4]) -> Self {
        let (x, y) = (x.min(self.width.saturating_sub(1)), y.min(self.height.saturating_sub(1)));
        let (width, height) = (
            width.clamp(1, (self.width - x).max(1)),
            height.clamp(1, (self.height - y).max(1)),
        );
        let (row, from, length) = (self.width as usize * DEPTH, x as usize * DEPTH, width as usize * DEPTH);
        let lines = self.rgb.chunks_exact(row.max(1)).skip(y as usize).take(height as usize);
        let rgb = lines.flat_map(|line| &line[from..from + length]).copied().collect();
        Self::new(width, height, rgb)
    }

    /// Scales the picture down to this size; each pixel is the mean of the area that it represents. A smaller picture
    /// is returned unchanged.
    #[must_use]
    pub(crate) fn shrink(self, width: u32, height: u32) -> Self {
        let (width, height) = (width.clamp(1, self.width.max(1)), height.clamp(1, self.height.max(1)));
        if (width, height) == (self.width, self.height) {
            return self;
        }
        let (across, down) = (shares(self.width, width), shares(self.height, height));
        let row = self.width as usize * DEPTH;
        let mut rgb = Vec::with_capacity(width as usize * height as usize * DEPTH);
        // Rows first: that is one pass over all bytes of the picture, in their order.
        let mut sums = vec![0_f32; row];
        for (top, weights) in &down {
            sums.fill(0.0);
            for (y, &weight) in (*top..).zip(weights) {
                for (sum, &value) in sums.iter_mut().zip(&self.rgb[y * row..(y + 1) * row]) {
                    *sum += f32::from(value) * weight;
                }
            }
            for (left, shares) in &across {
                let mut mean = [0_f32; DEPTH];
                for (pixel, share) in sums[left * DEPTH..].chunks_exact(DEPTH).zip(shares) {
                    for (mean, sum) in mean.iter_mut().zip(pixel) {
                        *mean += sum * share;
                    }
                }
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a mean of bytes is a byte"
                )]
                rgb.extend(mean.map(|mean| mean.round() as u8));
            }
        }
        Self { width, height, rgb }
    }

    pub(super) fn at(&self, x: u32, y: u32) -> [u8; DEPTH] {
        let start = (y as usize * self.width as usize + x as usize) * DEPTH;
        match self.rgb.get(start..start + DEPTH) {
            Some(&[red, green, blue]) => [red, green, blue],
            _ => [0; DEPTH],
        }
    }
}

/// For each of `to` equal parts of `from` pixels: the first pixel in the part, and the weights of it and its
/// successors.
fn shares(from: u32, to: u32) -> Vec<(usize, Vec<f32>)> {
    let part = f64::from(from) / f64::from(to);
    (0..to)
        .map(|index| {
            let (begin, end) = (f64::from(index) * part, f64::from(index + 1) * part);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
            let (first, last) = (begin as u32, (end.ceil() as u32).min(from));
            let weights = (first..last)
                .map(|pixel| {
                    let inside = end.min(f64::from(pixel) + 1.0) - begin.max(f64::from(pixel));
                    #[expect(clippy::cast_possible_truncation, reason = "a share is at most one")]
                    let share = (inside.max(0.0) / part) as f32;
                    share
                })
                .collect();
            (first as usize, weights)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_put_on_another_one_within_its_edges() {
        let grey = |values: &[u8]| -> Vec<u8> { values.iter().flat_map(|&value| [value; 3]).collect() };
        let part = Pixels::new(2, 2, grey(&[1, 2, 3, 4]));
        for (x, y, expected) in [
            (0, 0, [1, 2, 0, 3, 4, 0]),
            (1, 1, [0, 0, 0, 0, 1, 2]),
            (2, 0, [0, 0, 1, 0, 0, 3]),
            (3, 9, [0; 6]),
        ] {
            let mut whole = Pixels::new(3, 2, Vec::new());
            whole.put(&part, x, y);
            assert_eq!(whole, Pixels::new(3, 2, grey(&expected)), "at {x}, {y}");
        }
    }

    #[test]
    fn a_part_of_a_picture_ends_at_its_edge() {
        let grey = |values: &[u8]| -> Vec<u8> { values.iter().flat_map(|&value| [value; 3]).collect() };
        let whole = Pixels::new(3, 2, grey(&[1, 2, 3, 4, 5, 6]));
        for (part, width, height, expected) in [
            ([1, 0, 2, 2], 2, 2, &[2, 3, 5, 6][..]),
            ([2, 1, 9, 9], 1, 1, &[6]),
            ([9, 9, 1, 1], 1, 1, &[6]),
            ([0, 0, 0, 1], 1, 1, &[1]),
        ] {
            assert_eq!(whole.part(part), Pixels::new(width, height, grey(expected)), "{part:?}");
        }
    }

    #[test]
    fn a_pixel_of_a_smaller_picture_is_the_mean_of_its_area() {
        let grey = |values: &[u8]| -> Vec<u8> { values.iter().flat_map(|&value| [value; 3]).collect() };
        let picture = Pixels::new(4, 2, grey(&[0, 100, 10, 20, 200, 100, 30, 40]));
        assert_eq!(picture.shrink(2, 1), Pixels::new(2, 1, grey(&[100, 25])));
        // Each part is one and a half pixels wide.
        let picture = Pixels::new(3, 1, grey(&[0, 90, 180]));
        assert_eq!(picture.shrink(2, 1), Pixels::new(2, 1, grey(&[30, 150])));
    }

    #[test]
    fn a_picture_is_made_smaller_and_never_larger() {
        let size = |picture: &Pixels| (picture.width(), picture.height());
        let picture = Pixels::new(40, 30, vec![7; 3600]);
        assert_eq!(size(&picture.clone().shrink(20, 15)), (20, 15));
        assert_eq!(size(&picture.clone().shrink(7, 80)), (7, 30));
        assert_eq!(size(&picture.clone().shrink(0, 0)), (1, 1));
        assert_eq!(picture.clone().shrink(80, 60), picture);
        assert!(picture.shrink(13, 11).bytes().iter().all(|&value| value == 7));
    }
}
