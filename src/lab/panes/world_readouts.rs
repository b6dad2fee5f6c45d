//! What the world of a pane says of itself in the frame that the pane shows.

use super::pane_view::PaneView;
use crate::model::world::Readout;

/// How far the first pane's body is, and how much later it is.
const APART: (&str, &str) = ("apart-from-first", "apart from A");
const BEHIND: (&str, &str) = ("time-from-first", "time from A");
/// More than this, in units and in seconds, are two drives.
const FAR: f64 = 5.0;
const LATE: f64 = 0.1;

impl PaneView<'_> {
    /// The world's own readouts for the frame that the pane shows, and how far it is from the pane `first` where both play
    /// the same drive: two peers of one game. `first` is nothing for that pane itself.
    pub fn readouts(self, first: Option<PaneView>) -> Vec<Readout> {
        let computer = self.pane().computer();
        let Some(shown) = self.shown_frame() else { return Vec::new() };
        let tallies = self.tallies().unwrap_or(computer.world().tallies());
        let mut readouts = computer.world().readouts(&shown.frame(tallies));
        if computer.world().kind().driven
            && let Some(first) = first.and_then(PaneView::shown_frame)
            && let (Some(here), Some(there)) = (shown.bodies.first(), first.bodies.first())
        {
            let behind = (shown.drawn - first.drawn).as_secs();
            let time = Readout::number(BEHIND, behind, 3, " s").alarming(behind.abs() > LATE);
            readouts.push(time.describe(|| {
                let side = if behind < 0.0 { "behind" } else { "ahead of" };
                format!("Its game is {:.2} s {side} pane A's.", behind.abs())
            }));
            let apart = here.pos.distance(there.pos);
            readouts.push(if here.pass == there.pass {
                let readout = Readout::number(APART, apart, 2, "").alarming(apart > FAR);
                readout.describe(|| format!("Its car is {apart:.1} units from pane A's."))
            } else {
                Readout::none(APART)
            });
        }
        readouts
    }
}
