//! What a script does next, in words.

use crate::base::time::Time;
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
    let words: Vec<String> = together.map(|timed| timed.command.in_words()).collect();
    Some(format!("At {} s: {}", Time::from_flicks(next.at_flicks).as_secs(), words.join("; ")))
}
