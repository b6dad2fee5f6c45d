//! The texts of the lessons agree with their panes at every moment.

use super::lessons::{now, play};
use tickscope::studio::lesson::builtin;
use tickscope::studio::lesson::definition::LessonStep;
use tickscope::studio::lesson::quantity::UNKNOWN;
use tickscope::studio::lesson::text::Piece;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LessonAction};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::world::appearance::WorldMarkKind;
use tickscope_core::model::world::sketch::WorldRect;

#[test]
fn a_text_counts_what_its_pane_counts() {
    let lesson = builtin::find("step-too-long").expect("it is built in");
    let step =
        lesson.steps.iter().position(|step| step.text.quantities().any(|of| of.to_string() == "A.passes")).expect("a count");
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::Lesson(LessonAction::Open(lesson, step)));
    let mut counts = 0;
    for _ in 0..40 {
        play(&mut session, 0.25);
        let text = session.fill(&session.lesson().expect("a lesson").step().text);
        let verdict = session.run.seen(0).state().find(Kind::Tunnelling).map(Symptom::brief).unwrap_or_default();
        if let Some(count) = verdict.strip_suffix(" got past the wall").filter(|count| count.contains(" of the last ")) {
            assert!(text.contains(&format!("{count} balls got past")), "{count}: {text}");
            counts += 1;
        }
    }
    assert!(counts > 10, "the pane counts, too");
    assert!(session.run.seen(0).state().number("tunnelled").is_some_and(|count| count > 0.0));
}

/// Plays every lesson from step to step, and looks at each step whenever a tenth of a second of it is over.
fn look_at_all_steps(mut look: impl FnMut(&Session, &str)) {
    for lesson in builtin::LESSONS.iter() {
        let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
        session.act(Action::Lesson(LessonAction::Open(lesson.clone(), 0)));
        for (number, step) in lesson.steps.iter().enumerate() {
            let lasts = step.end.map_or(2.0, |end| (end - step.start).as_secs());
            for tenth in 0..=(lasts * 10.0) as u32 {
                if tenth > 0 && !session.step_waits() {
                    session.advance_to((step.start + Span::from_secs(f64::from(tenth) / 10.0)).min(end_of(step)));
                }
                look(&session, &format!("{} {} after {:.1} s", lesson.id, number + 1, f64::from(tenth) / 10.0));
            }
            session.act(Action::Lesson(LessonAction::Next));
        }
    }
}

/// Returns the last moment of a step.
fn end_of(step: &LessonStep) -> Time {
    step.end.map_or(Time::from_secs(1e6), |end| end - Span::from_flicks(1))
}

/// Words of a sentence that says of panes that their speed is right, or that they are where the clock is.
const SAY_RIGHT: [&str; 8] = [
    "right again",
    "right speed",
    "speed is right",
    "same speed",
    "keeps its speed",
    "keep their speed",
    "has caught up",
    "have caught up",
];

#[test]
fn no_text_says_that_a_speed_is_right_which_a_pane_calls_wrong() {
    let mut said = 0;
    look_at_all_steps(|session, at| {
        if session.hides_verdicts() {
            return;
        }
        let piece = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Quantity(quantity) => quantity.to_string(),
            Piece::Setting(_) => String::new(),
        };
        let text: String = session.lesson().expect("it is open").step().text.0.iter().map(piece).collect();
        for sentence in text.split(". ").filter(|sentence| SAY_RIGHT.iter().any(|words| sentence.contains(words))) {
            // A sentence without a pane is about all of them.
            let is_named = |pane: &usize| {
                let mut words = sentence.split(|letter: char| !letter.is_alphanumeric());
                words.any(|word| word == session.letter(*pane).to_string())
            };
            let all = 0..session.run.lab.panes().len();
            let named: Vec<usize> = all.clone().filter(is_named).collect();
            for pane in if named.is_empty() { all.collect() } else { named } {
                let state = session.run.seen(pane).state();
                let wrong = state.symptoms.iter().find(|symptom| symptom.kind().is_of_speed());
                assert_eq!(wrong.map(Symptom::headline), None, "{at}, pane {pane}: {sentence}");
                said += 1;
            }
        }
    });
    assert!(said > 50, "some texts say so");
}

#[test]
fn a_number_that_is_not_known_yet_is_told_in_words() {
    let (mut seen, mut known) = (0, 0);
    look_at_all_steps(|session, at| {
        let text = session.step_text().map(|text| session.fill(&text)).expect("it is as written");
        assert!(!text.contains(UNKNOWN), "{at}: {text}");
        assert!(text.matches("not known yet").count() <= 1, "{at}: {text}");
        let is_unknown = text.contains("The numbers are not known yet.");
        seen += u32::from(is_unknown);
        known += u32::from(!is_unknown);
        assert!(!is_unknown || !session.step_waits(), "{at}: {text}");
    });
    assert!(seen > 10 && known > 10 * seen, "{seen} {known}");
}

#[test]
fn the_fault_that_a_text_is_about_is_the_one_that_its_pane_says() {
    let mut faults = 0;
    look_at_all_steps(|session, at| {
        let lesson = session.lesson().expect("it is open");
        let Some(when) = lesson.step().holds_while.as_ref().filter(|_| session.step_waits()) else { return };
        for of in when.quantities() {
            let state = session.run.seen(session.run.lab.index_of(of.pane).expect("it is open")).state().clone();
            let name = of.to_string();
            let about = Kind::all().find(|kind| name.ends_with(&format!(".{}", kind.id())));
            if let Some(about) = about.filter(|about| state.find(*about).is_some()) {
                assert_eq!(state.symptoms.first().map(Symptom::kind), Some(about), "{at}: {name}");
                faults += 1;
            }
        }
    });
    assert!(faults > 5, "{faults}");
}

#[test]
fn the_balls_at_the_wall_are_those_that_the_pane_counts() {
    let lesson = builtin::find("step-too-long").expect("it is built in");
    for step in 2..5 {
        let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
        session.act(Action::Lesson(LessonAction::Open(lesson.clone(), step)));
        for _ in 0..12 {
            let seen = session.run.seen(0);
            let (passes, frame, tallies) = (seen.state().passes, seen.shown_frame().expect("a frame"), seen.tallies());
            let computer = session.run.lab.panes()[0].computer();
            let appearance = computer.world().appearance();
            let marks = appearance.marks(&frame.frame(&tallies), WorldRect::new(0.0, 0.0, 640.0, 240.0));
            let heaps: Vec<&str> =
                marks.iter().filter(|mark| mark.kind == WorldMarkKind::Heap).map(|mark| mark.says.as_str()).collect();
            let all = passes.passes();
            let told = [(passes.caught, "were caught"), (passes.tunnelled, "went through")];
            let told: Vec<String> = told
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, ended)| format!("{count} of the last {all} {ended}."))
                .collect();
            assert_eq!(heaps, told, "step {} at {}", step + 1, now(&session));
            drop((frame, computer));
            play(&mut session, 0.4);
        }
    }
}
