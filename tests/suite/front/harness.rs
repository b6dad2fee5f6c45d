//! A window that a test drives through the tree of a screen reader.

use egui_kittest::Harness;
use tickscope::front::ui;
use tickscope::front::ui::look::Look;
use tickscope::model::config::view::Theme;
use tickscope::studio::session::Session;

/// A window of this size, in points, that shows `session`.
pub fn window_of(session: Session, size: egui::Vec2) -> Harness<'static, Session> {
    let app = |ui: &mut egui::Ui, session: &mut Session| {
        Look { theme: session.theme() }.apply(ui.ctx());
        let shown = ui::show_window(ui, session);
        shown.actions.into_iter().for_each(|action| session.act(action));
    };
    let dress = |ctx: &egui::Context| Look { theme: Theme::Dark }.apply(ctx);
    let mut harness = Harness::builder().with_size(size).with_context_setup(dress).build_ui_state(app, session);
    harness.run_ok();
    harness
}
