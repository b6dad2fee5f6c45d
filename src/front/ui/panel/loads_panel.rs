//! What a frame and an update cost, and how the costs go from one to the next.

use crate::base::params::Param;
use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::style::look::Look;
use crate::model::config::{Bounds, Computer, Pattern, PatternedLoad};
use egui::{ComboBox, Ui};

/// Shows the two loads.
pub fn show(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let (render, update) = (&Computer::RENDER_MS, &Computer::UPDATE_MS);
    Row::of_param("Render load", render, 0.1..=200.0, Scale::Logarithmic).show(ui, look, &mut computer.render_ms);
    Row::of_param("Update load", update, 0.0..=100.0, Scale::Logarithmic).show(ui, look, &mut computer.update_ms);
}

/// Shows how the two loads go from one frame or update to the next.
pub fn patterns(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let render = Bounds { lo_ms: 10.0, hi_ms: 40.0 };
    let update = Bounds { lo_ms: 2.0, hi_ms: 20.0 };
    let about = (&Computer::PATTERN, &Computer::UPDATE_PATTERN);
    pattern(ui, look, ("Render pattern", "frames", about.0), (&PatternedLoad::RENDER, render), &mut computer.pattern);
    pattern(ui, look, ("Update pattern", "updates", about.1), (&PatternedLoad::UPDATE, update), &mut computer.update_pattern);
}

/// The patterns as one word each, with what choosing one sets.
fn pattern(
    ui: &mut Ui,
    look: Look,
    (name, operations, about): (&str, &str, &Param),
    (load, usual): (&PatternedLoad, Bounds),
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
                let row = |name| Row::of_param(name, load.noise_ms, 0.1..=200.0, Scale::Logarithmic);
                row("From").show(ui, look, &mut bounds.lo_ms);
                bounds.hi_ms = bounds.hi_ms.max(bounds.lo_ms);
                row("To").show(ui, look, &mut bounds.hi_ms);
                bounds.lo_ms = bounds.lo_ms.min(bounds.hi_ms);
            }
            Pattern::Spikes { every, ms } => {
                Row::of_param("Spike", load.spike_ms, 0.0..=500.0, Scale::Logarithmic).show(ui, look, ms);
                let mut distance = f64::from(*every);
                let name = format!("Every n {operations}");
                Row::of_param(&name, load.spike_every, 1.0..=240.0, Scale::Logarithmic).show(ui, look, &mut distance);
                *every = distance as u32;
            }
        }
    });
}
