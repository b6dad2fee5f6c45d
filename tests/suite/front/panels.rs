//! The panels, driven through the same tree that a screen reader uses: what is clicked and dragged is seen in the state.

use super::harness::window_of;
use crate::common::{set_option, set_strategy};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::base::params::Value;
use tickscope::model::config::view::{Counted, Instrument, Plot, Theme, View};
use tickscope::model::config::{
    Command, Computer, HitchOn, InputRead, Present, Presentation, Rates, Settings, Tail, VariableRefresh,
};
use tickscope::studio::claims;
use tickscope::studio::export::{TableFormat, write_report};
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::{Action, ComparedNumber, ComparedPane, Dialog, Export, MeasurementProgress, Request, Session};

/// A window of 1280 × 2000 points, tall enough that nothing is scrolled away, at rest.
fn window() -> Harness<'static, Session> {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::PlayPause);
    window_of(session, egui::vec2(1280.0, 2000.0))
}

fn click(harness: &mut Harness<Session>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// Opens a group of the panel by its head, which says after the name what is set in it.
fn open_group(harness: &mut Harness<Session>, name: &str) {
    let begins = format!("{name}: ");
    let head = harness
        .query_all_by_role(Role::Button)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(&begins)));
    // It may stand below the fold.
    head.unwrap_or_else(|| panic!("{name} is not in the panel")).click_accesskit();
    harness.run_ok();
}

/// Opens a list and chooses from it.
fn choose(harness: &mut Harness<Session>, list: &str, choice: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run_ok();
    // A strategy stands in its list with a line about it.
    let is_chosen =
        |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label.lines().next() == Some(choice));
    let entry = harness.query_all_by_role(Role::Button).find(is_chosen);
    // A long list shows its end only when it is scrolled.
    entry.unwrap_or_else(|| panic!("{choice} is not in the list")).scroll_to_me();
    harness.run_ok();
    harness.query_all_by_role(Role::Button).find(is_chosen).expect("it is still in the list").click();
    harness.run_ok();
}

#[test]
fn choosing_a_strategy_starts_it_in_its_pane_and_selects_the_pane() {
    let mut harness = window();
    choose(&mut harness, "Strategy of pane B", "Semi-fixed");
    let session = harness.state();
    assert_eq!(session.lab().panes()[1].strategy().id, "semi-fixed");
    assert_eq!(session.lab().panes()[0].strategy().id, "frame-based", "the others stay");
    assert_eq!(session.selected(), 1);
    assert_eq!(session.lab().log()[0].command, set_strategy(1, "semi-fixed"));
}

#[test]
fn dragging_the_render_load_changes_every_panes_computer() {
    let mut harness = window();
    let slider = harness.get_by_role_and_label(Role::Slider, "Render load").rect();
    harness.drag_at(slider.center());
    harness.run_ok();
    harness.hover_at(slider.right_center() - egui::vec2(2.0, 0.0));
    harness.run_ok();
    harness.drop_at(slider.right_center() - egui::vec2(2.0, 0.0));
    harness.run_ok();
    let load = harness.state().computer().render_ms;
    assert!(load > 90.0, "dragged to the right end it is {load} ms");
}

#[test]
fn a_load_that_its_slider_does_not_reach_is_typed() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::SpinButton, "Render load, value").set_value_accesskit(250.0);
    harness.run_ok();
    assert_eq!((harness.state().computer().render_ms, harness.state().refusal()), (250.0, None));
    harness.run_ok();
    assert_eq!(harness.state().computer().render_ms, 250.0, "its slider leaves it as it is");
}

#[test]
fn a_group_is_closed_says_in_its_head_what_is_set_and_opens_with_the_keyboard() {
    let mut harness = window();
    let is_open = |harness: &Harness<Session>| harness.query_by_role_and_label(Role::Slider, "GPU load").is_some();
    assert!(!is_open(&harness));
    harness.get_by_role_and_label(Role::Button, "GPU and queue: none").focus();
    harness.run_ok();
    harness.key_press(Key::Space);
    harness.run_ok();
    assert!(is_open(&harness) && !harness.state().is_playing(), "the space bar opens it, and starts nothing");
    harness.get_by_role_and_label(Role::Slider, "Queue, frames").set_value_accesskit(2.0);
    harness.run_ok();
    assert!(harness.query_by_role_and_label(Role::Button, "GPU and queue: none").is_none());
    let computer = harness.state().computer();
    let set: Vec<String> = computer.differences(&Computer::default()).map(|field| field.in_words(computer)).collect();
    assert_eq!(set.len(), 1);
    harness.get_by_role_and_label(Role::Button, &format!("GPU and queue: {}", set[0]));
    open_group(&mut harness, "GPU and queue");
    assert!(!is_open(&harness), "another press closes it");
}

#[test]
fn every_slider_goes_to_both_of_its_ends() {
    type Read = fn(&Computer) -> f64;
    type Ends = (f64, f64);
    type Row<'a> = (Option<&'a str>, &'a str, Read, Ends);
    let (gpu, clock) = (Some("GPU and queue"), Some("Clock and sleep"));
    let sliders: [Row<'_>; 11] = [
        (None, "Render load", |computer| computer.render_ms, (0.1, 100.0)),
        (None, "Update load", |computer| computer.update_ms, (0.0, 100.0)),
        (None, "Refresh rate", |computer| computer.refresh_hz, (24.0, 240.0)),
        (clock, "Timer resolution", |computer| computer.timer_ms, (0.0, 60.0)),
        (clock, "Sleeps end on ticks of", |computer| computer.sleep_ms, (0.0, 20.0)),
        (clock, "Waking late, up to", |computer| computer.wake_ms.hi_ms, (0.0, 10.0)),
        (clock, "Waking late, at least", |computer| computer.wake_ms.lo_ms, (0.0, 10.0)),
        (clock, "Much later, how often", |computer| computer.wake_tail.probability, (0.0, 1.0)),
        (gpu, "GPU load", |computer| computer.gpu_ms, (0.0, 200.0)),
        (gpu, "Queue, frames", |computer| f64::from(computer.queue), (0.0, 3.0)),
        (clock, "First turn begins at", |computer| computer.start_ms, (0.0, 20.0)),
    ];
    for (group, name, read, (low, high)) in sliders {
        let mut harness = window();
        if let Some(group) = group {
            open_group(&mut harness, group);
        }
        for (far, end) in [(1e9, high), (-1e9, low)] {
            harness.get_by_role_and_label(Role::Slider, name).set_value_accesskit(far);
            harness.run_ok();
            assert_eq!(read(harness.state().computer()), end, "{name}");
            assert_eq!(harness.state().refusal(), None, "{name} at {end}");
        }
    }
}

/// The last command that was given.
fn last_command(harness: &Harness<Session>) -> Command {
    harness.state().lab().log().last().expect("there is one").command.clone()
}

