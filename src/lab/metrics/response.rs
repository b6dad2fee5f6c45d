//! How a pane answers inputs: what its lamp shows.

use super::reach::RECORDED;
use crate::base::time::{Span, Time};
use crate::model::machine::{Answer, Event, Giver, Input, Observer};
use crate::model::world::Body;
use std::collections::VecDeque;

/// How long a flash lasts: 1/8 s.
pub const FLASH: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 8);

/// The inputs of the last twenty seconds and their answers, so that the lamp of any moment of them is known. Answers come
/// in the order of their inputs.
#[derive(Debug, Default)]
pub struct Response {
    /// Those that may still matter, with the frame that answered.
    inputs: VecDeque<(Input, Option<Answer>)>,
    /// The last answers to inputs that have been forgotten.
    metronome: Option<Answer>,
    hand: Option<Answer>,
}

impl Observer for Response {
    fn note(&mut self, _: &Event, _: &[Body]) {}

    fn input(&mut self, input: Input) {
        self.inputs.push_back((input, None));
        let is_old = |(_, answer): &mut (Input, Option<Answer>)| answer.is_some_and(|old| old.shown < input.at - RECORDED);
        while let Some((_, Some(answer))) = self.inputs.pop_front_if(is_old) {
            *match answer.input.by {
                Giver::Metronome => &mut self.metronome,
                Giver::Hand => &mut self.hand,
            } = Some(answer);
        }
    }

    fn answer(&mut self, answer: &Answer) {
        // Only the last ones are still open.
        let open = self.inputs.iter().rev().take_while(|(_, answer)| answer.is_none()).count();
        let first = self.inputs.len() - open;
        if let Some((_, seen)) = self.inputs.get_mut(first) {
            *seen = Some(*answer);
        }
    }
}

impl Response {
    /// Passes `observer` the inputs and answers from `from` until `until` again, in their order.
    pub fn replay(&self, from: Time, until: Time, observer: &mut dyn Observer) {
        for (input, answer) in &self.inputs {
            if (from..=until).contains(&input.at) {
                observer.input(*input);
            }
            if let Some(answer) = answer.filter(|answer| (from..=until).contains(&answer.shown)) {
                observer.answer(&answer);
            }
        }
    }

    /// The answers that had been seen at `now`, the last one first.
    fn answers(&self, now: Time, by: Giver) -> impl Iterator<Item = Answer> {
        let kept = self.inputs.iter().rev().filter_map(|(_, answer)| *answer);
        let forgotten = if by == Giver::Hand { self.hand } else { self.metronome };
        kept.filter(move |answer| answer.input.by == by && answer.shown <= now).chain(forgotten)
    }

    /// The last answer to the metronome, at `now`.
    pub fn metronome(&self, now: Time) -> Option<Answer> {
        self.answers(now, Giver::Metronome).next()
    }

    /// The last answer to a person's tap, at `now`.
    pub fn hand(&self, now: Time) -> Option<Answer> {
        self.answers(now, Giver::Hand).next()
    }

    /// The last input that had been given at `now`, with its answer.
    fn given(&self, now: Time) -> Option<&(Input, Option<Answer>)> {
        self.inputs.iter().rev().find(|(input, _)| input.at <= now)
    }

    /// Whether a flash that began at `at` is still seen at `now`.
    fn is_fresh(at: Time, now: Time) -> bool {
        at <= now && now - at < FLASH
    }

    /// Whether an input has just been given: a perfect display would flash now.
    pub fn is_given(&self, now: Time) -> bool {
        self.given(now).is_some_and(|(input, _)| Response::is_fresh(input.at, now))
    }

    /// Whether the pane's display flashes.
    pub fn is_seen(&self, now: Time) -> bool {
        self.metronome(now).into_iter().chain(self.hand(now)).any(|answer| Response::is_fresh(answer.shown, now))
    }

    /// How long an input has been waiting for its frame at `now`, if the last one still does.
    pub fn waiting(&self, now: Time) -> Option<Span> {
        let (input, answer) = self.given(now)?;
        answer.is_none_or(|answer| answer.shown > now).then(|| (now - input.at).max(Span::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(input: Input, read: Time, shown: Time) -> Answer {
        Answer { input, read, submitted: read, gpu_begins: read, gpu_done: read, shown }
    }

    #[test]
    fn the_lamp_flashes_when_the_display_answers_and_not_when_the_input_comes() {
        let mut response = Response::default();
        let at = |ms: f64| Time::ZERO + Span::from_millis(ms);
        let input = Input { at: at(500.0), by: Giver::Hand };
        response.input(input);
        assert!(response.is_given(at(510.0)) && !response.is_seen(at(510.0)));
        assert_eq!(response.waiting(at(540.0)), Some(Span::from_millis(40.0)));
        response.answer(&answer(input, at(520.0), at(550.0)));
        assert!(response.is_seen(at(551.0)) && !response.is_seen(at(700.0)));
        assert_eq!(response.waiting(at(560.0)), None);
        assert_eq!(response.hand(at(560.0)).map(|answer| answer.latency()), Some(Span::from_millis(50.0)));
        assert_eq!(response.metronome(at(560.0)), None);
    }

    #[test]
    fn the_lamp_of_any_moment_of_the_last_twenty_seconds_is_known_and_no_more_is_kept() {
        let mut response = Response::default();
        let at = |ms: f64| Time::ZERO + Span::from_millis(ms);
        for beat in 0..100 {
            let input = Input { at: at(f64::from(beat) * 500.0), by: if beat == 1 { Giver::Hand } else { Giver::Metronome } };
            response.input(input);
            response.answer(&answer(input, input.at, input.at + Span::from_millis(30.0)));
        }
        assert!((40..45).contains(&response.inputs.len()), "{}", response.inputs.len());
        for beat in 61..100 {
            let given = f64::from(beat) * 500.0;
            assert!(response.is_given(at(given)) && !response.is_seen(at(given + 29.0)) && response.is_seen(at(given + 30.0)));
            assert_eq!(response.waiting(at(given + 20.0)), Some(Span::from_millis(20.0)));
            assert_eq!(response.waiting(at(given + 40.0)), None);
            assert_eq!(response.metronome(at(given + 29.0)).map(|answer| answer.input.at), Some(at(given - 500.0)));
        }
        assert_eq!(response.hand(at(45_000.0)).map(|answer| answer.input.at), Some(at(500.0)), "however long ago");
    }
}
