//! The strip under a pane's world: the frames of its display, through time. It is painted: every row is a refresh.
//!
//! Time runs down, the newest refresh is at the bottom. Where the world's path runs along x the strip has the world's own x
//! axis. A new frame is bright for one refresh; as long as it still stands after that it is dim. The dotted line is what a
//! perfect loop would have shown. Every refresh is a whole number of pixels high, or every pixel a whole number of refreshes:
//! the stairs are as even as the motion was, and stand still between two refreshes.

use crate::front::render::camera::on_the_world;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::panes::scrub::ScrubArea;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Color32, CursorIcon, Mesh, Pos2, Rangef, Rect, Response, Shape, Ui, pos2, vec2};
use glam::{DVec2, Vec2};
use tickscope_core::config::view::{STRIP_S, View};
use tickscope_core::machine::Refresh;
use tickscope_core::numbers::length;
use tickscope_core::recording::strip::{Strip, StripFrame, StripSpan};
use tickscope_core::time::{Span, Time};
use tickscope_core::world::{Followed, PathAxis, PathMark, State};

const NARROWEST: f32 = 6.0;
const DOTS_APART: f32 = 4.0;
const DOT: f32 = 2.0;
/// Rows that are higher than this have a gap of one pixel between them, in pixels.
const GAP_FROM: f64 = 3.0;
const STANDING: f32 = 0.42;

#[derive(Clone, Copy)]
struct StripScale {
    rect: Rect,
    to: Time,
    /// Pixels a second.
    rate: f64,
    /// Pixels a refresh; below 1 where one pixel holds several.
    row: f64,
    pixels_per_point: f32,
    /// The place of the path's 0, and the points that its unit takes.
    origin: f64,
    unit: f64,
    axis: PathAxis,
}

impl StripScale {
    fn of(ui: &Ui, session: &Session, index: usize, (rect, world): (Rect, Rect), to: Time) -> StripScale {
        let pixels_per_point = ui.ctx().pixels_per_point();
        let hertz = session.run.computer().refresh_hz;
        let row = row(f64::from(rect.height() * pixels_per_point), session.run.view.strip_s * hertz);
        let computer = session.run.lab.panes()[index].computer();
        let axis = computer.world().kind.followed.axis;
        let (origin, unit) = match axis {
            PathAxis::WorldX => x_of_world(session, index, world, pixels_per_point),
            PathAxis::Line { from, to } | PathAxis::Lap { from, to } => {
                let unit = f64::from(world.width()) / (to - from);
                (f64::from(world.left()) - from * unit, unit)
            }
        };
        // The rest of the refresh that is going on belongs to the frame that stands.
        let refresh = Refresh::new(hertz);
        let to = refresh.tick(refresh.first_at_or_after(to + Span::from_flicks(1)));
        StripScale { rect, to, rate: row * hertz, row, pixels_per_point, origin, unit, axis }
    }

    fn from(&self) -> Time {
        self.time(self.rect.top())
    }

    fn time(&self, y: f32) -> Time {
        self.to - Span::from_secs(f64::from((self.rect.bottom() - y) * self.pixels_per_point) / self.rate)
    }

    fn y(&self, at: Time) -> f32 {
        let pixels = ((self.to - at).as_secs() * self.rate).round();
        self.rect.bottom() - pixels as f32 / self.pixels_per_point
    }

    fn x(&self, along: f64) -> f32 {
        (self.origin + along * self.unit) as f32
    }
}

fn row(pixels: f64, refreshes: f64) -> f64 {
    let row = pixels / refreshes.max(1.0);
    if row >= 1.0 { row.round() } else { 1.0 / (1.0 / row.max(1e-3)).round() }
}

/// Returns the place of x = 0 of a pane's world, and how many points a unit takes, as the pane shows it in `world`.
pub fn x_of_world(session: &Session, index: usize, world: Rect, pixels_per_point: f32) -> (f64, f64) {
    let computer = session.run.lab.panes()[index].computer();
    let size = Vec2::new(world.width(), world.height()) * pixels_per_point;
    let camera = on_the_world(computer.world().appearance(), &session.run.view, size, pixels_per_point);
    let [zero, one] = [0.0, 1.0].map(|x| camera.pixel(DVec2::new(x, 0.0)).x / f64::from(pixels_per_point));
    (f64::from(world.left()) + zero, one - zero)
}

