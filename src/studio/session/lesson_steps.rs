//! The steps of the open lesson, and the moves between them.
//!
//! A step is a moment of the run of its set-up. Continuing to the next step plays the run on; any other move makes the run again
//! up to the step, and undo keeps the earlier one.

use super::Session;
use super::action::{ActionRow, LessonAction, NotDone, Notice};
use super::attendance::{Answers, Attendance, Course, GivenAnswer, before};
use super::host::Files;
use super::playhead::Move;
use super::tally::MOST_HANDS;
use crate::studio::lesson;
use crate::studio::lesson::definition::{Exercise, Lesson, StepTask, Verdict};
use crate::studio::lesson::quantity::{Condition, Quantity};
use crate::studio::lesson::text::LessonText;
use crate::studio::lesson::trial::{LessonTrial, TrialNumbers};
use crate::studio::scenario::builtin;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::view::{CameraView, View};
use std::sync::Arc;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::Settings;

impl Session {
    /// Returns the open lesson; `None` without one.
    pub fn lesson(&self) -> Option<&Attendance> {
        self.run.opened.lesson.as_ref()
    }

    /// Returns whether sentences, marks and numbers are hidden, by a key or because a bet is open.
    pub fn hides_verdicts(&self) -> bool {
        self.window.hides_verdicts || self.lesson().is_some_and(|lesson| lesson.open_bet().is_some())
    }

    /// Returns whether the ribbons are hidden too, because they would reveal the answer to a bet of a later step.
    pub fn hides_forecasts(&self) -> bool {
        let is_open = |lesson: &Attendance, step: usize| {
            matches!(lesson.lesson.steps[step].task, StepTask::Bet(_)) && !lesson.answers.bets.contains_key(&step)
        };
        let has_bets =
            self.lesson().is_some_and(|lesson| (lesson.step..lesson.lesson.steps.len()).any(|step| is_open(lesson, step)));
        has_bets || self.hides_verdicts()
    }

    /// Returns whether the run has reached the end of the step, where it waits.
    pub fn step_waits(&self) -> bool {
        let end = self.lesson().and_then(|lesson| lesson.step().end);
        end.is_some_and(|end| self.run.lab.now() >= before(end))
    }

    /// Returns whether the run has reached the question of an open bet, and does not continue before it is answered.
    pub fn awaits_bet(&self) -> bool {
        let is_open = self.lesson().is_some_and(|lesson| lesson.open_bet().is_some());
        is_open && self.step_waits() && self.run.transport.playhead.is_none()
    }

    /// Returns whether the demonstration runs: a lesson that advances without a click, outside of projector mode.
    pub fn demonstrates(&self) -> bool {
        self.lesson().is_some_and(|lesson| lesson.lesson.by_itself) && !self.window.presenting
    }

    /// Returns whether a lesson is open whose handout can be written: a page in a browser draws no stills of other moments.
    pub fn has_handout(&self) -> bool {
        self.window.host.files == Files::Disk && self.lesson().is_some_and(|lesson| !lesson.lesson.by_itself)
    }

    /// Returns whether the window has its panel, and each pane the list of loops. In a lesson they are missing unless a person asks
    /// for them, because what a step lets one change stands in its text.
    pub fn shows_panel(&self) -> bool {
        self.window.panel.unwrap_or(self.lesson().is_none() || self.demonstrates())
    }

    /// Returns whether the loads are shown with the step, because nothing can be changed in its text and the panel is missing.
    pub fn step_offers_loads(&self) -> bool {
        let lets_change = |lesson: &Attendance| lesson.exercise().is_some() || lesson.step().text.has_settings();
        let lesson = self.lesson().filter(|lesson| lesson.open_bet().is_none() && !lets_change(lesson));
        lesson.is_some() && !self.shows_panel()
    }

    /// Returns the last text of the demonstration, which invites the person to go on, at its end or after a touch has just ended
    /// it; `None` at any other moment.
    pub fn invitation(&self) -> Option<String> {
        let shown = self.lesson().filter(|_| self.demonstrates()).or(self.ended.as_ref());
        Some(self.fill(&shown.filter(|lesson| lesson.is_last())?.step().text))
    }

