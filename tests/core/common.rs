//! Anything that a person can set and do, for property tests.

#![allow(dead_code, unused_imports, reason = "no binary uses all of it")]

use crate::tiers::count_cases;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeSet;
use std::ops::Range;
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::param::{Param, ValueKind};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::captures::gathered::ReadCapture;
use tickscope_core::lab::experiments::diagnosis::FoundCause;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::lab::run::running::Running;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::lab::symptoms::judged_run::JudgedRun;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::{Computer, InputRead, MissedRefresh, Present, PressRead};
use tickscope_core::model::config::control::ControlInput;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, StallOn, WorldChoice};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;
use tickscope_core::model::{check, strategies, worlds};

/// Repeats a session: the same settings, the same commands at the same moments, up to `until`.
pub fn replay(initial: Settings, log: &[TimedCommand], until: Time) -> Lab {
    let script = check::script(initial, log.to_vec()).unwrap_or_else(|refused| panic!("{}", refused.invalid));
    let mut lab = Lab::new(script).expect("what was allowed once");
    lab.advance_to(until);
    lab
}

/// Returns the configuration of a random test: the same cases in every run, of those that the full tier tries the first ones.
pub fn cases(of_full_tier: u32) -> ProptestConfig {
    ProptestConfig {
        cases: count_cases(of_full_tier),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260),
        ..ProptestConfig::default()
    }
}

/// Keeps every event of a run.
#[derive(Default)]
pub struct Events(pub Vec<Event>);

impl Observer for Events {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }
}

impl Fold for Events {}

pub fn ids() -> Vec<&'static str> {
    strategies::ALL.iter().map(|strategy| &*strategy.id).collect()
}

/// Returns every world with its defaults, and with every other word of every option, one at a time.
pub fn every_choice() -> Vec<WorldChoice> {
    let mut all = Vec::new();
    for kind in worlds::ALL {
        all.push(WorldChoice::new(kind.id));
        for option in kind.options {
            let ValueKind::Choice(words) = &option.kind else { continue };
            all.extend(words.iter().skip(1).map(|word| {
                let mut choice = WorldChoice::new(kind.id);
                choice.options.set(&option.name, Value::Word(word.to_owned()));
                choice
            }));
        }
    }
    all
}

/// Returns the part of a finding's report about the search for its cause.
pub fn experiment(finding: &Finding) -> String {
    serde_json::to_value(finding).expect("it is written")["experiment"].as_str().expect("a word").to_owned()
}

/// Returns every value at the ends of a parameter's range, and `off`.
pub fn extremes(param: &Param) -> Vec<Value> {
    match &param.kind {
        ValueKind::Number(n) => {
            let off = n.can_be_off.then(Value::off);
            let derived = param.derived.map(|_| Value::derived());
            let numbers = [n.min, n.max, n.default].into_iter().filter(|number| number.is_finite()).map(Value::Number);
            numbers.chain(off).chain(derived).collect()
        }
        ValueKind::Switch(_) => [false, true].map(Value::Switch).to_vec(),
        ValueKind::Choice(words) => words.iter().map(|word| Value::Word(word.to_owned())).collect(),
    }
}

pub fn load_ms() -> impl Strategy<Value = f64> {
    prop_oneof![3 => 0.0..40.0, 1 => 0.0..=10_000.0, 1 => Just(0.0), 1 => prop::num::f64::POSITIVE.prop_map(|x| x % 10_000.0)]
}

pub fn bounds() -> impl Strategy<Value = (f64, f64)> {
    (load_ms(), load_ms())
}

/// Generates the bounds of noise, and how often a spike comes and how long it is.
fn pattern() -> impl Strategy<Value = ((f64, f64), (u32, f64))> {
    let spikes = (1..100_000_u32, load_ms()).prop_map(|spike| ((0.0, 0.0), spike));
    let often = (1..10_u32, load_ms()).prop_map(|spike| ((0.0, 0.0), spike));
    let noise = bounds().prop_map(|noise| (noise, (30, 0.0)));
    let both = (bounds(), (1..10_u32, load_ms()));
    prop_oneof![4 => Just(((0.0, 0.0), (30, 0.0))), 2 => noise, 1 => spikes, 1 => often, 1 => both]
}

pub fn grain_ms() -> impl Strategy<Value = f64> {
    prop_oneof![3 => Just(0.0), 1 => Just(15.625), 1 => load_ms()]
}

