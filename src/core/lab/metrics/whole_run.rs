//! The sums of a whole run, for a report.

use super::accumulator::Accumulator;
use super::behind::Forgiving;
use super::reference::ReferenceSolution;
use super::screen::Screen;
use super::totals::Sums;
use crate::base::params::invalid::Invalid;
use crate::base::params::values::Values;
use crate::base::time::Time;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::computer::Computer;
use crate::model::config::control::ControlInput;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::{Body, Tally};

/// A fold that adds up a run without storing events.
#[derive(Debug)]
pub struct Metrics {
    sums: Accumulator,
    reference: Option<ReferenceSolution>,
    /// `None` if the run has no settings.
    forgiving: Option<Forgiving>,
    /// The simulated time after the last update.
    sim: Time,
}

impl Metrics {
    /// Returns the empty sums of a pane whose world is measured against the reference solution.
    pub fn of(setup: &PaneSetup) -> Result<Metrics, Invalid> {
        let metrics = Metrics::without_reference(setup)?;
        Ok(Metrics { reference: Some(ReferenceSolution::of(setup.settings)?), ..metrics })
    }

    /// Returns the empty sums of a pane without the path deviation, which costs the most to measure.
    pub fn without_reference(setup: &PaneSetup) -> Result<Metrics, Invalid> {
        let mut metrics = Metrics::new(Screen::of(setup.computer()), setup.first_turn());
        metrics.sums.samples = setup.strategy()?.samples;
        metrics.forgiving = Some(Forgiving::of(setup)?);
        metrics.sim = setup.at;
        Ok(metrics)
    }

    pub fn new(screen: Screen, start: Time) -> Metrics {
        Metrics { sums: Accumulator::new(screen, start), reference: None, forgiving: None, sim: start }
    }

    /// Returns the sums of the run. `clock` is the computer's clock at the end, which may be later than the last event, because a
    /// wait for the display is no event. `tally` holds the passes at walls. Metrics of paths have no value if the world was not
    /// measured against a reference.
    pub fn sums(&self, clock: Time, tally: Tally) -> Sums {
        let mut totals = self.sums.totals.clone();
        // The run is over, so a frame that is still on its way will never be displayed.
        totals.dropped = totals.rendered - totals.displayed.min(totals.rendered);
        self.sums.sums(totals, clock.max(self.sums.end), tally)
    }
}

impl Fold for Metrics {
    fn configured(&mut self, setup: &PaneSetup) {
        if let Some(forgiving) = &mut self.forgiving {
            forgiving.on_settings_changed(setup, self.sim);
            self.sums.forgiven = forgiving.forgiven;
        }
    }
}

impl Observer for Metrics {
    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        if let Some(reference) = &mut self.reference {
            reference.steered(sim, pedals);
        }
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        if let Some(reference) = &mut self.reference {
            reference.options_set(sim, options);
        }
    }

    fn note(&mut self, event: &Event, bodies: &[Body]) {
        if let Event::Update { sim, .. } = event {
            self.sim = *sim;
        }
        let path = match (&mut self.reference, event) {
            (Some(reference), Event::Update { sim, dt, .. }) => Some(reference.measure(*sim, *dt, bodies)),
            _ => None,
        };
        self.sums.add(event, path.as_ref());
    }

    fn input(&mut self, input: Input) {
        self.sums.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.sums.answer(answer);
    }

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.sums.screen = Screen::of(computer);
    }
}

#[cfg(test)]
mod tests {
    use crate::base::time::Span;
    use crate::lab::metrics::catalogue;
    use crate::lab::metrics::whole_run::*;
    use std::collections::BTreeMap;

    fn of_hz(refresh_hz: f64) -> Screen {
        Screen::of(&Computer { refresh_hz, ..Computer::default() })
    }

