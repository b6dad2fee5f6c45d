//! The virtual computer again, in plain integers: no futures, and every display event worked out after the run.

use crate::models::broken::Break;
use crate::models::costs::{BODIES, Costs};
use crate::models::display::Display;
use crate::models::{Captured, Case, Setting, random};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{Presentation, StallOn};

pub const SECOND: i64 = 705_600_000;
pub const MILLI: i64 = SECOND / 1000;

/// An event, in flicks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    Frame {
        at: i64,
    },
    Update {
        at: i64,
        end: i64,
        dt: i64,
        sim: i64,
    },
    Thought {
        at: i64,
        end: i64,
        sim: i64,
    },
    /// The end of it is burnt for so long.
    Sleep {
        at: i64,
        end: i64,
        spun: i64,
    },
    /// Frames are counted from 1.
    Render {
        at: i64,
        end: i64,
        alpha: Option<f64>,
        sim: i64,
        drawn: i64,
        frame: usize,
    },
    /// The loop hands a frame over in a call of its own.
    Present {
        at: i64,
        frame: usize,
    },
    /// A person holds a button down.
    Press {
        at: i64,
        until: i64,
    },
    /// A step takes a press; presses are counted from 1.
    Taken {
        at: i64,
        press: usize,
    },
    Gpu {
        at: i64,
        end: i64,
        frame: usize,
    },
    Display {
        at: i64,
        drawn: i64,
        frame: usize,
    },
    /// The display shows the same frame again.
    Repeat {
        at: i64,
    },
}

impl Happening {
    pub fn at(&self) -> i64 {
        match *self {
            Happening::Frame { at }
            | Happening::Update { at, .. }
            | Happening::Thought { at, .. }
            | Happening::Sleep { at, .. }
            | Happening::Render { at, .. }
            | Happening::Present { at, .. }
            | Happening::Press { at, .. }
            | Happening::Taken { at, .. }
            | Happening::Gpu { at, .. }
            | Happening::Display { at, .. }
            | Happening::Repeat { at } => at,
        }
    }

    /// Returns its place among what begins at the same moment: what the display does, what the GPU begins, what the loop begins.
    pub fn rank(&self) -> i64 {
        match self {
            Happening::Display { .. } | Happening::Repeat { .. } => 0,
            Happening::Gpu { .. } => 1,
            _ => 2,
        }
    }
}

pub fn millis(ms: f64) -> i64 {
    (ms * 705_600.0).round() as i64
}

pub fn seconds(s: f64) -> i64 {
    (s * 705_600_000.0).round() as i64
}

/// Returns whole milliseconds, modulo 2³².
fn whole_millis(flicks: i64) -> u32 {
    (flicks.div_euclid(MILLI) % (1 << 32)) as u32
}

pub fn period(hz: f64) -> i64 {
    (705_600_000.0 / hz).round() as i64
}

/// Returns when refresh number `k` comes.
pub fn tick(k: i64, hz: f64) -> i64 {
    (k as f64 * 705_600_000.0 / hz).round() as i64
}

/// Returns a rate's first refresh that is neither before `moment` nor before number `least`, with its number.
pub fn tick_from(least: i64, moment: i64, hz: f64) -> (i64, i64) {
    // The guess falls short on purpose; the search makes it exact.
    let guess = (moment as f64 * hz / 705_600_000.0) as i64 - 2;
    let mut k = guess.max(least);
    while tick(k, hz) < moment {
        k += 1;
    }
    (k, tick(k, hz))
}

/// The share of a step that the frame shows: `past` flicks of `step`.
#[derive(Clone, Copy)]
pub struct Into {
    pub past: i64,
    pub step: i64,
    /// The length by which the world moves if it has never moved before.
    pub moves: i64,
    /// Where that was computed in floats: what came out.
    pub alpha: Option<f64>,
}

impl Into {
    pub fn new(past: i64, step: i64) -> Into {
        Into { past, step, moves: step, alpha: None }
    }

