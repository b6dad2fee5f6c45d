//! Verdicts on panes whose game is paused.

use super::verdict;
use crate::base::time::Span;
use crate::lab::panes::Lab;
use crate::model::config::{Command, PaneSettings, Patch, SettingPath, Settings, WorldChoice};

#[test]
fn a_pane_says_how_it_stands_to_a_pause_and_for_how_long_its_numbers_hold_one() {
    let panes = ["clamped-accumulator", "variable-delta"].map(PaneSettings::new).to_vec();
    let settings = Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() };
    let mut lab = Lab::new(settings).expect("these settings are allowed");
    let said = |lab: &Lab| [0, 1].map(|place| verdict(lab.panes()[place].seen_at(lab.now()), None).text);
    let wait = |lab: &mut Lab, seconds: f64, command: Option<Command>| {
        if let Some(command) = command {
            lab.command(command).expect("it is allowed");
        }
        lab.advance_to(lab.now() + Span::from_secs(seconds));
        said(lab)
    };
    let before = wait(&mut lab, 4.0, None);
    assert!(before.iter().all(|text| !text.contains("paused")), "{before:?}");
    let [obeying, ignoring] = wait(&mut lab, 1.0, Some(Command::Set(Patch::one(SettingPath::Paused, true))));
    assert_eq!(obeying, "The game is paused: the loop goes on updating, by 0 s.");
    assert_eq!(ignoring, "The game is paused, but the loop's article knows no pause: it goes on.", "before that all is well");
    let [after, other] = wait(&mut lab, 1.5, Some(Command::Set(Patch::one(SettingPath::Paused, false))));
    assert!(after.starts_with("The game was paused") && !other.contains("paused"), "{after} {other}");
    let [obeyed, ignored] = wait(&mut lab, 1.0, None);
    assert!(obeyed.starts_with("Right speed, but 1017 ms behind the clock"), "that second was not simulated: {obeyed}");
    assert_eq!(ignored, before[1], "and then it is as if nothing had been");
}
