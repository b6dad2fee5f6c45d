//! Measurements on the real clock, as the window shows them.

use crate::lab::real::measurement::Measurement;
use crate::lab::real::{ComparedMetrics, Comparison, Spread};
use crate::studio::session::host::NO_REAL_CLOCK;
use crate::studio::session::{ComparedNumber, ComparedPane, MeasurementProgress, Session};

/// Starts to measure every pane with its present settings.
///
/// # Errors
/// If there is no real clock, or the settings are not allowed on it; in one line.
pub fn start(session: &Session, seconds: f64) -> Result<Measurement, String> {
    // A browser gives a page no exact clock and no threads. The first test keeps the real clock out of the page's file.
    if cfg!(target_arch = "wasm32") || !session.window().host().real_clock {
        return Err(NO_REAL_CLOCK.to_owned());
    }
    Measurement::start(&session.lab().settings().into(), seconds).map_err(|error| error.to_string())
}

/// Returns what the window shows of a measurement.
pub fn progress(measurement: &mut Measurement) -> MeasurementProgress {
    MeasurementProgress {
        finished: measurement.poll(),
        of: measurement.panes(),
        failure: measurement.failure().map(ToString::to_string),
        panes: measurement.done().iter().map(compared).collect(),
    }
}

fn compared(comparison: &Comparison) -> ComparedPane {
    let (predicted, measured) = (ComparedMetrics::of(&comparison.predicted), ComparedMetrics::of(&comparison.measured));
    let pair = |name, unit, digits, id, scale: f64| {
        let number = |side: &ComparedMetrics| side.number(id).map(|value| value * scale);
        ComparedNumber { name, unit, digits, predicted: number(&predicted), measured: number(&measured) }
    };
    ComparedPane {
        strategy: comparison.strategy.clone(),
        numbers: vec![
            pair("Mean FPS", "FPS", 2, "fps_mean", 1.0),
            pair("Speed", "%", 2, "speed_ratio", 100.0),
            pair("Animation error, mean", "ms", 3, "animation_error_mean_ms", 1.0),
            pair("State age, mean", "ms", 2, "state_age_mean_ms", 1.0),
            pair("Largest step", "ms", 2, "dt_max_s", 1000.0),
            pair("Updates a second", "", 2, "updates_per_s", 1.0),
            pair("Busy", "%", 1, "busy_percent", 1.0),
        ],
        late_ms: comparison.lateness.all.as_ref().map(|late| (late.p50_ms, late.p95_ms)),
        gpu_late_ms: comparison.lateness.gpu.as_ref().map(|late| (late.p50_ms, late.p95_ms)),
        fits: comparison.lateness.all.as_ref().map(Spread::fitting_options),
        cut_off: comparison.cut_off,
    }
}
