//! Measures how fast the core is, as ratios: the virtual computer against a hand-written loop with the same clock, ticks and metric, the
//! report against real time, the trace in events a second. `cargo bench` prints the ratios first, then divan's table.
//!
//! Ratios are medians over rounds in which the two sides take turns, so that a slow spell of the machine strikes both.

use divan::{Bencher, black_box};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tickscope::studio::export::trace::{Trace, TraceContents, TraceFormat, write_trace};
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::Time;
use tickscope_core::lab::captures::part::CapturePart;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::computer::VirtualComputer;
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::machine::host::Host;
use tickscope_core::model::strategies;
use tickscope_core::model::world::appearance::{Appearance, Frame};
use tickscope_core::model::world::body::Body;
use tickscope_core::model::world::controls::{Controls, WorldStep};
use tickscope_core::model::world::kind::WorldKind;
use tickscope_core::model::world::motion::{Motion, Simulation};
use tickscope_core::model::world::sketch::{BodyStyle, Sketch, WorldRect};
use tickscope_core::model::world::stepped_world::World;

/// Virtual seconds of a run: enough for a hundred thousand turns.
const SECONDS: f64 = 2000.0;
const ROUNDS: usize = 15;

fn main() {
    ratios();
    divan::main();
}

fn ratios() {
    println!("ratios, medians of {ROUNDS} rounds");
    for (bodies, aim) in [(0, 4.0), (100, 1.2)] {
        let ratio = against(|| by_hand(bodies), || on_the_virtual_computer(bodies));
        println!("  virtual computer / hand-written loop, {bodies:>3} bodies   {ratio:.2}   (aim ≤ {aim})");
    }
    let speeds = strategies::ALL.iter().map(|strategy| {
        let settings = runner(&strategy.id);
        let took = median((0..ROUNDS).map(|_| time(|| drop(black_box(Report::new(&settings, SECONDS))))));
        (SECONDS / took.as_secs_f64(), &strategy.id)
    });
    let (slowest, id) = speeds.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are strategies");
    println!("  report on runner / real time, slowest ({id})   {slowest:.0}   (aim ≥ 20000)");

    let pipelined = Computer { gpu_ms: 8.0, queue: 1, ..Computer::default() };
    let report = |computer: &Computer| time(|| report_of_all(computer)).as_secs_f64();
    let mut ratios: Vec<f64> = (0..ROUNDS).map(|_| report(&pipelined) / report(&Computer::default())).collect();
    ratios.sort_by(f64::total_cmp);
    println!("  report with a GPU and a queue / without   {:.2}   (aim ≤ 1.15)", ratios[ROUNDS / 2]);

    for render_ms in [5.0, 70.0] {
        let computer = Computer { render_ms, ..Computer::default() };
        let panes = strategies::ALL.iter().map(|strategy| PaneSettings::new(&strategy.id)).collect();
        let script = Script::from(Settings { computer, panes, ..runner("frame-based") });
        let every: Vec<Origin> = script.every_pane().collect();
        let plain = || drop(black_box(Report::new(&script, 10.0)).expect("it is run"));
        let with_findings = || {
            plain();
            black_box(spans(&script, &every, 10.0)).expect("it is run");
        };
        let round = |_| (time(with_findings).as_secs_f64(), time(plain).as_secs_f64());
        let mut rounds: Vec<(f64, f64)> = (0..ROUNDS).map(round).collect();
        rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (took, without) = rounds[ROUNDS / 2];
        let ratio = took / without;
        println!("  report of all loops with findings / without, {render_ms} ms a frame   {ratio:.0}");
        println!("  the same with findings, in ms   {:.0}   (aim ≤ 100)", took * 1e3);
    }

    let path = std::env::temp_dir().join(format!("tickscope-bench-{}.jsonl", std::process::id()));
    let settings = runner("fixed-interval");
    let took = median((0..5).map(|_| time(|| trace_to(&path, &settings))));
    let events = std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    let _ = std::fs::remove_file(&path);
    println!("  trace to a file, events a second   {:.0}   (aim ≥ 300000)", events as f64 / took.as_secs_f64());
    #[cfg(feature = "own-loops")]
    own_loops::ratios();
    println!();
}