/// Generates computers, on the heap: the values of a whole session, side by side, are more than a test's stack holds.
pub fn computer() -> BoxedStrategy<Computer> {
    any_computer().boxed()
}

/// Returns any queue, GPU and display, and any input, on a computer that is as usual in everything else.
pub fn pipeline() -> impl Strategy<Value = Computer> {
    let rates = prop_oneof![Just((48.0, 144.0)), (1.0..=1000.0, 1.0..=1000.0)];
    let present = prop_oneof![
        4 => prop::sample::select(&[Present::Fifo, Present::Mailbox, Present::Immediate][..]).prop_map(|present| (present, false)),
        1 => Just((Present::Fifo, true)),
        1 => Just((Present::Mailbox, true)),
    ];
    let gpu_ms = prop_oneof![2 => Just(0.0), 1 => load_ms()];
    let tail = prop_oneof![3 => Just((0.0, 2.0)), 1 => (0.0..=1.0_f64, load_ms())];
    let input = prop::sample::select(&[InputRead::Update, InputRead::Turn][..]);
    let missed = prop::sample::select(&[MissedRefresh::Now, MissedRefresh::Next][..]);
    (present, rates, gpu_ms, 0..=3_u32, tail, input, missed).prop_map(
        |((present, vrr), (vrr_lo_hz, vrr_hi_hz), gpu_ms, queue, (wake_tail, wake_tail_ms), input, missed_refresh)| Computer {
            present,
            vrr,
            vrr_lo_hz,
            vrr_hi_hz,
            gpu_ms,
            queue,
            wake_tail,
            wake_tail_ms,
            input,
            missed_refresh,
            ..Computer::default()
        },
    )
}

pub fn hitch_on() -> impl Strategy<Value = StallOn> {
    prop::sample::select(&StallOn::ALL[..])
}

fn any_computer() -> impl Strategy<Value = Computer> {
    let hertz = prop_oneof![2 => Just(60.0), 1 => 1.0..=1000.0, 1 => Just(59.94), 1 => Just(1000.0), 1 => Just(1.0)];
    let wake = prop_oneof![2 => Just((0.0, 0.0)), 1 => bounds()];
    let start = prop_oneof![3 => 0.0..20.0, 1 => load_ms()];
    let per_body = || prop_oneof![4 => Just(0.0), 1 => 0.0..=1000.0];
    let clock = prop_oneof![4 => Just(0.0), 1 => 0.0..=600.0];
    let wraps = prop_oneof![4 => Just(0.0), 1 => 0.0..10.0];
    let updates = prop_oneof![3 => Just(((0.0, 0.0), (30, 0.0))), 1 => pattern()];
    let rules = [PressRead::Latched, PressRead::Frame, PressRead::Step, PressRead::Stamped];
    let presses = prop::sample::select(rules.to_vec());
    let odd = (per_body(), per_body(), clock, wraps, any::<bool>(), updates, presses);
    (load_ms(), load_ms(), pattern(), hertz, pipeline(), grain_ms(), grain_ms(), wake, start, odd).prop_map(
        |(update_ms, render_ms, (noise, spike), refresh_hz, pipeline, timer_ms, sleep_ms, wake, start_ms, odd)| Computer {
            update_ms,
            render_ms,
            noise_lo_ms: noise.0,
            noise_hi_ms: noise.1,
            spike_every: spike.0,
            spike_ms: spike.1,
            update_noise_lo_ms: odd.5.0.0,
            update_noise_hi_ms: odd.5.0.1,
            update_spike_every: odd.5.1.0,
            update_spike_ms: odd.5.1.1,
            refresh_hz,
            timer_ms,
            sleep_ms,
            wake_lo_ms: wake.0,
            wake_hi_ms: wake.1,
            start_ms,
            update_us_per_body: odd.0,
            render_us_per_body: odd.1,
            clock_at_s: odd.2,
            wraps_at_s: odd.3,
            largest_step: odd.4,
            presses: odd.6,
            ..pipeline
        },
    )
}

pub fn value_of(param: &Param, pick: Index, share: f64) -> Value {
    let extremes = extremes(param);
    match &param.kind {
        ValueKind::Number(n) if pick.index(3) > 0 => {
            let number = n.min + (n.max - n.min) * share * share * share; // mostly small, as people set them
            Value::Number(if n.whole { number.round() } else { number })
        }
        _ => extremes[pick.index(extremes.len())].clone(),
    }
}

