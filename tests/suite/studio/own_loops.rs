//! Loops that users write, as data: in scenarios and share codes, in patches, and in files beside a scenario.

use crate::common::Events;
use std::fs;
use std::path::{Path, PathBuf};
use tickscope::studio::arguments::files::LoopFile;
use tickscope::studio::scenario::code;
use tickscope::studio::scenario::definition::{Scenario, Unreadable};
use tickscope::studio::scenario::unopened::UnopenedScenario;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, LoopsAction, Request, RunAction, ViewAction};
use tickscope::studio::session::host::Host;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch, SettingPath};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::machine::event::Event;

/// A loop of 30 lines, as a person writes one.
const THIRTY_LINES: &str = r#"// @name  Accumulator with a limit
// @about Steps of one length, as many as fit into the time that has passed.
// @draws interpolated
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second." });
const MOST_MS = host.param("most_ms", 100, { min: 1, max: 1000, unit: "ms", off: true, about: "The longest time of a frame." });

// The time since the last frame, without what is longer than the limit.
function elapsed(now, last) {
  return Math.min(now - last, MOST_MS * ms);
}

function loop(host) {
  const step = second / STEP_HZ;
  let last = host.now();
  let accumulator = 0;
  while (host.running()) {
    const now = host.now();
    accumulator += elapsed(now, last);
    last = now;
    host.watch("now", now);
    while (accumulator >= step) {
      host.watch("accumulator", accumulator);
      host.update(step);
      accumulator -= step;
    }
    // What is left over says how far into the next step the frame is.
    host.watch("left over", accumulator);
    host.render(accumulator / step, step);
  }
}
"#;

/// Texts that are hard to write in a file.
const HARD: [&str; 8] = [
    "",
    "let x = '''three''' + \"\"\"three\"\"\";\n",
    "// a tab\t, a backslash \\ and \\n\r\nand a line end of Windows\n",
    "`${'$'}`;\n\n\n",
    "\n// begins with an empty line",
    "größer ≥ 一\u{1f3ae}",
    "default",
    "// no line end",
];

fn with_loops(loops: impl IntoIterator<Item = OwnLoop>) -> Scenario {
    Scenario::from(Settings { loops: loops.into_iter().collect(), ..Settings::default() })
}

fn refusal(text: &str) -> Unreadable {
    Scenario::parse("mine.toml", text).expect_err("it is refused")
}

/// Returns a folder of this test alone, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tickscope-own-loops-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_scenario_and_its_share_code_hold_every_text_letter_by_letter() {
    let loops = HARD.iter().enumerate().map(|(number, text)| OwnLoop::new(&format!("own-{number}.js"), text));
    let scenario = with_loops(loops);
    let text = scenario.to_toml();
    assert_eq!(Scenario::parse("again", &text).as_ref(), Ok(&scenario), "{text}");
    assert_eq!(code::read(&code::write(&scenario)), Ok(scenario));
}

#[test]
fn a_text_stands_in_a_saved_scenario_as_it_is_read() {
    let text = with_loops([OwnLoop::new("mine", THIRTY_LINES)]).to_toml();
    assert!(text.contains("\n[[loops]]\nname = \"mine\"\n"), "{text}");
    for line in THIRTY_LINES.lines() {
        assert!(text.lines().any(|written| written == line), "{line}");
    }
}

#[test]
fn a_loop_of_thirty_lines_in_four_panes_has_a_short_share_code() {
    assert_eq!(THIRTY_LINES.lines().count(), 30);
    let own = OwnLoop::new("mine", THIRTY_LINES);
    let mut panes = vec![PaneSettings::new(&own.id()); 4];
    panes[1].params.set("step_hz", Value::Number(25.0));
    panes[2].params.set("most_ms", Value::Number(50.0));
    let scenario = Scenario::from(Settings { loops: vec![own], panes, ..Settings::default() });
    let letters = code::write(&scenario).len();
    assert!(letters < 1500, "{letters} letters");
}

