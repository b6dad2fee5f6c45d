//! All phases at the wall: where contact was tested, the gaps that nobody tested, and what comes of 64 other beginnings.

use crate::lab::diagnose::phases::{AtTheWall, PHASES, Phases};
use crate::model::world::contact::CollisionMode;
use crate::model::world::{Body, Ink, Shape, Sketch, StandingWall, State, WorldRect};
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

/// Draws what the steps do at `wall`, to all bodies or to one alone. Every shape comes with the place that it stands at.
pub fn draw(
    wall: &StandingWall,
    phases: &Phases,
    only: Option<usize>,
    extent: WorldRect,
    paint: &mut dyn FnMut(DVec2, &[Shape]),
) {
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
                    sketch.capsule(from, to, wall.ball, Ink::Translucent(index, TESTED / 2))
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
        let dots = wall.meets.get(index).filter(|_| !body.ends.is_empty());
        if let Some(meets) = dots {
            lit(body.escaped(), DVec2::new(wall.area.max.x, meets.y), extent.max.x, &mut sketch);
            put(*meets, &mut sketch);
        }
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

/// A dot for every beginning, beside the wall: those that get through are lit.
fn lit(escaped: usize, beside: DVec2, right: f64, sketch: &mut Sketch) {
    let room = right - beside.x - 24.0;
    let columns = if room > 100.0 { PHASES / 2 } else { PHASES / 4 };
    let apart = (room / columns as f64).clamp(2.0, 6.0);
    for dot in 0..PHASES {
        let (row, column) = (dot / columns, dot % columns);
        let place = beside + DVec2::new(14.0 + apart * column as f64, 10.0 + apart * row as f64);
        let ink = if dot < escaped { Ink::Alarm } else { Ink::Rule };
        sketch.disc(place, apart * 0.36, ink);
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
