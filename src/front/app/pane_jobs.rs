//! Background jobs about the panes: the ribbons under the sliders, the experiments about symptoms, and the runs that judge an
//! exercise or decide a bet.

use crate::studio::lesson::definition::Verdict;
use crate::studio::lesson::trial::{LessonTrial, TrialNumbers};
use crate::studio::session::Session;
use std::sync::Arc;
use std::thread::available_parallelism;
use tickscope_core::base::jobs::{Job, Worker};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::lab::experiments::diagnoses::start;
use tickscope_core::lab::experiments::diagnosis::Diagnosis;
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::load_map::map::{LoadMap, Refinement};
use tickscope_core::lab::panes::lab::Pane;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use web_time::{Duration, Instant};

/// The interval between two starts during the demonstration. It is long, so that the processor is free for the window.
const DEMONSTRATION: Duration = Duration::from_secs(10);
/// The shortest interval between two starts while the settings change with every frame, so that the window is not slowed down.
const SHORTEST: Duration = Duration::from_millis(80);
/// The longest time for which the ribbons stay out of date, even if their runs are expensive.
const LONGEST: Duration = Duration::from_millis(800);
const RIBBON_THREADS: usize = 4;
const PROGRESS: Duration = Duration::from_millis(100);

#[derive(Default)]
pub struct LoadMapJob {
    map: LoadMap,
    job: Option<Job<Refinement>>,
    aim: Option<Aim>,
}

struct Aim {
    settings: Settings,
    panes: Vec<PaneLetter>,
    since: Instant,
}

impl LoadMapJob {
    /// Follows the settings of the session, and gives it the ribbons that are known so far. Returns how soon to call this again;
    /// `None` if no ribbon is missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if session.window.has_bare_panes() {
            return None; // No slider is visible.
        }
        let mut has_changed = false;
        if let Some(job) = &mut self.job {
            let reports = job.poll();
            has_changed = !reports.new.is_empty();
            for report in reports.new {
                self.map.refine(&report);
            }
            if reports.is_over {
                self.job = None;
            }
        }
        let is_out_of_date = !self.is_about(session);
        if is_out_of_date && self.may_follow(session) {
            self.follow(session);
            has_changed = true;
        }
        if has_changed {
            session.window.results.load_map = self.map.clone();
        }
        (is_out_of_date || self.job.is_some()).then_some(PROGRESS)
    }

    fn is_about(&self, session: &Session) -> bool {
        let (lab, aim) = (&session.run.lab, self.aim.as_ref());
        aim.is_some_and(|aim| {
            aim.settings == *lab.settings() && lab.panes().iter().map(Pane::letter).eq(aim.panes.iter().copied())
        })
    }

    /// Returns whether a new map may be begun with the present settings. While the settings change with every frame, each map is
    /// first computed until it can be shown, unless that takes too long.
    fn may_follow(&self, session: &Session) -> bool {
        let Some(aim) = &self.aim else { return true };
        let interval = if session.demonstrates() { DEMONSTRATION } else { SHORTEST };
        let since = aim.since.elapsed();
        since >= interval && (self.map.is_coarse() || since >= LONGEST)
    }

    fn follow(&mut self, session: &Session) {
        let (settings, panes) =
            (session.run.lab.settings().clone(), session.run.lab.panes().iter().map(Pane::letter).collect::<Vec<_>>());
        self.map.aim(&settings, &panes);
        self.aim = Some(Aim { settings, panes, since: Instant::now() });
        self.job = self.map.complete(threads(RIBBON_THREADS)).inspect_err(|error| log::warn!("no ribbons: {error}")).ok();
    }
}

const REST: Duration = Duration::from_millis(500);
const EXPERIMENTS_INTERVAL: Duration = Duration::from_millis(100);
const EXPERIMENT_THREADS: usize = 2;

#[derive(Default)]
pub struct ExperimentsJob {
    job: Option<Job<Diagnosis>>,
    rests: Option<(Settings, Instant)>,
    looked: Option<Instant>,
}

