//! Pages that draw in their timers, from what browsers do: a timer is called once it is due, drawing waits for nothing, and the
//! display takes the newest picture at each refresh.

use crate::models::Case;
use crate::models::computer::{Happening, MILLI, Machine};
use tickscope_core::model::config::settings::Presentation::Latest;

/// A page, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub text: &'static str,
    run: fn(&mut Machine),
}

pub const ALL: [Page; 5] = [
    Page { text: "setInterval(() => { update(16); draw(); }, 10);", run: |m| interval(m, 10) },
    Page { text: "setInterval(() => { update(16); draw(); }, 25);", run: |m| interval(m, 25) },
    Page {
        text: "let last = performance.now();\nfunction loop() {\n  const now = performance.now();\n  update(now - last);\n  last = now;\n\
               draw();\n  setTimeout(loop, 17);\n}\nsetTimeout(loop, 17);",
        run: chain,
    },
    Page {
        text: "let frames = 0;\nconst id = setInterval(() => {\n  update(16);\n  draw();\n  if (++frames < 7) return;\n  clearInterval(id);\n\
               requestAnimationFrame(frame);\n}, 10);\n\
               function frame() {\n  update(16);\n  draw();\n  requestAnimationFrame(frame);\n}",
        run: |m| interval_then_frames(m, 7),
    },
    Page {
        text: "draw();\nrequestAnimationFrame(frame);\nfunction frame() {\n  update(16);\n  draw();\n  requestAnimationFrame(frame);\n}",
        run: |m| {
            m.begin_page();
            m.render(None);
            frames(m);
        },
    },
];

/// Runs the model of a page. Returns the events, the clock and the simulated time at the end.
pub fn model(case: &Case, page: Page) -> (Vec<Happening>, i64, i64) {
    let mut machine = Machine::new(case, Latest);
    (page.run)(&mut machine);
    let (clock, sim) = (machine.clock, machine.sim);
    (machine.finish(), clock, sim)
}

/// Sleeps until a timer is due at `at`, and begins its callback. Returns `false` if the run is over.
fn call_timer(m: &mut Machine, at: i64) -> bool {
    loop {
        let now = m.now();
        if !m.turn() {
            return false;
        }
        if at <= now {
            return true;
        }
        m.sleep(at - now);
    }
}

fn step_and_draw(m: &mut Machine) {
    m.update(16 * MILLI);
    m.render(None);
}

/// An interval keeps to its schedule, however late it is.
fn interval(m: &mut Machine, every_ms: i64) {
    m.begin_page();
    let mut due = m.now() + every_ms * MILLI;
    while call_timer(m, due) {
        due += every_ms * MILLI;
        step_and_draw(m);
    }
}

fn chain(m: &mut Machine) {
    m.begin_page();
    let mut last = m.now();
    let mut due = m.now() + 17 * MILLI;
    while call_timer(m, due) {
        let now = m.now();
        m.update(now - last);
        last = now;
        m.render(None);
        due = m.now() + 17 * MILLI;
    }
}

fn interval_then_frames(m: &mut Machine, most: i64) {
    m.begin_page();
    let begun = m.now();
    for number in 1..=most {
        if !call_timer(m, begun + number * 10 * MILLI) {
            return;
        }
        step_and_draw(m);
    }
    frames(m);
}

/// Asks for a refresh again and again.
fn frames(m: &mut Machine) {
    m.ask_for_refresh();
    loop {
        m.next_refresh();
        if !m.turn() {
            return;
        }
        step_and_draw(m);
    }
}