#[test]
fn the_present_mode_and_stalls_reach_the_panes() {
    let mut harness = window();
    for (word, mode) in
        [("Vsync: off (mailbox)", Present::Mailbox), ("Vsync: tears", Present::Immediate), ("Vsync: on (fifo)", Present::Fifo)]
    {
        click(&mut harness, word);
        assert_eq!(harness.state().computer().present, mode);
        assert_eq!(harness.state().refusal(), None);
    }
    click(&mut harness, "Hitch 1000 ms");
    assert_eq!(last_command(&harness), Command::stall(1000.0));
}

#[test]
fn stalls_fall_on_what_is_chosen_by_button_and_by_hammer() {
    let mut harness = window();
    open_group(&mut harness, "Stalls and pause");
    for (word, on) in
        [("the next update", HitchOn::Update), ("whatever comes next", HitchOn::Any), ("the next render", HitchOn::Render)]
    {
        choose(&mut harness, "Stalls fall on", word);
        click(&mut harness, "Hitch 100 ms");
        assert_eq!(last_command(&harness), Command::Stall { ms: 100.0, on });
        harness.key_combination(&[Key::H]);
        harness.run_ok();
        let Command::Stall { on: struck, .. } = last_command(&harness) else { panic!("the hammer has come down") };
        assert_eq!(struck, on);
    }
    assert_eq!(harness.state().lab().log().len(), 6, "choosing alone strikes nothing");
}

#[test]
fn a_variable_refresh_has_two_rates_in_order_and_ends_where_frames_no_longer_come_in_order() {
    let mut harness = window();
    let disabled = |harness: &Harness<Session>, role: Role, name: &str| {
        harness.get_by_role_and_label(role, name).accesskit_node().is_disabled()
    };
    let rates = |harness: &Harness<Session>| harness.state().computer().vrr.rates().map(|Rates { lo_hz, hi_hz }| (lo_hz, hi_hz));
    let slide = |harness: &mut Harness<Session>, name: &str, value: f64| {
        harness.get_by_role_and_label(Role::Slider, name).set_value_accesskit(value);
        harness.run_ok();
        assert_eq!(harness.state().refusal(), None, "{name} at {value}");
    };
    assert!(!disabled(&harness, Role::Slider, "Refresh rate"));
    open_group(&mut harness, "GPU and queue");
    click(&mut harness, "Variable refresh");
    assert_eq!(rates(&harness), Some((48.0, 144.0)));
    assert!(disabled(&harness, Role::Slider, "Refresh rate"), "the display has no ticks");
    slide(&mut harness, "Lowest rate", 1e9);
    assert_eq!(rates(&harness), Some((240.0, 240.0)));
    slide(&mut harness, "Highest rate", 100.4);
    assert_eq!(rates(&harness), Some((100.0, 100.0)));
    slide(&mut harness, "Lowest rate", -1e9);
    slide(&mut harness, "Highest rate", -1e9);
    assert_eq!(rates(&harness), Some((24.0, 24.0)));
    click(&mut harness, "Vsync: off (mailbox)");
    assert_eq!((rates(&harness), harness.state().refusal()), (None, None));
    assert!(disabled(&harness, Role::CheckBox, "Variable refresh"));
    assert!(!disabled(&harness, Role::Slider, "Refresh rate"));
    // The key does the same.
    click(&mut harness, "Vsync: on (fifo)");
    click(&mut harness, "Variable refresh");
    harness.key_combination(&[Key::V]);
    harness.run_ok();
    let computer = harness.state().computer();
    assert_eq!((computer.present, computer.vrr), (Present::Mailbox, VariableRefresh::Off));
    assert_eq!(harness.state().refusal(), None);
}

#[test]
fn a_tail_of_waking_late_has_a_mean_as_soon_as_it_has_a_probability_and_none_without() {
    let mut harness = window();
    let slide = |harness: &mut Harness<Session>, name: &str, value: f64| {
        harness.get_by_role_and_label(Role::Slider, name).set_value_accesskit(value);
        harness.run_ok();
    };
    open_group(&mut harness, "Clock and sleep");
    slide(&mut harness, "Much later, how often", 10.0);
    let tail = harness.state().computer().wake_tail;
    assert!((tail.probability - 0.1).abs() < 0.01 && tail.mean_ms > 0.0, "{tail:?}");
    slide(&mut harness, "Much later, by (mean)", 1e9);
    assert_eq!(harness.state().computer().wake_tail.mean_ms, 100.0);
    slide(&mut harness, "Much later, how often", 0.0);
    assert_eq!(harness.state().computer().wake_tail, Tail::default());
    slide(&mut harness, "Waking late, at least", 3.0);
    let wake = harness.state().computer().wake_ms;
    assert_eq!((wake.lo_ms, wake.hi_ms), (3.0, 3.0));
}

#[test]
fn input_is_read_before_every_update_or_once_a_turn() {
    let mut harness = window();
    open_group(&mut harness, "Clock and sleep");
    choose(&mut harness, "Input is read", "once a turn");
    assert_eq!(harness.state().computer().input, InputRead::Turn);
    choose(&mut harness, "Input is read", "before every update");
    assert_eq!(harness.state().computer().input, InputRead::Update);
}

#[test]
fn the_presentation_of_all_panes_is_one_choice() {
    let mut harness = window();
    click(&mut harness, "Draw all: interp.");
    let panes = &harness.state().lab().settings().panes;
    assert!(panes.iter().all(|pane| pane.presentation == Some(Presentation::Interpolate)));
}

#[test]
fn a_loop_without_an_alpha_can_not_be_interpolated_and_one_with_an_alpha_can() {
    let mut harness = window();
    let disabled = |harness: &Harness<Session>, role: Role, name: &str| -> Vec<bool> {
        let nodes = harness
            .query_all_by_role(role)
            .filter(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(name)));
        nodes.map(|node| node.accesskit_node().is_disabled()).collect()
    };
    // Each pane has a switch of three words.
    assert_eq!(disabled(&harness, Role::RadioButton, "Draw pane A: "), [true; 3], "frame-based has no alpha");
    assert_eq!(disabled(&harness, Role::RadioButton, "Draw pane C: "), [false; 3], "fixed-interval has one");
    let drawn = |harness: &Harness<Session>| harness.state().lab().settings().panes[2].presentation;
    click(&mut harness, "Draw pane C: interp.");
    assert_eq!(drawn(&harness), Some(Presentation::Interpolate));
    // The selected loop's group has a list of all states that can be drawn.
    open_group(&mut harness, "Loop");
    assert_eq!(disabled(&harness, Role::ComboBox, "Drawn in pane A"), [true]);
    click(&mut harness, "Pane C: Fixed interval");
    assert_eq!(disabled(&harness, Role::ComboBox, "Drawn in pane C"), [false]);
    choose(&mut harness, "Drawn in pane C", "extrapolate");
    assert_eq!(drawn(&harness), Some(Presentation::Extrapolate));
}

