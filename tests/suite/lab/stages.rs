//! What the time from an input to the display is made of, against the answers themselves.

use crate::common::{cases, computer, ids, pipeline};
use proptest::prelude::*;
use tickscope_core::config::{Computer, PaneSettings, Settings};
use tickscope_core::machine::{Answer, Event, Giver, Observer};
use tickscope_core::metrics::{Stage, Sums};
use tickscope_core::panes::Lab;
use tickscope_core::panes::report::Report;
use tickscope_core::run::{Fold, Run, Running};
use tickscope_core::time::Time;
use tickscope_core::world::Body;

/// Everything that says how late inputs were seen.
#[derive(Default)]
struct Answers(Vec<Answer>);

impl Fold for Answers {}

impl Observer for Answers {
    fn note(&mut self, _: &Event, _: &[Body]) {}

    fn answer(&mut self, answer: &Answer) {
        self.0.extend(Some(*answer).filter(|answer| answer.input.by == Giver::Metronome));
    }
}

/// Each stage once more, from the moments of the answers: mean and longest, ms.
fn stages_of(answers: &[Answer]) -> Vec<(f64, f64)> {
    let moments = |a: &Answer| [a.input.at, a.read, a.submitted, a.gpu_begins, a.gpu_done, a.shown];
    let stage = |number: usize| {
        let times = || answers.iter().map(|a| (moments(a)[number + 1] - moments(a)[number]).as_millis());
        (times().sum::<f64>() / answers.len() as f64, times().fold(0.0, f64::max))
    };
    if answers.is_empty() { Vec::new() } else { (0..5).map(stage).collect() }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs())
}

/// Each stage as the metrics have it: mean and longest, ms.
fn stages(sums: &Sums) -> Vec<(f64, f64)> {
    let stage = |stage: Stage| sums.number(stage.mean_id()).zip(sums.number(stage.longest_id()));
    Stage::ALL.into_iter().filter_map(stage).collect()
}

fn same(sums: &Sums, answers: &[Answer]) -> bool {
    let (measured, expected) = (stages(sums), stages_of(answers));
    let is_close = |((a, b), (c, d)): (&(f64, f64), &(f64, f64))| close(*a, *c) && close(*b, *d);
    measured.len() == expected.len() && measured.iter().zip(&expected).all(is_close)
}

fn settings(strategy: &str, computer: Computer) -> Settings {
    Settings { computer, panes: vec![PaneSettings::new(strategy)], ..Settings::default() }
}

/// Holds the report and the last two seconds of a run against its answers.
fn hold(settings: &Settings, seconds: f64) {
    let Ok(report) = Report::new(settings, seconds) else { return };
    let metrics = &report.panes[0].metrics;
    let (Answers(answers), _) =
        Run::new(settings, 0, seconds).and_then(|run| run.fold(Answers::default())).expect("it has run once");
    assert_eq!(answers.len() as u64, metrics.count("inputs_shown"), "{settings:?}");
    assert!(same(metrics, &answers), "{:?} of {answers:?}: {settings:?}", stages(metrics));
    let sum: f64 = stages(metrics).iter().map(|(mean, _)| mean).sum();
    assert!(close(sum, metrics.number("input_to_display_mean_ms").unwrap_or(0.0)), "{sum} is not the mean of {metrics:?}");

    let until = Time::from_secs(seconds);
    let mut run = Running::start(settings, |_| Ok(Answers::default())).expect("it has run once");
    run.advance_to(until);
    let mut lab = Lab::new(settings.clone()).expect("it has run once");
    lab.advance_to(until);
    let pane = &lab.panes()[0];
    let (recent, metrics) = (pane.seen_at(until).recent(), pane.seen_at(until).metrics());
    // A stall moves where the two seconds begin.
    let from = until - metrics.window.length(until);
    let lately: Vec<Answer> =
        run.panes()[0].fold().0.iter().filter(|answer| answer.shown >= from && answer.shown <= until).copied().collect();
    assert!(same(&recent, &lately), "{:?} of {lately:?}: {settings:?}", stages(&recent));
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_stages_of_a_latency_are_those_of_its_answers_and_add_up(
        usual in pipeline(), any in computer(), loads in (0.0..30.0_f64, 0.5..40.0_f64), is_usual in prop::bool::weighted(0.7), which in any::<prop::sample::Index>()
    ) {
        let computer = if is_usual { Computer { update_ms: loads.0, render_ms: loads.1, ..usual } } else { any };
        let ids = ids();
        hold(&settings(ids[which.index(ids.len())], computer), 6.0);
    }
}

#[test]
fn every_stage_takes_what_the_computer_makes_it_take() {
    // 8 ms on the CPU and 12 on the GPU, with a queue of two frames: nothing waits for the GPU, but for the display.
    let queued = Computer { render_ms: 8.0, gpu_ms: 12.0, queue: 2, ..Computer::default() };
    let measured = |computer| Report::new(settings("variable-delta", computer), 20.0).expect("allowed").panes.remove(0).metrics;
    let mean = |sums: &Sums, stage: Stage| sums.number(stage.mean_id()).expect("inputs are seen");
    let free = measured(queued.clone());
    assert!(
        close(mean(&free, Stage::Submit), 8.0) && close(mean(&free, Stage::Queue), 0.0) && close(mean(&free, Stage::Gpu), 12.0)
    );
    assert!(close(mean(&free, Stage::Display), 30.0), "{free:?}");
    // A GPU that can't keep up, and no display to wait for: frames wait for the GPU.
    let bound = measured(Computer { gpu_ms: 20.0, present: tickscope_core::config::Present::Immediate, ..queued });
    assert!(close(mean(&bound, Stage::Display), 0.0) && mean(&bound, Stage::Queue) > 30.0, "{bound:?}");
}
