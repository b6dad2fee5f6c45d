//! The limit that holds a captured game: a limiter that sleeps, or anything else that lets it wait.

use crate::base::time::{Span, Time};

/// The rates, in hertz, at which limiters hold games.
const LIMITS_HZ: [f64; 15] = [30.0, 36.0, 40.0, 45.0, 48.0, 50.0, 60.0, 72.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 240.0];
/// The longest time for which a limited game waits to present a frame, in milliseconds: for so long its CPU does not count as busy.
const PRESENTING_MS: f64 = 0.6;
/// A display alone can hold a game at this rate and above, in hertz.
const DISPLAYS_HZ: f64 = 59.0;
/// A held game works for at most this share of a frame, CPU and GPU together: it could make twice the frames, with room to spare.
const HELD_WORK: f64 = 0.42;

/// The work of a game's frames.
pub(super) struct FrameWork {
    pub cpu: Vec<Span>,
    pub gpu: Vec<Span>,
    /// The lower median of the times between flips.
    pub usual_stay: Span,
}

impl FrameWork {
    /// Finds a limiter, in hertz. While it sleeps the CPU counts as busy: so nearly every frame stays for the time of a usual limit,
    /// keeps the CPU busy for nearly all of it, and the GPU has time to spare.
    pub fn limited_hz(&self) -> Option<f64> {
        let (busy, gpu) = (median_ms(&self.cpu)?, median_ms(&self.gpu)?);
        if busy <= 0.0 || gpu <= 0.0 || gpu > 0.85 * busy {
            return None;
        }
        let near = self.cpu.iter().filter(|cpu| (cpu.as_millis() - busy).abs() <= 0.03 * busy).count();
        let stay = self.usual_stay.as_millis();
        let is_busy = (stay * 0.99).min(stay - PRESENTING_MS) <= busy && busy <= stay * 1.01;
        self.limit().filter(|_| is_busy && near * 10 >= self.cpu.len() * 9)
    }

    /// Finds what holds a game that has little to do, in hertz: nearly every picture stays for the time of a usual limit, and the game
    /// could make twice the frames. A display can hold it at 60 pictures a second and more, so that is none.
    pub fn held_idle_hz(&self, flips: &[Time]) -> Option<f64> {
        let (cpu, gpu) = (median_ms(&self.cpu)?, median_ms(&self.gpu)?);
        let stay = self.usual_stay.as_millis();
        if cpu <= 0.0 || gpu <= 0.0 || cpu + gpu > HELD_WORK * stay {
            return None;
        }
        let is_near = |pair: &&[Time]| ((pair[1] - pair[0]).as_millis() / stay - 1.0).abs() <= 0.03;
        let are_even = flips.windows(2).filter(is_near).count() * 10 >= flips.len().saturating_sub(1) * 9;
        self.limit().filter(|limit| are_even && *limit < DISPLAYS_HZ)
    }

    /// Returns the usual limit for whose time frames usually stay; `None` if there is none.
    fn limit(&self) -> Option<f64> {
        let hertz = 1000.0 / self.usual_stay.as_millis();
        LIMITS_HZ.into_iter().find(|limit| (hertz / limit - 1.0).abs() <= 0.01)
    }
}

/// Returns the lower median of some times, in milliseconds; `None` of none.
fn median_ms(times: &[Span]) -> Option<f64> {
    let mut all = times.to_vec();
    let middle = all.len().checked_sub(1)? / 2;
    Some(all.select_nth_unstable(middle).1.as_millis())
}

#[cfg(test)]
mod tests {
    use crate::model::config::frame_limit::*;

    /// Returns the work of a hundred frames that keep the CPU busy for these times, in milliseconds, one after the other.
    fn work(cpu: &[f64], gpu: f64, stay: f64) -> FrameWork {
        let [cpu, gpu] = [cpu, &[gpu]].map(|ms| ms.iter().cycle().take(100).map(|ms| Span::from_millis(*ms)).collect());
        FrameWork { cpu, gpu, usual_stay: Span::from_millis(stay) }
    }

    #[test]
    fn a_limiter_keeps_the_cpu_busy_for_the_same_time_and_leaves_the_gpu_time_to_spare() {
        let limited = |cpu: &[f64], gpu: f64| work(cpu, gpu, cpu[0]).limited_hz();
        assert_eq!((limited(&[33.2], 20.0), limited(&[16.6, 16.7, 16.8], 9.0)), (Some(30.0), Some(60.0)));
        let presents = |cpu: f64, stay: f64| work(&[cpu], 3.0, stay).limited_hz();
        let told =
            [presents(32.9, 33.33), presents(16.4, 16.67), presents(8.0, 8.33), presents(6.5, 6.94), presents(20.0, 33.33)];
        assert_eq!(told, [Some(30.0), Some(60.0), Some(120.0), Some(144.0), None], "a frame is presented in 0.4 ms");
        assert_eq!(limited(&[33.2], 30.0), None, "the GPU has nothing to spare");
        assert_eq!(limited(&[33.2], 0.0), None, "nothing is known of the GPU");
        assert_eq!(limited(&[35.0], 9.0), None, "no limiter has 28.6 Hz");
        let slower = work(&[20.0], 9.0, 20.5).limited_hz();
        assert_eq!(slower, None, "frames of 48.8 Hz are not limited to 50");
        assert_eq!(limited(&[33.2, 33.3, 33.2, 28.0], 9.0), None, "one in four has less to do");
    }

    #[test]
    fn a_game_with_little_to_do_and_the_even_frames_of_a_limit_is_held() {
        let held = |cpu: f64, gpu: f64, stay: f64| {
            let flips: Vec<Time> = (0..100).map(|flip| Time::ZERO + Span::from_millis(stay * f64::from(flip))).collect();
            work(&[cpu], gpu, stay).held_idle_hz(&flips)
        };
        let told =
            [held(5.0, 8.0, 33.33), held(4.0, 4.0, 25.0), held(8.0, 8.0, 33.33), held(5.0, 0.0, 33.33), held(2.0, 3.0, 16.67)];
        assert_eq!(told, [Some(30.0), Some(40.0), None, None, None], "a display can hold a game at 60");
    }
}
