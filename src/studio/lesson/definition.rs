//! A lesson: set-ups of panes, and the steps through their runs.

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

/// The name with which a step opens *Which loop?*.
pub const WHICH_LOOP: &str = "which-loop";

/// A lesson, or a course of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The name on the command line: the name of the file without its ending.
    pub id: String,
    pub name: String,
    /// One line about its content.
    pub about: String,
    /// The time that the lesson takes a person, in minutes.
    pub minutes: f64,
    /// Whether the steps advance without a click: in projector mode up to the next question, otherwise to the end or until a
    /// person touches something.
    pub by_itself: bool,
    /// The runs that its steps go through, each from its own beginning.
    pub setups: Vec<Scenario>,
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: a part of the run of its set-up, with a text and a task.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    pub text: LessonText,
    /// The condition under which the text is true; `None` if it is true of all settings.
    pub holds_while: Option<Condition>,
    pub setup: usize,
    /// The moment at which the step begins, in the run of its set-up.
    pub start: Time,
    /// The moment at which the run stops and waits; `None` if it goes on.
    pub end: Option<Time>,
    pub task: StepTask,
    /// The view of the step; `None` if it is the view of the set-up.
    pub view: Option<View>,
    /// The pane whose last tunnelling is replayed; `None` without a replay.
    pub replay: Option<PaneLetter>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StepTask {
    /// The person only watches.
    Look,
    Bet(Bet),
    Exercise(Box<Exercise>),
    /// The step opens another lesson or a scenario by its id, [`WHICH_LOOP`], or a link.
    Open(String),
}

/// A question that is asked before an event; the run decides which answer is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Bet {
    pub answers: Vec<BetAnswer>,
    /// The time from the question until the run decides, in seconds.
    pub judged_s: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BetAnswer {
    pub answer: String,
    pub when: Condition,
    pub says: LessonText,
}

/// A target that a person reaches by changing settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    pub goals: Vec<Goal>,
    /// The length of the judged run, in seconds.
    pub seconds: f64,
    /// The beginnings of the paths of settings that may be changed.
    pub allowed: Vec<String>,
    pub solution: Patch,
    /// Other changes than the solution. A check reports which of them meet the goal.
    pub tries: Vec<Patch>,
    pub hint: LessonText,
    /// The time until the hint appears, in seconds.
    pub hint_s: f64,
    /// The sentence for a solution.
    pub done: LessonText,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    pub when: Condition,
    /// The sentence for a person who does not meet the goal.
    pub says: LessonText,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub is_met: bool,
    pub text: String,
}

impl Lesson {
    /// Returns the set-up of a step, with the step's view.
    pub fn scenario_of(&self, step: usize) -> Scenario {
        let step = &self.steps[step];
        let mut scenario = self.setups[step.setup].clone();
        scenario.view = step.view.unwrap_or(scenario.view);
        scenario
    }

    /// Returns whether a text has steps, so that it is the text of a lesson, right or wrong.
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
    /// Returns the run that decides the bet: `run` repeats the past and continues, and the question comes at `asked`.
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
    /// Returns `settings` without the changes that the commands of the exercise have made.
    pub fn at_start(&self, settings: &Settings, setup: &Script) -> Settings {
        let mut start = settings.clone();
        for timed in setup.commands() {
            if let Command::Set(patch) = &timed.command {
                let mut patch = patch.clone();
                patch.retain(|path| !self.allows(path));
                // This can't fail, because the settings with which the exercise began are allowed.
                let _ = patch.reversed(setup.settings()).change(&mut start);
            }
        }
        start
    }

    /// Returns the settings with which the first run begins that judges `settings`.
    pub fn judged(&self, settings: &Settings, setup: &Script) -> Settings {
        Settings { paused: false, seed: setup.settings().seed, ..self.at_start(settings, setup) }
    }

    /// Returns the run number `number`, counted from zero, of those that judge `settings`, with the commands of the exercise.
    pub fn run(&self, settings: &Settings, setup: &Script, number: u64) -> Result<Script, Invalid> {
        let judged = self.judged(settings, setup);
        let settings = Settings { seed: judged.seed.wrapping_add(number), ..judged };
        check::script(settings, setup.commands().to_vec()).map_err(|refused| refused.invalid)
    }

    /// Returns the runs that judge `settings`.
    pub fn trial(&self, settings: &Settings, setup: &Script) -> Result<LessonTrial, Invalid> {
        let script = |number: u64| self.run(settings, setup, number);
        let goals = self.goals.iter().map(|goal| (goal.when.clone(), goal.says.clone()));
        let quantities = quantities(goals.chain([(Condition::default(), self.done.clone())]));
        let scripts = (0..SEEDS).map(script).collect::<Result<_, _>>()?;
        Ok(LessonTrial { scripts, from: Time::ZERO, to: Time::from_secs(self.seconds), quantities })
    }

    /// Returns the reason why `settings` can't be a solution, because they change something that must stay; `None` if they can be
    /// one.
    pub fn refuse(&self, start: &Settings, settings: &Settings) -> Option<String> {
        let letters = |settings: &Settings| settings.panes.iter().map(|pane| pane.letter).collect::<Vec<_>>();
        if letters(start) != letters(settings) {
            return Some("The panes of this exercise stay as they are: open it again.".to_owned());
        }
        if start.scene.id != settings.scene.id {
            return Some("The world of this exercise stays as it is: open it again.".to_owned());
        }
        let back = Patch::between(settings, start);
        let (fixed, value) = back.iter().find(|(path, _)| !self.allows(path))?;
        let pane = fixed.pane().map_or_else(String::new, |pane| format!("{pane}: "));
        Some(format!("Set back what is fixed in this exercise: {pane}{}.", fixed.in_words(value)))
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

    /// Returns whether the exercise lets a person change this setting.
    pub fn allows(&self, path: &SettingPath) -> bool {
        let path = path.to_string();
        let is_below = |allowed: &str| path.strip_prefix(allowed).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        ["seed", "paused"].contains(&&*path) || self.allowed.iter().any(|allowed| is_below(allowed))
    }

    /// Returns the verdict about the numbers of `runs`, one for each seed.
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
