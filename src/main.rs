//! The entry point: turns arguments into a command, calls the command's function, and turns an error into one line and an exit
//! code. To read the code, start in `lib.rs`.

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
    use tickscope::front::cli::arguments;
    use tickscope::studio::arguments::refusal::Refusal;
    use tickscope::studio::export::destination::ExportError;

    #[cfg(feature = "own-loops")]
    tickscope::meter_memory();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error,wgpu_hal::gles=off")).init();
    #[cfg(target_os = "linux")]
    draw_without_a_desktop();
    let command = match arguments::parse(std::env::args_os()) {
        Ok(command) => command,
        Err(Refusal::Help(text)) => {
            use std::io::Write as _;
            let _ = write!(std::io::stdout(), "{text}");
            return ExitCode::SUCCESS;
        }
        Err(refusal) => return fail(&refusal),
    };
    #[cfg(feature = "own-loops")]
    if let Some(loops) = command.watched_loops() {
        use tickscope::front::watchdog;
        watchdog::start(watchdog::end_command(loops.to_vec()));
    }
    match perform(command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if error.downcast_ref().is_some_and(ExportError::is_closed_pipe) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// Starts a command that draws again with a folder for the sockets of a desktop, if this computer names none. Without the folder
/// the driver of a GPU looks for a desktop at each still, and complains on standard error that there is none.
#[cfg(target_os = "linux")]
fn draw_without_a_desktop() {
    use std::os::unix::process::CommandExt as _;

    const FOLDER: &str = "XDG_RUNTIME_DIR";
    let draws = std::env::args_os().nth(1).is_some_and(|task| task == "record" || task == "lesson");
    if let (true, None, Ok(program)) = (draws, std::env::var_os(FOLDER), std::env::current_exe()) {
        let args = std::env::args_os().skip(1);
        // If the program can't be started again, this one goes on, with the complaints.
        let error = std::process::Command::new(program).args(args).env(FOLDER, std::env::temp_dir()).exec();
        log::debug!("not started again: {error}");
    }
}

/// Performs a command. Returns `false` if the command checks something and the check fails.
#[cfg(not(target_arch = "wasm32"))]
fn perform(command: tickscope::front::cli::arguments::Command) -> Result<bool, Box<dyn std::error::Error>> {
    use std::io::{stderr, stdout};
    use tickscope::front::app::desktop::doctor;
    use tickscope::front::cli::arguments::Command;
    use tickscope::front::cli::lesson::{self, LessonRun};
    use tickscope::front::cli::{output, record};

    match command {
        Command::Report(report, fail_if) => return Ok(output::report(&report, &fail_if, stdout(), stderr())?),
        Command::Findings(findings, fail_if) => return Ok(output::findings(&findings, &fail_if, stdout(), stderr())?),
        Command::Link { scenario, base } => return Ok(output::link(&scenario, base.as_deref(), stdout(), stderr())?),
        Command::Claims { claims, format } => return Ok(output::claims(&claims, format, stdout())?),
        Command::BeforeAfter(compared) => return Ok(output::before_after(&compared, stdout(), stderr())?),
        Command::Window(start) => output::window(*start, stdout())?,
        Command::Trace(trace) => output::trace(&trace, stdout())?,
        Command::Advise(asked) => output::advise(&asked, stdout(), stderr())?,
        Command::Record { scenario, loops, spec } => record::record(&scenario, &loops, &spec, stdout())?,
        Command::List { what, format } => output::list(what, format, stdout())?,
        Command::Lesson(LessonRun::List(format)) => output::list_lessons(format, stdout())?,
        Command::Lesson(LessonRun::Checked(checked)) => output::text(&(checked.0.join("\n") + "\n"), stdout())?,
        Command::Lesson(LessonRun::Handout { lesson, output, solutions, base }) => {
            lesson::write_handout(&lesson, &output, (solutions, base.as_deref()), stdout())?;
        }
        Command::ListClaims(format) => output::list_claims(format, stdout())?,
        Command::Loop(found) => output::text(&found.copied_script(), stdout())?,
        Command::Doctor => output::text(&doctor::examine(), stdout())?,
    }
    Ok(true)
}

#[cfg(not(target_arch = "wasm32"))]
fn fail(error: &impl std::fmt::Display) -> ExitCode {
    use std::io::Write as _;
    // Standard error may be closed; the exit code reports the failure too.
    let _ = writeln!(std::io::stderr(), "tickscope: {error}");
    ExitCode::from(2)
}
