//! The program says what the checker says: at every tenth of a second of random runs, of the scenarios and of the
//! demonstration.

use super::checker::{Checker, KINDS, State, Verdict};
use super::lines::{Line, read};
use crate::common::{extremes, ids, set_computer, set_param, set_paused, set_presentation, set_strategy};
use crate::models::random::whole;
use crate::tiers::{count_cases, is_left_to_full_tier, sampled};
use crate::traced::Paper;
use std::collections::{BTreeMap, BTreeSet};
use tickscope::studio::export::trace::{Trace, TraceContents, TraceFormat, write_trace};
use tickscope::studio::lesson;
use tickscope::studio::scenario::builtin;
use tickscope_core::base::params::param::{Param, ValueKind};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::lab::symptoms::watch::Watch;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::{Computer, InputRead, Present, PressRead};
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Presentation, Settings, StallOn, WorldChoice};
use tickscope_core::model::{check, strategies, worlds};

/// Values agree if they differ by less than this share.
const CLOSE: f64 = 1e-6;

pub fn lines(script: &Script, pane: Origin, length_s: f64) -> Vec<Line> {
    let paper = Paper::default();
    let contents = TraceContents { bodies: false, inputs: true, world: true };
    let trace = Trace { script, panes: &[pane], seconds: length_s, contents, format: TraceFormat::JsonLines };
    write_trace(&trace, paper.clone()).unwrap();
    read(&paper.text())
}

/// Returns the kinds that the program finds at each tenth of a second since the pane began.
fn told(script: &Script, pane: Origin, length_s: f64) -> BTreeMap<i64, Vec<Told>> {
    let run = Run::of(script, pane, length_s).unwrap();
    let begins = run.beginning().setup().at.flicks();
    let watch = Watch::new(&run.beginning().setup()).unwrap().keeping(Span::from_secs(1000.0));
    let (watch, _) = run.fold(watch).unwrap();
    let states: BTreeMap<i64, _> = watch.states.iter().map(|state| (state.at.flicks(), state.clone())).collect();
    let tenth = |number: i64| Span::from_millis(100.0).flicks() * number;
    let moments = (0..).map(tenth).take_while(|at| *at <= Span::from_secs(length_s).flicks());
    let state = |at: i64| states.get(&at).cloned().unwrap_or_else(|| watch.state_at(Time::from_flicks(at)));
    let one = |symptom: &Symptom| Told {
        kind: symptom.kind().id(),
        is_wrong: symptom.tone == Tone::Wrong,
        value: symptom.value,
        from: symptom.from.flicks(),
    };
    let kinds = |at: i64| state(at).symptoms.iter().map(one).collect();
    moments.skip_while(|at| *at < begins).map(|at| (at, kinds(at))).collect()
}

/// A kind that the program tells.
#[derive(Clone, Copy, Debug)]
struct Told {
    kind: &'static str,
    is_wrong: bool,
    value: f64,
    /// Since when it has been told without a break.
    from: i64,
}

/// Returns the first difference between what the program tells and a state of the checker; `None` if they agree.
fn difference(told: &[Told], state: &State, since: &Since) -> Option<String> {
    // A stall that is one of three hitches or more comes after them.
    let place = |kind: &str| KINDS.iter().position(|known| *known == kind);
    let in_order = |is_pattern: bool| {
        told.is_sorted_by_key(|told| {
            (!told.is_wrong, place(if is_pattern && told.kind == "stall" { "hitch" } else { told.kind }))
        })
    };
    if !in_order(false) && !in_order(true) {
        return Some("another order".to_owned());
    }
    for kind in KINDS {
        let program = told.iter().find(|told| told.kind == kind);
        let checker = state.kinds.iter().find(|verdict| verdict.kind == kind);
        match (program, checker) {
            (Some(_), None) => return Some(format!("{kind}, and the text does not")),
            (None, Some(verdict)) if verdict.told == Some(true) => {
                return Some(format!("no {kind}, and the text does with {:?}", verdict.value));
            }
            (Some(program), Some(verdict)) => {
                if let Some(from) = since.get(kind).copied().flatten().filter(|from| *from != program.from) {
                    return Some(format!("{kind} since {}, and the text since {from}", program.from));
                }
                let has_no_tone = ["right", "settling", "paused"].contains(&kind);
                if !has_no_tone && verdict.wrong.is_some_and(|wrong| wrong != program.is_wrong) {
                    return Some(format!("{kind}, and the text tells it with another tone"));
                }
                let value = verdict.value.filter(|_| verdict.told == Some(true) && verdict.wrong.is_some());
                if let Some(value) = value.filter(|value| (program.value - value).abs() > CLOSE * (1.0 + value.abs())) {
                    return Some(format!("{kind} with {}, and the text does with {value}", program.value));
                }
            }
            _ => {}
        }
    }
    None
}

