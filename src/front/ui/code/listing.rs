//! The margin of code: line numbers, and the lit lines.

use super::syntax::{LINE, SIZE};
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::style::icons;
use crate::front::ui::style::look::{Look, UiLook};
use crate::studio::session::Session;
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rangef, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::cpu_blocks::BlockKind;
use tickscope_core::model::config::settings::Presentation;
use tickscope_core::model::strategies::strategy::{Group, Strategy};

/// The pane, and the line of its loop, under the pointer in an instrument next to the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointed {
    pub pane: usize,
    /// A line of the loop, counted from 1; `None` if the pointer is on no operation.
    pub line: Option<u32>,
}

pub const NUMBER: f32 = 30.0;
/// The time for which a line glows after it has run, in real seconds.
const GLOW: f64 = 0.4;

/// A lit line: its number, its brightness from 0 to 1, and its colour.
#[derive(Clone, Copy, Debug)]
pub struct Lit {
    pub line: u32,
    glow: f32,
    colour: Color32,
    is_here: bool,
}

impl Lit {
    pub fn at(&self, line: u32) -> Lit {
        Lit { line, ..*self }
    }
}

pub fn lit(session: &Session, index: usize, pointed: Option<Pointed>) -> Vec<Lit> {
    let look = Look { theme: session.run.theme };
    let colour = look.time(BlockKind::Update);
    if let Some(line) = pointed.and_then(|pointed| pointed.line) {
        return vec![Lit { line, glow: 1.0, colour, is_here: true }];
    }
    let now = session.run.now();
    let span = Span::from_secs(GLOW * session.run.speed.min(1.0));
    let pane = &session.run.lab.panes()[index];
    let lines = session.run.seen(index).lines(span);
    let last = lines.last().map(|(line, _)| *line);
    let glow = |(line, at): (u32, Time)| {
        let is_here = Some(line) == last;
        let age = (now - at).ratio(span) as f32;
        Lit { line, glow: if is_here { 1.0 } else { 0.65 * (1.0 - age).clamp(0.0, 1.0) }, colour, is_here }
    };
    let mut lit: Vec<Lit> = lines.into_iter().map(glow).collect();
    if let Some(replay) = session.run.transport.wall_replay().filter(|replay| replay.pane == pane.letter()) {
        let line = replay.crossing.line;
        lit.retain(|lit| lit.line != line);
        lit.push(Lit { line, glow: 1.0, colour: look.accent(), is_here: true });
    }
    lit
}

pub struct Lines<'a> {
    pub galley: &'a Galley,
    pub at: Pos2,
    /// The number of lines before the shown text.
    pub first: usize,
    /// The size of the letters; 1 is the usual size.
    pub zoom: f32,
}

