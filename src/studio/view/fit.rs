//! How the refreshes of a virtual display fall on the frames of a window or a film that show them.

/// The greatest difference of two rates that count as equal, as a share.
const NEARLY: f64 = 0.01;

/// The fit between the refreshes of a virtual display and the frames that show them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// Each frame shows this many virtual refreshes.
    Several(i64),
    /// This many frames show each virtual refresh.
    Divided(i64),
    /// The rates do not fit: virtual frames stay for unequal times, which is a fault of the frames of the window or film and not
    /// of the loop.
    Uneven,
}

impl Fit {
    /// Returns how virtual refreshes of `virtual_hz`, at the viewing speed `speed`, fit frames that are `frame_s` seconds apart.
    /// Rates within 1 % of each other count as equal.
    pub fn of(virtual_hz: f64, speed: f64, frame_s: f64) -> Fit {
        let per_frame = frame_s * speed * virtual_hz;
        let (several, divided) = (per_frame.round(), (1.0 / per_frame).round());
        if several >= 1.0 && (per_frame / several - 1.0).abs() <= NEARLY {
            Fit::Several(several as i64)
        } else if divided >= 1.0 && (per_frame * divided - 1.0).abs() <= NEARLY {
            Fit::Divided(divided as i64)
        } else {
            Fit::Uneven
        }
    }
}

/// Returns the virtual rate nearest to `virtual_hz`, 24 to 240 Hz, that fits `frame_hz` frames per second at real speed.
pub fn fitting_rate(virtual_hz: f64, frame_hz: f64) -> f64 {
    let hz = frame_hz.round();
    let candidates = (1..=8).flat_map(|n| [hz * f64::from(n), hz / f64::from(n)]);
    let inside = candidates.filter(|c| (24.0..=240.0).contains(c));
    inside.min_by(|a, b| (a - virtual_hz).abs().total_cmp(&(b - virtual_hz).abs())).unwrap_or(60.0)
}

/// Returns the viewing speed nearest to real speed at which `virtual_hz` fits `frame_hz` frames per second.
pub fn fitting_speed(virtual_hz: f64, frame_hz: f64) -> f64 {
    let unit = frame_hz / virtual_hz;
    let candidates = (1..=8).flat_map(|n| [unit * f64::from(n), unit / f64::from(n)]);
    candidates.min_by(|a, b| libm::log(*a).abs().total_cmp(&libm::log(*b).abs())).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use crate::studio::view::fit::*;

    #[test]
    fn slow_viewing_shows_each_virtual_refresh_for_equally_many_frames() {
        let on_60_hz = |virtual_hz, speed| Fit::of(virtual_hz, speed, 1.0 / 60.0);
        assert_eq!(on_60_hz(60.0, 1.0), Fit::Several(1));
        assert_eq!(on_60_hz(240.0, 1.0), Fit::Several(4));
        assert_eq!(on_60_hz(60.0, 0.1), Fit::Divided(10));
        assert_eq!(on_60_hz(30.0, 1.0), Fit::Divided(2));
        assert_eq!(on_60_hz(50.0, 1.0), Fit::Uneven);
    }

    #[test]
    fn what_is_offered_where_the_rates_do_not_divide_does_fit() {
        for frame_hz in [5.0, 8.0, 24.0, 50.0, 60.0, 75.0, 120.0, 144.0, 165.0, 240.0] {
            for hz in [24.0, 50.0, 60.0, 72.0, 100.0, 144.0, 240.0] {
                assert_ne!(Fit::of(fitting_rate(hz, frame_hz), 1.0, 1.0 / frame_hz), Fit::Uneven, "{hz} in {frame_hz}");
                assert_ne!(Fit::of(hz, fitting_speed(hz, frame_hz), 1.0 / frame_hz), Fit::Uneven, "{hz} in {frame_hz}");
            }
        }
        assert_eq!(fitting_rate(60.0, 144.0), 72.0);
    }
}
