//! The properties that are tried as causes of a symptom: properties of the computer, of its loads, of the world and of the loop.

use super::changed::{Changed, as_held, hertz, hertz_apart, limit_of, on_computer, rate_of, rates_of};
use super::cures::{self, CureGroup};
use super::frame_limit;
use super::limits;
use super::load::{LOADS, Load, ms};
use crate::base::params::param::{Param, is_frame_rate};
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::{Computer, InputRead, LowRates, PlayLoad, Present, PressRead, in_order};
use crate::model::config::settings::Settings;
use crate::model::scripts::exact_clock;
use crate::model::strategies::strategy::{Group, Strategy};

/// A property of the settings of one pane that can be a cause.
pub struct Property {
    /// A name of a few words without a verb.
    pub words: String,
    /// Settings without the property, tried one after the other.
    pub without: Vec<Settings>,
    /// The cures that act on the property.
    pub cured_by: &'static [CureGroup],
    pub proof: NeededProof,
}

/// The proof that a cause needs, in addition to the proof that the symptom goes without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededProof {
    Nothing,
    /// The property alone brings the symptom, unless no property does so alone.
    AloneIfAny,
    /// The property alone brings the symptom.
    Alone,
    /// The property alone brings the symptom, even without any work.
    AloneWithoutWork,
    /// No other cause has been found.
    NoOther,
}

/// The refresh rate of most displays, for which most loops are written first.
const USUAL_HZ: f64 = 60.0;
/// The refresh rates of faster displays, for which a loop may have been written that is slow on this one.
const FAST_HZ: [f64; 3] = [120.0, 144.0, 240.0];
/// The lowest refresh rate that is tried.
const LEAST_HZ: f64 = 24.0;
/// The lowest rate of a variable refresh that waits for every frame.
const LONGEST_STAY_HZ: f64 = 1.0;

/// A range whose ends have at least this ratio has room for two refreshes of a frame.
const DIVIDES: f64 = 2.2;

/// Returns the properties that the settings have, in the order in which sentences name them.
pub fn all(kind: Kind, settings: &Settings, strategy: &Strategy) -> Vec<Property> {
    let mut properties = Properties { kind, settings, strategy, all: Vec::new() };
    properties.add_limit_and_display();
    properties.add_world();
    properties.add_clock();
    properties.add_parameters();
    properties.add_display_and_queue();
    properties.add_work();
    properties.all
}

/// The properties found so far.
struct Properties<'a> {
    kind: Kind,
    settings: &'a Settings,
    strategy: &'a Strategy,
    all: Vec<Property>,
}

