//! The editor of a user's loop. An edited text runs 0.3 s after the last key. As long as it can't run, the old text keeps
//! running, and the error is shown under its line.

use super::listing::{Lines, Lit, NUMBER, show_rows};
use super::syntax::{LINE, Language, cached_job};
use super::typing;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::own_loops::{self, Template};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, LoopsAction, ViewAction};
use crate::studio::session::playhead::Move;
use egui::mutex::Mutex;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::{TextEditOutput, TextEditState};
use egui::{
    Button, Context, FontId, Frame, Galley, Id, Key, Label, Margin, Modifiers, Rangef, Rect, RichText, Role, ScrollArea, Sense,
    Shape, TextBuffer, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use tickscope_core::base::params::invalid::{Invalid, TextPlace};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::machine::host::LoopError;
use tickscope_core::model::scripts;
use tickscope_core::model::strategies::strategy::Strategy;

/// A text is run this long after the last key, in seconds.
const SETTLES: f64 = 0.3;
/// The font size of an error, in points.
const ERROR: f32 = 12.0;

#[derive(Default)]
struct Draft {
    text: String,
    /// The text of the running loop when it was last compared with the draft.
    running: Arc<str>,
    /// The text that has been given to the session and is not compared yet; `None` if there is none.
    sent: Option<Arc<str>>,
    /// When the text was last changed, in seconds of egui's clock; `None` if it has been sent or refused since then.
    changed: Option<f64>,
    /// The reason why the text can't run; `None` if it can.
    refused: Option<Invalid>,
    /// The error line of the last frame; `None` if it had none.
    shown_error: Option<String>,
}

impl Draft {
    /// Takes over the text of the running loop, unless this editor has sent it.
    fn follow(&mut self, session: &Session, own: &OwnLoop) {
        let sent = self.sent.take();
        if own.source == self.running {
            if sent.is_some() {
                self.refused.clone_from(&session.refusal);
            }
            return;
        }
        self.running = own.source.clone();
        if sent.is_none_or(|sent| sent != own.source) {
            self.text = own.source.to_string();
            self.changed = None;
        }
        self.refused = None;
    }

    /// Returns the action that runs the text; `None` if the text already runs, or can't.
    fn run(&mut self, session: &Session, own: &OwnLoop) -> Option<Action> {
        self.changed = None;
        self.refused = None;
        let edited = OwnLoop::new(&own.name, &self.text);
        if edited.source == own.source {
            return None;
        }
        let others = session.run.lab.settings().loops.iter().filter(|other| other.name != own.name).cloned();
        let loops: Vec<OwnLoop> = others.chain([edited.clone()]).collect();
        if let Err(refused) = edited.check().and_then(|()| scripts::find(&loops, &edited.id())) {
            self.refused = Some(refused);
            return None;
        }
        self.sent = Some(edited.source.clone());
        Some(Action::Loops(LoopsAction::Edit(vec![edited])))
    }

    /// Returns whether the text differs from the running one, because it is still being typed or can't run.
    fn is_ahead_of(&self, own: &OwnLoop) -> bool {
        !self.text.is_empty() && *self.text != *own.source
    }
}

/// Returns the loop of pane `index` if its shown text is the present one, so that it can be edited; else `None`.
pub fn editable<'a>(session: &'a Session, index: usize, strategy: &Strategy) -> Option<&'a OwnLoop> {
    let name = OwnLoop::name_in(&strategy.id)?;
    let own = session.run.lab.settings().loops.iter().find(|own| own.name == name)?;
    let is_set = session.run.lab.settings().panes[index].strategy == strategy.id && *own.source == *strategy.code;
    (is_set && !session.window.has_bare_panes()).then_some(own)
}

