//! The limits of a scenario. Reading and opening a scenario takes a moment: a scenario that would take minutes is refused here,
//! before it is read or opened.

use super::definition::Caption;
use super::key_path::{KeyPathPart, Refused};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Time};
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::patch::{Owner, SettingPath};
use tickscope_core::model::config::script::AT_S;
use tickscope_core::model::config::settings::{PlannedStall, Settings, WorldChoice};
use tickscope_core::model::worlds::crowd;

/// The largest number of letters in a name, which the window shows.
const NAME: usize = 500;
/// The largest number of letters in a text, which the window shows.
const ABOUT: usize = 20_000;
/// The largest number of captions.
const CAPTIONS: usize = 200;
/// The largest number of letters in a caption, which a person has to read while it is shown.
const CAPTION: usize = 200;
/// The largest product of the number of steps and the number of stalls and recorded drive changes, because each step is compared
/// with all of these.
const COMPARISONS: usize = 30_000_000;
/// The span, in flicks, over which `COMMANDS` and `BODIES` are counted.
const AT_ONCE: i64 = FLICKS_PER_SECOND / 10;
/// The most commands in a span. A person who drags sliders while the laboratory stands still gives thousands.
const COMMANDS: usize = 50_000;
/// The most bodies of the panes that are added in a span.
const BODIES: u64 = 2_000_000;
/// The largest number of changes of loops' texts: it takes some hundredths of a second to read and start each of them.
const TEXTS: usize = 100;

/// Checks that a scenario is short enough to be read and shown in a moment: `name` and `about` have few letters, and it takes few
/// comparisons to compare all `steps` with all `hitches` and drive changes of the `scene`.
pub fn check_length(
    (name, about): (&str, &str),
    (hitches, scene, steps): (&[PlannedStall], &WorldChoice, usize),
) -> Result<(), Refused> {
    let key = |key: &'static str, invalid: Invalid| (vec![KeyPathPart::Key(key)], invalid);
    for (what, text, most) in [("name", name, NAME), ("about", about, ABOUT)] {
        let letters = text.chars().count();
        if letters > most {
            return Err(key(what, Invalid::new(what, format!("{letters} letters"), format!("at most {most} letters"))));
        }
    }
    let compared = steps.saturating_mul(1 + hitches.len() + scene.strokes.len());
    if compared > COMPARISONS {
        let stalls = format!("{steps} steps with {} stalls and changes of a recorded drive", hitches.len() + scene.strokes.len());
        return Err(key("at", Invalid::new("at", stalls, "less of one of them: this would take minutes to open")));
    }
    Ok(())
}

/// Checks that the texts of loops that `commands` set can be read in a moment, before any of them is read.
pub fn check_texts(commands: &[TimedCommand]) -> Result<(), Invalid> {
    let is_text = |path: &SettingPath| path.owner == Owner::Loops;
    let texts = |timed: &TimedCommand| {
        if let Command::Set(patch) = &timed.command { patch.paths().filter(|p| is_text(p)).count() } else { 0 }
    };
    let texts: usize = commands.iter().map(texts).sum();
    let allowed = || format!("at most {TEXTS}: each takes a moment to read");
    if texts > TEXTS { Err(Invalid::new("loops", format!("{texts} changes of texts"), allowed())) } else { Ok(()) }
}

/// Checks that there are not too many captions, and that each has a text and a length.
pub fn check_captions(captions: &[Caption]) -> Result<(), Refused> {
    if captions.len() > CAPTIONS {
        let allowed = format!("at most {CAPTIONS}");
        return Err((vec![KeyPathPart::Key("captions")], Invalid::new("captions", captions.len(), allowed)));
    }
    for (number, caption) in captions.iter().enumerate() {
        let refuse = |invalid| (vec![KeyPathPart::Key("captions"), KeyPathPart::Item(number)], invalid);
        for at in [caption.from, caption.to] {
            AT_S.check_number(at).map_err(refuse)?;
        }
        if caption.from >= caption.to {
            return Err(refuse(Invalid::new("to", caption.to, format!("later than from, which is {}", caption.from))));
        }
        let letters = caption.text.chars().count();
        if letters == 0 || letters > CAPTION {
            return Err(refuse(Invalid::new("text", format!("{letters} letters"), format!("1 to {CAPTION} letters"))));
        }
    }
    Ok(())
}

/// Checks that the commands within any span can be applied in a moment; `commands` are in the order of their moments.
pub fn check_moments(settings: &Settings, commands: &[TimedCommand]) -> Result<(), Invalid> {
    let bodies = bodies(&settings.scene);
    let adds = |timed: &TimedCommand| u64::from(matches!(timed.command, Command::AddPane(_)));
    let seconds = |timed: &TimedCommand| Time::from_flicks(timed.at_flicks).as_secs();
    let (mut first, mut added) = (0, 0);
    for (number, timed) in commands.iter().enumerate() {
        added += adds(timed);
        while commands[first].at_flicks < timed.at_flicks - AT_ONCE {
            added -= adds(&commands[first]);
            first += 1;
        }
        let at_once = number + 1 - first;
        if at_once > COMMANDS {
            let what = format!("{at_once} changes within a tenth of a second, at {} s", seconds(timed));
            return Err(Invalid::new("changes", what, format!("at most {COMMANDS}")));
        }
        if added * bodies > BODIES {
            let what = format!("{added} panes of {bodies} bodies at {} s", seconds(timed));
            return Err(Invalid::new("add", what, format!("at most {BODIES} bodies at once")));
        }
    }
    Ok(())
}

/// Returns the largest number of bodies that a world can have: the number that an option sets in the crowd, and a few dozen in
/// all other worlds.
pub(super) fn bodies(scene: &WorldChoice) -> u64 {
    let set = (scene.id == crowd::KIND.id).then(|| scene.options.count(&crowd::BODIES));
    set.and_then(|bodies| u64::try_from(bodies).ok()).unwrap_or(100)
}