/// Measures loops that users write, in JavaScript.
#[cfg(feature = "own-loops")]
mod own_loops {
    use super::{FLOCK, Flock, ROUNDS, median, runner, time};
    use divan::black_box;
    use tickscope::studio::session::Session;
    use tickscope_core::base::params::values::Values;
    use tickscope_core::base::time::Time;
    use tickscope_core::lab::panes::report::Report;
    use tickscope_core::model::config::computer::Computer;
    use tickscope_core::model::config::own_loop::OwnLoop;
    use tickscope_core::model::config::settings::{PaneSettings, Settings};
    use tickscope_core::model::machine::computer::VirtualComputer;
    use tickscope_core::model::machine::host::Host;
    use tickscope_core::model::world::controls::Controls;
    use tickscope_core::model::world::motion::Simulation;
    use tickscope_core::model::world::stepped_world::World;
    use tickscope_core::model::{scripts, strategies};

    /// Virtual seconds of a run: an interpreter takes longer than a compiled loop.
    const SECONDS: f64 = 100.0;

    /// Returns a loop of four names, so that the panes of a window have one each.
    fn accumulators() -> [OwnLoop; 4] {
        let published = strategies::find("fixed-interpolated").expect("it is in the registry");
        ["a", "b", "c", "d"].map(|name| OwnLoop::new(name, &published.script))
    }

    pub fn ratios() {
        let own = accumulators();
        let settings = Settings { loops: own.to_vec(), ..runner("own/a") };
        let report = |settings: &Settings| time(|| drop(black_box(Report::new(settings, SECONDS)))).as_secs_f64();
        let native = runner("fixed-interpolated");
        report(&settings);
        let mut rounds: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (report(&settings), report(&native))).collect();
        rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (took, compiled) = rounds[ROUNDS / 2];
        println!("  report of an own 60 Hz loop / real time   {:.0}   (aim ≥ 5000)", SECONDS / took);
        println!("  report of an own 60 Hz loop / of the same loop compiled   {:.1}", took / compiled);

        let read = || scripts::strategy(&own[0], &[]).expect("it can be read");
        let strategy = read();
        let start = || {
            let world = World::new(&FLOCK, Simulation::of(Flock(0)), Controls::default());
            let host = Host::new(VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(0.01)));
            host.run_to_the_end(strategy.begin(host.clone(), Values::default()));
        };
        let took = median((0..ROUNDS).map(|_| time(start)));
        println!("  start of an own loop, run for 10 ms, in ms   {:.1}   (aim ≤ 5)", took.as_secs_f64() * 1e3);
        let took = median((0..ROUNDS).map(|_| time(|| drop(black_box(read())))));
        println!("  reading its text, with its parameters, in ms   {:.1}", took.as_secs_f64() * 1e3);

        let panes = own.iter().map(|own| PaneSettings::new(&own.id())).collect();
        let mut session = Session::new(Settings { panes, ..settings }).expect("they can run");
        let frames = (0..600).map(|frame| time(|| session.frame(f64::from(frame) / 60.0))).skip(60);
        println!("  frame of the window with four own loops, in ms   {:.2}   (aim ≤ 6)", median(frames).as_secs_f64() * 1e3);

        let text = "function loop(host) { while (host.running()) { host.render(); while (true); } }";
        let endless = Settings { loops: vec![OwnLoop::new("a", text)], ..runner("own/a") };
        let took = time(|| assert!(Report::new(&endless, 1.0).is_err(), "it ends with an error"));
        println!("  an endless loop until its error, in ms   {:.0}   (aim ≤ 250)", took.as_secs_f64() * 1e3);
        let mut session = Session::new(Settings { loops: endless.loops, ..runner("own/a") }).expect("it can be read");
        let longest = (0..60).map(|frame| time(|| session.frame(f64::from(frame) / 60.0))).max().unwrap_or_default();
        println!("  longest frame while a script computes, in ms   {:.1}   (scripts get 4)", longest.as_secs_f64() * 1e3);
    }
}