/// Gives the keyboard to the editor of the loop `name`, which pane `index` runs, with the cursor in `line`, which counts from 1;
/// 0 is the beginning.
pub fn open_at(ctx: &Context, pass: &mut UiPass, index: usize, name: &str, line: u32) {
    ctx.data_mut(|data| data.insert_temp(Id::unique("edit this"), (name.to_owned(), line)));
    let view = own_loops::editing(ctx, pass.session.run.view);
    pass.actions.extend([Action::View(ViewAction::Select(index)), Action::View(ViewAction::Change(view))]);
}

fn asked(ctx: &Context, name: &str) -> Option<u32> {
    let id = Id::unique("edit this");
    let (_, line) = ctx.data(|data| data.get_temp::<(String, u32)>(id)).filter(|(asked, _)| asked == name)?;
    ctx.data_mut(|data| data.remove::<(String, u32)>(id));
    Some(line)
}

fn draft_of(ctx: &Context, name: &str) -> Arc<Mutex<Draft>> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Draft>>>(Id::unique(("draft", name))).clone())
}

/// Begins a new loop with this text in pane `index`, with the focus in its editor.
pub fn begin(ctx: &Context, pass: &mut UiPass, index: usize, template: &Template) {
    let (name, patch) = own_loops::new_loop(pass.session.run.lab.settings(), index, template);
    open_at(ctx, pass, index, &name, 0);
    pass.actions.push(Action::Lab(Command::Set(patch)));
}

/// Shows the button that copies a loop into an editor.
pub fn copy_button(ui: &mut Ui, pass: &mut UiPass, index: usize, strategy: &Strategy, name: &str, about: &str) {
    if !strategy.script.is_empty() && ui.button(name).on_hover_text(about).clicked() {
        let (name, patch) = own_loops::copy(pass.session.run.lab.settings(), index, strategy);
        open_at(ui.ctx(), pass, index, &name, 0);
        pass.actions.push(Action::Lab(Command::Set(patch)));
    }
}

/// The longer words of the buttons are shown in a row of at least this width, in points.
const WORDY: f32 = 520.0;

const COMPARE: &str = "Compare with the original";

/// Shows the buttons above the editor, from the right.
pub fn controls(ui: &mut Ui, pass: &mut UiPass, index: usize, own: &OwnLoop, strategy: &Strategy) {
    let (copy, compare) = match ui.available_width() {
        width if width >= WORDY => ("Edit another copy", COMPARE),
        _ => ("Copy", "Compare"),
    };
    let draft = draft_of(ui.ctx(), &own.name);
    let about = "One more loop with this text in this pane; this one stays in the list of loops.";
    copy_button(ui, pass, index, strategy, copy, about);
    if own.original().is_some() {
        let button = ui.add_enabled(!draft.lock().is_ahead_of(own), Button::new(compare));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, button.enabled(), COMPARE));
        let button = button.on_hover_text("Starts over with both side by side, at the first event in which they differ.");
        if button.on_disabled_hover_text("The text does not run yet.").clicked() {
            pass.actions.push(Action::Loops(LoopsAction::CompareWithOriginal(pass.session.letter(index))));
        }
    }
}

/// Shows the result of a comparison with the original, if this text was compared.
pub fn compared(ui: &mut Ui, pass: &mut UiPass, index: usize, own: &OwnLoop) {
    let comparison = pass.session.window.original_comparison.as_ref();
    if let Some(comparison) =
        comparison.filter(|comparison| comparison.pane == pass.session.letter(index) && comparison.is_of(own))
    {
        let sentence = Label::new(RichText::new(comparison.in_words()).small()).wrap().sense(Sense::click());
        let sentence = ui.add(sentence);
        if let Some(difference) = &comparison.difference
            && sentence.on_hover_text("A click looks at that moment.").clicked()
        {
            pass.actions.push(Action::View(ViewAction::Transport(Move::Scrub(difference.at()))));
        }
    }
}

