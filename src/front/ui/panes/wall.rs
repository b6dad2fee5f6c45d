//! A wall in a pane: the handle that moves it, and the wall replay.
//!
//! All of it is painted on the world, where egui has no widgets. The handle is at the upper end of the wall: a drag moves the
//! wall, and a drag of its edge makes the wall thicker; with the keyboard the arrows do both. A wall replay shows the two states
//! around the contact and one sentence, at the top right, where it hides no lane.

use crate::front::render::camera::{Camera, on_the_world};
use crate::front::ui::code::reading::CodeReading;
use crate::front::ui::commands::BULLET_TIME;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, letter_size};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, RunAction, ViewAction};
use crate::studio::session::playhead::Move;
use egui::{
    Align2, Button, Context, CursorIcon, EventFilter, FontId, Id, Key, Pos2, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use glam::{DVec2, Vec2};
use tickscope_core::base::params::param::Param;
use tickscope_core::base::params::value::Value;
use tickscope_core::model::world::walls::{StandingWall, Wall};

const GRIP: egui::Vec2 = vec2(20.0, 16.0);
const EDGE: f32 = 10.0;

#[derive(Clone, Copy, Debug)]
struct Held {
    index: usize,
    thickens: bool,
    beside: f64,
    since: f64,
}

fn id() -> Id {
    Id::unique("held wall")
}

fn held(ctx: &Context) -> Option<Held> {
    let since = ctx.input(|input| input.pointer.press_start_time());
    ctx.data(|data| data.get_temp::<Held>(id())).filter(|held| Some(held.since) == since)
}

pub fn is_held(ctx: &Context) -> bool {
    held(ctx).is_some()
}

/// Shows the handle of the wall in pane `index`, if there is a wall that can be moved.
pub fn handle(ui: &mut Ui, pass: &mut UiPass, index: usize, canvas: Rect) {
    let Some(handle) = WallHandle::of(pass.session, index, canvas) else { return };
    let wall = &handle.wall;
    let id = ui.scope_id().with(("wall", index));
    let moves = ui.interact(handle.grip, id.with("x"), Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
    let thickens =
        ui.interact(handle.edge, id.with("thickness"), Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
    let letter = pass.session.letter(index);
    for (response, what, value) in [(&moves, "Wall", wall.wall.x), (&thickens, "Thickness of the wall", wall.wall.thickness)] {
        let label = format!("{what} in pane {letter}");
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, &label);
            info.value = Some(value);
            info
        });
    }
    let next = handle.touched(ui, index, &moves, &thickens);
    let set = |param: &Param, value: f64, old: f64| {
        (value != old).then(|| Action::Run(RunAction::SceneOption(param.name.to_string(), Value::Number(value))))
    };
    pass.actions.extend(set(wall.options.x, next.x, wall.wall.x));
    pass.actions.extend(set(wall.options.thickness, next.thickness, wall.wall.thickness));

    marks::report(ui, MarkKind::WallHandle, handle.grip.union(handle.edge), |_| {
        format!("The wall is {:.1} units thick, at {:.1} units.", wall.wall.thickness, wall.wall.x)
    });
    handle.paint(ui, &moves, &thickens);
    let is_held = |response: &Response| response.dragged() || response.has_focus();
    if is_held(&moves) || is_held(&thickens) {
        handle.write(ui, next);
    }
}

/// The handle of a wall on the canvas of a pane: a grip that moves the wall, and an edge that makes it thicker.
struct WallHandle {
    wall: StandingWall,
    camera: Camera,
    canvas: Rect,
    grip: Rect,
    edge: Rect,
}

