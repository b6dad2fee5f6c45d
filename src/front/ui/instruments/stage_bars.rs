//! The stages of the time from an input to the display: a stacked bar for every pane, and its numbers.
//!
//! The bars are painted, because egui has no stacked ones.

use crate::front::ui::style::look::UiLook;
use egui::{Align2, FontId, Grid, Id, Rect, Response, RichText, Sense, Ui, WidgetInfo, pos2, vec2};
use tickscope_core::base::numbers::column;
use tickscope_core::lab::metrics::stages::Stage;
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::model::config::pane_letter::PaneLetter;

pub const HEAD: f32 = 40.0;
pub const ROW: f32 = 25.0;

const WIDTH: f32 = 264.0;
const INSET: f32 = 8.0;
const BAR: f32 = 13.0;
const SUM: f32 = 48.0;
const SQUARE: f32 = 8.0;
const TOOLTIP: f32 = 240.0;
const ABOUT: &str = "From an input to the first frame that shows any of its effect, in five stages: until the loop reads it, \
                     until the CPU has submitted the frame, until the GPU begins it, until the GPU is done, and until the \
                     display changes to it. The bars are means, which add up; the tooltip has the longest as well.";

#[derive(Clone, Copy)]
enum Which {
    Mean,
    Worst,
}

impl Which {
    const ALL: [Which; 2] = [Which::Mean, Which::Worst];

    fn ms(self, stage: Stage, sums: &Sums) -> Option<f64> {
        match self {
            Which::Mean => sums.number(stage.mean_id()),
            Which::Worst => sums.number(stage.longest_id()),
        }
    }

    fn all(self, sums: &Sums) -> [f32; 5] {
        Stage::ALL.map(|stage| self.ms(stage, sums).unwrap_or(0.0) as f32)
    }

    fn sum(self, sums: &Sums) -> f32 {
        self.all(sums).iter().sum()
    }

    fn word(self) -> &'static str {
        match self {
            Which::Mean => "mean",
            Which::Worst => "longest",
        }
    }
}

/// Shows the bar and the sum of a pane. A bar of `longest` milliseconds fills its room.
pub fn cell(ui: &mut Ui, letter: PaneLetter, sums: &Sums, longest: f32) {
    let (rect, cell) = ui.allocate_exact_size(vec2(WIDTH, ROW), Sense::hover());
    let room = rect.shrink2(vec2(INSET, (ROW - BAR) / 2.0));
    let (room, end) = room.split_left_right_at_x(room.right() - SUM);
    bar(ui, room, longest, Which::Mean.all(sums));
    let all = column(sums.number("input_to_display_mean_ms"), 1);
    ui.painter().text(end.right_center(), Align2::RIGHT_CENTER, all, FontId::monospace(12.0), ui.look().text());
    describe(&cell, letter, sums);
}

pub fn head(ui: &mut Ui) {
    let look = ui.look();
    let (rect, head) = ui.allocate_exact_size(vec2(WIDTH, HEAD), Sense::hover());
    let painter = ui.painter();
    let at = |y: f32| pos2(rect.left() + INSET, rect.top() + y);
    painter.text(at(13.0), Align2::LEFT_CENTER, "input to display, mean", FontId::proportional(13.0), look.weak());
    let mut from = at(29.0);
    for stage in Stage::ALL {
        painter.rect_filled(Rect::from_center_size(from + vec2(SQUARE / 2.0, 0.0), vec2(SQUARE, SQUARE)), 0.0, look.stage(stage));
        let at = from + vec2(SQUARE + 4.0, 0.0);
        let text = painter.text(at, Align2::LEFT_CENTER, stage.word(), FontId::proportional(11.0), look.weak());
        from.x = text.right() + 9.0;
    }
    head.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, ABOUT));
    head.on_hover_text(ABOUT);
}

