//! Named computers, to choose from a list.

use super::computer::Computer;

/// A named computer.
pub struct Preset {
    pub name: &'static str,
    /// One sentence about the preset.
    pub about: &'static str,
    pub make: fn() -> Computer,
}

/// The presets. Each is a whole computer with its loads and its display, so that choosing a preset replaces every setting.
pub const ALL: &[Preset] = &[
    Preset {
        name: "Ideal",
        about: "5 ms to draw at 60 Hz. Clock, scheduler and wake-ups are perfect, render returns when its frame is shown, and \
                input is read before every update.",
        make: Computer::default,
    },
    Preset {
        name: "Ordinary PC",
        about: "5 ms to draw. The driver lets the CPU run two frames ahead of a display of 59.95 Hz, every wait ends 0.06 to \
                0.1 ms late, and one in 50 much later, by 2.5 ms in the mean, as measured; the loop starts 0.5 ms after a \
                refresh (at the next restart).",
        make: || Computer::default().ordinary_pc(),
    },
    Preset {
        name: "Slow laptop",
        about: "28 ms to draw, 2 ms to update, sleeps by the millisecond, wakes late.",
        make: slow_laptop,
    },
    Preset { name: "Noisy phone", about: "10 to 40 ms to draw, never the same twice.", make: noisy_phone },
    Preset {
        name: "Old Windows, 15.6 ms",
        about: "5 ms to draw. Clock and scheduler tick 64 times a second (GetTickCount, Sleep).",
        make: || ticking(15.625),
    },
    Preset {
        name: "Windows 95, 55 ms",
        about: "5 ms to draw. The clock ticks 18.2 times a second; sleeps end with its ticks.",
        make: || ticking(55.0),
    },
    Preset { name: "Fast PC, 240 Hz", about: "1.5 ms to draw on a 240 Hz display.", make: fast_pc },
];

/// Names `computer`: by the preset that is equal to it, by a preset and "other loads" if only the loads differ, or else `custom`.
pub fn name_of(computer: &Computer) -> String {
    let mut only_loads = None;
    for Preset { name, make, .. } in ALL {
        let preset = make();
        if preset == *computer {
            return (*name).to_owned();
        }
        only_loads = only_loads.or((preset.with_loads_of(computer) == *computer).then_some(name));
    }
    only_loads.map_or("custom".to_owned(), |name| format!("{name}, other loads"))
}

fn wakes(wake_hi_ms: f64) -> Computer {
    Computer { wake_hi_ms, start_ms: 0.5, ..Computer::default() }
}

/// Returns a computer whose clock and scheduler have this granularity.
fn ticking(ms: f64) -> Computer {
    Computer { timer_ms: ms, sleep_ms: ms, ..Computer::default() }
}

/// Returns a fast computer with a 240 Hz display.
pub fn fast_pc() -> Computer {
    Computer { render_ms: 1.5, update_ms: 0.1, refresh_hz: 240.0, ..wakes(0.2) }
}

/// Returns a computer that needs longer than a refresh of 60 Hz for a frame.
pub fn slow_laptop() -> Computer {
    Computer { render_ms: 28.0, update_ms: 2.0, timer_ms: 1.0, sleep_ms: 1.0, ..wakes(2.0) }
}

/// Returns a computer whose render load changes with every frame.
pub fn noisy_phone() -> Computer {
    Computer { render_ms: 0.0, noise_lo_ms: 10.0, noise_hi_ms: 40.0, update_ms: 1.0, ..wakes(2.0) }
}

#[cfg(test)]
mod tests {
    use crate::model::config::presets::*;

    #[test]
    fn every_preset_is_allowed_differs_from_the_others_and_is_called_by_its_name() {
        let made: Vec<Computer> = ALL.iter().map(|preset| (preset.make)()).collect();
        for (index, computer) in made.iter().enumerate() {
            assert!(computer.check().is_ok(), "{}", ALL[index].name);
            assert!(!made[..index].contains(computer), "{}", ALL[index].name);
            assert_eq!(name_of(computer), ALL[index].name);
        }
    }

    #[test]
    fn a_computer_that_is_no_preset_is_not_called_one() {
        assert_eq!(name_of(&Computer { render_ms: 33.0, ..Computer::default() }), "Ideal, other loads");
        assert_eq!(name_of(&Computer { gpu_ms: 3.0, ..fast_pc() }), "Fast PC, 240 Hz, other loads");
        assert_eq!(name_of(&Computer { render_ms: 33.0, timer_ms: 3.0, ..Computer::default() }), "custom");
    }

    #[test]
    fn from_an_ordinary_pc_back_to_an_ideal_one_nothing_of_it_is_left() {
        let usual = Computer { update_ms: 2.0, ..Computer::default() };
        assert_eq!(usual.ordinary_pc().ideal(), usual);
        assert_eq!(usual.ordinary_pc().ordinary_pc(), usual.ordinary_pc(), "it is found again as the preset that it is");
        let display = Computer { vrr: true, gpu_ms: 3.0, refresh_hz: 144.0, ..Computer::default() };
        assert_eq!(display.ideal(), display, "it keeps the display and the loads");
    }
}