    /// Returns whether the next step follows without a click. In projector mode it does not follow a question, because a class
    /// answers it first.
    pub(super) fn step_leads_on(&self) -> bool {
        let waits = |lesson: &Attendance| self.window.presenting && lesson.step().text.asks();
        let leads_on = |lesson: &Attendance| lesson.step().task == StepTask::Look && !lesson.is_last() && !waits(lesson);
        self.lesson().is_some_and(|lesson| lesson.lesson.by_itself && leads_on(lesson))
    }

    /// Continues a demonstration at the moment at which a touch ended it.
    pub(super) fn resume(&mut self, ended: Attendance) -> Result<(), NotDone> {
        let now = self.run.lab.now();
        self.enter((&ended.lesson, ended.step), ended.answers, None, false)?;
        self.run.advance_to(now);
        Ok(())
    }

    /// Returns whether the step was paused before its end, so that the space bar plays it on.
    pub fn step_is_paused(&self) -> bool {
        let rests = !self.run.playing && self.run.transport.playhead.is_none() && !self.step_waits();
        self.lesson().is_some() && rests && self.lesson_goes_on().is_none()
    }

    /// Returns the text of the open step without the numbers that are not known yet; `None` if a change of the set-up has ended
    /// what the text says, and without a lesson.
    pub fn step_text(&self) -> Option<LessonText> {
        let step = self.lesson()?.step();
        let value = |of: &Quantity| of.value_at(self.run.seen(self.run.lab.index_of(of.pane)?));
        let is_over = |when: &Condition| self.step_is_changed() && !when.holds(value);
        let holds = !step.holds_while.as_ref().is_some_and(is_over);
        holds.then(|| step.text.known(|quantity| self.said(quantity)))
    }

    pub fn step_is_changed(&self) -> bool {
        let is_solved = |lesson: &Attendance| lesson.answers.solved.contains_key(&lesson.step);
        self.lesson().is_some_and(|lesson| is_solved(lesson) || !self.run.lab.is_as_scripted() || !self.run.opened.is_there)
    }

    /// Returns whether the settings are not those of the step, or the run is not its own: a press of a button in a world changes
    /// nothing that could be brought back.
    pub fn step_can_be_brought_back(&self) -> bool {
        let lab = &self.run.lab;
        let is_stall = |timed: &TimedCommand| matches!(timed.command, Command::Stall { .. });
        let stalls = |commands: &[TimedCommand]| commands.iter().filter(|timed| is_stall(timed)).count();
        let by_hand = || lab.changed_by_hand() != *lab.initial() || stalls(lab.log()) > stalls(lab.script().commands());
        self.step_is_changed() && (self.step_text().is_none() || lab.is_as_scripted() || by_hand())
    }

    /// Returns the action of the space bar in a lesson; `None` if the space bar plays and pauses.
    pub fn lesson_goes_on(&self) -> Option<LessonAction> {
        let lesson = self.lesson().filter(|_| !self.demonstrates())?;
        let is_last = lesson.is_last() && self.run.opened.course.is_none();
        if matches!(lesson.step().task, StepTask::Open(_)) {
            return Some(LessonAction::Next);
        }
        if lesson.open_bet().is_some() && self.can_bet() == Some(true) {
            return lesson.tally_of(lesson.step).is_some().then_some(LessonAction::Outcome);
        }
        if is_last || lesson.open_bet().is_some_and(|_| self.can_bet().is_none()) {
            return None;
        }
        let is_over = match (lesson.step().end, lesson.exercise()) {
            (Some(_), _) => self.step_waits(),
            (None, Some(_)) => self.verdict().is_some_and(|verdict| verdict.is_met),
            (None, None) => true,
        };
        is_over.then_some(LessonAction::Next)
    }

    /// Returns the exercise of the step, the settings that are judged, and its start with its commands; `None` if the step has
    /// none.
    pub fn exercise(&self) -> Option<(&Exercise, &Settings, &Script)> {
        let lesson = self.lesson()?;
        Some((lesson.exercise()?, self.run.lab.settings(), lesson.setup()))
    }

    /// Returns the verdict about the present settings; `None` while it is not known.
    pub fn verdict(&self) -> Option<&Verdict> {
        let (judged, verdict) = self.window.results.verdict.as_ref()?;
        self.exercise().filter(|(exercise, now, setup)| exercise.judged(now, setup) == *judged).map(|_| verdict)
    }

