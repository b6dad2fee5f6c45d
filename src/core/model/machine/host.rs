//! The handle through which a loop uses its computer.
//!
//! A loop is an `async fn` that gets a [`Host`]. Time passes at every `.await`: the future ([`Until`]) is ready once the
//! laboratory's time has passed the end of the operation, so a loop rests in the middle of its turn while its computer is busy.
//! On the real clock an operation has already taken its time when its future is polled, so the future is ready immediately.

use super::computer::VirtualComputer;
use super::event::{Watched, WatchedName};
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::capture::CapturedFrame;
use crate::model::config::own_loop::OwnLoop;
use crate::model::world::controls::Between;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::panic::Location;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// The laboratory time after which the frames of a running game are looked for again.
const LOOK_AGAIN: Span = Span::from_flicks(FLICKS_PER_SECOND / 100);

/// A loop that has been started, as a future.
pub type LoopFuture = Pin<Box<dyn Future<Output = ()>>>;

/// The loop's handle to its computer. Clones are handles to the same computer.
///
/// Every operation is reported with the line of the loop's own file that calls it.
///
/// ```
/// use tickscope_core::base::time::{Span, Time};
/// use tickscope_core::model::config::computer::Computer;
/// use tickscope_core::model::config::settings::WorldChoice;
/// use tickscope_core::model::machine::computer::VirtualComputer;
/// use tickscope_core::model::machine::host::Host;
/// use tickscope_core::model::worlds;
///
/// async fn simplest(host: Host) {
///     while host.running() {
///         host.update(Span::from_hz(60.0)).await;
///         host.render(None).await;
///     }
/// }
///
/// let world = worlds::world(&WorldChoice::new("runner"), 0).unwrap();
/// let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(1.0));
/// let host = Host::new(computer);
/// host.run_to_the_end(Box::pin(simplest(host.clone())));
/// assert_eq!(host.computer().world().sim(), Time::from_secs(1.0));
/// ```
#[derive(Clone)]
pub struct Host(Rc<HostShared>);

struct HostShared {
    /// The laboratory's time: every operation that is due before it has started.
    horizon: Cell<Time>,
    computer: RefCell<VirtualComputer>,
    /// The instructions that an interpreted loop may still execute before it must return control to the window.
    budget: Cell<u64>,
    /// Whether an interpreted loop has used up its budget before it reached the horizon.
    is_computing: Cell<bool>,
    fault: RefCell<Option<LoopError>>,
}

/// The progress of a loop towards a horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Every operation that is due before the horizon has started.
    Reached,
    /// The loop has returned or failed; it must not be run again.
    Ended,
    /// An interpreted loop has used up its budget before the horizon.
    Computing,
}

/// An error in the text of a loop, or in a call that it makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopError {
    /// The line of the text, counted from 1; 0 if unknown.
    pub line: u32,
    /// The column in that line, counted from 1; 0 if unknown.
    pub column: u32,
    /// The error in one sentence without its full stop.
    pub text: String,
    /// The included loop whose text contains the error; `None` if the loop's own text does.
    pub file: Option<String>,
}

impl LoopError {
    /// Turns the error into a refusal of the loop with this id.
    pub fn refuse(self, id: &str) -> Invalid {
        let id = self.file.as_ref().map_or(id.to_owned(), |name| format!("{}{name}", OwnLoop::PREFIX));
        Invalid::in_text(&id, (self.line, self.column), self.text)
    }
}

impl std::fmt::Display for LoopError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}, ")?;
        }
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.text),
            (line, 0) => write!(f, "line {line}: {}", self.text),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.text),
        }
    }
}

impl std::error::Error for LoopError {}

/// A future that is ready when the laboratory's time has passed the end of an operation.
#[must_use = "an operation takes its time only when it is awaited"]
pub struct Until<'a> {
    pub end: Time,
    horizon: &'a Cell<Time>,
}

