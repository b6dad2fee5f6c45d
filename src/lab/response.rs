//! How a pane answers inputs: what its lamp shows.

use crate::host::{Answer, Giver, Input};
use crate::time::{Span, Time};

/// A flash lasts so long.
pub const FLASH: Span = Span::from_flicks(crate::time::FLICKS_PER_SECOND / 8);

/// The last inputs and their answers.
#[derive(Debug, Default)]
pub struct Response {
    /// The last input that was given.
    given: Option<Input>,
    /// Inputs that were given and not seen yet.
    open: u64,
    metronome: Option<Answer>,
    hand: Option<Answer>,
}

impl Response {
    pub(super) fn input(&mut self, input: Input) {
        self.given = Some(input);
        self.open += 1;
    }

    pub(super) fn answer(&mut self, answer: &Answer) {
        self.open = self.open.saturating_sub(1);
        match answer.input.by {
            Giver::Metronome => self.metronome = Some(*answer),
            Giver::Hand => self.hand = Some(*answer),
        }
    }

    /// The last answer to the metronome.
    pub fn metronome(&self) -> Option<Answer> {
        self.metronome
    }

    /// The last answer to a person's tap.
    pub fn hand(&self) -> Option<Answer> {
        self.hand
    }

    /// Whether a flash that began at `at` is still seen at `now`.
    fn is_fresh(at: Time, now: Time) -> bool {
        at <= now && now - at < FLASH
    }

    /// Whether an input has just been given: a perfect display would flash now.
    pub fn is_given(&self, now: Time) -> bool {
        self.given.is_some_and(|input| Response::is_fresh(input.at, now))
    }

    /// Whether the pane's display flashes.
    pub fn is_seen(&self, now: Time) -> bool {
        self.metronome.into_iter().chain(self.hand).any(|answer| Response::is_fresh(answer.shown, now))
    }

    /// How long an input has been waiting for its picture at `now`, if the last one still does.
    pub fn waiting(&self, now: Time) -> Option<Span> {
        self.given.filter(|_| self.open > 0).map(|input| (now - input.at).max(Span::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lamp_flashes_when_the_display_answers_and_not_when_the_input_comes() {
        let mut response = Response::default();
        let at = |ms: f64| Time::ZERO + Span::from_millis(ms);
        let input = Input { at: at(500.0), by: Giver::Hand };
        response.input(input);
        assert!(response.is_given(at(510.0)) && !response.is_seen(at(510.0)));
        assert_eq!(response.waiting(at(540.0)), Some(Span::from_millis(40.0)));
        response.answer(&Answer { input, read: at(520.0), shown: at(550.0) });
        assert!(response.is_seen(at(551.0)) && !response.is_seen(at(700.0)));
        assert_eq!(response.waiting(at(560.0)), None);
        assert_eq!(response.hand().map(|answer| answer.latency()), Some(Span::from_millis(50.0)));
        assert_eq!(response.metronome(), None);
    }
}
