//! The cost of opening a scenario, up to its last stall: with many bodies, the steps that a loop makes in one turn can stop
//! everything for a minute. The cost is computed before the scenario is opened, by the same loops in an empty world.

use super::limits::bodies;
use std::collections::BTreeMap;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Time};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::model::check;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

/// The cost is computed only for worlds with at least this many bodies.
const MANY: u64 = 1_000;
/// The length of the parts of a run whose cost is computed, in seconds: after its beginning, and after its last stall or change.
/// The longest stall takes ten seconds, and the rest is for its effects.
const LOOKED_AT_S: f64 = 12.0;
/// The moment, in seconds, after which stalls and changes do not keep a scenario from being opened.
const LATEST_S: f64 = 300.0;
/// The length of time over which steps and frames are counted; a frame of the window simulates at most one such piece.
const PIECE: i64 = FLICKS_PER_SECOND / 10;
/// The largest number of stepped and drawn bodies in a piece; they take some seconds to compute.
const MOST: u64 = 100_000_000;
/// The greatest load that a computer can have, in ms.
const LONGEST_LOAD_MS: f64 = 10_000.0;
/// The world in which steps and frames are counted.
const EMPTY: &str = "runner";

/// Checks that a window can compute the beginning of a run in a moment.
pub fn check(script: &Script) -> Result<(), Invalid> {
    let settings = script.settings();
    let bodies = bodies(&settings.scene);
    if bodies < MANY {
        return Ok(());
    }
    let seconds = looked_at_s(script);
    let light = light(script, bodies, seconds)?;
    let mut steps: BTreeMap<i64, u64> = BTreeMap::new();
    for pane in light.every_pane() {
        // A loop whose turn never ends makes no steps without virtual time in between, so it is no danger here.
        let Ok(run) = Run::of(&light, pane, seconds) else { continue };
        let (counted, _) = run.fold(Steps { most: MOST / bodies, ..Steps::default() })?;
        for (piece, count) in counted.pieces {
            *steps.entry(piece).or_default() += count;
        }
    }
    let most = steps.values().max().copied().unwrap_or(0);
    if most.saturating_mul(bodies) <= MOST {
        return Ok(());
    }
    let allowed =
        format!("fewer, or slower loops: {most} steps and frames of them within a tenth of a second would take minutes to open");
    Err(Invalid::new("bodies", bodies, allowed))
}

/// Returns the length of the part of a scenario whose cost is computed, in seconds.
fn looked_at_s(script: &Script) -> f64 {
    let commanded = script.commands().iter().map(|timed| Time::from_flicks(timed.at_flicks).as_secs());
    let set = script.settings().hitches.iter().map(|stall| stall.at_s);
    set.chain(commanded).filter(|at| *at <= LATEST_S).fold(0.0, f64::max) + LOOKED_AT_S
}

/// Returns a script with the same loops on the same computers in a world without a crowd. The time that bodies add to an update
/// counts as its load.
fn light(script: &Script, bodies: u64, seconds: f64) -> Result<Script, Invalid> {
    let mut settings = script.settings().clone();
    settings.scene = WorldChoice::new(EMPTY);
    let own = settings.panes.iter_mut().filter_map(|pane| pane.computer.as_mut());
    for computer in own.chain([&mut settings.computer]) {
        let load = computer.update_ms + computer.update_us_per_body * bodies as f64 / 1000.0;
        (computer.update_ms, computer.update_us_per_body) = (load.min(LONGEST_LOAD_MS), 0.0);
    }
    let early = |timed: &&TimedCommand| timed.at_flicks <= Time::from_secs(seconds).flicks();
    // The world in which the steps are counted does not have the options of the scenario's world.
    let counts = |timed: &TimedCommand| match &timed.command {
        Command::Steer(_) => None,
        Command::Set(patch) => {
            let mut patch = patch.clone();
            patch.retain(|path| path.owner != Owner::WorldOptions);
            (!patch.is_empty()).then(|| TimedCommand { command: Command::Set(patch), ..timed.clone() })
        }
        _ => Some(timed.clone()),
    };
    let commands = script.commands().iter().filter(early).filter_map(counts).collect();
    check::script(settings.clone(), commands).or_else(|_| check::script(settings, Vec::new())).map_err(|refused| refused.invalid)
}

/// Counts the steps and frames of a pane in each tenth of a second.
#[derive(Default)]
struct Steps {
    pieces: BTreeMap<i64, u64>,
    /// The count in one piece at which counting stops.
    most: u64,
    enough: bool,
}

impl Observer for Steps {
    fn note(&mut self, event: &Event, _: &[Body]) {
        let (Event::Update { at, .. } | Event::Thought { at, .. } | Event::Render { at, .. }) = event else { return };
        let count = self.pieces.entry(at.flicks() / PIECE).or_default();
        *count += 1;
        self.enough |= *count > self.most;
    }
}

impl Fold for Steps {
    fn wants_more(&self) -> bool {
        !self.enough
    }
}
