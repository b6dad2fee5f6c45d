//! A scenario that would take minutes to open is refused in one line before it begins, and the screen stays as it is.

use std::time::Instant;
use tickscope::studio::scenario::definition::Scenario;
use tickscope::studio::scenario::{builtin, opening};
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, RunAction};

const CROWD: &str = "tickscope = 4\nscene = { id = \"crowd\", options = { bodies = 100000 } }\n";

fn pane(id: &str) -> String {
    format!("[[panes]]\nstrategy = \"{id}\"\n")
}

/// Opens a text and returns the notice, which must come within seconds.
fn refusal_of(text: &str) -> String {
    let before = Instant::now();
    let mut session = Session::open(builtin::find("hitch").unwrap().scenario().unwrap()).unwrap();
    match Scenario::parse("share code", text) {
        Ok(scenario) => session.act(Action::Run(RunAction::Open(Box::new(scenario)))),
        Err(unreadable) => session.window.fail(unreadable.to_string()),
    }
    let notice = session.window.notice().map(|notice| notice.text.clone()).unwrap_or_default();
    assert!(notice.lines().count() == 1 && notice.len() < 320, "{notice}");
    assert_eq!(session.run.opened.name, "A stall", "what was on the screen stays");
    // However busy the computer is that tests this: a minute would be minutes here.
    assert!(before.elapsed().as_secs() < 40, "{notice}: {:?}", before.elapsed());
    notice
}

#[test]
fn too_many_changes_at_once_are_refused() {
    let changes = format!("tickscope = 4\n{}{}", pane("frame-based"), "[[at]]\ns = 1.5\npaused = true\n".repeat(60_000));
    let changes = refusal_of(&changes);
    assert!(changes.contains("changes within a tenth of a second, at 1.5 s"), "{changes}");
    let add = "[[at]]\ns = 0\nadd = { strategy = \"frame-based\" }\n[[at]]\ns = 0\nclose = \"B\"\n";
    let added = refusal_of(&format!("{CROWD}{}{}", pane("frame-based"), add.repeat(500)));
    assert!(added.contains("21 panes of 100000 bodies"), "{added}");
    // One at a time they may come.
    let late = |n: usize| add.replace("s = 0", &format!("s = {n}"));
    let late: String = (0..100).map(late).collect();
    assert!(Scenario::parse("late", &format!("{CROWD}{}{late}", pane("frame-based"))).is_ok());
}

#[test]
fn too_many_stalls_with_too_many_steps_are_refused() {
    let hitches = "{ at_s = 1, ms = 1 },".repeat(10_000);
    let text = format!(
        "tickscope = 4\nhitches = [{hitches}]\n{}{}",
        pane("frame-based"),
        "[[at]]\ns = 0\npaused = true\n".repeat(10_000)
    );
    let said = refusal_of(&text);
    assert!(said.contains("10000 steps with 10000 stalls") && said.contains("take minutes to open"), "{said}");
}

#[test]
fn texts_that_are_too_long_are_refused() {
    for (key, letters) in [("name", 501), ("about", 2_000_000)] {
        let said = refusal_of(&format!("tickscope = 4\n{key} = \"{}\"\n{}", "ä".repeat(letters), pane("frame-based")));
        assert!(said.contains(&format!("{key}: '{letters} letters' is not allowed; at most")), "{said}");
    }
}

#[test]
fn a_crowd_with_too_many_steps_is_refused() {
    let parts = "[[panes]]\nstrategy = \"spread-updates\"\nparams = { ticks_per_s = 1000, iterations = 100 }\n";
    let skips = "[[panes]]\nstrategy = \"frame-skip\"\nparams = { ticks_per_s = 1000, max_frameskip = \"off\" }\n";
    let frames = "computer = { render_ms = 0, present = \"immediate\" }\n";
    let texts = [
        format!("{CROWD}{}", parts.repeat(6)),
        format!("{CROWD}{frames}{}", pane("variable-delta").repeat(6)),
        // It catches up with ten seconds in one turn.
        format!("{CROWD}hitches = [{{ at_s = 0.1, ms = 10000 }}]\n{}", skips.repeat(6)),
        format!(
            "{CROWD}{}[[at]]\ns = 0\npanes.A.strategy = \"frame-skip\"\npanes.A.params = {{ ticks_per_s = 1000, max_frameskip = \"off\" }}\n[[at]]\ns = 1\nhitch_ms = 10000\n",
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
        let said = refusal_of(&text);
        assert!(said.starts_with("Not opened: bodies: '100000' is not allowed; fewer, or slower loops: "), "{said}");
        let scenario = Scenario::parse("text", &text).unwrap();
        assert!(Session::open(scenario).is_err());
    }
}

#[test]
fn ordinary_scenarios_are_opened() {
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
