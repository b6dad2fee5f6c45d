//! Causes by experiment of what the scenarios show.

use crate::common::assert_changes_help;
use crate::tiers::sampled;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::definition::Scenario;
use tickscope_core::base::time::Time;
use tickscope_core::lab::findings::over_run::findings_at;
use tickscope_core::lab::run::cursor::ScriptCursor;

#[test]
fn every_named_change_of_the_scenarios_that_come_with_the_program_helps() {
    let mut helped = 0;
    for (name, scenario) in sampled(builtin::SCENARIOS.iter()) {
        let script = &scenario.script;
        let at_s = scenario.seconds.unwrap_or(10.0).min(10.0);
        let panes = script.panes_before(Time::from_secs(at_s));
        let mut cursor = ScriptCursor::new(script.settings().clone(), script.commands().to_vec());
        while cursor.next_at().is_some_and(|next| next <= Time::from_secs(at_s))
            && let Some(command) = cursor.take_next()
        {
            cursor.apply(&command).expect(name);
        }
        for (pane, found) in panes.iter().zip(findings_at(script, &panes, at_s).expect(name)) {
            let number = ScriptCursor::number_of(script, *pane).expect(name);
            let Some(index) = cursor.index_of(number) else { continue };
            for finding in found {
                assert_changes_help(&finding, cursor.settings(), index);
                helped += finding.causes().count();
            }
        }
    }
    assert!(helped > 3, "only {helped} changes are named");
}

#[test]
fn a_pane_of_a_file_has_no_past_of_another_one() {
    let pane = "[[panes]]\nstrategy = \"frame-based\"\n";
    let at_start = format!("tickscope = 4\n{pane}past = \"A\"\n");
    let added = format!("tickscope = 4\n{pane}[[at]]\ns = 2\nadd = {{ past = \"A\", strategy = \"semi-fixed\" }}\n");
    for (text, line) in [(at_start, 4), (added, 6)] {
        let refused = Scenario::parse("test.toml", &text).expect_err("no such key").to_string();
        assert!(!refused.contains('\n') && refused.contains(&format!("{line}")) && refused.contains("past"), "{refused}");
    }
}
