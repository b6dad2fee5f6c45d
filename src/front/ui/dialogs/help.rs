//! The help: labels for the marks, while the window stands still, and every key, by theme, on one screen.

use super::mark_labels;
use crate::front::ui::commands::{CommandGroup, ESCAPE, GROUPS, HELP};
use crate::front::ui::lesson_panel;
use crate::front::ui::marks::{self, Asked, MarkKind, Marks};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{Look, TOOLTIP_DELAY, UiLook};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, HelpPage, WindowAction};
use crate::studio::session::host::Files;
use egui::text::LayoutJob;
use egui::{
    Align, Area, Context, FontId, Id, Label, Layout, Order, PopupAnchor, Pos2, Rect, Response, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, TextFormat, Tooltip, Ui, UiBuilder, Vec2, Window, vec2,
};
use std::collections::BTreeMap;

const COLUMN: f32 = 370.0;
const GAP: f32 = 24.0;
const NAME: f32 = 104.0;

/// A delay, in seconds, that is so long that the tooltip is never shown.
const NEVER: f32 = 1e6;

pub fn begin(ctx: &Context, session: &Session) {
    let chosen = ctx.data_mut(|data| match session.window.help {
        Some(HelpPage::Marks) => data.get_temp::<Pos2>(chosen()),
        _ => data.remove_temp::<Pos2>(chosen()),
    });
    let explains = session.window.help == Some(HelpPage::Marks);
    marks::begin(ctx, explains, chosen.filter(|_| explains));
    // While marks have labels, no tooltip covers them. Neither is there a tooltip before the mouse first moves, because a person
    // has not asked about the thing under it.
    let delay = if explains || !has_moved(ctx) { NEVER } else { TOOLTIP_DELAY };
    if ctx.global_style().interaction.tooltip_delay != delay {
        ctx.all_styles_mut(|style| style.interaction.tooltip_delay = delay);
    }
}

/// Returns whether the mouse has moved since the window was opened. Its first position is reported even without a movement, and
/// does not count.
fn has_moved(ctx: &Context) -> bool {
    let moves = ctx.input(|input| input.pointer.delta() != Vec2::ZERO || input.pointer.any_down());
    ctx.data_mut(|data| {
        let moved = data.get_temp_mut_or_default::<bool>(Id::unique("mouse has moved"));
        *moved |= moves;
        *moved
    })
}

fn chosen() -> Id {
    Id::unique("mark that is asked about")
}

/// Shows the open page of the help, or else explains the mark under the pointer unless something `covers` the panes.
pub fn show(ui: &mut Ui, pass: &mut UiPass, covers: bool) {
    let marks = marks::end(ui.ctx());
    match pass.session.window.help {
        Some(HelpPage::Marks) => labels(ui, &marks, pass.session.lesson().is_some(), &mut pass.actions),
        Some(HelpPage::Keys) => keys(ui, pass),
        None if !covers => marks.explain(ui),
        None => {}
    }
}

const ROW: f32 = 38.0;
const WIDEST_ROW: f32 = 560.0;
const LABEL: f32 = 170.0;
const MARGIN: Vec2 = vec2(6.0, 3.0);

/// Shows the labels over the marks, and the explanation of the mark that the person has chosen.
fn labels(ui: &Ui, marks: &Marks, has_lesson: bool, actions: &mut Vec<Action>) {
    let look = ui.look();
    let room = ui.ctx().content_rect();
    Area::new(Id::unique("what is this")).order(Order::Foreground).fixed_pos(room.min).show(ui.ctx(), |ui| {
        // Tab moves only among the labels.
        ui.memory_mut(|memory| memory.set_modal_layer(ui.layer_id()));
        let (_, ground) = ui.allocate_exact_size(room.size(), Sense::click());
        ground.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "The picture, which stands still"));
        ui.painter().rect_filled(room, 0.0, look.canvas().gamma_multiply(0.5));
        let size = vec2(room.width().min(WIDEST_ROW) - 12.0, ROW);
        let row = Rect::from_center_size(room.center_bottom() - vec2(0.0, ROW / 2.0 + 4.0), size);
        let labels = arrange(ui, marks, has_lesson, room.shrink(6.0), row);
        for LabelledMark { label, .. } in &labels {
            ui.painter().line_segment(label.line, Stroke::new(3.0, look.canvas()));
            ui.painter().line_segment(label.line, Stroke::new(1.5, look.text()));
            ui.painter().circle(label.line[1], 3.5, look.text(), Stroke::new(1.5, look.canvas()));
        }
        let mut pressed = ground.interact_pointer_pos().filter(|_| ground.clicked());
        for labelled in labels {
            let middle = labelled.mark.center();
            if show_label(ui, labelled).clicked() {
                pressed = Some(middle);
            }
        }
        if let Some(at) = pressed {
            ui.data_mut(|data| data.insert_temp(chosen(), at));
        }
        title(ui, row, actions);
        if let Some(asked) = marks.asked(ui.ctx()) {
            answer(ui, asked);
        }
    });
}

