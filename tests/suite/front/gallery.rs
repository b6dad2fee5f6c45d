//! The gallery's pictures: every exhibit has one, made by the program itself.
//!
//! `UPDATE_GALLERY=1 cargo test --test suite -- gallery` draws all of them anew: look at them before they are committed.

use super::adapter;
use egui::{Rect, Ui, vec2};
use quantette::deps::palette::Srgb;
use quantette::{ImageRef, PaletteSize, Pipeline};
use std::path::{Path, PathBuf};
use tickscope::front::compositor::Compositor;
use tickscope::front::render::context::Gpu;
use tickscope::front::render::offscreen::{FORMAT, Offscreen};
use tickscope::front::render::renderer::Redraw;
use tickscope::front::ui::gallery::exhibits::{Exhibit, SECTIONS};
use tickscope::front::ui::gallery::pictures;
use tickscope::front::ui::panes::pulse::{self, PulseScale};
use tickscope::front::ui::pass::{UiOutput, UiPass};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction};
use tickscope::studio::view::{CameraView, Theme, View};
use tickscope_core::base::time::Time;

/// The most that all pictures together may be, in bytes.
const MOST_BYTES: usize = 250_000;

/// The size of a picture, in pixels: it is drawn smaller than a window is.
const SIZE: [u32; 2] = [320, 180];
/// Pixels a point.
const SCALE: f32 = 0.8;
/// The share of a pane's height that its world gets; the rest is its pulse.
const WORLD: f32 = 0.6;
/// The room between two panes, in points.
const GAP: f32 = 2.0;

/// Returns the session that a picture of `exhibit` is taken of, at its moment.
fn session(exhibit: &Exhibit) -> Session {
    let shown = exhibit.shown();
    let (scenario, at_s) =
        shown.unwrap_or_else(|| panic!("{}: exhibits.rs says of no run that its picture shows", exhibit.picture));
    let camera = scenario.view.camera;
    let mut session = Session::open(scenario).expect("its settings are allowed");
    session.act(Action::View(ViewAction::Theme(Theme::Dark)));
    let pursuit = session.run.view.pursuit && camera != CameraView::default();
    session.act(Action::View(ViewAction::Change(View { trails: true, ghosts: true, pursuit, camera, ..View::default() })));
    session.advance_to(Time::from_secs(at_s));
    session
}

/// Lays a picture out: the worlds and pulses of the panes and nothing else, so that it can be small. Nothing is painted over the
/// worlds; the ground between them is that of the window.
fn show(ui: &mut Ui, session: &Session) -> UiOutput {
    let area = ui.max_rect();
    let panes = session.run.lab.panes();
    let extent = panes[0].computer().world().appearance().extent();
    let shape = (extent.max - extent.min).as_vec2();
    let (mut pass, scale) = (UiPass::new(session), PulseScale::of(session));
    for (index, rect) in places(area, panes.len(), shape.x / shape.y * WORLD).into_iter().enumerate() {
        let (world, below) = rect.split_top_bottom_at_fraction(WORLD);
        pulse::show(ui, &mut pass, index, below, &scale);
        pass.canvases.push((index, world));
    }
    pass.into_output()
}

/// Arranges the panes so that worlds of this shape are largest.
fn places(area: Rect, count: usize, shape: f32) -> Vec<Rect> {
    let size = |columns: usize| {
        let share = |length: f32, parts: usize| (length + GAP) / parts as f32 - GAP;
        vec2(share(area.width(), columns), share(area.height(), count.div_ceil(columns)))
    };
    let width = |columns: usize| size(columns).x.min(size(columns).y * shape);
    // Full rows only: an empty corner would look like a pane that shows nothing.
    let full = (1..=count).filter(|columns| count.is_multiple_of(*columns));
    let columns = full.max_by(|a, b| width(*a).total_cmp(&width(*b))).unwrap_or(1);
    let size = size(columns);
    let place = |index: usize| {
        let step = vec2((index % columns) as f32 * (size.x + GAP), (index / columns) as f32 * (size.y + GAP));
        Rect::from_min_size(area.min + step, size)
    };
    (0..count).map(place).collect()
}

fn exhibits() -> impl Iterator<Item = &'static Exhibit> {
    SECTIONS.iter().flat_map(|section| &section.exhibits)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/gallery")
}

