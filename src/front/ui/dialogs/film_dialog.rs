//! The dialog that describes a film.

use crate::front::ui::dialogs::file_dialog::{path_row, path_width};
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use crate::studio::session::action::Request;
use crate::studio::session::host::{Files, Host, NO_FFMPEG};
use crate::studio::view::film_format::Format;
use crate::studio::view::film_spec::{FPS, FilmSpec, MOMENT_S, SIDE, ZOOM};
use crate::studio::view::watching::SPEED;
use egui::{Checkbox, ComboBox, DragValue, Grid, Key, RichText, TextEdit, TextStyle, Ui, vec2};
use std::path::Path;

const SIZES: [[u32; 2]; 4] = [[1920, 1080], [1280, 720], [960, 540], [640, 360]];

pub fn show(ui: &mut Ui, session: &Session, spec: &mut FilmSpec) -> Option<Request> {
    let host = session.window.host;
    let (mut entered, browse) = path_row(ui, host.files, &mut spec.path);
    if let Ok(format) = Format::of(Path::new(&spec.path))
        && !format.is_exact(spec.fps)
    {
        let path = spec.path.clone();
        *spec = std::mem::take(spec).in_format(path, format);
    }
    Grid::new("film").num_columns(2).spacing([14.0, 6.0]).show(ui, |ui| {
        format(ui, host, spec);
        sizes(ui, spec);
        moments(ui, spec);
        entered |= caption(ui, spec);
    });
    if !host.ffmpeg {
        ui.label(RichText::new(NO_FFMPEG).small().color(ui.look().weak()));
    }
    ui.horizontal(|ui| {
        ui.checkbox(&mut spec.panel, "With the panels").on_hover_text("The whole window, not only the panes.");
        let mut one = spec.pane.is_some();
        let name = format!("Only pane {}", session.letter(session.selected()));
        if ui.checkbox(&mut one, name).on_hover_text("The selected pane fills the frame.").changed() {
            spec.pane = one.then_some(session.selected());
        }
    });
    let refresh_hz = session.run.lab.initial().computer.refresh_hz;
    let loss = spec.loss(refresh_hz).filter(|_| of_path(&spec.path).row().is_film);
    let fit = ui.add_enabled(loss.is_some(), Checkbox::new(&mut spec.fit_display, "A virtual display that fits"));
    fit.on_hover_text(
        "The panes run on a display of the fitting rate in this film: a slightly different run, without added judder.",
    )
    .on_disabled_hover_text("The film shows every refresh of the panes' display as it is.");
    let problem = problem(host, spec);
    let (said, is_bad) = said(spec, problem.as_deref(), loss, refresh_hz);
    let replaces = host.files == Files::Disk && problem.is_none() && Path::new(&spec.path).exists();
    let said = if replaces { format!("A file of this name is replaced. {said}") } else { said };
    message(ui, &said, is_bad);
    let can_begin = problem.is_none() && session.window.results.film.is_none();
    let clicked = ui.horizontal(|ui| make(ui, host, spec, can_begin)).inner;
    if browse {
        return Some(Request::Browse);
    }
    ((clicked || entered) && can_begin).then(|| Request::Film(spec.clone()))
}

/// Shows the field for the line under the panes. Returns whether Enter was pressed in it.
fn caption(ui: &mut Ui, spec: &mut FilmSpec) -> bool {
    let label = ui.label("Caption");
    let caption = ui.add(TextEdit::singleline(&mut spec.caption).desired_width(path_width(ui))).labelled_by(label.id);
    let entered = caption.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    caption.on_hover_text("A line under the panes; empty for none.");
    ui.end_row();
    entered
}

/// Returns the sentence about the film (the `problem`, the `loss`, or the change that avoids the loss), and whether it is bad
/// news.
fn said(spec: &FilmSpec, problem: Option<&str>, loss: Option<String>, refresh_hz: f64) -> (String, bool) {
    match (problem, loss) {
        (Some(problem), _) => (problem.to_owned(), true),
        (None, Some(_)) if spec.fit_display => {
            let rate = spec.fitting_rate(refresh_hz);
            let text = format!(
                "In the film the panes' display shows {rate} Hz instead of {refresh_hz}: they may do other things there."
            );
            (text, false)
        }
        (None, Some(loss)) => (loss, true),
        (None, None) => (String::new(), false),
    }
}

/// Shows the button that makes the film, and the number of its frames. Returns whether it was clicked.
fn make(ui: &mut Ui, host: Host, spec: &FilmSpec, can_begin: bool) -> bool {
    let is_film = of_path(&spec.path).row().is_film;
    let make = egui::Button::new(if is_film { "Make film" } else { "Make still" });
    let made = match host.files {
        Files::Disk => "It is drawn beside the window; you can go on meanwhile.",
        Files::Browser => "It is drawn beside the page, and saved as a download; you can go on meanwhile.",
    };
    let make = ui.add_enabled(can_begin, make).on_hover_text(made);
    let clicked = make.on_disabled_hover_text("One film at a time, and only of what is in range.").clicked();
    if is_film {
        ui.label(RichText::new(format!("{} frames", spec.frames())).color(ui.look().weak()));
    }
    clicked
}

