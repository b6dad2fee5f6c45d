//! Searches of the gallery, in the words that people type.

use tickscope::front::ui::gallery::exhibits::pictures_found;

/// The place at which the right answer must stand at the latest.
const AMONG_THE_FIRST: usize = 3;

/// Sentences as people type them, some misspelled, with the picture of an exhibit that answers each.
const SENTENCES: &[(&str, &str)] = &[
    ("why does my game run faster on 144 hz", "scenario-three-computers"),
    ("my character falls through the floor", "scenario-tunnelling"),
    ("game speed depends on framerate", "scenario-slow-motion"),
    ("player moves slower on my laptop", "scenario-slow-motion"),
    ("bullets go through walls at low fps", "scenario-tunnelling"),
    ("fast objects pass through thin walls", "scenario-tunnelling"),
    ("collision detection fails at high speed", "scenario-tunnelling"),
    ("studdering even though fps is 60", "scenario-judder"),
    ("movement looks choppy at a fixed timestep", "scenario-interpolation"),
    ("jittery movement unity fixedupdate", "scenario-interpolation"),
    ("camera jitters when following the player", "scenario-following-camera"),
    ("some button presses are lost", "scenario-lost-presses"),
    ("Between two steps", "lesson-between-steps"),
    ("micro stutters every few seconds", "scenario-judder"),
    ("my game is locked to 30 fps with vsync on", "scenario-one-late-frame"),
    ("fps drops from 60 to 30", "scenario-one-late-frame"),
    ("half the frame rate when vsync is on", "scenario-one-late-frame"),
    ("input lag with vsync", "scenario-queue"),
    ("mouse feels laggy", "scenario-queue"),
    ("controls feel sluggish and unresponsive", "scenario-queue"),
    ("how to reduce input latency", "scenario-queue"),
    ("game freezes for a second while loading", "scenario-hitch"),
    ("everything teleports after a lag spike", "scenario-hitch"),
    ("physics explodes when I pause in the debugger", "scenario-hitch"),
    ("huge delta time after alt tab", "scenario-clamped-delta"),
    ("spring simulation blows up", "scenario-explosion"),
    ("spiral of death fixed timestep", "scenario-spiral"),
    ("physics can't keep up and the game hangs", "scenario-spiral"),
    ("jumps higher at low fps", "world-jump"),
    ("replay goes out of sync", "scenario-replay"),
    ("multiplayer lockstep desync", "scenario-peers"),
    ("same input gives different results", "scenario-replay"),
    ("is floating point deterministic", "scenario-rounding"),
    ("requestanimationframe runs twice as fast on 120hz", "scenario-three-computers"),
    ("my javascript game stutters in chrome", "scenario-browser-stutter"),
    ("how to interpolate between physics steps", "scenario-interpolation"),
    ("what is alpha in fix your timestep", "scenario-interpolation"),
    ("should i use delta time or fixed timestep", "scenario-clamped-delta"),
    ("screen tearing without v-sync", "scenario-tearing"),
    ("sleep(16) is not accurate", "scenario-four-timers"),
    ("gettickcount only has 15 ms resolution", "scenario-old-timer"),
    ("game breaks after 49 days", "scenario-wrap"),
    ("box stack wobbles and topples", "scenario-toppling"),
    ("does g-sync fix stutter", "scenario-variable-refresh"),
    ("gpu is at 100% and input lags", "scenario-gpu-bound"),
    ("slow motion bullet time for one object", "scenario-own-times"),
    ("jiterry moovement", "scenario-judder"),
    ("tunelling bulets", "scenario-tunnelling"),
    ("interpolaton vs extrapolaton", "scenario-interpolation"),
    ("wich game loop is best", "scenario-four-loops"),
    ("why is my game so slow on old computers", "scenario-slow-motion"),
    ("on a 240hz monitor everything is 4 times too fast", "scenario-three-computers"),
    ("enemies walk faster when framerate is uncapped", "scenario-three-computers"),
    ("ball sometimes goes through paddle in pong", "scenario-tunnelling"),
    ("scrolling isnt smooth", "scenario-judder"),
    ("sprite jitters back and forth", "scenario-judder"),
    ("uneven frame pacing", "scenario-judder"),
    ("frame time spikes", "scenario-hitch"),
    ("gc pauses cause hitches", "scenario-hitch"),
    ("game stuck at 30 fps", "scenario-one-late-frame"),
    ("why does one missed frame halve the fps", "scenario-one-late-frame"),
    ("delay between pressing a key and jumping", "scenario-queue"),
    ("keyboard input feels delayed", "scenario-input-once-a-turn"),
    ("gpu bound latency", "scenario-gpu-bound"),
    ("the physics goes crazy after a lag spike", "scenario-hitch"),
    ("springs go unstable with large dt", "scenario-explosion"),
    ("game gets slower and slower until it freezes", "scenario-spiral"),
    ("can jump over obstacles only at high fps", "world-jump"),
    ("replays diverge", "scenario-replay"),
    ("clients get out of sync", "scenario-replay"),
    ("raf called 144 times per second", "scenario-browser-stutter"),
    ("canvas game choppy in firefox", "scenario-browser-stutter"),
    ("horizontal line across the screen when moving", "scenario-tearing"),
    ("thread sleep oversleeps", "scenario-four-timers"),
    ("stack of crates falls over", "scenario-toppling"),
    ("freesync flicker", "scenario-variable-refresh"),
    ("how does unity do fixed update", "scenario-interpolation"),
    ("godot physics jitter", "scenario-interpolation"),
    ("dead reckoning overshoots", "scenario-asking-the-wall"),
    ("pausing the game makes a big jump", "scenario-pause"),
    ("character moves faster with high fps", "scenario-three-computers"),
    ("gravity different at 144hz", "world-jump"),
    ("game slows down when many enemies", "scenario-slow-motion"),
    ("stutters every few seconds", "scenario-judder"),
    ("input feels laggy", "scenario-queue"),
    ("ball goes through wall", "scenario-tunnelling"),
    ("everything runs at double speed on a better monitor", "scenario-three-computers"),
    ("my game is slower on other peoples computers", "scenario-slow-motion"),
    ("game catches up after the window was minimized", "scenario-hitch"),
    ("fps is fine but it does not look smooth", "scenario-judder"),
    ("arrow keys react too late", "scenario-queue"),
    ("works on my pc but too fast on my laptop", "scenario-three-computers"),
];