pub fn show(ui: &mut Ui, pass: &mut UiPass, index: usize, own: &OwnLoop, lit: &[Lit]) {
    let session = pass.session;
    let draft = draft_of(ui.ctx(), &own.name);
    let mut draft = draft.lock();
    draft.follow(session, own);
    let id = Id::unique(("editor", &own.name));
    let jump = asked(ui.ctx(), &own.name).map(|line| typing::line_at(&draft.text, line));
    if let Some(place) = jump {
        ui.memory_mut(|memory| memory.request_focus(id));
        select(ui.ctx(), id, &(place..place));
    }
    if ui.memory(|memory| memory.has_focus(id)) {
        take_keys(ui, id, &mut draft);
    }
    let now = ui.input(|input| input.time);
    // The lit lines belong to the running text, so they are shown only if it is the text in the editor.
    let is_running = *draft.text == *own.source;
    let lit = if is_running { lit } else { &[] };
    let fault = session.run.lab.panes()[index].fault().filter(|_| is_running);
    let follows = !session.is_playing() || session.run.speed < 0.05;
    let scroll = ScrollArea::both().id_salt(("editor", &own.name)).auto_shrink(false);
    let running = RunningText { lit, follows, fault: fault.as_ref() };
    let ended = scroll.show(ui, |ui| text(ui, id, &own.name, &mut draft, &running, jump)).inner;
    if ended.changed {
        draft.changed = Some(now);
    }
    let Some(changed) = draft.changed else { return };
    if ended.lost_focus || now - changed >= SETTLES {
        pass.actions.extend(draft.run(session, own));
    } else {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(SETTLES - (now - changed)));
    }
}

struct Ended {
    changed: bool,
    lost_focus: bool,
}

/// The state of the running loop that is shown in its text.
struct RunningText<'a> {
    lit: &'a [Lit],
    follows: bool,
    fault: Option<&'a LoopError>,
}

/// Shows the text with its line numbers, its lit lines and its error.
fn text(ui: &mut Ui, id: Id, name: &str, draft: &mut Draft, running: &RunningText, jump: Option<usize>) -> Ended {
    let error = ErrorText::of(ui, draft, running.fault);
    let gap = error.as_ref().map(|error| (error.line as usize, error.height()));
    let behind = ui.painter().add(Shape::Noop);
    let output = field(ui, id, &mut draft.text, gap);
    let response = &output.response.response;
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Text of the loop {name}")));
    let rect = response.rect;
    let lines = Lines { galley: &output.galley, at: output.galley_pos, first: 0, zoom: 1.0 };
    let mut shapes = vec![lines.lights(rect, running.lit)];
    let at = error.as_ref().and_then(|error| error.paint(ui, &lines, rect, &mut shapes));
    let words = error.map(|error| error.galley.text().to_owned());
    let begins = at.filter(|_| draft.shown_error != words);
    draft.shown_error = words;
    ui.painter().set(behind, Shape::Vec(shapes));
    lines.paint_numbers(ui.painter(), rect);
    lines.report(ui, rect, running.lit);
    if let Some(jump) = jump {
        let row = output.galley.pos_from_cursor(CCursor::new(jump)).translate(output.galley_pos.to_vec2()).y_range();
        show_rows(ui, rect, Rangef::new(row.min - 32.0, row.max + 32.0), LINE);
    } else if let Some(error) = begins {
        show_rows(ui, rect, error, LINE);
    } else if !response.has_focus() {
        lines.keep_visible(ui, rect, running.lit, running.follows);
    }
    Ended { changed: response.changed(), lost_focus: response.lost_focus() }
}

/// An error of the text, laid out in the width of the editor.
struct ErrorText {
    /// The line above the error, from 1.
    line: u32,
    galley: Arc<Galley>,
}

impl ErrorText {
    /// Returns the reason why the text can't run, or the fault of the running loop; `None` if there is neither.
    fn of(ui: &Ui, draft: &Draft, fault: Option<&LoopError>) -> Option<ErrorText> {
        let refused = draft.refused.as_ref();
        let refused = refused.map(|refused| (refused.place.map_or(1, TextPlace::line), refused.allowed.clone()));
        let (line, error) = refused.or_else(|| fault.map(|fault| (fault.line, fault.text.clone())))?;
        let width = (ui.clip_rect().width() - NUMBER - 16.0).max(80.0);
        let galley = ui.painter().layout(error, FontId::proportional(ERROR), ui.look().alarm(), width);
        Some(ErrorText { line: line.max(1), galley })
    }

