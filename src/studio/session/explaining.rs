//! What a session says about the number whose card is open.

use super::card::NumberCard;
use super::state::Session;
use crate::lab::diagnose::Explanation;
use crate::model::config::view::Counted;
use std::rc::Rc;

impl Session {
    /// The number whose card is open, while its pane is there.
    pub fn card(&self) -> Option<NumberCard> {
        self.card.filter(|card| self.lab.place_of(card.pane).is_some())
    }

    /// How a number comes about at the moment that is looked at; nothing while it has no value.
    pub fn explanation(&self, card: NumberCard) -> Option<Explanation> {
        let index = self.lab.place_of(card.pane)?;
        let (seen, now) = (self.seen(index), self.now());
        let whole = card.counted == Counted::Whole;
        let sums = if whole { Rc::new(seen.whole()) } else { seen.recent(now) };
        let explanation = Explanation::of(card.metric, &sums)?;
        let first = (index > 0).then(|| self.seen(0));
        Some(explanation.because_of(seen, first, self.computer_of(index), self.presentation(index), now))
    }
}