/// Since when the checker has told each kind without a break; `None` if that is open.
type Since = BTreeMap<&'static str, Option<i64>>;

/// Goes on from `since` to the next state.
fn still(since: &Since, state: &State) -> Since {
    let begins = |verdict: &Verdict| match since.get(verdict.kind) {
        Some(known) => known.filter(|_| verdict.told.is_some()),
        None => verdict.told.map(|_| state.at),
    };
    state.kinds.iter().map(|verdict| (verdict.kind, begins(verdict))).collect()
}

/// The kinds that a comparison has seen.
#[derive(Default)]
struct Compared {
    /// The kinds that the program told.
    kinds: BTreeSet<&'static str>,
    states: usize,
    /// How many kinds the checker left open.
    open: BTreeMap<&'static str, usize>,
}

/// Compares a whole run; returns the first difference as an error.
fn compare(script: &Script, pane: Origin, length_s: f64, seen: &mut Compared) -> Result<(), String> {
    let mut checker = Checker::new(&lines(script, pane, length_s));
    let told = told(script, pane, length_s);
    // A pane that begins after the last tenth of a second of the run has no state.
    let Some(last) = told.keys().next_back().copied() else { return Ok(()) };
    let mut since = Since::new();
    loop {
        let state = checker.advance();
        if let Some(told) = told.get(&state.at) {
            since = still(&since, &state);
            seen.kinds.extend(told.iter().map(|told| told.kind));
            seen.states += 1;
            for verdict in state.kinds.iter().filter(|verdict| verdict.told.is_none()) {
                *seen.open.entry(verdict.kind).or_default() += 1;
            }
            if let Some(difference) = difference(told, &state, &since) {
                let at = Time::from_flicks(state.at).as_secs();
                return Err(format!("at {at} s the program tells {difference}; it tells {told:?}, the text {state:?}"));
            }
        }
        if state.at >= last {
            return Ok(());
        }
    }
}