#[test]
fn a_parameter_of_the_selected_loop_is_a_slider_and_a_limit_can_be_switched_off() {
    let mut harness = window();
    click(&mut harness, "Pane C: Fixed interval");
    assert_eq!(harness.state().selected(), 2);
    open_group(&mut harness, "Loop");
    harness.get_by_role_and_label(Role::Slider, "Max FPS").set_value_accesskit(50.0);
    harness.run_ok();
    let set = |harness: &Harness<Session>, name: &str| {
        let strategy = harness.state().lab().panes()[2].strategy();
        harness.state().lab().settings().panes[2].params.number(strategy.param(name).expect("a parameter"))
    };
    assert_eq!(set(&harness, "max_fps"), Some(50.0));
    // It may stand below the fold.
    harness.get_by_label("Limit: Min FPS").click_accesskit();
    harness.run_ok();
    assert_eq!(set(&harness, "min_fps"), None);
}

#[test]
fn a_derived_default_moves_with_what_it_follows_from_until_its_slider_is_moved_and_can_be_had_back() {
    let mut harness = window();
    let command = set_strategy(2, "refresh-multiples");
    harness.state_mut().act(Action::Lab(command));
    harness.run_ok();
    click(&mut harness, "Pane C: Refresh multiples");
    open_group(&mut harness, "Loop");
    let min_fps = |harness: &Harness<Session>| {
        let param = harness.state().lab().panes()[2].strategy().param("min_fps").expect("a parameter").clone();
        let params = &harness.state().lab().settings().panes[2].params;
        (params.number(&param).expect("a number"), params.is_derived(&param))
    };
    let slide = |harness: &mut Harness<Session>, name: &str, value: f64| {
        harness.get_by_role_and_label(Role::Slider, name).set_value_accesskit(value);
        harness.run_ok();
    };
    assert_eq!(min_fps(&harness), (15.0, true));
    slide(&mut harness, "Refresh", 144.0);
    assert_eq!(min_fps(&harness), (36.0, true));
    slide(&mut harness, "Min FPS", 12.0);
    assert_eq!(min_fps(&harness), (12.0, false));
    slide(&mut harness, "Refresh", 100.0);
    assert_eq!(min_fps(&harness), (12.0, false));
    // The box may stand below the fold.
    let tick = |harness: &mut Harness<Session>| {
        harness.get_by_label("Min FPS derived: refresh_hz/4").click_accesskit();
        harness.run_ok();
    };
    tick(&mut harness);
    assert_eq!(min_fps(&harness), (25.0, true));
    tick(&mut harness);
    assert_eq!(min_fps(&harness), (25.0, false), "it is kept as it stands");
}

#[test]
fn a_refused_value_leaves_the_old_one_and_says_why() {
    let mut harness = window();
    click(&mut harness, "Pane C: Fixed interval");
    open_group(&mut harness, "Loop");
    harness.get_by_role_and_label(Role::Slider, "Min FPS").set_value_accesskit(100.0);
    harness.run_ok();
    let session = harness.state();
    assert_eq!(session.lab().settings().panes[2].params, tickscope::base::params::Values::default());
    assert!(session.refusal().is_some_and(|refusal| refusal.to_string().contains("never move")));
    harness.get_by_label_contains("never move");
}

#[test]
fn another_world_starts_from_the_beginning_and_keeps_the_loops() {
    let mut harness = window();
    click(&mut harness, "Step");
    assert!(harness.state().now() > tickscope::base::time::Time::ZERO);
    harness.get_by_role_and_label(Role::ComboBox, "World").click();
    harness.run_ok();
    harness.get_by_role_and_label(Role::Button, "Springs").click();
    harness.run_ok();
    let session = harness.state();
    assert_eq!(session.lab().settings().scene.id, "spring");
    assert_eq!(session.now(), tickscope::base::time::Time::ZERO);
    assert_eq!(session.lab().panes()[2].strategy().id, "fixed-interval");
    open_group(&mut harness, "World");
    choose(&mut harness, "Integrator", "rk4");
    let options = &harness.state().lab().settings().scene.options;
    assert!(options.is(&tickscope::model::worlds::spring::INTEGRATOR, "rk4"));
}

#[test]
fn every_key_does_what_the_help_says() {
    let mut harness = window();
    let mut press = |keys: &[Key]| {
        harness.key_combination(keys);
        harness.run_ok();
        let s = harness.state();
        let panes = s.lab().panes().len();
        (s.is_playing(), (s.view(), s.theme()), s.selected(), s.computer().clone(), s.lab().log().len(), s.speed(), panes)
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
fn panes_are_added_closed_swapped_and_enlarged() {
    let mut harness = window();
    let ids = |harness: &Harness<Session>| harness.state().lab().panes().iter().map(|p| &*p.strategy().id).collect::<Vec<_>>();
    click(&mut harness, "Add pane");
    click(&mut harness, "Add pane");
    assert_eq!(ids(&harness).len(), 6);
    assert!(harness.get_by_role_and_label(Role::Button, "Add pane").accesskit_node().is_disabled(), "six are the most");
    assert_eq!(harness.state().selected(), 0);
    click(&mut harness, "Swap pane A");
    assert_eq!(ids(&harness)[..2], ["variable-delta", "frame-based"]);
    assert_eq!(harness.state().selected(), 1, "the pane that was selected, where it is now");
    click(&mut harness, "Close pane A");
    assert_eq!(ids(&harness)[..2], ["variable-delta", "fixed-interval"]);
    click(&mut harness, "Enlarge pane D");
    assert_eq!(harness.state().enlarged(), Some(2));
    assert!(harness.query_by_role_and_label(Role::Button, "Close pane B").is_none(), "only one is shown");
    click(&mut harness, "Show all panes");
    for pane in ["B", "C", "D", "E"] {
        click(&mut harness, &format!("Close pane {pane}"));
    }
    assert_eq!(ids(&harness).len(), 1);
    assert!(harness.query_by_role_and_label(Role::Button, "Close pane F").is_none(), "the last one stays");
    harness.key_press(Key::X);
    harness.run_ok();
    assert_eq!(ids(&harness).len(), 1, "the last one stays");
}

#[test]
fn a_pane_can_have_a_computer_of_its_own() {
    let mut harness = window();
    click(&mut harness, "Pane B: Variable delta");
    open_group(&mut harness, "Computer");
    click(&mut harness, "Pane B has its own");
    choose(&mut harness, "Preset", "Slow laptop");
    let settings = harness.state().lab().settings();
    assert_eq!(settings.panes[1].computer, Some(tickscope::model::config::presets::slow_laptop()));
    assert_eq!(settings.computer.render_ms, 5.0, "the shared one stays");
    harness.get_by_role_and_label(Role::Slider, "Render load").set_value_accesskit(77.0);
    harness.run_ok();
    let settings = harness.state().lab().settings();
    assert!((settings.computer_of(1).render_ms - 77.0).abs() < 0.5);
    assert_eq!(settings.computer_of(0).render_ms, 5.0);
    click(&mut harness, "Pane B has its own");
    assert_eq!(harness.state().lab().settings().panes[1].computer, None);
    click(&mut harness, "One loop, three computers");
    let settings = harness.state().lab().settings();
    assert!(settings.panes.iter().all(|pane| pane.strategy == "variable-delta" && pane.computer.is_some()));
}

#[test]
fn the_list_of_loops_can_be_searched() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane A").click();
    harness.run_ok();
    harness.get_by_role_and_label(Role::TextInput, "Search strategies").focus();
    harness.run_ok();
    harness.get_by_role_and_label(Role::TextInput, "Search strategies").type_text("spiral");
    harness.run_ok();
    assert!(harness.query_by_label_contains("Variable delta, waiting").is_none(), "it is not what was searched for");
    harness.get_by_label_contains("spirals when updates cost too much").click();
    harness.run_ok();
    assert_eq!(harness.state().lab().panes()[0].strategy().id, "semi-fixed");
}

#[test]
fn the_hammer_strikes_as_long_as_it_was_held() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.frame(10.0);
    session.act(Action::Lift);
    session.frame(10.2);
    session.act(Action::Lift);
    session.frame(10.75);
    assert_eq!(session.hammer_ms(), Some(750.0));
    session.act(Action::Strike);
    assert_eq!(session.lab().log().last().map(|l| &l.command), Some(&Command::stall(750.0)));
    assert!(session.stall().is_some());
    session.act(Action::Strike);
    assert_eq!(session.lab().log().len(), 1, "it is down already");
}

