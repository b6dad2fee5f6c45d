//! How far one frame of the window may simulate: as far as takes about a tenth of a second on this computer, by what the
//! last frame took. So the window answers however expensive the panes are; only laboratory time is slower then.

/// How long a frame simulates at most, by what is known, in seconds.
const LONGEST: f64 = 0.1;
/// How far the first frame of a run goes, of whose cost nothing is known, in seconds of laboratory time …
const FIRST: f64 = 0.004;
/// … and by how many times the next one may go further.
const GROWTH: f64 = 8.0;
/// However expensive they are, the panes come on.
const LEAST: f64 = 1e-5;

/// Seconds of laboratory time, and what they have cost.
#[derive(Debug, Default)]
pub struct Effort {
    /// How far the next frame may advance; without a limit while no frame cost is known.
    most: Option<f64>,
    /// How far the last frame went, until its cost is told.
    moved: f64,
}

impl Effort {
    /// Other panes run: nothing is known of their cost.
    pub fn forget(&mut self) {
        *self = Effort { most: self.most.map(|_| FIRST), moved: 0.0 };
    }

    /// How far the next frame goes that is to go `seconds`.
    pub fn go(&mut self, seconds: f64) -> f64 {
        self.moved = self.most.map_or(seconds, |most| seconds.min(most));
        self.moved
    }

    /// It took so long to simulate that, in seconds.
    pub fn took(&mut self, seconds: f64) {
        let moved = std::mem::take(&mut self.moved);
        if moved > 0.0 {
            let affordable = moved * LONGEST / seconds.max(1e-9);
            self.most = Some(affordable.min(moved.max(FIRST) * GROWTH).max(LEAST));
        } else {
            self.most = self.most.or(Some(FIRST));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames that are to go a sixtieth of a second, each second of which costs `cost` seconds: how far they went.
    fn frames(effort: &mut Effort, count: usize, cost: f64) -> Vec<f64> {
        let mut frame = || {
            let went = effort.go(1.0 / 60.0);
            effort.took(went * cost);
            went
        };
        (0..count).map(|_| frame()).collect()
    }

    #[test]
    fn where_nobody_says_what_frames_cost_each_goes_as_far_as_it_is_to() {
        let mut effort = Effort::default();
        effort.forget();
        assert_eq!((effort.go(0.5), effort.go(0.1)), (0.5, 0.1));
    }

    #[test]
    fn cheap_panes_are_held_up_in_one_frame_of_four_thousandths_of_a_second() {
        let mut effort = Effort::default();
        effort.took(0.0);
        let went = frames(&mut effort, 100, 0.2);
        assert_eq!((went[0], went[1..].iter().all(|went| *went == 1.0 / 60.0)), (FIRST, true), "{went:?}");
    }

    #[test]
    fn a_frame_of_expensive_panes_takes_a_tenth_of_a_second_and_not_a_minute() {
        for cost in [30.0, 3000.0] {
            let mut effort = Effort::default();
            effort.took(0.0);
            let went = frames(&mut effort, 100, cost);
            assert!(went[2..].iter().all(|went| (went * cost - LONGEST).abs() < 1e-6), "{went:?}");
            effort.forget();
            assert_eq!(effort.go(1.0), FIRST, "the next comparison may be cheaper, or not");
        }
    }
}
