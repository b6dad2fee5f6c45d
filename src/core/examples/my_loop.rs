//! The timing of a loop of one's own, tested: with frames of 70 ms it keeps real speed, and passes no wall.
//!
//! `cargo run -p tickscope-core --example my_loop`; its test is `cargo test -p tickscope-core --example my_loop`.

use tickscope_core::prelude::*;

/// Steps of 4 ms, as many as fit into the time that has passed: in one the fastest bullet flies 9.6 units, and it and the wall are
/// 10 units thick.
async fn my_loop(host: Host, _: Values) {
    let step = Span::from_millis(4.0);
    let mut last = host.now();
    let mut left_over = Span::ZERO;
    while host.running() {
        let now = host.now();
        left_over += now - last;
        last = now;
        while left_over >= step {
            host.update(step).await; // time passes only where something is awaited
            left_over -= step;
        }
        host.render(None).await;
    }
}

/// Returns what ten seconds of the loop come to, in a world of bullets and a wall that is two units thin.
fn measure() -> Result<PaneReport, Invalid> {
    strategies::add(Strategy::new("my-loop", |host, set| Box::pin(my_loop(host, set))))?;
    let (scene, panes) = (WorldChoice::new("thin-wall"), vec![PaneSettings::new("my-loop")]);
    let mut settings = Settings { scene, panes, ..Settings::default() }.lettered();
    Patch::parse("computer.render_ms=70")?.change(&mut settings)?;
    Ok(Report::new(settings, 10.0)?.panes.remove(0))
}

fn main() -> Result<(), Invalid> {
    let report = measure()?;
    println!("{:.1} frames a second", report.metrics.number("fps_mean").unwrap_or(0.0));
    println!("{:.3} of real speed", report.metrics.number("speed_ratio").unwrap_or(0.0));
    println!("{} bullets through the wall", report.metrics.tally.tunnelled);
    Ok(())
}

#[test]
fn my_loop_keeps_real_speed_and_passes_no_wall() {
    let report = measure().expect("it runs");
    assert!(report.metrics.number("speed_ratio") > Some(0.99));
    assert!(report.metrics.tally.caught > 0, "bullets have met the wall");
    assert_eq!(report.metrics.tally.tunnelled, 0);
}