impl Future for Until<'_> {
    type Output = ();
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.end < self.horizon.get() { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// The operations that loops call.
impl Host {
    /// Returns the clock, rounded down to the timer's resolution. Costs nothing.
    pub fn now(&self) -> Time {
        self.0.computer.borrow_mut().now()
    }

    /// Returns the world's simulated time. Costs nothing.
    pub fn sim(&self) -> Time {
        self.0.computer.borrow().world().sim()
    }

    /// Returns whether the world has a closed form, so that [`Host::jump_to`] can be used. Costs nothing.
    pub fn has_closed_form(&self) -> bool {
        self.0.computer.borrow().world().kind.closed_form.lack().is_none()
    }

    /// Returns the value of the computer's counter at `moment`: `moment` itself, or whole milliseconds that start over from 0 if
    /// the computer counts in 32 bits.
    ///
    /// Only a loop that *compares* readings needs this: the frame skips, as published, and the spread updates. Other loops
    /// subtract one 32-bit reading from another, and the difference is right even if the counter has started over in between:
    /// `variable-delta` (`curr − prev`), `fixed-fps` (`next − now`, as a signed number), the loops that wait, and every
    /// accumulator. They call [`Host::now`], which never starts over, with the same result.
    pub fn counter(&self, moment: Time) -> Time {
        self.0.computer.borrow().counter(moment)
    }

    /// Returns the number of flips so far, including those of earlier loops. Costs nothing.
    pub fn flips(&self) -> i64 {
        self.0.computer.borrow_mut().flips()
    }

    /// Returns the number of refreshes so far, with a new frame or an old one. Costs nothing.
    pub fn refreshes(&self) -> i64 {
        self.0.computer.borrow_mut().refreshes()
    }

    /// Returns the shortest time from one refresh of the display to the next, to the nearest flick. Costs nothing.
    pub fn refresh_interval(&self) -> Span {
        self.0.computer.borrow().costs.refresh_interval
    }

    /// Returns whether the game is paused. Costs nothing and stops nothing: the loop decides how to pause.
    pub fn paused(&self) -> bool {
        self.0.computer.borrow().paused
    }

    /// Begins a turn. Returns `false` if the run is over.
    pub fn running(&self) -> bool {
        self.0.computer.borrow_mut().begin_turn(true)
    }

    /// Returns `false` if the run is over, as [`Host::running`] does, but begins no new turn. A loop calls it again in a turn
    /// that has not done anything yet.
    pub fn goes_on(&self) -> bool {
        self.0.computer.borrow_mut().begin_turn(false)
    }

    /// Steps the world by `dt`, and costs the update load.
    #[track_caller]
    pub fn update(&self, dt: Span) -> Until<'_> {
        self.at_caller().update(dt)
    }

    /// Steps the world by `dt`, and costs only a `part` of the update load, 0 to 1. A loop calls this for one of several
    /// iterations of an update, or for an update's physics without its decisions.
    #[track_caller]
    pub fn update_part(&self, dt: Span, part: f64) -> Until<'_> {
        self.at_caller().update_part(dt, part)
    }

    /// Jumps to the exact state of the world at simulated time `sim`, and costs the update load.
    #[track_caller]
    pub fn jump_to(&self, sim: Time) -> Until<'_> {
        self.at_caller().jump_to(sim)
    }

    /// Lets the world make its decisions (a thought), and costs a `part` of the update load, 0 to 1. From now on the world
    /// decides only in these calls, and no longer in its steps.
    #[track_caller]
    pub fn think(&self, part: f64) -> Until<'_> {
        self.at_caller().think(part)
    }

    /// Sleeps for `span`; does nothing if `span` is not positive. A loop whose `spin_ms` is set sleeps for that much less and is
    /// busy for the rest of `span`.
    #[track_caller]
    pub fn sleep(&self, span: Span) -> Until<'_> {
        self.at_caller().sleep(span)
    }

    /// Waits for the next refresh, like a loop that the system calls, and returns the timestamp of the refresh, rounded down to
    /// the timer's resolution. From now on [`Host::render`] returns when the CPU has drawn the frame.
    ///
    /// The wait ends at the first refresh after the last timestamp. If that refresh has passed, `missed_refresh` chooses between
    /// the present moment and the next refresh. In any case the wait lasts until the frames that wait for the display fit into
    /// the queue.
    pub async fn next_refresh(&self) -> Time {
        let (until, timestamp) = self.call_at_refresh();
        until.await;
        timestamp
    }

    /// Runs the loop as a browser's page from now on: its renders never wait. Until it asks for a refresh, the display takes its
    /// newest finished frame at each refresh.
    pub fn begin_page(&self) {
        self.0.computer.borrow_mut().begin_page();
    }

    /// Records that a page asks for a refresh: from now on its frames reach the display as the computer's `present` says. Does
    /// nothing if the loop is no page.
    pub fn ask_for_refresh(&self) {
        self.0.computer.borrow_mut().ask_for_refresh();
    }

    /// Begins [`Host::next_refresh`]. Returns the wait, which is to be awaited, and the timestamp.
    pub fn call_at_refresh(&self) -> (Until<'_>, Time) {
        let (end, timestamp) = self.0.computer.borrow_mut().next_refresh();
        (Until { end, horizon: &self.0.horizon }, timestamp)
    }

    /// Begins [`Host::next_refresh`] if the callback is due before `moment`, or was missed twice; otherwise does nothing and
    /// returns `None`.
    pub fn call_at_refresh_before(&self, moment: Time) -> Option<(Until<'_>, Time)> {
        let (end, timestamp) = self.0.computer.borrow_mut().next_refresh_before(moment)?;
        Some((Until { end, horizon: &self.0.horizon }, timestamp))
    }

    /// Keeps the CPU busy for `span` without a reported operation, like a loop that only reads the clock.
    pub fn spin(&self, span: Span) -> Until<'_> {
        let end = self.0.computer.borrow_mut().spin(span);
        Until { end, horizon: &self.0.horizon }
    }

    /// Draws a frame, costs the render load, and waits if the loop is too far ahead of the display.
    #[track_caller]
    pub fn render(&self, between: Option<Between>) -> Until<'_> {
        self.at_caller().render(between)
    }

    /// Draws a frame of the exact state at simulated time `at`, for a renderer that knows the formula of the world's motion. It costs
    /// and waits as [`Host::render`] does; the world stays where it is.
    #[track_caller]
    pub fn render_at(&self, at: Time) -> Until<'_> {
        self.at_caller().render_at(at)
    }

    /// Draws a frame and costs the render load, as the first half of [`Host::render`]. The frame goes to the GPU, and replaces one that
    /// has not been presented.
    #[track_caller]
    pub fn draw(&self, between: Option<Between>) -> Until<'_> {
        self.at_caller().draw(between)
    }

    /// Hands the drawn frame to the display, and waits if the loop is too far ahead of the display, as the second half of
    /// [`Host::render`]. Costs nothing; does nothing if no frame has been drawn since the last one.
    #[track_caller]
    pub fn present(&self) -> Until<'_> {
        self.at_caller().present()
    }

    /// Reads the inputs that were given until now. Costs nothing. From now on inputs are read only in these calls, and no longer in
    /// updates or at the top of a turn.
    pub fn read_inputs(&self) {
        self.0.computer.borrow_mut().read_inputs_apart();
    }

    /// Returns how often the button of the world was pressed since the last call; 0 in a world without a button. Costs nothing. From
    /// now on the loop says in [`Host::answer`] which step answers a press, whatever the computer's `presses` says.
    pub fn pressed(&self) -> u64 {
        self.0.computer.borrow_mut().pressed()
    }

    /// Lets the next update answer a press that [`Host::pressed`] has counted. Costs nothing.
    pub fn answer(&self) {
        self.0.computer.borrow_mut().answer();
    }

    /// Returns the presses (`true`) and releases (`false`) of the button since the last call, for a page. Costs nothing. They count as in
    /// [`Host::pressed`].
    pub fn keys(&self) -> Vec<bool> {
        self.0.computer.borrow_mut().keys()
    }

    /// Returns whether keys can reach a page: its world has a button, or its text is only read and does not run.
    pub fn hears_keys(&self) -> bool {
        self.0.computer.borrow().hears_keys()
    }

    /// Waits until `moment` without a reported operation.
    pub fn idle_until(&self, moment: Time) -> Until<'_> {
        let end = self.0.computer.borrow_mut().idle_until(moment);
        Until { end, horizon: &self.0.horizon }
    }

    /// Plays a frame of a captured game, whose times are those of this computer's clock.
    pub fn replay(&self, captured: &CapturedFrame) -> Until<'_> {
        let end = self.0.computer.borrow_mut().replay(captured);
        Until { end, horizon: &self.0.horizon }
    }

    /// Returns the next frame of a running game, whose times are those of this computer's clock; `None` if none begins before the
    /// laboratory's time.
    pub fn next_fed(&self) -> Option<CapturedFrame> {
        self.0.computer.borrow_mut().take_fed(self.horizon())
    }

    /// Waits for the beginning of the next frame of a running game, at most 10 ms of the laboratory's time. The computer's clock
    /// stays, because a frame that comes later may have begun before.
    pub fn next_look(&self) -> Until<'_> {
        let begins = self.computer().live.next_begins().unwrap_or(Time::NEVER);
        Until { end: begins.min(self.horizon() + LOOK_AGAIN), horizon: &self.0.horizon }
    }

    /// Returns whether frames of a running game can come: nothing feeds a run that has an end.
    pub fn can_be_fed(&self) -> bool {
        !self.computer().comes_to_an_end()
    }

    /// Ends a capture for this reason. In a run without an end the pane then stands still until another loop is started.
    pub fn end_capture(&self, reason: &str) {
        if !self.computer().comes_to_an_end() {
            self.fail(LoopError { text: reason.to_owned(), ..LoopError::default() });
        }
    }

    /// Sets a watched value for the instruments. Costs nothing.
    pub fn watch(&self, name: impl Into<WatchedName>, value: impl Into<Watched>) {
        self.0.computer.borrow_mut().watch(name.into(), value.into());
    }

    /// Reports a line that the loop writes to its console; `line` is the line of the loop's text. Costs nothing.
    pub fn log(&self, line: u32, text: &str) {
        self.0.computer.borrow_mut().log(line, text);
    }

    /// Returns the operations with the line of the loop's text to report, counted from 1. An interpreted loop needs this, because
    /// the call comes from the interpreter's own code.
    #[inline]
    pub fn at_line(&self, line: u32) -> AtLine<'_> {
        AtLine { host: self, line }
    }

    #[inline]
    #[track_caller]
    fn at_caller(&self) -> AtLine<'_> {
        self.at_line(Location::caller().line())
    }
}

