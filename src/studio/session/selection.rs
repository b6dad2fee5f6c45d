//! Which pane the panels are about, and which one fills the window.
//!
//! Both are panes and not places: a pane that is swapped stays selected where it goes. Where a pane is closed, by a person or
//! by a script while the laboratory moves on, its neighbour takes over: the one after it, or else the one before it.

use crate::lab::panes::Pane;
use crate::model::config::{PaneLetter, Watching};

/// The selected pane and the enlarged one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    selected: PaneLetter,
    enlarged: Option<PaneLetter>,
    /// The panes in the order in which the run began.
    first: Vec<PaneLetter>,
    /// The panes in their last known order, which gives the neighbours of a pane that is closed.
    order: Vec<PaneLetter>,
}

impl Selection {
    /// At the beginning of a run, by places. The last pane is selected where there is none in that place, and none is
    /// enlarged.
    pub fn new(selected: usize, enlarged: Option<usize>, panes: &[Pane]) -> Selection {
        let order: Vec<PaneLetter> = panes.iter().map(id).collect();
        let selected = order[selected.min(order.len() - 1)];
        let enlarged = enlarged.and_then(|place| order.get(place).copied());
        Selection { selected, enlarged, first: order.clone(), order }
    }

    /// Selects the pane in a place, or the last one where there is none; it takes the window if another one had it.
    pub fn select(&mut self, place: usize) {
        self.selected = self.order[place.min(self.order.len() - 1)];
        self.enlarged = self.enlarged.map(|_| self.selected);
    }

    /// Selects and enlarges the pane in a place; nothing, or a place without a pane, shows all panes.
    pub fn enlarge(&mut self, place: Option<usize>) {
        if let Some(place) = place {
            self.select(place);
        }
        self.enlarged = place.filter(|place| *place < self.order.len()).map(|_| self.selected);
    }

    /// Panes may have come, gone or changed places.
    pub fn follow(&mut self, panes: &[Pane]) {
        if panes.iter().map(id).eq(self.order.iter().copied()) {
            return;
        }
        let order: Vec<PaneLetter> = panes.iter().map(id).collect();
        self.selected = order[self.place(self.selected, &order)];
        self.enlarged = self.enlarged.map(|pane| order[self.place(pane, &order)]);
        self.order = order;
    }

    /// Where the selected pane stands.
    pub fn selected(&self) -> usize {
        self.place(self.selected, &self.order)
    }

    /// Where the enlarged pane stands, if one fills the window.
    pub fn enlarged(&self) -> Option<usize> {
        self.enlarged.map(|pane| self.place(pane, &self.order))
    }

    /// By places as they are now, watched at `speed`.
    pub fn now(&self, speed: f64) -> Watching {
        Watching { speed, selected: self.selected(), enlarged: self.enlarged() }
    }

    /// By places at the beginning of the run, where a pane that was added later has only its neighbours.
    pub fn at_first(&self, speed: f64) -> Watching {
        let place = |pane| self.place(pane, &self.first);
        Watching { speed, selected: place(self.selected), enlarged: self.enlarged.map(place) }
    }

    /// Where `pane` stands among `panes`, or else its nearest neighbour: the next one that is there, or the one before.
    fn place(&self, pane: PaneLetter, panes: &[PaneLetter]) -> usize {
        let stands = |pane: &PaneLetter| panes.iter().position(|other| other == pane);
        let here = self.order.iter().position(|other| *other == pane).unwrap_or(0);
        let (before, from_here) = self.order.split_at(here);
        stands(&pane).or_else(|| from_here.iter().chain(before.iter().rev()).find_map(stands)).unwrap_or(0)
    }
}

fn id(pane: &Pane) -> PaneLetter {
    pane.letter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::panes::Lab;
    use crate::model::config::{Command, PaneSettings, Settings};

    /// Four panes with the one in place `selected` selected and enlarged, after `commands`.
    fn after(selected: usize, commands: impl IntoIterator<Item = Command>) -> Selection {
        let mut lab = Lab::new(Settings::default()).expect("the default settings are allowed");
        let mut selection = Selection::new(selected, Some(selected), lab.panes());
        for command in commands {
            lab.command(command).expect("it is allowed");
        }
        selection.follow(lab.panes());
        assert_eq!(selection.enlarged(), Some(selection.selected()), "the window stays with the selected pane");
        selection
    }

    fn close(pane: usize) -> Command {
        Command::ClosePane(PaneLetter(pane))
    }

    fn swap(a: usize, b: usize) -> Command {
        Command::SwapPanes(PaneLetter(a), PaneLetter(b))
    }

    #[test]
    fn a_pane_that_moves_stays_selected() {
        assert_eq!(after(1, [swap(1, 3)]).selected(), 3);
        assert_eq!(after(2, [close(0)]).selected(), 1);
        assert_eq!(after(0, [close(3), swap(0, 2), close(2)]).selected(), 1);
    }

    #[test]
    fn a_pane_that_is_closed_leaves_the_selection_to_the_next_one_or_else_to_the_one_before() {
        assert_eq!(after(1, [close(1)]).now(1.0), Watching { speed: 1.0, selected: 1, enlarged: Some(1) });
        assert_eq!(after(3, [close(3)]).selected(), 2);
        assert_eq!(after(2, [close(2), close(3)]).selected(), 1);
        assert_eq!(after(1, [close(1), swap(0, 2)]).selected(), 0, "its old neighbour, wherever it is");
    }

    #[test]
    fn the_place_at_the_beginning_is_told_also_of_a_pane_that_was_added_or_moved() {
        assert_eq!(after(1, [swap(1, 3)]).at_first(0.5), Watching { speed: 0.5, selected: 1, enlarged: Some(1) });
        let mut lab = Lab::new(Settings::default()).expect("the default settings are allowed");
        let mut selection = Selection::new(0, None, lab.panes());
        lab.command(Command::AddPane(PaneSettings::new("semi-fixed"))).expect("a fifth pane is allowed");
        selection.follow(lab.panes());
        selection.select(4);
        assert_eq!((selection.selected(), selection.at_first(1.0).selected), (4, 3));
    }

    #[test]
    fn a_place_without_a_pane_enlarges_none() {
        let lab = Lab::new(Settings::default()).expect("the default settings are allowed");
        let mut selection = Selection::new(9, Some(9), lab.panes());
        assert_eq!((selection.selected(), selection.enlarged()), (3, None));
        selection.enlarge(Some(1));
        assert_eq!((selection.selected(), selection.enlarged()), (1, Some(1)));
        selection.enlarge(Some(4));
        assert_eq!((selection.selected(), selection.enlarged()), (3, None));
    }
}