/// Paints the strip of pane `index` into `rect`, under the pane's world in `world`, and goes to the moment that is dragged to.
pub fn show(ui: &mut Ui, look: Look, session: &Session, index: usize, (rect, world): (Rect, Rect), actions: &mut Vec<Action>) {
    let area = ScrubArea::of(ui, session, ("strip", index), rect);
    area.read_out(|| format!("Strip of pane {}: what its display showed, through time", session.letter(index)));
    let scale = StripScale::of(ui, session, index, (rect, world), area.stands.unwrap_or(session.run.now()));

    let seen = session.run.seen(index);
    let stride = (f64::from(DOTS_APART * scale.pixels_per_point) / scale.row).ceil() as i64;
    let strip = seen.strip(StripSpan { from: scale.from(), to: scale.to, stride: stride.max(1) });
    let (followed, marks) = {
        let computer = seen.pane.computer();
        (&computer.world().kind.followed, computer.world().appearance().path_marks())
    };
    let mut picture = Picture { mesh: Mesh::default(), scale, followed, look, colour: look.of_pane(session.letter(index)) };
    let leaps = picture.paint(&strip, &marks);
    if area.stands.is_some() {
        let y = scale.y(session.run.now());
        picture.fill(rect.x_range(), Rangef::new(y - 1.0, y), look.text());
    }
    ui.painter_at(rect).add(Shape::mesh(picture.mesh));
    let moment = |pointer: Pos2| scale.time(pointer.y.min(scale.rect.bottom()));
    area.touch(ui, session, index, moment, actions);
    let response = area.response;
    if !session.window.host.embedded {
        stretch(ui, session, &response, actions);
    }
    for mark in &marks {
        let (x, half) = (scale.x(mark.at), ((mark.half * scale.unit) as f32).max(0.5));
        let area = Rect::from_x_y_ranges(x - half..=x + half, rect.y_range());
        marks::report(ui, MarkKind::StripWall, area, |_| String::new());
    }
    for leap in leaps {
        marks::report(ui, MarkKind::StripMiss, leap, |at| describe(session, index, &strip, followed, scale.time(at.y)));
    }
    marks::report(ui, MarkKind::Strip, rect, |at| describe(session, index, &strip, followed, scale.time(at.y)));
    if !response.dragged() {
        response.on_hover_cursor(CursorIcon::ResizeVertical);
    }
}

fn stretch(ui: &Ui, session: &Session, response: &Response, actions: &mut Vec<Action>) {
    let wheel = if response.hovered() { ui.input(|input| input.smooth_scroll_delta().y) } else { 0.0 };
    if wheel != 0.0 {
        let strip_s = STRIP_S.clamped(session.run.view.strip_s * libm::exp(f64::from(-wheel) / 200.0));
        actions.push(Action::View(View { strip_s, ..session.run.view }));
    }
}

fn describe(session: &Session, index: usize, strip: &Strip, followed: &Followed, at: Time) -> String {
    let shown = strip.frames.iter().rev().find(|frame| frame.at <= at);
    let Some(shown) = shown else { return format!("{:.3} s: no frame", at.as_secs()) };
    let place = shown.spots[0].map_or_else(String::new, |spot| format!(" · {:.0}{}", spot.along, followed.unit));
    let recording = session.run.lab.panes()[index].recording();
    let frames = &recording.flips;
    let frame = frames.partition_point(|frame| frame.at <= shown.at).checked_sub(1).and_then(|number| frames.get(number));
    let age = frame.map_or_else(String::new, |frame| {
        let age = frame.age(at);
        let (apart, side) = if age < Span::ZERO { (-age, "ahead of") } else { (age, "behind") };
        format!(" · the frame is {} {side} the clock", length(apart))
    });
    format!("{:.3} s{place}{age}", at.as_secs())
}

struct Picture {
    mesh: Mesh,
    scale: StripScale,
    followed: &'static Followed,
    look: Look,
    colour: Color32,
}

impl Picture {
    fn paint(&mut self, strip: &Strip, marks: &[PathMark]) -> Vec<Rect> {
        let (look, rect) = (self.look, self.scale.rect);
        self.fill(rect.x_range(), rect.y_range(), look.canvas());
        self.fill(rect.x_range(), Rangef::new(rect.top(), rect.top() + 1.0), look.line());
        for mark in marks {
            let colour = if mark.is_wall { look.wall() } else { look.weak() };
            let colour = look.canvas().lerp_to_gamma(colour, if mark.is_wall { 0.8 } else { 0.3 });
            self.bar(mark.at, mark.half, 1.0, rect.y_range(), colour);
        }
        self.exact(strip);
        let standing = look.canvas().lerp_to_gamma(self.colour, STANDING);
        for frame in &strip.frames {
            for place in 0..self.followed.bodies.len() {
                self.frame(frame, place, standing);
            }
        }
        let mut leaps = Vec::new();
        let missed: Vec<_> = strip.missed_walls(self.followed, marks).collect();
        for missed in missed {
            let y = self.scale.y(strip.frames[missed.frame].at);
            let leap = Rangef::new(self.scale.x(missed.from), self.scale.x(missed.to));
            let leap = Rangef::new(leap.min.min(leap.max), leap.min.max(leap.max));
            self.fill(leap, Rangef::new(y - 1.0, y + 0.5), look.alarm());
            let wall = pos2(self.scale.x(missed.wall), y);
            self.diamond(wall, 4.0, look.alarm());
            leaps.push(Rect::from_x_y_ranges(leap, y - 1.0..=y + 0.5).union(Rect::from_center_size(wall, vec2(8.0, 8.0))));
        }
        leaps
    }

