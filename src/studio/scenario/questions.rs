//! The questions that people ask about their game loops, with the scenarios that answer them: every scenario that comes with the
//! program belongs to one question.

use super::builtin;

/// A question in the words of a person who has never heard of a fixed time step.
#[derive(Debug)]
pub struct Question {
    pub text: &'static str,
    /// The scenarios that answer the question, the plainest first.
    pub answers: &'static [Answer],
}

#[derive(Debug)]
pub struct Answer {
    pub scenario: &'static str,
    /// The laboratory time, in seconds, of a still that shows the point.
    pub picture_s: f64,
}

const fn at(scenario: &'static str, picture_s: f64) -> Answer {
    Answer { scenario, picture_s }
}

/// Every question, the most frequent first. To add a scenario: name it here too; a test reports a missing one.
pub const ALL: &[Question] = &[
    Question { text: "What can a game loop do wrong?", answers: &[at("four-loops", 11.5), at("readers-ask", 40.5)] },
    Question {
        text: "Why do things pass through walls?",
        answers: &[
            at("tunnelling", 11.0),
            at("gate", 5.0),
            at("two-lines", 5.0),
            at("over-the-gate", 3.2),
            at("asking-the-wall", 4.62),
        ],
    },
    Question { text: "Why does my game stay at 30 FPS?", answers: &[at("one-late-frame", 9.0)] },
    Question {
        text: "Why is the game slow on slow computers?",
        answers: &[
            at("slow-motion", 8.6),
            at("three-computers", 5.0),
            at("four-timers", 7.5),
            at("finding-the-rate", 8.0),
            at("whole-refreshes", 7.0),
            at("zooming-out", 8.0),
            at("more-game-than-graphics", 6.0),
            at("readers", 7.0),
            at("spiral", 9.5),
        ],
    },
    Question {
        text: "Why does my game stutter at 60 FPS on 60 Hz?",
        answers: &[
            at("judder", 6.0),
            at("interpolation", 5.0),
            at("old-timer", 4.0),
            at("even-frames", 5.0),
            at("lying-about-time", 5.0),
            at("dot", 0.09),
        ],
    },
    Question {
        text: "Why does it stutter on a variable refresh?",
        answers: &[at("low-rates", 5.0), at("two-limiters", 5.0), at("variable-refresh", 7.0)],
    },
    Question { text: "Why does my browser game stutter?", answers: &[at("browser-stutter", 5.0), at("missed-refresh", 5.0)] },
    Question {
        text: "What happens when everything stops for a second?",
        answers: &[
            at("hitch", 3.6),
            at("clamped-delta", 5.0),
            at("before-the-reading", 2.7),
            at("wrap", 5.0),
            at("pause", 5.0),
            at("never-lies", 5.0),
        ],
    },
    Question {
        text: "Why does the game answer late?",
        answers: &[at("queue", 5.0), at("gpu-bound", 5.0), at("tearing", 3.0), at("input-once-a-turn", 5.0)],
    },
    Question { text: "Why are some presses lost?", answers: &[at("lost-presses", 9.0)] },
    Question { text: "Why does the character jitter when the camera follows?", answers: &[at("following-camera", 6.0)] },
    Question {
        text: "What do interpolation and prediction draw wrong?",
        answers: &[at("random-velocity", 6.0), at("ten-point-three", 0.372), at("sixty-four-pictures", 5.0)],
    },
    Question {
        text: "Why does the same game end differently?",
        answers: &[
            at("replay", 12.0),
            at("lap", 9.0),
            at("peers", 12.0),
            at("steering", 20.0),
            at("divergence", 9.0),
            at("explosion", 4.0),
            at("toppling", 10.0),
            at("rounding", 9.5),
        ],
    },
    Question { text: "What do engines do?", answers: &[at("engines", 7.0)] },
    Question { text: "How does an object keep a time of its own?", answers: &[at("own-times", 9.0), at("scene-change", 30.0)] },
];

/// Returns the question that the scenario of this name answers; `None` for a scenario that does not come with the program.
pub fn asked_by(name: &str) -> Option<&'static Question> {
    let (id, _) = builtin::SCENARIOS.iter().find(|(_, scenario)| scenario.name == name)?;
    ALL.iter().find(|question| question.answers.iter().any(|answer| answer.scenario == *id))
}

#[cfg(test)]
mod tests {
    use crate::studio::scenario::questions::*;

    #[test]
    fn every_scenario_that_comes_with_the_program_answers_one_question() {
        let mut answers: Vec<&str> = ALL.iter().flat_map(|question| question.answers).map(|answer| answer.scenario).collect();
        let mut scenarios: Vec<&str> = builtin::ALL.iter().map(|builtin| builtin.id).collect();
        answers.sort_unstable();
        scenarios.sort_unstable();
        assert_eq!(answers, scenarios);
    }

    #[test]
    fn a_scenario_is_asked_for_by_its_name_and_one_of_a_person_by_none() {
        let question = |name| asked_by(name).map(|question| question.text);
        assert_eq!(question("Tunnelling"), Some("Why do things pass through walls?"));
        assert_eq!(question("My own"), None);
        assert_eq!(question(""), None);
    }

    #[test]
    fn a_picture_is_of_a_moment_that_the_scenario_reaches() {
        for answer in ALL.iter().flat_map(|question| question.answers) {
            let scenario = builtin::SCENARIOS.iter().find(|(id, _)| *id == answer.scenario).map(|(_, scenario)| scenario);
            let seconds =
                scenario.and_then(|scenario| scenario.seconds).expect("scenarios that come with the program say how long");
            assert!(answer.picture_s > 0.0 && answer.picture_s <= seconds, "{}", answer.scenario);
        }
    }
}
