//! Scenarios as files and as share codes: what is written is what is read, what is wrong is said where it is, and nothing
//! that is pasted does any harm.

use crate::any_view::view;
use crate::common::{any_settings, cases, command, set_computer, set_own_computer, set_strategy};
use proptest::prelude::*;
use tickscope::studio::scenario::definition::{Caption, Scenario};
use tickscope::studio::scenario::{builtin, code};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction, ViewAction};
use tickscope::studio::view::watching::Watching;
use tickscope::studio::view::{Instrument, Theme, View};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::check;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::script::Origin;
use tickscope_core::model::config::settings::{PaneSettings, Settings};

/// Generates a session that a person might have had: any settings, and commands that may or may not be allowed.
fn session() -> impl Strategy<Value = (Settings, Vec<(i64, Command)>)> {
    (any_settings(), prop::collection::vec((0..700_000_000_i64, command()), 0..12))
}

fn played((settings, mut moments): (Settings, Vec<(i64, Command)>)) -> Lab {
    moments.sort_by_key(|(at, _)| *at);
    let mut lab = Lab::new(settings).unwrap();
    for (at, command) in moments {
        lab.advance_to(Time::from_flicks(at));
        let _ = lab.command(command);
    }
    lab
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let theme = prop::option::of(prop::sample::select(vec![Theme::Dark, Theme::Light]));
    let caption = (0.0..100.0_f64, 0.1..100.0_f64, "[^\\p{C}]{1,40}");
    let captions =
        prop::collection::vec(caption.prop_map(|(from, length, text)| Caption { from, to: from + length, text }), 0..3);
    (session(), view(), ".{0,40}", 0.001..8.0_f64, prop::option::of(0.1..86_400.0_f64), theme, captions).prop_map(
        |(session, view, about, speed, seconds, theme, captions)| {
            let lab = played(session);
            Scenario {
                name: "any \"name\" = [1]".to_owned(),
                about,
                seconds,
                theme,
                script: lab.recorded(),
                view,
                watching: Watching { speed, selected: lab.initial().panes.len() - 1, enlarged: Some(0) },
                captions,
            }
        },
    )
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn any_scenario_reads_back_from_its_text_and_from_its_share_code(scenario in scenario()) {
        let text = scenario.to_toml();
        prop_assert_eq!(&Scenario::parse("text", &text).unwrap(), &scenario);
        prop_assert_eq!(&code::read(&code::write(&scenario)).unwrap(), &scenario);
    }

    #[test]
    fn what_was_done_repeats_exactly_as_a_script(session in session()) {
        let mut lab = played(session);
        let end = lab.now() + Span::from_secs(0.7);
        let text = Scenario { script: lab.recorded(), ..Scenario::from(Settings::default()) }.to_toml();
        let mut again = Lab::new(Scenario::parse("recorded", &text).unwrap().script).unwrap();
        again.advance_to(end);
        lab.advance_to(end);
        prop_assert_eq!(lab.settings(), again.settings());
        prop_assert_eq!(lab.log(), again.log());
        for (a, b) in lab.panes().iter().zip(again.panes()) {
            let (a, b) = (a.computer(), b.computer());
            prop_assert_eq!(a.world().state_hash(), b.world().state_hash());
            prop_assert_eq!((a.clock(), a.world().sim()), (b.clock(), b.world().sim()));
        }
    }

    #[test]
    fn a_damaged_share_code_is_refused_and_never_a_panic(
        scenario in scenario(), at in any::<prop::sample::Index>(), with in any::<char>(), cut in any::<prop::sample::Index>(),
    ) {
        let code = code::write(&scenario);
        let mut letters: Vec<char> = code.chars().collect();
        let place = at.index(letters.len());
        let before = std::mem::replace(&mut letters[place], with);
        let changed: String = letters.into_iter().collect();
        if before != with && !with.is_whitespace() {
            prop_assert!(code::read(&changed).is_err());
        }
        let cut = cut.index(code.len());
        prop_assert!(code::read(&code[..cut]).is_err());
    }

    #[test]
    fn garbage_is_refused_as_a_code_and_as_a_file(bytes in prop::collection::vec(any::<u8>(), 0..300), text in "\\PC{0,200}") {
        use base64::Engine as _;
        let packed = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&bytes);
        let code = format!("tickscope1-{packed}");
        prop_assert!(code::read(&code).is_err());
        prop_assert!(code::read(&text).is_err());
        prop_assert!(Scenario::parse("garbage", &text).is_err());
    }

    #[test]
    fn a_damaged_file_is_refused_in_one_line_or_read_but_never_a_panic(
        number in 0..builtin::ALL.len(), at in any::<prop::sample::Index>(), with in "\\PC{0,3}", length in 0..4_usize,
    ) {
        let text = builtin::ALL[number].text;
        let letters: Vec<char> = text.chars().collect();
        let place = at.index(letters.len());
        let rest = &letters[(place + length).min(letters.len())..];
        let changed: String = letters[..place].iter().chain(with.chars().collect::<Vec<_>>().iter()).chain(rest).collect();
        if let Err(error) = Scenario::parse("damaged", &changed) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}