#[test]
fn nothing_moves_away_under_the_pointer_when_a_touch_ends_the_demonstration() {
    let mut harness = window();
    harness.state_mut().act(Action::Demonstrate);
    harness.state_mut().act(Action::PlayPause);
    harness.run_ok();
    let places = |harness: &Harness<Session>| {
        let slider = harness.get_by_role_and_label(Role::Slider, "Render load").rect();
        (slider, harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane A").rect())
    };
    let after = places(&harness);
    harness.state_mut().act(Action::Demonstrate);
    harness.step();
    assert!(harness.state().is_demonstrating());
    assert_eq!(places(&harness), after);
    let list = after.1.center();
    harness.drag_at(list);
    harness.step();
    assert!(!harness.state().is_demonstrating(), "the press has ended it");
    harness.drop_at(list);
    harness.step();
    harness.step();
    let search = harness.get_by_role_and_label(Role::TextInput, "Search strategies");
    assert!(search.is_focused(), "after opening the list one may type at once");
}

#[test]
fn a_race_ends_in_a_photo_finish_at_its_exact_moment() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::Scene("runner".to_owned()));
    session.act(Action::Race);
    (0..600).for_each(|frame| session.frame(f64::from(frame) / 60.0));
    assert!(session.is_photo_finish() && !session.is_playing());
    assert_eq!(session.now(), tickscope::base::time::Time::from_secs(session.view().race_s));
    session.act(Action::PlayPause);
    assert!(!session.is_photo_finish() && session.is_playing());
}

#[test]
fn every_control_has_a_name_for_the_screen_reader() {
    let mut harness = window();
    let groups = ["World", "Computer", "GPU and queue", "Load patterns", "Clock and sleep", "Stalls and pause", "Old clocks"];
    for group in groups.into_iter().chain(["Per body, testing", "Loop"]) {
        open_group(&mut harness, group);
    }
    for pane in 1..=4 {
        click(
            &mut harness,
            ["", "Pane A: Frame-based", "Pane B: Variable delta", "Pane C: Fixed interval", "Pane D: Frame skip, predicted"]
                [pane],
        );
        for role in [Role::Button, Role::Slider, Role::CheckBox, Role::ComboBox, Role::RadioButton, Role::SpinButton] {
            let mut count = 0;
            for node in harness.query_all_by_role(role) {
                let named = node.accesskit_node().label().is_some_and(|label| !label.trim().is_empty());
                assert!(named, "a {role:?} at {:?} has no name", node.rect());
                count += 1;
            }
            assert!(count > 0, "there is a {role:?}");
        }
    }
}

#[test]
fn the_window_fits_every_size_that_it_may_have() {
    for size in [(1600.0, 900.0), (1280.0, 720.0), (640.0, 480.0), (480.0, 320.0), (60.0, 40.0)] {
        let mut harness = window();
        harness.set_size(egui::vec2(size.0, size.1));
        harness.run_ok();
        shows_pane_d(&mut harness, size);
    }
}

/// Pane D is in the window, in a small one after it was chosen: with its tab, or with its key where the tabs have no room.
fn shows_pane_d(harness: &mut Harness<Session>, size: (f32, f32)) {
    let shown = |harness: &Harness<Session>| {
        harness.query_by_role_and_label(Role::RadioButton, "Pane D: Frame skip, predicted").is_some()
    };
    assert_eq!(shown(harness), size.0 >= 1024.0 && size.1 >= 700.0, "a small window shows the selected pane alone: {size:?}");
    if shown(harness) {
        return;
    }
    if size.1 > 300.0 {
        click(harness, "Show pane D: Frame skip, predicted");
    } else {
        harness.key_press(Key::Num4);
        harness.run_ok();
    }
    assert!(shown(harness), "{size:?}");
}

#[test]
fn the_file_menu_opens_scenarios_and_dialogs_that_ask_for_what_they_say() {
    let mut harness = window();
    click(&mut harness, "File");
    harness.get_by_label("Scenarios").hover();
    harness.run_ok();
    click(&mut harness, "Spiral of death");
    assert_eq!(harness.state().title().0, "Spiral of death");
    assert_eq!(harness.state().lab().script().commands().len(), 3);
    harness.get_by_label_contains("At 3 s: update 10 ms");

    click(&mut harness, "File");
    click(&mut harness, "Open scenario …");
    click(&mut harness, "Open");
    assert_eq!(harness.state_mut().take_requests(), [Request::Open("scenario.toml".to_owned())]);
    assert!(harness.state().dialog().is_some(), "it stays until the window has opened it");
    for what in Export::ALL {
        click(&mut harness, "File");
        click(&mut harness, &format!("{} …", what.name()));
        click(&mut harness, "Browse …");
        assert_eq!(harness.state_mut().take_requests(), [Request::Browse]);
        assert!(harness.state().dialog().is_some(), "it stays open while the system asks");
        click(&mut harness, "Save");
        assert_eq!(harness.state_mut().take_requests(), [Request::Save(what, what.file().to_owned())]);
    }
    click(&mut harness, "File");
    click(&mut harness, "Copy share code");
    let [Request::Copy(code)] = &harness.state_mut().take_requests()[..] else { panic!("one thing is copied") };
    assert_eq!(tickscope::studio::scenario::code::read(code), Ok(harness.state().scenario()));
    click(&mut harness, "File");
    click(&mut harness, "Paste share code or link");
    assert_eq!(harness.state_mut().take_requests(), [Request::Paste]);
}