    pub fn floating(alpha: f64, moves: i64) -> Into {
        Into { past: 0, step: 1, moves, alpha: Some(alpha) }
    }
}

pub struct Machine {
    /// Since when, what: everything that starts at or after that moment costs this.
    costs: Vec<(i64, Costs)>,
    display: Display,
    broken: Option<Break>,
    stop: i64,
    presentation: Presentation,
    /// When, how long, on what; taken out when it has struck.
    hitches: Vec<(i64, i64, StallOn)>,
    /// Since when, whether.
    pauses: Vec<(i64, bool)>,
    pub clock: i64,
    pub sim: i64,
    last_dt: Option<i64>,
    /// Whether the clock has been read.
    has_read: bool,
    /// The refresh of the last callback, if the loop has asked for any.
    called: Option<i64>,
    /// Whether the loop is a page, which never waits where it draws.
    is_page: bool,
    /// Time that waits for a step of the largest length.
    saved: i64,
    seed: u64,
    updated: i64,
    rendered: i64,
    waited: i64,
    /// How long before its end a sleep burns.
    spin: i64,
    /// The capture that plays its load, and the computer that says which part.
    captured: (Captured, Computer),
    happened: Vec<Happening>,
}

impl Machine {
    pub fn new(case: &Case, presentation: Presentation) -> Machine {
        let computer = &case.computer;
        let later = case.changes.iter().map(|(at_s, changed)| (seconds(*at_s), Costs::of(changed)));
        Machine {
            costs: std::iter::once((i64::MIN, Costs::of(computer))).chain(later).collect(),
            display: Display::new(computer, case.lfc, case.broken),
            broken: case.broken,
            stop: seconds(case.seconds),
            presentation,
            hitches: case.hitches.iter().map(|hitch| (seconds(hitch.at_s), millis(hitch.ms), hitch.on)).collect(),
            pauses: case.pauses.iter().map(|(at_s, paused)| (seconds(*at_s), *paused)).collect(),
            clock: millis(computer.start_ms),
            sim: 0,
            last_dt: None,
            has_read: false,
            called: None,
            is_page: false,
            saved: 0,
            seed: case.seed,
            updated: 0,
            rendered: 0,
            waited: 0,
            spin: case.params.iter().rev().find(|(name, _)| *name == "spin_ms").map_or(0, spin_of),
            captured: (case.captured.clone(), case.computer.clone()),
            happened: Vec::new(),
        }
    }

    /// Returns the cost of an operation that starts now.
    fn costs(&self) -> Costs {
        self.costs.iter().rev().find(|(since, _)| *since <= self.clock).unwrap().1
    }

    /// Returns whether somebody has paused the game.
    pub fn is_paused(&self) -> bool {
        self.pauses.iter().rev().find(|(since, _)| *since <= self.clock).is_some_and(|(_, paused)| *paused)
    }

    pub fn turn(&mut self) -> bool {
        let goes_on = self.clock < self.stop;
        if goes_on {
            self.happened.push(Happening::Frame { at: self.clock });
        }
        goes_on
    }

    /// Reads the clock. If it stood somewhere at the start, the first reading is missing, and 0 is taken for it, which is that
    /// much before the start.
    pub fn now(&mut self) -> i64 {
        let Costs { timer, clock_at, .. } = self.costs();
        let is_first = !self.has_read;
        self.has_read = true;
        if is_first && clock_at > 0 { -clock_at } else { self.clock - self.clock % timer }
    }

    /// Returns the value of a counter of milliseconds in 32 bits at `moment`; one that is never full counts flicks.
    pub fn counter(&self, moment: i64) -> i64 {
        match self.costs().wraps_at {
            Some(full) => i64::from(whole_millis(moment - full)),
            None => moment,
        }
    }

    /// Returns a counter's milliseconds, in 32 bits.
    pub fn counted(&self, moment: i64) -> u32 {
        match self.costs().wraps_at {
            Some(full) => whole_millis(moment - full),
            None => whole_millis(moment),
        }
    }

