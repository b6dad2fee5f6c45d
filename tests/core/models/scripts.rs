//! Loops that draw and present in two calls, as a text of one's own writes them, each with what it does.
//!
//! What the decision leaves open, and how it is read here:
//! - *A frame that another drawing replaced* has kept the GPU busy: D goes on from it, and the trace tells its GPU work. It has no flip,
//!   so k − Q counts frames that were presented.
//! - *The costs in force* are those of the draw's start for the draw, and those of the call for the wait of a present of its own.
//! - *Present without a frame* leaves no line in the trace and wakes nobody late. One with a frame is an operation of the loop: a
//!   display that repeats does so until it.
//! - *In a loop that is called* a frame counts against the queue from its present on.

use crate::models::Case;
use crate::models::computer::{Happening, MILLI, Machine};
use std::fmt::Write as _;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::Presentation::Latest;

/// One call of a turn; lengths are whole milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Call {
    Update(i64),
    Draw,
    Present,
    Render,
    Sleep(i64),
    /// Sleeps until so long after the last such moment.
    SleepUntil(i64),
    /// Waits for the system's call.
    NextRefresh,
}

impl Call {
    fn line(self) -> String {
        match self {
            Call::Update(ms) => format!("host.update({ms} * ms);"),
            Call::Draw => "host.draw();".to_owned(),
            Call::Present => "host.present();".to_owned(),
            Call::Render => "host.render();".to_owned(),
            Call::Sleep(ms) => format!("host.sleep({ms} * ms);"),
            Call::SleepUntil(ms) => format!("due += {ms} * ms;\n    host.sleep(Math.max(0, due - host.now()));"),
            Call::NextRefresh => "host.nextRefresh();".to_owned(),
        }
    }
}

/// Returns the text of a loop that makes these calls in every turn.
pub fn text(calls: &[Call]) -> String {
    let mut text = "function loop(host) {\n  let due = host.now();\n  while (host.running()) {\n".to_owned();
    for call in calls {
        writeln!(text, "    {}", call.line()).unwrap();
    }
    text + "  }\n}\n"
}

pub fn case(calls: &[Call], computer: Computer, seconds: f64) -> Case {
    Case::of_page(&text(calls), computer, seconds)
}

/// Runs the model of such a loop. Returns the events, the clock and the simulated time at the end.
pub fn model(case: &Case, calls: &[Call]) -> (Vec<Happening>, i64, i64) {
    let mut m = Machine::new(case, Latest);
    let mut due = m.now();
    while m.turn() {
        for call in calls {
            match *call {
                Call::Update(ms) => m.update(ms * MILLI),
                Call::Draw => {
                    m.draw(None);
                }
                Call::Present => m.present(),
                Call::Render => m.render(None),
                Call::Sleep(ms) => m.sleep(ms * MILLI),
                Call::SleepUntil(ms) => {
                    due += ms * MILLI;
                    let now = m.now();
                    m.sleep(due - now);
                }
                Call::NextRefresh => {
                    m.next_refresh();
                }
            }
        }
    }
    let (clock, sim) = (m.clock, m.sim);
    (m.finish(), clock, sim)
}
