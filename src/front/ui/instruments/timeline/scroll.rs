//! The visible range of time, the positions of its moments, and the state of both between frames. In a new run the range follows
//! the present, another scenario sets its own zoom, and the shown moment always stays visible.

use crate::studio::session::Session;
use egui::{Context, Id, Rangef};
use tickscope_core::base::time::{Span, Time};

/// The shortest visible range of time: 100 µs.
const SHORTEST: Span = Span::from_flicks(70_560);
/// The longest visible range of time: 20 s.
const LONGEST: Span = Span::from_flicks(20 * tickscope_core::base::time::FLICKS_PER_SECOND);

/// The range of time that the person has chosen, stored from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scroll {
    pub span: Span,
    /// The left edge of a fixed range; `None` while the range follows the present.
    pub stands: Option<Time>,
    /// Whether the person has moved the range, so that it stays in place while time advances.
    pub held: bool,
}

impl Default for Scroll {
    fn default() -> Scroll {
        Scroll { span: Span::from_millis(500.0), stands: None, held: false }
    }
}

impl Scroll {
    /// Returns the left edge if `now` is the shown moment. A range that follows the present moves by half of its width at a time,
    /// so that a person can read it; `now` is in the right half, except at the beginning.
    pub fn left(&self, now: Time) -> Time {
        let half = self.span.divided(2);
        self.stands.unwrap_or_else(|| (now.floor_to(half) - half).max(Time::ZERO))
    }

    /// Shows `factor` times as much time. The moment at `at` stays in its place.
    pub fn zoom(&mut self, axis: TimeAxis, at: Time, factor: f64) {
        self.span = self.span.scaled(factor).clamp(SHORTEST, LONGEST);
        if self.stands.is_some() {
            let part = (at - axis.left).ratio(axis.span);
            self.stands = Some(at - self.span.scaled(part));
        }
    }

    /// Moves the contents by `points` to the right, between the `oldest` recorded time and `now`.
    pub fn pan(&mut self, axis: TimeAxis, points: f32, (oldest, now): (Time, Time)) {
        let by = axis.span.scaled(f64::from(points / axis.x.span().max(1.0)));
        let margin = axis.span.divided(4);
        let left = (axis.left - by).min(now - margin).max(oldest - axis.span + margin);
        self.stands = Some(left);
        self.held = true;
    }
}

/// A range of time that is shown across a range of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    pub left: Time,
    pub span: Span,
    /// The left and the right edge, in points.
    pub x: Rangef,
}

const DECADES: [f64; 7] = [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10_000.0];

impl TimeAxis {
    pub fn right(&self) -> Time {
        self.left + self.span
    }

    /// Returns the position of `time`, in points; it may lie outside of the edges.
    pub fn at(&self, time: Time) -> f32 {
        self.x.min + (time - self.left).ratio(self.span) as f32 * self.x.span()
    }

    pub fn time(&self, x: f32) -> Time {
        self.left + self.span.scaled(f64::from((x - self.x.min) / self.x.span().max(1.0)))
    }

    pub fn contains(&self, time: Time) -> bool {
        (self.left..self.right()).contains(&time)
    }

    /// Returns the exact moment at which column `column` of `columns` begins.
    pub fn edge(&self, column: usize, columns: usize) -> Time {
        // Twenty seconds in ten thousand columns do not come near the limit of 64 bits.
        self.left + Span::from_flicks(self.span.flicks().saturating_mul(column as i64) / columns.max(1) as i64)
    }

    pub fn column(&self, time: Time, columns: usize) -> usize {
        let flicks = (time - self.left).flicks().max(0);
        // The result is the first column that ends after the moment.
        let guess = (flicks.saturating_mul(columns as i64) / self.span.flicks().max(1)) as usize;
        if self.edge(guess + 1, columns) <= time { guess + 1 } else { guess }
    }

    /// Returns a round span of time that is at least `points` wide, for rulings.
    pub fn ruling(&self, points: f32) -> Span {
        let least = self.span.scaled(f64::from(points / self.x.span().max(1.0))).as_millis();
        let decades = (-2..5).flat_map(|decade| [1.0, 2.0, 5.0].map(|step| step * DECADES[(decade + 2) as usize]));
        Span::from_millis(decades.into_iter().find(|step| *step >= least).unwrap_or(10_000.0))
    }
}

#[derive(Clone, Debug, PartialEq)]
struct FrameState {
    run: u64,
    about: (String, String),
    asked: Span,
    at: Time,
}

#[derive(Clone, Debug)]
struct StoredScroll {
    scroll: Scroll,
    /// The state of the last frame; `None` if the range was set from outside.
    last: Option<FrameState>,
}

fn id() -> Id {
    Id::unique("timeline")
}

fn asked(session: &Session) -> Span {
    Span::from_millis(session.run.view.timeline_ms).clamp(SHORTEST, LONGEST)
}

fn this_frame(session: &Session) -> FrameState {
    let about = (session.run.opened.name.clone(), session.run.lab.settings().scene.id.clone());
    FrameState { run: session.runs, about, asked: asked(session), at: session.run.now() }
}

pub fn load(ctx: &Context, session: &Session) -> Scroll {
    let stored = ctx.data(|data| data.get_temp::<StoredScroll>(id()));
    let fresh = || StoredScroll { scroll: Scroll { span: asked(session), ..Scroll::default() }, last: None };
    let StoredScroll { scroll, last: before } = stored.unwrap_or_else(fresh);
    before.map_or(scroll, |before| carried_on(scroll, &before, &this_frame(session), session.is_playing()))
}

