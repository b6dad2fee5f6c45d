//! The handle of a wall, at its upper end: dragged it moves the wall, its edge makes it thicker. With the keyboard the
//! arrows do both.

use crate::base::params::{Param, Value};
use crate::front::render::Camera;
use crate::front::render::aim::on_the_world;
use crate::front::ui::style::look::Look;
use crate::model::world::{StandingWall, Wall};
use crate::studio::session::{Action, Session};
use egui::{
    Align2, Context, CursorIcon, EventFilter, FontId, Id, Key, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use glam::{DVec2, Vec2};

/// The grip that moves the wall, in points; the edge beside it is as high.
const GRIP: egui::Vec2 = vec2(20.0, 16.0);
const EDGE: f32 = 10.0;

/// What part of which pane's handle is held, and by how much beside its place.
#[derive(Clone, Copy, Debug)]
struct Held {
    index: usize,
    thickens: bool,
    beside: f64,
    /// When it was pressed, by the window's clock.
    since: f64,
}

fn id() -> Id {
    Id::unique("held wall")
}

fn held(ctx: &Context) -> Option<Held> {
    let since = ctx.input(|input| input.pointer.press_start_time());
    ctx.data(|data| data.get_temp::<Held>(id())).filter(|held| Some(held.since) == since)
}

/// Whether the pointer holds a wall.
pub fn is_held(ctx: &Context) -> bool {
    held(ctx).is_some()
}

/// Shows the handle on the canvas of pane `index`, where a wall can be moved now.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, canvas: Rect, actions: &mut Vec<Action>) {
    // The past stays as it was; films, presentations and parts of other pages have no buttons.
    if session.playhead().is_some() || session.has_bare_panes() || session.shows_one_stage() || canvas.width() < 80.0 {
        return;
    }
    let Some(wall) = session.wall(index) else { return };
    let camera = camera(session, index, canvas);
    let at = |x: f64| canvas.min + egui::Vec2::from(camera.pixel(DVec2::new(x, wall.area.max.y)).as_vec2().to_array());
    let (left, right) = (at(wall.area.min.x), at(wall.area.max.x));
    let middle = pos2(f32::midpoint(left.x, right.x), left.y.clamp(canvas.top(), canvas.bottom() - GRIP.y));
    if !canvas.x_range().contains(middle.x) {
        return;
    }
    let grip = Rect::from_min_size(middle - vec2(GRIP.x / 2.0, 0.0), GRIP);
    let edge_x = grip.right().max(right.x).min((canvas.right() - EDGE).max(grip.right()));
    let edge = Rect::from_min_size(pos2(edge_x, grip.top()), vec2(EDGE, GRIP.y));
    let letter = crate::front::ui::letter(index);
    let id = ui.scope_id().with(("wall", index));
    let moves = ui.interact(grip, id.with("x"), Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
    let thickens = ui.interact(edge, id.with("thickness"), Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
    for (response, what, value) in [(&moves, "Wall", wall.wall.x), (&thickens, "Thickness of the wall", wall.wall.thickness)] {
        let label = format!("{what} in pane {letter}");
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, &label);
            info.value = Some(value);
            info
        });
    }

    let x_at =
        |pointer: Pos2| camera.world(DVec2::new(f64::from(pointer.x - canvas.min.x), f64::from(pointer.y - canvas.min.y))).x;
    let mut next = wall.wall;
    if let Some((held, pointer)) = hold(ui, (index, &wall), [(&moves, grip), (&thickens, edge)], x_at) {
        next = dragged(&wall, held, x_at(pointer));
    }
    for (response, thickens) in [(&moves, false), (&thickens, true)] {
        if response.has_focus() {
            let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
            next = keyed(ui, &wall, next, thickens);
        }
    }
    let set = |param: &Param, value: f64, old: f64| {
        (value != old).then(|| Action::SceneOption(param.name.to_string(), Value::Number(value)))
    };
    actions.extend(set(wall.options.x, next.x, wall.wall.x));
    actions.extend(set(wall.options.thickness, next.thickness, wall.wall.thickness));

    let painter = ui.painter_at(canvas);
    let lit = |response: &Response| response.hovered() || response.dragged() || response.has_focus();
    for (response, rect) in [(&moves, grip), (&thickens, edge)] {
        let fill = if lit(response) { look.accent() } else { look.panel() };
        painter.rect(rect.shrink(1.0), 3.0, fill, Stroke::new(1.0, look.weak()), StrokeKind::Inside);
        let (centre, strokes) = (rect.center(), if rect.width() > EDGE { 3 } else { 1 });
        for stroke in 0..strokes {
            let x = centre.x + 4.0 * (stroke as f32 - (strokes - 1) as f32 / 2.0);
            painter.vline(x, centre.y - 3.5..=centre.y + 3.5, Stroke::new(1.5, look.text()));
        }
    }
    if lit(&moves) || lit(&thickens) {
        let words = format!("wall {:.1} units, at {:.1}", next.thickness, next.x);
        let words = painter.layout_no_wrap(words, FontId::proportional(12.0), look.text());
        let place = pos2(grip.left() - words.size().x - 10.0, grip.top());
        let place = if place.x < canvas.left() { pos2(edge.right() + 6.0, grip.top()) } else { place };
        let plate = Align2::LEFT_TOP.anchor_size(place, words.size() + vec2(6.0, 2.0));
        painter.rect_filled(plate, 3.0, look.panel());
        painter.galley(plate.min + vec2(3.0, 1.0), words, look.text());
    }
}

