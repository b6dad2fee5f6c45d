//! A lesson: set-ups of panes, and steps that go through them.

use super::quantity::{Condition, Quantity};
use super::text::LessonText;
use super::trial::{LessonTrial, TrialNumbers};
use crate::studio::scenario::definition::Scenario;
use crate::studio::view::View;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::{check, scripts};

/// The number of seeds that a solution of an exercise must pass.
pub const SEEDS: u64 = 3;

/// The name by which a step opens *Which loop?*, as the window's command does.
pub const WHICH_LOOP: &str = "which-loop";

/// A lesson, or a course of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name on the command line: that of its file.
    pub id: String,
    pub name: String,
    /// One line on what it shows.
    pub about: String,
    /// The time that it takes.
    pub minutes: f64,
    /// Whether its steps go on by themselves: in a presentation up to the next question, else to the end, until somebody touches
    /// something.
    pub by_itself: bool,
    /// The runs that its steps go through, each from its own beginning.
    pub setups: Vec<Scenario>,
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: a part of the run of its set-up, and what is said and asked about it.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    pub text: LessonText,
    /// The index of its set-up.
    pub setup: usize,
    /// The moment in the run of its set-up at which it begins.
    pub start: Time,
    /// The moment at which it stops and waits; `None` if time goes on.
    pub end: Option<Time>,
    pub task: StepTask,
    /// Another view than that of its set-up.
    pub view: Option<View>,
    /// The pane whose last way through a wall is replayed.
    pub replay: Option<PaneLetter>,
}

/// The question or the target of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepTask {
    /// A text, and nothing to do but to look.
    Look,
    Bet(Bet),
    Exercise(Box<Exercise>),
    /// The id of another lesson or scenario, [`WHICH_LOOP`], or a link.
    Open(String),
}

/// A question about what comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct Bet {
    pub answers: Vec<BetAnswer>,
    /// How long after the question the run decides, in seconds.
    pub judged_s: f64,
}

/// An answer, and what is said to whoever gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct BetAnswer {
    pub answer: String,
    /// The condition under which it is right.
    pub when: Condition,
    pub says: LessonText,
}

/// A target that a person reaches by changing settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    pub goals: Vec<Goal>,
    /// The length of a judged run, in seconds.
    pub seconds: f64,
    /// The beginnings of the paths of settings that may be changed.
    pub allowed: Vec<String>,
    pub solution: Patch,
    /// Other changes, of which a check says which pass.
    pub tries: Vec<Patch>,
    pub hint: LessonText,
    /// How long the hint waits, in seconds.
    pub hint_s: f64,
    /// The sentence for a solution.
    pub done: LessonText,
}

/// A part of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    pub when: Condition,
    /// The sentence where it is not met.
    pub says: LessonText,
}

/// The outcome of a judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub is_met: bool,
    /// One sentence.
    pub text: String,
}

impl Lesson {
    /// Returns the run of a step.
    pub fn scenario_of(&self, step: usize) -> Scenario {
        let step = &self.steps[step];
        let mut scenario = self.setups[step.setup].clone();
        scenario.view = step.view.unwrap_or(scenario.view);
        scenario
    }

    /// Returns whether a text is one of a lesson, right or wrong: it has steps.
    pub fn is_one(text: &str) -> bool {
        text.lines().any(|line| line.trim_start().starts_with("[[steps]]"))
    }
}

fn quantities(texts: impl Iterator<Item = (Condition, LessonText)>) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = Vec::new();
    for (when, says) in texts {
        let in_text = says.quantities().collect::<Vec<_>>();
        for quantity in when.quantities().chain(in_text) {
            if !all.contains(&quantity) {
                all.push(quantity);
            }
        }
    }
    all
}

impl Bet {
    /// Returns the run that decides, where `run` repeats what has happened and goes on, and the question comes at `asked`.
    pub fn trial(&self, run: Script, asked: Time) -> LessonTrial {
        let to = asked + tickscope_core::base::time::Span::from_secs(self.judged_s);
        let quantities = quantities(self.answers.iter().map(|answer| (answer.when.clone(), answer.says.clone())));
        LessonTrial { scripts: vec![run], from: asked, to, quantities }
    }

