//! A part of another page: whatever its size, what it shows is whole, it stands still until it is started, and a click on a
//! pane asks for the whole page.

use super::fits::{flat, texts};
use super::harness::window_of;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, HelpPage, Notice, Request, RunAction, ViewAction, WindowAction};
use tickscope::studio::session::host::Host;
use tickscope::studio::view::{Instrument, Theme, View};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings};
use tickscope_core::model::strategies;

const SIZES: [Vec2; 6] =
    [vec2(320.0, 240.0), vec2(480.0, 320.0), vec2(640.0, 360.0), vec2(800.0, 500.0), vec2(340.0, 640.0), vec2(1280.0, 720.0)];

fn scenario(id: &str) -> Session {
    Session::open(builtin::find(id).unwrap().scenario().unwrap()).unwrap().on_host(Host::embed())
}

fn embed(session: Session, size: Vec2) -> Harness<'static, Session> {
    window_of(session, size)
}

fn requests(harness: &mut Harness<Session>) -> Vec<Request> {
    std::mem::take(&mut harness.state_mut().window.requests)
}

fn shown_panes(harness: &Harness<Session>) -> usize {
    harness.query_all_by_label_contains("Open pane ").count()
}

/// Returns the sessions that have most to show: many panes with long names, computers of their own, numbers of a world, all
/// numbers.
fn sessions() -> Vec<(&'static str, Session)> {
    let mut longest: Vec<_> = strategies::ALL.iter().collect();
    longest.sort_by_key(|strategy| std::cmp::Reverse(strategy.name.chars().count()));
    let panes = longest.into_iter().take(6).map(|strategy| PaneSettings::new(&strategy.id)).collect();
    let mut settings = Settings { panes, ..Settings::default() };
    settings.computer.render_ms = 70.0;
    let six = Session::new(settings).unwrap().on_host(Host::embed());
    let numbers = View { numbers: true, lateness: true, inputs: true, ..View::default() };
    let full = Session::new(Settings::of_window()).unwrap().with_view(numbers).on_host(Host::embed());
    let stage = View { one_stage: true, ..View::default() };
    let one_stage = Session::new(Settings::default()).unwrap().with_view(stage).on_host(Host::embed());
    let mut all = vec![("six panes", six), ("every number", full), ("one stage", one_stage)];
    all.extend(["slow-motion", "three-computers", "tunnelling", "toppling", "interpolation"].map(|id| (id, scenario(id))));
    all
}

/// Asserts that every text in the window is whole and inside, and every control inside.
fn assert_is_whole(harness: &Harness<Session>, what: &str, size: Vec2) {
    let window = Rect::from_min_size(egui::Pos2::ZERO, size);
    let shapes = flat(&harness.output().shapes);
    for painted in texts(&shapes) {
        let text = painted.text.galley.text();
        assert!(!painted.text.galley.elided, "{what}: “{text}” is cut off with dots at {size}");
        let seen = painted.clip.intersect(window).expand(0.6);
        assert!(seen.contains_rect(painted.rect), "{what}: “{text}” at {} leaves {seen} at {size}", painted.rect);
    }
    let state = if harness.state().is_playing() { "Pause" } else { "Play" };
    for control in ["Draw all: published", "Draw all: to wall", state, "Open in tickscope"] {
        let rect = harness.get_by_label(control).rect();
        assert!(window.contains_rect(rect) && rect.height() >= 16.0, "{what}: {control} is at {rect} in {size}");
    }
    for load in ["Render load", "Update load"] {
        let value = harness.get_by_label(&format!("{load}, value")).rect();
        assert!(window.contains_rect(value) && value.height() >= 16.0, "{what}: the value of {load} is at {value} in {size}");
        let rect = harness.get_by_role_and_label(Role::Slider, load).rect();
        assert!(window.contains_rect(rect) && rect.width() >= 100.0, "{what}: {load} is at {rect} in {size}");
    }
}

#[test]
fn at_any_size_everything_is_inside_and_nothing_is_cut() {
    for (size, theme) in SIZES.into_iter().zip([Theme::Dark, Theme::Light].into_iter().cycle()) {
        for (what, session) in sessions() {
            let mut harness = embed(session.with_theme(theme), size);
            assert_is_whole(&harness, what, size);
            harness.state_mut().advance_to(Time::from_secs(4.0));
            harness.run_ok();
            assert_is_whole(&harness, what, size);
        }
    }
}

