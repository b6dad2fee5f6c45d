//! Mistakes that can be made on purpose, one at a time, to show that a comparison of two runs catches them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    // Drawing and presenting apart.
    /// The frame goes to the display when it is drawn.
    PresentsWhenDrawn,
    /// A second drawing is thrown away in place of the first.
    KeepsSecondDraw,
    /// A frame that was drawn and never presented counts in the queue.
    QueueCountsDropped,
    /// Without a wait for the display, a frame appears before it is presented.
    TearsWhenDone,
    /// A variable refresh repeats until the GPU is done, and not until the frame is presented.
    RepeatsUntilDone,
    /// Presenting waits for nothing.
    PresentNeverWaits,
    // Low rates on a variable refresh.
    /// The expected stay is the last one.
    OneStay,
    /// A stay just below the longest interval is not cut.
    NoMargin,
    /// Stays are cut in a range too narrow for it.
    AnyRange,
    /// The parts are rounded up.
    RoundsUp,
    /// After the last even part the display goes on in such parts.
    GoesOnEvenly,
    // Presses.
    /// A reading at the very moment of a press misses it.
    ReadsLater,
    /// The button is still down when it is released.
    DownAtItsEnd,
    /// Only the first step of a turn sees an edge.
    AnswersOnce,
    /// Each step that sees the button down answers.
    AnswersEveryDown,
    /// A latch counts.
    CountsPresses,
    /// A stamp is compared with the beginning of a step.
    StampsByStart,
    /// Clock and game are compared when the step starts, and not at the top of the turn.
    ShiftAtStep,
    // Camera.
    /// The camera follows the newest body instead of the drawn one.
    FollowsNewest,
    /// Time passes from the end of a render to the end of the next.
    FollowsEnds,
    /// The first second counts, too.
    FirstSecondToo,
}

/// The mistakes about drawing and presenting.
pub const OF_PRESENT: [Break; 6] = [
    Break::PresentsWhenDrawn,
    Break::KeepsSecondDraw,
    Break::QueueCountsDropped,
    Break::TearsWhenDone,
    Break::RepeatsUntilDone,
    Break::PresentNeverWaits,
];

/// The mistakes about low rates on a variable refresh.
pub const OF_LFC: [Break; 5] = [Break::OneStay, Break::NoMargin, Break::AnyRange, Break::RoundsUp, Break::GoesOnEvenly];

/// The mistakes about presses.
pub const OF_PRESSES: [Break; 7] = [
    Break::ReadsLater,
    Break::DownAtItsEnd,
    Break::AnswersOnce,
    Break::AnswersEveryDown,
    Break::CountsPresses,
    Break::StampsByStart,
    Break::ShiftAtStep,
];

/// The mistakes about the camera.
pub const OF_CAMERA: [Break; 3] = [Break::FollowsNewest, Break::FollowsEnds, Break::FirstSecondToo];
