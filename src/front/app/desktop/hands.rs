//! Fingers and keys reach egui through winit alone.

/// Nothing, where a browser needs help to type with its keyboard on the screen.
pub struct Hands;

#[expect(clippy::unused_self, reason = "a browser's hands have typed something")]
impl Hands {
    /// Nothing is needed.
    pub fn new() -> Hands {
        Hands
    }

    /// Nothing to be added to the frame's input.
    pub fn add_to(&mut self, _: &mut egui::RawInput) {}

    /// Nothing to be done with what the interface asks for.
    pub fn follow(&mut self, _: &egui::PlatformOutput) {}
}
