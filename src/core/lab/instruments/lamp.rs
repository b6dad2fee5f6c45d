//! The lamp of a pane at a moment: it shows how the display answers inputs.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::recording::ring::Ring;
use crate::model::machine::inputs::{Answer, Giver, Input};

/// The length of a flash: 1/8 s.
const FLASH: Span = Span::from_flicks(FLICKS_PER_SECOND / 8);

/// How a pane's display answers inputs at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lamp {
    /// Whether an input has just been given: a perfect display would flash now.
    pub is_given: bool,
    pub is_seen: bool,
    /// The time for which the last input has waited for the frame that answers it; `None` if that frame has appeared.
    pub waiting: Option<Span>,
    pub metronome: Option<Answer>,
    pub hand: Option<Answer>,
}

impl Lamp {
    /// Reads the lamp at `now`. Answers come in the order of their inputs.
    pub fn of(inputs: &Ring<Input>, answers: &Ring<Answer>, now: Time) -> Lamp {
        let is_fresh = |at: Time| at <= now && now - at < FLASH;
        let given = inputs.before(inputs.partition_point(|input| input.at <= now)).next();
        let seen = || answers.before(answers.partition_point(|answer| answer.shown <= now));
        let last_by = |by: Giver| seen().find(|answer| answer.input.by == by).copied();
        let (metronome, hand) = (last_by(Giver::Metronome), last_by(Giver::Hand));
        let is_open = |input: &&Input| seen().next().is_none_or(|last| last.input.at < input.at);
        Lamp {
            is_given: given.is_some_and(|input| is_fresh(input.at)),
            is_seen: metronome.into_iter().chain(hand).any(|answer| is_fresh(answer.shown)),
            waiting: given.filter(is_open).map(|input| (now - input.at).max(Span::ZERO)),
            metronome,
            hand,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::instruments::lamp::*;

    fn answer(input: Input, read: Time, shown: Time) -> Answer {
        Answer { input, read, submitted: read, gpu_begins: read, gpu_done: read, shown }
    }

    fn at(ms: f64) -> Time {
        Time::ZERO + Span::from_millis(ms)
    }

    #[test]
    fn the_lamp_flashes_when_the_display_answers_and_not_when_the_input_comes() {
        let (mut inputs, mut answers) = (Ring::default(), Ring::default());
        let input = Input { at: at(500.0), by: Giver::Hand };
        inputs.push(input);
        let lamp = Lamp::of(&inputs, &answers, at(510.0));
        assert!(lamp.is_given && !lamp.is_seen);
        assert_eq!(Lamp::of(&inputs, &answers, at(540.0)).waiting, Some(Span::from_millis(40.0)));
        answers.push(answer(input, at(520.0), at(550.0)));
        let seen = |ms: f64| Lamp::of(&inputs, &answers, at(ms));
        assert!(seen(551.0).is_seen && !seen(700.0).is_seen);
        assert_eq!(seen(560.0).waiting, None);
        assert_eq!(seen(560.0).hand.map(|answer| answer.latency()), Some(Span::from_millis(50.0)));
        assert_eq!(seen(560.0).metronome, None);
    }

    #[test]
    fn the_lamp_of_any_moment_of_the_last_twenty_seconds_is_known() {
        let (mut inputs, mut answers) = (Ring::default(), Ring::default());
        for beat in 0..100 {
            let input = Input { at: at(f64::from(beat) * 500.0), by: if beat == 1 { Giver::Hand } else { Giver::Metronome } };
            inputs.push(input);
            answers.push(answer(input, input.at, input.at + Span::from_millis(30.0)));
        }
        let lamp = |ms: f64| Lamp::of(&inputs, &answers, at(ms));
        for beat in 61..100 {
            let given = f64::from(beat) * 500.0;
            assert!(lamp(given).is_given && !lamp(given + 29.0).is_seen && lamp(given + 30.0).is_seen);
            assert_eq!(lamp(given + 20.0).waiting, Some(Span::from_millis(20.0)));
            assert_eq!(lamp(given + 40.0).waiting, None);
            assert_eq!(lamp(given + 29.0).metronome.map(|answer| answer.input.at), Some(at(given - 500.0)));
        }
        assert_eq!(lamp(45_000.0).hand.map(|answer| answer.input.at), Some(at(500.0)), "however long ago");
    }
}
