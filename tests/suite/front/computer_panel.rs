//! The groups of the panel that set the computer, driven through the tree of a screen reader.

use super::harness::{assert_named, choose, click, open_group, press, slide, window};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::Action;
use tickscope_core::base::params::described::Described;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::StallOn;

#[test]
fn a_dragged_load_changes_every_computer() {
    let mut harness = window();
    let slider = harness.get_by_role_and_label(Role::Slider, "Render load").rect();
    harness.drag_at(slider.center());
    harness.run_ok();
    harness.hover_at(slider.right_center() - egui::vec2(2.0, 0.0));
    harness.run_ok();
    harness.drop_at(slider.right_center() - egui::vec2(2.0, 0.0));
    harness.run_ok();
    let load = harness.state().run.computer().render_ms;
    assert!(load > 90.0, "dragged to the right end it is {load} ms");
}

#[test]
fn a_load_beyond_its_slider_is_typed() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::SpinButton, "Render load, value").set_value_accesskit(250.0);
    harness.run_ok();
    assert_eq!((harness.state().run.computer().render_ms, harness.state().refusal.as_ref()), (250.0, None));
    harness.run_ok();
    assert_eq!(harness.state().run.computer().render_ms, 250.0, "its slider leaves it as it is");
}

#[test]
fn text_that_is_no_number_is_refused() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::SpinButton, "Render load, value").click();
    harness.run_ok();
    harness.event(egui::Event::Text("12 apples".to_owned()));
    harness.run_ok();
    press(&mut harness, Key::Enter);
    let notice = harness.state().window.notice().expect("it is told").clone();
    assert_eq!((notice.text.as_str(), notice.good), ("Render load: “12 apples” is no number; it stays 5.00 ms.", false));
    assert_eq!(harness.state().run.computer().render_ms, 5.0);
}

#[test]
fn a_refused_number_is_forgotten_with_the_next_that_is_one() {
    let mut harness = window();
    let typed = |harness: &mut Harness<Session>, text: &str| {
        harness.get_by_role_and_label(Role::SpinButton, "Render load, value").click();
        harness.run_ok();
        harness.event(egui::Event::Text(text.to_owned()));
        harness.run_ok();
        press(harness, Key::Enter);
        harness.state().window.notice().is_some()
    };
    assert!(typed(&mut harness, "banana"));
    assert!(!typed(&mut harness, "12"));
    assert!(typed(&mut harness, "1e99"), "it says what has become of it");
    assert!(harness.state().run.computer().render_ms < 1e99);
    assert!(!typed(&mut harness, "12"));
    assert_eq!(harness.state().run.computer().render_ms, 12.0);
    assert!(typed(&mut harness, "banana"));
    slide(&mut harness, "Update load", 1.0);
    assert!(harness.state().window.notice().is_some(), "another slider has nothing to do with it");
    slide(&mut harness, "Render load", 7.0);
    assert!(harness.state().window.notice().is_none());
}

#[test]
fn the_head_of_a_closed_group_says_what_is_set() {
    let mut harness = window();
    let is_open = |harness: &Harness<Session>| harness.query_by_role_and_label(Role::Slider, "GPU load").is_some();
    assert!(!is_open(&harness));
    harness.get_by_role_and_label(Role::DisclosureTriangle, "GPU and queue: as usual").focus();
    harness.run_ok();
    press(&mut harness, Key::Space);
    assert!(is_open(&harness) && !harness.state().is_playing(), "the space bar opens it, and starts nothing");
    slide(&mut harness, "Queue, frames", 2.0);
    assert!(harness.query_by_role_and_label(Role::DisclosureTriangle, "GPU and queue: as usual").is_none());
    let computer = harness.state().run.computer();
    let set: Vec<String> =
        computer.differences(&Computer::default()).iter().map(|(param, value)| param.in_words(value)).collect();
    assert_eq!(set.len(), 1);
    harness.get_by_role_and_label(Role::DisclosureTriangle, &format!("GPU and queue: {}", set[0]));
    open_group(&mut harness, "GPU and queue");
    assert!(!is_open(&harness), "another press closes it");
}

/// Returns the last command that was given.
fn last_command(harness: &Harness<Session>) -> Command {
    harness.state().run.lab.log().last().expect("there is one").command.clone()
}

#[test]
fn the_present_mode_and_stalls_reach_the_panes() {
    let mut harness = window();
    open_group(&mut harness, "Display");
    for (word, mode) in [
        ("Present mode: mailbox", Present::Mailbox),
        ("Present mode: immediate", Present::Immediate),
        ("Present mode: fifo", Present::Fifo),
    ] {
        click(&mut harness, word);
        assert_eq!(harness.state().run.computer().present, mode);
        assert_eq!(harness.state().refusal, None);
    }
    click(&mut harness, "Hitch 1000 ms");
    assert_eq!(last_command(&harness), Command::stall(1000.0));
}

