//! A lap of one's own: a person drives in one pane, and then, without a click, the same keys drive four panes.
//!
//! Both are runs like any other: the first is the scenario `lap`, the second the scenario `replay` with the keys of the person. So
//! undo, links and films need nothing of their own for a lap, and the sentence at its end is counted in the panes that are there.

use super::Session;
use super::action::{Action, ActionRow, RunAction};
use super::watched_run::WatchedRun;
use crate::studio::scenario::builtin;
use crate::studio::scenario::definition::{Caption, Scenario};
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Pane;
use tickscope_core::model::config::control::{ControlChange, ControlInput};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::worlds::drive;

/// The longest lap, from the first key.
const LONGEST: Span = Span::from_flicks(15 * FLICKS_PER_SECOND);
/// The time after the end of the drive at which every pane has made its last step.
const SETTLED: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The time after the end of the drive at which the run stops. It is less than the rest after which the world drives again.
const STOPS: Span = Span::from_flicks(5 * FLICKS_PER_SECOND / 2);

/// The name of the run in which the keys of a person drive four panes.
const NAME: &str = "Your lap, four times";
const ABOUT: &str = "Your keys again, by simulated time from 0. A: 60 FPS, fixed steps, as you drove. B: 15 FPS, fixed steps. \
                     C: 60 FPS, the frame's time as step. D: 15 FPS, the frame's time as step. Count the cones.";
/// The caption at the end if something was changed, so that the panes do not show the lap alone. It is as long as the longest
/// sentence about a lap, whose room it keeps.
const CHANGED: &str = "The keys were the same in every pane. Where the steps are fixed and alike, the cars end in the same place; \
                       where the frame's time is the step, they end elsewhere. The panes count the cones.";

fn scenario(id: &str) -> Option<&'static Scenario> {
    builtin::SCENARIOS.iter().find(|(known, _)| *known == id).map(|(_, scenario)| scenario)
}

/// Returns the action that lets a person drive a lap; `None` if the scenario is missing.
pub fn begin() -> Option<Action> {
    scenario("lap").map(|lap| Action::Run(RunAction::Open(Box::new(lap.clone()))))
}

/// A lap as far as it has been driven.
struct DrivenLap {
    /// The changes of the pedals, by simulated time from the first key.
    strokes: Vec<ControlChange>,
    /// The simulated time since the first key.
    length: Span,
    is_round: bool,
}

impl WatchedRun {
    /// Returns whether a person can drive the lap of the scenario `lap`, with its loop.
    pub fn drives_lap(&self) -> bool {
        let is_lap = |lap: &Scenario| {
            self.opened.name == lap.name && self.is_by_hand() && self.lab.settings().panes == lap.script.settings().panes
        };
        scenario("lap").is_some_and(is_lap)
    }

    /// Returns the lap so far; `None` before the first key, and if no lap is driven.
    fn driven_lap(&self) -> Option<DrivenLap> {
        let pane = self.lab.panes().first().filter(|_| self.drives_lap())?;
        let computer = pane.computer();
        let world = computer.world();
        let first = world.strokes().first()?.at();
        let since = |stroke: &ControlChange| ControlChange { at_flicks: (stroke.at() - first).flicks(), ..*stroke };
        Some(DrivenLap {
            strokes: world.strokes().iter().map(since).collect(),
            length: world.sim() - first,
            is_round: drive::is_round(&world.frame()),
        })
    }

    /// Returns the time that is left for the lap; `None` before the first key, and if no lap is driven.
    pub fn left_for_lap(&self) -> Option<Span> {
        self.driven_lap().map(|lap| (LONGEST - lap.length).max(Span::ZERO))
    }

    /// Returns the end of the drive if this is a lap in four panes; else `None`.
    fn end_of_drive(&self) -> Option<Time> {
        let (ours, replay) = (self.lab.settings(), scenario("replay")?.script.settings());
        let is_lap = ours.scene.id == replay.scene.id
            && ours.scene.options == replay.scene.options
            && ours.panes == replay.panes
            && ours.computer == replay.computer
            && self.lab.is_as_scripted();
        ours.scene.strokes.last().filter(|_| is_lap).map(ControlChange::at)
    }

    /// Returns the moment at which a lap in four panes is over and stops; `None` if this is none.
    pub(super) fn end_of_lap(&self) -> Option<Time> {
        self.end_of_drive().map(|end| end + STOPS)
    }

