//! The comparison in one sentence.

use super::comparison::{BeforeAfter, Change, ComparedNumber, SHORTEST};
use super::numbers::{NUMBERS, NumberRow};
use crate::base::numbers::capitalised;

/// The least differences for which no digit and one digit after the point are enough; smaller ones have two.
const SHOWN_BY_DIGITS: [f64; 2] = [5.0, 0.5];

impl BeforeAfter {
    /// Describes what has changed, what is the same, and what can be chance, as in *1 % low from 41 to 52 FPS; hitches from 9 to
    /// 2 a minute; the mean is the same within 1 %*. Without intervals it only names the numbers, and says why.
    pub fn sentence(&self) -> String {
        let is_without = |number: &ComparedNumber| number.before == 0.0 && number.after == 0.0;
        let rows = || NUMBERS.iter().zip(&self.numbers).filter(|(_, number)| !is_without(number));
        let of = |change: Change| rows().filter(move |(_, number)| number.change == change);
        let mut parts: Vec<String> = of(Change::Changed)
            .map(|(row, number)| {
                let [before, after] = number.in_digits();
                format!("{} from {before} to {after} {}", row.said, row.said_unit)
            })
            .collect();
        let same: Vec<&str> = of(Change::Same).map(|(row, _)| row.said).collect();
        if !same.is_empty() {
            let verb = if same.len() > 1 || same == ["hitches"] { "are" } else { "is" };
            parts.push(format!("{} {verb} the same within 1 %", listed(&same)));
        }
        if self.numbers.iter().any(|number| number.key == "hitches_per_minute" && is_without(number)) {
            parts.push("no hitches on either side".to_owned());
        }
        let beside = |(row, number): (&NumberRow, &ComparedNumber)| {
            let [before, after] = number.in_digits();
            (row.said, format!("{before} and {after} {}", row.said_unit))
        };
        let chance: Vec<String> = of(Change::NotShown).map(beside).map(|(said, values)| format!("{said} ({values})")).collect();
        if !chance.is_empty() {
            parts.push(format!("no difference is shown in {}", listed(&chance)));
        }
        parts.extend(of(Change::Unknown).map(beside).map(|(said, values)| format!("{said} {values}")));
        parts.extend(self.too_short());
        capitalised(&parts.join("; "))
    }

    /// Returns the reason why there are no intervals; `None` if there are.
    fn too_short(&self) -> Option<String> {
        let mut captures = self.before.iter().chain(&self.after);
        let short = captures.find(|capture| capture.seconds < SHORTEST.as_secs())?;
        let (name, seconds, least) = (&short.name, short.seconds, SHORTEST.as_secs());
        Some(format!("{name} lasts {seconds:.1} s: below {least:.0} s it is unknown how much of this is chance"))
    }
}

impl ComparedNumber {
    /// Returns both numbers with as few digits as show their difference.
    fn in_digits(&self) -> [String; 2] {
        let shows = |least: &f64| self.difference.abs() >= *least;
        let digits = SHOWN_BY_DIGITS.iter().position(shows).unwrap_or(SHOWN_BY_DIGITS.len());
        [self.before, self.after].map(|value| format!("{value:.digits$}"))
    }
}

/// Returns `one`, `one and another`, or `one, another and a third`.
fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