#[test]
fn an_edit_is_a_patch_that_a_file_and_a_replay_hold() {
    let path = |name: &str| SettingPath::parse(&format!("loops.{name}")).expect("a path");
    let before = with_loops([OwnLoop::new("a.b", "1"), OwnLoop::new("gone", "2")]).script.settings().clone();
    let patch = Patch::one(path("a.b"), "3 // three\n").with(path("gone"), "default").with(path("new"), THIRTY_LINES);
    let mut after = before.clone();
    patch.change(&mut after).expect("it can be changed");
    let texts: Vec<(&str, &str)> = after.loops.iter().map(|own| (&*own.name, &*own.source)).collect();
    assert_eq!(texts, [("a.b", "3 // three\n"), ("new", THIRTY_LINES)]);
    assert_eq!(Patch::between(&before, &after), patch);
    let mut again = after.clone();
    Patch::between(&after, &before).change(&mut again).expect("it leads back");
    assert_eq!(again, before);
    assert_eq!(Patch::from_table(patch.to_table()), Ok(patch.clone()));

    let command = TimedCommand { at_flicks: 705_600_000, command: Command::Set(patch) };
    let script = tickscope_core::model::check::script(before, vec![command]).expect("it is allowed");
    let scenario = Scenario { script, ..with_loops([]) };
    assert_eq!(Scenario::parse("again", &scenario.to_toml()), Ok(scenario));
}

