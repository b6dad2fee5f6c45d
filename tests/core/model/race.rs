//! The race: sums in single and double precision, digit by digit.

use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::world::appearance::Frame;
use tickscope_core::model::world::body::Body;
use tickscope_core::model::world::numbers::Numbers;
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::sketch::{Geometry, Ink, Sketch, Thickness};
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::worlds;

/// The length of the track, in units.
const TRACK: f64 = 10.0;

/// The order of the bodies.
const SINGLE: usize = 0;
const DOUBLE: usize = 1;
fn world(driven: f64) -> World {
    let mut choice = WorldChoice::new("race");
    choice.options.set("driven", Value::Number(driven));
    worlds::world(&choice, 7).expect("a listed scene")
}

fn stepped(driven: f64, dt: Span, steps: usize) -> World {
    let mut world = world(driven);
    (0..steps).for_each(|_| world.step(dt));
    world
}

fn readout(world: &World, name: &str) -> f64 {
    let all = world.readouts(&world.frame());
    match all.into_iter().find(|readout| readout.name == name).expect("a readout of this name").value {
        ReadoutValue::Exact(value) => value,
        other => panic!("{name} is {other:?}"),
    }
}

/// Returns the whole way of a car: its laps and its place on the track.
fn way(body: &Body) -> f64 {
    body.pass as f64 * TRACK + body.pos.x
}

// --- A model of the sums in whole numbers --------------------------------------------------------------------------------

/// Binary digits after the point in the model.
const POINT: u32 = 64;

/// Returns `number` times 2^digits, which must be whole.
fn whole(number: f64, digits: u32) -> i128 {
    let bits = number.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075 + digits as i32;
    let digits = i128::from((bits & ((1 << 52) - 1)) | (1 << 52));
    if number == 0.0 {
        return 0;
    }
    if exponent >= 0 {
        return digits << exponent;
    }
    assert_eq!(digits & ((1 << -exponent) - 1), 0, "{number} has more binary digits");
    digits >> -exponent
}

/// Returns the nearest number with `significant` binary digits, to the even one if two are as near.
fn rounded(number: i128, significant: u32) -> i128 {
    let length = 128 - number.leading_zeros();
    if length <= significant {
        return number;
    }
    let grain = 1_i128 << (length - significant);
    let (down, over) = (number / grain, number % grain);
    let up = over * 2 > grain || (over * 2 == grain && down % 2 == 1);
    (down + i128::from(up)) * grain
}

/// Returns `steps` additions of 0.001 · `milliseconds`, everything rounded to `significant` binary digits.
fn model(milliseconds: f64, steps: u32, significant: u32) -> f64 {
    let constant = rounded(whole(0.001, 62), significant);
    let step = rounded(whole(milliseconds, 48), significant);
    let step = rounded(constant * step, significant) >> (62 + 48 - POINT);
    let sum = (0..steps).fold(0, |sum, _| rounded(sum + step, significant));
    // Few enough digits for an f64, so this rounds nothing.
    sum as f64 / (1_i128 << POINT) as f64
}

/// Returns the race after `steps` steps of as many milliseconds.
fn after(milliseconds: u32, steps: usize) -> World {
    stepped(0.0, Span::from_millis(f64::from(milliseconds)), steps)
}

#[test]
fn the_sums_are_those_of_whole_numbers_rounded_after_every_addition() {
    // As published: steps of 1000/rate ms in whole numbers, until ten seconds are reached.
    let published = [25, 33, 40, 60, 100, 1000].map(|rate: u32| (1000 / rate, 10_000_u32.div_ceil(1000 / rate)));
    for (milliseconds, steps) in published.into_iter().chain([(1, 600_000)]) {
        let world = after(milliseconds, steps as usize);
        let (single, double) = (readout(&world, "in f32"), readout(&world, "in f64"));
        assert_eq!(double, model(f64::from(milliseconds), steps, 53), "{steps} steps of {milliseconds} ms");
        assert_eq!(single, model(f64::from(milliseconds), steps, 24), "{steps} steps of {milliseconds} ms");
        assert_eq!(readout(&world, "exact"), f64::from(steps * milliseconds) / 1000.0);
        assert_eq!(readout(&world, "f64 off by"), double - world.sim().as_secs());
        assert_eq!(readout(&world, "f32 off by"), single - world.sim().as_secs());
    }
}

#[test]
fn the_sums_come_to_the_published_digits() {
    let (forty, hundred) = (after(25, 400), after(10, 1000));
    assert_eq!(forty.readouts(&forty.frame())[1].value.to_string(), "10.000000000000075", "every digit is shown");
    assert_eq!(hundred.readouts(&hundred.frame())[1].value.to_string(), "9.999999999999831");
    assert_eq!(readout(&forty, "in f64") - readout(&hundred, "in f64"), 2.433_608_869_978_343e-13);
    // Before anything was drawn, too.
    let nothing = Frame { at: Time::ZERO, drawn: Time::ZERO, bodies: &[], numbers: Numbers::default(), tallies: &[] };
    assert_eq!(stepped(0.0, Span::from_hz(100.0), 1000).readouts(&nothing).len(), 8);
}

#[test]
fn a_car_starts_with_the_way_that_it_has_behind_it_and_later_panes_join_in() {
    let world = world(1_000_000.0);
    assert!(world.bodies().iter().all(|body| way(body) == 1_000_000.0 && body.pos.x == 0.0));
    let mut later = world.starting_at(Time::from_secs(123.456));
    let before = later.bodies().to_vec();
    later.step(Span::ZERO);
    assert_eq!(later.bodies(), before, "nothing is added, nothing is rounded");
    later.step(Span::from_millis(10.0));
    assert_eq!(readout(&later, "exact"), 1_000_123.466);
    assert!((readout(&later, "in f32") - 1_000_123.466).abs() < 0.1, "rounded to sixteenths from now on");
}

/// Returns the ends of the bars on the scale of leads, in units of the world, by lane.
fn bars(world: &World) -> Vec<(usize, f64)> {
    let mut sketch = Sketch::default();
    world.appearance().backdrop(&world.frame(), world.appearance().extent(), &mut sketch);
    let bar = |geometry: Geometry, ink: Ink| match (geometry, ink) {
        (Geometry::Capsule { a, b, radius: Thickness::World(_) }, Ink::Body(lane)) => Some((lane, b.x - a.x)),
        _ => None,
    };
    sketch.shapes.iter().filter_map(|shape| bar(shape.geometry, shape.ink)).collect()
}

#[test]
fn the_scale_shows_a_lead_by_its_power_of_ten_ahead_to_the_right_and_behind_to_the_left() {
    assert_eq!(bars(&world(0.0)), [], "at the start no car leads");
    // 7.5e-14 ahead and 9.5e-6 behind, on a scale that begins at 1e-16 with four powers of ten to the unit.
    let after = bars(&stepped(0.0, Span::from_hz(40.0), 400));
    let (single, double) = (after[0], after[1]);
    assert_eq!((single.0, double.0), (SINGLE, DOUBLE));
    assert!((double.1 - (16.0 - 13.1265) / 4.0).abs() < 0.01, "{}", double.1);
    assert!((single.1 + (16.0 - 5.02) / 4.0).abs() < 0.01, "{}", single.1);
    // It never leaves the scale.
    let far = stepped(16_777_216.0, Span::from_secs(0.4), 100_000);
    assert!(readout(&far, "f32 off by") == -40_000.0);
    assert_eq!(bars(&far)[0], (SINGLE, -19.0 / 4.0));
}