struct LabelledMark {
    kind: MarkKind,
    mark: Rect,
    label: mark_labels::Label,
    text: LayoutJob,
}

/// Returns a label for one mark of each kind, as far as there is room in `inner`, outside of the title's `row`.
fn arrange(ui: &Ui, marks: &Marks, has_lesson: bool, inner: Rect, row: Rect) -> Vec<LabelledMark> {
    let (kinds, places): (Vec<MarkKind>, Vec<Vec<Rect>>) = by_kind(marks).into_iter().unzip();
    // The text of a lesson stays uncovered, because a person may be asking about a word of it.
    let lesson = ui.data(|data| data.get_temp::<Rect>(lesson_panel::place()));
    let taken: Vec<Rect> = [row].into_iter().chain(lesson.filter(|_| has_lesson)).collect();
    let chosen_marks = mark_labels::choose(inner.with_max_y(row.min.y), &places);
    let labelled: Vec<(MarkKind, Rect)> =
        kinds.into_iter().zip(chosen_marks).filter_map(|(kind, mark)| Some((kind, mark?))).collect();
    let texts = |explains: fn(MarkKind) -> bool| labelled.iter().map(move |(kind, _)| text(ui.look(), *kind, explains(*kind)));
    let place = |explains: fn(MarkKind) -> bool| {
        let sizes = texts(explains).map(|job| ui.painter().layout_job(job).size() + 2.0 * MARGIN);
        let wanted: Vec<(Rect, Vec2)> = labelled.iter().map(|(_, mark)| *mark).zip(sizes).collect();
        mark_labels::place(inner, &taken, &wanted)
    };
    // All labels have explanations if there is room for all, otherwise those of the marks in front, otherwise none.
    let [all, in_front, names]: [fn(MarkKind) -> bool; 3] = [|_| true, |kind| !kind.is_background(), |_| false];
    let whole = [all, in_front].into_iter().map(|explains| (explains, place(explains)));
    let whole = whole.into_iter().find(|(_, placed)| placed.iter().all(Option::is_some));
    let (explains, placed) = whole.unwrap_or_else(|| (names, place(names)));
    let all = texts(explains).zip(&labelled).zip(placed);
    all.filter_map(|((text, (kind, mark)), label)| Some(LabelledMark { kind: *kind, mark: *mark, label: label?, text })).collect()
}

fn by_kind(marks: &Marks) -> BTreeMap<MarkKind, Vec<Rect>> {
    let mut kinds: BTreeMap<MarkKind, Vec<Rect>> = BTreeMap::new();
    for (kind, place) in &marks.all {
        kinds.entry(*kind).or_default().push(place.core());
    }
    kinds
}

fn show_label(ui: &Ui, LabelledMark { kind, label, text, .. }: LabelledMark) -> Response {
    let look = ui.look();
    ui.painter().rect(label.rect, 4.0, look.panel(), Stroke::new(1.0, look.weak()), StrokeKind::Inside);
    ui.painter().galley(label.rect.min + MARGIN, ui.painter().layout_job(text), look.text());
    let words = ui.interact(label.rect, ui.scope_id().with(kind.term()), Sense::click());
    words.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{}: {}", kind.term(), kind.about())));
    words
}

fn answer(ui: &Ui, asked: &Asked) {
    let around = Rect::from_center_size(asked.place.middle(), Vec2::splat(16.0));
    ui.painter().rect_stroke(around, 8.0, Stroke::new(2.0, ui.look().accent()), StrokeKind::Outside);
    let tip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), chosen(), PopupAnchor::ParentRect(around));
    tip.show(|ui| ui.label(asked.kind.in_words(&asked.says)));
}

fn text(look: Look, kind: MarkKind, explains: bool) -> LayoutJob {
    let format = |size: f32, colour| TextFormat::simple(FontId::proportional(size), colour);
    let mut job = LayoutJob::single_section(kind.term().to_owned(), format(13.0, look.text()));
    if explains {
        job.append(&format!("\n{}", kind.about()), 0.0, format(11.0, look.weak()));
    }
    job.wrap.max_width = LABEL;
    job
}

