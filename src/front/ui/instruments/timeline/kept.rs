//! What the timeline keeps from frame to frame, and when it lets go of it: a new run is followed from its beginning, another
//! scenario has its own zoom, and the moment that is looked at stays in sight wherever it is moved to.

use super::axis::{self, Scroll};
use crate::base::time::{Span, Time};
use crate::studio::session::Session;
use egui::{Context, Id};

/// What was shown in the last frame.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    /// Counts beginnings.
    run: u64,
    /// The scenario's name and the world.
    about: (String, String),
    /// The moment that was looked at.
    at: Time,
}

#[derive(Clone, Debug, Default)]
struct Kept {
    scroll: Scroll,
    /// Nothing where the stretch was asked for from outside.
    shown: Option<Shown>,
}

fn id() -> Id {
    Id::unique("timeline")
}

fn shown(session: &Session) -> Shown {
    let about = (session.title().0.to_owned(), session.lab().settings().scene.id.clone());
    Shown { run: session.runs(), about, at: session.now() }
}

/// The stretch of time to show.
pub fn load(ctx: &Context, session: &Session) -> Scroll {
    let Kept { scroll, shown: before } = ctx.data(|data| data.get_temp::<Kept>(id())).unwrap_or_default();
    before.map_or(scroll, |before| gone_on(scroll, &before, &shown(session), session.is_playing()))
}

/// Keeps the stretch of time for the next frame.
pub fn save(ctx: &Context, session: &Session, scroll: Scroll) {
    ctx.data_mut(|data| data.insert_temp(id(), Kept { scroll, shown: Some(shown(session)) }));
}

/// Makes the timeline show a stretch of length `span`, and follow the present.
pub fn zoom_to(ctx: &Context, span: Span) {
    let scroll = Scroll { span: span.clamp(axis::SHORTEST, axis::LONGEST), ..Scroll::default() };
    ctx.data_mut(|data| data.insert_temp(id(), Kept { scroll, shown: None }));
}

/// The stretch after what has changed since the last frame.
fn gone_on(mut scroll: Scroll, before: &Shown, now: &Shown, plays: bool) -> Scroll {
    if before.about != now.about {
        scroll.span = Scroll::default().span;
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
        // A step, or a way back to the present.
        scroll.stands = Some((now.at - scroll.span.divided(2)).max(Time::ZERO));
    } else if !scroll.held {
        scroll.stands = None;
    }
    scroll
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(run: u64, scenario: &str, seconds: f64) -> Shown {
        Shown { run, about: (scenario.to_owned(), "runner".to_owned()), at: Time::from_secs(seconds) }
    }

    fn standing(held: bool) -> Scroll {
        Scroll { span: Span::from_millis(9.0), stands: Some(Time::from_secs(2.0)), held }
    }

    #[test]
    fn a_new_run_is_followed_and_another_scenario_has_the_usual_zoom() {
        let restarted = gone_on(standing(true), &at(0, "judder", 2.001), &at(1, "judder", 0.0), true);
        assert_eq!((restarted.stands, restarted.span), (None, Span::from_millis(9.0)));
        let other = gone_on(standing(true), &at(0, "judder", 2.001), &at(1, "spiral", 0.0), true);
        assert_eq!(other, Scroll::default());
    }

    #[test]
    fn a_moment_that_is_moved_out_of_sight_takes_the_timeline_along() {
        let before = at(0, "", 2.001);
        assert_eq!(gone_on(standing(false), &before, &at(0, "", 2.005), false), standing(false), "it is in sight");
        let stepped = gone_on(standing(false), &before, &at(0, "", 2.5), false);
        assert_eq!(stepped.stands, Some(Time::from_secs(2.5) - Span::from_millis(4.5)));
        assert_eq!(gone_on(standing(false), &before, &at(0, "", 2.02), true).stands, None, "playing it follows again");
        let held = gone_on(standing(true), &before, &at(0, "", 2.02), true);
        assert_eq!(held, standing(true), "a person who has dragged it away wants to see what is there");
        assert_eq!(gone_on(standing(false), &before, &before, false), standing(false));
    }
}
