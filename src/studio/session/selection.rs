//! The pane that the panels show, and the pane that fills the window.
//!
//! Both are stored as letters and not as indices, so a pane that is swapped stays selected. When a pane is closed, by a person or
//! by a script, its neighbour replaces it: the pane after it, or else the pane before it.

use crate::studio::view::watching::Watching;
use tickscope_core::lab::panes::lab::Pane;
use tickscope_core::model::config::pane_letter::PaneLetter;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    selected: PaneLetter,
    enlarged: Option<PaneLetter>,
    first: Vec<PaneLetter>,
    /// The panes in their last known order, which gives the neighbours of a pane that is closed.
    order: Vec<PaneLetter>,
}

impl Selection {
    /// Selects and enlarges panes by their indices at the beginning of a run. If there is no such pane, the last one is selected
    /// and none is enlarged.
    pub fn new(selected: usize, enlarged: Option<usize>, panes: &[Pane]) -> Selection {
        let order: Vec<PaneLetter> = panes.iter().map(Pane::letter).collect();
        let selected = order[selected.min(order.len() - 1)];
        let enlarged = enlarged.and_then(|index| order.get(index).copied());
        Selection { selected, enlarged, first: order.clone(), order }
    }

    /// Selects pane `index`, or the last one if there is no such pane. If a pane fills the window, the selected pane takes its
    /// place.
    pub fn select(&mut self, index: usize) {
        self.selected = self.order[index.min(self.order.len() - 1)];
        self.enlarged = self.enlarged.map(|_| self.selected);
    }

    /// Selects and enlarges pane `index`; `None`, or an index without a pane, shows all panes.
    pub fn enlarge(&mut self, index: Option<usize>) {
        if let Some(index) = index {
            self.select(index);
        }
        self.enlarged = index.filter(|index| *index < self.order.len()).map(|_| self.selected);
    }

    /// Adapts to panes that were added, closed or swapped.
    pub fn follow(&mut self, panes: &[Pane]) {
        if panes.iter().map(Pane::letter).eq(self.order.iter().copied()) {
            return;
        }
        let order: Vec<PaneLetter> = panes.iter().map(Pane::letter).collect();
        self.selected = order[self.index(self.selected, &order)];
        self.enlarged = self.enlarged.map(|pane| order[self.index(pane, &order)]);
        self.order = order;
    }

    pub fn selected(&self) -> usize {
        self.index(self.selected, &self.order)
    }

    /// Returns the index of the pane that fills the window; `None` if all panes are shown.
    pub fn enlarged(&self) -> Option<usize> {
        self.enlarged.map(|pane| self.index(pane, &self.order))
    }

    /// Returns the selection by the present indices, with the viewing speed `speed`.
    pub fn now(&self, speed: f64) -> Watching {
        Watching { speed, selected: self.selected(), enlarged: self.enlarged() }
    }

    /// Returns the selection by the indices at the beginning of the run, with the viewing speed `speed`. A pane that was added
    /// later is replaced by its neighbour.
    pub fn at_first(&self, speed: f64) -> Watching {
        let index = |pane| self.index(pane, &self.first);
        Watching { speed, selected: index(self.selected), enlarged: self.enlarged.map(index) }
    }

    /// Returns the index of `pane` among `panes`, or else that of its neighbour: the next open pane, or else the one before.
    fn index(&self, pane: PaneLetter, panes: &[PaneLetter]) -> usize {
        let find = |pane: &PaneLetter| panes.iter().position(|other| other == pane);
        let here = self.order.iter().position(|other| *other == pane).unwrap_or(0);
        let (before, from_here) = self.order.split_at(here);
        find(&pane).or_else(|| from_here.iter().chain(before.iter().rev()).find_map(find)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::session::selection::*;
    use tickscope_core::lab::panes::lab::Lab;
    use tickscope_core::model::config::command::Command;
    use tickscope_core::model::config::settings::{PaneSettings, Settings};

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
