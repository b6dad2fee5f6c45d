//! Which parts of a frame differ from the last one, by squares of pixels.
//!
//! Whatever paints on a square is added to the square's hash, in the order in which it is painted. A square whose hash is that
//! of the last frame shows the same pixels: it need not be painted again.

use super::pixel_rect::PixelRect;

/// The side of a square, in pixels.
const SIDE: u32 = 32;
/// More parts than this cost more than the squares between them.
const MOST_PARTS: usize = 24;
/// Changed squares so scattered are first taken together row by row.
const MOST_RUNS: usize = 64;
/// As many unchanged squares are painted again where that makes one part of two.
const WASTE: i64 = 2;

/// A rectangle of squares; `right` and `bottom` are not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl Squares {
    /// Whether some square is in both.
    pub fn meet(self, other: Squares) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The smallest rectangle with all squares of both.
    #[must_use]
    pub fn joined(self, other: Squares) -> Squares {
        if self.count() == 0 {
            return other;
        }
        if other.count() == 0 {
            return self;
        }
        Squares {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn count(self) -> i64 {
        i64::from(self.right.saturating_sub(self.left)) * i64::from(self.bottom.saturating_sub(self.top))
    }
}

/// A part of the target that is painted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its squares.
    pub squares: Squares,
    /// Its pixels.
    pub pixels: PixelRect,
}

/// The squares of a target, with their hashes in this frame and in the last one.
#[derive(Default)]
pub struct Tiles {
    size: [u32; 2],
    columns: usize,
    hashes: Vec<u64>,
    /// Empty before the first frame.
    last: Vec<u64>,
}

impl Tiles {
    /// Begins a frame on a target of `size` pixels; `all` is the hash of what concerns all of it.
    pub fn begin(&mut self, size: [u32; 2], all: u64) {
        if std::mem::replace(&mut self.size, size) != size {
            self.last.clear();
        }
        self.columns = size[0].div_ceil(SIDE) as usize;
        self.hashes.clear();
        self.hashes.resize(self.columns * size[1].div_ceil(SIDE) as usize, all);
    }

    /// Forgets the last frame: everything differs from nothing.
    pub fn forget(&mut self) {
        self.last.clear();
    }

    /// The squares on which something may paint that lies between two corners, in pixels of the target, and in `clip`.
    pub fn squares(min: [f32; 2], max: [f32; 2], clip: PixelRect) -> Squares {
        let span = |low: f32, high: f32, from: u32, length: u32| {
            let to = from + length;
            // Half a pixel more on each side: a GPU may round a corner to the next pixel.
            let (low, high) = ((low - 0.5).max(from as f32) as u32, (high + 0.5).ceil().clamp(0.0, to as f32) as u32);
            if low < high { ((low / SIDE) as u16, high.div_ceil(SIDE) as u16) } else { (0, 0) }
        };
        let (left, right) = span(min[0], max[0], clip.x, clip.width);
        let (top, bottom) = span(min[1], max[1], clip.y, clip.height);
        Squares { left, top, right, bottom }
    }

    /// Adds to the hashes of some squares.
    pub fn add(&mut self, squares: Squares, hash: u64) {
        for row in squares.top..squares.bottom {
            let from = usize::from(row) * self.columns;
            for square in &mut self.hashes[from + usize::from(squares.left)..from + usize::from(squares.right)] {
                *square = mix(*square, hash);
            }
        }
    }

    /// Ends the frame: the parts that differ from the last one, none over another.
    pub fn changed(&mut self) -> Vec<Part> {
        let is_changed = |square: usize| self.last.get(square) != Some(&self.hashes[square]);
        let parts = parts(self.columns, self.hashes.len() / self.columns.max(1), is_changed);
        std::mem::swap(&mut self.hashes, &mut self.last);
        parts.into_iter().map(|squares| Part { squares, pixels: self.pixels(squares) }).collect()
    }

    fn pixels(&self, squares: Squares) -> PixelRect {
        let [width, height] = self.size;
        let (x, y) = (u32::from(squares.left) * SIDE, u32::from(squares.top) * SIDE);
        let (right, bottom) = ((u32::from(squares.right) * SIDE).min(width), (u32::from(squares.bottom) * SIDE).min(height));
        PixelRect { x, y, width: right - x, height: bottom - y }
    }
}

/// A few rectangles that hold every changed square, none over another.
fn parts(columns: usize, rows: usize, is_changed: impl Fn(usize) -> bool) -> Vec<Squares> {
    let mut found: Vec<Squares> = Vec::new();
    for row in 0..rows {
        let mut runs: Vec<Squares> = Vec::new();
        for column in (0..columns).filter(|column| is_changed(row * columns + column)) {
            let (left, top) = (column as u16, row as u16);
            match runs.last_mut() {
                Some(run) if run.right + 1 >= left => run.right = left + 1,
                _ => runs.push(Squares { left, top, right: left + 1, bottom: top + 1 }),
            }
        }
        for run in runs {
            let above = found.iter_mut().find(|o| o.bottom == run.top && o.left == run.left && o.right == run.right);
            match above {
                Some(above) => above.bottom = run.bottom,
                None => found.push(run),
            }
        }
    }
    if found.len() > MOST_RUNS {
        let all = found.iter().fold(Squares::default(), |all, run| all.joined(*run));
        let rows = all.top..all.bottom;
        let of_row = |row| Squares { top: row, bottom: row + 1, left: 0, right: columns as u16 };
        found = rows.map(of_row).filter(|row| found.iter().any(|run| run.meet(*row))).collect();
    }
    while let Some((a, b)) = best_pair(&found) {
        let second = found.swap_remove(b);
        let mut joined = found.swap_remove(a).joined(second);
        // What the joined one covers now belongs to it.
        while let Some(other) = found.iter().position(|other| other.meet(joined)) {
            joined = joined.joined(found.swap_remove(other));
        }
        found.push(joined);
    }
    found
}