/// The number of lines that are reserved for a message, even without one, so that the button under it keeps its place.
const MESSAGE_LINES: f32 = 2.0;
/// The greatest width of a message, in points.
const MESSAGE_WIDTH: f32 = 440.0;

fn message(ui: &mut Ui, text: &str, is_bad: bool) {
    let size = vec2(ui.available_width().min(MESSAGE_WIDTH), ui.text_style_height(&TextStyle::Small).ceil() * MESSAGE_LINES);
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        if text.is_empty() {
            return;
        }
        ui.label(RichText::new(text).small().color(if is_bad { ui.look().alarm() } else { ui.look().weak() }));
    });
}

/// Returns the reason why the film can't be made, in the dialog's words; `None` if it can.
fn problem(host: Host, spec: &FilmSpec) -> Option<String> {
    let path = match host.files {
        Files::Disk => "Path",
        Files::Browser => "Name",
    };
    let invalid = Format::of(Path::new(&spec.path)).err().or_else(|| host.check_film(spec).err())?;
    let field = match invalid.name.as_str() {
        "--output" | "film" => path,
        "size" => "Size",
        "zoom" => "Text size",
        "from" => "From",
        "to" => "To",
        "speed" => "Speed",
        "frames" => "Number of frames",
        _ => "Frames/s",
    };
    Some(format!("{field}: “{}” is not allowed; {}.", invalid.value, invalid.allowed))
}

/// Shows the formats, which are endings of the file; choosing one sets a rate, a size and a display that fit.
fn format(ui: &mut Ui, host: Host, spec: &mut FilmSpec) {
    let shown = Format::of(Path::new(&spec.path)).ok();
    let label = ui.label("Format");
    ui.horizontal(|ui| {
        let name = shown.map_or("by the file's ending", |format| format.row().ending);
        let list = ComboBox::from_id_salt("format").selected_text(name).show_ui(ui, |ui| {
            for offered in host.film_formats() {
                let row = offered.row();
                if ui.selectable_label(shown == Some(offered), row.ending).on_hover_text(row.about).clicked() {
                    *spec = std::mem::take(spec).with_format(offered);
                }
            }
        });
        list.response.labelled_by(label.id).on_hover_text("What kind of file it is.");
        let rates = ComboBox::from_id_salt("rate").selected_text(format!("{} frames/s", spec.fps)).show_ui(ui, |ui| {
            for rate in of_path(&spec.path).exact_rates() {
                ui.selectable_value(&mut spec.fps, rate, rate.to_string());
            }
        });
        rates.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Frames a second"));
        rates.response.on_hover_text(format!("{} Only rates that the format can show exactly.", FPS.about));
    });
    ui.end_row();
}

/// Returns the format of a path; as long as the ending is not known, a video format, which allows any rate.
fn of_path(path: &str) -> Format {
    Format::of(Path::new(path)).unwrap_or(Format::Mp4)
}

fn sizes(ui: &mut Ui, spec: &mut FilmSpec) {
    let name = |size: [u32; 2]| format!("{} × {}", size[0], size[1]);
    let label = ui.label("Size");
    ui.horizontal(|ui| {
        let list = ComboBox::from_id_salt("size").selected_text(name(spec.size)).show_ui(ui, |ui| {
            for size in SIZES {
                ui.selectable_value(&mut spec.size, size, name(size));
            }
        });
        list.response.labelled_by(label.id).on_hover_text(SIDE.about.as_ref());
        let drag = DragValue::new(&mut spec.zoom).range(0.5..=4.0).speed(0.02).fixed_decimals(2).suffix("×").prefix("text size ");
        number(ui, drag, "Text size", ZOOM.about.as_ref());
    });
    ui.end_row();
}

/// Shows a number with a name for the screen reader.
fn number(ui: &mut Ui, drag: DragValue<'_>, name: &str, about: &str) {
    let drag = ui.add(drag);
    drag.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
    drag.on_hover_text(about);
}

fn moments(ui: &mut Ui, spec: &mut FilmSpec) {
    ui.label("From, to");
    ui.horizontal(|ui| {
        let seconds = |value| DragValue::new(value).range(0.0..=86_400.0).speed(0.05).max_decimals(2).suffix(" s");
        number(ui, seconds(&mut spec.from_s), "From, seconds", MOMENT_S.about.as_ref());
        ui.label("to");
        number(ui, seconds(&mut spec.to_s), "To, seconds", MOMENT_S.about.as_ref());
        let slow = DragValue::new(&mut spec.speed).range(0.001..=8.0).speed(0.01).max_decimals(3).suffix("×").prefix("speed ");
        number(ui, slow, "Speed", SPEED.about.as_ref());
    });
    ui.end_row();
}
