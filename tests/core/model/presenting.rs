//! Draw and present apart: when a frame that was handed over late is displayed, and when the loop goes on.

use std::cell::RefCell;
use std::rc::Rc;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::WorldChoice;
use tickscope_core::model::machine::computer::VirtualComputer;
use tickscope_core::model::machine::event::{Event, Observer};
use tickscope_core::model::machine::host::Host;
use tickscope_core::model::world::body::Body;
use tickscope_core::model::worlds;

#[derive(Default)]
struct Events(Vec<Event>);

impl Observer for Events {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }
}

/// Runs one frame that is drawn, waits until `handed_over` (in ms), and is presented. Returns its flip, and the moment at which
/// `present` returns, in tenths of a millisecond.
fn one_frame(computer: &Computer, handed_over: f64) -> (i64, i64) {
    let events = Rc::new(RefCell::new(Events::default()));
    let world = worlds::world(&WorldChoice::new("runner"), 0).expect("it is known");
    let computer = VirtualComputer::new(computer, 0, world).stopping_at(Time::from_secs(0.2));
    let host = Host::new(computer.observed_by(events.clone()));
    let (game, returned) = (host.clone(), Rc::new(RefCell::new(Time::ZERO)));
    let end = returned.clone();
    host.run_to_the_end(Box::pin(async move {
        game.draw(None).await;
        game.sleep(Time::ZERO + Span::from_millis(handed_over) - game.now()).await;
        game.present().await;
        *end.borrow_mut() = game.now();
        game.present().await;
        game.sleep(Span::from_secs(0.1)).await;
    }));
    let tenths = |at: Time| (at.as_secs() * 1e4).round() as i64;
    let events = events.take().0;
    let flips: Vec<Time> =
        events.iter().filter_map(|event| if let Event::Display { at, .. } = event { Some(*at) } else { None }).collect();
    let presented = events.iter().filter(|event| matches!(event, Event::Present { .. })).count();
    assert_eq!((flips.len(), presented), (1, 1), "a second present has no frame");
    (tenths(flips[0]), tenths(*returned.borrow()))
}

#[test]
fn a_frame_waits_for_the_moment_at_which_it_is_handed_over() {
    let computer = Computer { gpu_ms: 4.0, ..Computer::default() };
    assert_eq!(one_frame(&computer, 20.0), (333, 333));
    assert_eq!(one_frame(&computer, 0.0), (167, 167));
    assert_eq!(one_frame(&Computer { queue: 1, ..computer.clone() }, 20.0), (333, 200));
    let immediate = Computer { present: Present::Immediate, ..computer.clone() };
    assert_eq!((one_frame(&immediate, 20.0), one_frame(&immediate, 6.0)), ((200, 200), (90, 60)));
    assert_eq!(one_frame(&Computer { present: Present::Mailbox, ..computer.clone() }, 17.0), (333, 170));
    let variable = Computer { vrr: true, ..computer };
    assert_eq!((one_frame(&variable, 20.0), one_frame(&variable, 6.0)), ((200, 200), (90, 90)));
}

#[test]
fn a_second_draw_drops_the_frame_before() {
    let events = Rc::new(RefCell::new(Events::default()));
    let world = worlds::world(&WorldChoice::new("runner"), 0).expect("it is known");
    let computer = VirtualComputer::new(&Computer::default(), 0, world).stopping_at(Time::from_secs(0.2));
    let host = Host::new(computer.observed_by(events.clone()));
    let game = host.clone();
    host.run_to_the_end(Box::pin(async move {
        game.draw(None).await;
        game.draw(None).await;
        game.present().await;
        game.sleep(Span::from_secs(0.1)).await;
    }));
    let events = events.take().0;
    let shown: Vec<u64> =
        events.iter().filter_map(|event| if let Event::Display { frame, .. } = event { Some(*frame) } else { None }).collect();
    assert_eq!(shown, [2]);
}

#[test]
fn the_limiter_before_present_is_even_and_older_and_the_one_after_it_newer_and_uneven() {
    use tickscope_core::lab::panes::report::Report;
    use tickscope_core::model::config::settings::{PaneSettings, Settings};
    let computer = Computer { vrr: true, noise_lo_ms: 1.0, noise_hi_ms: 11.0, queue: 1, render_ms: 0.0, ..Computer::default() };
    let panes = ["limit-before-present", "limit-after-present"].map(PaneSettings::new).into();
    let report = Report::new(Settings { computer, panes, ..Settings::default() }.lettered(), 20.0).expect("it runs");
    let number = |pane: usize, key: &str| report.panes[pane].number(key).expect("it is a metric");
    let errors = [0, 1].map(|pane| number(pane, "animation_error_mean_ms"));
    assert!(errors[0] < 0.1 && errors[1] > 2.0, "{errors:?}");
    let age = [0, 1].map(|pane| number(pane, "state_age_mean_ms"));
    assert!(age[0] > age[1] + 5.0, "{age:?}");
}
