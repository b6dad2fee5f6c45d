//! Captures before and after a change, against a second, slow bootstrap from the rule's text, closed forms, and many pairs of
//! captures of the same game.

use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::before_after::comparison::{BeforeAfter, Change, ComparedNumber};
use tickscope_core::lab::before_after::numbers::NUMBERS;
use tickscope_core::lab::before_after::side::ComparedCapture;
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::metrics::totals::Sums;
use tickscope_core::lab::metrics::whole_run::Metrics;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::lab::run::setup::PaneSetup;
use tickscope_core::lab::symptoms::hitches::Hitch;
use tickscope_core::lab::symptoms::intervals::Interval;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::long_stays::LongStays;
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

const MEAN: usize = 0;
const P1: usize = 1;
const LOW: usize = 2;
const HITCHES: usize = 3;
const LATE: usize = 4;

/// Returns the hitches and stalls of a capture.
fn hitches_of(capture: &Capture) -> Vec<Interval> {
    LongStays::of_capture(capture).expect("it can be played").all()
}

/// Random numbers that have nothing to do with those of the program: a xorshift generator.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number from 0 up to but not including 1.
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Returns the capture of a game whose flips are apart by these milliseconds.
fn capture(name: &str, intervals_ms: impl IntoIterator<Item = f64>) -> Capture {
    let mut flips = vec![Time::from_secs(0.005)];
    for ms in intervals_ms {
        flips.push(flips[flips.len() - 1] + Span::from_millis(ms));
    }
    let begins = [Time::ZERO].into_iter().chain(flips.iter().copied());
    let frame = |(begins, flip): (Time, &Time)| CapturedFrame { begins, sample: *flip, flip: *flip, ..CapturedFrame::default() };
    let frames = begins.zip(&flips).map(frame).collect();
    Capture::new(name, SampleTimes::Unknown, frames).expect("it is allowed")
}

fn even(name: &str, fps: f64, seconds: f64) -> Capture {
    capture(name, std::iter::repeat_n(1000.0 / fps, (fps * seconds) as usize))
}

/// Returns a game of `seconds` with frames of `mean` ms that scatter about a scene, which wanders within some frames, and one hitch in
/// `hitch_every` frames.
fn game(seed: u64, mean: f64, seconds: f64, hitch_every: f64) -> Capture {
    let (mut dice, mut scene, mut passed, mut intervals) = (Dice::new(seed), 0.0, 0.0, Vec::new());
    while passed < seconds * 1000.0 {
        scene = 0.8 * scene + 0.1 * (dice.unit() - 0.5);
        let is_hitch = dice.unit() < 1.0 / hitch_every;
        let frame = mean * (1.0 + scene + 0.1 * (dice.unit() - 0.5)) + if is_hitch { 40.0 } else { 0.0 };
        passed += frame;
        intervals.push(frame);
    }
    capture(&format!("game {seed}"), intervals)
}

fn intervals_ms(capture: &Capture) -> Vec<f64> {
    capture.frames.windows(2).map(|pair| (pair[1].flip - pair[0].flip).as_millis()).collect()
}

fn report_of(capture: &Capture) -> (Sums, Vec<Interval>) {
    let pane = PaneSettings::of_capture(capture.clone());
    let settings = Settings { scene: WorldChoice::new("runner"), panes: vec![pane], ..Settings::default() }.lettered();
    let setup = PaneSetup { index: 0, settings: &settings, at: Time::ZERO };
    let run = Run::new(settings.clone(), 0, capture.end().as_secs()).expect("it is allowed");
    let (metrics, finished) = run.fold(Metrics::without_reference(&setup).expect("it exists")).expect("it runs");
    let script = Script::from(settings.clone());
    let panes: Vec<_> = script.every_pane().collect();
    let found = spans(&script, &panes, capture.end().as_secs()).expect("it runs").concat();
    let mut hitches: Vec<Interval> = Vec::new();
    for symptom in found.iter().map(|finding| &finding.symptom) {
        hitches.extend(symptom.hitches().iter().filter_map(Hitch::stay));
        if let (Kind::Stall, [begin, end]) = (symptom.kind(), &symptom.evidence[..]) {
            hitches.push(Interval { begin: *begin, length: *end - *begin });
        }
    }
    hitches.sort_by_key(|hitch| hitch.begin);
    hitches.dedup();
    (metrics.sums(finished.clock, finished.tally), hitches)
}

