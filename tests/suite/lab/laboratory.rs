//! The laboratory: commands take effect at their moment, sessions repeat exactly, panes never disturb each other, and
//! nothing that can be set stops it.

use crate::common::{any_settings, cases, command, extremes, ids};
use crate::common::{set_computer, set_own_computer, set_param, set_presentation, set_strategy, share_computer};
use proptest::prelude::*;
use tickscope::base::params::Value;
use tickscope::base::time::{Span, Time};
use tickscope::lab::panes::{Lab, Pane};
use tickscope::model::config::PaneLetter;
use tickscope::model::config::{
    Bounds, Command, Computer, Hitch, PaneSettings, Pattern, Present, Presentation, SceneChoice, Settings, TimedCommand,
};
use tickscope::model::machine::{Watched, WatchedName};
use tickscope::model::world::Tally;
use tickscope::model::{strategies, worlds};

fn secs(seconds: f64) -> Time {
    Time::from_secs(seconds)
}

fn ms(milliseconds: f64) -> Span {
    Span::from_millis(milliseconds)
}

fn loads(update_ms: f64, render_ms: f64) -> Computer {
    Computer { update_ms, render_ms, ..Computer::default() }
}

fn settings(strategies: &[&str], computer: Computer) -> Settings {
    Settings { computer, panes: strategies.iter().map(|id| PaneSettings::new(id)).collect(), ..Settings::default() }
}

fn lab(strategies: &[&str], computer: Computer) -> Lab {
    Lab::new(settings(strategies, computer)).expect("valid settings")
}

fn clock(pane: &Pane) -> Time {
    pane.computer().clock()
}

fn sim(pane: &Pane) -> Time {
    pane.computer().world().sim()
}

/// When the frame on the display appeared, and the simulated time that it shows.
#[derive(Clone, Copy, Debug)]
struct ShownFrame {
    at: Time,
    drawn: Time,
}

fn shown(pane: &Pane) -> Option<ShownFrame> {
    pane.computer().display().shown().map(|frame| ShownFrame { at: frame.at, drawn: frame.drawn })
}

/// Everything that a person could tell two panes apart by.
#[derive(Debug, PartialEq)]
struct State {
    strategy: &'static str,
    hash: u64,
    sim: Time,
    clock: Time,
    tally: Tally,
    watched: Vec<(WatchedName, Watched)>,
    shown: Option<(Time, Time, Vec<tickscope::model::world::Body>)>,
    numbers: (Option<f64>, Option<f64>, Option<f64>, bool),
}

fn state(pane: &Pane, now: Time) -> State {
    let (computer, recent) = (pane.computer(), pane.seen_at(now).recent());
    State {
        strategy: &pane.strategy().id,
        hash: computer.world().state_hash(),
        sim: computer.world().sim(),
        clock: computer.clock(),
        tally: computer.world().tally(),
        watched: computer.watched().to_vec(),
        shown: computer.display().shown().map(|p| (p.at, p.drawn, p.bodies.to_vec())),
        numbers: (
            recent.number("fps_mean"),
            recent.number("speed_ratio"),
            recent.number("dt_max_s"),
            pane.seen_at(now).metrics().is_responding(now),
        ),
    }
}

fn states(lab: &Lab) -> Vec<State> {
    lab.panes().iter().map(|pane| state(pane, lab.now())).collect()
}

// --- Commands at their moment ----------------------------------------------------------------------------------------

const LONGEST_STEP: Span = Span::from_flicks(11_760_000);

/// What semi-fixed still has to do in its turn after the update in hand.
fn updates_left(pane: &Pane) -> i64 {
    let watched = pane.computer().watched().to_vec();
    let Some((_, Watched::Span(remaining))) = watched.into_iter().find(|(name, _)| *name == "remaining") else {
        panic!("semi-fixed shows what remains");
    };
    let after = (remaining - LONGEST_STEP).max(Span::ZERO);
    after.whole(LONGEST_STEP) + i64::from(after.flicks() % LONGEST_STEP.flicks() != 0)
}

