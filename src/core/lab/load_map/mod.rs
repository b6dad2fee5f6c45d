//! Ribbons: the behaviour of each loop at every load, with all other settings as they are. Each pane has two ribbons, one for
//! each of two loads.
//!
//! A point of a ribbon is a run of a few virtual seconds ([`probe`](conditions::Conditions::probe)), judged by the formulas of the findings
//! ([`Kind`](crate::lab::symptoms::kind::Kind)). A [`Ribbon`](ribbon::Ribbon) chooses the loads to probe next: first a few over the whole scale, then
//! loads between neighbours that differ, then more in between. A [`LoadMap`](map::LoadMap) has the ribbons of all panes; its job computes the
//! same ribbons on any number of threads.

pub mod conditions;
pub mod map;
pub mod probe;
pub mod ribbon;
