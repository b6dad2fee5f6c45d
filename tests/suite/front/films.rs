//! Films: the same scenario gives the same pixels, each frame is of its own exact moment, and what is cancelled or can't
//! be written leaves nothing behind.

use super::adapter;
use crate::tiers::is_left_to_full_tier;
use std::path::PathBuf;
use std::time::Duration;
use tickscope::front::film;
use tickscope::front::film::error::FilmError;
use tickscope::front::film::job::FilmJob;
use tickscope::front::film::record::FilmPlace;
use tickscope::front::film::renderer::FilmRenderer;
use tickscope::studio::scenario::builtin;
use tickscope::studio::scenario::definition::{Caption, Scenario};
use tickscope::studio::view::View;
use tickscope::studio::view::film_spec::FilmSpec;
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};

/// Returns small frames, so that many of them take little time.
fn small() -> FilmSpec {
    FilmSpec { size: [320, 200], zoom: 0.5, ..FilmSpec::default() }
}

/// Returns a renderer, in the full tier; `None` where there is no GPU.
fn renderer(scenario: &Scenario, spec: &FilmSpec) -> Option<FilmRenderer> {
    if is_left_to_full_tier() {
        return None;
    }
    match FilmRenderer::open(scenario, spec) {
        Ok(renderer) => Some(renderer),
        Err(FilmError::Gpu(error)) => {
            adapter::skip("a film", &error);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn frames(scenario: &Scenario, spec: &FilmSpec, numbers: impl IntoIterator<Item = u64>) -> Option<Vec<Vec<u8>>> {
    let mut renderer = renderer(scenario, spec)?;
    let mut frame = |number| {
        let reading = renderer.begin(number);
        renderer.end(&reading).expect("a desktop waits for the GPU").expect("the frame is drawn")
    };
    Some(numbers.into_iter().map(&mut frame).collect())
}

fn named(name: &str) -> Scenario {
    builtin::find(name).and_then(|builtin| builtin.scenario().map_err(|e| panic!("{e}"))).expect("it comes with the program")
}

/// Returns a folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tickscope-films-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn two_films_of_one_scenario_are_the_same_to_the_last_pixel() {
    for builtin in builtin::ALL {
        let scenario = builtin.scenario().expect("it is readable");
        let numbers = [0, 1, 59, 200, 201];
        let Some(first) = frames(&scenario, &small(), numbers) else { return };
        assert!(Some(&first) == frames(&scenario, &small(), numbers).as_ref(), "{}", builtin.id);
        assert!(first.iter().all(|frame| frame.len() == 320 * 200 * 4));
        assert!(first[0] != first[3], "{}: something has moved", builtin.id);
    }
}

#[test]
fn a_film_that_begins_later_or_goes_slower_shows_the_same_moments_the_same() {
    let scenario = named("hitch");
    let all = small();
    let Some(whole) = frames(&scenario, &all, [120, 126, 132]) else { return };
    let later = FilmSpec { from_s: 2.0, ..all.clone() };
    assert!(Some(&whole) == frames(&scenario, &later, [0, 6, 12]).as_ref());
    let slow = FilmSpec { from_s: 2.0, speed: 0.1, ..all.clone() };
    assert!(Some(&whole) == frames(&scenario, &slow, [0, 60, 120]).as_ref());
    let coarse = FilmSpec { fps: 10, ..all };
    assert!(Some(&whole) == frames(&scenario, &coarse, [20, 21, 22]).as_ref());
}

#[test]
fn a_film_changes_exactly_when_the_virtual_display_does() {
    // 25 ms to draw on a 60 Hz display: a new frame at every second refresh.
    let mut settings =
        Settings { scene: WorldChoice::new("runner"), panes: vec![PaneSettings::new("variable-delta")], ..Settings::default() };
    settings.computer.render_ms = 25.0;
    // Parts that move between two frames are left out: pulses sweep, outlines and trails follow the display's own time.
    let view = View { ghosts: false, trails: false, pulse: false, ..View::default() };
    let scenario = Scenario { view, ..Scenario::from(settings) };
    let Some(frames) = frames(&scenario, &FilmSpec { from_s: 4.0, ..small() }, 0..20) else { return };
    let changes: Vec<bool> = frames.windows(2).map(|pair| pair[0] != pair[1]).collect();
    assert!(changes.chunks(2).all(|pair| pair.iter().filter(|changed| **changed).count() == 1 || pair.len() == 1), "{changes:?}");
    assert!(changes.windows(2).all(|pair| pair[0] != pair[1]), "at every second refresh: {changes:?}");
}

#[test]
fn captions_panels_and_a_single_pane_change_the_frame_and_not_the_run() {
    let scenario = named("slow-motion");
    let Some(plain) = frames(&scenario, &small(), [300]) else { return };
    for other in [
        FilmSpec { caption: "Look at pane A".to_owned(), ..small() },
        FilmSpec { panel: true, ..small() },
        FilmSpec { pane: Some(2), ..small() },
        FilmSpec { zoom: 1.0, ..small() },
    ] {
        assert!(Some(&plain) != frames(&scenario, &other, [300]).as_ref(), "{other:?}");
    }
    let caption = |from, to, text: &str| Caption { from, to, text: text.to_owned() };
    let captions = vec![caption(0.0, 5.0, "Look at pane A"), caption(5.0, 9.0, "Look at pane B")];
    let captioned = Scenario { captions, ..scenario.clone() };
    let shown = FilmSpec { caption: "Look at pane A".to_owned(), ..small() };
    for (number, is_same) in [(299, true), (300, false)] {
        let same = frames(&scenario, &shown, [number]) == frames(&captioned, &small(), [number]);
        assert_eq!(same, is_same, "each caption at its moment: frame {number}");
    }
}

#[test]
fn a_recorded_film_has_the_frames_of_its_renderer() {
    let folder = folder("frames");
    let path = folder.join("still.png").to_string_lossy().into_owned();
    let spec = FilmSpec { path, fps: 20, from_s: 2.0, to_s: 2.4, ..small() };
    for scenario in ["judder", "spiral"].map(named) {
        let Some(drawn) = frames(&scenario, &spec, [0, 3, 7]) else { return };
        for (drawn, to_s) in drawn.into_iter().zip([2.0, 2.15, 2.35]) {
            film::record::record_film(&scenario, &FilmSpec { to_s, ..spec.clone() }, |_| true).unwrap();
            let recorded = image::open(&spec.path).unwrap().into_rgba8().into_raw();
            assert!(recorded == drawn, "the frame at {to_s} s");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_cancelled_film_leaves_nothing_and_another_reports_its_progress() {
    let folder = folder("cancel");
    let path = folder.join("film.gif").to_string_lossy().into_owned();
    let spec = FilmSpec { path, fps: 25, to_s: 1.0, ..small() };
    if renderer(&named("judder"), &spec).is_none() {
        return;
    }
    let cancelled = film::record::record_film(&named("judder"), &spec, |done| done < 3);
    assert!(matches!(cancelled, Err(FilmError::Cancelled)));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    let mut told = Vec::new();
    let recorded = film::record::record_film(&named("judder"), &spec, |done| {
        told.push(done);
        true
    });
    told.dedup(); // It is also asked while a frame is simulated.
    assert_eq!(told, (0..=25).collect::<Vec<_>>());
    let recorded = recorded.unwrap();
    assert_eq!((recorded.frames, std::fs::metadata(&spec.path).unwrap().len()), (25, recorded.written.bytes));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);

    let mut job = FilmJob::start(
        named("judder"),
        FilmSpec { to_s: 3600.0, path: folder.join("long.gif").to_string_lossy().into(), ..spec },
        FilmPlace::Disk,
    )
    .unwrap();
    job.cancel();
    let ended = loop {
        if let Some(ended) = job.poll() {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(matches!(ended, Err(FilmError::Cancelled)));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing of the long one");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn impossible_films_are_refused_before_anything_is_drawn() {
    let refused = |spec: FilmSpec| film::record::check(&spec).expect_err(&spec.path).to_string();
    assert!(refused(FilmSpec { path: "film.gif".to_owned(), fps: 60, ..small() }).contains("50"));
    assert!(refused(FilmSpec { path: "film.avi".to_owned(), ..small() }).contains("avi"));
    assert!(refused(FilmSpec { path: String::new(), ..small() }).contains("--output"));
    assert!(film::record::check(&FilmSpec { path: "still.png".to_owned(), fps: 7, ..small() }).is_ok());
}
