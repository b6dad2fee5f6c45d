//! The keys of the window.

use super::super::studio::captures::file;
use super::harness::{at, choose, click, open_group, press, session, window, window_of};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, TouchDeviceId, TouchId, TouchPhase, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use tickscope::studio::arguments::line::RunLine;
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::action::{Action, ViewAction, WindowAction};
use tickscope::studio::session::{Session, lap};
use tickscope::studio::view::{Instrument, Theme, View};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Present;
use tickscope_core::model::config::control::ControlInput;

#[test]
fn every_key_does_what_the_help_says() {
    let mut harness = window();
    let mut press = |keys: &[Key]| {
        harness.key_combination(keys);
        harness.run_ok();
        let s = harness.state();
        let panes = s.run.lab.panes().len();
        (
            s.is_playing(),
            (s.run.view, s.run.theme),
            s.run.selection.selected(),
            s.run.computer().clone(),
            s.run.lab.log().len(),
            s.run.speed,
            panes,
        )
    };
    assert!(press(&[Key::Space]).0);
    assert!(!press(&[Key::N]).0, "a step pauses");
    assert_eq!(press(&[Key::T]).1.1, Theme::Light);
    assert_eq!(press(&[Key::Num3]).2, 2);
    assert_eq!(press(&[Key::V]).3.present, Present::Mailbox);
    assert!((press(&[Key::ArrowUp]).3.render_ms - 5.5).abs() < 1e-9);
    assert!((press(&[Key::ArrowDown]).3.render_ms - 5.0).abs() < 1e-9);
    assert_eq!(press(&[Key::ArrowRight]).3.update_ms, 0.5);
    assert_eq!(press(&[Key::ArrowLeft]).3.update_ms, 0.0);
    assert_eq!(press(&[Key::H]).4, 6, "five changes of the computer, and the hammer has come down");
    assert_eq!(press(&[Key::I]).4, 7, "one patch for all panes");
    assert_eq!(press(&[Key::OpenBracket]).5, 0.5);
    assert_eq!(press(&[Key::CloseBracket]).5, 1.0);
    assert_eq!(press(&[Key::A]).6, 5);
    assert_eq!(press(&[Key::X]).6, 4);
    assert!(press(&[Key::M]).1.0.numbers);
    assert!(!press(&[Key::L]).1.0.trails);
    assert!(!press(&[Key::G]).1.0.ghosts);
    assert!(press(&[Key::B]).1.0.lateness);
    assert!(press(&[Key::P]).1.0.pursuit);
    assert!(press(&[Key::W]).1.0.whole_pixels);
    for next in [Some(Instrument::Timeline), Some(Instrument::Plots), Some(Instrument::Table), None] {
        assert_eq!(press(&[Key::Q]).1.0.instrument, next);
    }
    assert!(press(&[Key::K]).1.0.inputs);
    assert_eq!(press(&[Key::C]).6, 3, "one loop on three computers");
    assert_eq!(press(&[Key::Backspace]).4, 0, "a restart begins a new log");
}

#[test]
fn the_space_bar_taps_during_the_input_test() {
    let mut harness = window();
    harness.state_mut().act(Action::View(ViewAction::Change(View { inputs: true, ..View::default() })));
    harness.key_combination(&[Key::Space]);
    harness.step();
    assert!(harness.state().is_playing(), "from a pause the space bar goes on");
    let before = harness.state().run.lab.log().len();
    harness.key_combination(&[Key::Space]);
    harness.step();
    let session = harness.state();
    assert!(session.is_playing());
    assert_eq!(session.run.lab.log().last().map(|logged| &logged.command), Some(&Command::Tap));
    assert_eq!(session.run.lab.log().len(), before + 1);
    harness.state_mut().advance_to(Time::from_secs(1.0));
    for pane in harness.state().run.lab.panes() {
        let now = harness.state().run.now();
        let lamp = pane.seen_at(now).lamp();
        let latency = lamp.hand.expect("every pane has answered").latency().as_millis();
        assert!((5.0..120.0).contains(&latency), "{latency} ms");
        assert!(lamp.metronome.is_some());
    }
    click(&mut harness, "Tap");
    assert_eq!(harness.state().run.lab.log().len(), before + 2);
}

