//! The file menu: scenarios, claims, films, and the files that they ask for.

use super::harness::{choose, click, press, session, window};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::studio::claims;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Export, Request, RunAction, WindowAction};
use tickscope_core::model::config::command::Command;

#[test]
fn the_file_menu_opens_dialogs_and_copies() {
    let mut harness = window();
    click(&mut harness, "File");
    click(&mut harness, "Open …");
    click(&mut harness, "Open");
    assert_eq!(std::mem::take(&mut harness.state_mut().window.requests), [Request::Open("scenario.toml".to_owned())]);
    assert!(harness.state().window.dialog.is_some(), "it stays until the window has opened it");
    for what in Export::ALL {
        click(&mut harness, "File");
        click(&mut harness, "Export …");
        click(&mut harness, &format!("{} …", what.name()));
        click(&mut harness, "Browse …");
        assert_eq!(std::mem::take(&mut harness.state_mut().window.requests), [Request::Browse]);
        assert!(harness.state().window.dialog.is_some(), "it stays open while the system asks");
        click(&mut harness, "Save");
        assert_eq!(std::mem::take(&mut harness.state_mut().window.requests), [Request::Save(what, what.file().to_owned())]);
    }
    click(&mut harness, "File");
    click(&mut harness, "Copy share code");
    let [Request::Copy(code)] = &std::mem::take(&mut harness.state_mut().window.requests)[..] else {
        panic!("one thing is copied")
    };
    assert_eq!(tickscope::studio::scenario::code::read(code), Ok(harness.state().run.scenario()));
    click(&mut harness, "File");
    click(&mut harness, "Paste share code or link");
    assert_eq!(std::mem::take(&mut harness.state_mut().window.requests), [Request::Paste]);
}

#[test]
fn a_claim_is_searched_and_opened() {
    let open = |harness: &mut Harness<Session>| {
        click(harness, "Comparisons");
        click(harness, "Articles …");
        assert_eq!(std::mem::take(&mut harness.state_mut().window.requests), [Request::MeasureClaims]);
    };
    let type_in = |harness: &mut Harness<Session>, words: &str| {
        harness.get_by_label("Search claims").type_text(words);
        harness.run_ok();
    };
    let (article, claim) = claims::article::all().find(|(_, claim)| claim.id == "houx-six-fps").expect("it is there");

    let mut harness = window();
    open(&mut harness);
    type_in(&mut harness, "Houx skip");
    let found =
        claims::article::all().filter(|(article, _)| article.id == "houx").find(|(_, claim)| claim.claim.contains("skip"));
    assert_eq!(found.map(|(_, claim)| &claim.id), Some(&claim.id));
    press(&mut harness, Key::Enter);
    let of_article = |session: &Session| session.run.opened.name.starts_with(&article.author);
    assert!(
        of_article(harness.state()) && harness.state().run.opened.about.contains(&claim.claim),
        "{:?}",
        harness.state().run.opened
    );
    assert!(harness.state().window.dialog.is_none(), "the run is to be seen");
    let asked = claim.scenario(article, &claim.test.run).expect("its run is allowed");
    assert_eq!(harness.state().run.lab.initial(), asked.script.settings());

    let mut harness = window();
    open(&mut harness);
    type_in(&mut harness, "houx-six-fps");
    harness.get_by_label_contains(&claim.claim).click();
    harness.run_ok();
    assert!(
        of_article(harness.state()) && harness.state().run.opened.about.contains(&claim.claim),
        "{:?}",
        harness.state().run.opened
    );

    open(&mut harness);
    type_in(&mut harness, "no claim has these words");
    harness.get_by_label("No claim has all these words.");
    press(&mut harness, Key::Escape);
    assert!(harness.state().window.dialog.is_none(), "Escape closes it, although the field has the keyboard");
}

