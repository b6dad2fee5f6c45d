//! Timers: functions that games read the time with, by name, each with its resolution.
//!
//! The first article ends with a table of such functions, and Witters' loops read `GetTickCount`. A name only stands for a
//! resolution, `timer_ms` of a [`Computer`](super::computer::Computer); nothing else of the function is imitated. Resolutions are rounded
//! to the nearest flick (1.42 ns) like every length of time: a microsecond is 706 flicks, 1.0006 µs, and a resolution finer than
//! a flick counts as exact.

use crate::base::params::invalid::Invalid;

/// A function that reads a clock.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    /// The name on the command line.
    pub name: &'static str,
    /// The call as a program writes it.
    pub call: &'static str,
    /// The unit of the function's readings.
    pub unit: &'static str,
    /// The least difference between two readings, in milliseconds; 0 if it is finer than a flick.
    pub resolution_ms: f64,
    /// The system that the function belongs to, and the source of the resolution.
    pub about: &'static str,
}

/// Every timer that has a name, the finest first.
pub const TIMERS: &[Timer] = &[
    Timer {
        name: "GetCurrentEventTime",
        call: "GetCurrentEventTime()",
        unit: "s",
        resolution_ms: 0.0,
        about: "Carbon: seconds since the start of the computer in a double, from a counter of nanoseconds.",
    },
    Timer {
        name: "UpTime",
        call: "UpTime()",
        unit: "AbsoluteTime",
        resolution_ms: 0.0,
        about: "Macintosh Toolbox: the processor's own counter; nanoseconds on Intel Macs.",
    },
    Timer {
        name: "QueryPerformanceCounter",
        call: "QueryPerformanceCounter()",
        unit: "counts",
        resolution_ms: 0.0001,
        about: "Win32: counts of 1 / QueryPerformanceFrequency, which is 10 MHz since Windows 10; it varied before.",
    },
    Timer {
        name: "timeIntervalSinceReferenceDate",
        call: "[NSDate timeIntervalSinceReferenceDate]",
        unit: "s",
        resolution_ms: 1000.0 / 8_388_608.0,
        about: "Cocoa: seconds since 2001 in a double, whose last bit is 0.12 µs from 2018 to 2035.",
    },
    Timer {
        name: "gettimeofday",
        call: "gettimeofday()",
        unit: "µs",
        resolution_ms: 0.001,
        about: "POSIX: seconds and whole microseconds.",
    },
    Timer {
        name: "SDL_GetTicks",
        call: "SDL_GetTicks()",
        unit: "ms",
        resolution_ms: 1.0,
        about: "SDL: whole milliseconds since its start.",
    },
    Timer {
        name: "glutGet",
        call: "glutGet(GLUT_ELAPSED_TIME)",
        unit: "ms",
        resolution_ms: 1.0,
        about: "GLUT: whole milliseconds since its start.",
    },
    Timer {
        name: "timeGetTime",
        call: "timeGetTime()",
        unit: "ms",
        resolution_ms: 1.0,
        about: "Win32: milliseconds, every one of them after timeBeginPeriod(1).",
    },
    Timer {
        name: "GetTickCount-NT",
        call: "GetTickCount() on Windows NT with one processor",
        unit: "ms",
        resolution_ms: 10.0,
        about: "Win32: milliseconds that move on with the clock interrupt, 100 times a second.",
    },
    Timer {
        name: "GetTickCount",
        call: "GetTickCount()",
        unit: "ms",
        resolution_ms: 15.625,
        about: "Win32, Witters' loops: milliseconds that move on with the clock interrupt, 64 times a second; documented as 10 to 16.",
    },
    Timer {
        name: "GetTickCount-95",
        call: "GetTickCount() on Windows 95",
        unit: "ms",
        resolution_ms: 55.0,
        about: "Windows 95, and DOS: milliseconds that move on 18.2 times a second.",
    },
];

impl Timer {
    /// Returns the timer with this name or this call. Upper and lower case are the same.
    ///
    /// ```
    /// use tickscope_core::model::config::timers::Timer;
    ///
    /// assert_eq!(Timer::find("GetTickCount").unwrap().resolution_ms, 15.625);
    /// assert_eq!(Timer::find("GetTickCuont").unwrap_err().nearest.as_deref(), Some("GetTickCount"));
    /// ```
    pub fn find(name: &str) -> Result<&'static Timer, Invalid> {
        let asked = name.trim();
        let is = |known: &str| known.eq_ignore_ascii_case(asked);
        let found = TIMERS.iter().find(|timer| is(timer.name) || is(timer.call) || is(&format!("{}()", timer.name)));
        found.ok_or_else(|| Invalid::unknown("timer", name, TIMERS.iter().map(|timer| timer.name)))
    }
}

#[cfg(test)]
mod tests {
    use crate::base::time::Span;
    use crate::model::config::timers::*;

    #[test]
    fn every_timer_is_found_by_its_name_and_by_its_call_and_stands_by_its_resolution() {
        for timer in TIMERS {
            for name in [timer.name.to_owned(), timer.call.to_owned(), timer.name.to_lowercase()] {
                assert_eq!(Timer::find(&name).expect("it is known").name, timer.name);
            }
        }
        assert!(TIMERS.is_sorted_by_key(|timer| timer.resolution_ms));
    }

    #[test]
    fn resolutions_are_whole_flicks_within_one_percent() {
        let flicks = |name| Span::from_millis(Timer::find(name).expect("it is known").resolution_ms).flicks();
        let names = ["UpTime", "QueryPerformanceCounter", "timeIntervalSinceReferenceDate", "gettimeofday", "GetTickCount"];
        assert_eq!(names.map(flicks), [0, 71, 84, 706, 11_025_000]);
    }
}