pub fn presentation() -> impl Strategy<Value = Option<Presentation>> {
    prop::option::of(prop::sample::select(Presentation::ALL.to_vec()))
}

pub fn pane() -> impl Strategy<Value = PaneSettings> {
    let sets = prop::collection::vec((any::<Index>(), any::<Index>(), 0.0..=1.0_f64), 0..4);
    (any::<Index>(), sets, presentation(), prop::option::of(computer())).prop_map(|(id, sets, presentation, computer)| {
        let strategy = &strategies::ALL[id.index(strategies::ALL.len())];
        let mut pane = PaneSettings { presentation, computer, ..PaneSettings::new(&strategy.id) };
        for (param, pick, share) in sets {
            if strategy.params.is_empty() {
                continue;
            }
            let param = &strategy.params[param.index(strategy.params.len())];
            let before = pane.params.clone();
            pane.params.set(&param.name, value_of(param, pick, share));
            if strategy.check(&pane.params).is_err() {
                pane.params = before; // each in range, but not together
            }
        }
        pane
    })
}

pub fn any_settings() -> BoxedStrategy<Settings> {
    all_settings().boxed()
}

fn all_settings() -> impl Strategy<Value = Settings> {
    let scene = (any::<Index>(), any::<Index>()).prop_map(|(scene, word)| {
        let kind = &worlds::ALL[scene.index(worlds::ALL.len())];
        let mut choice = WorldChoice::new(kind.id);
        for option in kind.options {
            let mut words = extremes(option);
            if option.name == "bodies" {
                words.truncate(1); // the fewest: a hundred thousand are tested where nothing else is
            }
            choice.options.set(&option.name, words[word.index(words.len())].clone());
        }
        choice
    });
    let hitches = prop::collection::vec(
        (0.0..3.0_f64, load_ms(), hitch_on()).prop_map(|(at_s, ms, on)| PlannedStall { at_s, ms, on }),
        0..3,
    );
    let paused = prop::bool::weighted(0.1);
    (any::<u64>(), scene, computer(), hitches, paused, prop::collection::vec(pane(), 1..=6)).prop_map(
        |(seed, scene, computer, hitches, paused, panes)| {
            let mut settings = Settings { seed, scene, computer, hitches, paused, loops: Vec::new(), panes };
            if check::settings(&settings).is_err() {
                // A counter that starts over where nothing limits a turn and updates cost nothing: each allowed alone.
                settings.computer.wraps_at_s = 0.0;
                settings.panes.iter_mut().filter_map(|pane| pane.computer.as_mut()).for_each(|own| own.wraps_at_s = 0.0);
            }
            settings
        },
    )
}

/// The names of an enum's variants, and which one a value is: one table, so that a new variant does not compile before it
/// stands there, and `every_kind_of_…` fails until it is generated.
macro_rules! variants {
    ($all:ident, $name:ident, $type:ident: $($variant:ident)*) => {
        pub const $all: &[&str] = &[$(stringify!($variant)),*];
        pub fn $name(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => stringify!($variant)),*
            }
        }
    };
}
pub(crate) use variants;

variants! { COMMANDS, command_name, Command:
    Set Stall Tap Steer AddPane ClosePane SwapPanes
}

