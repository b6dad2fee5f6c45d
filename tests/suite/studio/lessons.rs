//! Lessons: their files, their bets and exercises, and a session that goes through one.

use std::collections::BTreeSet;
use std::sync::Arc;
use tickscope::studio::lesson::builtin;
use tickscope::studio::lesson::definition::{Lesson, StepTask};
use tickscope::studio::lesson::link::{code, read_link};
use tickscope::studio::lesson::quantity::UNKNOWN;
use tickscope::studio::scenario::definition::Caption;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, LessonAction, RunAction, ViewAction, WindowAction};
use tickscope_core::base::time::Time;
use tickscope_core::lab::symptoms::symptom::Symptom;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::{check, strategies};

/// A lesson with one of everything, in which a test changes a line.
const EXAMPLE: &str = include_str!("../../../docs/lessons.md");

fn example() -> String {
    let (_, rest) = EXAMPLE.split_once("```toml\n").expect("the page has an example");
    rest.split_once("```").expect("it ends").0.to_owned()
}

fn parse(text: &str) -> Result<Lesson, String> {
    Lesson::parse("example", "example.toml", text).map_err(|unreadable| unreadable.to_string())
}

#[test]
fn every_lesson_that_comes_with_the_program_has_two_bets_and_an_exercise_that_come_out() {
    for builtin in builtin::ALL {
        let lesson = builtin.lesson().unwrap_or_else(|error| panic!("{error}"));
        let count = |is: fn(&StepTask) -> bool| lesson.steps.iter().filter(|step| is(&step.task)).count();
        assert_eq!(count(|task| matches!(task, StepTask::Bet(_))), 2, "{}", builtin.id);
        assert_eq!(count(|task| matches!(task, StepTask::Exercise(_))), 1, "{}", builtin.id);
        assert!(lesson.steps.last().is_some_and(|step| step.end.is_none()), "{}: its last step goes on", builtin.id);
        assert!((5.0..=8.0).contains(&lesson.minutes), "{}", builtin.id);
        if let Err(error) = lesson.check() {
            panic!("{}: {error}", builtin.id);
        }
    }
}

/// Returns a script with another seed.
fn seeded(script: &Script, seed: u64) -> Script {
    let settings = Settings { seed, ..script.settings().clone() };
    check::script(settings, script.commands().to_vec()).expect("any seed is allowed")
}

#[test]
fn the_answer_of_a_bet_is_no_matter_of_the_seed_and_shows_within_ten_seconds() {
    for lesson in builtin::LESSONS.iter() {
        for (number, step) in lesson.steps.iter().enumerate() {
            let StepTask::Bet(bet) = &step.task else { continue };
            let what = format!("{}, step {}", lesson.id, number + 1);
            assert!(bet.judged_s <= 10.0, "{what}");
            let asked = step.end.expect("a bet stops");
            let right = |seed| {
                let values = bet.trial(seeded(&lesson.setups[step.setup].script, seed), asked).run().expect("it can run");
                bet.right(&values[0]).unwrap_or_else(|| panic!("{what}, seed {seed}: {}", values[0].in_words()))
            };
            assert!([1, 2].into_iter().all(|seed| right(seed) == right(0)), "{what}");
            let next = &lesson.steps[number + 1];
            let shown = next.end.map_or(0.0, |end| (end - asked).as_secs());
            assert!(next.setup == step.setup && shown >= bet.judged_s.min(5.0), "{what}: the next step shows what comes out");
        }
    }
}

/// The articles, and the one that they lead to, as the sources of loops name them. Loops of their readers name them, too.
const ARTICLES: [&str; 6] = ["Diener", "BeautifulTimer", "Houx", "Game update loop in-sync", "Witters", "Fix Your Timestep!"];

#[test]
fn every_loop_of_the_articles_is_a_pane_of_a_lesson() {
    let panes = builtin::LESSONS.iter().flat_map(|lesson| &lesson.setups).flat_map(|setup| &setup.script.settings().panes);
    let shown: BTreeSet<&str> = panes.map(|pane| pane.strategy.as_str()).collect();
    let of_articles = strategies::ALL.iter().filter(|strategy| ARTICLES.iter().any(|article| strategy.source.contains(article)));
    let (found, missing): (Vec<&str>, Vec<&str>) = of_articles.map(|strategy| &*strategy.id).partition(|id| shown.contains(id));
    assert_eq!((missing, found.len()), (Vec::new(), 22));
}

