//! Measures what one frame of the window costs the CPU, on a device that draws nothing.
//!
//! The baseline of the first ratio is the same egui window with nothing in it.

#[path = "support/window.rs"]
mod window;

use divan::black_box;
use std::time::{Duration, Instant};
use tickscope::front::render::camera::Camera;
use tickscope::front::render::instance::Instance;
use tickscope::front::render::renderer::Redraw;
use tickscope::front::ui;
use tickscope::front::ui::pass::UiOutput;
use tickscope::studio::lesson;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LessonAction, ViewAction};
use tickscope::studio::session::playhead::Move;
use tickscope::studio::view::{Instrument, View};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::sketch::{Ink, Sketch, WorldRect};
use tickscope_core::model::{strategies, worlds};
use window::Window;

const SIZE: [u32; 2] = [1600, 900];
const FRAMES: usize = 300;

/// Returns a window on a device that draws nothing: what is left of a frame is the CPU's work.
fn open() -> Window {
    Window::new(wgpu::Device::noop(&wgpu::DeviceDescriptor::default()), SIZE)
}

/// Returns the moment at which a frame begins, at 60 Hz.
fn seconds(frame: usize) -> f64 {
    frame as f64 / 60.0
}

fn main() {
    let plain = median((0..FRAMES).map({
        let mut window = open();
        move |frame| window.frame(seconds(frame), |_| UiOutput::default(), None)
    }));
    let panes = || strategies::ALL.iter().step_by(3).chain(strategies::ALL.last()).take(6).map(|s| PaneSettings::new(&s.id));
    let settings = Settings { panes: panes().collect(), ..Settings::default() };
    let bare = View { numbers: true, instrument: None, ..View::default() };
    let all = View { numbers: true, instrument: Some(Instrument::Timeline), ..View::default() };
    let six = six_panes(&settings, bare, None);
    println!("one frame of the window, six panes, all numbers   {:.2} ms   (aim ≤ 4)", six.as_secs_f64() * 1e3);
    println!("  an empty window of the same stack               {:.2} ms", plain.as_secs_f64() * 1e3);
    println!("  ratio                                           {:.1}", six.as_secs_f64() / plain.as_secs_f64());
    let scope = six_panes(&settings, all, None);
    println!("  with the timeline and the code                  {:.2} ms   (aim ≤ 8)", scope.as_secs_f64() * 1e3);
    let mut changes = open();
    changes.draws_changes = true;
    let searched = six_panes_in(changes, &settings, all);
    println!(
        "  and with the search for what has changed        {:.2} ms   (without a GPU; aim ≤ 8)",
        searched.as_secs_f64() * 1e3
    );
    let scope = six_panes(&settings, all, Some(Span::from_secs(20.0)));
    println!("  with twenty seconds in sight                    {:.2} ms   (aim ≤ 8)", scope.as_secs_f64() * 1e3);

    // A thousand updates a second and a frame a millisecond, in every pane.
    let mut crowded = Settings { panes: vec![PaneSettings::new("fixed-interval"); 6], ..Settings::default() };
    crowded.panes.iter_mut().for_each(|pane| pane.params.set("max_fps", Value::Number(1000.0)));
    crowded.computer = Computer { render_ms: 1.0, present: Present::Mailbox, ..Computer::default() };
    let scope = six_panes(&crowded, all, Some(Span::from_secs(20.0)));
    println!("  the same with 1000 updates a second in each     {:.2} ms   (aim ≤ 8)", scope.as_secs_f64() * 1e3);
    looking_back(&settings, "usual rates");
    looking_back(&crowded, "1000 updates a second");

    lessons();
    experiments();
    crowds();
    crowd_parts();

    let busy = Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..Computer::default() };
    let burning = Computer { render_ms: 0.2, present: Present::Mailbox, refresh_hz: 240.0, ..Computer::default() };
    for (instrument, name) in [(Instrument::Plots, "plots, 20 s"), (Instrument::Table, "table")] {
        for (computer, how) in [(&busy, "noise"), (&burning, "no vsync, 5 kHz")] {
            let view = View { numbers: true, inputs: true, instrument: Some(instrument), plots_s: 20.0, ..View::default() };
            let settings = Settings { computer: computer.clone(), ..settings.clone() };
            let cost = six_panes(&settings, view, None).as_secs_f64() * 1e3;
            println!("  with {:44} {cost:.2} ms   (aim ≤ 8)", format!("{name} and inputs, {how}"));
        }
    }

    let mut sketch = Sketch::default();
    let camera = Camera::squeezing(WorldRect::new(0.0, 0.0, 100.0, 100.0), 1.0, glam::Vec2::splat(800.0), 1.0);
    let mut instances: Vec<Instance> = Vec::new();
    let bodies = median((0..200).map(|_| {
        let start = Instant::now();
        sketch.shapes.clear();
        instances.clear();
        for body in 0..10_000 {
            sketch.disc(glam::DVec2::new(f64::from(body % 100), f64::from(body / 100)), 0.4, Ink::Body(body as usize));
        }
        instances.extend(sketch.shapes.iter().map(|shape| camera.instance(shape, [1, 2, 3, 255])));
        black_box(&instances);
        start.elapsed()
    }));
    println!("10 000 bodies to instances                        {:.2} ms   (aim ≤ 1)", bodies.as_secs_f64() * 1e3);
}

