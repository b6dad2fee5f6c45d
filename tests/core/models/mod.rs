//! The virtual computer, every loop on it and every metric of it a second time, written from the design page and the
//! articles' facts alone: plain code, no futures, nothing shared with the program but its settings. Whatever the two
//! don't agree on is a mistake in one of them.

pub mod broken;
pub mod camera;
pub mod computer;
mod costs;
mod display;
mod float_loops;
pub mod loops;
pub mod measures;
pub mod pages;
pub mod pipeline;
mod played;
pub mod presses;
pub mod random;
mod refresh;
pub mod scripts;

use crate::common::set_paused;
use broken::Break;
use computer::Happening;
pub use played::Captured;
use presses::Policy;
pub use refresh::Lfc;
use tickscope_core::base::params::described::Described as _;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::params::values::Values;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::{Finished, Fold};
use tickscope_core::model::check;
use tickscope_core::model::config::command::TimedCommand;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, StallOn, WorldChoice};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

/// One run, in terms that both the program and the model understand.
#[derive(Clone, Debug)]
#[must_use]
pub struct Case {
    pub strategy: &'static str,
    /// Parameters that were set.
    pub params: Vec<(&'static str, Setting)>,
    pub presentation: Option<Presentation>,
    pub computer: Computer,
    pub hitches: Vec<PlannedStall>,
    pub seconds: f64,
    pub seed: u64,
    /// Since when, in seconds, the computer is another one; only a laboratory can play that, and only with the same
    /// display.
    pub changes: Vec<(f64, Computer)>,
    /// Since when, in seconds, the game is paused or goes on again, in this order.
    pub pauses: Vec<(f64, bool)>,
    /// A capture whose load is played, if the computer says so.
    pub captured: Captured,
    /// The text of the page that runs in place of a published loop.
    pub page: Option<String>,
    /// How a display that is no clock shows a frame again.
    pub lfc: Lfc,
    pub world: &'static str,
    /// How input is read in the world of presses.
    pub presses: Policy,
    /// What the model does wrong on purpose.
    pub broken: Option<Break>,
}

/// The value to which a parameter was set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    Number(f64),
    /// A maximum that holds nothing back.
    Off,
    Word(&'static str),
}

impl Case {
    pub fn new(strategy: &'static str, computer: Computer, seconds: f64) -> Case {
        Case {
            strategy,
            params: Vec::new(),
            presentation: None,
            computer,
            hitches: Vec::new(),
            seconds,
            seed: 0,
            changes: Vec::new(),
            pauses: Vec::new(),
            captured: Captured::default(),
            page: None,
            lfc: Lfc::default(),
            world: "runner",
            presses: Policy::Latched,
            broken: None,
        }
    }

    /// Returns a case whose loop is a page with this text.
    pub fn of_page(text: &str, computer: Computer, seconds: f64) -> Case {
        Case { page: Some(text.to_owned()), ..Case::new("own/page", computer, seconds) }
    }

    pub fn with(mut self, name: &'static str, value: f64) -> Case {
        self.params.push((name, Setting::Number(value)));
        self
    }

    pub fn without(mut self, name: &'static str) -> Case {
        self.params.push((name, Setting::Off));
        self
    }

    pub fn choosing(mut self, name: &'static str, word: &'static str) -> Case {
        self.params.push((name, Setting::Word(word)));
        self
    }

    pub fn hit(self, at_s: f64, ms: f64) -> Case {
        self.hit_on(StallOn::Render, at_s, ms)
    }

    pub fn hit_on(mut self, on: StallOn, at_s: f64, ms: f64) -> Case {
        self.hitches.push(PlannedStall { at_s, ms, on });
        self
    }

    pub fn seeded(mut self, seed: u64) -> Case {
        self.seed = seed;
        self
    }

    /// Returns the computer with what the case has in fields of its own.
    fn whole_computer(&self) -> Computer {
        let mut computer = self.computer.clone();
        let lfc = if self.lfc == Lfc::Even { "even" } else { "last" };
        for (key, word) in [("lfc", lfc), ("presses", self.presses.word())] {
            computer.set(key, &Value::Word(word.to_owned())).unwrap();
        }
        computer
    }