impl WallHandle {
    /// Returns the handle of the wall in pane `index`; `None` if no wall is visible, or none can be moved.
    fn of(session: &Session, index: usize, canvas: Rect) -> Option<WallHandle> {
        // The past can't be changed, and films, projector mode and parts of other pages have no buttons.
        if session.run.transport.playhead.is_some()
            || session.window.has_bare_panes()
            || session.shows_one_stage()
            || canvas.width() < 80.0
            || canvas.height() < GRIP.y
        {
            return None;
        }
        let wall = session.run.wall(index)?;
        let camera = camera(session, index, canvas);
        let at = |x: f64| canvas.min + egui::Vec2::from(camera.pixel(DVec2::new(x, wall.area.max.y)).as_vec2().to_array());
        let (left, right) = (at(wall.area.min.x), at(wall.area.max.x));
        let middle = pos2(f32::midpoint(left.x, right.x), left.y.clamp(canvas.top(), canvas.bottom() - GRIP.y));
        let grip = Rect::from_min_size(middle - vec2(GRIP.x / 2.0, 0.0), GRIP);
        let edge_x = grip.right().max(right.x).min((canvas.right() - EDGE).max(grip.right()));
        let edge = Rect::from_min_size(pos2(edge_x, grip.top()), vec2(EDGE, GRIP.y));
        canvas.x_range().contains(middle.x).then_some(WallHandle { wall, camera, canvas, grip, edge })
    }

    /// Returns the wall after the pointer and the arrow keys of this frame.
    fn touched(&self, ui: &Ui, index: usize, moves: &Response, thickens: &Response) -> Wall {
        let (wall, corner) = (&self.wall, self.canvas.min);
        let x_at =
            |pointer: Pos2| self.camera.world(DVec2::new(f64::from(pointer.x - corner.x), f64::from(pointer.y - corner.y))).x;
        let mut next = wall.wall;
        if let Some((held, pointer)) = hold(ui, index, wall, [(moves, self.grip), (thickens, self.edge)], x_at) {
            next = dragged(wall, held, x_at(pointer));
        }
        for (response, thickens) in [(moves, false), (thickens, true)] {
            if response.has_focus() {
                let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
                ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
                next = keyed(ui, wall, next, thickens);
            }
        }
        next
    }

    fn paint(&self, ui: &Ui, moves: &Response, thickens: &Response) {
        let look = ui.look();
        let painter = ui.painter_at(self.canvas);
        let lit = |response: &Response| response.hovered() || response.dragged() || response.has_focus();
        for (response, rect) in [(moves, self.grip), (thickens, self.edge)] {
            let fill = if lit(response) { look.accent() } else { look.panel() };
            painter.rect(rect.shrink(1.0), 3.0, fill, Stroke::new(1.0, look.weak()), StrokeKind::Inside);
            let (centre, strokes) = (rect.center(), if rect.width() > EDGE { 3 } else { 1 });
            for stroke in 0..strokes {
                let x = centre.x + 4.0 * (stroke as f32 - (strokes - 1) as f32 / 2.0);
                painter.vline(x, centre.y - 3.5..=centre.y + 3.5, Stroke::new(1.5, look.text()));
            }
        }
    }

    fn write(&self, ui: &Ui, wall: Wall) {
        let look = ui.look();
        let (painter, grip) = (ui.painter_at(self.canvas), self.grip);
        let words = format!("wall {:.1} units, at {:.1}", wall.thickness, wall.x);
        let words = painter.layout_no_wrap(words, FontId::proportional(12.0), look.text());
        let place = pos2(grip.left() - words.size().x - 10.0, grip.top());
        let place = if place.x < self.canvas.left() { pos2(self.edge.right() + 6.0, grip.top()) } else { place };
        let plate = Align2::LEFT_TOP.anchor_size(place, words.size() + vec2(6.0, 2.0));
        painter.rect_filled(plate, 3.0, look.panel());
        painter.galley(plate.min + vec2(3.0, 1.0), words, look.text());
    }
}

fn camera(session: &Session, index: usize, canvas: Rect) -> Camera {
    let computer = session.run.lab.panes()[index].computer();
    on_the_world(computer.world().appearance(), &session.run.view, Vec2::new(canvas.width(), canvas.height()), 1.0)
}

