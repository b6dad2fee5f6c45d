//! The ways of frames from the loop to the display: as the events tell them, and why frames were late.

use crate::common::Events;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::frame_timeline::{Fate, FrameTimeline, FrameTimelines};
use tickscope_core::lab::instruments::late_frame::LateCause;
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::{PaneSettings, Settings};
use tickscope_core::model::machine::event::Event;

const SECONDS: f64 = 2.0;

fn settings(computer: Computer) -> Settings {
    of_loop("variable-delta", computer)
}

fn of_loop(strategy: &str, computer: Computer) -> Settings {
    Settings { computer, panes: vec![PaneSettings::new(strategy)], ..Settings::default() }
}

fn ways(settings: Settings) -> Vec<FrameTimeline> {
    let mut lab = Lab::new(settings).expect("they are allowed");
    lab.advance_to(Time::from_secs(SECONDS));
    let history = lab.panes()[0].recording();
    history.read::<FrameTimelines>().all.since(0).copied().collect()
}

fn events(computer: Computer) -> Vec<Event> {
    let script = Script::from(settings(computer));
    let run = Run::of(&script, script.every_pane().next().expect("there is a pane"), SECONDS).expect("it is allowed");
    run.fold(Events::default()).expect("it ends").0.0
}

fn pipelines() -> Vec<Computer> {
    let base = Computer { render_ms: 8.0, gpu_ms: 12.0, ..Computer::default() };
    let mut all = Vec::new();
    for queue in 0..=3 {
        all.push(Computer { queue, ..base.clone() });
        all.push(Computer { queue, render_ms: 0.0, noise_lo_ms: 6.0, noise_hi_ms: 40.0, vrr: true, ..base.clone() });
        for present in [Present::Mailbox, Present::Immediate] {
            all.push(Computer { queue, present, render_ms: 3.0, gpu_ms: 2.0, ..base.clone() });
        }
    }
    all
}

#[test]
fn a_frames_way_is_what_the_events_tell_of_it() {
    for computer in pipelines() {
        let (ways, events) = (ways(settings(computer.clone())), events(computer));
        assert!(ways.len() > 20);
        let end = Time::from_secs(SECONDS);
        let mut repeats = 0;
        let mut shown_before = None;
        for way in &ways {
            for event in &events {
                match *event {
                    Event::Render { at, end, frame, .. } if frame == way.number => {
                        assert_eq!((way.render, way.stages.submitted), (at, end));
                    }
                    Event::Gpu { at, end, frame } if frame == way.number => {
                        assert_eq!((way.stages.gpu_begins, way.stages.gpu_done), (at, end));
                    }
                    _ => {}
                }
            }
            let flip = events.iter().find_map(|event| match *event {
                Event::Display { at, frame, .. } if frame == way.number && at <= end => Some(at),
                _ => None,
            });
            match flip {
                Some(at) => {
                    assert_eq!(way.shown, at);
                    let is_between = |event: &&Event| matches!(**event, Event::Repeat { at: repeat } if shown_before.is_some_and(|before| before < repeat) && repeat < at);
                    assert_eq!(way.repeats_before as usize, events.iter().filter(is_between).count(), "{way:?}");
                    repeats += way.repeats_before;
                    shown_before = Some(at);
                    assert!(matches!(way.fate, Fate::InTime | Fate::Late(_)), "{way:?}");
                    assert_eq!(matches!(way.fate, Fate::Late(_)), at > way.expected, "{way:?}");
                }
                None => assert!(matches!(way.fate, Fate::OnItsWay | Fate::Dropped), "{way:?}"),
            }
            let newer = ways.iter().any(|other| other.number > way.number && other.shown != Time::NEVER);
            assert_eq!(way.fate == Fate::Dropped, way.shown == Time::NEVER && newer, "{way:?}");
        }
        let told = events.iter().filter(|event| matches!(event, Event::Repeat { .. })).count();
        assert_eq!(repeats > 0, told > 0);
    }
}

#[test]
fn late_frames_have_the_cause_that_their_computer_gives_them() {
    let fates = |settings: Settings| -> Vec<Fate> {
        let all = ways(settings).into_iter().skip(4).map(|way| way.fate);
        all.filter(|fate| *fate != Fate::OnItsWay).collect()
    };
    let always = |computer: Computer, expected: Fate| {
        let fates = fates(settings(computer.clone()));
        assert!(fates.len() > 20 && fates.iter().all(|fate| *fate == expected), "{computer:?}: {fates:?}");
    };
    let of = |render_ms: f64, gpu_ms: f64, queue: u32| Computer { render_ms, gpu_ms, queue, ..Computer::default() };
    always(of(5.0, 0.0, 0), Fate::InTime);
    always(of(8.0, 12.0, 0), Fate::Late(LateCause::QueueFull));
    always(of(8.0, 12.0, 1), Fate::InTime);
    always(of(20.0, 0.0, 0), Fate::Late(LateCause::Cpu));
    always(of(40.0, 5.0, 2), Fate::Late(LateCause::Cpu));
    always(of(5.0, 40.0, 2), Fate::Late(LateCause::Gpu));
    always(Computer { vrr: true, ..of(30.0, 0.0, 0) }, Fate::Late(LateCause::Repeated));
    always(Computer { vrr: true, ..of(15.0, 0.0, 0) }, Fate::InTime);
    let sleepy = fates(of_loop("fixed-fps", of(8.0, 2.0, 2)));
    assert!(sleepy.iter().all(|fate| *fate == Fate::Late(LateCause::Cpu)), "25 frames a second: {sleepy:?}");
    let mailbox = fates(settings(Computer { present: Present::Mailbox, ..of(4.0, 0.0, 0) }));
    assert!(mailbox.contains(&Fate::Dropped) && mailbox.iter().all(|fate| matches!(fate, Fate::Dropped | Fate::InTime)));
    always(Computer { present: Present::Immediate, ..of(20.0, 0.0, 0) }, Fate::Late(LateCause::Cpu));
    always(Computer { present: Present::Immediate, ..of(10.0, 0.0, 0) }, Fate::InTime);
}

#[test]
fn the_frame_on_the_display_is_found_at_every_moment() {
    for computer in pipelines() {
        let mut lab = Lab::new(settings(computer)).expect("they are allowed");
        let mut seen = Vec::new();
        for step in 1..200 {
            let now = Time::ZERO + Span::from_millis(7.3) * step;
            lab.advance_to(now);
            let shown = lab.panes()[0].computer().display().shown().map(|frame| frame.number);
            seen.push((now, shown));
        }
        let frames = lab.panes()[0].recording().read::<FrameTimelines>();
        for (now, number) in &seen {
            assert_eq!(frames.shown_at(*now).map(|way| way.number), *number, "at {now:?}");
        }
    }
}