#[test]
fn stalls_fall_on_the_chosen_operation() {
    let mut harness = window();
    open_group(&mut harness, "Stalls and pause");
    for (word, on) in
        [("the next update", StallOn::Update), ("whatever comes next", StallOn::Any), ("the next render", StallOn::Render)]
    {
        choose(&mut harness, "Stalls fall on", word);
        click(&mut harness, "Hitch 100 ms");
        assert_eq!(last_command(&harness), Command::Stall { ms: 100.0, on });
        press(&mut harness, Key::H);
        let Command::Stall { on: struck, .. } = last_command(&harness) else { panic!("the hammer has come down") };
        assert_eq!(struck, on);
    }
    assert_eq!(harness.state().run.lab.log().len(), 6, "choosing alone strikes nothing");
}

#[test]
fn a_variable_refresh_has_two_rates_in_any_order_and_needs_vsync() {
    let mut harness = window();
    let rates = |harness: &Harness<Session>| harness.state().run.computer().variable_hz();
    open_group(&mut harness, "Display");
    click(&mut harness, "Variable refresh");
    assert_eq!(rates(&harness), Some((48.0, 144.0)));
    slide(&mut harness, "Lowest rate", 1e9);
    assert_eq!(rates(&harness), Some((144.0, 240.0)), "they are read in order");
    slide(&mut harness, "Highest rate", 100.4);
    assert_eq!(rates(&harness), Some((100.0, 240.0)));
    press(&mut harness, Key::V);
    assert_eq!((rates(&harness), harness.state().refusal.as_ref()), (None, None));
    press(&mut harness, Key::V);
    assert_eq!(rates(&harness), Some((100.0, 240.0)));
}

#[test]
fn a_wake_tail_is_likely_and_has_a_mean() {
    let mut harness = window();
    open_group(&mut harness, "Clock and sleep");
    slide(&mut harness, "Much later, how often", 0.1);
    assert!((harness.state().run.computer().wake_tail - 0.1).abs() < 0.01 && harness.state().run.computer().wakes_much_later());
    slide(&mut harness, "Much later, by (mean)", 1e9);
    assert_eq!(harness.state().run.computer().wake_tail_ms, 100.0);
    slide(&mut harness, "Waking late, at least", 3.0);
    let computer = harness.state().run.computer();
    assert_eq!((computer.wake_lo_ms, computer.wake_hi_ms), (3.0, 0.0), "stored as they are set");
}

#[test]
fn a_pane_can_have_a_computer_of_its_own() {
    let mut harness = window();
    click(&mut harness, "Pane B: Variable delta");
    open_group(&mut harness, "Computer");
    click(&mut harness, "Pane B has its own");
    choose(&mut harness, "Preset", "Slow laptop");
    let settings = harness.state().run.lab.settings();
    assert_eq!(settings.panes[1].computer, Some(tickscope_core::model::config::presets::slow_laptop()));
    assert_eq!(settings.computer.render_ms, 5.0, "the shared one stays");
    slide(&mut harness, "Render load", 77.0);
    let settings = harness.state().run.lab.settings();
    assert!((settings.computer_of(1).render_ms - 77.0).abs() < 0.5);
    assert_eq!(settings.computer_of(0).render_ms, 5.0);
    click(&mut harness, "Pane B has its own");
    assert_eq!(harness.state().run.lab.settings().panes[1].computer, None);
    click(&mut harness, "One loop, three computers");
    let settings = harness.state().run.lab.settings();
    assert!(settings.panes.iter().all(|pane| pane.strategy == "variable-delta" && pane.computer.is_some()));
}

#[test]
fn every_control_has_a_name_for_the_screen_reader() {
    let mut harness = window();
    let groups =
        ["World", "Computer", "GPU and queue", "Display", "Load patterns", "Clock and sleep", "Stalls and pause", "Old clocks"];
    for group in groups.into_iter().chain(["Per body, testing", "Other parameters of the loop", "Draw all panes"]) {
        open_group(&mut harness, group);
    }
    for pane in 1..=4 {
        click(
            &mut harness,
            ["", "Pane A: Frame-based", "Pane B: Variable delta", "Pane C: Fixed interval", "Pane D: Frame skip, predicted"]
                [pane],
        );
        assert_named(
            &harness,
            &[
                Role::Button,
                Role::Slider,
                Role::CheckBox,
                Role::ComboBox,
                Role::RadioButton,
                Role::SpinButton,
                Role::DisclosureTriangle,
            ],
        );
    }
}

#[test]
fn the_monitor_is_spoken_of_once_for_each_rate() {
    let mut harness = window();
    let is_said = |harness: &Harness<Session>| harness.query_by_label_contains("This monitor shows").is_some();
    harness.state_mut().on_monitor(Some(75.0));
    harness.input_mut().time = Some(100.0);
    harness.run_ok();
    assert!(is_said(&harness));
    for (seconds, hz, said) in [(119.0, 60.0, true), (121.0, 60.0, false), (200.0, 60.0, false), (201.0, 50.0, true)] {
        let owner = Owner::of_computer(harness.state().run.lab.settings(), 0);
        harness.state_mut().act(Action::set(owner.path("refresh_hz"), hz));
        harness.input_mut().time = Some(seconds);
        harness.run_ok();
        assert_eq!(is_said(&harness), said, "{seconds} s, {hz} Hz");
    }
}
