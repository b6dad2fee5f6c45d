//! What one frame of the page costs its main thread, against the native CPU time of the same frame: the default window's four
//! panes at 1280×720, without the demonstration.
//!
//! The page's time is the browser's own: the CPU time of all tasks of the page's main thread, which its profiler counts. The
//! native time is the CPU time of the thread that makes the same frames, with the same time to simulate in each, on this
//! machine's GPU or its software. What draws has threads of its own, here and there.

#[expect(dead_code, unused_imports, reason = "the tests use all of it")]
#[path = "../tests/browser/harness/mod.rs"]
mod harness;
#[path = "../../benches/support/window.rs"]
mod window;

use cpu_time::ThreadTime;
use harness::{Backend, Page};
use serde_json::json;
use std::time::{Duration, Instant};
use tickscope::front::render::context::{Gpu, GpuError};
use tickscope::front::ui;
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::session::Session;
use tickscope::studio::view::View;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::settings::Settings;
use window::Window;

const SIZE: [u32; 2] = [1280, 720];
/// The beginning, which is not measured: the load map is made, the pulses fill.
const WARM_UP_S: f64 = 20.0;
const MEASURED_S: f64 = 10.0;

fn main() {
    let scenario =
        Session::new(Settings::of_window()).expect("these settings are allowed").with_view(View::default()).run.scenario();
    for backend in Backend::BOTH {
        let Some(in_page) = page(backend, &scenario) else { return };
        let native = match native(&scenario, in_page.interval) {
            Ok(native) => native,
            Err(none) => return println!("the native frame has no GPU, and no software for one: {none}"),
        };
        println!("one frame of four panes at {} × {}, {backend:?}", SIZE[0], SIZE[1]);
        println!("  the page's main thread   {:.2} ms, of which scripts {:.2} ms", ms(in_page.tasks), ms(in_page.scripts));
        println!("  the native frame         {:.2} ms", ms(native));
        println!("  ratio                    {:.2}   (aim ≤ 3)", in_page.tasks / native);
        println!("  frames in a second       {:.0}   (aim 60, in a browser with a GPU)", 1.0 / in_page.interval);
    }
}

fn ms(seconds: f64) -> f64 {
    seconds * 1e3
}

/// What a frame of the page takes, in seconds.
struct InPage {
    /// All tasks of the main thread.
    tasks: f64,
    /// The part of them that the program is.
    scripts: f64,
    /// From one frame to the next.
    interval: f64,
}

/// Nothing where the machine has no browser.
fn page(backend: Backend, scenario: &Scenario) -> Option<InPage> {
    let page = Page::start_at(1.0, SIZE)?;
    page.go(&format!("?backend={}#{}", backend.name(), code::write(scenario)));
    page.wait_for_frames(3);
    page.browser.command("Performance.enable", &json!({ "timeDomain": "threadTicks" }));
    std::thread::sleep(Duration::from_secs_f64(WARM_UP_S));
    let counted = || (metrics(&page), page.frames(), Instant::now());
    let (before, first, began) = counted();
    std::thread::sleep(Duration::from_secs_f64(MEASURED_S));
    let (after, last, ended) = counted();
    let frames = (last - first) as f64;
    let [tasks, scripts] = [0, 1].map(|kind| (after[kind] - before[kind]) / frames);
    Some(InPage { tasks, scripts, interval: (ended - began).as_secs_f64() / frames })
}

/// The seconds that the main thread has spent in all tasks, and in scripts.
fn metrics(page: &Page) -> [f64; 2] {
    let answer = page.browser.command("Performance.getMetrics", &json!({}));
    ["TaskDuration", "ScriptDuration"].map(|name| {
        let metric = answer["metrics"].as_array().into_iter().flatten().find(|metric| metric["name"] == name);
        metric.and_then(|metric| metric["value"].as_f64()).unwrap_or_else(|| panic!("the browser does not measure {name}"))
    })
}

/// What a native frame takes, in seconds, where one begins every `interval` seconds.
fn native(scenario: &Scenario, interval: f64) -> Result<f64, GpuError> {
    let mut session = Session::open(scenario.clone()).expect("this scenario is allowed");
    session.advance_to(Time::from_secs(WARM_UP_S));
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let Gpu { device, queue, .. } = pollster::block_on(Gpu::new(&instance, None))?;
    let mut window = Window::new((device.clone(), queue), SIZE);
    let frames = (MEASURED_S / interval) as u32;
    let frame = |frame: u32| {
        let moment = f64::from(frame) * interval;
        let start = ThreadTime::now();
        session.frame(moment);
        window.frame(moment, |ui| ui::layout::show_window(ui, &session), Some(&session));
        let taken = start.elapsed();
        // As a display would: the next frame begins when this one is drawn.
        device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU draws");
        taken
    };
    Ok((0..frames).map(frame).sum::<Duration>().as_secs_f64() / f64::from(frames))
}