#[test]
fn a_file_beside_the_scenario_is_read_and_saved_as_text() {
    let folder = folder("beside");
    fs::write(folder.join("mine.js"), "// @include lib\n").unwrap();
    fs::create_dir(folder.join("libs")).unwrap();
    fs::write(folder.join("libs").join("lib.js"), "\u{feff}let lib;\r\n").unwrap();
    let text = "tickscope = 4\npanes = [{ strategy = \"semi-fixed\" }]\n\
                [[loops]]\nname = \"mine\"\nfile = \"mine.js\"\n[[loops]]\nname = \"lib\"\nfile = \"libs/lib.js\"\n";
    let read = |folder: Option<&Path>, text: &str| Scenario::parse_in(folder, "mine.toml", text);
    let scenario = read(Some(&folder), text).expect("it is readable");
    let loops = &scenario.script.settings().loops;
    assert_eq!(loops[..], [OwnLoop::new("mine", "// @include lib\n"), OwnLoop::new("lib", "let lib;\n")]);
    let saved = scenario.to_toml();
    assert!(!saved.contains("file ="), "{saved}");
    assert_eq!(Scenario::parse("again", &saved), Ok(scenario));

    for bad in ["../mine.js", "/etc/passwd", "libs/../../x", "no.js", "libs"] {
        let refused = read(Some(&folder), &text.replacen("\"mine.js\"", &format!("\"{bad}\""), 1)).expect_err(bad);
        assert!(refused.line == Some(5) && refused.what.starts_with("loops[0].file"), "{refused}");
    }
    assert!(read(None, text).is_err_and(|refused| refused.line == Some(5)), "a text of the clipboard has no files beside it");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_wrong_about_a_loop_is_said_with_its_line_and_key() {
    let long = "x".repeat(OwnLoop::LONGEST + 1);
    let cases = [
        ("[[loops]]\nname = \"a/b\"\nsource = \"\"", 4, "loops[0].name"),
        ("[[loops]]\nname = \"a\"\nsource = \"\"\n[[loops]]\nname = \"a\"\nsource = \"\"", 7, "loops[1].name"),
        ("[[loops]]\nname = \"a\"", 4, "loops[0].name"),
        ("[[loops]]\nname = \"a\"\nsource = \"\"\nfile = \"a.js\"", 4, "loops[0].name"),
        ("[[loops]]\nname = \"a\"\ntext = \"\"", 5, "loops[0]"),
        (&format!("[[loops]]\nname = \"a\"\nsource = \"{long}\""), 5, "loops[0].source"),
        ("[[at]]\ns = 1\nloops = { a = 3 }", 5, "loops.a"),
    ];
    for (tail, line, named) in cases {
        let refused = refusal(&format!("tickscope = 4\npanes = [{{ strategy = \"semi-fixed\" }}]\n{tail}\n"));
        assert!(refused.line == Some(line) && refused.what.contains(named), "{refused}");
        assert!(refused.to_string().len() < 300, "{refused}");
    }
    let unknown = refusal("tickscope = 4\npanes = [{ strategy = \"own/none\" }]\n");
    assert!(unknown.line == Some(2), "{unknown}");
}

#[test]
fn every_loop_may_be_as_long_as_one_may_be_beside_a_full_scenario() {
    let text = "x".repeat(OwnLoop::LONGEST);
    let loops = |count: usize| (0..count).map(|number| OwnLoop::new(&format!("own-{number}"), &text)).collect::<Vec<_>>();
    let most = with_loops(loops(OwnLoop::MOST));
    assert_eq!(Scenario::parse("again", &most.to_toml()), Ok(most));
    assert!(Scenario::parse("again", &with_loops(loops(OwnLoop::MOST + 1)).to_toml()).is_err());
}

#[test]
fn the_loops_of_a_text_are_known_before_any_of_them_runs() {
    let first = OwnLoop::new("a", "while (true);");
    let patch = Patch::one(Owner::Loops.path("b"), "later()");
    let commands = vec![TimedCommand { at_flicks: 5, command: Command::Set(patch) }];
    let script: Script = tickscope_core::model::check::script(with_loops([first.clone()]).script.settings().clone(), commands)
        .expect("no pane runs them");
    let text = Scenario { script, ..with_loops([]) }.to_toml();
    assert_eq!(Scenario::loops_in(None, "a text", &text), Ok(vec![first, OwnLoop::new("b", "later()")]));
    assert!(Scenario::loops_in(None, "a text", "tickscope = 9").is_err());
}

fn session() -> Session {
    Session::new(Settings::default()).expect("these settings are allowed")
}

/// Returns a scenario from elsewhere that brings a loop, as a link.
fn link_with(source: &str) -> String {
    format!(
        "https://example.org/#{}",
        code::write(&Scenario { name: "theirs".to_owned(), ..with_loops([OwnLoop::new("a", source)]) })
    )
}

fn open(session: &mut Session, link: &str) {
    let unopened = UnopenedScenario::of_link(link).expect("it is readable");
    let action = session.opening_of(unopened).expect("it can be opened");
    session.act(action);
}

#[test]
fn somebody_elses_loop_waits_for_a_click_with_its_text_in_sight_and_then_never_again() {
    let (mut session, link) = (session(), link_with("theirs()"));
    session.advance_to(Time::from_secs(1.0));
    open(&mut session, &link);
    assert_eq!(session.window.held_back.as_ref().map(UnopenedScenario::loops), Some(&[OwnLoop::new("a", "theirs()")][..]));
    assert!(session.run.lab.settings().loops.is_empty() && session.run.opened.name != "theirs", "nothing has changed");

    session.act(Action::Loops(LoopsAction::DropHeldBack));
    assert!(session.window.held_back.is_none() && session.run.opened.name != "theirs" && session.can_undo().is_none());

    open(&mut session, &link);
    session.act(Action::Loops(LoopsAction::RunHeldBack));
    assert!(session.window.held_back.is_none() && session.refusal.is_none());
    assert_eq!((&*session.run.opened.name, session.run.lab.settings().loops.len()), ("theirs", 1));
    session.act(Action::Undo);
    assert!(session.run.lab.settings().loops.is_empty(), "what was there before comes back");

    open(&mut session, &link);
    assert!(session.window.held_back.is_none() && session.run.opened.name == "theirs", "the person has let this text run");
    open(&mut session, &link_with("theirs(2)"));
    assert!(session.window.held_back.is_some(), "and no other");
    open(&mut session, &format!("#{}", code::write(&Scenario::from(Settings::default()))));
    assert!(session.window.held_back.is_none(), "what is opened now takes the place of what waits");
}

#[test]
fn a_page_begins_again_with_somebody_elses_loop_and_rehearses_it_first() {
    let mut session = session().on_host(Host::browser());
    open(&mut session, &link_with("theirs()"));
    session.act(Action::Loops(LoopsAction::RunHeldBack));
    assert!(matches!(&session.window.requests[..], [Request::FetchWholeBuild(text)] if text.contains("theirs()")));
    assert!(session.window.held_back.is_some() && session.run.lab.settings().loops.is_empty(), "nothing runs here");
    assert_eq!(session.refusal, None, "it is done elsewhere");
}

#[test]
fn a_text_that_a_step_sets_later_waits_for_a_click_too() {
    let patch = Patch::one(Owner::Loops.path("a"), "later()");
    let commands = vec![TimedCommand { at_flicks: 5, command: Command::Set(patch) }];
    let script = tickscope_core::model::check::script(Settings::default(), commands).expect("no pane runs it");
    let text = Scenario { script, ..with_loops([]) }.to_toml();
    let unopened = UnopenedScenario::read(None, "theirs.toml", text).expect("it is readable");
    assert!(matches!(session().opening_of(unopened), Ok(Action::Loops(LoopsAction::HoldBack(_)))));
}

#[test]
fn every_edit_is_a_step_of_undo_and_a_replay_repeats_it() {
    let mut session = session();
    let texts = |session: &Session| session.run.lab.settings().loops.iter().map(|own| own.source.to_string()).collect::<Vec<_>>();
    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("a", "1")])));
    session.advance_to(Time::from_secs(0.5));
    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("a", "2"), OwnLoop::new("b", "3")])));
    assert_eq!(texts(&session), ["2", "3"]);
    assert_eq!(session.can_undo(), Some("the text of a, b"));
    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("a", "2")])));
    session.act(Action::Undo);
    assert_eq!(texts(&session), ["1"], "an edit that changes nothing is no step");
    session.act(Action::Redo);
    session.advance_to(Time::from_secs(1.0));

    let recorded = Scenario::parse("again", &session.run.recorded().to_toml()).expect("it is readable");
    let mut again = Session::open(recorded).expect("it can be opened");
    again.advance_to(Time::from_secs(1.0));
    assert_eq!(texts(&again), texts(&session));
    session.act(Action::Undo);
    session.act(Action::Undo);
    assert!(texts(&session).is_empty());

    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("a/b", "1")])));
    assert!(session.refusal.is_some() && texts(&session).is_empty(), "what is refused changes nothing");
}