/// Random numbers of one run.
struct Dice {
    run: u64,
    thrown: i64,
}

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.thrown += 1;
        whole(self.run, 23, self.thrown, (0, count as i64 - 1)) as usize
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// Returns a number from 0 to 1.
    fn share(&mut self) -> f64 {
        self.below(1_000_001) as f64 / 1e6
    }

    /// Returns true once in so many calls on average.
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Returns a load from 0.5 to `most` ms, mostly a small one, some of which are whole.
    fn load(&mut self, most: f64) -> f64 {
        let ms = 0.5 + (most - 0.5) * libm::pow(self.share(), 2.0);
        if self.one_in(2) { ms.round().max(1.0) } else { ms }
    }

    /// Returns the bounds of noise, and how often a spike comes and how long it is.
    fn pattern(&mut self, most: f64) -> ((f64, f64), (u32, f64)) {
        match self.below(5) {
            0 => ((self.load(most), self.load(most)), (30, 0.0)),
            1 => ((0.0, 0.0), (2 + self.below(60) as u32, self.load(5.0 * most))),
            _ => ((0.0, 0.0), (30, 0.0)),
        }
    }

    fn bounds(&mut self, most: f64) -> (f64, f64) {
        let (a, b) = (self.load(most), self.load(most));
        if self.one_in(3) { (a, b) } else { (0.0, 0.0) }
    }

    fn computer(&mut self) -> Computer {
        let (vrr_lo_hz, vrr_hi_hz) = (self.one_of(&[30.0, 48.0]), self.one_of(&[75.0, 144.0, 240.0]));
        let vrr = self.one_in(6);
        let tail = (self.share() / 10.0, self.load(20.0));
        let update_ms = if self.one_in(2) { 0.0 } else { self.load(20.0) };
        let render_ms = self.load(70.0);
        let ((noise_lo_ms, noise_hi_ms), (spike_every, spike_ms)) = self.pattern(30.0);
        let updates = if self.one_in(3) { self.pattern(10.0) } else { ((0.0, 0.0), (30, 0.0)) };
        let ((update_noise_lo_ms, update_noise_hi_ms), (update_spike_every, update_spike_ms)) = updates;
        let mut computer = Computer {
            update_ms,
            // Mostly noise alone: both together are very long.
            render_ms: if noise_hi_ms > 0.0 { 0.0 } else { render_ms },
            noise_lo_ms,
            noise_hi_ms,
            spike_every,
            spike_ms,
            update_noise_lo_ms,
            update_noise_hi_ms,
            update_spike_every,
            update_spike_ms,
            gpu_ms: if self.one_in(3) { self.load(40.0) } else { 0.0 },
            refresh_hz: self.one_of(&[60.0, 60.0, 60.0, 30.0, 50.0, 59.94, 75.0, 100.0, 144.0, 165.0, 240.0]),
            present: if vrr { Present::Fifo } else { self.one_of(&[Present::Fifo, Present::Mailbox, Present::Immediate]) },
            vrr,
            vrr_lo_hz,
            vrr_hi_hz,
            queue: self.below(4) as u32,
            timer_ms: self.one_of(&[0.0, 0.0, 0.0, 1.0, 10.0, 15.625]),
            sleep_ms: self.one_of(&[0.0, 0.0, 0.0, 1.0, 15.625]),
            ..Computer::default()
        };
        (computer.wake_lo_ms, computer.wake_hi_ms) = self.bounds(5.0);
        (computer.wake_tail, computer.wake_tail_ms) = if self.one_in(6) { tail } else { (0.0, 0.0) };
        Computer {
            input: self.one_of(&[InputRead::Update, InputRead::Turn]),
            start_ms: self.one_of(&[0.0, 0.0, 3.0, 40.0, 700.0]),
            wraps_at_s: if self.one_in(12) { 10.0 * self.share() } else { 0.0 },
            ..computer
        }
    }

    /// Returns a value of a parameter: an end of its range, or mostly a small one.
    fn value_of(&mut self, param: &Param) -> Value {
        let share = libm::pow(self.share(), 3.0);
        match &param.kind {
            ValueKind::Number(number) if !self.one_in(3) => {
                let value = number.min + (number.max - number.min) * share;
                Value::Number(if number.whole { value.round() } else { value })
            }
            _ => self.one_of(&extremes(param)),
        }
    }

    fn settings(&mut self) -> Settings {
        let world = self.one_of(&worlds::ALL.iter().map(|world| world.id).collect::<Vec<_>>());
        let mut scene = WorldChoice::new(world);
        for option in worlds::find(world).unwrap().options {
            if option.name != "bodies" && self.one_in(2) {
                let value = self.value_of(option);
                scene.options.set(&option.name, value);
            } else if option.name == "bodies" {
                scene.options.set("bodies", extremes(option)[0].clone());
            }
        }
        let pane = self.pane();
        let hitches = (0..self.below(6).saturating_sub(2))
            .map(|_| PlannedStall { at_s: 10.0 * self.share(), ms: self.load(1500.0), on: self.one_of(&StallOn::ALL) })
            .collect();
        Settings {
            seed: self.run,
            scene,
            computer: self.computer(),
            hitches,
            paused: self.one_in(40),
            loops: Vec::new(),
            panes: vec![pane],
        }
    }

    /// Returns a pane with a loop, its parameters and its drawing.
    fn pane(&mut self) -> PaneSettings {
        let strategy = strategies::find(self.one_of(&ids())).unwrap();
        let mut pane = PaneSettings::new(&strategy.id);
        for param in strategy.params.iter() {
            let before = pane.params.clone();
            if self.one_in(4) {
                let value = self.value_of(param);
                pane.params.set(&param.name, value);
            }
            if strategy.check(&pane.params).is_err() {
                pane.params = before;
            }
        }
        if self.one_in(4) {
            pane.presentation = Some(self.one_of(&Presentation::ALL));
        }
        pane
    }

    /// Loads that change in a step, or are dragged thirty times a second; pauses, stalls, taps and other settings.
    fn commands(&mut self, settings: &Settings, length_s: f64) -> Vec<TimedCommand> {
        let mut commands = Vec::new();
        for _ in 0..self.below(6).saturating_sub(1) {
            let at_s = length_s * self.share();
            let mut give = |at_s: f64, command| {
                commands.push(TimedCommand { at_flicks: Time::from_secs(at_s).flicks(), command });
            };
            let with = |render_ms| Computer { render_ms, ..settings.computer.clone() };
            match self.below(12) {
                0 | 1 => give(at_s, set_computer(&with(self.load(100.0)))),
                2 | 3 => {
                    let (from, to, steps) = (settings.computer.render_ms, self.load(100.0), 1 + self.below(60));
                    for step in 1..=steps {
                        let share = step as f64 / steps as f64;
                        give(at_s + step as f64 / 30.0, set_computer(&with(from + (to - from) * share)));
                    }
                }
                4 => {
                    let end_s = at_s + 3.0 * self.share();
                    give(at_s, set_paused(true));
                    give(end_s, set_paused(false));
                }
                5 => {
                    give(at_s, Command::Stall { ms: self.load(800.0), on: self.one_of(&StallOn::ALL) });
                    give(at_s + 0.3, Command::Tap);
                }
                6 => {
                    let other = self.computer();
                    give(at_s, set_computer(&other));
                }
                7 => give(at_s, set_strategy(0, self.one_of(&ids()))),
                8 => give(at_s, Command::AddPane(self.pane())),
                9 => {
                    // A crowd of its usual size costs too much here.
                    let worlds: Vec<&str> = worlds::ALL.iter().map(|world| world.id).filter(|id| *id != "crowd").collect();
                    give(at_s, Command::Set(Patch::one(Owner::World.path("id"), self.one_of(&worlds))));
                }
                10 => {
                    let strategy = strategies::find(&settings.panes[0].strategy).unwrap();
                    let params: Vec<&Param> = strategy.params.iter().collect();
                    if !params.is_empty() {
                        let param = self.one_of(&params);
                        give(at_s, set_param(0, &param.name, self.value_of(param)));
                    }
                }
                _ => give(at_s, set_presentation(0, Some(self.one_of(&Presentation::ALL)))),
            }
        }
        commands
    }

    /// Returns a run that is allowed, and its length.
    fn script(&mut self) -> (Script, f64) {
        loop {
            let settings = self.settings();
            let length_s = 2.0 + 11.0 * self.share();
            let commands = self.commands(&settings, length_s);
            let script = check::script(settings, commands).ok();
            let runs = |script: &Script| script.every_pane().all(|pane| Run::of(script, pane, length_s).is_ok());
            if let Some(script) = script.filter(runs) {
                return (script, length_s);
            }
        }
    }
}

