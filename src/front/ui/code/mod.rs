//! The code view: the text of the running loop, with the line lit that runs now. A published loop is shown in Rust or in
//! JavaScript, a user's loop in an editor.

pub mod editor;
pub mod listing;
pub mod reading;
mod syntax;
mod twin_lines;
mod typing;

use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, caption};
use crate::studio::session::Session;
use egui::{Align, Button, Galley, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use listing::{Lines, Lit, NUMBER, Pointed};
use reading::CodeReading;
use syntax::{LINE, Language};
use tickscope_core::lab::recording::console::ConsoleLine;
use tickscope_core::model::machine::event::Watched;
use tickscope_core::model::strategies::strategy::Strategy;

/// The height of the letters of code, in points.
pub const LETTER: f32 = syntax::SIZE;
/// The width of the values next to the code, in points.
const VALUES: f32 = 124.0;
/// The least width of the code with the values next to it, in points; if there is less, the values are in a row under the code.
const LEAST_WITH_VALUES: f32 = 600.0;
/// The height of the row of values under the code, in points.
const ROW_OF_VALUES: f32 = 24.0;
/// The height of a line of the console, in points.
const CONSOLE_LINE: f32 = 15.0;
/// The largest number of lines of the console that are visible.
const MOST_CONSOLE_LINES: usize = 5;
/// Longer words are shown next to the name of the loop in a row of at least this width, in points.
const LEAST_WITH_WORDS: f32 = 340.0;

pub fn show(ui: &mut Ui, pass: &mut UiPass, pointed: Option<Pointed>) {
    ui.horizontal(|ui| head(ui, pass, pointed));
    body(ui, pass, pointed);
}

pub fn head(ui: &mut Ui, pass: &mut UiPass, pointed: Option<Pointed>) {
    let session = pass.session;
    let index = pane_of(session, pointed);
    let strategy = session.run.seen(index).strategy();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if let Some(own) = editor::editable(session, index, &strategy) {
            editor::controls(ui, pass, index, own, &strategy);
        } else {
            let about = "Its JavaScript as a loop of your own in this pane: change a line, and watch what breaks.";
            editor::copy_button(ui, pass, index, &strategy, "Edit a copy", about);
            choices(ui, &strategy);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| listing::name(ui, session, index, &strategy));
    });
}

pub fn body(ui: &mut Ui, pass: &mut UiPass, pointed: Option<Pointed>) {
    let session = pass.session;
    let index = pane_of(session, pointed);
    let strategy = session.run.seen(index).strategy();
    let lit = listing::lit(session, index, pointed);
    if let Some(own) = editor::editable(session, index, &strategy) {
        editor::compared(ui, pass, index, own);
        beside_values(ui, session, index, |ui| editor::show(ui, pass, index, own, &lit));
        return;
    }
    let reading = CodeReading::chosen(ui.ctx()).of(&strategy);
    beside_values(ui, session, index, |ui| published(ui, session, &strategy, reading, (&lit, 1.0)));
}

fn pane_of(session: &Session, pointed: Option<Pointed>) -> usize {
    pointed.map_or(session.selected(), |pointed| pointed.pane)
}

/// Shows the code of pane `index` without buttons, in letters that are `zoom` times as large as usual: the text of a user's loop, or
/// the JavaScript of a published one.
pub fn show_to_read(ui: &mut Ui, session: &Session, index: usize, zoom: f32) {
    let strategy = session.run.seen(index).strategy();
    let reading = CodeReading { language: Language::JavaScript, whole: false }.of(&strategy);
    published(ui, session, &strategy, reading, (&listing::lit(session, index, None), zoom));
}