#[test]
fn as_many_panes_are_shown_as_can_be_read_and_letters_lead_to_the_others() {
    let shown = |id: &str, size: Vec2| shown_panes(&embed(scenario(id), size));
    assert_eq!(shown("slow-motion", vec2(320.0, 240.0)), 1);
    assert_eq!(shown("slow-motion", vec2(480.0, 320.0)), 2);
    assert_eq!(shown("slow-motion", vec2(800.0, 500.0)), 4);
    assert_eq!(shown("slow-motion", vec2(1280.0, 720.0)), 4);

    let mut harness = embed(scenario("slow-motion"), vec2(320.0, 240.0));
    for (letter, place) in [("D", 3), ("B", 1)] {
        let name = format!("Show pane {letter}: {}", harness.state().run.lab.panes()[place].strategy().name);
        harness.get_by_label(&name).click();
        harness.run_ok();
        assert_eq!(harness.state().run.selection.selected(), place);
        harness.get_by_label_contains(&format!("Open pane {letter}"));
        assert_eq!(shown_panes(&harness), 1);
    }
    let whole = embed(scenario("slow-motion"), vec2(1280.0, 720.0));
    assert!(whole.query_by_label_contains("Show pane").is_none(), "all are in sight");
}

#[test]
fn it_stands_still_until_it_is_started_and_is_held_by_the_small_button_or_the_space_bar() {
    for size in SIZES {
        let mut harness = embed(scenario("slow-motion"), size);
        let is_playing = |harness: &Harness<Session>| harness.state().is_playing();
        assert!(!is_playing(&harness) && harness.state().run.now() == Time::ZERO);
        let large = harness.get_by_label("Play the comparison").rect();
        assert!(large.width() >= 40.0, "{large} at {size}");
        harness.get_by_label("Play the comparison").click();
        harness.run_ok();
        assert!(is_playing(&harness) && harness.query_by_label("Play the comparison").is_none());
        harness.get_by_label("Pause").click();
        harness.run_ok();
        assert!(!is_playing(&harness));
        for playing in [true, false] {
            harness.key_press(Key::Space);
            harness.run_ok();
            assert_eq!(is_playing(&harness), playing);
        }
        assert!(requests(&mut harness).is_empty(), "no button asks for the whole page");
    }
    // A scenario that is opened in it later stands still too.
    let mut session = scenario("slow-motion");
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::Run(RunAction::Open(Box::new(builtin::find("hitch").unwrap().scenario().unwrap()))));
    assert!(!session.is_playing());
}

#[test]
fn a_click_on_a_pane_asks_for_the_whole_page_and_a_drag_on_a_slider_does_not() {
    for size in SIZES {
        let mut harness = embed(scenario("slow-motion"), size);
        harness.state_mut().act(Action::View(ViewAction::PlayPause));
        harness.run_ok();
        let pane = harness.get_all_by_label_contains("Open pane ").next().unwrap().rect();
        for place in [pane.center(), pane.left_top() + vec2(20.0, 15.0), pane.center_bottom() - vec2(0.0, 30.0)] {
            harness.hover_at(place);
            harness.drag_at(place);
            harness.drop_at(place);
            harness.run_ok();
            assert_eq!(requests(&mut harness), [Request::OpenWhole], "at {place} of {pane} in {size}");
        }
        harness.get_by_label("Open in tickscope").click();
        harness.run_ok();
        assert_eq!(requests(&mut harness), [Request::OpenWhole]);

        let slider = harness.get_by_role_and_label(Role::Slider, "Render load").rect();
        harness.drag_at(slider.center());
        harness.run_ok();
        // The pointer may leave the slider while it holds it.
        for end in [slider.center() + vec2(30.0, 0.0), pane.center()] {
            harness.hover_at(end);
            harness.run_ok();
        }
        harness.drop_at(pane.center());
        harness.run_ok();
        assert!(harness.state().run.computer().render_ms != 5.0, "it was dragged");
        assert!(requests(&mut harness).is_empty());
        harness.get_by_label("Draw all: interp.").click();
        harness.run_ok();
        let drawn = harness.state().run.lab.settings().panes.iter().map(|pane| pane.presentation.map(Presentation::id));
        assert!(drawn.eq([Some("interpolate"); 4]) && requests(&mut harness).is_empty());
    }
}

/// Returns a published loop and one of one's own, with the code in sight.
fn with_code(selected: usize) -> Session {
    let own = OwnLoop::new(
        "mine",
        "function loop(host) {\n  while (host.running()) {\n    host.update(ms);\n    host.render();\n  }\n}\n",
    );
    let panes = vec![PaneSettings::new("semi-fixed"), PaneSettings::new(&own.id())];
    let view = View { instrument: Some(Instrument::Code), ..View::default() };
    let settings = Settings { panes, loops: vec![own], ..Settings::default() };
    let mut session = Session::new(settings).unwrap().with_view(view).on_host(Host::embed());
    session.act(Action::View(ViewAction::Select(selected)));
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(0.5));
    session
}

