//! The window says in place what it can't do: in a browser there are names and no paths, three formats of
//! films, and no clock to measure with.

use super::harness::window_of;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::studio::scenario::builtin;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Export, HelpPage, Request, ViewAction, WindowAction};
use tickscope::studio::session::host::Host;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::settings::Settings;

/// Returns a paused window in this place, with this dialog.
fn window(host: Host, dialog: Option<Dialog>) -> Harness<'static, Session> {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed").on_host(host);
    session.act(Action::View(ViewAction::PlayPause));
    session.act(Action::Window(WindowAction::Dialog(dialog)));
    window_of(session, vec2(1280.0, 800.0))
}

fn click(harness: &mut Harness<Session>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

fn requests(harness: &mut Harness<Session>) -> Vec<Request> {
    std::mem::take(&mut harness.state_mut().window.requests)
}

#[test]
fn a_desktop_opens_a_path_and_a_browser_a_file_that_is_chosen_or_dropped() {
    let open = || Some(Dialog::Open { path: "a.toml".to_owned() });
    let mut desktop = window(Host::default(), open());
    assert!(desktop.query_by_label("Choose a file …").is_none());
    click(&mut desktop, "Open");
    assert_eq!(requests(&mut desktop), [Request::Open("a.toml".to_owned())]);
    click(&mut desktop, "Browse …");
    assert_eq!(requests(&mut desktop), [Request::Browse]);

    let mut browser = window(Host::browser(), None);
    browser.key_press_modifiers(Modifiers::COMMAND, Key::O);
    browser.run_ok();
    browser.get_by_label("or drop it onto the page");
    assert!(browser.query_by_label("Path").is_none() && browser.query_by_label("Browse …").is_none());
    assert!(browser.get_by_label("Choose a file …").accesskit_node().is_focused(), "the keyboard can press it at once");
    click(&mut browser, "Choose a file …");
    assert_eq!(requests(&mut browser), [Request::Browse]);
    browser.key_press(Key::Escape);
    browser.run_ok();
    assert!(browser.state().window.dialog.is_none());
}

#[test]
fn a_browser_saves_a_download_by_its_name() {
    for what in Export::ALL {
        let save = || Some(Dialog::Save { what, path: what.file().to_owned() });
        for (host, label) in [(Host::default(), "Path"), (Host::browser(), "Name")] {
            let mut harness = window(host, save());
            let is_browser = host == Host::browser();
            assert_eq!(harness.query_by_label("as a download").is_some(), is_browser);
            assert_eq!(harness.query_by_label("Browse …").is_none(), is_browser);
            let line = harness.get_by_role_and_label(Role::TextInput, label);
            assert_eq!(line.accesskit_node().value().as_deref(), Some(what.file()));
            harness.event(Event::Text(what.file().replace('.', "-2.")));
            harness.run_ok();
            click(&mut harness, "Save");
            assert_eq!(requests(&mut harness), [Request::Save(what, what.file().replace('.', "-2."))]);
        }
    }
}

#[test]
fn a_browser_makes_films_without_ffmpeg_and_says_who_makes_the_others() {
    const OTHERS: &str = "Videos are made by the installed program, with ffmpeg.";
    let mut desktop = window(Host::default(), None);
    let proposed = desktop.state().proposed_film();
    desktop.state_mut().act(Action::Window(WindowAction::Dialog(Some(Dialog::Film(proposed)))));
    desktop.run_ok();
    assert!(desktop.query_by_label(OTHERS).is_none());
    assert_eq!(offered(&mut desktop), ["mp4", "webm", "gif", "png"]);

    let mut browser = window(Host::browser(), None);
    let proposed = browser.state().proposed_film();
    assert_eq!((proposed.path.as_str(), proposed.fps), ("tickscope.gif", 50));
    browser.state_mut().act(Action::Window(WindowAction::Dialog(Some(Dialog::Film(proposed.clone())))));
    browser.run_ok();
    browser.get_by_label(OTHERS);
    assert_eq!(offered(&mut browser), ["gif", "png"]);
    click(&mut browser, "Make film");
    assert_eq!(requests(&mut browser), [Request::Film(proposed.clone())]);
    // Whatever name is typed.
    let film = tickscope::studio::view::film_spec::FilmSpec { path: "holiday.mp4".to_owned(), ..proposed };
    browser.state_mut().act(Action::Window(WindowAction::Dialog(Some(Dialog::Film(film.clone())))));
    browser.run_ok();
    assert!(browser.get_by_label("Make film").accesskit_node().is_disabled());
    browser.get_by_label_contains(".gif, .png here");
    browser.state_mut().act(Action::Window(WindowAction::Ask(Request::Film(film))));
    assert!(browser.state().refusal.as_ref().is_some() && requests(&mut browser).is_empty());
}

#[test]
fn a_gif_is_made_in_three_actions() {
    let mut harness = window(Host::default(), None);
    harness.state_mut().advance_to(Time::from_secs(34.0));
    let proposed = harness.state().proposed_film();
    assert_eq!((proposed.from_s, proposed.to_s), (24.0, 34.0), "the last ten seconds");
    harness.state_mut().act(Action::Window(WindowAction::Dialog(Some(Dialog::Film(proposed)))));
    harness.run_ok();
    let make = harness.get_by_label("Make film").rect();
    harness.get_by_role_and_label(Role::ComboBox, "Format").click();
    harness.run_ok();
    harness.get_by_role_and_label(Role::Button, "gif").click();
    harness.run_ok();
    assert_eq!(harness.get_by_label("Make film").rect(), make, "the button stays where it is");
    click(&mut harness, "Make film");
    let [Request::Film(film)] = &requests(&mut harness)[..] else { panic!("it is asked for") };
    assert_eq!((film.path.as_str(), film.fps, film.fit_display), ("tickscope.gif", 50, true));
    assert!(film.loss(film.fitting_rate(60.0)).is_none(), "its display fits");
}

#[test]
fn a_film_of_a_comparison_has_its_title_and_holds_its_event_however_long_ago_that_was() {
    let scenario = builtin::find("hitch").expect("it comes with the program").scenario().expect("it is read");
    let mut session = Session::open(scenario).unwrap();
    for seconds in [0.5, 5.0, 7.9, 12.0, 60.0] {
        session.advance_to(Time::from_secs(seconds));
        let film = session.proposed_film();
        assert_eq!((film.from_s, film.to_s, film.caption.as_str()), (0.0, 8.0, "A stall"), "after {seconds} s");
    }
    // A stall of the person's own is in it too.
    session.act(Action::Lab(Command::stall(500.0)));
    session.advance_to(Time::from_secs(75.0));
    let film = session.proposed_film();
    assert!(film.from_s < 60.0 && film.to_s == 75.0, "{} to {}", film.from_s, film.to_s);
}

#[test]
fn a_film_dialog_speaks_in_its_own_words() {
    for (path, field) in [("out.avi", "Path: “out.avi”"), ("out.mp4", "To: “1”")] {
        let film =
            tickscope::studio::view::film_spec::FilmSpec { path: path.to_owned(), from_s: 2.0, to_s: 1.0, ..Default::default() };
        let harness = window(Host::default(), Some(Dialog::Film(film)));
        harness.get_by_label_contains(field);
        assert!(harness.query_by_label_contains("--").is_none());
        assert!(harness.get_by_label("Make film").accesskit_node().is_disabled());
    }
}

/// Returns the formats in the list of the film dialog.
fn offered(harness: &mut Harness<Session>) -> Vec<String> {
    harness.get_by_role_and_label(Role::ComboBox, "Format").click();
    harness.run_ok();
    let every = ["mp4", "webm", "gif", "png"];
    let found = every.into_iter().filter(|ending| {
        let entries = harness.query_all_by_label(ending);
        entries.into_iter().any(|entry| entry.accesskit_node().role() == Role::Button)
    });
    let found = found.map(str::to_owned).collect();
    harness.key_press(Key::Escape);
    harness.run_ok();
    found
}

#[test]
fn the_help_of_a_browser_names_no_key_that_is_the_browsers() {
    for (host, quits) in [(Host::default(), true), (Host::browser(), false)] {
        let mut harness = window(host, None);
        harness.state_mut().act(Action::Window(WindowAction::Help(Some(HelpPage::Keys))));
        harness.run_ok();
        for key in ["Ctrl Q", "Ctrl O", "Ctrl S", "Ctrl +, -, 0"] {
            assert_eq!(harness.query_by_label(key).is_some(), quits, "{key}");
        }
        harness.get_by_label("Ctrl Z");
    }
}

#[test]
fn without_an_address_the_menu_copies_a_code_that_the_program_opens() {
    let mut harness = window(Host::default(), None);
    click(&mut harness, "File");
    click(&mut harness, "Copy link");
    assert!(matches!(&requests(&mut harness)[..], [Request::Copy(code)] if code.starts_with("tickscope1-")));
    assert!(
        harness.state().window.notice().is_some_and(|notice| notice.good && notice.text.contains("`tickscope CODE` opens it"))
    );
}