    fn exact(&mut self, strip: &Strip) {
        let colour = self.look.weak();
        for point in &strip.exact {
            let y = self.scale.y(point.at);
            for along in point.along.iter().flatten() {
                let x = self.scale.x(*along) - DOT / 2.0;
                self.fill(Rangef::new(x, x + DOT), Rangef::new(y, y + DOT), colour);
            }
        }
    }

    fn frame(&mut self, frame: &StripFrame, place: usize, standing: Color32) {
        let Some(spot) = frame.spots[place] else { return };
        let along = self.scale.axis.wrapped(spot.along);
        let bright = match spot.state {
            State::Tunnelled | State::Exploded => self.look.alarm(),
            _ => self.colour,
        };
        let has_gaps = self.scale.row >= GAP_FROM;
        let gap = if has_gaps { 1.0 / self.scale.pixels_per_point } else { 0.0 };
        let (top, stands, end) = (self.scale.y(frame.at), self.scale.y(frame.stands), self.scale.y(frame.until));
        let half = self.followed.half;
        if end > stands {
            let row = self.scale.row as f32 / self.scale.pixels_per_point;
            let rows = if has_gaps { ((end - stands) / row).round().max(1.0) } else { 1.0 };
            let row = (end - stands) / rows;
            for number in 0..rows as usize {
                let from = stands + row * number as f32;
                self.bar(along, half, NARROWEST, Rangef::new(from, from + row - gap), standing);
            }
        }
        // What lasted less than a pixel is still seen.
        let bottom = (stands - gap).max(top + 1.0 / self.scale.pixels_per_point);
        self.bar(along, half, NARROWEST, Rangef::new(top, bottom), bright);
    }

    /// Fills a bar that reaches `half` to both sides of `along`, at least `narrowest` points wide. Its left and right edges are smooth, so
    /// that equal ways are equal to the eye.
    fn bar(&mut self, along: f64, half: f64, narrowest: f32, y: Rangef, colour: Color32) {
        let middle = self.scale.x(along);
        let half = ((half * self.scale.unit) as f32).max(narrowest / 2.0);
        let soft = 0.5 / self.scale.pixels_per_point;
        if middle + half < self.scale.rect.left() || middle - half > self.scale.rect.right() || y.max < self.scale.rect.top() {
            return;
        }
        let mesh = &mut self.mesh;
        let first = mesh.vertices.len() as u32;
        let edges = [middle - half - soft, middle - half + soft, middle + half - soft, middle + half + soft];
        for (x, colour) in edges.into_iter().zip([Color32::TRANSPARENT, colour, colour, Color32::TRANSPARENT]) {
            mesh.colored_vertex(pos2(x, y.min), colour);
            mesh.colored_vertex(pos2(x, y.max), colour);
        }
        for column in 0..3 {
            let corner = first + 2 * column;
            mesh.add_triangle(corner, corner + 1, corner + 2);
            mesh.add_triangle(corner + 2, corner + 1, corner + 3);
        }
    }

    fn fill(&mut self, x: Rangef, y: Rangef, colour: Color32) {
        self.mesh.add_colored_rect(Rect::from_x_y_ranges(x, y), colour);
    }

    fn diamond(&mut self, at: Pos2, half: f32, colour: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for corner in [vec2(0.0, -half), vec2(half, 0.0), vec2(-half, 0.0), vec2(0.0, half)] {
            self.mesh.colored_vertex(at + corner, colour);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first + 2, first + 1, first + 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refresh_takes_a_whole_number_of_pixels_or_a_pixel_a_whole_number_of_refreshes() {
        assert_eq!([90.0, 60.0, 100.0, 270.0, 140.0].map(|pixels| row(pixels, 90.0)), [1.0, 0.5, 1.0, 3.0, 2.0]);
        assert_eq!([(90.0, 360.0), (100.0, 2000.0)].map(|(pixels, refreshes)| row(pixels, refreshes)), [0.25, 0.05]);
    }
}
