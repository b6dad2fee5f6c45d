//! Integrators for a motion along a line whose acceleration depends on the position.
//!
//! Explicit and semi-implicit Euler are of the first order, velocity Verlet of the second, the classical Runge–Kutta step
//! of the fourth: halving the step makes their errors 2, 2, 4 and 16 times smaller. Under a constant acceleration the
//! last two make no error at all.

use crate::base::params::param::Param;
use crate::base::params::values::Values;

/// A rule that computes the new position and velocity from the old ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrator {
    /// The new position and the new velocity are both computed from the old state.
    ExplicitEuler,
    /// The new position is computed from the new velocity.
    SemiImplicitEuler,
    /// The new velocity is computed from the mean of the old and the new acceleration.
    VelocityVerlet,
    /// The classical fourth-order Runge–Kutta step.
    Rk4,
}

impl Integrator {
    const ALL: [(&str, Integrator); 4] = [
        ("explicit-euler", Integrator::ExplicitEuler),
        ("semi-implicit-euler", Integrator::SemiImplicitEuler),
        ("velocity-verlet", Integrator::VelocityVerlet),
        ("rk4", Integrator::Rk4),
    ];

    /// Returns the integrator that an option names; `None` if it names none of them.
    pub fn chosen(options: &Values, option: &Param) -> Option<Integrator> {
        Integrator::ALL.into_iter().find(|(word, _)| options.is(option, word)).map(|(_, integrator)| integrator)
    }

    /// Returns the position and the velocity `dt` seconds after `x` and `v`. `acceleration(x)` is the acceleration at `x`.
    pub fn step(self, x: f64, v: f64, dt: f64, acceleration: impl Fn(f64) -> f64) -> (f64, f64) {
        match self {
            Integrator::ExplicitEuler => (x + v * dt, v + acceleration(x) * dt),
            Integrator::SemiImplicitEuler => {
                let v = v + acceleration(x) * dt;
                (x + v * dt, v)
            }
            Integrator::VelocityVerlet => {
                let before = acceleration(x);
                let moved = x + v * dt + 0.5 * before * dt * dt;
                (moved, v + 0.5 * (before + acceleration(moved)) * dt)
            }
            Integrator::Rk4 => {
                let [slope_x, slope_v] = rk4_slopes(&[x, v], dt, |&[x, v]| [v, acceleration(x)]);
                (x + slope_x * dt / 6.0, v + slope_v * dt / 6.0)
            }
        }
    }
}

/// Returns six times the slope that the classical fourth-order Runge–Kutta method follows for a step of `dt` seconds: the sum of
/// its four slopes, with the two in the middle counted twice. `slope` returns the slope of a state.
pub fn rk4_slopes<const N: usize>(state: &[f64; N], dt: f64, slope: impl Fn(&[f64; N]) -> [f64; N]) -> [f64; N] {
    let plus = |slope: &[f64; N], dt: f64| std::array::from_fn(|i| state[i] + slope[i] * dt);
    let first = slope(state);
    let second = slope(&plus(&first, dt / 2.0));
    let third = slope(&plus(&second, dt / 2.0));
    let fourth = slope(&plus(&third, dt));
    std::array::from_fn(|i| first[i] + 2.0 * second[i] + 2.0 * third[i] + fourth[i])
}
