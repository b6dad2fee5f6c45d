//! Measurements on the real clock, as the window shows them.

use crate::lab::real::measurement::Measurement;
use crate::lab::real::{Comparison, Numbers, Spread};
use crate::studio::session::host::NO_REAL_CLOCK;
use crate::studio::session::{ComparedNumber, ComparedPane, MeasurementProgress, Session};

/// Starts to measure every pane with its present settings.
///
/// # Errors
/// If there is no real clock, or the settings are not allowed on it; in one line.
pub fn start(session: &Session, seconds: f64) -> Result<Measurement, String> {
    // A browser gives a page no exact clock and no threads. The first test keeps the real clock out of the page's file.
    if cfg!(target_arch = "wasm32") || !session.host().real_clock {
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
    let (p, m) = (Numbers::of(&comparison.predicted), Numbers::of(&comparison.measured));
    let pair = |name, unit, digits, predicted, measured| ComparedNumber { name, unit, digits, predicted, measured };
    let times = |value: Option<f64>, factor: f64| value.map(|value| value * factor);
    ComparedPane {
        strategy: comparison.strategy.clone(),
        numbers: vec![
            pair("Mean FPS", "FPS", 2, p.fps_mean, m.fps_mean),
            pair("Speed", "%", 2, times(p.speed_ratio, 100.0), times(m.speed_ratio, 100.0)),
            pair("Animation error, mean", "ms", 3, p.animation_error_mean_ms, m.animation_error_mean_ms),
            pair("State age, mean", "ms", 2, p.state_age_mean_ms, m.state_age_mean_ms),
            pair("Largest step", "ms", 2, times(p.dt_max_s, 1000.0), times(m.dt_max_s, 1000.0)),
            pair("Updates a second", "", 2, p.updates_per_s, m.updates_per_s),
            pair("Busy", "%", 1, p.busy_percent, m.busy_percent),
        ],
        late_ms: comparison.lateness.all.as_ref().map(|late| (late.p50_ms, late.p95_ms)),
        gpu_late_ms: comparison.lateness.gpu.as_ref().map(|late| (late.p50_ms, late.p95_ms)),
        fits: comparison.lateness.all.as_ref().map(Spread::fitting_options),
        cut_off: comparison.cut_off,
    }
}
