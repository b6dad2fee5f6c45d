//! Every number explains itself: what a card writes, evaluated, is the number that it explains.

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tickscope::front::ui;
use tickscope::front::ui::style::look::Look;
use tickscope::studio::session::Session;
use tickscope::studio::session::action::{Action, Card, CardPlace, NumberCard, ViewAction};
use tickscope::studio::session::playhead::Move;
use tickscope::studio::view::{Counted, Instrument, Theme, View};
use tickscope_core::base::numbers::column;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::experiments::diagnosis::Role;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::metrics::catalogue;
use tickscope_core::lab::symptoms::hitches::Hitch;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::settings::{PaneSettings, Settings};

/// Evaluates what a card writes; units are passed over.
fn evaluated(text: &str) -> f64 {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).collect();
    let mut at = 0;
    let value = sum(&letters, &mut at);
    assert_eq!(at, letters.len(), "{text} is read to its end");
    value
}

fn sum(text: &[char], at: &mut usize) -> f64 {
    let mut value = product(text, at);
    while let Some(sign @ ('+' | '−')) = text.get(*at).copied() {
        *at += 1;
        let next = product(text, at);
        value += if sign == '+' { next } else { -next };
    }
    value
}

fn product(text: &[char], at: &mut usize) -> f64 {
    let mut value = factor(text, at);
    while let Some(sign @ ('×' | '/')) = text.get(*at).copied() {
        *at += 1;
        let next = factor(text, at);
        value = if sign == '×' { value * next } else { value / next };
    }
    value
}

fn factor(text: &[char], at: &mut usize) -> f64 {
    if let open @ ('(' | '|') = text[*at] {
        *at += 1;
        let value = sum(text, at);
        assert_eq!(text[*at], if open == '(' { ')' } else { '|' });
        *at += 1;
        return if open == '|' { value.abs() } else { value };
    }
    // A negative amount has its sign right before it.
    let end = (*at + 1..text.len()).find(|end| !matches!(text[*end], '0'..='9' | '.')).unwrap_or(text.len());
    let number: String = text[*at..end].iter().collect();
    *at = end;
    number.parse().unwrap_or_else(|_| panic!("{number} is a number"))
}

/// Runs in which every kind of trouble comes up, at a moment in the middle of things.
fn sessions() -> Vec<Session> {
    let slow = Computer { render_ms: 70.0, ..Computer::default() };
    let torn = Computer { render_ms: 3.0, present: Present::Immediate, gpu_ms: 9.0, queue: 2, ..Computer::default() };
    let mailbox = Computer { render_ms: 2.0, present: Present::Mailbox, update_ms: 1.0, ..Computer::default() };
    let begin = |computer: Computer| {
        let mut session = Session::new(Settings { computer, ..Settings::default() }).expect("these settings are allowed");
        session.act(Action::View(ViewAction::PlayPause));
        session
    };
    let mut sessions: Vec<Session> = [Computer::default(), slow, torn, mailbox].map(begin).into();
    for session in &mut sessions {
        session.advance_to(Time::from_secs(4.0));
        session.act(Action::Lab(Command::stall(300.0)));
        session.advance_to(Time::from_secs(5.337));
    }
    // At the very beginning, and in the past.
    sessions.push(begin(Computer::default()));
    let mut past = begin(Computer { render_ms: 40.0, ..Computer::default() });
    past.advance_to(Time::from_secs(7.0));
    past.act(Action::View(ViewAction::Transport(Move::Scrub(Time::from_secs(4.2)))));
    sessions.push(past);
    sessions
}