/// The operations of a [`Host`] that take time, reported with a line of the loop's text. [`Host::at_line`] returns it.
#[derive(Clone, Copy)]
pub struct AtLine<'a> {
    host: &'a Host,
    line: u32,
}

impl<'a> AtLine<'a> {
    #[inline]
    pub fn update(self, dt: Span) -> Until<'a> {
        self.until(|computer| computer.update(dt, self.line))
    }

    #[inline]
    pub fn update_part(self, dt: Span, part: f64) -> Until<'a> {
        self.until(|computer| computer.update_part(dt, part, self.line))
    }

    #[inline]
    pub fn jump_to(self, sim: Time) -> Until<'a> {
        self.until(|computer| computer.jump_to(sim, self.line))
    }

    #[inline]
    pub fn think(self, part: f64) -> Until<'a> {
        self.until(|computer| computer.think(part, self.line))
    }

    #[inline]
    pub fn sleep(self, span: Span) -> Until<'a> {
        self.until(|computer| computer.sleep(span, self.line))
    }

    #[inline]
    pub fn render(self, between: Option<Between>) -> Until<'a> {
        self.until(|computer| computer.render(between, self.line))
    }

    #[inline]
    pub fn draw(self, between: Option<Between>) -> Until<'a> {
        self.until(|computer| computer.draw(between, self.line))
    }

    #[inline]
    pub fn present(self) -> Until<'a> {
        self.until(|computer| computer.present(self.line))
    }

    #[inline]
    pub fn render_at(self, at: Time) -> Until<'a> {
        self.until(|computer| computer.render_at(at, self.line))
    }

    #[inline]
    fn until(self, operation: impl FnOnce(&mut VirtualComputer) -> Time) -> Until<'a> {
        let end = operation(&mut self.host.0.computer.borrow_mut());
        Until { end, horizon: &self.host.0.horizon }
    }
}

