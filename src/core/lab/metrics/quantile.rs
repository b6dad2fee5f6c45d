//! The quantiles of a sample of numbers.

/// Returns the number, from 1, of the one of `count` sorted values at which or after which the quantile `share` lies, and the
/// quantile's position between that value and the next one, 0 to 1. Its rank is (n + 1/3) · share + 1/3, the median-unbiased
/// estimate (R8 of Hyndman and Fan).
pub fn quantile_rank(count: u64, share: f64) -> (u64, f64) {
    let rank = (count as f64 + 1.0 / 3.0) * share + 1.0 / 3.0;
    let whole = (rank as u64).clamp(1, count.max(1));
    let part = if whole == rank as u64 && whole < count { rank - whole as f64 } else { 0.0 };
    (whole, part)
}
