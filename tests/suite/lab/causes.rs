//! Every rule on a real pane: what it names is taken away, and the trouble goes; something else is, and it stays.

use crate::common::set_computer;
use tickscope::base::params::{Value, Values};
use tickscope::base::time::{Span, Time};
use tickscope::lab::diagnose::Return;
use tickscope::lab::diagnose::verdict::finding::{FastCause, Finding, How, SlowCause, Spiral};
use tickscope::lab::diagnose::verdict::{Verdict, verdict};
use tickscope::lab::panes::Lab;
use tickscope::model::config::{
    Bounds, Computer, InputRead, PaneSettings, Pattern, PlannedStall, Present, Presentation, Rates, Settings, VariableRefresh,
    WorldChoice,
};
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::{Action, Session};

/// A pane that is looked at after some seconds.
#[derive(Clone)]
struct Bench {
    pane: PaneSettings,
    scene: WorldChoice,
    computer: Computer,
    hitches: Vec<PlannedStall>,
    /// From four seconds before it is looked at until one second before it is: what a frame costs then.
    slow_spell_ms: Option<f64>,
    seconds: f64,
}

fn bench(strategy: &str) -> Bench {
    Bench {
        pane: PaneSettings::new(strategy),
        scene: WorldChoice::new("runner"),
        computer: Computer::default(),
        hitches: Vec::new(),
        slow_spell_ms: None,
        seconds: 4.0,
    }
}

fn word(word: &str) -> Value {
    Value::Word(word.to_owned())
}

impl Bench {
    fn on(mut self, change: impl FnOnce(&mut Computer)) -> Bench {
        change(&mut self.computer);
        self
    }

    fn rendering(self, ms: f64) -> Bench {
        self.on(|computer| computer.render_ms = ms)
    }

    fn updating(self, ms: f64) -> Bench {
        self.on(|computer| computer.update_ms = ms)
    }

    fn unsynced(self) -> Bench {
        self.on(|computer| computer.present = Present::Mailbox)
    }

    fn set(mut self, name: &str, value: Value) -> Bench {
        self.pane.params.set(name, value);
        self
    }

    fn drawn(mut self, presentation: Presentation) -> Bench {
        self.pane.presentation = Some(presentation);
        self
    }

    fn in_world(mut self, id: &str, options: &[(&str, Value)]) -> Bench {
        let mut values = Values::default();
        for (name, value) in options {
            values.set(name, value.clone());
        }
        self.scene = WorldChoice { options: values, ..WorldChoice::new(id) };
        self
    }

    /// The same loop's place is taken by another.
    fn by(mut self, strategy: &str) -> Bench {
        self.pane = PaneSettings { presentation: self.pane.presentation, ..PaneSettings::new(strategy) };
        self
    }

    fn stalled(mut self, at_s: f64, ms: f64) -> Bench {
        self.hitches.push(PlannedStall::of_render(at_s, ms));
        self
    }

    fn after(self, seconds: f64) -> Bench {
        Bench { seconds, ..self }
    }

    fn verdict(&self) -> Verdict {
        let Bench { pane, scene, computer, hitches, .. } = self.clone();
        let settings = Settings { scene, computer, hitches, panes: vec![pane], ..Settings::default() };
        let usual = settings.computer.clone();
        let mut lab = Lab::new(settings).expect("these settings are allowed");
        if let Some(render_ms) = self.slow_spell_ms {
            lab.advance_to(Time::from_secs(self.seconds - 4.0));
            lab.command(set_computer(&Computer { render_ms, ..usual.clone() })).expect("a load is allowed");
            lab.advance_to(Time::from_secs(self.seconds - 1.0));
            lab.command(set_computer(&usual)).expect("a load is allowed");
        }
        lab.advance_to(Time::from_secs(self.seconds));
        verdict(lab.panes()[0].seen_at(lab.now()), None)
    }
}