#[test]
fn the_last_lesson_leads_to_which_loop() {
    let lesson = builtin::LESSONS.last().expect("there are lessons");
    let last = lesson.steps.len() - 1;
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::Lesson(LessonAction::Open(lesson.clone(), last)));
    go_on(&mut session);
    assert!(matches!(session.window.dialog, Some(Dialog::Advise(_))));
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(last), "the step stays behind it");
    // In a course the next entry waits behind it.
    let course = "tickscope = 4\nname = \"C\"\npanes = [{ strategy = \"frame-based\" }]\n[[steps]]\nopen = \"which-loop\"\n[[steps]]\nsetup = {}\n";
    session.act(Action::Window(WindowAction::Dialog(None)));
    session.act(Action::Lesson(LessonAction::Open(Arc::new(parse(course).expect("it is right")), 0)));
    go_on(&mut session);
    assert!(matches!(session.window.dialog, Some(Dialog::Advise(_))));
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(1));
}

#[test]
fn the_example_of_the_page_about_lessons_comes_out() {
    let checked = parse(&example()).and_then(|lesson| lesson.check().map_err(|error| error.to_string())).expect("it is right");
    let lines = checked.0.join("\n");
    assert!(lines.contains("step 2: the bet's answer is 'A'"), "{lines}");
    assert!(lines.contains("step 4: the solution passes") && lines.contains("nominal rate"), "{lines}");
}

#[test]
fn a_lesson_that_is_wrong_says_so_in_one_sentence_with_its_line() {
    let replaced = |from: &str, to: &str| {
        let text = example();
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let many = "[[steps]]\nseconds = 1\ntext = \"x\"\n".repeat(1000);
    let long = format!("{}# {}", example(), "x".repeat(10 << 20));
    let words = "word ".repeat(60);
    let cases = [
        ("this is no TOML".to_owned(), "not TOML"),
        ("name = \"x\"\n[[steps]]\n".to_owned(), "tickscope = 4"),
        (long, "at most 1 MiB"),
        (replaced("[[steps]]", &format!("{many}[[steps]]")), "at most 100"),
        (replaced("s = 0  ", "s = -1 "), "steps[2].at[0].s"),
        (replaced("s = 0  ", "s = 99 "), "the end of its step"),
        (replaced("render_ms = 25 }\n\n", "render = 25 }\n\n"), "render_ms"),
        (replaced("{A.fps_mean}", "{A.fps}"), "did you mean"),
        (replaced("{A.fps_mean}", "{C.fps_mean}"), "one of A, B"),
        (replaced("[computer.render_ms]", "[computer.present]"), "the path of a number"),
        (replaced("A frame takes", &words), "fewer than 60 words"),
        (replaced("not B.slow-motion", "not B.slow"), "steps[1]"),
        (replaced("judged = 5", "judged = 500"), "judged"),
        (replaced("[steps.setup]", "open = \"lost-time\"\n[steps.setup]"), "at most one of bet, exercise and open"),
        (replaced("panes.A.params.nominal_hz=30", "nothing"), "PATH=VALUE"),
        (
            replaced("solution = [\"panes.A.strategy=variable-delta\"]", "solution = [\"computer.render_ms=5\"]"),
            "fixed in this exercise",
        ),
        (format!("{}\n[[steps]]\nsetup = {{}}\nopen = \"example\"\n", example()), "open itself"),
        (format!("{}\n[[steps]]\nsetup = {{}}\nopen = \"lost-tim\"\n", example()), "lost-time"),
        (format!("{}\n[[steps]]\ntext = \"x\"\n", example()), "setup = {}"),
        (format!("{}\n[[at]]\ns = 1\ntap = true\n", example()), "[[steps.at]]"),
        (format!("{}\n[[loops]]\nname = \"x\"\nsource = \"y\"\n", example()), "brings no loops"),
    ];
    for (text, says) in cases {
        let error = parse(&text).expect_err(says);
        assert!(error.contains(says), "{says}: {error}");
        assert!(error.starts_with("example.toml") && error.lines().count() == 1 && error.len() < 800, "{error}");
    }
    let error = parse(&replaced("s = 0  ", "s = -1 ")).expect_err("in the past");
    assert!(error.contains("line 31"), "{error}");
}

#[test]
fn a_check_refuses_a_bet_without_one_answer_a_start_that_passes_and_a_solution_that_fails() {
    let check = |from: &str, to: &str| {
        let lesson = parse(&example().replacen(from, to, 1)).expect("it can be read");
        lesson.check().expect_err(to).to_string()
    };
    assert!(
        check("A.slow-motion, not B.slow-motion", "A.fast-motion").contains("step 2: the bet has not exactly one right answer")
    );
    assert!(check("A.slow-motion, B.slow-motion", "A.slow-motion").contains("step 2"));
    assert!(check("when = \"not A.slow-motion\"", "when = \"A.slow-motion\"").contains("step 4: the exercise's start"));
    assert!(
        check("=variable-delta", "=fixed-fps-relative")
            .contains("step 4: the exercise's solution misses a goal: It runs at 50 %")
    );
}

/// Returns a session at the first step of the example.
fn attending() -> Session {
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::Lesson(LessonAction::Open(Arc::new(parse(&example()).expect("it is right")), 0)));
    session
}

