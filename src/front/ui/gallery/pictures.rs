//! The pictures of the gallery: what each shows, how it is laid out, and how it is stored in `assets/gallery`.
//!
//! A picture shows the panes' worlds and strips and nothing else, so that it can be small.

use crate::front::ui::gallery::exhibits::Exhibit;
use crate::front::ui::panes::pane_layout::UiOutput;
use crate::front::ui::panes::strip;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{ColorImage, Context, Id, Rect, TextureHandle, TextureOptions, Ui, vec2};
use std::io::Cursor;
use tickscope_core::config::view::{CameraView, Theme, View};
use tickscope_core::params::Invalid;
use tickscope_core::time::Time;

/// The size of a picture, in pixels: it is drawn smaller than a window is.
pub const SIZE: [u32; 2] = [320, 180];
pub const SCALE: f32 = 0.8;
/// The share of a pane's height that its world gets; the rest is its strip.
const WORLD: f32 = 0.6;
const GAP: f32 = 2.0;

/// Returns the session that a picture of `exhibit` is taken of, at its moment; `None` for an exhibit without one.
pub fn session(exhibit: &Exhibit) -> Result<Option<Session>, Invalid> {
    let Some((scenario, at_s)) = exhibit.shown() else { return Ok(None) };
    let camera = scenario.view.camera;
    let mut session = Session::open(scenario)?;
    session.act(Action::Theme(Theme::Dark));
    let pursuit = session.view().pursuit && camera != CameraView::default();
    session.act(Action::View(View { trails: true, ghosts: true, pursuit, camera, ..View::default() }));
    session.advance_to(Time::from_secs(at_s));
    Ok(Some(session))
}

/// Lays a picture out. Nothing is painted over the worlds; the ground between them is the window's.
pub fn show(ui: &mut Ui, session: &Session) -> UiOutput {
    let look = Look { theme: session.theme() };
    let area = ui.max_rect();
    let panes = session.lab().panes();
    let extent = panes[0].computer().world().appearance().extent();
    let shape = (extent.max - extent.min).as_vec2();
    let mut shown = UiOutput::default();
    for (index, rect) in places(area, panes.len(), shape.x / shape.y * WORLD).into_iter().enumerate() {
        let (world, below) = rect.split_top_bottom_at_fraction(WORLD);
        strip::show(ui, look, session, index, (below, world), &mut shown.actions);
        shown.canvases.push((index, world));
    }
    shown
}

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

/// A picture's name, and its PNG file.
pub type Stored = (&'static str, &'static [u8]);

/// Every stored picture, in the order of their names. `UPDATE_GALLERY=1` writes the list with the pictures.
pub const STORED: &[Stored] = include!("../../../../assets/gallery/list.in");

/// The reason why a stored picture can't be shown.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file is no PNG of three or four bytes a pixel.
    #[error(transparent)]
    Decoding(#[from] png::DecodingError),
    /// The number of bytes per pixel.
    #[error("{0:?} is no form of a picture")]
    Form(png::ColorType),
}

pub fn decode(file: &[u8]) -> Result<ColorImage, PictureError> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let info = reader.next_frame(&mut pixels)?;
    let size = [info.width as usize, info.height as usize];
    match info.color_type {
        png::ColorType::Rgb => Ok(ColorImage::from_rgb(size, &pixels[..info.buffer_size()])),
        png::ColorType::Rgba => Ok(ColorImage::from_rgba_unmultiplied(size, &pixels[..info.buffer_size()])),
        other => Err(PictureError::Form(other)),
    }
}

/// Returns the texture of a picture, which is decoded at its first use; `None` if no picture has this name.
pub fn texture(ctx: &Context, name: &str) -> Option<TextureHandle> {
    let key = Id::unique(("gallery picture", name));
    if let Some(known) = ctx.data(|data| data.get_temp::<TextureHandle>(key)) {
        return Some(known);
    }
    let (_, file) = STORED.iter().find(|(stored, _)| *stored == name)?;
    let texture = ctx.load_texture(name, decode(file).ok()?, TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(key, texture.clone()));
    Some(texture)
}

pub fn forget(ctx: &Context) {
    ctx.data_mut(egui::util::IdTypeMap::remove_by_type::<TextureHandle>);
}