/// A lab whose only pane is deep in a turn that would take half a minute more.
fn spiral() -> Lab {
    let mut lab = lab(&["semi-fixed"], loads(100.0, 200.0));
    lab.advance_to(secs(20.03));
    let pane = &lab.panes()[0];
    assert!(updates_left(pane) > 300, "{} updates left: it should be spiralling", updates_left(pane));
    lab
}

#[test]
fn a_spiral_ends_at_once_when_a_command_makes_updates_free() {
    let mut lab = spiral();
    let pane = &lab.panes()[0];
    // The update in hand was begun before the command and costs what it cost.
    let in_hand = clock(pane);
    assert!(in_hand >= lab.now() && in_hand - lab.now() < ms(100.0));
    let before = shown(pane).expect("an early frame").at;

    lab.command(set_computer(&loads(0.0, 5.0))).unwrap();
    lab.advance_to(in_hand);
    assert_eq!(shown(&lab.panes()[0]).unwrap().at, before, "nothing new before the operation in hand has ended");

    // Everything after it costs the new load: the whole debt of this turn is paid in no time, and the frame takes 5 ms.
    lab.advance_to(in_hand + Span::from_flicks(1));
    let pane = &lab.panes()[0];
    let tick = (in_hand + ms(5.0)).ceil_to(LONGEST_STEP);
    assert_eq!(clock(pane), tick);
    lab.advance_to(tick);
    assert_eq!(shown(&lab.panes()[0]).unwrap().at, tick);

    // The turn had begun long ago, so a debt of many seconds is left; it is paid in the next turn, again in no time.
    assert!(tick - sim(&lab.panes()[0]) > Span::from_secs(5.0));
    lab.advance_to(tick + Span::from_flicks(1));
    assert_eq!(sim(&lab.panes()[0]), tick, "it has caught up");
    for frame in 1..300 {
        let at = tick + LONGEST_STEP * frame;
        lab.advance_to(at + Span::from_flicks(1));
        let pane = &lab.panes()[0];
        assert_eq!((sim(pane), shown(pane).unwrap().at), (at, at), "and keeps up, a frame every refresh");
    }
}

#[test]
fn a_spiral_recovers_at_the_pace_that_its_debt_allows_and_every_operation_costs_the_new_load() {
    const UPDATE_MS: f64 = 5.0;
    let mut lab = spiral();
    let pane = &lab.panes()[0];
    let (in_hand, left, sim_before) = (clock(pane), updates_left(pane), sim(pane));
    lab.command(set_computer(&loads(UPDATE_MS, 5.0))).unwrap();

    // In slices shorter than an operation: after the one in hand an update starts every 5 ms, and no other pace.
    let turn_ends = in_hand + ms(UPDATE_MS) * left;
    let mut previous = sim_before;
    while lab.now() < turn_ends {
        lab.advance_to(lab.now() + ms(1.7));
        let pane = &lab.panes()[0];
        let since = lab.now() - in_hand;
        let begun = since.whole(ms(UPDATE_MS)) + i64::from(since.flicks() % ms(UPDATE_MS).flicks() != 0);
        if since > Span::ZERO && begun < left {
            assert_eq!(sim(pane), sim_before + LONGEST_STEP * begun);
            assert_eq!(clock(pane), in_hand + ms(UPDATE_MS) * begun);
        }
        assert!(sim(pane) >= previous);
        previous = sim(pane);
    }
    // The turn's frame: 5 ms, then the next refresh.
    lab.advance_to(turn_ends + Span::from_flicks(1));
    let tick = (turn_ends + ms(5.0)).ceil_to(LONGEST_STEP);
    assert_eq!(clock(&lab.panes()[0]), tick);

    // From here each turn is 0.3 of the one before and what a frame takes: 5 ms of 16.67 ms for every step of debt.
    let mut debt = tick - sim(&lab.panes()[0]);
    assert!(debt > Span::from_secs(5.0));
    lab.advance_to(tick + debt.scaled(0.3) + ms(60.0));
    let next = shown(&lab.panes()[0]).unwrap();
    assert!(((next.at - tick).ratio(debt) - 0.3).abs() < 0.01, "{:?} for a debt of {debt:?}", next.at - tick);
    for _ in 0..8 {
        let from = lab.now();
        lab.advance_to(from + debt.scaled(0.3) + ms(60.0));
        let pane = &lab.panes()[0];
        let now = lab.now() - sim(pane);
        assert!(now < debt.scaled(0.35) + ms(120.0), "the debt went from {debt:?} to {now:?}");
        debt = now.max(ms(1.0));
    }
    assert!(debt < ms(60.0), "recovered: {debt:?}");
}

