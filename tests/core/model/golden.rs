//! Every world ends where it ended when its hash was committed, on every platform and with every compiler.
//!
//! A difference means that a world has changed, or that something it uses rounds differently somewhere. After a change
//! that was meant: `UPDATE_GOLDEN=1 cargo test --test suite golden`, and say in the commit why.

use tickscope_core::model::worlds::golden;

#[test]
fn six_hundred_steps_end_in_the_committed_states_on_every_platform() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/model/worlds/golden.txt");
    let now = golden::lines();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, now.join("\n") + "\n").expect("the committed states can be written");
        return;
    }
    let committed: Vec<&str> = golden::COMMITTED.lines().collect();
    assert_eq!(now, committed, "a new world or option needs its line in src/core/model/worlds/golden.txt");
}