#[test]
fn the_formula_of_a_card_evaluated_with_the_values_that_it_shows_is_the_number_shown() {
    let mut explained = std::collections::BTreeSet::new();
    for session in sessions() {
        for pane in 0..session.run.lab.panes().len() {
            for counted in [Counted::Recent, Counted::Whole] {
                let seen = session.run.seen(pane);
                let values = if counted == Counted::Whole { seen.whole() } else { (*seen.recent()).clone() };
                let id = session.run.lab.panes()[pane].letter();
                for metric in catalogue::ALL {
                    let card = NumberCard { pane: id, metric: metric.id, counted, place: CardPlace::Table };
                    let explanation = session.run.explanation(card);
                    let value = metric.number(&values);
                    assert_eq!(explanation.is_some(), value.is_some(), "{} of pane {pane}, {counted:?}", metric.id);
                    let (Some(explanation), Some(value)) = (explanation, value) else { continue };
                    let scale = metric.column.map_or(1.0, |column| column.scale);
                    let written = explanation.formula.values.to_string();
                    let found = evaluated(&written) * scale;
                    let shown = column(Some(value * scale), explanation.digits);
                    let near = 1e-4 * found.abs().max(1.0) + 0.6 * last_digit(explanation.digits);
                    let said = format!("{} of pane {pane}, {counted:?}: {written} = {shown}", metric.id);
                    assert!((found - value * scale).abs() <= near, "{said}, and evaluates to {found}");
                    assert_eq!(column(Some(explanation.value), explanation.digits), shown, "{said}");
                    explained.insert(metric.id);
                }
            }
        }
    }
    for metric in catalogue::ALL.iter().filter(|metric| !["cadence", "input_to_display"].contains(&metric.id)) {
        assert!(explained.contains(metric.id), "{} has had no value in any run", metric.id);
    }
}

/// Returns the last digit that is shown.
fn last_digit(digits: usize) -> f64 {
    (0..digits).fold(1.0, |value, _| value / 10.0)
}

#[test]
fn a_number_that_is_explained_has_the_finding_that_the_pane_tells() {
    let mut session = Session::new(Settings {
        computer: Computer { render_ms: 70.0, ..Computer::default() },
        panes: vec![PaneSettings::new("frame-based")],
        ..Settings::default()
    })
    .expect("these settings are allowed");
    session.advance_to(Time::from_secs(5.0));
    let pane = session.run.lab.panes()[0].letter();
    let about = |metric| NumberCard { pane, metric, counted: Counted::Recent, place: CardPlace::Header };
    let speed = session.run.explanation(about("speed_ratio")).expect("it has a speed");
    assert!(speed.causes.iter().any(|cause| cause.kind() == Kind::SlowMotion), "{:?}", speed.causes);
    assert!(session.run.seen(0).state().symptoms.contains(&speed.causes[0]), "the same as the pane's sentence");
    let inputs = session.run.explanation(about("inputs")).expect("a count");
    assert!(inputs.causes.is_empty(), "slow motion is not why the metronome ticks");
}

fn window() -> Harness<'static, Session> {
    let mut session = Session::new(Settings::default()).expect("the default settings are allowed");
    session.act(Action::View(ViewAction::PlayPause));
    session.advance_to(Time::from_secs(3.0));
    session.act(Action::View(ViewAction::Change(View { numbers: true, instrument: Some(Instrument::Table), ..View::default() })));
    let app = |ui: &mut egui::Ui, session: &mut Session| {
        Look { theme: session.run.theme }.apply(ui.ctx());
        let shown = ui::layout::show_window(ui, session);
        shown.actions.into_iter().for_each(|action| session.act(action));
    };
    let dress = |ctx: &egui::Context| Look { theme: Theme::Dark }.apply(ctx);
    let mut harness =
        Harness::builder().with_size(egui::vec2(1600.0, 1200.0)).with_context_setup(dress).build_ui_state(app, session);
    harness.run_ok();
    harness
}

/// Returns the card that is open.
fn number_card(harness: &Harness<Session>) -> NumberCard {
    let Some(Card::Number(card)) = harness.state().card() else { panic!("the card of a number is open") };
    card
}

fn click_at(harness: &mut Harness<Session>, at: egui::Pos2) {
    harness.hover_at(at);
    harness.run_ok();
    harness.drag_at(at);
    // A press that lasts is no click.
    harness.step();
    harness.drop_at(at);
    harness.run_ok();
}

