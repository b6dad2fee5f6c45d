//! One pane: its head with the verdict, its world, its pulse and its numbers, and the pointer that moves the camera.

use crate::front::render::camera::Camera;
use crate::front::ui::panes::over_world::{self, Surroundings};
use crate::front::ui::panes::pane_layout::{MARGIN, PaneLayout};
use crate::front::ui::panes::pulse::{self, PulseScale};
use crate::front::ui::panes::{capture_strip, header, wall};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{UiLook, letters};
use crate::front::ui::{code, command_actions, findings_card};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Card, Request, ViewAction, WindowAction};
use crate::studio::view::View;
use egui::text::LayoutJob;
use egui::{
    Align, CornerRadius, Galley, Label, Layout, Rect, Response, RichText, Sense, Stroke, StrokeKind, TextFormat, TextStyle, Ui,
    UiBuilder,
};
use std::sync::Arc;
use tickscope_core::base::numbers::capitalised;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::metrics::behind::Behind;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::machine::host::LoopError;

pub fn show(ui: &mut Ui, pass: &mut UiPass, layout: &PaneLayout, around: Surroundings, scale: &PulseScale) {
    let look = ui.look();
    let session = pass.session;
    let PaneLayout { index, rect, .. } = *layout;
    let embedded = session.window.host.embedded;
    let sense = if embedded { Sense::click() } else { Sense::click_and_drag() };
    let clicked = ui.interact(rect, ui.scope_id().with(("pane", index)), sense);
    let name = format!("{}: {}", session.letter(index), session.run.lab.panes()[index].strategy().name);
    clicked.widget_info(|| {
        if embedded {
            return egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open pane {name}"));
        }
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, index == session.selected(), format!("Pane {name}"))
    });
    if embedded {
        if clicked.clicked() {
            pass.actions.push(Action::View(ViewAction::Select(index)));
            pass.actions.push(Action::Window(WindowAction::Ask(Request::OpenWhole)));
        }
    } else if clicked.double_clicked() {
        pass.actions.push(command_actions::enlarge_pane(session, index));
    } else if clicked.clicked() {
        pass.actions.push(Action::View(ViewAction::Select(index)));
    }

    header::show(ui, pass, layout);
    let (canvas, below) = stands_still(ui, pass, layout);
    let world = over_world::show(ui, pass, index, canvas, around);
    if let Some((place, text)) = below {
        why_it_stands_still(ui, pass, index, place, text);
    }
    said(ui, pass, layout);
    let shows = !session.hides_verdicts();
    if let Some(rect) = layout.pulse.filter(|_| shows) {
        pulse::show(ui, pass, index, rect, scale);
        pass.pulses.push(rect);
    }
    pass.canvases.push((index, world));
    if !embedded {
        move_camera(ui, pass, index, canvas, &clicked);
    }
    capture_strip::show(ui, pass, index, layout.world, around.strip);
    // In a part of another page a pane is marked only if the shown loads belong to it alone.
    let has_own = || session.run.lab.settings().panes.iter().any(|pane| pane.computer.is_some());
    let marked = index == session.selected() && !session.window.presenting && (!embedded || has_own());
    let edge = match session.stall() {
        Some(_) => Stroke::new(4.0, look.alarm()),
        None if marked => Stroke::new(2.0, look.of_pane(session.letter(index))),
        None => Stroke::new(1.0, look.line()),
    };
    ui.painter_at(rect).rect_stroke(rect, CornerRadius::same(6), edge, StrokeKind::Inside);
}

/// Shows the verdict in the head, and the numbers under the pulse.
fn said(ui: &mut Ui, pass: &mut UiPass, layout: &PaneLayout) {
    let session = pass.session;
    let index = layout.index;
    if session.hides_verdicts() {
        return;
    }
    if let Some(rect) = layout.sentence {
        let place = UiBuilder::new().max_rect(rect).id_salt(("sentence", index));
        ui.scope_builder(place.layout(Layout::left_to_right(Align::Center)), |ui| sentence(ui, pass, layout));
    }
    if let Some(rect) = layout.numbers {
        let place = UiBuilder::new().max_rect(rect).id_salt(("numbers", index));
        ui.scope_builder(place, |ui| header::numbers(ui, pass, index));
    }
}

/// A pane at least this wide, at the usual text size, has room for a whole headline, and a narrower one for a headline in short.
const WHOLE_HEADLINE: f32 = 690.0;
/// The space between a verdict and how far the pane is behind.
const BETWEEN: f32 = 6.0;