#[test]
fn an_operation_that_starts_at_the_moment_of_a_command_costs_the_new_load() {
    let mut lab = lab(&["frame-based"], Computer { present: Present::Mailbox, ..loads(10.0, 10.0) });
    // Updates start at 0, 20, 40 … ms; the command comes exactly when the third is about to.
    lab.advance_to(secs(0.04));
    assert_eq!(clock(&lab.panes()[0]), secs(0.04));
    lab.command(set_computer(&Computer { present: Present::Mailbox, ..loads(1.0, 2.0) })).unwrap();
    lab.advance_to(secs(0.04) + Span::from_flicks(1));
    assert_eq!(clock(&lab.panes()[0]), secs(0.041));
    lab.advance_to(secs(0.042));
    assert_eq!(clock(&lab.panes()[0]), secs(0.043));
}

#[test]
fn a_command_is_not_undone_by_the_loop_being_deep_in_a_sleep() {
    let mut lab = lab(&["fixed-fps"], loads(0.0, 5.0));
    let command = set_param(0, "fps", Value::Number(1.0));
    lab.command(command).unwrap();
    lab.advance_to(secs(0.5));
    let asleep = clock(&lab.panes()[0]);
    assert_eq!(asleep, secs(1.0));
    // The new loop begins when the sleep has ended, not in the middle of it.
    lab.command(set_strategy(0, "frame-based")).unwrap();
    lab.advance_to(secs(1.0));
    assert_eq!(clock(&lab.panes()[0]), asleep);
    lab.advance_to(secs(1.1));
    assert!(clock(&lab.panes()[0]) > secs(1.09));
}

#[test]
fn a_hitch_strikes_the_next_frame_of_every_pane_once() {
    let all = ids();
    for six in all.chunks(6) {
        let mut lab = lab(six, loads(0.0, 5.0));
        lab.advance_to(secs(1.0));
        lab.command(Command::stall(700.0)).unwrap();
        lab.advance_to(secs(1.6));
        for pane in lab.panes() {
            let last = shown(pane).unwrap().at;
            assert!(last < secs(1.1), "{}: a frame at {last:?} during the stall", pane.strategy().id);
        }
        lab.advance_to(secs(1.9));
        for pane in lab.panes() {
            assert!(shown(pane).unwrap().at >= secs(1.7), "{}: it goes on", pane.strategy().id);
        }
    }
}

#[test]
fn a_presentation_takes_effect_with_the_next_frame_and_none_means_as_published() {
    let mut lab = lab(&["frame-skip-predicted"], loads(0.0, 5.0));
    let ahead_by = |lab: &Lab| {
        let pane = &lab.panes()[0];
        let frame = shown(pane).unwrap();
        (frame.drawn - sim(pane)).as_millis()
    };
    let give = |lab: &mut Lab, presentation| lab.command(set_presentation(0, presentation)).unwrap();
    lab.advance_to(secs(1.01));
    assert!(ahead_by(&lab) > 0.0, "published as predicted");
    give(&mut lab, Some(Presentation::Latest));
    lab.advance_to(secs(1.51));
    assert_eq!(ahead_by(&lab), 0.0);
    give(&mut lab, Some(Presentation::Interpolate));
    lab.advance_to(secs(2.01));
    assert!(ahead_by(&lab) <= 0.0);
    give(&mut lab, None);
    lab.advance_to(secs(2.51));
    assert!(ahead_by(&lab) > 0.0);
}

