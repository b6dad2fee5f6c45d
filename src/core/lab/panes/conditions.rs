//! The conditions of a report in words: the load, and every setting that differs from its default.

use crate::base::numbers::{six_digits, trimmed};
use crate::base::time::Time;
use crate::model::config::computer::Computer;
use crate::model::config::script::Script;
use crate::model::config::settings::{PaneSettings, PlannedStall, Settings, StallOn};

/// The most letters in a line.
const WIDTH: usize = 100;

/// Describes the world, the length and the loads, and every other setting that differs from its default. `clock` names the run's
/// clock; it is empty for the virtual one. Captured games alone run on none of our computers, so only their files are described. A line has at most a hundred letters, and continued lines are indented.
pub fn conditions(script: &Script, seconds: f64, clock: &str) -> String {
    let settings = script.settings();
    if settings.panes.iter().all(|pane| pane.played().is_some()) && script.commands().is_empty() {
        let captured = |pane: &PaneSettings| wrapped(&format!("{} {}: ", pane.letter(), pane.strategy), &of_pane(pane, false));
        return settings.panes.iter().map(captured).collect::<Vec<_>>().join("\n");
    }
    let mut all = vec![format!("{}, {seconds} s{clock}", settings.scene.id)];
    all.extend(settings.scene.options.iter().map(|(name, value)| format!("{name}={value}")));
    all.extend(counted(settings.scene.strokes.len(), "recorded control input"));
    all.extend(settings.computer.in_words());
    all.push(format!("seed {}", settings.seed));
    all.extend(stalls(&settings.hitches));
    all.extend(settings.paused.then(|| "the game is paused".to_owned()));
    let presentation = common(settings);
    all.extend(presentation.map(|id| format!("drawn {id}")));
    all.extend(counted(script.commands().len(), "command"));

    let own = settings.panes.iter().filter_map(|pane| {
        let said = of_pane(pane, presentation.is_none());
        (!said.is_empty()).then(|| wrapped(&format!("{} {}: ", pane.letter(), pane.strategy), &said))
    });
    std::iter::once(wrapped("", &all)).chain(own).collect::<Vec<_>>().join("\n")
}

/// Returns a count with its word, such as `3 commands`; `None` for 0.
fn counted(count: usize, what: &str) -> Option<String> {
    (count > 0).then(|| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
}

/// Describes each of up to three stalls; for more, only their number and sum.
fn stalls(all: &[PlannedStall]) -> Vec<String> {
    if all.len() > 3 {
        let ms: f64 = all.iter().map(|stall| stall.ms).sum();
        return vec![format!("{} hitches, {ms} ms in all", all.len())];
    }
    let on = |on: StallOn| match on {
        StallOn::Render => "",
        StallOn::Update => " on an update",
        StallOn::Any => " on any operation",
    };
    all.iter().map(|stall| format!("hitch {} ms at {} s{}", stall.ms, stall.at_s, on(stall.on))).collect()
}

/// Returns the presentation that is set for all panes; `None` if the panes differ or no presentation is set.
fn common(settings: &Settings) -> Option<&'static str> {
    let first = settings.panes.first()?.presentation?;
    settings.panes.iter().all(|pane| pane.presentation == Some(first)).then(|| first.id())
}

fn of_pane(pane: &PaneSettings, its_presentation: bool) -> Vec<String> {
    if let Some(capture) = pane.played() {
        let display = pane.computer.as_ref().map_or_else(|| "display unknown".to_owned(), display_in_words);
        let seconds = trimmed((capture.end() - Time::ZERO).as_secs(), 2);
        return vec![capture.name.clone(), format!("{} frames in {seconds} s", capture.frames.len()), display];
    }
    let mut said: Vec<String> = pane.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    said.extend(pane.presentation.filter(|_| its_presentation).map(|drawn| format!("drawn {}", drawn.id())));
    said.extend(pane.computer.iter().flat_map(Computer::in_words));
    said
}

/// Describes the refresh rates of a captured pane's display.
fn display_in_words(computer: &Computer) -> String {
    match computer.variable_hz() {
        Some((lowest, highest)) => format!("refresh rate {lowest} to {highest} Hz"),
        None => format!("refresh rate {} Hz", six_digits(computer.refresh_hz, 0)),
    }
}

/// Joins the parts with dots between them, in as many lines as necessary.
fn wrapped(begins: &str, parts: &[String]) -> String {
    let mut lines = vec![begins.to_owned()];
    for (number, part) in parts.iter().enumerate() {
        let line = lines.last_mut().expect("there is always one");
        let between = if number == 0 { "" } else { " · " };
        if line.chars().count() + between.chars().count() + part.chars().count() <= WIDTH || line.is_empty() {
            line.push_str(between);
            line.push_str(part);
        } else {
            lines.push(format!("  · {part}"));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use crate::base::time::Span;
    use crate::lab::panes::conditions::*;
    use crate::model::config::capture::{Capture, CapturedFrame, SampleTimes};
    use crate::model::config::computer::Computer;

    fn said(settings: &Settings) -> String {
        conditions(&Script::from(settings), 10.0, "")
    }

    #[test]
    fn the_usual_run_is_one_short_line() {
        let text = said(&Settings::default());
        assert_eq!(text, "curve-and-wall, 10 s · render load 5 ms · update load 0 ms · refresh rate 60 Hz · seed 0");
    }

    #[test]
    fn of_captured_games_alone_only_the_files_are_described() {
        let frames =
            (1..=90).map(|frame| CapturedFrame { flip: Time::ZERO + Span::from_hz(30.0) * frame, ..CapturedFrame::default() });
        let capture = Capture::new("game.csv", SampleTimes::Unknown, frames.collect()).expect("it is a capture");
        let mut settings = Settings { panes: vec![PaneSettings::of_capture(capture)], ..Settings::default() };
        settings.panes[0].computer = None;
        assert_eq!(said(&settings), "A captured: game.csv · 90 frames in 3 s · display unknown");
        settings.panes.push(PaneSettings::new("semi-fixed"));
        let text = said(&settings);
        assert!(text.contains("render load 5 ms") && text.contains("\nA captured: game.csv"), "{text}");
    }

    #[test]
    fn whatever_is_not_as_usual_is_named_in_lines_of_a_hundred_letters() {
        let shared = Computer { noise_hi_ms: 40.0, timer_ms: 15.625, wake_hi_ms: 1.0, ..Computer::default() };
        let mut settings = Settings { computer: shared, seed: 7, paused: true, ..Settings::default() };
        settings.hitches = vec![PlannedStall::of_render(2.0, 300.0)];
        settings.panes[1].computer = Some(Computer { update_ms: 3.0, ..Computer::default() });
        let text = said(&settings);
        for part in [
            "render noise to 40 ms",
            "timer resolution 15.625 ms",
            "waking late, up to 1 ms",
            "hitch 300 ms at 2 s",
            "seed 7",
            "paused",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(text.lines().any(|line| line.starts_with("B variable-delta: render load 5 ms · update load 3 ms")), "{text}");
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}