/// Makes the run of a bet that waits for it.
fn decide(session: &mut Session) {
    if let Some(trial) = session.bet_trial() {
        session.decide_bet(&trial.run().expect("it can begin"));
    }
}

/// Shows frames of the window for `seconds`, and decides bets.
pub fn play(session: &mut Session, seconds: f64) {
    let from = session.window.clock;
    for frame in 1..=(seconds * 60.0) as u32 {
        session.frame(from + f64::from(frame) / 60.0);
        decide(session);
    }
}

pub fn now(session: &Session) -> f64 {
    (session.run.lab.now().as_secs() * 1000.0).round() / 1000.0
}

fn go_on(session: &mut Session) {
    let action = session.lesson_goes_on().expect("the lesson goes on");
    session.act(Action::Lesson(action));
}

#[test]
fn a_session_goes_through_a_lesson_and_back() {
    let mut session = attending();
    play(&mut session, 2.0);
    assert!(session.lesson_goes_on().is_none() && session.run.playing, "the step is not over");
    play(&mut session, 3.0);
    assert_eq!((now(&session), session.run.playing), (4.0, false), "it stops and waits");
    assert!(!session.hides_verdicts());
    go_on(&mut session);
    assert!(session.hides_verdicts(), "nothing gives the answer away");
    session.act(Action::Lesson(LessonAction::Answer(1)));
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(1), "the question is asked at the end of the step");
    play(&mut session, 1.5);
    assert_eq!((now(&session), session.lesson_goes_on()), (5.0, None), "it waits for an answer");
    session.act(Action::Lesson(LessonAction::Answer(7)));
    session.act(Action::Lesson(LessonAction::Answer(1)));
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(2));
    assert!(
        now(&session) < 5.1 && session.run.playing && session.answer_in_words().as_deref() == Some("You said “both”."),
        "it runs on, and says no more yet"
    );
    play(&mut session, 7.0);
    let words = session.answer_in_words().expect("the outcome was to be seen");
    assert!(words.contains("You said “both”; it is “A”. B knows how long a frame was."), "{words}");
    let text = session.fill(&session.lesson().expect("a lesson").step().text);
    assert_eq!(text, "A runs at 50 % of its speed, B at 100 %.");
    session.act(Action::Lesson(LessonAction::Previous));
    assert_eq!((session.lesson().map(|lesson| lesson.step), now(&session)), (Some(1), 4.0), "the run is made again up to there");
    session.act(Action::Undo);
    assert_eq!((session.lesson().map(|lesson| lesson.step), now(&session)), (Some(2), 11.0), "undo brings back what was there");
    go_on(&mut session);
    assert_eq!((session.lesson().map(|lesson| lesson.step), session.run.lab.panes().len()), (Some(3), 1));
    assert_eq!(session.window.progress.get("example"), Some(&4));
}