/// The two parts that waste least when they are joined, if that is little, or if there are too many parts; the first is
/// the lower index.
fn best_pair(found: &[Squares]) -> Option<(usize, usize)> {
    let waste = |a: usize, b: usize| found[a].joined(found[b]).count() - found[a].count() - found[b].count();
    let pairs = (0..found.len()).flat_map(|a| (a + 1..found.len()).map(move |b| (a, b)));
    let best = pairs.map(|(a, b)| (waste(a, b), (a, b))).min()?;
    (best.0 <= WASTE || found.len() > MOST_PARTS).then_some(best.1)
}

/// A hash that one more word has been added to.
pub fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from((hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15)) * 0xd6e8_feb8_6659_fd93_u128;
    product as u64 ^ (product >> 64) as u64
}

/// A hash that bytes have been added to.
pub fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(hash, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// The hash of a rectangle.
pub fn of_rect(rect: PixelRect) -> u64 {
    [rect.x, rect.y, rect.width, rect.height].into_iter().fold(0, |hash, side| mix(hash, u64::from(side)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [1000, 700];
    const WHOLE: PixelRect = PixelRect { x: 0, y: 0, width: 1000, height: 700 };

    fn frame(tiles: &mut Tiles, things: &[([f32; 2], [f32; 2], u64)]) -> Vec<Part> {
        tiles.begin(SIZE, 1);
        for (min, max, hash) in things {
            tiles.add(Tiles::squares(*min, *max, WHOLE), *hash);
        }
        tiles.changed()
    }

    fn contains(part: &Part, x: u32, y: u32) -> bool {
        let PixelRect { x: left, y: top, width, height } = part.pixels;
        (left..left + width).contains(&x) && (top..top + height).contains(&y)
    }

    #[test]
    fn only_where_something_comes_goes_or_changes_places_in_the_order_is_painted_again() {
        let mut tiles = Tiles::default();
        let (ground, disc) = (([0.0, 0.0], [1000.0, 700.0], 7), ([100.0, 100.0], [110.0, 110.0], 8));
        let all = frame(&mut tiles, &[ground, disc]);
        assert_eq!(all.iter().map(|part| part.pixels).collect::<Vec<_>>(), [WHOLE], "the first frame is painted as a whole");
        assert!(frame(&mut tiles, &[ground, disc]).is_empty(), "nothing has changed");
        let elsewhere = ([500.0, 600.0], [510.0, 610.0], 8);
        let parts = frame(&mut tiles, &[ground, elsewhere]);
        assert!(parts.iter().any(|part| contains(part, 105, 105)) && parts.iter().any(|part| contains(part, 505, 605)));
        assert!(parts.iter().map(|part| part.pixels.width * part.pixels.height).sum::<u32>() <= 8 * SIDE * SIDE);
        assert!(!frame(&mut tiles, &[elsewhere, ground]).is_empty(), "what was over it is under it now");
        tiles.forget();
        assert_eq!(frame(&mut tiles, &[elsewhere, ground])[0].pixels, WHOLE);
    }

    #[test]
    fn parts_hold_every_changed_square_are_few_and_lie_over_no_other() {
        let mut random = 12345_u64;
        for density in [1, 3, 10, 40, 90, 100] {
            let (columns, rows) = (40, 23);
            let changed: Vec<bool> = (0..columns * rows)
                .map(|_| {
                    random = mix(random, 1);
                    random % 100 < density
                })
                .collect();
            let found = parts(columns, rows, |square| changed[square]);
            assert!(found.len() <= MOST_PARTS, "{density} %: {}", found.len());
            let mut covered = vec![0; columns * rows];
            for part in &found {
                for row in part.top..part.bottom {
                    for column in part.left..part.right {
                        covered[usize::from(row) * columns + usize::from(column)] += 1;
                    }
                }
            }
            assert!(covered.iter().zip(&changed).all(|(covered, changed)| *covered >= i32::from(*changed) && *covered <= 1));
        }
    }

    #[test]
    fn a_thing_touches_its_squares_within_the_clip_and_no_others() {
        let clip = PixelRect { x: 64, y: 64, width: 100, height: 50 };
        assert_eq!(Tiles::squares([0.0; 2], [1000.0; 2], clip), Squares { left: 2, top: 2, right: 6, bottom: 4 });
        assert_eq!(Tiles::squares([70.0, 70.0], [80.0, 80.0], clip), Squares { left: 2, top: 2, right: 3, bottom: 3 });
        assert_eq!(Tiles::squares([0.0; 2], [10.0; 2], clip).count(), 0);
        assert_eq!(Tiles::squares([-50.0; 2], [-10.0; 2], WHOLE).count(), 0);
    }
}