#[test]
fn a_code_with_line_breaks_in_it_is_read_and_one_of_a_newer_version_says_so() {
    let scenario = Scenario::from(Settings::default());
    let code = code::write(&scenario);
    let broken: String = code.as_bytes().chunks(40).map(|part| String::from_utf8_lossy(part).into_owned() + "\n ").collect();
    assert_eq!(code::read(&broken).unwrap(), scenario);
    assert!(code::is_code(&broken));
    assert!(code.len() < 900, "{} letters for the usual state", code.len());
    let newer = code.replacen('1', "2", 1);
    assert!(code::is_code(&newer));
    assert!(code::read(&newer).unwrap_err().to_string().contains("version 2"));
    assert!(!code::is_code("tickscope is a program"));
}

#[test]
fn a_code_that_would_fill_the_memory_is_refused() {
    use base64::Engine as _;
    use flate2::write::DeflateEncoder;
    use std::io::Write as _;
    let zeros = vec![b'#'; 64 << 20];
    let mut packed = crc32fast::hash(&zeros).to_le_bytes().to_vec();
    let mut deflate = DeflateEncoder::new(&mut packed, flate2::Compression::best());
    deflate.write_all(&zeros).unwrap();
    deflate.finish().unwrap();
    let code = format!("tickscope1-{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(packed));
    assert!(code.len() < 1 << 20);
    assert!(code::read(&code).is_err());
}

#[test]
fn every_scenario_that_comes_with_the_program_is_read_reads_back_and_has_something_to_say() {
    assert!(builtin::ALL.len() >= 6);
    for builtin in builtin::ALL {
        let scenario = builtin.scenario().unwrap();
        assert_eq!(Scenario::parse("again", &scenario.to_toml()).unwrap(), scenario, "{}", builtin.id);
        assert!(!scenario.name.is_empty() && !scenario.about.is_empty() && scenario.seconds.is_some(), "{}", builtin.id);
        assert!(Session::open(scenario).is_ok(), "{}", builtin.id);
        assert_eq!(builtin::find(builtin.id).unwrap().id, builtin.id);
    }
    assert_eq!(builtin::find("spirall").err().and_then(|invalid| invalid.nearest).as_deref(), Some("spiral"));
}

#[test]
fn a_run_of_a_script_is_what_the_window_shows_of_it() {
    let at = |seconds: f64, command| TimedCommand { at_flicks: Time::from_secs(seconds).flicks(), command };
    let slower = Computer { render_ms: 33.0, ..Computer::default() };
    let commands = vec![
        at(0.5, set_computer(&slower.clone())),
        at(0.9, Command::SwapPanes(PaneLetter(0), PaneLetter(2))),
        at(1.0, set_strategy(2, "semi-fixed")),
        at(1.25, set_own_computer(2, &Computer::default())),
        at(1.5, Command::stall(300.0)),
        at(1.5, Command::AddPane(PaneSettings::new("variable-delta"))),
        at(2.0, Command::ClosePane(PaneLetter(1))),
        at(2.2, set_computer(&Computer { refresh_hz: 50.0, ..slower })),
    ];
    let script = check::script(Settings::default(), commands).unwrap();
    let mut lab = Lab::new(&script).unwrap();
    lab.advance_to(Time::from_secs(3.0));
    assert!(lab.is_as_scripted());
    // By now: what was B is closed; A is what was C, B what was A, C what was D, and D was added.
    for (origin, place) in [(Origin::Start(2), 0), (Origin::Start(0), 1), (Origin::Start(3), 2), (Origin::Command(5), 3)] {
        let mut alone = Run::of(&script, origin, 60.0).unwrap().start(|_| Ok(())).unwrap();
        alone.advance_to(Time::from_secs(3.0));
        let (pane, alone) = (lab.panes()[place].computer(), alone.panes()[0].computer());
        assert_eq!((alone.clock(), alone.world().sim()), (pane.clock(), pane.world().sim()), "{origin:?} at {place}");
        assert_eq!(alone.world().state_hash(), pane.world().state_hash(), "{origin:?} at {place}");
    }
    let ((), closed) = Run::of(&script, Origin::Start(1), 60.0).unwrap().fold(()).unwrap();
    assert!(closed.clock <= Time::from_secs(2.0) && closed.sim > Time::from_secs(1.4), "{closed:?}");
    assert_eq!(Report::new(&script, 3.0).unwrap().panes.len(), 5);
    assert_eq!(Report::new(&script, 1.5).unwrap().panes.len(), 4, "what comes after the end is not reported");
}

#[test]
fn a_script_is_given_once_and_a_person_may_act_in_between() {
    let scenario = builtin::find("slow-motion").unwrap().scenario().unwrap();
    let mut session = Session::open(scenario.clone()).unwrap();
    session.advance_to(Time::from_secs(4.0));
    assert_eq!(session.run.computer().render_ms, 25.0);
    assert_eq!(session.run.scenario(), scenario, "an untouched scenario saves as itself");
    session.act(Action::set(Owner::Computer.path("update_ms"), 2.0));
    assert_ne!(session.run.scenario(), scenario);
    session.advance_to(Time::from_secs(7.0));
    assert_eq!((session.run.computer().render_ms, session.run.computer().update_ms), (45.0, 2.0));
    let done = session.run.recorded();
    assert_eq!(done.script.commands().len(), 4, "three of the script, one of the person");
    session.act(Action::Run(RunAction::Restart));
    assert_eq!(
        (session.run.computer().render_ms, session.run.computer().update_ms),
        (5.0, 2.0),
        "the commands begin again, and what the person has changed stays"
    );
    session.advance_to(Time::from_secs(4.0));
    assert_eq!((session.run.computer().render_ms, session.run.computer().update_ms), (25.0, 2.0));
    session.act(Action::Run(RunAction::AsWritten));
    assert_eq!(session.run.lab.now(), Time::ZERO);
    assert_eq!(session.run.scenario(), scenario, "it starts over as it was written");
    session.advance_to(Time::from_secs(4.0));
    assert_eq!(session.run.computer().render_ms, 25.0);
    assert!(session.run.lab.refusal().is_none());
}

#[test]
fn a_script_whose_pane_has_been_closed_goes_on_with_the_rest() {
    let scenario = Scenario::parse(
        "test",
        "tickscope = 4\n[[panes]]\nstrategy = \"semi-fixed\"\n[[panes]]\nstrategy = \"frame-skip\"\n\
         [[at]]\ns = 1\npanes.B.strategy = \"frame-based\"\n[[at]]\ns = 2\ncomputer = { render_ms = 44 }\n",
    );
    let mut session = Session::open(scenario.unwrap()).unwrap();
    session.advance_to(Time::from_secs(0.5));
    session.act(Action::Lab(Command::ClosePane(PaneLetter(1))));
    session.advance_to(Time::from_secs(3.0));
    assert_eq!(session.run.computer().render_ms, 44.0);
    assert!(session.run.lab.refusal().is_some(), "and it is told");
    assert_eq!(session.run.recorded().script.commands().len(), 2);
}

#[test]
fn an_instrument_that_is_named_is_open_and_without_a_name_there_is_none() {
    for instrument in [None, Some(Instrument::Timeline), Some(Instrument::Plots), Some(Instrument::Table), Some(Instrument::Code)]
    {
        let view = View { instrument, ..View::default() };
        let scenario = Scenario { view, ..Scenario::from(Settings::default()) };
        assert_eq!(Scenario::parse("text", &scenario.to_toml()).unwrap().view, view);
        assert_eq!(code::read(&code::write(&scenario)).unwrap().view, view);
        let remembered = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<View>(&remembered).unwrap(), view);
    }
    let head = "tickscope = 4\n[[panes]]\nstrategy = \"frame-skip\"\n[view]\n";
    let instrument = |tail: &str| Scenario::parse("file.toml", &format!("{head}{tail}")).unwrap().view.instrument;
    assert_eq!(instrument("numbers = true\n"), None);
    assert_eq!(instrument("instrument = \"timeline\"\n"), Some(Instrument::Timeline));
    assert_eq!(instrument("instrument = \"none\"\n"), None);
}