pub fn save(ctx: &Context, session: &Session, scroll: Scroll) {
    ctx.data_mut(|data| data.insert_temp(id(), StoredScroll { scroll, last: Some(this_frame(session)) }));
}

/// Makes the timeline show a range of length `span`, and follow the present.
pub fn zoom_to(ctx: &Context, span: Span) {
    let scroll = Scroll { span: span.clamp(SHORTEST, LONGEST), ..Scroll::default() };
    ctx.data_mut(|data| data.insert_temp(id(), StoredScroll { scroll, last: None }));
}

fn carried_on(mut scroll: Scroll, before: &FrameState, now: &FrameState, plays: bool) -> Scroll {
    if (&before.about, before.asked) != (&now.about, now.asked) {
        scroll.span = now.asked;
    }
    if before.run != now.run {
        scroll.stands = None;
    }
    let Some(left) = scroll.stands else { return Scroll { held: false, ..scroll } };
    let in_sight = |at: Time| (left..left + scroll.span).contains(&at);
    if before.at == now.at || in_sight(now.at) {
        return scroll;
    }
    if !plays {
        // The playhead has made a step, or returned to the present.
        scroll.stands = Some((now.at - scroll.span.divided(2)).max(Time::ZERO));
    } else if !scroll.held {
        scroll.stands = None;
    }
    scroll
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::timeline::scroll::*;

    fn axis() -> TimeAxis {
        TimeAxis { left: Time::from_secs(3.0), span: Span::from_flicks(1_000_003), x: Rangef::new(100.0, 740.0) }
    }

    #[test]
    fn columns_meet_without_gap_and_every_moment_is_in_one() {
        let axis = axis();
        assert_eq!((axis.edge(0, 640), axis.edge(640, 640)), (axis.left, axis.right()));
        for flick in (0..1_000_003).step_by(997) {
            let time = axis.left + Span::from_flicks(flick);
            let column = axis.column(time, 640);
            assert!(axis.edge(column, 640) <= time && time < axis.edge(column + 1, 640));
        }
    }

    #[test]
    fn zooming_leaves_the_moment_under_the_pointer_where_it_is_and_keeps_to_its_limits() {
        let axis = axis();
        let mut scroll = Scroll { span: axis.span, stands: Some(axis.left), held: false };
        let at = axis.left + Span::from_flicks(250_000);
        scroll.zoom(axis, at, 2.0);
        let zoomed = TimeAxis { left: scroll.left(at), span: scroll.span, ..axis };
        assert!((zoomed.at(at) - axis.at(at)).abs() < 0.01);
        for factor in [1e-9, 1e9] {
            scroll.zoom(zoomed, at, factor);
            assert!((SHORTEST..=LONGEST).contains(&scroll.span));
        }
    }

    #[test]
    fn the_moment_followed_is_always_in_the_right_half() {
        let scroll = Scroll { span: Span::from_millis(400.0), ..Scroll::default() };
        assert_eq!(scroll.left(Time::from_secs(0.1)), Time::ZERO, "there is nothing before the beginning");
        for ms in 400..1000 {
            let now = Time::ZERO + Span::from_millis(f64::from(ms));
            let into = now - scroll.left(now);
            assert!(into >= scroll.span.divided(2) && into < scroll.span, "at {ms} ms");
        }
    }

    fn at(run: u64, scenario: &str, seconds: f64) -> FrameState {
        let asked = Scroll::default().span;
        FrameState { run, about: (scenario.to_owned(), "runner".to_owned()), asked, at: Time::from_secs(seconds) }
    }

    fn standing(held: bool) -> Scroll {
        Scroll { span: Span::from_millis(9.0), stands: Some(Time::from_secs(2.0)), held }
    }

    #[test]
    fn a_new_run_is_followed_and_another_scenario_has_the_usual_zoom() {
        let restarted = carried_on(standing(true), &at(0, "judder", 2.001), &at(1, "judder", 0.0), true);
        assert_eq!((restarted.stands, restarted.span), (None, Span::from_millis(9.0)));
        let other = carried_on(standing(true), &at(0, "judder", 2.001), &at(1, "spiral", 0.0), true);
        assert_eq!(other, Scroll::default());
        let narrow = FrameState { asked: Span::from_millis(60.0), ..at(1, "queue", 0.0) };
        let asked = carried_on(standing(true), &at(0, "judder", 2.001), &narrow, true);
        assert_eq!(asked.span, Span::from_millis(60.0), "as its view asks");
    }

    #[test]
    fn a_moment_that_is_moved_out_of_sight_takes_the_timeline_along() {
        let before = at(0, "", 2.001);
        assert_eq!(carried_on(standing(false), &before, &at(0, "", 2.005), false), standing(false), "it is in sight");
        let stepped = carried_on(standing(false), &before, &at(0, "", 2.5), false);
        assert_eq!(stepped.stands, Some(Time::from_secs(2.5) - Span::from_millis(4.5)));
        assert_eq!(carried_on(standing(false), &before, &at(0, "", 2.02), true).stands, None, "playing it follows again");
        let held = carried_on(standing(true), &before, &at(0, "", 2.02), true);
        assert_eq!(held, standing(true), "a person who has dragged it away wants to see what is there");
        assert_eq!(carried_on(standing(false), &before, &before, false), standing(false));
    }
}