#[test]
fn a_claim_is_searched_and_opened_with_keys_and_with_a_click() {
    let open = |harness: &mut Harness<Session>| {
        click(harness, "File");
        click(harness, "Articles …");
        assert_eq!(harness.state_mut().take_requests(), [Request::MeasureClaims]);
    };
    let type_in = |harness: &mut Harness<Session>, words: &str| {
        harness.get_by_label("Search claims").type_text(words);
        harness.run_ok();
    };
    let (article, claim) = claims::all().find(|(_, claim)| claim.id == "houx-six-fps").expect("it is there");

    let mut harness = window();
    open(&mut harness);
    type_in(&mut harness, "Houx skip");
    let found = claims::all().filter(|(article, _)| article.id == "houx").find(|(_, claim)| claim.claim.contains("skip"));
    assert_eq!(found.map(|(_, claim)| &claim.id), Some(&claim.id));
    harness.key_combination(&[Key::Enter]);
    harness.run_ok();
    let of_article = |session: &Session| session.title().0.starts_with(&article.author);
    assert!(of_article(harness.state()) && harness.state().title().1.contains(&claim.claim), "{:?}", harness.state().title());
    assert!(harness.state().dialog().is_none(), "the run is to be seen");
    let asked = claim.scenario(article, &claim.test.run).expect("its run is allowed");
    assert_eq!(harness.state().lab().initial(), asked.script.settings());

    let mut harness = window();
    open(&mut harness);
    type_in(&mut harness, "houx-six-fps");
    harness.get_by_label_contains(&claim.claim).click();
    harness.run_ok();
    assert!(of_article(harness.state()) && harness.state().title().1.contains(&claim.claim), "{:?}", harness.state().title());

    open(&mut harness);
    type_in(&mut harness, "no claim has these words");
    harness.get_by_label("No claim has all these words.");
    harness.key_combination(&[Key::Escape]);
    harness.run_ok();
    assert!(harness.state().dialog().is_none(), "Escape closes it, although the field has the keyboard");
}

#[test]
fn the_arrows_choose_among_the_claims_and_their_numbers_are_shown_once_they_are_measured() {
    let mut harness = window();
    click(&mut harness, "File");
    click(&mut harness, "Articles …");
    let (article, claim) = claims::all().nth(1).expect("there are more than one");
    let measured = claims::evaluate(claim).expect("a test runs every claim");
    let number = measured[0].in_words();
    harness.state_mut().results_mut().claims.insert(&claim.id, measured);
    harness.run_ok();
    harness.get_by_label_contains(&format!("A speed_ratio: {number}"));
    harness.key_combination(&[Key::ArrowDown]);
    harness.run_ok();
    harness.key_combination(&[Key::Enter]);
    harness.run_ok();
    let asked = claim.scenario(article, &claim.test.run).expect("its run is allowed");
    assert_eq!(harness.state().title(), (asked.name.as_str(), asked.about.as_str()));
}

#[test]
fn a_film_is_asked_for_with_what_was_filled_in() {
    let mut harness = window();
    click(&mut harness, "File");
    click(&mut harness, "Film or still …");
    choose(&mut harness, "Format", "gif");
    let Some(Dialog::Film(spec)) = harness.state().dialog().cloned() else { panic!("the dialog is open") };
    assert_eq!((spec.path.as_str(), spec.fps), ("tickscope.gif", 50), "only a rate that GIF can show");
    harness.get_by_label_contains("50 Hz would fit");
    click(&mut harness, "A virtual display that fits");
    choose(&mut harness, "Frames a second", "25");
    click(&mut harness, "With the panels");
    click(&mut harness, "Make film");
    let [Request::Film(spec)] = &harness.state_mut().take_requests()[..] else { panic!("one film is asked for") };
    assert!(spec.panel && spec.fit_display && spec.fps == 25 && spec.to_s == 10.0, "{spec:?}");
}

#[test]
fn a_take_becomes_a_film_of_exactly_what_was_done_meanwhile() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    let run = |session: &mut Session, from: i32, to: i32| (from..to).for_each(|frame| session.frame(f64::from(frame) / 60.0));
    run(&mut session, 0, 60);
    let begin = session.now().as_secs();
    session.act(Action::Take);
    run(&mut session, 60, 120);
    session.act(Action::Lab(Command::stall(300.0)));
    run(&mut session, 120, 180);
    session.act(Action::Take);
    let Some(Dialog::Film(spec)) = session.dialog() else { panic!("it asks where the film goes") };
    assert_eq!((spec.from_s, spec.to_s), (begin, session.now().as_secs()));
    assert_eq!(session.recorded().script.commands().len(), 1);
    session.act(Action::Take);
    session.act(Action::Restart);
    assert!(session.take().is_none() && session.notice().is_some_and(|notice| !notice.good), "the take is gone, and it is told");
}

#[test]
fn a_presentation_has_no_panels_and_goes_through_the_scenarios() {
    let mut harness = window();
    let mut press = |key: Key| {
        harness.key_press(key);
        harness.run_ok();
        (harness.state().is_presenting(), harness.state().title().0.to_owned(), harness.query_by_label("File").is_some())
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
fn a_share_code_that_is_pasted_is_opened_and_anything_else_changes_nothing() {
    let scenario = builtin::find("judder").unwrap().scenario().unwrap();
    let code = tickscope::studio::scenario::code::write(&scenario);
    let mut harness = window();
    harness.event(egui::Event::Paste(code));
    harness.run_ok();
    assert_eq!(harness.state().title().0, scenario.name);
    harness.event(egui::Event::Paste("good morning".to_owned()));
    harness.run_ok();
    assert_eq!(harness.state().title().0, scenario.name, "what was on the screen stays");
    assert!(harness.state().notice().is_some_and(|notice| notice.text.contains("share code")));
    click(&mut harness, "OK");
    assert!(harness.state().notice().is_none());
}

#[test]
fn the_camera_is_moved_by_drag_and_wheel_and_comes_back() {
    let mut harness = window();
    let pane = harness.get_by_role_and_label(Role::RadioButton, "Pane A: Frame-based").rect().center();
    harness.hover_at(pane);
    harness.run_ok();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 120.0),
        modifiers: egui::Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    harness.run_ok();
    let near = harness.state().view().camera;
    assert!(near.zoom > 1.1, "{near:?}");
    harness.drag_at(pane);
    harness.run_ok();
    harness.hover_at(pane + egui::vec2(60.0, 0.0));
    harness.run_ok();
    harness.drop_at(pane + egui::vec2(60.0, 0.0));
    harness.run_ok();
    let moved = harness.state().view().camera;
    assert!(moved.x < near.x && moved.zoom == near.zoom, "the world follows the hand: {moved:?}");
    harness.key_press(Key::Num0);
    harness.run_ok();
    assert_eq!(harness.state().view().camera, tickscope::model::config::view::CameraView::default());
}

/// A press, a movement to `to` and what is still held, in one frame, as a slow window has them.
fn press_and_move(harness: &mut Harness<Session>, from: egui::Pos2, to: egui::Pos2) {
    let modifiers = egui::Modifiers::NONE;
    let button = |pos, pressed| egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers };
    harness.hover_at(from);
    harness.run_ok();
    harness.input_mut().events.extend([button(from, true), egui::Event::PointerMoved(to)]);
    harness.step();
    harness.run_ok();
    harness.event(button(to, false));
    harness.run_ok();
}