    /// Returns the sum of all stalls that strike an operation of this kind which starts now.
    fn struck(&mut self, kind: Option<StallOn>) -> i64 {
        let now = self.clock;
        let strikes = |on: StallOn| on == StallOn::Any || Some(on) == kind;
        self.hitches.extract_if(.., |(due, _, on)| *due <= now && strikes(*on)).map(|(_, cost, _)| cost).sum()
    }

    /// Waits until `moment` and wakes late.
    fn wait(&mut self, moment: i64, costs: Costs) {
        self.clock = moment + costs.lateness(self.waited, self.seed);
        self.waited += 1;
    }

    /// Runs the loop as a page, whose newest picture the display takes until it asks for a refresh.
    pub fn begin_page(&mut self) {
        self.is_page = true;
        self.display.take_newest();
    }

    /// From now on frames go to the display as the computer says.
    pub fn ask_for_refresh(&mut self) {
        self.display.take_as_set(self.clock);
    }

    /// Waits until the system calls the loop again, and returns what it is told of the refresh.
    pub fn next_refresh(&mut self) -> i64 {
        let costs = self.costs();
        let (moment, refresh) = self.display.call((self.clock, self.called), costs.queue, costs.waits_after_missing);
        self.called = Some(refresh);
        if moment > self.clock {
            self.wait(moment, costs);
        }
        refresh - refresh % costs.timer
    }

    /// Returns how often the display has changed by now.
    pub fn flips(&self) -> usize {
        self.display.flips_by(self.clock)
    }

    /// Returns how often the display has refreshed by now, with whatever it had to show.
    pub fn refreshes(&self) -> usize {
        self.display.refreshes_by(self.clock)
    }

    /// Returns the shortest time from refresh to refresh.
    pub fn refresh_interval(&self) -> i64 {
        self.display.shortest_interval()
    }

    /// Returns the whole cost of the next update; every kind of update counts as one.
    fn update_load(&mut self) -> i64 {
        let costs = self.costs();
        self.updated += 1;
        costs.update.of_number(self.updated - 1, self.seed, random::UPDATES) + BODIES * costs.each_updated
    }

    /// `largest` is the longest step that the loop can make, if there is a limit to it.
    pub fn update_of(&mut self, dt: i64, largest: Option<i64>) {
        let dt = match largest {
            Some(largest) if self.costs().largest_step => {
                self.saved += dt;
                let is_enough = self.saved >= largest;
                self.saved -= if is_enough { largest } else { 0 };
                if is_enough { largest } else { 0 }
            }
            _ => dt,
        };
        let load = self.update_load();
        self.move_by(dt, load);
    }

    pub fn update(&mut self, dt: i64) {
        self.update_of(dt, None);
    }

    /// For a part of the load.
    pub fn update_part(&mut self, dt: i64, part: f64) {
        let load = self.update_load();
        self.move_by(dt, (load as f64 * part).round() as i64);
    }

    pub fn place(&mut self, sim: i64) {
        let load = self.update_load();
        self.move_by(sim - self.sim, load);
    }

    /// The state before stays: a thought is no step.
    pub fn think(&mut self, part: f64) {
        let at = self.clock;
        let load = self.update_load();
        self.clock += (load as f64 * part).round() as i64 + self.struck(Some(StallOn::Update));
        self.happened.push(Happening::Thought { at, end: self.clock, sim: self.sim });
    }

    fn move_by(&mut self, dt: i64, load: i64) {
        let at = self.clock;
        self.clock += load + self.struck(Some(StallOn::Update));
        self.sim += dt;
        self.last_dt = Some(dt);
        self.happened.push(Happening::Update { at, end: self.clock, dt, sim: self.sim });
    }

    /// Until so long before the moment as the scheduler can, and the rest without it.
    pub fn sleep(&mut self, span: i64) {
        if span > 0 {
            let at = self.clock;
            let costs = self.costs();
            let struck = self.struck(None);
            let early = at + span - self.spin;
            if early > at {
                self.wait((early + costs.grain - 1) / costs.grain * costs.grain, costs);
            }
            let spun = (at + span - self.clock).max(0);
            self.clock += spun + struck;
            self.happened.push(Happening::Sleep { at, end: self.clock, spun });
        }
    }

