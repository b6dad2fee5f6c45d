//! The properties that are tried as causes of a symptom: properties of the computer, of its loads, of the world and of the loop.

use super::cures::{self, Changed, CureGroup, on_computer};
use super::load::{LOADS, Load, ms};
use crate::base::numbers::three_digits;
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::{Computer, InputRead, PlayLoad, Present, in_order};
use crate::model::config::settings::Settings;
use crate::model::strategies::strategy::Strategy;

/// A property of a pane alone that can be a cause.
pub struct Property {
    /// A name of a few words without a verb.
    pub words: String,
    /// Settings without the property, tried one after the other.
    pub without: Vec<Settings>,
    /// The cures that act on the property.
    pub cured_by: &'static [CureGroup],
    pub proof: NeededProof,
}

/// The proof that a cause needs besides that the symptom goes without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededProof {
    Nothing,
    /// The property alone brings the symptom, unless no property does so alone.
    AloneIfAny,
    /// The property alone brings the symptom.
    Alone,
    /// No other cause has been found.
    NoOther,
}

/// The refresh rate of most displays, for which most loops are written first.
const USUAL_HZ: f64 = 60.0;
/// The lowest refresh rate that is tried.
const LEAST_HZ: f64 = 24.0;

/// Returns the properties that the settings have, in the order in which sentences name them.
pub fn all(kind: Kind, settings: &Settings, strategy: &Strategy) -> Vec<Property> {
    let computer = &settings.computer;
    let mut all: Vec<Property> = Vec::new();
    let mut prove = |words: String, without: Vec<Changed>, cured_by: &'static [CureGroup], proof: NeededProof| {
        let without: Vec<Settings> = without.into_iter().map(|changed| changed.settings).collect();
        if !without.is_empty() {
            all.push(Property { words, without, cured_by, proof });
        }
    };
    let loses_time = matches!(kind, Kind::SlowMotion | Kind::Behind);
    if let Some(limit) = strategy.limit.as_ref().filter(|_| loses_time) {
        let words = format!("its limit ({} {})", limit.name, settings.panes[0].params.get(limit));
        prove(words, cures::limit_off(settings, strategy), &[CureGroup::Limit, CureGroup::Work], NeededProof::Nothing);
    }
    if cures::rate_of(settings, strategy).is_none() && !matches!(kind, Kind::HalfRate | Kind::LowFrameRate | Kind::Late) {
        // What states the rate of the display, or reads no clock at all, was written for another display.
        let words = format!("the display of {} Hz", three_digits(computer.refresh_hz));
        prove(words, other_displays(settings), &[CureGroup::Loop], NeededProof::Alone);
    }
    let mut add = |words, without, cured_by| prove(words, without, cured_by, NeededProof::AloneIfAny);
    let without = |change: &dyn Fn(&mut Computer)| on_computer(settings, change, "");
    if kind.aspect() == Aspect::World {
        for (option, changed) in cures::all_world_words(settings) {
            let words = match &*option.name {
                "collision" => "contacts that are tested only at the ends of a step".to_owned(),
                "ccd" => "an engine that looks only at the ends of a step".to_owned(),
                _ => format!("the integrator {}", settings.scene.options.get(option)),
            };
            add(words, changed, &[CureGroup::Step]);
        }
    }
    let longest = without(&|computer| computer.largest_step = false);
    add("the test that makes every step the longest".to_owned(), longest, &[CureGroup::Step]);
    let exact = without(&|computer| computer.timer_ms = 0.0);
    add(format!("the timer of {}", ms(computer.timer_ms)), exact, &[CureGroup::Clock]);
    let exact = without(&|computer| computer.sleep_ms = 0.0);
    add(format!("sleeping in steps of {}", ms(computer.sleep_ms)), exact, &[CureGroup::Clock]);
    if let Some((param, rate)) = cures::rate_of(settings, strategy) {
        let words = format!("its {} of {} on {} Hz", param.name, three_digits(rate), three_digits(computer.refresh_hz));
        add(words, cures::fitting_rates(settings, strategy), &[CureGroup::Beat]);
        if kind == Kind::LowFrameRate {
            let words = format!("its {} of {}", param.name, three_digits(rate));
            add(words, cures::more_frames(settings, strategy), &[CureGroup::Limit]);
        }
    }
    for (param, without) in cures::right_words(settings, strategy) {
        add(format!("its {} {}", param.name, settings.panes[0].params.get(param)), without, &[CureGroup::Words]);
    }
    let shown = match computer.present {
        Present::Fifo => Vec::new(),
        _ => cures::present(settings, Present::Fifo),
    };
    add("drawing without vsync".to_owned(), shown, &[CureGroup::Present]);
    add("the variable refresh".to_owned(), without(&|computer| computer.vrr = false), &[CureGroup::Work]);
    let read = without(&|computer| computer.input = InputRead::Update);
    add("reading input only once a turn".to_owned(), read, &[CureGroup::Row]);
    let short = without(&|computer| computer.queue = computer.queue.min(1));
    add(format!("the queue of {} frames", computer.queue), short, &[CureGroup::Row]);
    let waking = if computer.wakes_much_later() {
        format!("waking late ({} later now and then)", ms(computer.wake_tail_ms))
    } else {
        format!("waking up to {} late", ms(in_order(computer.wake_lo_ms, computer.wake_hi_ms).1))
    };
    let on_time = |computer: &mut Computer| (computer.wake_lo_ms, computer.wake_hi_ms, computer.wake_tail) = (0.0, 0.0, 0.0);
    let keeps_step = computer.present == Present::Fifo;
    add(
        waking,
        without(&on_time),
        if keeps_step { &[CureGroup::Beat, CureGroup::Clock] } else { &[CureGroup::Present, CureGroup::Clock] },
    );
    for load in LOADS.iter().filter(|load| (load.value)(computer) > load.least) {
        let free = vec![Changed { settings: load.limited(settings, load.least), words: String::new() }];
        // Work of two that wait for each other can be done at the same time.
        let is_row = computer.gpu_ms > 0.0 && computer.queue == 0;
        add((load.named)(computer), free, if is_row { &[CureGroup::Row, CureGroup::Work] } else { &[CureGroup::Work] });
    }
    let unplayed = without(&|computer| computer.play_load = PlayLoad::Off);
    add("the load of the capture".to_owned(), unplayed, &[CureGroup::Work]);
    let at_refresh = without(&|computer| computer.start_ms = 0.0);
    add(format!("starting {} after a refresh", ms(computer.start_ms)), at_refresh, &[CureGroup::Beat]);
    let idle = Changed { settings: Load::without_any(settings), words: String::new() };
    prove("all its work together".to_owned(), vec![idle], &[CureGroup::Work], NeededProof::NoOther);
    all
}

/// Returns the settings with displays for which a loop may have been written: of the usual rate, and of rates that divide the
/// present one.
fn other_displays(settings: &Settings) -> Vec<Changed> {
    let Computer { refresh_hz, .. } = settings.computer;
    if settings.computer.variable_hz().is_some() {
        return Vec::new();
    }
    let rates = [USUAL_HZ].into_iter().chain((2..=10).map(|part| refresh_hz / f64::from(part)));
    let with = |hertz: f64| on_computer(settings, |computer| computer.refresh_hz = hertz, "");
    rates.filter(|hertz| *hertz >= LEAST_HZ).flat_map(with).collect()
}
