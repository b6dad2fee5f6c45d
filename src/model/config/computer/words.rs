//! A computer in words: what an operation costs and how the display goes, and then whatever is not as usual.

use super::fields::{Computer, ComputerChange};
use super::pattern::Pattern;

impl Computer {
    /// The loads and the display, then every setting that differs from its default, each in a few words.
    ///
    /// ```
    /// use tickscope::model::config::Computer;
    ///
    /// let computer = Computer { timer_ms: 10.0, ..Computer::default() };
    /// assert_eq!(computer.in_words(), ["render 5 ms", "update 0 ms", "60 Hz, vsync", "timer 10 ms"]);
    /// ```
    pub fn in_words(&self) -> Vec<String> {
        let said = ComputerChange::from(self.clone());
        let only = |change: ComputerChange| change.in_words().join(", ");
        // Noise replaces the load, spikes add to it.
        let noisy = |pattern: Pattern| matches!(pattern, Pattern::Noise(_));
        let render = ComputerChange {
            render_ms: said.render_ms.filter(|_| !noisy(self.pattern)),
            pattern: said.pattern.filter(|pattern| !pattern.is_constant()),
            ..ComputerChange::default()
        };
        let update = ComputerChange {
            update_ms: said.update_ms.filter(|_| !noisy(self.update_pattern)),
            update_pattern: said.update_pattern.filter(|pattern| !pattern.is_constant()),
            ..ComputerChange::default()
        };
        let varies = self.vrr.rates().is_some();
        let display = ComputerChange {
            refresh_hz: said.refresh_hz.filter(|_| !varies),
            present: said.present,
            vrr: said.vrr.filter(|_| varies),
            ..ComputerChange::default()
        };
        let rest = ComputerChange {
            update_ms: None,
            render_ms: None,
            pattern: None,
            update_pattern: None,
            refresh_hz: None,
            present: None,
            vrr: None,
            ..said.without_unchanged(&Computer::default())
        };
        [render, update, display].map(only).into_iter().chain(rest.in_words()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::Bounds;
    use super::super::display::Present;
    use super::*;

    #[test]
    fn a_load_with_a_pattern_is_told_as_it_is_and_nothing_unusual_is_left_out() {
        let noise = Pattern::Noise(Bounds { lo_ms: 10.0, hi_ms: 40.0 });
        let computer = Computer {
            pattern: noise,
            update_ms: 2.0,
            update_pattern: Pattern::Spikes { every: 20, ms: 50.0 },
            present: Present::Mailbox,
            wake_ms: Bounds { lo_ms: 0.0, hi_ms: 1.0 },
            largest_step: true,
            ..Computer::default()
        };
        let words = ["render 10–40 ms", "update 2 ms, +50 ms every 20 updates", "60 Hz, no vsync", "waking 0–1 ms late"];
        assert_eq!(computer.in_words()[..4], words);
        assert_eq!(computer.in_words()[4..], ["always the largest step"]);
    }
}
