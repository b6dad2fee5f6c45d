//! All phases at the wall: where contact was tested, the gaps between the tests, and how 64 other starting phases end.

use crate::front::ui::panes::wall_handle;
use crate::front::ui::style::look::Look;
use crate::lab::diagnose::phases::{AtTheWall, PHASES, Phases};
use crate::model::world::contact::CollisionMode;
use crate::model::world::{Body, Ink, Shape, Sketch, StandingWall, State};
use crate::studio::session::Session;
use egui::{Painter, Rect, pos2, vec2};
use glam::DVec2;

/// A gap's hatching: how far apart its strokes are, in radii of the body.
const HATCH: f64 = 1.5;
/// Stamps nearer to each other than this part of a radius are one.
const SAME: f64 = 0.25;
/// How many strokes and stamps a body has at most: more can't be told apart.
const MOST: usize = 400;
/// How strong the other beginnings and what was tested are, in 255ths.
const FAINT: u8 = 36;
const TESTED: u8 = 150;
/// The dots' rows, and how far apart they are, in points.
const ROWS: usize = 4;
const APART: f32 = 3.0;

/// Draws what the steps do at `wall`, to all bodies or to one alone. Every shape comes with the place that it stands at.
pub fn draw(wall: &StandingWall, phases: &Phases, only: Option<usize>, paint: &mut dyn FnMut(DVec2, &[Shape])) {
    let shown = phases.bodies.iter().enumerate().filter(|(index, _)| only.is_none_or(|only| only == *index));
    for (index, body) in shown {
        let mut sketch = Sketch::default();
        let mut put = |place: DVec2, sketch: &mut Sketch| {
            paint(place, &sketch.shapes);
            sketch.shapes.clear();
        };
        for pair in body.tested.windows(2).take(MOST) {
            let (from, to) = (pair[0].pos, pair[1].pos);
            match phases.mode {
                CollisionMode::Swept | CollisionMode::Exact => {
                    sketch.capsule(from, to, wall.ball, Ink::Translucent(index, TESTED / 2));
                }
                CollisionMode::Discrete | CollisionMode::Rendered => hatch(from, to, wall.ball, &mut sketch),
            }
            put(from, &mut sketch);
        }
        for end in &body.ends {
            let ink = if end.escaped { Ink::FaintAlarm(FAINT) } else { Ink::Translucent(index, FAINT / 2) };
            sketch.disc(end.body.pos, wall.ball, ink);
            put(end.body.pos, &mut sketch);
        }
        stamps(index, body, (phases.mode, wall.ball), &mut |place, stamp| {
            sketch.disc(place, wall.ball, stamp);
            put(place, &mut sketch);
        });
    }
}

/// The bodies as they were tested, without those that stand on top of each other. Where the whole way is tested there is only
/// the last one to be seen: where the way ends.
fn stamps(index: usize, body: &AtTheWall, (mode, ball): (CollisionMode, f64), stamp: &mut dyn FnMut(DVec2, Ink)) {
    let ink = |body: &Body| match body.state {
        State::Tunnelled => Ink::Alarm,
        _ => Ink::Translucent(index, TESTED),
    };
    let along = matches!(mode, CollisionMode::Swept | CollisionMode::Exact);
    let mut last: Option<DVec2> = None;
    let newest = body.tested.len().saturating_sub(MOST);
    for (number, tested) in body.tested.iter().enumerate().skip(newest) {
        let is_last = number + 1 == body.tested.len();
        if !is_last && (along || last.is_some_and(|last| last.distance(tested.pos) < ball * SAME)) {
            continue;
        }
        stamp(tested.pos, ink(tested));
        last = Some(tested.pos);
    }
}

/// Slanted strokes over the part of a way that lies between what was tested at its ends.
fn hatch(from: DVec2, to: DVec2, ball: f64, sketch: &mut Sketch) {
    let Some(along) = (to - from).try_normalize() else { return };
    let (begin, end) = (ball * 1.4, from.distance(to) - ball * 1.4);
    let strokes = ((end - begin) / (ball * HATCH)).floor().max(-1.0) as i64;
    let slant = (along + along.perp()) * (ball * 0.55);
    for stroke in 0..=strokes.min(MOST as i64) {
        let middle = from + along * (begin + ball * HATCH * stroke as f64);
        sketch.line(middle - slant, middle + slant, 1.2, Ink::Rule);
    }
}

/// Beside the wall a dot for every beginning of each body, right of where its exact motion meets the wall: those that get
/// through are lit.
pub fn dots(painter: &Painter, look: Look, session: &Session, index: usize, canvas: Rect) {
    let Some((phases, wall)) = session.phases(index).zip(session.wall(index)) else { return };
    let camera = wall_handle::camera(session, index, canvas);
    let columns = PHASES / ROWS;
    let size = vec2(columns as f32, ROWS as f32) * APART;
    for (body, meets) in phases.bodies.iter().zip(&wall.meets).filter(|(body, _)| !body.ends.is_empty()) {
        let y = canvas.top() + camera.pixel(*meets).y as f32;
        let plate = Rect::from_min_size(pos2(canvas.right() - size.x - 8.0, y - size.y / 2.0), size);
        if !canvas.contains_rect(plate) {
            continue;
        }
        painter.rect_filled(plate.expand(2.0), 2.0, look.canvas().gamma_multiply(0.85));
        for dot in 0..PHASES {
            let place = plate.min + (vec2((dot / ROWS) as f32, (dot % ROWS) as f32) + vec2(0.5, 0.5)) * APART;
            let colour = if dot < body.escaped() { look.alarm() } else { look.weak().gamma_multiply(0.5) };
            painter.circle_filled(place, APART * 0.38, colour);
        }
    }
}

/// What there is to say of it in one sentence: of the body that gets through most often.
pub fn sentence(phases: &Phases, only: Option<usize>) -> Option<String> {
    let bodies =
        phases.bodies.iter().enumerate().filter(|(index, body)| only.is_none_or(|only| only == *index) && !body.ends.is_empty());
    let (most, of) = bodies.map(|(_, body)| (body.escaped(), body.ends.len())).max()?;
    let whom = if only.is_some() || phases.bodies.len() == 1 { "" } else { " of the fastest to pass" };
    Some(match most {
        0 => format!("From none of {of} starting phases does a body pass the wall."),
        _ => format!("{most} of {of} starting phases{whom} get through the wall: {:.0} %.", 100.0 * most as f64 / of as f64),
    })
}