/// Returns the part of the handle of pane `index` that the pointer holds, and the pointer's position; `None` if it holds none.
/// The position of the press decides and not that after the first movement, because in a slow window both come in one frame.
/// `x_at` returns the x of the world at a position.
fn hold(
    ui: &Ui,
    index: usize,
    wall: &StandingWall,
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

fn dragged(wall: &StandingWall, held: Held, x: f64) -> Wall {
    let place = x - held.beside;
    if held.thickens {
        // The share of the thickness that lies to the right of the wall's position.
        let share = (wall.area.max.x - wall.wall.x) / wall.wall.thickness;
        return Wall { thickness: stepped(wall.options.thickness, 0.5, (place - wall.wall.x) / share), ..wall.wall };
    }
    Wall { x: stepped(wall.options.x, 0.5, place), ..wall.wall }
}

/// Returns the wall after the pressed arrow keys. On the grip left and right change its position, and up and down its thickness;
/// on the edge (`thickens`) all change the thickness. Shift makes the changes ten times as large.
fn keyed(ui: &Ui, wall: &StandingWall, from: Wall, thickens: bool) -> Wall {
    let count = |key: Key| ui.input(|input| input.num_presses(key)) as f64;
    let far = if ui.input(|input| input.modifiers.shift) { 10.0 } else { 1.0 };
    let aside = (count(Key::ArrowRight) - count(Key::ArrowLeft)) * far;
    let up = (count(Key::ArrowUp) - count(Key::ArrowDown)) * far;
    let (aside, up) = if thickens { (0.0, aside + up) } else { (aside, up) };
    let moved = |param: &Param, value: f64, by: f64| if by == 0.0 { value } else { stepped(param, 0.5, value + by) };
    Wall { x: moved(wall.options.x, from.x, aside), thickness: moved(wall.options.thickness, from.thickness, up) }
}

fn stepped(param: &Param, step: f64, value: f64) -> f64 {
    param.clamped((value / step).round() * step)
}

pub fn replay(ui: &Ui, session: &Session, index: usize, canvas: Rect) {
    let letter = session.letter(index);
    let Some(replay) = session.run.transport.wall_replay().filter(|replay| replay.pane == letter) else { return };
    let ms = replay.crossing.dt.as_millis();
    let line = CodeReading::chosen(ui.ctx()).line_in_words(&session.run.seen(index).strategy(), replay.crossing.line);
    explain(ui, &format!("One step of {ms:.1} ms, {line}: past the wall."), canvas);
}

/// Returns whether pane `index` offers the wall replay. The demonstration, projector mode and a part of another page do not.
pub fn offers(session: &Session, index: usize) -> bool {
    let is_bare = session.demonstrates() || session.window.has_bare_panes();
    !is_bare && !session.hides_verdicts() && session.run.transport.offers(&session.run.lab.panes()[index])
}

/// Shows the button that begins the wall replay of pane `index`.
pub fn offer(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let letter = pass.session.letter(index);
    let text = RichText::new("Replay step").small().color(ui.look().text());
    let button = ui.add_sized(ui.available_size(), Button::new(text).truncate().fill(ui.look().accent().gamma_multiply(0.6)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Bullet time for pane {letter}")));
    let about = BULLET_TIME.tip_with("The step that got something through the wall, at 1/100 of the speed");
    if button.on_hover_text(about).clicked() {
        pass.actions.push(Action::View(ViewAction::Transport(Move::WallReplay(letter))));
    }
}

fn explain(ui: &Ui, text: &str, canvas: Rect) {
    let look = ui.look();
    let painter = ui.painter_at(canvas);
    let galley = painter.layout(text.to_owned(), FontId::proportional(letter_size(ui, 12.0)), look.text(), canvas.width() - 24.0);
    let size = galley.size() + vec2(12.0, 6.0);
    let plate = Rect::from_min_size(canvas.right_top() + vec2(-size.x - 4.0, 4.0), size);
    painter.rect_filled(plate, 4.0, look.panel().gamma_multiply(0.92));
    painter.galley(plate.min + vec2(6.0, 3.0), galley, look.text());
}
