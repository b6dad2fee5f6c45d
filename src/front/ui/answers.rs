//! The answers of a bet as projector mode shows them: buttons, each with a field for the hands of a class, and at the outcome bars
//! in the same places.

use crate::front::ui::keys;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::UiLook;
use crate::studio::lesson::definition::{Bet, BetAnswer};
use crate::studio::session::action::{Action, LessonAction};
use crate::studio::session::attendance::Attendance;
use egui::{
    Align2, Color32, FontId, Frame, Id, Key, Modifiers, Rect, Role, Sense, Stroke, TextEdit, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::settings::PaneSettings;

/// The height of an answer, and the widths of its number, of its field and of the room between its parts, in heights of letters.
const HIGH: f32 = 1.6;
const NUMBER: f32 = 0.6;
const FIELD: f32 = 2.3;
const PAD: f32 = 0.4;
/// The room between two answers, in points.
const GAP: f32 = 8.0;
/// The height of a bar, in points.
const BAR: f32 = 5.0;

/// Returns the letter of the pane that an answer names; `None` if it says something else.
fn pane_of(answer: &BetAnswer, lesson: &Attendance) -> Option<PaneLetter> {
    let panes = &lesson.setup().settings().panes;
    panes.iter().map(PaneSettings::letter).find(|letter| letter.to_string() == answer.answer)
}

/// Returns the places of the answers in `room`, from its upper left corner: in rows that are as full as possible, or one under the
/// other and as wide as the room.
fn places(ui: &Ui, bet: &Bet, font: &FontId, room: Rect, in_column: bool) -> Vec<Rect> {
    let mut at = room.min;
    let place = |answer: &BetAnswer| {
        let words = ui.painter().layout_no_wrap(answer.answer.clone(), font.clone(), Color32::PLACEHOLDER).size().x;
        let natural = words.max(font.size) + (NUMBER + FIELD + 4.0 * PAD) * font.size;
        let width = if in_column { room.width() } else { natural.min(room.width()) };
        if at.x > room.min.x && (in_column || at.x + width > room.max.x) {
            at = pos2(room.min.x, at.y + HIGH * font.size + GAP);
        }
        let rect = Rect::from_min_size(at, vec2(width, HIGH * font.size));
        at.x += width + GAP;
        rect
    };
    bet.answers.iter().map(place).collect()
}

/// Returns the height of the answers in rows of this width.
pub fn height(ui: &Ui, bet: &Bet, font: &FontId, width: f32) -> f32 {
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 0.0));
    places(ui, bet, font, room, false).last().map_or(0.0, |last| last.max.y)
}

/// Shows the answers of an open bet, or the bars of the one before, and takes their room: at the lower end of the text, or at the
/// upper end of a cell.
pub fn show(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance, font: &FontId, in_cell: bool) {
    let session = pass.session;
    let tally = session.shown_tally();
    let Some(bet) = lesson.open_bet().or(tally.as_ref().map(|tally| tally.bet)) else { return };
    let room = ui.max_rect();
    let top = if in_cell { room.min.y } else { room.max.y - height(ui, bet, font, room.width()) };
    let places = places(ui, bet, font, room.with_min_y(top), in_cell);
    for (index, (answer, rect)) in bet.answers.iter().zip(&places).enumerate() {
        let pane = pane_of(answer, lesson);
        match &tally {
            Some(tally) if lesson.open_bet().is_none() => {
                let share = f32::from(tally.hands[index] as u16) / tally.all() as f32;
                bar(ui, (answer, pane), (*rect, font), (tally.hands[index], share, tally.right == Some(index)));
            }
            _ => button(ui, pass, (index, answer, pane), (*rect, font)),
        }
    }
    if lesson.open_bet().is_some() {
        fields(ui, pass, lesson, bet, (&places, font));
    }
    if in_cell {
        let end = places.last().map_or(room.min.y, |last| last.max.y + GAP / 2.0);
        ui.advance_cursor_after_rect(room.with_max_y(end));
    }
}

/// Shows the number and the words of an answer, and returns the place of its hands at the right end.
fn words(ui: &Ui, answer: (&str, &BetAnswer, Option<PaneLetter>), (rect, font): (Rect, &FontId), colour: Color32) -> Rect {
    let (number, answer, pane) = answer;
    let pad = PAD * font.size;
    let y = rect.center().y;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.text(pos2(rect.min.x + pad, y), Align2::LEFT_CENTER, number, font.clone(), ui.look().weak());
    let x = rect.min.x + 2.0 * pad + NUMBER * font.size;
    match pane {
        Some(letter) => icons::badge(&painter, letter, pos2(x + font.size / 2.0, y), font.size * 0.62),
        None => drop(painter.text(pos2(x, y), Align2::LEFT_CENTER, &answer.answer, font.clone(), colour)),
    }
    Rect::from_center_size(
        pos2(rect.max.x - pad - FIELD * font.size / 2.0, y),
        vec2(FIELD * font.size, rect.height() - 0.3 * font.size),
    )
}

