//! The computer that all panes share: its loads, its display, its clock, and stalls.

use crate::base::params::Param;
use crate::front::ui::keys;
use crate::front::ui::panel::controls::{Row, Scale};
use crate::front::ui::panel::old_clocks;
use crate::front::ui::style::look::Look;
use crate::model::config::computer::{TIMERS, Timer};
use crate::model::config::{Bounds, Command, Computer, Fit, PaneLetter, Pattern, PatternedLoad, Present, Presentation, presets};
use crate::model::strategies::IN_GENERAL;
use crate::studio::session::{Action, Session};
use egui::{Button, ComboBox, RichText, Ui};

/// The two stalls on buttons, ms.
pub const HITCHES: [(f64, &str); 2] = [(100.0, "Hitch 100 ms"), (1000.0, "Hitch 1 s")];

/// Shows the settings of the computer that the selected pane runs on.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let pane = session.selected();
    let letter = PaneLetter(pane);
    let own = session.lab().settings().panes[pane].computer.as_ref();
    let before = own.unwrap_or(session.computer());
    let mut computer = before.clone();

    ui.horizontal(|ui| {
        ui.label(RichText::new("Computer").heading().strong());
        if session.playhead().is_some() {
            let about = "The panes show the past. What is set here is as it is now, and a change takes effect there.";
            ui.label(RichText::new("now; the panes: the past").small().color(look.alarm())).on_hover_text(about);
        }
    });
    let mut has_own = own.is_some();
    ui.checkbox(&mut has_own, format!("Pane {letter} has its own")).on_hover_text(
        "A computer for the selected pane alone; the others share one. Below is the one that the selected pane runs on.",
    );
    preset(ui, &mut computer);
    loads(ui, look, &mut computer);
    patterns(ui, look, &mut computer);
    display(ui, look, session, &mut computer, actions);
    clock(ui, look, &mut computer);
    old_clocks::show(ui, look, &mut computer, session.lab().now().as_secs());
    if has_own != own.is_some() {
        actions.push(Action::Lab(Command::PaneComputer { pane, computer: has_own.then(|| computer.into()) }));
    } else if computer != *before {
        actions.push(keys::load(session, |old| *old = computer));
    }

    ui.add_space(4.0);
    hammer(ui, look, session, actions);
    pause(ui, look, session, actions);
    presentation(ui, session, actions);
    let about = "The selected loop on a fast, a slow and a noisy computer, side by side (C).";
    if ui.button("One loop, three computers").on_hover_text(about).clicked() {
        actions.push(Action::ThreeComputers);
    }
}

/// A computer in a few words.
pub fn in_words(computer: &Computer) -> String {
    computer.in_words().join(" · ")
}

fn preset(ui: &mut Ui, computer: &mut Computer) {
    let current = presets::ALL.iter().find(|preset| (preset.make)(computer) == *computer);
    ui.horizontal(|ui| {
        let label = ui.label("Preset");
        let shown = current.map_or("custom", |preset| preset.name);
        let list = ComboBox::from_id_salt("preset").selected_text(shown).width(140.0).show_ui(ui, |ui| {
            for preset in presets::ALL {
                let chosen = current.is_some_and(|current| current.name == preset.name);
                if ui.selectable_label(chosen, preset.name).on_hover_text(preset.about).clicked() {
                    *computer = (preset.make)(computer);
                }
            }
        });
        list.response.labelled_by(label.id).on_hover_text("Computers by name.");
    });
}

/// Two stalls on buttons, and one as long as the button is held.
fn hammer(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (ms, name) in HITCHES {
            let about =
                "Every pane's next frame takes this much longer: which loops jump, which catch up, which discard the time?";
            if ui.button(name).on_hover_text(about).clicked() {
                actions.push(Action::Lab(Command::stall(ms)));
            }
        }
    });
    let held = session.hammer_ms();
    let text = held.map_or("Hitch hammer: hold".to_owned(), |ms| format!("{ms:5.0} ms … let go"));
    let button = Button::new(text).min_size(egui::vec2(ui.available_width(), 28.0));
    let button = if held.is_some() { button.fill(look.alarm().gamma_multiply(0.6)) } else { button };
    let response = ui.add(button).on_hover_text("Hold it, or H, and let go: every pane stalls for as long as you held it.");
    if response.is_pointer_button_down_on() && held.is_none() {
        actions.push(Action::Lift);
    }
    if held.is_some() {
        // It grows while it is held, also where everything else stands still.
        ui.ctx().request_repaint();
        if ui.input(|input| input.pointer.any_released()) {
            actions.push(Action::Strike);
        }
    }
}

/// The game's own pause, which is not the laboratory's.
fn pause(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let mut paused = session.lab().settings().paused;
    let about = "The game, not the laboratory (F9): a loop whose article knows a pause goes on updating, by 0 s, so what moves \
                 without a dt goes on. Every other loop knows nothing of it.";
    if ui.checkbox(&mut paused, "Pause the game").on_hover_text(about).changed() {
        actions.push(Action::Lab(Command::Pause(paused)));
    }
    if session.lab().settings().paused {
        let panes = session.lab().panes();
        let obeying = (0..panes.len()).filter(|pane| panes[*pane].strategy().pauses);
        let letters = obeying.map(|pane| crate::front::ui::letter(pane).to_string()).collect::<Vec<_>>().join(", ");
        let who = if letters.is_empty() {
            "No loop here knows a pause.".to_owned()
        } else {
            format!("Known to the loop of {letters}.")
        };
        ui.label(RichText::new(who).small().color(look.weak()));
    }
}

