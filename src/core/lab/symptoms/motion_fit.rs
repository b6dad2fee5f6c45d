//! The fit between the motion of pictures and their stays: how far each moves too far or too little.

use super::intervals::up_to_tenths;
use super::kind::{Kind, Tone};
use super::stays::{OFF, OFF_PERCENT, Picture, Stays};
use super::symptom::Symptom;
use super::words::{Misfits, Said};
use crate::base::time::{FLICKS_PER_SECOND, Time};
use crate::lab::metrics::reach::RECENT;

const MILLI: f64 = (FLICKS_PER_SECOND / 1000) as f64;
/// The motion is wrong if the mean misfit is at least this share of the mean stay.
const MISFIT: f64 = 0.12;
/// The motion gets a note if the mean misfit is at least this share of the mean stay.
const MISFIT_NOTED: f64 = 0.08;
/// The least mean misfit that is reported, in flicks.
const LEAST_MISFIT: f64 = MILLI;
/// The motion gets a note if one picture in ten misfits by at least this share of the mean stay: viewers call 16.7 % right and
/// complain of 20 %.
const TENTH_NOTED: f64 = 0.18;
/// The least misfit of one picture in ten that is reported, in flicks: 0.5 ms. Eyes follow up to 30° a second, at which this is one
/// arc minute, the acuity of 20/20.
const LEAST_TENTH: f64 = MILLI / 2.0;
/// The least number of pictures for a verdict on one in ten.
const TEN: usize = 10;

/// The fit between the motion of a window's pictures and their stays.
#[derive(Clone, Debug, Default)]
pub struct MotionFit {
    /// The mean of |Δs/k − Δd|, in flicks; `None` while nothing moves.
    pub misfit: Option<f64>,
    /// The 90 % quantile of |Δs/k − Δd|, in flicks; 0 with fewer than ten pictures.
    tenth: f64,
    /// The mean Δd of the same pictures, in flicks.
    mean: f64,
    /// The end of each picture that moved too far, and its excess as a share of the least excess that counts.
    too_far: Vec<(Time, f64)>,
    /// The end of the picture with the largest misfit; `None` without one.
    worst: Option<Time>,
}

impl MotionFit {
    /// Returns the fit of `pictures`, which follow on the picture `before`. Rare long stays are left out, and so is the picture
    /// after each.
    pub fn of<'a>(pictures: impl Iterator<Item = &'a Picture> + Clone, before: Option<&'a Picture>) -> MotionFit {
        let stays = Stays::of(pictures.clone());
        let is_long = |picture: &Picture| stays.is_exception(picture);
        let before = [before].into_iter().chain(pictures.clone().map(Some));
        let is_left_out = |(before, picture): &(Option<&Picture>, &Picture)| before.is_some_and(is_long) || is_long(picture);
        let pictures: Vec<&Picture> =
            before.zip(pictures).filter(|pair| !is_left_out(pair)).map(|(_, picture)| picture).collect();
        let simulated: i64 = pictures.iter().map(|picture| picture.simulated.flicks()).sum();
        let passed: i64 = pictures.iter().map(|picture| picture.passed.flicks()).sum();
        if simulated <= 0 || passed <= 0 {
            return MotionFit::default();
        }
        let (speed, count) = (simulated as f64 / passed as f64, pictures.len() as f64);
        let mut fit = MotionFit { mean: passed as f64 / count, ..MotionFit::default() };
        let (mut misfits, mut most) = (Vec::with_capacity(pictures.len()), 0.0);
        let least_too_far = (OFF_PERCENT as f64 / 100.0 * stays.usual.flicks() as f64).max(OFF.flicks() as f64);
        for picture in pictures {
            let ahead = picture.simulated.flicks() as f64 / speed - picture.stay();
            misfits.push(ahead.abs());
            if ahead.abs() > most {
                (most, fit.worst) = (ahead.abs(), Some(picture.at));
            }
            if ahead > 0.0 {
                fit.too_far.push((picture.at, ahead / least_too_far));
            }
        }
        fit.misfit = Some(misfits.iter().sum::<f64>() / count);
        // Of a motion that fits exactly no misfit is the largest.
        if misfits.len() >= TEN && most > 0.0 {
            let last = up_to_tenths(9, misfits.len());
            fit.tenth = *misfits.select_nth_unstable_by(last, f64::total_cmp).1;
        }
        fit
    }

    /// Finds pictures whose motion does not fit their stays; `None` if it fits. `factor` multiplies the threshold of a kind and a
    /// tone.
    pub fn judder(&self, factor: &dyn Fn(Kind, Tone) -> f64) -> Option<Symptom> {
        let misfit = self.misfit?;
        let is_off = |share: f64, tone| misfit >= factor(Kind::Judder, tone) * LEAST_MISFIT.max(share * self.mean);
        let wrong = factor(Kind::Judder, Tone::Wrong);
        let too_far: Vec<Time> = self.too_far.iter().filter(|(_, share)| *share >= wrong).map(|(at, _)| *at).collect();
        let least_tenth = factor(Kind::Judder, Tone::Note) * LEAST_TENTH.max(TENTH_NOTED * self.mean);
        // Two pictures that move too far are a judder if a window of two seconds shows both.
        let are_jumps = too_far.windows(2).any(|pair| pair[1] - pair[0] < RECENT);
        let is_wrong = is_off(MISFIT, Tone::Wrong);
        // A mean of many pictures hides a few jumps, and one picture in ten.
        let misfits = if is_wrong || is_off(MISFIT_NOTED, Tone::Note) {
            Misfits::All
        } else if are_jumps {
            Misfits::Jumps(too_far.len())
        } else if self.tenth >= least_tenth {
            Misfits::OneInTen { ms: self.tenth / MILLI }
        } else {
            return None;
        };
        let tone = if is_wrong || are_jumps { Tone::Wrong } else { Tone::Note };
        let worst = self.worst.into_iter().collect();
        Some(Symptom { tone, ..Symptom::new(Said::Judder(misfits), misfit / MILLI, worst) })
    }
}
