//! The paintings over a pane's world: its numbers, the lamp, the lateness bar, marks of tears, and words while the display stands
//! still.

use crate::front::render::drawing::{CanvasView, Covered, Drawing, Side};
use crate::front::ui::keys;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::panes::readouts::Arrangement;
use crate::front::ui::panes::{capture_strip, wall};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, letter_size, letters};
use crate::studio::session::Session;
use crate::studio::view::View;
use egui::{Align2, Color32, FontId, Galley, Painter, Rect, Shape, Stroke, TextStyle, Ui, Vec2, pos2, vec2};
use glam::DVec2;
use std::sync::Arc;
use tickscope_core::base::numbers::length;
use tickscope_core::base::params::described::Described;
use tickscope_core::base::time::Span;
use tickscope_core::lab::metrics::behind::{self, Behind};
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::machine::inputs::Answer;

const LATEST: Span = Span::from_flicks(tickscope_core::base::time::FLICKS_PER_SECOND / 4);

/// On a canvas lower than this, in points, texts have one line.
const LOW: f32 = 260.0;

/// The room above and next to the worlds, which is the same in all panes.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    top: f32,
    /// The height of the strip of a captured game, at the very top; zero if no pane has one.
    pub strip: f32,
    readouts: Arrangement,
}

impl Surroundings {
    pub fn inset(&self) -> Vec2 {
        self.readouts.inset + vec2(0.0, self.top)
    }

