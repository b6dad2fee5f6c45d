//! Pictures of the whole window, compared with stored ones. Small differences between GPUs are allowed, others are not.
//!
//! `UPDATE_PICTURES=1 cargo test --test pictures` stores what is drawn now: look at it before it is committed.

use image::RgbaImage;
use std::path::Path;
use tickscope::base::time::Time;
use tickscope::front::render::context::Gpu;
use tickscope::front::render::offscreen::{FORMAT, Offscreen};
use tickscope::front::render::{OverlayFrame, Renderer};
use tickscope::front::ui::look::Look;
use tickscope::front::ui::stage::Stage;
use tickscope::front::ui::{self, UiOutput};
use tickscope::model::config::view::{Theme, View};
use tickscope::model::config::{PaneSettings, SceneChoice, Settings};
use tickscope::studio::session::{Action, Session};

const SIZE: [u32; 2] = [960, 600];

/// CounterRng the window as it is, the interface twice so that it has settled.
fn draw(gpu: &Gpu, session: &Session) -> RgbaImage {
    let (device, queue) = (&gpu.device, &gpu.queue);
    let ctx = egui::Context::default();
    let look = Look { theme: session.theme() };
    look.apply(&ctx);
    let mut renderer = Renderer::new(device, FORMAT);
    let mut stage = Stage::default();
    let target = Offscreen::new(device, SIZE);
    for time in [0.0, 1.0] {
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SIZE[0] as f32, SIZE[1] as f32));
        let input = egui::RawInput { screen_rect: Some(screen), time: Some(time), ..egui::RawInput::default() };
        let mut shown = UiOutput::default();
        let output = ctx.run_ui(input, |ui| shown = ui::show(ui, session));
        let mut frame = OverlayFrame {
            triangles: ctx.tessellate(output.shapes, 1.0),
            textures: output.textures_delta,
            screen: egui_wgpu::ScreenDescriptor { size_in_pixels: SIZE, pixels_per_point: 1.0 },
        };
        renderer.overlay.take_textures(device, queue, &mut frame.textures);
        stage.set((device, queue), &mut renderer, session, &shown.canvases, (SIZE, 1.0));
        renderer.draw(device, queue, &target.view(), look.background().to_array(), Some(&frame));
        renderer.overlay.release();
    }
    let pixels = target.read(device, queue).expect("the picture is read back");
    RgbaImage::from_raw(SIZE[0], SIZE[1], pixels).expect("as many bytes as pixels")
}

/// Compares with the stored picture. Antialiasing may differ by a little everywhere and by more at a few edges.
fn compare(name: &str, session: &Session) {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let gpu = match pollster::block_on(Gpu::new(&instance, None)) {
        Ok(gpu) => gpu,
        Err(error) if std::env::var("CI").is_ok_and(|ci| ci == "true") => panic!("CI needs a GPU adapter: {error}"),
        Err(error) => return eprintln!("the picture {name} was skipped: {error}"),
    };
    let drawn = draw(&gpu, session);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(format!("{name}.png"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        drawn.save(&path).expect("the picture is stored");
        return;
    }
    let stored = image::open(&path).expect("the picture is stored").into_rgba8();
    assert_eq!(stored.dimensions(), drawn.dimensions());
    let off = |a: &image::Rgba<u8>, b: &image::Rgba<u8>| a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
    let far = stored.pixels().zip(drawn.pixels()).filter(|(a, b)| off(a, b) > 40).count();
    if far > stored.pixels().len() / 500 {
        let kept = std::env::temp_dir().join(format!("tickscope-{name}.png"));
        drawn.save(&kept).expect("the picture is kept");
        panic!("{far} pixels of {name} are far from the stored picture; what was drawn is in {}", kept.display());
    }
}

fn session(settings: Settings, view: View, seconds: f64) -> Session {
    let mut session = Session::new(settings).expect("these settings are allowed").with_view(view);
    session.act(Action::PlayPause);
    session.advance_to(Time::from_secs(seconds));
    session
}

#[test]
fn the_window_looks_as_stored_on_a_slow_computer_in_the_dark() {
    let mut settings = Settings::default();
    settings.computer.render_ms = 60.0;
    compare("curve-dark", &session(settings, View { numbers: true, ..View::default() }, 7.3));
}

#[test]
fn the_window_looks_as_stored_in_pursuit_of_the_runner_in_the_light() {
    let panes = ["fixed-fps", "fixed-interpolated"].map(PaneSettings::new).into();
    let settings = Settings { scene: SceneChoice::new("runner"), panes, ..Settings::default() };
    compare(
        "runner-light",
        &session(settings, View { pursuit: true, lateness: true, ..View::default() }, 3.01).with_theme(Theme::Light),
    );
}

#[test]
fn the_window_looks_as_stored_with_exploding_springs() {
    let panes = ["frame-based", "variable-delta", "semi-fixed"].map(PaneSettings::new).into();
    let settings = Settings { scene: SceneChoice::new("spring"), panes, ..Settings::default() };
    compare("springs-dark", &session(settings, View::default(), 5.2));
}

#[test]
fn the_window_looks_as_stored_with_a_worlds_numbers_beside_it() {
    let panes = ["variable-delta", "fixed-interpolated"].map(PaneSettings::new).into();
    let mut settings = Settings { scene: SceneChoice::new("stack"), panes, ..Settings::default() };
    settings.computer.render_ms = 30.0;
    compare("stack-dark", &session(settings, View { instrument: None, ..View::default() }, 4.5));
}
