//! What a picture of the gallery shows: the panes' worlds and strips and nothing else, so that it can be small.

use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::front::ui::UiOutput;
use crate::front::ui::gallery::exhibits::Exhibit;
use crate::front::ui::panes::strip;
use crate::front::ui::style::look::Look;
use crate::model::config::view::{CameraView, Theme, View};
use crate::studio::session::{Action, Session};
use egui::{Rect, Ui, vec2};

/// Pixels of a picture, and how many of them are a point: it is drawn smaller than a window is.
pub const SIZE: [u32; 2] = [320, 180];
/// Pixels a point.
pub const SCALE: f32 = 0.8;
/// The part of a pane that its world has; the rest is its strip.
const WORLD: f32 = 0.6;
/// Between two panes, in points.
const GAP: f32 = 2.0;

/// The session that a picture of `exhibit` is taken of, at its moment; nothing if none is described.
///
/// # Errors
/// If its settings are not allowed.
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

/// The panes' places: the arrangement that shows worlds of this shape largest.
fn places(area: Rect, count: usize, shape: f32) -> Vec<Rect> {
    let size = |columns: usize| {
        let share = |length: f32, parts: usize| (length + GAP) / parts as f32 - GAP;
        vec2(share(area.width(), columns), share(area.height(), count.div_ceil(columns)))
    };
    let width = |columns: usize| size(columns).x.min(size(columns).y * shape);
    let columns = (1..=count).max_by(|a, b| width(*a).total_cmp(&width(*b))).unwrap_or(1);
    let size = size(columns);
    let place = |index: usize| {
        let step = vec2((index % columns) as f32 * (size.x + GAP), (index / columns) as f32 * (size.y + GAP));
        Rect::from_min_size(area.min + step, size)
    };
    (0..count).map(place).collect()
}
