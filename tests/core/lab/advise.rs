//! Which loop? Eight situations of an engine developer, and what runs of all loops advise.

use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::advise::advice::{Advice, Choice};
use tickscope_core::lab::advise::question::{Overload, PlayerDisplay, Question};
use tickscope_core::lab::advise::{advise, count};
use tickscope_core::lab::findings::over_run::spans;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::script::{Origin, Script};
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, WorldChoice};

/// Returns the question about a game whose updates and frames take so long, in ms.
fn game(update_ms: f64, render_ms: f64) -> Question {
    let mut computer = Question::usual_computer();
    (computer.update_ms, computer.render_ms) = (update_ms, render_ms);
    Question::new(Settings { scene: WorldChoice::new("runner"), computer, ..Settings::default() })
}

/// Returns a pane of a capture whose frames come every so many ms and keep the CPU busy for as long as `busy` says.
fn captured(frames: i64, every_ms: f64, busy: impl Fn(i64) -> f64) -> PaneSettings {
    captured_rows((0..frames).map(|number| [every_ms, busy(number), 0.0]))
}

/// Returns a pane of a capture whose frames last and keep the CPU and the GPU busy for so many ms.
fn captured_rows(rows: impl Iterator<Item = [f64; 3]>) -> PaneSettings {
    let mut begins = Time::ZERO;
    let frame = |row: [f64; 3]| {
        let [lasts, cpu, gpu] = row.map(Span::from_millis);
        let frame = CapturedFrame { begins, sample: begins, flip: begins + lasts, cpu, gpu, ..CapturedFrame::default() };
        begins += lasts;
        frame
    };
    let capture = Capture::new("game.csv", SampleTimes::CpuStart, rows.map(frame).collect()).expect("it is allowed");
    PaneSettings::of_capture(capture)
}

/// Returns the advice for a captured game on these displays.
fn advise_captured(pane: PaneSettings, displays: Vec<PlayerDisplay>) -> Advice {
    advise(&Question { displays, ..game(0.0, 5.0) }.with_load_of(pane))
}

/// Frames of 9.5 ms at 60 FPS, of which every ninetieth takes 24 ms and misses a refresh.
fn stuttering() -> PaneSettings {
    captured_rows((0..900).map(|number| if number % 90 == 89 { [100.0 / 3.0, 24.0, 6.0] } else { [50.0 / 3.0, 9.5, 6.0] }))
}

#[test]
fn under_the_load_of_a_stuttering_game_no_loop_that_halves_its_pictures_is_advised() {
    let advice = advise_captured(stuttering(), PlayerDisplay::UNKNOWN.to_vec());
    for choice in &advice.choices {
        assert!(choice.pictures_per_s > 57.0, "{}: {} {}", choice.pane.strategy, choice.why, choice.costs);
        assert!(choice.game_per_s.is_some_and(|game| (game - 59.3).abs() < 0.5), "{:?}", choice.game_per_s);
        assert!(choice.costs.contains("pictures a second (the game made 59"), "{}", choice.costs);
    }
    assert!(advice.others.iter().any(|other| other == "draw-every-nth"), "{:?}", advice.others);
}

#[test]
fn no_fault_is_not_said_of_a_loop_with_the_hitches_of_its_load() {
    // 50 ms in every ninetieth frame: three refreshes.
    let rows = (0..900).map(|number| if number % 90 == 89 { [50.0, 50.0, 7.0] } else { [50.0 / 3.0, 16.6, 7.0] });
    let advice = advise_captured(captured_rows(rows), vec![PlayerDisplay::Hz(60.0)]);
    assert_eq!(first(&advice).1, "fixed-interpolated");
    for choice in &advice.choices {
        assert!(!choice.why.contains("No fault") && choice.why.contains("hitches in "), "{}", choice.why);
    }
    assert!(advice.warning.as_deref().is_some_and(|said| said.contains("hitches")), "{:?}", advice.warning);
}

