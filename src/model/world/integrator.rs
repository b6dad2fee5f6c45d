//! How a step goes from the old state to the new one, for a motion along a line whose acceleration depends on the place.
//!
//! Explicit and semi-implicit Euler are of the first order, velocity Verlet of the second, the classical Runge–Kutta step
//! of the fourth: halving the step makes their errors 2, 2, 4 and 16 times smaller. Under a constant acceleration the
//! last two make no error at all.

use crate::base::params::{Param, Values};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrator {
    /// Place and velocity both from the old state.
    ExplicitEuler,
    /// The place from the new velocity.
    SemiImplicitEuler,
    /// The velocity from the mean of the old and the new acceleration.
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

    /// The one that an option names, if it names one.
    pub fn chosen(options: &Values, option: &Param) -> Option<Integrator> {
        Integrator::ALL.into_iter().find(|(word, _)| options.is(option, word)).map(|(_, integrator)| integrator)
    }

    /// The place and the velocity `dt` seconds after they were `x` and `v`.
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
                let slope = |x: f64, v: f64| (v, acceleration(x));
                let (x1, v1) = slope(x, v);
                let (x2, v2) = slope(x + x1 * dt / 2.0, v + v1 * dt / 2.0);
                let (x3, v3) = slope(x + x2 * dt / 2.0, v + v2 * dt / 2.0);
                let (x4, v4) = slope(x + x3 * dt, v + v3 * dt);
                (x + (x1 + 2.0 * x2 + 2.0 * x3 + x4) * dt / 6.0, v + (v1 + 2.0 * v2 + 2.0 * v3 + v4) * dt / 6.0)
            }
        }
    }
}
