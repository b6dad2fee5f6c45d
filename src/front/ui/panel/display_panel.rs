//! The note that the monitor can't show the virtual display evenly, with the rate and the speed that would fit.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, ViewAction};
use crate::studio::view::fit::Fit;
use egui::{Id, RichText, Ui};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::Owner;

/// The time for which the note is shown, in seconds of the window's clock: once for each rate and viewing speed.
const SHOWN_S: f64 = 20.0;

/// Returns whether the note has to be shown: the monitor can't show the virtual display evenly, and the rate or the viewing speed
/// has changed within the last 20 s.
pub fn is_news(ui: &Ui, session: &Session, computer: &Computer) -> bool {
    let is_uneven = session.pacer.fit(computer.refresh_hz, session.run.speed) == Fit::Uneven;
    if computer.variable_hz().is_some() || !is_uneven {
        return false;
    }
    let (now, about) = (ui.input(|input| input.time), [computer.refresh_hz, session.run.speed]);
    ui.data_mut(|data| {
        let (said_about, since) = data.get_temp_mut_or_insert_with(Id::unique("said about the monitor"), || (about, now));
        if *said_about != about {
            (*said_about, *since) = (about, now);
        }
        now - *since < SHOWN_S
    })
}

/// Shows that the monitor can't show the virtual display evenly, and buttons for a rate and a speed that would fit.
pub fn fit(ui: &mut Ui, pass: &mut UiPass, computer: &Computer) {
    let session = pass.session;
    let pacer = &session.pacer;
    let (rate, speed) = (pacer.fitting_rate(computer.refresh_hz), pacer.fitting_speed(computer.refresh_hz));
    let text = format!("This monitor shows {:.0} Hz: what judders here may be the monitor.", pacer.monitor_hz());
    ui.label(RichText::new(text).small().color(ui.look().weak()));
    ui.horizontal(|ui| {
        if ui.small_button(format!("Use {rate:.0} Hz")).clicked() {
            let owner = Owner::of_computer(session.run.lab.settings(), session.selected());
            pass.actions.push(Action::set(owner.path("refresh_hz"), rate));
        }
        if ui.small_button(format!("Watch at {speed:.2}×")).clicked() {
            pass.actions.push(Action::View(ViewAction::Speed(speed)));
        }
    });
}