    fn height(&self) -> f32 {
        self.galley.size().y + 4.0
    }

    /// Adds the shapes of the error to `shapes`. Returns the vertical range of the line and the error; `None` if the line is not
    /// shown.
    fn paint(&self, ui: &Ui, lines: &Lines, rect: Rect, shapes: &mut Vec<Shape>) -> Option<Rangef> {
        let look = ui.look();
        let last = lines.galley.rows.len() as u32;
        let row = lines.row(self.line.min(last))?;
        let y = Rangef::new(row.max, row.max + self.height());
        let plate = Rect::from_x_y_ranges(rect.x_range(), y);
        marks::report(ui, MarkKind::ErrorLine, plate.intersect(ui.clip_rect()), |_| self.galley.text().to_owned());
        shapes.push(Shape::rect_filled(plate, 0.0, look.alarm().gamma_multiply(0.14)));
        shapes.push(Shape::rect_filled(Rect::from_min_size(plate.min, vec2(3.0, plate.height())), 0.0, look.alarm()));
        // A long line may be scrolled to the side, but its error stays in view.
        let x = lines.at.x.max(ui.clip_rect().min.x + 6.0);
        shapes.push(Shape::galley(pos2(x, y.min + 2.0), self.galley.clone(), look.alarm()));
        Some(Rangef::new(row.min, y.max))
    }
}

/// Shows the field of the text. `gap` is a line and the height of a gap under it; `None` shows no gap.
fn field(ui: &mut Ui, id: Id, text: &mut String, gap: Option<(usize, f32)>) -> TextEditOutput {
    let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
        let galley = ui.painter().layout_job(cached_job(ui.ctx(), Language::JavaScript, text.as_str()));
        match gap {
            Some((line, height)) => with_gap(galley, line, height),
            None => galley,
        }
    };
    let size = ui.available_size();
    let edit = TextEdit::multiline(text)
        .id(id)
        .frame(Frame::NONE.inner_margin(Margin { left: NUMBER as i8, right: 8, top: 0, bottom: 4 }))
        .lock_focus(true)
        .layouter(&mut layouter);
    edit.desired_width(f32::INFINITY).min_size(size).show(ui)
}

/// Returns the text with room for an error under `line`, which counts from 1.
fn with_gap(galley: Arc<Galley>, line: usize, height: f32) -> Arc<Galley> {
    let mut galley = Arc::unwrap_or_clone(galley);
    let line = line.min(galley.rows.len());
    for row in &mut galley.rows[line..] {
        row.pos.y += height;
    }
    galley.rect.max.y += height;
    galley.mesh_bounds.max.y += height;
    Arc::new(galley)
}

/// Handles the keys that indent before the text field gets them.
fn take_keys(ui: &Ui, id: Id, draft: &mut Draft) {
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let (outdents, indents, enters) =
        (pressed(Modifiers::SHIFT, Key::Tab), pressed(Modifiers::NONE, Key::Tab), pressed(Modifiers::NONE, Key::Enter));
    if !(outdents || indents || enters) {
        return;
    }
    let state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let Some(range) = state.cursor.char_range() else { return };
    let range = range.as_sorted_char_range();
    let selected = range.start.0..range.end.0;
    let text = &mut draft.text;
    let selected = if enters {
        let place = typing::enter(text, &selected);
        place..place
    } else if indents {
        typing::indent(text, &selected)
    } else {
        typing::outdent(text, &selected)
    };
    select(ui.ctx(), id, &selected);
    draft.changed = Some(ui.input(|input| input.time));
}

fn select(ctx: &Context, id: Id, selected: &Range<usize>) {
    let mut state = TextEditState::load(ctx, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(selected.start), CCursor::new(selected.end))));
    state.store(ctx, id);
}
