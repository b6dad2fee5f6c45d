//! What a script does next, in words.

use crate::base::time::Time;
use crate::model::config::{Command, ComputerChange, HitchOn};
use crate::studio::session::Session;

/// Every command of the script's next moment, if one is to come.
pub fn in_words(session: &Session) -> Option<String> {
    let lab = session.lab();
    // In the past, what followed then.
    let next = match session.playhead() {
        Some(playhead) => lab.script().commands().iter().find(|logged| logged.at_flicks > playhead.at.flicks()),
        None => lab.next_scripted(),
    }?;
    // Several may have the same moment.
    let together = lab.script().commands().iter().filter(|timed| timed.at_flicks == next.at_flicks);
    let words: Vec<String> = together.map(|timed| command_in_words(&timed.command)).collect();
    Some(format!("At {} s: {}", Time::from_flicks(next.at_flicks).as_secs(), words.join("; ")))
}

fn command_in_words(command: &Command) -> String {
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
        Command::Pause(true) => "the game is paused".to_owned(),
        Command::Pause(false) => "the game goes on".to_owned(),
        Command::Tap => "an input for every pane".to_owned(),
        Command::Steer(pedals) => pedals.in_words(),
        Command::SceneOption { name, value } => format!("{name} = {value}"),
        Command::Hitch { ms, on: HitchOn::Render } => format!("a stall of {ms} ms"),
        Command::Hitch { ms, on } => format!("a stall of {ms} ms on the {}", on.in_words()),
        Command::AddPane(pane) => format!("one more pane: {}", pane.strategy),
        Command::ClosePane { pane } => format!("{} is closed", letter(pane)),
        Command::SwapPanes { a, b } => format!("{} and {} change places", letter(a), letter(b)),
    }
}

fn changes(change: &ComputerChange) -> String {
    let words = change.in_words();
    if words.is_empty() { "its own computer".to_owned() } else { words.join(", ") }
}
