//! Counts of contacts.

/// How many passes ended at a wall that their exact motion meets, and how many went through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Passes that the wall stopped.
    pub caught: u64,
    /// Passes that went through the wall.
    pub tunnelled: u64,
}

impl Tally {
    /// What has been added to an earlier count.
    #[must_use]
    pub fn since(self, earlier: Tally) -> Tally {
        Tally { caught: self.caught - earlier.caught, tunnelled: self.tunnelled - earlier.tunnelled }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |all, one| Tally {
            caught: all.caught + one.caught,
            tunnelled: all.tunnelled + one.tunnelled,
        })
    }
}