/// A comparison with a command, in which a person copies a loop, mends its text, sets its parameter and adds a pane.
fn worked_at() -> (Scenario, Session) {
    let text = "tickscope = 4\nname = \"Written\"\n[[panes]]\nstrategy = \"frame-based\"\n[[panes]]\nstrategy = \"clamped-accumulator\"\n\
                params = { step_hz = 50 }\n[[at]]\ns = 2\ncomputer = { render_ms = 25 }\n";
    let written = Scenario::parse("test", text).unwrap();
    let mut session = Session::open(written.clone()).unwrap();
    session.advance_to(Time::from_secs(1.0));
    let own = OwnLoop::new("mine", THIRTY_LINES);
    let pane = |letter| Owner::Pane(PaneLetter(letter)).path("strategy");
    let copied = Patch::one(Owner::Loops.path("mine"), &*own.source).with(pane(0), own.id());
    session.act(Action::Lab(Command::Set(copied)));
    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("mine", &format!("{THIRTY_LINES}// mended\n"))])));
    session.act(Action::set(Owner::Params(PaneLetter(0)).path("step_hz"), 30.0));
    session.act(Action::set(Owner::Params(PaneLetter(1)).path("step_hz"), 40.0));
    session.act(Action::Lab(Command::AddPane(PaneSettings::new("semi-fixed"))));
    session.act(Action::Lab(Command::stall(500.0)));
    session.advance_to(Time::from_secs(3.0));
    (written, session)
}