#[test]
fn what_a_captured_game_needs_is_said_first_on_all_displays() {
    for displays in [PlayerDisplay::UNKNOWN.to_vec(), vec![PlayerDisplay::Hz(60.0)]] {
        let rows = (0..900).map(|number| if number % 90 == 89 { [50.0, 45.0, 7.0] } else { [50.0 / 3.0, 6.5, 7.0] });
        let said = advise_captured(captured_rows(rows), displays.clone()).warning.expect("a warning");
        assert!(said.starts_with("Every loop that makes all of the game's pictures has hitches too"), "{displays:?}: {said}");
        let rows = (0..600).map(|number| [50.0 / 3.0, 9.0 + f64::from(number % 3) / 10.0, 8.0]);
        let said = advise_captured(captured_rows(rows), displays.clone()).warning.expect("a sentence");
        assert!(
            said.starts_with("game.csv is steady") && said.contains("nothing in its loop needs a change"),
            "{displays:?}: {said}"
        );
        let rows = (0..900).map(|number| [11.0 + f64::from(number) / 150.0, 6.0, 8.0]);
        let said = advise_captured(captured_rows(rows), displays).warning.unwrap_or_default();
        assert!(!said.contains("steady") && !said.contains("hitches too"), "its rate falls, and it has no hitches: {said}");
    }
}

#[test]
fn a_game_that_is_held_with_little_to_do_is_said_to_be_limited() {
    let advice = advise_captured(captured_rows((0..600).map(|_| [100.0 / 3.0, 5.0, 8.0])), vec![PlayerDisplay::Hz(60.0)]);
    assert!(
        advice.limit.as_deref().is_some_and(|said| said.starts_with("game.csv is limited to 30 FPS, by a limiter or")),
        "{advice:?}"
    );
}

#[test]
fn a_loop_with_fewer_pictures_than_a_game_bound_by_its_gpu_is_none_of_the_choices() {
    let rows = (0..600).map(|number| [22.2, 8.0, if number % 2 == 0 { 21.7 } else { 22.7 }]);
    let advice = advise_captured(captured_rows(rows), vec![PlayerDisplay::Variable]);
    for choice in &advice.choices {
        assert!((choice.pictures_per_s - 45.0).abs() < 0.9, "{}: {}", choice.pane.strategy, choice.costs);
    }
    for fewer in ["draw-every-nth", "callback-delta"] {
        assert!(advice.others.iter().any(|other| other == fewer), "{fewer}: {:?}", advice.others);
    }
    assert_eq!(advice.limit, None);
}

#[test]
fn the_limiter_of_a_console_game_is_said_first_and_its_rate_is_a_candidate() {
    let console = || captured_rows((0..360).map(|_| [100.0 / 3.0, 33.3, 20.0]));
    let displays = vec![PlayerDisplay::Hz(60.0)];
    let advice = advise_captured(console(), displays.clone());
    let limit = advice.limit.as_deref().unwrap_or_default();
    assert!(limit.starts_with("game.csv is limited to 30 FPS: raise or remove the limit"), "{limit}");
    let (choice, strategy) = first(&advice);
    assert!((choice.pictures_per_s - 30.0).abs() < 0.6, "{strategy}: {}", choice.costs);
    let set = advise(&Question { displays, ..game(0.0, 5.0) });
    assert_eq!(set.limit, None);
    let question = Question { displays: vec![PlayerDisplay::Hz(60.0)], ..game(0.0, 5.0) };
    let more = count(&question.clone().with_load_of(console())) - count(&question);
    assert!(more > 10, "{more} candidates more, with 30 steps or frames a second");
}

#[test]
fn an_even_capture_is_answered_as_the_same_load_on_the_sliders() {
    let displays = vec![PlayerDisplay::Hz(60.0), PlayerDisplay::Variable];
    let set = advise(&Question { displays: displays.clone(), ..game(0.0, 9.0) });
    let played = advise(&Question { displays, ..game(0.0, 5.0) }.with_load_of(captured(600, 20.0, |_| 9.0)));
    let told = |advice: &Advice| {
        let one = |choice: &Choice| format!("{:?} {} {}", choice.pane, choice.why, choice.costs);
        advice.choices.iter().map(|choice| one(choice).replace(" (the game made 50)", "")).collect::<Vec<_>>()
    };
    assert_eq!(told(&played), told(&set));
    assert!(played.requirements.iter().any(|said| said.contains("game.csv") && said.contains("upper bound")), "{played:?}");
    assert_eq!(played.choices[0].settings.panes.len(), 2, "the run that shows it has the capture");
}

