//! What a frame and an update cost, and how the costs go from one to the next.

use crate::base::params::Param;
use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::panel::ribbon;
use crate::front::ui::style::look::Look;
use crate::lab::load_map::Axis;
use crate::model::config::{Bounds, Command, Computer, Patch, Pattern, PatternRanges};
use crate::studio::session::{Action, Session};
use egui::{ComboBox, RichText, Ui};

/// Shows the two loads, and what each pane would do at every one of them; `computer` is the one that the pane in place
/// `place` runs on.
pub fn show(ui: &mut Ui, look: Look, session: &Session, (place, computer): (usize, &mut Computer), actions: &mut Vec<Action>) {
    for (axis, name, param) in
        [(Axis::Render, "Render load", &Computer::RENDER_MS), (Axis::Update, "Update load", &Computer::UPDATE_MS)]
    {
        if random(ui, look, (axis, name), computer) {
            continue;
        }
        let row = Row::of_param(name, param, axis.load_at(0.0)..=Axis::MOST_MS, Scale::Logarithmic);
        let (_, rail) = row.show_on_rail(ui, look, axis.load_mut(computer));
        if let Some((clicked, load_ms)) = ribbon::show(ui, look, session, axis, &rail) {
            go_to(session, axis, (place, computer), (clicked, load_ms), actions);
        }
    }
}

/// Shows the load's bounds where every frame or update has a random one instead of what its slider says; false where not.
pub fn random(ui: &mut Ui, look: Look, (axis, name): (Axis, &str), computer: &Computer) -> bool {
    let pattern = match axis {
        Axis::Render => &computer.pattern,
        Axis::Update => &computer.update_pattern,
    };
    let Pattern::Noise(Bounds { lo_ms, hi_ms }) = pattern else { return false };
    ui.horizontal(|ui| {
        ui.label(name);
        let bounds = RichText::new(format!("random, {lo_ms} to {hi_ms} ms")).color(look.weak());
        ui.label(bounds).on_hover_text("A steady load, and one with spikes, has a slider: Load patterns.");
    });
    true
}

/// The computer of the pane that was clicked gets a load: the one that is shown, or another.
fn go_to(
    session: &Session,
    axis: Axis,
    (place, computer): (usize, &mut Computer),
    (clicked, load_ms): (usize, f64),
    actions: &mut Vec<Action>,
) {
    let panes = &session.lab().settings().panes;
    let has_own = |place: usize| panes[place].computer.is_some();
    if place == clicked || !(has_own(place) || has_own(clicked)) {
        *axis.load_mut(computer) = load_ms;
        return;
    }
    let settings = session.lab().settings();
    let mut loaded = settings.computer_of(clicked).clone();
    *axis.load_mut(&mut loaded) = load_ms;
    let own = has_own(clicked).then(|| session.letter(clicked));
    actions.push(Action::Lab(Command::Set(Patch::of_computer(own, settings.computer_of(clicked), &loaded))));
}

/// Shows how the two loads go from one frame or update to the next.
pub fn patterns(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let render = Bounds { lo_ms: 10.0, hi_ms: 40.0 };
    let update = Bounds { lo_ms: 2.0, hi_ms: 20.0 };
    let about = (&Computer::PATTERN, &Computer::UPDATE_PATTERN);
    pattern(ui, look, ("Render pattern", "frames", about.0), (&PatternRanges::RENDER, render), &mut computer.pattern);
    pattern(ui, look, ("Update pattern", "updates", about.1), (&PatternRanges::UPDATE, update), &mut computer.update_pattern);
}

/// The patterns as one word each, with what choosing one sets.
fn pattern(
    ui: &mut Ui,
    look: Look,
    (name, operations, about): (&str, &str, &Param),
    (load, usual): (&PatternRanges, Bounds),
    pattern: &mut Pattern,
) {
    let spikes = Pattern::Spikes { every: 30, ms: 50.0 };
    let word = |pattern: &Pattern| match pattern {
        Pattern::Constant => "steady",
        Pattern::Noise(_) => "noise",
        Pattern::Spikes { .. } => "spikes",
    };
    ui.push_id(name, |ui| {
        ui.horizontal(|ui| {
            let label = ui.label(name);
            let list = ComboBox::from_id_salt("pattern").selected_text(word(pattern)).show_ui(ui, |ui| {
                for offered in [Pattern::Constant, Pattern::Noise(usual), spikes] {
                    if ui.selectable_label(word(&offered) == word(pattern), word(&offered)).clicked() {
                        *pattern = offered;
                    }
                }
            });
            list.response.labelled_by(label.id).on_hover_text(&*about.about);
        });
        match pattern {
            Pattern::Constant => {}
            Pattern::Noise(bounds) => {
                let row = |name| Row::of_param(name, &load.noise_ms, 0.1..=200.0, Scale::Logarithmic);
                row("From").show(ui, look, &mut bounds.lo_ms);
                bounds.hi_ms = bounds.hi_ms.max(bounds.lo_ms);
                row("To").show(ui, look, &mut bounds.hi_ms);
                bounds.lo_ms = bounds.lo_ms.min(bounds.hi_ms);
            }
            Pattern::Spikes { every, ms } => {
                Row::of_param("Spike", &load.spike_ms, 0.0..=500.0, Scale::Logarithmic).show(ui, look, ms);
                let mut distance = f64::from(*every);
                let name = format!("Every n {operations}");
                Row::of_param(&name, &load.spike_every, 1.0..=240.0, Scale::Logarithmic).show(ui, look, &mut distance);
                *every = distance as u32;
            }
        }
    });
}