    /// Takes the verdict about the present settings. After a solution the panes show the first of the runs that it was judged by.
    pub fn on_verdict(&mut self, verdict: Verdict) {
        let Some((exercise, settings, setup)) = self.exercise() else { return };
        let (judged, solved) = (exercise.judged(settings, setup), exercise.run(settings, setup, 0));
        let is_met = verdict.is_met;
        self.window.results.verdict = Some((judged, verdict));
        let Some((Attendance { lesson, step, mut answers, .. }, solved)) = self.lesson().cloned().zip(solved.ok()) else {
            return;
        };
        if is_met && answers.solved.insert(step, solved.clone()) != Some(solved) {
            let course = self.run.opened.course.clone();
            let done = self.enter((&lesson, step), answers, course, false);
            self.conclude(done);
            self.finish_step(ActionRow::default(), None);
        }
    }

    /// Returns whether the panes show the run that solved the exercise.
    pub fn shows_solution(&self) -> bool {
        let solved = self.lesson().and_then(|lesson| lesson.answers.solved.get(&lesson.step));
        solved.is_some_and(|solved| self.run.lab.script() == solved && self.run.lab.is_as_scripted())
    }

    /// Returns the hint of the exercise; `None` before it is due.
    pub fn hint(&self) -> Option<String> {
        let lesson = self.lesson()?;
        let exercise = lesson.exercise().filter(|exercise| self.window.clock - lesson.since >= exercise.hint_s)?;
        Some(self.fill(&exercise.hint)).filter(|hint| !hint.is_empty())
    }

    /// Returns a text of the lesson with the numbers of the shown moment, as the panes say them.
    pub fn fill(&self, text: &LessonText) -> String {
        text.fill(self.run.lab.settings(), |quantity| self.said(quantity))
    }

    fn said(&self, quantity: &Quantity) -> Option<f64> {
        quantity.said_at(self.run.seen(self.run.lab.index_of(quantity.pane)?))
    }