    /// Returns the one answer that is right; `None` if none is, or several are.
    pub fn right(&self, values: &TrialNumbers) -> Option<usize> {
        let mut right = (0..self.answers.len()).filter(|index| self.answers[*index].when.holds(|quantity| values.of(quantity)));
        right.next().filter(|_| right.next().is_none())
    }
}

impl Exercise {
    /// Returns `settings` without what the commands of the exercise have changed.
    pub fn at_start(&self, settings: &Settings, setup: &Script) -> Settings {
        let mut start = settings.clone();
        for timed in setup.commands() {
            if let Command::Set(patch) = &timed.command {
                let mut patch = patch.clone();
                patch.retain(|path| !self.allows(path));
                // Settings that the exercise began with are allowed.
                let _ = patch.reversed(setup.settings()).change(&mut start);
            }
        }
        start
    }

    /// Returns the run of `settings` from the start, with the commands of the exercise.
    pub fn run(&self, settings: &Settings, setup: &Script) -> Result<Script, Invalid> {
        let settings = Settings { paused: false, ..self.at_start(settings, setup) };
        check::script(settings, setup.commands().to_vec()).map_err(|refused| refused.invalid)
    }

    /// Returns the runs that judge `settings`.
    pub fn trial(&self, settings: &Settings, setup: &Script) -> Result<LessonTrial, Invalid> {
        let script = |number: u64| {
            let seed = setup.settings().seed.wrapping_add(number);
            self.run(&Settings { seed, ..settings.clone() }, setup)
        };
        let goals = self.goals.iter().map(|goal| (goal.when.clone(), goal.says.clone()));
        let quantities = quantities(goals.chain([(Condition::default(), self.done.clone())]));
        let scripts = (0..SEEDS).map(script).collect::<Result<_, _>>()?;
        Ok(LessonTrial { scripts, from: Time::ZERO, to: Time::from_secs(self.seconds), quantities })
    }

    /// Returns why `settings` are no solution whatever they do: something is changed that must stay. `None` if they may be one.
    pub fn refuse(&self, start: &Settings, settings: &Settings) -> Option<String> {
        let letters = |settings: &Settings| settings.panes.iter().map(|pane| pane.letter).collect::<Vec<_>>();
        if letters(start) != letters(settings) {
            return Some("The panes of this exercise stay as they are: open it again.".to_owned());
        }
        if start.scene.id != settings.scene.id {
            return Some("The world of this exercise stays as it is: open it again.".to_owned());
        }
        let patch = Patch::between(start, settings);
        let free = |path: &SettingPath| self.allows(path);
        let fixed = patch.paths().find(|path| !free(path))?;
        let value = fixed.value(start).map(|value| value.to_string()).unwrap_or_default();
        Some(format!("{fixed} is fixed in this exercise: set it back to {value}."))
    }

    /// Returns the settings that may be changed, in the order in which the exercise names them.
    pub fn controls(&self, settings: &Settings) -> Vec<SettingPath> {
        let params = |pane: PaneLetter| {
            let found = settings.find_pane(pane).and_then(|index| scripts::of_pane(settings, index));
            let params = found.map(|strategy| strategy.params.to_vec()).unwrap_or_default();
            params.into_iter().map(|param| Owner::Params(pane).path(&*param.name)).collect::<Vec<_>>()
        };
        let all_of = |allowed: &String| {
            let mut letters = settings.panes.iter().map(PaneSettings::letter);
            match letters.find(|letter| *allowed == format!("panes.{letter}.params")) {
                Some(pane) => params(pane),
                None => SettingPath::parse(allowed).into_iter().collect(),
            }
        };
        self.allowed.iter().flat_map(all_of).collect()
    }

    fn allows(&self, path: &SettingPath) -> bool {
        let path = path.to_string();
        self.allowed
            .iter()
            .any(|allowed| path.strip_prefix(allowed.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
            || path == "seed"
            || path == "paused"
    }

    /// Returns the verdict about runs with these numbers, one for each seed.
    pub fn judge(&self, settings: &Settings, runs: &[TrialNumbers]) -> Verdict {
        for values in runs {
            let value = |quantity: &Quantity| values.of(quantity);
            if let Some(goal) = self.goals.iter().find(|goal| !goal.when.holds(value)) {
                return Verdict { is_met: false, text: goal.says.fill(settings, value) };
            }
        }
        let last = runs.last();
        let text = self.done.fill(settings, |quantity| last.and_then(|values| values.of(quantity)));
        Verdict { is_met: true, text }
    }
}
