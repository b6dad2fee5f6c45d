//! The block above the panes of a film and of an embedded page. It shows the work on one frame against the
//! refresh, so that a viewer without panel and text can distinguish 5 ms from 70 ms.

use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::panes::pane_layout::PaneLayout;
use crate::front::ui::style::icons;
use crate::front::ui::style::look::{UiLook, letters};
use crate::studio::session::Session;
use egui::{Color32, FontId, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use tickscope_core::base::numbers::trimmed;
use tickscope_core::lab::instruments::cpu_blocks::BlockKind;
use tickscope_core::model::config::capture::CapturedLoad;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::pane_letter::PaneLetter;

const ROW: f32 = 20.0;
const BLOCK: f32 = 11.0;
const SHARE: f32 = 0.5;
const WIDEST: f32 = 320.0;
const SPACE: f32 = 10.0;
/// The width of the block, in refreshes; longer work fills all of it.
const REFRESHES: f64 = 6.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Work {
    update: f64,
    render: f64,
    gpu: f64,
    refresh: f64,
}

impl Work {
    /// Returns the mean work of a computer, with the load of a capture that is played.
    fn of(computer: &Computer, played: CapturedLoad) -> Work {
        Work {
            update: computer.mean_update_ms(),
            render: computer.mean_render_ms() + played.cpu_ms,
            gpu: computer.gpu_ms + played.gpu_ms,
            refresh: 1000.0 / computer.highest_refresh_hz(),
        }
    }

    fn cpu(self) -> f64 {
        self.update + self.render
    }

    fn in_short(self) -> String {
        let gpu = if self.gpu > 0.0 { format!(" + GPU {}", length(self.gpu)) } else { String::new() };
        format!("{}{gpu} a frame", length(self.cpu()))
    }

    fn in_words(self) -> String {
        format!("{}, refresh {}", self.in_short(), length(self.refresh))
    }

    fn in_detail(self) -> String {
        let [update, render, gpu, refresh] = [self.update, self.render, self.gpu, self.refresh].map(length);
        format!("An update takes {update}, drawing takes {render}, the GPU takes {gpu}. A refresh takes {refresh}.")
    }
}

fn length(ms: f64) -> String {
    trimmed(ms, 1) + " ms"
}

/// Returns the panes as `lay_out` places them below the block, or in all of `area` if a pane would lose a part to the block.
pub fn below(ui: &Ui, session: &Session, area: Rect, lay_out: impl Fn(Rect) -> Vec<PaneLayout>) -> Vec<PaneLayout> {
    let all = lay_out(area);
    // Panes on one stage have a legend of their own above their canvas.
    let is_whole = |panes: &[PaneLayout]| panes.iter().all(|pane| pane.is_whole && pane.sentence.is_some());
    if session.shows_one_stage() || !is_whole(&all) {
        return all;
    }
    let below = lay_out(area.with_min_y((area.min.y + ROW * letters(ui)).min(area.max.y)));
    if below.len() == all.len() && is_whole(&below) { below } else { all }
}

pub fn show(ui: &mut Ui, session: &Session, area: Rect, panes: &[PaneLayout]) {
    let Some(top) = panes.iter().map(|pane| pane.rect.min.y).reduce(f32::min) else { return };
    let row = area.with_max_y(top);
    let zoom = letters(ui);
    if row.height() < ROW * zoom - 1.0 {
        return;
    }
    // Panes on equal computers share a block. A capture has the work that its game had, and no set one.
    let mut blocks: Vec<(Vec<PaneLetter>, Work)> = Vec::new();
    for pane in panes.iter().filter(|pane| !session.run.seen(pane.index).strategy().is_captured()) {
        let computer = session.run.computer_of(pane.index);
        let played = session.run.lab.settings().played_load(&computer);
        let (letter, work) = (session.letter(pane.index), Work::of(&computer, played));
        match blocks.iter_mut().find(|(_, other)| *other == work) {
            Some((letters, _)) => letters.push(letter),
            None => blocks.push((vec![letter], work)),
        }
    }
    if blocks.is_empty() {
        return;
    }
    let refresh = blocks.iter().map(|(_, work)| work.refresh).fold(0.0, f64::max);
    let width = (row.width() + SPACE) / blocks.len() as f32;
    let named = blocks.len() > 1;
    for (place, (letters, work)) in blocks.into_iter().enumerate() {
        let corner = row.min + vec2(place as f32 * width, 0.0);
        let room = Rect::from_min_size(corner, vec2(width - SPACE, row.height() - 3.0 * zoom));
        block(ui, room, if named { &letters } else { &[] }, work, refresh * REFRESHES);
    }
}

fn block(ui: &Ui, mut room: Rect, letters_of: &[PaneLetter], work: Work, span: f64) {
    let look = ui.look();
    let zoom = letters(ui);
    let painter = ui.painter_at(room);
    let radius = room.height() / 2.0;
    for letter in letters_of {
        icons::badge(&painter, *letter, room.left_center() + vec2(radius, 0.0), radius - 1.0);
        room.min.x += 2.0 * radius + 2.0;
    }
    let size = vec2((room.width() * SHARE).min(WIDEST * zoom), (BLOCK * zoom).min(room.height()));
    let bar = Rect::from_min_size(pos2(room.min.x, room.center().y - size.y / 2.0), size);
    let at = |ms: f64| bar.min.x + (ms / span).clamp(0.0, 1.0) as f32 * bar.width();
    painter.rect_filled(bar, 2.0, look.canvas());
    let (cpu, gpu) = if work.gpu > 0.0 { bar.split_top_bottom_at_fraction(0.5) } else { (bar, bar.with_min_y(bar.max.y)) };
    let part = |lane: Rect, from: f64, to: f64, colour: Color32| {
        painter.rect_filled(Rect::from_x_y_ranges(at(from)..=at(to), lane.y_range()), 0.0, colour);
    };
    part(cpu, 0.0, work.update, look.time(BlockKind::Update));
    part(cpu, work.update, work.cpu(), look.time(BlockKind::Render));
    part(gpu, 0.0, work.gpu, look.gpu());
    painter.rect_stroke(bar, 2.0, Stroke::new(1.0, look.line()), StrokeKind::Inside);
    let line = |colour: Color32, width: f32, out: f32, ms: f64| {
        painter.vline(at(ms), bar.y_range().expand(out), Stroke::new(width, colour));
    };
    for number in 2..(span / work.refresh).ceil() as u32 {
        line(look.weak(), 1.0, 0.0, f64::from(number) * work.refresh);
    }
    line(look.text(), 2.0, 2.0, work.refresh);

    // The longest words for which there is room are shown.
    let font = FontId::proportional(14.0 * zoom);
    let start = bar.max.x + SPACE;
    let words = [work.in_words(), work.in_short(), length(work.cpu())];
    let said = words.into_iter().map(|text| painter.layout_no_wrap(text, font.clone(), look.text()));
    let said = said.into_iter().find(|said| start + said.size().x <= room.max.x);
    let mut all = bar;
    if let Some(said) = said {
        let place = pos2(start, room.center().y - said.size().y / 2.0);
        all.max.x = start + said.size().x;
        painter.galley(place, said, look.text());
    }
    let id = ui.scope_id().with(("work block", letters_of.first().map(|letter| letter.0)));
    let response = ui.interact(all, id, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("Work on a frame: {}", work.in_words())));
    marks::report(ui, MarkKind::Work, all, |_| work.in_detail());
}

#[cfg(test)]
mod tests {
    use crate::front::ui::panes::work_block::*;

    #[test]
    fn the_words_name_each_part_of_the_work() {
        let computer = Computer { update_ms: 2.0, render_ms: 5.0, gpu_ms: 12.0, ..Computer::default() };
        let work = Work::of(&computer, CapturedLoad::default());
        assert_eq!(work.in_words(), "7 ms + GPU 12 ms a frame, refresh 16.7 ms");
        let played = CapturedLoad { cpu_ms: 20.0, ..CapturedLoad::default() };
        let alone = Computer { gpu_ms: 0.0, ..computer };
        assert_eq!(Work::of(&alone, CapturedLoad::default()).in_words(), "7 ms a frame, refresh 16.7 ms");
        assert_eq!(Work::of(&alone, played).in_words(), "27 ms a frame, refresh 16.7 ms");
    }
}