#[test]
fn whoever_touches_a_control_keeps_the_set_up_and_a_button_leads_back() {
    let mut session = attending();
    play(&mut session, 1.0);
    session.act(Action::set(Owner::Computer.path("render_ms"), 40.0));
    assert!(session.step_is_changed());
    play(&mut session, 5.0);
    assert_eq!(session.run.lab.settings().computer.render_ms, 40.0);
    session.act(Action::Run(RunAction::Restart));
    assert!(session.step_is_changed(), "what was changed stays");
    assert_eq!((session.run.lab.settings().computer.render_ms, now(&session)), (40.0, 0.0));
    session.act(Action::Run(RunAction::AsWritten));
    assert!(!session.step_is_changed());
    assert_eq!((session.run.lab.settings().computer.render_ms, now(&session)), (5.0, 0.0));
    session.act(Action::Undo);
    assert_eq!(session.run.lab.settings().computer.render_ms, 40.0);
    // An option that begins a new run keeps the lesson, too.
    session.act(Action::Run(RunAction::SceneOption("collision".to_owned(), "swept".into())));
    assert!(session.lesson().is_some() && session.step_is_changed());
}

#[test]
fn there_is_no_bet_with_settings_that_leave_no_one_answer() {
    let mut session = attending();
    session.act(Action::set(Owner::Pane(session.letter(1)).path("strategy"), "frame-based"));
    session.act(Action::set(Owner::Pane(session.letter(0)).path("strategy"), "variable-delta"));
    play(&mut session, 5.0);
    go_on(&mut session);
    play(&mut session, 2.0);
    assert_eq!(session.can_bet(), Some(false));
    session.act(Action::Lesson(LessonAction::Answer(0)));
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(1));
    go_on(&mut session);
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(2), "the lesson goes on without it");
}

#[test]
fn an_exercise_is_judged_by_its_goals_and_by_what_may_be_changed() {
    let lesson = parse(&example()).expect("it is right");
    let StepTask::Exercise(exercise) = &lesson.steps[3].task else { panic!("an exercise") };
    let setup = &lesson.setups[lesson.steps[3].setup].script;
    let verdict = |path: &str, value: &str| {
        let mut settings = setup.settings().clone();
        let patch = tickscope_core::model::config::patch::Patch::parse(&format!("{path}={value}")).expect("a patch");
        patch.change(&mut settings).expect("it is allowed");
        exercise.verdict(&settings, setup).expect("it can run")
    };
    let slow = verdict("seed", "5");
    assert_eq!((slow.is_met, &*slow.text), (false, "It runs at 50 % of its speed."));
    let cheat = verdict("computer.render_ms", "5");
    assert!(!cheat.is_met && cheat.text.contains("Set back what is fixed in this exercise: render load 25 ms"), "{}", cheat.text);
    assert!(verdict("panes.A.params.nominal_hz", "30").is_met, "several solutions count");
}

#[test]
fn a_solved_exercise_is_still_solved_when_one_comes_back_to_it() {
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    let lesson = builtin::find("tied-to-the-computer").expect("it is built in");
    let step = lesson.steps.iter().position(|step| matches!(step.task, StepTask::Exercise(_))).expect("it has one");
    session.act(Action::Lesson(LessonAction::Open(lesson, step)));
    let strategy = |session: &Session| session.run.lab.settings().panes[0].strategy.clone();
    session.act(Action::Lesson(LessonAction::Next));
    session.act(Action::Lesson(LessonAction::Previous));
    assert_eq!(strategy(&session), "frame-based", "nobody has solved it");
    session.act(Action::set(Owner::Pane(session.letter(0)).path("strategy"), "variable-delta"));
    // The load falls after ten seconds.
    play(&mut session, 11.0);
    let (exercise, settings, setup) = session.exercise().expect("an exercise");
    let verdict = exercise.verdict(settings, setup).expect("it can run");
    assert!(verdict.is_met, "{}", verdict.text);
    session.on_verdict(verdict);
    assert!(session.shows_solution() && session.verdict().is_some_and(|verdict| verdict.is_met));
    assert_eq!(
        (now(&session), session.run.lab.settings().computer.render_ms),
        (0.0, 25.0),
        "the panes begin the run that solved it"
    );
    play(&mut session, 11.0);
    assert!(session.shows_solution() && session.verdict().is_some(), "its own commands change nothing of the verdict");
    session.act(Action::Lesson(LessonAction::Next));
    session.act(Action::Lesson(LessonAction::Previous));
    assert_eq!(strategy(&session), "variable-delta");
    assert_eq!((now(&session), session.run.lab.settings().computer.render_ms), (0.0, 25.0), "from the start");
    assert!(session.step_is_changed());
    session.act(Action::Run(RunAction::Restart));
    assert_eq!(strategy(&session), "variable-delta", "a solution stays");
    session.act(Action::Run(RunAction::AsWritten));
    assert_eq!((strategy(&session).as_str(), session.step_is_changed()), ("frame-based", false));
}