    pub fn settings(&self) -> Settings {
        let mut params = Values::default();
        for (name, value) in &self.params {
            let value = match *value {
                Setting::Number(number) => Value::Number(number),
                Setting::Off => Value::off(),
                Setting::Word(word) => Value::Word(word.to_owned()),
            };
            params.set(name, value);
        }
        let pane = PaneSettings { params, presentation: self.presentation, ..PaneSettings::new(self.strategy) };
        let captured = (!self.captured.rows.is_empty()).then(|| self.captured.pane());
        Settings {
            seed: self.seed,
            scene: WorldChoice::new(self.world),
            computer: self.whole_computer(),
            hitches: self.hitches.clone(),
            paused: false,
            loops: self.page.iter().map(|text| OwnLoop::new("page", text)).collect(),
            panes: std::iter::once(pane).chain(captured).collect(),
        }
        .lettered()
    }

    /// Returns the settings, and the pauses as commands.
    pub fn script(&self) -> Script {
        let pause = |&(at_s, paused)| TimedCommand { at_flicks: computer::seconds(at_s), command: set_paused(paused) };
        check::script(self.settings(), self.pauses.iter().map(pause).collect())
            .unwrap_or_else(|refusal| panic!("{refusal} in {self:?}"))
    }

    /// Returns the events of the program's run.
    pub fn played(&self) -> (Vec<Happening>, Finished) {
        let run = Run::new(self.script(), 0, self.seconds).unwrap_or_else(|refusal| panic!("{refusal} in {self:?}"));
        let (Everything(events), finished) = run.fold(Everything::default()).unwrap();
        (events, finished)
    }

    pub fn events(&self) -> Vec<Happening> {
        self.played().0
    }

    /// Returns the program's report.
    pub fn report(&self) -> PaneReport {
        Report::new(self.script(), self.seconds).unwrap().panes.remove(0)
    }
}

#[derive(Default)]
struct Everything(Vec<Happening>);

impl Fold for Everything {}

impl Observer for Everything {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(match *event {
            Event::Frame { at } => Happening::Frame { at: at.flicks() },
            Event::Update { at, end, dt, sim, .. } => {
                Happening::Update { at: at.flicks(), end: end.flicks(), dt: dt.flicks(), sim: sim.flicks() }
            }
            Event::Thought { at, end, sim, .. } => Happening::Thought { at: at.flicks(), end: end.flicks(), sim: sim.flicks() },
            Event::Sleep { at, end, spun, .. } => Happening::Sleep { at: at.flicks(), end: end.flicks(), spun: spun.flicks() },
            Event::Render { at, end, alpha, sim, drawn, frame, .. } => Happening::Render {
                at: at.flicks(),
                end: end.flicks(),
                alpha,
                sim: sim.flicks(),
                drawn: drawn.flicks(),
                frame: frame as usize,
            },
            Event::Gpu { at, end, frame } => Happening::Gpu { at: at.flicks(), end: end.flicks(), frame: frame as usize },
            Event::Display { at, drawn, frame } => {
                Happening::Display { at: at.flicks(), drawn: drawn.flicks(), frame: frame as usize }
            }
            Event::Present { at, frame, .. } => Happening::Present { at: at.flicks(), frame: frame as usize },
            Event::Repeat { at } => Happening::Repeat { at: at.flicks() },
            Event::Press { at, until, .. } => Happening::Press { at: at.flicks(), until: until.flicks() },
            Event::Taken { at, press } => Happening::Taken { at: at.flicks(), press: press as usize },
        });
    }
}

/// Returns the default computer with these loads.
pub fn loads(update_ms: f64, render_ms: f64) -> Computer {
    Computer { update_ms, render_ms, ..Computer::default() }
}

/// Returns the default computer with these loads, without the wait for the display.
pub fn unsynced(update_ms: f64, render_ms: f64) -> Computer {
    Computer { present: Present::Mailbox, ..loads(update_ms, render_ms) }
}