/// Prints the longest time from opening a lesson, and any of its steps by a link, to the first frame that shows it.
fn lessons() {
    let mut window = open();
    let mut time = |lesson: &std::sync::Arc<lesson::definition::Lesson>, step: usize| {
        let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
        let began = Instant::now();
        session.act(Action::Lesson(LessonAction::Open(lesson.clone(), step)));
        session.frame(0.0);
        window.frame(0.0, |ui| ui::layout::show_window(ui, &session), None);
        began.elapsed().as_secs_f64() * 1e3
    };
    let all = || lesson::builtin::all();
    let first = all().map(|lesson| time(lesson, 0)).fold(0.0, f64::max);
    let any: Vec<f64> = all()
        .flat_map(|lesson| (0..lesson.steps.len()).map(move |step| (lesson, step)))
        .map(|(lesson, step)| time(lesson, step))
        .collect();
    println!("a lesson opens in                                 {first:.1} ms   (aim ≤ 200)");
    println!("  and at any of its steps                         {:.1} ms", any.into_iter().fold(0.0, f64::max));
}

/// Measures what experiments cost the window's thread: ten looks a second at what the panes do, and one start. The experiments
/// themselves run on other threads.
fn experiments() {
    let opening = Settings::of_window();
    let settings = Settings { computer: Computer { render_ms: 70.0, ..opening.computer.clone() }, ..opening };
    let mut session = Session::new(settings).expect("these settings are allowed");
    let (mut spent, mut job) = (Duration::ZERO, None);
    for look in 0..100 {
        session.advance_to(Time::from_secs(f64::from(look) / 10.0));
        let start = Instant::now();
        let inquiries = session.inquiries();
        if look == 50 {
            assert!(!inquiries.is_empty(), "there is something to find out");
            job = tickscope_core::lab::experiments::diagnoses::start(inquiries, 1).ok();
        }
        spent += start.elapsed();
    }
    println!("experiments, on the window's thread               {:.2} ms a second   (aim ≤ 2)", spent.as_secs_f64() * 1e3 / 10.0);
    drop(job);
}

/// One pane of a crowd: what its instances cost to make and to hand to the GPU, and what the laboratory does in a
/// sixtieth of a second, from a thousand bodies to a hundred thousand.
fn crowds() {
    println!("one pane of a crowd, all of it in view, one update and one frame in each sixtieth of a second");
    let mut per_body: Vec<(f64, f64)> = Vec::new();
    for bodies in [1000_u32, 10_000, 100_000] {
        let mut scene = WorldChoice::new("crowd");
        scene.options.set("bodies", Value::Number(f64::from(bodies)));
        let settings = Settings { scene, panes: vec![PaneSettings::new("variable-delta")], ..Settings::default() };
        let mut session = Session::new(&settings).expect("these settings are allowed");
        session.advance_to(Time::from_secs(1.0));
        let mut window = open();
        let canvas = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SIZE[0] as f32, SIZE[1] as f32));
        let (mut stepped, mut staged) = (Vec::new(), Vec::new());
        for frame in 0..100 {
            let start = Instant::now();
            session.advance_to(Time::from_secs(1.0 + f64::from(frame) / 60.0));
            stepped.push(start.elapsed());
            // Nothing but the pane.
            let ready =
                window.interface(seconds(frame as usize), |_| UiOutput { canvases: vec![(0, canvas)], ..UiOutput::default() });
            let ready_at = Instant::now();
            window.compositor.draw((&window.device, &window.queue), ready, Some(&session), &window.target, Redraw::Whole);
            staged.push(ready_at.elapsed());
        }
        let ms = |times: Vec<Duration>| median(times.into_iter()).as_secs_f64() * 1e3;
        let (stepped, staged) = (ms(stepped), ms(staged));
        per_body.push((stepped / f64::from(bodies), staged / f64::from(bodies)));
        let aim = if bodies == 100_000 { "   (aim ≤ 5)" } else { "" };
        println!("  {bodies:>7} bodies: instances and upload      {staged:.2} ms{aim}, the laboratory {stepped:.2} ms");
    }
    let ratio = |one: fn(&(f64, f64)) -> f64| one(&per_body[2]) / one(&per_body[0]);
    println!(
        "  per body, 100 000 over 1000: instances and upload {:.2}   (aim ≤ 1.5), the laboratory {:.2}",
        ratio(|p| p.1),
        ratio(|p| p.0)
    );
}

