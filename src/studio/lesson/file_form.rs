//! The form of a lesson in its file: the keys of a scenario, whose commands belong to steps.

use super::builtin;
use super::definition::{Bet, BetAnswer, Exercise, Goal, Lesson, LessonStep, StepTask, WHICH_LOOP};
use super::quantity::Condition;
use super::text::LessonText;
use crate::studio::scenario::definition::{Scenario, Unreadable};
use crate::studio::scenario::file_form::FileForm;
use crate::studio::scenario::key_path::{KeyPath, KeyPathPart, Refused};
use crate::studio::scenario::reader::{self, Fault};
use crate::studio::scenario::source_text::SourceText;
use crate::studio::scenario::{builtin as scenarios, link};
use crate::studio::view::View;
use serde::Deserialize;
use serde::de::IgnoredAny;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::Param;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::settings::Settings;
use toml::de::{DeArray, DeValue};
use toml::{Spanned, Table};

/// The size of the longest text of a lesson, in bytes.
const LONGEST: usize = 1 << 20;
const MOST_STEPS: usize = 100;
const MOST_ANSWERS: usize = 4;
const SECONDS: Param = Param::seconds("seconds", 5.0, (0.0, 600.0), "How long a step runs before it stops.");
const JUDGED: Param = Param::seconds("judged", 10.0, (0.1, 20.0), "How long after a bet its run decides.");
const EXERCISED: Param = Param::seconds("seconds", 20.0, (2.0, 60.0), "How long a judged run lasts.");
const HINT: Param = Param::seconds("hint_s", 60.0, (0.0, 3600.0), "How long a hint waits.");
const MINUTES: Param = Param::count("minutes", 6.0, (1.0, 180.0), "How long a lesson takes.");

