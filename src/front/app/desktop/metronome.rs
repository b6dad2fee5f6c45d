//! The beat of the window where presenting a frame does not wait for the monitor.

/// Computes when the window's next frame begins: at once where presenting waits for the monitor, and at a steady beat
/// where it doesn't (a virtual monitor, say), so that no frame is drawn that is never shown.
#[derive(Debug, Default)]
pub struct Metronome {
    last: Option<f64>,
    /// The number of frames in a row that came earlier than the monitor could have shown them.
    early: u32,
    due: Option<f64>,
}

/// The number of early frames in a row after which presenting does not wait for the monitor.
const EARLY: u32 = 20;

impl Metronome {
    pub fn forget(&mut self) {
        (self.last, self.due) = (None, None);
    }

    /// Returns when the next frame begins after one that began at `began`, on a monitor of this `period`. All are in seconds.
    pub fn next(&mut self, began: f64, period: f64) -> f64 {
        let is_early = self.last.replace(began).is_some_and(|last| began - last < period * 0.9);
        if self.early < EARLY {
            self.early = if is_early { self.early + 1 } else { 0 };
            return began;
        }
        // The next beat follows from the last one, so that waking late does not add up; after a stall it follows from now.
        let beat = self.due.filter(|due| began - due < period).unwrap_or(began) + period;
        self.due = Some(beat);
        beat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_wait_for_the_monitor_follow_at_once_and_others_keep_a_beat() {
        let mut metronome = Metronome::default();
        for frame in 0..100 {
            let began = f64::from(frame) / 60.0 + 0.003 * f64::from(frame % 2);
            assert_eq!(metronome.next(began, 1.0 / 60.0), began, "jitter is not freedom");
        }
        let (mut metronome, mut began, mut beats) = (Metronome::default(), 0.0, Vec::new());
        for _ in 0..100 {
            // Each frame takes 2 ms, and each wait ends up to 1 ms late.
            let next = metronome.next(began, 1.0 / 60.0);
            beats.push(next);
            began = next.max(began + 0.002) + 0.001 * f64::from(beats.len() as u32 % 2);
        }
        assert!(beats[40..].windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 60.0).abs() < 1e-9));
    }
}
