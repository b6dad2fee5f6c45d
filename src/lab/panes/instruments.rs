//! What a pane keeps of its own run: a list of folds over its events.

use crate::base::params::{Invalid, Values};
use crate::base::time::Time;
use crate::lab::history::strip::StripRecord;
use crate::lab::history::trail::Trail;
use crate::lab::history::{History, PaneConfig};
use crate::lab::metrics::Screen;
use crate::lab::metrics::metrics_history::MetricsHistory;
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::response::Response;
use crate::lab::metrics::series::Series;
use crate::lab::run::{Fold, PaneSetup};
use crate::model::config::{Computer, ControlInput};
use crate::model::machine::{Answer, Detail, Event, Input, Observer};
use crate::model::world::Body;
use crate::model::worlds;

/// The folds over the events of one pane's run. Each observes all of it, and knows nothing of the others.
pub struct Instruments {
    /// Its numbers.
    pub(super) metrics: MetricsHistory,
    /// Its lines in the plots.
    pub(super) series: Series,
    /// How it answers inputs.
    pub(super) response: Response,
    /// Where bodies were.
    pub(super) trail: Trail,
    /// Where the bodies that are followed were, frame by frame.
    pub(super) strip: StripRecord,
    /// What it did, to be shown again.
    pub(super) history: History,
}

impl Instruments {
    /// Those of a pane that begins as `setup` says.
    pub(super) fn of(setup: &PaneSetup) -> Result<Instruments, Invalid> {
        let begins = setup.first_turn();
        let reference = ReferenceSolution::of(setup.settings)?;
        Ok(Instruments {
            metrics: MetricsHistory::new(Screen::of(setup.computer()), begins, reference),
            series: Series::default(),
            response: Response::default(),
            trail: Trail::default(),
            strip: StripRecord::new(&worlds::find(&setup.settings.scene.id)?.followed),
            history: History::new(begins, config(setup)?),
        })
    }

    fn each(&mut self) -> [&mut dyn Observer; 6] {
        [&mut self.metrics, &mut self.series, &mut self.response, &mut self.trail, &mut self.strip, &mut self.history]
    }
}

impl Observer for Instruments {
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

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.each().into_iter().for_each(|fold| fold.on_computer_changed(computer));
    }
}

impl Fold for Instruments {
    fn wants_details(&self) -> bool {
        true
    }

    fn configured(&mut self, setup: &PaneSetup) {
        // What has been allowed names a strategy that there is.
        if let Ok(config) = config(setup) {
            self.history.begin(config);
        }
    }
}

/// What the settings say of a pane.
fn config(setup: &PaneSetup) -> Result<PaneConfig, Invalid> {
    Ok(PaneConfig {
        at: setup.at,
        strategy: setup.strategy()?,
        params: setup.choice().params.clone(),
        computer: setup.computer().clone(),
        presentation: setup.presentation()?,
        paused: setup.settings.paused,
    })
}