impl Properties<'_> {
    /// Adds a property, unless `without` is empty: then the settings don't have it.
    fn prove(&mut self, words: String, without: Vec<Changed>, cured_by: &'static [CureGroup], proof: NeededProof) {
        let without: Vec<Settings> = without.into_iter().map(|changed| changed.settings).collect();
        if !without.is_empty() {
            self.all.push(Property { words, without, cured_by, proof });
        }
    }

    fn add(&mut self, words: impl Into<String>, without: Vec<Changed>, cured_by: &'static [CureGroup]) {
        self.prove(words.into(), without, cured_by, NeededProof::AloneIfAny);
    }

    /// Returns the settings after `change` has changed the computer; empty if it changes nothing.
    fn without(&self, change: impl Fn(&mut Computer)) -> Vec<Changed> {
        on_computer(self.settings, change, "")
    }

    fn add_limit_and_display(&mut self) {
        let Properties { kind, settings, strategy, .. } = *self;
        let loses_time = matches!(kind, Kind::SlowMotion | Kind::Behind);
        if let Some(limit) = strategy.limit.as_ref().filter(|_| loses_time) {
            let words = format!("its limit ({})", limit.in_words(&settings.panes[0].params.get(limit)));
            let off = limits::limit_off(settings, strategy);
            self.prove(words, off, &[CureGroup::Limit, CureGroup::Work], NeededProof::Nothing);
        }
        // A loop that states the rate of the display, or reads no clock at all, was written for another display. Such a loop runs
        // at a wrong speed even if it has a rate of its own; motion that only beats with the display is the rate's matter.
        let is_off_speed = matches!(kind, Kind::SlowMotion | Kind::FastMotion);
        let can_be_display = is_off_speed || rate_of(settings, strategy).is_none();
        if can_be_display
            && !matches!(
                kind,
                Kind::PressesLost | Kind::PressesDoubled | Kind::HalfRate | Kind::LowFrameRate | Kind::Late | Kind::Repeats
            )
        {
            // A limiter of its own is what goes wrong there.
            let limited = limit_of(settings, strategy).filter(|_| is_off_speed && strategy.group == Group::Own);
            let words = limited.map_or_else(
                || format!("the display of {} Hz", hertz(settings.computer.refresh_hz)),
                |(param, rate)| on_refresh(settings, param, rate),
            );
            self.prove(words, other_displays(settings, kind), &[CureGroup::Loop], NeededProof::Alone);
        }
    }

    fn add_world(&mut self) {
        if self.kind.aspect() != Aspect::World {
            return;
        }
        for (option, changed) in cures::all_world_words(self.settings) {
            let words = match &*option.name {
                "collision" => "contacts that are tested only at the ends of a step".to_owned(),
                "ccd" => "an engine that looks only at the ends of a step".to_owned(),
                _ => format!("the integrator {}", self.settings.scene.options.get(option)),
            };
            self.add(words, changed, &[CureGroup::Step]);
        }
    }

    fn add_clock(&mut self) {
        let computer = &self.settings.computer;
        let longest = self.without(|computer| computer.largest_step = false);
        self.add("the test that makes every step the longest", longest, &[CureGroup::Step]);
        let uncut = exact_clock::of_pane(self.settings).into_iter();
        let uncut = uncut.map(|settings| Changed { settings, words: String::new() }).collect();
        self.add("its clock, which it cuts to whole ms", uncut, &[CureGroup::Clock]);
        let exact = self.without(|computer| computer.timer_ms = 0.0);
        self.add(format!("the timer of {}", ms(computer.timer_ms)), exact, &[CureGroup::Clock]);
        let exact = self.without(|computer| computer.sleep_ms = 0.0);
        self.add(format!("sleeping in steps of {}", ms(computer.sleep_ms)), exact, &[CureGroup::Clock]);
    }

    fn add_parameters(&mut self) {
        let Properties { kind, settings, strategy, .. } = *self;
        let more_frames = if kind == Kind::LowFrameRate { cures::more_frames(settings, strategy) } else { Vec::new() };
        if kind == Kind::LimitMissed {
            self.add_frame_limit();
        } else if let Some((param, rate)) = rate_of(settings, strategy).filter(|_| !more_frames.is_empty()) {
            self.add(format!("its {} of {}", param.noun(), as_held(param, rate, hertz(rate))), more_frames, &[CureGroup::Limit]);
        } else if settings.computer.variable_hz().is_none() {
            for (param, rate) in rates_of(settings, strategy) {
                let words = on_refresh(settings, param, rate);
                self.add(words, cures::fitting_rates(kind, settings, (param, rate)), &[CureGroup::Beat]);
            }
        }
        for (param, without) in cures::right_words(settings, strategy) {
            self.add(format!("its {}", param.in_words(&settings.panes[0].params.get(param))), without, &[CureGroup::Words]);
        }
    }

    /// Adds the properties by which a frame rate that the loop asks for can be missed.
    fn add_frame_limit(&mut self) {
        let Properties { settings, strategy, .. } = *self;
        if let Some((param, rate)) = limit_of(settings, strategy) {
            let words = on_refresh(settings, param, rate);
            self.add(words, frame_limit::that_fit(settings, strategy), &[CureGroup::Beat]);
        }
        // In a mailbox no frame waits for the display, so the loop's own wait begins when the frame is drawn.
        let free =
            if settings.computer.present == Present::Fifo { cures::present(settings, Present::Mailbox) } else { Vec::new() };
        let words = "its wait, which begins when the display has taken the frame".to_owned();
        self.prove(words, free, &[CureGroup::Beat], NeededProof::AloneWithoutWork);
    }

    /// Adds the properties of display, input, queue and scheduler: drawing without vsync, a variable refresh, and the like.
    fn add_display_and_queue(&mut self) {
        let Properties { settings, .. } = *self;
        let computer = &settings.computer;
        let keeps_step = computer.present == Present::Fifo;
        let shown = if keeps_step { Vec::new() } else { cures::present(settings, Present::Fifo) };
        self.add("drawing without vsync", shown, &[CureGroup::Present]);
        self.add_range();
        let read = self.without(|computer| computer.input = InputRead::Update);
        self.add("reading input only once a turn", read, &[CureGroup::Row]);
        self.add_presses();
        let short = self.without(|computer| computer.queue = computer.queue.min(1));
        self.add(format!("the queue of {} frames", computer.queue), short, &[CureGroup::Row]);
        let waking = if computer.wakes_much_later() {
            format!("waking late ({} later now and then)", ms(computer.wake_tail_ms))
        } else {
            format!("waking up to {} late", ms(in_order(computer.wake_lo_ms, computer.wake_hi_ms).1))
        };
        let on_time = self.without(|computer| (computer.wake_lo_ms, computer.wake_hi_ms, computer.wake_tail) = (0.0, 0.0, 0.0));
        let in_step = &[CureGroup::Beat, CureGroup::Clock];
        self.add(waking, on_time, if keeps_step { in_step } else { &[CureGroup::Present, CureGroup::Clock] });
    }

    /// Adds the rule by which steps see presses, for presses that are not answered once.
    fn add_presses(&mut self) {
        let words = match (self.kind, self.settings.computer.presses) {
            (Kind::PressesLost, PressRead::Step) => "asking for the button only in steps, so that a press can fall between two",
            (Kind::PressesLost, PressRead::Frame) => "an edge that lives for a frame, where a frame can make no step",
            (Kind::PressesDoubled, PressRead::Frame) => "an edge that lives for a frame, where a frame can make several steps",
            _ => return,
        };
        let kept = self.without(|computer| computer.presses = PressRead::Latched);
        self.add(words, kept, &[CureGroup::Row]);
    }

    /// Adds the range of a variable refresh. Without it the display waits for every frame, however late; or its highest rate is
    /// the usual one; or it has ticks. A loop that asks for fewer frames than the range allows needs only the first.
    fn add_range(&mut self) {
        let Properties { settings, strategy, .. } = *self;
        let Some((lo, hi)) = settings.computer.variable_hz() else { return };
        if settings.computer.lfc == LowRates::Last && hi >= DIVIDES * lo {
            let even = self.without(|computer| computer.lfc = LowRates::Even);
            return self.add("repeats at the last moment, after which a frame has to wait", even, &[CureGroup::Beat]);
        }
        let with = |lo: f64, hi: f64| self.without(|computer| (computer.vrr_lo_hz, computer.vrr_hi_hz) = (lo, hi));
        let waits = with(LONGEST_STAY_HZ, hi);
        let asked = rate_of(settings, strategy).filter(|(param, rate)| is_frame_rate(&param.name) && *rate < lo);
        let in_range = |lo: &str| format!("the display's range of {lo} to {} Hz", hertz(hi));
        let (words, without) = if let Some((param, rate)) = asked {
            let [rate, lo] = hertz_apart([rate, lo]);
            (format!("its {} of {rate}, below {}", param.noun(), in_range(&lo)), waits)
        } else {
            let ticks = self.without(|computer| computer.vrr = false);
            (in_range(&hertz(lo)), [waits, with(lo.min(cures::VARIABLE_FROM_HZ), USUAL_HZ), ticks].concat())
        };
        self.add(words, without, &[CureGroup::Beat, CureGroup::Work, CureGroup::Loop]);
    }

    /// Adds each load, the start after a refresh, and all work together.
    fn add_work(&mut self) {
        let Properties { settings, .. } = *self;
        let computer = &settings.computer;
        for load in LOADS.iter().filter(|load| (load.value)(computer) > load.least) {
            let free = vec![Changed { settings: load.limited(settings, load.least), words: String::new() }];
            // If CPU and GPU wait for each other, they could work at the same time instead.
            let is_row = computer.gpu_ms > 0.0 && computer.queue == 0;
            self.add((load.named)(computer), free, if is_row { &[CureGroup::Row, CureGroup::Work] } else { &[CureGroup::Work] });
        }
        let unplayed = self.without(|computer| computer.play_load = PlayLoad::Off);
        self.add("the load of the capture", unplayed, &[CureGroup::Work]);
        let at_refresh = self.without(|computer| computer.start_ms = 0.0);
        self.add(format!("starting {} after a refresh", ms(computer.start_ms)), at_refresh, &[CureGroup::Beat]);
        let idle = Changed { settings: Load::without_any(settings), words: String::new() };
        self.prove("all its work together".to_owned(), vec![idle], &[CureGroup::Work], NeededProof::NoOther);
    }
}

/// Names a rate of the loop on the display of `settings`: `its step rate of 60 on 59.95 Hz`.
fn on_refresh(settings: &Settings, param: &Param, rate: f64) -> String {
    let [shown, refresh] = hertz_apart([rate, settings.computer.refresh_hz]);
    format!("its {} of {} on {refresh} Hz", param.noun(), as_held(param, rate, shown))
}

/// Returns the settings with other displays for which the loop may have been written: a display of the usual rate, displays whose
/// rates divide the present one, and faster displays if the loop is slow.
fn other_displays(settings: &Settings, kind: Kind) -> Vec<Changed> {
    let Computer { refresh_hz, .. } = settings.computer;
    if settings.computer.variable_hz().is_some() {
        return Vec::new();
    }
    let parts = (2..=10).map(|part| refresh_hz / f64::from(part));
    let faster = FAST_HZ.into_iter().filter(|hertz| kind == Kind::SlowMotion && *hertz > refresh_hz);
    let with = |hertz: f64| on_computer(settings, |computer| computer.refresh_hz = hertz, "");
    [USUAL_HZ].into_iter().chain(parts).chain(faster).filter(|hertz| *hertz >= LEAST_HZ).flat_map(with).collect()
}
