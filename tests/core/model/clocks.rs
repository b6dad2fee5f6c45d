//! Objects with a time of their own: what their clocks read, against a sum of rates times durations made here, after any
//! changes, under every loop.

use super::worlds::frame;
use crate::common::{cases, ids, replay, set_option};
use crate::tiers::sampled;
use glam::DVec2;
use proptest::prelude::*;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::{Body, BodyState};
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::sketch::{BodyStyle, Ink, Sketch};
use tickscope_core::model::world::stepped_world::{FrameView, World};
use tickscope_core::model::worlds::clocks::own_time::WORDS;
use tickscope_core::model::worlds::clocks::{ClocksNumbers, KIND};

const OBJECTS: usize = 5;
const HAND: usize = 0;
const PENDULUM: usize = 1;
const BALL: usize = 2;
const MOON: usize = 3;
const CARD: usize = 4;

/// The settings in the course of a run: from when on, which object, which word.
type Changes = Vec<(Time, usize, &'static str)>;

fn choice(words: &[(usize, &str)]) -> WorldChoice {
    let mut choice = WorldChoice::new("clocks");
    for (object, word) in words {
        choice.options.set(&KIND.options[*object].name, Value::Word((*word).to_owned()));
    }
    choice
}

fn all(word: &str) -> WorldChoice {
    choice(&[HAND, PENDULUM, BALL, MOON, CARD].map(|object| (object, word)))
}

fn world(choice: &WorldChoice) -> World {
    tickscope_core::model::worlds::world(choice, 7).expect("allowed options")
}

fn exact(world: &World, at: Time) -> Vec<Body> {
    let mut bodies = Vec::new();
    world.exact(at, &mut bodies);
    bodies
}

fn secs(seconds: f64) -> Time {
    Time::from_secs(seconds)
}

/// Fifths of a flick that an object's clock counts, and how often it has restarted.
fn clock(world: &World, object: usize) -> (i64, i64) {
    let state = world.frame();
    let ClocksNumbers { hand, pendulum, ball, moon, card, .. } = state.numbers.into();
    let counts = [hand, pendulum, ball, moon, card][object];
    assert_eq!(counts.fract(), 0.0);
    (counts as i64, state.bodies[object].pass)
}

// --- A sum made here -------------------------------------------------------------------------------------------------

/// Fifths of a flick a flick.
fn rate(word: &str) -> i64 {
    match word {
        "runs" | "restart" | "delayed" => 5,
        "slow" => 1,
        "fast" => 10,
        "paused" => 0,
        other => panic!("{other}"),
    }
}

/// Returns the time to which a word sets a clock.
fn begins_at(word: &str) -> Option<i64> {
    match word {
        "restart" => Some(0),
        "delayed" => Some(-5 * FLICKS_PER_SECOND * 3 / 2),
        _ => None,
    }
}

/// Returns the word that the demonstration sets for an object in the n-th three seconds.
fn demo(object: usize, phase: i64) -> &'static str {
    let first = ["runs", "slow", "delayed", "fast", "restart"][object];
    let turn = ["runs", "slow", "restart", "fast", "paused", "delayed"];
    let begin = turn.iter().position(|word| *word == first).expect("one of them");
    turn[(begin + phase as usize) % 6]
}

