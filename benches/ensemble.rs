//! Measures how fast many runs are made at once: a hundred loads × the four default loops × four seconds of `thin-wall`, as the
//! window needs them behind a slider. `cargo bench --bench ensemble` prints milliseconds and ratios.
//!
//! The plain baseline steps the same worlds as often by the same time on one core, with no computer, no loop and no
//! metrics. Ratios are medians over rounds in which the sides take turns, so that a slow spell of the machine strikes all.

use std::hint::black_box;
use std::time::{Duration, Instant};
use tickscope_core::base::time::Span;
use tickscope_core::lab::metrics::whole_run::Metrics;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::ensemble::Ensemble;
use tickscope_core::lab::run::fold::Finished;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{Settings, WorldChoice};
use tickscope_core::model::worlds;

const LOADS: usize = 100;
/// Virtual seconds of each run.
const SECONDS: f64 = 4.0;
const ROUNDS: usize = 15;

fn main() {
    let updates: Vec<u64> =
        Ensemble::start(runs(), Metrics::without_reference, |metrics, end| metrics.sums(end.clock, end.tally).count("updates"))
            .wait()
            .expect("the settings are allowed");
    let sides: [(&str, &dyn Fn()); 6] = [
        ("the worlds alone, one core", &|| worlds_alone(&updates)),
        ("runs alone, one core", &|| one_after_the_other(|run| drop(black_box(run.fold(()))))),
        ("with metrics, one core", &|| one_after_the_other(|run| drop(black_box(run.fold(metrics(run)))))),
        ("ensemble with metrics", &|| _ = black_box(ensemble(Metrics::without_reference))),
        ("ensemble with metrics and deviation", &|| _ = black_box(ensemble(Metrics::of))),
        ("making the runs", &|| _ = black_box(runs().count())),
    ];
    let rounds: Vec<Vec<Duration>> = (0..ROUNDS).map(|_| sides.iter().map(|(_, work)| time(work)).collect()).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{LOADS} loads × 4 loops × {SECONDS} s of thin-wall, {} updates, {cores} cores", updates.iter().sum::<u64>());
    println!("medians of {ROUNDS} rounds: ms, and times the worlds alone");
    for (side, (name, _)) in sides.iter().enumerate() {
        let took = median(rounds.iter().map(|round| round[side].as_secs_f64() * 1000.0));
        let ratio = median(rounds.iter().map(|round| round[side].as_secs_f64() / round[0].as_secs_f64()));
        let aim = if name.starts_with("ensemble with metrics") { "   (aim < 100 ms on two cores)" } else { "" };
        println!("  {name:<36} {took:>8.1} ms   {ratio:.2}{aim}");
    }
}

fn settings(number: usize) -> Settings {
    let computer = Computer { render_ms: 1.0 + number as f64, ..Computer::default() };
    Settings { computer, scene: WorldChoice::new("thin-wall"), ..Settings::default() }
}

fn runs() -> impl Iterator<Item = Run> {
    (0..LOADS)
        .flat_map(|number| (0..4).map(move |pane| Run::new(settings(number), pane, SECONDS).expect("these settings are allowed")))
}

fn metrics(run: &Run) -> Metrics {
    Metrics::without_reference(&run.beginning().setup()).expect("it has no errors")
}

fn ensemble(begin: fn(&PaneSetup) -> Result<Metrics, tickscope_core::base::params::invalid::Invalid>) -> usize {
    let summary = |metrics: Metrics, finished: &Finished| metrics.sums(finished.clock, finished.tally);
    Ensemble::start(runs(), begin, summary).wait().expect("the settings are allowed").len()
}

fn one_after_the_other(make: impl Fn(&Run)) {
    runs().for_each(|run| make(&run));
}

/// As many steps as the runs made, each as long as theirs were on average.
fn worlds_alone(updates: &[u64]) {
    for (number, updates) in updates.iter().enumerate() {
        let settings = settings(number / 4);
        let mut world = worlds::world(&settings.scene, settings.seed).expect("there is such a world");
        let dt = Span::from_secs(SECONDS / *updates as f64);
        (0..*updates).for_each(|_| world.step(dt));
        black_box(world.state_hash());
    }
}

fn time(work: &dyn Fn()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