#[test]
fn a_course_leads_to_its_entries_and_back() {
    let text = "tickscope = 4\nname = \"A course\"\npanes = [{ strategy = \"frame-based\" }]\n[[steps]]\ntext = \"First.\"\nopen = \"spiral\"\n\
                [[steps]]\nsetup = {}\ntext = \"Then.\"\nopen = \"tied-to-the-computer\"\n[[steps]]\nsetup = {}\ntext = \"That is all.\"\n";
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::Lesson(LessonAction::Open(Arc::new(parse(text).expect("it is right")), 0)));
    go_on(&mut session);
    assert_eq!((session.run.opened.name.as_str(), session.lesson().is_none()), ("Spiral of death", true));
    session.act(Action::Lesson(LessonAction::Next));
    assert_eq!(session.lesson().map(|lesson| lesson.step), Some(1));
    go_on(&mut session);
    let steps = session.lesson().map(|lesson| lesson.lesson.steps.len()).expect("the lesson is open");
    for _ in 0..steps {
        session.act(Action::Lesson(LessonAction::Next));
    }
    assert_eq!(session.lesson().map(|lesson| (lesson.lesson.name.clone(), lesson.step)), Some(("A course".to_owned(), 2)));
}

#[test]
fn a_link_opens_a_step_of_a_lesson() {
    let (lesson, step) = read_link("https://example.org/#lesson=lost-time&step=3").expect("a link").expect("it leads somewhere");
    assert_eq!((&*lesson.id, step), ("lost-time", 2));
    for (link, says) in [
        ("#lesson=lost-tim&step=1", "lost-time"),
        ("#lesson=lost-time&step=0", "1 to 11"),
        ("#lesson=lost-time&step=99", "1 to 11"),
    ] {
        let error = read_link(link).expect("a link to a lesson").expect_err(link).to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(read_link("#tickscope1-abc").is_none());
    let code = code("lost-time", 2);
    assert_eq!(code, "lesson:lost-time:3", "a shell leaves it as it is");
    let (lesson, step) = read_link(&code).expect("a code").expect("it leads somewhere");
    assert_eq!((&*lesson.id, step), ("lost-time", 2));
    assert!(read_link("lesson:lost-time:99").expect("a code").is_err());
    assert!(read_link("lost-time").is_none());
}

#[test]
fn a_handout_is_one_page_without_outside_references() {
    let lesson = parse(&example()).expect("it is right");
    let stills = vec![b"png".to_vec(); lesson.setups.len()];
    let page = lesson.handout(&stills, false, None).expect("it has no runs");
    assert!(
        !page.contains("src=\"http") && !page.contains("href") && !page.contains("variable-delta"),
        "no answer, nothing outside"
    );
    assert!(page.contains("<span class=blank></span>") && !page.contains(UNKNOWN), "numbers are filled in by hand");
    assert!(!page.contains("<svg"), "no code without an address");
    assert!(page.contains("Which game becomes slow?") && page.matches("<img").count() == lesson.setups.len());
    let solved = lesson.handout(&stills, true, Some("https://example.org/")).expect("its runs can begin");
    assert!(solved.contains("A runs at 50 % of its speed, B at 100 %.") && !page.contains("50 %"), "numbers are answers");
    assert!(solved.contains("A: right.") && solved.contains("variable-delta"), "{solved}");
    assert!(solved.contains("https://example.org/#lesson=example&amp;step=2"));
    assert!(solved.contains("<svg class=qr") && solved.contains("<title>https://example.org/#lesson=example&amp;step=1</title>"));
}

#[test]
fn a_film_of_a_lesson_has_the_texts_of_its_steps_as_captions() {
    let lesson = parse(&example()).expect("it is right");
    let (scenario, lasts) = lesson.to_film(0).expect("its run can begin");
    let told: Vec<_> = scenario.captions.iter().map(|caption| (caption.from, caption.to)).collect();
    assert_eq!(told, [(0.0, 3.0), (3.0, 6.0), (6.0, 11.0)], "the question takes three seconds, one of them the answer's");
    assert_eq!(scenario.captions[2].text, "A runs at 50 % of its speed, B at 100 %.", "with the numbers that the window shows");
    assert_eq!(lasts.map(Time::as_secs), [0.0, 11.0]);
    let (still, [_, shown]) = lesson.to_still(2).expect("its run can begin");
    let Caption { from, to, text } = &still.captions[0];
    assert_eq!((shown.as_secs(), *from, text), (11.0, 5.0, &scenario.captions[2].text), "a still shows the end of its step");
    assert!(*to > 11.0, "and the text with it");
    for (lesson, step) in builtin::all().flat_map(|lesson| (0..lesson.steps.len()).map(move |step| (lesson, step))) {
        let first = lesson.steps[step].setup;
        if step > 0 && lesson.steps[step - 1].setup == first {
            continue;
        }
        let (scenario, [from, to]) = lesson.to_film(step).expect("its run can begin");
        assert_eq!(scenario.captions.len(), lesson.steps.iter().filter(|step| step.setup == first).count(), "{}", lesson.id);
        let mut free = from.as_secs();
        for Caption { from, to, text } in &scenario.captions {
            assert!(*from == free && to - from >= 3.0 && !text.contains('{') && !text.contains('–'), "{}: {text}", lesson.id);
            free = *to;
        }
        assert_eq!(free, to.as_secs());
    }
}

#[test]
fn the_rest_of_a_step_is_made_from_the_beginning_of_its_set_up() {
    let lesson = parse(&example()).expect("it is right");
    assert_eq!(lesson.steps[2].start, Time::from_secs(5.0));
    assert_eq!(lesson.setups[0].script.commands().len(), 1);
    assert_eq!(
        Time::from_flicks(lesson.setups[0].script.commands()[0].at_flicks),
        Time::from_secs(5.0),
        "moments count from the step"
    );
}

#[test]
fn what_the_commands_of_an_exercise_have_changed_is_no_change_of_the_person() {
    let lesson = builtin::find("tied-to-the-computer").expect("it is built in");
    let mut exercises = lesson.steps.iter().filter_map(|step| match &step.task {
        StepTask::Exercise(exercise) => Some((step, exercise)),
        _ => None,
    });
    let (step, exercise) = exercises.next().expect("there is one");
    let setup = &lesson.setups[step.setup].script;
    let mut settings = setup.settings().clone();
    // After ten seconds the load has fallen.
    settings.computer.render_ms = 5.0;
    let start = exercise.verdict(&settings, setup).expect("it can run");
    assert!(!start.is_met && start.text.contains("runs slow"), "{}", start.text);
    exercise.solution.change(&mut settings).expect("it is allowed");
    let solved = exercise.verdict(&settings, setup).expect("it can run");
    assert!(solved.is_met, "{}", solved.text);
}

#[test]
fn the_first_step_of_each_lesson_is_all_well() {
    for lesson in builtin::ALL.iter().map(|builtin| builtin.lesson().unwrap_or_else(|error| panic!("{error}"))) {
        let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
        let id = lesson.id.clone();
        let end = lesson.steps[0].end.expect("the first step stops").as_secs();
        session.act(Action::Lesson(LessonAction::Open(Arc::new(lesson), 0)));
        for tenth in 1..(end * 10.0) as u32 {
            session.advance_to(Time::from_secs(f64::from(tenth) / 10.0));
            for index in 0..session.run.lab.panes().len() {
                let state = session.run.seen(index).state().clone();
                let wrong = state.symptoms.iter().find(|symptom| symptom.is_error()).map(Symptom::headline);
                assert_eq!(wrong, None, "{id}, pane {index}, at {} s", f64::from(tenth) / 10.0);
            }
        }
    }
}

#[test]
fn a_step_whose_text_is_no_longer_true_says_so_and_is_brought_back() {
    let text = example().replace("seconds = 6\n", "seconds = 6\nwhile = \"A.slow-motion, not B.slow-motion\"\n");
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::Lesson(LessonAction::Open(Arc::new(parse(&text).expect("it is right")), 2)));
    play(&mut session, 7.0);
    assert!(session.step_waits() && session.step_text().is_some(), "the text of an unchanged step is true");
    session.act(Action::set(Owner::Computer.path("render_ms"), 5.0));
    session.act(Action::View(ViewAction::PlayPause));
    play(&mut session, 3.0);
    assert!(session.step_text().is_none(), "A is no longer slow");
    session.act(Action::Run(RunAction::Restart));
    assert!(session.step_text().is_some(), "it is as written");
    let refused = |condition: &str| {
        parse(&example().replace("seconds = 6\n", &format!("seconds = 6\nwhile = \"{condition}\"\n")))
            .and_then(|lesson| lesson.check().map(|_| "right".to_owned()).map_err(|error| error.to_string()))
    };
    let [unknown, missing, wrong] =
        ["A.slow", "F.slow-motion", "B.slow-motion"].map(|condition| refused(condition).expect_err("refused"));
    assert!(unknown.contains("while") && missing.contains("while"), "{unknown}, {missing}");
    assert!(wrong.contains("step 3: its text is not true at its end, by its own while: B.slow-motion = 0"), "{wrong}");
}

