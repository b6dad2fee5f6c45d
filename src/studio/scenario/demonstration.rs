//! The demonstration: half a minute in which four loops are right, then meet a load that rises, a stall and three ways of drawing, until
//! the person touches anything. It is a script of commands, and of captions that describe what is seen.
//!
//! The render load moves as evenly as under a person's hand. The commands are given while the demonstration runs, and none is
//! left once the person touches something.

use std::sync::LazyLock;
use tickscope_core::config::{Command, Owner, PaneLetter, Patch, Presentation, TimedCommand};
use tickscope_core::time::{FLICKS_PER_SECOND, Span, Time};

/// The time after which the demonstration begins again: nine passes of the three movers.
pub const LENGTH: Span = Span::from_flicks(36 * FLICKS_PER_SECOND);

/// The render load in milliseconds at moments in seconds; between them the slider moves steadily.
const LOADS: [(f64, f64); 8] =
    [(0.0, 5.0), (3.0, 5.0), (6.5, 20.0), (11.5, 20.0), (14.5, 70.0), (21.5, 70.0), (22.5, 5.0), (36.0, 5.0)];
/// Changes of the render load per second.
const MOVES_PER_S: i64 = 30;
/// The moment of the stall in seconds, and its length in milliseconds.
const STALL: (f64, f64) = (24.6, 1000.0);
/// The presentation of pane D, from moments in seconds on.
const DRAWN: [(f64, Presentation); 2] = [(28.4, Presentation::Latest), (31.6, Presentation::Interpolate)];
const PANE_D: PaneLetter = PaneLetter(3);

/// A sentence that describes what is seen for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caption {
    /// The beginning, in seconds.
    pub from_s: f64,
    /// The end, in seconds; another caption may follow.
    pub to_s: f64,
    /// One sentence, or two short ones.
    pub text: &'static str,
}

const fn caption(from_s: f64, to_s: f64, text: &'static str) -> Caption {
    Caption { from_s, to_s, text }
}

/// Every caption, in the order of time. A test checks that each is true while it is shown.
pub const CAPTIONS: [Caption; 10] = [
    caption(0.3, 3.0, "Four loops move the same three bodies. A frame takes 5 ms, and every loop is right."),
    caption(3.3, 6.5, "Drawing a frame takes longer and longer."),
    caption(8.4, 11.5, "A moves the world 16.7 ms in every frame. At 30 frames a second that is half speed."),
    caption(15.8, 18.6, "B takes one step a frame. A step of 83 ms can jump over the wall, and some do."),
    caption(18.9, 21.5, "C cuts the time into steps of 8.3 ms, seven a frame at most: 70 % speed."),
    caption(21.6, 24.3, "The load falls back to 5 ms, and every loop comes back to real speed."),
    caption(24.7, 25.6, "Everything stops for a second."),
    caption(25.9, 28.0, "B jumps over the second, D catches up, A and C lose it."),
    caption(29.6, 31.6, "D makes 25 steps a second. Drawn as they are, they judder."),
    caption(33.8, 36.0, "Drawn between its last two steps, D is smooth again: its picture is only older."),
];

/// Returns the caption at laboratory time `now`; `None` between two captions.
pub fn caption_at(now: Time) -> Option<&'static str> {
    let at = now.as_secs();
    let shown = CAPTIONS.iter().find(|caption| (caption.from_s..caption.to_s).contains(&at));
    shown.map(|caption| caption.text)
}

static COMMANDS: LazyLock<Vec<TimedCommand>> = LazyLock::new(|| {
    let timed = |at: Time, command| TimedCommand { at_flicks: at.flicks(), command };
    let moment = |step: i64| Time::ZERO + Span::from_flicks(step * (FLICKS_PER_SECOND / MOVES_PER_S));
    let last = LENGTH.flicks() * MOVES_PER_S / FLICKS_PER_SECOND;
    let moves = (1..last)
        .filter(|step| render_load(moment(*step)) != render_load(moment(step - 1)))
        .map(|step| timed(moment(step), Command::Set(Patch::one(Owner::Computer.path("render_ms"), render_load(moment(step))))));
    let stall = timed(Time::from_secs(STALL.0), Command::stall(STALL.1));
    let drawn = DRAWN.map(|(at_s, presentation)| {
        timed(Time::from_secs(at_s), Command::Set(Patch::one(Owner::Pane(PANE_D).path("presentation"), presentation.id())))
    });
    let mut commands: Vec<TimedCommand> = moves.chain([stall]).chain(drawn).collect();
    commands.sort_by_key(|timed| timed.at_flicks);
    commands
});

/// Returns the commands after `from`, up to and including `to`.
pub fn due(from: Time, to: Time) -> &'static [TimedCommand] {
    let until = |moment: Time| COMMANDS.partition_point(|timed| timed.at_flicks <= moment.flicks());
    &COMMANDS[until(from)..until(to).max(until(from))]
}

/// Returns the render load in milliseconds at laboratory time `now`.
fn render_load(now: Time) -> f64 {
    let at = now.as_secs();
    let next = LOADS.iter().position(|(moment, _)| *moment >= at).unwrap_or(LOADS.len() - 1).max(1);
    let ((from, low), (to, high)) = (LOADS[next - 1], LOADS[next]);
    let share = ((at - from) / (to - from)).clamp(0.0, 1.0);
    // Along a logarithmic slider that is a steady movement. A tenth of a millisecond is as fine as can be seen.
    let load = low * libm::pow(high / low, share);
    (load * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_rises_over_two_cliffs_and_comes_back() {
        let load = |seconds| render_load(Time::from_secs(seconds));
        assert_eq!((load(0.0), load(2.9), load(7.0), load(11.4)), (5.0, 5.0, 20.0, 20.0));
        assert_eq!((load(15.0), load(21.4), load(23.0), load(36.0)), (70.0, 70.0, 5.0, 5.0));
        assert!(load(13.0) > 30.0 && load(13.0) < 50.0);
    }

    #[test]
    fn every_command_is_due_once() {
        let all = due(Time::ZERO, Time::ZERO + LENGTH);
        assert_eq!(all, &COMMANDS[..]);
        let halves = (due(Time::ZERO, Time::from_secs(24.6)), due(Time::from_secs(24.6), Time::from_secs(36.0)));
        assert_eq!(halves.0.len() + halves.1.len(), all.len());
        assert_eq!(halves.0.last().map(|timed| &timed.command), Some(&Command::stall(1000.0)));
        assert!(due(Time::from_secs(5.0), Time::from_secs(4.0)).is_empty());
    }

    #[test]
    fn captions_follow_each_other_and_are_short() {
        let all = CAPTIONS;
        assert!(all.windows(2).all(|pair| pair[0].to_s <= pair[1].from_s));
        assert!(all.iter().all(|caption| caption.from_s < caption.to_s && caption.text.len() <= 90));
        assert_eq!(caption_at(Time::from_secs(25.0)), Some("Everything stops for a second."));
        assert_eq!(caption_at(Time::from_secs(7.0)), None);
    }
}