/// Returns which kinds of values a generator makes, among as many as a test would ask it for.
pub fn made<T: std::fmt::Debug>(generator: &impl Strategy<Value = T>, name: fn(&T) -> &'static str) -> BTreeSet<&'static str> {
    let mut runner = TestRunner::deterministic();
    let mut one = || generator.new_tree(&mut runner).expect("it makes one").current();
    (0..2000).map(|_| name(&one())).collect()
}

/// Returns any of the four controls of a drive that are held down.
pub fn control_input() -> impl Strategy<Value = ControlInput> {
    any::<[bool; 4]>().prop_map(|[left, right, faster, slower]| ControlInput { left, right, faster, slower })
}

/// Generates an option of any world and a value of its own; a crowd stays at its smallest.
pub fn scene_option() -> impl Strategy<Value = (String, Value)> {
    let every: Vec<&'static Param> = worlds::ALL.iter().flat_map(|kind| kind.options).collect();
    (prop::sample::select(every), any::<Index>(), 0.0..=1.0_f64).prop_map(|(option, pick, share)| {
        let value = if option.name == "bodies" { extremes(option)[0].clone() } else { value_of(option, pick, share) };
        (option.name.to_string(), value)
    })
}

/// Sets every setting of the shared computer.
pub fn set_computer(computer: &Computer) -> Command {
    set_all(Owner::Computer, computer)
}

/// Sets every setting of a pane's own computer.
pub fn set_own_computer(pane: usize, computer: &Computer) -> Command {
    set_all(Owner::PaneComputer(PaneLetter(pane)), computer)
}

fn set_all(owner: Owner, computer: &Computer) -> Command {
    let values = computer.values();
    Command::Set(values.iter().fold(Patch::default(), |patch, (name, value)| patch.with(owner.path(name), value.clone())))
}

/// Sets what differs from an ideal computer.
pub fn change_computer(computer: &Computer) -> Command {
    Command::Set(Patch::of_computer(None, &Computer::default(), computer))
}

pub fn share_computer(pane: usize) -> Command {
    Command::Set(Patch::one(Owner::Pane(PaneLetter(pane)).path("computer"), "default"))
}

pub fn set_strategy(pane: usize, id: &str) -> Command {
    Command::Set(Patch::one(Owner::Pane(PaneLetter(pane)).path("strategy"), id))
}

pub fn set_param(pane: usize, name: &str, value: Value) -> Command {
    Command::Set(Patch::one(Owner::Params(PaneLetter(pane)).path(name), value))
}

pub fn set_presentation(pane: usize, presentation: Option<Presentation>) -> Command {
    let value = presentation.map_or("default", Presentation::id);
    Command::Set(Patch::one(Owner::Pane(PaneLetter(pane)).path("presentation"), value))
}

pub fn set_option(name: &str, value: Value) -> Command {
    Command::Set(Patch::one(Owner::WorldOptions.path(name), value))
}

pub fn set_paused(paused: bool) -> Command {
    Command::Set(Patch::one(Owner::Run.path("paused"), paused))
}

/// Generates a command of any kind, that may or may not be allowed.
pub fn command() -> impl Strategy<Value = Command> {
    let pane = || 0..6_usize;
    let strategy = prop::sample::select(ids()).prop_map(str::to_owned);
    let every: Vec<&'static Param> = strategies::ALL.iter().flat_map(|strategy| strategy.params.iter()).collect();
    let param = (prop::sample::select(every), any::<Index>(), 0.0..=1.0_f64)
        .prop_map(|(param, pick, share)| (param.name.to_string(), value_of(param, pick, share)));
    prop_oneof![
        2 => computer().prop_map(|computer| set_computer(&computer)),
        1 => (pane(), prop::option::of(computer())).prop_map(|(pane, own)| own.map_or_else(|| share_computer(pane), |own| set_own_computer(pane, &own))),
        2 => (pane(), strategy).prop_map(|(pane, strategy)| set_strategy(pane, &strategy)),
        2 => (pane(), param).prop_map(|(pane, (name, value))| set_param(pane, &name, value)),
        1 => (pane(), presentation()).prop_map(|(pane, presentation)| set_presentation(pane, presentation)),
        1 => (load_ms(), hitch_on()).prop_map(|(ms, on)| Command::Stall { ms, on }),
        1 => any::<bool>().prop_map(set_paused),
        1 => Just(Command::Tap),
        1 => control_input().prop_map(Command::Steer),
        1 => scene_option().prop_map(|(name, value)| set_option(&name, value)),
        1 => prop::sample::select(ids()).prop_map(|id| Command::AddPane(PaneSettings::new(id))),
        2 => pane().prop_map(|pane| Command::ClosePane(PaneLetter(pane))),
        1 => (pane(), pane()).prop_map(|(a, b)| Command::SwapPanes(PaneLetter(a), PaneLetter(b))),
    ]
}

/// Generates settings with those of the commands, each at its millisecond, that are allowed when their moment comes.
pub fn script() -> impl Strategy<Value = Script> {
    (any_settings(), prop::collection::vec((0..1200_i64, command()), 0..10)).prop_map(|(settings, moments)| {
        let mut script = Script::from(&settings);
        let mut allowed = Vec::new();
        for (ms, command) in moments {
            let at_flicks = Span::from_millis(ms as f64).flicks();
            allowed.push(TimedCommand { at_flicks, command });
            match check::script(settings.clone(), allowed.clone()) {
                Ok(longer) => script = longer,
                Err(_) => drop(allowed.pop()),
            }
        }
        script
    })
}

/// Asserts that each named change removes its finding from a fresh start.
pub fn assert_changes_help(finding: &Finding, settings: &Settings, index: usize) {
    for cause in finding.causes() {
        if finding.patch(cause).is_empty() && finding.happening.is_none() {
            // A beat is no change.
            continue;
        }
        let kind = finding.symptom.kind();
        let shown = shown_with(finding, cause, (settings, index), 0..3);
        assert!(shown == 0, "{kind:?} is still there with {}: {settings:?}", cause.words);
    }
}

/// Returns with how many of the seeds, which are added to that of `settings`, pane `index` still shows the symptom of a finding after
/// a change that it names.
pub fn shown_with(finding: &Finding, cause: &FoundCause, (settings, index): (&Settings, usize), seeds: Range<u64>) -> usize {
    let mut changed = settings.clone();
    finding.patch(cause).change(&mut changed).expect("it is allowed");
    // A cure of a jump leaves the stall.
    let is_about_jump = cause.sentence.contains("no jump");
    let is_it = |shown: &Symptom| {
        let is_of_kind = shown.kind() == finding.symptom.kind() && shown.tone >= finding.symptom.tone;
        is_of_kind && (!is_about_jump || shown.is_jump())
    };
    seeds.filter(|seed| symptoms(&changed, index, *seed, finding.symptom.kind()).iter().any(is_it)).count()
}

/// Returns what a pane shows from a fresh start, in its own world, over the span in which `kind` is judged.
fn symptoms(settings: &Settings, index: usize, seed: u64, kind: Kind) -> Vec<Symptom> {
    const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
    let settings = Settings { hitches: Vec::new(), paused: false, seed: settings.seed.wrapping_add(seed), ..settings.clone() };
    let begin = |setup: &PaneSetup| JudgedRun::new(setup, SECOND * 2, SECOND * 60);
    let mut run = Run::new(settings, index, 61.0).expect("it runs").start(begin).expect("it starts");
    let judged = match kind {
        Kind::Ahead | Kind::Behind | Kind::Hitch | Kind::Stall => 10,
        Kind::Tunnelling | Kind::AnotherHeight | Kind::OffPath | Kind::Exploded | Kind::Alarm => 6,
        _ => 4,
    };
    let pictures = |run: &Running<JudgedRun>| run.panes()[0].fold().pictures;
    while run.now() < Time::ZERO + SECOND * (2 + judged) || (pictures(&run) < 40 && run.now() < Time::ZERO + SECOND * 60) {
        run.advance_to(run.now() + SECOND.divided(10));
    }
    let now = run.now();
    let panes = run.panes();
    panes[0].fold().watch.judge(now, now - (Time::ZERO + SECOND * 2), 1.0)
}

/// Returns a computer on which everything happens: updates that cost, late waking, noise.
pub fn ordinary() -> Computer {
    Computer { update_ms: 1.5, render_ms: 21.0, wake_hi_ms: 1.0, start_ms: 0.5, ..Computer::default() }
}

/// Returns all loops in `scene`, six panes at a time.
pub fn laboratories(scene: &str) -> impl Iterator<Item = Settings> {
    let mut scene = WorldChoice::new(scene);
    if scene.id == "crowd" {
        // The fewest: of more bodies there is no room for five seconds.
        scene.options.set("bodies", Value::Number(100.0));
    }
    strategies::ALL.chunks(6).map(move |some| Settings {
        scene: scene.clone(),
        panes: some
            .iter()
            .map(|strategy| {
                let mut pane = PaneSettings::new(&strategy.id);
                if scene.id == "crowd" && strategy.param("iterations").is_some() {
                    // Five hundred states a second would fill the memory as well.
                    pane.params.set("iterations", Value::Number(4.0));
                }
                pane
            })
            .collect(),
        computer: ordinary(),
        hitches: vec![PlannedStall::of_render(1.0, 120.0)],
        ..Settings::default()
    })
}

/// Returns the times from flip to flip of a capture, in milliseconds.
pub fn stays(read: &ReadCapture) -> Vec<f64> {
    let shown: Vec<Time> = read.capture.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect();
    shown.windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect()
}

/// Writes a row for each frame: its number, its length in ms, and the time after it in ms. A frame without text has no row.
pub fn table_of(lengths: &[f64], head: &str, row: impl Fn(usize, f64, f64) -> String) -> String {
    let mut at = 0.0;
    let rows = lengths.iter().enumerate().map(|(frame, ms)| {
        at += ms;
        let row = row(frame, *ms, at);
        if row.is_empty() { row } else { row + "\n" }
    });
    head.to_owned() + &rows.collect::<String>()
}
