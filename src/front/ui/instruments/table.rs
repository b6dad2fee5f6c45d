//! Every number of every pane, side by side. A click on a head sorts the panes, and the best and the worst value are marked.

use super::stage_bars::{self, HEAD, ROW};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::card::explain;
use crate::studio::session::Session;
use crate::studio::session::action::{CardPlace, NumberCard};
use crate::studio::view::Counted;
use egui::style::ScrollStyle;
use egui::{Align2, Button, Color32, FontId, Grid, Id, Rect, ScrollArea, Sense, Shape, Ui, Vec2, pos2, vec2};
use std::collections::BTreeSet;
use std::rc::Rc;
use tickscope_core::base::numbers::column as column_as_text;
use tickscope_core::lab::metrics::catalogue::{self, Column, Metric};
use tickscope_core::lab::metrics::totals::Sums;

const NAMES: f32 = 176.0;
const COLUMN: f32 = 84.0;
const MARK: f32 = 18.0;

/// The metric that always counts the whole run, because lost time does not come back.
const LOST: &str = "lost_s";

/// The metric by which the rows are sorted, and whether the largest value is first; `None` keeps the order of the panes.
type Order = Option<(&'static str, bool)>;

struct ShownColumn<'a> {
    metric: &'a Metric,
    column: Column,
    values: Vec<Option<f64>>,
    ranks: Vec<Standing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Best,
    Worst,
    Between,
}

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let id = Id::unique("table order");
    let mut order = ui.data(|data| data.get_temp::<Order>(id)).flatten();
    let panes = session.run.lab.panes().len();
    let sums = |pane: usize| match session.run.view.counted {
        Counted::Whole => Rc::new(session.run.seen(pane).whole()),
        Counted::Recent => session.run.seen(pane).recent(),
    };
    let metrics: Vec<Rc<Sums>> = (0..panes).map(sums).collect();
    let lost: Vec<Option<f64>> = (0..panes).map(|pane| session.run.seen(pane).whole().number(LOST)).collect();
    let mut seen = seen_columns(ui, session);
    let columns = columns(&metrics, &lost, &mut seen);
    seen.bars |= metrics.iter().any(|sums| sums.count("inputs_shown") > 0);
    ui.data_mut(|data| data.insert_temp(Id::unique("table columns"), seen.clone()));
    let rows = sorted(&columns, order, panes);

    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        ui.horizontal_top(|ui| {
            // The names stay in place while the numbers are scrolled aside.
            grid("names").show(ui, |ui| names(ui, session, &rows, &mut order));
            // The background of a row is two points wider than the row on either side.
            ui.add_space(2.0);
            // A floating scroll bar would be invisible until the pointer is near, and a column that is cut off would look like
            // the last one.
            ui.spacing_mut().scroll = ScrollStyle::solid();
            ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
                grid("numbers").show(ui, |ui| {
                    heads(ui, &columns, &mut order);
                    // The stages come last, because fewer people need them.
                    let bars = seen.bars.then_some(&*metrics);
                    numbers(ui, pass, &columns, bars, &rows);
                });
            });
        });
    });
    ui.data_mut(|data| data.insert_temp(id, order));
}

fn names(ui: &mut Ui, session: &Session, rows: &[usize], order: &mut Order) {
    if head(ui, NAMES, "Pane", "", order.is_none().then_some(false), "Sort by pane: A to F.") {
        *order = None;
    }
    ui.end_row();
    for pane in rows {
        name(ui, session, *pane);
        ui.end_row();
    }
}

fn heads(ui: &mut Ui, columns: &[ShownColumn], order: &mut Order) {
    for ShownColumn { metric, column, .. } in columns {
        let down = order.filter(|(id, _)| *id == metric.id).map(|(_, down)| down);
        let about = format!("{}\nA click sorts by it.", metric.explanation());
        if head(ui, COLUMN, column.head, column.unit, down, &about) {
            *order = Some((metric.id, down.map_or(first_down(metric), |down| !down)));
        }
    }
}

/// Shows the numbers of the panes under their heads, and at their right the bars of the stages if `bars` has the sums of all
/// panes.
fn numbers(ui: &mut Ui, pass: &mut UiPass, columns: &[ShownColumn], bars: Option<&[Rc<Sums>]>, rows: &[usize]) {
    if bars.is_some() {
        stage_bars::head(ui);
    }
    ui.end_row();
    let longest = bars.map(|sums| stage_bars::scale(ui, pass.session.runs, sums.iter().map(|sums| &**sums)));
    for pane in rows {
        for shown in columns {
            cell(ui, pass, shown, *pane);
        }
        if let Some((sums, longest)) = bars.zip(longest) {
            stage_bars::cell(ui, pass.session.letter(*pane), &sums[*pane], longest);
        }
        ui.end_row();
    }
}

