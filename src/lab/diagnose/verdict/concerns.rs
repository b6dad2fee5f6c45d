//! Which numbers follow from what is found.

use super::finding::Finding;

/// How fast things go, and what is lost by it.
const SPEED: &[&str] = &["speed_ratio", "game_speed_ratio", "lost_s", "state_age_mean_ms", "state_age_max_ms"];
/// How evenly things move.
const EVENNESS: &[&str] = &["animation_error_mean_ms", "animation_error_max_ms", "jitter_ms"];
/// How many frames come, and how late.
const RATE: &[&str] = &["fps_mean", "one_percent_low_fps", "distinct_fps", "hitch_ms_per_s", "frames_displayed"];
/// How long the steps are, and what comes of it.
const STEPS: &[&str] = &["dt_max_s", "step_length_max", "wall_exposure_max", "updates_per_frame_max"];
const PASSES: &[&str] = &["caught", "tunnelled"];
const PATHS: &[&str] = &["path_deviation_mean", "path_deviation_max"];
const WORK: &[&str] = &["busy_percent"];
const ANSWERS: &[&str] =
    &["input_to_display_mean_ms", "input_to_display_min_ms", "input_to_display_p95_ms", "input_to_display_max_ms"];

impl Finding {
    /// Whether the metric with this key is what it is because of this.
    pub fn concerns(&self, metric: &str) -> bool {
        let groups: &[&[&str]] = match self {
            Finding::Refused(_) => &[RATE, SPEED, STEPS, &["updates", "updates_per_s"]],
            Finding::NotResponding(_) | Finding::StandsStill(_) | Finding::Stalled { .. } => {
                &[RATE, SPEED, EVENNESS, STEPS, &["frozen_s"]]
            }
            Finding::Spiral { .. } => &[RATE, SPEED, STEPS, WORK],
            Finding::CounterStartedOver | Finding::Paused(_) => &[SPEED, &["updates", "updates_per_s"]],
            Finding::GameSpeed { .. } | Finding::Slow(..) | Finding::Fast(..) | Finding::WithinAStep(_) => &[SPEED],
            Finding::Behind(_) => &[&["lost_s", "state_age_min_ms", "state_age_mean_ms", "state_age_max_ms"]],
            Finding::Tunnelled { .. } => &[PASSES, STEPS],
            Finding::Exploded(_) | Finding::World(_) => &[PATHS],
            Finding::TimerStandsStill(_) => &[EVENNESS, STEPS, &["dt_min_s"]],
            Finding::NoneAndTwo { .. } => &[EVENNESS, &["updates_per_frame_max"]],
            Finding::RawSteps { .. } => &[EVENNESS, &["distinct_fps"]],
            Finding::Judders(_) | Finding::TimesItsWaits { .. } => &[EVENNESS],
            Finding::Dropped(_) => &[&["frames_dropped", "frames_rendered"]],
            Finding::GpuBound { .. } => &[RATE, ANSWERS, &["stage_gpu_mean_ms", "stage_queue_mean_ms"]],
            Finding::QueueFull { .. } => &[ANSWERS, &["stage_queue_mean_ms", "stage_display_mean_ms"]],
            Finding::Torn(_) => &[&["frames_torn"]],
            Finding::Repeated { .. } => &[&["repeats"], RATE],
            Finding::SlowToAnswer(_) => &[ANSWERS],
            Finding::NeverWaits { .. } => &[WORK],
            Finding::FewFrames(..) => &[RATE, &["dt_max_s"]],
            Finding::NoFrames => &[RATE, SPEED],
            Finding::Right { .. } => &[RATE, &["speed_ratio", "game_speed_ratio"], EVENNESS, &["dt_max_s"]],
        };
        groups.iter().any(|group| group.contains(&metric))
    }
}
