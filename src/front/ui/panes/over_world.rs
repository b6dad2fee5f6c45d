//! The paintings over a pane's world: its numbers, the lamp, the lateness bar, marks of tears, and words while the display stands
//! still.

use crate::front::render::camera::on_the_world;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::panes::readouts::Arrangement;
use crate::front::ui::panes::wall;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, letter_size, letters};
use crate::studio::session::Session;
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, TextStyle, Ui, Vec2, pos2, vec2};
use glam::DVec2;
use std::sync::Arc;
use tickscope_core::base::numbers::length;
use tickscope_core::base::params::described::Described;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::seen::Reference;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::machine::inputs::Answer;
use tickscope_core::model::machine::refresh::Refresh;
use tickscope_core::model::world::body::Body;

const LATEST: Span = Span::from_flicks(tickscope_core::base::time::FLICKS_PER_SECOND / 4);

/// On a canvas lower than this, in points, texts have one line.
const LOW: f32 = 260.0;

/// The room above and next to the worlds, which is the same in all panes.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    top: f32,
    readouts: Arrangement,
}

impl Surroundings {
    pub fn inset(&self) -> Vec2 {
        self.readouts.inset + vec2(0.0, self.top)
    }

    pub fn of(ui: &Ui, session: &Session, panes: &[usize], canvas: Vec2) -> Surroundings {
        let lines = panes.iter().filter_map(|index| other_computer(ui, session, *index, canvas.x));
        let top = lines.map(|text| text.size().y + 10.0).fold(0.0, f32::max).min(canvas.y / 2.0);
        Surroundings { top, readouts: Arrangement::of(ui, session, panes, canvas - vec2(0.0, top)) }
    }
}

/// Paints over the canvas of pane `index`, and returns the part of it in which the world is to be drawn.
pub fn show(ui: &mut Ui, pass: &mut UiPass, index: usize, canvas: Rect, around: Surroundings) -> Rect {
    let look = ui.look();
    let session = pass.session;
    let painter = ui.painter_at(canvas);
    let rest = canvas.with_min_y(canvas.min.y + around.top);
    let world = Rect::from_min_max(rest.min + around.readouts.inset, rest.max);
    // The room that the world leaves at its left and at its top; the world itself is drawn under the interface.
    painter.rect_filled(canvas.with_max_y(world.min.y), 0.0, look.canvas());
    painter.rect_filled(canvas.with_max_x(world.min.x), 0.0, look.canvas());
    if let Some(text) = other_computer(ui, session, index, canvas.width()) {
        painter.galley(canvas.left_top() + vec2(10.0, 7.0), text, look.weak());
    }
    around.readouts.show(ui, session, index, rest);
    steering(ui, &painter, session, index, world);
    lamp_and_plates(ui, &painter, session, index, world);
    tears(ui, &painter, session, index, world);
    gap_at_edge(ui, &painter, session, index, world);
    marks::report_emitted(ui, index);
    wall::handle(ui, pass, index, world);
    wall::replay(ui, session, index, world);
    world
}

fn other_computer(ui: &Ui, session: &Session, index: usize, width: f32) -> Option<Arc<Galley>> {
    let (computer, settings) = (session.run.computer_of(index), session.run.lab.settings());
    let is_other = *computer != *settings.computer_of(index);
    // The settings of a computer have no effect on a capture.
    if !is_other && settings.panes[index].computer.is_none() || settings.panes[index].played().is_some() {
        return None;
    }
    let (whose, usual) =
        if is_other { ("computer then", settings.computer_of(index)) } else { ("own computer", &settings.computer) };
    let words: Vec<String> = computer.differences(usual).iter().map(|(param, value)| param.in_words(value)).collect();
    let text = if words.is_empty() { whose.to_owned() } else { format!("{whose}: {}", words.join(" · ")) };
    Some(ui.painter().layout(text, FontId::proportional(letter_size(ui, 12.0)), ui.look().weak(), width - 20.0))
}

fn steering(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect) {
    if session.run.is_by_hand() && session.run.lab.panes()[index].computer().world().strokes().is_empty() {
        let font = TextStyle::Body.resolve(ui.style());
        painter.text(canvas.center(), Align2::CENTER_CENTER, "Arrow keys take the wheel.", font, ui.look().text());
    }
}