#[test]
fn the_numbers_of_a_capture_are_those_of_its_report_and_its_findings() {
    let uneven = capture("uneven", (0..2000).map(|n| if n % 97 == 96 { 61.5 } else { 14.0 + f64::from(n % 7) }));
    let changing = capture("changing", (0..3000).map(|n| if n % 601 == 300 { 70.0 } else { [8.0, 17.0][usize::from(n > 1500)] }));
    let stalling = capture("stalling", (0..1500).map(|n| if n % 700 == 400 { 400.0 } else { 16.0 + f64::from(n % 3) }));
    for capture in [uneven, changing, stalling, game(3, 11.0, 25.0, 150.0), game(4, 16.0, 8.0, 90.0), even("even", 50.0, 4.0)] {
        let compared = BeforeAfter::of(std::slice::from_ref(&capture), std::slice::from_ref(&capture));
        let (sums, hitches) = report_of(&capture);
        for index in [MEAN, P1, LOW] {
            let (ours, reported) = (compared.numbers[index].before, sums.number(NUMBERS[index].key).expect("it has one"));
            assert!((ours - reported).abs() < 1e-9 * reported, "{}, {}: {ours}, {reported}", capture.name, NUMBERS[index].key);
        }
        assert_eq!(hitches_of(&capture), hitches, "{}", capture.name);
        let seconds = intervals_ms(&capture).iter().sum::<f64>() / 1000.0;
        assert!((compared.numbers[HITCHES].before - hitches.len() as f64 * 60.0 / seconds).abs() < 1e-9, "{}", capture.name);
        assert_eq!(compared.before, [ComparedCapture { seconds: compared.before[0].seconds, ..compared.after[0].clone() }]);
        assert!((compared.before[0].seconds - seconds).abs() < 1e-6);
    }
}

#[test]
fn a_hitch_is_late_by_what_it_stays_longer_than_usual() {
    let hitching = capture("hitching", (0..1000).map(|n| if n % 250 == 125 { 60.0 } else { 20.0 }));
    let compared = BeforeAfter::of(std::slice::from_ref(&hitching), &[even("even", 50.0, 21.0)]);
    let seconds = (1000.0 * 20.0 + 4.0 * 40.0) / 1000.0;
    assert!((compared.numbers[HITCHES].before - 4.0 * 60.0 / seconds).abs() < 1e-9);
    assert!((compared.numbers[LATE].before - 4.0 * 40.0 / seconds).abs() < 1e-6, "{}", compared.numbers[LATE].before);
    assert_eq!((compared.numbers[HITCHES].after, compared.numbers[LATE].after), (0.0, 0.0));
}

/// A frame of the slow bootstrap: when it begins and how long it is in ms, and by how much it is late if it is a hitch.
#[derive(Clone, Copy)]
struct SlowFrame {
    begins: f64,
    ms: f64,
    late: Option<f64>,
}

/// Returns the quantile of sorted values by the rank (n + 1/3) · share + 1/3.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = ((sorted.len() as f64 + 1.0 / 3.0) * share + 1.0 / 3.0).clamp(1.0, sorted.len() as f64);
    let (low, high) = (rank.floor() as usize, rank.ceil() as usize);
    sorted[low - 1] + rank.fract() * (sorted[high - 1] - sorted[low - 1])
}

