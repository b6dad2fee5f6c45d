//! A lap of one's own: what a person drives, the four panes that the same keys drive, and what is said about them.

use tickscope::studio::scenario::{code, link};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction};
use tickscope::studio::session::lap;
use tickscope_core::base::random::{CounterRng, Purpose};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::control::ControlInput;
use tickscope_core::model::config::settings::{Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState, direction, wrap_angle};
use tickscope_core::model::worlds::{self, drive};

/// The frames of the window in a second.
const FRAMES: f64 = 60.0;

fn pedals(turn: i8, faster: bool) -> ControlInput {
    ControlInput { left: turn < 0, right: turn > 0, faster, slower: false }
}

/// A person who steers by what was in the picture a reaction ago, and by the own keys since; looks, aims and fingers are not exact.
struct Human {
    chance: CounterRng,
    drawn: u64,
    seen: Vec<Body>,
    held: Vec<ControlInput>,
    /// The next changes of the keys, each with the frame in which a finger makes it.
    plan: Vec<(usize, ControlInput)>,
    looks: usize,
    wrong: f64,
}

impl Human {
    const REACTION: usize = 12;
    const AHEAD: f64 = 0.13;
    const TURN_RATE: f64 = 3.0;

    fn new(seed: u64) -> Human {
        let chance = CounterRng::new(seed, Purpose::RenderNoise);
        Human { chance, drawn: 0, seen: Vec::new(), held: Vec::new(), plan: Vec::new(), looks: 0, wrong: 0.0 }
    }

    fn between(&mut self, lo: f64, hi: f64) -> f64 {
        self.drawn += 1;
        lo + (hi - lo) * self.chance.unit(self.drawn)
    }

    /// Returns the keys that are held in the next frame, after one that shows `car`.
    fn keys(&mut self, car: Body) -> ControlInput {
        let frame = self.seen.len();
        self.seen.push(car);
        let mut held = self.held.last().copied().unwrap_or(pedals(0, true));
        while self.plan.first().is_some_and(|(at, _)| *at <= frame) {
            held = self.plan.remove(0).1;
        }
        self.held.push(held);
        if frame >= self.looks {
            self.look(frame);
        }
        held
    }

    fn look(&mut self, frame: usize) {
        let from = frame.saturating_sub(Human::REACTION);
        let Body { mut pos, mut heading, vel, .. } = self.seen[from];
        for keys in &self.held[from..frame] {
            heading -= Human::TURN_RATE * keys.turn() / FRAMES;
            pos += direction(heading) * vel.length() / FRAMES;
        }
        self.wrong = 0.6 * self.wrong + self.between(-0.05, 0.05);
        let to = route(libm::atan2(pos.y / 50.0, pos.x / 80.0) + Human::AHEAD) - pos;
        let aside = wrap_angle(libm::atan2(to.y, to.x) - heading) + self.wrong;
        let turn = if aside.abs() < 0.08 { 0 } else { -(aside.signum() as i8) };
        let when = frame + self.between(2.4, 4.8) as usize;
        self.plan = vec![(when, pedals(turn, true))];
        self.looks = frame + self.between(4.0, 6.0) as usize;
        if turn != 0 {
            let tap = ((aside.abs() / Human::TURN_RATE).clamp(0.05, 0.25) * FRAMES + self.between(-1.2, 1.2)) as usize;
            self.plan.push((when + tap, pedals(0, true)));
            self.looks = self.looks.max(when + tap - 1);
        }
    }
}

/// Returns the middle of the road at this angle, seen from the middle of the course.
fn route(angle: f64) -> glam::DVec2 {
    direction(angle) * glam::DVec2::new(80.0, 50.0) * (1.0 + 0.1 * libm::sin(6.0 * angle))
}

/// A session whose window makes its frames.
struct Window {
    session: Session,
    real: f64,
}

impl Window {
    fn new() -> Window {
        let mut session = Session::new(Settings::default()).expect("the usual settings");
        session.act(lap::begin().expect("the scenario is there"));
        Window { session, real: 0.0 }
    }

    fn frame(&mut self) {
        self.real += 1.0 / FRAMES;
        self.session.frame(self.real);
    }

    fn frames_until(&mut self, is_there: impl Fn(&Session) -> bool) {
        for _ in 0..60 * 40 {
            if is_there(&self.session) {
                return;
            }
            self.frame();
        }
        panic!("it does not come, at {:?}", self.session.run.now());
    }

    /// Drives with the keys that `keys` returns for each frame, to the end of the lap. Returns the end of the car.
    fn drive(&mut self, mut keys: impl FnMut(usize, Body) -> ControlInput) -> Vec<Body> {
        let mut last = Vec::new();
        for frame in 0.. {
            let bodies = self.bodies(0);
            let held = keys(frame, bodies[drive::THE_CAR]);
            self.session.act(Action::Run(RunAction::Steer(held)));
            last = bodies;
            self.frame();
            if self.session.run.compares_lap() {
                break;
            }
            assert!(frame < 60 * 20, "the lap ends");
        }
        last
    }

    fn bodies(&self, pane: usize) -> Vec<Body> {
        self.session.run.lab.panes()[pane].computer().world().bodies().to_vec()
    }

    /// Plays the four panes to their end, and returns what is said about them.
    fn said(&mut self) -> String {
        self.frames_until(|session| !session.is_playing());
        self.session.caption().expect("something is said").into_owned()
    }
}