fn sentence(ui: &mut Ui, pass: &mut UiPass, layout: &PaneLayout) {
    let look = ui.look();
    let session = pass.session;
    let index = layout.index;
    if let Some(text) = unjudged(session, index) {
        ui.add(Label::new(RichText::new(text).color(look.weak())).truncate());
        return;
    }
    let findings = session.findings(index);
    // A game that is drawn ahead of itself looks right, so its sentence comes before the reason why the game is slow.
    let (ahead, others): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(|finding| finding.symptom.is_drawn_ahead());
    let mut all: Vec<String> = ahead.iter().chain(&others).map(|finding| finding.headline() + ".").collect();
    #[cfg(not(target_arch = "wasm32"))]
    all.extend(session.behind_live(index));
    all.extend(predicted(session, index));
    let Some(first) = ahead.first().or(others.first()) else { return };
    let is_said = findings.iter().any(|finding| finding.symptom.says_behind());
    let behind = session.run.seen(index).behind().and_then(Behind::in_words).filter(|_| !is_said).map(|words| words + ".");
    // A verdict has the colour of its kind.
    let job = |verdict: &str, with_behind: bool, style: TextStyle| {
        let (mut job, font) = (LayoutJob::default(), style.resolve(ui.style()));
        if !verdict.is_empty() {
            job.append(&format!("{verdict}."), 0.0, TextFormat::simple(font.clone(), look.sentence(&first.symptom)));
        }
        for behind in behind.iter().filter(|_| with_behind) {
            let space = if job.is_empty() { 0.0 } else { BETWEEN };
            job.append(behind, space, TextFormat::simple(font.clone(), look.weak()));
        }
        job
    };
    let (room, brief) = (ui.available_width(), first.symptom.brief());
    // How far behind a pane is that runs well now is more than what it does well.
    let is_debt = behind.is_some() && first.symptom.kind() == Kind::Right;
    let shortest = brief.split(", ").next().unwrap_or_default().to_owned();
    let whole = if layout.rect.width() >= WHOLE_HEADLINE * letters(ui) { first.headline() } else { brief.clone() };
    let nothing = String::new();
    let forms = if is_debt {
        [(&whole, true), (&brief, true), (&shortest, true), (&nothing, true)]
    } else {
        [(&whole, true), (&whole, false), (&brief, true), (&brief, false)]
    };
    let mut jobs = forms.into_iter().map(|(verdict, with_behind)| job(verdict, with_behind, TextStyle::Body));
    let fits = |job: &LayoutJob| ui.painter().layout_job(job.clone()).size().x <= room;
    let label = Label::new(jobs.find(fits).unwrap_or_else(|| job(if is_debt { "" } else { &brief }, is_debt, TextStyle::Small)))
        .truncate();
    if session.window.host.embedded {
        ui.add(label);
        return;
    }
    let label = ui.add(label.sense(Sense::click()));
    let card = Card::Findings(session.letter(index));
    let is_open = session.card() == Some(card);
    if label.clicked() {
        pass.actions.push(Action::Window(WindowAction::Explain((!is_open).then_some(card))));
    }
    if is_open {
        findings_card::show(ui, pass, &label, layout.rect, session.letter(index));
    } else {
        all.extend(behind);
        label.on_hover_text(all.join("\n") + "\nA click shows why.");
    }
}

/// Returns what stands in the place of the verdict of a pane that is not judged; `None` for the others.
fn unjudged(session: &Session, index: usize) -> Option<String> {
    let pane = &session.run.lab.panes()[index];
    let seen = session.run.seen(index);
    if seen.is_over() {
        return Some(if session.run.is_over() { "It is over; play begins again." } else { "It is over." }.to_owned());
    }
    // The end of a capture is no fault of a moment before it.
    let is_before_end = session.run.transport.playhead.is_some() && seen.strategy().is_captured();
    if pane.fault().is_some() && !is_before_end {
        return Some("It stands still.".to_owned());
    }
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(text) = session.live_sentence(index) {
        return Some(text);
    }
    pane.is_computing.then(|| "computing …".to_owned())
}

/// A sentence says that pictures are predicted if their mean age is below this, in milliseconds.
const AHEAD_MS: f64 = -1.0;

fn predicted(session: &Session, index: usize) -> Option<String> {
    let seen = session.run.seen(index);
    let is_error = seen.state().symptoms.iter().any(Symptom::is_error);
    let is_predicted = seen.context().presentation.is_predicted();
    let age = seen.recent().number("state_age_mean_ms").filter(|age| *age < AHEAD_MS && is_predicted && !is_error)?;
    Some(format!("It shows where bodies will be in {:.0} ms, by prediction.", -age))
}

/// The largest share of a canvas that the reason takes why its loop stands still.
const FAULT_SHARE: f32 = 0.6;

