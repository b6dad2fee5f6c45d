//! Pages that draw in their timers, against the model, event by event.

use crate::models::{Case, loads, pages, pipeline};
use crate::tiers::sampled;
use tickscope_core::model::config::computer::{Computer, MissedRefresh, Present};

/// Compares the program's run of a page with the model's.
fn agree(page: pages::Page, computer: &Computer) {
    let case = Case::of_page(page.text, computer.clone(), 1.5).seeded(5);
    let (played, finished) = case.played();
    let (expected, clock, sim) = pages::model(&case, page);
    if let Some(i) = (0..played.len().max(expected.len())).find(|i| played.get(*i) != expected.get(*i)) {
        let before = &expected[i.saturating_sub(4)..i.min(expected.len())];
        let (program, model) = (played.get(i), expected.get(i));
        panic!("event {i}: the program {program:?}, the model {model:?}\nafter {before:?}\nin {case:?}");
    }
    assert_eq!((finished.clock.flicks(), finished.sim.flicks()), (clock, sim), "{case:?}");
}

#[test]
#[cfg_attr(not(feature = "own-loops"), ignore = "the text of a page needs the engine")]
fn a_page_draws_in_its_timers_as_in_a_browser_on_every_computer() {
    let coarse = Computer { timer_ms: 1.0, sleep_ms: 15.625, start_ms: 3.7, ..loads(0.3, 2.0) };
    let at_144 = Computer { refresh_hz: 144.0, missed_refresh: MissedRefresh::Next, ..loads(0.0, 9.0) };
    let all = pipeline::computers().into_iter().chain(pipeline::uneven_computers()).chain([coarse, at_144]);
    for computer in sampled(all) {
        for page in pages::ALL {
            agree(page, &computer);
        }
    }
}

#[test]
#[cfg_attr(not(feature = "own-loops"), ignore = "the text of a page needs the engine")]
fn no_way_to_present_changes_a_page_that_asks_for_no_refresh() {
    for page in &pages::ALL[..3] {
        for queue in [0, 3] {
            let of = |present, vrr| {
                let computer = Computer { present, vrr, queue, vrr_lo_hz: 30.0, vrr_hi_hz: 60.0, ..loads(1.0, 4.0) };
                Case::of_page(page.text, computer, 1.0).events()
            };
            let newest = of(Present::Mailbox, false);
            assert!(newest.len() > 100, "{} events", newest.len());
            for (present, vrr) in [(Present::Fifo, false), (Present::Fifo, true), (Present::Immediate, false)] {
                assert_eq!(of(present, vrr), newest, "{present:?}, {vrr}: {}", page.text);
            }
        }
    }
}