#[test]
fn a_pane_with_a_computer_of_its_own_ignores_the_shared_one_until_it_goes_back() {
    let mut lab = lab(&["frame-based", "frame-based"], loads(0.0, 5.0));
    lab.command(set_own_computer(1, &loads(0.0, 25.0))).unwrap();
    lab.command(set_computer(&loads(0.0, 40.0))).unwrap();
    lab.advance_to(secs(2.0));
    let steps = |lab: &Lab, pane: usize| (sim(&lab.panes()[pane]) - Time::ZERO).ratio(LONGEST_STEP).round() as i64;
    assert_eq!((steps(&lab, 0), steps(&lab, 1)), (40, 60));
    lab.command(share_computer(1)).unwrap();
    lab.advance_to(secs(4.0));
    assert_eq!((steps(&lab, 0), steps(&lab, 1)), (80, 100));
}

#[test]
fn the_past_stays_as_it_is() {
    let mut lab = lab(&["variable-delta"], loads(0.0, 5.0));
    lab.advance_to(secs(1.0));
    let before = states(&lab);
    lab.advance_to(secs(0.5));
    assert_eq!((lab.now(), states(&lab)), (secs(1.0), before));
}

// --- What is refused -------------------------------------------------------------------------------------------------

#[test]
fn a_refused_command_changes_nothing() {
    let bad_computers = [
        loads(-1.0, 5.0),
        loads(0.0, f64::NAN),
        loads(10_001.0, 5.0),
        Computer { refresh_hz: 0.0, ..Computer::default() },
        Computer { wake_ms: Bounds { lo_ms: 2.0, hi_ms: 1.0 }, ..Computer::default() },
        Computer { pattern: Pattern::Spikes { every: 0, ms: 5.0 }, ..Computer::default() },
        Computer { pattern: Pattern::Noise(Bounds { lo_ms: 0.0, hi_ms: f64::INFINITY }), ..Computer::default() },
    ];
    let param = |pane, name: &str, value| set_param(pane, name, value);
    let mut bad = vec![
        set_strategy(0, "fastest"),
        set_strategy(2, "frame-based"),
        set_presentation(usize::MAX, None),
        share_computer(2),
        Command::stall(-1.0),
        Command::stall(f64::NAN),
        Command::stall(10_000.5),
        param(0, "min_fps", Value::Number(100.0)),
        param(0, "min_fps", Value::Number(f64::NAN)),
        param(0, "max_fps", Value::off()),
        param(0, "maxfps", Value::Number(60.0)),
        param(1, "max_fps", Value::Number(60.0)),
        param(7, "max_fps", Value::Number(60.0)),
    ];
    for computer in bad_computers {
        bad.push(set_own_computer(1, &computer.clone()));
        bad.push(set_computer(&computer));
    }

    let mut untouched = lab(&["fixed-interval", "frame-based"], loads(1.0, 25.0));
    let mut lab = lab(&["fixed-interval", "frame-based"], loads(1.0, 25.0));
    for (index, command) in bad.into_iter().enumerate() {
        let now = secs(0.3 + index as f64 * 0.037);
        lab.advance_to(now);
        untouched.advance_to(now);
        let refusal = lab.command(command.clone()).expect_err("it is not allowed").to_string();
        assert!(!refusal.contains('\n'), "{refusal}");
        assert_eq!(states(&lab), states(&untouched), "{command:?}");
        assert_eq!(lab.settings(), untouched.settings(), "{command:?}");
        assert!(lab.log().is_empty(), "{command:?}");
    }
    lab.advance_to(secs(5.0));
    untouched.advance_to(secs(5.0));
    assert_eq!(states(&lab), states(&untouched));
}

