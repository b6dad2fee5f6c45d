//! Lists the controls of the window by the names that a screen reader gets, for tests that drive the real window.

use egui::accesskit::{Node, NodeId, Role, TreeUpdate};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Returns the controls and texts of the window, one per line: `x y width height role name`, in pixels of the window.
pub fn lines(tree: &TreeUpdate, pixels_per_point: f64) -> String {
    let nodes: HashMap<NodeId, &Node> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let mut lines = String::new();
    for (_, node) in &tree.nodes {
        let by_another = || node.labelled_by().first().and_then(|id| nodes.get(id)?.value());
        // A label has its text for a name.
        let text = || node.value().filter(|_| node.role() == Role::Label);
        let name = node.label().or_else(by_another).or_else(text);
        let (Some(name), Some(bounds)) = (name, node.bounds()) else { continue };
        let [x, y, width, height] = [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(|side| side * pixels_per_point);
        let first_line = name.lines().next().unwrap_or_default();
        let _ = writeln!(lines, "{x:.0} {y:.0} {width:.0} {height:.0} {:?} {first_line}", node.role());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_control_is_a_line_with_its_place_in_pixels() {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let mut value = 1.0;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let _ = ui.button("Play\nand more");
            let label = ui.label("Render load");
            ui.add(egui::Slider::new(&mut value, 0.0..=2.0)).labelled_by(label.id);
        });
        output.textures_delta.clear(); // Nothing is drawn here.
        let lines = lines(&output.platform_output.accesskit_update.expect("it is enabled"), 2.0);
        let line = |end: &str| lines.lines().find(|line| line.ends_with(end)).unwrap_or_else(|| panic!("no {end} in {lines}"));
        assert!(line("Button Play").split(' ').take(4).all(|number| number.parse::<u32>().is_ok()), "{lines}");
        line("Slider Render load");
        line("Label Render load");
    }
}
