//! The JavaScript of the published loops does what their Rust does, event by event.

use super::scripts::{Bench, without_lines};
use crate::models::pipeline::{computers, uneven_computers};
use crate::tiers::sampled;
use std::sync::Arc;
use tickscope_core::base::params::param::ValueKind;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::params::values::Values;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::strategies::strategy::Strategy;
use tickscope_core::model::{scripts, strategies};

/// Returns the strategy that the JavaScript of a published loop makes.
fn in_javascript(published: &Strategy) -> Strategy {
    let path = format!("{}/model/strategies/{}.js", env!("CARGO_MANIFEST_DIR"), published.id.replace('-', "_"));
    let source = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let own = OwnLoop { name: published.id.to_string(), source: Arc::from(source) };
    scripts::strategy(&own, &[]).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Checks that both do the same on a computer, and returns how many events that were.
fn agree(published: &Strategy, script: &Strategy, computer: &Computer, params: &Values, seconds: f64) -> usize {
    let [native, made] = [published, script].map(|strategy| {
        let mut bench = Bench::new(strategy, computer, params.clone(), seconds);
        assert_eq!(bench.end(), None, "{} with {params:?} on {computer:?}", strategy.id);
        (without_lines(&bench.events()), bench.watched())
    });
    let differs = native.0.iter().zip(&made.0).position(|(native, made)| native != made);
    let what = || format!("{} with {params:?} on {computer:?}", published.id);
    if let Some(at) = differs {
        panic!("event {at} is {:?} and not {:?}: {}", made.0[at], native.0[at], what());
    }
    assert_eq!(native.0.len(), made.0.len(), "{}", what());
    assert_eq!(native.1, made.1, "watched by {}", what());
    native.0.len()
}

/// Returns a computer on which everything varies, with a coarse timer.
pub fn noisy() -> Computer {
    Computer {
        update_ms: 3.3,
        render_ms: 0.0,
        noise_lo_ms: 2.0,
        noise_hi_ms: 31.0,
        refresh_hz: 59.94,
        timer_ms: 1.0,
        sleep_ms: 1.0,
        wake_hi_ms: 2.5,
        wake_tail: 0.1,
        wake_tail_ms: 3.0,
        start_ms: 3.7,
        ..Computer::default()
    }
}

#[test]
fn each_published_loop_is_the_same_in_javascript_on_every_computer() {
    let mut events = 0;
    let counting = Computer { clock_at_s: 40.0, wraps_at_s: 1.5, ..noisy() };
    let short = computers().into_iter().chain(uneven_computers()).step_by(5).map(|computer| (computer, 0.6));
    let all: Vec<_> = short.chain([(noisy(), 20.0), (counting, 4.0)]).collect();
    let loops: Vec<_> = strategies::ALL.iter().map(|published| (published, in_javascript(published))).collect();
    for ((published, script), (computer, seconds)) in
        sampled(loops.iter().flat_map(|pair| all.iter().map(move |run| (pair, run))))
    {
        events += agree(published, script, computer, &Values::default(), *seconds);
    }
    assert!(events > 10_000, "only {events} events");
}

#[test]
fn each_published_loop_is_the_same_in_javascript_with_every_word_and_limit() {
    for published in strategies::ALL {
        let script = in_javascript(published);
        for param in sampled(script.params.iter()) {
            let values: Vec<Value> = match &param.kind {
                ValueKind::Switch(_) => [false, true].map(Value::Switch).to_vec(),
                ValueKind::Choice(words) => words.iter().map(|word| Value::Word(word.to_owned())).collect(),
                ValueKind::Number(number) => {
                    let mut values = vec![Value::Number(param.clamped(number.default * 2.0)), Value::Number(param.clamped(37.0))];
                    values.extend(number.can_be_off.then(Value::off));
                    values
                }
            };
            for value in values {
                let mut params = Values::default();
                params.set(&param.name, value);
                if published.check(&params).is_ok() && published.check_on(&params, &noisy()).is_ok() {
                    agree(published, &script, &noisy(), &params, 3.0);
                }
            }
        }
    }
}

#[test]
fn each_published_loop_has_the_same_name_and_parameters_in_javascript() {
    for published in strategies::ALL {
        let script = in_javascript(published);
        assert_eq!((&script.name, &script.about), (&published.name, &published.about));
        // A loop without an alpha shows its newest state however it is drawn.
        assert!(script.presentation == published.presentation || !published.alpha, "{}", published.id);
        let names = |strategy: &Strategy| strategy.params.iter().map(|param| param.name.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&script), names(published));
        for (made, param) in script.params.iter().zip(published.params.iter()) {
            assert_eq!(made.default_value(), param.default_value(), "{} of {}", param.name, published.id);
            // A text may leave single floats out; what follows from another parameter has its default there and its range here.
            if param.name != "sums" && param.derived.is_none() {
                assert_eq!(made.allowed(), param.allowed(), "{} of {}", param.name, published.id);
            }
        }
    }
}

#[test]
fn the_line_about_a_loop_holds_for_all_values_of_its_parameters() {
    for published in strategies::ALL.iter().filter(|published| !published.params.is_empty()) {
        assert!(!published.about.contains(|letter: char| letter.is_ascii_digit()), "{}: {}", published.id, published.about);
    }
}