/// The camera of the pane, for a canvas in points.
pub fn camera(session: &Session, index: usize, canvas: Rect) -> Camera {
    let computer = session.lab().panes()[index].computer();
    on_the_world(computer.world().appearance(), &session.view(), Vec2::new(canvas.width(), canvas.height()), 1.0)
}

/// What the pointer holds of the handle of pane `index`, and where the pointer is. Where it was pressed decides, not where its
/// first movement has led: in a slow window both come in one frame.
fn hold(
    ui: &Ui,
    (index, wall): (usize, &StandingWall),
    [moves, thickens]: [(&Response, Rect); 2],
    x_at: impl Fn(Pos2) -> f64,
) -> Option<(Held, Pos2)> {
    let (pointer, shift) = ui.input(|input| (input.pointer.clone(), input.modifiers.shift));
    let (origin, since) = pointer.press_origin().zip(pointer.press_start_time())?;
    if pointer.primary_pressed() {
        let is_on = |(response, rect): (&Response, Rect)| response.is_pointer_button_down_on() || rect.contains(origin);
        let in_sight = ui.ctx().layer_id_at(origin).is_none_or(|layer| layer == ui.layer_id());
        let (on_grip, on_edge) = (is_on(moves), is_on(thickens));
        if in_sight && (on_grip || on_edge) {
            let thickens = on_edge || shift;
            let place = if thickens { wall.area.max.x } else { wall.wall.x };
            ui.data_mut(|data| data.insert_temp(id(), Held { index, thickens, beside: x_at(origin) - place, since }));
        }
    }
    let held = held(ui.ctx()).filter(|held| held.index == index)?;
    Some((held, pointer.interact_pos()?)).filter(|(_, at)| *at != origin)
}

/// The wall that is held at world x.
fn dragged(wall: &StandingWall, held: Held, x: f64) -> Wall {
    let place = x - held.beside;
    if held.thickens {
        // How much of the thickness lies to the right of its place.
        let share = (wall.area.max.x - wall.wall.x) / wall.wall.thickness;
        return Wall { thickness: stepped(wall.options.thickness, 0.5, (place - wall.wall.x) / share), ..wall.wall };
    }
    Wall { x: stepped(wall.options.x, 0.5, place), ..wall.wall }
}

/// The wall after the arrows that are pressed: to the sides on its place, up and down on its thickness; on the edge all do
/// that. With Shift ten times as far.
fn keyed(ui: &Ui, wall: &StandingWall, from: Wall, thickens: bool) -> Wall {
    let count = |key: Key| ui.input(|input| input.num_presses(key)) as f64;
    let far = if ui.input(|input| input.modifiers.shift) { 10.0 } else { 1.0 };
    let aside = (count(Key::ArrowRight) - count(Key::ArrowLeft)) * far;
    let up = (count(Key::ArrowUp) - count(Key::ArrowDown)) * far;
    let (aside, up) = if thickens { (0.0, aside + up) } else { (aside, up) };
    let moved = |param: &Param, value: f64, by: f64| if by == 0.0 { value } else { stepped(param, 0.5, value + by) };
    Wall { x: moved(wall.options.x, from.x, aside), thickness: moved(wall.options.thickness, from.thickness, up) }
}

/// The nearest whole multiple of `step` that is allowed.
fn stepped(param: &Param, step: f64, value: f64) -> f64 {
    param.clamped((value / step).round() * step)
}