impl ExperimentsJob {
    /// Follows the session, and gives it the diagnoses as they come. Returns how soon to call this again; `None` if no diagnosis
    /// is missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if let Some(job) = &mut self.job {
            let reports = job.poll();
            reports.new.into_iter().for_each(|diagnosis| session.window.results.diagnoses.add(diagnosis));
            if reports.is_over {
                self.job = None;
            }
        }
        if self.looked.is_some_and(|looked| looked.elapsed() < EXPERIMENTS_INTERVAL) {
            return self.job.is_some().then_some(EXPERIMENTS_INTERVAL);
        }
        self.looked = Some(Instant::now());
        let settings = session.run.lab.settings();
        if self.rests.as_ref().is_none_or(|(rested, _)| rested != settings) {
            self.rests = Some((settings.clone(), Instant::now()));
            self.job = None;
        }
        if self.job.is_some() {
            return Some(EXPERIMENTS_INTERVAL);
        }
        let inquiries = session.inquiries();
        if inquiries.is_empty() {
            return None;
        }
        if self.rests.as_ref().is_some_and(|(_, since)| since.elapsed() >= REST) {
            self.job =
                start(inquiries, threads(EXPERIMENT_THREADS)).inspect_err(|error| log::warn!("no experiments: {error}")).ok();
        }
        Some(EXPERIMENTS_INTERVAL)
    }
}

#[derive(Default)]
pub struct CapturesJob {
    /// The pane whose capture is summed up, and the job; `None` if none is.
    job: Option<(PaneSettings, Job<Option<CaptureSummary>>)>,
}

impl CapturesJob {
    /// Sums up the captures of the panes, one after the other, and gives the session the summaries. Returns how soon to call this
    /// again; `None` if no summary is missing.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        if let Some((pane, job)) = &mut self.job {
            let reports = job.poll();
            let summaries = reports.new.into_iter().map(|summary| (pane.clone(), summary.map(Arc::new)));
            session.window.results.captures.extend(summaries);
            if reports.is_over {
                self.job = None;
            }
        }
        let panes = &session.run.lab.settings().panes;
        session.window.results.captures.retain(|(of, _)| panes.contains(of));
        let is_missing = |pane: &&PaneSettings| {
            pane.played().is_some_and(Capture::is_here) && session.window.results.capture_summary(pane).is_none()
        };
        let missing = panes.iter().find(is_missing)?.clone();
        if self.job.as_ref().is_none_or(|(pane, _)| !panes.contains(pane)) {
            let pane = missing.clone();
            let job = Job::spawn("capture summary", |worker: Worker<Option<CaptureSummary>>| async move {
                worker.report(CaptureSummary::of_pane(&pane).ok().flatten());
                Ok(())
            });
            self.job = job.inspect_err(|error| log::warn!("no summary: {error}")).ok().map(|job| (missing, job));
        }
        Some(PROGRESS)
    }
}

#[derive(Default)]
pub struct JudgeJob {
    job: Option<Job<Result<Vec<TrialNumbers>, Invalid>>>,
    rests: Option<(Settings, Instant)>,
}

impl JudgeJob {
    /// Judges the settings of an exercise once a person has stopped changing them, and gives the session the verdict. Returns how
    /// soon to call this again; `None` outside of exercises.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        let Some((exercise, settings, setup)) = session.exercise() else {
            *self = JudgeJob::default();
            return None;
        };
        let judged = |text: String| Verdict { is_met: false, text };
        let mut verdict = None;
        if self.rests.as_ref().is_none_or(|(rested, _)| rested != settings) {
            self.rests = Some((settings.clone(), Instant::now()));
            self.job = None;
        } else if let Some(job) = &mut self.job {
            verdict = job.poll().new.pop().map(|numbers| match numbers {
                Ok(numbers) => exercise.judge(settings, &numbers),
                Err(invalid) => judged(invalid.to_string()),
            });
        } else if session.verdict().is_none() && self.rests.as_ref().is_some_and(|(_, since)| since.elapsed() >= REST) {
            verdict = exercise.refuse(setup.settings(), &exercise.at_start(settings, setup)).map(judged);
            if verdict.is_none() {
                match exercise.trial(settings, setup) {
                    Ok(trial) => self.job = trial.start().inspect_err(|error| log::warn!("no judge: {error}")).ok(),
                    Err(invalid) => verdict = Some(judged(invalid.to_string())),
                }
            }
        }
        if let Some(verdict) = verdict {
            self.job = None;
            session.on_verdict(verdict);
        }
        Some(EXPERIMENTS_INTERVAL)
    }
}

