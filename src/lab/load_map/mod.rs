//! What each loop would do at every load, with everything else as it is: a ribbon for each pane and each of two loads.
//!
//! A point of a ribbon is a run of a few virtual seconds ([`probe`](Conditions::probe)), judged by the rules of the sentences
//! ([`Behaviour`](crate::lab::diagnose::verdict::Behaviour)). A [`Ribbon`] says which loads it has to know next: first a few
//! over the whole scale, then ever nearer to where two neighbours differ, then more in between. A [`Sweep`] makes the ribbons
//! of all panes and hands out their runs one by one. They can be made in any order, by any threads: the ribbons are the same.

mod axis;
mod conditions;
mod probe;
mod ribbon;
mod sweep;

pub use axis::Axis;
pub use conditions::Conditions;
pub use probe::Point;
pub use ribbon::{Cliff, Ribbon};
pub use sweep::{LoadMap, Shown, Sweep, Task};