/// The columns that have been shown in this run: a column that has had a value keeps its place, so that nothing jumps.
#[derive(Clone, Debug, Default)]
struct SeenColumns {
    run: u64,
    ids: BTreeSet<&'static str>,
    bars: bool,
}

fn seen_columns(ui: &Ui, session: &Session) -> SeenColumns {
    let id = Id::unique("table columns");
    let seen = ui.data(|data| data.get_temp::<SeenColumns>(id)).unwrap_or_default();
    if seen.run == session.runs { seen } else { SeenColumns { run: session.runs, ..SeenColumns::default() } }
}

fn columns(metrics: &[Rc<Sums>], lost: &[Option<f64>], seen: &mut SeenColumns) -> Vec<ShownColumn<'static>> {
    let walls = metrics.iter().any(|m| m.tally.caught + m.tally.tunnelled > 0);
    let presses = metrics.iter().any(|m| m.count("presses") > 0);
    let shown = |metric: &'static Metric| {
        let column = metric.column?;
        let numbers = || metrics.iter().map(|m| metric.number(m).map(|value| value * column.scale)).collect();
        let values: Vec<Option<f64>> = if metric.id == LOST { lost.to_vec() } else { numbers() };
        let counts = match metric.id {
            "caught" | "tunnelled" => walls,
            "presses" | "presses_answered" | "presses_lost" | "presses_doubled" => presses,
            // A column of zeros is left out: most displays do not tear, and most worlds have no wall.
            "frames_torn" | "repeats" | "thoughts" => values.iter().flatten().any(|count| *count > 0.0),
            _ => true,
        };
        if counts && values.iter().any(Option::is_some) {
            seen.ids.insert(metric.id);
        }
        let ranks = ranks(metric, column, &values);
        seen.ids.contains(metric.id).then_some(ShownColumn { metric, column, values, ranks })
    };
    catalogue::ALL.iter().chain(catalogue::PRESSES).filter_map(shown).collect()
}

/// Returns whether the first click on a head puts the largest value first, which is so if the largest value is the best or no
/// value is best.
fn first_down(metric: &Metric) -> bool {
    metric.badness(1.0).zip(metric.badness(2.0)).is_none_or(|(one, two)| two < one)
}

fn sorted(columns: &[ShownColumn], order: Order, panes: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..panes).collect();
    let Some((id, down)) = order else { return rows };
    if let Some(shown) = columns.iter().find(|shown| shown.metric.id == id) {
        rows.sort_by(|a, b| match (shown.values[*a], shown.values[*b]) {
            (Some(a), Some(b)) if down => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
    }
    rows
}

fn ranks(metric: &Metric, column: Column, values: &[Option<f64>]) -> Vec<Standing> {
    let texts: Vec<String> = values.iter().map(|value| column_as_text(*value, column.digits)).collect();
    let judged = |value: &Option<f64>| metric.badness((*value)? / column.scale);
    let badness: Vec<Option<f64>> = values.iter().map(judged).collect();
    let known = || (0..badness.len()).filter_map(|pane| Some((pane, badness[pane]?)));
    let best = known().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(pane, _)| &texts[pane]);
    let worst = known().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(pane, _)| &texts[pane]);
    // A value that most panes share is not marked.
    let rare = |text: &String| texts.iter().filter(|other| *other == text).count() * 2 <= texts.len();
    let rank = |text: &String| match (best, worst) {
        _ if !rare(text) => Standing::Between,
        (Some(best), Some(worst)) if best != worst && text == best => Standing::Best,
        (Some(best), Some(worst)) if best != worst && text == worst => Standing::Worst,
        _ => Standing::Between,
    };
    texts.iter().map(rank).collect()
}

fn grid(name: &str) -> Grid {
    Grid::new(name).striped(true).spacing(Vec2::ZERO).min_row_height(ROW)
}

fn cell(ui: &mut Ui, pass: &mut UiPass, shown: &ShownColumn, pane: usize) {
    let session = pass.session;
    let (text, rank) = (column_as_text(shown.values[pane], shown.column.digits), shown.ranks[pane]);
    let (rect, cell) = ui.allocate_exact_size(vec2(COLUMN, ROW), Sense::click());
    let at = rect.right_center() - vec2(MARK, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, &text, FontId::monospace(13.5), ui.look().text());
    mark(ui, rect, rank);
    let place = match rank {
        Standing::Best => ", the best",
        Standing::Worst => ", the worst",
        Standing::Between => "",
    };
    let words = format!("{} of pane {}: {text} {}{place}", shown.metric.name, session.letter(pane), shown.column.unit);
    cell.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    let counted = if shown.metric.id == LOST { Counted::Whole } else { session.run.view.counted };
    let pane = session.letter(pane);
    explain(ui, pass, &cell, NumberCard { pane, metric: shown.metric.id, counted, place: CardPlace::Table });
}

