//! Links: what is copied opens what was on the screen, from its beginning, and what is too long for a link becomes a file.

use tickscope::front::ui;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::scenario::{builtin, code, link};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Dialog, Export, Request, WindowAction};
use tickscope_core::base::time::Time;
use tickscope_core::model::config::settings::{PlannedStall, Settings, StallOn};

const PAGE: &str = "https://example.org/tickscope/";

fn copied(session: &mut Session) -> Option<String> {
    session.act(Action::Window(WindowAction::CopyLink));
    std::mem::take(&mut session.window.requests).into_iter().find_map(|request| match request {
        Request::Copy(text) => Some(text),
        _ => None,
    })
}

#[test]
fn a_link_that_is_copied_opens_exactly_that_comparison_at_the_same_moments() {
    for builtin in builtin::ALL {
        let scenario = builtin.scenario().unwrap();
        let mut session = Session::open(scenario.clone()).unwrap().with_link_base(Some(PAGE.to_owned()));
        session.advance_to(Time::from_secs(1.0));
        let link = copied(&mut session).expect("it is short enough");
        // Captions are most of what a link holds.
        let most = if scenario.captions.is_empty() { 2000 } else { 4000 };
        assert!(link.starts_with(&format!("{PAGE}#tickscope1-")) && link.len() < most, "{}: {}", builtin.id, link.len());
        assert_eq!(link::read(&link).unwrap().script, scenario.script, "{}", builtin.id);
        let mut other = Session::new(Settings::default()).unwrap();
        let action = ui::keys::pasted(&other, &link);
        other.act(action);
        assert_eq!((&other.run.opened.name, other.run.lab.now()), (&session.run.opened.name, Time::ZERO), "{}", builtin.id);
    }
}

#[test]
fn the_notice_says_what_was_copied_and_without_an_address_how_to_open_it() {
    let mut session = Session::new(Settings::default()).unwrap();
    let part = copied(&mut session).unwrap();
    assert_eq!(part, code::write(&session.run.scenario()));
    let said = |session: &Session| session.window.notice().expect("it is told").clone();
    assert!(said(&session).good && said(&session).text.contains("`tickscope CODE` opens it"), "{:?}", said(&session));
    let mut session = session.with_link_base(Some(PAGE.to_owned()));
    assert_eq!(copied(&mut session), Some(format!("{PAGE}#{part}")));
    assert!(said(&session).good && said(&session).text.contains(PAGE), "{:?}", said(&session));
}

#[test]
fn what_is_too_long_for_a_link_is_offered_as_a_file() {
    let hitch = |n: i64| PlannedStall { at_s: (n as f64).sqrt() * 3.7, ms: 1000.0 / (n as f64 + 0.3), on: StallOn::Render };
    let settings = Settings { hitches: (1..700).map(hitch).collect(), ..Settings::default() };
    let mut session = Session::new(settings).unwrap();
    assert_eq!(copied(&mut session), None);
    assert!(
        matches!(session.window.dialog.as_ref(), Some(Dialog::Save { what: Export::Scenario, .. })),
        "{:?}",
        session.window.dialog.as_ref()
    );
    let notice = session.window.notice().expect("it is told");
    assert!(!notice.good && notice.text.contains("too many for a link") && notice.text.contains("as a file"), "{notice:?}");
    // A code of any length is still a code.
    assert_eq!(link::read(&code::write(&session.run.scenario())).unwrap().script, session.run.scenario().script);
}

#[test]
fn a_link_that_opens_nothing_is_told_and_what_is_on_the_screen_stays() {
    let mut session = Session::open(builtin::find("hitch").unwrap().scenario().unwrap()).unwrap();
    let code = code::write(&Scenario::from(Settings::default()));
    let newer = Scenario::from(Settings::default()).to_toml().replacen("tickscope = 4", "tickscope = 5", 1);
    let texts = [
        (format!("{PAGE}#{}", &code[..code.len() - 7]), "damaged"),
        (format!("{PAGE}#{}", code.replacen('1', "9", 1)), "version 9"),
        (format!("{PAGE}#{}", packed(&newer)), "newer tickscope"),
        (format!("{PAGE}#{}", packed("tickscope = 4\npanes = 3\n")), "line 2"),
        (format!("{PAGE}#tickscope1-{}", "x".repeat(1 << 20)), "longer than any code"),
        (PAGE.to_owned(), "no share code"),
        ("javascript:alert(1)#<img src=x onerror=alert(1)>".to_owned(), "a code begins with"),
    ];
    for (text, says) in texts {
        let action = ui::keys::pasted(&session, &text);
        session.act(action);
        let notice = session.window.notice().expect("it is told");
        assert!(!notice.good && notice.text.contains(says) && notice.text.lines().count() == 1, "{notice:?}");
        assert_eq!(session.run.opened.name, "A stall");
    }
}

/// Returns a text as a share code, whatever it says.
fn packed(text: &str) -> String {
    use base64::Engine as _;
    use std::io::Write as _;
    let mut packed = crc32fast::hash(text.as_bytes()).to_le_bytes().to_vec();
    let mut deflate = flate2::write::DeflateEncoder::new(&mut packed, flate2::Compression::best());
    deflate.write_all(text.as_bytes()).and_then(|()| deflate.finish().map(drop)).unwrap();
    format!("tickscope1-{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(packed))
}
