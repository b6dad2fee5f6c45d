//! A small lamp about the window itself: whether what judders is the instrument.

use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{Align2, FontId, Sense, Ui, vec2};

/// The lamp and the room of its number.
const LAMP: f32 = 4.0;
const WIDTH: f32 = 48.0;

/// Shows the lamp: dark while the window draws a frame at every refresh of the real monitor, lit with the number of those
/// that it missed in the last second.
pub fn show(ui: &mut Ui, look: Look, session: &Session) {
    let (rect, lamp) = ui.allocate_exact_size(vec2(WIDTH, 24.0), Sense::hover());
    let monitor = session.pacer().monitor_hz();
    let (text, about) = match session.own_misses() {
        None => (String::new(), format!("The window draws for a monitor of {monitor:.0} Hz; nothing has been counted yet.")),
        Some(misses) if misses.missed == 0 => {
            (String::new(), format!("The window drew a frame at each of the last {} refreshes of the monitor.", misses.of))
        }
        Some(misses) => {
            let about = format!(
                "The window missed {} of the last {} refreshes of the real monitor: what judders may be the window. The panes' \
                 numbers don't depend on it.",
                misses.missed, misses.of
            );
            (format!("−{}", misses.missed), about)
        }
    };
    let lit = !text.is_empty();
    lamp.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &about));
    let colour = if lit { look.alarm() } else { look.line() };
    let centre = rect.left_center() + vec2(LAMP + 2.0, 0.0);
    ui.painter().circle_filled(centre, LAMP, colour);
    ui.painter().text(centre + vec2(LAMP + 4.0, 0.0), Align2::LEFT_CENTER, text, FontId::monospace(12.0), colour);
    lamp.on_hover_text(about);
}
