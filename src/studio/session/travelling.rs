//! To the past and back: what the transport's actions do to a session.

use super::state::Session;
use super::transport::Move;
use crate::base::params::Invalid;
use crate::base::time::{Span, Time};

impl Session {
    /// Moves the playhead, or goes on from where it is.
    pub(super) fn travel(&mut self, to: Move) -> Result<(), Invalid> {
        if !matches!(to, Move::Dismiss(_) | Move::ToLive) {
            self.playing = false;
            self.finish = None;
        }
        self.pacer.forget();
        let period = Span::from_hz(self.computer().refresh_hz);
        let selected = self.selected();
        let lab = &mut self.lab;
        let pane = lab.panes()[selected].id();
        match to {
            Move::Back(unit) => self.transport.back(lab, pane, unit, period),
            Move::Forward(unit) => self.transport.forward(lab, pane, unit, period),
            Move::Scrub(moment) => self.transport.scrub(lab, moment),
            Move::ToOldest => self.transport.scrub(lab, Time::ZERO),
            Move::ToLive => self.go_live(),
            Move::Dismiss(pane) => self.transport.dismiss(pane),
            Move::RunFromHere => {
                self.transport.begin_rerun(lab)?;
                self.rerun();
            }
            Move::WallReplay(pane) => {
                if let Some(place) = lab.place_of(pane)
                    && self.transport.begin_wall_replay(lab, pane, self.speed)
                {
                    self.speed = 0.01;
                    self.selection.select(place);
                    self.playing = true;
                }
            }
        }
        Ok(())
    }

    /// Shows the present, at the viewing speed from before a wall replay.
    pub(super) fn go_live(&mut self) {
        self.speed = self.transport.speed_before().unwrap_or(self.speed);
        self.transport.go_live();
        self.pacer.forget();
    }

    /// Continues a rerun, and the run itself with the fork once that is done.
    pub(super) fn rerun(&mut self) {
        let speed = self.transport.speed_before().unwrap_or(self.speed);
        if let Some(lab) = self.transport.advance_rerun() {
            let (held, transport, selection) = (self.held, self.transport.again(), self.selection.clone());
            let take = self.take.filter(|from| *from <= lab.now());
            let loses_take = take != self.take;
            self.speed = speed;
            self.replace_run(lab, take);
            (self.held, self.transport, self.selection, self.playing) = (held, transport, selection, true);
            if loses_take {
                self.lose_take();
            }
            self.follow_panes();
            self.done(None);
        }
    }
}