/// Returns the width that the code of pane `index` needs in [`show_to_read`].
pub fn width_to_read(ui: &Ui, session: &Session, index: usize, zoom: f32) -> f32 {
    let strategy = session.run.seen(index).strategy();
    let reading = CodeReading { language: Language::JavaScript, whole: false }.of(&strategy);
    let (text, begin, _) = to_read(&strategy, reading);
    let job = syntax::enlarged(syntax::cached_job(ui.ctx(), reading.language, text[begin..].trim_end()), zoom);
    width_of(&ui.painter().layout_job(job), zoom)
}

fn width_of(galley: &Galley, zoom: f32) -> f32 {
    galley.size().x + NUMBER * zoom + 8.0
}

pub fn script(ctx: &egui::Context, text: &str) -> egui::text::LayoutJob {
    syntax::cached_job(ctx, Language::JavaScript, text.trim_end())
}

fn choices(ui: &mut Ui, strategy: &Strategy) {
    let mut reading = CodeReading::chosen(ui.ctx());
    let words = if ui.available_width() < LEAST_WITH_WORDS { "All" } else { "Whole file" };
    let whole = ui.checkbox(&mut reading.whole, words);
    whole.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, reading.whole, "Whole file"));
    whole.on_hover_text("Also what introduces the loop: its source, its parameters.");
    if !strategy.script.is_empty() {
        let file = strategy.file.rsplit('/').next().unwrap_or(&strategy.file);
        let about = [
            (Language::JavaScript, "JavaScript", "The same loop in JavaScript: it makes the same events.".to_owned()),
            (Language::Rust, "Rust", format!("{file}, as it has been compiled in: this runs.")),
        ];
        for (language, name, about) in about {
            let button = Button::selectable(reading.language == language, name);
            if ui.add(button).on_hover_text(about).clicked() {
                reading.language = language;
            }
        }
    }
    reading.choose(ui.ctx());
}

fn beside_values(ui: &mut Ui, session: &Session, index: usize, code: impl FnOnce(&mut Ui)) {
    let look = ui.look();
    let values = session.run.seen(index).watched();
    let lines = session.run.seen(index).console();
    let console = CONSOLE_LINE * lines.len().min(MOST_CONSOLE_LINES) as f32;
    let is_wide = ui.available_width() >= LEAST_WITH_VALUES;
    let (beside, row) = match (values.is_empty(), is_wide) {
        (true, _) => (0.0, 0.0),
        (false, true) => (VALUES, 0.0),
        (false, false) => (0.0, ROW_OF_VALUES),
    };
    let under = row + console;
    let report = |ui: &Ui, shown: Rect, name: &str, value: Watched| {
        marks::report(ui, MarkKind::WatchedValue, shown, |_| format!("{name}: {}.", describe_watched(value)));
    };
    ui.horizontal_top(|ui| {
        let size = vec2(ui.available_width() - beside - 4.0, (ui.available_height() - under).max(0.0));
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.painter().rect_filled(Rect::from_min_size(ui.max_rect().min, size), 4.0, look.canvas());
            code(ui);
        });
        if beside > 0.0 {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                for (name, value) in &values {
                    let caption = ui.label(caption(&**name, look.weak()));
                    let number = ui.label(RichText::new(format!("{:>11}", describe_watched(*value))).monospace());
                    report(ui, caption.rect.union(number.rect), name, *value);
                    ui.add_space(3.0);
                }
            });
        }
    });
    if row > 0.0 {
        ui.horizontal(|ui| {
            for (name, value) in &values {
                let text = RichText::new(format!("{name} {}", describe_watched(*value))).small().color(look.weak());
                let shown = ui.label(text).rect;
                report(ui, shown, name, *value);
            }
        });
    }
    if !lines.is_empty() {
        show_console(ui, &lines);
    }
}

fn show_console(ui: &mut Ui, lines: &[ConsoleLine]) {
    let scroll =
        ScrollArea::vertical().id_salt("console").max_height(CONSOLE_LINE * MOST_CONSOLE_LINES as f32).stick_to_bottom(true);
    scroll.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for ConsoleLine { at, line, text } in lines {
            let text = format!("{:8.3} s  line {line}: {text}", at.as_secs());
            ui.add(Label::new(RichText::new(text).monospace().small().color(ui.look().weak())).truncate());
        }
    });
}