/// Every loop on a computer, as many frames on each.
fn report_of_all(computer: &Computer) {
    for strategy in strategies::ALL {
        black_box(Report::new(&Settings { computer: computer.clone(), ..runner(&strategy.id) }, SECONDS / 10.0))
            .expect("it is run");
    }
}

fn trace_to(path: &std::path::Path, settings: &Settings) {
    let file = std::fs::File::create(path).expect("the temporary folder can be written");
    let (script, panes) = (Script::from(settings), [Origin::Start(0)]);
    let contents = TraceContents::default();
    let trace = Trace { script: &script, panes: &panes, seconds: SECONDS, contents, format: TraceFormat::JsonLines };
    write_trace(&trace, file).expect("the trace is written");
}

fn runner(strategy: &str) -> Settings {
    Settings { scene: WorldChoice::new("runner"), panes: vec![PaneSettings::new(strategy)], ..Settings::default() }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    times[times.len() / 2]
}

/// Returns the median of subject / baseline over rounds in which both run.
fn against(baseline: impl Fn() -> f64, subject: impl Fn() -> f64) -> f64 {
    assert_eq!(baseline().to_bits(), subject().to_bits(), "both must compute the same");
    let round = |_| {
        let plain = time(|| {
            black_box(baseline());
        });
        time(|| {
            black_box(subject());
        })
        .as_secs_f64()
            / plain.as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..ROUNDS).map(round).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

/// Bodies that fly straight on.
struct Flock(usize);

static FLOCK: WorldKind = WorldKind::of("flock", |_, _| Simulation::of(Flock(0)));

fn start(count: usize) -> Vec<Body> {
    (0..count).map(|i| Body { vel: glam::DVec2::new(i as f64, -1.0), spin: 0.1, ..Body::default() }).collect()
}

/// Moves one body, as both sides do in every step.
fn fly(from: &Body, to: &mut Body, dt: f64) {
    *to = Body { pos: from.pos + from.vel * dt, heading: from.heading + from.spin * dt, ..*from };
}

impl Motion for Flock {
    type State = Vec<Body>;

    fn start(&self) -> Vec<Body> {
        start(self.0)
    }
    fn step(&mut self, from: &Vec<Body>, to: &mut Vec<Body>, step: &WorldStep) {
        let dt = step.dt.as_secs();
        from.iter().zip(to).for_each(|(from, to)| fly(from, to, dt));
    }
    fn exact(&self, _: Time, _: &Controls, _: &mut Vec<Body>) {}
}

impl Appearance for Flock {
    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 1.0, 1.0)
    }
    fn backdrop(&self, _: &Frame, _: WorldRect, _: &mut Sketch) {}
    fn draw(&self, _: usize, _: &Body, _: BodyStyle, _: &mut Sketch) {}
}

/// The metric that both sides keep: how far apart Δs and Δd are, summed over all displayed frames, in flicks.
#[derive(Default)]
struct AnimationError {
    sum: i64,
    /// The moment at which the last frame was displayed, and the simulated time that it shows.
    last: Option<(Time, Time)>,
}

impl Observer for AnimationError {
    fn note(&mut self, event: &Event, _: &[Body]) {
        if let Event::Display { at, drawn, .. } = *event {
            if let Some((last_at, last_drawn)) = self.last {
                self.sum += ((drawn - last_drawn) - (at - last_at)).flicks().abs();
            }
            self.last = Some((at, drawn));
        }
    }
}

