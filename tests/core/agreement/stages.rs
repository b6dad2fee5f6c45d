//! The way of an input to the display in stages, worked out from the model's events: read by an update or at the top of a
//! turn, submitted with the first frame that knows of it, drawn by the GPU, shown.

use crate::models::computer::{Happening, MILLI, millis};
use crate::models::{Case, loads, loops, pipeline};
use crate::tiers::sampled;
use tickscope_core::base::time::Time;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::model::config::computer::{Computer, InputRead};
use tickscope_core::model::config::settings::{Presentation, StallOn};
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::machine::inputs::Answer;
use tickscope_core::model::strategies;
use tickscope_core::model::strategies::strategy::Strategy;
use tickscope_core::model::world::body::Body;

/// The metronome beats every half second and the golden part of a 60 Hz refresh.
const BEAT: i64 = 352_800_000 + 7_268_080;

/// The moments of one input that was seen: given, read, submitted, taken up and done by the GPU, shown.
type Moments = [i64; 6];

/// The inputs that a frame knows, and the moments of its stages.
struct Frame {
    known: usize,
    submitted: i64,
    begun: i64,
    done: i64,
}

/// Returns the moments of every input that is seen, in order.
fn answers(case: &Case, presentation: Presentation) -> Vec<Moments> {
    let (events, ..) = loops::model(case);
    let start = millis(case.computer.start_ms);
    let first = ((start + BEAT - 1) / BEAT).max(1);
    let by = |moment: i64| if moment < first * BEAT { 0 } else { (moment / BEAT - first + 1) as usize };
    let is_per_turn = case.computer.input == InputRead::Turn;
    // When each input was read, and how many the state before the last update knows of, how many the state now.
    let (mut read, mut before, mut now) = (Vec::new(), 0, 0);
    let mut frames: Vec<Frame> = Vec::new();
    let mut answers: Vec<Moments> = Vec::new();
    for event in &events {
        match *event {
            Happening::Frame { at } if is_per_turn => read.resize(by(at), at),
            Happening::Update { at, .. } | Happening::Thought { at, .. } => {
                if !is_per_turn {
                    read.resize(by(at), at);
                }
                (before, now) = (now, read.len());
            }
            Happening::Render { end, alpha, .. } => {
                let known = if presentation == Presentation::Interpolate && alpha == Some(0.0) { before } else { now };
                frames.push(Frame { known, submitted: end, begun: end, done: end });
            }
            Happening::Gpu { at, end, frame } => (frames[frame - 1].begun, frames[frame - 1].done) = (at, end),
            Happening::Display { at, frame, .. } => {
                let Frame { known, submitted, begun, done } = frames[frame - 1];
                let seen = answers.len();
                for (input, read) in read.iter().enumerate().take(known).skip(seen) {
                    answers.push([(first + input as i64) * BEAT, *read, submitted, begun, done, at]);
                }
            }
            _ => {}
        }
    }
    answers
}

#[derive(Default)]
struct Answers(Vec<Moments>);

impl Fold for Answers {}

impl Observer for Answers {
    fn note(&mut self, _: &Event, _: &[Body]) {}

    fn answer(&mut self, answer: &Answer) {
        let &Answer { input, read, submitted, gpu_begins, gpu_done, shown } = answer;
        self.0.push([input.at, read, submitted, gpu_begins, gpu_done, shown].map(Time::flicks));
    }
}

const STAGES: [&str; 5] = ["read", "submit", "queue", "gpu", "display"];

fn computers() -> Vec<Computer> {
    let per_turn = |computer: Computer| Computer { input: InputRead::Turn, ..computer };
    let mut all = pipeline::computers();
    all.extend(pipeline::uneven_computers());
    all.extend(all.clone().into_iter().map(per_turn));
    all.extend([loads(0.0, 5.0), loads(10.0, 5.0), loads(0.0, 45.0)].map(per_turn));
    all
}

/// Returns every loop on every computer.
fn every_pair() -> impl Iterator<Item = (&'static Strategy, Computer)> {
    sampled(strategies::ALL.iter().flat_map(|strategy| computers().into_iter().map(move |computer| (strategy, computer))))
}

#[test]
fn every_input_takes_the_way_to_the_display_that_the_model_sends_it() {
    for (strategy, computer) in every_pair() {
        let presentations = if strategy.alpha { &Presentation::ALL[..] } else { &[Presentation::Latest] };
        for presentation in presentations {
            let case = Case::new(&strategy.id, computer.clone(), 3.0).hit(1.2, 200.0);
            let case = Case { presentation: Some(*presentation), ..case };
            let expected = answers(&case, *presentation);
            let (Answers(played), _) = Run::new(case.script(), 0, case.seconds).unwrap().fold(Answers::default()).unwrap();
            assert!(played == expected, "the program {played:?}\nthe model {expected:?}\nin {case:?}");
            assert!(expected.len() >= 3, "{case:?}");
            assert!(expected.iter().all(|moments| moments.is_sorted()), "{expected:?} in {case:?}");
        }
    }
}

#[test]
fn the_stages_of_a_report_are_those_of_the_model_and_add_up_to_input_to_display() {
    for (strategy, computer) in every_pair() {
        let case = Case::new(&strategy.id, computer, 2.5).hit_on(StallOn::Any, 1.2, 200.0);
        let presentation = Presentation::Latest;
        let case = Case { presentation: Some(presentation), ..case };
        let report = serde_json::to_value(case.report()).unwrap();
        let told = |key: &str| report[key].as_f64().unwrap_or_else(|| panic!("{key} of {report}"));
        let answers = answers(&case, presentation);
        let mut sum = 0.0;
        for (place, stage) in STAGES.iter().enumerate() {
            let lasts: Vec<i64> = answers.iter().map(|moments| moments[place + 1] - moments[place]).collect();
            let ms = |flicks: f64| flicks / MILLI as f64;
            let mean = ms(lasts.iter().sum::<i64>() as f64 / lasts.len() as f64);
            let worst = ms(*lasts.iter().max().unwrap() as f64);
            sum += mean;
            for (kind, expected) in [("mean", mean), ("worst", worst)] {
                let key = format!("stage_{stage}_{kind}_ms");
                assert!((told(&key) - expected).abs() < 1e-9, "{key} is {expected}, not {}, in {case:?}", told(&key));
            }
        }
        assert!((told("input_to_display_mean_ms") - sum).abs() < 1e-9, "{sum} in {report}");
    }
}