    fn displays(frames: &[(f64, f64)]) -> Metrics {
        let mut run = Metrics::new(of_hz(10.0), Time::ZERO);
        for &(at, drawn) in frames {
            run.note(&Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn), frame: 1 }, &[]);
        }
        run
    }

    fn sums(run: &Metrics, clock: f64) -> Sums {
        run.sums(Time::from_secs(clock), Tally::default())
    }

    fn close(value: Option<f64>, expected: f64) {
        let value = value.expect("a value");
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn every_definition_holds_on_a_series_worked_by_hand() {
        // Δd = 100, 100, 300 ms; Δs = 100, 200, 100 ms; errors 0, +100, −200 ms; refresh interval 100 ms.
        let m = sums(&displays(&[(0.1, 0.0), (0.2, 0.1), (0.3, 0.3), (0.6, 0.4)]), 0.6);
        close(m.number("fps_mean"), 6.0);
        close(m.number("fps_max"), 10.0);
        close(m.number("one_percent_low_fps"), 1.0 / 0.3);
        close(m.number("distinct_fps"), 6.0);
        close(m.number("speed_ratio"), 0.8);
        close(m.number("lost_s"), 0.1);
        close(m.number("animation_error_mean_ms"), 100.0);
        close(m.number("animation_error_max_ms"), 200.0);
        close(m.number("jitter_ms"), (0.0 + 100.0 / 16.0) * 15.0 / 16.0 + 200.0 / 16.0);
        close(m.number("state_age_mean_ms"), 100.0);
        close(m.number("state_age_min_ms"), 0.0);
        close(m.number("state_age_max_ms"), 200.0);
        close(m.number("hitch_ms_per_s"), 400.0);
        assert_eq!(m.distribution("cadence"), BTreeMap::from([(1, 2), (3, 1)]));
    }

    #[test]
    fn with_fewer_than_two_frames_differences_are_null_and_never_nan() {
        for frames in [&[][..], &[(0.1, 0.0)]] {
            let m = sums(&displays(frames), 0.0);
            let differences = ["fps_mean", "distinct_fps", "speed_ratio", "lost_s", "animation_error_mean_ms", "hitch_ms_per_s"];
            for id in differences.into_iter().chain(["jitter_ms", "dt_min_s", "dt_max_s", "one_percent_low_fps"]) {
                assert_eq!(m.number(id), None, "{id}");
            }
            assert_eq!(m.number("state_age_mean_ms"), (!frames.is_empty()).then_some(100.0));
        }
    }

    #[test]
    fn the_speed_of_the_game_is_that_of_its_updates_and_a_frame_counts_once_however_often_it_is_shown() {
        let mut run = Metrics::new(of_hz(10.0), Time::from_secs(0.5));
        for at in [0.5, 0.75] {
            let (at, dt) = (Time::from_secs(at), Span::from_millis(125.0));
            run.note(&Event::Update { at, end: at, dt, sim: at, line: 0 }, &[]);
        }
        assert_eq!(sums(&run, 1.5).number("game_speed_ratio"), Some(0.25));
        assert_eq!(sums(&Metrics::new(of_hz(10.0), Time::ZERO), 0.0).number("game_speed_ratio"), None, "no time has passed");
        let repeated = displays(&[(0.1, 0.0), (0.2, 0.0), (0.3, 0.1), (0.5, 0.1), (0.6, 0.2)]);
        close(sums(&repeated, 0.0).number("distinct_fps"), 4.0);
        close(sums(&repeated, 0.0).number("fps_mean"), 8.0);
    }

    #[test]
    fn the_one_percent_low_is_reached_by_time_and_not_by_count() {
        // 199 frames of 0.1 s and one of 0.2 s: the long one alone is 0.995 % of the time, so the 0.1 s ones reach 1 %.
        let mut run = Metrics::new(of_hz(10.0), Time::ZERO);
        for i in 0..200 {
            run.note(&Event::Display { at: Time::from_secs(f64::from(i) * 0.1), drawn: Time::ZERO, frame: 1 }, &[]);
        }
        run.note(&Event::Display { at: Time::from_secs(20.1), drawn: Time::ZERO, frame: 1 }, &[]);
        close(sums(&run, 0.0).number("one_percent_low_fps"), 10.0);
        run.note(&Event::Display { at: Time::from_secs(20.3), drawn: Time::ZERO, frame: 1 }, &[]);
        close(sums(&run, 0.0).number("one_percent_low_fps"), 5.0);
    }

    #[test]
    fn an_unknown_display_has_no_refreshes_and_no_late_frames() {
        let mut run = displays(&[(0.1, 0.0), (0.2, 0.0)]);
        run.on_computer_changed(Computer::of_capture());
        run.note(&Event::Display { at: Time::from_secs(0.5), drawn: Time::ZERO, frame: 1 }, &[]);
        let m = sums(&run, 0.0);
        let cadence = catalogue::find("cadence").and_then(|metric| metric.value(&m));
        assert_eq!((m.number("hitch_ms_per_s"), cadence), (None, None));
        close(m.number("fps_mean"), 5.0);
    }

    #[test]
    fn a_display_that_changes_its_rate_is_measured_by_the_rate_that_it_has() {
        let mut run = displays(&[(0.1, 0.0), (0.2, 0.0)]);
        run.on_computer_changed(&Computer { refresh_hz: 20.0, ..Computer::default() });
        run.note(&Event::Display { at: Time::from_secs(0.25), drawn: Time::ZERO, frame: 1 }, &[]);
        run.note(&Event::Display { at: Time::from_secs(0.35), drawn: Time::ZERO, frame: 1 }, &[]);
        assert_eq!(sums(&run, 0.0).distribution("cadence"), BTreeMap::from([(1, 2), (2, 1)]));
        close(sums(&run, 0.0).number("hitch_ms_per_s"), 1000.0 * 0.05 / 0.25);
    }
}