/// Returns the canvas of the world, and below it the place and the text of the reason why the loop stands still; `None` if it runs.
fn stands_still(ui: &Ui, pass: &UiPass, layout: &PaneLayout) -> (Rect, Option<(Rect, Arc<Galley>)>) {
    let (session, canvas) = (pass.session, layout.world);
    let Some(fault) = session.run.lab.panes()[layout.index].fault() else { return (canvas, None) };
    // The end of a capture is no fault.
    let is_over = session.run.seen(layout.index).strategy().is_captured();
    let (text, colour) = if is_over {
        (format!("{}.", sentence_of(&fault)), ui.look().weak())
    } else {
        (format!("It stands still. {}.", sentence_of(&fault)), ui.look().alarm())
    };
    let most = FAULT_SHARE * canvas.height();
    let lay_out = |style: TextStyle| {
        let font = style.resolve(ui.style());
        let max_rows = (most / ui.fonts_mut(|fonts| fonts.row_height(&font))).floor().max(1.0) as usize;
        let mut job = LayoutJob::simple(text.clone(), font, colour, canvas.width() - 2.0 * MARGIN);
        job.wrap.max_rows = max_rows;
        ui.painter().layout_job(job)
    };
    let body = lay_out(TextStyle::Body);
    let text = if body.elided { lay_out(TextStyle::Small) } else { body };
    let (canvas, below) = canvas.split_top_bottom_at_y(canvas.max.y - text.size().y - MARGIN);
    (canvas, Some((below, text)))
}

/// Shows under a world why its loop stands still.
fn why_it_stands_still(ui: &mut Ui, pass: &mut UiPass, index: usize, place: Rect, text: Arc<Galley>) {
    let session = pass.session;
    ui.painter().rect_filled(place, 0.0, ui.look().canvas());
    let words = text.text().to_owned();
    let label = Label::new(text);
    let place = place.with_min_x(place.min.x + MARGIN);
    let place = UiBuilder::new().max_rect(place).id_salt(("fault", index)).layout(Layout::top_down(Align::Min));
    let strategy = session.run.seen(index).strategy();
    if session.window.has_bare_panes() || strategy.is_captured() {
        ui.scope_builder(place, |ui| ui.add(label));
        return;
    }
    let label = ui.scope_builder(place, |ui| ui.add(label.sense(Sense::click()))).inner;
    let label = label.on_hover_text(words + "\nA click opens the editor at that line.");
    if label.clicked()
        && let (Some(name), Some(fault)) = (OwnLoop::name_in(&strategy.id), session.run.lab.panes()[index].fault())
    {
        code::editor::open_at(ui.ctx(), pass, index, name, fault.line);
    }
}

fn sentence_of(fault: &LoopError) -> String {
    capitalised(fault.to_string().trim_end_matches('.'))
}

/// Zooms the camera of all panes at the pointer with the wheel or a pinch, and moves it with a drag.
pub fn move_camera(ui: &Ui, pass: &mut UiPass, index: usize, canvas: Rect, pane: &Response) {
    let session = pass.session;
    if session.run.drives_lap() {
        return; // The picture is steered in.
    }
    let computer = session.run.lab.panes()[index].computer();
    let appearance = computer.world().appearance();
    let frame = appearance.extent();
    // The size of the whole frame in this canvas, in points.
    let size = glam::Vec2::new(canvas.width(), canvas.height());
    let whole = (frame.max - frame.min) * Camera::squeezing(frame, appearance.squeeze(), size, 1.0).scale;
    let share = |points: egui::Vec2| (f64::from(points.x) / whole.x, -f64::from(points.y) / whole.y);
    let mut camera = session.run.view.camera;
    // Two fingers pinch and pan. A single finger is a pointer like a mouse.
    let fingers = ui.input(egui::InputState::multi_touch).filter(|fingers| canvas.contains(fingers.center_pos));
    if let Some(fingers) = fingers {
        let nearer = camera.zoomed(f64::from(fingers.zoom_delta), share(fingers.center_pos - canvas.center()));
        camera = nearer.panned(share(fingers.translation_delta));
    }
    // The position of the press decides, however far the pointer has moved since, because it may hold a wall.
    let pressed = ui.input(|input| input.pointer.press_origin()).is_none_or(|origin| pane.rect.contains(origin));
    if pane.dragged() && pressed && fingers.is_none() && !wall::is_held(ui.ctx()) {
        camera = camera.panned(share(pane.drag_delta()));
    }
    let pointer = ui.input(|input| input.pointer.hover_pos()).filter(|pointer| canvas.contains(*pointer));
    if let (Some(pointer), true, None) = (pointer, pane.contains_pointer(), fingers) {
        // A touchpad's pinch arrives as a zoom.
        let (wheel, pinch) = ui.input(|input| (f64::from(input.smooth_scroll_delta().y), f64::from(input.zoom_delta())));
        if wheel != 0.0 || pinch != 1.0 {
            camera = camera.zoomed(libm::exp(wheel / 200.0) * pinch, share(pointer - canvas.center()));
        }
    }
    if camera != session.run.view.camera {
        pass.actions.push(Action::View(ViewAction::Change(View { camera, ..session.run.view })));
    }
}