fn head(ui: &mut Ui, width: f32, text: &str, unit: &str, down: Option<bool>, about: &str) -> bool {
    let look = ui.look();
    let chosen = Button::selectable(down.is_some() && text != "Pane", "").min_size(vec2(width, HEAD)).frame(true);
    let button = ui.add(chosen).on_hover_text(about);
    let name = about.split(':').next().unwrap_or(text);
    button.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Sort by {}", name.trim_start_matches("Sort by ")))
    });
    let (rect, painter) = (button.rect, ui.painter());
    let names = text == "Pane";
    let (x, align) = if names { (rect.left() + 8.0, Align2::LEFT_CENTER) } else { (rect.right() - MARK, Align2::RIGHT_CENTER) };
    let colour = if down.is_some() { look.text() } else { look.weak() };
    let at = |y: f32| pos2(x, rect.top() + y);
    painter.text(at(13.0), align, text, FontId::proportional(13.0), colour);
    painter.text(at(29.0), align, unit, FontId::proportional(11.0), look.weak());
    if let Some(down) = down.filter(|_| !names) {
        triangle(ui, pos2(rect.right() - MARK / 2.0, rect.top() + 13.0), 4.0, !down, look.text());
    }
    button.clicked()
}

fn name(ui: &mut Ui, session: &Session, pane: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(NAMES, ROW), Sense::hover());
    let centre = rect.left_center() + vec2(14.0, 0.0);
    let painter = ui.painter_at(rect);
    icons::badge(&painter, session.letter(pane), centre, 9.0);
    let strategy = &*session.run.seen(pane).strategy().name;
    painter.text(centre + vec2(16.0, 0.0), Align2::LEFT_CENTER, strategy, FontId::proportional(13.0), ui.look().text());
}

/// Marks the best value with a triangle that points up and the worst with one that points down, so that colour is not needed.
fn mark(ui: &Ui, cell: Rect, rank: Standing) {
    let at = cell.right_center() - vec2(MARK / 2.0, 0.0);
    match rank {
        Standing::Best => triangle(ui, at, 4.5, true, ui.look().text()),
        Standing::Worst => triangle(ui, at, 4.5, false, ui.look().weak()),
        Standing::Between => {}
    }
}

fn triangle(ui: &Ui, at: egui::Pos2, size: f32, up: bool, colour: Color32) {
    let tip = if up { -size } else { size };
    let points = vec![at + vec2(0.0, tip), at + vec2(size, -tip), at + vec2(-size, -tip)];
    ui.painter().add(Shape::convex_polygon(points, colour, egui::Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::table::*;

    fn shown(id: &str, values: &[Option<f64>]) -> ShownColumn<'static> {
        let metric = catalogue::find(id).expect("a metric");
        let column = metric.column.expect("a column");
        ShownColumn { metric, column, values: values.to_vec(), ranks: ranks(metric, column, values) }
    }

    #[test]
    fn the_best_and_the_worst_are_marked_only_where_one_is_better() {
        let speed = shown("speed_ratio", &[Some(50.0), Some(100.0), Some(130.0), Some(100.04), None]);
        assert_eq!(speed.ranks, [Standing::Worst, Standing::Best, Standing::Between, Standing::Best, Standing::Between]);
        let alike = shown("fps_mean", &[Some(60.0), Some(60.01)]);
        assert_eq!(alike.ranks, [Standing::Between, Standing::Between], "as written they are the same");
        let neither = shown("updates", &[Some(1.0), Some(2.0)]);
        assert_eq!(neither.ranks, [Standing::Between, Standing::Between]);
    }

    #[test]
    fn rows_are_sorted_both_ways_and_what_has_no_value_comes_last() {
        let columns = [shown("fps_mean", &[Some(30.0), None, Some(60.0)])];
        assert_eq!(sorted(&columns, None, 3), [0, 1, 2]);
        assert_eq!(sorted(&columns, Some(("fps_mean", true)), 3), [2, 0, 1]);
        assert_eq!(sorted(&columns, Some(("fps_mean", false)), 3), [0, 2, 1]);
        assert!(first_down(columns[0].metric) && !first_down(shown("jitter_ms", &[]).metric));
    }
}