#[test]
fn arrows_choose_among_the_measured_claims() {
    let mut harness = window();
    click(&mut harness, "Comparisons");
    click(&mut harness, "Articles …");
    let (article, claim) = claims::article::all().nth(1).expect("there are more than one");
    let measured = claims::evaluate::evaluate(claim).expect("a test runs every claim");
    let number = measured[0].in_words();
    harness.state_mut().window.results.claims.insert(&claim.id, measured);
    harness.run_ok();
    harness.get_by_label_contains(&format!("A speed_ratio: {number}"));
    press(&mut harness, Key::ArrowDown);
    press(&mut harness, Key::Enter);
    let asked = claim.scenario(article, &claim.test.run).expect("its run is allowed");
    let opened = &harness.state().run.opened;
    assert_eq!((&opened.name, &opened.about), (&asked.name, &asked.about));
}

#[test]
fn a_film_is_requested_as_filled_in() {
    let mut harness = window();
    click(&mut harness, "File");
    click(&mut harness, "Film or still …");
    choose(&mut harness, "Format", "gif");
    let Some(Dialog::Film(spec)) = harness.state().window.dialog.clone() else { panic!("the dialog is open") };
    assert_eq!((spec.path.as_str(), spec.fps), ("tickscope.gif", 50), "only a rate that GIF can show");
    harness.get_by_label_contains("50 Hz instead of 60");
    click(&mut harness, "A virtual display that fits");
    harness.get_by_label_contains("50 Hz would fit");
    click(&mut harness, "A virtual display that fits");
    choose(&mut harness, "Frames a second", "25");
    click(&mut harness, "With the panels");
    click(&mut harness, "Make film");
    let [Request::Film(spec)] = &std::mem::take(&mut harness.state_mut().window.requests)[..] else {
        panic!("one film is asked for")
    };
    assert!(spec.panel && spec.fit_display && spec.fps == 25 && spec.to_s == 10.0, "{spec:?}");
}

#[test]
fn a_gif_of_the_last_ten_seconds_is_found_by_its_name_and_the_next_has_another_name() {
    let mut harness = window();
    harness.state_mut().advance_to(tickscope_core::base::time::Time::from_secs(15.0));
    for path in ["tickscope.gif", "tickscope-2.gif", "tickscope-3.gif"] {
        click(&mut harness, "Show");
        click(&mut harness, "More …");
        harness.get_by_label("Search commands").type_text("animated gif");
        harness.run_ok();
        press(&mut harness, Key::Enter);
        click(&mut harness, "Make film");
        let requests = std::mem::take(&mut harness.state_mut().window.requests);
        let [Request::Film(spec)] = &requests[..] else { panic!("one film is asked for") };
        assert_eq!((&*spec.path, spec.fps, spec.from_s, spec.to_s), (path, 50, 5.0, 15.0));
        assert!(spec.fit_display && spec.size == [960, 540]);
    }
}

#[test]
fn a_take_becomes_a_film_of_its_time() {
    let mut session = session();
    let run = |session: &mut Session, from: i32, to: i32| (from..to).for_each(|frame| session.frame(f64::from(frame) / 60.0));
    run(&mut session, 0, 60);
    let begin = session.run.now().as_secs();
    session.act(Action::Window(WindowAction::Take));
    run(&mut session, 60, 120);
    session.act(Action::Lab(Command::stall(300.0)));
    run(&mut session, 120, 180);
    session.act(Action::Window(WindowAction::Take));
    let Some(Dialog::Film(spec)) = session.window.dialog.as_ref() else { panic!("it asks where the film goes") };
    assert_eq!((spec.from_s, spec.to_s), (begin, session.run.now().as_secs()));
    assert_eq!(session.run.recorded().script.commands().len(), 1);
    session.act(Action::Window(WindowAction::Take));
    session.act(Action::Run(RunAction::Restart));
    assert!(
        session.run.take.is_none() && session.window.notice().is_some_and(|notice| !notice.good),
        "the take is gone, and it is told"
    );
}
