//! Tests of the display without a computer: which frame it shows when, and which rows show which frame.

use crate::model::config::computer::LowRates;
use crate::model::machine::beam::Rows;
use crate::model::machine::display::*;
use crate::model::machine::refresh::Refresh;

/// Submits a frame with the sample time `drawn` and without bodies.
fn submit(display: &mut Display, drawn: f64, done: f64) -> Time {
    let done = Time::from_secs(done);
    let stages = Stages { submitted: done, gpu_begins: done, gpu_done: done };
    display.submit(
        RenderedFrame { drawn: Time::from_secs(drawn), content: KeptContent::default(), known: 0, number: 1, stages },
        done,
    )
}

/// Returns the sample time of the frame that the display changes to by `now`; `None` if it changes to none.
fn drawn(display: &mut Display, now: f64) -> Option<f64> {
    match display.due() {
        (at, Refreshing::Flip) if at <= Time::from_secs(now) => display.flip().map(|shown| shown.drawn.as_secs()),
        _ => None,
    }
}

fn fifo(hz: f64) -> Scanout {
    Scanout::Fifo(Refresh::new(hz))
}

fn mailbox(hz: f64) -> Scanout {
    Scanout::Mailbox(Refresh::new(hz))
}

#[test]
fn with_vsync_every_frame_gets_a_tick_of_its_own() {
    let mut display = Display::new(fifo(10.0));
    let first = submit(&mut display, 1.0, 0.1);
    assert_eq!(first, Time::from_secs(0.1), "a frame finished at a tick makes it");
    assert_eq!(drawn(&mut display, 0.1), Some(1.0));
    assert_eq!(submit(&mut display, 2.0, 0.1), Time::from_secs(0.2));
    assert_eq!(submit(&mut display, 3.0, 0.15), Time::from_secs(0.3), "the one before it waits for 0.2 s");
    assert_eq!([0.2, 0.3].map(|now| drawn(&mut display, now)), [Some(2.0), Some(3.0)]);
    assert_eq!(display.flips, 3);
}

#[test]
fn frames_keep_their_ticks_when_the_refresh_rate_changes_under_them() {
    let mut display = Display::new(mailbox(10.0));
    submit(&mut display, 1.0, 0.05);
    display.set_scanout(mailbox(3.0), Time::from_secs(0.06));
    submit(&mut display, 2.0, 0.06);
    submit(&mut display, 3.0, 0.07);
    assert_eq!([1.0; 3].map(|now| drawn(&mut display, now)), [Some(1.0), Some(3.0), None]);
}

#[test]
fn without_vsync_the_newest_whole_frame_wins_its_tick() {
    let mut display = Display::new(mailbox(10.0));
    for (drawn, finished) in [(1.0, 0.01), (2.0, 0.05), (3.0, 0.1), (4.0, 0.11)] {
        submit(&mut display, drawn, finished);
    }
    assert_eq!(drawn(&mut display, 0.099), None, "nothing before the tick");
    assert_eq!([0.15, 0.15, 0.2].map(|now| drawn(&mut display, now)), [Some(3.0), None, Some(4.0)]);
}

#[test]
fn a_frame_that_does_not_wait_replaces_what_still_waits() {
    let mut display = Display::new(fifo(10.0));
    submit(&mut display, 1.0, 0.05);
    submit(&mut display, 2.0, 0.06);
    display.set_scanout(Scanout::Immediate(Refresh::new(10.0)), Time::from_secs(0.1));
    assert_eq!(submit(&mut display, 3.0, 0.15), Time::from_secs(0.15));
    assert_eq!([1.0; 3].map(|now| drawn(&mut display, now)), [Some(1.0), Some(3.0), None]);
}

#[test]
fn a_variable_refresh_shows_a_frame_when_it_is_done_and_repeats_it_below_its_lower_rate() {
    let second = Span::from_secs(1.0);
    let mut display = Display::new(Scanout::Variable { shortest: second, longest: second * 4, spread: LowRates::Last });
    assert_eq!(submit(&mut display, 1.0, 10.0), Time::from_secs(10.0));
    assert_eq!(drawn(&mut display, 10.0), Some(1.0));
    assert_eq!(submit(&mut display, 2.0, 10.5), Time::from_secs(11.0), "no sooner than its higher rate");
    assert_eq!(submit(&mut display, 3.0, 10.7), Time::from_secs(12.0));
    assert_eq!([11.0, 12.0].map(|now| drawn(&mut display, now)), [Some(2.0), Some(3.0)]);
    assert_eq!(display.due(), (Time::from_secs(16.0), Refreshing::RepeatUnlessAFrameComes));
    assert_eq!(submit(&mut display, 4.0, 16.0), Time::from_secs(16.0), "a frame that is done just then comes first");
    assert_eq!(drawn(&mut display, 16.0), Some(4.0));
    assert_eq!(submit(&mut display, 5.0, 24.5), Time::from_secs(25.0), "after the second repeat at 24 s");
    for at in [20.0, 24.0] {
        assert_eq!(display.due(), (Time::from_secs(at), Refreshing::Repeat));
        display.repeat(Time::from_secs(at));
    }
    assert_eq!((drawn(&mut display, 25.0), display.refreshes(Time::NEVER)), (Some(5.0), 7));
}