fn lamp_and_plates(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect) {
    let look = ui.look();
    let zoom = letters(ui);
    let seen = session.run.seen(index);
    let small = FontId::proportional(letter_size(ui, 12.0));
    if session.run.view.inputs {
        lamp(ui, painter, session, index, canvas);
    }
    if let (true, Some(frame)) = (session.run.view.lateness, seen.shown_frame()) {
        let age = frame.age(at_last_refresh(session, index));
        let room = canvas.width() - 20.0;
        let wide = (age.ratio(LATEST).abs() as f32).min(1.0) * room;
        let bar = Rect::from_min_size(canvas.left_bottom() + vec2(10.0, -10.0), vec2(wide, 4.0));
        let colour = look.of_pane(session.letter(index));
        painter.rect_filled(bar, 2.0, colour);
        let text = format!("{:.0} ms {}", age.as_millis().abs(), if age < Span::ZERO { "ahead" } else { "late" });
        let words = format!("The frame in pane {} is {text}.", session.letter(index));
        let number = canvas.left_bottom() + vec2(10.0, -13.0);
        let text = painter.layout_no_wrap(text, small, look.text());
        let number = Align2::LEFT_BOTTOM.anchor_size(number, text.size());
        painter.rect_filled(number.expand2(vec2(3.0, 0.0)), 3.0, look.canvas().gamma_multiply(0.6));
        painter.galley(number.min, text, look.text());
        marks::report(ui, MarkKind::LatenessBar, bar.union(number), |_| words);
    }
    // The text is at the top, where it hides least.
    let plate = |text: &str, colour: Color32| {
        let low = canvas.height() < LOW;
        let font = FontId::monospace(if low { 14.0 } else { 21.0 } * zoom);
        let text = painter.layout_no_wrap(text.to_owned(), font, colour);
        let size = if low { vec2(text.size().x + 32.0, 24.0 * zoom) } else { vec2(250.0, 52.0) * zoom };
        let top = if low { 4.0 } else { 30.0 };
        let plate =
            Rect::from_center_size(canvas.center_top() + vec2(0.0, top + size.y / 2.0), size).intersect(canvas.shrink(4.0));
        painter.rect_filled(plate, 6.0, look.panel().gamma_multiply(0.92));
        painter.galley(plate.center() - text.size() / 2.0, text, colour);
    };
    // A game may write nothing for as long as it wants.
    let is_live = session.run.lab.settings().panes[index].played().is_some_and(Capture::is_live);
    if seen.lacks().is_some() {
        plate("stands still", look.alarm());
    } else if seen.is_forgotten() {
        plate("not recorded", look.weak());
    } else if !seen.is_responding() && !is_live {
        plate("not responding", look.alarm());
    } else if let Some(stall) = session.stall() {
        plate(&format!("stall {:.0} ms", stall.as_millis()), look.alarm());
    }
}

/// Returns the last refresh of a pane's display. The shown age of a frame grows only at refreshes, where it is known when they
/// are.
fn at_last_refresh(session: &Session, index: usize) -> Time {
    let (now, computer) = (session.run.now(), session.run.computer_of(index));
    let is_captured = session.run.seen(index).strategy().is_captured();
    if computer.variable_hz().is_some() || is_captured { now } else { Refresh::new(computer.refresh_hz).last_at_or_before(now) }
}

/// The distance between the words and the middle of a body at the edge, in points at the usual text size.
const BESIDE: f32 = 14.0;
/// The room of the arrow of these words, in points at the usual text size.
const ARROW: f32 = 12.0;

/// Shows how far a body at the edge is off, with an arrow towards its own place.
fn gap_at_edge(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect) {
    let look = ui.look();
    let Some((body, gap)) = at_edge(session, index) else { return };
    let (is_late, zoom) = (gap > Span::ZERO, letters(ui));
    let text = if is_late { format!("{} behind", length(gap)) } else { format!("{} ahead", length(-gap)) };
    let text = painter.layout_no_wrap(text, FontId::proportional(letter_size(ui, 12.0)), look.text());
    let (side, corner) = if is_late { (1.0, Align2::LEFT_BOTTOM) } else { (-1.0, Align2::RIGHT_BOTTOM) };
    let at = place(session, index, canvas, body.pos) + vec2(side, -1.0) * BESIDE * zoom;
    let plate = corner.anchor_size(at, text.size() + vec2(ARROW * zoom, 0.0));
    // The highest lane lies at the top of the canvas.
    let plate = plate.translate(vec2(0.0, (canvas.top() + 1.0 - plate.top()).max(0.0)));
    painter.rect_filled(plate.expand2(vec2(3.0, 0.0)), 3.0, look.canvas().gamma_multiply(0.85));
    let tip = pos2(if is_late { plate.left() } else { plate.right() }, plate.center().y);
    let base = tip + vec2(side * (ARROW - 4.0) * zoom, 0.0);
    let half = vec2(0.0, 4.0 * zoom);
    painter.add(Shape::convex_polygon(vec![tip, base - half, base + half], look.text(), Stroke::NONE));
    painter.galley(plate.min + vec2(if is_late { ARROW * zoom } else { 0.0 }, 0.0), text, look.text());
}

