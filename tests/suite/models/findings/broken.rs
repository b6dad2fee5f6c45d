//! Each rule of the checker is broken once, and a trace that is written by hand shows it.

use super::checker::Checker;
use super::lines::Tape;
use crate::models::computer::SECOND;
use std::collections::BTreeSet;

/// A rule, the number that stands in its place, and a trace with what is told of it at a moment if the rule holds.
struct Row {
    rule: &'static str,
    wrong: f64,
    tape: Tape,
    at_s: f64,
    told: &'static [&'static str],
}

fn row(rule: &'static str, wrong: f64, tape: Tape, at_s: f64, told: &'static [&'static str]) -> Row {
    Row { rule, wrong, tape, at_s, told }
}

fn told(row: &Row, broken: Option<(&'static str, f64)>) -> Vec<&'static str> {
    let mut checker = Checker::new(&row.tape.lines(), broken);
    let at = (row.at_s * SECOND as f64).round() as i64;
    std::iter::repeat_with(|| checker.advance()).find(|state| state.at >= at).expect("it goes on").told()
}

/// Even pictures every 16 ms.
fn even(count: usize) -> Tape {
    Tape::new().pictures(count, 16.0, 16.0)
}

/// Pictures that all stay as long, and move on by too little and by too much in turn.
fn uneven(tape: Tape, pairs: usize, stay: f64, error: f64) -> Tape {
    (0..pairs).fold(tape, |tape, _| tape.pictures(1, stay, stay - error).pictures(1, stay, stay + error))
}

/// Every so many pictures of 16 ms one stays longer.
fn stuttering(tape: Tape, count: usize, every: usize, long: f64) -> Tape {
    (0..count).fold(tape, |tape, _| tape.pictures(every - 1, 16.0, 16.0).pictures(1, long, long))
}

/// Turns of 20 ms, each with two updates by 10 ms that cost so much.
fn stepping(tape: Tape, count: usize, cost_ms: f64) -> Tape {
    (0..count).fold(tape, |tape, _| {
        let at_ms = tape.clock_ms;
        let mut tape = tape.frame(at_ms).update(at_ms, 10.0, cost_ms).update(at_ms, 10.0, cost_ms);
        tape.clock_ms += 20.0;
        tape
    })
}

/// A second stall of a second's length begins 2 s after one that is lone, and turns of 20 ms by `dt_ms` come after it.
fn second_stall(dt_ms: f64) -> Tape {
    let first = Tape::new().turns(50, 20.0, 20.0).turns(1, 200.0, 20.0).turns(9, 20.0, 40.0);
    first.turns(81, 20.0, 20.0).turns(1, 1000.0, 20.0).turns(25, 20.0, dt_ms).turns(200, 20.0, 20.0)
}

/// Inputs every 500 ms.
fn inputs(tape: Tape, from: usize, count: usize, late_ms: Option<f64>) -> Tape {
    (from..from + count).fold(tape, |tape, number| tape.input(500.0 * number as f64, late_ms))
}

/// Frames every 20 ms, so many of a hundred of which are torn.
fn torn(tape: Tape, count: usize, of_a_hundred: usize) -> Tape {
    (0..count).fold(tape, |mut tape, number| {
        tape.clock_ms += 20.0;
        let at_ms = tape.clock_ms;
        tape.line("display", at_ms, |line| {
            (line.drawn_s, line.torn) = (at_ms / 1000.0, number % 100 < of_a_hundred);
        })
    })
}

fn stalls() -> Vec<Row> {
    let one = || even(60).pictures(1, 80.0, 80.0).pictures(150, 16.0, 16.0);
    let slower = Tape::new().pictures(60, 100.0, 100.0).pictures(42, 50.0, 50.0).pictures(1, 150.0, 150.0);
    let two = even(60).pictures(1, 80.0, 80.0).pictures(50, 16.0, 16.0).pictures(1, 80.0, 80.0).pictures(30, 16.0, 16.0);
    let near = |before, after| even(60).pictures(1, before, before).pictures(1, 80.0, 80.0).pictures(1, after, after);
    let thrice = Tape::new().pictures(40, 30.0, 30.0).pictures(1, 90.0, 90.0).pictures(20, 30.0, 30.0);
    vec![
        row("stall: at least 80 ms", 0.081, one(), 1.5, &["stall"]),
        row("stall: of the last two seconds", 3.0, one(), 3.2, &["right"]),
        row("stall: exactly one", 2.0, two, 2.2, &["stutter"]),
        row("stall: the one before is shorter than half", 1.0, near(50.0, 16.0).pictures(20, 16.0, 16.0), 1.4, &["stutter"]),
        row("stall: the one after is shorter than half", 1.0, near(16.0, 50.0).pictures(20, 16.0, 16.0), 1.4, &["stutter"]),
        row("stall: its two seconds", 9.0, slower.pictures(3, 50.0, 50.0), 8.4, &["stall", "low-frame-rate"]),
        row("stall: five before it", 6.0, even(6).pictures(1, 80.0, 80.0).pictures(10, 16.0, 16.0), 0.3, &["stall"]),
        row("stall: three times the median", 3.1, thrice, 1.6, &["stall"]),
    ]
}

fn turns() -> Vec<Row> {
    let thoughts = (0..100).fold(Tape::new(), |mut tape, number| {
        let at_ms = 20.0 * f64::from(number);
        tape.sim_ms += 20.0;
        tape.frame(at_ms).update(at_ms, 0.0, 0.0)
    });
    let lone = || Tape::new().turns(60, 16.0, 16.0).turns(1, 400.0, 16.0);
    let long = || Tape::new().turns(10, 700.0, 350.0);
    vec![
        row("turns: a thought's simulated time", 0.0, thoughts, 1.9, &["starting"]),
        row("turns: two seconds", 4.0, Tape::new().turns(188, 16.0, 8.0).turns(150, 16.0, 16.0), 5.2, &["starting"]),
        row("turns: at least four", 5.0, long(), 3.0, &["slow-motion"]),
        row("turns: at least three ways", 4.0, long(), 3.0, &["slow-motion"]),
        row("turns: a lone stall is left out", 0.0, lone().turns(80, 16.0, 16.0), 2.5, &["starting"]),
        row(
            "turns: half a second after a lone stall",
            0.0,
            lone().turns(20, 16.0, 32.0).turns(60, 16.0, 16.0),
            2.5,
            &["starting"],
        ),
        row("stall: lone for four seconds", 1.0, second_stall(20.0), 4.8, &["slow-motion"]),
        row("turns: half a second after a stall", 0.1, second_stall(60.0), 6.2, &["starting"]),
        row("turns: begin with a stall", 0.0, second_stall(60.0), 6.2, &["starting"]),
    ]
}

fn speeds() -> Vec<Row> {
    let two = |first, then| Tape::new().turns(200, 16.0, first).turns(200, 16.0, then);
    let coarse = || {
        let coarse = Tape::new().line("settings", 0.0, |line| (line.refresh_s, line.timer_s) = (1.0 / 60.0, 0.1));
        coarse.turns(200, 16.0, 15.36)
    };
    let slowly = |first: f64, then: f64| Tape::new().turns(800, 16.0, first).turns(800, 16.0, then);
    let mut long_first = Tape::new().frame(0.0).update(0.0, 200.0, 0.0);
    long_first.clock_ms = 16.0;
    let wide = Tape::new().line("settings", 0.0, |line| line.refresh_s = 0.2).turns(700, 16.0, 16.2);
    let halves = Tape::new().turns(350, 16.0, 16.2).turns(320, 16.0, 16.01);
    vec![
        row("speed: 2 %", 5.0, Tape::new().turns(200, 16.0, 15.52), 2.5, &["slow-motion"]),
        row("speed: 2 %", 5.0, Tape::new().turns(200, 16.0, 16.48), 2.5, &["fast-motion"]),
        row("speed: the timer's resolution", 0.0, coarse(), 2.5, &["starting"]),
        row("speed: what one turn simulates", 0.0, Tape::new().turns(10, 400.0, 380.0), 2.5, &["starting"]),
        row("slow-motion: ends at 80 %", 1.0, two(15.5, 15.7), 5.5, &["slow-motion"]),
        row("fast-motion: ends at 80 %", 1.0, two(16.5, 16.3), 5.5, &["fast-motion"]),
        row("ahead: ten seconds", 20.0, long_first.turns(700, 16.0, 16.2), 11.0, &["not-responding", "ahead"]),
        row("ahead: a step", 0.0, Tape::new().turns(70, 160.0, 161.5), 11.0, &["not-responding"]),
        row("ahead: a refresh", 0.0, wide, 11.0, &["not-responding"]),
        row("ahead: a quarter in each half", 0.0, halves, 10.6, &["not-responding"]),
        row("ahead: at the right speed", 0.0, Tape::new().turns(700, 16.0, 15.2), 11.0, &["not-responding", "slow-motion"]),
        row("ahead: ends at 80 %", 1.0, slowly(16.1, 16.05), 24.0, &["not-responding", "ahead"]),
        row("behind: ends at 80 %", 1.0, slowly(15.9, 15.95), 24.0, &["not-responding", "behind"]),
    ]
}

fn rates() -> Vec<Row> {
    let repeated = (0..100).fold(Tape::new(), |tape, number| {
        let at_ms = 10.0 * f64::from(number);
        tape.display(at_ms, 60.0 * f64::from(number / 6))
    });
    let long = Tape::new().pictures(5, 1100.0, 1100.0);
    let silent = || even(60);
    vec![
        row("pictures: another moment is drawn", 0.0, repeated, 0.9, &["low-frame-rate"]),
        row("pictures: two seconds", 4.0, uneven(Tape::new(), 94, 16.0, 8.0).pictures(140, 16.0, 16.0), 5.2, &["right"]),
        row("pictures: at least four", 1.0, long, 5.5, &["low-frame-rate"]),
        row("low-frame-rate: 50 ms", 0.055, Tape::new().pictures(50, 52.0, 52.0), 2.0, &["low-frame-rate"]),
        row("low-frame-rate: three pictures", 4.0, Tape::new().pictures(4, 60.0, 60.0), 0.3, &["low-frame-rate"]),
        row("", 0.0, Tape::new().pictures(4, 30.0, 30.0), 0.1, &["starting"]),
        row("starting: fewer than three", 4.0, Tape::new().pictures(4, 25.0, 25.0), 0.1, &["right"]),
        row(
            "low-frame-rate: ends at 80 %",
            1.0,
            Tape::new().pictures(50, 60.0, 60.0).pictures(60, 45.0, 45.0),
            5.5,
            &["low-frame-rate"],
        ),
        row("not-responding: 10 s", 12.0, silent(), 11.2, &["not-responding", "frozen"]),
        row("not-responding: since the first turn if nothing was shown", 0.0, Tape::new().frame(0.0), 10.1, &["not-responding"]),
        row("frozen: 100 ms", 0.05, Tape::new().pictures(94, 10.0, 10.0), 1.0, &["right"]),
        row("frozen: three times the median", 2.0, Tape::new().pictures(30, 40.0, 40.0), 1.3, &["right"]),
        row("frozen: longer than the longest", 0.0, silent().pictures(1, 300.0, 300.0).pictures(50, 16.0, 16.0), 2.3, &["stall"]),
        row("frozen: two seconds", 10.0, Tape::new().pictures(10, 300.0, 300.0).pictures(140, 16.0, 16.0), 5.4, &["frozen"]),
        row("frozen: fewer than three", 2.0, even(3), 0.5, &["starting"]),
        row("frozen: a third of a second", 0.5, even(3), 1.2, &["frozen"]),
    ]
}

fn evenness() -> Vec<Row> {
    let with_refresh = |refresh_s: f64| Tape::new().line("settings", 0.0, |line| line.refresh_s = refresh_s);
    let fast = (0..20).fold(Tape::new(), |tape, _| tape.pictures(19, 5.0, 5.0).pictures(1, 15.0, 15.0));
    let faster = (0..40).fold(with_refresh(0.002), |tape, _| tape.pictures(39, 1.0, 1.0).pictures(1, 4.0, 4.0));
    let slower = (0..10).fold(Tape::new(), |tape, _| tape.pictures(9, 40.0, 40.0).pictures(1, 60.0, 60.0));
    // Long ones, among pictures that are uneven too.
    let both = |count: usize, pairs: usize| {
        (0..count).fold(Tape::new(), |tape, _| uneven(tape, pairs, 16.0, 8.0).pictures(1, 40.0, 40.0))
    };
    let outliers = even(60).pictures(1, 16.0, 216.0).pictures(1, 16.0, -134.0).pictures(60, 16.0, 16.0);
    let jumps = even(4).pictures(2, 16.0, 200.0).pictures(4, 16.0, 16.0);
    let backwards = (0..60).fold(Tape::new(), |tape, _| tape.pictures(1, 16.0, -8.0).pictures(1, 16.0, -24.0));
    let equal = even(1).pictures(3, 16.0, 17.7).pictures(3, 16.0, 14.3);
    vec![
        row("stutter: a refresh longer", 0.0, fast, 1.5, &["right"]),
        row("stutter: 4 ms longer", 0.001, faster, 1.5, &["right"]),
        row("stutter: twice the median", 0.0, slower, 4.0, &["right"]),
        row("stutter: two long ones", 1.0, even(60).pictures(1, 40.0, 40.0).pictures(60, 16.0, 16.0), 1.8, &["right"]),
        row("stutter: a quarter of them", 2.0, stuttering(Tape::new(), 40, 3, 40.0), 2.5, &["right"]),
        row("stutter: ends at 80 %", 1.0, stuttering(stuttering(Tape::new(), 6, 31, 40.0), 6, 31, 30.0), 5.9, &["stutter"]),
        row("stutter: within 0.25 s", 0.1, both(15, 5), 2.5, &["judder"]),
        row("stutter: gives way to judder", 0.0, both(15, 5), 2.5, &["judder"]),
        row("judder: gives way to stutter", 0.0, both(6, 15), 2.5, &["stutter"]),
        row("judder: 8 %", 0.04, uneven(Tape::new(), 40, 40.0, 2.0), 2.5, &["right"]),
        row("judder: 1 ms", 0.0005, uneven(Tape::new(), 200, 5.0, 0.8), 1.5, &["right"]),
        row("judder: ends at 80 %", 1.0, uneven(uneven(Tape::new(), 80, 16.0, 1.5), 80, 16.0, 1.15), 5.0, &["judder"]),
        row("judder: without its two largest", 0.0, outliers, 1.8, &["right"]),
        row("judder: of equal ones the earliest", 0.0, equal, 0.2, &["judder"]),
        row("judder: over the others again", 0.0, jumps, 0.2, &["right"]),
        row("judder: forwards", 0.0, backwards, 1.5, &["right"]),
    ]
}

fn spirals() -> Vec<Row> {
    let deciding = (0..100).fold(Tape::new(), |tape, number| {
        let at_ms = 20.0 * f64::from(number);
        let steps = tape.frame(at_ms).update(at_ms, 10.0, 6.0).update(at_ms, 10.0, 6.0);
        steps.update(at_ms, 0.0, 6.0).update(at_ms, 0.0, 6.0)
    });
    let mut costly = stepping(Tape::new(), 50, 5.0).frame(1000.0).update(1000.0, 20.0, 5000.0);
    costly.clock_ms = 1020.0;
    let apart = (0..100).fold(Tape::new(), |tape, number| {
        let at_ms = 10.0 * f64::from(number);
        tape.frame(at_ms).update(at_ms, 10.0, 12.0)
    });
    let two = |cost_ms| Tape::new().frame(0.0).update(0.0, 10.0, cost_ms).update(20.0, 10.0, cost_ms);
    let paused = (0..20).map(|number| 100.0 + 20.0 * f64::from(number));
    let paused = paused.fold(two(20.0), |tape, at_ms| tape.frame(at_ms).update(at_ms, 0.0, 1.0));
    vec![
        row("spiral: two seconds", 4.0, stepping(stepping(Tape::new(), 150, 30.0), 120, 1.0), 5.3, &["starting"]),
        row("spiral: until two steps", 0.0, two(20.0), 3.0, &["spiral"]),
        row("spiral: sixteen lines", 40.0, paused, 3.0, &["slow-motion"]),
        row("spiral: steps less one", 0.0, two(11.0), 1.0, &["spiral"]),
        row("spiral: thoughts cost too", 0.0, deciding, 1.9, &["spiral"]),
        row("spiral: without the largest", 0.0, stepping(costly, 10, 5.0), 1.2, &["starting"]),
        row("spiral: two steps of one turn", 0.0, apart, 0.9, &["starting"]),
        row("spiral: a step's dt", 0.5, stepping(Tape::new(), 100, 6.0), 1.9, &["starting"]),
        row("spiral: ends at 80 %", 1.0, stepping(stepping(Tape::new(), 150, 12.0), 150, 9.0), 5.5, &["spiral"]),
    ]
}

fn answers() -> Vec<Row> {
    let by_hand = (0..8)
        .fold(even(250), |tape, number| tape.line("input", 100.0 * f64::from(number), |line| "hand".clone_into(&mut line.by)));
    let slow = Tape::new().pictures(60, 80.0, 80.0);
    vec![
        row("late: the metronome's inputs", 0.0, by_hand, 1.5, &["right"]),
        row("late: four inputs", 5.0, inputs(even(250), 0, 4, Some(200.0)), 2.0, &["late"]),
        row("late: four inputs", 3.0, inputs(even(250), 0, 3, Some(200.0)), 2.0, &["right"]),
        row("late: an unanswered one has its age", 0.0, inputs(even(250), 0, 4, None), 2.0, &["late"]),
        row("late: 100 ms", 0.08, inputs(even(250), 0, 5, Some(90.0)), 2.5, &["right"]),
        row("late: twice between pictures", 1.0, inputs(slow, 0, 8, Some(130.0)), 4.0, &["low-frame-rate"]),
        row("late: eight inputs", 20.0, inputs(inputs(even(900), 0, 12, Some(20.0)), 12, 8, Some(200.0)), 10.0, &["late"]),
        row("late: ends at 80 %", 1.0, inputs(inputs(even(900), 0, 8, Some(110.0)), 8, 8, Some(90.0)), 9.0, &["late"]),
    ]
}

fn worlds() -> Vec<Row> {
    let off = |tape: Tape, at_ms, widths| tape.world(at_ms, |line| line.off_path = widths);
    let tunnelled = || even(500).world(1000.0, |line| line.tunnelled = 1);
    let exploded = even(100).world(500.0, |line| line.exploded = 3);
    let alarmed = even(100).world(500.0, |line| line.alarm = Some("It fell over.".to_owned()));
    let mut rows = vec![
        row("tunnelling: six seconds", 10.0, tunnelled(), 7.5, &["right"]),
        row("tunnelling: six seconds", 5.0, tunnelled(), 6.5, &["tunnelling"]),
        row("off-path: half a width", 0.7, off(even(100), 500.0, 0.6), 1.0, &["off-path"]),
        row("off-path: ends at 80 %", 1.0, off(off(even(200), 500.0, 0.6), 1500.0, 0.45), 2.0, &["off-path"]),
    ];
    // They have no number that could be wrong.
    rows.push(row("", 0.0, exploded.clone(), 1.0, &["exploded"]));
    rows.push(row("", 0.0, exploded.world(900.0, |_| {}), 1.0, &["right"]));
    rows.push(row("", 0.0, alarmed, 1.0, &["alarm"]));
    rows
}

fn pauses() -> Vec<Row> {
    let slow = |pauses| Tape::new().settings(1000.0, true, pauses).settings(2000.0, false, pauses).pictures(90, 60.0, 60.0);
    vec![
        row("paused: alone if the loop asks", 0.0, slow(true), 1.5, &["paused"]),
        row("paused: two seconds", 0.5, slow(true), 3.0, &["paused"]),
        row("paused: two seconds", 3.0, slow(true), 4.5, &["low-frame-rate"]),
        row("", 0.0, slow(false), 1.5, &["low-frame-rate", "paused"]),
        row("", 0.0, slow(false), 2.5, &["low-frame-rate"]),
    ]
}

fn tearing() -> Vec<Row> {
    let few = (0..12).fold(Tape::new(), |tape, number| {
        let at_ms = 220.0 * f64::from(number);
        tape.line("display", at_ms, |line| (line.drawn_s, line.torn) = (at_ms / 1000.0, true))
    });
    vec![
        row("tearing: 10 %", 20.0, torn(Tape::new(), 200, 10), 3.0, &["tearing"]),
        row("tearing: ten frames", 5.0, few, 2.5, &["low-frame-rate"]),
        row("tearing: two seconds", 4.0, torn(torn(Tape::new(), 150, 50), 150, 0), 5.1, &["right"]),
        row("tearing: ends at 80 %", 1.0, torn(torn(Tape::new(), 200, 12), 200, 9), 6.5, &["tearing"]),
    ]
}

fn rows() -> Vec<Row> {
    let groups = [stalls(), turns(), speeds(), rates(), evenness(), spirals(), answers(), worlds(), pauses(), tearing()];
    groups.into_iter().flatten().collect()
}

#[test]
fn traces_by_hand_tell_what_the_text_says() {
    let wrong = rows().into_iter().filter(|row| told(row, None) != row.told);
    let wrong: Vec<String> =
        wrong.map(|row| format!("{} at {} s: {:?}, not {:?}", row.rule, row.at_s, told(&row, None), row.told)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_broken_rule_is_caught() {
    let unseen: Vec<&str> = rows()
        .iter()
        .filter(|row| !row.rule.is_empty() && told(row, Some((row.rule, row.wrong))) == row.told)
        .map(|row| row.rule)
        .collect();
    assert!(unseen.is_empty(), "not seen: {unseen:#?}");
}

#[test]
fn every_rule_is_broken_once() {
    let code = concat!(include_str!("checker.rs"), include_str!("facts.rs"));
    // A rule's name is a text with a colon.
    let rules: BTreeSet<&str> = code.split('"').skip(1).step_by(2).filter(|text| text.contains(": ")).collect();
    let broken: BTreeSet<&str> = rows().iter().map(|row| row.rule).filter(|rule| !rule.is_empty()).collect();
    assert_eq!(rules, broken);
}