/// The operations that the laboratory calls.
impl Host {
    /// Returns a handle to `computer`, on which no loop runs yet.
    pub fn new(computer: VirtualComputer) -> Host {
        Host(Rc::new(HostShared {
            horizon: Cell::new(Time::ZERO),
            computer: RefCell::new(computer),
            budget: Cell::new(u64::MAX),
            is_computing: Cell::new(false),
            fault: RefCell::new(None),
        }))
    }

    /// Lets the loop start every operation that starts before `horizon`, and the display show every frame up to it.
    pub fn run_until(&self, running: &mut LoopFuture, horizon: Time) -> Progress {
        self.0.horizon.set(horizon);
        self.0.is_computing.set(false);
        let mut state = Poll::Pending;
        if self.computer().clock() < horizon {
            // No waker is needed: the loop is polled again when the laboratory's time has moved on.
            state = running.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        }
        if self.0.is_computing.get() {
            return Progress::Computing;
        }
        self.computer_mut().show_until(horizon);
        if state.is_ready() { Progress::Ended } else { Progress::Reached }
    }

    /// Runs a loop until its computer stops, and displays every frame.
    pub fn run_to_the_end(&self, mut running: LoopFuture) {
        let ended = self.run_until(&mut running, Time::NEVER);
        debug_assert_eq!(ended, Progress::Ended, "a loop waits for nothing but its computer");
    }