#[test]
fn a_restart_keeps_what_a_person_changed_and_a_second_button_does_not() {
    let (written, mut session) = worked_at();
    let changed = session.run.lab.settings().clone();
    for _ in 0..2 {
        session.act(Action::Run(RunAction::Restart));
        assert_eq!((session.refusal.clone(), session.run.lab.now()), (None, Time::ZERO));
        let begun = session.run.lab.settings();
        assert_eq!((&begun.loops, &begun.panes), (&changed.loops, &changed.panes), "loops, texts and parameters stay");
        assert!(begun.loops[0].source.ends_with("// mended\n"));
        assert_eq!(begun.computer.render_ms, written.script.settings().computer.render_ms, "commands begin again");
        assert_eq!(session.run.lab.log(), [], "the stall is over");
        session.advance_to(Time::from_secs(2.5));
        assert_eq!(session.run.computer().render_ms, 25.0, "the command comes again");
        assert!(session.run.differs_from_written());
    }
    session.act(Action::Run(RunAction::AsWritten));
    assert_eq!(session.run.scenario().script, written.script);
    assert!(!session.run.differs_from_written());
    session.act(Action::Undo);
    assert_eq!(session.run.lab.settings().panes, changed.panes, "undo brings the changes back");
}

#[test]
fn a_restart_without_commands_keeps_everything_and_can_be_taken_back_to_the_beginning() {
    let mut session = session();
    let begun = session.run.lab.settings().clone();
    session.advance_to(Time::from_secs(1.0));
    session.act(Action::set(Owner::Computer.path("render_ms"), 30.0));
    session.act(Action::set(Owner::Computer.path("start_ms"), 4.0));
    session.act(Action::set(Owner::Run.path("paused"), true));
    let changed = session.run.lab.settings().clone();
    session.act(Action::Run(RunAction::Restart));
    assert_eq!(*session.run.lab.initial(), Settings { paused: false, ..changed }, "the run begins with what was set");
    session.act(Action::Run(RunAction::AsWritten));
    assert_eq!(*session.run.lab.settings(), begun);
}

#[test]
fn a_text_that_the_person_wrote_opens_without_a_question() {
    let mut session = session();
    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("mine", "mine()")])));
    let link = format!("#{}", code::write(&session.run.scenario()));
    session.act(Action::Loops(LoopsAction::Edit(vec![OwnLoop::new("mine", "mine(2)")])));
    open(&mut session, &link);
    assert_eq!(&*session.run.lab.settings().loops[0].source, "mine()");
    let mut again = Session::new(session.run.lab.settings().clone()).expect("these settings are allowed");
    open(&mut again, &link);
    assert!(again.window.held_back.is_none(), "settings of the command line and of the last time are the person's");
}