#[test]
fn a_wall_that_is_pressed_moves_however_far_the_first_movement_goes() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::Scene("thin-wall".to_owned()));
    session.act(Action::PlayPause);
    let mut harness = window_of(session, egui::vec2(1280.0, 720.0));
    let wall = |harness: &Harness<Session>| harness.state().wall(0).expect("there is one").wall;
    let before = (wall(&harness), harness.state().view().camera);
    let grip = harness.get_by_label("Wall in pane A").rect().center();
    press_and_move(&mut harness, grip, grip + egui::vec2(60.0, 40.0));
    let moved = wall(&harness);
    assert!(moved.x > before.0.x + 5.0 && moved.thickness == before.0.thickness, "{moved:?}");
    assert_eq!(harness.state().view().camera, before.1, "the world stays where it is");
    let now = harness.get_by_label("Wall in pane A").rect().center();
    assert!((now.x - grip.x - 60.0).abs() < 3.0, "the grip is where the pointer is: {now} after {grip}");
    // Into the pane beside it.
    press_and_move(&mut harness, now, now + egui::vec2(400.0, 100.0));
    assert_eq!(harness.state().view().camera, before.1);
    assert!(wall(&harness).x > moved.x);
    let edge = harness.get_by_label("Thickness of the wall in pane A").rect().center();
    press_and_move(&mut harness, edge, edge + egui::vec2(30.0, 50.0));
    assert!(wall(&harness).thickness > before.0.thickness + 2.0, "{:?}", wall(&harness));
    assert_eq!(harness.state().view().camera, before.1);
}

#[test]
fn what_is_typed_and_is_no_number_is_refused_in_one_line() {
    let mut harness = window();
    harness.get_by_role_and_label(Role::SpinButton, "Render load, value").click();
    harness.run_ok();
    harness.event(egui::Event::Text("12 apples".to_owned()));
    harness.run_ok();
    harness.key_press(Key::Enter);
    harness.run_ok();
    let notice = harness.state().notice().expect("it is told").clone();
    assert_eq!((notice.text.as_str(), notice.good), ("Render load: “12 apples” is no number; it stays 5.00 ms.", false));
    assert_eq!(harness.state().computer().render_ms, 5.0);
}

#[test]
fn esc_closes_the_drawer_of_a_small_window_and_then_ends_what_is_shown() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::PlayPause);
    session.act(Action::Enlarge(Some(0)));
    let mut harness = window_of(session, egui::vec2(360.0, 480.0));
    click(&mut harness, "Loads and settings");
    assert!(harness.query_by_label("Render load, value").is_some());
    harness.key_press(Key::Escape);
    harness.run_ok();
    assert!(harness.query_by_label("Render load, value").is_none());
    assert_eq!(harness.state().enlarged(), Some(0), "one thing at a time");
    harness.key_press(Key::Escape);
    harness.run_ok();
    assert_eq!(harness.state().enlarged(), None);
}

#[test]
fn the_space_bar_taps_while_the_input_test_runs_and_starts_what_stands() {
    let mut harness = window();
    harness.state_mut().act(Action::View(View { inputs: true, ..View::default() }));
    harness.key_combination(&[Key::Space]);
    harness.step();
    assert!(harness.state().is_playing(), "from a pause the space bar goes on");
    let before = harness.state().lab().log().len();
    harness.key_combination(&[Key::Space]);
    harness.step();
    let session = harness.state();
    assert!(session.is_playing());
    assert_eq!(session.lab().log().last().map(|logged| &logged.command), Some(&Command::Tap));
    assert_eq!(session.lab().log().len(), before + 1);
    harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(1.0));
    for pane in harness.state().lab().panes() {
        let now = harness.state().now();
        let lamp = pane.seen_at(now).lamp();
        let latency = lamp.hand.expect("every pane has answered").latency().as_millis();
        assert!((5.0..120.0).contains(&latency), "{latency} ms");
        assert!(lamp.metronome.is_some());
    }
    click(&mut harness, "Tap");
    assert_eq!(harness.state().lab().log().len(), before + 2);
}

#[test]
fn the_table_shows_every_number_and_is_sorted_by_its_heads() {
    let mut harness = window();
    harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(2.0));
    harness.state_mut().act(Action::Lab(Command::stall(300.0)));
    harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(3.0));
    click(&mut harness, "Show Table");
    let top = |harness: &Harness<Session>, pane: char| {
        let cell = format!("Speed ratio of pane {pane}");
        harness.get_by_label_contains(&cell).rect().top()
    };
    assert!(top(&harness, 'A') < top(&harness, 'B'));
    for pane in ['A', 'B'] {
        let said = format!("Input to display of pane {pane}: ");
        let node = harness.get_by_label_contains(&said).accesskit_node();
        let bar = node.label().into_iter().chain(node.value()).collect::<String>();
        for stage in tickscope::lab::metrics::Stage::ALL {
            assert!(bar.contains(stage.name()), "{bar} does not tell the time {}", stage.name());
        }
    }
    click(&mut harness, "Sort by Mean FPS");
    click(&mut harness, "Sort by Speed ratio");
    let ascending = [top(&harness, 'A'), top(&harness, 'B')];
    click(&mut harness, "Sort by Speed ratio");
    let descending = [top(&harness, 'A'), top(&harness, 'B')];
    assert_ne!(ascending, descending, "the second click turns the order round");
    click(&mut harness, "Sort by pane");
    assert!(top(&harness, 'A') < top(&harness, 'B') && top(&harness, 'C') < top(&harness, 'D'));
    click(&mut harness, "Whole run");
    assert_eq!(harness.state().view().counted, Counted::Whole);
    let best = harness.query_all_by_label_contains(", the best").count();
    assert!(best > 0, "something is marked");
    click(&mut harness, "Hide the instrument");
    assert!(harness.query_by_label("Sort by pane").is_none());
}

#[test]
fn the_plots_say_what_they_show_and_reach_back_as_far_as_chosen() {
    let mut harness = window();
    harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(3.0));
    click(&mut harness, "Show Plots");
    for (list, place) in [("Left plot", 0), ("Right plot", 1)] {
        for (plot, name, said) in [
            (Plot::StepSize, "Step dt, ms", "Plot of Step dt"),
            (Plot::UpdatesPerTurn, "Updates a turn", "Plot of Updates a turn"),
            (Plot::Lead, "Simulated − display time s − d, ms", "Plot of Simulated"),
            (Plot::Cadence, "Cadence, refreshes a frame stays", "Histogram of cadence"),
            (Plot::FrameTime, "Frame time Δd, ms", "Plot of Frame time"),
        ] {
            choose(&mut harness, list, name);
            assert_eq!(harness.state().view().plots[place], plot);
            assert!(harness.query_all_by_label_contains(said).next().is_some(), "{name} is shown");
        }
    }
    click(&mut harness, "20 s");
    assert_eq!(harness.state().view().plots_s, 20.0);
    click(&mut harness, "Show Table");
    assert_eq!(harness.state().view().instrument, Some(Instrument::Table));
}

