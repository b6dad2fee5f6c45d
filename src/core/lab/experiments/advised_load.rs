//! The load that a cure advises: a part of the highest load that helps, in two digits.

use crate::base::jobs::Cancelled;

/// The search for the highest load that helps ends when its bounds differ by this share of the load.
const PRECISION: f64 = 0.005;
/// The advised load, as a share of the highest load that helps.
const ADVISED: f64 = 0.8;
/// The least share of the present load that is worth advising.
const LEAST_ADVISED: f64 = 0.25;

/// A load this share below a likely one is tried for it, and one as much above.
const NEAR: f64 = 0.0015;

/// The loads among which the advised one lies.
#[derive(Clone, Debug)]
pub(super) struct LoadBounds {
    /// The least load that is possible.
    pub least: f64,
    /// The present load, which doesn't help.
    pub now: f64,
    /// Whether less than `LEAST_ADVISED` of the present load is worth advising, too.
    pub is_worth_less: bool,
    /// Loads that are likely to be the highest that help, in order, and so are tried first.
    pub likely: Vec<f64>,
}

impl LoadBounds {
    /// Returns `ADVISED` of the highest load that helps, rounded down to two digits; `None` if that is not worth advising.
    /// `helps` returns whether a load helps. The search ends as soon as every load between its bounds gives the same advice.
    pub async fn advised(&self, mut helps: impl AsyncFnMut(f64) -> Result<bool, Cancelled>) -> Result<Option<f64>, Cancelled> {
        let (mut fits, mut fails) = (self.least, self.now);
        if !helps(fits).await? {
            return Ok(None);
        }
        let advised = |load: f64| two_digits(ADVISED * load);
        let is_open = |fits: f64, fails: f64| {
            fails - fits > PRECISION * fails && advised(fits) < advised(fails) && self.is_worth_advising(advised(fails))
        };
        let mut likely = self.likely.iter().copied().filter(|load| *load > fits && *load < fails).collect::<Vec<f64>>();
        while is_open(fits, fails) && !likely.is_empty() {
            let middle = likely.len() / 2;
            let load = likely[middle];
            if helps(load * (1.0 - NEAR)).await? {
                fits = load * (1.0 - NEAR);
                likely.drain(..=middle);
            } else {
                fails = load * (1.0 - NEAR);
                likely.truncate(middle);
            }
        }
        if fits <= self.least {
            // Some loops bear a load, but not every lighter one.
            fails = self.now;
        }
        let above = fits / (1.0 - NEAR) * (1.0 + NEAR);
        let mut next = Some(above).filter(|above| fits > self.least && *above < fails);
        while is_open(fits, fails) {
            let middle = next.take().unwrap_or(f64::midpoint(fits, fails));
            if helps(middle).await? { fits = middle } else { fails = middle }
        }
        Ok(Some(advised(fits)).filter(|load| self.is_worth_advising(*load)))
    }

    fn is_worth_advising(&self, load: f64) -> bool {
        load > self.least && (self.is_worth_less || load >= LEAST_ADVISED * self.now)
    }
}

/// Returns a number rounded down to two digits.
pub(super) fn two_digits(number: f64) -> f64 {
    let digits = libm::pow(10.0, libm::floor(libm::log10(number.max(0.01))) - 1.0);
    (libm::floor(number / digits + 1e-9) * digits * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use crate::lab::experiments::advised_load::*;

    /// Returns the advised load where loads up to `highest` help, and how many loads were tried.
    fn advised(bounds: &LoadBounds, highest: f64) -> (Option<f64>, usize) {
        let mut tried = 0;
        let found = pollster::block_on(bounds.advised(async |load| {
            tried += 1;
            Ok(load <= highest)
        }));
        (found.expect("nothing cancels it"), tried)
    }

    /// Returns the highest load that helps, within `PRECISION`, and how many loads were tried: by halving alone.
    fn halved(bounds: &LoadBounds, highest: f64) -> (f64, usize) {
        let (mut fits, mut fails, mut tried) = (bounds.least, bounds.now, 1);
        while fails - fits > PRECISION * fails {
            let middle = f64::midpoint(fits, fails);
            if middle <= highest {
                fits = middle;
            } else {
                fails = middle;
            }
            tried += 1;
        }
        (fits, tried)
    }

    #[test]
    fn the_advice_is_that_of_a_search_that_knows_the_highest_load_and_takes_few_trials() {
        let bounds = LoadBounds { least: 0.1, now: 70.0, is_worth_less: false, likely: Vec::new() };
        let of = |highest: f64| advised(&bounds, highest).0;
        // 80 % are 26.64, 34.4 and 55.6.
        assert_eq!([of(33.3), of(43.0), of(69.5)], [Some(26.0), Some(34.0), Some(55.0)]);
        assert_eq!([of(21.8), of(21.0), of(0.05)], [None; 3], "17.5 is a quarter of 70");
        let small = LoadBounds { is_worth_less: true, ..bounds.clone() };
        assert_eq!(advised(&small, 3.3).0, Some(2.6));
        let (mut trials, mut of_halving) = (0, 0);
        for step in 2..690 {
            let highest = f64::from(step) / 10.0 + 0.037;
            let ((found, tried), (exact, halvings)) = (advised(&small, highest), halved(&small, highest));
            assert_eq!(found, Some(two_digits(ADVISED * exact)), "{highest}");
            (trials, of_halving) = (trials + tried, of_halving + halvings);
        }
        assert!(trials * 10 < of_halving * 9, "{trials} trials instead of {of_halving}");
        let (_, tried) = advised(&bounds, 3.3);
        assert!(tried <= 4, "{tried} trials show that a load is not worth advising");
    }

    #[test]
    fn a_load_that_fills_whole_refreshes_is_found_in_few_trials() {
        let refreshes = (1..=4).map(|count| f64::from(count) * 1000.0 / 60.0).collect();
        let bounds = LoadBounds { least: 0.1, now: 70.0, is_worth_less: true, likely: refreshes };
        for highest in [1000.0 / 60.0, 2000.0 / 60.0, 3000.0 / 60.0] {
            let ((found, tried), (exact, _)) = (advised(&bounds, highest), halved(&bounds, highest));
            assert_eq!(found, Some(two_digits(ADVISED * exact)), "{highest}");
            assert!(tried <= 5, "{tried} trials find {highest}");
        }
        assert_eq!(advised(&bounds, 43.0).0, Some(34.0), "a load that is not likely is found, too");
    }
}