fn on_the_virtual_computer(bodies: usize) -> f64 {
    let world = World::new(&FLOCK, Simulation::of(Flock(bodies)), Controls::default());
    let metric = Rc::new(RefCell::new(AnimationError::default()));
    let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(SECONDS));
    let host = Host::new(computer.observed_by(metric.clone()));
    let strategy = strategies::find("variable-delta").expect("it is in the registry");
    host.run_to_the_end(strategy.begin(host.clone(), Values::default()));
    let computer = host.computer();
    sum(computer.world().bodies()) + computer.world().sim().as_secs() + metric.borrow().sum as f64
}

/// `variable-delta` with a 5 ms frame on a 60 Hz display, written down by hand as plain integers: the same clock, the same
/// ticks, the same metric.
fn by_hand(bodies: usize) -> f64 {
    let (period, render) = (black_box(11_760_000_i64), black_box(5 * 705_600_i64));
    let end = (SECONDS * 705_600_000.0) as i64;
    let (mut before, mut now_bodies) = (start(bodies), start(bodies));
    let (mut clock, mut last, mut sim, mut shown) = (0_i64, 0_i64, 0_i64, 0_i64);
    // The metric: when the last frame was displayed, and the simulated time that it shows.
    let (mut last_display, mut error) = (None, 0_i64);
    while clock < end {
        let now = clock;
        let dt = now - last;
        last = now;
        std::mem::swap(&mut before, &mut now_bodies);
        let seconds = dt as f64 / 705_600_000.0;
        before.iter().zip(&mut now_bodies).for_each(|(from, to)| fly(from, to, seconds));
        sim += dt;

        let finished = (clock + render).max(shown + 1);
        shown = (finished / period + i64::from(finished % period != 0)) * period;
        if let Some((at, drawn)) = last_display {
            let unevenness: i64 = (sim - drawn) - (shown - at);
            error += unevenness.abs();
        }
        last_display = Some((shown, sim));
        clock = shown;
    }
    sum(&now_bodies) + black_box(sim) as f64 / 705_600_000.0 + black_box(error) as f64
}

fn sum(bodies: &[Body]) -> f64 {
    bodies.iter().map(|body| body.pos.x + body.heading).sum()
}

#[divan::bench(args = [0, 100])]
fn hand_written_loop(bencher: Bencher, bodies: usize) {
    bencher.bench(|| by_hand(black_box(bodies)));
}

#[divan::bench(args = [0, 100])]
fn virtual_computer(bencher: Bencher, bodies: usize) {
    bencher.bench(|| on_the_virtual_computer(black_box(bodies)));
}

#[divan::bench(args = strategies::ALL.iter().map(|strategy| &*strategy.id))]
fn report_on_runner(bencher: Bencher, strategy: &str) {
    let settings = runner(strategy);
    bencher.bench(|| Report::new(black_box(&settings), SECONDS));
}

/// Reads a million rows of PresentMon's columns, which takes at most two seconds.
#[divan::bench(sample_count = 5)]
fn a_capture_of_a_million_rows(bencher: Bencher) {
    let head = "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,CPUStartTime,\
                FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy,GPUWait,VideoBusy,DisplayLatency,DisplayedTime,AnimationError\n";
    let mut file = head.to_owned();
    for frame in 0..1_000_000_u32 {
        let (start, busy) = (f64::from(frame) * 8.3333, 5.0 + f64::from(frame % 89) / 50.0);
        let _ = writeln!(
            file,
            "Game.exe,9620,0x19E52815138,DXGI,0,512,1,Hardware: Independent Flip,{start:.4},8.3333,{busy:.4},3.1,0.5,7.7,7.6,0.1,\
             0.0000,22.3456,8.3333,0.0123"
        );
    }
    bencher.bench(|| {
        tickscope_core::lab::captures::read("game.csv", file.as_bytes(), &CapturePart::default()).expect("it can be read")
    });
}
