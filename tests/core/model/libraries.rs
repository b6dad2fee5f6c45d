//! Loops of real libraries run unmodified as pages, and do what their documentation says.
//!
//! Each rule is written here from what the library's comments promise, in plain floats as the library counts, and runs on the same
//! computer as the library does. `tests/core/fixtures/libraries` says which versions these are.

use super::published_scripts::noisy;
use super::scripts::{Bench, without_lines};
use crate::models::pipeline::{computers, uneven_computers};
use crate::tiers::sampled;
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::machine::event::Event;
use tickscope_core::model::machine::host::{Host, LoopFuture};
use tickscope_core::model::scripts;
use tickscope_core::model::world::controls::Between;

/// Flicks in a millisecond.
const MS: f64 = 705_600.0;

/// The length of a run: more than a hundred frames at 60 Hz.
const SECONDS: f64 = 2.0;

fn in_ms(moment: Time) -> f64 {
    moment.flicks() as f64 / MS
}

fn span(ms: f64) -> Span {
    Span::from_flicks((ms * MS).round() as i64)
}

fn between(alpha: f64, step_ms: f64) -> Between {
    Between { alpha, step: span(step_ms) }
}

/// Returns a file of a library, letter by letter, as a loop that others include.
fn library(name: &str) -> OwnLoop {
    super::scripts::meter_memory();
    let path = format!("{}/../../tests/core/fixtures/libraries/{name}", env!("CARGO_MANIFEST_DIR"));
    OwnLoop::new(name, &std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

/// Returns a computer whose frames take this long, with a display of 60 Hz.
fn frames_of(render_ms: f64) -> Computer {
    Computer { render_ms, ..Computer::default() }
}

/// Checks that a page with these loops beside it does what `rule` does, on every computer. Returns the updates of the last one.
fn agrees(page: &str, beside: &[OwnLoop], rule: impl Fn(Host) -> LoopFuture, more: &[Computer]) -> Vec<Span> {
    let own = OwnLoop::new("page", page);
    let mut all = beside.to_vec();
    all.push(own.clone());
    let strategy = scripts::strategy(&own, &all).unwrap_or_else(|error| panic!("{error}"));
    let some = sampled(computers().into_iter().chain(uneven_computers()).step_by(7));
    let mut made = Vec::new();
    for computer in some.chain([noisy(), Computer { refresh_hz: 144.0, ..noisy() }]).chain(more.iter().cloned()) {
        let mut library = Bench::new(&strategy, &computer, Values::default(), SECONDS);
        let mut documented = Bench::of(&computer, SECONDS, &rule);
        assert_eq!((library.end(), documented.end()), (None, None), "{computer:?}");
        let (library, documented) = (without_lines(&library.events()), without_lines(&documented.events()));
        if let Some(at) = library.iter().zip(&documented).position(|(library, documented)| library != documented) {
            panic!("event {at} is {:?} and not {:?} on {computer:?}", library[at], documented[at]);
        }
        assert_eq!(library.len(), documented.len(), "{computer:?}");
        made = updates(&library);
        assert!(made.len() > 3, "{} updates on {computer:?}", made.len());
    }
    made
}

fn updates(events: &[Event]) -> Vec<Span> {
    events.iter().filter_map(|event| if let Event::Update { dt, .. } = event { Some(*dt) } else { None }).collect()
}

/// Calls for each refresh: the timestamp in ms, or `None` when the run is over.
async fn timestamp(host: &Host) -> Option<f64> {
    let timestamp = host.next_refresh().await;
    host.running().then(|| in_ms(timestamp))
}

/// MainLoop.js: "update" is called with a fixed time step as often as it fits into the time that has passed; what is left stays for
/// the next frame, and `draw` gets it as a part of a step. After 240 updates in a frame `end` is told to panic. Frames that come
/// sooner than the allowed rate are not run. The first frame only draws.
async fn main_loop(host: Host, step: f64, most_fps: f64) {
    let Some(mut last) = timestamp(&host).await else { return };
    host.render(Some(between(1.0, step))).await;
    let mut left = 0.0;
    while let Some(now) = timestamp(&host).await {
        if now < last + 1000.0 / most_fps {
            continue;
        }
        left += now - last;
        last = now;
        let mut updates = 0;
        while left >= step && updates < 240 {
            host.update(span(step)).await;
            left -= step;
            updates += 1;
        }
        host.render(Some(between(left / step, step))).await;
        if updates == 240 {
            left = 0.0;
        }
    }
}

#[test]
fn mainloop_js_steps_through_what_has_passed_and_panics_after_240_steps() {
    let page = |step: &str, fps: &str| {
        format!(
            "// @include mainloop.js\nMainLoop.setSimulationTimestep({step}).setMaxAllowedFPS({fps}).setUpdate(update)\n\
             .setDraw((part) => draw(part, MainLoop.getSimulationTimestep()))\n\
             .setEnd((fps, panic) => {{ if (panic) MainLoop.resetFrameDelta(); }}).start();"
        )
    };
    let file = [library("mainloop.js")];
    agrees(&page("1000 / 60", "Infinity"), &file, |host| Box::pin(main_loop(host, 1000.0 / 60.0, f64::INFINITY)), &[]);
    agrees(&page("1000 / 25", "40"), &file, |host| Box::pin(main_loop(host, 1000.0 / 25.0, 40.0)), &[]);
    let slow = [frames_of(400.0)];
    let updates = agrees(&page("1", "Infinity"), &file, |host| Box::pin(main_loop(host, 1.0, f64::INFINITY)), &slow);
    assert_eq!(updates.len() % 240, 0, "{} updates: each frame has passed 400 ms and may make 240 steps", updates.len());
}

/// The names that the files of matter-js find where they are modules: each stands in the global variable of its name.
const MODULES: &str = "var module = { exports: {} };\nfunction require(path) { return globalThis[path.slice(2)]; }\n\
                       var Engine = { update(engine, delta) { update(delta); } };";

#[test]
fn the_runner_of_matter_js_makes_steps_of_one_length_and_keeps_the_time() {
    let files = ["matter-Common.js", "matter-Events.js", "matter-Runner.js"].map(library);
    let beside = files.into_iter().chain([OwnLoop::new("modules", MODULES)]);
    for delta in [1000.0 / 60.0, 1000.0 / 240.0] {
        let page = format!(
            "// @include modules\n// @include matter-Common.js\n// @include matter-Events.js\n// @include matter-Runner.js\n\
             const runner = Runner.create({{ delta: {delta} }});\n\
             Events.on(runner, 'afterTick', () => draw());\nRunner.run(runner, {{ timing: {{ timestamp: 0 }} }});"
        );
        let own = OwnLoop::new("page", &page);
        let all: Vec<OwnLoop> = beside.clone().chain([own.clone()]).collect();
        let strategy = scripts::strategy(&own, &all).unwrap_or_else(|error| panic!("{error}"));
        let mut bench = Bench::new(&strategy, &frames_of(5.0), Values::default(), SECONDS);
        assert_eq!(bench.end(), None);
        let steps = updates(&bench.events());
        let simulated = steps.len() as f64 * delta / 1000.0;
        assert!(steps.iter().all(|dt| *dt == span(delta)) && (simulated - SECONDS).abs() < 0.1, "{simulated} s in {SECONDS}");
    }
}

#[test]
fn the_game_loop_of_kontra_js_steps_through_what_has_passed_and_draws_once() {
    // kontra: "fps=60 - Desired frame rate"; frames of more than a second are left out, and each step is of 1/60 s.
    async fn rule(host: Host) {
        const STEP: f64 = 1000.0 / 60.0;
        let (mut last, mut left) = (in_ms(host.now()), 0.0);
        while timestamp(&host).await.is_some() {
            let now = in_ms(host.now());
            let passed = now - last;
            last = now;
            if passed > 1000.0 {
                continue;
            }
            left += passed;
            while left >= STEP {
                host.update(span(STEP)).await;
                left -= STEP;
            }
            host.render(None).await;
        }
    }
    let page = "// @include document\n// @include kontra.min.js\n\
                kontra.GameLoop({ context: {}, clearCanvas: false, update: (dt) => update(dt * 1000), render: () => draw() }).start();";
    let document = OwnLoop::new("document", "var document = { addEventListener() {} };");
    agrees(page, &[document, library("kontra.min.js")], |host| Box::pin(rule(host)), &[frames_of(70.0)]);
}

/// The settings of a test of the ticker of `PixiJS`.
#[derive(Clone, Copy)]
struct Ticker {
    /// The longest time of a call in ms, which `minFPS` sets.
    longest: f64,
    most_fps: Option<f64>,
    speed: f64,
}

/// The Ticker of `PixiJS`: listeners get the time since the last call in frames of 1/60 s, times `speed`, and never more than `minFPS` allows.
/// With `maxFPS` calls that come too soon are left out, and what they came too late is taken off the wait for the next.
async fn pixi_ticker(host: Host, set: Ticker) {
    let mut last = in_ms(host.now());
    let mut last_frame = last;
    while let Some(now) = timestamp(&host).await {
        if now > last {
            let elapsed = (now - last).min(set.longest) * set.speed;
            if let Some(most) = set.most_fps {
                let (since, least) = ((now - last_frame).trunc(), 1.0 / (most / 1000.0));
                if since < least {
                    continue;
                }
                last_frame = now - since % least;
            }
            let frames = elapsed * 0.06;
            host.update(span(frames / 0.06)).await;
            host.render(None).await;
        }
        last = now;
    }
}

#[test]
fn the_ticker_of_pixi_js_limits_the_time_and_the_rate_of_its_calls() {
    let beside = [
        OwnLoop::new("pixi", "var PIXI = { settings: {}, ExtensionType: { Application: 'application' } };"),
        library("pixi-ticker.js"),
    ];
    let usual = Ticker { longest: 100.0, most_fps: None, speed: 1.0 };
    let slow = [frames_of(70.0), frames_of(400.0)];
    for (set, words) in [
        (usual, ""),
        (Ticker { speed: 0.5, ..usual }, "ticker.speed = 0.5;"),
        (Ticker { most_fps: Some(40.0), ..usual }, "ticker.maxFPS = 40;"),
        (Ticker { longest: 1.0 / (30.0 / 1000.0), most_fps: Some(60.0), ..usual }, "ticker.maxFPS = 60; ticker.minFPS = 30;"),
        // A flaw of this version: without `maxFPS`, which is 0 then, any `minFPS` is taken for 0, and lifts the limit.
        (Ticker { longest: f64::INFINITY, ..usual }, "ticker.minFPS = 30;"),
    ] {
        let page = format!(
            "// @include pixi\n// @include pixi-ticker.js\nconst ticker = new PIXI.Ticker();\n{words}\n\
             ticker.add((frames) => {{ update(frames / 0.06); draw(); }});\nticker.start();"
        );
        let updates = agrees(&page, &beside, |host| Box::pin(pixi_ticker(host, set)), &slow);
        let longest = updates.iter().max().expect("it updates");
        assert_eq!(*longest > Span::from_millis(101.0), set.longest.is_infinite(), "{longest:?} with {words}");
    }
}