/// Sentences with one answer, which must stand first.
const FIRST: [(&str, &str); 3] = [
    ("game runs faster on my friends pc", "scenario-three-computers"),
    ("game speed is different on another computer", "scenario-three-computers"),
    ("the game runs faster on a faster pc", "scenario-three-computers"),
];

#[test]
fn the_one_answer_to_a_sentence_stands_first() {
    let found: Vec<_> = FIRST.iter().map(|(typed, _)| (*typed, pictures_found(typed)[0])).collect();
    assert_eq!(found, FIRST);
}

#[test]
fn the_right_answer_to_a_sentence_is_among_the_first_three() {
    let mut missed = Vec::new();
    for (typed, right) in SENTENCES {
        let found = pictures_found(typed);
        assert!(!found.is_empty() && found.len() <= 12, "{typed}: {found:?}");
        if !found.iter().take(AMONG_THE_FIRST).any(|picture| picture == right) {
            missed.push(format!("{typed}: {right} is not among the first of {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn no_exhibit_is_the_answer_to_everything() {
    let firsts: Vec<&str> = SENTENCES.iter().map(|(typed, _)| pictures_found(typed)[0]).collect();
    for picture in &firsts {
        let first = firsts.iter().filter(|other| *other == picture).count();
        assert!(first * 4 <= SENTENCES.len(), "{picture} comes first for {first} of {} sentences", SENTENCES.len());
    }
}
