//! Measures how fast films are drawn, without an encoder: frames a second, and the ratio to reading back an empty frame.

use std::time::{Duration, Instant};
use tickscope::front::film::renderer::FilmRenderer;
use tickscope::front::render::context::Gpu;
use tickscope::front::render::offscreen::Offscreen;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::view::film_spec::FilmSpec;
use tickscope_core::model::config::settings::Settings;

const FRAMES: u64 = 240;

fn main() {
    let wish = FilmSpec::default();
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let gpu = match pollster::block_on(Gpu::new(&instance, None)) {
        Ok(gpu) => gpu,
        Err(error) => return println!("skipped, there is no GPU adapter: {error}"),
    };
    let empty = Offscreen::new(&gpu.device, wish.size);
    let plain = median((0..FRAMES).map(|_| {
        let start = Instant::now();
        let reading = empty.begin(&gpu.device, &gpu.queue);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the GPU answers");
        empty.end(&reading).expect("it has finished").expect("an empty frame is read back");
        start.elapsed()
    }));
    println!("an empty frame of 1280×720, read back        {:.2} ms", plain.as_secs_f64() * 1e3);
    let four = Scenario::from(Settings::default());
    let hitch = builtin::find("hitch").ok().and_then(|hitch| hitch.scenario().ok()).expect("it comes with the program");
    for (name, scenario) in [("four panes, curve and wall", four), ("four panes, runner", hitch)] {
        let mut renderer = FilmRenderer::open(&scenario, &wish).expect("there is a GPU");
        let frame = median((0..FRAMES).map(|number| {
            let start = Instant::now();
            let reading = renderer.begin(number);
            renderer.end(&reading).expect("a desktop waits for the GPU").expect("a frame is drawn");
            start.elapsed()
        }));
        let (ms, ratio) = (frame.as_secs_f64() * 1e3, frame.as_secs_f64() / plain.as_secs_f64());
        println!("{name:46} {ms:.1} ms, {:.0} frames/s   (aim ≥ 30), {ratio:.1} × the empty one", 1e3 / ms);
    }
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    times[times.len() / 2]
}