#[test]
fn the_hammer_strikes_as_long_as_it_was_held() {
    let mut session = session();
    session.frame(10.0);
    session.act(Action::Window(WindowAction::Lift));
    session.frame(10.2);
    session.act(Action::Window(WindowAction::Lift));
    session.frame(10.75);
    assert_eq!(session.window.hammer_ms(), Some(750.0));
    session.act(Action::Window(WindowAction::Strike));
    assert_eq!(session.run.lab.log().last().map(|l| &l.command), Some(&Command::stall(750.0)));
    assert!(session.stall().is_some());
    session.act(Action::Window(WindowAction::Strike));
    assert_eq!(session.run.lab.log().len(), 1, "it is down already");
}

#[test]
fn arrow_keys_steer_and_the_drive_is_replayed() {
    let mut harness = window();
    open_group(&mut harness, "World");
    choose(&mut harness, "World", "Drive");
    harness.state_mut().act(Action::View(ViewAction::PlayPause));
    let load = harness.state().run.computer().clone();
    for (moment, key) in [(0.2, Key::ArrowUp), (1.0, Key::ArrowLeft)] {
        harness.state_mut().advance_to(Time::from_secs(moment));
        harness.key_down(key);
        harness.run_ok();
    }
    assert!(harness.state().run.held.faster && harness.state().run.held.left, "both are held");
    harness.get_by_label_contains("left and faster");
    harness.key_up(Key::ArrowLeft);
    harness.key_up(Key::ArrowUp);
    harness.run_ok();
    assert_eq!(harness.state().run.computer(), &load, "the arrows steer and move no load");
    let given: Vec<bool> =
        harness.state().run.lab.log().iter().map(|logged| matches!(logged.command, Command::Steer(_))).collect();
    assert!(given.len() >= 3 && given.iter().all(|steer| *steer));

    harness.state_mut().advance_to(Time::from_secs(2.0));
    let driven = harness.state().run.drive();
    click(&mut harness, "Replay the drive of A");
    let scene = &harness.state().run.lab.settings().scene;
    assert_eq!(scene.strokes, driven);
    assert_eq!(scene.options.get(&tickscope_core::model::worlds::drive::DRIVER).to_string(), "recording");
    assert!(!harness.state().run.is_by_hand());
}

/// Lets the session make frames of a sixtieth of a second up to this one, as the window does.
fn play(harness: &mut Harness<Session>, frames: std::ops::Range<u32>) {
    for frame in frames {
        harness.state_mut().frame(f64::from(frame) / 60.0);
    }
}

