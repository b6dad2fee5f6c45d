//! The motion of a world's bodies in one update, in units of the world.

/// How far bodies went in one update, and how far they then are from the reference solution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepPath {
    /// How many bodies were measured; one that has exploded has no place.
    pub bodies: u32,
    /// The longest way of a body in the step: its speed after it times dt. Meaningless without bodies.
    pub length_max: f64,
    /// The thickness of the thinnest wall at that time plus the width of the body that meets it, in units; `None` in a world
    /// without walls.
    pub wall: Option<f64>,
    /// Sum of the bodies' distances from the reference solution.
    pub deviation_sum: f64,
    /// The largest of these distances.
    pub deviation_max: f64,
}

impl StepPath {
    /// Adds a body that went `length` in this step and is `deviation` from the reference solution now.
    pub fn add_body(&mut self, length: f64, deviation: f64) {
        self.length_max = if self.bodies == 0 { length } else { self.length_max.max(length) };
        self.bodies += 1;
        self.deviation_sum += deviation;
        self.deviation_max = self.deviation_max.max(deviation);
    }
}