#[test]
fn a_recording_that_begins_at_a_stop_waits_there() {
    let mut session = attending();
    play(&mut session, 5.0);
    assert!(session.step_waits());
    session.act(Action::Window(WindowAction::Take));
    play(&mut session, 3.0);
    assert_eq!(
        (now(&session), session.run.playing, session.run.take.is_some()),
        (4.0, false, true),
        "nothing runs under the text"
    );
    session.act(Action::Window(WindowAction::Take));
    assert!(session.window.dialog.is_none() && session.run.take.is_none(), "there is no film of no time");
    session.act(Action::Window(WindowAction::Take));
    go_on(&mut session);
    play(&mut session, 1.5);
    session.act(Action::Window(WindowAction::Take));
    let Some(Dialog::Film(film)) = &session.window.dialog else { panic!("the film is proposed") };
    assert_eq!([film.from_s, film.to_s].map(|at| (at * 1000.0).round()), [4000.0, 5000.0]);
}

#[test]
fn two_panes_with_one_rhythm_have_one_verdict_though_one_has_just_caught_up() {
    let lesson = builtin::find("tied-to-the-computer").expect("it is built in");
    let mut session = Session::new(Settings::default()).expect("the defaults are allowed");
    session.act(Action::Lesson(LessonAction::Open(lesson, 7)));
    let of = |session: &Session, pane: usize| {
        let state = session.run.seen(pane).state();
        (
            state.number("distinct_fps").unwrap_or(0.0).round(),
            state.symptoms.first().map(|symptom| (symptom.kind(), symptom.tone)),
        )
    };
    let mut alike = 0;
    for _ in 0..30 {
        play(&mut session, 0.1);
        let [b, c] = [1, 2].map(|pane| of(&session, pane));
        if b.0 == c.0 {
            assert_eq!(b, c, "at {}", now(&session));
            alike += 1;
        }
    }
    assert!(alike > 5, "they draw as often");
}

#[test]
fn a_judge_counts_no_balls_because_the_pane_counts_those_of_another_run() {
    for lesson in builtin::LESSONS.iter() {
        for step in &lesson.steps {
            let StepTask::Exercise(exercise) = &step.task else { continue };
            for text in exercise.goals.iter().map(|goal| &goal.says).chain([&exercise.done, &exercise.hint]) {
                let is_count = |of: &str| ["tunnelled", "caught", "passes"].iter().any(|count| of.ends_with(count));
                assert!(!text.quantities().any(|of| is_count(&of.to_string())), "{}: {text:?}", lesson.id);
            }
        }
    }
}
