//! The instruments under the panes: table, plots, tabs and height.

use super::harness::{choose, click, press, session, shows_pane_d, window, window_of};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tickscope::studio::export::report::write_report;
use tickscope::studio::export::tables::TableFormat;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, ViewAction};
use tickscope::studio::view::{Counted, Instrument, Plot, View};
use tickscope_core::base::time::Time;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::Settings;

#[test]
fn the_table_is_sorted_by_its_heads() {
    let mut harness = window();
    harness.state_mut().advance_to(Time::from_secs(2.0));
    harness.state_mut().act(Action::set(Owner::Computer.path("render_ms"), 40.0));
    harness.state_mut().advance_to(Time::from_secs(3.0));
    click(&mut harness, "Show Table");
    let top = |harness: &Harness<Session>, pane: char| {
        let cell = format!("Speed ratio of pane {pane}");
        harness.get_by_label_contains(&cell).rect().top()
    };
    assert!(top(&harness, 'A') < top(&harness, 'B'));
    for pane in ['A', 'B'] {
        let said = format!("Input to display of pane {pane}: ");
        let node = harness.get_by_label_contains(&said).accesskit_node();
        let bar = node.label().into_iter().chain(node.value()).collect::<String>();
        for stage in tickscope_core::lab::metrics::stages::Stage::ALL {
            assert!(bar.contains(stage.name()), "{bar} does not tell the time {}", stage.name());
        }
    }
    click(&mut harness, "Sort by Mean FPS");
    click(&mut harness, "Sort by Speed ratio");
    let ascending = [top(&harness, 'A'), top(&harness, 'B')];
    click(&mut harness, "Sort by Speed ratio");
    let descending = [top(&harness, 'A'), top(&harness, 'B')];
    assert_ne!(ascending, descending, "the second click turns the order round");
    click(&mut harness, "Sort by pane");
    assert!(top(&harness, 'A') < top(&harness, 'B') && top(&harness, 'C') < top(&harness, 'D'));
    click(&mut harness, "Whole run");
    assert_eq!(harness.state().run.view.counted, Counted::Whole);
    let best = harness.query_all_by_label_contains(", the best").count();
    assert!(best > 0, "something is marked");
    click(&mut harness, "Hide the instrument");
    assert!(harness.query_by_label("Sort by pane").is_none());
}

#[test]
fn the_live_table_agrees_with_the_report() {
    let mut session = session();
    session.advance_to(Time::from_secs(5.0));
    session.act(Action::Lab(Command::Tap));
    session.advance_to(Time::from_secs(10.0));
    let report = tickscope_core::lab::panes::report::Report::new(Settings::default(), 10.0).expect("these settings are allowed");
    for (pane, whole) in session.run.lab.panes().iter().zip(&report.panes) {
        let live = pane.seen_at(session.run.lab.now()).whole();
        assert_eq!(pane.strategy().id, whole.strategy);
        // A laboratory stops in the middle of things: at most one turn less.
        assert!(whole.metrics.count("updates") - live.count("updates") <= 5);
        let inputs =
            |sums: &tickscope_core::lab::metrics::totals::Sums| (sums.count("inputs"), sums.distribution("input_to_display"));
        assert_eq!(inputs(&live), inputs(&whole.metrics), "a person's tap changes no number");
    }
    for format in [TableFormat::Json, TableFormat::Csv, TableFormat::Table] {
        let mut text = Vec::new();
        write_report(&report, &[], &std::collections::BTreeMap::new(), format, &mut text).expect("it can be written");
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains("fixed-interval") && !text.contains("NaN"), "{text}");
    }
}

#[test]
fn the_plots_are_chosen_and_named() {
    let mut harness = window();
    harness.state_mut().advance_to(Time::from_secs(3.0));
    click(&mut harness, "Show Plots");
    for (list, place) in [("Left plot", 0), ("Right plot", 1)] {
        for (plot, name, said) in [
            (Plot::StepSize, "Step dt, ms", "Plot of Step dt"),
            (Plot::UpdatesPerTurn, "Updates a turn", "Plot of Updates a turn"),
            (Plot::Lead, "Simulated − display time s − d, ms", "Plot of Simulated"),
            (Plot::Cadence, "Cadence, refreshes a frame stays", "Histogram of cadence"),
            (Plot::FrameTime, "Frame time Δd, ms", "Plot of Frame time"),
        ] {
            choose(&mut harness, list, name);
            assert_eq!(harness.state().run.view.plots[place], plot);
            assert!(harness.query_all_by_label_contains(said).next().is_some(), "{name} is shown");
        }
    }
    click(&mut harness, "20 s");
    assert_eq!(harness.state().run.view.plots_s, 20.0);
    click(&mut harness, "Show Table");
    assert_eq!(harness.state().run.view.instrument, Some(Instrument::Table));
}