/// Returns an object's clock at `at`, step by step from change to change: first `word`, then `changes`.
fn model(object: usize, mut word: &'static str, changes: &Changes, at: Time) -> (i64, i64) {
    let phase = 3 * FLICKS_PER_SECOND;
    let shown = |word: &'static str, moment: i64| if word == "demo" { demo(object, moment / phase) } else { word };
    let (mut count, mut pass) = (begins_at(shown(word, 0)).unwrap_or(0), 0);
    let mut now = 0;
    let mine: Vec<_> = changes.iter().filter(|(_, which, _)| *which == object).collect();
    let mut next = mine.into_iter().peekable();
    while now < at.flicks() {
        while let Some((_, _, new)) = next.next_if(|(moment, _, _)| moment.flicks() == now) {
            if *new != word {
                word = new;
                if let Some(begin) = begins_at(word) {
                    (count, pass) = (begin, pass + 1);
                }
            }
        }
        let boundary = (now / phase + 1) * phase;
        let end = boundary.min(at.flicks()).min(next.peek().map_or(i64::MAX, |(moment, _, _)| moment.flicks()));
        count += rate(shown(word, now)) * (end - now);
        now = end;
        // A phase that begins where a change comes too begins after it, and only if it is not the last moment.
        let changes_here = next.peek().is_some_and(|(moment, _, _)| moment.flicks() == now);
        if word == "demo" && now == boundary && now < at.flicks() {
            let stays = !changes_here;
            if let Some(begin) = begins_at(shown(word, now)).filter(|_| stays) {
                (count, pass) = (begin, pass + 1);
            }
        }
    }
    (count, pass)
}

fn set(world: &mut World, options: &mut Values, (at, object, word): (Time, usize, &str)) {
    options.set(&KIND.options[object].name, Value::Word(word.to_owned()));
    world.controls.set(at, options);
}

fn set_now(world: &mut World, options: &mut Values, object: usize, word: &str) {
    set(world, options, (world.sim(), object, word));
}

