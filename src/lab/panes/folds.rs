//! What a pane remembers of its own run: a list of folds over its events.

use crate::base::params::Values;
use crate::base::time::Time;
use crate::lab::history::History;
use crate::lab::history::trail::Trail;
use crate::lab::metrics::metrics_history::MetricsHistory;
use crate::lab::metrics::response::Response;
use crate::lab::metrics::series::Series;
use crate::model::config::ControlInput;
use crate::model::machine::{Answer, Detail, Event, Input, Observer};
use crate::model::world::Body;

/// The folds over the events of one pane's run. Each observes all of it, and knows nothing of the others.
pub struct Folds {
    /// Its numbers.
    pub metrics: MetricsHistory,
    /// Its lines in the plots.
    pub series: Series,
    /// How it answers inputs.
    pub response: Response,
    /// Where bodies were.
    pub trail: Trail,
    /// What it did, to be shown again.
    pub history: History,
}

impl Folds {
    fn each(&mut self) -> [&mut dyn Observer; 5] {
        [&mut self.metrics, &mut self.series, &mut self.response, &mut self.trail, &mut self.history]
    }
}

impl Observer for Folds {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.each().into_iter().for_each(|fold| fold.note(event, bodies));
    }

    fn detail(&mut self, detail: &Detail) {
        self.each().into_iter().for_each(|fold| fold.detail(detail));
    }

    fn input(&mut self, input: Input) {
        self.each().into_iter().for_each(|fold| fold.input(input));
    }

    fn answer(&mut self, answer: &Answer) {
        self.each().into_iter().for_each(|fold| fold.answer(answer));
    }

    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.each().into_iter().for_each(|fold| fold.steered(sim, pedals));
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        self.each().into_iter().for_each(|fold| fold.options_set(sim, options));
    }

    fn refreshes_at(&mut self, hertz: f64) {
        self.each().into_iter().for_each(|fold| fold.refreshes_at(hertz));
    }
}
