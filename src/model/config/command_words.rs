//! A command in a few words.

use super::command::Command;
use super::computer::ComputerChange;
use super::pane_letter::PaneLetter;
use super::settings::HitchOn;

impl Command {
    /// What it does, in a few words: `render 40 ms`, `B: semi-fixed`, `C is closed`.
    pub fn in_words(&self) -> String {
        match self {
            Command::Computer(change) => changes(change),
            Command::PaneComputer { pane, computer: Some(change) } => format!("{}: {}", PaneLetter(*pane), changes(change)),
            Command::PaneComputer { pane, computer: None } => format!("{}: the shared computer", PaneLetter(*pane)),
            Command::Strategy { pane, strategy } => format!("{}: {strategy}", PaneLetter(*pane)),
            Command::Param { pane, name, value } => format!("{}: {name} = {value}", PaneLetter(*pane)),
            Command::Presentation { pane, presentation } => {
                format!("{}: drawn {}", PaneLetter(*pane), presentation.map_or("as published", |drawn| drawn.id()))
            }
            Command::Pause(true) => "the game is paused".to_owned(),
            Command::Pause(false) => "the game goes on".to_owned(),
            Command::Tap => "an input for every pane".to_owned(),
            Command::Steer(pedals) => pedals.in_words(),
            Command::SceneOption { name, value } => format!("{name} = {value}"),
            Command::Hitch { ms, on: HitchOn::Render } => format!("a stall of {ms} ms"),
            Command::Hitch { ms, on } => format!("a stall of {ms} ms on the {}", on.in_words()),
            Command::AddPane(pane) => format!("one more pane: {}", pane.strategy),
            Command::ClosePane { pane } => format!("{} is closed", PaneLetter(*pane)),
            Command::SwapPanes { a, b } => format!("{} and {} change places", PaneLetter(*a), PaneLetter(*b)),
        }
    }
}

fn changes(change: &ComputerChange) -> String {
    let words = change.in_words();
    if words.is_empty() { "its own computer".to_owned() } else { words.join(", ") }
}
