//! Committed hashes of every world after ten seconds, the same on every platform and with every compiler.
//!
//! The tests compare them, also as compiled for the web, and `tickscope doctor` compares them on the machine that it runs on.

use super::ALL;
use crate::base::params::param::ValueKind;
use crate::base::params::value::Value;
use crate::base::time::Span;
use crate::model::config::settings::WorldChoice;

/// One line for each world of [`every_choice`]: its id, the option and its word if one is set, and the hash.
pub const COMMITTED: &str = include_str!("golden.txt");

const SEED: u64 = 7;
const STEPS: usize = 600;

/// Returns every world of this build with its defaults, and with every word of every option, one at a time.
fn every_choice() -> Vec<WorldChoice> {
    let mut all = Vec::new();
    for kind in ALL.iter().filter(|kind| kind.make.is_some()) {
        all.push(WorldChoice::new(kind.id));
        for option in kind.options {
            let ValueKind::Choice(words) = &option.kind else { continue };
            for word in words.iter().skip(1) {
                let mut choice = WorldChoice::new(kind.id);
                choice.options.set(&option.name, Value::Word(word.to_owned()));
                all.push(choice);
            }
        }
    }
    all
}

/// Returns the lines as this machine computes them, after 600 steps of 1/60 s.
pub fn lines() -> Vec<String> {
    let line = |choice: &WorldChoice| {
        let options: Vec<String> = choice.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let hash = super::world(choice, SEED).map_or(0, |mut world| {
            (0..STEPS).for_each(|_| world.step(Span::from_hz(60.0)));
            world.state_hash()
        });
        format!("{}{} {hash:016x}", choice.id, options.concat())
    };
    every_choice().iter().map(line).collect()
}

pub fn differing() -> Vec<String> {
    let mut lines = lines();
    lines.retain(|line| !COMMITTED.lines().any(|committed| committed == line));
    lines
}
