//! How far a pane is behind: t − s − f, the only number for it, against closed forms.

use crate::common::ids;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::metrics::behind::{Behind, in_words};
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::lab::panes::report::Report;
use tickscope_core::lab::panes::seen::Reference;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, StallOn, WorldChoice};
use tickscope_core::model::world::body::Body;
use tickscope_core::model::{strategies, worlds};

/// The time of a lap of Three movers.
const LAP_S: f64 = 4.0;

fn seconds(at: f64) -> Time {
    Time::from_secs(at)
}

fn settings(world: &str, loops: &[&str], computer: Computer) -> Settings {
    let panes = loops.iter().map(|id| PaneSettings::new(id)).collect();
    Settings { scene: WorldChoice::new(world), panes, computer, ..Settings::default() }.lettered()
}

fn drawing(render_ms: f64) -> Computer {
    Computer { render_ms, ..Computer::default() }
}

fn lab(world: &str, loops: &[&str], computer: Computer) -> Lab {
    Lab::new(settings(world, loops, computer)).expect("allowed settings")
}

fn set(lab: &mut Lab, path: &str, value: &str) {
    let patch = Patch::parse(&format!("{path}={value}")).expect("a patch");
    lab.command(Command::Set(patch)).expect("it is allowed");
}

fn behind(pane: &Pane, at: Time) -> f64 {
    pane.seen_at(at).behind().expect("a frame is shown").span().as_secs()
}

fn headlines(pane: &Pane, at: Time) -> Vec<String> {
    pane.seen_at(at).symptoms().iter().map(Symptom::headline).collect()
}

/// Asserts that at every recorded flip, and at the refreshes after it, the number is the clock minus the sample time.
fn assert_closed_form(lab: &Lab, name: &str) -> usize {
    let (pane, refresh) = (&lab.panes()[0], Span::from_hz(60.0));
    let flips: Vec<(Time, Time)> = {
        let recording = pane.recording();
        recording.flips.since(recording.flips.range().start).map(|flip| (flip.at, flip.drawn)).collect()
    };
    for (number, (at, drawn)) in flips.iter().enumerate() {
        let is_last_of_moment = flips.get(number + 1).is_none_or(|next| next.0 > *at);
        let mut now = *at;
        while is_last_of_moment && now <= lab.now() && flips.get(number + 1).is_none_or(|next| now < next.0) {
            let told = pane.seen_at(now).behind().unwrap_or_else(|| panic!("{name} shows a frame at {now:?}, flip {at:?}"));
            assert!((told.span() - (now - *drawn)).flicks().abs() <= 2, "{name} at {now:?}: {told:?}");
            now += refresh;
        }
    }
    flips.len()
}

#[test]
fn at_every_flip_of_every_loop_the_number_is_the_clock_minus_the_sample_time() {
    for id in ids() {
        for computer in [drawing(5.0), Computer { update_ms: 9.0, ..drawing(45.0) }] {
            let mut lab = lab("three-movers", &[id], computer);
            lab.advance_to(seconds(6.0));
            let flips = assert_closed_form(&lab, id);
            assert!(flips > 0 || id == "adaptive-fps", "{id} shows frames");
        }
    }
}

#[test]
fn at_every_flip_in_every_world_the_number_is_the_clock_minus_the_sample_time() {
    for kind in worlds::ALL {
        for id in ["frame-based", "fixed-interpolated", "variable-delta"] {
            let mut lab = lab(kind.id, &[id], drawing(45.0));
            lab.advance_to(seconds(3.0));
            assert!(assert_closed_form(&lab, kind.id) > 30, "{} {id}", kind.id);
        }
    }
}

#[test]
fn a_report_has_the_number_of_its_last_frame() {
    let report = Report::new(settings("three-movers", &["frame-based"], drawing(70.0)), 10.0).expect("it runs");
    let told = report.panes[0].metrics.number("behind_s").expect("it has frames");
    // Every 83 ms the game moves by 16.7 ms.
    assert!((told - 8.0).abs() < 0.1, "{told}");
}

