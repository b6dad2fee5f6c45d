//! The demonstration: the render load goes up and comes back by itself, in periods of 27 seconds, until the person touches
//! anything.

use crate::base::time::{Span, Time};

/// All is smooth for this long, in seconds.
const CALM: f64 = 3.0;
/// Going up, staying, coming back, in seconds.
const UP: f64 = 12.0;
const STAY: f64 = 4.0;
const DOWN: f64 = 8.0;
/// From and to, ms.
const LOW: f64 = 5.0;
const HIGH: f64 = 95.0;

/// The render load in ms at laboratory time `now`; it repeats after each descent.
pub fn render_load(now: Time) -> f64 {
    let period = CALM + UP + STAY + DOWN;
    let elapsed = now - Time::ZERO;
    let at = (elapsed - Span::from_secs(period) * elapsed.whole(Span::from_secs(period))).as_secs();
    let share = if at < CALM {
        0.0
    } else if at < CALM + UP {
        (at - CALM) / UP
    } else if at < CALM + UP + STAY {
        1.0
    } else {
        (period - at) / DOWN
    };
    // Along a logarithmic slider that is a steady movement. A tenth of a millisecond is as fine as can be seen.
    let load = LOW * libm::pow(HIGH / LOW, share.clamp(0.0, 1.0));
    (load * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_calm_for_three_seconds_goes_up_to_95_ms_and_comes_back() {
        let load = |seconds| render_load(Time::from_secs(seconds));
        assert_eq!((load(0.0), load(2.9), load(15.5), load(18.9)), (5.0, 5.0, 95.0, 95.0));
        assert!(load(9.0) > 15.0 && load(9.0) < 30.0);
        assert!(load(26.9) < 6.0);
        assert_eq!(load(27.5), 5.0);
        let steps: Vec<f64> = (30..150).map(|tenth| load(f64::from(tenth) / 10.0)).collect();
        assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]), "it never goes back on its way up");
    }
}