fn slow_numbers(frames: &[SlowFrame]) -> [f64; 5] {
    let passed: f64 = frames.iter().map(|frame| frame.ms).sum();
    let mut rates: Vec<f64> = frames.iter().map(|frame| 1000.0 / frame.ms).collect();
    rates.sort_by(f64::total_cmp);
    let mut lengths: Vec<f64> = frames.iter().map(|frame| frame.ms).collect();
    lengths.sort_by(f64::total_cmp);
    let least = quantile(&lengths, 0.99);
    let slow: Vec<f64> = lengths.into_iter().filter(|ms| *ms >= least).collect();
    let late: Vec<f64> = frames.iter().filter_map(|frame| frame.late).collect();
    [
        frames.len() as f64 * 1000.0 / passed,
        quantile(&rates, 0.01),
        slow.len() as f64 * 1000.0 / slow.iter().sum::<f64>(),
        late.len() as f64 * 60_000.0 / passed,
        late.iter().sum::<f64>() * 1000.0 / passed,
    ]
}

/// Returns the frames of a run that consists of circular blocks of two seconds, as long as the run itself.
fn slow_sample(run: &[SlowFrame], dice: &mut Dice) -> Vec<SlowFrame> {
    let length: f64 = run.iter().map(|frame| frame.ms).sum();
    let (mut sample, mut left) = (Vec::new(), length);
    while left > 0.0 {
        let (begin, block) = (dice.unit() * length, left.min(2000.0));
        sample.extend(run.iter().filter(|frame| (frame.begins - begin).rem_euclid(length) < block));
        left -= block;
    }
    sample
}

fn slow_frames(capture: &Capture) -> Vec<SlowFrame> {
    let hitches = hitches_of(capture);
    let flips: Vec<Time> = capture.frames.iter().map(|frame| frame.flip).collect();
    let frame =
        |pair: &[Time]| SlowFrame { begins: (pair[0] - flips[0]).as_millis(), ms: (pair[1] - pair[0]).as_millis(), late: None };
    let mut frames: Vec<SlowFrame> = flips.windows(2).map(frame).collect();
    for hitch in hitches {
        let index = flips.iter().position(|flip| *flip == hitch.begin).expect("it begins with a flip");
        let mut around: Vec<f64> =
            frames[index.saturating_sub(7)..(index + 8).min(frames.len())].iter().map(|frame| frame.ms).collect();
        around.sort_by(f64::total_cmp);
        frames[index].late = Some(hitch.length.as_millis() - around[(around.len() - 1) / 2]);
    }
    frames
}

/// Returns the ends of the 95 % intervals of all differences.
fn slow_intervals(before: &[Capture], after: &[Capture], samples: usize) -> [[f64; 2]; 5] {
    let mut dice = Dice::new(77);
    let sides = [before, after].map(|side| side.iter().map(slow_frames).collect::<Vec<_>>());
    let mut made_again = |side: &[Vec<SlowFrame>]| {
        let mut frames = Vec::new();
        for number in 0..side.len() {
            let run = if side.len() < 3 { number } else { (dice.unit() * side.len() as f64) as usize };
            frames.extend(slow_sample(&side[run], &mut dice));
        }
        slow_numbers(&frames)
    };
    let differences: Vec<[f64; 5]> = (0..samples)
        .map(|_| {
            let [before, after] = [made_again(&sides[0]), made_again(&sides[1])];
            std::array::from_fn(|index| after[index] - before[index])
        })
        .collect();
    std::array::from_fn(|index| {
        let mut values: Vec<f64> = differences.iter().map(|numbers| numbers[index]).collect();
        values.sort_by(f64::total_cmp);
        [quantile(&values, 0.025), quantile(&values, 0.975)]
    })
}

