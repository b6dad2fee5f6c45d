//! What the scenario that was opened is called, what to look at in it, and what it will do next.

use crate::base::time::Time;
use crate::front::ui::style::look::Look;
use crate::model::config::{Command, ComputerChange, Pattern};
use crate::studio::session::Session;
use egui::{RichText, Ui};

pub fn show(ui: &mut Ui, look: Look, session: &Session) {
    let (name, about) = session.title();
    if !name.is_empty() {
        ui.label(RichText::new(name).heading().strong());
    }
    if !about.is_empty() {
        ui.label(RichText::new(about).color(look.text()));
    }
    if let Some(next) = next_in_words(session) {
        ui.label(RichText::new(next).small().color(look.weak()));
    }
    if let Some(refusal) = session.lab().refusal() {
        ui.label(RichText::new(format!("Not done: {refusal}")).small().color(look.alarm()));
    }
    if !name.is_empty() || session.lab().next_scripted().is_some() {
        ui.separator();
    }
}

/// The script's next command, if one is to come.
pub fn next_in_words(session: &Session) -> Option<String> {
    let lab = session.lab();
    // In the past, what followed then.
    let next = match session.playhead() {
        Some(playhead) => lab.script().commands().iter().find(|logged| logged.at_flicks > playhead.at.flicks()),
        None => lab.next_scripted(),
    }?;
    Some(format!("At {} s: {}", Time::from_flicks(next.at_flicks).as_secs(), in_words(&next.command)))
}

fn in_words(command: &Command) -> String {
    let letter = |pane: &usize| crate::front::ui::letter(*pane);
    match command {
        Command::Computer(change) => changes(change),
        Command::PaneComputer { pane, computer: Some(change) } => format!("{}: {}", letter(pane), changes(change)),
        Command::PaneComputer { pane, computer: None } => format!("{}: the shared computer", letter(pane)),
        Command::Strategy { pane, strategy } => format!("{}: {strategy}", letter(pane)),
        Command::Param { pane, name, value } => format!("{}: {name} = {value}", letter(pane)),
        Command::Presentation { pane, presentation } => {
            format!("{}: drawn {}", letter(pane), presentation.map_or("as published", |drawn| drawn.id()))
        }
        Command::Tap => "an input for every pane".to_owned(),
        Command::Steer(pedals) => pedals.in_words(),
        Command::SceneOption { name, value } => format!("{name} = {value}"),
        Command::Hitch { ms } => format!("a stall of {ms} ms"),
        Command::AddPane(pane) => format!("one more pane: {}", pane.strategy),
        Command::ClosePane { pane } => format!("{} is closed", letter(pane)),
        Command::SwapPanes { a, b } => format!("{} and {} change places", letter(a), letter(b)),
    }
}

fn changes(change: &ComputerChange) -> String {
    let ComputerChange { update_ms, render_ms, pattern, refresh_hz, vsync, timer_ms, sleep_ms, wake_ms, start_ms, .. } = change;
    let ms = |name: &str, value: &Option<f64>| value.map(|value| format!("{name} {value} ms"));
    let words = [
        ms("render", render_ms),
        ms("update", update_ms),
        pattern.map(|pattern| match pattern {
            Pattern::Constant => "a steady load".to_owned(),
            Pattern::Noise(bounds) => format!("render {}–{} ms", bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => format!("+{ms} ms every {every} frames"),
        }),
        refresh_hz.map(|hz| format!("{hz} Hz")),
        vsync.map(|on| if on { "vsync".to_owned() } else { "no vsync".to_owned() }),
        ms("timer", timer_ms),
        ms("scheduler", sleep_ms),
        wake_ms.map(|bounds| format!("waking {}–{} ms late", bounds.lo_ms, bounds.hi_ms)),
        ms("start", start_ms),
        change.update_us_per_body.map(|us| format!("update {us} µs a body")),
        change.render_us_per_body.map(|us| format!("render {us} µs a body in view")),
        change
            .clock_at_s
            .map(|s| if s > 0.0 { format!("clock at {s} s, first reading missing") } else { "clock at 0".to_owned() }),
        change.wraps_at_s.map(|s| if s > 0.0 { format!("counter wraps at {s} s") } else { "no counter wraps".to_owned() }),
        change.largest_step.map(|on| if on { "always the largest step" } else { "steps as the loop makes them" }.to_owned()),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    if words.is_empty() { "its own computer".to_owned() } else { words.join(", ") }
}