fn loads(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let (render, update) = (&Computer::RENDER_MS, &Computer::UPDATE_MS);
    Row::of_param("Render load", render, 0.1..=200.0, Scale::Logarithmic).show(ui, look, &mut computer.render_ms);
    Row::of_param("Update load", update, 0.0..=100.0, Scale::Logarithmic).show(ui, look, &mut computer.update_ms);
}

/// The two loads that have a pattern.
fn patterns(ui: &mut Ui, look: Look, computer: &mut Computer) {
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

fn display(ui: &mut Ui, look: Look, session: &Session, computer: &mut Computer, actions: &mut Vec<Action>) {
    let row = Row::of_param("Refresh rate", &Computer::REFRESH_HZ, 24.0..=240.0, Scale::Linear);
    if row.show(ui, look, &mut computer.refresh_hz) {
        computer.refresh_hz = computer.refresh_hz.round();
    }
    let mut vsync = computer.present == Present::Fifo;
    if ui.checkbox(&mut vsync, "Vsync").on_hover_text(&*Computer::PRESENT.about).changed() {
        computer.present = Present::vsync(vsync);
    }

    let pacer = session.pacer();
    if pacer.fit(computer.refresh_hz, session.speed()) == Fit::Uneven {
        let (rate, speed) = (pacer.fitting_rate(computer.refresh_hz), pacer.fitting_speed(computer.refresh_hz));
        let monitor = pacer.monitor_hz();
        ui.label(
            RichText::new(format!("This monitor's {monitor:.0} Hz don't fit: panes judder because of it."))
                .small()
                .color(look.alarm()),
        );
        ui.horizontal(|ui| {
            if ui.small_button(format!("Use {rate:.0} Hz")).clicked() {
                computer.refresh_hz = rate;
            }
            if ui.small_button(format!("Watch at {speed:.2}×")).clicked() {
                actions.push(Action::Speed(speed));
            }
        });
    }
}

fn clock(ui: &mut Ui, look: Look, computer: &mut Computer) {
    let row = |name, param: &Param, most: f64| Row::of_param(name, param, 0.0..=most, Scale::Linear);
    row("Timer resolution", &Computer::TIMER_MS, 60.0).show(ui, look, &mut computer.timer_ms);
    timer(ui, computer);
    row("Scheduler", &Computer::SLEEP_MS, 20.0).show(ui, look, &mut computer.sleep_ms);
    let Bounds { lo_ms, hi_ms } = &mut computer.wake_ms;
    row("Waking late, up to", &Computer::WAKE_MS, 10.0).show(ui, look, hi_ms);
    *lo_ms = lo_ms.min(*hi_ms);
    row("Start", &Computer::START_MS, 20.0).show(ui, look, &mut computer.start_ms);
}

/// The resolution by the function that reads the clock; several functions may have the same.
fn timer(ui: &mut Ui, computer: &mut Computer) {
    let names: Vec<&str> = Timer::of(computer.timer_ms).map(|timer| timer.name).collect();
    let shown = if names.is_empty() { "none of these".to_owned() } else { names.join(", ") };
    ui.horizontal(|ui| {
        let label = ui.label("Timer");
        let list = ComboBox::from_id_salt("timer").selected_text(shown).width(180.0).truncate().show_ui(ui, |ui| {
            for timer in TIMERS {
                let is_chosen = timer.resolution_ms == computer.timer_ms;
                if ui.selectable_label(is_chosen, timer.call).on_hover_text(timer.about).clicked() {
                    computer.timer_ms = timer.resolution_ms;
                }
            }
        });
        let about = "The function that the loop reads its clock with: it sets the timer's resolution.";
        list.response.labelled_by(label.id).on_hover_text(about);
    });
}

fn presentation(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let panes = &session.lab().settings().panes;
    let common = panes[0].presentation;
    let all_alike = panes.iter().all(|pane| pane.presentation == common);
    let name = |choice: Option<Presentation>| choice.map_or("as published", Presentation::id);
    ui.horizontal(|ui| {
        let label = ui.label("Draw all");
        let shown = if all_alike { name(common) } else { "mixed" };
        let list = ComboBox::from_id_salt("draw all").selected_text(shown).show_ui(ui, |ui| {
            for choice in std::iter::once(None).chain(Presentation::ALL.map(Some)) {
                if ui.selectable_label(all_alike && choice == common, name(choice)).clicked() {
                    actions.push(Action::PresentAll(choice));
                }
            }
        });
        let about = format!("Which state is drawn: the latest, between the last two, or ahead of the last (I). {IN_GENERAL} Loops without an alpha draw the latest.");
        list.response.labelled_by(label.id).on_hover_text(about);
    });
}
