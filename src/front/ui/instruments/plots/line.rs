//! Converts a pane's cells to the points of a line: a few for each column of pixels, without losing a peak. In crowded columns
//! the line goes from the least to the greatest value of each column, which is two points.

use tickscope_core::base::time::Time;
use tickscope_core::lab::instruments::plots::Cell;

/// Returns the line through `cells` from `from` to `until`, in seconds before `until` (so to the left of 0). With `steps` a value
/// holds until the next one; otherwise the line between two values is straight.
pub fn points<'a>(
    cells: impl Iterator<Item = &'a Cell>,
    (from, until): (Time, Time),
    columns: usize,
    steps: bool,
) -> Vec<[f64; 2]> {
    let reach = (until - from).as_secs();
    let column = |x: f64| ((x + reach) / reach * columns as f64).floor();
    let mut line = Pen { points: Vec::new(), steps, held: None, level: None, near: reach / columns.max(1) as f64 * 1.5 };
    let mut gathered: Option<(f64, f64, Cell)> = None;
    for cell in cells.take_while(|cell| cell.at <= until) {
        let x = (cell.at - until).as_secs();
        if x < -reach {
            // The value at the left edge comes from the cell before it.
            if steps {
                line.go(-reach, cell.last, cell.last, cell.last);
            } else {
                line.go(x, cell.last, cell.last, cell.last);
            }
            continue;
        }
        gathered = match gathered {
            Some((place, at, mut all)) if place == column(x) => {
                all.least = all.least.min(cell.least);
                all.greatest = all.greatest.max(cell.greatest);
                all.last = cell.last;
                Some((place, at, all))
            }
            before => {
                if let Some((_, at, all)) = before {
                    line.go(at, all.least, all.greatest, all.last);
                }
                Some((column(x), x, *cell))
            }
        };
    }
    if let Some((_, at, all)) = gathered {
        line.go(at, all.least, all.greatest, all.last);
    }
    line.finish()
}

struct Pen {
    points: Vec<[f64; 2]>,
    steps: bool,
    /// The end of a horizontal part of the line, which the next column may extend; `None` without one.
    held: Option<[f64; 2]>,
    /// The end of a crowded column that is not among the points yet; `None` without one.
    level: Option<[f64; 2]>,
    /// Two points that are nearer than this are in the same column or in neighbouring ones.
    near: f64,
}

impl Pen {
    /// Adds a column at `x` whose values go from `least` to `greatest` and end with `last`.
    fn go(&mut self, x: f64, least: f64, greatest: f64, last: f64) {
        let before = self.held.or(self.level).or(self.points.last().copied());
        if least == greatest && before.is_some_and(|before| before[1] == last) {
            self.points.extend(self.level.take());
            self.held = Some([x, last]);
            return;
        }
        let crowded = least < greatest && self.held.is_none() && before.is_some_and(|before| x - before[0] <= self.near);
        if crowded && let Some(from) = self.points.last() {
            // The line first goes to the end of the column that is nearer.
            let up = from[1] - least < greatest - from[1];
            self.points.extend(if up { [[x, least], [x, greatest]] } else { [[x, greatest], [x, least]] });
            self.level = Some([x, last]);
            return;
        }
        self.points.extend(self.level.take());
        match (self.steps, before) {
            (true, Some(before)) => self.points.push([x, before[1]]),
            (false, Some(_)) => self.points.extend(self.held),
            (_, None) => {}
        }
        self.held = None;
        if least < greatest {
            self.points.extend([[x, least], [x, greatest]]);
        }
        self.points.push([x, last]);
    }

    fn finish(mut self) -> Vec<[f64; 2]> {
        self.points.extend(self.level);
        match (self.steps, self.points.last().copied()) {
            (true, Some(last)) => self.points.push([0.0, last[1]]),
            _ => self.points.extend(self.held),
        }
        self.points
    }
}

/// A line that ends beyond this value does not widen a signed plot if another line ends nearer to 0.
const FAR: f64 = 1000.0;

/// Returns the least and the greatest value of an axis. They are round numbers, so that they change rarely. An axis of values
/// that can't be negative begins at zero.
pub fn bounds(lines: &[Vec<[f64; 2]>], signed: bool) -> (f64, f64) {
    let near = |line: &&Vec<[f64; 2]>| !signed || line.last().is_none_or(|last| last[1].abs() <= FAR);
    let all_far = !lines.iter().any(|line| near(&line) && !line.is_empty());
    let values = lines.iter().filter(|line| all_far || near(line)).flatten().map(|point| point[1]);
    let (least, greatest) = values.fold((0.0_f64, 0.0_f64), |(least, greatest), value| (least.min(value), greatest.max(value)));
    let high = round_up(greatest * 1.08);
    if signed {
        let low = -round_up(-least * 1.08);
        let least_room = (high - low).max(10.0) * 0.12;
        (low.min(-least_room), high.max(least_room))
    } else {
        (0.0, high.max(1.5))
    }
}