#[test]
fn files_of_loops_bring_in_what_stands_beside_them_and_nothing_else() {
    let folder = folder("files");
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let mine = write("my loop.js", "// @include lib.min.js\nlet a;\n");
    write("lib.min.js", "// @include more.js\n// @include lib.min.js\n");
    write("more.js", "1");
    let read = LoopFile::read_all(std::slice::from_ref(&mine)).expect("they are readable");
    let names: Vec<(&str, bool)> = read.iter().map(|file| (&*file.own.name, file.is_included)).collect();
    assert_eq!(names, [("my-loop", false), ("lib.min.js", true), ("more.js", true)]);

    let far = write("far.js", "\n// @include ../lib.js\n");
    let missing = write("missing.js", "\n\n// @include none.js\n");
    let long = write("long.js", &"x".repeat(OwnLoop::LONGEST + 1));
    fs::create_dir(folder.join("other")).unwrap();
    fs::write(folder.join("other").join("my loop.js"), "").unwrap();
    let bad = [
        (vec![far.clone()], format!("{}:2: ", far.display())),
        (vec![missing.clone()], format!("{}:3: @include none.js", missing.display())),
        (vec![long.clone()], format!("{}: it has 65537 bytes", long.display())),
        (vec![folder.join("none.js")], format!("{}: can't be read", folder.join("none.js").display())),
        (vec![mine.clone(), folder.join("other").join("my loop.js")], "--loop: ".to_owned()),
    ];
    for (paths, says) in bad {
        let said = LoopFile::read_all(&paths).expect_err(&says).to_string();
        assert!(said.starts_with(&says) && said.lines().count() == 1, "{said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_pane_that_computes_longer_than_a_frame_lets_the_window_go_on_and_the_others_wait() {
    let text = "function loop(host) {\n  while (host.running()) {\n    for (let i = 0; i < 100000; i++);\n    host.update(second / 60);\n\
                host.render();\n  }\n}";
    let settings = Settings {
        loops: vec![OwnLoop::new("slow", text)],
        panes: vec![PaneSettings::new("own/slow"), PaneSettings::new("variable-delta")],
        ..Settings::default()
    };
    let mut session = Session::new(settings.clone()).expect("it can be read");
    let (mut waits, mut frames) = (0, 0_u32);
    while session.run.now() < Time::from_secs(0.2) || session.run.lab.panes()[0].is_computing {
        let before = session.run.now();
        session.frame(f64::from(frames) / 60.0);
        frames += 1;
        assert!(frames < 1000, "it comes on");
        if session.run.lab.panes()[0].is_computing {
            waits += 1;
            assert!(session.run.now() <= before + Span::from_millis(17.0), "time waits");
            session.act(Action::View(ViewAction::Select(1)));
        }
    }
    assert!(waits > 10, "{waits} of {frames} frames end before the script does");
    let clocks = |session: &Session| session.run.lab.panes().iter().map(|pane| pane.computer().clock()).collect::<Vec<_>>();
    let mut whole = Session::new(settings).expect("it can be read");
    whole.advance_to(session.run.now());
    assert_eq!(clocks(&session), clocks(&whole), "what comes out is what comes out without a budget");
    assert_eq!(session.run.lab.panes()[0].fault(), None);
}

#[test]
fn each_listing_of_the_documentation_runs_and_does_what_its_text_says() {
    let page = include_str!("../../../docs/own-loops.md");
    let listings: Vec<&str> = page.split("```js\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    let [accumulator, limited, callback] = listings[..] else { panic!("three worked examples") };
    let events = |loops: Vec<OwnLoop>, id: &str, computer: &Computer| {
        let settings = Settings { loops, panes: vec![PaneSettings::new(id)], computer: computer.clone(), ..Settings::default() };
        let run = Run::new(&settings, 0, 2.0).expect("its text can be read");
        run.fold(Events::default()).expect("it runs").0.0
    };
    let of = |text: &str, computer: &Computer| {
        let own = OwnLoop::new("listing", text);
        let id = own.id();
        events(vec![own], &id, computer)
    };
    let steps = |events: &[Event]| -> Vec<Span> {
        events.iter().filter_map(|event| if let Event::Update { dt, .. } = event { Some(*dt) } else { None }).collect()
    };
    let made = steps(&of(accumulator, &Computer::default()));
    assert!((115..=121).contains(&made.len()) && made.iter().all(|dt| *dt == Span::from_hz(60.0)), "{} steps in 2 s", made.len());
    let slowed = of(limited, &Computer { refresh_hz: 240.0, ..Computer::default() });
    let frames = slowed.iter().filter(|event| matches!(event, Event::Frame { .. })).count();
    assert!((115..=121).contains(&frames) && steps(&slowed).len() == frames, "one step for each of {frames} frames in 2 s");
    let published = events(Vec::new(), "callback-delta", &Computer::default());
    assert_eq!(steps(&of(callback, &Computer::default())), steps(&published));
}

#[test]
fn the_examples_for_who_adds_a_loop_or_a_world_are_the_files_that_are_tested() {
    let page = include_str!("../../../docs/adding.md");
    let script = include_str!("../../core/added/my_steps.js");
    let files = [include_str!("../../core/added/my_steps.rs"), script, include_str!("../../core/added/my_world.rs")];
    for file in files {
        assert!(page.contains(&format!("\n{file}```\n")), "docs/adding.md has another text than this:\n{file}");
    }
    let count_events = |settings: Settings| {
        let settings = Settings { computer: Computer { refresh_hz: 144.0, ..Computer::default() }, ..settings };
        Run::new(&settings, 0, 2.0).expect("its text can be read").fold(Events::default()).expect("it runs").0.0.len()
    };
    let own = OwnLoop::new("my-steps", script);
    let panes = vec![PaneSettings::new(&own.id())];
    let of_the_page = count_events(Settings { loops: vec![own], panes, ..Settings::default() });
    let published = count_events(Settings { panes: vec![PaneSettings::new("fixed-interpolated")], ..Settings::default() });
    assert_eq!(of_the_page, published);
}