    /// Returns whether the keys of a person drive the panes of the scenario `replay`, and nothing was changed.
    pub fn compares_lap(&self) -> bool {
        self.end_of_drive().is_some()
    }

    /// Returns the sentence about the lap at the shown moment; `None` if there is nothing to say.
    pub(super) fn lap_in_words(&self) -> Option<String> {
        if let Some(left) = self.left_for_lap() {
            return Some(format!(
                "{:.0} s left to drive once round. Then the same keys drive four panes.",
                left.as_secs().ceil()
            ));
        }
        let end = self.end_of_drive()?;
        let ends: Vec<LapEnd> = self.lab.panes().iter().map(LapEnd::of).collect();
        // The fifteen frames a second that step by the frame's time are in the last pane, those with fixed steps in the second.
        let [yours, fixed, _, slow] = &ends[..] else { return None };
        (end + SETTLED..=end + STOPS).contains(&self.now()).then(|| describe(yours, fixed, slow))
    }
}

/// The end of a drive in a pane.
struct LapEnd {
    bodies: Vec<Body>,
}

impl LapEnd {
    fn of(pane: &Pane) -> LapEnd {
        LapEnd { bodies: pane.computer().world().bodies().to_vec() }
    }

    fn hits(&self) -> usize {
        self.bodies.iter().filter(|body| body.state == BodyState::Caught).count()
    }

    /// Returns the distance between two cars, in lengths of a car.
    fn lengths_from(&self, other: &LapEnd) -> f64 {
        self.bodies[drive::THE_CAR].pos.distance(other.bodies[drive::THE_CAR].pos) / drive::CAR_LENGTH
    }
}

fn cones(count: usize) -> String {
    if count == 1 { "1 cone".to_owned() } else { format!("{count} cones") }
}

/// Says what the same keys have done: in `yours`, at 15 FPS with `fixed` steps, and at 15 FPS with the frame's time as step.
fn describe(yours: &LapEnd, fixed: &LapEnd, slow: &LapEnd) -> String {
    let away = format!("{:.1}", slow.lengths_from(yours));
    let is_near = away == "0.0";
    let ends = if is_near { "ends where yours did".to_owned() } else { format!("ends {away} car lengths from yours") };
    let at_15 = match (slow.hits(), yours.hits()) {
        (there, here) if there == here && is_near => format!("nothing is different: {}, and the car {ends}", cones(there)),
        (0, 0) => format!("the car hits none either, but {ends}"),
        (there, here) if there == here => format!("{there} too, but the car {ends}"),
        (there, _) => format!("{there}, and the car {ends}"),
    };
    let same = if fixed.bodies == yours.bodies { " With fixed steps, 15 FPS are your lap, bit for bit." } else { "" };
    format!("You hit {}. At 15 FPS with the same keys and the frame's time as step: {at_15}.{same}", cones(yours.hits()))
}

impl DrivenLap {
    fn is_over(&self) -> bool {
        self.is_round || self.length >= LONGEST
    }

    /// Returns the scenario in which the same keys drive four panes; `None` if the scenario `replay` is missing.
    fn in_four_panes(mut self) -> Option<Scenario> {
        let replay = scenario("replay")?;
        let end = self.length.min(LONGEST).flicks();
        self.strokes.retain(|stroke| stroke.at_flicks < end);
        self.strokes.push(ControlChange { at_flicks: end, pedals: ControlInput::default() });
        let mut settings = replay.script.settings().clone();
        settings.scene.strokes = self.strokes;
        let stops = (Time::from_flicks(end) + STOPS).as_secs();
        let told = (Time::from_flicks(end) + SETTLED).as_secs();
        let caption = |from: f64, to: f64, text: &str| Caption { from, to, text: text.to_owned() };
        Some(Scenario {
            name: NAME.to_owned(),
            about: ABOUT.to_owned(),
            seconds: Some(stops),
            script: settings.into(),
            // The stop itself belongs to the second caption.
            captions: vec![caption(0.0, told, ABOUT), caption(told, stops + 1.0, CHANGED)],
            ..replay.clone()
        })
    }
}

impl Session {
    /// Lets the same keys drive four panes as soon as a person has driven the lap. Undo brings the lap back, stopped.
    pub(super) fn finish_lap(&mut self) {
        let over = self.run.driven_lap().filter(DrivenLap::is_over);
        if let Some(scenario) = over.and_then(DrivenLap::in_four_panes) {
            self.run.playing = false;
            let done = self.open_here(scenario);
            self.conclude(done);
            self.finish_step(ActionRow::default(), None);
        }
    }
}
