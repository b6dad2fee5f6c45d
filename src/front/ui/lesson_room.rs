//! The room of a lesson's text: as high as its highest step needs, so that the panes stand still from step to step.

use crate::front::ui::answers;
use crate::front::ui::panes::pane_layout::leaves_cell;
use crate::front::ui::style::look::UiLook;
use crate::studio::lesson::definition::{Bet, BetAnswer, Exercise, Lesson, LessonStep, StepTask};
use crate::studio::lesson::text::{LessonText, Piece};
use crate::studio::session::Session;
use egui::{FontId, Id, Ui};

/// The height of the answers of a bet, in points.
const ROW: f32 = 34.0;
/// The margin beside and above the sentence of a solved exercise, and the width of its frame, in points.
pub const SOLVED_MARGIN: [i8; 2] = [8, 3];
pub const SOLVED_FRAME: f32 = 1.5;
/// The number that stands for every number of a text.
const NUMBER: &str = "888.8";

/// The room of a lesson's text.
#[derive(Clone, Copy, Debug)]
pub struct TextRoom {
    pub width: f32,
    /// The width of what stands beside the text, but not beside answers in projector mode.
    pub aside: f32,
    /// Whether a cell that panes leave free has the answers of a step and the sentences about them.
    pub has_cells: bool,
}

fn lines(ui: &Ui, text: &str, font: &FontId, width: f32) -> f32 {
    ui.painter().layout(text.to_owned(), font.clone(), ui.look().text(), width).size().y
}

/// Returns the height of the text, the row of answers, and the sentences of a verdict, for the step that needs the most. All are
/// laid out in `font`.
pub fn height(ui: &Ui, session: &Session, lesson: &Lesson, font: &FontId, room: TextRoom) -> f32 {
    let TextRoom { width, aside, has_cells } = room;
    let key = Id::unique("room of a lesson").with((&lesson.id, lesson.steps.len(), has_cells));
    let is_presented = session.window.presenting;
    let key = key.with((font.size.to_bits(), width.to_bits(), aside.to_bits(), is_presented));
    if let Some(known) = ui.data(|data| data.get_temp::<f32>(key)) {
        return known;
    }
    let lines = |text: &str| lines(ui, text, font, width);
    let gap = ui.spacing().item_spacing.y;
    let before = std::iter::once(None).chain(lesson.steps.iter().map(|step| Some(&step.task)));
    let rows = |length: f32| ROW + gap + (ROW - 4.0) * (length / width).floor();
    let of_step = |(step, before): (&LessonStep, Option<&StepTask>)| {
        let text = lines(&widest(&step.text)).max(lines(&widest(&step.text.known(|_| None))));
        if has_cells && leaves_cell(lesson.setups[step.setup].script.settings().panes.len()) {
            return text;
        }
        let said = match before {
            Some(StepTask::Bet(bet)) => lines(&longest_answer(bet, is_presented)) + gap,
            _ => 0.0,
        };
        let presented = |bet: &Bet| answers::height(ui, bet, font, width + aside) + gap;
        let task = match (&step.task, before) {
            (StepTask::Bet(bet), _) if is_presented => presented(bet),
            (StepTask::Bet(bet), _) => rows(answers_width(ui, bet, font)),
            (StepTask::Look | StepTask::Open(_), Some(StepTask::Bet(bet))) if is_presented => presented(bet),
            (StepTask::Exercise(exercise), _) => gap + verdict_height(ui, exercise, font, width),
            _ => 0.0,
        };
        text + said + task
    };
    let height = lesson.steps.iter().zip(before).map(of_step).fold(0.0, f32::max);
    ui.data_mut(|data| data.insert_temp(key, height));
    height
}

/// Returns the height of the sentences about an exercise.
fn verdict_height(ui: &Ui, exercise: &Exercise, font: &FontId, width: f32) -> f32 {
    let [beside, above] = SOLVED_MARGIN.map(|margin| 2.0 * (f32::from(margin) + SOLVED_FRAME));
    // The mark stands before the sentence.
    let framed = width - beside - font.size - ui.spacing().item_spacing.x;
    let solved = lines(ui, &solved(&widest(&exercise.done)), font, framed) + above;
    solved.max(lines(ui, &longest_open(exercise), font, width))
}

/// Returns the width of the answers of a bet side by side.
fn answers_width(ui: &Ui, bet: &Bet, font: &FontId) -> f32 {
    let width = |answer: &BetAnswer| {
        let galley = ui.painter().layout_no_wrap(format!("1  {}", answer.answer), font.clone(), ui.look().text());
        galley.size().x + font.size + 2.0 * ui.spacing().item_spacing.x
    };
    bet.answers.iter().map(width).sum()
}

fn widest(text: &LessonText) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Words(words) => words.clone(),
        Piece::Quantity(_) | Piece::Setting(_) => NUMBER.to_owned(),
    };
    text.0.iter().map(piece).collect()
}

fn longest<'a>(texts: impl Iterator<Item = &'a LessonText>) -> String {
    texts.map(widest).max_by_key(String::len).unwrap_or_default()
}

/// Returns a sentence as long as the longest that is said about an answer, with the hands of a class if `has_hands`.
fn longest_answer(bet: &Bet, has_hands: bool) -> String {
    let knew = if has_hands { "88 of 88 knew it. " } else { "" };
    let answer = |answer: &BetAnswer| format!("You said “{0}”; it is “{0}”. {knew}{1}", answer.answer, widest(&answer.says));
    bet.answers.iter().map(answer).max_by_key(String::len).unwrap_or_default()
}

/// Returns the sentence of a solved exercise, of which `done` is a part.
pub fn solved(done: &str) -> String {
    format!("Solved. {done} The panes show the run that solved it.")
}

/// Returns a sentence as long as the longest of an exercise that is not solved, with its hint.
fn longest_open(exercise: &Exercise) -> String {
    let says = longest(exercise.goals.iter().map(|goal| &goal.says));
    format!("Not yet. {says} Hint: {}", widest(&exercise.hint))
}
