//! Any way of looking at panes, for property tests.

use proptest::prelude::*;
use tickscope::studio::view::{CameraView, Counted, Instrument, Plot, View};
use tickscope_core::lab::panes::seen::Reference;

/// Generates any way of looking at panes that is allowed.
pub fn view() -> impl Strategy<Value = View> {
    let instruments =
        [None, Some(Instrument::Timeline), Some(Instrument::Plots), Some(Instrument::Table), Some(Instrument::Code)];
    let plot = || prop::sample::select(Plot::ALL.to_vec());
    let shown = (
        (prop::sample::select(instruments.to_vec()), 120.0..2000.0_f64, [plot(), plot()]),
        prop::sample::select(vec![Counted::Recent, Counted::Whole]),
    );
    (any::<[bool; 11]>(), shown, (0.1..20.0_f64, 0.1..20_000.0_f64, 0.5..2.5_f64), (0.1..20.0_f64, -5.0..5.0_f64, -5.0..5.0_f64))
        .prop_map(
            |(flags, ((instrument, instrument_height, plots), counted), (plots_s, timeline_ms, pulse_size), (zoom, x, y))| {
                let [numbers, trails, ghosts, lateness, readouts, pursuit, whole_pixels, inputs, code, one_stage, pulse] = flags;
                let reference = if one_stage { Reference::SimulatedTime } else { Reference::RealTime };
                let camera = CameraView { zoom, x, y };
                View {
                    numbers,
                    trails,
                    ghosts,
                    reference,
                    one_stage,
                    lateness,
                    pulse,
                    readouts,
                    pursuit,
                    whole_pixels,
                    camera,
                    inputs,
                    instrument,
                    instrument_height,
                    timeline_ms,
                    pulse_size,
                    code,
                    plots,
                    plots_s,
                    counted,
                }
            },
        )
}