/// Returns the milliseconds that fill the room of a bar: a round number that changes only when the bars become much longer or
/// shorter.
pub fn scale<'a>(ui: &Ui, run: u64, panes: impl Iterator<Item = &'a Sums>) -> f32 {
    let longest = panes.map(|sums| Which::Mean.sum(sums)).fold(0.0, f32::max);
    let id = Id::unique("stage bars scale");
    let before = ui.data(|data| data.get_temp::<(u64, f32)>(id)).filter(|(of, _)| *of == run).map(|(_, scale)| scale);
    let round = [10.0, 20.0, 30.0, 50.0, 75.0, 100.0, 150.0, 200.0, 300.0, 500.0, 1000.0];
    let least = || round.into_iter().find(|round| *round >= longest).unwrap_or(longest);
    let scale = before.filter(|scale| (*scale * 0.4..=*scale).contains(&longest)).unwrap_or_else(least);
    ui.data_mut(|data| data.insert_temp(id, (run, scale)));
    scale
}

fn bar(ui: &Ui, room: Rect, longest: f32, times: [f32; 5]) {
    let look = ui.look();
    let mut x = room.left();
    for (stage, time) in Stage::ALL.into_iter().zip(times) {
        let width = if longest > 0.0 { room.width() * time / longest } else { 0.0 };
        if width > 0.0 {
            let part = Rect::from_x_y_ranges(x..=x + width, room.y_range());
            ui.painter().rect_filled(part, 0.0, look.stage(stage));
            let text = column(Some(f64::from(time)), 0);
            if width >= 9.0 + 7.0 * text.len() as f32 {
                ui.painter().text(part.center(), Align2::CENTER_CENTER, text, FontId::monospace(10.5), look.written_on(stage));
            }
        }
        x += width;
    }
}

fn describe(cell: &Response, letter: PaneLetter, sums: &Sums) {
    let ms = |value: Option<f64>| column(value, 1);
    cell.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, in_words(letter, sums)));
    cell.clone().on_hover_ui(|ui| {
        ui.label(format!("Input to display of pane {letter}, ms"));
        let scale = Which::Worst.sum(sums);
        if scale > 0.0 {
            for which in Which::ALL {
                ui.label(RichText::new(which.word()).small());
                let (rect, _) = ui.allocate_exact_size(vec2(TOOLTIP, BAR), Sense::hover());
                bar(ui, rect, scale, which.all(sums));
            }
        }
        Grid::new("stages").num_columns(3).spacing(vec2(14.0, 2.0)).show(ui, |ui| {
            for head in ["", "mean", "longest"] {
                ui.label(RichText::new(head).small());
            }
            ui.end_row();
            for stage in Stage::ALL {
                ui.horizontal(|ui| {
                    let (square, _) = ui.allocate_exact_size(vec2(SQUARE, SQUARE), Sense::hover());
                    ui.painter().rect_filled(square, 0.0, cell.ctx.look().stage(stage));
                    ui.label(stage.name());
                });
                ui.monospace(ms(Which::Mean.ms(stage, sums)));
                ui.monospace(ms(Which::Worst.ms(stage, sums)));
                ui.end_row();
            }
            ui.label("in all");
            ui.monospace(ms(sums.number("input_to_display_mean_ms")));
            ui.monospace(ms(sums.number("input_to_display_max_ms")));
            ui.end_row();
        });
        ui.label(RichText::new("The means add up. The longest of each stage need not come from one input.").small());
    });
}

fn in_words(letter: PaneLetter, sums: &Sums) -> String {
    if sums.count("inputs_shown") == 0 {
        return format!("Input to display of pane {letter}: no input has been seen");
    }
    let each = |stage: Stage| {
        let ms = |which: Which| column(which.ms(stage, sums), 1);
        format!("{} {} ms, at most {}", stage.name(), ms(Which::Mean), ms(Which::Worst))
    };
    let stages = Stage::ALL.map(each);
    let all = column(sums.number("input_to_display_mean_ms"), 1);
    format!("Input to display of pane {letter}: {all} ms in the mean; {}", stages.join("; "))
}