/// Generates up to twelve changes within a minute, in order, never at the beginning of a phase of the demonstration.
fn any_changes() -> impl Strategy<Value = Changes> {
    let change = (1..60 * FLICKS_PER_SECOND, 0..OBJECTS, 0..WORDS.len());
    prop::collection::vec(change, 0..12).prop_map(|mut changes| {
        changes.sort_unstable();
        let off_phase = |flicks: i64| Time::from_flicks(flicks + i64::from(flicks % (3 * FLICKS_PER_SECOND) == 0));
        changes.into_iter().map(|(at, object, word)| (off_phase(at), object, WORDS[word])).collect()
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn every_clock_reads_the_sum_of_rates_times_durations(
        changes in any_changes(), first in 0..WORDS.len(), moments in prop::collection::vec(0..90 * FLICKS_PER_SECOND, 1..20),
    ) {
        let begun = all(WORDS[first]);
        let (mut world, mut options) = (world(&begun), begun.options.clone());
        for change in &changes {
            set(&mut world, &mut options, *change);
        }
        for moment in moments {
            let at = Time::from_flicks(moment);
            world.jump_to(at);
            for object in 0..OBJECTS {
                prop_assert_eq!(clock(&world, object), model(object, WORDS[first], &changes, at), "{} at {:?}", object, at);
            }
        }
    }

    #[test]
    fn any_steps_come_to_the_exact_motion_to_the_last_bit(
        words in prop::collection::vec((0..OBJECTS, 0..WORDS.len()), 30),
        steps in prop::collection::vec(prop_oneof![0..1000_i64, 0..FLICKS_PER_SECOND, 0..20 * FLICKS_PER_SECOND], 30),
    ) {
        let mut world = world(&WorldChoice::new("clocks"));
        let mut options = Values::default();
        let mut changes = Changes::new();
        for ((object, word), dt) in words.into_iter().zip(steps) {
            world.step(Span::from_flicks(dt));
            prop_assert_eq!(world.bodies(), exact(&world, world.sim()));
            let change = (world.sim(), object, WORDS[word]);
            set(&mut world, &mut options, change);
            changes.push(change);
            prop_assert_eq!(world.bodies(), exact(&world, world.sim()), "a change belongs to the steps after it");
        }
    }
}

// --- What the words do -----------------------------------------------------------------------------------------------

fn places(choice: &WorldChoice, seconds: f64) -> Vec<DVec2> {
    exact(&world(choice), secs(seconds))[..OBJECTS].iter().map(|body| body.pos).collect()
}

#[test]
fn an_object_with_a_delay_waits_at_its_beginning_while_its_clock_counts_down() {
    let mut world = world(&all("delayed"));
    let begin = places(&all("runs"), 0.0);
    for seconds in [0.0, 0.7, 1.499] {
        for (object, begin) in begin.iter().enumerate() {
            world.jump_to(secs(seconds));
            let (body, own) = (world.bodies()[object], clock(&world, object).0 as f64 / (5 * FLICKS_PER_SECOND) as f64);
            assert_eq!((body.pos, body.vel, body.state), (*begin, DVec2::ZERO, BodyState::Waiting));
            assert!((own - (seconds - 1.5)).abs() < 1e-9, "{own} after {seconds} s");
        }
    }
    assert!(exact(&world, secs(1.5))[..OBJECTS].iter().all(|body| body.state == BodyState::Moving));
}

#[test]
fn a_velocity_is_the_motion_of_the_place_at_the_objects_own_pace() {
    for word in ["runs", "slow", "fast", "paused"] {
        let scene = world(&all(word));
        let tiny = Span::from_millis(0.01);
        for seconds in [0.11, 0.52, 0.97, 1.33] {
            let (before, now, after) =
                (exact(&scene, secs(seconds) - tiny), exact(&scene, secs(seconds)), exact(&scene, secs(seconds) + tiny));
            for object in 0..OBJECTS {
                let slope = (after[object].pos - before[object].pos) / (2.0 * tiny.as_secs());
                assert!(slope.distance(now[object].vel) < 1e-3, "{word}, object {object}: {slope} and {}", now[object].vel);
            }
        }
    }
}

fn opacity(body: &Body) -> u8 {
    let mut sketch = Sketch::default();
    world(&all("runs")).appearance().draw(CARD, body, BodyStyle::Solid, &mut sketch);
    let found = sketch.shapes.iter().find_map(|shape| match shape.ink {
        Ink::Translucent(CARD, opacity) => Some(opacity),
        _ => None,
    });
    found.expect("the card is drawn as something that comes and goes")
}

#[test]
fn the_card_fades_in_over_a_second_and_a_half_and_out_again() {
    let scene = world(&all("runs"));
    for (seconds, share) in [(0.0, 0.0), (0.75, 0.875), (1.5, 1.0), (2.0, 1.0), (3.25, 0.875), (4.0, 0.0)] {
        let drawn = f64::from(opacity(&exact(&scene, secs(seconds))[CARD]));
        assert!((drawn - 255.0 * share).abs() <= 1.0, "{seconds} s: {drawn} of 255");
    }
    // A frame between two states is as opaque as one between their moments.
    let mut world = world(&all("runs"));
    world.step(Span::from_secs(1.5));
    let frame = frame(&world, FrameView::Between(0.5));
    assert!((127..=128).contains(&opacity(&frame[CARD])));
}

#[test]
fn a_restart_begins_a_pass_and_the_same_word_again_changes_nothing() {
    let mut world = world(&all("runs"));
    let mut options = all("runs").options;
    world.step(Span::from_secs(1.3));
    set_now(&mut world, &mut options, HAND, "restart");
    world.step(Span::from_secs(0.2));
    assert_eq!(clock(&world, HAND), (FLICKS_PER_SECOND, 1));
    assert_eq!(clock(&world, BALL), (FLICKS_PER_SECOND / 2 * 15, 0));
    // Nothing lies between before and after it.
    let frame = frame(&world, FrameView::Between(0.3));
    assert_eq!(frame[HAND], world.bodies()[HAND]);
    set_now(&mut world, &mut options, HAND, "restart");
    world.step(Span::from_secs(0.2));
    assert_eq!(clock(&world, HAND), (2 * FLICKS_PER_SECOND, 1));
    // To restart it once more it runs in between.
    set_now(&mut world, &mut options, HAND, "runs");
    set_now(&mut world, &mut options, HAND, "restart");
    world.step(Span::from_secs(0.2));
    assert_eq!(clock(&world, HAND), (FLICKS_PER_SECOND, 2));
}

#[test]
fn the_readouts_are_the_objects_own_seconds() {
    let world = world(&choice(&[(HAND, "runs"), (PENDULUM, "slow"), (BALL, "delayed"), (MOON, "fast"), (CARD, "paused")]))
        .starting_at(secs(4.0));
    let readouts = world.readouts(&world.frame());
    let said: Vec<String> = readouts.iter().map(|readout| format!("{} {}", readout.name, readout.value)).collect();
    assert_eq!(said[..5], ["hand 4.00 s", "pendulum 0.80 s", "ball 2.50 s", "moon 8.00 s", "card 0.00 s"]);
    assert_eq!(said[5..], ["scene 1", "scene time 4.00 s"]);
    assert!(readouts[..5].iter().all(|readout| matches!(readout.value, ReadoutValue::Number { .. }) && !readout.alarm));
}

// --- Under every loop ------------------------------------------------------------------------------------------------

fn lab(strategies: &[&str]) -> Lab {
    // Uneven loads and late wakes, so that changes fall into the middle of turns.
    let computer = Computer { update_ms: 1.5, render_ms: 19.0, wake_hi_ms: 1.0, ..Computer::default() };
    let panes = strategies.iter().map(|id| PaneSettings::new(id)).collect();
    let settings = Settings { scene: WorldChoice::new("clocks"), seed: 7, computer, panes, ..Settings::default() };
    Lab::new(settings).expect("valid settings")
}

const STORY: [(f64, usize, &str); 11] = [
    (0.0, MOON, "runs"),
    (0.5123, HAND, "paused"),
    (1.0071, BALL, "restart"),
    (1.9, HAND, "slow"),
    (2.4444, CARD, "delayed"),
    (2.4444, PENDULUM, "fast"),
    (3.1, PENDULUM, "demo"),
    (4.777, HAND, "runs"),
    (5.0, HAND, "restart"),
    (6.2, BALL, "demo"),
    (6.2001, MOON, "paused"),
];

#[test]
fn under_every_loop_each_clock_is_the_closed_form_of_the_panes_own_moments() {
    let all = ids();
    for some in sampled(all.chunks(6)) {
        let mut lab = lab(some);
        let mut changes: Vec<Changes> = vec![Changes::new(); some.len()];
        for (at, object, word) in STORY {
            lab.advance_to(secs(at));
            for (pane, changes) in lab.panes().iter().zip(&mut changes) {
                changes.push((pane.computer().world().sim(), object, word));
            }
            let (name, value) = (KIND.options[object].name.to_string(), Value::Word(word.to_owned()));
            lab.command(set_option(&name, value)).expect("a live option");
        }
        lab.advance_to(secs(13.37));
        for (pane, changes) in lab.panes().iter().zip(&changes) {
            let (id, computer) = (&*pane.strategy().id, pane.computer());
            let world = computer.world();
            assert!(world.sim() > secs(5.0), "{id} has come to {:?}", world.sim());
            for object in 0..OBJECTS {
                let expected = model(object, "demo", changes, world.sim());
                assert_eq!(clock(world, object), expected, "{id}, object {object}");
            }
            assert_eq!(world.bodies(), exact(world, world.sim()), "{id}");
            assert_eq!(
                pane.seen_at(lab.now()).whole().number("path_deviation_max"),
                Some(0.0),
                "{id}: the measure knows of every change"
            );
        }

        let again = replay(lab.initial().clone(), lab.log(), lab.now());
        for (pane, again) in lab.panes().iter().zip(again.panes()) {
            let (computer, repeated) = (pane.computer(), again.computer());
            assert_eq!(computer.world().bodies(), repeated.world().bodies(), "{}", pane.strategy().id);
            assert_eq!(computer.world().state_hash(), repeated.world().state_hash());
        }
    }
}

#[test]
fn only_a_word_that_there_is_can_be_set_and_every_option_is_live() {
    let mut lab = lab(&["variable-delta"]);
    let option = |name: &str, word: &str| set_option(name, Value::Word(word.to_owned()));
    assert!(KIND.options[..6].iter().all(|option| option.live) && !KIND.options[6].live);
    for option in &KIND.options[..5] {
        for word in WORDS {
            lab.command(set_option(&option.name, Value::Word((*word).to_owned()))).unwrap();
        }
    }
    assert!(lab.command(option("hand", "stopped")).is_err());
    assert!(lab.command(option("foot", "runs")).is_err());
}
