//! The loads of a computer, each of which can be a cause and can be made cheaper.

use crate::base::numbers::three_digits;
use crate::model::config::computer::{Computer, PlayLoad, in_order};
use crate::model::config::settings::Settings;

#[derive(Clone, Copy)]
pub struct Load {
    pub value: fn(&Computer) -> f64,
    /// Lowers the load to at most this value.
    limit: fn(&mut Computer, f64),
    /// The least allowed value.
    pub least: f64,
    /// Returns the name of the load as a cause.
    pub named: fn(&Computer) -> String,
    /// Describes a computer with at most this load.
    pub cheaper: fn(&Computer, f64) -> String,
    /// Whether other operations can take over this work, so that a cure may lower the load to a small part of it.
    pub is_uneven: bool,
}

/// All loads, in the order in which sentences name them.
pub static LOADS: [Load; 9] = [
    Load {
        value: |computer| computer.spike_ms,
        limit: |computer, most| computer.spike_ms = most,
        least: 0.0,
        named: |computer| format!("{} more every {} frames", ms(computer.spike_ms), computer.spike_every),
        cheaper: |_, most| format!("with spikes of at most {}, and the rest spread over other frames", ms(most)),
        is_uneven: true,
    },
    Load {
        value: |computer| computer.update_spike_ms,
        limit: |computer, most| computer.update_spike_ms = most,
        least: 0.0,
        named: |computer| format!("{} more every {} updates", ms(computer.update_spike_ms), computer.update_spike_every),
        cheaper: |_, most| format!("with spikes of at most {}, and the rest spread over other updates", ms(most)),
        is_uneven: true,
    },
    Load {
        value: |computer| computer.noise_lo_ms.max(computer.noise_hi_ms),
        limit: |computer, most| {
            (computer.noise_lo_ms, computer.noise_hi_ms) = (computer.noise_lo_ms.min(most), computer.noise_hi_ms.min(most));
        },
        least: 0.0,
        named: |computer| range(computer.render_ms, (computer.noise_lo_ms, computer.noise_hi_ms), "frames"),
        cheaper: |computer, most| format!("with frames of at most {}", ms(computer.render_ms + most)),
        is_uneven: true,
    },
    Load {
        value: |computer| computer.update_noise_lo_ms.max(computer.update_noise_hi_ms),
        limit: |computer, most| {
            let Computer { update_noise_lo_ms: lo, update_noise_hi_ms: hi, .. } = computer;
            (*lo, *hi) = (lo.min(most), hi.min(most));
        },
        least: 0.0,
        named: |computer| range(computer.update_ms, (computer.update_noise_lo_ms, computer.update_noise_hi_ms), "updates"),
        cheaper: |computer, most| format!("with updates of at most {}", ms(computer.update_ms + most)),
        is_uneven: true,
    },
    Load {
        value: |computer| computer.update_ms,
        limit: |computer, most| computer.update_ms = most,
        least: 0.0,
        named: |computer| format!("updates of {}", ms(computer.update_ms)),
        cheaper: |_, most| format!("with updates of at most {}", ms(most)),
        is_uneven: false,
    },
    Load {
        value: |computer| computer.gpu_ms,
        limit: |computer, most| computer.gpu_ms = most,
        least: 0.0,
        named: |computer| match computer.queue {
            0 => format!("the GPU's {} a frame, for which the CPU waits", ms(computer.gpu_ms)),
            _ => format!("the GPU's {} a frame", ms(computer.gpu_ms)),
        },
        cheaper: |_, most| format!("with GPU work of at most {}", ms(most)),
        is_uneven: false,
    },
    Load {
        value: |computer| computer.render_ms,
        limit: |computer, most| computer.render_ms = most,
        least: Computer::LOAD_SCALE_MS.0,
        named: |computer| format!("frames of {}", ms(computer.render_ms)),
        cheaper: |_, most| format!("with frames of at most {}", ms(most)),
        is_uneven: false,
    },
    Load {
        value: |computer| computer.update_us_per_body,
        limit: |computer, most| computer.update_us_per_body = most,
        least: 0.0,
        named: |computer| format!("{} µs an update for each body", three_digits(computer.update_us_per_body)),
        cheaper: |_, most| format!("with bodies that cost an update at most {} µs each", three_digits(most)),
        is_uneven: false,
    },
    Load {
        value: |computer| computer.render_us_per_body,
        limit: |computer, most| computer.render_us_per_body = most,
        least: 0.0,
        named: |computer| format!("{} µs a frame for each body", three_digits(computer.render_us_per_body)),
        cheaper: |_, most| format!("with bodies that cost a frame at most {} µs each", three_digits(most)),
        is_uneven: false,
    },
];

impl Load {
    /// Returns the settings of one pane with a load of at most `most`.
    pub fn limited(&self, settings: &Settings, most: f64) -> Settings {
        let mut changed = settings.clone();
        (self.limit)(&mut changed.computer, most);
        changed
    }

    /// Returns the values of this load with which a turn of one update and one frame takes whole refreshes, in order; empty for a load
    /// that not every turn has, or on a display without ticks.
    pub fn that_fill_refreshes(&self, settings: &Settings) -> Vec<f64> {
        let computer = &settings.computer;
        let work = |computer: &Computer| {
            let of_gpu = if computer.queue == 0 { computer.gpu_ms } else { 0.0 };
            computer.mean_render_ms() + computer.mean_update_ms() + of_gpu
        };
        let (now, all) = ((self.value)(computer), work(computer));
        let rest = work(&self.limited(settings, self.least).computer) - self.least;
        let is_in_each_turn = !self.is_uneven && (all - rest - now).abs() < 1e-9;
        if computer.variable_hz().is_some() || !is_in_each_turn {
            return Vec::new();
        }
        let refresh = 1000.0 / computer.refresh_hz;
        (1..=(all / refresh) as u32).map(|count| f64::from(count) * refresh - rest).collect()
    }

    /// Returns the settings of one pane with every load at its least value.
    pub fn without_any(settings: &Settings) -> Settings {
        let mut free = settings.clone();
        let computer = &mut free.computer;
        computer.play_load = PlayLoad::Off;
        for load in &LOADS {
            let least = load.least.min((load.value)(computer));
            (load.limit)(computer, least);
        }
        free
    }
}

/// Describes the range of a load to which `noise` adds a random time between its two numbers, in ms.
fn range(load_ms: f64, noise: (f64, f64), of: &str) -> String {
    let (lo, hi) = in_order(noise.0, noise.1);
    format!("{of} of {} to {}", three_digits(load_ms + lo), ms(load_ms + hi))
}

pub(super) fn ms(number: f64) -> String {
    three_digits(number) + " ms"
}