/// Where a rule speaks.
struct Case {
    bench: Bench,
    /// What is found, with its cause.
    named: fn(&Finding) -> bool,
    /// What is no longer found without the cause: the same trouble, whatever its cause.
    trouble: fn(&Finding) -> bool,
    without_cause: fn(Bench) -> Bench,
    without_another: fn(Bench) -> Bench,
}

macro_rules! is {
    ($($pattern:tt)+) => { |finding| matches!(finding, $($pattern)+) };
}

fn late(computer: &mut Computer) {
    computer.wake_ms = Bounds { lo_ms: 0.0, hi_ms: 1.0 };
}

fn cases() -> Vec<Case> {
    let slow: fn(&Finding) -> bool = is!(Finding::Slow(..) | Finding::Spiral { .. } | Finding::GameSpeed { .. });
    let fast: fn(&Finding) -> bool = is!(Finding::Fast(..));
    let cheap: fn(Bench) -> Bench = |bench| bench.updating(2.0);
    let light: fn(Bench) -> Bench = |bench| bench.rendering(1.0);
    let unsynced: fn(Bench) -> Bench = Bench::unsynced;
    let calm: fn(Bench) -> Bench = |bench| Bench { hitches: Vec::new(), ..bench };
    let exact: fn(Bench) -> Bench = |bench| bench.on(|computer| computer.timer_ms = 0.0);
    let punctual: fn(Bench) -> Bench = |bench| bench.on(|computer| computer.wake_ms = Bounds::default());
    let case =
        |bench, named, trouble, without_cause, without_another| Case { bench, named, trouble, without_cause, without_another };
    vec![
        case(bench("semi-fixed").updating(30.0), is!(Finding::Spiral { kind: Spiral::Death, .. }), slow, cheap, light),
        case(
            bench("semi-fixed").updating(20.0).after(0.9),
            is!(Finding::Spiral { kind: Spiral::Unlimited, .. }),
            slow,
            cheap,
            light,
        ),
        case(bench("clamped-accumulator").updating(30.0), is!(Finding::Spiral { kind: Spiral::Limited, .. }), slow, cheap, light),
        // A tick in twenty parts, and steps with thoughts between them, cost what they cost together.
        case(bench("spread-updates").updating(60.0), is!(Finding::Spiral { kind: Spiral::Limited, .. }), slow, cheap, light),
        case(bench("multi-rate").updating(20.0), is!(Finding::Spiral { kind: Spiral::Limited, .. }), slow, cheap, light),
        // Its frames are predicted on at real speed, so only the game is slow.
        case(
            bench("frame-skip-predicted").updating(100.0),
            is!(Finding::Spiral { kind: Spiral::Limited, .. }),
            slow,
            cheap,
            light,
        ),
        case(
            bench("frame-skip-predicted").rendering(250.0).unsynced().after(10.0),
            is!(Finding::GameSpeed { .. }),
            slow,
            light,
            |bench| bench.on(late),
        ),
        case(
            bench("frame-skip").on(|computer| computer.wraps_at_s = 1.03),
            is!(Finding::CounterStartedOver),
            is!(Finding::CounterStartedOver | Finding::Slow(..)),
            |bench| bench.on(|computer| computer.wraps_at_s = 0.0),
            light,
        ),
        case(
            bench("frame-skip").on(|computer| computer.wraps_at_s = 1.03).after(2.0),
            is!(Finding::Slow(_, SlowCause::Counter)),
            slow,
            |bench| bench.set("compare", word("signed")),
            light,
        ),
        case(
            bench("variable-delta").stalled(3.5, 2000.0),
            is!(Finding::StandsStill(_)),
            is!(Finding::StandsStill(_)),
            calm,
            unsynced,
        ),
        case(
            bench("variable-delta").stalled(3.0, 500.0),
            is!(Finding::Stalled { back: Some(Return::Jump { .. }), lost: Span::ZERO, .. }),
            is!(Finding::Stalled { .. }),
            calm,
            unsynced,
        ),
        case(
            bench("frame-skip").stalled(3.0, 800.0),
            is!(Finding::Stalled { back: Some(Return::FastForward { .. }), .. }),
            is!(Finding::Stalled { .. }),
            calm,
            unsynced,
        ),
        case(
            bench("frame-based").stalled(3.0, 500.0),
            is!(Finding::Stalled { back: Some(Return::Never), .. }),
            is!(Finding::Stalled { .. }),
            calm,
            light,
        ),
        // One jump of half of it, and the rest is lost for good.
        case(
            bench("beautiful-timer").stalled(2.5, 1000.0),
            |finding| match finding {
                Finding::Stalled { back: Some(Return::Jump { by, .. }), lost, .. } => {
                    (430.0..500.0).contains(&by.as_millis()) && (500.0..600.0).contains(&lost.as_millis())
                }
                _ => false,
            },
            is!(Finding::Stalled { .. }),
            calm,
            unsynced,
        ),
        case(
            bench("frame-based").rendering(25.0),
            is!(Finding::Slow(_, SlowCause::CountsTurns(..))),
            slow,
            |bench| bench.by("variable-delta"),
            unsynced,
        ),
        case(bench("fixed-fps").rendering(45.0), is!(Finding::Slow(_, SlowCause::Load(..))), slow, light, unsynced),
        case(bench("fixed-fps").rendering(36.0), is!(Finding::Slow(_, SlowCause::Vsync(..))), slow, unsynced, |bench| {
            bench.updating(2.0)
        }),
        case(
            bench("fixed-fps").set("fps", Value::Number(100.0)),
            is!(Finding::Slow(_, SlowCause::Vsync(..))),
            slow,
            unsynced,
            light,
        ),
        case(
            bench("fixed-fps-relative").on(|computer| computer.sleep_ms = 15.625).unsynced(),
            is!(Finding::Slow(_, SlowCause::Oversleeps(..))),
            slow,
            |bench| bench.on(|computer| computer.sleep_ms = 0.0),
            light,
        ),
        case(
            bench("fixed-fps-relative").on(late),
            is!(Finding::Slow(_, SlowCause::OversleepsRefresh(..))),
            slow,
            punctual,
            light,
        ),
        case(
            bench("clamped-accumulator").rendering(145.0),
            is!(Finding::Slow(_, SlowCause::Limit(..))),
            slow,
            |bench| bench.set("clamp_ms", Value::off()),
            unsynced,
        ),
        case(bench("fixed-interval").rendering(90.0), is!(Finding::Slow(_, SlowCause::Limit(..))), slow, light, unsynced),
        case(
            bench("frame-skip").rendering(250.0).after(10.0),
            is!(Finding::Slow(_, SlowCause::Limit(..))),
            slow,
            |bench| bench.set("max_frameskip", Value::off()),
            unsynced,
        ),
        case(
            bench("frame-based").on(|computer| computer.refresh_hz = 144.0),
            is!(Finding::Fast(_, FastCause::CountsTurns(..))),
            fast,
            |bench| bench.by("variable-delta"),
            light,
        ),
        case(
            bench("frame-skip").set("ticks_per_s", Value::Number(60.0)).set("whole_ms", word("on")).after(8.0),
            is!(Finding::Fast(_, FastCause::WholeMillis(..))),
            fast,
            |bench| bench.set("whole_ms", word("off")),
            light,
        ),
        case(
            Bench { slow_spell_ms: Some(70.0), ..bench("fixed-fps") }.after(6.0),
            is!(Finding::Fast(_, FastCause::CatchesUp)),
            fast,
            |bench| Bench { slow_spell_ms: None, ..bench },
            light,
        ),
        case(
            bench("fixed-fps-relative").on(|computer| computer.timer_ms = 55.0).unsynced(),
            is!(Finding::Slow(_, SlowCause::Oversleeps(..))),
            slow,
            exact,
            light,
        ),
        case(
            bench("variable-delta").rendering(60.0).in_world("thin-wall", &[]).after(8.0),
            is!(Finding::Tunnelled { step: Some(_), .. }),
            is!(Finding::Tunnelled { .. }),
            |bench| bench.by("fixed-interpolated").set("step_hz", Value::Number(1000.0)),
            unsynced,
        ),
        case(
            bench("fixed-interpolated")
                .set("step_hz", Value::Number(1000.0))
                .in_world("thin-wall", &[("collision", word("picture"))])
                .after(8.0),
            is!(Finding::Tunnelled { step: None, .. }),
            is!(Finding::Tunnelled { .. }),
            |bench| bench.in_world("thin-wall", &[]),
            light,
        ),
        case(
            bench("variable-delta").rendering(20.0).in_world("spring", &[("integrator", word("explicit-euler"))]).after(10.0),
            is!(Finding::Exploded(_)),
            is!(Finding::Exploded(_)),
            |bench| bench.by("fixed-interpolated").set("step_hz", Value::Number(1000.0)).after(1.0),
            light,
        ),
        case(
            bench("variable-delta").rendering(25.0).in_world("per-tick", &[]),
            is!(Finding::World(_)),
            is!(Finding::World(_)),
            |bench| bench.by("clamped-accumulator"),
            unsynced,
        ),
        case(
            bench("variable-delta").on(|computer| computer.timer_ms = 55.0),
            is!(Finding::TimerStandsStill(_)),
            is!(Finding::TimerStandsStill(_) | Finding::Judders(_)),
            exact,
            light,
        ),
        case(
            bench("closed-form").on(|computer| computer.timer_ms = 55.0),
            is!(Finding::TimerStandsStill(_)),
            is!(Finding::TimerStandsStill(_) | Finding::Judders(_)),
            exact,
            light,
        ),
        case(
            bench("clamped-accumulator").on(late).on(|computer| computer.start_ms = 0.5),
            |finding| matches!(finding, Finding::NoneAndTwo { causes, .. } if causes.woken_late && causes.timer.is_none()),
            is!(Finding::NoneAndTwo { .. } | Finding::Judders(_)),
            punctual,
            light,
        ),
        case(
            bench("clamped-accumulator").on(|computer| computer.timer_ms = 10.0),
            |finding| matches!(finding, Finding::NoneAndTwo { causes, .. } if !causes.woken_late && causes.timer.is_some()),
            is!(Finding::NoneAndTwo { .. } | Finding::Judders(_)),
            exact,
            light,
        ),
        case(
            bench("clamped-accumulator").set("sums", word("f64")),
            |finding| matches!(finding, Finding::NoneAndTwo { causes, .. } if !causes.woken_late && causes.rounded),
            is!(Finding::NoneAndTwo { .. } | Finding::Judders(_)),
            |bench| bench.set("sums", word("exact")),
            light,
        ),
        case(
            bench("fixed-fps"),
            is!(Finding::RawSteps { repeated: false, stays: (2, 3), .. }),
            is!(Finding::RawSteps { .. } | Finding::Judders(_)),
            |bench| bench.on(|computer| computer.refresh_hz = 75.0),
            light,
        ),
        case(
            bench("frame-skip-predicted").drawn(Presentation::Latest),
            is!(Finding::RawSteps { repeated: true, stays: (2, 3), .. }),
            is!(Finding::RawSteps { .. } | Finding::Judders(_)),
            |bench| bench.drawn(Presentation::Interpolate),
            light,
        ),
        case(
            bench("variable-delta").on(|computer| computer.pattern = Pattern::Noise(Bounds { lo_ms: 5.0, hi_ms: 30.0 })),
            is!(Finding::Judders(_)),
            is!(Finding::Judders(_)),
            |bench| bench.on(|computer| computer.pattern = Pattern::Constant),
            |bench| bench.on(|computer| computer.start_ms = 0.5),
        ),
        case(
            bench("variable-delta").unsynced(),
            is!(Finding::Dropped(_)),
            is!(Finding::Dropped(_) | Finding::NeverWaits { .. }),
            |bench| bench.on(|computer| computer.present = Present::Fifo),
            light,
        ),
        case(
            bench("variable-delta").rendering(25.0).unsynced(),
            is!(Finding::NeverWaits { spins: false }),
            is!(Finding::Dropped(_) | Finding::NeverWaits { .. }),
            |bench| bench.on(|computer| computer.present = Present::Fifo),
            |bench| bench.on(|computer| computer.start_ms = 0.5),
        ),
        case(
            bench("variable-delta").on(|computer| (computer.gpu_ms, computer.queue) = (20.0, 2)),
            is!(Finding::GpuBound { .. }),
            is!(Finding::GpuBound { .. }),
            |bench| bench.on(|computer| computer.gpu_ms = 5.0),
            light,
        ),
        case(
            bench("variable-delta").on(|computer| computer.queue = 2),
            is!(Finding::QueueFull { .. }),
            is!(Finding::QueueFull { .. }),
            |bench| bench.on(|computer| computer.queue = 0),
            light,
        ),
        case(
            bench("variable-delta").on(|computer| {
                computer.pattern = Pattern::Noise(Bounds { lo_ms: 6.0, hi_ms: 24.0 });
                computer.queue = 2;
            }),
            is!(Finding::TimesItsWaits { .. }),
            is!(Finding::TimesItsWaits { .. } | Finding::Judders(_)),
            |bench| bench.on(|computer| computer.pattern = Pattern::Constant),
            |bench| bench.on(|computer| computer.input = InputRead::Turn),
        ),
        case(
            bench("variable-delta").on(|computer| computer.present = Present::Immediate),
            is!(Finding::Torn(_)),
            is!(Finding::Torn(_)),
            unsynced,
            light,
        ),
        case(
            bench("variable-delta").rendering(25.0).on(|computer| {
                computer.vrr = VariableRefresh::Range(Rates { lo_hz: 48.0, hi_hz: 144.0 });
            }),
            is!(Finding::Repeated { .. }),
            is!(Finding::Repeated { .. }),
            |bench| bench.rendering(15.0),
            |bench| bench.on(|computer| computer.input = InputRead::Turn),
        ),
        case(
            bench("fixed-fps").on(|computer| (computer.gpu_ms, computer.queue) = (45.0, 1)),
            is!(Finding::Slow(_, SlowCause::Gpu(..))),
            slow,
            |bench| bench.on(|computer| computer.gpu_ms = 5.0),
            light,
        ),
        case(
            bench("fixed-fps").rendering(25.0).on(|computer| computer.gpu_ms = 20.0),
            is!(Finding::Slow(_, SlowCause::Serial(..))),
            slow,
            |bench| bench.on(|computer| computer.queue = 1),
            |bench| bench.on(|computer| computer.input = InputRead::Turn),
        ),
        case(
            bench("variable-delta").rendering(145.0),
            is!(Finding::SlowToAnswer(_)),
            is!(Finding::SlowToAnswer(_)),
            light,
            unsynced,
        ),
        case(
            bench("clamped-accumulator").stalled(1.0, 700.0).after(5.0),
            is!(Finding::Behind(_)),
            is!(Finding::Behind(_)),
            |bench| bench.set("clamp_ms", Value::off()),
            |bench| bench.drawn(Presentation::Interpolate),
        ),
        case(
            bench("frame-skip-predicted"),
            is!(Finding::Right { how: How::Steps(Presentation::Extrapolate), ahead: Some(_), .. }),
            is!(Finding::Right { ahead: Some(_), .. }),
            |bench| bench.drawn(Presentation::Interpolate),
            light,
        ),
    ]
}

