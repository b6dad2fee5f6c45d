//! What would take a minute to open is refused in one clear line before it is begun, and what is on the screen stays.

use std::time::Instant;
use tickscope::base::time::Time;
use tickscope::front::ui;
use tickscope::model::config::Settings;
use tickscope::studio::scenario::{Scenario, builtin, opening};
use tickscope::studio::session::{Action, Session};

const CROWD: &str = "tickscope = 2\nscene = { id = \"crowd\", options = { bodies = 100000 } }\n";

fn pane(id: &str) -> String {
    format!("[[panes]]\nstrategy = \"{id}\"\n")
}

/// What a person is told who opens this text, within seconds and not minutes.
fn told(text: &str) -> String {
    let before = Instant::now();
    let mut session = Session::open(builtin::find("hitch").unwrap().scenario().unwrap()).unwrap();
    match Scenario::parse("share code", text) {
        Ok(scenario) => session.act(Action::Open(Box::new(scenario))),
        Err(unreadable) => session.fail(unreadable.to_string()),
    }
    let told = session.notice().map(|notice| notice.text.clone()).unwrap_or_default();
    assert!(told.lines().count() == 1 && told.len() < 320, "{told}");
    assert_eq!(session.title().0, "A stall", "what was on the screen stays");
    // However busy the computer is that tests this: a minute would be minutes here.
    assert!(before.elapsed().as_secs() < 40, "{told}: {:?}", before.elapsed());
    told
}

#[test]
fn many_changes_at_once_and_many_large_panes_at_once_are_refused() {
    let changes = format!("tickscope = 2\n{}{}", pane("frame-based"), "[[at]]\ns = 1.5\npause = true\n".repeat(60_000));
    let changes = told(&changes);
    assert!(changes.contains("changes within a tenth of a second, at 1.5 s"), "{changes}");
    let add = "[[at]]\ns = 0\nadd = { strategy = \"frame-based\" }\n[[at]]\ns = 0\npane = \"B\"\nclose = true\n";
    let added = told(&format!("{CROWD}{}{}", pane("frame-based"), add.repeat(500)));
    assert!(added.contains("21 panes of 100000 bodies"), "{added}");
    // One at a time they may come.
    let late = |n: usize| add.replace("s = 0", &format!("s = {n}"));
    let late: String = (0..100).map(late).collect();
    assert!(Scenario::parse("late", &format!("{CROWD}{}{late}", pane("frame-based"))).is_ok());
}

#[test]
fn steps_that_would_be_held_against_very_many_stalls_are_refused() {
    let hitches = "{ at_s = 1, ms = 1 },".repeat(10_000);
    let text = format!(
        "tickscope = 2\nhitches = [{hitches}]\n{}{}",
        pane("frame-based"),
        "[[at]]\ns = 0\npause = true\n".repeat(10_000)
    );
    let said = told(&text);
    assert!(said.contains("10000 steps with 10000 stalls") && said.contains("take minutes to open"), "{said}");
}

#[test]
fn a_name_or_a_text_that_would_fill_the_window_is_refused() {
    for (key, letters) in [("name", 501), ("about", 2_000_000)] {
        let said = told(&format!("tickscope = 2\n{key} = \"{}\"\n{}", "ä".repeat(letters), pane("frame-based")));
        assert!(said.contains(&format!("{key}: '{letters} letters' is not allowed; at most")), "{said}");
    }
}

#[test]
fn a_crowd_whose_loops_take_too_many_steps_at_once_is_refused() {
    let parts = "[[panes]]\nstrategy = \"spread-updates\"\nparams = { ticks_per_s = 1000, iterations = 100 }\n";
    let skips = "[[panes]]\nstrategy = \"frame-skip\"\nparams = { ticks_per_s = 1000, max_frameskip = \"off\" }\n";
    let frames = "computer = { render_ms = 0, present = \"immediate\" }\n";
    let texts = [
        format!("{CROWD}{}", parts.repeat(6)),
        format!("{CROWD}{frames}{}", pane("variable-delta").repeat(6)),
        // It catches up with ten seconds in one turn.
        format!("{CROWD}hitches = [{{ at_s = 0.1, ms = 10000 }}]\n{}", skips.repeat(6)),
        format!(
            "{CROWD}{}[[at]]\ns = 0\npane = \"A\"\nstrategy = \"frame-skip\"\nparams = {{ ticks_per_s = 1000, max_frameskip = \"off\" }}\n[[at]]\ns = 1\nhitch_ms = 10000\n",
            pane("frame-based")
        ),
    ];
    let added = "add = { strategy = \"frame-skip\", params = { ticks_per_s = 1000, max_frameskip = \"off\" } }\n";
    let late = [
        // The pane with the many steps comes later, and so does the stall.
        format!("{CROWD}{}[[at]]\ns = 0.5\n{added}[[at]]\ns = 1\nhitch_ms = 10000\n", pane("frame-based")),
        format!("{CROWD}hitches = [{{ at_s = 100, ms = 10000 }}]\n{}", skips.repeat(6)),
    ];
    for text in texts.into_iter().chain(late) {
        let said = told(&text);
        assert!(said.starts_with("Not opened: bodies: '100000' is not allowed; fewer, or slower loops: "), "{said}");
        let scenario = Scenario::parse("text", &text).unwrap();
        assert!(Session::open(scenario).is_err());
    }
}

#[test]
fn what_people_make_is_opened() {
    for builtin in builtin::ALL {
        assert_eq!(opening::check(&builtin.scenario().unwrap().script), Ok(()), "{}", builtin.id);
    }
    let all = ["frame-based", "variable-delta", "fixed-interval", "frame-skip-predicted", "multi-rate", "semi-fixed"];
    let all: String = all.map(pane).concat();
    for computer in [
        "",
        "computer = { render_ms = 40, refresh_hz = 144 }\n",
        "computer = { update_us_per_body = 0.1, present = \"mailbox\" }\n",
    ] {
        let text = format!("{CROWD}{computer}hitches = [{{ at_s = 1, ms = 1000 }}]\n{all}");
        assert_eq!(opening::check(&Scenario::parse("crowd", &text).unwrap().script), Ok(()), "{computer}");
    }
}

#[test]
fn a_window_that_is_told_what_its_frames_cost_simulates_a_tenth_of_a_second_a_frame_at_most() {
    let mut session = Session::new(Settings::default()).unwrap();
    let mut real = 0.0;
    let mut frame = |session: &mut Session, cost: f64| {
        let before = session.now();
        session.frame(real);
        let moved = (session.now() - before).as_secs();
        session.add_simulated(moved * cost);
        real += (moved * cost).max(1.0 / 60.0);
        moved
    };
    let went: Vec<f64> = (0..60).map(|_| frame(&mut session, 0.1)).collect();
    assert!(went[3..].iter().all(|moved| (moved - 1.0 / 60.0).abs() < 1e-6), "cheap panes are not held up: {went:?}");
    let went: Vec<f64> = (0..60).map(|_| frame(&mut session, 400.0)).collect();
    assert!(went[1..].iter().all(|moved| moved * 400.0 < 0.11), "{went:?}");
    assert!(session.now() > Time::from_secs(0.9) && went.iter().all(|moved| *moved > 0.0), "it comes on all the same");
    let code = tickscope::studio::scenario::code::write(&session.scenario());
    session.act(ui::pasted(&code));
    assert!((0..2).map(|_| frame(&mut session, 1.0)).sum::<f64>() < 0.005, "other panes begin gently");
}
