//! How a person watches a session from its beginning: plain data, part of a scenario.

use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::Param;
use tickscope_core::model::config::pane_letter::PaneLetter;

/// The speeds that the interface offers, each with its label.
pub const SPEEDS: [(f64, &str); 4] = [(1.0, "1×"), (0.5, "1/2"), (0.1, "1/10"), (0.01, "1/100")];
pub const SPEED: Param = Param::plain("speed", 1.0, (0.001, 8.0), "Laboratory seconds a real second.");

/// The viewing speed and the panes, by their indices at the run's beginning. A running session refers to the panes themselves
/// ([`PaneLetter`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watching {
    /// Laboratory seconds per real second.
    pub speed: f64,
    /// The index of the pane that the panels show.
    pub selected: usize,
    /// The index of the pane that fills the window; `None` if all are shown.
    pub enlarged: Option<usize>,
}

impl Default for Watching {
    fn default() -> Watching {
        Watching { speed: 1.0, selected: 0, enlarged: None }
    }
}

impl Watching {
    /// Checks the speed against its range, and that both panes are among the first `panes`.
    pub fn check(&self, panes: usize) -> Result<(), Invalid> {
        SPEED.check_number(self.speed)?;
        let there = |name: &str, pane: usize| {
            let refusal = || Invalid::new(name, PaneLetter(pane), PaneLetter::range(panes));
            if pane < panes { Ok(()) } else { Err(refusal()) }
        };
        there("selected", self.selected)?;
        self.enlarged.map_or(Ok(()), |pane| there("enlarged", pane))
    }
}
