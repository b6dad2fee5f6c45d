//! What a script does next, in words.

use crate::base::time::Time;
use crate::studio::session::Session;

/// The script's next command, if one is to come.
pub fn in_words(session: &Session) -> Option<String> {
    let lab = session.lab();
    // In the past, what followed then.
    let next = match session.playhead() {
        Some(playhead) => lab.script().commands().iter().find(|logged| logged.at_flicks > playhead.at.flicks()),
        None => lab.next_scripted(),
    }?;
    Some(format!("At {} s: {}", Time::from_flicks(next.at_flicks).as_secs(), next.command.in_words()))
}