fn compare_runs(runs: impl Iterator<Item = u64>) -> Compared {
    let (mut seen, mut differences) = (Compared::default(), Vec::new());
    for run in runs {
        let (script, length_s) = Dice { run, thrown: 0 }.script();
        for pane in script.panes_before(Time::from_secs(length_s)) {
            if let Err(difference) = compare(&script, pane, length_s, &mut seen) {
                let (settings, commands) = (script.settings(), script.commands());
                differences.push(format!("run {run}, {pane:?}: {difference}\n{length_s} s, {settings:?}, {commands:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    // If more were open, the band would hide what differs.
    assert!(seen.open.values().sum::<usize>() * 100 < seen.states, "open in {} states: {:?}", seen.states, seen.open);
    seen
}

#[test]
fn the_program_tells_what_the_text_says_in_random_runs() {
    // The quick tier has a hundredth of them.
    let runs = count_cases(2000) / if is_left_to_full_tier() { 10 } else { 1 };
    let mut seen = compare_runs(0..u64::from(runs));
    // Chance makes too seldom a stall of more than ten seconds, presses that several steps take, a loop that draws once in three seconds,
    // and a new load after its first frame.
    let (hitches, computer) =
        (vec![PlannedStall::of_render(1.0, 10_000.0)], Computer { render_ms: 400.0, ..Computer::default() });
    let stalled = check::script(Settings { hitches, computer, ..Settings::default() }, Vec::new()).expect("it is allowed");
    compare(&stalled, Origin::Start(0), 16.0, &mut seen).unwrap_or_else(|difference| panic!("{difference}"));
    let computer = Computer { render_ms: 60.0, presses: PressRead::Frame, ..Computer::default() };
    let panes = vec![PaneSettings::new("clamped-accumulator")];
    let pressed = Settings { scene: WorldChoice::new("presses"), computer, panes, ..Settings::default() };
    let pressed = check::script(pressed, Vec::new()).expect("it is allowed");
    compare(&pressed, Origin::Start(0), 12.0, &mut seen).unwrap_or_else(|difference| panic!("{difference}"));
    let mut pane = PaneSettings::new("draw-every-nth");
    pane.params.set("draw_every", Value::Number(60.0));
    pane.params.set("max_fps", Value::Number(20.0));
    let settings = Settings { panes: vec![pane], ..Settings::default() };
    let load = set_computer(&Computer { render_ms: 7.0, ..settings.computer.clone() });
    let commands = vec![TimedCommand { at_flicks: Time::from_secs(0.5).flicks(), command: load }];
    let script = check::script(settings, commands).expect("it is allowed");
    compare(&script, Origin::Start(0), 6.0, &mut seen).unwrap_or_else(|difference| panic!("{difference}"));
    // The rarest kind comes up in one run of two hundred.
    assert!(runs < 200 || seen.kinds == KINDS.into_iter().collect(), "only {:?} were told", seen.kinds);
}

#[test]
fn the_program_tells_what_the_text_says_in_every_scenario() {
    let mut seen = Compared::default();
    for (id, scenario) in sampled(builtin::SCENARIOS.iter()) {
        let length_s = scenario.seconds.unwrap_or(10.0);
        for pane in scenario.script.every_pane() {
            let compared = compare(&scenario.script, pane, length_s, &mut seen);
            compared.unwrap_or_else(|difference| panic!("{id}, {pane:?}: {difference}"));
        }
    }
}

#[test]
fn no_loop_of_the_opening_and_of_whole_refreshes_is_fast_after_a_load() {
    let script = builtin::find("whole-refreshes").expect("it comes with the program").scenario().expect("it opens").script;
    let slow = told(&script, Origin::Start(0), 12.0).into_values().flatten().filter(|told| told.kind == "slow-motion");
    assert_eq!(slow.count(), 0);
    let later =
        told(&lesson::builtin::OPENING.setups[0].script, Origin::Start(3), 28.0).split_off(&Time::from_secs(22.5).flicks());
    assert!(!later.into_values().flatten().any(|told| told.kind == "fast-motion"));
}

#[test]
fn operations_say_what_a_pattern_or_a_stall_adds_to_their_load() {
    let computer = Computer {
        update_ms: 2.0,
        update_noise_lo_ms: 0.0,
        update_noise_hi_ms: 3.0,
        spike_every: 30,
        spike_ms: 20.0,
        ..Computer::default()
    };
    let settings = Settings {
        computer,
        hitches: vec![PlannedStall { at_s: 1.0, ms: 50.0, on: StallOn::Update }, PlannedStall::of_render(1.5, 40.0)],
        panes: vec![PaneSettings::new("variable-delta")],
        ..Settings::default()
    };
    let lines = lines(&Script::from(&settings), Origin::Start(0), 2.0);
    let mut extras = Vec::new();
    for (event, load_ms) in [("update", 2.0), ("render", 5.0)] {
        for line in lines.iter().filter(|line| line.event == event) {
            let cost = Time::from_secs(line.end_s) - Time::from_secs(line.at_s);
            assert_eq!(cost, Span::from_millis(load_ms) + Span::from_millis(line.extra_ms), "{line:?}");
            extras.push(line.extra_ms);
        }
    }
    let with = |range: std::ops::Range<f64>| extras.iter().filter(|extra| range.contains(extra)).count();
    assert!((with(50.0..53.1), with(39.9..40.1)) == (1, 1) && with(19.9..20.1) >= 2 && with(0.0001..3.1) > 50, "{extras:?}");
}
