//! The program against the second computer of `models`: events, frames, metrics and stages, and what holds for every run.

mod drawn;
mod events;
mod followed;
mod invariants;
mod laboratory;
mod low_rates;
mod measures;
mod numbers;
mod pages;
mod played;
mod presented;
mod pressed;
mod stages;