#[test]
fn instruments_fit_every_window_and_in_a_low_one_they_begin_folded() {
    for instrument in [Instrument::Timeline, Instrument::Plots, Instrument::Table, Instrument::Code] {
        for size in [(1600.0, 900.0), (1280.0, 720.0), (640.0, 560.0), (640.0, 480.0), (480.0, 320.0), (60.0, 40.0)] {
            let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
            let view = View { instrument: Some(instrument), inputs: true, ..View::default() };
            session.act(Action::PlayPause);
            session.act(Action::View(view));
            session.advance_to(tickscope::base::time::Time::from_secs(1.0));
            let mut harness = window_of(session, egui::vec2(size.0, size.1));
            let shows = |harness: &Harness<Session>| harness.query_by_label("Hide the instrument").is_some();
            assert_eq!(shows(&harness), size.1 >= 700.0, "{instrument:?} at {size:?}");
            harness.state_mut().act(Action::View(view));
            harness.run_ok();
            // In a small window the bars and the pane come first.
            assert_eq!(shows(&harness), size.1 >= 510.0, "{instrument:?} at {size:?}, opened by hand");
            shows_pane_d(&mut harness, size);
        }
    }
}

#[test]
fn a_click_on_a_tab_opens_an_instrument_and_another_one_folds_it() {
    let mut harness = window();
    harness.set_size(egui::vec2(1280.0, 720.0));
    harness.run_ok();
    assert_eq!(harness.state().view().instrument, None, "they begin folded");
    let tabs = [
        ("Timeline", Instrument::Timeline),
        ("Plots", Instrument::Plots),
        ("Table", Instrument::Table),
        ("Code", Instrument::Code),
    ];
    for (name, instrument) in tabs {
        let tab = format!("Show {name}");
        click(&mut harness, &tab);
        assert_eq!(harness.state().view().instrument, Some(instrument));
        assert!(harness.query_by_label("Hide the instrument").is_some());
        click(&mut harness, &tab);
        assert_eq!(harness.state().view().instrument, None);
        let low = harness.get_by_label(&tab).rect();
        assert!(low.bottom() <= 720.0 && low.top() > 680.0, "the tabs are a thin row at the bottom: {low:?}");
    }
}

#[test]
fn the_height_of_an_instrument_is_dragged_moved_with_keys_and_kept_in_its_range() {
    let mut harness = window();
    harness.set_size(egui::vec2(1280.0, 800.0));
    harness.state_mut().act(Action::View(View { instrument: Some(Instrument::Table), ..View::default() }));
    harness.run_ok();
    let height = |harness: &Harness<Session>| harness.state().view().instrument_height;
    let top = |harness: &Harness<Session>| harness.get_by_label("Height of the instrument").rect().center();
    let drag = |harness: &mut Harness<Session>, by: f32| {
        let from = top(harness);
        for step in 0..=4 {
            let at = from + egui::vec2(0.0, by * step as f32 / 4.0);
            if step == 0 {
                harness.drag_at(at);
            } else {
                harness.hover_at(at);
            }
            harness.run_ok();
        }
        harness.drop_at(from + egui::vec2(0.0, by));
        harness.run_ok();
    };
    let before = top(&harness).y;
    drag(&mut harness, -60.0);
    assert!((before - top(&harness).y - 60.0).abs() < 2.0, "the edge goes with the pointer");
    assert!((height(&harness) - 300.0).abs() < 2.0, "{}", height(&harness));
    harness.get_by_label("Height of the instrument").focus();
    harness.run_ok();
    let load = harness.state().computer().clone();
    harness.key_combination(&[Key::ArrowDown]);
    harness.run_ok();
    assert!((height(&harness) - 284.0).abs() < 2.0, "{}", height(&harness));
    assert_eq!(harness.state().computer(), &load, "the arrows move the edge and no load");
    drag(&mut harness, 700.0);
    assert_eq!(height(&harness), 120.0);
    drag(&mut harness, -700.0);
    assert!((height(&harness) - 440.0).abs() < 1.0, "the panes keep their part of the window");
}

#[test]
fn the_table_of_a_running_laboratory_has_the_numbers_of_its_report() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.advance_to(tickscope::base::time::Time::from_secs(5.0));
    session.act(Action::Lab(Command::Tap));
    session.advance_to(tickscope::base::time::Time::from_secs(10.0));
    let report = tickscope::lab::panes::report::Report::new(Settings::default(), 10.0).expect("these settings are allowed");
    for (pane, whole) in session.lab().panes().iter().zip(&report.panes) {
        let live = pane.seen_at(session.lab().now()).whole();
        assert_eq!(pane.strategy().id, whole.strategy);
        // A laboratory stops in the middle of things: at most one turn less.
        assert!(whole.metrics.count("updates") - live.count("updates") <= 5);
        let inputs = |sums: &tickscope::lab::metrics::Sums| (sums.count("inputs"), sums.distribution("input_to_display"));
        assert_eq!(inputs(&live), inputs(&whole.metrics), "a person's tap changes no number");
    }
    for format in [TableFormat::Json, TableFormat::Csv, TableFormat::Table] {
        let mut text = Vec::new();
        write_report(&report, format, &mut text).expect("it can be written");
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains("fixed-interval") && !text.contains("NaN"), "{text}");
    }
}

#[test]
fn a_measurement_is_asked_for_shown_and_stopped() {
    let mut harness = window();
    click(&mut harness, "File");
    click(&mut harness, "Is it real? …");
    click(&mut harness, "Measure");
    assert_eq!(harness.state_mut().take_requests(), [Request::Measure(3.0)]);
    assert!(!harness.state().is_playing(), "nothing else may run");
    let number = ComparedNumber { name: "Mean FPS", unit: "FPS", digits: 2, predicted: Some(60.0), measured: Some(59.5) };
    let pane = ComparedPane {
        strategy: "frame-based".to_owned(),
        numbers: vec![number],
        late_ms: Some((0.1, 1.5)),
        gpu_late_ms: Some((0.04, 2.5)),
        fits: Some("--wake-ms 0.06:0.10 --wake-tail 0.100:3.0".to_owned()),
        cut_off: true,
    };
    let measuring = MeasurementProgress { of: 4, panes: vec![pane], ..MeasurementProgress::default() };
    harness.state_mut().results_mut().measurement = Some(measuring);
    harness.run_ok();
    harness.get_by_label("Pane 2 of 4 …");
    harness.get_by_label_contains("-0.50 FPS");
    harness.get_by_label_contains("did not end in time");
    harness.get_by_label_contains("--wake-tail 0.100:3.0");
    harness.get_by_label_contains("was late by 0.04 ms or more for half of the frames");
    harness.get_by_label_contains("how late waits end is this computer's own");
    click(&mut harness, "Stop");
    assert_eq!(harness.state_mut().take_requests(), [Request::StopMeasuring]);
    harness.key_combination(&[Key::Escape]);
    harness.run_ok();
    assert!(harness.state().dialog().is_none());
}