/// The keys of a lesson that a scenario does not have. The others are read with each set-up.
#[derive(Debug, Deserialize)]
struct LessonForm {
    #[serde(default = "usual_minutes")]
    minutes: f64,
    #[serde(default)]
    by_itself: bool,
    steps: Vec<StepForm>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct StepForm {
    text: String,
    /// The condition under which the text is true after a change of the set-up; `None` if it needs none.
    #[serde(rename = "while")]
    holds_while: Option<String>,
    /// The time until the step stops, in seconds; `None` if the run goes on.
    seconds: Option<f64>,
    bet: Option<BetForm>,
    exercise: Option<ExerciseForm>,
    open: Option<String>,
    view: Option<View>,
    replay: Option<PaneLetter>,
    /// The commands of the step, which are read together with the set-up.
    at: Vec<IgnoredAny>,
    /// The set-up that begins with this step: the keys of a scenario that it has in place of the keys of the lesson; `None` if
    /// the step has no set-up of its own.
    setup: Option<Table>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BetForm {
    judged: f64,
    answers: Vec<AnswerForm>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerForm {
    answer: String,
    when: String,
    says: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExerciseForm {
    #[serde(default = "usual_exercised")]
    seconds: f64,
    allowed: Vec<String>,
    goals: Vec<GoalForm>,
    solution: Vec<String>,
    #[serde(default)]
    tries: Vec<Vec<String>>,
    #[serde(default)]
    hint: String,
    #[serde(default = "usual_hint")]
    hint_s: f64,
    done: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalForm {
    when: String,
    says: String,
}

fn usual_minutes() -> f64 {
    6.0
}

fn usual_exercised() -> f64 {
    20.0
}

fn usual_hint() -> f64 {
    60.0
}

fn step_at(number: usize) -> KeyPath<'static> {
    vec![KeyPathPart::Key("steps"), KeyPathPart::Item(number)]
}

/// Returns a function that adds to an error the path of the key in step `number`.
fn below(number: usize, keys: &[KeyPathPart<'static>]) -> impl Fn(Invalid) -> Refused + use<> {
    let path: KeyPath<'static> = step_at(number).into_iter().chain(keys.iter().copied()).collect();
    move |invalid| (path.clone(), invalid)
}

impl Lesson {
    /// Reads a lesson. `from` is the origin of the text for messages, and `id` is the lesson's name on the command line.
    pub fn parse(id: &str, from: &str, text: &str) -> Result<Lesson, Unreadable> {
        if text.len() > LONGEST {
            let what = format!("a lesson is at most {} MiB long", LONGEST >> 20);
            return Err(Unreadable { from: from.to_owned(), line: None, what });
        }
        let source = SourceText::parse(from, text)?;
        let form = LessonForm::read(&source.root).map_err(|fault| source.explain(fault))?;
        let refuse = |refused: Refused| source.explain(refused.into());
        let (steps, spans) = steps(id, &form).map_err(refuse)?;
        let mut setups = Vec::new();
        for (number, own) in form.steps.iter().enumerate().filter(|(number, step)| *number == 0 || step.setup.is_some()) {
            let of_setup: Vec<usize> = (0..steps.len()).filter(|step| steps[*step].setup == setups.len()).collect();
            // The step of each command, and the index of the command in that step.
            let in_step = |step: usize| (0..form.steps[step].at.len()).map(move |own| (step, own));
            let ats: Vec<(usize, usize)> = of_setup.into_iter().flat_map(in_step).collect();
            let table = put_together(&source.root, number, &ats);
            let read = || {
                let mut scenario: FileForm = reader::read(&table)?;
                scenario.delay(|at| spans[ats[at].0])?;
                Ok(scenario.into_scenario(None)?)
            };
            let scenario = read().map_err(|Fault { path, wrong }| {
                source.explain(Fault { path: real_path(&path, (number, own.setup.as_ref()), &ats), wrong })
            });
            setups.push(scenario?);
        }
        let Scenario { name, about, .. } = setups[0].clone();
        let lesson = Lesson { id: id.to_owned(), name, about, minutes: form.minutes, by_itself: form.by_itself, setups, steps };
        lesson.check_references().map_err(refuse)?;
        Ok(lesson)
    }

    /// Checks that the panes and settings that steps name exist at those steps.
    fn check_references(&self) -> Result<(), Refused> {
        for (number, step) in self.steps.iter().enumerate() {
            let settings = self.settings_in(number);
            let text = |key: &'static str| below(number, &[KeyPathPart::Key(key)]);
            step.text.check(&settings).map_err(text("text"))?;
            step.holds_while.iter().try_for_each(|when| check_panes(when, &settings)).map_err(text("while"))?;
            if let Some(pane) = step.replay {
                settings.find_pane(pane).map_err(text("replay"))?;
            }
            match &step.task {
                StepTask::Bet(bet) => {
                    for (answer, BetAnswer { when, says, .. }) in bet.answers.iter().enumerate() {
                        let place = |key| [KeyPathPart::Key("bet"), KeyPathPart::Key("answers"), KeyPathPart::Item(answer), key];
                        check_panes(when, &settings).map_err(below(number, &place(KeyPathPart::Key("when"))))?;
                        says.check(&settings).map_err(below(number, &place(KeyPathPart::Key("says"))))?;
                    }
                }
                StepTask::Exercise(exercise) => {
                    let key = |key| [KeyPathPart::Key("exercise"), KeyPathPart::Key(key)];
                    for goal in &exercise.goals {
                        check_panes(&goal.when, &settings).map_err(below(number, &key("goals")))?;
                        goal.says.check(&settings).map_err(below(number, &key("goals")))?;
                    }
                    exercise.hint.check(&settings).map_err(below(number, &key("hint")))?;
                    exercise.done.check(&settings).map_err(below(number, &key("done")))?;
                    let mut changed = settings.clone();
                    exercise.solution.change(&mut changed).map_err(below(number, &key("solution")))?;
                    if let Some(fixed) = exercise.refuse(&settings, &changed) {
                        let allowed = format!("a change of what the exercise allows: {fixed}");
                        return Err(below(number, &key("solution"))(Invalid::new("solution", "", allowed)));
                    }
                }
                StepTask::Look | StepTask::Open(_) => {}
            }
        }
        Ok(())
    }

    /// Returns the settings at the end of a step, after its commands.
    pub fn settings_in(&self, number: usize) -> Settings {
        let step = &self.steps[number];
        let script = &self.setups[step.setup].script;
        let mut settings = script.settings().clone();
        let end = step.end.unwrap_or(step.start);
        for timed in script.commands().iter().take_while(|timed| timed.at_flicks <= end.flicks()) {
            // This can't fail, because the script has been checked as a whole.
            let _ = timed.command.change(&mut settings);
        }
        settings
    }
}

fn check_panes(when: &Condition, settings: &Settings) -> Result<(), Invalid> {
    when.quantities().try_for_each(|quantity| settings.find_pane(quantity.pane).map(drop))
}

impl LessonForm {
    /// Reads the keys of a lesson from its whole text.
    fn read<'a>(root: &'a Spanned<DeValue<'_>>) -> Result<LessonForm, Fault<'a>> {
        let form: LessonForm = reader::read(root)?;
        for (key, why) in [
            ("at", "in a step: [[steps.at]]"),
            ("loops", "left out: a lesson brings no loops"),
            ("captions", "left out: the texts of steps are shown"),
        ] {
            let refused = Invalid::new(key, "", why);
            if root.get_ref().get(key).is_some() {
                return Err((vec![KeyPathPart::Key(key)], refused).into());
            }
            let has_it = |step: &StepForm| step.setup.as_ref().is_some_and(|setup| setup.contains_key(key));
            if let Some(step) = form.steps.iter().position(has_it) {
                return Err(below(step, &[KeyPathPart::Key("setup"), KeyPathPart::Key(key)])(refused).into());
            }
        }
        let count = form.steps.len();
        if count > MOST_STEPS {
            let allowed = format!("at most {MOST_STEPS}: make several lessons, and a course that names them");
            return Err((vec![KeyPathPart::Key("steps")], Invalid::new("steps", count, allowed)).into());
        }
        Ok(form)
    }
}

/// Returns the scenario of the set-up of step `number`: the keys of the root, those of the set-up, and the commands `ats`.
fn put_together<'a>(root: &Spanned<DeValue<'a>>, number: usize, ats: &[(usize, usize)]) -> Spanned<DeValue<'a>> {
    let in_step = |number: usize, key: &str| root.get_ref().get("steps")?.get_ref().get(number)?.get_ref().get(key);
    let mut table = root.get_ref().as_table().cloned().unwrap_or_default();
    for key in ["minutes", "by_itself", "steps"] {
        table.remove(key);
    }
    for (key, value) in in_step(number, "setup").and_then(|setup| setup.get_ref().as_table()).into_iter().flatten() {
        table.remove(&**key.get_ref());
        table.insert(key.clone(), value.clone());
    }
    let at: DeArray<'a> = ats.iter().filter_map(|(step, own)| in_step(*step, "at")?.get_ref().get(*own).cloned()).collect();
    table.insert(Spanned::new(0..0, "at".into()), Spanned::new(0..0, DeValue::Array(at)));
    Spanned::new(0..0, DeValue::Table(table))
}

/// Converts a path in the scenario of a set-up to the path in the lesson's file. The set-up begins in step `number`, which has
/// the table `setup`; `ats` gives for each change of the scenario its step and its index in that step.
fn real_path<'a>(path: &[KeyPathPart<'a>], (number, setup): (usize, Option<&Table>), ats: &[(usize, usize)]) -> KeyPath<'a> {
    let (step, place, rest) = match path {
        [KeyPathPart::Key("at"), KeyPathPart::Item(at), rest @ ..] => {
            let (step, own) = ats[*at];
            (step, vec![KeyPathPart::Key("at"), KeyPathPart::Item(own)], rest)
        }
        [KeyPathPart::Key(key), ..] if setup.is_some_and(|setup| setup.contains_key(*key)) => {
            (number, vec![KeyPathPart::Key("setup")], path)
        }
        _ => return path.to_vec(),
    };
    step_at(step).into_iter().chain(place).chain(rest.iter().copied()).collect()
}