#[test]
fn the_text_of_the_loop_that_runs_stands_beside_its_pane_and_under_it_where_it_is_narrow() {
    for (selected, line) in [(0, "host.update(dt === longest"), (1, "    host.update(ms);")] {
        for (size, is_beside) in [(vec2(800.0, 420.0), true), (vec2(420.0, 640.0), false)] {
            let harness = embed(with_code(selected), size);
            assert_is_whole_but_the_code(&harness, size);
            let shapes = flat(&harness.output().shapes);
            let text = texts(&shapes).into_iter().find(|painted| painted.text.galley.text().contains(line));
            let code = text.expect("the code is there").clip;
            let pane = harness.get_all_by_label_contains("Open pane ").next().unwrap().rect();
            assert!(code.area() > 0.2 * size.x * size.y, "{code} at {size}");
            if is_beside {
                assert!(code.min.x >= pane.max.x, "{code} beside {pane}");
            } else {
                assert!(code.min.y >= pane.max.y, "{code} under {pane}");
            }
            assert!(!harness.state().run.seen(selected).lines(Span::from_secs(0.1)).is_empty(), "a line of it is lit");
        }
    }
    let mut harness = embed(with_code(0), vec2(800.0, 420.0));
    harness.get_by_label("Show pane B: mine").click();
    harness.run_ok();
    harness.get_by_label_contains("    host.update(ms);");
    let low = embed(with_code(0), vec2(320.0, 240.0));
    assert!(low.query_by_label_contains("host.update(dt === longest").is_none(), "there is no room for it");
}

/// The controls of an embed are inside, whatever of the code is scrolled away.
fn assert_is_whole_but_the_code(harness: &Harness<Session>, size: Vec2) {
    let window = Rect::from_min_size(egui::Pos2::ZERO, size);
    for control in ["Draw all: published", "Pause", "Open in tickscope"] {
        assert!(window.contains_rect(harness.get_by_label(control).rect()), "{control} at {size}");
    }
}

#[test]
fn it_has_no_menus_no_dialogs_and_no_keys_but_the_space_bar() {
    let mut session = scenario("tunnelling");
    session.advance_to(Time::from_secs(5.0));
    let mut harness = embed(session, vec2(800.0, 500.0));
    let state = |harness: &Harness<Session>| {
        let s = harness.state();
        (
            s.run.view,
            s.run.theme,
            s.run.lab.settings().clone(),
            s.run.selection.selected(),
            s.run.selection.enlarged(),
            s.run.transport.playhead.is_some(),
            s.window.help,
        )
    };
    let before = state(&harness);
    for key in Key::ALL.iter().filter(|key| !matches!(key, Key::Space | Key::Tab | Key::Enter)) {
        for modifiers in [Modifiers::NONE, Modifiers::COMMAND] {
            harness.key_press_modifiers(modifiers, *key);
            harness.step();
        }
    }
    harness.run_ok();
    assert_eq!(state(&harness), before);
    assert!(harness.state().window.dialog.is_none() && requests(&mut harness).is_empty());
    harness
        .state_mut()
        .act(Action::Window(WindowAction::Dialog(Some(Dialog::Film(tickscope::studio::view::film_spec::FilmSpec::default())))));
    harness.state_mut().act(Action::Window(WindowAction::Help(Some(HelpPage::Keys))));
    harness.run_ok();
    for elsewhere in
        ["File", "Show", "Comparisons", "Make film", "Strategy of pane A", "Bullet time for pane A", "Wall in pane A"]
    {
        assert!(harness.query_by_label(elsewhere).is_none(), "{elsewhere}");
    }
}

#[test]
fn what_went_wrong_with_its_link_is_said_over_the_panes() {
    for size in SIZES {
        let mut session = Session::new(Settings::default()).unwrap().on_host(Host::embed());
        let text = "link: damaged, or not all of it: copy it again";
        session.act(Action::Window(WindowAction::Notify(Some(Notice::bad(text)))));
        let harness = embed(session, size);
        assert_is_whole(&harness, "a notice", size);
        let shapes = flat(&harness.output().shapes);
        assert_eq!(texts(&shapes).iter().filter(|painted| painted.text.galley.text() == text).count(), 1, "at {size}");
    }
}

#[test]
fn every_control_has_a_name_and_the_keyboard_reaches_it() {
    let mut harness = embed(scenario("slow-motion"), vec2(320.0, 240.0));
    let mut reached = std::collections::BTreeSet::new();
    for _ in 0..40 {
        harness.key_press(Key::Tab);
        harness.step();
        let focused = harness.query_all_by(|_| true).filter(|node| node.accesskit_node().is_focused());
        reached.extend(focused.map(|node| node.accesskit_node().label().unwrap_or_default()));
    }
    for control in ["Play", "Play the comparison", "Open in tickscope", "Render load, value", "Draw all: latest"] {
        assert!(reached.contains(control), "{control} in {reached:?}");
    }
    assert!(!reached.contains(""), "{reached:?}");
}