/// The largest number of bodies of a world that shows how far one at its edge is off.
const MOST_BODIES: usize = 1000;

/// Returns the first body of pane `index` that is drawn at the edge of its world, and by how much it is behind; `None` if none
/// is.
fn at_edge(session: &Session, index: usize) -> Option<(Body, Span)> {
    let (seen, view) = (session.run.seen(index), session.run.view);
    let computer = seen.pane.computer();
    let world = computer.world();
    if !view.ghosts || view.pursuit && world.kind.track.is_some() || session.run.reference() != Reference::RealTime {
        return None;
    }
    let frame = seen.shown_frame().filter(|frame| frame.bodies.len() <= MOST_BODIES)?;
    let (age, mut exact) = (frame.age(session.run.now()), Vec::new());
    seen.ghosts(Reference::RealTime, session.run.now(), &mut exact);
    let mut bodies = frame.bodies.iter().zip(&exact).enumerate();
    bodies.find_map(|(index, (body, exact))| world.at_edge(index, body, exact, age))
}

/// Returns the point of `canvas` at which pane `index` shows a place of its world.
fn place(session: &Session, index: usize, canvas: Rect, at: DVec2) -> Pos2 {
    let computer = session.run.lab.panes()[index].computer();
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let pixel = on_the_world(computer.world().appearance(), &session.run.view, size, 1.0).pixel(at).as_vec2();
    canvas.min + vec2(pixel.x, pixel.y)
}

const LAMP: f32 = 9.0;
const LONG: Span = Span::from_flicks(tickscope_core::base::time::FLICKS_PER_SECOND / 10);

fn lamp(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect) {
    let look = ui.look();
    let zoom = letters(ui);
    let lamp = session.run.seen(index).lamp();
    let centre = canvas.right_top() + vec2(-LAMP - 12.0, LAMP + 12.0);
    let lines = 1.0 + f32::from(u8::from(lamp.hand.is_some()));
    let plate = Rect::from_min_max(centre - vec2(146.0, 11.0) * zoom, centre + vec2(LAMP + 6.0, (18.0 * lines - 6.0) * zoom));
    painter.rect_filled(plate, 6.0, look.canvas().gamma_multiply(0.8));
    marks::report(ui, MarkKind::Lamp, plate, |_| match lamp.hand.or(lamp.metronome) {
        Some(answer) => format!("Pane {}: the last answer took {}.", session.letter(index), length(answer.latency())),
        None => format!("Pane {} has answered no input yet.", session.letter(index)),
    });
    if lamp.is_seen {
        painter.circle_filled(centre, LAMP * 2.0, look.of_pane(session.letter(index)).gamma_multiply(0.3));
        painter.circle_filled(centre, LAMP, look.of_pane(session.letter(index)));
    }
    let ring = if lamp.is_given { Stroke::new(3.0, look.text()) } else { Stroke::new(1.5, look.weak()) };
    painter.circle_stroke(centre, LAMP + 1.5, ring);

    let mut line = centre - vec2(LAMP + 10.0, 0.0);
    let mut write = |text: String, colour: Color32| {
        painter.text(line, Align2::RIGHT_CENTER, text, FontId::monospace(14.0 * zoom), colour);
        line.y += 18.0 * zoom;
    };
    write(in_words("input", lamp.metronome), look.text());
    if lamp.hand.is_some() {
        write(in_words("tap", lamp.hand), look.text());
    }
    if let Some(waiting) = lamp.waiting.filter(|waiting| *waiting >= LONG) {
        write(format!("waiting {:4.0} ms", waiting.as_millis()), look.text());
    }
}

fn in_words(what: &str, answer: Option<Answer>) -> String {
    let ms = answer.map_or("   –".to_owned(), |answer| format!("{:4.0}", answer.latency().as_millis()));
    format!("{what} {ms} ms")
}

const MARK: f32 = 7.0;
/// The largest number of tears that are marked, because more marks would cover everything.
const MOST: usize = 8;

fn tears(ui: &Ui, painter: &Painter, session: &Session, index: usize, world: Rect) {
    let bands = session.run.seen(index).torn();
    if bands.len() > MOST {
        return;
    }
    for band in bands.iter().skip(1) {
        let y = world.min.y + world.height() * band.from_row as f32;
        for (edge, inwards) in [(world.min.x, MARK), (world.max.x, -MARK)] {
            let corners = vec![pos2(edge, y - MARK / 2.0), pos2(edge + inwards, y), pos2(edge, y + MARK / 2.0)];
            painter.add(Shape::convex_polygon(corners, ui.look().alarm(), Stroke::NONE));
            let place = Rect::from_center_size(pos2(edge + inwards / 2.0, y), vec2(MARK, MARK));
            marks::report(ui, MarkKind::Tear, place, |_| String::new());
        }
    }
}
