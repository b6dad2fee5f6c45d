//! The behaviour of one loop along one load: the points that are known, and the loads to probe next.

use super::conditions::Axis;
use super::probe::Point;
use crate::lab::symptoms::kind::Kind;

/// The number of parts into which each stage cuts the scale: each part is cut in two for the next stage.
const STAGES: [u32; 4] = [12, 24, 48, 96];
/// The precision of a cliff, in milliseconds.
const PRECISION_MS: f64 = 0.02;
/// A ribbon whose runs have had this many events and moved bodies is not refined further.
const MOST_WORK: u64 = 20_000_000;
/// A ribbon with this many points is not refined further: it changes so often that it has no sharp edges.
const MOST_POINTS: usize = 320;

/// The behaviour of one loop along one load, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Ribbon {
    axis: Axis,
    /// The known points, in the order of their loads, each once.
    pub points: Vec<Point>,
    /// The number of the present stage, counted from 0.
    pub stage: usize,
    work: u64,
}

/// A load at which the most important finding of a loop changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cliff {
    pub at_ms: f64,
    /// The most important finding below the load.
    pub from: Kind,
    /// The most important finding above the load.
    pub to: Kind,
}

impl Ribbon {
    pub fn new(axis: Axis) -> Ribbon {
        Ribbon { axis, points: Vec::new(), stage: 0, work: 0 }
    }

    /// Returns whether the whole scale is known at least coarsely.
    pub fn is_coarse(&self) -> bool {
        self.points.len() > STAGES[0] as usize
    }

    /// Returns whether the ribbon is no longer refined because its runs are too expensive or it changes too often.
    fn is_given_up(&self) -> bool {
        self.work >= MOST_WORK || self.points.len() >= MOST_POINTS
    }

    /// Returns whether no more points are wanted.
    pub fn is_complete(&self) -> bool {
        self.stage >= STAGES.len() || self.is_given_up()
    }

    /// Adds the points of all loads that [`Ribbon::wanted`] has returned.
    pub fn add(&mut self, found: Vec<Point>) {
        self.work += found.iter().map(|point| point.work).sum::<u64>();
        self.points.extend(found);
        self.points.sort_by(|a, b| a.load_ms.total_cmp(&b.load_ms));
        self.points.dedup_by(|a, b| a.load_ms == b.load_ms);
    }

    /// Returns the loads to probe next, in milliseconds; empty if the ribbon is complete. Each stage first adds its parts of the
    /// scale, and then halves the intervals between neighbours that differ until each cliff is known exactly.
    pub fn wanted(&mut self) -> Vec<f64> {
        while !self.is_complete() {
            let mut loads = self.between_different();
            if loads.is_empty() {
                loads = self.missing_of_stage();
            }
            if !loads.is_empty() {
                return loads;
            }
            self.stage += 1;
        }
        Vec::new()
    }

    fn missing_of_stage(&self) -> Vec<f64> {
        let parts = STAGES[self.stage];
        let loads = (0..=parts).map(|part| self.axis.load_at(f64::from(part) / f64::from(parts)));
        loads.filter(|load| !self.points.iter().any(|point| point.load_ms == *load)).collect()
    }

    fn between_different(&self) -> Vec<f64> {
        let differ = self.points.windows(2).filter(|pair| pair[0].kind() != pair[1].kind());
        let middle = |pair: &[Point]| f64::midpoint(pair[0].load_ms, pair[1].load_ms);
        differ.filter(|pair| pair[1].load_ms - pair[0].load_ms > PRECISION_MS).map(middle).collect()
    }

    /// Returns the cliffs that are known exactly, in the order of their loads.
    pub fn cliffs(&self) -> impl Iterator<Item = Cliff> {
        let close = self.points.windows(2).filter(|pair| pair[1].load_ms - pair[0].load_ms <= PRECISION_MS);
        close.filter_map(|pair| {
            let (from, to) = (pair[0].kind()?, pair[1].kind()?);
            (from != to).then(|| Cliff { at_ms: f64::midpoint(pair[0].load_ms, pair[1].load_ms), from, to })
        })
    }

    /// Returns the known parts of the scale, each with its first and last load and the most important finding. Between two
    /// neighbouring points with the same finding all loads are assumed to have it. Loads outside the returned parts are unknown.
    pub fn parts(&self) -> Vec<(f64, f64, Kind)> {
        let mut parts: Vec<(f64, f64, Kind)> = Vec::new();
        for pair in self.points.windows(2) {
            let (from, to) = (pair[0].load_ms, pair[1].load_ms);
            let middle = f64::midpoint(from, to);
            let exact = to - from <= PRECISION_MS;
            match (pair[0].kind(), pair[1].kind()) {
                (Some(a), Some(b)) if a == b => push(&mut parts, from, to, a),
                (Some(a), Some(b)) if exact => {
                    push(&mut parts, from, middle, a);
                    push(&mut parts, middle, to, b);
                }
                _ => {}
            }
        }
        parts
    }
}

fn push(parts: &mut Vec<(f64, f64, Kind)>, from: f64, to: f64, kind: Kind) {
    match parts.last_mut() {
        Some((_, end, last)) if *last == kind && *end == from => *end = to,
        _ => parts.push((from, to, kind)),
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::load_map::ribbon::*;
    use crate::model::world::body::Tally;

    fn point(load_ms: f64, kind: Option<Kind>) -> Point {
        Point { load_ms, finding: kind.map(|kind| (kind, 0.0)), passes: Tally::default(), work: 1 }
    }

    fn completed(mut what: impl FnMut(f64) -> Option<Kind>) -> Ribbon {
        let mut ribbon = Ribbon::new(Axis::Render);
        loop {
            let loads = ribbon.wanted();
            if loads.is_empty() {
                return ribbon;
            }
            ribbon.add(loads.into_iter().map(|load| point(load, what(load))).collect());
        }
    }

    #[test]
    fn cliffs_are_exact_to_a_hundredth_of_a_millisecond_after_few_runs() {
        let ribbon = completed(|load| {
            Some(match load {
                ..16.667 => Kind::Right,
                ..58.333 => Kind::Judder,
                _ => Kind::SlowMotion,
            })
        });
        let cliffs: Vec<Cliff> = ribbon.cliffs().collect();
        assert_eq!(cliffs.len(), 2);
        assert!((cliffs[0].at_ms - 16.667).abs() <= 0.01 && (cliffs[1].at_ms - 58.333).abs() <= 0.01, "{cliffs:?}");
        assert_eq!((cliffs[0].to, cliffs[1].from, cliffs[1].to), (Kind::Judder, Kind::Judder, Kind::SlowMotion));
        assert!(ribbon.points.len() < 120, "{}", ribbon.points.len());
        let kinds: Vec<Kind> = ribbon.parts().iter().map(|(.., kind)| *kind).collect();
        assert_eq!(kinds, [Kind::Right, Kind::Judder, Kind::SlowMotion]);
    }

    #[test]
    fn unknown_parts_are_left_out_and_noise_is_given_up() {
        let unknown = completed(|load| (load < 50.0).then_some(Kind::Right));
        assert!(!unknown.is_given_up() && unknown.cliffs().count() == 0);
        let [(_, end, Kind::Right)] = unknown.parts()[..] else { panic!("one part is known") };
        assert!((49.0..60.0).contains(&end), "{end}");
        let mut count = 0;
        let noise = completed(|_| {
            count += 1;
            Some(if count % 2 == 0 { Kind::Right } else { Kind::SlowMotion })
        });
        assert!(noise.is_given_up());
        assert!(noise.points.len() < 2 * MOST_POINTS);
    }
}
