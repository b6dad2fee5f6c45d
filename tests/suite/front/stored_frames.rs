//! Frames of the whole window, compared with stored ones.
//!
//! `UPDATE_FRAMES=1 cargo test --test suite stored_frames` stores what is drawn now: look at it before it is committed.

use super::adapter;
use image::{Rgba, RgbaImage};
use std::path::Path;
use tickscope::front::compositor::Compositor;
use tickscope::front::render::context::Gpu;
use tickscope::front::render::offscreen::{FORMAT, Offscreen};
use tickscope::front::render::renderer::Redraw;
use tickscope::front::ui;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction, WindowAction};
use tickscope::studio::view::{Instrument, Theme, View};
use tickscope_core::base::time::Time;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// The smallest window that shows everything, the usual one, and the smallest that there is.
const LEAST: [u32; 2] = [1024, 700];
const USUAL: [u32; 2] = [1280, 720];
const SMALLEST: [u32; 2] = [360, 480];
/// So many times the interface is run until it has settled: the gallery unpacks a few pictures each time.
const PASSES: usize = 30;

/// GPUs round differently: a pixel counts as the same if no channel is off by more levels than this.
const ROUNDING: u8 = 3;
/// Where an edge's antialiasing falls on the other side of a rounding, a pixel is off by more. One pixel in so many may be …
const EDGES: usize = 2000;
/// … and by so many levels at most: less than any line, letter or body that is missing or elsewhere.
const EDGE: u8 = 24;

/// Draws the window as it is.
fn draw(gpu: &Gpu, session: &Session, size: [u32; 2]) -> RgbaImage {
    let (device, queue) = (&gpu.device, &gpu.queue);
    let mut compositor = Compositor::new(egui::Context::default(), device, FORMAT);
    let target = Offscreen::new(device, size);
    for pass in 0..PASSES {
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size[0] as f32, size[1] as f32));
        let input = egui::RawInput { screen_rect: Some(screen), time: Some(pass as f64 / 10.0), ..egui::RawInput::default() };
        let layout = compositor.lay_out(session.run.theme, input, |ui| ui::layout::show_window(ui, session));
        let frame = compositor.upload((device, queue), layout, size);
        compositor.draw((device, queue), frame, Some(session), &target.view(), Redraw::Whole);
    }
    let pixels = adapter::read_back(&target, device, queue);
    RgbaImage::from_raw(size[0], size[1], pixels).expect("as many bytes as pixels")
}

/// In what two frames of one size differ.
#[derive(Debug, Default, PartialEq, Eq)]
struct Difference {
    /// Pixels that are off by more than rounding.
    pixels: usize,
    /// The largest difference of one channel.
    levels: u8,
    /// Where that is.
    at: (u32, u32),
    /// The number of all pixels.
    of: usize,
}

impl Difference {
    fn between(stored: &RgbaImage, drawn: &RgbaImage) -> Difference {
        let off = |a: &Rgba<u8>, b: &Rgba<u8>| a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
        let mut difference = Difference { of: stored.pixels().len(), ..Difference::default() };
        for ((x, y, stored), drawn) in stored.enumerate_pixels().zip(drawn.pixels()) {
            let levels = off(stored, drawn);
            difference.pixels += usize::from(levels > ROUNDING);
            if levels > difference.levels {
                (difference.levels, difference.at) = (levels, (x, y));
            }
        }
        difference
    }

    fn is_allowed(&self) -> bool {
        self.pixels * EDGES <= self.of && self.levels <= EDGE
    }
}

/// Compares with the stored frame.
fn compare(name: &str, session: &Session, size: [u32; 2]) {
    let Some(gpu) = adapter::gpu(name) else { return };
    let drawn = draw(&gpu, session, size);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frames").join(format!("{name}.png"));
    if std::env::var_os("UPDATE_FRAMES").is_some() {
        drawn.save(&path).expect("the frame is stored");
        return;
    }
    let stored = image::open(&path).expect("the frame is stored").into_rgba8();
    assert_eq!(stored.dimensions(), drawn.dimensions());
    let difference = Difference::between(&stored, &drawn);
    eprintln!("{name}: {difference:?}");
    if !difference.is_allowed() {
        let kept = std::env::temp_dir().join(format!("tickscope-{name}.png"));
        drawn.save(&kept).expect("the frame is kept");
        panic!("{name} is not as stored: {difference:?}; what was drawn is in {}", kept.display());
    }
}