fn hits(bodies: &[Body]) -> usize {
    bodies.iter().filter(|body| body.state == BodyState::Caught).count()
}

/// Returns the end of the same keys in steps of this length, without any loop.
fn stepped(scene: &WorldChoice, hz: f64) -> Vec<Body> {
    let mut world = worlds::world(scene, 0).expect("the drive is allowed");
    let end = scene.strokes.last().expect("something was driven").at();
    while world.sim() < end {
        world.step(Span::from_hz(hz));
    }
    world.bodies().to_vec()
}

#[test]
fn five_laps_like_a_persons_are_counted_as_by_the_bare_steps_and_at_15_fps_the_frames_time_crashes() {
    let mut crashed = 0;
    for seed in 0..5 {
        let (mut window, mut human) = (Window::new(), Human::new(seed));
        // A person looks at the recorded lap before the first key.
        (0..40).for_each(|_| window.frame());
        window.drive(|_, car| human.keys(car));
        let said = window.said();
        let scene = window.session.run.lab.settings().scene.clone();
        let alone = [60.0, 60.0, 60.0, 15.0].map(|hz| stepped(&scene, hz));
        for (pane, alone) in alone.iter().enumerate() {
            assert_eq!(hits(&window.bodies(pane)), hits(alone), "pane {pane} of lap {seed}");
        }
        assert_eq!(window.bodies(0), window.bodies(1), "fixed steps end in the same place at any frame rate");
        let (yours, slow) = (hits(&alone[0]), hits(&alone[3]));
        let cones = if yours == 1 { "cone" } else { "cones" };
        assert!(said.starts_with(&format!("You hit {yours} {cones}. ")) && said.contains("bit for bit"), "{said}");
        assert!(yours == slow || said.contains(&format!("as step: {slow},")), "{said}");
        assert!(yours <= 3, "a person gets round: {said}");
        crashed += usize::from(slow > yours);
    }
    assert!(crashed >= 3, "only {crashed} of five crash");
}

#[test]
fn the_first_pane_drives_exactly_what_was_driven() {
    let (mut window, mut human) = (Window::new(), Human::new(3));
    (0..57).for_each(|_| window.frame());
    let cars: std::cell::RefCell<Vec<Body>> = std::cell::RefCell::default();
    let end = window.drive(|_, car| {
        cars.borrow_mut().push(car);
        human.keys(car)
    });
    let strokes = window.session.run.lab.settings().scene.strokes.clone();
    assert_eq!(strokes[0].at_flicks, 0, "the first key is the beginning");
    assert!(strokes.last().is_some_and(|last| last.at() <= Time::from_secs(15.0)));
    window.said();
    let (car, again) = (end[drive::THE_CAR], window.bodies(0)[drive::THE_CAR]);
    assert!(car.pos.distance(again.pos) < 1.0, "{:?} and {:?}: the last picture is a frame older", car.pos, again.pos);
    assert_eq!(hits(&end), hits(&window.bodies(0)));
    let driven = cars.into_inner();
    assert!(driven.windows(2).all(|two| two[0].pos.distance(two[1].pos) < 2.0 || two[0].pass != two[1].pass));
}

#[test]
fn a_drive_that_hits_nothing_says_so_and_so_does_one_in_which_nothing_happens() {
    let said = |held: &dyn Fn(usize) -> ControlInput| {
        let mut window = Window::new();
        window.drive(|frame, _| held(frame));
        window.said()
    };
    let short = said(&|frame| pedals(0, frame < 33));
    assert!(short.starts_with("You hit 0 cones. ") && short.contains("the car hits none either, but ends 0."), "{short}");
    let standing = said(&|frame| pedals(i8::from(frame < 30), false));
    assert!(standing.contains("nothing is different: 0 cones, and the car ends where yours did."), "{standing}");
}

#[test]
fn a_lap_in_a_link_comes_back_and_says_the_same() {
    let (mut window, mut human) = (Window::new(), Human::new(1));
    window.drive(|_, car| human.keys(car));
    let said = window.said();
    let code = code::write(&window.session.run.scenario());
    let link = link::write(Some("https://example.org/"), &code).expect("it is short enough");
    let opened = link::read(&link).expect("it can be read");
    let mut again = Window { session: Session::open(opened).expect("it can be opened"), real: 0.0 };
    again.frame();
    assert_eq!(again.session.run.lab.settings(), window.session.run.lab.settings());
    assert_ne!(again.session.caption().as_deref(), Some(said.as_str()), "nothing is said before the end");
    assert_eq!(again.said(), said);
    // Play at the end begins again.
    again.session.act(Action::View(ViewAction::PlayPause));
    again.frame();
    assert!(again.session.is_playing() && again.session.run.now() < Time::from_secs(1.0));
}

#[test]
fn undo_brings_the_lap_back_stopped_and_a_lap_without_a_key_goes_on() {
    let mut window = Window::new();
    (0..60 * 20).for_each(|_| window.frame());
    assert!(window.session.run.drives_lap() && window.session.is_playing(), "nobody has pressed a key");
    window.drive(|_, _| pedals(0, true));
    window.session.act(Action::Undo);
    (0..10).for_each(|_| window.frame());
    assert!(window.session.run.drives_lap() && !window.session.is_playing());
    assert_eq!(window.session.run.left_for_lap(), Some(Span::ZERO));
    window.session.act(Action::Redo);
    assert!(window.session.run.compares_lap());
}
