//! The laboratory: runs side by side, and commands to them.

mod commands;
mod repeated;
mod side_by_side;

use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::machine::event::{Watched, WatchedName};
use tickscope_core::model::world::body::Tally;

fn secs(seconds: f64) -> Time {
    Time::from_secs(seconds)
}

fn ms(milliseconds: f64) -> Span {
    Span::from_millis(milliseconds)
}

fn loads(update_ms: f64, render_ms: f64) -> Computer {
    Computer { update_ms, render_ms, ..Computer::default() }
}

fn settings(strategies: &[&str], computer: Computer) -> Settings {
    Settings { computer, panes: strategies.iter().map(|id| PaneSettings::new(id)).collect(), ..Settings::default() }
}

fn lab(strategies: &[&str], computer: Computer) -> Lab {
    Lab::new(settings(strategies, computer)).expect("valid settings")
}

fn clock(pane: &Pane) -> Time {
    pane.computer().clock()
}

fn sim(pane: &Pane) -> Time {
    pane.computer().world().sim()
}

/// When the frame on the display appeared, and the simulated time that it shows.
#[derive(Clone, Copy, Debug)]
struct ShownFrame {
    at: Time,
    drawn: Time,
}

fn shown(pane: &Pane) -> Option<ShownFrame> {
    pane.computer().display().shown().map(|frame| ShownFrame { at: frame.at, drawn: frame.drawn })
}

/// Everything that a person could tell two panes apart by.
#[derive(Debug, PartialEq)]
struct State {
    strategy: String,
    hash: u64,
    sim: Time,
    clock: Time,
    tally: Tally,
    watched: Vec<(WatchedName, Watched)>,
    shown: Option<(Time, Time, Vec<tickscope_core::model::world::body::Body>)>,
    numbers: (Option<f64>, Option<f64>, Option<f64>, bool),
}

fn state(pane: &Pane, now: Time) -> State {
    let (computer, recent) = (pane.computer(), pane.seen_at(now).recent());
    State {
        strategy: pane.strategy().id.to_string(),
        hash: computer.world().state_hash(),
        sim: computer.world().sim(),
        clock: computer.clock(),
        tally: computer.world().tally(),
        watched: computer.watched().to_vec(),
        shown: computer.display().shown().map(|p| (p.at, p.drawn, p.bodies.to_vec())),
        numbers: (
            recent.number("fps_mean"),
            recent.number("speed_ratio"),
            recent.number("dt_max_s"),
            pane.seen_at(now).is_responding(),
        ),
    }
}

fn states(lab: &Lab) -> Vec<State> {
    lab.panes().iter().map(|pane| state(pane, lab.now())).collect()
}
