//! Panes never disturb each other: loops are switched, and panes are added, closed and swapped.

use super::{clock, lab, loads, ms, secs, settings, shown, sim, state, states};
use crate::common::{extremes, ids, set_computer, set_own_computer, set_param, set_strategy};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::Tally;
use tickscope_core::model::{strategies, worlds};

#[test]
fn switching_a_loop_keeps_computer_and_world_going() {
    for from in ids() {
        for to in ids() {
            // Uneven loads and a coarse timer, so that the switch falls in the middle of something.
            let computer = Computer { timer_ms: 10.0, wake_hi_ms: 1.0, ..loads(3.0, 21.0) };
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
fn changing_a_parameter_keeps_computer_and_world_going() {
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
fn a_new_strategy_has_its_own_parameters() {
    let mut lab = lab(&["fixed-fps"], loads(0.0, 5.0));
    lab.command(set_param(0, "fps", Value::Number(50.0))).unwrap();
    lab.command(set_own_computer(0, &loads(0.0, 30.0))).unwrap();
    lab.command(set_strategy(0, "frame-skip")).unwrap();
    let pane = &lab.settings().panes[0];
    assert_eq!(pane.params, tickscope_core::base::params::values::Values::default());
    assert_eq!(pane.computer, Some(loads(0.0, 30.0)));
    assert!(lab.panes()[0].computer().watched().is_empty(), "the old loop's values mean nothing to the new one");
}

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
fn a_pane_without_a_frame_for_ten_seconds_is_not_responding() {
    let mut lab = lab(&["semi-fixed", "frame-based"], loads(100.0, 200.0));
    lab.command(set_own_computer(1, &Computer::default())).unwrap();
    let mut hung_since = None;
    for slice in 0..600 {
        let now = secs(f64::from(slice) * 0.1);
        lab.advance_to(now);
        let pane = &lab.panes()[0];
        let last = shown(pane).map_or(Time::ZERO, |frame| frame.at);
        let responding = pane.seen_at(now).is_responding();
        assert_eq!(responding, now - last <= Span::from_secs(10.0), "at {now:?}, the last frame at {last:?}");
        assert!(lab.panes()[1].seen_at(lab.now()).is_responding(), "its neighbour is well");
        if !responding {
            hung_since = hung_since.or(Some(now));
        }
    }
    assert!(hung_since.is_some_and(|since| since < secs(40.0)), "{hung_since:?}");
    lab.command(set_computer(&loads(0.0, 5.0))).unwrap();
    lab.advance_to(lab.now() + ms(200.0));
    let (now, pane) = (lab.now(), &lab.panes()[0]);
    assert!(pane.seen_at(now).is_responding());
    assert!(now - shown(pane).unwrap().at < ms(17.0), "and it is smooth again");
}

#[test]
fn a_new_pane_has_ten_seconds_for_its_first_frame() {
    let mut lab = lab(&["frame-based"], Computer { start_ms: 3000.0, ..loads(0.0, 10_000.0) });
    lab.command(Command::stall(10_000.0)).unwrap();
    lab.advance_to(secs(12.9));
    assert!(lab.panes()[0].seen_at(lab.now()).is_responding());
    lab.advance_to(secs(13.1));
    assert!(!lab.panes()[0].seen_at(lab.now()).is_responding());
}

#[test]
fn an_added_pane_starts_at_the_exact_motion() {
    for scene in worlds::ALL {
        let mut lab = Lab::new(Settings { scene: WorldChoice::new(scene.id), ..Settings::default() }).unwrap();
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
fn closing_and_swapping_leave_other_panes_as_they_are() {
    let ids = |lab: &Lab| lab.panes().iter().map(|pane| pane.strategy().id.to_string()).collect::<Vec<_>>();
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