    /// Returns the room on a canvas of this size, which can lose `spare` points of its height.
    pub fn of(ui: &Ui, session: &Session, panes: &[usize], (canvas, spare): (Vec2, f32)) -> Surroundings {
        let lines = panes.iter().filter_map(|index| other_computer(ui, session, *index, canvas.x));
        let lines = lines.map(|text| text.size().y + 10.0).fold(0.0, f32::max).min(spare);
        let has_strip = panes.iter().any(|index| capture_strip::is_wanted(session, *index));
        let strip = if has_strip { capture_strip::height(spare - lines) } else { 0.0 };
        let top = lines.max(strip);
        let readouts = Arrangement::of(ui, session, panes, (canvas - vec2(0.0, top), spare - top));
        Surroundings { top, strip, readouts }
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
    let taken = lamp_and_plates(ui, &painter, session, index, world);
    tears(ui, &painter, session, index, world);
    parted(ui, &painter, session, index, world, taken);
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
    if session.run.drives_lap() {
        keys::steer_in(ui, canvas);
    }
    if session.run.is_by_hand() && session.run.lab.panes()[index].computer().world().strokes().is_empty() {
        let font = TextStyle::Body.resolve(ui.style());
        painter.text(canvas.center(), Align2::CENTER_CENTER, "Arrow keys take the wheel.", font, ui.look().text());
    }
}

/// Shows the lamp, the lateness bar and the words while the display stands still. Returns the places that they take.
fn lamp_and_plates(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect) -> Vec<Rect> {
    let look = ui.look();
    let zoom = letters(ui);
    let seen = session.run.seen(index);
    let small = FontId::proportional(letter_size(ui, 12.0));
    let mut taken = Vec::new();
    if session.run.view.inputs {
        taken.push(lamp(ui, painter, session, index, canvas));
    }
    if let (true, Some(frame)) = (session.run.view.lateness, seen.shown_frame()) {
        let behind = frame.behind;
        let room = canvas.width() - 20.0;
        let wide = (behind.ratio(LATEST).abs() as f32).min(1.0) * room;
        let bar = Rect::from_min_size(canvas.left_bottom() + vec2(10.0, -10.0), vec2(wide, 4.0));
        let colour = look.of_pane(session.letter(index));
        painter.rect_filled(bar, 2.0, colour);
        let few = || format!("{:.0} ms {}", behind.as_millis().abs(), if behind < Span::ZERO { "ahead" } else { "old" });
        let text = behind::in_words(frame.behind).unwrap_or_else(few);
        let words = format!("The frame in pane {} is {text}.", session.letter(index));
        let number = canvas.left_bottom() + vec2(10.0, -13.0);
        let text = painter.layout_no_wrap(text, small, look.text());
        let number = Align2::LEFT_BOTTOM.anchor_size(number, text.size());
        painter.rect_filled(number.expand2(vec2(3.0, 0.0)), 3.0, look.canvas().gamma_multiply(0.6));
        painter.galley(number.min, text, look.text());
        taken.push(bar.union(number));
        marks::report(ui, MarkKind::LatenessBar, bar.union(number), |_| words);
    }
    // The text is at the top, where it hides least.
    let mut plate = |text: &str, colour: Color32| {
        let low = canvas.height() < LOW;
        let font = FontId::monospace(if low { 14.0 } else { 21.0 } * zoom);
        let text = painter.layout_no_wrap(text.to_owned(), font, colour);
        let size = if low { vec2(text.size().x + 32.0, 24.0 * zoom) } else { vec2(250.0, 52.0) * zoom };
        let top = if low { 4.0 } else { 30.0 };
        let plate =
            Rect::from_center_size(canvas.center_top() + vec2(0.0, top + size.y / 2.0), size).intersect(canvas.shrink(4.0));
        taken.push(plate);
        painter.rect_filled(plate, 6.0, look.panel().gamma_multiply(0.92));
        painter.galley(plate.center() - text.size() / 2.0, text, colour);
    };
    let is_over = seen.strategy().is_captured() && session.run.lab.panes()[index].fault().is_some();
    // A game may write nothing for as long as it wants.
    let is_live = session.run.lab.settings().panes[index].played().is_some_and(Capture::is_live);
    if seen.lacks().is_some() {
        plate("stands still", look.alarm());
    } else if seen.is_forgotten() {
        plate("not recorded", look.weak());
    } else if !is_over && !is_live && !seen.is_responding() {
        plate("not responding", look.alarm());
    } else if let Some(stall) = session.stall() {
        plate(&format!("stall {:.0} ms", stall.as_millis()), look.alarm());
    }
    taken
}

/// The distances in points at the usual text size: between words and a body, and the length of a chevron with its distance.
const BESIDE: f32 = 6.0;
const CHEVRON: f32 = 12.0;

/// Shows where outlines stand at an edge of the picture, by a chevron beside each, and how far the pane is behind, beside the first
/// one. Where the body is under these words, they stand on its other side.
fn parted(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect, mut taken: Vec<Rect>) {
    let (look, zoom) = (ui.look(), letters(ui));
    let seen = session.run.seen(index);
    let Some(frame) = seen.shown_frame().filter(|_| !session.shows_one_stage()) else { return };
    let view = View { reference: session.run.reference(), ..session.run.view };
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let replay = session.run.transport.wall_replay().filter(|replay| replay.pane == seen.pane.letter());
    let mut drawing = Drawing::default();
    let on_canvas = CanvasView { now: session.run.now(), view, stage: None, size, pixels_per_point: 1.0 };
    let shot = drawing.aim(seen, on_canvas, replay.map(|replay| &replay.crossing));
    let place = |at: &Covered| {
        let corner = |pixel: DVec2| canvas.min + vec2(pixel.x as f32, pixel.y as f32);
        Rect::from_min_max(corner(at.min), corner(at.max))
    };
    let all = drawing.parted(&shot, &frame);
    taken.extend(all.iter().flat_map(|parted| [parted.at_edge, parted.body]).map(|at| place(&at)));
    let mut words = seen.behind().and_then(Behind::in_words);
    for parted in &all {
        let inwards = if parted.side == Side::Right { -1.0 } else { 1.0 };
        let font = FontId::proportional(letter_size(ui, 12.0));
        let galley = painter.layout_no_wrap(words.take().unwrap_or_default(), font, look.text());
        let size = vec2(CHEVRON * zoom + galley.size().x, galley.size().y.max(8.0 * zoom));
        let beside = |at: Covered| {
            let around = place(&at).expand(BESIDE * zoom);
            let x = if inwards < 0.0 { around.left() } else { around.right() } + inwards * size.x / 2.0;
            let room = canvas.y_range().shrink(1.0 + size.y / 2.0);
            Rect::from_center_size(pos2(x, room.clamp(around.center().y)), size)
        };
        let places = [parted.at_edge, parted.body].map(beside);
        let is_free = |place: &&Rect| taken.iter().all(|other| !other.intersects(**place));
        let Some(place) = places.iter().find(is_free).or(places.last().filter(|_| !galley.is_empty())).copied() else { continue };
        taken.push(place);
        let (outer, inner) = if inwards < 0.0 { (place.right(), place.left()) } else { (place.left(), place.right()) };
        painter.rect_filled(place.expand2(vec2(2.0, 0.0)), 3.0, look.canvas().gamma_multiply(0.85));
        let (tip, side) = (pos2(outer, place.center().y), vec2(0.0, 4.0 * zoom));
        let base = tip + vec2(inwards * (CHEVRON - 4.0) * zoom, 0.0);
        painter.add(Shape::convex_polygon(vec![tip, base - side, base + side], look.text(), Stroke::NONE));
        let corner = pos2(inner.min(inner - inwards * galley.size().x), place.center().y - galley.size().y / 2.0);
        painter.galley(corner, galley, look.text());
    }
}

const LAMP: f32 = 9.0;
const LONG: Span = Span::from_flicks(tickscope_core::base::time::FLICKS_PER_SECOND / 10);

fn lamp(ui: &Ui, painter: &Painter, session: &Session, index: usize, canvas: Rect) -> Rect {
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
    plate
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