#[test]
fn time_that_is_given_up_stays_owed_and_is_said_in_grey_and_not_in_red() {
    let mut lab = lab("three-movers", &["clamped-accumulator"], drawing(5.0));
    lab.advance_to(seconds(2.0));
    let before = behind(&lab.panes()[0], lab.now());
    lab.command(Command::Stall { ms: 5100.0, on: StallOn::default() }).expect("it is allowed");
    for second in [20.0, 40.0, 60.0] {
        lab.advance_to(seconds(second));
        let (pane, now) = (&lab.panes()[0], lab.now());
        let clamp = 0.1;
        let owed = behind(pane, now) - before;
        assert!((owed - (5.1 - clamp)).abs() < 0.04, "{owed} at {second}");
        assert_eq!(headlines(pane, now)[0], "Right speed, 60 FPS, smooth");
        let words = pane.seen_at(now).behind().and_then(Behind::in_words).expect("it is said");
        assert!(words == "5.0 s behind" || words == "5.1 s behind", "{words}");
    }
}

#[test]
fn a_loop_that_catches_up_says_so_with_the_number_of_the_moment_and_is_never_ahead() {
    let mut lab = lab("three-movers", &["fixed-fps"], drawing(100.0));
    lab.advance_to(seconds(8.0));
    set(&mut lab, "computer.render_ms", "5");
    let (mut catching, mut fast) = (0, 0);
    for hundredth in 0..900 {
        lab.advance_to(seconds(8.0 + f64::from(hundredth) * 0.01));
        let (pane, now) = (&lab.panes()[0], lab.now());
        let owed = pane.seen_at(now).behind().expect("a frame").span();
        let words = in_words(owed);
        assert!(words.as_ref().is_none_or(|words| words.ends_with(" behind")), "{words:?} at {now:?}");
        for headline in headlines(pane, now) {
            if let Some(rest) = headline.strip_prefix("Catching up at ") {
                assert_eq!(rest.split_once(" %: ").map(|(_, says)| says), words.as_deref(), "{headline}");
                catching += 1;
            } else if headline.starts_with("Fast motion") {
                assert_eq!(words, None, "{headline}");
                fast += 1;
            }
        }
    }
    assert!(catching > 100, "{catching} {fast}");
    assert!(behind(&lab.panes()[0], lab.now()) < 0.1, "it has caught up");
}

#[test]
fn a_loop_that_is_too_fast_is_in_fast_motion_and_ahead() {
    let mut lab = lab("runner", &["frame-based"], Computer { refresh_hz: 144.0, ..drawing(1.0) });
    lab.advance_to(seconds(5.0));
    let (pane, now) = (&lab.panes()[0], lab.now());
    assert!((behind(pane, now) + 5.0 * 1.4).abs() < 0.1, "{}", behind(pane, now));
    assert_eq!(headlines(pane, now)[0], "Fast motion: 240 % speed");
    assert_eq!(pane.seen_at(now).behind().and_then(Behind::in_words).as_deref(), Some("7.0 s ahead"));
}

#[test]
fn a_game_that_is_drawn_ahead_of_itself_is_not_behind_and_its_sentence_says_so() {
    let mut opening = settings("three-movers", &["frame-skip-predicted"], Computer { update_ms: 100.0, ..drawing(5.0) });
    let mut lab = Lab::new(opening.clone()).expect("allowed settings");
    lab.advance_to(seconds(9.0));
    let (pane, now) = (&lab.panes()[0], lab.now());
    let flip = pane.seen_at(now).shown_frame().expect("a frame").at;
    let lacks = now - pane.computer().world().sim();
    assert!(behind(pane, flip) < 0.1 && lacks > Span::from_secs(5.0), "{} {lacks:?}", behind(pane, flip));
    let speed = 100.0 * pane.seen_at(now).state().speed.expect("a speed").ratio();
    assert!(headlines(pane, now).contains(&format!("Its game: {speed:.0} % speed, drawn ahead")), "{:?}", headlines(pane, now));
    // Drawn as it is, the same game is behind.
    opening.panes[0].presentation = Some(Presentation::Latest);
    let mut lab = Lab::new(opening).expect("allowed settings");
    lab.advance_to(seconds(9.0));
    let (pane, now) = (&lab.panes()[0], lab.now());
    let is_slow = headlines(pane, now).iter().any(|headline| headline.starts_with("Slow motion: "));
    assert!(behind(pane, now) > 5.0 && is_slow, "{:?}", headlines(pane, now));
}

