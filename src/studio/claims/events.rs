//! The events of a run that claims measure.

use glam::DVec2;
use tickscope_core::base::time::Time;
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
    sim: Time,
    first_body: Option<DVec2>,
}

pub struct Render {
    pub at_s: f64,
    /// The loop's alpha: how far into the next step the frame is, in steps; `None` if the loop gives none.
    pub alpha: Option<f64>,
    pub drawn_s: f64,
}

pub struct Display {
    pub at_s: f64,
    /// The position of the first body; `None` if bodies are not observed.
    pub first_body: Option<DVec2>,
    second_heading: Option<f64>,
    drawn: Time,
}

impl Events {
    /// Has no events yet; `bodies` makes it observe the first two bodies.
    pub fn new(bodies: bool) -> Events {
        Events { bodies, ..Events::default() }
    }

    /// Returns how many turns made this number of updates.
    pub fn turns_with(&self, updates: u64) -> f64 {
        self.turns.iter().filter(|turn| turn.updates == updates).count() as f64
    }

    /// Returns how many turns get a wrong number in the listing of 2013 on a display of 60 Hz. The listing sums the elapsed times
    /// in 32-bit floats, divides by the float 1/60, and truncates.
    pub fn turns_with_wrong_number(&self) -> usize {
        let (mut last_s, mut time) = (0.0, 0.0_f32);
        let numbers = self.turns.iter().map(|turn| {
            time += (turn.at_s - last_s) as f32;
            last_s = turn.at_s;
            // A moment is a rounded double; a millionth of an interval is added so that truncation does not give the number
            // before.
            ((time / (1.0 / 60.0)) as i64, (turn.at_s * 60.0 + 1e-6) as i64)
        });
        numbers.filter(|(listed, right)| listed != right).count()
    }

    /// Returns how many updates began from `from_s` on and before `until_s`.
    pub fn updates_between(&self, from_s: f64, until_s: f64) -> f64 {
        self.updates.iter().filter(|update| (from_s..until_s).contains(&update.at_s)).count() as f64
    }

    /// Returns the mean distance between the first body in a displayed frame and its place between the updates around the frame's
    /// sample time, as interpolation would draw it; `None` if no frame lies between two updates.
    pub fn mean_error_between_updates(&self) -> Option<f64> {
        let error = |display: &Display| {
            let next = self.updates.partition_point(|update| update.sim < display.drawn);
            let (from, to) = (self.updates.get(next.checked_sub(1)?)?, self.updates.get(next)?);
            let share = (display.drawn - from.sim).ratio(to.sim - from.sim);
            Some(display.first_body?.distance(from.first_body?.lerp(to.first_body?, share)))
        };
        let errors: Vec<f64> = self.displays.iter().filter_map(error).collect();
        (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
    }

    /// Returns how many displayed frames show the second body at another heading than the frame before.
    pub fn turned_frames(&self) -> usize {
        self.displays.windows(2).filter(|frames| frames[0].second_heading != frames[1].second_heading).count()
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
        let bodies = if self.bodies { bodies } else { &[] };
        let first_body = bodies.first().map(|body| body.pos);
        match *event {
            Event::Frame { at } => self.turns.push(Turn { at_s: at.as_secs(), updates: 0 }),
            Event::Update { at, dt, sim, .. } => {
                self.updates.push(Update { at_s: at.as_secs(), dt_s: dt.as_secs(), sim, first_body });
                if let Some(turn) = self.turns.last_mut() {
                    turn.updates += 1;
                }
            }
            Event::Render { at, alpha, drawn, .. } => {
                self.renders.push(Render { at_s: at.as_secs(), alpha, drawn_s: drawn.as_secs() });
            }
            Event::Display { at, drawn, .. } => {
                let second_heading = bodies.get(1).map(|body| body.heading);
                self.displays.push(Display { at_s: at.as_secs(), first_body, second_heading, drawn });
            }
            Event::Thought { .. }
            | Event::Sleep { .. }
            | Event::Present { .. }
            | Event::Gpu { .. }
            | Event::Repeat { .. }
            | Event::Press { .. }
            | Event::Taken { .. } => {}
        }
    }
}
