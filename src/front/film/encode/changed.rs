//! The region in which two frames differ. Only this region is written, because most of a film does not change from frame to
//! frame.

/// A rectangle of pixels in a frame; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub x: usize,
    pub y: usize,
    /// At least 1.
    pub width: usize,
    /// At least 1.
    pub height: usize,
}

impl Region {
    /// The region for two equal frames: one pixel in the corner, because the formats have no empty frames.
    const LEAST: Region = Region { x: 0, y: 0, width: 1, height: 1 };

    /// Returns the smallest region with every pixel in which two frames of this width differ; `LEAST` if they are equal.
    pub fn changed(before: &[u8], after: &[u8], width: usize) -> Region {
        let row = width * 4;
        let differs = |(a, b): (&[u8], &[u8])| a != b;
        let rows = || before.chunks_exact(row).zip(after.chunks_exact(row));
        let (Some(top), Some(bottom)) = (rows().position(differs), rows().rposition(differs)) else { return Region::LEAST };
        let (mut left, mut right) = (width, 0);
        for (a, b) in rows().take(bottom + 1).skip(top) {
            let (a, b) = (a.as_chunks::<4>().0, b.as_chunks::<4>().0);
            // Only pixels outside of the region that is known so far are compared.
            left = (0..left).find(|x| a[*x] != b[*x]).unwrap_or(left);
            right = (right..width).rfind(|x| a[*x] != b[*x]).map_or(right, |x| x + 1);
        }
        Region { x: left, y: top, width: right - left, height: bottom + 1 - top }
    }

    /// Returns the pixels of this region in two frames of this width, row by row, each as the pixel before and the pixel after.
    pub fn pixels<'a>(self, before: &'a [u8], after: &'a [u8], width: usize) -> impl Iterator<Item = (&'a [u8; 4], &'a [u8; 4])> {
        let rows = move |frame: &'a [u8]| {
            let rows = frame.as_chunks().0.chunks_exact(width).skip(self.y).take(self.height);
            rows.map(move |row| &row[self.x..self.x + self.width])
        };
        rows(before).zip(rows(after)).flat_map(|(before, after)| before.iter().zip(after))
    }
}

#[cfg(test)]
mod tests {
    use crate::front::film::encode::changed::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_changed_region_is_the_bounding_box_of_the_differing_pixels(
            (width, height) in (1_usize..12, 1_usize..12),
            touched in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..5),
        ) {
            let before = vec![7; width * height * 4];
            let mut after = before.clone();
            for (byte, value) in touched {
                after[byte.index(before.len())] = value;
            }
            let differing: Vec<(usize, usize)> = (0..before.len() / 4)
                .filter(|i| before[i * 4..i * 4 + 4] != after[i * 4..i * 4 + 4])
                .map(|i| (i % width, i / width))
                .collect();
            let bounds = |of: fn(&(usize, usize)) -> usize| {
                let (least, most) = (differing.iter().map(of).min(), differing.iter().map(of).max());
                least.zip(most).map_or((0, 1), |(least, most)| (least, most + 1 - least))
            };
            let ((x, width_of_box), (y, height_of_box)) = (bounds(|p| p.0), bounds(|p| p.1));
            let region = Region::changed(&before, &after, width);
            prop_assert_eq!(region, Region { x, y, width: width_of_box, height: height_of_box });
            prop_assert_eq!(region.pixels(&before, &after, width).filter(|(a, b)| a != b).count(), differing.len());
        }
    }
}
