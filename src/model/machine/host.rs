//! The computer that a loop runs on, as the loop sees it.
//!
//! A loop is an `async fn` that is given a [`Host`]. Every `.await` is a place where time passes: the future behind it
//! ([`Until`]) is ready once the laboratory's time has passed the end of what was started, so a loop is held up in the
//! middle of its turn while its computer is busy. On the real clock an operation has taken its time before its future is
//! looked at, so it is simply ready.

use super::computer::VirtualComputer;
use super::watched::{Watched, WatchedName};
use crate::base::time::{Span, Time};
use crate::model::world::Between;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::panic::Location;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A running loop.
pub type LoopFuture = Pin<Box<dyn Future<Output = ()>>>;

/// The loop's handle to its computer. Clones are handles to the same one.
///
/// Every operation is reported with the line of the loop's own file that calls it.
///
/// ```
/// use tickscope::base::time::{Span, Time};
/// use tickscope::model::config::{Computer, SceneChoice};
/// use tickscope::model::machine::{Host, VirtualComputer};
/// use tickscope::model::worlds;
///
/// async fn simplest(host: Host) {
///     while host.running() {
///         host.update(Span::from_hz(60.0)).await;
///         host.render(None).await;
///     }
/// }
///
/// let world = worlds::world(&SceneChoice::new("runner"), 0).unwrap();
/// let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(1.0));
/// let host = Host::new(computer);
/// host.run_to_the_end(Box::pin(simplest(host.clone())));
/// assert_eq!(host.computer().world().sim(), Time::from_secs(1.0));
/// ```
#[derive(Clone)]
pub struct Host(Rc<Shared>);

struct Shared {
    /// The laboratory's time: operations that start before it have started.
    horizon: Cell<Time>,
    computer: RefCell<VirtualComputer>,
}

/// Ready when the laboratory's time has passed the end of an operation.
#[must_use = "an operation takes its time only when it is awaited"]
pub struct Until<'a> {
    end: Time,
    horizon: &'a Cell<Time>,
}

impl Future for Until<'_> {
    type Output = ();
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.end < self.horizon.get() { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// What loops call.
impl Host {
    /// The clock, rounded down to the timer's resolution. Costs nothing.
    pub fn now(&self) -> Time {
        self.0.computer.borrow_mut().now()
    }

    /// The world's simulated time. Costs nothing.
    pub fn sim(&self) -> Time {
        self.0.computer.borrow().world().sim()
    }

    /// Whether a formula says where everything in the world is, so that [`Host::jump_to`] can be used. Costs nothing.
    pub fn has_closed_form(&self) -> bool {
        self.0.computer.borrow().world().kind().closed_form.lack().is_none()
    }

    /// What the computer's counter shows at `moment`. It is the moment itself, unless the computer counts milliseconds
    /// in 32 bits: then whole ones, from 0 again when the counter has wrapped.
    ///
    /// Only a loop that *compares* readings needs this: the frame skips, as published, and the spread updates. A loop that subtracts one reading
    /// from the other first, in 32 bits, has the right length across the start-over, because the difference starts over
    /// with it. All other loops here do: `variable-delta` (`curr − prev`), `fixed-fps` (`next − now`, as a signed number),
    /// those that wait, and every accumulator. They ask for [`Host::now`], which never starts over, and are none the
    /// worse.
    pub fn counter(&self, moment: Time) -> Time {
        self.0.computer.borrow().counter(moment)
    }

    /// How many flips have happened by now: changes of the display to a frame of this loop's or an earlier one's. Costs
    /// nothing.
    pub fn flips(&self) -> i64 {
        self.0.computer.borrow_mut().flips()
    }

    /// How often the display has refreshed by now, with a new frame or an old one. Costs nothing.
    pub fn refreshes(&self) -> i64 {
        self.0.computer.borrow_mut().refreshes()
    }

    /// The shortest time from one refresh of the display to the next, to the nearest flick. Costs nothing.
    pub fn refresh_interval(&self) -> Span {
        self.0.computer.borrow().costs.refresh_interval
    }

    /// Whether the game is paused. Costs nothing, and stops nothing: what a pause is, is the loop's affair.
    pub fn paused(&self) -> bool {
        self.0.computer.borrow().paused
    }

    /// The top of a turn: one turn begins, unless the run is over.
    pub fn running(&self) -> bool {
        self.0.computer.borrow_mut().begin_turn()
    }

    /// Steps the world by `dt` and takes the update load.
    #[track_caller]
    pub fn update(&self, dt: Span) -> Until<'_> {
        self.at_caller().update(dt)
    }

    /// Steps the world by `dt` for a part of the update load only, from 0 to 1: one of an update's inner iterations, or
    /// its physics without its thinking.
    #[track_caller]
    pub fn update_part(&self, dt: Span, part: f64) -> Until<'_> {
        self.at_caller().update_part(dt, part)
    }

    /// Puts the world into its exact state at simulated time `sim`, whatever it was before, and takes the update load.
    #[track_caller]
    pub fn jump_to(&self, sim: Time) -> Until<'_> {
        self.at_caller().jump_to(sim)
    }

    /// The world decides, for a part of the update load, from 0 to 1; an update by no time. From here on its steps decide
    /// nothing by themselves.
    #[track_caller]
    pub fn think(&self, part: f64) -> Until<'_> {
        self.at_caller().think(part)
    }

    /// Sleeps for `span`; nothing happens if it is not positive. A loop whose `spin_ms` is set sleeps that much less, and
    /// is busy until the `span` is over.
    #[track_caller]
    pub fn sleep(&self, span: Span) -> Until<'_> {
        self.at_caller().sleep(span)
    }

    /// Draws a frame, takes the render load and waits if the computer lets the loop be no further ahead of the display.
    #[track_caller]
    pub fn render(&self, between: Option<Between>) -> Until<'_> {
        self.at_caller().render(between)
    }

    /// Shows a value of the loop's own for the instruments. Costs nothing.
    pub fn watch(&self, name: impl Into<WatchedName>, value: impl Into<Watched>) {
        self.0.computer.borrow_mut().watch(name.into(), value.into());
    }

    /// The same operations, reported with this line of the loop's text, counted from 1. For a loop that is read from a
    /// text while it runs: the line that calls the host is the interpreter's, not the loop's.
    #[inline]
    pub fn at_line(&self, line: u32) -> AtLine<'_> {
        AtLine { host: self, line }
    }

    /// The same operations, reported with the line that calls the caller.
    #[inline]
    #[track_caller]
    fn at_caller(&self) -> AtLine<'_> {
        self.at_line(Location::caller().line())
    }
}

