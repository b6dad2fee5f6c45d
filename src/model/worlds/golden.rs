//! Where every world stands after ten seconds, committed: the same on every platform and with every compiler.
//!
//! The tests compare it, the web's compiler is tried on it, and `tickscope doctor` does on the machine that it runs on.

use super::ALL;
use crate::base::params::{Value, ValueKind};
use crate::base::time::Span;
use crate::model::config::SceneChoice;

/// One line for every choice of [`every_choice`]: the scene, the option and its word where one is set, the hash.
pub const COMMITTED: &str = include_str!("golden.txt");

const SEED: u64 = 7;
const STEPS: usize = 600;

/// Every scene as it is by itself, and with every word of every option, one at a time.
pub fn every_choice() -> Vec<SceneChoice> {
    let mut all = Vec::new();
    for kind in ALL {
        all.push(SceneChoice::new(kind.id));
        for option in kind.options {
            let ValueKind::Choice(words) = &option.kind else { continue };
            for word in words.iter().skip(1) {
                let mut choice = SceneChoice::new(kind.id);
                choice.options.set(&option.name, Value::Word(word.to_owned()));
                all.push(choice);
            }
        }
    }
    all
}

/// Where the worlds stand here and now, after 600 steps of 1/60 s.
pub fn lines() -> Vec<String> {
    let line = |choice: &SceneChoice| {
        let options: Vec<String> = choice.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let hash = super::world(choice, SEED).map_or(0, |mut world| {
            (0..STEPS).for_each(|_| world.step(Span::from_hz(60.0)));
            world.state_hash()
        });
        format!("{}{} {hash:016x}", choice.id, options.concat())
    };
    every_choice().iter().map(line).collect()
}

/// The worlds that stand elsewhere here than where they were committed.
pub fn differing() -> Vec<String> {
    let mut lines = lines();
    lines.retain(|line| !COMMITTED.lines().any(|committed| committed == line));
    lines
}