    /// Sets the number of instructions that an interpreted loop may execute before it must return control to the window;
    /// `u64::MAX` for no limit. Compiled loops ignore it.
    pub fn set_budget(&self, instructions: u64) {
        self.0.budget.set(instructions);
    }

    pub fn budget(&self) -> u64 {
        self.0.budget.get()
    }

    /// Returns the laboratory's time: every operation that is due before it has started.
    pub fn horizon(&self) -> Time {
        self.0.horizon.get()
    }

    /// Records that an interpreted loop has used up its budget.
    pub fn note_computing(&self) {
        self.0.is_computing.set(true);
    }

    /// Records the error with which the loop ends before its run does.
    pub fn fail(&self, fault: LoopError) {
        *self.0.fault.borrow_mut() = Some(fault);
    }

    /// Returns the error with which the loop ended before its run; `None` if it runs or has been started again.
    pub fn fault(&self) -> Option<LoopError> {
        self.0.fault.borrow().clone()
    }

    /// Removes a fault so that another loop can start, and lets the clock pass until `moment`.
    pub fn forget_fault(&self, moment: Time) {
        if self.0.fault.take().is_some() {
            self.0.computer.borrow_mut().stands_until(moment);
        }
    }

    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.0.computer.borrow()
    }

    pub fn computer_mut(&self) -> RefMut<'_, VirtualComputer> {
        self.0.computer.borrow_mut()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::config::computer::{Computer, MissedRefresh};
    use crate::model::config::settings::WorldChoice;
    use crate::model::machine::event::{Event, Observer};
    use crate::model::machine::host::*;
    use crate::model::world::body::Body;
    use crate::model::worlds;

    /// Collects the lines of all operations.
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
        let world = worlds::world(&WorldChoice::new("runner"), 0).unwrap();
        let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(0.001));
        let host = Host::new(computer.keeping_frames().observed_by(lines.clone()));
        host.run_to_the_end(Box::pin(from_a_text(host.clone())));
        assert_eq!(lines.borrow().0, [7, 8, called_at]);
        assert_eq!(host.computer().watched(), [("name made at line 7".into(), Watched::Count(1))]);
    }

    /// Returns the timestamp and the clock of each callback in ms, for a loop that renders only in its first callback.
    fn after_one_frame(computer: &Computer) -> Vec<(f64, f64)> {
        let calls = Rc::new(RefCell::new(Vec::new()));
        let world = worlds::world(&WorldChoice::new("runner"), 0).expect("it is known");
        let host = Host::new(VirtualComputer::new(computer, 0, world).stopping_at(Time::from_secs(0.07)));
        let (game, log) = (host.clone(), calls.clone());
        host.run_to_the_end(Box::pin(async move {
            let in_ms = |at: Time| (at - Time::ZERO).as_secs() * 1000.0;
            while game.running() {
                let timestamp = game.next_refresh().await;
                log.borrow_mut().push((in_ms(timestamp).round(), in_ms(game.now()).round()));
                if log.borrow().len() == 1 {
                    game.render(None).await;
                }
            }
        }));
        calls.take()
    }

    #[test]
    fn a_callback_without_a_frame_is_followed_by_the_next_one() {
        let computer = Computer { refresh_hz: 50.0, ..Computer::default() };
        assert_eq!(after_one_frame(&computer), [(20.0, 20.0), (40.0, 40.0), (60.0, 60.0), (80.0, 80.0)]);
    }

    #[test]
    fn a_variable_refresh_without_a_frame_comes_after_the_longest_interval() {
        for missed_refresh in [MissedRefresh::Now, MissedRefresh::Next] {
            let computer = Computer { vrr: true, vrr_lo_hz: 50.0, vrr_hi_hz: 100.0, missed_refresh, ..Computer::default() };
            assert_eq!(
                after_one_frame(&computer),
                [(0.0, 0.0), (5.0, 5.0), (25.0, 25.0), (45.0, 45.0), (65.0, 65.0), (85.0, 85.0)]
            );
        }
    }
}