#[test]
fn a_missing_letter_or_a_shade_everywhere_is_not_taken_for_rounding() {
    let plain = RgbaImage::from_pixel(LEAST[0], LEAST[1], Rgba([40, 40, 40, 255]));
    let changed = |change: &dyn Fn(u32, u32, &mut Rgba<u8>)| {
        let mut frame = plain.clone();
        frame.enumerate_pixels_mut().for_each(|(x, y, pixel)| change(x, y, pixel));
        Difference::between(&plain, &frame)
    };
    assert!(changed(&|_, _, pixel| pixel.0[1] += ROUNDING).is_allowed(), "rounding");
    assert!(!changed(&|_, _, pixel| pixel.0[1] += ROUNDING + 1).is_allowed(), "another shade of everything");
    assert!(
        !changed(&|x, y, pixel| pixel.0[0] = if x == 7 && (10..18).contains(&y) { 200 } else { 40 }).is_allowed(),
        "a stroke"
    );
    let dot = changed(&|x, y, pixel| pixel.0[2] = if (x, y) == (3, 5) { 80 } else { 40 });
    assert_eq!(dot, Difference { pixels: 1, levels: 40, at: (3, 5), of: (LEAST[0] * LEAST[1]) as usize });
    assert!(!dot.is_allowed());
}

fn session(settings: Settings, view: View, seconds: f64) -> Session {
    let mut session = Session::new(settings).expect("these settings are allowed").with_view(view);
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(seconds));
    session
}

/// As the window begins, on a slow computer.
fn slow() -> Session {
    let mut settings = Settings::of_window();
    settings.computer.render_ms = 70.0;
    session(settings, View::default(), 7.3)
}

#[test]
fn the_window_looks_as_stored_in_its_usual_size() {
    compare("usual-dark", &slow(), USUAL);
}

#[test]
fn the_smallest_window_looks_as_stored() {
    compare("smallest-dark", &slow(), SMALLEST);
}

#[test]
fn the_presentation_looks_as_stored() {
    let mut session = slow();
    session.act(Action::Window(WindowAction::Present(true)));
    compare("presentation-dark", &session, USUAL);
}

#[test]
fn the_gallery_looks_as_stored() {
    let mut session = slow();
    session.act(Action::Window(WindowAction::Gallery(true)));
    compare("gallery-light", &session.with_theme(Theme::Light), USUAL);
}

#[test]
fn the_window_looks_as_stored_with_the_timeline_and_all_numbers() {
    let mut settings = Settings { scene: WorldChoice::new("curve-and-wall"), ..Settings::default() };
    settings.computer.render_ms = 60.0;
    let view = View { numbers: true, instrument: Some(Instrument::Timeline), ..View::default() };
    compare("curve-dark", &session(settings, view, 7.3), [1280, 900]);
}

#[test]
fn the_window_looks_as_stored_in_pursuit_of_the_runner_in_the_light() {
    let panes = ["fixed-fps", "fixed-interpolated"].map(PaneSettings::new).into();
    let settings = Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() };
    compare(
        "runner-light",
        &session(settings, View { pursuit: true, lateness: true, ..View::default() }, 3.01).with_theme(Theme::Light),
        LEAST,
    );
}

#[test]
fn the_window_looks_as_stored_with_exploding_springs() {
    let panes = ["frame-based", "variable-delta", "semi-fixed"].map(PaneSettings::new).into();
    let settings = Settings { scene: WorldChoice::new("spring"), panes, ..Settings::default() };
    compare("springs-dark", &session(settings, View::default(), 5.2), LEAST);
}

#[test]
fn the_window_looks_as_stored_with_a_worlds_numbers_beside_it() {
    let panes = ["variable-delta", "fixed-interpolated"].map(PaneSettings::new).into();
    let mut settings = Settings { scene: WorldChoice::new("stack"), panes, ..Settings::default() };
    settings.computer.render_ms = 30.0;
    compare("stack-dark", &session(settings, View::default(), 4.5), LEAST);
}
