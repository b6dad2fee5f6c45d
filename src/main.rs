//! Arguments to a command, a command to its function, an error to one line and an exit code. Start reading in `lib.rs`.

use std::process::ExitCode;

/// Runs the command that the arguments name. In a page there are no commands: the window is shown.
#[cfg(target_arch = "wasm32")]
fn main() -> ExitCode {
    #[cfg(feature = "own-loops")]
    tickscope::meter_memory();
    match tickscope::front::app::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => panic!("{error}"),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    use std::io::Write as _;
    use tickscope::front::app::desktop::doctor;
    use tickscope::front::cli::arguments::Command;
    use tickscope::front::cli::lesson::LessonRun;
    use tickscope::front::cli::{self, output};
    use tickscope::studio::arguments::refusal::Refusal;

    #[cfg(feature = "own-loops")]
    tickscope::meter_memory();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error,wgpu_hal::gles=off")).init();
    let mut stdout = std::io::stdout();
    let command = match cli::arguments::parse(std::env::args_os()) {
        Ok(command) => command,
        Err(Refusal::Help(text)) => {
            let _ = write!(stdout, "{text}");
            return ExitCode::SUCCESS;
        }
        Err(refusal) => return fail(&refusal),
    };
    #[cfg(feature = "own-loops")]
    if let Some(loops) = command.watched_loops() {
        use tickscope::front::watchdog;
        watchdog::start(watchdog::end_command(loops.to_vec()));
    }
    let done = match command {
        Command::Window(start) => output::window(*start, stdout),
        Command::Trace(trace) => output::trace(&trace, stdout),
        Command::Report(report) => match output::report(&report, stdout, std::io::stderr()) {
            Ok(false) => return ExitCode::from(1),
            other => other.map(drop),
        },
        Command::Findings(findings) => match output::findings(&findings, stdout, std::io::stderr()) {
            Ok(false) => return ExitCode::from(1),
            other => other.map(drop),
        },
        Command::Advise(asked) => output::advise(&asked, stdout, std::io::stderr()),
        Command::Record { scenario, loops, spec } => {
            return cli::record::record(&scenario, &loops, &spec, stdout)
                .map_or_else(|error| fail(&error), |()| ExitCode::SUCCESS);
        }
        Command::Link { scenario, base } => match output::link(&scenario, base.as_deref(), stdout, std::io::stderr()) {
            Ok(false) => return ExitCode::from(1),
            other => other.map(drop),
        },
        Command::List { what, format } => output::list(what, format, stdout),
        Command::Lesson(LessonRun::List(format)) => output::list_lessons(format, stdout),
        Command::Lesson(LessonRun::Checked(checked)) => output::text(&(checked.0.join("\n") + "\n"), stdout),
        Command::Lesson(LessonRun::Handout { lesson, output, solutions, base }) => {
            return cli::lesson::write_handout(&lesson, &output, (solutions, base.as_deref()), stdout)
                .map_or_else(|error| fail(&error), |()| ExitCode::SUCCESS);
        }
        Command::ListClaims(format) => output::list_claims(format, stdout),
        Command::Claims { claims, format } => match output::claims(&claims, format, stdout) {
            Ok(false) => return ExitCode::from(1),
            other => other.map(drop),
        },
        Command::Loop(found) => output::text(&found.copied_script(), stdout),
        Command::Doctor => output::text(&doctor::examine(), stdout),
    };
    match done {
        Err(error) if !error.is_closed_pipe() => fail(&error),
        _ => ExitCode::SUCCESS,
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn fail(error: &impl std::fmt::Display) -> ExitCode {
    use std::io::Write as _;
    // Standard error may be closed; the exit code reports the failure too.
    let _ = writeln!(std::io::stderr(), "tickscope: {error}");
    ExitCode::from(2)
}
