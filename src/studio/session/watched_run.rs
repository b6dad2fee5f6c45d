//! The run that is watched: its panes, the shown moment, the selected pane, and the view.
//!
//! Another run replaces it as a whole, and undo restores it as a whole, so it continues at the same moment.

use super::action::NumberCard;
use super::attendance::{Attendance, Course};
use super::pane_findings::PaneFindings;
use super::playhead::{Move, Played, Transport, oldest};
use super::selection::Selection;
use crate::studio::scenario::definition::{Caption, Scenario};
use crate::studio::scenario::questions;
use crate::studio::view::film_spec::FilmSpec;
use crate::studio::view::{Counted, Theme, View};
use std::cell::Ref;
use std::rc::Rc;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::experiments::diagnoses::Diagnoses;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::metrics::behind::Behind;
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::lab::panes::seen::{Reference, Seen};
use tickscope_core::lab::run::cursor::Change;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Explanation;
use tickscope_core::model::config::capture::Capture;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, WorldChoice};
use tickscope_core::model::strategies::strategy::Group;
use tickscope_core::model::world::walls::StandingWall;
use tickscope_core::model::worlds::{self, drive};

/// The usual length of a proposed film, in seconds.
const PROPOSED_S: f64 = 10.0;
/// The time by which a proposed film begins before the first event it shows, in seconds.
const BEFORE_S: f64 = 1.0;
/// The greatest age of the first event that a proposed film shows, in seconds.
const LONGEST_PROPOSED_S: f64 = 20.0;

const WALL_REPLAY_SPEED: f64 = 0.01;

/// A run, and how a person watches it.
pub struct WatchedRun {
    pub lab: Lab,
    pub transport: Transport,
    pub selection: Selection,
    pub opened: OpenedScenario,
    pub view: View,
    pub theme: Theme,
    /// The viewing speed, in laboratory seconds per real second.
    pub speed: f64,
    /// Whether time is set to play; it stops while the gallery covers the panes even if this is true.
    pub playing: bool,
    pub held: ControlInput,
    /// The laboratory time at which the film in progress began; `None` if none is in progress.
    pub take: Option<Time>,
    pane_findings: PaneFindings,
}

/// The texts of the scenario that was opened last; empty once other settings are chosen.
#[derive(Clone, Debug, Default)]
pub struct OpenedScenario {
    pub name: String,
    pub about: String,
    /// The usual length of a run or of a film of the scenario, in seconds; `None` if the scenario sets none.
    pub seconds: Option<f64>,
    /// The theme that the scenario's file names; `None` if it names none.
    pub theme: Option<Theme>,
    pub captions: Vec<Caption>,
    /// The open lesson; `None` without one.
    pub lesson: Option<Attendance>,
    /// The course from which this was opened; `None` if it was opened otherwise.
    pub course: Option<Course>,
    /// Whether a scenario is open. All its texts may be empty.
    pub is_there: bool,
    /// The script as it was opened; `None` if the run began with it, and not with changes of a person.
    pub written: Option<Script>,
}

impl WatchedRun {
    pub(super) fn new(lab: Lab) -> WatchedRun {
        WatchedRun {
            transport: Transport::default(),
            selection: Selection::new(0, None, lab.panes()),
            lab,
            opened: OpenedScenario::default(),
            view: View::default(),
            theme: Theme::default(),
            speed: 1.0,
            playing: true,
            held: ControlInput::default(),
            take: None,
            pane_findings: PaneFindings::default(),
        }
    }

    /// Returns the watched run of `lab`, which is at its beginning, with the same view and with the same indices selected and
    /// enlarged.
    pub(super) fn successor(&self, lab: Lab) -> WatchedRun {
        WatchedRun {
            selection: Selection::new(self.selection.selected(), self.selection.enlarged(), lab.panes()),
            opened: self.opened.clone(),
            view: self.view,
            theme: self.theme,
            speed: self.usual_speed(),
            playing: self.playing,
            ..WatchedRun::new(lab)
        }
    }

    // ---- The moment and the pane that are looked at ----