#[test]
fn a_lab_needs_one_to_six_panes_and_valid_settings() {
    assert!(Lab::new(settings(&[], Computer::default())).is_err());
    assert!(Lab::new(settings(&["frame-based"; 6], Computer::default())).is_ok());
    assert!(Lab::new(settings(&["frame-based"; 7], Computer::default())).is_err());
    assert!(Lab::new(settings(&["frame-bases"], Computer::default())).is_err());
    assert!(Lab::new(settings(&["frame-based"], loads(f64::NAN, 5.0))).is_err());
    assert!(Lab::new(Settings { scene: SceneChoice::new("moon"), ..Settings::default() }).is_err());
    assert!(Lab::new(Settings { hitches: vec![Hitch::of_render(-1.0, 5.0)], ..Settings::default() }).is_err());
}

// --- Switching -------------------------------------------------------------------------------------------------------

#[test]
fn switching_keeps_computer_and_world_going_for_every_pair_of_strategies() {
    for from in ids() {
        for to in ids() {
            // Uneven loads and a coarse timer, so that the switch falls in the middle of something.
            let computer = Computer { timer_ms: 10.0, wake_ms: Bounds { lo_ms: 0.0, hi_ms: 1.0 }, ..loads(3.0, 21.0) };
            let mut lab = lab(&[from], computer);
            lab.advance_to(secs(0.7123));
            let (sim_before, clock_before) = (sim(&lab.panes()[0]), clock(&lab.panes()[0]));
            let (mut last_sim, mut last_clock, mut last_shown) = (sim_before, clock_before, shown(&lab.panes()[0]).unwrap().at);
            lab.command(set_strategy(0, to)).unwrap();
            assert_eq!((sim(&lab.panes()[0]), clock(&lab.panes()[0])), (sim_before, clock_before), "{from} to {to}");
            for _ in 0..50 {
                lab.advance_to(lab.now() + ms(10.0));
                let pane = &lab.panes()[0];
                assert!(sim(pane) >= last_sim && clock(pane) >= last_clock, "{from} to {to}");
                let frame = shown(pane).unwrap();
                assert!(frame.at >= last_shown, "{from} to {to}");
                (last_sim, last_clock, last_shown) = (sim(pane), clock(pane), frame.at);
            }
            let (gone, passed) = (last_sim - sim_before, last_clock - clock_before);
            assert!(gone > Span::ZERO, "{from} to {to}: the world stands still");
            // The new loop owes nothing of the time before it: at most its own pace and a step or two.
            assert!(gone < passed.scaled(1.3) + ms(100.0), "{from} to {to}: {gone:?} in {passed:?}");
            assert_eq!(lab.panes()[0].strategy().id, to);
        }
    }
}

#[test]
fn changing_a_parameter_keeps_computer_and_world_going_for_every_strategy() {
    for strategy in strategies::ALL {
        for param in strategy.params.iter() {
            let mut lab = lab(&[&*strategy.id], loads(0.5, 7.0));
            for value in extremes(param) {
                lab.advance_to(lab.now() + ms(333.3));
                let before = states(&lab);
                let command = set_param(0, &param.name, value.clone());
                let accepted = lab.command(command).is_ok();
                let after = states(&lab);
                assert_eq!((after[0].hash, after[0].sim, after[0].clock), (before[0].hash, before[0].sim, before[0].clock));
                // The word for a derived default gives that.
                let meant = if value == Value::derived() { param.default_value() } else { value.clone() };
                assert_eq!(lab.settings().panes[0].params.get(param) == meant, accepted || meant == param.default_value());
                lab.advance_to(lab.now() + ms(400.0));
                assert!(sim(&lab.panes()[0]) >= before[0].sim, "{} {}={value}", strategy.id, param.name);
            }
        }
    }
}