#[test]
fn instruments_fit_every_window() {
    for instrument in [Instrument::Timeline, Instrument::Plots, Instrument::Table, Instrument::Code] {
        for size in [(1600.0, 900.0), (1280.0, 720.0), (640.0, 560.0), (640.0, 480.0), (480.0, 320.0), (60.0, 40.0)] {
            let mut session = session();
            let view = View { instrument: Some(instrument), inputs: true, ..View::default() };
            session.act(Action::View(ViewAction::PlayPause));
            session.act(Action::View(ViewAction::Change(view)));
            session.advance_to(Time::from_secs(1.0));
            let mut harness = window_of(session, egui::vec2(size.0, size.1));
            let shows = |harness: &Harness<Session>| harness.query_by_label("Hide the instrument").is_some();
            assert_eq!(shows(&harness), size.1 >= 700.0, "{instrument:?} at {size:?}");
            harness.state_mut().act(Action::View(ViewAction::Change(view)));
            harness.run_ok();
            // In a small window the bars and the pane come first.
            assert_eq!(shows(&harness), size.1 >= 510.0, "{instrument:?} at {size:?}, opened by hand");
            shows_pane_d(&mut harness, size);
        }
    }
}

#[test]
fn a_tab_opens_and_folds_its_instrument() {
    let mut harness = window();
    harness.set_size(egui::vec2(1280.0, 720.0));
    harness.run_ok();
    assert_eq!(harness.state().run.view.instrument, None, "they begin folded");
    let tabs = [
        ("Timeline", Instrument::Timeline),
        ("Plots", Instrument::Plots),
        ("Table", Instrument::Table),
        ("Code", Instrument::Code),
    ];
    for (name, instrument) in tabs {
        let tab = format!("Show {name}");
        click(&mut harness, &tab);
        assert_eq!(harness.state().run.view.instrument, Some(instrument));
        assert!(harness.query_by_label("Hide the instrument").is_some());
        click(&mut harness, &tab);
        assert_eq!(harness.state().run.view.instrument, None);
        let low = harness.get_by_label(&tab).rect();
        assert!(low.bottom() <= 720.0 && low.top() > 680.0, "the tabs are a thin row at the bottom: {low:?}");
    }
}

#[test]
fn the_height_of_an_instrument_stays_in_its_range() {
    let mut harness = window();
    harness.set_size(egui::vec2(1280.0, 800.0));
    harness.state_mut().act(Action::View(ViewAction::Change(View { instrument: Some(Instrument::Table), ..View::default() })));
    harness.run_ok();
    let height = |harness: &Harness<Session>| harness.state().run.view.instrument_height;
    let top = |harness: &Harness<Session>| harness.get_by_label("Height of the instrument").rect().center();
    let drag = |harness: &mut Harness<Session>, by: f32| {
        let from = top(harness);
        for step in 0..=4 {
            let at = from + egui::vec2(0.0, by * step as f32 / 4.0);
            if step == 0 {
                harness.drag_at(at);
            } else {
                harness.hover_at(at);
            }
            harness.run_ok();
        }
        harness.drop_at(from + egui::vec2(0.0, by));
        harness.run_ok();
    };
    let before = top(&harness).y;
    drag(&mut harness, -60.0);
    assert!((before - top(&harness).y - 60.0).abs() < 2.0, "the edge goes with the pointer");
    assert!((height(&harness) - 300.0).abs() < 2.0, "{}", height(&harness));
    harness.get_by_label("Height of the instrument").focus();
    harness.run_ok();
    let load = harness.state().run.computer().clone();
    press(&mut harness, Key::ArrowDown);
    assert!((height(&harness) - 284.0).abs() < 2.0, "{}", height(&harness));
    assert_eq!(harness.state().run.computer(), &load, "the arrows move the edge and no load");
    drag(&mut harness, 700.0);
    assert_eq!(height(&harness), 120.0);
    drag(&mut harness, -700.0);
    assert!((height(&harness) - 440.0).abs() < 1.0, "the panes keep their part of the window");
}