#[test]
fn arrows_that_are_still_held_when_a_lap_begins_again_in_four_panes_change_no_load() {
    let mut harness = window();
    harness.state_mut().act(lap::begin().expect("the scenario is there"));
    harness.key_down(Key::ArrowUp);
    harness.run_steps(2);
    play(&mut harness, 0..930);
    assert!(harness.state().run.compares_lap() && harness.state().is_playing());
    let load = harness.state().run.computer().clone();
    harness.key_down(Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(harness.state().run.computer(), &load);
    assert!(harness.state().run.compares_lap());
    for button in ["Again", "Film", "Link"] {
        assert_eq!(harness.query_all_by_label(button).count(), 1, "{button}");
    }
    play(&mut harness, 930..2100);
    harness.run_steps(2);
    assert!(!harness.state().is_playing());
    harness.get_by_label_contains("At 15 FPS with the same keys and the frame's time as step:");
    harness.get_by_label("Again").click();
    harness.run_steps(2);
    assert!(harness.state().run.drives_lap());
}

#[test]
fn a_finger_on_either_half_of_the_picture_steers_a_lap_and_gas_stays_on() {
    let mut harness = window();
    harness.state_mut().act(lap::begin().expect("the scenario is there"));
    harness.run_steps(2);
    let mut touch = |phase: TouchPhase, x: f32| {
        let pos = pos2(x, 600.0);
        let (id, device_id) = (TouchId(1), TouchDeviceId(1));
        let pressed = phase == TouchPhase::Start;
        let button = Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        harness.input_mut().events.extend([
            Event::Touch { device_id, id, phase, pos, force: None },
            Event::PointerMoved(pos),
            button,
        ]);
        harness.run_steps(2);
        let held = harness.state().run.held;
        // The car takes the pedals with its next step.
        let now = harness.state().run.now();
        harness.state_mut().advance_to(now + Span::from_secs(0.1));
        held
    };
    let pedals = |left, right| ControlInput { left, right, faster: true, slower: false };
    assert_eq!(touch(TouchPhase::Start, 200.0), pedals(true, false));
    assert_eq!(touch(TouchPhase::End, 200.0), pedals(false, false), "gas stays on");
    assert_eq!(touch(TouchPhase::Start, 900.0), pedals(false, true));
    assert_eq!(touch(TouchPhase::End, 900.0), pedals(false, false));
    assert!(harness.state().run.left_for_lap().is_some(), "the clock has started");
    assert_eq!(harness.state().run.view, View::default(), "a finger moves no camera");
}

#[test]
fn a_presentation_goes_through_the_scenarios() {
    let mut harness = window();
    let mut press = |key: Key| {
        harness.key_press(key);
        harness.run_ok();
        (harness.state().window.presenting, harness.state().run.opened.name.clone(), harness.query_by_label("File").is_some())
    };
    assert_eq!(press(Key::F11), (true, String::new(), false));
    let names: Vec<String> = builtin::ALL.iter().map(|builtin| builtin.scenario().unwrap().name).collect();
    for name in names.iter().chain(&names[..1]) {
        assert_eq!(press(Key::PageDown).1, *name);
    }
    assert_eq!(press(Key::PageUp).1, names[names.len() - 1]);
    assert_eq!(press(Key::Escape), (false, names[names.len() - 1].clone(), true));
}

#[test]
fn only_a_share_code_can_be_pasted() {
    let scenario = builtin::find("judder").unwrap().scenario().unwrap();
    let code = tickscope::studio::scenario::code::write(&scenario);
    let mut harness = window();
    harness.event(Event::Paste(code));
    harness.run_ok();
    assert_eq!(harness.state().run.opened.name, scenario.name);
    harness.event(Event::Paste("good morning".to_owned()));
    harness.run_ok();
    assert_eq!(harness.state().run.opened.name, scenario.name, "what was on the screen stays");
    assert!(harness.state().window.notice().is_some_and(|notice| notice.text.contains("share code")));
    click(&mut harness, "OK");
    assert!(harness.state().window.notice().is_none());
}

#[test]
fn the_gallery_is_searched_and_opened_with_keys() {
    for size in [vec2(1280.0, 720.0), vec2(1024.0, 768.0), vec2(640.0, 480.0)] {
        let mut session = session();
        session.act(Action::Window(WindowAction::Gallery(true)));
        let mut harness = window_of(session, size);
        harness.run_ok();
        assert!(!harness.state().is_playing(), "time rests meanwhile");
        let search = harness.get_by_role_and_label(Role::TextInput, "Search comparisons");
        assert!(search.is_focused());
        search.type_text("judder ordinary");
        harness.run_ok();
        press(&mut harness, Key::Enter);
        assert_eq!(harness.state().run.opened.name, "Judder on an ordinary PC");
        assert_eq!(harness.state().run.question(), Some("Why does my game stutter at 60 FPS on 60 Hz?"));
        assert!(!harness.state().window.shows_gallery() && harness.state().is_playing());
    }
}

#[test]
fn a_search_in_peoples_words_opens_what_they_mean() {
    for (typed, opened) in [
        ("variable refresh", "Variable refresh"),
        ("g-sync", "Variable refresh"),
        ("jitter", "Judder on an ordinary PC"),
        ("input lag", "The queue"),
        ("tunneling", "Tunnelling"),
        ("multiplayer", "Two peers who must not forget"),
    ] {
        let mut session = session();
        session.act(Action::Window(WindowAction::Gallery(true)));
        let mut harness = window_of(session, vec2(1280.0, 720.0));
        harness.run_ok();
        harness.get_by_role_and_label(Role::TextInput, "Search comparisons").type_text(typed);
        harness.run_ok();
        press(&mut harness, Key::Enter);
        assert_eq!(harness.state().run.opened.name, opened, "{typed}");
    }
}

#[test]
fn arrows_move_through_the_gallery_and_escape_leaves_it() {
    let mut session = session();
    session.advance_to(Time::from_secs(1.0));
    session.act(Action::Window(WindowAction::Gallery(true)));
    let mut harness = window_of(session, vec2(1280.0, 720.0));
    harness.run_ok();
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::Escape);
    harness.run_ok();
    assert!(!harness.state().window.shows_gallery());
    assert_eq!((&*harness.state().run.opened.name, harness.state().run.now()), ("", Time::from_secs(1.0)));
    harness.state_mut().act(Action::Window(WindowAction::Gallery(true)));
    harness.run_ok();
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().run.opened.name, "Speed tied to the computer", "the mark is where the arrow has moved it");
}