/// The beginning of a step in seconds, and its length; `None` if it does not stop.
type StepSpan = (f64, Option<f64>);

/// Reads the steps. Returns the steps, and for each step its span in the run of its set-up.
fn steps(id: &str, form: &LessonForm) -> Result<(Vec<LessonStep>, Vec<StepSpan>), Refused> {
    MINUTES.check_number(form.minutes).map_err(|invalid| (Vec::new(), invalid))?;
    if form.steps.is_empty() {
        return Err((vec![KeyPathPart::Key("steps")], Invalid::new("steps", 0, "at least one")));
    }
    let (mut steps, mut spans): (Vec<LessonStep>, Vec<StepSpan>) = (Vec::new(), Vec::new());
    let (mut setup, mut start, mut goes_on) = (0, 0.0, false);
    for (number, step) in form.steps.iter().enumerate() {
        let refuse = below(number, &[]);
        if number > 0 && step.setup.is_some() {
            (setup, start) = (setup + 1, 0.0);
        } else if goes_on {
            let allowed = "written in this step, perhaps empty (setup = {}), because time goes on in the step before";
            return Err(refuse(Invalid::new("setup", "", allowed)));
        }
        if let Some(seconds) = step.seconds {
            SECONDS.check_number(seconds).map_err(&refuse)?;
        }
        let text = LessonText::parse(&step.text).map_err(&refuse)?;
        let holds_while = step.holds_while.as_deref().map(Condition::parse).transpose();
        let holds_while = holds_while.map_err(below(number, &[KeyPathPart::Key("while")]))?;
        let task = task(id, step, &refuse)?;
        if matches!(task, StepTask::Exercise(_)) && (start > 0.0 || step.seconds.is_some() || number > 0 && step.setup.is_none())
        {
            return Err(refuse(Invalid::new(
                "exercise",
                "",
                "in a step with a setup and without seconds: each solution runs from the beginning",
            )));
        }
        if matches!(task, StepTask::Bet(_)) && step.seconds.is_none() {
            return Err(refuse(Invalid::new("seconds", "", "given: a bet stops before what it asks about")));
        }
        let end = step.seconds.map(|seconds| Time::from_secs(start + seconds));
        let view = step.view;
        if let Some(view) = &view {
            view.check().map_err(&refuse)?;
        }
        let (start_at, replay) = (Time::from_secs(start), step.replay);
        steps.push(LessonStep { text, holds_while, setup, start: start_at, end, task, view, replay });
        spans.push((start, step.seconds));
        goes_on = step.seconds.is_none();
        start += step.seconds.unwrap_or(0.0);
    }
    Ok((steps, spans))
}