    /// Returns the sentences about the answer to the bet of the step before, which say no more than the answer until its outcome
    /// has been shown; `None` if there is nothing to say.
    pub fn answer_in_words(&self) -> Option<String> {
        let lesson = self.lesson()?;
        let before = lesson.step.checked_sub(1)?;
        let answer = lesson.answers.bets.get(&before)?;
        let StepTask::Bet(bet) = &lesson.lesson.steps[before].task else { return None };
        let name = |index: usize| &bet.answers[index].answer;
        if !self.step_waits() {
            return answer.given.map(|given| format!("You said “{}”.", name(given)));
        }
        let Some(right) = answer.right else { return Some("There was no bet with these settings.".to_owned()) };
        let outcome = match answer.given {
            Some(given) if given == right => format!("You said “{}”, and so it is.", name(given)),
            Some(given) => format!("You said “{}”; it is “{}”.", name(given), name(right)),
            None => format!("It is “{}”.", name(right)),
        };
        let knew = lesson.tally_of(before).and_then(|tally| tally.in_words());
        let says = self.fill(&bet.answers[answer.given.unwrap_or(right)].says);
        Some([Some(outcome), knew, Some(says)].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    pub(super) fn act_in_lesson(&mut self, action: LessonAction) -> Result<(), NotDone> {
        if let LessonAction::Open(lesson, step) = action {
            let step = step.min(lesson.steps.len() - 1);
            let course = self.run.opened.course.clone();
            return self.enter((&lesson, step), Answers::default(), course, false);
        }
        let Some(lesson) = self.lesson().cloned() else {
            return match (action, self.run.opened.course.clone()) {
                (LessonAction::Next, Some(course)) => self.return_to(course),
                _ => Ok(()),
            };
        };
        let course = self.run.opened.course.clone();
        let Attendance { step, mut answers, .. } = lesson.clone();
        match action {
            LessonAction::Next => self.go_on(&lesson, answers, course),
            LessonAction::Following => self.open_following(&lesson.lesson),
            LessonAction::Previous => self.enter((&lesson.lesson, step.saturating_sub(1)), answers, course, false),
            LessonAction::Back => {
                answers.solved.remove(&step);
                self.enter((&lesson.lesson, step), answers, course, false)
            }
            LessonAction::Answer(given) => {
                let is_open = lesson.open_bet().is_some_and(|bet| given < bet.answers.len());
                if is_open { self.show_outcome(lesson, Some(given)) } else { Ok(()) }
            }
            LessonAction::Outcome => {
                let is_open = lesson.open_bet().is_some() && lesson.tally_of(step).is_some();
                if is_open { self.show_outcome(lesson, None) } else { Ok(()) }
            }
            LessonAction::Hands(answer, count) => {
                if let Some(bet) = lesson.open_bet().filter(|bet| answer < bet.answers.len()) {
                    let hands = answers.hands.entry(step).or_insert_with(|| vec![0; bet.answers.len()]);
                    hands[answer] = count.min(MOST_HANDS);
                    self.run.opened.lesson = Some(Attendance { answers, ..lesson });
                }
                Ok(())
            }
            LessonAction::Open(..) => Ok(()),
        }
    }

    /// Enters the step after a bet, if the bet is decided.
    fn show_outcome(&mut self, mut lesson: Attendance, given: Option<usize>) -> Result<(), NotDone> {
        let Some((_, right @ Some(_))) = self.decided() else { return Ok(()) };
        lesson.answers.bets.insert(lesson.step, GivenAnswer { given, right });
        if lesson.is_last() {
            self.run.opened.lesson = Some(lesson);
            return Ok(());
        }
        let course = self.run.opened.course.clone();
        self.enter((&lesson.lesson, lesson.step + 1), lesson.answers, course, true)
    }

    /// Begins the step again, and keeps what the person has changed in it.
    pub(super) fn restart_step(&mut self) -> Result<(), NotDone> {
        let changed = self.run.lab.changed_by_hand();
        let Some(Attendance { lesson, step, answers, .. }) = self.lesson().cloned() else { return Ok(()) };
        self.enter((&lesson, step), answers, self.run.opened.course.clone(), false)?;
        let initial = self.run.lab.initial();
        let mut kept = Patch::between(initial, &changed);
        // Another world, and what can only be set before a run, begin as the step has them.
        kept.retain(|path| path.owner != Owner::World && path.owner != Owner::WorldOptions && path.owner != Owner::Run);
        if !kept.is_empty() {
            self.run.command(Command::Set(kept))?;
        }
        Ok(())
    }

    /// Opens what the step names, or else enters the next step; after the last one goes back to the course, if there is one.
    fn go_on(&mut self, lesson: &Attendance, answers: Answers, course: Option<Course>) -> Result<(), NotDone> {
        let asked = match &lesson.step().task {
            StepTask::Open(target) if target == lesson::definition::WHICH_LOOP => Some(self.ask_which_loop()),
            StepTask::Open(target) => return self.open_named(target, (lesson.lesson.clone(), lesson.step)),
            _ => None,
        };
        match course {
            course if !lesson.is_last() => self.enter((&lesson.lesson, lesson.step + 1), answers, course, true)?,
            Some(course) => self.return_to(course)?,
            None if asked.is_none() => self.open_following(&lesson.lesson)?,
            None => {}
        }
        if asked.is_some() {
            self.window.set_dialog(asked);
        }
        Ok(())
    }

    /// Goes to the step of `lesson` with the index `step`. If `may_play_on` is true and the present run leads to the step, the
    /// run is continued; otherwise the run of the step's set-up is made again.
    fn enter(
        &mut self,
        (lesson, step): (&Arc<Lesson>, usize),
        answers: Answers,
        course: Option<Course>,
        may_play_on: bool,
    ) -> Result<(), NotDone> {
        let target = &lesson.steps[step];
        if self.lesson().is_none_or(|here| here.lesson.id != lesson.id) {
            self.window.panel = None;
        }
        let plays_on = self.lesson().is_some_and(|here| {
            may_play_on && here.step().setup == target.setup && self.run.opened.is_there && self.run.lab.now() <= target.start
        });
        let mut scenario = lesson.scenario_of(step);
        if let Some(solved) = answers.solved.get(&step) {
            scenario.script = solved.clone();
        }
        // The demonstration describes the whole world, in the view of the person.
        let own_view = View { camera: CameraView::default(), ..self.run.view };
        if plays_on {
            self.run.go_live();
            self.run.view = scenario.view;
        } else {
            self.begin(&scenario)?;
            self.watch_as(scenario);
        }
        if lesson.by_itself && target.view.is_none() {
            self.run.view = own_view;
        }
        self.run.advance_to(before(target.start));
        self.run.speed = self.run.speed.max(1.0);
        self.run.playing =
            target.end.is_none_or(|end| self.run.lab.now() < before(end)) && (may_play_on || !self.window.host.embedded);
        let since = self.window.clock;
        self.run.opened.lesson = Some(Attendance { lesson: lesson.clone(), step, answers, since, decided: None });
        self.run.opened.course = course;
        if !lesson.by_itself {
            let reached = self.window.progress.entry(lesson.id.clone()).or_default();
            *reached = (*reached).max(step + 1);
        }
        if let Some(pane) = target.replay {
            self.run.travel(Move::WallReplay(pane))?;
        }
        Ok(())
    }

    /// Opens the lesson that comes after `ended` at its first step; after the last lesson, the list of all.
    fn open_following(&mut self, ended: &Lesson) -> Result<(), NotDone> {
        let mut all = std::iter::once(&*lesson::builtin::OPENING).chain(&*lesson::builtin::LESSONS);
        if all.any(|lesson| lesson.id == ended.id)
            && let Some(next) = all.next()
        {
            self.enter((next, 0), Answers::default(), None, false)?;
        } else {
            self.window.show_gallery(true);
        }
        Ok(())
    }

    fn return_to(&mut self, (course, step): Course) -> Result<(), NotDone> {
        let next = (step + 1).min(course.steps.len() - 1);
        self.enter((&course, next), Answers::default(), None, false)
    }

    /// Opens a lesson, a scenario or a link that a course names.
    fn open_named(&mut self, target: &str, course: Course) -> Result<(), NotDone> {
        if let Ok(lesson) = lesson::builtin::find(target) {
            return self.enter((&lesson, 0), Answers::default(), Some(course), false);
        }
        let scenarios = &*builtin::SCENARIOS;
        match scenarios.iter().find(|(id, _)| *id == target) {
            Some((_, scenario)) => self.open_here(scenario.clone())?,
            None => match UnopenedScenario::of_link(target).and_then(|unopened| self.opening_of(unopened)) {
                Ok(action) => drop(self.attempt(action)?),
                Err(unreadable) => {
                    self.window.notify(Notice::bad(unreadable.to_string()));
                    return Ok(());
                }
            },
        }
        self.run.opened.course = Some(course);
        Ok(())
    }

    /// Returns the end of the step if a frame up to `moment` would play past that end; else `None`.
    pub(super) fn step_ends_before(&self, moment: Time) -> Option<Time> {
        let lesson = self.lesson()?;
        lesson.step().end.map(before).filter(|end| self.run.lab.now() < *end && *end <= moment)
    }

    /// Returns the run that decides the bet with the present settings; `None` before its step waits, while a control is held, and
    /// once the bet is decided.
    pub fn bet_trial(&self) -> Option<LessonTrial> {
        let lesson = self.lesson()?;
        let (bet, end) = (lesson.open_bet()?, lesson.step().end?);
        let is_due = self.step_waits() && !self.undo.held && self.decided().is_none();
        is_due.then(|| bet.trial(self.run.lab.recorded(), end.max(self.run.lab.now())))
    }

    /// Decides the bet by the numbers of the run that [`Session::bet_trial`] returned.
    pub fn decide_bet(&mut self, numbers: &[TrialNumbers]) {
        let commands = self.run.lab.log().len();
        if let Some(lesson) = &mut self.run.opened.lesson {
            let right = lesson.open_bet().and_then(|bet| bet.right(numbers.first()?));
            lesson.decided = Some((commands, right));
        }
    }

    /// Returns [`Attendance::decided`] if no command has been given since; else `None`.
    fn decided(&self) -> Option<(usize, Option<usize>)> {
        let commands = self.run.lab.log().len();
        self.lesson()?.decided.filter(|(of, _)| *of == commands)
    }

    /// Returns whether the bet has one right answer with the present settings; `None` before it is known.
    pub fn can_bet(&self) -> Option<bool> {
        self.decided().map(|(_, right)| right.is_some())
    }

    /// Returns whether the step waits for the run that decides its bet.
    pub fn decides_bet(&self) -> bool {
        self.awaits_bet() && self.can_bet().is_none()
    }
}
