//! Logs that are known and not read: those of programs that watch a computer, which hold samples, some rows a second, and no frames;
//! that of Apple's Metal HUD; and counts of ticks.

use super::column_name::words;
use super::part::Refusal;
use super::table::Table;

/// The way to record frames, for the message of the refusal.
pub(super) const REMEDY: &str =
    "capture every frame, with PresentMon, CapFrameX, MangoHud (log_interval=0) or the probe of docs/captures.md";

/// The units of sensors, as they are written at the end of names.
const UNITS: [&str; 9] = ["[%]", "[mhz]", "[w]", "[v]", "[rpm]", "[mib]", "[mb]", "[a]", "c]"];
/// The words in the names of columns that count ticks.
const TICKS: [&str; 5] = ["tick", "ticks", "100ns", "qpc", "hns"];
/// The least number of sensor columns in a log of sensors.
const FEWEST_SENSORS: usize = 2;

/// Returns the refusal of a log of samples or of Apple's Metal HUD; `None` for other tables.
pub(super) fn refusal(table: &Table) -> Option<Refusal> {
    if table.preface.iter().any(|(_, line)| line.contains("metal-HUD:")) {
        let why = "is a log of Apple's Metal HUD, whose lines overlap and have other fields in each version, so it is not read";
        return Some((0, format!("{why}: write the moments of the frames with the probe of docs/captures.md")));
    }
    let has = |begin: &str| table.names.iter().any(|name| name.to_ascii_lowercase().starts_with(begin));
    let is_sensor = |name: &&String| UNITS.iter().any(|unit| name.to_lowercase().ends_with(unit));
    let writer = if table.preface.iter().any(|(_, line)| line.contains("Hardware monitoring log")) {
        "MSI Afterburner"
    } else if has("utilization.") || has("clocks.") || has("pci.bus") || has("temperature.gpu") {
        "nvidia-smi"
    } else if table.names.iter().filter(is_sensor).count() >= FEWEST_SENSORS {
        "HWiNFO or another program that reads sensors"
    } else {
        return None;
    };
    Some((0, format!("is a log of {writer}: it holds samples, some a second, and not frames: {REMEDY}")))
}

/// Returns the refusal of a table whose columns have no time, but ticks; `None` if none of the names says so. `are_lengths` says that
/// the ticks do not rise from row to row, so that they are lengths of frames and no moments.
pub(super) fn refusal_of_ticks<'a>(mut names: impl Iterator<Item = &'a str>, are_lengths: bool) -> Option<Refusal> {
    let are_ticks = |name: &&str| words(name).iter().any(|word| TICKS.contains(&&**word));
    let name = names.find(are_ticks)?;
    let why = format!("has ticks ({name}) and not how long one lasts");
    let better = if are_lengths { "frametime_ms" } else { "flip_ms" };
    Some((
        0,
        format!("{why}: divide them by the ticks of a millisecond, 10000 if one lasts 100 ns, and call the column {better}"),
    ))
}
