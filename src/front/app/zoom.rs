//! The zoom of the window: the one that a person chose by egui's keys or its menu, or else one that grows with the window.

/// The window that the zoom 1 is made for, in points.
const USUAL: [f64; 2] = [1280.0, 720.0];
/// The steps in which the zoom grows with the window.
const STEP: f64 = 0.25;
const MOST: f64 = 2.0;
/// A larger change than one step of egui's keys, to exactly 1, is its reset.
const RESET: f32 = 0.15;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WindowZoom {
    /// The zoom that the person chose; `None` if it grows with the window.
    pub chosen: Option<f32>,
    /// The zoom of the last frame.
    shown: f32,
}

impl WindowZoom {
    pub fn new(chosen: Option<f32>) -> WindowZoom {
        WindowZoom { chosen, shown: chosen.unwrap_or(1.0) }
    }

    /// Returns the zoom of the next frame, in a window of this size in points without zoom. `now` is the zoom that egui has: if
    /// it is another one than that of the last frame, the person chose it.
    pub fn next(&mut self, now: f32, size: [f64; 2]) -> f32 {
        if now != self.shown {
            let is_reset = now == 1.0 && (now - self.shown).abs() > RESET;
            self.chosen = Some(now).filter(|_| !is_reset);
        }
        self.shown = self.chosen.unwrap_or_else(|| fitting(size));
        self.shown
    }
}

/// Returns the zoom for a window of this size, in points without zoom: quarters from 1 to 2.
fn fitting([width, height]: [f64; 2]) -> f32 {
    let whole = (width / USUAL[0]).min(height / USUAL[1]).clamp(1.0, MOST);
    ((whole / STEP).floor() * STEP) as f32
}

#[cfg(test)]
mod tests {
    use crate::front::app::zoom::*;

    #[test]
    fn the_whole_window_grows_in_quarters() {
        let sizes = [(1024.0, 560.0), (1366.0, 690.0), (1599.0, 900.0), (1600.0, 900.0), (1920.0, 1080.0), (2560.0, 1440.0)];
        assert_eq!(sizes.map(|(width, height)| fitting([width, height])), [1.0, 1.0, 1.0, 1.25, 1.5, 2.0]);
        assert_eq!([fitting([7680.0, 4320.0]), fitting([3840.0, 720.0])], [2.0, 1.0]);
    }

    #[test]
    fn a_chosen_zoom_stays_until_it_is_reset() {
        let (large, small) = ([1920.0, 1080.0], [1280.0, 720.0]);
        let mut zoom = WindowZoom::new(None);
        assert_eq!([zoom.next(1.0, large), zoom.next(1.5, small), zoom.next(1.0, large)], [1.5, 1.0, 1.5]);
        assert_eq!(zoom.next(1.4, large), 1.4, "a key has changed it");
        assert_eq!([zoom.next(1.4, small), zoom.next(1.4, large)], [1.4, 1.4]);
        assert_eq!((zoom.next(1.0, large), zoom.chosen), (1.5, None), "it is reset");
        let mut stored = WindowZoom::new(Some(1.1));
        assert_eq!([stored.next(1.1, large), stored.next(1.0, large)], [1.1, 1.0], "a step of the keys leads to 1 too");
    }
}