fn task(id: &str, step: &StepForm, refuse: &impl Fn(Invalid) -> Refused) -> Result<StepTask, Refused> {
    match (&step.bet, &step.exercise, &step.open) {
        (None, None, None) => Ok(StepTask::Look),
        (Some(bet), None, None) => bet.read().map(StepTask::Bet).map_err(refuse),
        (None, Some(exercise), None) => exercise.read().map(|exercise| StepTask::Exercise(Box::new(exercise))).map_err(refuse),
        (None, None, Some(open)) => check_opened(id, open).map(|()| StepTask::Open(open.clone())).map_err(refuse),
        _ => Err(refuse(Invalid::new("steps", "", "at most one of bet, exercise and open in a step"))),
    }
}

/// Checks that a step opens another lesson, a scenario or a link.
fn check_opened(id: &str, open: &str) -> Result<(), Invalid> {
    if open == id {
        return Err(Invalid::new("open", open, "another lesson: this one would open itself"));
    }
    let ids = || builtin::ALL.iter().map(|builtin| builtin.id).chain(scenarios::ALL.iter().map(|builtin| builtin.id));
    let known = || ids().chain([WHICH_LOOP]);
    if link::is_link_or_code(open) || known().any(|known| known == open) {
        return Ok(());
    }
    let unknown = Invalid::unknown("open", open, known());
    Err(Invalid {
        allowed: "a link, which-loop, a lesson of tickscope lesson --list, or a scenario of tickscope list scenarios".to_owned(),
        ..unknown
    })
}

impl BetForm {
    fn read(&self) -> Result<Bet, Invalid> {
        JUDGED.check_number(self.judged)?;
        if !(2..=MOST_ANSWERS).contains(&self.answers.len()) {
            return Err(Invalid::new("answers", self.answers.len(), format!("2 to {MOST_ANSWERS}")));
        }
        let read = |form: &AnswerForm| {
            let (when, says) = (Condition::parse(&form.when)?, LessonText::parse(&form.says)?);
            Ok(BetAnswer { answer: form.answer.clone(), when, says })
        };
        Ok(Bet { answers: self.answers.iter().map(read).collect::<Result<_, Invalid>>()?, judged_s: self.judged })
    }
}

impl ExerciseForm {
    fn read(&self) -> Result<Exercise, Invalid> {
        EXERCISED.check_number(self.seconds)?;
        HINT.check_number(self.hint_s)?;
        if self.goals.is_empty() {
            return Err(Invalid::new("goals", 0, "at least one"));
        }
        let goal = |form: &GoalForm| Ok(Goal { when: Condition::parse(&form.when)?, says: LessonText::parse(&form.says)? });
        Ok(Exercise {
            goals: self.goals.iter().map(goal).collect::<Result<_, Invalid>>()?,
            seconds: self.seconds,
            allowed: self.allowed.clone(),
            solution: patch(&self.solution)?,
            tries: self.tries.iter().map(|lines| patch(lines)).collect::<Result<_, Invalid>>()?,
            hint: LessonText::parse(&self.hint)?,
            hint_s: self.hint_s,
            done: LessonText::parse(&self.done)?,
        })
    }
}

/// Reads changes of settings in the form of `--set`.
fn patch(lines: &[String]) -> Result<Patch, Invalid> {
    lines.iter().try_fold(Patch::default(), |mut patch, line| {
        patch.extend(Patch::parse(line)?);
        Ok(patch)
    })
}