#[test]
fn interpolation_is_behind_by_one_step_more_which_is_not_said() {
    let at = |presentation| {
        let mut settings = settings("runner", &["fixed-interpolated"], drawing(5.0));
        settings.panes[0].presentation = Some(presentation);
        settings.panes[0].params.set("step_hz", 25.0.into());
        let mut lab = Lab::new(settings).expect("allowed settings");
        lab.advance_to(seconds(5.0));
        let pane = &lab.panes()[0];
        let recent = pane.seen_at(lab.now()).recent().number("state_age_mean_ms").expect("frames");
        (recent, pane.seen_at(lab.now()).behind().and_then(Behind::in_words))
    };
    let ((between, says), (latest, _)) = (at(Presentation::Interpolate), at(Presentation::Latest));
    // The latest state is half a step old on average, the interpolated one a whole step.
    assert!((between - latest - 20.0).abs() < 4.0, "{between} {latest}");
    assert_eq!(says, None);
}

#[test]
fn a_loop_that_keeps_a_pause_owes_nothing_of_it_and_its_outline_waits() {
    let mut lab = lab("three-movers", &["clamped-accumulator", "variable-delta"], drawing(5.0));
    assert!(strategies::find("clamped-accumulator").expect("a loop").pauses);
    lab.advance_to(seconds(1.0));
    let before: Vec<f64> = lab.panes().iter().map(|pane| behind(pane, lab.now())).collect();
    let outline = |lab: &Lab| {
        let mut exact: Vec<Body> = Vec::new();
        lab.panes()[0].seen_at(lab.now()).ghosts(Reference::RealTime, lab.now(), &mut exact);
        exact[0].pos.x
    };
    set(&mut lab, "paused", "true");
    let stands = outline(&lab);
    for tenth in 1..=32 {
        lab.advance_to(seconds(1.0 + f64::from(tenth) * 0.1 + 0.003));
        if tenth == 30 {
            set(&mut lab, "paused", "false");
        }
        for (pane, before) in lab.panes().iter().zip(&before) {
            assert!((behind(pane, lab.now()) - before).abs() < 0.04, "{} at {tenth}", behind(pane, lab.now()));
        }
        if tenth <= 30 {
            assert!((outline(&lab) - stands).abs() < 1e-6, "it stands still in the pause");
        }
    }
}

#[test]
fn a_new_loop_owes_nothing_and_its_outline_is_where_it_would_be_without_loss() {
    let mut lab = lab("three-movers", &["frame-based", "variable-delta"], drawing(70.0));
    lab.advance_to(seconds(9.0));
    assert!(behind(&lab.panes()[0], lab.now()) > 7.0);
    let change = lab.now();
    let lost = change - lab.panes()[0].computer().world().sim();
    set(&mut lab, "panes.A.strategy", "variable-delta");
    for tenth in 3..60 {
        lab.advance_to(change + Span::from_millis(100.0 * f64::from(tenth)));
        let (pane, now) = (&lab.panes()[0], lab.now());
        assert!(behind(pane, now).abs() < 0.2, "{} at {now:?}", behind(pane, now));
        let (mut outline, mut exact) = (Vec::new(), Vec::new());
        pane.seen_at(now).ghosts(Reference::RealTime, now, &mut outline);
        pane.computer().world().exact(now - lost, &mut exact);
        assert!((outline[0].pos.x - exact[0].pos.x).abs() < 1e-6 && outline[0].pass == exact[0].pass, "{outline:?} {exact:?}");
    }
    // A pane that ran the loop from the beginning has its outline by the clock.
    let mut outline = Vec::new();
    lab.panes()[1].seen_at(lab.now()).ghosts(Reference::RealTime, lab.now(), &mut outline);
    assert_eq!(outline[0].pass, ((lab.now() - Time::ZERO).as_secs() / LAP_S).floor() as i64);
}

