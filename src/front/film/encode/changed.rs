//! The part in which two frames differ. Most of a film does not change, and is not written again.

/// A part of a frame, in pixels; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    /// The leftmost column.
    pub x: usize,
    /// The topmost row.
    pub y: usize,
    /// Columns; at least 1.
    pub width: usize,
    /// Rows; at least 1.
    pub height: usize,
}

impl Rect {
    /// All of a frame.
    pub fn whole(size: [u32; 2]) -> Rect {
        Rect { x: 0, y: 0, width: size[0] as usize, height: size[1] as usize }
    }

    /// The rows of this part in a frame of four bytes a pixel that is `width` pixels wide.
    pub fn rows(self, rgba: &[u8], width: usize) -> impl Iterator<Item = &[[u8; 4]]> {
        let rows = rgba.as_chunks().0.chunks_exact(width).skip(self.y).take(self.height);
        rows.map(move |row| &row[self.x..self.x + self.width])
    }
}

/// The smallest part that holds every pixel which is not the same in both; nothing where all are.
pub(super) fn changed(before: &[u8], after: &[u8], width: usize) -> Option<Rect> {
    let row = width * 4;
    let differs = |(a, b): (&[u8], &[u8])| a != b;
    let rows = || before.chunks_exact(row).zip(after.chunks_exact(row));
    let top = rows().position(differs)?;
    let bottom = rows().rposition(differs)?;
    let (mut left, mut right) = (width, 0);
    for (a, b) in rows().take(bottom + 1).skip(top) {
        let (a, b) = (a.as_chunks::<4>().0, b.as_chunks::<4>().0);
        // Only what could still widen the part is compared.
        left = (0..left).find(|x| a[*x] != b[*x]).unwrap_or(left);
        right = (right..width).rfind(|x| a[*x] != b[*x]).map_or(right, |x| x + 1);
    }
    Some(Rect { x: left, y: top, width: right - left, height: bottom + 1 - top })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pixel by pixel, with nothing clever.
    fn model(before: &[u8], after: &[u8], width: usize) -> Option<Rect> {
        let differing: Vec<(usize, usize)> = (0..before.len() / 4)
            .filter(|i| before[i * 4..i * 4 + 4] != after[i * 4..i * 4 + 4])
            .map(|i| (i % width, i / width))
            .collect();
        let (x, y) = (differing.iter().map(|p| p.0).min()?, differing.iter().map(|p| p.1).min()?);
        let (right, bottom) = (differing.iter().map(|p| p.0).max()?, differing.iter().map(|p| p.1).max()?);
        Some(Rect { x, y, width: right + 1 - x, height: bottom + 1 - y })
    }

    proptest! {
        #[test]
        fn the_changed_part_is_that_of_a_pixel_by_pixel_comparison(
            (width, height) in (1_usize..12, 1_usize..12),
            touched in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..5),
        ) {
            let before = vec![7; width * height * 4];
            let mut after = before.clone();
            for (byte, value) in touched {
                after[byte.index(before.len())] = value;
            }
            prop_assert_eq!(changed(&before, &after, width), model(&before, &after, width));
        }
    }

    #[test]
    fn the_rows_of_a_part_are_its_pixels() {
        let frame: Vec<u8> = (0..4 * 3).flat_map(|i| [i; 4]).collect();
        let part = Rect { x: 1, y: 1, width: 2, height: 2 };
        let rows: Vec<Vec<u8>> = part.rows(&frame, 4).map(|row| row.iter().map(|pixel| pixel[0]).collect()).collect();
        assert_eq!(rows, [[5, 6], [9, 10]]);
    }
}
