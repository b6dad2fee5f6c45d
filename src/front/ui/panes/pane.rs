//! One pane: its header, its world, its pulse, one sentence and its numbers, and the pointer that moves the camera.

use crate::front::render::camera::Camera;
use crate::front::ui::panes::over_world::{self, Surroundings};
use crate::front::ui::panes::pane_layout::PaneLayout;
use crate::front::ui::panes::pulse::{self, PulseScale};
use crate::front::ui::panes::{capture_strip, header, wall};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::presentation_choice;
use crate::front::ui::{code, commands, findings_card};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Card, Request, ViewAction, WindowAction};
use crate::studio::view::View;
use egui::text::LayoutJob;
use egui::{
    Align, Color32, CornerRadius, Label, Layout, Rect, Response, RichText, Sense, Stroke, StrokeKind, TextFormat, TextStyle, Ui,
    UiBuilder,
};
use tickscope_core::base::numbers::capitalised;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::metrics::behind::Behind;
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
        pass.actions.push(commands::enlarge_pane(session, index));
    } else if clicked.clicked() {
        pass.actions.push(Action::View(ViewAction::Select(index)));
    }

    header::show(ui, pass, layout);
    footer(ui, pass, layout);
    let world = over_world::show(ui, pass, index, layout.world, around);
    let shows = !session.hides_verdicts();
    if let Some(rect) = layout.pulse.filter(|_| shows) {
        pulse::show(ui, pass, index, rect, scale);
        pass.pulses.push(rect);
    }
    pass.canvases.push((index, world));
    if !embedded {
        move_camera(ui, pass, index, layout.world, &clicked);
    }
    capture_strip::show(ui, pass, index, layout.world);
    let pointed = ui.rect_contains_pointer(rect);
    header::buttons(ui, pass, index, layout.world, pointed);
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

fn footer(ui: &mut Ui, pass: &mut UiPass, layout: &PaneLayout) {
    let session = pass.session;
    let index = layout.index;
    let row = Layout::left_to_right(Align::Center);
    if layout.sentence.is_none()
        && let Some(fault) = session.run.lab.panes()[index].fault()
    {
        let place = UiBuilder::new().max_rect(layout.world.shrink(8.0)).id_salt(("fault", index));
        ui.scope_builder(place.layout(Layout::bottom_up(Align::Min)), |ui| {
            stands_still(ui, pass, index, &fault);
        });
    }
    if let Some(rect) = layout.sentence.filter(|_| !session.hides_verdicts()) {
        let rect = wall::offer(ui, pass, index, rect);
        let place = UiBuilder::new().max_rect(rect).id_salt(("sentence", index)).layout(row);
        ui.scope_builder(place, |ui| sentence(ui, pass, layout));
    }
    // A capture has no steps between which a frame could be drawn.
    if let Some(rect) = layout.switch.filter(|_| !session.run.seen(index).strategy().is_captured()) {
        let place = UiBuilder::new().max_rect(rect).id_salt(("switch", index)).layout(row);
        ui.scope_builder(place, |ui| presentation_choice::of_pane(ui, pass, index));
    }
    if let Some(rect) = layout.numbers.filter(|_| !session.hides_verdicts()) {
        let place = UiBuilder::new().max_rect(rect).id_salt(("numbers", index));
        ui.scope_builder(place, |ui| header::numbers(ui, pass, index));
    }
}

const SENTENCE_ROWS: usize = 2;
/// A space at which no row ends.
const NO_BREAK: &str = "\u{a0}";

/// Returns whether pane `index` shows a moment of a capture before its end.
fn is_captured_past(session: &Session, index: usize) -> bool {
    session.run.transport.playhead.is_some() && session.run.seen(index).strategy().is_captured()
}