    /// Returns the shown moment: the laboratory's time, or one before it.
    pub fn now(&self) -> Time {
        self.transport.playhead.map_or(self.lab.now(), |playhead| playhead.at)
    }

    pub fn seen(&self, index: usize) -> Seen<'_> {
        let pane = &self.lab.panes()[index];
        self.transport.playhead.map_or_else(|| pane.seen_at(self.lab.now()), |playhead| playhead.seen(pane))
    }

    pub(super) fn findings(&self, index: usize, diagnoses: &Diagnoses) -> Rc<Vec<Finding>> {
        let seen = self.seen(index);
        let known = self.pane_findings.of(&self.lab, index, seen, diagnoses);
        if known.iter().all(|finding| finding.symptom.kind() != Kind::FastMotion) {
            return known;
        }
        // A loop that catches up is less behind with every frame, and a state is a tenth of a second old.
        let behind = seen.behind().map_or(Span::ZERO, Behind::span);
        let mut findings = known.to_vec();
        for finding in &mut findings {
            finding.symptom = finding.symptom.clone().with_behind(behind);
        }
        Rc::new(findings)
    }

    /// Explains a number at the shown moment; `None` while it has no value.
    pub fn explanation(&self, card: NumberCard) -> Option<Explanation> {
        let index = self.lab.index_of(card.pane)?;
        let seen = self.seen(index);
        let sums = if card.counted == Counted::Whole { Rc::new(seen.whole()) } else { seen.recent() };
        let explanation = Explanation::of(card.metric, &sums)?;
        Some(explanation.because_of(&seen.symptoms()))
    }

    pub fn computer_of(&self, index: usize) -> Ref<'_, Computer> {
        Ref::map(self.seen(index).context(), |context| &context.computer)
    }

    /// Returns the computer of all panes that have none of their own.
    pub fn computer(&self) -> &Computer {
        &self.lab.settings().computer
    }

    pub fn presentation(&self, index: usize) -> Presentation {
        self.seen(index).context().presentation
    }

    /// Returns whether pane `index` can be drawn between two steps. A loop of the user can as soon as it has passed an alpha.
    pub fn can_interpolate(&self, index: usize) -> bool {
        let seen = self.seen(index);
        let strategy = seen.strategy();
        strategy.alpha && (strategy.group != Group::Own || self.lab.panes()[index].computer().has_alpha())
    }

    /// Returns the wall of pane `index` that a person can move, at the shown moment; `None` if there is none.
    pub fn wall(&self, index: usize) -> Option<StandingWall> {
        let seen = self.seen(index);
        let at = if self.transport.playhead.is_some() { seen.shown_frame()?.drawn } else { Time::NEVER };
        let computer = seen.pane.computer();
        computer.world().appearance().standing_wall(at)
    }

    /// Returns the viewing speed to return to after a wall replay, or the present one.
    fn usual_speed(&self) -> f64 {
        self.transport.speed_before().unwrap_or(self.speed)
    }

    /// Returns the moment whose exact motion the ghosts show. In a world that a person steers it is always the simulated time,
    /// because each pane gets the controls at its own simulated time and the exact motion beyond it is not known.
    pub fn reference(&self) -> Reference {
        if self.is_by_hand() { Reference::SimulatedTime } else { self.view.reference }
    }

    // ---- Commands, and time ----

    /// Opens the recently closed pane with this number again, as if it had never been closed.
    pub(super) fn reopen(&mut self, number: usize) -> Result<(), Invalid> {
        self.go_live();
        self.lab.reopen(number)?;
        self.selection.follow(self.lab.panes());
        Ok(())
    }

    /// Gives a command in the present, which is shown from then on. Returns the change; `None` if nothing has changed.
    pub(super) fn command(&mut self, command: Command) -> Result<Option<Change>, Invalid> {
        self.go_live();
        let change = self.lab.command(command)?;
        self.selection.follow(self.lab.panes());
        Ok(change)
    }

    pub(super) fn advance_to(&mut self, moment: Time) {
        self.advance_within(moment, u64::MAX);
    }

    /// Advances the laboratory's time to `moment`, or as far as interpreted loops get with `budget` instructions.
    pub(super) fn advance_within(&mut self, moment: Time, budget: u64) {
        self.lab.advance_within(moment, budget);
        self.selection.follow(self.lab.panes());
    }

    /// Plays up to `moment` in a frame of the window. Returns the moment to which the laboratory has to advance; `None` while the
    /// past is played.
    pub(super) fn play_to(&mut self, moment: Time) -> Option<Time> {
        match self.transport.play_to(&self.lab, moment) {
            Played::ToPresent => Some(moment),
            Played::InPast => None,
            Played::ToEnd => {
                self.playing = false;
                None
            }
        }
    }

    /// Returns the moment at which the last capture is over, where loops beside it stop too, because all panes have one clock; `None`
    /// without a capture, and if a pane follows a game, which goes on.
    fn end_of_captures(&self) -> Option<Time> {
        let panes = self.lab.panes().iter().zip(&self.lab.settings().panes);
        let played = panes.filter_map(|(pane, choice)| Some((pane, choice.played().filter(|capture| capture.is_here())?)));
        let end = |(pane, capture): (&Pane, &Capture)| {
            (!capture.is_live()).then(|| pane.recording().start + (capture.end() - Time::ZERO))
        };
        let ends: Option<Vec<Time>> = played.map(end).collect();
        ends?.into_iter().max()
    }

    /// Returns the moment at which the run stops: the end of its captures, or of a lap; `None` if it goes on.
    pub(super) fn end(&self) -> Option<Time> {
        self.end_of_captures().or_else(|| self.end_of_lap())
    }

    /// Returns whether the run has stopped because its captures or its lap are over.
    pub fn is_over(&self) -> bool {
        self.end().is_some_and(|end| self.now() >= end)
    }

    /// Shows the present, at the viewing speed from before a wall replay.
    pub(super) fn go_live(&mut self) {
        self.speed = self.usual_speed();
        self.transport.go_live();
    }

    /// Moves the playhead, or begins to run again from it.
    pub(super) fn travel(&mut self, to: Move) -> Result<(), Invalid> {
        if to != Move::ToLive {
            self.playing = false;
        }
        let (period, shown) = (Span::from_hz(self.computer().refresh_hz), self.now());
        let selected = self.lab.panes()[self.selection.selected()].letter();
        let lab = &mut self.lab;
        match to {
            Move::Back(unit) => self.transport.back(lab, selected, unit, period),
            Move::Forward(unit) => self.transport.forward(lab, selected, unit, period),
            Move::Scrub(moment) => self.transport.scrub(lab, moment),
            Move::ToOldest => self.transport.scrub(lab, Time::ZERO),
            Move::ToLive => {
                // A person who moves to the present wants to see how the run goes on.
                self.playing |= self.transport.playhead.is_some();
                self.go_live();
            }
            Move::RunFromHere => {
                check_repeatable(lab.settings())?;
                self.transport.begin_rerun(lab, shown)?;
            }
            Move::PlayFrom(moment) if (oldest(lab)..=lab.now()).contains(&moment) => {
                self.transport.scrub(lab, moment);
                self.playing = true;
            }
            Move::PlayFrom(moment) => {
                check_repeatable(lab.settings())?;
                self.transport.begin_rerun(lab, moment.max(Time::ZERO))?;
            }
            Move::WallReplay(pane) => {
                if let Some(index) = lab.index_of(pane)
                    && self.transport.begin_wall_replay(lab, pane, self.speed)
                {
                    self.speed = WALL_REPLAY_SPEED;
                    self.selection.select(index);
                    self.playing = true;
                }
            }
        }
        self.selection.follow(self.lab.panes());
        Ok(())
    }

    /// Continues a rerun. Returns the run that replaces this one once it has reached its moment, and shows the present; else
    /// `None`.
    pub(super) fn advance_rerun(&mut self) -> Option<WatchedRun> {
        let speed = self.usual_speed();
        let lab = self.transport.advance_rerun()?;
        self.speed = speed;
        let take = self.take.filter(|from| *from <= lab.now());
        let mut fork =
            WatchedRun { selection: self.selection.clone(), held: self.held, playing: true, take, ..self.successor(lab) };
        fork.selection.follow(fork.lab.panes());
        Some(fork)
    }

    // ---- Driving ----

    pub fn is_by_hand(&self) -> bool {
        let choice = &self.lab.settings().scene;
        worlds::find(&choice.id).is_ok_and(|kind| (kind.by_hand)(&choice.options))
    }

    pub(super) fn steer(&mut self, held: ControlInput) -> Result<(), Invalid> {
        if held != self.held {
            self.command(Command::Steer(held))?;
            self.held = held;
        }
        Ok(())
    }

    /// Returns the drive of the selected pane so far, by the pane's simulated time, with all pedals released at the end. A pane
    /// that plays a recorded drive returns that recording.
    pub fn drive(&self) -> Vec<ControlChange> {
        let computer = self.lab.panes()[self.selection.selected()].computer();
        let world = computer.world();
        let mut strokes = world.strokes().to_vec();
        let is_released = strokes.last().is_some_and(|last| last.pedals == ControlInput::default());
        let plays = self.lab.settings().scene.options.is(&drive::DRIVER, "recording");
        if !(strokes.is_empty() || is_released && plays) {
            strokes.push(ControlChange { at_flicks: world.sim().flicks(), pedals: ControlInput::default() });
        }
        strokes
    }

    /// Returns the settings with which every pane drives `strokes` from the beginning.
    pub(super) fn settings_for_drive(&self, strokes: Vec<ControlChange>) -> Result<Settings, Invalid> {
        if strokes.len() < 2 {
            return Err(Invalid::new("drive", "", "something must have been driven first"));
        }
        let mut scene = WorldChoice { strokes, ..WorldChoice::new(drive::KIND.id) };
        let old = &self.lab.settings().scene;
        if old.id == scene.id {
            scene.options = old.options.clone();
        }
        scene.options.set(&drive::DRIVER.name, Value::Word("recording".to_owned()));
        Ok(Settings { scene, ..self.lab.settings().clone() })
    }

    // ---- Its scenario ----

    /// Takes over the view, the texts and the selection of `scenario`, whose script must have just begun.
    pub(super) fn watch_as(&mut self, scenario: Scenario) {
        let Scenario { name, about, seconds, theme, script: _, view, watching, captions } = scenario;
        self.opened = OpenedScenario { name, about, seconds, theme, captions, is_there: true, ..OpenedScenario::default() };
        self.view = view;
        self.theme = theme.unwrap_or(self.theme);
        self.speed = watching.speed;
        self.selection = Selection::new(watching.selected, watching.enlarged, self.lab.panes());
    }

    /// Returns the title of the open scenario, or else the name of the world.
    pub fn headline(&self) -> &str {
        let world = worlds::find(&self.lab.settings().scene.id).map_or("", |kind| kind.name);
        Some(self.opened.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(world)
    }

    /// Returns the question that the open scenario answers; `None` if it does not come with the program.
    pub fn question(&self) -> Option<&'static str> {
        questions::asked_by(&self.opened.name).map(|question| question.text)
    }

    /// Returns the script as it was opened, without the changes that a person has made since.
    pub(super) fn written(&self) -> &Script {
        self.opened.written.as_ref().unwrap_or(self.lab.script())
    }

    /// Returns whether a person has changed something since the script was opened.
    pub fn differs_from_written(&self) -> bool {
        self.opened.written.is_some() || !self.lab.is_as_scripted()
    }

    /// Returns the present settings and view as a scenario. An unchanged scenario is returned as it was opened. A running game
    /// becomes a capture of its last 20 s.
    pub fn scenario(&self) -> Scenario {
        let is_live = check_repeatable(self.lab.settings()).is_err();
        if self.lab.is_as_scripted() && !is_live {
            return Scenario { script: self.lab.script().clone(), ..self.recorded() };
        }
        let settings = if is_live { self.with_kept_frames() } else { self.lab.settings().clone() };
        let (script, watching) = (Script::from(settings), self.selection.now(self.speed));
        Scenario { script, watching, ..self.recorded() }
    }

    fn with_kept_frames(&self) -> Settings {
        let mut settings = self.lab.settings().clone();
        for pane in &mut settings.panes {
            let (letter, own) = (pane.letter, pane.computer.take());
            match self.kept_capture(pane.letter()) {
                Ok(capture) => {
                    let kept = PaneSettings::of_capture(capture);
                    *pane = PaneSettings { letter, computer: own.or(kept.computer), ..kept };
                }
                Err(_) => pane.computer = own,
            }
        }
        settings
    }

    /// Returns the last 20 s of the running game in a pane, as a capture.
    ///
    /// # Errors
    /// If the pane follows no game, or has shown none of its frames.
    pub fn kept_capture(&self, letter: PaneLetter) -> Result<Capture, Invalid> {
        let settings = self.lab.settings().panes.iter().find(|pane| pane.letter() == letter);
        let live = settings.and_then(PaneSettings::played).filter(|capture| capture.is_live());
        let (Some(live), Some(pane)) = (live, self.lab.pane(letter)) else {
            return Err(Invalid::new("pane", letter, "a pane that follows a running game"));
        };
        Capture::new(&live.name, live.samples, pane.fed())
    }

    /// Returns a scenario that repeats every command since the beginning.
    pub fn recorded(&self) -> Scenario {
        Scenario {
            name: self.opened.name.clone(),
            about: self.opened.about.clone(),
            seconds: self.opened.seconds,
            // The default theme is written only if the scenario named it.
            theme: Some(self.theme).filter(|theme| *theme != Theme::default() || self.opened.theme == Some(*theme)),
            script: self.lab.recorded(),
            view: self.view,
            watching: self.selection.at_first(self.speed),
            captions: self.opened.captions.clone(),
        }
    }

    // ---- Its film ----

    /// Begins a film at the present moment and returns `None`, or ends the film in progress and returns its spec, which is like
    /// `last` except for the times and the pane.
    pub(super) fn take_or_cut(&mut self, last: &FilmSpec) -> Option<FilmSpec> {
        self.go_live();
        let Some(from) = self.take.take() else {
            self.take = Some(self.lab.now());
            self.playing = true;
            return None;
        };
        Some(FilmSpec { from_s: from.as_secs(), to_s: self.lab.now().as_secs(), pane: None, ..last.clone() })
    }

    /// Proposes a film like `last`, with other times and with the scenario's name under the panes. The film shows the whole
    /// scenario if it has just begun, or if it is unchanged and has been shown to its end or is at most ten seconds long.
    /// Otherwise the film shows the last ten seconds, or more if it must begin earlier to be a second ahead of the first event of
    /// the last twenty seconds.
    pub(super) fn propose_film(&self, last: &FilmSpec) -> FilmSpec {
        let now = self.lab.now().as_secs();
        let seconds = self.opened.seconds.unwrap_or(PROPOSED_S);
        let is_as_written = self.opened.seconds.is_some() && self.lab.is_as_scripted();
        let is_whole = now < 1.0 || is_as_written && (now >= seconds || seconds <= PROPOSED_S);
        let to_s = if is_whole { seconds } else { now };
        let events = self.lab.log().iter().map(|timed| Time::from_flicks(timed.at_flicks).as_secs());
        let event = events.filter(|at| (to_s - LONGEST_PROPOSED_S..to_s).contains(at)).fold(to_s, f64::min);
        let from_s = if is_whole { 0.0 } else { (to_s - PROPOSED_S).min(event - BEFORE_S).max(0.0) };
        let caption = if self.opened.name.is_empty() { last.caption.clone() } else { self.opened.name.clone() };
        FilmSpec { from_s, to_s, caption, pane: self.selection.at_first(self.speed).enlarged, ..last.clone() }
    }
}

/// Refuses to make a run again that shows a running game, whose frames are not logged.
pub fn check_repeatable(settings: &Settings) -> Result<(), Invalid> {
    let live = settings.panes.iter().filter_map(PaneSettings::played).find(|capture| capture.is_live());
    let remedy = "no running game, which can't be run again: save its last 20 s and open them, or close its pane";
    live.map_or(Ok(()), |live| Err(Invalid::new("pane", &live.name, remedy)))
}