#[test]
fn arrow_keys_steer_in_a_drive_by_hand_and_the_drive_is_replayed_in_every_pane() {
    let mut harness = window();
    choose(&mut harness, "World", "Drive");
    open_group(&mut harness, "World");
    harness.state_mut().act(Action::PlayPause);
    let load = harness.state().computer().clone();
    for (moment, key) in [(0.2, Key::ArrowUp), (1.0, Key::ArrowLeft)] {
        harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(moment));
        harness.key_down(key);
        harness.run_ok();
    }
    assert!(harness.state().held().faster && harness.state().held().left, "both are held");
    harness.get_by_label_contains("left and faster");
    harness.key_up(Key::ArrowLeft);
    harness.key_up(Key::ArrowUp);
    harness.run_ok();
    assert_eq!(harness.state().computer(), &load, "the arrows steer and move no load");
    let given: Vec<bool> = harness.state().lab().log().iter().map(|logged| matches!(logged.command, Command::Steer(_))).collect();
    assert!(given.len() >= 3 && given.iter().all(|steer| *steer));

    harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(2.0));
    let driven = harness.state().drive();
    click(&mut harness, "Replay the drive of A");
    let scene = &harness.state().lab().settings().scene;
    assert_eq!(scene.strokes, driven);
    assert_eq!(scene.options.get(&tickscope::model::worlds::drive::DRIVER).to_string(), "recording");
    assert!(!harness.state().is_by_hand());
}

#[test]
fn a_live_option_changes_while_the_world_runs_on_and_any_other_starts_it_again() {
    let mut harness = window();
    choose(&mut harness, "World", "Object clocks");
    harness.state_mut().advance_to(tickscope::base::time::Time::from_secs(2.0));
    let runs = harness.state().runs();
    open_group(&mut harness, "World");
    choose(&mut harness, "Hand", "paused");
    assert_eq!(harness.state().runs(), runs, "it runs on");
    assert_eq!(harness.state().lab().log()[0].command, set_option("hand", Value::Word("paused".to_owned())));
    choose(&mut harness, "World", "Springs");
    let runs = harness.state().runs();
    choose(&mut harness, "Integrator", "rk4");
    assert_eq!(harness.state().runs(), runs + 1);
}

#[test]
fn the_worlds_tables_open_and_close() {
    let mut harness = window();
    choose(&mut harness, "World", "Race");
    open_group(&mut harness, "World");
    click(&mut harness, "Tables …");
    assert!(harness.state().shows_sheets());
    harness.get_by_label("10.000000000000075");
    harness.state_mut().act(Action::Sheets(false));
    harness.run_ok();
    assert!(harness.query_by_label("10.000000000000075").is_none());
}

#[test]
fn a_loop_that_cannot_run_in_the_world_is_greyed_out_with_the_reason_and_where_it_runs_it_stands_still() {
    let mut harness = window();
    harness.state_mut().act(Action::Scene("stack".to_owned()));
    harness.run_ok();
    choose(&mut harness, "Strategy of pane B", "Semi-fixed");
    harness.get_by_role_and_label(Role::ComboBox, "Strategy of pane B").click();
    harness.run_ok();
    let entry = harness.query_all_by_role(Role::Button).find(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.starts_with("Closed form") && label.contains("Not in Stack: boxes that knock into each other have no formula.")
    });
    assert!(entry.expect("it is in the list").accesskit_node().is_disabled());

    // The same loop in a world that has a formula, and then the world changes: nothing is refused, and the pane says why.
    let mut harness = window();
    let placed = set_strategy(1, "closed-form");
    harness.state_mut().act(Action::Lab(placed));
    harness.state_mut().act(Action::Scene("chaos".to_owned()));
    harness.state_mut().act(Action::PlayPause);
    harness.run_steps(4);
    assert_eq!(harness.state().lab().panes()[1].strategy().id, "closed-form");
    assert_eq!(harness.state().refusal(), None);
    harness.get_by_label("Its world stands still: a double pendulum has no formula.");
}

#[test]
fn what_a_loop_s_file_says_to_expect_is_folded_in_the_panel() {
    let mut harness = window();
    let text = harness.state().lab().panes()[harness.state().selected()].strategy().expect().expect("it says so");
    open_group(&mut harness, "Loop");
    assert!(harness.query_by_label(&text).is_none(), "folded");
    harness.get_by_label("What to expect").click_accesskit();
    harness.run_ok();
    harness.get_by_label(&text);
}

#[test]
fn the_gallery_opens_with_the_keyboard_in_its_search_and_enter_opens_what_is_found() {
    for size in [egui::vec2(1280.0, 720.0), egui::vec2(1024.0, 768.0), egui::vec2(640.0, 480.0)] {
        let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
        session.act(Action::Gallery(true));
        let mut harness = window_of(session, size);
        harness.run_ok();
        assert!(!harness.state().is_playing(), "time rests meanwhile");
        let search = harness.get_by_role_and_label(Role::TextInput, "Search comparisons");
        assert!(search.is_focused());
        search.type_text("judder ordinary");
        harness.run_ok();
        harness.key_combination(&[Key::Enter]);
        harness.run_ok();
        assert_eq!(harness.state().title().0, "Judder on an ordinary PC");
        assert_eq!(harness.state().question(), Some("Why does my game stutter at 60 FPS on 60 Hz?"));
        assert!(!harness.state().shows_gallery() && harness.state().is_playing());
    }
}

#[test]
fn arrows_move_through_the_gallery_and_escape_leaves_everything_as_it_was() {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.advance_to(tickscope::base::time::Time::from_secs(1.0));
    session.act(Action::Gallery(true));
    let mut harness = window_of(session, egui::vec2(1280.0, 720.0));
    harness.run_ok();
    harness.key_combination(&[Key::ArrowRight]);
    harness.run_ok();
    harness.key_combination(&[Key::Escape]);
    harness.run_ok();
    harness.run_ok();
    assert!(!harness.state().shows_gallery());
    assert_eq!((harness.state().title().0, harness.state().now()), ("", tickscope::base::time::Time::from_secs(1.0)));
    harness.state_mut().act(Action::Gallery(true));
    harness.run_ok();
    harness.key_combination(&[Key::Enter]);
    harness.run_ok();
    assert_eq!(harness.state().title().0, "Through the gate", "the mark is where the arrow has moved it");
}