/// Measures the parts of a world of a hundred thousand bodies by themselves.
fn crowd_parts() {
    for (mind, growth) in [("none", "none"), ("flock", "none"), ("none", "doubles")] {
        let mut choice = WorldChoice::new("crowd");
        choice.options.set("bodies", Value::Number(100_000.0));
        choice.options.set("mind", Value::Word(mind.to_owned()));
        choice.options.set("growth", Value::Word(growth.to_owned()));
        let mut world = worlds::world(&choice, 0).expect("these options are offered").starting_at(Time::from_secs(20.5));
        let ms = |times: Vec<Duration>| median(times.into_iter()).as_secs_f64() * 1e3;
        let timed = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            start.elapsed()
        };
        let step = ms((0..50).map(|_| timed(&mut || world.step(Span::from_hz(60.0)))).collect());
        let mut bodies = Vec::new();
        let at = world.sim();
        let exact = ms((0..50).map(|_| timed(&mut || world.exact(at, &mut bodies))).collect());
        let in_view = ms((0..50).map(|_| timed(&mut || _ = black_box(world.in_view()))).collect());
        println!(
            "  100 000 bodies, mind {mind}, growth {growth}: step {step:.2} ms (aim about 1), exact {exact:.2} ms, in view {in_view:.2} ms"
        );
    }
}

/// Returns the median cost of a frame with six panes, with twenty seconds behind them.
fn six_panes(settings: &Settings, view: View, in_sight: Option<Span>) -> Duration {
    let window = open();
    if let Some(span) = in_sight {
        ui::instruments::timeline::scroll::zoom_to(&window.compositor.ctx, span);
    }
    six_panes_in(window, settings, view)
}

fn six_panes_in(mut window: Window, settings: &Settings, view: View) -> Duration {
    let mut session = Session::new(settings).expect("these settings are allowed").with_view(view);
    session.advance_to(Time::from_secs(20.0));
    median((0..FRAMES).map(|frame| {
        let start = Instant::now();
        session.frame(seconds(frame));
        let stepped = start.elapsed();
        stepped + window.frame(seconds(frame), |ui| ui::layout::show_window(ui, &session), Some(&session))
    }))
}

/// Prints the memory of six panes' recordings, and the time to go to a moment of them and read every pane's numbers and findings.
fn looking_back(settings: &Settings, name: &str) {
    let mut session = Session::new(settings).expect("these settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(30.0));
    let bytes: usize = session.run.lab.panes().iter().map(|pane| pane.recording().bytes()).sum();
    let reach = session.run.lab.panes()[0].recording().reach(session.run.lab.now());
    let scrubs = (0..100).map(|moment| {
        let start = Instant::now();
        session.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(10.0 + f64::from(moment * 37 % 100) / 5.0)))));
        for pane in 0..session.run.lab.panes().len() {
            let seen = session.run.seen(pane);
            black_box((seen.recent(), seen.state(), seen.shown_frame().is_some(), seen.lamp(), seen.trail()));
        }
        start.elapsed()
    });
    let longest = scrubs.max().unwrap_or_default();
    println!("looking back, six panes, {name}");
    println!(
        "  memory for {:.1} s (states {:.1} s)   {:.1} MiB   (aim ≤ 64)",
        reach.events.as_secs(),
        reach.states.as_secs(),
        bytes as f64 / f64::from(1 << 20)
    );
    println!("  going to any moment, the slowest    {:.2} ms   (aim ≤ 50)", longest.as_secs_f64() * 1e3);
    let start = Instant::now();
    session.act(Action::View(ViewAction::Transport(Move::RunFromHere)));
    while session.run.transport.rerun().is_some() {
        session.frame(0.0);
    }
    println!(
        "  running again from the beginning    {:.0} times real time",
        session.run.now().as_secs() / start.elapsed().as_secs_f64()
    );
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    times[times.len() / 2]
}