impl Lines<'_> {
    fn line(&self) -> f32 {
        LINE * self.zoom
    }

    /// Returns the vertical range of a line; `None` if it is not shown.
    pub fn row(&self, line: u32) -> Option<Rangef> {
        let row = self.galley.rows.get((line as usize).checked_sub(self.first + 1)?)?;
        let top = self.at.y + row.pos.y;
        Some(Rangef::new(top, top + self.line()))
    }

    /// Returns the highlight of the lit lines, to be painted under the letters, for a text that fills `rect`.
    pub fn lights(&self, rect: Rect, lit: &[Lit]) -> Shape {
        let mut shapes = Vec::new();
        for lit in lit {
            let Some(row) = self.row(lit.line) else { continue };
            let row = Rect::from_x_y_ranges(rect.x_range(), row);
            shapes.push(Shape::rect_filled(row, 0.0, lit.colour.gamma_multiply(0.30 * lit.glow)));
            let edge = Rect::from_min_size(row.min, vec2(3.0, row.height()));
            shapes.push(Shape::rect_filled(edge, 0.0, lit.colour.gamma_multiply(lit.glow)));
        }
        Shape::Vec(shapes)
    }

    /// Reports the lit lines as marks, but only at their numbers, because the letters have to stay readable and clickable.
    pub fn report(&self, ui: &Ui, rect: Rect, lit: &[Lit]) {
        for lit in lit {
            let Some(row) = self.row(lit.line) else { continue };
            let number = Rect::from_min_max(pos2(rect.min.x, row.min), pos2(rect.min.x + NUMBER * self.zoom, row.max));
            let says = if lit.is_here { "runs now, or ran last" } else { "ran a moment ago" };
            marks::report(ui, MarkKind::LitLine, number.intersect(ui.clip_rect()), |_| format!("Line {} {says}.", lit.line));
        }
    }

    pub fn paint_numbers(&self, painter: &Painter, rect: Rect) {
        let look = painter.look();
        let clip = painter.clip_rect().y_range();
        for (row, number) in self.galley.rows.iter().zip(self.first + 1..) {
            let top = self.at.y + row.pos.y;
            if clip.intersects(Rangef::new(top, top + self.line())) {
                let at = pos2(rect.min.x + 6.0, top + 1.0);
                let font = FontId::monospace((SIZE - 1.0) * self.zoom);
                painter.text(at, Align2::LEFT_TOP, format!("{number:>3}"), font, look.weak());
            }
        }
        painter.vline(rect.min.x + NUMBER * self.zoom - 4.0, rect.y_range(), Stroke::new(1.0, look.weak().gamma_multiply(0.2)));
    }

    /// Scrolls the text. While time plays, all lit lines stay in view if they fit, without jumps; in a pause, the line that runs
    /// is in view.
    pub fn keep_visible(&self, ui: &Ui, rect: Rect, lit: &[Lit], follows: bool) {
        let rows = || lit.iter().filter_map(|lit| self.row(lit.line));
        let here = lit.iter().rev().find(|lit| lit.is_here).and_then(|lit| self.row(lit.line));
        let (Some(low), Some(high), Some(here)) =
            (rows().map(|row| row.min).reduce(f32::min), rows().map(|row| row.max).reduce(f32::max), here)
        else {
            return;
        };
        let fits = high - low + 2.0 * self.line() <= ui.clip_rect().height();
        let (low, high) = if fits {
            (low, high)
        } else if follows {
            (here.min, here.max)
        } else {
            return;
        };
        show_rows(ui, rect, Rangef::new(low - self.line(), high + self.line()), self.line());
    }
}

pub fn name(ui: &mut Ui, session: &Session, index: usize, strategy: &Strategy) {
    let look = ui.look();
    let letter = session.letter(index);
    let (badge, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    icons::badge(ui.painter(), letter, badge.center(), 8.0);
    let name = egui::Label::new(RichText::new(&*strategy.name).strong().color(look.of_pane(letter))).truncate();
    let name = ui.add(name);
    name.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("Code of pane {letter}: {}", strategy.name)));
    if strategy.group == Group::Own {
        let drawn = match strategy.presentation {
            _ if !session.run.can_interpolate(index) => "draws the newest state",
            Presentation::Latest => "draws the newest state",
            Presentation::Interpolate => "draws between the last two steps",
            _ => "draws ahead of the last step",
        };
        let about = "A frame with an alpha is drawn between the last two steps; // @draws latest, interpolated or extrapolated says otherwise.";
        let label = egui::Label::new(RichText::new(drawn).small().color(look.weak())).truncate();
        ui.add(label).on_hover_text(about);
    }
}

/// Scrolls the text that fills `rect`, with lines of this height, so that these rows are in view and the first visible line is
/// whole, even after the height of the window has changed.
pub fn show_rows(ui: &Ui, rect: Rect, rows: Rangef, line: f32) {
    let (seen, height) = (ui.clip_rect().expand(1.0).y_range(), ui.clip_rect().height());
    let last = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(ui.scope_id().with("height"), height), height));
    if seen.contains(rows.min) && seen.contains(rows.max) && (last - height).abs() < 1.0 {
        return;
    }
    let top = if rows.min < seen.min {
        ((rows.min - rect.min.y) / line).floor()
    } else {
        ((rows.max - height - rect.min.y) / line).ceil()
    };
    // A line that is scrolled to the top stands below it by the usual spacing.
    let top = rect.min.y + top.max(0.0) * line + ui.spacing().item_spacing.y;
    let wanted = Rect::from_min_size(pos2(rect.min.x, top), vec2(1.0, 1.0));
    ui.scroll_to_rect_animation(wanted, Some(egui::Align::TOP), egui::style::ScrollAnimation::none());
}
