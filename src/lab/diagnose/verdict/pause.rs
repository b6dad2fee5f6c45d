//! What a pause of the game makes of a verdict.

use super::tone::Tone;
use crate::base::time::Time;
use crate::lab::metrics::reach::RECENT;
use crate::lab::panes::pane_view::PaneView;

/// How a pane stands to a pause of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The game is paused, and the loop obeys.
    Obeyed,
    /// It goes on, and the numbers of the last two seconds still hold what was paused.
    Over,
    /// The game is paused, and the loop does not ask.
    Ignored,
}

impl Pause {
    /// How `pane` stands at `now`; nothing where the game was not paused.
    pub fn of(pane: PaneView, now: Time) -> Option<Pause> {
        let history = pane.pane().history();
        match (pane.strategy().pauses, history.config_at(now).paused) {
            (true, true) => Some(Pause::Obeyed),
            (true, false) => history.was_paused(now - RECENT, now).then_some(Pause::Over),
            (false, true) => Some(Pause::Ignored),
            (false, false) => None,
        }
    }

    /// Puts it among the sentences of the verdict: a world that stands still on purpose is no fault.
    pub fn comes_into(self, said: &mut Vec<(Tone, String)>) {
        let (told, text) = match self {
            Pause::Obeyed => (0, "The game is paused: the loop goes on updating, by 0 s."),
            Pause::Over => (0, "The game was paused: its numbers of the last two seconds contain that."),
            Pause::Ignored => (1, "The game is paused, but the loop's article knows no pause: it goes on."),
        };
        said.truncate(told);
        said.push((Tone::Plain, text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::verdict;
    use super::*;
    use crate::base::time::Span;
    use crate::lab::panes::Lab;
    use crate::model::config::{Command, PaneSettings, SceneChoice, Settings};

    #[test]
    fn a_pane_says_how_it_stands_to_a_pause_and_for_how_long_its_numbers_hold_one() {
        let panes = ["clamped-accumulator", "variable-delta"].map(PaneSettings::new).to_vec();
        let settings = Settings { scene: SceneChoice::new("runner"), panes, ..Settings::default() };
        let mut lab = Lab::new(settings).expect("these settings are allowed");
        let said = |lab: &Lab| {
            [0, 1].map(|place| {
                let pane = &lab.panes()[place];
                let drawn = pane.strategy().presentation;
                verdict(PaneView::Now(pane), lab.settings().computer_of(place), drawn, lab.now()).text
            })
        };
        let mut wait = |lab: &mut Lab, seconds: f64, command: Option<Command>| {
            command.into_iter().for_each(|command| lab.command(command).expect("it is allowed"));
            lab.advance_to(lab.now() + Span::from_secs(seconds));
            said(lab)
        };
        let before = wait(&mut lab, 4.0, None);
        assert!(before.iter().all(|text| !text.contains("paused")), "{before:?}");
        let [obeying, ignoring] = wait(&mut lab, 1.0, Some(Command::Pause(true)));
        assert_eq!(obeying, "The game is paused: the loop goes on updating, by 0 s.");
        assert!(ignoring.starts_with("Right speed") && ignoring.ends_with("knows no pause: it goes on."), "{ignoring}");
        let [after, other] = wait(&mut lab, 1.5, Some(Command::Pause(false)));
        assert!(after.starts_with("The game was paused") && !other.contains("paused"), "{after} {other}");
        assert_eq!(wait(&mut lab, 1.0, None), before, "and then it is as if nothing had been");
    }
}
