//! Worlds, loops and computers.

mod allocation;
mod chaos;
mod clocks;
mod closed_form;
mod contact;
mod crowd;
mod curves;
mod drive;
mod examples;
mod golden;
mod jump;
#[cfg(feature = "own-loops")]
mod libraries;
mod old_timers;
#[cfg(feature = "own-loops")]
mod pastes;
mod patches;
mod per_tick;
mod presenting;
#[cfg(feature = "own-loops")]
mod published_scripts;
mod race;
mod runner;
#[cfg(feature = "own-loops")]
pub mod scripts;
mod springs;
mod stack;
mod thin_wall;
mod three_movers;
mod walls;
mod worlds;