fn published(ui: &mut Ui, session: &Session, strategy: &Strategy, reading: CodeReading, (lit, zoom): (&[Lit], f32)) {
    let (text, begin, first) = to_read(strategy, reading);
    let lit: Vec<Lit> = lit.iter().filter_map(|lit| Some(lit.at(reading.line_of(strategy, lit.line)?))).collect();
    let follows = !session.is_playing() || session.run.speed < 0.05;
    let scroll = ScrollArea::both().id_salt(("code", &strategy.id, reading.whole)).auto_shrink(false);
    scroll.show(ui, |ui| code(ui, reading.language, (&text[begin..], first), (&lit, follows), zoom));
}

/// Returns the text of a loop, and where the part of it begins that is read: its place in the text, and its line.
fn to_read(strategy: &Strategy, reading: CodeReading) -> (&str, usize, usize) {
    let (text, first) = match reading.language {
        Language::Rust => (&*strategy.code, loop_begins(&strategy.code)),
        Language::JavaScript => (&*strategy.script, script_begins(&strategy.script)),
    };
    let first = if reading.whole { 0 } else { first };
    (text, text.split_inclusive('\n').take(first).map(str::len).sum(), first)
}

fn code(ui: &mut Ui, language: Language, (text, first): (&str, usize), (lit, follows): (&[Lit], bool), zoom: f32) {
    let number = NUMBER * zoom;
    let galley = ui.painter().layout_job(syntax::enlarged(syntax::cached_job(ui.ctx(), language, text.trim_end()), zoom));
    let width = width_of(&galley, zoom).max(ui.available_width());
    // The room at the end is needed to scroll the last page so that its first line is whole.
    let size = vec2(width, LINE * zoom * (galley.rows.len() + 2) as f32);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.trim_end()));
    let lines = Lines { galley: &galley, at: rect.min + vec2(number, 0.0), first, zoom };
    ui.painter().add(lines.lights(rect, lit));
    lines.paint_numbers(ui.painter(), rect);
    lines.report(ui, rect, lit);
    lines.keep_visible(ui, rect, lit, follows);
    let at = lines.at;
    ui.painter().galley(at, galley, ui.look().text());
}

pub fn describe_watched(value: Watched) -> String {
    match value {
        Watched::Span(span) => format!("{:.2} ms", span.as_millis()),
        Watched::Count(count) => count.to_string(),
        Watched::Ratio(ratio) => format!("{ratio:.3}"),
    }
}

/// Returns the first line, counted from 0, of the loop itself, which follows the file's `STRATEGY`.
fn loop_begins(code: &str) -> usize {
    let after = code.lines().skip_while(|line| !line.contains("const STRATEGY")).position(|line| line == "};");
    let header = code.lines().take_while(|line| !line.contains("const STRATEGY")).count();
    after.map_or(0, |lines| {
        let end = header + lines + 1;
        end + code.lines().skip(end).take_while(|line| line.trim().is_empty()).count()
    })
}

/// Returns the first line, counted from 0, of the loop itself in JavaScript, which follows the comments and the parameters.
fn script_begins(script: &str) -> usize {
    script.lines().position(|line| line.starts_with("function") || line.starts_with("async function")).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::front::ui::code::*;
    use tickscope_core::model::strategies;

    #[test]
    fn every_loop_begins_after_its_introduction() {
        for strategy in strategies::ALL {
            let lines: Vec<&str> = strategy.code.lines().collect();
            let begins = loop_begins(&strategy.code);
            assert!(lines[begins].contains("fn ") || lines[begins].starts_with("//"), "{}: {}", strategy.id, lines[begins]);
            assert!(lines[begins..].iter().any(|line| line.contains("host.running()")), "{}", strategy.id);
        }
    }
}
