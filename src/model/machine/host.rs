//! The computer that a loop runs on, as the loop sees it.
//!
//! A loop is an `async fn` that is given a [`Host`]. Every `.await` is a place where time passes: the future behind it
//! ([`Until`]) is ready once the laboratory's time has passed the end of what was started, so a loop is held up in the
//! middle of its turn while its computer is busy. [`computer`] says what everything costs. On the real clock
//! ([`clockwork`], [`real`]) an operation has taken its time before its future is looked at, so it is simply ready.
//!
//! ```
//! use tickscope::model::machine::{Host, VirtualComputer};
//! use tickscope::model::world::World;
//! use tickscope::model::config::{Computer, SceneChoice};
//! use tickscope::base::time::{Span, Time};
//!
//! async fn simplest(host: Host) {
//!     while host.running() {
//!         host.update(Span::from_hz(60.0)).await;
//!         host.render(None).await;
//!     }
//! }
//!
//! let world = worlds::world(&SceneChoice::new("runner"), 0).unwrap();
//! let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(1.0));
//! let host = Host::new(computer);
//! host.run_to_the_end(Box::pin(simplest(host.clone())));
//! assert_eq!(host.computer().world().sim(), Time::from_secs(1.0));
//! ```

use super::computer::{VirtualComputer, Watched};
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

    /// The top of a turn: one turn begins, unless the run is over.
    pub fn running(&self) -> bool {
        self.0.computer.borrow_mut().begin_turn()
    }

    /// Steps the world by `dt` and takes the update load.
    #[track_caller]
    pub fn update(&self, dt: Span) -> Until<'_> {
        let line = Location::caller().line();
        self.until(|computer| computer.update(dt, line))
    }

    /// Steps the world by `dt` for a part of the update load only: one of an update's inner iterations, or its physics
    /// without its thinking.
    #[track_caller]
    pub fn update_part(&self, dt: Span, part: f64) -> Until<'_> {
        let line = Location::caller().line();
        self.until(|computer| computer.update_part(dt, part, line))
    }

    /// Puts the world where it truly is at simulated time `sim`, whatever it was before, and takes the update load.
    #[track_caller]
    pub fn place(&self, sim: Time) -> Until<'_> {
        let line = Location::caller().line();
        self.until(|computer| computer.place(sim, line))
    }

    /// The world makes up its mind, for a part of the update load; an update by no time. From here on its steps decide
    /// nothing by themselves.
    #[track_caller]
    pub fn think(&self, part: f64) -> Until<'_> {
        let line = Location::caller().line();
        self.until(|computer| computer.think(part, line))
    }

    /// What the computer's counter shows at `moment`. It is the moment itself, unless the computer counts milliseconds
    /// in 32 bits: then whole ones, from 0 again when the counter has wrapped.
    ///
    /// Only a loop that *compares* readings needs this: the frame skips, as published. Whoever subtracts one reading
    /// from the other first, in 32 bits, has the right length across the start-over, because the difference starts over
    /// with it. All other loops here do: `variable-delta` (`curr − prev`), `fixed-fps` (`next − now`, as a signed number),
    /// those that wait, and every accumulator. They ask for [`Host::now`], which never starts over, and are none the
    /// worse.
    pub fn counter(&self, moment: Time) -> Time {
        self.0.computer.borrow().counter(moment)
    }

    /// Sleeps for `span`; nothing happens if it is not positive.
    #[track_caller]
    pub fn sleep(&self, span: Span) -> Until<'_> {
        let line = Location::caller().line();
        self.until(|computer| computer.sleep(span, line))
    }

    /// CounterRng a picture, takes the render load and, with vsync, waits for the display.
    #[track_caller]
    pub fn render(&self, between: Option<Between>) -> Until<'_> {
        let line = Location::caller().line();
        self.until(|computer| computer.render(between, line))
    }

    /// Shows a value of the loop's own to whoever looks inside. Costs nothing.
    pub fn watch(&self, name: &'static str, value: impl Into<Watched>) {
        self.0.computer.borrow_mut().watch(name, value.into());
    }

    fn until(&self, operation: impl FnOnce(&mut VirtualComputer) -> Time) -> Until<'_> {
        let end = operation(&mut self.0.computer.borrow_mut());
        Until { end, horizon: &self.0.horizon }
    }
}

/// What the laboratory calls.
impl Host {
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

    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.0.computer.borrow()
    }

    pub fn computer_mut(&self) -> RefMut<'_, VirtualComputer> {
        self.0.computer.borrow_mut()
    }
}
