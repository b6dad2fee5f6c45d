//! The script of a film, with virtual displays that fit its frame rate.

use crate::model::check;
use crate::model::config::{FilmSpec, Fit, Script};

/// The script as it is filmed: with `fit_display`, every display whose frames the film can't show evenly gets the nearest
/// rate whose frames it can.
pub fn script_to_film(spec: &FilmSpec, script: &Script) -> Script {
    if !spec.fit_display {
        return script.clone();
    }
    let mut settings = script.settings().clone();
    let own = settings.panes.iter_mut().filter_map(|pane| pane.computer.as_mut());
    for computer in own.chain(std::iter::once(&mut settings.computer)) {
        if spec.fit(computer.refresh_hz) == Fit::Uneven {
            computer.refresh_hz = spec.fitting_rate(computer.refresh_hz);
        }
    }
    check::script(settings, script.commands().to_vec()).unwrap_or_else(|_| script.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::config::Settings;

    #[test]
    fn a_display_that_does_not_fit_the_film_can_be_made_to_fit() {
        let refresh_hz =
            |spec: FilmSpec| script_to_film(&spec, &Script::from(Settings::default())).settings().computer.refresh_hz;
        assert_eq!(refresh_hz(FilmSpec { fps: 50, fit_display: true, ..FilmSpec::default() }), 50.0);
        assert_eq!(refresh_hz(FilmSpec { fps: 50, ..FilmSpec::default() }), 60.0, "only where it is asked for");
        assert_eq!(refresh_hz(FilmSpec { fps: 60, fit_display: true, ..FilmSpec::default() }), 60.0);
        assert_eq!(refresh_hz(FilmSpec { fps: 8, fit_display: true, ..FilmSpec::default() }), 56.0, "slow films too");
    }
}
