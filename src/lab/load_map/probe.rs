//! One point of a ribbon: a short run, and the behaviour of the loop in it.

use super::conditions::Conditions;
use crate::base::time::{Span, Time};
use crate::lab::diagnose::verdict::{Behaviour, Observed};
use crate::lab::metrics::{RunMetrics, Screen, reach};
use crate::lab::run::{Fold, PaneSetup, Running};
use crate::model::config::Computer;
use crate::model::machine::{Answer, Event, Input, Observer};
use crate::model::world::{Body, Readout, Tally};

/// The beginning of a run, which is not judged: 2 s.
const SKIPPED: Span = reach::RECENT;
/// The length of a run that shows speed and evenness: 4 s.
const SHORT: Span = Span::from_flicks(SKIPPED.flicks() + reach::RECENT.flicks());
/// The length of a run in which bodies have to meet their walls: 8 s.
const LONG: Span = Span::from_flicks(SKIPPED.flicks() + reach::RECENT_PASSES.flicks());
/// The simulated time between two looks at the cost of a run.
const SLICE: Span = Span::from_flicks(reach::ENOUGH.flicks() / 2);
/// A world with at least this number of bodies ends a slice early, because each of its steps is expensive.
const CROWD: i64 = 10_000;
/// A run ends early when it has had this many events and moved bodies; it is judged as far as it came.
const MOST_WORK: u64 = 150_000;

/// The behaviour of a loop at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The load, in ms.
    pub load_ms: f64,
    /// The behaviour; `None` if the run was too expensive, or showed too few frames.
    pub behaviour: Option<Behaviour>,
    /// The speed of the frames, if it is known.
    pub speed: Option<f64>,
    /// The mean animation error in ms, if it is known.
    pub error_ms: Option<f64>,
    /// The passes that ended.
    pub passes: Tally,
    /// The cost of the run: its events and moved bodies.
    pub work: u64,
}

impl Point {
    /// Returns how bad the behaviour is, from 0 to 1: the error of the speed, the share of passes that tunnelled, or the animation
    /// error as a share of 50 ms.
    pub fn severity(&self) -> f64 {
        let Tally { caught, tunnelled } = self.passes;
        let worst = match self.behaviour {
            None | Some(Behaviour::Holds) => 0.0,
            Some(Behaviour::Judders) => self.error_ms.unwrap_or(0.0) / 50.0,
            Some(Behaviour::LetsThrough) => tunnelled as f64 / (caught + tunnelled).max(1) as f64,
            Some(Behaviour::Slow | Behaviour::Fast) => (1.0 - self.speed.unwrap_or(0.0)).abs(),
            Some(Behaviour::Breaks | Behaviour::Spirals) => 1.0,
        };
        worst.clamp(0.0, 1.0)
    }
}

/// Gathers the numbers on which the judgement depends.
struct Probe {
    metrics: RunMetrics,
    work: u64,
}

impl Probe {
    fn new(setup: &PaneSetup) -> Probe {
        Probe { metrics: RunMetrics::new(Screen::of(setup.computer()), setup.first_turn()), work: 0 }
    }
}

impl Observer for Probe {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.work += 1 + bodies.len() as u64;
        self.metrics.add(event, None);
    }

    fn input(&mut self, input: Input) {
        self.metrics.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.metrics.answer(answer);
    }

    fn on_computer_changed(&mut self, computer: &Computer) {
        self.metrics.seen_on(Screen::of(computer));
    }
}

impl Fold for Probe {}

impl Conditions {
    /// Makes the run with a load, in ms, and judges it. Equal conditions and loads always give equal points.
    pub fn probe(&self, load_ms: f64) -> Point {
        let nothing = Point { load_ms, behaviour: None, speed: None, error_ms: None, passes: Tally::default(), work: 0 };
        let Ok(run) = self.run(load_ms, LONG.as_secs() + 1.0) else {
            // Only a turn that never ends is refused.
            return Point { behaviour: Some(Behaviour::Spirals), ..nothing };
        };
        let begun = run.start(|setup| Ok(Probe::new(setup)));
        begun.map_or(nothing, |running| Self::judged(running, load_ms))
    }

    fn judged(mut run: Running<Probe>, load_ms: f64) -> Point {
        let tally = |run: &Running<Probe>| run.panes()[0].computer().world().tally();
        let mut skipped = Tally::default();
        // Bodies take longer to reach a wall.
        let has_walls = run.panes()[0].computer().world().appearance().thinnest_wall().is_some();
        let ends = Time::ZERO + if has_walls { LONG } else { SHORT };
        // A crowd is expensive enough long before a slice is over, and a page, which has no threads, waits for it.
        let bodies = run.panes()[0].computer().world().population();
        let pieces = if bodies < CROWD { 1 } else { bodies / 100 };
        while run.now() < ends && run.panes()[0].fold().work < MOST_WORK {
            let next = run.now() + SLICE;
            while run.now() < next && (pieces == 1 || run.panes()[0].fold().work < MOST_WORK) {
                run.advance_to((run.now() + SLICE.divided(pieces)).min(next));
            }
            if run.now() == Time::ZERO + SKIPPED {
                skipped = tally(&run);
            }
            if run.now() == Time::ZERO + SHORT && Self::is_clear(&run) {
                break;
            }
        }
        let passes = tally(&run).since(skipped);
        let (work, now) = (run.panes()[0].fold().work, run.now());
        let judged = Self::behaviour(&run, passes).filter(|_| now > Time::ZERO + SKIPPED);
        let error_ms = run.panes()[0].fold().metrics.recent(now, passes).number("animation_error_mean_ms");
        let (behaviour, speed) = judged.map_or((None, None), |(behaviour, speed)| (Some(behaviour), speed));
        Point { load_ms, behaviour, speed, error_ms, passes, work }
    }

    /// Whether the judgement is the same whatever happens at a wall.
    fn is_clear(run: &Running<Probe>) -> bool {
        Self::behaviour(run, Tally::default()).is_some_and(|(behaviour, _)| behaviour > Behaviour::Breaks)
    }

    fn behaviour(run: &Running<Probe>, passes: Tally) -> Option<(Behaviour, Option<f64>)> {
        let settings = run.settings();
        let setup = PaneSetup { index: 0, settings, at: Time::ZERO };
        let (strategy, presentation) = (setup.strategy().ok()?, setup.presentation().ok()?);
        let (pane, now) = (&run.panes()[0], run.now());
        let (computer, probe) = (pane.computer(), pane.fold());
        let world = computer.world();
        let seen = Observed {
            strategy,
            params: &setup.choice().params,
            computer: setup.computer(),
            presentation,
            metrics: &probe.metrics,
            passes,
            missed_by: None,
            judges_frames: world.judges_frames(),
            exploded: world.exploded(),
            alarm: world.readouts(&world.frame_at(now)).iter().find_map(Readout::alarm_sentence),
        };
        Behaviour::of(seen, now)
    }
}