#[test]
fn a_new_strategy_starts_with_its_own_parameters_and_keeps_the_panes_computer() {
    let mut lab = lab(&["fixed-fps"], loads(0.0, 5.0));
    lab.command(set_param(0, "fps", Value::Number(50.0))).unwrap();
    lab.command(set_own_computer(0, &loads(0.0, 30.0))).unwrap();
    lab.command(set_strategy(0, "frame-skip")).unwrap();
    let pane = &lab.settings().panes[0];
    assert_eq!(pane.params, tickscope::base::params::Values::default());
    assert_eq!(pane.computer, Some(loads(0.0, 30.0)));
    assert!(lab.panes()[0].computer().watched().is_empty(), "the old loop's values mean nothing to the new one");
}

// --- Panes side by side ----------------------------------------------------------------------------------------------

#[test]
fn a_pane_is_the_same_alone_and_beside_one_that_spirals() {
    for id in ids() {
        let mut alone = lab(&[id], loads(2.0, 12.0));
        let mut beside = settings(&["semi-fixed", id, "semi-fixed"], loads(2.0, 12.0));
        beside.panes[0].computer = Some(loads(100.0, 200.0));
        beside.panes[2].computer = Some(loads(10_000.0, 10_000.0));
        let mut beside = Lab::new(beside).unwrap();
        for slice in 1..=40 {
            let now = secs(f64::from(slice) * 0.25);
            alone.advance_to(now);
            beside.advance_to(now);
            assert_eq!(state(&alone.panes()[0], now), state(&beside.panes()[1], now), "{id} at {now:?}");
        }
    }
}

#[test]
fn a_pane_that_displays_nothing_for_ten_seconds_is_not_responding_and_recovers() {
    let mut lab = lab(&["semi-fixed", "frame-based"], loads(100.0, 200.0));
    lab.command(set_own_computer(1, &Computer::default())).unwrap();
    let mut hung_since = None;
    for slice in 0..600 {
        let now = secs(f64::from(slice) * 0.1);
        lab.advance_to(now);
        let pane = &lab.panes()[0];
        let last = shown(pane).map_or(Time::ZERO, |frame| frame.at);
        let responding = pane.seen_at(now).metrics().is_responding(now);
        assert_eq!(responding, now - last <= Span::from_secs(10.0), "at {now:?}, the last frame at {last:?}");
        assert!(lab.panes()[1].seen_at(lab.now()).metrics().is_responding(now), "its neighbour is well");
        if !responding {
            hung_since = hung_since.or(Some(now));
        }
    }
    assert!(hung_since.is_some_and(|since| since < secs(40.0)), "{hung_since:?}");
    lab.command(set_computer(&loads(0.0, 5.0))).unwrap();
    lab.advance_to(lab.now() + ms(200.0));
    let (now, pane) = (lab.now(), &lab.panes()[0]);
    assert!(pane.seen_at(now).metrics().is_responding(now));
    assert!(now - shown(pane).unwrap().at < ms(17.0), "and it is smooth again");
}

#[test]
fn a_pane_that_has_not_displayed_anything_yet_is_given_ten_seconds_from_its_start() {
    let mut lab = lab(&["frame-based"], Computer { start_ms: 3000.0, ..loads(0.0, 10_000.0) });
    lab.command(Command::stall(10_000.0)).unwrap();
    lab.advance_to(secs(12.9));
    assert!(lab.panes()[0].seen_at(lab.now()).metrics().is_responding(lab.now()));
    lab.advance_to(secs(13.1));
    assert!(!lab.panes()[0].seen_at(lab.now()).metrics().is_responding(lab.now()));
}

// --- Any session -----------------------------------------------------------------------------------------------------

