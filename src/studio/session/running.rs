//! How time passes in a session: with the frames of the window, or up to a given moment.

use super::demonstration;
use super::pacer::Pacer;
use super::state::Session;
use super::transport::Played;
use crate::base::time::Time;

impl Session {
    /// The window has come to a monitor that reports this rate, in Hz, if it reports one.
    pub fn on_monitor(&mut self, reported_hz: Option<f64>) {
        self.pacer = Pacer::new(reported_hz);
    }

    /// The window has been out of sight: time goes on from now.
    pub fn waken(&mut self) {
        self.pacer.forget();
    }

    /// A frame of the window begins at `real` seconds of a steady clock.
    pub fn frame(&mut self, real: f64) {
        self.real = real;
        if self.transport.rerun().is_some() {
            self.rerun();
            return;
        }
        if !self.is_playing() {
            return;
        }
        let mut moment = self.pacer.advance(real, self.now(), self.computer().refresh_hz, self.speed);
        match self.transport.play_to(&self.lab, moment) {
            Played::ToPresent => {}
            Played::InPast => return,
            Played::ToEnd => {
                self.playing = false;
                return;
            }
        }
        if let Some(finish) = self.finish.filter(|finish| *finish <= moment) {
            moment = finish;
            self.playing = false;
        }
        if self.demonstrating && moment >= Time::ZERO + demonstration::LENGTH {
            self.refusal = self.demonstrate().err();
            self.undo.aside = None; // Nobody asked for it to begin again, so nobody takes it back.
            return;
        }
        self.advance_to(moment);
    }

    /// Moves the laboratory's time on, whatever the window's clock says.
    pub fn advance_to(&mut self, moment: Time) {
        if self.demonstrating {
            // Each at its own moment, so that the demonstration is the same however long a frame of the window is.
            for timed in demonstration::due(self.lab.now(), moment) {
                self.lab.advance_to(Time::from_flicks(timed.at_flicks));
                self.refusal = self.lab.command(timed.command.clone()).err();
            }
        }
        self.lab.advance_to(moment);
        self.follow_panes();
    }
}