#[test]
fn the_pulse_is_on_or_off_and_a_key_of_an_older_program_is_refused_in_one_line() {
    let head = "tickscope = 4\n[[panes]]\nstrategy = \"frame-skip\"\n[view]\n";
    let read = |tail: &str| Scenario::parse("file.toml", &format!("{head}{tail}"));
    assert_eq!(["", "pulse = true\n", "pulse = false\n"].map(|tail| read(tail).unwrap().view.pulse), [true, true, false]);
    for key in ["under = \"strip\"\n", "strip_s = 1.5\n"] {
        let refusal = read(key).unwrap_err().to_string();
        assert_eq!(refusal.lines().count(), 1, "{refusal}");
        assert!(refusal.starts_with("file.toml, line 5: "), "{refusal}");
    }
}

#[test]
fn an_untouched_scenario_keeps_the_theme_that_it_asks_for() {
    for theme in [None, Some(Theme::Dark), Some(Theme::Light)] {
        let scenario = Scenario { theme, ..builtin::find("hitch").unwrap().scenario().unwrap() };
        let mut session = Session::open(scenario.clone()).unwrap();
        assert_eq!(session.run.scenario(), scenario);
        session.act(Action::View(ViewAction::Theme(Theme::Light)));
        assert_eq!(session.run.scenario().theme, Some(Theme::Light));
        session.act(Action::View(ViewAction::Theme(Theme::Dark)));
        assert_eq!(session.run.scenario().theme, Some(Theme::Dark).filter(|dark| theme == Some(*dark)), "the usual is not told");
    }
}