/// Returns a few round numbers between `low` and `high`, the ends of an axis, that are at least `finest` apart, each with the
/// distance to the next.
pub fn marks((low, high): (f64, f64), finest: f64) -> Vec<(f64, f64)> {
    let step = round_to((high - low) / 3.6, &[1.0, 2.0, 5.0, 10.0]).max(finest);
    if !(high - low).is_finite() || high <= low {
        return Vec::new();
    }
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last.min(first + 8)).map(|n| (n as f64 * step, step)).collect()
}

fn round_up(value: f64) -> f64 {
    round_to(value, &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0])
}

fn round_to(value: f64, parts: &[f64]) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 0.0;
    }
    let power = libm::pow(10.0, libm::log10(value).floor());
    let part = parts.iter().find(|part| **part * power >= value);
    part.unwrap_or(&10.0) * power
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::plots::line::*;
    use tickscope_core::base::time::Span;

    fn cells(values: &[(f64, f64)]) -> Vec<Cell> {
        let cell = |(s, value): &(f64, f64)| Cell { at: Time::from_secs(*s), least: *value, greatest: *value, last: *value };
        values.iter().map(cell).collect()
    }

    const SPAN: (Time, Time) = (Time::from_flicks(0), Time::from_flicks(2 * tickscope_core::base::time::FLICKS_PER_SECOND));

    #[test]
    fn a_value_holds_until_the_next_and_one_that_stays_needs_no_point() {
        let held = points(cells(&[(0.5, 1.0), (1.0, 1.0), (1.5, 3.0)]).iter(), SPAN, 100, true);
        assert_eq!(held, [[-1.5, 1.0], [-0.5, 1.0], [-0.5, 3.0], [0.0, 3.0]]);
        let straight = points(cells(&[(0.5, 1.0), (1.0, 1.0), (1.5, 3.0)]).iter(), SPAN, 100, false);
        assert_eq!(straight, [[-1.5, 1.0], [-1.0, 1.0], [-0.5, 3.0]]);
    }

    #[test]
    fn what_held_before_the_left_edge_comes_in_from_it() {
        let from = (Time::from_secs(1.0), Time::from_secs(2.0));
        let line = points(cells(&[(0.5, 7.0), (1.5, 3.0)]).iter(), from, 100, true);
        assert_eq!(line, [[-1.0, 7.0], [-0.5, 7.0], [-0.5, 3.0], [0.0, 3.0]]);
    }

    #[test]
    fn a_dense_line_has_a_bounded_number_of_points_and_keeps_its_peak() {
        let mut dense: Vec<(f64, f64)> = (0..20_000).map(|i| (f64::from(i) * 1e-4, f64::from(i % 7))).collect();
        dense[12_345].1 = 99.0;
        let line = points(cells(&dense).iter(), SPAN, 300, true);
        assert!(line.len() <= 2 * 301 + 4, "{}", line.len());
        assert_eq!(line.iter().map(|point| point[1]).fold(0.0, f64::max), 99.0);
    }

    #[test]
    fn nothing_and_the_future_are_no_line() {
        assert!(points(cells(&[]).iter(), SPAN, 100, true).is_empty());
        let end = SPAN.1 + Span::from_secs(1.0);
        assert!(points(cells(&[(end.as_secs(), 1.0)]).iter(), SPAN, 100, true).is_empty());
    }

    #[test]
    fn an_axis_ends_in_a_round_number_and_holds_everything() {
        let line = |value: f64| vec![[-1.0, 0.0], [0.0, value]];
        for greatest in [0.0, 0.4, 16.667, 17.0, 250.0, 1e7] {
            let (low, high) = bounds(&[line(greatest), line(0.1)], false);
            assert!(low == 0.0 && high >= greatest.max(1.0), "{greatest}: {high}");
        }
        let (low, high) = bounds(&[line(-33.3), line(-16.7)], true);
        assert!(low <= -33.3 && high > 0.0);
        assert_eq!(bounds(&[line(f64::INFINITY)], false), (0.0, 1.5));
    }

    #[test]
    fn an_axis_has_a_few_round_marks() {
        let values = |ends, finest| marks(ends, finest).into_iter().map(|(value, _)| value).collect::<Vec<_>>();
        assert_eq!(values((0.0, 50.0), 0.0), [0.0, 20.0, 40.0]);
        assert_eq!(values((-50.0, 22.0), 0.0), [-40.0, -20.0, 0.0, 20.0]);
        assert_eq!(values((0.0, 1.7), 1.0), [0.0, 1.0]);
        assert!(values((0.0, 0.0), 0.0).is_empty() && values((f64::NAN, 1.0), 1.0).is_empty());
    }

    #[test]
    fn a_line_that_is_seconds_away_does_not_flatten_the_others() {
        let line = |value: f64| vec![[0.0, value]];
        assert!(bounds(&[line(-20_000.0), line(-30.0)], true).0 > -100.0);
        assert!(bounds(&[line(-20_000.0)], true).0 <= -20_000.0, "alone it is shown");
    }
}