#[test]
fn without_the_cause_that_is_named_the_trouble_goes_and_without_another_it_stays() {
    let mut wrong = Vec::new();
    for (number, Case { bench, named, trouble, without_cause, without_another }) in cases().into_iter().enumerate() {
        let found = |bench: &Bench, of: fn(&Finding) -> bool| {
            let verdict = bench.verdict();
            (verdict.findings.iter().any(of), verdict.text)
        };
        let what = format!("case {number}, {}", bench.pane.strategy);
        let (is_named, text) = found(&bench, named);
        if !is_named {
            wrong.push(format!("{what} is not named: {text}"));
        }
        let (is_there, text) = found(&without_cause(bench.clone()), trouble);
        if is_there {
            wrong.push(format!("{what} stays without its cause: {text}"));
        }
        let (is_named, text) = found(&without_another(bench), named);
        if !is_named {
            wrong.push(format!("{what} goes without another thing: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_costs_less_than_it_simulates_is_no_spiral() {
    for (strategy, update_ms) in [("frame-skip-predicted", 18.0), ("spread-updates", 30.0), ("multi-rate", 10.0)] {
        let verdict = bench(strategy).updating(update_ms).verdict();
        assert!(!verdict.text.contains("cost more"), "{strategy}: {}", verdict.text);
    }
}

#[test]
fn after_a_stall_nobody_is_said_to_catch_up_who_does_not() {
    for (strategy, ever) in [("variable-delta", false), ("beautiful-timer", false), ("frame-based", false), ("frame-skip", true)]
    {
        let catches = |tenth: i32| {
            let seconds = 2.0 + f64::from(tenth) / 10.0;
            bench(strategy).stalled(2.0, 1000.0).after(seconds).verdict().text.contains("fast-forward")
        };
        assert_eq!((0..50).any(catches), ever, "{strategy}");
    }
}

#[test]
fn in_mid_stall_no_pane_has_the_right_speed() {
    for strategy in tickscope::model::strategies::ALL {
        let text = bench(&strategy.id).stalled(2.0, 1000.0).after(2.6).verdict().text;
        assert!(text.contains("stands still"), "{}: {text}", strategy.id);
    }
}

/// What the built-in scenario `id` says at `seconds`, pane by pane.
fn scenario(id: &str, seconds: f64) -> Vec<Verdict> {
    let found = builtin::find(id).expect("it is built in");
    let mut session = Session::new(found.scenario().expect("it can be read").script).expect("it can be run");
    session.act(Action::PlayPause);
    session.advance_to(Time::from_secs(seconds));
    (0..session.lab().panes().len()).map(|pane| session.verdict(pane)).collect()
}

#[test]
fn scenarios_show_what_their_texts_say() {
    let spiral = |said: &Verdict| said.findings.iter().any(|finding| matches!(finding, Finding::Spiral { .. }));
    assert_eq!(scenario("spiral", 9.5).iter().map(spiral).collect::<Vec<_>>(), [true, true, false]);
    let speeds: Vec<f64> = scenario("three-computers", 9.0)
        .iter()
        .map(|said| match said.findings[0] {
            Finding::Slow(speed, SlowCause::CountsTurns(..)) | Finding::Fast(speed, FastCause::CountsTurns(..)) => speed,
            _ => panic!("{}", said.text),
        })
        .collect();
    assert!((speeds[0] - 4.0).abs() < 0.01 && speeds[1..].iter().all(|speed| (speed - 0.5).abs() < 0.05), "{speeds:?}");
    let timer = scenario("old-timer", 4.0);
    assert!(matches!(timer[0].findings[0], Finding::Right { .. }), "{}: it steps by ticks, never by 0", timer[0].text);
    assert!(matches!(timer[1].findings[0], Finding::NoneAndTwo { causes, .. } if !causes.woken_late), "{}", timer[1].text);
    assert!(timer[2].text.starts_with("Right speed"), "{}", timer[2].text);
    let jumps = scenario("hitch", 3.5);
    let back = |said: &Verdict| match said.findings[0] {
        Finding::Stalled { back: Some(back), lost, .. } => (back, lost.as_millis().round()),
        _ => panic!("{}", said.text),
    };
    let [(forgot, all), (jumped, none), (forward, nothing), (in_part, half)] = [0, 1, 2, 3].map(|pane| back(&jumps[pane]));
    assert_eq!((forgot, all, none, nothing), (Return::Never, 1000.0, 0.0, 0.0));
    assert!(matches!(jumped, Return::Jump { steps: 1, .. }) && matches!(forward, Return::FastForward { .. }));
    assert!(matches!(in_part, Return::Jump { .. }) && half == 555.0, "{half}");
}
