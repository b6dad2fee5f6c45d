//! The strip over a captured pane: the frame times of the whole capture. A click, or the end of a drag, plays from there.

use crate::front::ui::commands::{BACK_SPIKE, FORWARD_SPIKE};
use crate::front::ui::panes::pulse;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::frame_time_bars;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, ViewAction};
use crate::studio::session::playhead::Move;
use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use std::cmp::Reverse;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::findings::capture_summary::CaptureSummary;

const HEIGHT: f32 = 80.0;
/// The height of the strip where the world would lose its share to a higher one.
const LEAST: f32 = 36.0;
/// The height of the strip in median frame times. Longer ones are cut, and have their number where there is room.
const HIGHEST: f64 = 2.5;
const NUMBER: FontId = FontId::proportional(11.0);
/// The room for the number of a bar, in points.
const NUMBER_SIZE: [f32; 2] = [30.0, 14.0];
/// The room for the seconds, in points.
const SECONDS: f32 = 90.0;

/// Returns whether a pane has a strip, now or when its capture has been summed up.
pub fn is_wanted(session: &Session, index: usize) -> bool {
    let capture = session.run.lab.settings().panes[index].played();
    capture.is_some_and(|capture| !capture.is_live()) && !session.window.host.embedded
}

/// Returns the height of a strip over a canvas that can spare this much.
pub fn height(spare: f32) -> f32 {
    spare.clamp(LEAST, HEIGHT)
}

/// Shows the strip over the world of a pane, if the pane plays a capture that has been summed up.
pub fn show(ui: &Ui, pass: &mut UiPass, index: usize, canvas: Rect, height: f32) {
    let session = pass.session;
    let pane = &session.run.lab.settings().panes[index];
    let Some(Some(summary)) = session.window.results.capture_summary(pane) else { return };
    if !is_wanted(session, index) || session.hides_verdicts() {
        return;
    }
    let look = ui.look();
    let rect = Rect::from_min_size(canvas.min, vec2(canvas.width(), height)).shrink2(vec2(6.0, 2.0));
    let response = ui.interact(rect, ui.scope_id().with(("capture strip", index)), Sense::click_and_drag());
    let painter = ui.painter_at(rect);
    let bars = Rect::from_min_max(rect.min + vec2(0.0, NUMBER_SIZE[1]), rect.max);
    let (start, end) = (session.run.lab.panes()[index].recording().start, summary.capture.end() - Time::ZERO);
    frame_time_bars::paint(&painter, bars, &summary.columns, summary.median.scaled(HIGHEST), look);
    for (at, text) in numbers(summary, bars) {
        painter.text(pos2(at, rect.top()), Align2::CENTER_TOP, text, NUMBER, look.text());
    }
    let played = session.run.now() - start;
    let pulse = [played - Span::from_secs(pulse::SHOWN_S), played];
    frame_time_bars::paint_frame(&painter, bars, pulse.map(|at| at.ratio(end)), look);
    frame_time_bars::paint_playhead(&painter, rect, played.ratio(end), look);
    let seconds = format!("{:.1} of {:.0} s", played.max(Span::ZERO).min(end).as_secs(), end.as_secs());
    painter.text(rect.left_top(), Align2::LEFT_TOP, seconds, NUMBER, look.weak());
    let share = response.interact_pointer_pos().map(|at| f64::from(((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0)));
    if let Some(share) = share.filter(|_| response.dragged()) {
        frame_time_bars::paint_playhead(&painter, rect, share, look);
    }
    if let Some(share) = share.filter(|_| response.clicked() || response.drag_stopped()) {
        pass.actions.push(Action::View(ViewAction::Transport(Move::PlayFrom(start + end.scaled(share)))));
    }
    let about = format!("Frame times of {:.0} s; red: hitches and stalls. A click plays from there.", end.as_secs());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Strip of {}. {about}", summary.capture.name)));
    response.on_hover_text(format!("{about} {} and {} go to the spikes.", BACK_SPIKE.keys, FORWARD_SPIKE.keys));
}

/// Returns the places and the numbers, in ms, of the bars that are cut, the longest first, as far as they have room beside each
/// other.
fn numbers(summary: &CaptureSummary, bars: Rect) -> Vec<(f32, String)> {
    let (cut, count) = (summary.median.scaled(HIGHEST), summary.columns.len().max(1) as f32);
    let columns = summary.columns.iter().enumerate().map(|(place, column)| (place, column.longest));
    let mut columns: Vec<(usize, Span)> = columns.filter(|(_, longest)| *longest > cut).collect();
    columns.sort_by_key(|(_, longest)| Reverse(*longest));
    let mut numbers: Vec<(f32, String)> = Vec::new();
    let half = NUMBER_SIZE[0] / 2.0;
    for (place, longest) in columns {
        let middle = bars.left() + (place as f32 + 0.5) / count * bars.width();
        let at = middle.clamp(bars.left() + SECONDS + half, (bars.right() - half).max(bars.left() + SECONDS + half));
        if numbers.iter().all(|(other, _)| (other - at).abs() >= NUMBER_SIZE[0]) {
            numbers.push((at, format!("{:.0}", longest.as_millis())));
        }
    }
    numbers
}