/// Two estimates of an end of an interval from a thousand samples each differ by a thirtieth of its width, times three or four.
fn assert_alike(compared: &[ComparedNumber], slow: &[[f64; 2]]) {
    for (number, slow) in compared.iter().zip(slow) {
        let ours = number.interval.expect("the captures are long enough");
        let width = slow[1] - slow[0];
        for end in 0..2 {
            assert!((ours[end] - slow[end]).abs() <= 0.15 * width + 1e-6, "{}: {ours:?}, {slow:?}", number.key);
        }
    }
}

#[test]
fn the_intervals_are_those_of_a_slow_bootstrap_from_the_text_of_the_rule() {
    let (before, after) = (vec![game(1, 22.0, 24.0, 40.0)], vec![game(2, 19.0, 31.0, 120.0)]);
    assert_alike(&BeforeAfter::of(&before, &after).numbers, &slow_intervals(&before, &after, 1000));
}

#[test]
fn three_runs_of_a_side_are_drawn_before_their_blocks_and_two_are_not() {
    let side = |rates: &[f64]| rates.iter().map(|fps| even("even", *fps, 21.0)).collect::<Vec<_>>();
    let (three, two) = (side(&[40.0, 50.0, 60.0]), side(&[40.0, 60.0]));
    let of_three = BeforeAfter::of(&three, &three);
    // The lows of so few rates are three numbers, so that their quantiles jump.
    assert_alike(&of_three.numbers[..P1], &slow_intervals(&three, &three, 1000)[..P1]);
    let mean = |compared: &BeforeAfter| compared.numbers[MEAN].interval.expect("the runs are long enough");
    // A mean of three draws from 40, 50 and 60 has a standard deviation of 4.7, and a difference of two such 6.7.
    let [least, most] = mean(&of_three);
    assert!(least < -8.0 && most > 8.0, "{least} to {most}");
    let [least, most] = mean(&BeforeAfter::of(&two, &two));
    assert!(least > -0.1 && most < 0.1, "{least} to {most}");
}

#[test]
fn equal_even_captures_are_the_same() {
    let compared = BeforeAfter::of(&[even("before.csv", 60.0, 30.0)], &[even("after.csv", 60.0, 30.0)]);
    assert_eq!(compared.samples, Some(1000));
    for index in [MEAN, P1, LOW] {
        let [Some(least), Some(most)] = compared.numbers[index].ratio.expect("it has one") else { panic!("it is finite") };
        assert!(least >= 0.99 && most <= 1.01 && least <= 1.0 && most >= 1.0, "{least} to {most}");
        assert_eq!(compared.numbers[index].change, Change::Same);
    }
    assert_eq!(compared.sentence(), "The mean, P1 and 1 % low are the same within 1 %; no hitches on either side");
}

#[test]
fn a_game_that_is_a_tenth_slower_is_so_in_every_rate() {
    let faster = game(5, 20.0, 60.0, f64::INFINITY);
    let slower = capture("slower", intervals_ms(&faster).into_iter().map(|ms| ms / 0.9));
    let compared = BeforeAfter::of(std::slice::from_ref(&faster), &[slower]);
    for index in [MEAN, P1, LOW] {
        let ComparedNumber { before, difference, interval, ratio, change, .. } = &compared.numbers[index];
        assert!((difference + 0.1 * before).abs() < 1e-3 * before, "{difference} of {before}");
        let ([least, most], [Some(low), Some(high)]) = (interval.expect("it has one"), ratio.expect("it has one")) else {
            panic!("it is finite")
        };
        assert!(least < *difference && *difference < most && most < 0.0, "{least} to {most}");
        assert!(low < 0.9 && 0.9 < high && high < 1.0, "{low} to {high}");
        assert_eq!(*change, Change::Changed);
    }
    let sentence = compared.sentence();
    assert!(sentence.starts_with("The mean from ") && sentence.contains("; P1 from ") && sentence.contains("; 1 % low from "));
    assert!(sentence.ends_with("; no hitches on either side"), "{sentence}");
}

