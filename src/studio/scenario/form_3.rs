//! Form 3 of scenario files, which links hold: its tables become those of form 4 before they are read. Pairs of bounds were
//! tables, noise replaced the load, the camera and the plots of the view had one key each, and a word said what stood under the worlds.

use std::borrow::Cow;
use tickscope_core::scripts::hands_alpha_over;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// The tables of form 3, the places of numbers in them, and the settings of form 4 that these are.
const COMPUTER: [(&str, &[&str], &str); 10] = [
    ("pattern", &["noise", "lo_ms"], "noise_lo_ms"),
    ("pattern", &["noise", "hi_ms"], "noise_hi_ms"),
    ("pattern", &["spikes", "every"], "spike_every"),
    ("pattern", &["spikes", "ms"], "spike_ms"),
    ("wake_ms", &["lo_ms"], "wake_lo_ms"),
    ("wake_ms", &["hi_ms"], "wake_hi_ms"),
    ("wake_tail", &["mean_ms"], "wake_tail_ms"),
    ("wake_tail", &["probability"], "wake_tail"),
    ("vrr", &["range", "lo_hz"], "vrr_lo_hz"),
    ("vrr", &["range", "hi_hz"], "vrr_hi_hz"),
];

/// Changes a form 3 table, and every table below it, to form 4.
pub fn convert(table: &mut DeTable<'_>) {
    for (key, value) in table.iter_mut() {
        match (key.get_ref().as_ref(), value.get_mut()) {
            ("loops", loops) => keep_drawn_latest(loops),
            ("hitches", _) => {}
            ("computer", DeValue::Table(computer)) => convert_computer(computer),
            ("view", DeValue::Table(view)) => convert_view(view),
            (_, DeValue::Table(below)) => convert(below),
            (_, DeValue::Array(items)) => {
                let tables = items
                    .iter_mut()
                    .filter_map(|item| if let DeValue::Table(table) = item.get_mut() { Some(table) } else { None });
                tables.for_each(convert);
            }
            _ => {}
        }
    }
}

/// Says in the texts of own loops how they are drawn: in form 3 a loop that says nothing shows its newest state, even if it hands an
/// alpha over. The line stands last, so that the others keep their numbers.
fn keep_drawn_latest(loops: &mut DeValue<'_>) {
    match loops {
        DeValue::String(text) => {
            let may_hand_over = hands_alpha_over(text, "render(") || hands_alpha_over(text, "draw(") || text.contains("@include");
            if may_hand_over && !text.contains("@draws") {
                text.to_mut().push_str("\n// @draws latest\n");
            }
        }
        DeValue::Array(loops) => loops.iter_mut().for_each(|own| keep_drawn_latest(own.get_mut())),
        DeValue::Table(texts) => texts.iter_mut().for_each(|(_, text)| keep_drawn_latest(text.get_mut())),
        _ => {}
    }
}

fn convert_computer(computer: &mut DeTable<'_>) {
    for key in ["pattern", "update_pattern", "wake_ms", "wake_tail", "vrr"] {
        let Some(old) = computer.remove(key) else { continue };
        let (kind, prefix) = if key == "update_pattern" { ("pattern", "update_") } else { (key, "") };
        let span = old.span();
        let mut set = |name: &str, value| drop(computer.insert(Spanned::new(span.clone(), Cow::Owned(name.to_owned())), value));
        let zero = || Spanned::new(span.clone(), DeValue::Integer(DeInteger::default()));
        if kind == "pattern" {
            // A pattern took the place of the one before it, and noise that of the load.
            for name in ["noise_lo_ms", "noise_hi_ms", "spike_ms"] {
                set(&format!("{prefix}{name}"), zero());
            }
            if old.get_ref().get("noise").is_some() {
                set(if prefix.is_empty() { "render_ms" } else { "update_ms" }, zero());
            }
        }
        if kind == "vrr" {
            set("vrr", Spanned::new(span.clone(), DeValue::Boolean(old.get_ref().get("range").is_some())));
        }
        for (_, path, name) in COMPUTER.iter().filter(|(table, ..)| *table == kind) {
            let found = path.iter().try_fold(&old, |value, key| value.get_ref().get(*key));
            found.cloned().into_iter().for_each(|value| set(&format!("{prefix}{name}"), value));
        }
    }
}

/// Changes the word for what stood under the worlds to whether the pulse did.
fn convert_view(view: &mut DeTable<'_>) {
    view.remove("strip_s");
    if let Some(under) = view.remove("under") {
        let has_pulse = matches!(under.get_ref().as_str(), Some("pulse" | "both"));
        let key = Spanned::new(under.span(), Cow::Borrowed("pulse"));
        view.insert(key, Spanned::new(under.span(), DeValue::Boolean(has_pulse)));
    }
}
