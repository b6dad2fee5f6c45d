//! Form 3 of scenario files, which links hold: its tables become those of form 4 before they are read. Pairs of bounds were
//! tables, noise replaced the load, and the camera and the plots of the view had one key each.

use std::borrow::Cow;
use std::ops::Range;
use tickscope_core::scripts::hands_alpha_over;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// The places of numbers in form 3, and the settings of form 4 that they are.
const COMPUTER: [(&[&str], &str); 14] = [
    (&["pattern", "noise", "lo_ms"], "noise_lo_ms"),
    (&["pattern", "noise", "hi_ms"], "noise_hi_ms"),
    (&["pattern", "spikes", "every"], "spike_every"),
    (&["pattern", "spikes", "ms"], "spike_ms"),
    (&["update_pattern", "noise", "lo_ms"], "update_noise_lo_ms"),
    (&["update_pattern", "noise", "hi_ms"], "update_noise_hi_ms"),
    (&["update_pattern", "spikes", "every"], "update_spike_every"),
    (&["update_pattern", "spikes", "ms"], "update_spike_ms"),
    (&["wake_ms", "lo_ms"], "wake_lo_ms"),
    (&["wake_ms", "hi_ms"], "wake_hi_ms"),
    (&["wake_tail", "mean_ms"], "wake_tail_ms"),
    (&["wake_tail", "probability"], "wake_tail"),
    (&["vrr", "range", "lo_hz"], "vrr_lo_hz"),
    (&["vrr", "range", "hi_hz"], "vrr_hi_hz"),
];

/// Changes a form 3 table, and every table below it, to form 4.
pub fn convert(table: &mut DeTable<'_>) {
    for (key, value) in table.iter_mut() {
        match (key.get_ref().as_ref(), value.get_mut()) {
            ("loops", loops) => keep_drawn_latest(loops),
            ("hitches", _) => {}
            ("computer", DeValue::Table(computer)) => convert_computer(computer),
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
    let say = |value: &mut Spanned<DeValue<'_>>| {
        if let DeValue::String(text) = value.get_mut()
            && !text.contains("@draws")
            && (hands_alpha_over(text, "render(") || hands_alpha_over(text, "draw(") || text.contains("@include"))
        {
            text.to_mut().push_str("\n// @draws latest\n");
        }
    };
    match loops {
        DeValue::Array(loops) => {
            let source = |own: &'_ mut Spanned<DeValue<'_>>| {
                if let DeValue::Table(own) = own.get_mut() {
                    own.get_mut("source").map(say);
                }
            };
            loops.iter_mut().for_each(source);
        }
        DeValue::Table(texts) => texts.iter_mut().for_each(|(_, text)| say(text)),
        _ => {}
    }
}

fn convert_computer(computer: &mut DeTable<'_>) {
    let places = ["pattern", "update_pattern", "wake_ms", "wake_tail", "vrr"].map(|key| (key, computer.remove(key)));
    for (key, old) in places.into_iter().filter_map(|(key, old)| Some((key, old?))) {
        let span = old.span();
        let mut set = |name: &'static str, value| drop(computer.insert(Spanned::new(span.clone(), Cow::Borrowed(name)), value));
        // A pattern took the place of the one before it, and noise that of the load.
        if let Some((load, others)) = match key {
            "pattern" => Some(("render_ms", ["noise_lo_ms", "noise_hi_ms", "spike_ms"])),
            "update_pattern" => Some(("update_ms", ["update_noise_lo_ms", "update_noise_hi_ms", "update_spike_ms"])),
            _ => None,
        } {
            for name in others {
                set(name, zero(&span));
            }
            if old.get_ref().get("noise").is_some() {
                set(load, zero(&span));
            }
        }
        if key == "vrr" {
            set("vrr", Spanned::new(span.clone(), DeValue::Boolean(old.get_ref().get("range").is_some())));
        }
        for (path, name) in COMPUTER.iter().filter(|(path, _)| path[0] == key) {
            let found = path[1..].iter().try_fold(&old, |value, key| value.get_ref().get(*key));
            found.cloned().into_iter().for_each(|value| set(name, value));
        }
    }
}

fn zero<'a>(span: &Range<usize>) -> Spanned<DeValue<'a>> {
    Spanned::new(span.clone(), DeValue::Integer(DeInteger::default()))
}