#[test]
fn a_click_opens_a_numbers_card_another_number_takes_its_place_and_escape_or_a_click_beside_it_closes_it() {
    let mut harness = window();
    let panes = harness.state().run.lab.panes().len();
    let rate = harness.state().run.seen(0).state().rate.expect("frames have been shown");
    let fps = harness.query_all_by_label(&format!("{rate:5.1} FPS")).next().expect("it stands in a header").rect().center();
    click_at(&mut harness, fps);
    let open = number_card(&harness);
    assert_eq!((open.metric, open.place), ("distinct_fps", CardPlace::Header));
    let explanation = harness.state().run.explanation(open).expect("it has a value");
    harness.get_by_label_contains(&explanation.formula.values.to_string());
    harness.get_by_label_contains("docs/metrics.md, distinct_fps");
    let cell = harness.get_by_label_contains("Speed ratio of pane B").rect().center();
    click_at(&mut harness, cell);
    let open = number_card(&harness);
    assert_eq!((open.metric, open.place), ("speed_ratio", CardPlace::Table));
    harness.key_press(Key::Escape);
    harness.run_ok();
    assert_eq!(harness.state().card(), None);
    click_at(&mut harness, cell);
    assert!(harness.state().card().is_some());
    click_at(&mut harness, cell);
    assert_eq!(harness.state().card(), None, "the number closes its own card");
    click_at(&mut harness, fps);
    let beside = harness.get_by_label_contains("Pane D: ").rect().center();
    click_at(&mut harness, beside);
    assert_eq!(harness.state().card(), None);
    assert_eq!(harness.state().run.lab.panes().len(), panes);
}

/// Returns a window whose pane A is in slow motion, with the card of what was found in it, and the first finding.
fn window_with_a_card() -> (Harness<'static, Session>, Finding) {
    let slow = Patch::parse("computer.render_ms=25").expect("known");
    window_with_a_card_of(Kind::SlowMotion, &[Command::Set(slow)])
}

/// Returns a window with the card of what is found in pane A four seconds after the last of some commands, which come half a second
/// after each other, and the first finding.
fn window_with_a_card_of(kind: Kind, commands: &[Command]) -> (Harness<'static, Session>, Finding) {
    let mut harness = window();
    for command in commands {
        let later = harness.state().run.lab.now() + Span::from_millis(500.0);
        harness.state_mut().advance_to(later);
        harness.state_mut().act(Action::Lab(command.clone()));
    }
    let later = harness.state().run.lab.now() + Span::from_secs(4.0);
    harness.state_mut().advance_to(later);
    harness.state_mut().make_experiments();
    harness.run_ok();
    let finding = harness.state().findings(0).first().cloned().expect("something is found");
    assert_eq!(finding.symptom.kind(), kind, "{}", finding.headline());
    let sentence = harness.query_all_by_label_contains(&finding.symptom.brief()).next().expect("it is told").rect().center();
    click_at(&mut harness, sentence);
    assert_eq!(harness.state().card(), Some(Card::Findings(harness.state().letter(0))));
    (harness, finding)
}

#[test]
fn a_click_on_the_sentence_opens_what_was_found_and_its_changes_can_be_tried_and_undone() {
    let (mut harness, finding) = window_with_a_card();
    for found in finding.causes() {
        harness.get_by_label(&found.sentence);
    }
    let formula = finding.symptom.kind().row().formula.replace(['`', '\\'], "");
    assert!(harness.query_all_by_label_contains(&formula).next().is_none(), "it is folded away");
    let fold = harness.query_all_by_label("How it is measured").next().expect("it can be unfolded").rect().center();
    click_at(&mut harness, fold);
    harness.get_by_label_contains(&formula);
    let before = harness.state().run.lab.settings().clone();
    let try_it = harness.query_all_by_label_contains("Try it").next().expect("it can be tried").rect().center();
    click_at(&mut harness, try_it);
    let mut tried = before.clone();
    let cure = finding.causes().find(|found| found.role == Role::Cure).expect("something helps");
    finding.patch(cure).change(&mut tried).expect("it is allowed");
    assert_eq!(*harness.state().run.lab.settings(), tried);
    harness.state_mut().act(Action::Undo);
    assert_eq!(*harness.state().run.lab.settings(), before);
}

/// Returns the link of a hitch in a card.
fn words(hitch: &Hitch) -> String {
    format!("{:.2}\u{a0}s\u{a0}({:.0}\u{a0}ms)", hitch.begin.as_secs(), hitch.length.as_millis())
}