#[test]
fn a_pane_that_is_added_starts_where_the_reference_solution_is() {
    for scene in worlds::ALL {
        let mut lab = Lab::new(Settings { scene: SceneChoice::new(scene.id), ..Settings::default() }).unwrap();
        lab.advance_to(secs(3.3));
        lab.command(Command::AddPane(PaneSettings::new("variable-delta"))).unwrap();
        let added = lab.panes().len() - 1;
        let mut exact = Vec::new();
        {
            let computer = lab.panes()[added].computer();
            computer.world().exact(secs(3.3), &mut exact);
            assert_eq!((computer.world().sim(), computer.clock()), (secs(3.3), secs(3.3)), "{}", scene.id);
            assert_eq!(computer.world().bodies(), exact, "{}", scene.id);
            assert_eq!(computer.world().tally(), Tally::default(), "what was before it is not its doing");
        }
        lab.advance_to(secs(6.0));
        let frame = shown(&lab.panes()[added]).unwrap();
        assert!(secs(6.0) - frame.drawn < Span::from_millis(40.0), "{}: and keeps up with the others", scene.id);
    }
}

#[test]
fn closing_and_swapping_leave_the_other_panes_as_they_are() {
    let ids = |lab: &Lab| lab.panes().iter().map(|pane| &*pane.strategy().id).collect::<Vec<_>>();
    let mut lab = Lab::new(Settings::default()).unwrap();
    let mut alone = Lab::new(Settings::default()).unwrap();
    lab.advance_to(secs(1.0));
    lab.command(Command::SwapPanes(PaneLetter(0), PaneLetter(3))).unwrap();
    lab.advance_to(secs(2.0));
    lab.command(Command::ClosePane(PaneLetter(1))).unwrap();
    assert_eq!(ids(&lab), ["frame-skip-predicted", "fixed-interval", "frame-based"]);
    for pane in [2, 0] {
        lab.command(Command::ClosePane(PaneLetter(pane))).unwrap();
    }
    assert!(lab.command(Command::ClosePane(PaneLetter(3))).is_err(), "the last pane stays");
    lab.advance_to(secs(4.0));
    alone.advance_to(secs(4.0));
    assert_eq!(sim(&lab.panes()[0]), sim(&alone.panes()[3]));
    let hash = |lab: &Lab, pane: usize| lab.panes()[pane].computer().world().state_hash();
    assert_eq!(hash(&lab, 0), hash(&alone, 3));
}