fn button(ui: &mut Ui, pass: &mut UiPass, (index, answer, pane): (usize, &BetAnswer, Option<PaneLetter>), at: (Rect, &FontId)) {
    let can_answer = pass.session.step_waits() && pass.session.can_bet() == Some(true);
    // Tab goes from field to field.
    let sense = if can_answer { Sense::CLICK } else { Sense::HOVER };
    let button = ui.interact(at.0, ui.scope_id().with(("answer", index)), sense);
    let number = (index + 1).to_string();
    button.widget_info(|| WidgetInfo::labeled(Role::Button, can_answer, format!("{number}  {}", answer.answer)));
    let visuals = &ui.visuals().widgets;
    let fill = if button.hovered() && can_answer { visuals.hovered.weak_bg_fill } else { visuals.inactive.weak_bg_fill };
    ui.painter().rect_filled(at.0, 4.0, fill);
    let colour = if can_answer { ui.look().text() } else { ui.look().weak() };
    words(ui, (&number, answer, pane), at, colour);
    if button.clicked() {
        pass.actions.push(Action::Lesson(LessonAction::Answer(index)));
    }
}

fn bar(
    ui: &mut Ui,
    (answer, pane): (&BetAnswer, Option<PaneLetter>),
    at: (Rect, &FontId),
    (hands, share, is_right): (u32, f32, bool),
) {
    let (rect, font) = at;
    let look = ui.look();
    let colour = if is_right { look.text() } else { look.weak() };
    let response = ui.interact(rect, ui.scope_id().with(("bar", &answer.answer)), Sense::HOVER);
    let right = if is_right { ", right" } else { "" };
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, format!("{}: {hands} hands{right}", answer.answer)));
    let line = Rect::from_min_max(pos2(rect.min.x, rect.max.y - BAR), rect.max);
    ui.painter().rect_filled(line, 2.0, look.line());
    ui.painter().rect_filled(line.with_max_x(line.min.x + share * line.width()), 2.0, colour);
    let upper = rect.with_max_y(rect.max.y - BAR);
    let place = words(ui, ("", answer, pane), (upper, font), colour);
    if is_right {
        let mark = Rect::from_center_size(
            pos2(upper.min.x + PAD * font.size + NUMBER * font.size / 2.0, upper.center().y),
            Vec2::splat(font.size * 0.7),
        );
        icons::draw(ui, Icon::Check, mark, Stroke::new(font.size * 0.13, colour));
    }
    ui.painter().text(place.right_center(), Align2::RIGHT_CENTER, hands, font.clone(), colour);
}

/// Shows the fields of the hands over their answers, and the sum of all hands after the last one.
fn fields(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance, bet: &Bet, (places, font): (&[Rect], &FontId)) {
    let hands = |index: usize| lesson.answers.hands.get(&lesson.step).map_or(0, |hands| hands[index]);
    let id = |index: usize| Id::unique(("hands", index));
    let focused = (0..places.len()).find(|index| ui.memory(|memory| memory.has_focus(id(*index))));
    let moved = focused.map(|index| moved(ui, index, places.len())).filter(|next| Some(*next) != focused);
    for (index, rect) in places.iter().enumerate() {
        let place = Rect::from_center_size(
            pos2(rect.max.x - (PAD + FIELD / 2.0) * font.size, rect.center().y),
            vec2(FIELD * font.size, rect.height() - 0.3 * font.size),
        );
        let edge = if focused == Some(index) { ui.look().accent() } else { ui.look().line() };
        let frame = Frame::new().fill(ui.look().canvas()).corner_radius(3).stroke(Stroke::new(1.0, edge));
        let mut text = if hands(index) == 0 { String::new() } else { hands(index).to_string() };
        let edit = TextEdit::singleline(&mut text).id(id(index)).font(font.clone()).char_limit(3).lock_focus(true);
        let edit = edit.frame(frame).align(Align2::CENTER_CENTER).min_size(place.size());
        let field = ui.put(place, edit.desired_width(place.width()));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Hands for {}", bet.answers[index].answer)));
        if field.changed() {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            pass.actions.push(Action::Lesson(LessonAction::Hands(index, digits.parse().unwrap_or(0))));
        }
        field.on_hover_text("How many of the class say this.");
    }
    // A number has no space: the space bar goes on from a field, too.
    if focused.is_some() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space)) {
        keys::leave_control(ui.ctx());
        pass.actions.extend(pass.session.lesson_goes_on().map(Action::Lesson));
    }
    let enters = focused.is_none() && keys::tabs_in(ui.ctx());
    if let Some(next) = moved.or(enters.then_some(0)) {
        ui.memory_mut(|memory| memory.request_focus(id(next)));
    }
    let (all, end) = ((0..places.len()).map(hands).sum::<u32>(), places.last().map_or(Rect::NOTHING, |last| *last));
    if all > 0 && ui.max_rect().max.x - end.max.x > 5.0 * font.size {
        let words = if all == 1 { "1 hand".to_owned() } else { format!("{all} hands") };
        ui.painter().text(end.right_center() + vec2(font.size, 0.0), Align2::LEFT_CENTER, words, font.clone(), ui.look().weak());
    }
}

/// Returns the field that has the keys after those of this frame: Tab, Enter and Down go to the next one, Shift Tab and Up back.
fn moved(ui: &Ui, index: usize, count: usize) -> usize {
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let is_back = pressed(Modifiers::SHIFT, Key::Tab) || pressed(Modifiers::NONE, Key::ArrowUp);
    let is_on = [Key::Tab, Key::Enter, Key::ArrowDown].into_iter().any(|key| pressed(Modifiers::NONE, key));
    match (is_back, is_on) {
        (true, _) => (index + count - 1) % count,
        (false, true) => (index + 1) % count,
        (false, false) => index,
    }
}
