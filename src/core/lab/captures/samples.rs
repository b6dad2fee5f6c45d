//! Logs of programs that watch a computer: they hold samples, some rows a second, and no frames.

use super::part::Refusal;
use super::table::Table;

/// The way to record frames, for the message of the refusal.
pub(super) const REMEDY: &str =
    "capture every frame, with PresentMon, CapFrameX, MangoHud (log_interval=0) or the probe of docs/captures.md";

/// The units of sensors, as they are written at the end of names.
const UNITS: [&str; 9] = ["[%]", "[mhz]", "[w]", "[v]", "[rpm]", "[mib]", "[mb]", "[a]", "c]"];
/// The least number of sensor columns in a log of sensors.
const FEWEST_SENSORS: usize = 2;

/// Returns the refusal of a log of samples; `None` for other tables.
pub(super) fn refusal(table: &Table) -> Option<Refusal> {
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