/// The operations of a [`Host`] that take time, on a line of the loop's text. Made by [`Host::at_line`].
#[derive(Clone, Copy)]
pub struct AtLine<'a> {
    host: &'a Host,
    line: u32,
}

impl<'a> AtLine<'a> {
    /// See [`Host::update`].
    #[inline]
    pub fn update(self, dt: Span) -> Until<'a> {
        self.until(|computer| computer.update(dt, self.line))
    }

    /// See [`Host::update_part`].
    #[inline]
    pub fn update_part(self, dt: Span, part: f64) -> Until<'a> {
        self.until(|computer| computer.update_part(dt, part, self.line))
    }

    /// See [`Host::jump_to`].
    #[inline]
    pub fn jump_to(self, sim: Time) -> Until<'a> {
        self.until(|computer| computer.jump_to(sim, self.line))
    }

    /// See [`Host::think`].
    #[inline]
    pub fn think(self, part: f64) -> Until<'a> {
        self.until(|computer| computer.think(part, self.line))
    }

    /// See [`Host::sleep`].
    #[inline]
    pub fn sleep(self, span: Span) -> Until<'a> {
        self.until(|computer| computer.sleep(span, self.line))
    }

    /// See [`Host::render`].
    #[inline]
    pub fn render(self, between: Option<Between>) -> Until<'a> {
        self.until(|computer| computer.render(between, self.line))
    }

    #[inline]
    fn until(self, operation: impl FnOnce(&mut VirtualComputer) -> Time) -> Until<'a> {
        let end = operation(&mut self.host.0.computer.borrow_mut());
        Until { end, horizon: &self.host.0.horizon }
    }
}

/// What the laboratory calls.
impl Host {
    /// A handle to `computer`, on which no loop runs yet.
    pub fn new(computer: VirtualComputer) -> Host {
        Host(Rc::new(Shared { horizon: Cell::new(Time::ZERO), computer: RefCell::new(computer) }))
    }

    /// Lets the loop start everything that starts before `horizon`, and the display show everything up to it. Ready when
    /// the loop has ended; it must not be run again then.
    pub fn run_until(&self, running: &mut LoopFuture, horizon: Time) -> Poll<()> {
        self.0.horizon.set(horizon);
        let mut state = Poll::Pending;
        if self.computer().clock() < horizon {
            // The loop can't be awakened: it is asked again when the laboratory has moved on.
            state = running.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
        self.computer_mut().show_until(horizon);
        state
    }

    /// Runs a loop whose computer stops somewhere until it stops, and shows what was drawn by then.
    pub fn run_to_the_end(&self, mut running: LoopFuture) {
        let ended = self.run_until(&mut running, Time::NEVER);
        debug_assert!(ended.is_ready(), "a loop waits for nothing but its computer");
    }

    /// The computer, to look at.
    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.0.computer.borrow()
    }

    /// The computer, to change.
    pub fn computer_mut(&self) -> RefMut<'_, VirtualComputer> {
        self.0.computer.borrow_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::{Event, Observer};
    use super::*;
    use crate::model::config::{Computer, SceneChoice};
    use crate::model::world::Body;
    use crate::model::worlds;

    /// The lines of every operation.
    #[derive(Default)]
    struct Lines(Vec<u32>);

    impl Observer for Lines {
        fn note(&mut self, event: &Event, _: &[Body]) {
            self.0.extend(event.line());
        }
    }

    #[test]
    fn an_operation_is_reported_with_the_line_that_calls_it_or_with_the_line_given() {
        async fn from_a_text(host: Host) {
            while host.running() {
                host.watch(format!("name made at line {}", 7), 1);
                host.at_line(7).update(Span::from_hz(60.0)).await;
                host.at_line(8).sleep(Span::from_millis(1.0)).await;
                host.render(None).await;
            }
        }
        let called_at = line!() - 3;
        let lines = Rc::new(RefCell::new(Lines::default()));
        let world = worlds::world(&SceneChoice::new("runner"), 0).unwrap();
        let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(0.001));
        let host = Host::new(computer.keeping_frames().observed_by(lines.clone()));
        host.run_to_the_end(Box::pin(from_a_text(host.clone())));
        assert_eq!(lines.borrow().0, [7, 8, called_at]);
        assert_eq!(host.computer().watched(), [("name made at line 7".into(), Watched::Count(1))]);
    }
}