fn sentence(ui: &mut Ui, pass: &mut UiPass, layout: &PaneLayout) {
    let look = ui.look();
    let session = pass.session;
    let index = layout.index;
    let pane = &session.run.lab.panes()[index];
    if session.run.seen(index).is_over() {
        let again = if session.run.is_over() { " Play begins it again." } else { "" };
        ui.add(Label::new(RichText::new(format!("The capture is over.{again}")).color(look.weak())).wrap());
        return;
    }
    if let Some(fault) = pane.fault().filter(|_| !is_captured_past(session, index)) {
        return stands_still(ui, pass, index, &fault);
    }
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(text) = session.live_sentence(index) {
        ui.add(Label::new(RichText::new(text).color(look.weak())).wrap());
        return;
    }
    if pane.is_computing {
        ui.label(RichText::new("computing …").color(look.weak()));
        return;
    }
    let findings = session.findings(index);
    // A game that is drawn ahead of itself looks right, so its sentence comes before the reason why the game is slow.
    let (ahead, others): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(|finding| finding.symptom.is_drawn_ahead());
    let mut all: Vec<(String, Color32)> =
        ahead.iter().chain(&others).map(|finding| (finding.headline() + ".", look.sentence(&finding.symptom))).collect();
    #[cfg(not(target_arch = "wasm32"))]
    all.splice(0..0, session.behind_live(index).map(|text| (text, look.weak())));
    all.extend(predicted(session, index).map(|text| (text, look.text())));
    let is_said = findings.iter().any(|finding| finding.symptom.says_behind());
    let behind = session.run.seen(index).behind().and_then(Behind::in_words).filter(|_| !is_said);
    let behind = behind.map(|words| (words.replace(' ', NO_BREAK) + ".", look.weak()));
    let room = ui.available_size();
    let font = TextStyle::Body.resolve(ui.style());
    // Each sentence has the colour of its own kind.
    let text = |(count, with_behind): (usize, bool)| {
        let mut job = LayoutJob::default();
        let behind = behind.iter().filter(|_| with_behind);
        for (number, (text, colour)) in all.iter().take(1).chain(behind).chain(all.iter().take(count).skip(1)).enumerate() {
            job.append(text, if number == 0 { 0.0 } else { 4.0 }, TextFormat::simple(font.clone(), *colour));
        }
        job.wrap.max_width = room.x;
        job
    };
    let height = ui.text_style_height(&TextStyle::Body);
    let most = ((room.y / height) as usize).clamp(1, SENTENCE_ROWS);
    let fits = |parts: &(usize, bool)| ui.painter().layout_job(text(*parts)).rows.len() <= most;
    let parts = [(2, true), (1, true), (2, false)].into_iter().find(fits).unwrap_or((1, false));
    ui.spacing_mut().item_spacing.y = 0.0;
    let label = Label::new(text(parts)).wrap();
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
        let lines: Vec<&str> = all.iter().chain(&behind).map(|(text, _)| &**text).collect();
        label.on_hover_text(lines.join("\n") + "\nA click shows why.");
    }
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

fn stands_still(ui: &mut Ui, pass: &mut UiPass, index: usize, fault: &LoopError) {
    let session = pass.session;
    if session.run.seen(index).strategy().is_captured() {
        // The end of a capture is no fault.
        ui.add(Label::new(RichText::new(format!("{}.", sentence_of(fault))).color(ui.look().weak())).wrap());
        return;
    }
    let text = format!("It stands still. {}.", sentence_of(fault));
    let mut job = LayoutJob::simple(text.clone(), TextStyle::Body.resolve(ui.style()), ui.look().alarm(), ui.available_width());
    job.wrap.max_rows = SENTENCE_ROWS;
    let label = Label::new(job).wrap();
    if !session.window.has_bare_panes() {
        let strategy = session.run.seen(index).strategy();
        let label = ui.add(label.sense(Sense::click())).on_hover_text(text + "\nA click opens the editor at that line.");
        if label.clicked()
            && let Some(name) = OwnLoop::name_in(&strategy.id)
        {
            code::editor::open_at(ui.ctx(), pass, index, name, fault.line);
        }
        return;
    }
    ui.add(label);
}

fn sentence_of(fault: &LoopError) -> String {
    capitalised(fault.to_string().trim_end_matches('.'))
}

/// Zooms the camera of all panes at the pointer with the wheel or a pinch, and moves it with a drag.
pub fn move_camera(ui: &Ui, pass: &mut UiPass, index: usize, canvas: Rect, pane: &Response) {
    let session = pass.session;
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
