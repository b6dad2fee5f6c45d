//! A window that a test drives through the tree of a screen reader.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::front::compositor::pane_layers::PaneLayers;
use tickscope::front::ui;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::lesson::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LessonAction, ViewAction};
use tickscope::studio::view::Theme;
use tickscope_core::base::time::Span;
use tickscope_core::model::config::settings::Settings;

/// Returns a window of this size, in points, that shows `session`.
pub fn window_of(session: Session, size: egui::Vec2) -> Harness<'static, Session> {
    let app = |ui: &mut egui::Ui, session: &mut Session| {
        Look { theme: session.run.theme }.apply(ui.ctx());
        let shown = ui::layout::show_window(ui, session);
        shown.actions.into_iter().for_each(|action| session.act(action));
        // The canvases emit their marks while they are drawn.
        let (ctx, pixels_per_point) = (ui.ctx(), ui.ctx().pixels_per_point());
        let pixels = ctx.content_rect().size() * pixels_per_point;
        let target = ([pixels.x as u32, pixels.y as u32], pixels_per_point);
        if PaneLayers::default().draw(ctx, session, &shown.canvases, target) {
            ctx.request_repaint();
        }
    };
    let dress = |ctx: &egui::Context| Look { theme: Theme::Dark }.apply(ctx);
    let mut harness = Harness::builder().with_size(size).with_context_setup(dress).build_ui_state(app, session);
    harness.run_ok();
    harness
}

/// Returns a window of 1280 × 2000 points, tall enough that nothing is scrolled away, at rest, with *Everything else* unfolded.
pub fn window() -> Harness<'static, Session> {
    let mut session = session();
    session.act(Action::View(ViewAction::PlayPause));
    session.window.everything_else = true;
    window_of(session, egui::vec2(1280.0, 2000.0))
}

pub fn click(harness: &mut Harness<Session>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// Opens a group of the panel by its head, which says after the name what is set in it.
pub fn open_group(harness: &mut Harness<Session>, name: &str) {
    let begins = format!("{name}: ");
    let head = harness
        .query_all_by_role(Role::DisclosureTriangle)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(&begins)));
    // It may stand below the fold.
    head.unwrap_or_else(|| panic!("{name} is not in the panel")).click_accesskit();
    harness.run_ok();
}

/// Opens a list and chooses from it.
pub fn choose(harness: &mut Harness<Session>, list: &str, choice: &str) {
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

/// Pane D is in the window, in a small one after it was chosen: with its tab, or with its key where the tabs have no room.
pub fn shows_pane_d(harness: &mut Harness<Session>, size: (f32, f32)) {
    let shown = |harness: &Harness<Session>| {
        harness.query_by_role_and_label(Role::RadioButton, "Pane D: Frame skip, predicted").is_some()
    };
    assert_eq!(shown(harness), size.0 >= 1024.0 && size.1 >= 560.0, "a small window shows the selected pane alone: {size:?}");
    if shown(harness) {
        return;
    }
    if size.1 > 300.0 {
        click(harness, "Show pane D: Frame skip, predicted");
    } else {
        press(harness, Key::Num4);
    }
    assert!(shown(harness), "{size:?}");
}

/// Asserts that there are controls of each of these roles, and that every one of them has a name.
pub fn assert_named(harness: &Harness<Session>, roles: &[Role]) {
    for role in roles {
        let mut count = 0;
        for node in harness.query_all_by_role(*role) {
            let named = node.accesskit_node().label().is_some_and(|label| !label.trim().is_empty());
            assert!(named, "a {role:?} at {:?} has no name", node.rect());
            count += 1;
        }
        assert!(count > 0, "there is a {role:?}");
    }
}

/// Returns a session with the default settings.
pub fn session() -> Session {
    Session::new(Settings::default()).expect("the default settings are allowed")
}

/// Returns a session at a step of a lesson, held at the end of the step, or three seconds after the beginning of one that goes
/// on.
pub fn at(lesson: usize, step: usize) -> Session {
    let mut session = session();
    let lesson = builtin::LESSONS[lesson].clone();
    let (start, end) = (lesson.steps[step].start, lesson.steps[step].end);
    session.act(Action::Lesson(LessonAction::Open(lesson, step)));
    session.run.playing = false;
    if session.run.transport.playhead.is_none() {
        session.advance_to(end.unwrap_or(start + Span::from_secs(3.0)));
    }
    if let Some(trial) = session.bet_trial() {
        session.decide_bet(&trial.run().expect("it can begin"));
    }
    session
}

/// Moves a slider to a value.
pub fn slide(harness: &mut Harness<Session>, name: &str, value: f64) {
    harness.get_by_role_and_label(Role::Slider, name).set_value_accesskit(value);
    harness.run_ok();
}

/// Presses and releases a key.
pub fn press(harness: &mut Harness<Session>, key: Key) {
    harness.key_combination(&[key]);
    harness.run_ok();
}