#[test]
fn bullet_time_says_that_nothing_has_gone_through_and_esc_closes_the_instrument() {
    let mut harness = window();
    press(&mut harness, Key::Z);
    let notice = harness.state().window.notice().map(|notice| notice.text.clone());
    assert!(notice.is_some_and(|text| text.contains("none has in these panes")));
    press(&mut harness, Key::Q);
    harness.run_ok();
    assert!(harness.state().run.view.instrument.is_some());
    press(&mut harness, Key::Escape);
    harness.run_ok();
    let session = harness.state();
    assert!(session.window.notice().is_none() && session.run.view.instrument.is_some(), "the notice is in front");
    press(&mut harness, Key::Escape);
    harness.run_ok();
    assert_eq!(harness.state().run.view.instrument, None);
}

/// Returns a window with a capture of 30 s, which has three spikes, beside a loop.
fn window_with_spikes() -> Harness<'static, Session> {
    let mut at_ms = 0.0;
    let row = |frame: u32| {
        at_ms += if [300, 700, 1500].contains(&frame) { 70.0 } else { 16.0 };
        format!("{at_ms}\n")
    };
    let path = file("spikes.csv", &format!("flip_ms\n{}", (0..1800).map(row).collect::<String>()));
    let line = RunLine::parse(&format!("report --strategy variable-delta --capture {path}")).expect("it can be read");
    let mut session = Session::new(line.scenario().script.settings().clone()).expect("it can be played");
    let pane = session.run.lab.settings().panes[1].clone();
    let summary = CaptureSummary::of_pane(&pane).expect("it is allowed").expect("it is a capture");
    assert_eq!(summary.hitches.len() + summary.stalls.len(), 3);
    session.window.results.captures.push((pane, Some(Arc::new(summary))));
    session.run.playing = false;
    window_of(session, vec2(1280.0, 720.0))
}

#[test]
fn shift_with_comma_and_full_stop_goes_from_spike_to_spike() {
    let mut harness = window_with_spikes();
    let mut go = |key: Key| {
        harness.key_combination_modifiers(Modifiers::SHIFT, &[key]);
        harness.run_steps(2);
        while harness.state().run.transport.rerun().is_some() {
            harness.state_mut().frame(0.0);
        }
        harness.state_mut().run.playing = false;
        harness.state().run.now().as_secs()
    };
    let spikes: [f64; 3] = [4.8, 11.254, 24.108];
    let before = |at: f64| at - 0.5;
    for (key, at) in [
        (Key::Period, spikes[0]),
        (Key::Period, spikes[1]),
        (Key::Period, spikes[2]),
        (Key::Period, spikes[2]),
        (Key::Comma, spikes[1]),
        (Key::Comma, spikes[0]),
        (Key::Comma, spikes[0]),
    ] {
        let now = go(key);
        assert!((now - before(at)).abs() < 0.02, "{key:?}: {now} s, before {at} s");
    }
    press(&mut harness, Key::Comma);
    let back = before(spikes[0]) - harness.state().run.now().as_secs();
    assert!((0.001..0.02).contains(&back), "alone it goes back by a refresh: {back}");
}

#[test]
fn letters_after_an_enter_too_many_are_no_shortcuts_until_a_second_has_passed() {
    let mut harness = window_of(at(1, 7), vec2(1280.0, 720.0));
    // The first takes the list of loops, the second opens it, and the third closes it again.
    press(&mut harness, Key::Enter);
    press(&mut harness, Key::Enter);
    harness.key_combination(&[Key::Enter]);
    harness.step();
    let state = |harness: &Harness<Session>| {
        let session = harness.state();
        (session.window.hides_verdicts, session.run.view, session.run.lab.log().len(), session.run.transport.playhead.is_some())
    };
    let before = state(&harness);
    for key in [Key::S, Key::E, Key::M, Key::I, Key::Minus, Key::F, Key::I, Key::X, Key::E, Key::D] {
        // Both frames together last half a second.
        harness.key_combination(&[key]);
        harness.step();
        assert_eq!(state(&harness), before, "{key:?}");
    }
    harness.run_steps(6);
    press(&mut harness, Key::F);
    assert!(harness.state().window.hides_verdicts, "a letter alone is a shortcut again");
}
