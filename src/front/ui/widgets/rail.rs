//! The rail of a slider: the positions of its values on the screen, for contents that are aligned with it.

use egui::style::HandleShape;
use egui::{Rangef, Rect, Ui};
use tickscope_core::base::params;

/// The range of a slider's handle on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Rail {
    /// The positions of the least and the greatest value, in points.
    pub x: Rangef,
    /// The values at the ends, and how the values between are distributed.
    pub values: params::param::Rail,
}

impl Rail {
    pub fn of(ui: &Ui, slider: Rect, values: params::param::Rail) -> Rail {
        // egui's own slider computes its handle in the same way.
        let radius = slider.height() / 2.5;
        let handle = match ui.visuals().handle_shape {
            HandleShape::Circle => radius,
            HandleShape::Rect { aspect_ratio } => radius * aspect_ratio,
        };
        Rail { x: slider.x_range().shrink(handle), values }
    }

    /// Returns the position of a value, or the nearer end for a value outside of the range.
    pub fn x_of(&self, value: f64) -> f32 {
        let (from, to) = self.ends();
        let share = (self.position(value) - from) / (to - from);
        egui::lerp(self.x, share.clamp(0.0, 1.0) as f32)
    }

    pub fn value_at(&self, x: f32) -> f64 {
        let share = f64::from(egui::remap_clamp(x, self.x, 0.0..=1.0));
        let (from, to) = self.ends();
        let position = from + share * (to - from);
        match self.values {
            params::param::Rail::Linear(least, _) | params::param::Rail::Logarithmic(least, _) if share <= 0.0 => least,
            params::param::Rail::Linear(..) => position,
            params::param::Rail::Logarithmic(_, most) => libm::pow(10.0, position).min(most),
        }
    }

    fn ends(&self) -> (f64, f64) {
        let (params::param::Rail::Linear(from, to) | params::param::Rail::Logarithmic(from, to)) = self.values;
        (self.position(from), self.position(to))
    }

    fn position(&self, value: f64) -> f64 {
        match self.values {
            params::param::Rail::Linear(..) => value,
            params::param::Rail::Logarithmic(..) => libm::log10(value.max(params::param::Rail::LEAST)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::widgets::rail::*;

    #[test]
    fn a_value_is_found_where_it_is_shown() {
        let x = Rangef::new(20.0, 220.0);
        for values in [
            params::param::Rail::Linear(0.0, 100.0),
            params::param::Rail::Logarithmic(0.0, 100.0),
            params::param::Rail::Logarithmic(0.1, 200.0),
        ] {
            let rail = Rail { x, values };
            for value in [0.5, 16.7, 58.3, 99.0] {
                assert!((rail.value_at(rail.x_of(value)) - value).abs() < 1e-3 * value, "{value} on {rail:?}");
            }
            assert_eq!((rail.x_of(0.0), rail.x_of(1000.0)), (x.min, x.max));
            assert!([0.0, 0.1].contains(&rail.value_at(0.0)));
        }
        let rail = Rail { x, values: params::param::Rail::Logarithmic(0.0, 100.0) };
        assert!((rail.x_of(10.0) - (20.0 + 200.0 * 2.0 / 3.0)).abs() < 1e-3);
    }
}
