//! The events of a run that claims measure.

use glam::DVec2;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::world::body::Body;

/// The turns, updates, renders and displayed frames of a run, with moments in seconds as a trace has them.
#[derive(Default)]
pub struct Events {
    pub turns: Vec<Turn>,
    pub updates: Vec<Update>,
    pub renders: Vec<Render>,
    pub displays: Vec<Display>,
    bodies: bool,
}

pub struct Turn {
    pub at_s: f64,
    pub updates: u64,
}

pub struct Update {
    pub at_s: f64,
    pub dt_s: f64,
}

pub struct Render {
    pub at_s: f64,
    /// The progress of the frame into the next step, in steps; `None` if the loop gives no alpha.
    pub alpha: Option<f64>,
    pub drawn_s: f64,
}

pub struct Display {
    pub at_s: f64,
    /// The position of the first body; `None` if bodies are not observed.
    pub first_body: Option<DVec2>,
}

impl Events {
    /// Has no events yet; `bodies` makes it observe the first body.
    pub fn new(bodies: bool) -> Events {
        Events { bodies, ..Events::default() }
    }

    /// Returns how many turns made this number of updates.
    pub fn turns_with(&self, updates: u64) -> f64 {
        self.turns.iter().filter(|turn| turn.updates == updates).count() as f64
    }

    /// Returns how many turns the listing of 2013 numbers wrongly on a display of 60 Hz: it sums the elapsed times in 32-bit
    /// floats, divides by the float 1/60, and truncates.
    pub fn turns_with_wrong_number(&self) -> usize {
        let (mut last_s, mut time) = (0.0, 0.0_f32);
        let numbers = self.turns.iter().map(|turn| {
            time += (turn.at_s - last_s) as f32;
            last_s = turn.at_s;
            // A moment is a rounded double: a millionth of an interval keeps it from falling short of its own number.
            ((time / (1.0 / 60.0)) as i64, (turn.at_s * 60.0 + 1e-6) as i64)
        });
        numbers.filter(|(listed, right)| listed != right).count()
    }

    /// Returns how many updates began from `from_s` on and before `until_s`.
    pub fn updates_between(&self, from_s: f64, until_s: f64) -> f64 {
        self.updates.iter().filter(|update| (from_s..until_s).contains(&update.at_s)).count() as f64
    }

    pub fn alphas(&self) -> impl Iterator<Item = f64> {
        self.renders.iter().filter_map(|render| render.alpha)
    }
}

impl Fold for Events {
    fn wants_details(&self) -> bool {
        self.bodies
    }
}

impl Observer for Events {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        match *event {
            Event::Frame { at } => self.turns.push(Turn { at_s: at.as_secs(), updates: 0 }),
            Event::Update { at, dt, .. } => {
                self.updates.push(Update { at_s: at.as_secs(), dt_s: dt.as_secs() });
                if let Some(turn) = self.turns.last_mut() {
                    turn.updates += 1;
                }
            }
            Event::Render { at, alpha, drawn, .. } => {
                self.renders.push(Render { at_s: at.as_secs(), alpha, drawn_s: drawn.as_secs() });
            }
            Event::Display { at, .. } => {
                let first_body = bodies.first().filter(|_| self.bodies).map(|body| body.pos);
                self.displays.push(Display { at_s: at.as_secs(), first_body });
            }
            Event::Thought { .. } | Event::Sleep { .. } | Event::Gpu { .. } | Event::Repeat { .. } => {}
        }
    }
}