#[test]
fn a_card_lists_hitches_with_their_lengths_and_a_click_on_one_or_on_the_finding_goes_there() {
    let stalls = [30.0, 45.0, 60.0].map(Command::stall);
    let (mut harness, finding) = window_with_a_card_of(Kind::Hitch, &stalls);
    let hitches = finding.symptom.hitches().to_vec();
    assert_eq!(hitches.len(), 3);
    for hitch in &hitches {
        harness.get_by_label(&words(hitch));
    }
    // The area of a link that begins a row begins in the row before.
    let link = harness.get_by_label(&words(&hitches[2])).rect().left_bottom() + egui::vec2(8.0, -6.0);
    click_at(&mut harness, link);
    assert_eq!(harness.state().run.now(), hitches[2].begin);
    let (mut harness, finding) = window_with_a_card_of(Kind::Hitch, &stalls);
    // The pane says the same below the card.
    let headlines =
        harness.query_all_by_label(&(finding.symptom.headline() + ".")).map(|label| label.rect().center()).collect::<Vec<_>>();
    let headline = headlines.into_iter().min_by(|one, other| one.y.total_cmp(&other.y)).expect("it has a headline");
    click_at(&mut harness, headline);
    assert_eq!(harness.state().run.now(), finding.symptom.hitches()[2].begin, "the newest one");
}

#[test]
fn the_rows_of_a_card_stand_still_under_the_mouse_and_new_ones_come_when_it_leaves() {
    let (mut harness, finding) = window_with_a_card_of(Kind::Hitch, &[30.0, 45.0, 60.0].map(Command::stall));
    let oldest = finding.symptom.hitches()[0];
    let row = harness.get_by_label(&words(&oldest)).rect();
    harness.hover_at(row.center());
    harness.run_ok();
    harness.state_mut().act(Action::Lab(Command::stall(50.0)));
    let later = harness.state().run.lab.now() + Span::from_secs(3.0);
    harness.state_mut().advance_to(later);
    harness.run_ok();
    let newest = *harness.state().findings(0)[0].symptom.hitches().last().expect("it still stutters");
    assert!(newest.begin > finding.symptom.hitches()[2].begin);
    assert_eq!(harness.get_by_label(&words(&oldest)).rect(), row);
    assert!(harness.query_by_label(&words(&newest)).is_none(), "it would move rows");
    harness.hover_at(egui::pos2(1.0, 1.0));
    harness.run_ok();
    harness.get_by_label(&words(&newest));
    let row = harness.get_by_label(&words(&oldest)).rect();
    harness.hover_at(row.center());
    harness.run_ok();
    harness.drag_at(row.center());
    harness.step();
    // Unlike `click_at`, the mouse stays where it is.
    let (pos, button, modifiers) = (row.center(), egui::PointerButton::Primary, egui::Modifiers::NONE);
    harness.event(egui::Event::PointerButton { pos, button, pressed: false, modifiers });
    harness.run_ok();
    assert_eq!(harness.state().run.now(), oldest.begin);
    harness.get_by_label(&words(&newest));
    let patch = Patch::parse("computer.render_ms=25").expect("known");
    harness.state_mut().act(Action::Lab(Command::Set(patch)));
    harness.run_ok();
    assert!(harness.query_by_label(&words(&newest)).is_none(), "a change of settings begins another list");
}

#[test]
fn a_change_can_be_tried_in_a_pane_beside_the_others_from_the_beginning() {
    let (mut harness, _) = window_with_a_card();
    let (settings, now) = (harness.state().run.lab.settings().clone(), harness.state().run.lab.now());
    let beside = harness.query_all_by_label("Beside it").next().expect("there is room for one more pane").rect().center();
    click_at(&mut harness, beside);
    let lab = &harness.state().run.lab;
    assert_eq!(lab.panes().len(), settings.panes.len() + 1, "{:?}", harness.state().refusal);
    assert!(lab.now() < now, "the run has begun again");
    harness.state_mut().act(Action::Undo);
    let lab = &harness.state().run.lab;
    assert!(*lab.settings() == settings && lab.now() >= now);
}