/// Draws the picture of an exhibit, four bytes a pixel.
fn draw(gpu: &Gpu, exhibit: &Exhibit) -> Vec<u8> {
    let (device, queue) = (&gpu.device, &gpu.queue);
    let session = session(exhibit);
    let ctx = egui::Context::default();
    ctx.set_pixels_per_point(SCALE);
    let mut compositor = Compositor::new(ctx, device, FORMAT);
    let target = Offscreen::new(device, SIZE);
    let points = SIZE.map(|side| side as f32 / SCALE);
    for time in [0.0, 1.0] {
        let screen = Rect::from_min_size(egui::Pos2::ZERO, points.into());
        let input = egui::RawInput { screen_rect: Some(screen), time: Some(time), ..egui::RawInput::default() };
        let layout = compositor.lay_out(session.run.theme, input, |ui| show(ui, &session));
        let frame = compositor.upload((device, queue), layout, SIZE);
        compositor.draw((device, queue), frame, Some(&session), &target.view(), Redraw::Whole);
    }
    adapter::read_back(&target, device, queue)
}

/// Returns the shade in steps of eight: no eye sees them in so small a picture, and the file is much smaller.
fn coarse(shade: u8) -> u8 {
    (shade.saturating_add(4) & 0xf8) | (shade >> 5)
}

/// A picture of at most this many colours: half as large a file, and alike to the eye.
const COLOURS: u8 = 48;

fn png_of(pixels: &[u8]) -> Vec<u8> {
    let [width, height] = SIZE;
    let opaque: Vec<Srgb<u8>> =
        pixels.as_chunks::<4>().0.iter().map(|[r, g, b, _]| Srgb::new(coarse(*r), coarse(*g), coarse(*b))).collect();
    let image = ImageRef::new(width, height, opaque.as_slice()).expect("as many pixels as its sides say");
    let few = Pipeline::new().palette_size(PaletteSize::from_u8_clamped(COLOURS)).ditherer(None);
    let indexed = few.input_image(image).output_srgb8_indexed_image();
    let palette: Vec<u8> = indexed.palette().iter().flat_map(|colour| [colour.red, colour.green, colour.blue]).collect();

    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    // Numbers of colours have no slopes that a filter could follow.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(indexed.indices()).expect("the pixels");
    writer.finish().expect("the end");
    file
}

/// Writes every picture and the list that the program is built with.
fn update(gpu: &Gpu) {
    let mut names: Vec<&str> = Vec::new();
    for exhibit in exhibits() {
        let file = folder().join(format!("{}.png", exhibit.picture));
        std::fs::write(file, png_of(&draw(gpu, exhibit))).expect("the picture is written");
        names.push(&exhibit.picture);
    }
    names.sort_unstable();
    for entry in std::fs::read_dir(folder()).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|ending| ending == "png") && !names.contains(&name.as_str()) {
            std::fs::remove_file(path).expect("a picture of nothing is removed");
        }
    }
    let row = |name: &&str| format!("    ({name:?}, include_bytes!(\"{name}.png\")),\n");
    let list: String = names.iter().map(row).collect();
    std::fs::write(folder().join("list.in"), format!("&[\n{list}]\n")).expect("the list is written");
}

#[test]
fn gallery_has_a_picture_of_every_scenario_world_and_article() {
    if std::env::var_os("UPDATE_GALLERY").is_some() {
        let gpu = adapter::gpu("the gallery's pictures").expect("pictures need a GPU; software Vulkan will do");
        return update(&gpu);
    }
    let known: Vec<&str> = pictures::STORED.iter().map(|(name, _)| *name).collect();
    let missing: Vec<&str> = exhibits().map(|exhibit| exhibit.picture.as_str()).filter(|name| !known.contains(name)).collect();
    assert!(missing.is_empty(), "no picture of {missing:?}: UPDATE_GALLERY=1 cargo test --test suite -- gallery");
    assert_eq!(known.len(), exhibits().count(), "pictures of nothing");
    let bytes: usize = pictures::STORED.iter().map(|(_, file)| file.len()).sum();
    assert!(bytes < MOST_BYTES, "{bytes} bytes of pictures");
}

#[test]
fn gallery_pictures_can_be_read_and_show_something() {
    for (name, file) in pictures::STORED {
        let picture = pictures::decode(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(picture.size, SIZE.map(|side| side as usize), "{name}");
        let ground = picture.pixels[0];
        let shown = picture.pixels.iter().filter(|pixel| **pixel != ground).count();
        assert!(shown > picture.pixels.len() / 100, "{name} is empty");
    }
}

#[test]
fn gallery_shows_a_picture_twice_alike() {
    let Some(gpu) = adapter::gpu("gallery_shows_a_picture_twice_alike") else { return };
    let exhibit = exhibits().next().expect("something hangs in the gallery");
    assert_eq!(draw(&gpu, exhibit), draw(&gpu, exhibit));
}
