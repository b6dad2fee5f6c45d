//! Commands take effect at their moment, and the past stays as it is.

use super::{clock, lab, loads, ms, secs, settings, shown, sim, states};
use crate::common::{set_computer, set_own_computer, set_param, set_presentation, set_strategy, share_computer};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PlannedStall, Settings, WorldChoice};
use tickscope_core::model::machine::event::Watched;

const LONGEST_STEP: Span = Span::from_flicks(11_760_000);

/// Returns the updates that semi-fixed still has to make in its turn after the update in hand.
fn updates_left(pane: &Pane) -> i64 {
    let watched = pane.computer().watched().to_vec();
    let Some((_, Watched::Span(remaining))) = watched.into_iter().find(|(name, _)| *name == "remaining") else {
        panic!("semi-fixed shows what remains");
    };
    let after = (remaining - LONGEST_STEP).max(Span::ZERO);
    after.whole(LONGEST_STEP) + i64::from(after.flicks() % LONGEST_STEP.flicks() != 0)
}

/// Returns a lab whose only pane is deep in a turn that would take half a minute more.
fn spiral() -> Lab {
    let mut lab = lab(&["semi-fixed"], loads(100.0, 200.0));
    lab.advance_to(secs(20.03));
    let pane = &lab.panes()[0];
    assert!(updates_left(pane) > 300, "{} updates left: it should be spiralling", updates_left(pane));
    lab
}

#[test]
fn a_spiral_ends_at_once_when_updates_become_free() {
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
fn a_pane_with_its_own_computer_ignores_the_shared_one() {
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

#[test]
fn a_refused_command_changes_nothing() {
    let bad_computers = [
        loads(-1.0, 5.0),
        loads(0.0, f64::NAN),
        loads(10_001.0, 5.0),
        Computer { refresh_hz: 0.0, ..Computer::default() },
        Computer { spike_every: 0, spike_ms: 5.0, ..Computer::default() },
        Computer { render_ms: 0.0, noise_lo_ms: 0.0, noise_hi_ms: f64::INFINITY, ..Computer::default() },
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
fn a_lab_needs_one_to_six_panes() {
    assert!(Lab::new(settings(&[], Computer::default())).is_err());
    assert!(Lab::new(settings(&["frame-based"; 6], Computer::default())).is_ok());
    assert!(Lab::new(settings(&["frame-based"; 7], Computer::default())).is_err());
    assert!(Lab::new(settings(&["frame-bases"], Computer::default())).is_err());
    assert!(Lab::new(settings(&["frame-based"], loads(f64::NAN, 5.0))).is_err());
    assert!(Lab::new(Settings { scene: WorldChoice::new("moon"), ..Settings::default() }).is_err());
    assert!(Lab::new(Settings { hitches: vec![PlannedStall::of_render(-1.0, 5.0)], ..Settings::default() }).is_err());
}