#[test]
fn the_same_captures_give_the_same_intervals() {
    let both = [game(6, 25.0, 21.0, 60.0), game(7, 25.0, 22.0, 60.0)];
    assert_eq!(BeforeAfter::of(&both[..1], &both[1..]), BeforeAfter::of(&both[..1], &both[1..]));
    let [first, second] = [BeforeAfter::of(&both[..1], &both[..1]), BeforeAfter::of(&both[..1], &both[1..])];
    let [least, most] = first.numbers[MEAN].interval.expect("it has one");
    assert!(least < 0.0 && most > 0.0, "both sides of one capture are drawn independently: {least} to {most}");
    assert_ne!(first, second);
}

#[test]
fn of_many_pairs_of_the_same_game_about_95_in_100_intervals_contain_no_difference() {
    let pairs = 200;
    let mut contained = [0; 5];
    for pair in 0..pairs {
        let [before, after] = [2 * pair, 2 * pair + 1].map(|seed| game(1000 + seed, 40.0, 40.0, 50.0));
        let compared = BeforeAfter::of(&[before], &[after]);
        for (count, number) in contained.iter_mut().zip(&compared.numbers) {
            let [least, most] = number.interval.expect("it has one");
            *count += u32::from(least <= 0.0 && most >= 0.0);
        }
    }
    // 190 with a standard deviation of 3; intervals by quantiles of 20 blocks are a little too narrow.
    assert!(contained.iter().all(|count| (177..=198).contains(count)), "{contained:?}");
}

#[test]
fn a_capture_of_ten_seconds_has_numbers_and_no_interval() {
    let compared = BeforeAfter::of(&[even("short.csv", 60.0, 10.0)], &[even("long.csv", 50.0, 30.0)]);
    assert_eq!(compared.samples, None);
    assert!(compared.numbers.iter().all(|number| number.interval.is_none() && number.ratio.is_none()));
    assert!((compared.numbers[MEAN].difference + 10.0).abs() < 1e-6);
    let says = "The mean 60 and 50 FPS; P1 60 and 50 FPS; 1 % low 60 and 50 FPS; no hitches on either side; \
        short.csv lasts 10.0 s: below 20 s it is unknown how much of this is chance";
    assert_eq!(sorted_parts(&compared.sentence()), sorted_parts(says));
}

fn sorted_parts(sentence: &str) -> Vec<String> {
    let mut parts: Vec<String> = sentence.split("; ").map(str::to_lowercase).collect();
    parts.sort();
    parts
}

#[test]
fn a_difference_that_can_be_chance_has_no_verb_of_change() {
    use Change::{Changed, NotShown, Same};
    let number = |index: usize, before: f64, after: f64, change: Change| ComparedNumber {
        key: NUMBERS[index].key,
        unit: NUMBERS[index].unit,
        before,
        after,
        difference: after - before,
        interval: None,
        ratio: None,
        change,
    };
    let of = |numbers: [(f64, f64, Change); 5]| {
        let numbers = numbers.into_iter().enumerate();
        let numbers = numbers.map(|(index, (before, after, change))| number(index, before, after, change)).collect();
        BeforeAfter { before: Vec::new(), after: Vec::new(), samples: Some(1000), numbers }.sentence()
    };
    let both =
        of([(60.0, 60.1, Same), (44.0, 46.3, NotShown), (41.2, 51.9, Changed), (9.1, 2.2, Changed), (0.31, 0.3, NotShown)]);
    assert_eq!(
        both,
        "1 % low from 41 to 52 FPS; hitches from 9 to 2 a minute; the mean is the same within 1 %; \
            no difference is shown in P1 (44.0 and 46.3 FPS) and time lost in hitches (0.31 and 0.30 ms/s)"
    );
    let chance = of([(60.0, 61.0, NotShown), (44.0, 40.0, NotShown), (9.0, 9.0, Same), (0.0, 0.0, Same), (0.0, 0.0, Same)]);
    assert!(!chance.contains(" from ") && chance.contains("no hitches on either side"), "{chance}");
}