    pub fn render(&mut self, into: Option<Into>) {
        let costs = self.draw(into);
        self.hand_over(costs);
    }

    /// Shows this moment, wherever the game is.
    pub fn render_at(&mut self, drawn: i64) {
        let costs = self.draw_of(drawn, None);
        self.hand_over(costs);
    }

    /// Draws a frame and keeps it. Returns the costs of when it began.
    pub fn draw(&mut self, into: Option<Into>) -> Costs {
        let drawn = into.map_or(self.sim, |into| self.drawn(into));
        let alpha = into.map(|into| into.alpha.unwrap_or(into.past as f64 / into.step as f64));
        self.draw_of(drawn, alpha)
    }

    fn draw_of(&mut self, drawn: i64, alpha: Option<f64>) -> Costs {
        let at = self.clock;
        let costs = self.costs();
        self.rendered += 1;
        let (captured, computer) = &self.captured;
        let cpu = captured.load(computer, at).0;
        let load = costs.render.of_number(self.rendered - 1, self.seed, random::FRAMES) + cpu;
        let end = at + load.max(MILLI / 10) + self.struck(Some(StallOn::Render)) + BODIES * costs.each_drawn;
        self.happened.push(Happening::Render { at, end, alpha, sim: self.sim, drawn, frame: self.rendered as usize });
        self.clock = end;
        let (captured, computer) = &self.captured;
        self.display.draw(end, drawn, |begun| costs.gpu + captured.load(computer, begun).1);
        costs
    }

    /// Hands the drawn frame over in a call of its own; without one nothing happens.
    pub fn present(&mut self) {
        let at = self.clock;
        if let Some(frame) = self.hand_over(self.costs()) {
            self.happened.push(Happening::Present { at, frame });
        }
    }

    /// Hands the drawn frame over, and waits as long these costs say. Returns its number.
    fn hand_over(&mut self, costs: Costs) -> Option<usize> {
        let number = self.display.present(self.clock)?;
        if self.called.is_none()
            && !self.is_page
            && self.broken != Some(Break::PresentNeverWaits)
            && let Some(moment) = self.display.awaited(costs.queue)
        {
            self.wait(moment, costs);
        }
        Some(number)
    }

    /// Computes in integers, halves away from zero, so that no floating-point habit is shared with the program.
    fn drawn(&self, into: Into) -> i64 {
        let part = |step: i64| {
            if let Some(alpha) = into.alpha {
                return (alpha * step as f64).round() as i64;
            }
            let twice = 2 * i128::from(into.past) * i128::from(step);
            let whole = i128::from(into.step);
            if into.moves != into.step && (twice % (2 * whole)).abs() == whole {
                // Half a flick of a step that is not the one alpha counts in: alpha's last bit, a float's, decides.
                return (into.past as f64 / into.step as f64 * step as f64).round() as i64;
            }
            let size = (twice.abs() + whole) / (2 * whole);
            (size * twice.signum()) as i64
        };
        match (self.presentation, self.last_dt) {
            (Presentation::Latest, _) | (Presentation::Interpolate, None) => self.sim,
            (Presentation::Interpolate, Some(dt)) => self.sim - dt + part(dt),
            (_, dt) => self.sim + part(dt.unwrap_or(into.moves)),
        }
    }

    /// Returns everything that happened, in the order of the trace.
    pub fn finish(mut self) -> Vec<Happening> {
        let operations = self.happened.iter().filter(|happening| !matches!(happening, Happening::Frame { .. }));
        let last = operations.map(Happening::at).max().unwrap_or(i64::MIN);
        self.happened.extend(self.display.finish(last));
        self.happened.sort_by_key(|happening| (happening.at(), happening.rank()));
        self.happened
    }
}

fn spin_of((_, set): &(&str, Setting)) -> i64 {
    let Setting::Number(ms) = set else { panic!("a sleep spins for {set:?}") };
    millis(*ms)
}