#[test]
fn settings_as_a_person_sets_them_survive_a_round_trip_through_json() {
    let mut all = settings(&["fixed-interval", "frame-skip"], Computer::default().ordinary_pc());
    all.seed = u64::MAX;
    all.hitches.push(Hitch::of_render(2.5, 999.9));
    all.panes[0].params.set("min_fps", Value::off());
    all.panes[1].params.set("ticks_per_s", Value::Number(59.94));
    all.panes[1].presentation = Some(Presentation::Extrapolate);
    for pattern in
        [Pattern::Constant, Pattern::Noise(Bounds { lo_ms: 10.1, hi_ms: 40.7 }), Pattern::Spikes { every: 30, ms: 50.0 }]
    {
        all.panes[1].computer = Some(Computer { pattern, refresh_hz: 59.94, present: Present::Mailbox, ..loads(0.1, 33.333) });
        let back: Settings = serde_json::from_str(&serde_json::to_string(&all).unwrap()).unwrap();
        assert_eq!(back, all);
        assert!(tickscope::model::check::settings(&back).is_ok());
    }
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn settings_survive_a_round_trip_through_json_bit_for_bit(settings in any_settings()) {
        prop_assert!(tickscope::model::check::settings(&settings).is_ok(), "the test makes valid settings");
        let json = serde_json::to_string(&settings).unwrap();
        let back: Settings = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&back, &settings);
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_valid_settings_run_for_two_seconds_of_laboratory_time(settings in any_settings()) {
        let mut lab = Lab::new(settings).unwrap();
        let mut last: Vec<(Time, Time)> = lab.panes().iter().map(|pane| (clock(pane), sim(pane))).collect();
        for slice in 1..=20 {
            lab.advance_to(secs(f64::from(slice) * 0.1));
            for (pane, (last_clock, last_sim)) in lab.panes().iter().zip(&mut last) {
                prop_assert!(clock(pane) >= *last_clock && sim(pane) >= *last_sim, "{}", pane.strategy().id);
                prop_assert!(clock(pane) >= lab.now(), "a computer has always something to do");
                (*last_clock, *last_sim) = (clock(pane), sim(pane));
                let computer = pane.computer();
                prop_assert!(computer.world().bodies().iter().all(|body| body.pos.is_finite()));
                if let Some(frame) = computer.display().shown() {
                    prop_assert!(frame.at <= lab.now());
                    prop_assert!(frame.bodies.iter().all(|body| body.pos.is_finite() && body.heading.is_finite()));
                }
            }
        }
    }

    #[test]
    fn settings_and_log_repeat_any_session_exactly_whatever_the_slices(
        settings in any_settings(),
        script in prop::collection::vec((0.0..0.4_f64, command()), 0..8),
        slices in prop::collection::vec(0.001..0.3_f64, 1..30),
    ) {
        let mut lab = Lab::new(settings.clone()).unwrap();
        let mut given = 0;
        for (wait, command) in script {
            lab.advance_to(lab.now() + Span::from_secs(wait));
            let before = (states(&lab), lab.settings().clone());
            if lab.command(command).is_ok() {
                given += 1;
            } else {
                prop_assert_eq!(before, (states(&lab), lab.settings().clone()), "a refused command changes nothing");
            }
        }
        lab.advance_to(lab.now() + Span::from_secs(0.5));
        prop_assert_eq!(lab.log().len(), given);
        prop_assert_eq!(lab.initial(), &settings.clone().lettered());

        let again = Lab::replay(settings.clone(), lab.log(), lab.now()).unwrap();
        prop_assert_eq!(states(&again), states(&lab));
        prop_assert_eq!(again.settings(), lab.settings());
        prop_assert_eq!(again.log(), lab.log());

        // The same commands at the same moments, but looked at in between.
        let mut sliced = Lab::new(settings).unwrap();
        let mut slices = slices.iter().cycle();
        let mut advance = |sliced: &mut Lab, until: Time| {
            while sliced.now() < until {
                let next = sliced.now() + Span::from_secs(*slices.next().unwrap());
                sliced.advance_to(next.min(until));
                states(sliced);
            }
        };
        for TimedCommand { at_flicks, command } in lab.log() {
            advance(&mut sliced, Time::from_flicks(*at_flicks));
            sliced.command(command.clone()).unwrap();
        }
        advance(&mut sliced, lab.now());
        prop_assert_eq!(states(&sliced), states(&lab));
    }
}

#[test]
fn settings_that_json_leaves_out_have_their_defaults_and_unknown_ones_are_refused() {
    let read = |json: &str| serde_json::from_str::<Settings>(json);
    assert_eq!(read("{}").unwrap(), Settings::default());
    assert_eq!(read(r#"{"computer":{"render_ms":25}}"#).unwrap().computer, loads(0.0, 25.0));
    for bad in [r#"{"computers":{}}"#, r#"{"computer":{"render":25}}"#, r#"{"panes":[{"strategy":"frame-based","vsync":true}]}"#]
    {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_replay_up_to_an_earlier_moment_is_the_session_as_it_was_then() {
    let mut lab = lab(&["variable-delta", "semi-fixed"], loads(1.0, 20.0));
    lab.advance_to(secs(1.0));
    lab.command(set_computer(&loads(30.0, 5.0))).unwrap();
    lab.advance_to(secs(1.4));
    let then = states(&lab);
    lab.advance_to(secs(2.0));
    assert_eq!(states(&Lab::replay(lab.initial().clone(), lab.log(), secs(1.4)).unwrap()), then);
}
