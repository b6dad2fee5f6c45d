//! The catalogue of metrics and the report have the same numbers.

use tickscope_core::lab::metrics::catalogue;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::model::config::settings::{Settings, WorldChoice};

#[test]
fn every_number_of_a_report_is_in_the_catalogue_with_its_value() {
    /// The keys that name a pane and its end.
    const IDENTITY: [&str; 7] = ["strategy", "scene", "seconds", "sim_s", "clock_s", "state_hash", "world"];
    let settings = Settings { scene: WorldChoice::new("thin-wall"), ..Settings::default() };
    let report = Report::new(&settings, 5.0).expect("these settings are allowed");
    for pane in &report.panes {
        let json = serde_json::to_value(pane).expect("a report can be written");
        let fields = json.as_object().expect("an object");
        let keys: Vec<&String> = fields.keys().filter(|key| !IDENTITY.contains(&key.as_str())).collect();
        assert_eq!(keys, catalogue::ALL.iter().map(|metric| metric.id).collect::<Vec<_>>());
        for metric in catalogue::ALL.iter().filter(|metric| !fields[metric.id].is_object()) {
            assert_eq!(metric.number(&pane.metrics), fields[metric.id].as_f64(), "{}", metric.id);
        }
    }
}
