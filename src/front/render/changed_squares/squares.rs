//! The squares of a target, their hashes, and the rectangles that cover the changed ones.

use crate::front::render::painter::PixelRect;
use glam::Vec2;
use rustc_hash::FxHasher;
use std::hash::Hasher as _;

/// The side of a square, in pixels.
const SIDE: u32 = 32;
/// The largest number of parts, because more parts would cost more than drawing the unchanged squares between them.
const MOST_PARTS: usize = 24;
/// If there are more runs than this, changed squares are first joined row by row, because joining by pairs takes cubic time.
const MOST_RUNS: usize = 64;
/// The largest number of unchanged squares that joining two parts may add.
const WASTE: i64 = 2;

/// A rectangle of squares. Column `right` and row `bottom` are no longer part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl Squares {
    /// Returns the squares within `clip` that something between two corners may touch. The corners are in pixels of the target.
    pub fn touched(min: Vec2, max: Vec2, clip: PixelRect) -> Squares {
        let span = |low: f32, high: f32, from: u32, length: u32| {
            let to = from + length;
            // A GPU may round a corner to the next pixel.
            let (low, high) = ((low - 0.5).max(from as f32) as u32, (high + 0.5).ceil().clamp(0.0, to as f32) as u32);
            if low < high { ((low / SIDE) as u16, high.div_ceil(SIDE) as u16) } else { (0, 0) }
        };
        let (left, right) = span(min.x, max.x, clip.x, clip.width);
        let (top, bottom) = span(min.y, max.y, clip.y, clip.height);
        Squares { left, top, right, bottom }
    }

    pub fn meet(self, other: Squares) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    fn joined(self, other: Squares) -> Squares {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub squares: Squares,
    pub pixels: PixelRect,
}

/// The hashes of all squares of a target, of this frame and of the last one.
#[derive(Default)]
pub struct SquareHashes {
    size: [u32; 2],
    columns: usize,
    hashes: Vec<u64>,
    last: Vec<u64>,
}

impl SquareHashes {
    /// Begins a frame on a target of `size` pixels; `seed` is the hash of everything that affects every square.
    pub fn begin(&mut self, size: [u32; 2], seed: u64) {
        if std::mem::replace(&mut self.size, size) != size {
            self.last.clear();
        }
        self.columns = size[0].div_ceil(SIDE) as usize;
        self.hashes.clear();
        self.hashes.resize(self.columns * size[1].div_ceil(SIDE) as usize, seed);
    }

    pub fn forget(&mut self) {
        self.last.clear();
    }

    /// Adds the hash of something drawn to the squares that it may touch.
    pub fn add(&mut self, squares: Squares, hash: u64) {
        for row in squares.top..squares.bottom {
            let from = usize::from(row) * self.columns;
            for square in &mut self.hashes[from + usize::from(squares.left)..from + usize::from(squares.right)] {
                *square = mix(*square, &hash.to_ne_bytes());
            }
        }
    }

    /// Ends the frame, and returns the parts that differ from the last frame. No two parts overlap.
    pub fn end(&mut self) -> Vec<Part> {
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

/// Returns `hash` with `bytes` mixed into it. The order of two calls matters.
pub fn mix(hash: u64, bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::with_seed(hash as usize);
    hasher.write(bytes);
    hasher.finish()
}

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
        let row = |row: usize| Squares { top: row as u16, bottom: row as u16 + 1, left: 0, right: columns as u16 };
        found = (0..rows).map(row).filter(|row| found.iter().any(|run| run.meet(*row))).collect();
    }
    while let Some((a, b)) = best_pair(&found) {
        let second = found.swap_remove(b);
        let mut joined = found.swap_remove(a).joined(second);
        // The joined rectangle may overlap others, which are then joined with it too.
        while let Some(other) = found.iter().position(|other| other.meet(joined)) {
            joined = joined.joined(found.swap_remove(other));
        }
        found.push(joined);
    }
    found
}

/// Returns the two parts whose joining adds the fewest unchanged squares, the lower index first; `None` if none need to be
/// joined.
fn best_pair(found: &[Squares]) -> Option<(usize, usize)> {
    let waste = |a: usize, b: usize| found[a].joined(found[b]).count() - found[a].count() - found[b].count();
    let pairs = (0..found.len()).flat_map(|a| (a + 1..found.len()).map(move |b| (a, b)));
    let best = pairs.map(|(a, b)| (waste(a, b), (a, b))).min()?;
    (best.0 <= WASTE || found.len() > MOST_PARTS).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use crate::front::render::changed_squares::squares::*;

    const SIZE: [u32; 2] = [1000, 700];
    const WHOLE: PixelRect = PixelRect { x: 0, y: 0, width: 1000, height: 700 };

    fn frame(hashes: &mut SquareHashes, things: &[([f32; 2], [f32; 2], u64)]) -> Vec<Part> {
        hashes.begin(SIZE, 1);
        for (min, max, hash) in things {
            hashes.add(Squares::touched(Vec2::from(*min), Vec2::from(*max), WHOLE), *hash);
        }
        hashes.end()
    }

    fn contains(part: &Part, x: u32, y: u32) -> bool {
        let PixelRect { x: left, y: top, width, height } = part.pixels;
        (left..left + width).contains(&x) && (top..top + height).contains(&y)
    }

    #[test]
    fn a_square_changes_if_something_comes_goes_or_moves_in_the_order() {
        let mut hashes = SquareHashes::default();
        let (ground, disc) = (([0.0, 0.0], [1000.0, 700.0], 7), ([100.0, 100.0], [110.0, 110.0], 8));
        let all = frame(&mut hashes, &[ground, disc]);
        assert_eq!(all.iter().map(|part| part.pixels).collect::<Vec<_>>(), [WHOLE], "the first frame is drawn whole");
        assert!(frame(&mut hashes, &[ground, disc]).is_empty(), "nothing has changed");
        let elsewhere = ([500.0, 600.0], [510.0, 610.0], 8);
        let parts = frame(&mut hashes, &[ground, elsewhere]);
        assert!(parts.iter().any(|part| contains(part, 105, 105)) && parts.iter().any(|part| contains(part, 505, 605)));
        assert!(parts.iter().map(|part| part.pixels.width * part.pixels.height).sum::<u32>() <= 8 * SIDE * SIDE);
        assert!(!frame(&mut hashes, &[elsewhere, ground]).is_empty(), "the order has changed");
        hashes.forget();
        assert_eq!(frame(&mut hashes, &[elsewhere, ground])[0].pixels, WHOLE);
    }

    #[test]
    fn a_few_parts_cover_each_changed_square_once() {
        let mut random = 12345_u64;
        for density in [1, 3, 10, 40, 90, 100] {
            let (columns, rows) = (40, 23);
            let changed: Vec<bool> = (0..columns * rows)
                .map(|_| {
                    random = mix(random, &[1]);
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
    fn a_rectangle_touches_its_squares_within_the_clip() {
        let touched = |min: [f32; 2], max: [f32; 2], clip| Squares::touched(Vec2::from(min), Vec2::from(max), clip);
        let clip = PixelRect { x: 64, y: 64, width: 100, height: 50 };
        assert_eq!(touched([0.0; 2], [1000.0; 2], clip), Squares { left: 2, top: 2, right: 6, bottom: 4 });
        assert_eq!(touched([70.0, 70.0], [80.0, 80.0], clip), Squares { left: 2, top: 2, right: 3, bottom: 3 });
        assert_eq!(touched([0.0; 2], [10.0; 2], clip).count(), 0);
        assert_eq!(touched([-50.0; 2], [-10.0; 2], WHOLE).count(), 0);
    }
}
