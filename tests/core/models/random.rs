//! The random loads again: ChaCha with 8 rounds from its published description (D. J. Bernstein, "ChaCha, a variant of
//! Salsa20"), the seed in the first eight bytes of its key, the stream's number in its nonce.

use crate::models::computer::{SECOND, millis, seconds};

/// The stream of the render load, by frame number.
pub const FRAMES: u64 = 0;
/// The stream of waking late, by the number of the wait.
pub const WAITS: u64 = 1;
/// The stream of the update load, by the number of the update.
pub const UPDATES: u64 = 2;
/// The stream of waking much later: two numbers for each wait, whether it does and by how much.
const TAIL: u64 = 3;

fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (p, q, r, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        x[p] = x[p].wrapping_add(x[q]);
        x[r] = (x[r] ^ x[p]).rotate_left(turn);
    }
}

fn block(seed: u64, stream: u64, number: u64) -> [u32; 16] {
    let halves = |word: u64| [word as u32, (word >> 32) as u32];
    let mut start = [0; 16];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    start[4..6].copy_from_slice(&halves(seed));
    start[12..14].copy_from_slice(&halves(number));
    start[14..].copy_from_slice(&halves(stream));
    let mut x = start;
    for _ in 0..4 {
        for column in 0..4 {
            quarter(&mut x, [column, column + 4, column + 8, column + 12]);
        }
        for column in 0..4 {
            quarter(&mut x, [column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4]);
        }
    }
    for (word, first) in x.iter_mut().zip(start) {
        *word = word.wrapping_add(first);
    }
    x
}

/// Returns the 64 bits at `index` of a stream.
fn bits(seed: u64, stream: u64, index: i64) -> u64 {
    let words = block(seed, stream, index as u64 / 8);
    let at = index as usize % 8 * 2;
    u64::from(words[at]) | u64::from(words[at + 1]) << 32
}

/// Returns the whole number from `lo` to `hi` that stands at `index` of a stream: 64 bits as a share of the range.
pub fn whole(seed: u64, stream: u64, index: i64, (lo, hi): (i64, i64)) -> i64 {
    lo + ((u128::from(bits(seed, stream, index)) * (hi - lo + 1) as u128) >> 64) as i64
}

/// Returns a number from 0 to just below 1, from the upper 53 bits.
fn share(seed: u64, stream: u64, index: i64) -> f64 {
    (bits(seed, stream, index) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns by how much the wait of this number, counted from 0, ends later than usual: with a probability by an excess that is
/// exponentially distributed about its mean in milliseconds.
pub fn excess(seed: u64, wait: i64, probability: f64, mean_ms: f64) -> i64 {
    if share(seed, TAIL, 2 * wait) >= probability {
        return 0;
    }
    let mean_s = millis(mean_ms) as f64 / SECOND as f64;
    seconds(mean_s * -libm::log1p(-share(seed, TAIL, 2 * wait + 1)))
}