fn title(ui: &mut Ui, row: Rect, actions: &mut Vec<Action>) {
    let look = ui.look();
    ui.painter().rect(row, 6.0, look.panel(), Stroke::new(1.0, look.line()), StrokeKind::Inside);
    let place = UiBuilder::new().max_rect(row.shrink2(vec2(10.0, 4.0))).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(place, |ui| {
        if ui.button("Close").on_hover_text(format!("{}.", ESCAPE.keys)).clicked() {
            actions.push(Action::Window(WindowAction::Help(None)));
        }
        if ui.button("Keys").on_hover_text(format!("Every key ({}).", HELP.keys)).clicked() {
            actions.push(Action::Window(WindowAction::Help(Some(HelpPage::Keys))));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let hint = RichText::new("Touch a mark to read what it says now.").color(look.weak());
            ui.label(RichText::new(HELP.name).strong());
            ui.add(Label::new(hint).truncate());
        });
    });
}

fn keys(ui: &Ui, pass: &mut UiPass) {
    let mut open = true;
    let room = ui.ctx().content_rect().shrink2(vec2(24.0, 32.0));
    let most = ((room.width() + GAP) / (COLUMN + GAP)).floor().clamp(1.0, 3.0);
    let width = (most * (COLUMN + GAP) - GAP).min(room.width());
    let height = room.height() - 56.0;
    let window = Window::new("Keys").open(&mut open).collapsible(false).resizable(false);
    window.pivot(egui::Align2::CENTER_TOP).fixed_pos(room.center_top()).show(ui.ctx(), |ui| {
        ui.memory_mut(|memory| memory.set_modal_layer(ui.layer_id()));
        ui.set_width(width);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            ui.horizontal_top(|ui| show_columns(ui, pass.session, columns(most as usize), width));
        });
    });
    if !open {
        pass.actions.push(Action::Window(WindowAction::Help(None)));
    }
}

fn show_columns(ui: &mut Ui, session: &Session, columns: Vec<Vec<&CommandGroup>>, width: f32) {
    ui.spacing_mut().item_spacing.x = GAP;
    for column in columns {
        ui.allocate_ui_with_layout(vec2(COLUMN.min(width), 0.0), Layout::top_down(Align::Min), |ui| {
            for group in column {
                of(ui, session, group);
            }
        });
    }
}

/// Divides the groups into at most `count` columns, in their order, so that the longest column is as short as possible.
fn columns(count: usize) -> Vec<Vec<&'static CommandGroup>> {
    let lines = |group: &CommandGroup| group.with_keys().count() + 2;
    let (longest, all) = (GROUPS.iter().map(lines).max().unwrap_or(0), GROUPS.iter().map(lines).sum());
    let fill = |most: usize| {
        let mut columns: Vec<Vec<&'static CommandGroup>> = Vec::new();
        let mut length = most;
        for group in GROUPS {
            length += lines(group);
            if length > most {
                columns.push(Vec::new());
                length = lines(group);
            }
            columns.last_mut().expect("the first group begins one").push(group);
        }
        columns
    };
    (longest..=all).map(fill).find(|columns| columns.len() <= count).unwrap_or_default()
}

fn of(ui: &mut Ui, session: &Session, group: &CommandGroup) {
    let look = ui.look();
    let spacing = ui.spacing_mut();
    (spacing.item_spacing, spacing.interact_size.y) = (vec2(8.0, 3.0), 0.0);
    ui.label(RichText::new(group.name).strong().color(look.accent()));
    let has_browser = session.window.host.files == Files::Browser;
    for command in group.with_keys().filter(|command| !(has_browser && command.is_browsers)) {
        ui.horizontal_top(|ui| {
            let name = ui.label(RichText::new(command.keys.to_string()).monospace().size(13.0).color(look.text()));
            ui.add_space(NAME - name.rect.width());
            ui.add(Label::new(RichText::new(command.line()).size(13.0).color(look.weak())).wrap());
        });
    }
    ui.add_space(12.0);
}

#[cfg(test)]
mod tests {
    use crate::front::ui::dialogs::help::*;

    #[test]
    fn every_group_stands_in_one_column() {
        for count in 1..=3 {
            let columns = columns(count);
            assert_eq!(columns.len(), count);
            assert!(columns.iter().all(|column| !column.is_empty()));
            assert!(columns.into_iter().flatten().map(|group| group.name).eq(GROUPS.iter().map(|group| group.name)));
        }
    }
}