/// Returns the stays of 40 frames that are done at 5 ms and then every 1/`fps` s, on a range of `lo` to `hi` Hz that repeats evenly,
/// in hundredths of a millisecond.
fn stays(fps: f64, lo: f64, hi: f64) -> Vec<i64> {
    let (shortest, longest) = (Span::from_hz(hi), Span::from_hz(lo));
    let mut display = Display::new(Scanout::Variable { shortest, longest, spread: LowRates::Even });
    let mut flips = Vec::new();
    for frame in 0..40 {
        let done = 0.005 + f64::from(frame) / fps;
        flips.push(submit(&mut display, done, done));
        while let (at, Refreshing::Repeat) = display.due() {
            display.repeat(at);
        }
        display.flip();
    }
    flips.windows(2).map(|pair| ((pair[1] - pair[0]).as_secs() * 1e5).round() as i64).collect()
}

#[test]
fn a_wide_range_repeats_evenly_and_a_narrow_one_at_the_last_moment() {
    let wide = stays(45.0, 48.0, 120.0);
    assert_eq!(wide[..7], [2917, 2292, 2135, 2057, 2008, 1974, 2172]);
    assert!(wide[7..].iter().all(|stay| *stay == 2222), "{wide:?}");
    let narrow = stays(45.0, 48.0, 75.0);
    assert!(narrow.chunks(3).all(|three| three == &[3417, 1333, 1917][..three.len()]), "{narrow:?}");
}

#[test]
fn every_low_rate_becomes_even_on_a_wide_range() {
    for (lo, hi) in [(48.0, 120.0), (48.0, 144.0), (40.0, 144.0)] {
        for half in 20..=(2.0 * (lo + 10.0)) as i32 {
            let fps = f64::from(half) / 2.0;
            let (all, even) = (stays(fps, lo, hi), (1e5 / fps).round() as i64);
            assert!(all[20..].iter().all(|stay| (stay - even).abs() <= 1), "{fps} on {lo} to {hi}: {all:?}");
        }
    }
}

/// Returns the rows of a display that tears, from the top, each with the frame that they show; `None` if the display no longer
/// has that frame.
fn rows(display: &Display, refresh: Refresh, now: Time) -> Vec<(Rows, Option<FrameOnDisplay<'_>>)> {
    let flips: Vec<&Flip> = display.torn.iter().chain(&display.shown).collect();
    let times: Vec<Time> = flips.iter().map(|flip| flip.at).collect();
    let rows = beam::rows(refresh, now, &times, display.flips as usize == flips.len());
    rows.into_iter().map(|rows| (rows, rows.flip.map(|flip| display.on_display(flips[flip])))).collect()
}

#[test]
fn frames_that_rows_still_show_are_kept_and_no_others() {
    let refresh = Refresh::new(10.0);
    let mut display = Display::new(Scanout::Immediate(refresh));
    let come = |display: &mut Display, number: u64, ms: f64| {
        let done = Time::ZERO + Span::from_millis(ms);
        let stages = Stages { submitted: done, gpu_begins: done, gpu_done: done };
        let content = display.keep(|content| content.numbers = Numbers::of([number as f64]));
        display.submit(RenderedFrame { drawn: done, content, known: 0, number, stages }, done);
        display.flip();
    };
    // A frame comes every 40 ms, on a display that writes all rows in 100 ms.
    for number in 1..=100 {
        come(&mut display, number, 40.0 * number as f64);
        let now = Time::ZERO + Span::from_millis(40.0 * number as f64 + 30.0);
        for (Rows { from, to, .. }, frame) in rows(&display, refresh, now) {
            let middle = f64::midpoint(from, to) * 100.0;
            let beam = (40.0 * number as f64 + 30.0) % 100.0;
            let written = 40.0 * number as f64 + 30.0 - beam + middle - if middle > beam { 100.0 } else { 0.0 };
            let current = (written / 40.0).floor().max(0.0) as u64;
            assert_eq!(frame.map_or(0, |frame| frame.number), current, "rows at {middle} % with frame {number}");
            // The frame's content has not been overwritten.
            assert_eq!(frame.map_or(Numbers::default(), |frame| frame.numbers), Numbers::of([current as f64]));
            assert!(frame.is_none_or(|frame| display.frame(frame.number).is_some()));
        }
    }
    assert!(display.contents.len() <= 6, "{} contents", display.contents.len());
    display.set_scanout(fifo(10.0), Time::from_secs(4.03));
    come(&mut display, 101, 4040.0);
    assert!(display.torn.is_empty(), "with ticks nothing tears");
}

#[test]
fn refreshes_are_counted_on_where_the_display_becomes_another_one() {
    let (mut display, at) = (Display::new(fifo(10.0)), Time::from_secs);
    assert_eq!([0.0, 0.099, 0.1].map(|now| display.refreshes(at(now))), [0, 0, 1]);
    display.set_scanout(fifo(100.0), at(1.05));
    assert_eq!([1.05, 1.1].map(|now| display.refreshes(at(now))), [10, 15], "five ticks of its own since then");
    display.set_scanout(mailbox(1.0), at(1.1));
    assert_eq!([1.1, 2.0].map(|now| display.refreshes(at(now))), [15, 16]);
}