#[test]
fn the_end_of_a_long_capture_is_tried_too() {
    // Half a minute: its last ten seconds are too much for 60 frames a second.
    let late = captured(1500, 20.0, |number| if number < 1000 { 2.0 } else { 40.0 });
    let displays = vec![PlayerDisplay::Hz(60.0)];
    let easy = advise(&Question { displays: displays.clone(), ..game(0.0, 2.0) });
    let late = advise(&Question { displays, ..game(0.0, 5.0) }.with_load_of(late));
    let error = |advice: &Advice| advice.choices[0].why.clone();
    assert!(late.rejected.len() >= easy.rejected.len());
    assert_ne!(error(&late), error(&easy));
}

fn first(advice: &Advice) -> (&Choice, &str) {
    let choice = advice.choices.first().unwrap_or_else(|| panic!("there is a choice: {advice:?}"));
    (choice, &choice.pane.strategy)
}

fn param(choice: &Choice, name: &str) -> Value {
    let found = choice.params.iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("{} has no {name}", choice.pane.strategy)).1.clone()
}

/// Checks that a loop is out, and that the reason has these words.
fn is_out(advice: &Advice, strategy: &str, why: &str) {
    let out = advice.rejected.iter().find(|out| out.strategy == strategy);
    let out = out.unwrap_or_else(|| panic!("{strategy} is not out, but {:?} and {:?}", advice.choices, advice.others));
    assert!(out.why.contains(why), "{strategy}: {}", out.why);
    assert!(Run::new(out.settings.clone(), 0, 1.0).is_ok(), "the run that shows it can be made");
}

#[test]
fn a_lockstep_game_of_20_ticks_gets_whole_steps_without_a_clamp() {
    let advice = advise(&Question { tick_hz: Some(20.0), overload: Overload::CatchUp, ..game(0.0, 5.0) });
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("fixed-interpolated", Presentation::Interpolate));
    assert_eq!((param(choice, "step_hz"), param(choice, "clamp_ms")), (20.0.into(), Value::off()));
    assert_eq!(advice.warning, None);
    is_out(&advice, "variable-delta", "Not the same game");
    is_out(&advice, "snapped-delta", "Not the same game");
    is_out(&advice, "fixed-fps-relative", "It forgets time");
    is_out(&advice, "frame-based", "not 20 a second");
}

#[test]
fn a_platformer_with_contacts_gets_120_interpolated_steps_and_no_long_ones() {
    let displays = [60.0, 120.0, 144.0].map(PlayerDisplay::Hz).to_vec();
    let advice = advise(&Question { same_game: true, longest_step_ms: Some(10.0), displays, ..game(0.5, 5.0) });
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("fixed-interpolated", Presentation::Interpolate));
    assert_eq!((param(choice, "step_hz"), param(choice, "clamp_ms")), (120.0.into(), 250.0.into()));
    is_out(&advice, "frame-based", "It makes a step of 17 ms");
    is_out(&advice, "variable-delta", "Not the same game");
    assert_eq!(advice.choices.len(), 3);
}

#[test]
fn a_game_that_a_phone_calls_gets_few_interpolated_steps() {
    let displays = [60.0, 120.0].map(PlayerDisplay::Hz).to_vec();
    let advice = advise(&Question { is_called: true, saves_power: true, displays, ..game(0.0, 5.0) });
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("callback-accumulator", Presentation::Interpolate));
    assert_eq!(param(choice, "clamp_ms"), 250.0.into());
    assert_eq!(advice.choices[1].pane.strategy, "callback-delta");
    is_out(&advice, "fixed-fps", "It waits by itself");
}

#[test]
fn a_game_without_age_gets_no_interpolation() {
    let advice = advise(&Question { allows_age: false, displays: vec![PlayerDisplay::Hz(90.0)], ..game(0.0, 5.0) });
    // A prediction for the moment of the flip is less old than a step that is as long as a refresh, which the experts named first.
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("frame-skip", Presentation::Extrapolate));
    assert!(advice.choices.iter().all(|choice| choice.presentation != Presentation::Interpolate));
    assert!(advice.others.iter().any(|other| other == "callback-delta"), "it meets the requirements: {:?}", advice.others);
    assert_eq!(choice.settings.computer.queue, 1, "one frame in the queue");
}

#[test]
fn a_visual_novel_gets_a_loop_that_sleeps() {
    let advice = advise(&Question { saves_power: true, ..game(0.0, 5.0) });
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, param(choice, "max_fps")), ("variable-delta-wait", 30.0.into()));
    for spins in ["variable-delta", "semi-fixed", "frame-skip", "closed-form"] {
        is_out(&advice, spins, "It never sleeps");
    }
}

