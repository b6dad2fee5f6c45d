//! The user's loops in the window: copies of other loops, and new ones.

use crate::studio::view::{INSTRUMENT_HEIGHT, Instrument, View};
use egui::Context;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::strategies::strategy::Strategy;

const WIDE: f32 = 1400.0;

fn free_name(loops: &[OwnLoop], name: &str) -> String {
    let name: String = name.chars().take(34).collect();
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| loops.iter().all(|own| own.name != *name)).unwrap_or(name)
}

/// Returns the name of a copy of `strategy`, and the patch that puts it into the pane with this index, with the parameters of
/// that pane.
pub fn copy(settings: &Settings, index: usize, strategy: &Strategy) -> (String, Patch) {
    let name = free_name(&settings.loops, strategy.id.strip_prefix(OwnLoop::PREFIX).unwrap_or(&strategy.id));
    let source = strategy.copied_script();
    let pane = &settings.panes[index];
    let mut patch = put(settings, index, &name, &source);
    for (param, value) in pane.params.iter().filter(|(param, _)| strategy.param(param).is_some()) {
        patch = patch.with(Owner::Params(pane.letter()).path(param), value.clone());
    }
    if let Some(presentation) = pane.presentation {
        patch = patch.with(Owner::Pane(pane.letter()).path("presentation"), presentation.id());
    }
    (name, patch)
}

#[derive(Debug)]
pub struct Template {
    pub id: &'static str,
    pub name: &'static str,
    pub about: &'static str,
    source: &'static str,
}

pub const ABOUT_NEW: &str = "A text to begin with: write, paste or edit a loop of your own, in JavaScript.";

/// The templates of new loops, the shortest first.
pub static TEMPLATES: [Template; 4] = [
    Template {
        id: "new-shortest",
        name: "New loop: the shortest",
        about: "Each step is as long as the last frame took.",
        source: include_str!("../../../assets/loops/templates/shortest.js"),
    },
    Template {
        id: "new-fixed-steps",
        name: "New loop: fixed steps",
        about: "Whole steps out of an accumulator, with a slider, drawn between the last two.",
        source: include_str!("../../../assets/loops/templates/fixed-steps.js"),
    },
    Template {
        id: "new-frame-limit",
        name: "New loop: a limited frame rate",
        about: "One step for each frame, and a wait for a schedule.",
        source: include_str!("../../../assets/loops/templates/frame-limit.js"),
    },
    Template {
        id: "new-page",
        name: "New loop: a browser game",
        about: "requestAnimationFrame calls it, as a browser does: paste the code of a page here.",
        source: include_str!("../../../assets/loops/templates/page.js"),
    },
];

/// Returns the name of a new loop with this text, and the patch that puts it into the pane with this index.
pub fn new_loop(settings: &Settings, index: usize, template: &Template) -> (String, Patch) {
    let name = free_name(&settings.loops, "my-loop");
    let patch = put(settings, index, &name, template.source);
    (name, patch)
}

const HIGH: f32 = 0.5;

/// Returns the view with room for an editor: next to the timeline or the plots in a wide window, otherwise without them.
pub fn editing(ctx: &Context, view: View) -> View {
    let window = ctx.content_rect();
    let is_wide = window.width() >= WIDE;
    let high = f64::from((window.height() * HIGH).round());
    let view = View { instrument_height: INSTRUMENT_HEIGHT.clamped(view.instrument_height.max(high)), ..view };
    match view.instrument {
        Some(Instrument::Timeline | Instrument::Plots) if is_wide => View { code: true, ..view },
        _ => View { instrument: Some(Instrument::Code), ..view },
    }
}

fn put(settings: &Settings, index: usize, name: &str, source: &str) -> Patch {
    let letter = settings.panes[index].letter();
    let own = OwnLoop::new(name, source);
    Patch::one(Owner::Loops.path(name), &*own.source).with(Owner::Pane(letter).path("strategy"), own.id())
}

#[cfg(test)]
mod tests {
    use crate::front::ui::own_loops::*;
    use tickscope_core::model::strategies;

    #[test]
    fn a_copy_says_whose_copy_it_is_and_has_a_name_of_its_own() {
        let settings = Settings::default().lettered();
        let first = strategies::find("variable-delta").unwrap();
        let script = "// @name Variable delta\n// @about One line.\nfunction loop(host) {}\n";
        let mut strategy = first.clone();
        strategy.script = script.into();
        let (name, patch) = copy(&settings, 1, &strategy);
        let mut changed = settings.clone();
        patch.change(&mut changed).unwrap();
        assert_eq!(changed.panes[1].strategy, "own/variable-delta");
        let own = &changed.loops[0];
        assert_eq!((&*own.name, own.original()), (&*name, Some("variable-delta")));
        assert!(own.source.starts_with("// @name  ") && own.source.matches("@name").count() == 1, "{}", own.source);

        let mut again = strategy;
        (again.id, again.script) = (own.id().into(), own.source.to_string().into());
        let (second, patch) = copy(&changed, 0, &again);
        patch.change(&mut changed).unwrap();
        assert_eq!((&*second, changed.loops[1].original()), ("variable-delta-2", Some("variable-delta")));
        assert_eq!(changed.loops[1].source.matches("@original").count(), 1);
    }
}