#[test]
fn the_past_has_the_number_that_was_true_then() {
    let mut lab = lab("three-movers", &["frame-based", "fixed-fps"], drawing(70.0));
    let mut told = Vec::new();
    for tenth in 5..90 {
        lab.advance_to(seconds(f64::from(tenth) * 0.1 + 0.003));
        if tenth == 50 {
            set(&mut lab, "panes.A.strategy", "variable-delta");
        }
        let numbers: Vec<Span> = lab.panes().iter().map(|p| p.seen_at(lab.now()).behind().expect("a frame").span()).collect();
        if tenth != 50 {
            told.push((lab.now(), numbers));
        }
    }
    for (at, numbers) in told {
        let again: Vec<Span> = lab.panes().iter().map(|pane| pane.seen_at(at).behind().expect("a frame").span()).collect();
        assert_eq!(again, numbers, "at {at:?}");
    }
}

#[test]
fn a_display_that_shows_nothing_new_is_more_behind_with_every_refresh() {
    let mut lab = lab("runner", &["variable-delta"], drawing(5.0));
    lab.advance_to(seconds(2.0));
    lab.command(Command::Stall { ms: 9000.0, on: StallOn::default() }).expect("it is allowed");
    for second in [4.0, 6.0, 8.0] {
        lab.advance_to(seconds(second));
        assert!((behind(&lab.panes()[0], lab.now()) - (second - 2.0)).abs() < 0.06, "{}", behind(&lab.panes()[0], lab.now()));
    }
}

#[test]
fn a_capture_that_is_over_is_no_more_behind_and_its_outline_stands() {
    let frame = |number: i32| {
        let flip = seconds(f64::from(number) / 60.0);
        let begins = flip - Span::from_millis(4.0);
        CapturedFrame { begins, sample: flip - Span::from_millis(8.0), flip, ..CapturedFrame::default() }
    };
    for samples in [SampleTimes::Own, SampleTimes::Unknown] {
        let capture = Capture::new("game.csv", samples, (1..=240).map(frame).collect()).expect("the times are in order");
        let panes = vec![PaneSettings { computer: Some(Computer::default()), ..PaneSettings::of_capture(capture) }];
        let mut lab =
            Lab::new(Settings { scene: WorldChoice::new("runner"), panes, ..Settings::default() }.lettered()).expect("it is");
        lab.advance_to(seconds(12.0));
        let seen = lab.panes()[0].seen_at(lab.now());
        let told = seen.behind().map(Behind::span);
        assert_eq!(told.is_some(), samples == SampleTimes::Own, "without sample times it is unknown");
        assert!(told.is_none_or(|told| (told.as_millis() - 8.0).abs() < 1.0), "{told:?}");
        let x = |at: f64| {
            let mut exact = Vec::new();
            seen.ghosts(Reference::RealTime, seconds(at), &mut exact);
            exact[0].pos.x
        };
        assert_eq!(x(12.0), x(4.0));
        assert!(seen.pulse(seconds(8.0)).until <= seconds(4.001));
    }
}

#[test]
fn laps_of_three_movers_go_by_its_own_time() {
    let mut lab = lab("three-movers", &["frame-based", "variable-delta"], drawing(70.0));
    for second in [3.0, 9.0, 21.5, 33.0] {
        lab.advance_to(seconds(second));
        for pane in lab.panes() {
            let computer = pane.computer();
            let (world, own) = (computer.world(), computer.world().sim().as_secs());
            let runner = world.bodies()[0];
            assert_eq!(runner.pass, (own / LAP_S).floor() as i64, "pane {} at {second}", pane.letter());
            assert!((runner.pos.x - 20.0 - 150.0 * (own % LAP_S)).abs() < 1e-6, "{runner:?}");
        }
    }
}

#[test]
fn the_drift_has_a_headline_of_its_own() {
    // Every refresh lasts 16.75 ms, and the loop moves the game by 16.67 ms.
    let refresh = Computer { refresh_hz: 59.7, ..drawing(5.0) };
    let mut lab = lab("runner", &["frame-based"], refresh);
    lab.advance_to(seconds(14.0));
    let found = lab.panes()[0].seen_at(lab.now()).state();
    let drifts = found.find(Kind::Behind).expect("a refresh is longer than a step").headline();
    assert!(drifts.starts_with("Drifts behind the clock: "), "{drifts}");
}