#[derive(Default)]
pub struct BetJob {
    trial: Option<LessonTrial>,
    job: Option<Job<Result<Vec<TrialNumbers>, Invalid>>>,
}

impl BetJob {
    /// Decides the open bet, once its step waits and after each change of settings. Returns how soon to call this again; `None`
    /// if no bet is undecided.
    pub fn poll(&mut self, session: &mut Session) -> Option<Duration> {
        let Some(trial) = session.bet_trial() else {
            *self = BetJob::default();
            return None;
        };
        if self.trial.as_ref() != Some(&trial) {
            self.job = trial.clone().start().inspect_err(|error| log::warn!("no bet: {error}")).ok();
            self.trial = Some(trial);
            return Some(EXPERIMENTS_INTERVAL);
        }
        let reports = self.job.as_mut().map(Job::poll);
        let is_over = reports.as_ref().is_none_or(|reports| reports.is_over);
        let numbers = reports.and_then(|mut reports| reports.new.pop());
        if numbers.is_none() && !is_over {
            return Some(EXPERIMENTS_INTERVAL);
        }
        *self = BetJob::default();
        // If the run fails there are no numbers, and no answer is right.
        session.decide_bet(&numbers.and_then(Result::ok).unwrap_or_default());
        Some(Duration::ZERO)
    }
}

/// Returns the number of threads to use, at most `most`: one core is left for the window.
pub fn threads(most: usize) -> usize {
    available_parallelism().map_or(1, usize::from).saturating_sub(1).clamp(1, most)
}

#[cfg(test)]
mod tests {
    use crate::front::app::pane_jobs::*;
    use crate::studio::lesson::builtin;
    use crate::studio::lesson::definition::StepTask;
    use crate::studio::session::action::{Action, LessonAction};

    /// Returns a session that waits at the first bet of a lesson, undecided.
    fn at_a_bet() -> Session {
        let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
        let lesson = builtin::find("tied-to-the-computer").expect("it is built in");
        let step = lesson.steps.iter().position(|step| matches!(step.task, StepTask::Bet(_))).expect("it has one");
        let end = lesson.steps[step].end.expect("a bet stops");
        session.act(Action::Lesson(LessonAction::Open(lesson, step)));
        session.advance_to(end);
        session
    }

    #[test]
    fn a_bet_waits_for_its_run_which_decides_as_one_that_is_waited_for() {
        let mut session = at_a_bet();
        assert!(session.decides_bet());
        let trial = session.bet_trial().expect("it is asked");
        let numbers = trial.run().expect("it can begin");
        let right = session.lesson().and_then(|lesson| lesson.open_bet()?.right(numbers.first()?));
        let (mut job, began) = (BetJob::default(), Instant::now());
        session.act(Action::Lesson(LessonAction::Answer(0)));
        assert!(session.lesson().is_some_and(|lesson| lesson.answers.bets.is_empty()), "it can't be answered yet");
        while job.poll(&mut session) != Some(Duration::ZERO) {
            assert!(began.elapsed() < Duration::from_mins(2), "it comes to an end");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(session.lesson().and_then(|lesson| lesson.decided).map(|(_, right)| right), Some(right));
        assert!(right.is_some() && session.can_bet() == Some(true) && !session.decides_bet());
        assert_eq!(job.poll(&mut session), None);
    }

    #[test]
    fn another_step_and_other_settings_cancel_the_run_of_a_bet() {
        let mut session = at_a_bet();
        let mut job = BetJob::default();
        job.poll(&mut session);
        let first = job.trial.clone().expect("it is made");
        session.act(Action::set(tickscope_core::model::config::patch::Owner::Computer.path("render_ms"), 40.0));
        job.poll(&mut session);
        assert!(job.job.is_some() && job.trial.as_ref().is_some_and(|trial| *trial != first), "a run with the new settings");
        session.act(Action::Lesson(LessonAction::Previous));
        assert_eq!(job.poll(&mut session), None);
        assert!(job.job.is_none());
    }
}