#[test]
fn a_server_gets_a_schedule_that_sleeps_and_catches_up() {
    let question = Question { tick_hz: Some(20.0), overload: Overload::CatchUp, displays: Vec::new(), ..game(5.0, 0.0) };
    let advice = advise(&question);
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, param(choice, "fps")), ("fixed-fps", 20.0.into()));
    is_out(&advice, "fixed-interpolated", "It never sleeps");
    is_out(&advice, "callback-delta", "there is no display");
    // The experts named this one second; its steps are as long as its waits.
    is_out(&advice, "beautiful-timer", "Not the same game");
}

#[test]
fn updates_of_20_ms_are_cured_by_no_loop_and_eased_by_30_steps() {
    let advice = advise(&game(20.0, 2.0));
    let warning = advice.warning.as_deref().unwrap_or_default();
    assert!(warning.starts_with("No loop cures updates of 20 ms"), "{warning}");
    // Drawn between its steps, the frames with a step are late and those without are not: drawn latest, all pictures stay alike.
    // Half of the refreshes are no finding beside the pictures a second, so the more usual of two such loops is first.
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("callback-accumulator", Presentation::Latest));
    assert_eq!(param(choice, "step_hz"), 30.0.into());
    assert!(advice.choices.len() > 1);
}

#[test]
fn a_browser_game_gets_an_accumulator_of_timestamps() {
    let advice = advise(&Question { is_called: true, ..game(0.0, 5.0) });
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("callback-accumulator", Presentation::Interpolate));
    assert_eq!((param(choice, "step_hz"), param(choice, "clamp_ms")), (60.0.into(), 250.0.into()));
    assert_eq!(advice.choices[1].pane.strategy, "callback-delta");
    is_out(&advice, "variable-delta", "the system calls the game");
}

#[test]
fn without_an_answer_the_usual_loop_is_advised_and_the_speed_must_not_follow_the_display() {
    let advice = advise(&game(0.0, 5.0));
    let (choice, strategy) = first(&advice);
    assert_eq!((strategy, choice.presentation), ("fixed-interpolated", Presentation::Interpolate));
    is_out(&advice, "frame-based", "Fast motion: 200 % speed, on 120 Hz");
    let mut named: Vec<&str> = advice.choices.iter().map(|choice| &*choice.pane.strategy).collect();
    named.extend(advice.others.iter().map(String::as_str));
    named.extend(advice.rejected.iter().map(|out| &*out.strategy));
    named.sort_unstable();
    named.dedup();
    assert_eq!(named.len(), tickscope_core::model::strategies::ALL.len(), "each loop has one place");
}

#[test]
fn displays_are_read_and_what_is_none_is_refused_by_name() {
    assert_eq!(PlayerDisplay::parse("60,variable").unwrap(), [PlayerDisplay::Hz(60.0), PlayerDisplay::Variable]);
    assert_eq!(PlayerDisplay::parse("unknown").unwrap().len(), 5);
    assert!(PlayerDisplay::parse("none").unwrap().is_empty());
    for wrong in ["", "60,", "0", "fast", "NaN", "1e9"] {
        assert!(PlayerDisplay::parse(wrong).is_err_and(|refused| refused.to_string().contains("unknown, none")), "{wrong}");
    }
}

#[test]
fn on_a_display_a_little_off_no_loop_that_stutters_once_a_beat_is_advised() {
    for refresh_hz in [59.94, 60.05] {
        let advice = advise(&Question { displays: vec![PlayerDisplay::Hz(refresh_hz)], ..game(0.0, 5.0) });
        assert_eq!(advice.choices.len(), 3);
        for choice in &advice.choices {
            let settings = Settings { seed: 41, ..choice.settings.clone() };
            let script = Script::from(&settings);
            let found = spans(&script, &[Origin::Start(0)], 60.0).expect("it runs").remove(0);
            // Chance brings one now and then, on an ordinary computer.
            let leaps = found.iter().flat_map(|finding| finding.symptom.hitches()).filter(|hitch| hitch.is_leap).count();
            assert!(leaps <= 1, "{refresh_hz}: {leaps}: {} {}", choice.pane.strategy, choice.why);
        }
    }
}
